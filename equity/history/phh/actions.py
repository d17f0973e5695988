"""The action strings of a PHH file: text -> `Action`.

Most strings of a file repeat ("p3 f", "p1 cc"), so parsed actions are kept in a bounded cache and shared; they are
immutable.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from equity.cards import CARDS, card_name, parse_cards
from equity.constants import MAX_SEATS
from equity.errors import CardError, HistoryError
from equity.history.action import MAX_AMOUNT, Action, Kind

__all__ = ["parse_action"]

_NUMBER = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,12})?", re.ASCII)
_PLAYER = re.compile(r"p([1-9][0-9]?)", re.ASCII)
_CARDS = {card_name(card): card for card in range(CARDS)}
_PAIRS = {a + b: (_CARDS[a], _CARDS[b]) for a in _CARDS for b in _CARDS if a != b}
_DIGITS = 14  # so many are below MAX_AMOUNT
# how a string starts -> kind, player and the low bits of `Action.code`
_HEADS = {f"d dh p{i + 1}": (Kind.HOLE, i, Kind.HOLE | (i + 1) << 4) for i in range(MAX_SEATS)}
_HEADS |= {f"p{i + 1} cbr": (Kind.RAISE, i, Kind.RAISE | (i + 1) << 4) for i in range(MAX_SEATS)}
_HEADS |= {f"p{i + 1} sm": (Kind.SHOW, i, Kind.SHOW | (i + 1) << 4) for i in range(MAX_SEATS)}
_HEADS["d db"] = (Kind.BOARD, -1, int(Kind.BOARD))
_new = tuple.__new__
_VERBS = {"f": Kind.FOLD, "cc": Kind.CALL, "sm": Kind.MUCK}
_USAGE = "write 'd dh pN CARDS', 'd db CARDS', 'pN f', 'pN cc', 'pN cbr AMOUNT' or 'pN sm [CARDS|-]'"


@lru_cache(maxsize=1 << 16)
def parse_action(text: str) -> Action:
    """Return the action a PHH string stands for.

    Raises
    ------
    HistoryError
        For anything that is not an action of hold'em; the caller adds file, hand and action number.

    Examples
    --------
    >>> parse_action("p3 cbr 250 # thinks long").amount
    250
    """
    return _plain(text) or _general(text)


def _plain(text: str) -> Action | None:
    """Return the action of a string as every writer spells it, else None; the same as `_general`, only faster."""
    start, _, word = text.rpartition(" ")
    head = _HEADS.get(start)
    if head is None:
        return None
    kind, player, code = head
    if kind is Kind.RAISE:
        if not word.isascii() or not word.isdigit() or word[0] == "0" or len(word) > _DIGITS:
            return None
        amount = int(word)
        return _new(Action, (kind, player, amount, (), "", "", code | amount << 9, text))
    cards = _PAIRS.get(word) if kind is not Kind.BOARD else _board(word)
    if cards is None:
        return None
    payload = len(cards) << 30 if kind is Kind.BOARD else 0
    for i, card in enumerate(cards):
        payload |= card << 6 * i
    return _new(Action, (kind, player, 0, cards, "", "", code | payload << 9, text))


def _board(word: str) -> tuple[int, ...] | None:
    if len(word) == 2:
        card = _CARDS.get(word)
        return None if card is None else (card,)
    first, last = _PAIRS.get(word[:4]), _CARDS.get(word[4:])
    return None if first is None or last is None or last in first else (*first, last)


def _general(text: str) -> Action:
    words, hash_sign, note = text.partition("#")
    note = note.strip() if hash_sign else ""
    action = _short(words.split(), note) or _with_cards(words.split(), note)
    if action is None:
        stud = re.match(r"\s*\S+\s+(?:sd|pb)\b", words)
        raise HistoryError(
            f"{text!r} belongs to draw or stud games, this reads hold'em"
            if stud
            else f"{text!r} is not an action; {_USAGE}"
        )
    return action


def _short(words: list[str], note: str) -> Action | None:
    match words:
        case []:
            return Action(Kind.NOTE, note=note)
        case [who, "f" | "cc" | "sm" as verb]:
            return Action(_VERBS[verb], _player(who), note=note)
        case [who, "cbr", amount]:
            return Action(Kind.RAISE, _player(who), _amount(amount), note=note)
    return None


def _with_cards(words: list[str], note: str) -> Action | None:
    match words:
        case ["d", "dh", who, cards]:
            return Action(Kind.HOLE, _player(who), cards=_cards(cards, (2,)), note=note, partial=_partial(cards))
        case ["d", "db", cards]:
            return Action(Kind.BOARD, cards=_cards(cards, (1, 3)), note=note)
        case [who, "sm", "-"]:
            return Action(Kind.SHOW, _player(who), note=note)
        case [who, "sm", cards]:
            return Action(Kind.SHOW, _player(who), cards=_cards(cards, (2,)), note=note, partial=_partial(cards))
    return None


def _player(word: str) -> int:
    match = _PLAYER.fullmatch(word)
    if not match or int(match[1]) > MAX_SEATS:
        raise HistoryError(f"{word!r} is not a player, write p1 to p{MAX_SEATS}")
    return int(match[1]) - 1


def _amount(word: str) -> int | Decimal:
    if not _NUMBER.fullmatch(word):
        raise HistoryError(f"{word!r} is not an amount of chips")
    amount = Decimal(word)
    if not 0 < amount < MAX_AMOUNT:
        raise HistoryError(f"an amount of {word} is outside 0 to {MAX_AMOUNT - 1}")
    return int(amount) if amount == amount.to_integral_value() else amount


def _partial(word: str) -> str:
    return word if "?" in word and word.strip("?") else ""


def _cards(word: str, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards of a word; none if any of them is unknown."""
    if "?" in word:
        known = word.replace("10", "T")
        if len(known) not in {2 * size for size in sizes}:
            raise HistoryError(f"{word!r} is not {' or '.join(map(str, sizes))} cards")
        for i in range(0, len(known), 2):
            _check_part(word, known[i : i + 2])
        if sizes != (2,):
            raise HistoryError(f"board cards must be known, got {word!r}")
        return ()
    try:
        cards = parse_cards(word)
    except CardError as error:
        raise HistoryError(str(error)) from None
    if len(cards) not in sizes:
        raise HistoryError(f"{word!r} is {len(cards)} cards, expected {' or '.join(map(str, sizes))}")
    return cards


def _check_part(word: str, card: str) -> None:
    try:
        parse_cards((card[0] if card[0] != "?" else "A") + (card[1] if card[1] != "?" else "s"))
    except CardError:
        raise HistoryError(f"{card!r} in {word!r} is not a card") from None
