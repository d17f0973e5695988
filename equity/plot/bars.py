"""What each card that can come next does to a player's equity."""

from __future__ import annotations

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
    r"""Draw a player's equity after each card that can come next, four bars a rank.

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
    ax = new_axes(ax, size=(9, 4))
    shares = dict(zip(found.cards.tolist(), found.equity[:, player].tolist(), strict=True))
    for place, suit in enumerate(SUITS):
        _draw_suit(ax, suit, (place - 1.5) * _WIDTH, shares)
    now = float(found.share @ found.equity[:, player])
    ax.axhline(now, color=COLORS[1], linestyle="--", linewidth=1.5, label=f"now {100 * now:.1f} %", zorder=3)
    names = names_of(question)
    others = " and ".join(name for i, name in enumerate(names) if i != player)
    street = "turn" if len(question.board) == 3 else "river"
    ax.set_title(
        f"equity of {names[player]} after the {street}\nagainst {others} {situation(question)}", fontsize="medium"
    )
    _frame(ax, street)
    return ax


def _draw_suit(ax: Axes, suit: str, shift: float, shares: dict[int, float]) -> None:
    symbol, color = SUITS[suit].symbol, SUITS[suit].ink.light
    cards = [card for card in shares if card_name(card)[1] == suit]
    middles = [_RANKS.index(card_name(card)[0]) + shift for card in cards]
    heights = [shares[card] for card in cards]
    ax.bar(middles, heights, _WIDTH * 0.9, color=color, label=symbol)
    for x, height in zip(middles, heights, strict=True):
        ax.text(x, height + 0.008, symbol, ha="center", va="bottom", fontsize=8, color="#222222")


def _frame(ax: Axes, street: str) -> None:
    ax.set(xlim=(-0.6, 12.6), ylim=(0, 1.08), xlabel=f"{street} card (no bar: it cannot come)", ylabel="equity")
    ax.set_xticks(range(13), list(_RANKS))
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1])
    ax.tick_params(axis="x", length=0)
    as_percent(ax.yaxis)
    ax.grid(axis="y", color="#dddddd", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
