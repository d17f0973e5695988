"""What sampled deals are drawn from: ranges and deck, boards of a pattern, flops that meet a condition.

Conditions on the flop alone are not rejected deal by deal: the flops that meet them are listed, and drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.errors import DealError
from equity.odds.sampling.dealers import Dealer, make_dealer
from equity.pql.deals import Deals
from equity.pql.evaluation import find_fitting
from equity.pql.functions import find_function
from equity.pql.grammar import QueryError
from equity.pql.program import Program
from equity.pql.situation import Situation
from equity.pql.types import Type
from equity.tables import CARD_MASKS

__all__ = ["Source", "make_source"]

_CLASHES = 10_000_000  # draws of a chunk that may be thrown away
_WORTH = 0.25  # of all flops: to reject three deals of four costs no more than to draw the flops
_PILOT = 2048  # hands that show how many of the flops they leave


@dataclass(frozen=True)
class Source:
    """What deals are drawn from.

    Attributes
    ----------
    dealer : Dealer
    starts : uint8 array or None
        The first cards of the boards that may come, each as likely as any other.
    check : BoardRange or None
        A pattern whose boards are too many to list.
    dead : tuple of int
    share : float
        The share of all deals that begin with one of `starts`, where these are flops that meet a condition.
    """

    dealer: Dealer
    starts: NDArray[np.uint8] | None
    check: Any
    dead: tuple[int, ...]
    share: float = 1.0

    def deal(self, seed: int, chunk: int, size: int) -> Deals:
        """Return the deals of a chunk."""
        holes = np.empty((size, self.dealer.players, 2), np.uint8)
        boards = np.empty((size, 5), np.uint8)
        stream, cards = (np.uint64(seed), np.uint64(chunk)), self.dealer.cards()
        if self.starts is None:
            from equity.kernels.cards.deal import deal_chunk

            deal_chunk(*stream, cards, holes, boards)
        else:
            from equity.kernels.queries.dealing import deal_on_boards

            if deal_on_boards(*stream, cards, self.starts, _CLASHES, holes, boards) < size:
                raise DealError("no deal is possible: nearly all boards that fit clash with the ranges")
        deals = Deals(holes, boards, self.dead)
        return deals if self.check is None else deals.narrowed(self.check.fits(deals))


def make_source(program: Program, situation: Situation, seed: int) -> tuple[Source, Program]:
    """Return what deals are drawn from, and the program with the conditions that are left to check.

    Raises
    ------
    DealError
        If no board of the pattern can be dealt.
    QueryError
        If no flop meets the conditions on it.
    """
    question, dealer = situation.question, make_dealer(situation.question)
    deck = tuple(int(card) for card in dealer.deck)
    if situation.boards is not None:
        starts = situation.boards.starts(deck)
        if starts is None:
            return Source(dealer, None, situation.boards, question.dead), program
        if not len(starts):
            raise DealError(f"no board fits {situation.pattern!r:.60}: its cards are held, dead or do not go together")
        return Source(dealer, starts, None, question.dead), program
    plain = Source(dealer, None, None, question.dead)
    direct = tuple(step for step in program.conditions if _is_about_flops(program, step))
    if question.board or not direct:
        return plain, program
    flops = np.array(list(combinations(deck, 3)), np.uint8).reshape(-1, 3)
    fits = _fitting_flops(replace(program, conditions=direct), flops, dealer.players)
    starts = flops[fits]
    if not len(starts):
        raise QueryError("no flop meets the condition", text=program.text, place=program.where)
    if len(starts) > _WORTH * len(flops):
        return plain, program
    share = _share_of(plain.deal(seed, 0, _PILOT).holes, starts, len(question.deck))
    if not share:
        return plain, program
    left = tuple(step for step in program.conditions if step not in direct)
    return replace(plain, starts=starts, share=share), replace(program, conditions=left)


def _is_about_flops(program: Program, number: int) -> bool:
    """Say whether a step needs the cards of the flop and nothing else."""
    step = program.steps[number]
    given = [program.steps[need] for need in step.needs]
    if step.kind == "call":
        function = find_function(step.value)
        assert function is not None  # it was found when the program was made
        streets = {one.value for one in given if one.gives is Type.STREET} or set(function.looks)
        for one in given:
            if one.gives is Type.PLAYER:
                return False
            if one.gives is Type.BOARDS:
                streets |= set(one.value.streets)
        if function.everybody or streets - {3}:
            return False
    return all(_is_about_flops(program, need) for need in step.needs)


def _fitting_flops(program: Program, flops: NDArray[np.uint8], players: int) -> NDArray[np.bool_]:
    boards = np.zeros((len(flops), 5), np.uint8)
    boards[:, :3] = flops
    return find_fitting(program, Deals(np.zeros((len(flops), players, 2), np.uint8), boards))


def _share_of(holes: NDArray[np.uint8], starts: NDArray[np.uint8], deck: int) -> float:
    """Return the share of flops that are among `starts`, over what some hands leave in the deck."""
    held = np.bitwise_or.reduce(CARD_MASKS[holes], axis=(1, 2))
    shown = np.bitwise_or.reduce(CARD_MASKS[starts], axis=1)
    fitting = sum(int(np.count_nonzero((hands & shown) == 0)) for hands in held)
    return fitting / (len(held) * comb(deck - 2 * holes.shape[1], 3))
