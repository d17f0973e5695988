"""The user guide: every page of docs/guide is executed from top to bottom, in an empty folder."""

from __future__ import annotations

import re

import pytest

from tests.examples import GUIDE, blocks, renewed, without_times

PAGES = sorted(GUIDE.glob("*.md"))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the other libraries, as they are imported
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_shows_is_what_one_gets(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert without_times(renewed(page)) == without_times(page.read_text(encoding="utf-8"))
    missing = sorted({package for block in blocks(page) for package in block.missing})
    if missing:
        pytest.skip(f"the rest of the page holds; not installed: {', '.join(missing)}")


def test_the_index_leads_to_every_page():
    linked = re.findall(r"\]\(([\w-]+\.md)\)", (GUIDE / "index.md").read_text(encoding="utf-8"))
    assert sorted(linked) == sorted(page.name for page in PAGES if page.stem != "index")


def test_every_link_leads_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
