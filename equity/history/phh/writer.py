"""`HandRecord` -> PHH text. Required fields first, `finishing_stacks` always, unknown fields as they were read.

Pot-limit has no code in PHH: a pot-limit hand is a legal no-limit hand, so it is written as NT with
``_betting = 'pot-limit'``, which our reader takes back. Money is written as money: chips of 0.01 with two decimals.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import re
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import TextIO

from equity.cards import cards_text
from equity.errors import HistoryError
from equity.history.action import Action, Kind
from equity.history.phh.fields import HOUSE_FIELDS
from equity.history.record import ONE, HandRecord

__all__ = ["phh_text", "write_phh"]

_CODES = {"no-limit": "NT", "pot-limit": "NT", "fixed-limit": "FT"}
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


def phh_text(record: HandRecord) -> str:
    r"""Return one hand as a PHH document (a `.phh` file, or the body of a table of a `.phhs` file).

    Raises
    ------
    HistoryError
        If the record does not say how the hand ended and cannot be replayed.

    Examples
    --------
    >>> from equity.history import parse_phh
    >>> text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
    >>> text += "starting_stacks = [9, 9]\nactions = ['p2 f']\nfinishing_stacks = [10, 8]\n"
    >>> parse_phh(phh_text(parse_phh(text))) == parse_phh(text)
    True
    """
    places = 0 if record.unit == ONE else -int(record.unit.as_tuple().exponent)
    antes, blinds = record.antes, record.blinds
    if len(antes) == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    if record.structure == "fixed-limit":
        bets = f"small_bet = {_amount(record.small_bet, places)}\nbig_bet = {_amount(record.big_bet, places)}\n"
    else:
        bets = f"min_bet = {_amount(record.min_bet, places)}\n"
    head = _head(record.structure, record.ante_trimming, antes, blinds, bets, places)
    if places:
        actions = "', '".join([_action_text(action, places) for action in record.actions])
    else:
        actions = "', '".join([action.text for action in record.actions])
    if actions.count("'") != 2 * max(0, len(record.actions) - 1) or not actions.isprintable():
        actions = ", ".join(_value(_action_text(action, places)) for action in record.actions)
    elif record.actions:
        actions = f"'{actions}'"
    text = f"{head}starting_stacks = {_amounts(record.stacks, places)}\nactions = [{actions}]\n"
    for key, value in record.fields.items():
        text += _field(key, value) if type(value) is not int else f"{_key(key)} = {value}\n"
    return text + _result(record, places)


@lru_cache(maxsize=4096)
def _head(
    structure: str, trimming: bool, antes: tuple[int, ...], blinds: tuple[int, ...], bets: str, places: int
) -> str:
    betting = "_betting = 'pot-limit'\n" if structure == "pot-limit" else ""
    return (
        f"variant = '{_CODES[structure]}'\n{betting}ante_trimming_status = {'true' if trimming else 'false'}\n"
        f"antes = {_amounts(antes, places)}\nblinds_or_straddles = {_amounts(blinds, places)}\n{bets}"
    )


def _result(record: HandRecord, places: int) -> str:
    finishing = record.finishing_stacks
    if finishing is None and record.winnings is None:
        finishing = _finishing(record)
    text = f"finishing_stacks = {_amounts(finishing, places)}\n" if finishing is not None else ""
    if record.payoffs is not None:
        text += f"_payoffs = {_amounts(record.payoffs, places)}\n"
    if record.winnings is not None:
        text += f"winnings = {_amounts(record.winnings, places)}\n"
    if record.rake is not None:
        text += f"_rake = {_amount(record.rake, places)}\n"
    if record.dead:
        text += f"_dead_posts = {_amounts(record.dead if record.n_players > 2 else record.dead[::-1], places)}\n"
    if record.second_board:
        text += f"_second_board = '{cards_text(record.second_board)}'\n"
    for name, rule in HOUSE_FIELDS.items():
        if rule in record.house:
            value = record.house[rule]
            text += _field(name, "none" if value is None else value)
    return text


def _finishing(record: HandRecord) -> tuple[int | Decimal | None, ...] | None:
    """Return the stacks at the end of a record that has none, by playing it."""
    from equity.history.replaying.replay import replay

    played = replay(record)
    return played.final_stacks if played.is_over else None


def _amounts(values: Iterable[int | Decimal | None], places: int) -> str:
    if not places:
        text = str(list(values))
        if "D" not in text and "N" not in text:  # no Decimal and no None
            return text
    return "[" + ", ".join(["inf" if value is None else _amount(value, places) for value in values]) + "]"


def _amount(value: int | Decimal, places: int) -> str:
    if not places:
        return str(value) if type(value) is int else f"{value:f}"
    exact = Decimal(value).scaleb(-places)
    return f"{exact:f}" if type(value) is Decimal else f"{exact:.{places}f}"


def _action_text(action: Action, places: int) -> str:
    if not places or action.kind is not Kind.RAISE:
        return action.text
    start = f"p{action.player + 1} cbr {_amount(action.amount, places)}"
    return f"{start} # {action.note}" if action.note else start


@lru_cache(maxsize=4096)
def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _quoted(key)


def _field(key: str, value: object) -> str:
    return f"{_key(key)} = {_value(value)}\n"


def _array(values: list[object] | tuple[object, ...]) -> str:
    """Return a TOML array; plain numbers and names, which every simulated hand has, at once."""
    kinds = set(map(type, values))
    if kinds == {int}:
        return str(list(values))
    if kinds == {str}:
        text = "', '".join(values)  # type: ignore[arg-type]
        if text.count("'") == 2 * (len(values) - 1) and text.isprintable():
            return f"['{text}']"
    return "[" + ", ".join(map(_value, values)) + "]"


def _value(value: object) -> str:
    """Return a TOML value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"'{value}'" if "'" not in value and value.isprintable() else _quoted(value)
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, (list, tuple)):
        return _array(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (int, float, dt.datetime, dt.date, dt.time)):
        return repr(value) if isinstance(value, (int, float)) else value.isoformat()
    raise HistoryError(f"a field cannot hold {value!r:.60}; use text, numbers, dates, lists or tables")


