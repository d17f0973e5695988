"""The grid in a notebook: the widget's range, and its module in a real browser with a model in place of Jupyter's."""

from __future__ import annotations

import json
import shutil

import pytest

import equity
from equity.errors import RangeError
from equity.ranges import Range

pytest.importorskip("anywidget", reason="the widget needs the extra notebooks")
from equity.widgets import RangeGrid

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MODEL = """
const values = %s;
const heard = {};
const model = {
  get: (name) => values[name],
  set: (name, value) => { values[name] = value; heard[`change:${name}`]?.(); },
  save_changes: () => { window.saved = structuredClone(values); },
  on: (name, call) => { heard[name] = call; },
  off: (name) => { delete heard[name]; },
};
window.model = model;
render({ model, el: document.body });
window.ready = true;
"""


@pytest.mark.parametrize("text", ["QQ+,AKs:0.5", "AsKs,AhKd:0.25", "random", "none", "top 15%"])
def test_a_range_goes_in_and_comes_out(text):
    assert RangeGrid(text).range == Range(text)


def test_changes_are_told_and_can_be_made():
    grid, told = RangeGrid("AA"), []
    grid.observe(lambda change: told.append(change.new), "weights")
    grid.range = "KK"
    assert grid.range == Range("KK")
    assert len(told[0]) == 6
    grid.weights = {"AsKs": 0.5}  # as the browser does
    assert grid.range == Range("AsKs:0.5")
    assert equity.calculate([grid.range, "QQ"]).players[0] == "AsKs:0.5"


def test_a_range_that_cannot_be_read_changes_nothing():
    grid = RangeGrid("AA")
    with pytest.raises(RangeError):
        grid.range = "AAx"
    assert grid.range == Range("AA")


def test_the_module_paints_in_a_browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="the browser tests need the extra test-web")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    grid = RangeGrid("QQ+")
    start = json.dumps({"weights": grid.weights, "brush": 0.5})
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.add_style_tag(content=grid._css)
        page.add_script_tag(type="module", content=grid._esm + MODEL % start)
        page.wait_for_function("window.ready")
        assert page.locator("[aria-selected=true]").all_text_contents() == ["AA", "KK", "QQ"]
        page.locator("[data-name=AKs]").click()
        page.locator("[data-name=QQ]").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Space")
        grid.weights = page.evaluate("window.saved.weights")
        page.evaluate("model.set('weights', {AsAh: 1})")
        assert page.locator("[aria-selected=true] b").all_text_contents() == ["AA"]
        browser.close()
    assert grid.range == Range("KK+,AKs:0.5")
