"""Who plays what on which board: an equity question, checked when it is made.

Rules of the file: pure Python; a `Question` that exists can be dealt. Nothing here counts or samples.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, TypeAlias, cast

from equity.cards import (
    CARDS,
    CLASSES,
    COMBOS,
    Combo,
    card_name,
    cards_text,
    combo_cards,
    combo_index,
    combo_name,
    parse_cards,
    read_cards,
)
from equity.constants import MAX_SEATS
from equity.errors import DealError, OptionError, RangeError
from equity.numbers import is_list
from equity.odds.question.feasibility import find_impossible_seats, is_easy
from equity.ranges import Range, split_players

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Cards", "Player", "Question", "read_known_cards"]


_FEW = 20  # combos looked at one by one sooner than those of the known cards are put together

Player: TypeAlias = "str | Range | Mapping[int, float] | Sequence[int] | Sequence[str] | NDArray[np.float64]"
Cards: TypeAlias = "str | Sequence[int] | Sequence[str]"


@dataclass(frozen=True)
class Question:
    """Ranges, board and dead cards that can be dealt together.

    Make one with `Question.parse`.

    Attributes
    ----------
    ranges : tuple of Range
        What each player may hold, as given: cards on the board are not taken out, see `live`.
    board, dead : tuple of int
        Known cards.
    notes : tuple of str
        What was understood or added: a random opponent for a single hand, readings of the ranges.
    known : frozenset of int
        Cards that nobody can hold: the board and the dead cards.
    live : tuple of mappings
        Each player's combos and weights without those that need a card of the board or a dead card. Equal ranges share
        one mapping: most of what a quick answer takes is looking through them.
    different : tuple of mappings
        The mappings of `live`, each once.
    unweighted : bool
        Whether every combo that can be dealt has the weight 1.
    single : bool
        Whether each player can hold one combo only, and no weights are to be counted.
    """

    ranges: tuple[Range, ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    # What follows from them is found once, at birth: every answer asks for it.
    known: frozenset[int] = field(init=False, repr=False, compare=False)
    live: tuple[Mapping[int, float], ...] = field(init=False, repr=False, compare=False)
    different: tuple[Mapping[int, float], ...] = field(init=False, repr=False, compare=False)
    unweighted: bool = field(init=False, repr=False, compare=False)
    single: bool = field(init=False, repr=False, compare=False)

    @classmethod
    def parse(cls, players: str | Sequence[Player], *, board: Cards = "", dead: Cards = "") -> Question:
        """Read a question and check that it can be dealt.

        Parameters
        ----------
        players : sequence of str or Range, or str
            One hand or range per player, 2 to 10; a single text is split at ``vs``. One player alone plays a random
            hand. A player may also be two card indices, a list of combos, a mapping from combo to weight, or 169 or
            1,326 weights.
        board : str or sequence of int, optional
            No, three, four or five cards.
        dead : str or sequence of int, optional
            Cards nobody can get: folded or seen.

        Raises
        ------
        EquityError
            `CardError`, `RangeError` or `DealError`: what cannot be read, or cannot be dealt together.

        Examples
        --------
        >>> question = Question.parse("AsKs vs QQ", board="2c7dTh")
        >>> [str(player) for player in question.ranges], len(question.live[1])
        (['AsKs', 'QQ'], 6)
        """
        texts = split_players([players]) if isinstance(players, str) else _as_list(players)
        board_cards, dead_cards = read_known_cards(board, dead)
        _check_number(max(2, len(texts)), len(dead_cards))
        if not texts:
            raise DealError(f"2 to {MAX_SEATS} players, got none; write two hands such as AsKs vs QQ")
        ranges = [_read_player(player, number) for number, player in enumerate(texts, 1)]
        notes = [note for player in ranges for note in player.notes]
        if len(ranges) == 1:
            notes.append(_alone(ranges[0]))
            ranges.append(_read_text("random"))
        question = cls(tuple(ranges), board_cards, dead_cards, tuple(dict.fromkeys(notes)))
        question._check_hands()
        return question

    def __post_init__(self) -> None:
        known = frozenset(self.board + self.dead)
        live: list[Mapping[int, float]] = []
        different: list[Mapping[int, float]] = []
        unweighted = single = True
        for seat, player in enumerate(self.ranges):
            first = self.ranges.index(player)
            if first == seat:
                combos = _without(player.combos, known)
                different.append(combos)
                unweighted = unweighted and [*combos.values()].count(1.0) == len(combos)
                single = single and len(combos) == 1
            live.append(different[-1] if first == seat else live[first])
        single = single and unweighted
        self.__dict__.update(
            known=known, live=tuple(live), different=tuple(different), unweighted=unweighted, single=single
        )

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """Cards that are neither on the board nor dead, ascending."""
        return tuple([card for card in range(CARDS) if card not in self.known])

    def _check_hands(self) -> None:
        if is_easy(self.live):
            return
        for number, player in enumerate(self.ranges, 1):
            if not player:
                raise RangeError(f"player {number}: the range is empty")
        forced = [_common_cards(player.combos) for player in self.ranges]
        for i, cards in enumerate(forced):
            for j in range(i):
                _check_apart(f"player {j + 1}", sorted(forced[j]), f"player {i + 1}", sorted(cards))
        for number, (player, live) in enumerate(zip(self.ranges, self.live, strict=True), 1):
            if not live:
                raise DealError(self._explain_blocked(number, player))
        seats = find_impossible_seats(self.live)
        if seats:
            names = [str(seat + 1) for seat in seats]
            listed = f"{', '.join(names[:-1])} and {names[-1]}"
            raise DealError(f"no deal is possible: the ranges of players {listed} cannot be dealt together")

    def _explain_blocked(self, number: int, player: Range) -> str:
        combos = list(player.combos)
        if len(combos) > 1:
            return f"player {number} has no possible hand: every combo of {player} needs a card that is known"
        card = next(card for card in combo_cards(combos[0]) if card in self.known)
        place, verb = ("the board", "is on the board") if card in self.board else ("the dead cards", "is dead")
        name = card_name(card)
        return (
            f"player {number} has no possible hand: {_hand_text(combos[0])} needs {name}, which {verb} "
            f"({name} is used twice: player {number} and {place})"
        )


def _alone(player: Range) -> str:
    """Return the note on a player without an opponent, who may have been meant as two."""
    hands = [hand.strip() for hand in player.text.split(",")]
    if len(hands) != 2 or not all(hands):
        return "one hand given: it plays against one random hand"
    return f"one range of {len(player)} combos against a random hand; for two players write {' vs '.join(hands)}"


def _without(combos: dict[int, float], known: frozenset[int]) -> dict[int, float]:
    """Take the combos that need a known card out of a dictionary that nobody else has, and return what is left."""
    if not known:
        return combos
    if len(combos) <= _FEW:
        for combo in [*combos]:
            if not known.isdisjoint(combo_cards(combo)):
                del combos[combo]
        return combos
    blocked = _blocked_combos(known)
    if len(combos) > len(blocked):  # take out the few
        for combo in blocked:
            combos.pop(combo, None)
        return combos
    return {combo: weight for combo, weight in combos.items() if combo not in blocked}


@lru_cache(maxsize=256)
def _blocked_combos(known: frozenset[int]) -> frozenset[int]:
    return frozenset().union(*map(_combos_with, known))


@cache
def _combos_with(card: int) -> frozenset[int]:
    return frozenset(combo_index(card, other) for other in range(CARDS) if other != card)


def _hand_text(combo: int) -> str:
    high, low = combo_cards(combo)
    return combo_name(combo) if high >> 2 != low >> 2 else cards_text((low, high))


def read_known_cards(board: Cards, dead: Cards) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return board and dead cards as indices.

    Raises
    ------
    EquityError
        `CardError` for what is not a card or stands there twice, `DealError` for a board of the wrong size.

    Examples
    --------
    >>> read_known_cards("AsKsQs", "2c")
    ((51, 47, 43), (0,))
    """
    if isinstance(board, str) and isinstance(dead, str):
        return _read_known_texts(board, dead)
    return _check_known(read_cards(board, where="the board"), read_cards(dead, where="the dead cards"))


