"""What packages hand out: every name loads, and people and type checkers see the same."""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import equity

PACKAGES = [
    "equity",
    "equity.features",
    "equity.rules",
    "equity.simulate",
    "equity.solve",
    "equity.plot",
    "equity.widgets",
]
EXTRAS = {"equity.plot": "matplotlib", "equity.widgets": "anywidget"}


def typed_names(package: str) -> set[str]:
    """Return what a type checker finds in a package: the names imported for it alone."""
    path = Path(equity.__file__).parent.joinpath(*package.split(".")[1:], "__init__.py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for line in node.body
        if isinstance(line, ast.ImportFrom)
        for name in line.names
    }


@pytest.mark.parametrize("package", PACKAGES)
def test_people_and_type_checkers_see_the_same(package):
    module = import_module(package)
    modules = {name for name in module.__all__ if find_spec(f"{package}.{name}") and name not in typed_names(package)}
    assert set(module.__all__) - modules - {"__version__"} == typed_names(package)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_loads(package):
    module = import_module(package)
    for name in module.__all__:
        if package not in EXTRAS or find_spec(EXTRAS[package]):
            assert getattr(module, name) is not None
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nonsense'"):
        _ = module.nonsense


@pytest.mark.parametrize("package", PACKAGES)
def test_dir_shows_public_names_only(package):
    module = import_module(package)
    assert dir(module) == sorted(module.__all__)
    assert [name for name in dir(module) if name.startswith("_")] in ([], ["__version__"])
