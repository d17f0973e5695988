"""Hand strength and potential: how good a hand is now, and how likely it is to become better or worse.

The definitions are those of D. Billings, D. Papp, J. Schaeffer and D. Szafron, "Opponent modeling in poker" (AAAI
1998), also in D. Billings, A. Davidson, J. Schaeffer and D. Szafron, "The challenge of poker" (Artificial Intelligence
134, 2002). Against each hand an opponent may hold the player is ahead, level or behind on this board, and again when
the last card is out:

- HS, hand strength: (ahead + level / 2) / all.
- PPot, positive potential: of the weight behind or (counted half) level now, the part that ends ahead; ending level
  after being behind, and ending ahead after being level, count half.
- NPot, negative potential: the same the other way round.
- EHS, effective hand strength: HS (1 - NPot) + (1 - HS) PPot.

The papers weigh the opponent's hands; here that is a range.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import cards_text, combo_cards
from equity.errors import DealError
from equity.numbers import read_whole
from equity.odds.analyses.per_combo import with_hand
from equity.odds.exact import sweep
from equity.odds.exact.card_removal import cards_of_combos
from equity.odds.question.question import Cards, Player, Question
from equity.show.results import Shown

__all__ = ["HandPotential", "effective_hand_strength", "hand_potential", "hand_strength"]


@dataclass(frozen=True, repr=False)
class HandPotential(Shown):
    """Strength and potential of a hand.

    Attributes
    ----------
    table : float64 array, shape (3, 3)
        Weight of the opponent's hands and cards to come by where the player is now (row) and where they end (column):
        ahead, level, behind.
    hs : float
        Hand strength now.
    ppot, npot : float
        Positive and negative potential.
    """

    table: NDArray[np.float64] = field(repr=False)
    hs: float
    ppot: float
    npot: float

    @property
    def ehs(self) -> float:
        """Effective hand strength against one opponent."""
        return self.hs * (1 - self.npot) + (1 - self.hs) * self.ppot

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary: the figures by name."""
        return [{"hs": self.hs, "ppot": self.ppot, "npot": self.npot, "ehs": self.ehs}]

    def _line(self) -> str:
        return ", ".join(f"{name} {value:.4f}" for name, value in self.rows()[0].items())

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        figures = {"hs": self.hs, "ppot": self.ppot, "npot": self.npot, "ehs": self.ehs}
        return {**figures, "table": self.table.tolist()}


def hand_strength(
    hand: Player, board: Cards, *, opponent: Player = "random", dead: Cards = "", opponents: int = 1
) -> float:
    """Return how likely a hand is the best one now: HS, ties counted half.

    Parameters
    ----------
    hand : str or two card indices
    board : str or sequence of int
        Three to five cards.
    opponent : str or Range, optional
        What an opponent may hold, with weights.
    dead : str or sequence of int, optional
        Cards nobody can have.
    opponents : int, optional
        Against several opponents of this kind: HS to this power, as in the papers.

    Examples
    --------
    >>> import equity
    >>> round(equity.hand_strength("AdQc", "3h4cJh"), 4)
    0.5851
    """
    opponents = _read_opponents(opponents)
    question = _read(hand, board, opponent, dead)
    weights, signs = _compare_now(question)
    return float((weights[signs > 0].sum() + weights[signs == 0].sum() / 2) / weights.sum()) ** opponents


def hand_potential(
    hand: Player, board: Cards, *, opponent: Player = "random", dead: Cards = "", cards: int | None = None
) -> HandPotential:
    """Return strength and potential of a hand: HS, PPot, NPot, with everything that can come counted.

    Parameters
    ----------
    hand, board, opponent, dead
        As for `hand_strength`; on the river there is no potential left.
    cards : int, optional
        How many cards to look ahead; by default all that are to come. On the flop 1 gives the papers' PPot1.

    Examples
    --------
    >>> import equity
    >>> found = equity.hand_potential("AdQc", "3h4cJh")  # the papers' example
    >>> round(found.hs, 3), round(found.ppot, 3), round(found.npot, 3), found.table[0].tolist()
    (0.585, 0.208, 0.274, [449005.0, 3211.0, 169504.0])
    """
    question = _read(hand, board, opponent, dead)
    left = 5 - len(question.board)
    ahead_by = None if cards is None else read_whole("cards (how many to look ahead)", cards, least=0, most=left)
    weights, signs = _compare_now(question)
    ends = _next_ends(question) if ahead_by == 1 < left else _last_ends(question, ahead_by)
    table = np.array([weights[signs == sign] @ ends[signs == sign] for sign in (1, 0, -1)])
    ahead, level, behind = table.sum(axis=1)
    hs = (ahead + level / 2) / (ahead + level + behind)
    up = table[2, 0] + table[2, 1] / 2 + table[1, 0] / 2
    down = table[0, 2] + table[1, 2] / 2 + table[0, 1] / 2
    return HandPotential(table, float(hs), _part(up, behind + level / 2), _part(down, ahead + level / 2))


