"""The page's files, read from the package once: what a browser can ask for is what this dictionary holds.

Rules of the file: colours come from `equity.show.palette`, so that the page, reports and pictures look alike.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from equity.show.palette import SCALE, css_variables

__all__ = ["PageFile", "page_files", "read_static"]

_KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_MODULES = ("page", "state", "api", "grid", "cards", "make", "views", "replay")


class PageFile(NamedTuple):
    """One file of the page: its bytes and their media type."""

    data: bytes
    kind: str


def read_static(name: str) -> str:
    """Return the text of one of the page's files.

    Examples
    --------
    >>> read_static("index.html")[:15]
    '<!doctype html>'
    """
    return files("equity.web").joinpath("static", name).read_text(encoding="utf-8")


@cache
def page_files() -> dict[str, PageFile]:
    """Return every file of the page by its path on the server.

    Examples
    --------
    >>> sorted(page_files())[:2], page_files()["/"].kind
    (['/', '/static/api.js'], 'text/html; charset=utf-8')
    """
    texts = {"/": read_static("index.html"), "/static/icon.svg": read_static("icon.svg")}
    texts["/static/style.css"] = _colors() + read_static("grid.css") + read_static("style.css")
    texts["/static/palette.js"] = f"export const SCALE = {json.dumps(SCALE)};\n"
    texts |= {f"/static/{name}.js": read_static(f"{name}.js") for name in _MODULES}
    return {path: PageFile(text.encode(), _kind(path)) for path, text in texts.items()}


def _kind(path: str) -> str:
    return _KINDS[path.rpartition(".")[2] if "." in path else "html"]


def _colors() -> str:
    return (
        f":root {{ color-scheme: light dark; {css_variables('light')} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {css_variables('dark')} }} }}\n"
    )
