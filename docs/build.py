"""Make the site: `python docs/build.py [FOLDER]`, by default into site/. Needs no network.

It has the user guide (docs/guide, one page per file) and the API reference from docstrings: a page for each module that
people import, with what it lists in `__all__`. A missing docstring, or a name that does not exist, is an error.
"""

from __future__ import annotations

import inspect
import re
import sys
import warnings
from importlib import import_module
from pathlib import Path

import pdoc
import pdoc.render
from pdoc.render_helpers import to_html

MODULES = [
    "equity",
    "equity.rules",
    "equity.simulate",
    "equity.simulate.strategies",
    "equity.simulate.arrays.hand_batch",
    "equity.simulate.arrays.observation",
    "equity.features",
    "equity.history",
    "equity.plot",
    "equity.range_analysis.hits",
    "equity.range_analysis.flop_report",
    "equity.range_analysis.subsets",
    "equity.widgets",
    "equity.ranges",
    "equity.cards",
    "equity.errors",
]
MARK = "♠"
HERE = Path(__file__).resolve().parent
START = '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=./guide/index.html">'


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


def write_guide(target: Path) -> None:
    """Write the pages of the guide, in the order in which its index names them."""
    index = (HERE / "guide" / "index.md").read_text(encoding="utf-8")
    names = ["index", *re.findall(r"\]\(([\w-]+)\.md\)", index)]
    texts = {name: (HERE / "guide" / f"{name}.md").read_text(encoding="utf-8") for name in names}
    pages = [(name, text.partition("\n")[0].removeprefix("# ")) for name, text in texts.items()]
    template = pdoc.render.env.get_template("page.html.jinja2")
    target.mkdir(parents=True, exist_ok=True)
    for name, title in pages:
        text = to_html(re.sub(r"\]\(([\w-]+)\.md\)", r"](\1.html)", texts[name]))
        page = template.render(title=f"{title} {MARK} equity", pages=pages, modules=MODULES, text=text)
        (target / f"{name}.html").write_text(page, encoding="utf-8")


def main() -> int:
    """Check the names, then write the pages."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "site")
    faults = [fault for name in MODULES for fault in check(name)]
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 1
    warnings.simplefilter("error")  # pages that pdoc has doubts about are not written
    # Types that only type checkers import are shown as they are written.
    warnings.filterwarnings("ignore", message=r"(?s).*(type annotation|TYPE_CHECKING)")
    warnings.filterwarnings("ignore", message=".*has already been added")  # a package brings its modules along
    pdoc.render.configure(
        docformat="numpy",
        search=True,
        show_source=False,
        footer_text=f"{MARK} equity",
        template_directory=HERE / "templates",
    )
    pdoc.pdoc(*MODULES, output_directory=target)
    write_guide(target / "guide")
    (target / "index.html").write_text(START, encoding="utf-8")
    print(f"{len(list(target.rglob('*.html')))} pages in {target}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
