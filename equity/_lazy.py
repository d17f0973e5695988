"""Names that a package hands out and loads when they are first used, so that importing it stays cheap.

Rules of the file: it imports nothing at import. A package lists each name once, under the module that defines it; what
type checkers read stands in its ``if TYPE_CHECKING`` block, and tests/test_public_names.py holds the two together.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing's own costs a quarter of this module's time; checkers know the name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["attach"]


def attach(
    package: str, names: Mapping[str, str], *, modules: str = "", loaded: str = ""
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return a package's ``__getattr__``, ``__dir__`` and ``__all__``.

    Parameters
    ----------
    package : str
        The package's ``__name__``.
    names : mapping of str to str
        Module, without the package's own name, to the names it defines, with blanks between them. A module that begins
        with ``equity.`` is named in full.
    modules : str, optional
        Modules and packages below this one that are public by themselves.
    loaded : str, optional
        Names that the package defines at once.

    Examples
    --------
    >>> find, _, public = attach("equity", {"cards": "card_name parse_card"}, modules="plot")
    >>> public, find("card_name")(51)
    (['card_name', 'parse_card', 'plot'], 'As')
    """
    homes = {name: "" for name in modules.split()}
    for module, listed in names.items():
        home = module if module.startswith("equity.") else f"{package}.{module}"
        homes |= dict.fromkeys(listed.split(), home)
    public = sorted([*homes, *loaded.split()])

    def find(name: str) -> object:
        from importlib import import_module
        from sys import modules as known

        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = homes[name]
        value = getattr(import_module(home), name) if home else import_module(f"{package}.{name}")
        setattr(known[package], name, value)
        return value

    def listed_names() -> list[str]:
        return public

    return find, listed_names, public
