"""The from list of a query: who plays what on which board.

Rules of the file: text -> a situation that can be dealt, or an error at the place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from equity.cards import combo_index, parse_cards
from equity.constants import MAX_SEATS
from equity.errors import CardError, DealError, EquityError, RangeError
from equity.odds.question.question import Question
from equity.pql.grammar import Binding, QueryError, nearest
from equity.pql.patterns import BoardRange, combos_of, read_boards, read_patterns, split_list
from equity.pql.types import CONSTANTS, plain
from equity.ranges import Range

__all__ = ["Situation", "read_hands", "read_situation", "situation_of", "unknown_player"]

Read = TypeVar("Read")

_HOLDEM = {"holdem", "texas", "texasholdem", "nlhe", "nlh"}
_SYNTAX = {"generic", "classic", "holdem", "standard", "default"}
_RESERVED = ("game", "syntax", "board", "dead")


@dataclass(frozen=True)
class Situation:
    """Players, cards and ranges of a query.

    Attributes
    ----------
    question : Question
        Ranges, known board and dead cards; where fewer than two players are named, filled up with random hands.
    names : tuple of str
        The players of the query, as they are written.
    boards : BoardRange or None
        A pattern that the board fits.
    notes : tuple of str
    """

    question: Question
    names: tuple[str, ...]
    boards: BoardRange | None = None
    notes: tuple[str, ...] = ()

    @property
    def pattern(self) -> str:
        """The text of the board's pattern."""
        return "" if self.boards is None else self.boards.text

    @property
    def numbers(self) -> dict[str, int]:
        """The seats of the players, by name as it is compared."""
        return {name.lower(): seat for seat, name in enumerate(self.names)}


def read_situation(bindings: Sequence[Binding], text: str) -> Situation:
    """Return the situation of a from list.

    Raises
    ------
    QueryError
        At the place, for another game, what is not a range or a board, names given twice, cards that clash.
    """
    given: dict[str, Binding] = {}
    for binding in bindings:
        name = binding.name.lower()
        if name in given:
            raise QueryError(f"{binding.name} is given twice", text=text, place=binding.start)
        given[name] = binding
    game, syntax = given.pop("game", None), given.pop("syntax", None)
    if game is not None and plain(game.text).replace("'", "") not in _HOLDEM:
        raise QueryError(
            f"the game {game.text!r:.40} is not supported: equity answers questions on Texas hold'em, game='holdem'",
            text=text,
            place=game.text_start,
        )
    if syntax is not None and plain(syntax.text) not in _SYNTAX:
        raise QueryError(
            f"the syntax {syntax.text!r:.40} is not known; write 'generic'", text=text, place=syntax.text_start
        )
    board, dead = given.pop("board", None), given.pop("dead", None)
    for name, binding in given.items():
        if plain(name) in CONSTANTS:
            raise QueryError(
                f"{binding.name} is a word of the language and cannot be a player", text=text, place=binding.start
            )
    if len(given) > MAX_SEATS:
        raise QueryError(f"at most {MAX_SEATS} players, got {len(given)}", text=text, place=bindings[0].start)
    hands = [_at(text, binding, read_hands, binding.text) for binding in given.values()]
    dead_cards = _at(text, dead, _read_dead, dead.text) if dead is not None else ()
    cards, pattern = _at(text, board, _read_board, board.text) if board is not None else ((), None)
    names = [binding.name for binding in given.values()]
    try:
        return situation_of(hands, names, cards, dead_cards, pattern)
    except EquityError as error:
        place = bindings[0].start if bindings else 0
        raise QueryError(
            _named(str(error), names), text=text, place=_blame(str(error), given, board, dead, place)
        ) from None


def situation_of(
    hands: Sequence[Range],
    names: Sequence[str],
    board: tuple[int, ...] = (),
    dead: tuple[int, ...] = (),
    pattern: BoardRange | None = None,
) -> Situation:
    """Return a situation whose parts are read already.

    Raises
    ------
    DealError
        If it cannot be dealt.
    """
    filled = [*hands, *[Range("random")] * (2 - len(hands))]
    question = Question.parse(filled, board=board, dead=dead)
    notes = tuple(note for hand in hands for note in hand.notes)
    return Situation(replace(question, notes=notes), tuple(names), pattern, notes)


def read_hands(text: str) -> Range:
    """Return a range in our notation or in the generic one of ProPokerTools.

    Raises
    ------
    RangeError
        If it is in neither.

    Examples
    --------
    >>> len(read_hands("AwKw")), len(read_hands("[A,K]Q")), len(read_hands("RR")), len(read_hands("QQ+, *w*w"))
    (4, 32, 78, 330)
    """
    try:
        return Range(text)
    except RangeError as error:
        combos: dict[int, float] = {}
        generic = False
        for item in split_list(text):
            try:
                own = Range(item).combos
            except RangeError:
                try:
                    patterns = read_patterns(item, least=2, most=2, what="a hand")
                except EquityError:
                    raise error from None
                own = {combo_index(*cards): 1.0 for pattern in patterns for cards in combos_of(pattern)}
                generic = True
            for combo, weight in own.items():
                combos[combo] = max(weight, combos.get(combo, 0.0))
        if not generic or not combos:
            raise
        return Range.from_combos(combos)


def _read_dead(text: str) -> tuple[int, ...]:
    return parse_cards(text.replace(",", " "), where="the dead cards")


def _read_board(text: str) -> tuple[tuple[int, ...], BoardRange | None]:
    """Return known cards, or a pattern."""
    if not text.strip():
        return (), None
    try:
        cards = parse_cards(text, where="the board")
    except CardError as error:
        if "twice" in str(error):
            raise
    else:
        if len(cards) in (3, 4, 5):
            return cards, None
        if len(cards) > 5:
            raise DealError(f"a board has at most 5 cards, got {len(cards)}")
    return (), read_boards(text)


def _at(text: str, binding: Binding, read: Callable[[str], Read], given: str) -> Read:
    try:
        return read(given)
    except EquityError as error:
        raise QueryError(f"{binding.name}: {error}", text=text, place=binding.text_start) from None


def _named(message: str, names: Sequence[str]) -> str:
    """Return a message with the players' names for their numbers."""
    for number in range(len(names), 0, -1):
        message = message.replace(f"player {number} ", f"{names[number - 1]} ").replace(
            f"player {number}:", f"{names[number - 1]}:"
        )
        if message.endswith(f"player {number}"):
            message = message.removesuffix(f"player {number}") + names[number - 1]
    return message


def _blame(message: str, given: dict[str, Binding], board: Binding | None, dead: Binding | None, place: int) -> int:
    """Return the place of what a message is about."""
    if board is not None and message.startswith(("a board", "the board")):
        return board.text_start
    if dead is not None and "dead" in message and "player" not in message:
        return dead.text_start
    for number, binding in enumerate(given.values(), 1):
        if f"player {number}" in message:
            return binding.text_start
    return place


def unknown_player(name: str, names: Sequence[str]) -> str:
    """Return what to say about a player that there is not."""
    listed = f"the players are {', '.join(names)}" if names else "the from list names no player"
    return f"there is no player {name}{nearest(name, list(names)) or f'; {listed}'}"
