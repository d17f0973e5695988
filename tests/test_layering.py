"""The layers of the package, held by reading every import; README's and CONTRIBUTING's table is made from this file.

``python -m tests.test_layering`` writes the table between its markers in both.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[1]
ROOT = REPO / "equity"

# A file may import from its own row and the rows above it. A new module or package needs a place here.
LAYERS = [
    ("_version _lazy constants errors", "numbers and names that far rooms agree on; every error, under `EquityError`"),
    ("numbers", "whole numbers, seeds, threads and fractions as callers give them"),
    (
        "cards parallel show strengths made_hands",
        "cards, combos, classes; chunks on threads; how things look; names of hands",
    ),
    ("tables runouts matchups", "the evaluator's arrays; the ways a board can fall; what differs up to suits"),
    ("checkpoint cluster", "files and machines of long runs"),
    ("kernels", "all Numba code, and nothing else imports Numba"),
    (
        "evaluator features figures ranges",
        "what hands are worth; what they make, on arrays; a player's rates; range notation",
    ),
    ("odds rules", "equities; the rules of a hand"),
    ("range_analysis", "what ranges hit, on a board and on every flop"),
    ("pql", "questions about a deal in the poker query language"),
    ("solve", "push or fold: equilibria and best responses"),
    ("history", "hand histories, read, written and replayed"),
    ("simulate selfcheck", "whole hands by the million; known answers"),
    ("warmup", "compiles everything now"),
    ("report plot", "results as text, JSON, CSV, pages and pictures; computes nothing"),
    ("web widgets", "the calculator as a page and an API; its grid in notebooks"),
    ("cli", "parse, call, print; one file per command"),
    ("generate __main__", "makes the shipped data; starts the command"),
]
# The same inside a package: a door may import from its own row and the rows above it.
INSIDE = {
    "kernels": ["compile", "cards", "features", "equities queries", "hands", "play"],
    "features": ["arrays", "hands boards strength classes"],
    "odds": ["question", "exact", "sampling", "plan", "analyses", "calculator", "answers", "batch"],
    "range_analysis": ["flop_kinds", "looks subsets", "filters flop_report", "hits"],
    "pql": [
        "grammar types patterns",
        "deals",
        "functions situation",
        "program",
        "evaluation",
        "counting sources",
        "sampling result",
        "query dealing",
    ],
    "solve": ["game", "equilibrium responses", "charts"],
    "simulate": ["players", "strategies", "decisions", "runs", "arrays", "gym sessions"],
    "history": [
        "action",
        "street_chips",
        "record text_lines",
        "replaying",
        "told",
        "sites",
        "acpc phh ohh",
        "from_hand files",
        "players",
    ],
    "report": [
        "text bars export",
        "analyses batch breakdown explain histories named_hands preflop query range_analysis simulation",
        "page",
    ],
    "web": ["files lanes openapi", "questions hands", "guard", "app", "server"],
    "cli": [
        "arguments conflicts first_word process",
        "options",
        "question",
        "analyses question_files",
        "commands",
        "group",
    ],
}
DOCS = ["README.md", "CONTRIBUTING.md"]
MARKS = ("<!-- layers -->", "<!-- /layers -->")

LEVEL = {name: level for level, (names, _) in enumerate(LAYERS) for name in names.split()}
FILES = sorted(ROOT.rglob("*.py"))


def dotted(path: Path) -> str:
    """Return a file's module name."""
    parts = path.relative_to(REPO).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {dotted(path): path for path in [*FILES, *sorted((REPO / "bench").rglob("*.py"))]}


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def import_lines(tree: ast.AST, *, typing: bool = False) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield every import, inside functions too; those for type checking alone only if asked for."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.expr):  # holds no import, and most nodes are in one
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not typing:
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        yield from import_lines(node, typing=typing)


@cache
def handed_out(package: str) -> dict[str, str]:
    """Return the names that a package's ``__init__`` takes from elsewhere -> the module that defines them."""
    lines = import_lines(parsed(package), typing=True)
    return {
        name.asname or name.name: origin(line.module, name.name)
        for line in lines
        if isinstance(line, ast.ImportFrom) and (line.module or "").startswith("equity.")
        for name in line.names
    }


def origin(module: str, name: str) -> str:
    """Return the module that ``from module import name`` ends at, through what packages hand on."""
    if f"{module}.{name}" in MODULES:
        return f"{module}.{name}"
    if module in MODULES and MODULES[module].name == "__init__.py":
        return handed_out(module).get(name, module)
    return module


