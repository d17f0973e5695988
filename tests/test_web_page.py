"""The page of ``equity serve`` in a real browser: what people do with mouse, fingers and keys, and see."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import equity
from equity.cli import cli
from equity.ranges import Range
from equity.show.columns import percent, whole_percent
from tests.helpers import DATA
from tests.test_web_server import serving

sync_api = pytest.importorskip("playwright.sync_api", reason="the browser tests need the extra test-web")
pytest.importorskip("uvicorn", reason="the page needs the extra web")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
WIDTHS = [360, 768, 1440, 2560]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving() as client:
        yield client.url


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser):
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, permissions=["clipboard-read", "clipboard-write"]
    )
    context.set_default_timeout(30_000)
    yield context
    context.close()


@pytest.fixture
def page(context, url):
    """The page with its example answered; any error of its code, and any request elsewhere, fails the test."""
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "console", lambda line: wrong.append(line.text) if line.type == "error" and "422" not in line.text else None
    )
    page.on("request", lambda request: None if request.url.startswith((url, "blob:")) else wrong.append(request.url))
    page.goto(url)
    answered(page)
    yield page
    assert not wrong


def until(page, script: str, arg: Any = None) -> None:
    """Wait until a script says so; Playwright's own waiting needs `eval`, which the page forbids."""
    end = time.monotonic() + 30
    while not page.evaluate(script, arg):
        assert time.monotonic() < end, script
        page.wait_for_timeout(30)


def answered(page) -> None:
    """Wait until nothing is on its way."""
    until(
        page, "!document.querySelector('.waiting, [aria-busy=true]') && document.querySelector('.player b').textContent"
    )


def shares(page) -> list[str]:
    return page.locator(".player .figures b").all_text_contents()


def expected(players: list[str], **options: Any) -> list[str]:
    return [f"{100 * share:.2f} %" for share in equity.calculate(players, **options).equity]


def shows(page, players: list[str], **options: Any) -> None:
    """Wait until the page shows the exact equities of a question."""
    wanted = expected(players, **options)
    until(
        page,
        "wanted => [...document.querySelectorAll('.player .figures b')].map(b => b.textContent).join() === wanted",
        arg=",".join(wanted),
    )


def fill(page, player: int, text: str) -> None:
    page.locator(f"#player-{player}").fill(text)


