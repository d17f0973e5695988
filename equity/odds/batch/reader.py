"""Rows of a batch -> spots: known hands as plain numbers, everything else as questions.

Rules of the file: pure Python, and quick for the usual row: words are remembered, so that a hundred thousand hands are
read in a fraction of a second. What is read here in a hurry means exactly what `Question.parse` says; whatever looks
unusual is handed to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from equity.cards import CARDS, card_name, combo_index, parse_cards
from equity.constants import MAX_SEATS
from equity.errors import EquityError, OptionError
from equity.odds.question.question import Question
from equity.ranges import Range, split_players

__all__ = ["Hands", "Row", "RowReader", "player_columns", "split_row"]

Row: TypeAlias = "str | Mapping[str, Any] | tuple[Any, ...] | list[Any] | Question | EquityError"

_CARD = {card_name(card): card for card in range(CARDS)}
_MOST_REMEMBERED = 1 << 18


@dataclass(frozen=True, slots=True)
class Hands:
    """A spot of known hands; nothing is checked yet.

    Attributes
    ----------
    combos : tuple of int
        One per player.
    board, dead : tuple of int
    """

    combos: tuple[int, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]


class RowReader:
    """Reads rows one after the other.

    Examples
    --------
    >>> reader = RowReader()
    >>> reader.read("AsKs vs QhQd | Ts9s2d")
    Hands(combos=(1322, 902), board=(35, 31, 1), dead=())
    >>> [str(player) for player in reader.read({"players": ["AKs", "QQ"], "board": "2c7dTh"}).ranges]
    ['AKs', 'QQ']
    """

    def __init__(self) -> None:
        self._players: dict[str, int | Range] = {}
        self._cards: dict[str, tuple[int, ...]] = {"": ()}

    def read(self, row: Row) -> Hands | Question:
        """Return one row's spot.

        Raises
        ------
        EquityError
            If the row cannot be read or dealt.
        """
        if isinstance(row, Question):
            return row
        players, board, dead = split_row(row)
        known = [self._read_cards(cards) for cards in (board, dead)]
        if known[0] is None or known[1] is None:
            return Question.parse(players, board=board, dead=dead)
        found = [self._read_player(player) for player in players]
        if 2 <= len(found) <= MAX_SEATS and all(type(player) is int for player in found):
            return Hands(tuple(found), *known)  # type: ignore[arg-type]  # just looked at
        ranges = [given if isinstance(read, int | None) else read for given, read in zip(players, found, strict=True)]
        return Question.parse(ranges, board=board, dead=dead)

    def _read_player(self, player: Any) -> int | Range | None:
        """Return a combo or a range, or None where `Question.parse` has to look (or complain)."""
        if not isinstance(player, str):
            return None
        found = self._players.get(player)
        if found is None:
            try:
                found = _read_hand(player)
            except EquityError:
                return None  # the question's own message names the player
            if len(self._players) < _MOST_REMEMBERED:
                self._players[player] = found
        return found

    def _read_cards(self, cards: Any) -> tuple[int, ...] | None:
        if not isinstance(cards, str):
            whole = isinstance(cards, Iterable) and all(type(card) is int and 0 <= card < CARDS for card in cards)
            return tuple(cards) if whole else None
        found = self._cards.get(cards)
        if found is None:
            try:
                found = _read_names(cards) or parse_cards(cards)
            except EquityError:
                return None
            if len(self._cards) < _MOST_REMEMBERED:
                self._cards[cards] = found
        return found


def _read_hand(text: str) -> int | Range:
    pair = _read_names(text.strip())
    if pair is not None and len(pair) == 2 and pair[0] != pair[1]:
        return combo_index(*pair)
    player = Range(text)
    combos = player.combos
    return next(iter(combos)) if list(combos.values()) == [1] else player


def _read_names(text: str) -> tuple[int, ...] | None:
    """Return cards written like ``AsKs``, or None for every other way to write them."""
    try:
        return tuple([_CARD[text[i : i + 2]] for i in range(0, len(text), 2)])
    except KeyError:
        return None


def split_row(row: Any) -> tuple[Sequence[Any], Any, Any]:
    """Return the players, the board and the dead cards of a row, unread.

    Raises
    ------
    EquityError
        If it is not a row, or names no players; or the error that stands for it.

    Examples
    --------
    >>> split_row("AsKs vs QQ | 2c7dTh")
    (['AsKs', 'QQ'], '2c7dTh', '')
    """
    players, board, dead = _split(row)
    if isinstance(players, str):
        one_vs = players.count(" vs ") == 1
        listed = players.split(" vs ") if one_vs else split_players([players]) if players.strip() else []
    elif isinstance(players, Mapping | Range) or not isinstance(players, Iterable):
        raise OptionError(f"players are a list such as ['AsKs', 'QQ'] or one text with vs, got {players!r:.60}")
    else:
        listed = list(players)
    if not listed:
        raise OptionError("the row names no players; write for example AsKs vs QQ")
    return listed, board, dead


def _split(row: Any) -> tuple[Any, Any, Any]:
    if isinstance(row, str):
        parts = [part.strip() for part in row.split("|")]
        if len(parts) > 3:
            raise OptionError(f"expected players | board | dead cards, got {len(parts)} parts in {row!r:.60}")
        return parts[0], parts[1] if len(parts) > 1 else "", parts[2] if len(parts) > 2 else ""
    if isinstance(row, Mapping):
        players = row.get("players")
        if _is_blank(players):
            players = [row[name] for name in player_columns(row) if not _is_blank(row[name])]
        board, dead = ("" if _is_blank(row.get(name)) else row[name] for name in ("board", "dead"))
        return players, board, dead
    if isinstance(row, tuple) and 1 <= len(row) <= 3:
        players, board, dead = (*row, "", "")[:3]
        return players, board, dead
    if isinstance(row, list):
        return row, "", ""
    if isinstance(row, EquityError):
        raise row
    raise OptionError(
        f"a row is text, a mapping with players, board and dead, a tuple of them, or a list of players, got {row!r:.60}"
    )


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value) or (isinstance(value, float) and value != value)  # noqa: PLR0124  # NaN


def player_columns(names: Sequence[str] | Mapping[str, Any]) -> list[str]:
    """Return the columns that hold one player each, in order: player1, hand_2, range 3, or hero and villain.

    Examples
    --------
    >>> player_columns(["board", "player_2", "player_1", "note"])
    ['player_1', 'player_2']
    """
    found: list[tuple[int, str]] = []
    for name in names:
        if not isinstance(name, str):
            continue
        word = name.strip().lower().replace("_", "").replace(" ", "")
        if word in ("hero", "villain"):
            found.append((1 + (word == "villain"), name))
        for kind in ("player", "hand", "range"):
            number = word.removeprefix(kind)
            if number != word and number.isdigit():
                found.append((int(number), name))
    return [name for _, name in sorted(found, key=lambda pair: pair[0])]
