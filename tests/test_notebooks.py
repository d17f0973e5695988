"""The notebooks: stored without outputs, and executed from start to end with warnings as errors."""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path

import pytest

from tests.helpers import jit_is_off

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_all_are_there():
    assert [path.stem[:2] for path in NOTEBOOKS] == ["01", "02", "03", "04", "05", "06", "07"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_stored_without_outputs(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_strip_changes_nothing(path):
    spec = importlib.util.spec_from_file_location("strip_notebooks", FOLDER / "strip.py")
    strip = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(strip)
    text = path.read_text(encoding="utf-8")
    assert strip.text_of(strip.stripped(json.loads(text))) == text, "run python notebooks/strip.py"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_lead_somewhere(path):
    import re

    for target in re.findall(r"\]\(([^)]+)\)", path.read_text(encoding="utf-8")):
        assert (FOLDER / target).exists()


@pytest.mark.notebook
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_executes(path, monkeypatch):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra notebooks)")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed (extra notebooks)")
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed (extra notebooks)")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed (extra notebooks)")
    if jit_is_off():
        pytest.skip("too slow without compilation")
    # Not by PYTHONWARNINGS: the kernel's own packages would have to be free of warnings, too.
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.insert(0, nbformat.v4.new_code_cell("import warnings; warnings.simplefilter('error')"))
    monkeypatch.setitem(os.environ, "MPLBACKEND", "module://matplotlib_inline.backend_inline")
    notebook.cells.append(nbformat.v4.new_code_cell("warnings.simplefilter('default')"))  # the kernel's own end
    client = nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": FOLDER}}
    )
    client.execute()
    written = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in written if output.get("name") == "stderr"]
    shown = {kind for output in written for kind in output.get("data", {})}
    assert shown & {"image/png", "text/html"}
