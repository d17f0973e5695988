"""The seats of a batch as callers give them: how many, with which stacks, players and button.

Rules of the file: checks and conversion only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.constants import MAX_SEATS, MOST_CHIPS
from equity.errors import RulesError, StrategyError
from equity.numbers import as_int, is_list, read_whole
from equity.rules.dealing import read_stacks
from equity.simulate.players.seated import Seated, seat_strategies
from equity.simulate.runs.specification import parse_stacks
from equity.simulate.strategies import as_strategy

__all__ = ["read_buttons", "read_chips", "read_seats", "seat_players"]


def read_seats(seats: object) -> int | None:
    """Return a number of seats, or None as it is.

    Examples
    --------
    >>> read_seats(np.int64(6))
    6
    """
    return None if seats is None else read_whole("seats", seats, least=2, most=MAX_SEATS, error=RulesError)


def seat_players(players: Sequence[object]) -> Seated:
    """Prepare players for `HandBatch.advance`.

    Parameters
    ----------
    players : sequence
        By seat: a built-in's name, a `Strategy` that is built in or compiled, or None for a seat stepped from outside.

    Raises
    ------
    StrategyError
        If a player is unknown, or asked in Python.

    Examples
    --------
    >>> seat_players(["call", None]).names
    ('call', '')
    """
    if not is_list(players) or not 2 <= len(players) <= MAX_SEATS:
        raise StrategyError(f"players must be a list with one for each of 2 to {MAX_SEATS} seats, got {players!r:.60}")
    strategies = [None if player is None else as_strategy(player) for player in players]
    for strategy in strategies:
        if strategy is not None and strategy.asked_in_python:
            raise StrategyError(
                f"{strategy.name} is asked in Python: leave its seat None and step it, or use play_batch"
            )
    return seat_strategies(strategies)


def read_chips(stacks: object, *, n: int, seats: int | None, big_blind: int, chip: str = "1") -> NDArray[np.int64]:
    """Return the starting stacks, one row for all hands or one per hand.

    Examples
    --------
    >>> read_chips("40bb", n=100, seats=3, big_blind=10).tolist()
    [[400, 400, 400]]
    """
    if isinstance(stacks, np.ndarray) and stacks.ndim == 2:
        return _check_table(stacks, n=n, seats=seats)
    one = not is_list(stacks)
    if one and seats is None and not (isinstance(stacks, str) and "," in stacks):
        raise RulesError(f"one stack ({stacks!r}) does not say how many play: give seats=, or a stack for each seat")
    if one:
        listed: Sequence[Any] = parse_stacks(
            stacks, seats=seats or str(stacks).count(",") + 1, big_blind=big_blind, chip=chip
        )
    else:
        listed = [_chips(stack, big_blind, chip) for stack in stacks]  # type: ignore[attr-defined]
    chips = read_stacks(listed)
    if seats is not None and len(chips) != seats:
        raise RulesError(f"{seats} seats but {len(chips)} stacks; give one for all, or one for each seat")
    return np.array([chips], np.int64)


def _chips(stack: Any, big_blind: int, chip: str) -> Any:
    return parse_stacks(stack, seats=1, big_blind=big_blind, chip=chip)[0] if isinstance(stack, str) else stack


def _check_table(table: NDArray[Any], *, n: int, seats: int | None) -> NDArray[np.int64]:
    count = table.shape[1]
    if len(table) != n or not 2 <= count <= MAX_SEATS or (seats is not None and count != seats):
        wanted = seats if seats is not None else f"2 to {MAX_SEATS}"
        raise RulesError(f"stacks must have shape ({n}, {wanted}): one row per hand; got {table.shape}")
    if table.dtype.kind not in "iu":
        raise RulesError(f"stacks must be whole chips, got an array of {table.dtype}")
    wrong = ((table < 0) | (table > MOST_CHIPS)).any(axis=1)
    if wrong.any():
        row = int(wrong.argmax())
        raise RulesError(f"stacks must be 0 to {MOST_CHIPS} chips, got {table[row].tolist()} in hand {row}")
    few = (table > 0).sum(axis=1) < 2
    if few.any():
        row = int(few.argmax())
        raise RulesError(f"a hand needs at least two seats with chips, got {table[row].tolist()} in hand {row}")
    return np.array(table, np.int64, order="C")


def read_buttons(button: Any, *, n: int, seats: int, first: Any = None) -> tuple[NDArray[np.int64], bool]:
    """Return the dealer's seat in each slot's first hand, and whether it moves on from there.

    Examples
    --------
    >>> buttons, rotate = read_buttons("rotate", n=5, seats=3)
    >>> buttons.tolist(), rotate
    ([0, 1, 2, 0, 1], True)
    """
    if isinstance(button, str):
        if button != "rotate":
            raise RulesError(f"button must be a seat, an array of seats or 'rotate', got {button!r}")
        if first is None:
            return np.arange(n, dtype=np.int64) % seats, True
        return _read_places("first_button", first, n=n, seats=seats, other=""), True
    if first is not None:
        raise RulesError("first_button is where a button that moves starts: give button='rotate' with it")
    return _read_places("button", button, n=n, seats=seats, other=" or 'rotate'"), False


def _read_places(name: str, value: Any, *, n: int, seats: int, other: str) -> NDArray[np.int64]:
    array = np.asarray(as_int(value))
    if array.dtype.kind not in "iu" or array.shape not in ((), (n,)):
        raise RulesError(f"{name} must be a seat, an array of {n} seats{other}, got {value!r:.60}")
    if not ((array >= 0) & (array < seats)).all():
        raise RulesError(f"{name} must be a seat from 0 to {seats - 1}, got {value!r:.60}")
    return np.array(np.broadcast_to(array, (n,)), np.int64)
