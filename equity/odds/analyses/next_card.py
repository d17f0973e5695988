"""What the next card does to everybody's equity, and which cards are outs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import card_name, combo_cards
from equity.errors import DealError
from equity.numbers import check_sampling
from equity.odds.analyses.split_equity import can_be_dealt, sample_parts, solve_parts
from equity.odds.question.question import Cards, Player, Question
from equity.show.columns import percent
from equity.show.results import Shown, name_method
from equity.strengths import CATEGORIES

__all__ = [
    "NextCards",
    "Out",
    "after_next_card",
    "check_next_card",
    "check_outs",
    "find_outs",
    "next_card",
    "outs",
]


@dataclass(frozen=True, repr=False)
class NextCards(Shown):
    """Everybody's equity after each card that can come.

    Attributes
    ----------
    cards : int64 array, shape (C,)
        Card numbers, aces first; `names` has them as text.
    share : float64 array, shape (C,)
        How likely each card is, given the ranges; adds up to 1.
    equity, win, tie : float64 arrays, shape (C, P)
        The mean of `equity` over the cards, by `share`, is the equity now.
    std_error : float64 array, shape (C, P), or None
        None if counted.
    seed : int or None
    """

    cards: NDArray[np.int64] = field(repr=False)
    share: NDArray[np.float64] = field(repr=False)
    equity: NDArray[np.float64] = field(repr=False)
    win: NDArray[np.float64] = field(repr=False)
    tie: NDArray[np.float64] = field(repr=False)
    std_error: NDArray[np.float64] | None = field(default=None, repr=False)
    seed: int | None = None

    def _line(self) -> str:
        best, worst = (int(place) for place in (self.equity[:, 0].argmax(), self.equity[:, 0].argmin()))
        found = ", ".join(f"{self.names[i]} {percent(float(self.equity[i, 0]))}" for i in (best, worst))
        return f"{len(self.cards)} cards, best and worst for player 1: {found}; {name_method(self.seed)}"

    @property
    def method(self) -> str:
        """How the figures were found."""
        return "exact" if self.std_error is None else "monte-carlo"

    @property
    def names(self) -> list[str]:
        """The cards as text."""
        return [card_name(card) for card in self.cards.tolist()]

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per card and player, for a data frame, CSV or JSON.

        Examples
        --------
        >>> next_card(["AsKs", "QhQd"], board="2s7sTh").rows()[0]["card"]
        'Ah'
        """
        figures = zip(self.names, self.share.tolist(), self.equity.tolist(), self.win.tolist(), self.tie.tolist(),
                      strict=True)  # fmt: skip
        return [
            {"card": name, "share": share, "player": i + 1, "equity": equity[i], "win": win[i], "tie": tie[i]}
            for name, share, equity, win, tie in figures
            for i in range(len(equity))
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: for each card its share and the players' equities."""
        cards = {
            name: {"share": share, "equity": equity, "win": win, "tie": tie}
            for name, share, equity, win, tie in zip(
                self.names, self.share.tolist(), self.equity.tolist(), self.win.tolist(), self.tie.tolist(), strict=True
            )
        }
        return {"method": self.method, "seed": self.seed, "cards": cards}


def next_card(
    players: str | Sequence[Player],
    *,
    board: Cards,
    dead: Cards = "",
    samples: int | str | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> NextCards:
    """Return everybody's equity after each card the turn (or river) can bring.

    Parameters
    ----------
    players, dead
        As for `equity.calculate`.
    board : str or sequence of int
        Three or four cards.
    samples : int, optional
        Sample this many deals; by default everything is counted where that takes seconds, and else two million deals
        are sampled.
    seed : int, optional
        Seed of the sample.
    threads : int, optional
        By default one per core.

    Returns
    -------
    NextCards

    Raises
    ------
    EquityError
        If the question makes no sense, or no single card comes next.

    Examples
    --------
    >>> import equity
    >>> turns = equity.next_card(["AsKs", "QhQd"], board="2s7sTh")
    >>> best = turns.equity[:, 0].argmax()
    >>> len(turns.names), turns.names[best], turns.equity[best].round(4).tolist()
    (45, 'Js', [1.0, 0.0])
    """
    samples, seed = check_sampling(samples, seed, threads)
    question = Question.parse(players, board=board, dead=dead)
    return after_next_card(question, samples=samples, seed=seed, threads=threads)


def check_next_card(question: Question) -> None:
    """Refuse a question in which no single card comes next.

    Raises
    ------
    DealError
    """
    if len(question.board) not in (3, 4):
        came = len(question.board)
        reason = "before the flop three cards come at once" if not came else "no card comes after the river"
        raise DealError(f"the next card needs a board of 3 or 4 cards, got {came}: {reason}")


def after_next_card(
    question: Question, *, samples: int | None = None, seed: int | None = None, threads: int | None = None
) -> NextCards:
    """Answer `next_card` for a question."""
    check_next_card(question)
    deck = question.deck[::-1]
    parts = [replace(question, board=(*question.board, card)) for card in deck]
    kept = [i for i, part in enumerate(parts) if can_be_dealt(part)]
    found = None
    if samples is None:
        found = solve_parts([parts[i] for i in kept], factors=[1.0] * len(kept), threads=threads)
    cards = np.array([deck[i] for i in kept], np.int64)
    if found is None:
        place = len(question.board)
        sampled = sample_parts(
            question, 52, lambda holes, boards: boards[:, place].astype(np.int64), samples=samples, seed=seed,
            threads=threads,
        )  # fmt: skip
        cards = cards[sampled.share[cards] > 0]
        found = sampled.pick(cards)
    return NextCards(cards, found.share, found.equity, found.win, found.tie, found.std_error, found.seed)


@dataclass(frozen=True, slots=True)
class Out:
    """A card that brings a player from behind to the front, or level with it.

    Attributes
    ----------
    card : str
    wins : bool
        Whether the player is then alone in front; if not, they share the lead.
    makes : str
        The category of the player's hand with the card.
    """

    card: str
    wins: bool
    makes: str


def outs(
    players: str | Sequence[Player], *, board: Cards, dead: Cards = "", player: int | None = None
) -> list[list[Out]] | list[Out]:
    """Return the cards that bring each player from behind to the front with the very next card.

    Parameters
    ----------
    players : sequence of str, or str
        One hand per player.
    board : str or sequence of int
        Three or four cards.
    dead : str or sequence of int, optional
        Cards nobody can get.
    player : int, optional
        Only this player's outs, counted from 0.

    Returns
    -------
    list of list of Out, one list per player; or that of the player asked for
        Aces first. The list of whoever is in front now is empty.

    Raises
    ------
    EquityError
        If a player holds a range: for those, see `next_card`.

    Examples
    --------
    >>> import equity
    >>> found = equity.outs(["AsKs", "QhQd"], board="2s7sTh", player=0)
    >>> len(found), " ".join(out.card for out in found[:6]), found[0].makes
    (15, 'Ah Ad Ac Kh Kd Kc', 'pair')
    """
    from equity.odds.analyses.per_combo import read_player

    question = Question.parse(players, board=board, dead=dead)
    found = find_outs(question)
    if player is None:
        return found
    player = read_player(player, question)
    return found[player]


def check_outs(question: Question) -> None:
    """Refuse a question that has no outs: no single card comes next, or a player holds a range.

    Raises
    ------
    DealError
    """
    if len(question.board) not in (3, 4):
        raise DealError(f"outs need a board of 3 or 4 cards, got {len(question.board)}")
    for number, live in enumerate(question.live, 1):
        if len(live) != 1:
            raise DealError(
                f"outs need one hand per player; player {number} has {len(live)} (for ranges ask for the next cards)"
            )


def find_outs(question: Question) -> list[list[Out]]:
    """Answer `outs` for a question."""
    check_outs(question)
    hands = [combo_cards(next(iter(live))) for live in question.live]
    held = {card for hand in hands for card in hand}
    now = _values(hands, question.board)
    found: list[list[Out]] = [[] for _ in hands]
    for card in reversed(question.deck):
        if card in held:
            continue
        after = _values(hands, (*question.board, card))
        best = max(after)
        for own, value, before in zip(found, after, now, strict=True):
            if value == best and (before < max(now) or (now.count(before) > 1 and after.count(best) == 1)):
                own.append(Out(card_name(card), after.count(best) == 1, _category(value)))
    return found


def _values(hands: Sequence[tuple[int, int]], board: Sequence[int]) -> list[int]:
    from equity.evaluator import evaluate_many

    return [int(value) for value in evaluate_many(np.array([[*hand, *board] for hand in hands], np.uint8))]


def _category(value: int) -> str:
    from equity.evaluator import category

    return CATEGORIES[category(value)]
