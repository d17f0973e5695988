"""What a hand learns from outside: cards that were unknown, hands given up, results of a showdown nobody saw.

Rules of the file: these methods never touch the betting. When they tell enough, the pots are paid.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from equity.cards import card_name, cards_text
from equity.errors import DealError, IllegalActionError
from equity.numbers import as_int, is_whole
from equity.rules.dealing import read_board, read_cards
from equity.rules.view import HandView, kernels

__all__ = ["Reveals"]


class Reveals(HandView):
    """The side of a `Hand` that takes cards and results from outside."""

    __slots__ = ()

    def show(self, seat: int, cards: Any) -> None:
        """Tell a seat's hole cards, at any time; at the showdown it decides the pots if it was the last unknown.

        Raises
        ------
        DealError
            If other cards are known for the seat, or a card is somewhere else.

        Examples
        --------
        >>> from equity.rules import Hand, Rules
        >>> hand = Hand(Rules(small_blind=5, big_blind=10), [50, 50], holes=["AsAd", None], board="2c7d9h3s4h")
        >>> hand.all_in()
        >>> hand.call()
        >>> hand.is_settled
        False
        >>> hand.show(1, "KsKd")
        >>> hand.final_stacks
        (100, 0)
        """
        self._need_seat(seat, "shows")
        found = read_cards(cards, f"the hole cards of seat {seat}")
        if len(found) != 2:
            raise DealError(f"seat {seat} shows two hole cards, got {len(found)} ({cards_text(found)})")
        known = tuple(self.record["hole"][seat].tolist())
        if set(known) == set(found):
            return
        if known[0] >= 0:
            raise DealError(f"seat {seat} holds {cards_text(known)}, not {cards_text(found)}")
        self._refuse_used(found)
        self._array["hole"][0, seat] = found
        self._told.append(("show", seat, cards_text(found)))
        self._settle()

    def muck(self, seat: int) -> None:
        """Give up a seat's hand at a showdown that waits for cards.

        Raises
        ------
        IllegalActionError
            If the hand waits for no cards, or this is the last seat that has not given up.
        """
        self._need_seat(seat, "mucks")
        live = [other for other in self.show_order if self.record["value"][other] != 0]
        if self.is_settled or seat not in live or len(live) < 2:
            raise IllegalActionError(
                f"seat {seat} cannot muck: only at a showdown with unknown cards, and not as the last of them"
            )
        self._array["value"][0, seat] = 0
        self._told.append(("muck", seat))
        self._settle()

    def deal_board(self, cards: Any) -> None:
        """Tell the board, or more of it: all cards known so far first.

        Raises
        ------
        DealError
            If the cards contradict the known ones or are somewhere else.

        Examples
        --------
        >>> from equity.rules import Hand, Rules
        >>> hand = Hand(Rules(small_blind=5, big_blind=10), [50, 50], holes=["AsAd", "KsKd"])
        >>> hand.deal_board("2c7d9h")
        """
        found, known = read_board(cards), self.full_board
        if found[: len(known)] != known:
            raise DealError(f"the board starts with {cards_text(known)}, got {cards_text(found)}")
        self._refuse_used(found[len(known) :])
        self._array["board"][0, : len(found)] = found
        self._told.append(("board", cards_text(found)))
        self._settle()

    def decide(self, strengths: Mapping[int, int]) -> None:
        """Settle a showdown nobody saw: a strength from 1 to 7462 for every seat that did not muck, higher wins.

        Examples
        --------
        >>> from equity.rules import Hand, Rules
        >>> hand = Hand(Rules(small_blind=5, big_blind=10), [50, 50], holes=[None, None])
        >>> hand.all_in()
        >>> hand.call()
        >>> hand.decide({0: 1, 1: 1})
        >>> hand.final_stacks
        (50, 50)
        """
        open_seats = [seat for seat in self.show_order if self.record["value"][seat] != 0]
        if not isinstance(strengths, Mapping):
            raise IllegalActionError(f"strengths are a mapping such as {{0: 1, 1: 2}}, got {strengths!r:.60}")
        given = {as_int(seat): as_int(strength) for seat, strength in strengths.items()}
        if self.is_settled or not open_seats or set(given) != set(open_seats):
            raise IllegalActionError(f"strengths are needed for exactly the seats {open_seats}, got {given}")
        for seat, strength in given.items():
            if not is_whole(strength) or not 1 <= strength <= 7462:
                raise IllegalActionError(f"the strength of seat {seat} must be 1 to 7462, got {strength!r}")
        for seat, strength in given.items():
            self._array["value"][0, seat] = strength
        self._told.append(("decide", given))
        self._settle()

    def _need_seat(self, seat: int, verb: str) -> None:
        if not is_whole(seat) or not 0 <= seat < len(self._stacks) or self._stacks[seat] == 0:
            raise IllegalActionError(f"no seat {seat!r} is dealt in that {verb}")

    def _refuse_used(self, cards: tuple[int, ...]) -> None:
        used = {card for pair in self.record["hole"][: len(self._stacks)].tolist() for card in pair}
        used.update(self.full_board)
        for card in cards:
            if card in used:
                raise DealError(f"{card_name(card)} is dealt already")

    def _settle(self) -> None:
        kernels().settle(self._array, 0, self._table)
