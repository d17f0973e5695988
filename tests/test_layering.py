"""The import order of CONTRIBUTING.md, held by reading every import of the package."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1] / "equity"
# A module may import from its own row and the rows above it. A new top-level module or folder needs a place here.
ROWS = [
    {"_version", "constants", "errors"},
    {"numbers"},
    {"cards", "parallel", "show", "strengths"},
    {"tables", "runouts", "matchups", "checkpoint", "cluster"},
    {"kernels"},
    {"evaluator", "ranges"},
    {"odds", "rules"},
    {"simulate", "history", "selfcheck"},
    {"warmup"},
    {"report", "plot"},
    {"cli"},
    {"generate", "__main__"},
]
# __init__ hands out names lazily (equity.__getattr__), so it may name every room but belongs to none.
FREE = {"__init__"}
LEVEL = {name: level for level, row in enumerate(ROWS) for name in row}
FILES = sorted(ROOT.rglob("*.py"))


def room(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported_modules(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of everything imported, inside functions too, but not for type checking alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import in line {node.lineno}"
            module = node.module or ""
            yield from ((node.lineno, f"{module}.{n.name}" if module == "equity" else module) for n in node.names)
        yield from imported_modules(node)


@pytest.mark.small
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path):
    here = room(path)
    if here in FREE:
        return
    assert here in LEVEL, f"{here} has no row in tests/test_layering.py: add it where it belongs"
    for line, name in imported_modules(ast.parse(path.read_text(encoding="utf-8"))):
        parts = name.split(".")
        if parts[0] != "equity" or len(parts) == 1 or parts[1] not in LEVEL:
            continue
        assert LEVEL[parts[1]] <= LEVEL[here], f"{path.name}:{line}: {here} must not import {name}"


@pytest.mark.small
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_numba_is_imported_by_kernels_alone(path):
    if room(path) == "kernels":
        return
    names = {name.split(".")[0] for _, name in imported_modules(ast.parse(path.read_text(encoding="utf-8")))}
    assert not names & {"numba", "llvmlite"}, "only equity/kernels may import Numba"


@pytest.mark.small
def test_every_room_has_files():
    rooms = {room(path) for path in FILES} - FREE
    assert rooms <= set(LEVEL)