@cache
def needs(module: str) -> dict[str, int]:
    """Return the modules of this repository that a module imports, each with a line."""
    found: dict[str, int] = {}
    for node in import_lines(parsed(module)):
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        else:
            assert node.level == 0, f"relative import in line {node.lineno} of {module}"
            names = [origin(node.module or "", name.name) for name in node.names]
        for name in names:
            if name in MODULES and name != module:
                found.setdefault(name, node.lineno)
    return found


def circles(modules: list[str]) -> list[str]:
    """Return the circles among the imports of some modules; what packages hand out is followed, not the package."""
    done: dict[str, bool] = {}
    path: list[str] = []
    found: list[str] = []

    def walk(module: str) -> None:
        done[module] = False
        path.append(module)
        for needed in needs(module):
            if MODULES[needed].name == "__init__.py":
                continue
            if done.get(needed) is False:
                found.append(" -> ".join([*path[path.index(needed) :], needed]))
            elif needed not in done:
                walk(needed)
        path.pop()
        done[module] = True

    for module in modules:
        if module not in done and MODULES[module].name != "__init__.py":
            walk(module)
    return found


def test_no_circles():
    assert not circles(list(MODULES))


@pytest.mark.small
@pytest.mark.parametrize("module", [dotted(path) for path in FILES if path != ROOT / "__init__.py"])
def test_imports_point_one_way(module):
    here = module.split(".")[1]
    assert here in LEVEL, f"{here} has no row in tests/test_layering.py: add it where it belongs"
    for needed, line in needs(module).items():
        there = needed.split(".")[1:]
        if there and needed.startswith("equity."):
            assert LEVEL[there[0]] <= LEVEL[here], f"{module}:{line}: {here} must not import {needed}"


@pytest.mark.small
@pytest.mark.parametrize("package", INSIDE)
def test_imports_point_one_way_inside_a_package(package):
    rows = {door: level for level, doors in enumerate(INSIDE[package]) for door in doors.split()}
    start = f"equity.{package}."
    inside = [module for module in MODULES if module.startswith(start)]
    assert {module.removeprefix(start).split(".")[0] for module in inside} == set(rows)
    for module in inside:
        here = module.removeprefix(start).split(".")[0]
        for needed, line in needs(module).items():
            there = needed.removeprefix(start).split(".")[0]
            if needed.startswith(start):
                assert rows[there] <= rows[here], f"{module}:{line}: {here} must not import {needed}"


@pytest.mark.small
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_numba_is_imported_by_kernels_alone(path):
    if ROOT / "kernels" in path.parents:
        return
    for line in import_lines(parsed(dotted(path))):
        names = [name.name for name in line.names] if isinstance(line, ast.Import) else [line.module or ""]
        assert not {name.split(".")[0] for name in names} & {"numba", "llvmlite"}, (
            "only equity/kernels may import Numba"
        )


@pytest.mark.small
@pytest.mark.parametrize("package", [path.parent for path in FILES if path.name == "__init__.py"], ids=dotted)
def test_every_package_opens_with_a_map_of_its_doors(package):
    doors = {path.stem for path in package.glob("*.py")} | {path.parent.name for path in package.glob("*/__init__.py")}
    doors = {door for door in doors if not door.startswith("_")}
    text = ast.get_docstring(parsed(dotted(package / "__init__.py"))) or ""
    assert not {door for door in doors if not re.search(rf"`(equity\.)?{door}`", text)}
    assert package == ROOT or len(doors) <= 14, "about a dozen doors per package"


def table() -> str:
    """Return the table of layers for the documents."""
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    rows = []
    for number, (names, what) in enumerate(LAYERS, 1):
        shown = [f"`{name}/`" if name in folders else f"`{name}`" for name in names.split() if name[:1] != "_"]
        order = [
            f"in `{name}/` from the ground up: {', '.join(INSIDE[name])}" for name in names.split() if name in INSIDE
        ]
        rows.append(f"| {number} | {', '.join(shown)} | {'; '.join([what, *order])} |")
    return "\n".join(["| row | modules | what belongs there |", "| --- | --- | --- |", *rows])


def with_table(text: str) -> str:
    """Return a document with the table between its markers."""
    head, _, rest = text.partition(MARKS[0])
    _, mark, tail = rest.partition(MARKS[1])
    assert mark, f"no {MARKS[0]} ... {MARKS[1]}"
    return f"{head}{MARKS[0]}\n{table()}\n{mark}{tail}"


@pytest.mark.parametrize("name", DOCS)
def test_the_documents_have_this_table(name):
    text = (REPO / name).read_text(encoding="utf-8")
    assert text == with_table(text), "run python -m tests.test_layering"


if __name__ == "__main__":
    for document in DOCS:
        file = REPO / document
        file.write_text(with_table(file.read_text(encoding="utf-8")), encoding="utf-8")
