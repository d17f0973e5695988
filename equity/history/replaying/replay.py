"""Recorded hands through the rules engine, and their results against the recorded ones.

Hands are packed and played a few hundred at a time by one compiled call; only a hand that does not fit is looked at
again in Python, to say what would have been legal or to repair it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from equity.errors import HistoryError
from equity.history.action import Action, Kind
from equity.history.record import HandRecord
from equity.history.replaying.packing import Packer
from equity.history.replaying.playing import explain, play
from equity.history.replaying.verdict import ENDINGS, Replayed, compare

__all__ = ["replay", "replay_all", "replay_packed"]

_TOGETHER = 64  # hands per call: enough to hide its cost; more would live long enough to set off full collections
_DONE, _UNFINISHED, _UNKNOWN = 0, 1, 11  # places in `ENDINGS`


def replay(record: HandRecord, *, strict: bool = True) -> Replayed:
    """Play one recorded hand and compare the result.

    Parameters
    ----------
    record : HandRecord
        The hand.
    strict : bool
        If true, an action that does not fit is an error. If false, what PHH lets a writer leave out is put in: unknown
        deals, checks, folds and mucks (see `equity.history.replaying.repair`).

    Raises
    ------
    HistoryError
        If an action does not fit the rules; names file, hand and action.

    Examples
    --------
    >>> from equity.history import game_named, parse_acpc
    >>> replay(parse_acpc("STATE:7:rf:AsAd|7c2d:-20|20:a|b", game_named("limit.2p"))).verdict
    'differ'
    """
    (result,) = _together([record], strict)
    if result.error is not None:
        raise result.error
    return result


def replay_all(records: Iterable[HandRecord], *, strict: bool = True) -> Iterator[Replayed]:
    """Play many hands, a few hundred at a time; a hand that does not fit comes back as "refused" with its error.

    Examples
    --------
    >>> list(replay_all([]))
    []
    """
    source = iter(records)
    while chunk := list(islice(source, _TOGETHER)):
        yield from _together(chunk, strict)


def replay_packed(records: list[HandRecord], *, strict: bool = True) -> tuple[list[Replayed], Packer, list[int]]:
    """Play some hands, for who counts more about them than their results.

    Returns
    -------
    results : list of Replayed
    packer : Packer
        The hands as they were packed.
    packed : list of int
        Which hands these are; one that was repaired has another record in its result.

    Examples
    --------
    >>> replay_packed([])[0]
    []
    """
    packer, packed = Packer(), list[int]()
    return _together(records, strict, packer=packer, packed=packed), packer, packed


def _together(
    records: list[HandRecord],
    strict: bool,
    *,
    unseen_lose: bool = True,
    packer: Packer | None = None,
    packed: list[int] | None = None,
) -> list[Replayed]:
    packer = Packer() if packer is None else packer
    packed = [] if packed is None else packed
    unplayable: dict[int, HistoryError] = {}
    apart: dict[int, Replayed] = {}
    for i, record in enumerate(records):
        try:
            result = _apart(record, strict)
            if result is None:
                packer.add(record)
                packed.append(i)
            else:
                apart[i] = result
        except HistoryError as error:
            unplayable[i] = error
    rows = iter(packer.play())
    results: list[Replayed] = []
    unseen: list[int] = []
    for i, record in enumerate(records):
        if unplayable and i in unplayable:
            results.append(Replayed(record, "refused", error=unplayable[i]))
            continue
        if apart and i in apart:
            results.append(apart[i])
            continue
        row = next(rows)
        if row[0] == _DONE:
            payoffs = tuple(row[2 : 2 + len(record.stacks)])
            results.append(Replayed(record, compare(record, payoffs), payoffs, packed=True))
        elif row[0] == _UNKNOWN and unseen_lose and strict and _shows_nothing(record):
            unseen.append(i)
            results.append(Replayed(record, "no result", packed=True))
        else:
            results.append(_not_done(record, row, strict))
    if unseen:
        _lose_unseen(results, unseen)
    return results


def _shows_nothing(record: HandRecord) -> bool:
    """Say whether a player shows unknown cards, as HandHQ's hands have it."""
    holes = record.holes
    return any(_is_unseen(action, holes) for action in record.actions)


def _lose_unseen(results: list[Replayed], unseen: list[int]) -> None:
    """Play hands again in which players show unknown cards: they lost unseen, if somebody else showed.

    Where nobody did, the hand has no result but the recorded one.
    """
    again: list[HandRecord] = []
    places: list[int] = []
    for i in unseen:
        record = results[i].record
        holes = record.holes
        folded = {action.player for action in record.actions if action.kind is Kind.FOLD}
        if any(cards is not None and player not in folded for player, cards in enumerate(holes)):
            actions = [_mucked(action) if _is_unseen(action, holes) else action for action in record.actions]
            again.append(replace(record, actions=actions))
            places.append(i)
        else:
            recorded = record.result
            if recorded is not None and all(value is not None and value == int(value) for value in recorded):
                results[i].payoffs = tuple(int(value) for value in recorded if value is not None)
    for i, played in zip(places, _together(again, strict=True, unseen_lose=False), strict=True):
        played.mucked, played.record, played.packed = played.record, results[i].record, False
        results[i] = played


def _is_unseen(action: Action, holes: list[tuple[int, ...] | None]) -> bool:
    return action.kind is Kind.SHOW and holes[action.player] is None


def _mucked(action: Action) -> Action:
    return Action(Kind.MUCK, action.player, note=action.note)


def _apart(record: HandRecord, strict: bool) -> Replayed | None:
    """Return the result of a hand that its reader replays, or that the compiled replay does not play; else None."""
    if record.batch is not None:
        outcome = record.batch.outcome(record.at, strict)
        if outcome is not None:
            return Replayed(record, *outcome)
    if not (record.cancelled or record.second_board or record.dead):
        return None
    if record.cancelled:
        return Replayed(record, "cancelled")
    if record.second_board:
        from equity.history.replaying.two_boards import payoffs_of_two

        payoffs = payoffs_of_two(record)
    else:  # antes of all and dead money beside them: the packed form has one kind of dead chips
        hand = play(record)
        if not hand.is_settled:
            return Replayed(record, "unfinished", hand.committed)
        payoffs = hand.payoffs
    return Replayed(record, compare(record, payoffs), payoffs)


def _not_done(record: HandRecord, row: list[int], strict: bool) -> Replayed:
    if not strict:
        from equity.history.replaying.repair import repaired

        try:
            whole, repairs = repaired(record)
        except HistoryError as error:
            return Replayed(record, "refused", error=error)
        if repairs:
            (result,) = _together([whole], strict=True)
            result.repairs, result.packed = repairs, False
            return result
    if row[0] == _UNFINISHED:
        return Replayed(record, "unfinished", tuple(row[2 : 2 + len(record.stacks)]))
    return Replayed(record, "refused", error=explain(record, row[1], ENDINGS[row[0]]))
