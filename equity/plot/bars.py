"""What each card that can come next does to a player's equity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from equity.cards import RANKS, card_name
from equity.plot.style import COLORS, Subject, as_percent, names_of, new_axes, read_subject, situation
from equity.show.palette import SUITS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from equity.odds.question.question import Cards

__all__ = ["next_cards"]

_RANKS = RANKS[::-1]
_WIDTH = 0.2


def next_cards(  # the question's own options, by name
    players: Subject,
    *,
    player: int = 0,
    board: Cards = "",
    dead: Cards = "",
    samples: int | None = None,
    seed: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    r"""Draw a player's equity after each card that can come next, four bars per rank.

    Bars begin at the equity of now and go to that after the card, so that their lengths are what the card changes,
    however little that is; the number at a bar's end is the equity in percent.

    Parameters
    ----------
    players : sequence of str or Range, or EquityResult
        The question, as for `equity.calculate`, or its result; with three or four cards on the board.
    player : int, optional
        Whose equity, counted from 0.
    board, dead, samples, seed
        As for `equity.next_card`.
    ax : Axes, optional
        Where to draw; by default on a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> ax = next_cards(["AsKs", "QhQd"], board="2s7sTh")
    >>> ax.get_title()
    'equity of AsKs after the turn\nagainst QhQd on 2s 7s Th'
    >>> len(ax.patches)  # of 52 cards seven are known
    45
    """
    from equity.odds.analyses.next_card import after_next_card
    from equity.odds.analyses.per_combo import read_player

    question = read_subject(players, board=board, dead=dead)
    player = read_player(player, question)
    found = after_next_card(question, samples=samples, seed=seed)
    ax = new_axes(ax, size=(11, 4.2))
    shares = dict(zip(found.cards.tolist(), found.equity[:, player].tolist(), strict=True))
    now = float(found.share @ found.equity[:, player])
    for place, suit in enumerate(SUITS):
        _draw_suit(ax, suit, (place - 1.5) * _WIDTH, shares, now)
    ax.axhline(now, color=COLORS[1], linestyle="--", linewidth=1.5, label=f"now {100 * now:.1f} %", zorder=3)
    names = names_of(question)
    others = " and ".join(name for i, name in enumerate(names) if i != player)
    street = "turn" if len(question.board) == 3 else "river"
    ax.set_title(
        f"equity of {names[player]} after the {street}\nagainst {others} {situation(question)}", fontsize="medium"
    )
    _frame(ax, street, [*shares.values(), now])
    return ax


def _draw_suit(ax: Axes, suit: str, shift: float, shares: dict[int, float], now: float) -> None:
    symbol, color = SUITS[suit].symbol, SUITS[suit].ink.light
    cards = [card for card in shares if card_name(card)[1] == suit]
    middles = [_RANKS.index(card_name(card)[0]) + shift for card in cards]
    changes = [shares[card] - now for card in cards]
    ax.bar(middles, changes, _WIDTH * 0.9, bottom=now, color=color, label=symbol)
    for x, change in zip(middles, changes, strict=True):
        up = change >= 0
        ax.annotate(
            f"{100 * (now + change):.1f}", (x, now + change), (0, 3 if up else -3), textcoords="offset points",
            ha="center", va="bottom" if up else "top", rotation=90, fontsize=6.5, color="#222222",
        )  # fmt: skip
        ax.text(x, 0.02, symbol, ha="center", va="bottom", fontsize=7, color=color, transform=ax.get_xaxis_transform())


def _frame(ax: Axes, street: str, shares: Sequence[float]) -> None:
    low, high = min(shares), max(shares)
    room = max(high - low, 0.02)
    ax.set(xlim=(-0.6, 12.6), ylim=(low - 0.35 * room, high + 0.25 * room))
    ax.set(xlabel=f"{street} card (no bar: it cannot come)", ylabel="equity")
    ax.set_xticks(range(13), list(_RANKS))
    ax.tick_params(axis="x", length=0)
    as_percent(ax.yaxis, digits=None)
    ax.grid(axis="y", color="#dddddd", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