@lru_cache(maxsize=256)
def _read_known_texts(board: str, dead: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return board and dead cards, read once: people ask about many hands on the same board."""
    return _check_known(parse_cards(board, where="the board"), parse_cards(dead, where="the dead cards"))


def _check_known(board_cards: tuple[int, ...], dead_cards: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if len(board_cards) not in (0, 3, 4, 5):
        raise DealError(f"a board has 0, 3, 4 or 5 cards, got {len(board_cards)}")
    _check_apart("the board", board_cards, "the dead cards", dead_cards)
    return board_cards, dead_cards


def _as_list(players: object) -> list[Player]:
    if isinstance(players, Range) or not is_list(players):
        raise OptionError(f"players are a list such as ['AsKs', 'QQ'] or one text with vs, got {players!r:.60}")
    return list(cast("Iterable[Player]", players))


def _read_player(player: Player, number: int) -> Range:
    if isinstance(player, Range):
        return player
    try:
        return _make_range(player, number)
    except RangeError as error:
        message = str(error)
        raise type(error)(message if f"player {number}" in message else f"player {number}: {message}") from None


def _make_range(player: Player, number: int) -> Range:
    if isinstance(player, str):
        try:
            return _read_text(player)
        except RangeError:
            return Range(player, whose=f"player {number}")  # raises it again, and says whose it is
    if isinstance(player, Mapping):
        return Range.from_combos(player)
    values = _values(player)
    if values and any(all(isinstance(value, kind) for value in values) for kind in (str, Combo)):
        return Range(cast("list[str] | list[Combo]", values))
    if len(values) == 2:
        first, second = read_cards(cast("list[int]", values), where=f"player {number}'s hand")
        return Range.from_combos({combo_index(first, second): 1.0})
    if len(values) in (CLASSES, COMBOS):
        return Range.from_weights(cast("NDArray[np.float64]", player))
    raise OptionError(
        f"player {number}: expected text, a Range, combos, two cards, or 169 or 1326 weights, got {player!r:.60}"
    )


def _values(player: object) -> list[object]:
    return list(player) if isinstance(player, Iterable) else []


@lru_cache(maxsize=256)
def _read_text(text: str) -> Range:
    """Return a range, which never changes, read once: people ask about the same ranges on many boards."""
    return Range(text)


def _check_number(players: int, dead: int) -> None:
    needed = 2 * players + 5
    if needed + dead > CARDS:
        left = f"; the deck has {CARDS}" if not dead else f"; the deck has {CARDS - dead} without the dead cards"
        raise DealError(f"{players} players need {needed} cards{left}")
    if players > MAX_SEATS:
        raise DealError(f"2 to {MAX_SEATS} players, got {players}")


def _check_apart(first: str, first_cards: Sequence[int], second: str, second_cards: Sequence[int]) -> None:
    twice = [card for card in first_cards if card in second_cards]
    if twice:
        raise DealError(f"{card_name(twice[-1])} is used twice: {first} and {second}")


def _common_cards(combos: Iterable[int]) -> frozenset[int]:
    cards = map(combo_cards, combos)
    common = set(next(cards, ()))
    for pair in cards:
        if not common:
            break
        common.intersection_update(pair)
    return frozenset(common)