def _decimal(value: Decimal) -> str:
    if value.is_nan():
        return "nan"
    if value.is_infinite():
        return "-inf" if value < 0 else "inf"
    text = f"{value:f}" if -40 < value.adjusted() < 40 else str(value).lower()
    return text if "." in text or "e" in text else text + ".0"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def write_phh(records: Iterable[HandRecord], target: str | os.PathLike[str] | TextIO) -> int:
    """Write hands to a file, one after the other, and return how many there were.

    Parameters
    ----------
    records : iterable of HandRecord
        Taken one at a time, so that a stream of any length needs the memory of one hand.
    target : path or text file
        Gets ``[1]``, ``[2]`` ... before the hands; a path that ends in ``.phh`` takes one hand without a heading.

    Examples
    --------
    >>> import io
    >>> write_phh([], io.StringIO())
    0
    """
    if not isinstance(target, (str, os.PathLike)):
        return _write_tables(records, target)
    path = Path(target)
    if path.suffix != ".phh":
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            return _write_tables(records, stream)
    hands = list(records)
    if len(hands) != 1:
        raise HistoryError(f"{path}: a .phh file holds one hand, got {len(hands)}; write a .phhs file")
    path.write_text(phh_text(hands[0]), encoding="utf-8", newline="\n")
    return 1


def _write_tables(records: Iterable[HandRecord], stream: TextIO) -> int:
    written = 0
    for number, record in zip(count(1), records, strict=False):
        stream.write(f"{'' if number == 1 else chr(10)}[{number}]\n{phh_text(record)}")
        written = number
    return written
