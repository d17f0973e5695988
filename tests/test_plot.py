"""Pictures: what stands in the artists, and that nothing a person must read runs into something else."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import equity
from equity.errors import OptionError
from equity.show.palette import scale_color, text_color

matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra plot)")
matplotlib.use("Agg")
from matplotlib import colormaps  # noqa: E402
from matplotlib import pyplot as plt  # noqa: E402

from equity import plot  # noqa: E402

FLOP = "2s7sTh"


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def shown_boxes(ax):
    """Return the boxes of all texts in the axes, in pixels."""
    ax.figure.canvas.draw()
    return [text.get_window_extent() for text in ax.texts if text.get_text()]


def contrast(first, second):
    """Return the contrast of two colours as the WCAG counts it."""
    luminances = []
    for color in (first, second):
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in matplotlib.colors.to_rgb(color)]
        luminances.append(0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05)
    return max(luminances) / min(luminances)


# ---------------------------------------------------------------- grids


def test_range_grid_shows_weights():
    ax = plot.range_grid("QQ+,AKs:0.5,98o:0.25")
    shown = ax.images[0].get_array()
    expected = np.array(equity.Range("QQ+,AKs:0.5,98o:0.25").class_weights()).reshape(13, 13)
    assert np.array_equal(shown.filled(0), expected)
    assert (shown.mask == (expected == 0)).all()
    assert len(ax.texts) == 169
    assert {"AA", "AKs\n50", "98o\n25", "72o"} <= set(texts(ax))
    assert "34 combos" in ax.get_title()


def test_range_grid_draws_where_told_and_takes_a_title():
    _, (left, right) = plt.subplots(1, 2)
    assert plot.range_grid(equity.Range("AA"), ax=right, title="mine") is right
    assert right.get_title() == "mine"
    assert not left.images


def test_no_scale_without_partial_weights():
    assert len(plot.range_grid("AA").figure.axes) == 1
    assert len(plot.range_grid("AA:0.5").figure.axes) == 2


@pytest.mark.parametrize("text", ["random", "22+:0.5,A2s+:0.25,K2o+:0.99"])
def test_texts_of_a_grid_do_not_overlap(text):
    boxes = shown_boxes(plot.range_grid(text))
    for row in range(13):
        for left, right in pairwise(boxes[13 * row : 13 * row + 13]):
            assert left.x1 < right.x0
    for place in range(156):
        assert boxes[place].y0 > boxes[place + 13].y1


def test_every_text_on_a_colour_can_be_read():
    for share in np.linspace(0, 1, 101):
        ours, theirs = scale_color(share), colormaps["viridis"](share)
        assert contrast(ours, text_color(ours)) >= 4.5
        assert np.abs(np.array(ours) - theirs[:3]).max() < 0.02  # our own table of the scale


def test_faint_texts_can_still_be_read():
    ax = plot.range_grid("AA")
    faint = next(text for text in ax.texts if text.get_text() == "72o")
    assert contrast(faint.get_color(), ax.images[0].cmap.get_bad()[:3]) >= 4.5


def test_equity_grid_is_each_class_by_its_share():
    players = ["AKs,JTs,99", "QQ"]
    ax = plot.equity_grid(players, board=FLOP)
    combos = equity.combo_equities(players, board=FLOP)
    own = [share for hand, share in zip(combos.hands, combos.equity, strict=True) if hand[0] + hand[2] == "AK"]
    grid = ax.images[0].get_array()
    assert grid[0, 1] == pytest.approx(np.mean(own))
    assert grid.count() == 3
    assert "against QQ on 2s 7s Th" in ax.get_title()


def test_equity_grid_of_another_player_and_of_a_result():
    result = equity.calculate(["AKs", "QQ,JJ"], board=FLOP)
    grid = plot.equity_grid(result, player=1).images[0].get_array()
    assert grid.count() == 2
    with pytest.raises(OptionError, match="player must be 0 to 1"):
        plot.equity_grid(result, player=2)
    with pytest.raises(OptionError, match="belong to the question"):
        plot.equity_grid(result, board="2c3c4c")


def test_heat_map_agrees_with_the_preflop_matrix():
    from equity.cards import parse_class

    ax = plot.heat_map(["AA-TT,AKs", "KK,AQs,72o"])
    rows = [parse_class(label.get_text()) for label in ax.get_yticklabels()]
    columns = [parse_class(label.get_text()) for label in ax.get_xticklabels()]
    expected = equity.preflop_matrix()[np.ix_(rows, columns)]
    assert ax.images[0].get_array().filled(np.nan) == pytest.approx(expected)
    assert texts(ax) == [f"{100 * share:.0f}" for share in expected.ravel()]
    assert ax.images[0].get_clim() == (0, 1)


def test_heat_map_leaves_out_what_the_board_blocks():
    ax = plot.heat_map(["TT,99", "TT,AK"], board="TsTh2d")
    shown = ax.images[0].get_array()
    labels = [[label.get_text() for label in labels] for labels in (ax.get_yticklabels(), ax.get_xticklabels())]
    assert shown.mask[labels[0].index("TT"), labels[1].index("TT")]
    assert "–" in texts(ax)


def test_heat_map_of_large_ranges_has_room_for_its_labels():
    ax = plot.heat_map(["top 30%", "random"])
    assert not ax.texts
    ax.figure.canvas.draw()
    boxes = [label.get_window_extent() for label in ax.get_xticklabels()]
    assert len(boxes) > 30
    assert all(left.x1 <= right.x0 for left, right in pairwise(boxes))
    assert ax.get_position().height > 0.6


def test_heat_map_is_of_two():
    with pytest.raises(OptionError, match="got 3 players"):
        plot.heat_map(["AA", "KK", "QQ"])


# ---------------------------------------------------------------- bars and curves


def test_next_cards_are_the_equities():
    players = ["AsKs", "QhQd"]
    ax = plot.next_cards(players, board=FLOP)
    found = equity.next_card(players, board=FLOP)
    now = equity.calculate(players, board=FLOP).equity[0]
    assert {round(bar.get_y(), 9) for bar in ax.patches} == {round(now, 9)}
    ends = sorted(bar.get_y() + bar.get_height() for bar in ax.patches)
    assert ends == pytest.approx(sorted(found.equity[:, 0]))
    assert sorted(float(text) for text in texts(ax) if text[0].isdigit()) == pytest.approx(
        sorted(100 * found.equity[:, 0]), abs=0.051
    )
    assert [label.get_text() for label in ax.get_xticklabels()] == list("AKQJT98765432")
    assert texts(ax).count("♠") == 10 - 1  # of 13 spades four are known
    line = next(line for line in ax.lines if "now" in line.get_label())
    assert line.get_ydata()[0] == pytest.approx(now)
    assert line.get_label() == f"now {100 * now:.1f} %"


def test_next_cards_of_the_river_and_another_player():
    ax = plot.next_cards(["AsKs", "QhQd"], board="2s7sTh3c", player=1)
    assert ax.get_title().startswith("equity of QhQd after the river")
    assert len(ax.patches) == 44
    boxes = shown_boxes(ax)
    for box in boxes:
        assert not any(box.overlaps(other) for other in boxes if other is not box)


def test_next_cards_of_ranges_differ_to_the_eye():
    players = ["22+,A2s+,KTs+,QJs,ATo+,KQo", "15%"]
    ax = plot.next_cards(players, board="Ts9s2d")
    shares = equity.next_card(players, board="Ts9s2d").equity[:, 0]
    low, high = ax.get_ylim()
    assert shares.max() - shares.min() < 0.1
    assert (shares.max() - shares.min()) / (high - low) > 0.5
    now = next(line for line in ax.lines if "now" in line.get_label()).get_window_extent()
    marks = [box for text, box in zip(ax.texts, shown_boxes(ax), strict=True) if text.get_text() in "♠♥♦♣"]
    assert len(marks) == 49
    assert not any(now.y0 <= box.y1 and box.y0 <= now.y1 for box in marks)


def test_next_cards_that_change_nothing_still_have_an_axis():
    ax = plot.next_cards(["AsAh", "AdAc"], board="2s3h4d5c")
    low, high = ax.get_ylim()
    assert low < 0.5 < high


def test_hot_and_cold_areas_are_the_equities():
    result = equity.calculate(["AKs,QQ,72o", "JJ+,T9s"], board=FLOP)
    ax = plot.hot_and_cold(result)
    for patch, share in zip(ax.patches, result.equity, strict=True):
        values, edges, _ = patch.get_data()
        assert edges[0] == 0
        assert edges[-1] == pytest.approx(1)
        assert (np.diff(values) <= 0).all()
        assert values @ np.diff(edges) == pytest.approx(share)
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == [f"{name}: {100 * share:.1f} %" for name, share in zip(result.players, result.equity, strict=True)]
    assert len({patch.get_linestyle() for patch in ax.patches}) == 2  # not by colour alone


# ---------------------------------------------------------------- running figures


def test_win_rate_of_chips():
    chips = np.array([[30, -30], [-10, 10], [50, -50], [-20, 20]] * 100)
    ax = plot.win_rate(chips, big_blind=10, names=["Ann", "Bob"])
    lines = ax.lines[1:]
    mean = 100 * chips.mean(axis=0) / 10
    error = 100 * chips.std(axis=0, ddof=1) / 10 / np.sqrt(len(chips))
    assert [line.get_ydata()[-1] for line in lines] == pytest.approx(mean)
    assert [line.get_xdata()[-1] for line in lines] == [400, 400]
    upper = [band.get_paths()[0].vertices[:, 1].max() for band in ax.collections]
    assert all(top >= value for top, value in zip(upper, mean + 1.96 * error, strict=True))
    assert ax.get_legend().get_texts()[1].get_text() == f"Bob: {mean[1]:+.1f} ± {1.96 * error[1]:.1f}"


def test_win_rate_of_a_run_ends_at_its_result():
    from equity.rules import pokerfs
    from equity.simulate import run

    result = run(pokerfs(), ["tag", "call"], hands=2000, seed=4)
    ax = plot.win_rate(result)
    for line, player in zip(ax.lines[1:], result.strategies, strict=True):
        assert line.get_xdata()[-1] == 2000
        assert line.get_ydata()[-1] == player.bb100.mean
        assert len(line.get_xdata()) >= 100
        half = player.bb100.ci95[1] - player.bb100.mean
        assert line.get_label() == f"{player.name}: {player.bb100.mean:+.1f} ± {half:.1f}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 2],), "big_blind"),
        (([1],), "2 or more hands"),
        (([[1, 2], [3, 4]],), "big_blind"),
    ],
)
def test_win_rate_refuses(arguments, message):
    with pytest.raises(OptionError, match=message):
        plot.win_rate(*arguments)


def test_win_rate_needs_a_name_for_each():
    with pytest.raises(OptionError, match="2 players but 1 names"):
        plot.win_rate([[1, -1], [3, -3]], big_blind=2, names=["Ann"])


def test_convergence_points_are_runs():
    exact = equity.calculate(["AsKs", "QhQd"])
    ax = plot.convergence(exact, samples=10_000, seed=3, exact=exact)
    line = ax.lines[0]
    assert line.get_xdata()[0] == 100
    assert line.get_xdata()[-1] == 10_000
    last = equity.calculate(["AsKs", "QhQd"], samples=10_000, seed=3)
    assert line.get_ydata()[-1] == last.equity[0]
    truth = [line.get_ydata()[0] for line in ax.lines[2:]]
    assert truth == pytest.approx(exact.equity)
    assert ax.get_xscale() == "log"
    with pytest.raises(OptionError, match="at least 100"):
        plot.convergence(exact, samples=99)


def test_hits_are_the_shares():
    found = equity.hits("22+,AK,JTs", FLOP)
    ax = plot.hits(found)
    rows = found.table("made_hand")
    assert [label.get_text() for label in ax.get_yticklabels()] == [row["name"] for row in rows]
    widths = [sum(bars[i].get_width() for bars in ax.containers) for i in range(len(rows))]
    assert widths == pytest.approx([row["share"] for row in rows])
    assert texts(ax) == [f"{100 * row['share']:.1f} %" for row in rows]
    assert ax.get_title().endswith("on 2s7sTh")
    again = plot.hits("22+,AK,JTs", FLOP, ax=plt.subplots()[1])
    assert [bar.get_width() for bar in again.patches] == [bar.get_width() for bar in ax.patches]


def test_flops_are_curves_by_texture():
    report = equity.flops("AK", "QQ")
    ax = plot.flops(report, by="pairing")
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == [f"{row['pairing']}: {100 * row['equity']:.1f} %" for row in report.by("pairing")]
    for patch, row in zip(ax.patches, report.by("pairing"), strict=True):
        values, edges, _ = patch.get_data()
        assert list(values) == sorted(values, reverse=True)
        assert np.diff(edges) @ values == pytest.approx(row["equity"])
    with pytest.raises(OptionError, match="suits, pairing"):
        plot.flops(report, by="colour")


@pytest.mark.parametrize("name", plot.__all__)
def test_every_picture_is_offered(name):
    assert callable(getattr(equity.plot, name))
    assert name in dir(plot)


def test_unknown_names_are_errors():
    with pytest.raises(AttributeError, match="no attribute 'pie'"):
        _ = plot.pie


def test_matplotlib_is_not_loaded_before_it_is_needed():
    import subprocess
    import sys

    code = "import sys, equity.plot; equity.plot.range_grid; print('matplotlib' in sys.modules)"
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert child.stdout.strip() == "False"


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch):
    import builtins

    original = builtins.__import__

    def refuse(name, *args, **kwargs):
        if name.split(".")[0] == "matplotlib":
            raise ImportError(name)
        return original(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(OptionError, match=r"pip install 'holdem-equity\[plot\]'"):
        plot.range_grid("AA")