def _last_ends(question: Question, cards: int | None) -> NDArray[np.float64]:
    """Return for each hand of the opponent how often the player ends ahead, level and behind."""
    if cards == 0:
        _, signs = _compare_now(question)
        ends: NDArray[np.float64] = (signs[:, None] == np.array([1, 0, -1])).astype(np.float64)
        return ends
    beats, ties, total = sweep.count_combos(question)[1].T
    return np.stack([total - beats - ties, ties, beats], axis=1)


def _next_ends(question: Question) -> NDArray[np.float64]:
    """Return the same for the hands of a flop when only the turn comes."""
    mine = combo_cards(next(iter(question.live[0])))
    live = question.live[1]
    theirs = cards_of_combos().T[np.fromiter(live, np.int64, len(live))]
    ends = np.zeros((len(live), 3))
    for card in question.deck:
        if card not in mine:
            _, signs = _compare_now(question, card)
            ends += (signs[:, None] == np.array([1, 0, -1])) & (theirs != card).all(axis=1)[:, None]
    return ends


def _part(part: float, whole: float) -> float:
    return float(part / whole) if whole else 0.0


def effective_hand_strength(
    hand: Player,
    board: Cards,
    *,
    opponent: Player = "random",
    dead: Cards = "",
    opponents: int = 1,
    optimistic: bool = False,
) -> float:
    """Return HS (1 - NPot) + (1 - HS) PPot: how likely a hand is the best one in the end.

    Parameters
    ----------
    hand, board, opponent, dead
        As for `hand_strength`.
    opponents : int, optional
        HS is taken to this power, as in the papers.
    optimistic : bool, optional
        Leave NPot out, as the papers do for a bet: HS + (1 - HS) PPot.

    Examples
    --------
    >>> import equity
    >>> round(equity.effective_hand_strength("AdQc", "3h4cJh"), 3)
    0.511
    >>> round(equity.effective_hand_strength("AdQc", "3h4cJh", optimistic=True), 3)
    0.672
    """
    opponents = _read_opponents(opponents)
    found = hand_potential(hand, board, opponent=opponent, dead=dead)
    strength = found.hs**opponents
    kept = strength if optimistic else strength * (1 - found.npot)
    return kept + (1 - strength) * found.ppot


def _read_opponents(opponents: int) -> int:
    return read_whole("opponents", opponents, least=1, most=1000)


def _read(hand: Player, board: Cards, opponent: Player, dead: Cards) -> Question:
    question = Question.parse([hand, opponent], board=board, dead=dead)
    if len(question.board) < 3:
        raise DealError(f"hand strength needs a board of 3, 4 or 5 cards, got {cards_text(question.board)!r}")
    if len(question.live[0]) != 1:
        raise DealError(f"hand strength is that of one hand, got {len(question.live[0])}: {question.ranges[0]}")
    return with_hand(question, 0, next(iter(question.live[0])))  # its weight does not matter


def _compare_now(question: Question, *more: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the weight of each of the opponent's live combos, and 1, 0, -1 where the player is ahead, level, behind.

    Combos that share a card with the hand get the weight 0. `more` are cards that come to the board; a combo that holds
    one is compared all the same.
    """
    from equity.evaluator import evaluate, evaluate_many

    mine = combo_cards(next(iter(question.live[0])))
    live = question.live[1]
    cards = cards_of_combos().T[np.fromiter(live, np.int64, len(live))]
    weights = np.fromiter(live.values(), np.float64, len(live))
    clash = np.isin(cards, mine).any(axis=1)
    weights[clash] = 0.0
    board = np.array((*question.board, *more), np.uint8)
    rows = np.concatenate([cards, np.broadcast_to(board, (len(cards), len(board)))], axis=1)
    values = evaluate_many(rows, check=False).astype(np.int64)
    return weights, np.sign(evaluate([*mine, *question.board, *more]) - values)
