"""The page of ``equity report``: what stands in it, that it needs nothing else, and how a browser shows it."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from datetime import UTC, datetime
from html import escape, unescape
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

import equity
from equity.cli import cli
from equity.odds.analyses.overview import look_closer
from equity.report.bars import equity_bars, next_card_bars
from equity.report.page.document import page_html
from equity.show.columns import percent
from equity.show.html import table_html

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars", "--enable-logging=stderr"),
    *("--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
VOID = {"meta", "link", "br", "wbr", "line", "rect", "path", "iframe"}


class Checker(HTMLParser):
    """Counts what is opened and closed, and keeps the text."""

    def __init__(self):
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "action", "poster", "data")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if not self.open or self.open[-1] != "style":
            self.text.append(data)


def read(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    checker.close()
    return checker


@pytest.fixture(scope="module")
def sampled():
    result = equity.calculate(["top 20%", "QQ+,AKs:0.5", "random"], board="Ts9s2d", dead="Qc", samples=20_000, seed=3)
    overview = look_closer(result)
    return overview, page_html(overview, command="equity ...", when=datetime(2030, 1, 2, 3, 4, tzinfo=UTC))


def test_the_page_is_whole_and_needs_nothing(sampled):
    _, page = sampled
    checker = read(page)
    assert checker.open == []
    assert checker.links == ["data:,"]
    assert not re.search(r"https?:|url\(|@import|<script|<img", page)
    assert "default-src 'none'" in page


def test_the_page_shows_inputs_figures_and_run(sampled):
    overview, page = sampled
    result = overview.result
    text = re.sub(r"\s+", " ", "".join(read(page).text))
    for share, (low, high) in zip(result.equity, result.ci95, strict=True):
        assert f"{100 * share:.2f} % ± {50 * (high - low):.2f} %" in text
    for part in ("top 20%", "T♠9♠2♦", "without Q♣", "AKs:0.5", "monte-carlo", "20,000", "seed", "2030-01-02 03:04 UTC"):
        assert part in text
    assert f"equity {equity.__version__}, Python" in text
    assert page.count('class="whisker"') == 3
    assert page.count('class="chart"') == 6
    assert page.count('class="next"') == 3
    assert page.count('class="curve ') == 3


def test_charts_hold_the_weights_and_equities(sampled):
    overview, page = sampled
    assert 'title="AKs: weight 50.0 %"' in page
    own = overview.combos[1]
    aces = [share for hand, share in zip(own.hands, own.equity, strict=True) if hand[0] == hand[2] == "A"]
    weights = [w for hand, w in zip(own.hands, own.share, strict=True) if hand[0] == hand[2] == "A"]
    mean = sum(a * w for a, w in zip(aces, weights, strict=True)) / sum(weights)
    assert f'title="AA: equity {100 * mean:.1f} %"' in page


def test_next_cards_hold_the_equities():
    overview = look_closer(equity.calculate(["AsKs", "QhQd"], board="2s7sTh"))
    page = page_html(overview)
    cards = overview.next_cards
    for name, (share, _) in zip(cards.names, cards.equity, strict=True):
        assert f'title="{name}: equity {100 * share:.1f} %">{100 * share:.0f}</td>' in page
    assert page.count('class="next"') == 1  # the other player has the rest
    assert 'class="whisker"' not in page
    assert 'class="curve' not in page  # one hand has no distribution
    assert 'class="chart"' not in page
    assert "Counted over all deals" in page


@pytest.mark.parametrize("board", ["", "2s7sTh3c4c"])
def test_no_next_card_before_the_flop_and_after_the_river(board):
    page = page_html(look_closer(equity.calculate(["AKs", "QQ"], board=board)))
    assert 'class="next"' not in page
    assert ("before the flop" in page) == (not board)


def test_what_users_write_is_escaped():
    from equity.report.page.document import range_html
    from equity.report.page.svg import Curve, curves

    evil = '<script>"&'
    assert escape(evil) in range_html(evil)
    assert evil not in table_html([evil], [["x"]], sheet="list")
    assert evil not in curves([Curve(evil, 0, [1.0], [0.5])])


def test_equal_ranges_are_shown_once():
    overview = look_closer(equity.calculate(["AA", *["random"] * 3], samples=2000, seed=1, board="Ts9s2d"))
    page = page_html(overview)
    assert overview.groups == ((0,), (1, 2, 3))
    assert "<h1>AA vs 3 × random</h1>" in page
    assert page.count('class="player"') == 4
    assert page.count('class="chart"') == 2
    assert page.count('class="next"') == 2
    assert page.count('class="curve ') == 2
    rows = re.findall(r'data-name="deals" class="n">([\d,]+)<', page)
    assert sum(int(count.replace(",", "")) for count in rows) == 2000


# ---------------------------------------------------------------- the command


def test_command_writes_a_file_that_repeats_itself(tmp_path):
    path = tmp_path / "report.html"
    words = ["report", "AKs", "vs", "22+", "vs", "random", "-n", "5000", "--seed", "9", "-o", str(path)]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.stderr
    assert result.stdout == ""
    assert f"wrote {path}" in result.stderr
    page = path.read_text(encoding="utf-8")
    command = unescape(re.search(r"<code>(equity .*?)</code>", page)[1])
    assert command == "equity AKs vs 22+ vs random -n 5000 --seed 9"
    again = CliRunner().invoke(cli, [*shlex.split(command)[1:], "--format", "csv"])
    shown = re.findall(r"<b>(\d+\.\d+) %</b>", page)
    equities = [float(line.split(",")[2]) for line in again.stdout.splitlines()[1:]]
    assert shown == [f"{100 * share:.2f}" for share in equities]


def test_command_prints_without_a_file():
    result = CliRunner().invoke(cli, ["report", "AsKs", "vs", "QhQd", "-b", "2s7sTh"], env={"NO_COLOR": "1"})
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    lines = result.stdout.splitlines()
    share = equity.calculate(["AsKs", "QhQd"], board="2s7sTh").equity[0]
    assert lines[0].startswith("AsKs  █")
    assert lines[0].endswith(f"{100 * share:.1f} %")
    assert "equity of AsKs by the next card" in result.stdout
    assert "Js 9s 8s 6s 5s 4s 3s" in result.stdout


def test_command_says_what_the_ranges_make(tmp_path):
    words = ["report", "top 20%", "vs", "QQ+,AK", "-b", "Ts9s2d"]
    text = CliRunner().invoke(cli, words).stdout
    found = [equity.hits(mine, "Ts9s2d", other) for mine, other in (("top 20%", "QQ+,AK"), ("QQ+,AK", "top 20%"))]
    path = tmp_path / "report.html"
    assert CliRunner().invoke(cli, [*words, "-o", str(path)]).exit_code == 0
    page = path.read_text(encoding="utf-8")
    assert page.count("<h2>What the ranges make</h2>") == 1
    read(page)
    for one in found:
        for row in one.table("made_hand"):
            cells = [row["name"], f"{row['combos']:,}", *(percent(row[k]) for k in ("share", "cumulative", "equity"))]
            assert re.search(" +".join(map(re.escape, cells)), text)
            assert re.search("</td><td[^>]*>".join(map(escape, cells)), page)
    for others in (["AsKs", "vs", "QhQd", "-b", "2s7sTh"], ["QQ", "vs", "AK"]):  # one hand each; before the flop
        assert "made hand" not in CliRunner().invoke(cli, ["report", *others]).stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["AsKs", "vs", "AsQd"], "As is used twice"),
        (["AA", "vs", "KK", "-o", "no/such/folder/x.html"], "cannot write 'no/such/folder/x.html'"),
        (["AA", "vs", "KK", "--exact", "-n", "10"], "--exact and --samples exclude each other"),
        ([], "missing argument"),
    ],
)
def test_command_refuses(words, message):
    result = CliRunner().invoke(cli, ["report", *words])
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_bars_in_colour_and_without():
    plain = equity.calculate(["AsKs", "QhQd"], samples=1000, seed=1).to_dict()
    colored = equity_bars(plain, color=True)
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == equity_bars(plain)
    assert colored.count("\x1b[0m") == 2
    assert "±" in colored
    cards = next_card_bars(["As", "2c"], [1.0, 0.0], color=True)
    assert re.sub(r"\x1b\[[\d;]*m", "", cards).splitlines()[0].count("█") == 40
    assert len({len(line.split(" %")[0]) for line in equity_bars(plain).splitlines()}) == 1


# ---------------------------------------------------------------- in a browser

browser = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian package chromium) to render the page")


def render(path, tmp_path, *flags):
    child = subprocess.run(
        [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", *flags, f"file://{path}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=90,
    )
    assert child.returncode == 0, child.stderr[-2000:]
    assert "CONSOLE" not in child.stderr, child.stderr[-2000:]
    return child.stdout


def framed(page, width):
    """Return a page that shows another in a frame as wide as a telephone, and says how wide its content is."""
    return (
        f'<!doctype html><iframe id="f" style="width:{width}px;height:900px;border:0" srcdoc="{escape(page)}"></iframe>'
        '<pre id="o"></pre><script>onload=()=>{const f=document.getElementById("f"),d=f.contentDocument,'
        'e=d.documentElement,r=[...d.querySelectorAll("body *")].map(x=>x.getBoundingClientRect().right),'
        'b=x=>x.getBoundingClientRect(),s=[...d.querySelectorAll("svg text")],c=[...d.querySelectorAll("td,th")],'
        'cut=s.filter(x=>{const o=b(x.closest("svg")),i=b(x);return i.left<o.left||i.right>o.right||i.bottom>o.bottom})'
        ".concat(c.filter(x=>x.scrollWidth>x.clientWidth+1||x.scrollHeight>x.clientHeight+1)).map(x=>x.textContent);"
        'document.getElementById("o").textContent=JSON.stringify([e.scrollWidth,Math.max(...r),'
        "getComputedStyle(d.body).backgroundColor,cut])}</script>"
    )


@browser
@pytest.mark.parametrize("width", [360, 390, 768, 1200])
def test_nothing_sticks_out_or_is_cut(sampled, tmp_path, width):
    path = tmp_path / "frame.html"
    path.write_text(framed(sampled[1], width), encoding="utf-8")
    found = render(path, tmp_path, "--dump-dom", "--window-size=1300,1000")
    scroll, right, _, cut = json.loads(unescape(re.search(r'<pre id="o">(.*?)</pre>', found)[1]))
    assert scroll == width
    assert right <= width
    assert cut == []


@browser
@pytest.mark.parametrize(
    ("scheme", "paper"), [(0, "rgb(20, 24, 30)"), (1, "rgb(255, 255, 255)")], ids=["dark", "light"]
)
def test_dark_and_light(sampled, tmp_path, scheme, paper):
    path = tmp_path / "frame.html"
    path.write_text(framed(sampled[1], 1200), encoding="utf-8")
    found = render(path, tmp_path, "--dump-dom", f"--blink-settings=preferredColorScheme={scheme}")
    assert paper in found


@browser
def test_what_is_missing_would_be_noticed(tmp_path):
    page = tmp_path / "report.html"
    page.write_text(page_html(look_closer(equity.calculate(["AA", "KK"]))).replace("<h1>", '<img src="x.png"><h1>'))
    with pytest.raises(AssertionError, match="CONSOLE"):
        render(page, tmp_path, "--dump-dom")


@browser
def test_a_picture_of_it_is_not_empty(sampled, tmp_path):
    page, picture = tmp_path / "report.html", tmp_path / "report.png"
    page.write_text(sampled[1], encoding="utf-8")
    render(page, tmp_path, f"--screenshot={picture}", "--window-size=1200,2400")
    assert picture.stat().st_size > 50_000
