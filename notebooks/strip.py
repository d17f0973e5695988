"""Take outputs and execution counts out of the notebooks, as they are stored: ``python notebooks/strip.py``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent


def stripped(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook with nothing in it but what somebody wrote."""
    cells = []
    for number, cell in enumerate(notebook["cells"]):
        text = cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])
        kept = {"cell_type": cell["cell_type"], "id": f"cell-{number:02}", "metadata": {}}
        if cell["cell_type"] == "code":
            kept |= {"execution_count": None, "outputs": []}
        cells.append(dict(sorted((kept | {"source": text.splitlines(keepends=True)}).items())))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def text_of(notebook: dict[str, Any]) -> str:
    """Return a notebook as the file's text."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Rewrite every notebook of the folder that is not stripped."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        before = path.read_text(encoding="utf-8")
        after = text_of(stripped(json.loads(before)))
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"stripped {path.name}")


if __name__ == "__main__":
    main()
