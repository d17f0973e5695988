"""Make the API reference from docstrings: `python docs/build.py [FOLDER]`, by default into site/. Needs no network.

Pages are made for the modules people import, with what those modules list in `__all__`; a missing docstring, or a name
that does not exist, is an error.
"""

from __future__ import annotations

import inspect
import sys
import warnings
from importlib import import_module
from pathlib import Path

import pdoc
import pdoc.render

MODULES = [
    "equity",
    "equity.rules",
    "equity.simulate",
    "equity.simulate.strategies",
    "equity.simulate.arrays.hand_batch",
    "equity.simulate.arrays.observation",
    "equity.history",
    "equity.plot",
    "equity.ranges",
    "equity.cards",
    "equity.errors",
]
MARK = "♠"


def check(name: str) -> list[str]:
    """Return what is wrong with a module's public names."""
    module = import_module(name)
    faults = [] if module.__doc__ else [f"{name}: no docstring"]
    for public in module.__all__:
        value = getattr(module, public, None)
        if value is None:
            faults.append(f"{name}.{public}: does not exist")
        elif (inspect.isclass(value) or inspect.isroutine(value)) and not inspect.getdoc(value):
            faults.append(f"{name}.{public}: no docstring")
    return faults


def main() -> int:
    """Check the names, then write the pages."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "site")
    faults = [fault for name in MODULES for fault in check(name)]
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 1
    warnings.simplefilter("error")  # a page that pdoc is not sure about is no page
    # Types that only type checkers import are shown as they are written.
    warnings.filterwarnings("ignore", message=r"(?s).*(type annotation|TYPE_CHECKING)")
    pdoc.render.configure(docformat="numpy", search=True, show_source=False, footer_text=f"{MARK} equity")
    pdoc.pdoc(*MODULES, output_directory=target)
    print(f"{len(list(target.rglob('*.html')))} pages in {target}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
