"""What happens in a hand, one small immutable value each: deals, decisions, and cards shown or given up."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from enum import IntEnum
from functools import lru_cache
from typing import Any, NamedTuple

from equity.cards import cards_text
from equity.errors import HistoryError

__all__ = ["MAX_AMOUNT", "Action", "Kind", "cards_action", "deal_board", "deal_hole", "decision"]

MAX_AMOUNT = 1 << 48  # leaves room for the other fields of `Action.code`
UNKNOWN_CARD = 63


class Kind(IntEnum):
    """What an action is; the numbers are the low four bits of `Action.code`."""

    NOTE = 0
    HOLE = 1
    BOARD = 2
    FOLD = 3
    CALL = 4
    RAISE = 5
    SHOW = 6
    MUCK = 7


class _Fields(NamedTuple):
    kind: Kind
    player: int
    amount: int | Decimal
    cards: tuple[int, ...]
    note: str
    partial: str
    code: int
    text: str


class Action(_Fields):
    """One line of a hand: a deal, a decision, or what happens to the cards at the showdown. Immutable.

    A tuple rather than a dataclass because readers make some four new ones per hand: 0.6 against 4 microseconds.

    Parameters
    ----------
    kind : Kind
        ``CALL`` is a check too, and ``RAISE`` also opens, as in PHH.
    player : int
        Position of the player, 0-based; -1 for the dealer.
    amount : int or Decimal
        For ``RAISE``: the player's total on this street. A `Decimal` only until the record's unit is known.
    cards : tuple of int
        Cards dealt or shown; empty where unknown.
    note : str
        Commentary written after the action.
    partial : str
        Cards of which the record knows only some, as written: ``"As??"``; they count as unknown.

    Attributes
    ----------
    code : int
        Everything but the note in one number, for the kernel: kind, player + 1, then the amount or six bits per card.
    text : str
        The action as PHH writes it.

    Examples
    --------
    >>> Action(Kind.RAISE, 2, 250), deal_board((0, 5, 10)).text
    (Action('p3 cbr 250'), 'd db 2c3d4h')
    """

    __slots__ = ()

    def __new__(
        cls,
        kind: Kind,
        player: int = -1,
        amount: int | Decimal = 0,
        cards: tuple[int, ...] = (),
        note: str = "",
        partial: str = "",
    ) -> Action:
        """Return an action; `code` and `text` follow from the rest."""
        if not -MAX_AMOUNT < amount < MAX_AMOUNT:
            raise HistoryError(f"an amount of {amount} is too large; the most is {MAX_AMOUNT - 1}")
        code = _code(kind, player, amount, cards)
        text = _text(kind, player, amount, cards, note, partial)
        return tuple.__new__(cls, (kind, player, amount, cards, note, partial, code, text))

    def __repr__(self) -> str:
        return f"Action({self.text!r})"

    def __getnewargs__(self) -> tuple[Any, ...]:  # what __new__ takes, for pickle and copy
        return tuple(self[:6])


def _code(kind: Kind, player: int, amount: int | Decimal, cards: tuple[int, ...]) -> int:
    if kind is Kind.RAISE:
        payload = int(amount)
    elif kind is Kind.NOTE:
        payload = 0
    else:
        payload = len(cards) << 30 if kind is Kind.BOARD else 0
        for i, card in enumerate(cards or (UNKNOWN_CARD, UNKNOWN_CARD)):
            payload |= card << 6 * i
    return int(kind) | (player + 1) << 4 | payload << 9


def _text(kind: Kind, player: int, amount: int | Decimal, cards: tuple[int, ...], note: str, partial: str) -> str:
    who, shown = f"p{player + 1}", cards_text(cards) or partial
    words = {
        Kind.NOTE: "",
        Kind.HOLE: f"d dh {who} {shown or '????'}",
        Kind.BOARD: f"d db {shown}",
        Kind.FOLD: f"{who} f",
        Kind.CALL: f"{who} cc",
        Kind.RAISE: f"{who} cbr {amount}",
        Kind.SHOW: f"{who} sm {shown or '-'}",
        Kind.MUCK: f"{who} sm",
    }[kind]
    return f"{words} # {note}".strip() if note else words


@lru_cache(maxsize=1 << 15)
def decision(kind: Kind, player: int, amount: int = 0) -> Action:
    """Return a fold, call or raise: the same few thousand come back in every file, and making one costs more.

    Examples
    --------
    >>> decision(Kind.RAISE, 2, 250).text
    'p3 cbr 250'
    """
    return Action(kind, player, amount)


def deal_hole(player: int, cards: Iterable[int] = ()) -> Action:
    """Return the deal of a player's two cards; none: they are unknown.

    Examples
    --------
    >>> deal_hole(0).text
    'd dh p1 ????'
    """
    return cards_action(Kind.HOLE, player, tuple(cards))


def deal_board(cards: Iterable[int]) -> Action:
    """Return the deal of board cards.

    Examples
    --------
    >>> deal_board([51]).text
    'd db As'
    """
    return cards_action(Kind.BOARD, -1, tuple(cards))


@lru_cache(maxsize=1 << 15)
def cards_action(kind: Kind, player: int, cards: tuple[int, ...] = ()) -> Action:
    """Return a deal, a show or a muck; as with decisions, the same ones come back.

    Examples
    --------
    >>> cards_action(Kind.SHOW, 0, (51, 50)).text
    'p1 sm AsAh'
    """
    return Action(kind, player, cards=cards)
