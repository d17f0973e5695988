"""The user guide: every page of docs/guide is executed from top to bottom, in an empty folder."""

from __future__ import annotations

import re
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.examples import blocks, check_command, check_python
from tests.helpers import DATA

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "docs" / "guide"
PAGES = sorted(GUIDE.glob("*.md"))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the other libraries, as they are imported
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_shows_is_what_one_gets(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(DATA / "example.phhs", tmp_path)  # the hands that pages read
    names: dict[str, object] = {}
    missing = set()
    for block in blocks(page):
        without = {package for package in block.needs if find_spec(package) is None}
        missing |= without
        if without:
            continue
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            check_python(block.text, names, page.name)
        for command, shown in block.commands:
            check_command(command, shown)
    if missing:
        pytest.skip(f"the rest holds; not installed: {', '.join(sorted(missing))}")


def test_the_index_leads_to_every_page():
    linked = re.findall(r"\]\(([\w-]+\.md)\)", (GUIDE / "index.md").read_text(encoding="utf-8"))
    assert sorted(linked) == sorted(page.name for page in PAGES if page.stem != "index")


def test_every_link_leads_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