def center(page, name: str) -> tuple[float, float]:
    box = page.locator(f".range-grid [data-name='{name}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, first: str, last: str) -> None:
    page.mouse.move(*center(page, first))
    page.mouse.down()
    page.mouse.move(*center(page, last), steps=12)
    page.mouse.up()


# asking ------------------------------------------------------------------------------------------------------------


def test_the_example_is_answered_when_the_page_opens(page):
    shows(page, ["AKs", "top 15%"], board="Ts9s2d")
    assert "Exact" in page.locator("#method").text_content()
    assert "196 combos" in page.locator("#player-1-notes").text_content()


def test_typing_answers_while_one_types(page):
    page.locator("#player-0").fill("")
    page.locator("#player-0").press_sequentially("QQ+, AK")
    shows(page, ["QQ+, AK", "top 15%"], board="Ts9s2d")
    page.locator("#cards-board").fill("")
    shows(page, ["QQ+, AK", "top 15%"])


def test_dragging_over_the_grid_paints_a_range(page):
    page.get_by_role("button", name="No hand").click()
    drag(page, "AA", "QQ")  # along the diagonal a straight drag touches neighbours as well
    text = page.locator("#player-0").input_value()
    assert Range(text) & "QQ+" == Range("QQ+")
    drag(page, "AKs", "AJs")
    until(page, "document.querySelector('#player-0').value.includes('AJs')")
    painted = Range(page.locator("#player-0").input_value())
    assert painted & "AJs+,AKs" == Range("AJs+")
    shows(page, [str(painted), "top 15%"], board="Ts9s2d")


def test_dragging_over_painted_hands_takes_them_out(page):
    fill(page, 0, "22+")
    until(page, "document.querySelector(\"[data-name='22']\").getAttribute('aria-selected') === 'true'")
    page.locator("[data-name='22']").click()
    until(page, "document.querySelector('#player-0').value === '33+'")


def test_weights_by_shift_and_by_the_slider(page):
    fill(page, 0, "AA")
    until(page, "document.querySelector(\"[data-name='AA']\").getAttribute('aria-selected') === 'true'")
    page.locator("[data-name='AA']").click(modifiers=["Shift"])
    until(page, "document.querySelector('#player-0').value === 'AA:0.75'")
    assert page.locator("[data-name='AA']").get_attribute("aria-label") == "AA, weight 75 percent"
    page.locator("#brush").fill("0.4")
    page.locator("[data-name='KK']").click()
    until(page, "document.querySelector('#player-0').value === 'AA:0.75,KK:0.4'")
    shows(page, ["AA:0.75,KK:0.4", "top 15%"], board="Ts9s2d")


def test_the_percentage_slider(page):
    page.locator("#player-1").focus()
    page.locator("#percentage").fill("30")
    assert page.locator("#player-1").input_value() == "top 30%"
    shows(page, ["AKs", "top 30%"], board="Ts9s2d")


def test_suits_of_one_hand(page):
    page.locator("[data-name='QQ']").click()
    until(page, "document.querySelector('#player-0').value === 'QQ,AKs'")
    page.locator("summary").click()
    page.get_by_role("group", name="Suits of QQ").get_by_role("button", name="QsQh", exact=True).click()
    until(page, "!document.querySelector('#player-0').value.includes('QQ')")
    assert Range(page.locator("#player-0").input_value()) == Range("QQ,AKs") - "QsQh"


def test_the_card_picker(page):
    page.locator("[data-card='4h']").click()
    assert page.locator("#cards-board").input_value() == "Ts9s2d4h"
    shows(page, ["AKs", "top 15%"], board="Ts9s2d4h")
    page.get_by_role("radio", name="Dead cards").check()
    page.locator("[data-card='Kh']").click()
    shows(page, ["AKs", "top 15%"], board="Ts9s2d4h", dead="Kh")
    assert page.locator("[data-card='Kh']").get_attribute("aria-label") == "king of hearts, dead"
    page.locator("[data-card='4h']").click()
    shows(page, ["AKs", "top 15%"], board="Ts9s2d", dead="Kh")


def test_players_come_and_go(page):
    page.get_by_role("button", name="Add player").click()
    until(page, "document.querySelector('#method').textContent.startsWith('Write a hand')")
    page.keyboard.type("QQ")
    shows(page, ["AKs", "top 15%", "QQ"], board="Ts9s2d")
    page.get_by_role("button", name="Remove player 1").click()
    shows(page, ["top 15%", "QQ"], board="Ts9s2d")
    for _ in range(8):
        page.get_by_role("button", name="Add player").click()
    assert page.get_by_role("button", name="Add player").is_disabled()


def test_starting_over_and_back(page):
    page.get_by_role("button", name="Start over").click()
    page.keyboard.type("JJ")
    assert page.locator("#cards-board").input_value() == ""
    fill(page, 1, "AKo")
    shows(page, ["JJ", "AKo"])
    assert page.title() == "JJ vs AKo - equity"
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    shows(page, ["AKs", "top 15%"], board="Ts9s2d")


def test_a_sampled_answer_has_an_error_bar_and_refines_until_it_is_stopped(page):
    page.locator("#cards-board").fill("")
    fill(page, 0, "22+, A2s+")
    fill(page, 1, "random")
    page.get_by_role("button", name="Add player").click()
    fill(page, 2, "K2s+")
    stop = page.get_by_role("button", name="Stop refining")
    stop.wait_for()
    assert page.locator(".player .figures span").first.text_content().startswith("±")
    assert page.locator("#method").text_content().startswith("Sampled")
    stop.click()
    assert stop.is_hidden()
    assert len(shares(page)) == 3


def test_wrong_input_is_said_beside_its_field(page):
    fill(page, 1, "AxZz")
    until(page, "document.querySelector('#player-1-error').textContent")
    said = CliRunner().invoke(cli, ["AKs", "vs", "AxZz", "-b", "Ts9s2d"]).stderr
    assert page.locator("#player-1-error").text_content() == said.removeprefix("error: player 2: ").strip()
    assert page.locator("#player-1").get_attribute("aria-invalid") == "true"
    until(page, "[...document.querySelectorAll('.player .figures b')].every(b => b.textContent === '')")
    fill(page, 1, "QQ")
    shows(page, ["AKs", "QQ"], board="Ts9s2d")
    assert page.locator("#player-1-error").text_content() == ""
    page.locator("#cards-board").fill("Ts9x")
    until(page, "document.querySelector('#cards-board-error').textContent")
    page.locator("#cards-board").fill("Ts9s")
    until(page, "document.querySelector('#cards-board-error').textContent.includes('got 2')")


def test_what_is_said_of_an_answer_goes_with_it(page):
    fill(page, 1, "AxZz")
    until(page, "document.querySelector('#player-1-error').textContent")
    until(page, "![...document.querySelectorAll('.player b, #method, #status')].some(part => part.textContent)")


# sharing and undoing -----------------------------------------------------------------------------------------------


def test_the_address_is_the_question(page, context):
    fill(page, 0, "QQ+, AKs:0.5")
    page.locator("#cards-dead").fill("Ah")
    page.locator("#view-heat").click()
    shows(page, ["QQ+, AKs:0.5", "top 15%"], board="Ts9s2d", dead="Ah")
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    other = context.new_page()
    other.goto(link)
    shows(other, ["QQ+, AKs:0.5", "top 15%"], board="Ts9s2d", dead="Ah")
    assert other.locator("#view-heat").get_attribute("aria-selected") == "true"
    page.reload()
    shows(page, ["QQ+, AKs:0.5", "top 15%"], board="Ts9s2d", dead="Ah")


@pytest.mark.parametrize("player", [0, 1])
def test_a_stack_keeps_its_player_in_the_address(page, player):
    page.locator("#view-chips").click()
    page.get_by_label(f"Stack of player {player + 1}").fill("250")
    until(page, "document.querySelector('#view .error').textContent")
    page.reload()
    stacks = page.locator(".stack")
    until(page, "document.querySelectorAll('.stack').length === 2")
    assert [stacks.nth(i).input_value() for i in range(2)] == ["250" if i == player else "" for i in range(2)]


@pytest.mark.parametrize("text", ["Infinity", "0x10", "1e999"])
def test_a_stack_that_is_no_number_is_refused_in_its_own_words(page, text):
    page.locator("#view-chips").click()
    page.get_by_label("Stack of player 1").fill("100")
    page.get_by_label("Stack of player 2").fill(text)
    until(page, "text => document.querySelector('#view .error').textContent.includes(text)", arg=text)


def test_every_change_can_be_undone(page):
    start = page.evaluate("location.hash")
    page.locator("[data-name='QQ']").click()
    until(page, "document.querySelector('#player-0').value === 'QQ,AKs'")
    page.locator("#player-1").press_sequentially(", 22")
    page.locator("[data-card='4h']").click()
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    shows(page, ["AKs", "top 15%"], board="Ts9s2d")
    assert page.evaluate("location.hash") == start
    assert page.get_by_role("button", name="Undo").is_disabled()
    page.locator("#player-0").focus()
    until(page, "document.querySelector(\"[data-name='AKs']\").getAttribute('aria-selected') === 'true'")
    page.locator("[data-name='QQ']").click()
    until(page, "document.querySelector('#player-0').value === 'QQ,AKs'")
    page.keyboard.press("Control+z")
    until(page, "document.querySelector('#player-0').value === 'AKs'")


def test_the_copied_command_answers_the_same(page):
    fill(page, 0, "QQ+, AKs:0.5")
    page.locator("#cards-dead").fill("Ah")
    page.locator("#view-next").click()
    shows(page, ["QQ+, AKs:0.5", "top 15%"], board="Ts9s2d", dead="Ah")
    page.get_by_role("button", name="Copy command").click()
    command = page.evaluate("navigator.clipboard.readText()")
    words = shlex.split(command)
    assert words[0] == "equity"
    printed = json.loads(CliRunner().invoke(cli, [*words[1:], "--format", "json"]).stdout)
    assert [f"{100 * player['equity']:.2f} %" for player in printed["players"]] == shares(page)
    assert "next_card" in printed


@pytest.mark.parametrize(
    ("name", "begins"), [("report", "<!doctype html>"), ("JSON", '{"schema":1'), ("CSV", "player,range")]
)
def test_downloads(page, name, begins):
    until(page, "!document.querySelector('#download-json').disabled")
    with page.expect_download() as waiting:
        page.get_by_role("button", name=f"Download {name}").click()
    assert Path(waiting.value.path()).read_text().startswith(begins)


# closer looks ------------------------------------------------------------------------------------------------------


def open_view(page, name: str, wait: str = "#view table") -> str:
    page.locator(f"#view-{name}").click()
    answered(page)
    page.locator(wait).first.wait_for()
    return page.locator("#view").text_content()


def test_the_closer_looks(page):
    assert "straight flush" in open_view(page, "breakdown")
    next_cards = equity.next_card(["AKs", "top 15%"], board="Ts9s2d")
    share = dict(zip(next_cards.names, next_cards.equity[:, 0], strict=True))["As"]
    assert f"{100 * share:.1f}" in open_view(page, "next", ".map.next")
    assert "each hand of 1: AKs" in open_view(page, "heat", ".map.heat")
    page.locator("#player-1").focus()
    page.get_by_text("each hand of 2: top 15%").wait_for()
    assert "standard deviation" in open_view(page, "spread", ".bars")
    open_view(page, "chips", "fieldset.stacks")
    page.get_by_label("Stack of player 1").click()
    for key in "100":  # an answer comes between two keys, and the cursor stays
        page.keyboard.press(key)
        page.wait_for_timeout(250)
    assert page.get_by_label("Stack of player 1").input_value() == "100"
    page.get_by_label("Stack of player 2").fill("250")
    page.get_by_text("Uncalled 150: goes back to player 2").wait_for()
    page.get_by_label("Stack of player 2").fill("x")
    page.locator("#view .error", has_text="stacks").wait_for()
    page.get_by_label("Stack of player 2").fill("250")
    page.get_by_label("Prizes").fill("70,30")
    page.get_by_text("Prize after").wait_for()


def test_percentages_are_written_as_the_command_writes_them(page):
    shares = [0, 1e-9, 0.00004, 0.00006, 0.001, 0.0049, 0.0051, 0.3, 0.9949, 0.9951, 0.99994, 0.99996, 1 - 1e-9, 1]
    script = """async ({ name, shares, digits }) => {
        const make = await import("/static/make.js");
        return shares.map((share) => make[name](share, digits));
    }"""
    for digits in (0, 1, 2, 3):
        written = page.evaluate(script, {"name": "percent", "shares": shares, "digits": digits})
        assert written == [percent(share, digits=digits) for share in shares]
    assert page.evaluate(script, {"name": "wholePercent", "shares": shares}) == [whole_percent(x) for x in shares]


def test_hits_follow_the_player_and_the_board(page):
    open_view(page, "hits")
    page.get_by_text("Player 1 on Ts9s2d: 4 combos").wait_for()
    page.locator("#player-1").focus()
    page.get_by_text("Player 2 on Ts9s2d: ").wait_for()
    made = equity.hits("top 15%", "Ts9s2d", "AKs")
    row = made.table("made_hand")[0]
    text = page.locator("#view").text_content()
    assert f"{row['name']}{row['combos']}{100 * row['share']:.2f} %" in text
    assert f"{100 * made.equity:.2f} % against player 1" in text
    page.locator("#cards-board").fill("")
    page.get_by_text("on all flops").wait_for()


def test_outs_are_for_hands_and_a_range_gets_the_words_and_its_equities(page):
    page.locator("#view-outs").click()
    page.get_by_text("Not for this question").wait_for()
    shows(page, ["AKs", "top 15%"], board="Ts9s2d")
    assert "--outs" not in page.locator("#command").text_content()
    fill(page, 0, "AsKs")
    fill(page, 1, "QdQc")
    page.get_by_text("15 outs").wait_for()


# keys, narrow screens, colours, screen readers ---------------------------------------------------------------------


def test_everything_can_be_done_with_the_keyboard(page):
    page.locator("#player-0").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("none")
    page.locator("[data-name='AA']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.name") == "KK"
    page.keyboard.press("End")
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.dataset.name") == "AKo"
    page.locator("[data-name='KK']").focus()
    page.locator("[data-name='KK']").press("Shift+Space")
    until(page, "document.querySelector('#player-0').value.startsWith('KK')")
    page.locator("[data-card='As']").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.card") == "Ah"
    page.keyboard.press("Space")
    assert page.locator("#cards-board").input_value() == "Ts9s2dAh"
    page.locator("#view-breakdown").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#view-next").get_attribute("aria-selected") == "true"
    page.locator("#tab-calculator").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#replay").is_visible()


def test_the_grid_and_the_deck_are_one_stop_each_for_the_tab_key(page):
    assert page.locator(".range-grid [tabindex='0']").count() == 1
    assert page.locator(".deck [tabindex='0']").count() == 1


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_at_any_width(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    for name in ("breakdown", "next", "hits", "heat", "spread"):
        open_view(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#tab-replay").click()
    page.get_by_role("button", name="Show an example").click()
    page.locator(".seat").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_fingers_paint_too(browser, url):
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(url)
    answered(page)
    page.locator("[data-name='QQ']").tap()
    until(page, "document.querySelector('#player-0').value === 'QQ,AKs'")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_finding_of_axe(page, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="the check needs the extra test-web")
    page.emulate_media(color_scheme=scheme)
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 30)"
    assert dark == (scheme == "dark")

    def check() -> None:
        found = axe.Axe().run(page).response["violations"]
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        assert not serious, [
            (one["id"], node["html"], node["failureSummary"]) for one in serious for node in one["nodes"]
        ]

    for name in ("breakdown", "next", "hits", "heat", "spread"):
        open_view(page, name)
        check()
    fill(page, 1, "AxZz")
    until(page, "document.querySelector('#player-1-error').textContent")
    check()
    page.locator("#tab-replay").click()
    page.get_by_role("button", name="Show an example").click()
    page.locator(".seat").first.wait_for()
    check()


# replay ------------------------------------------------------------------------------------------------------------


def test_a_pasted_hand_is_stepped_through(page):
    page.locator("#tab-replay").click()
    page.locator("#history").fill((DATA / "example.phhs").read_text())
    page.locator("#hand-number").fill("2")
    page.get_by_role("button", name="Replay", exact=True).click()
    page.get_by_text("Hand 2 of").wait_for()
    steps = page.locator(".steps .step").all_text_contents()
    for text in steps[1:]:
        page.get_by_role("button", name="Next", exact=True).click()
        assert page.locator(".said").text_content() == text
    assert re.search(r"stack 1,005", page.locator(".table").text_content())


def test_a_text_that_is_not_a_hand_is_said_in_words(page):
    page.locator("#tab-replay").click()
    page.locator("#history").fill("nonsense")
    page.get_by_role("button", name="Replay", exact=True).click()
    until(page, "document.querySelector('#history-error').textContent.includes('starts no hand history')")
