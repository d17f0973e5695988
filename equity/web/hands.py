"""A pasted hand history -> the table after every action, and the equities on every street.

Rules of the file: no HTTP, and nothing is played here but on the engine: chips and pots are the engine's.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from equity.constants import BOARD_CARDS, STREETS
from equity.errors import EquityError, HistoryError, OptionError

if TYPE_CHECKING:
    from equity.history import HandRecord
    from equity.rules import Event, Hand
    from equity.web.lanes import Job

__all__ = ["replay_text"]

MOST_HANDS = 1000  # hands of one text
_TARGET = 0.002  # of equities that are sampled
_FORCED = ("ante", "dead")  # what goes into the pot at once


class _Pasted(io.BytesIO):
    """A text as the binary file that readers take; messages call it by its name."""

    name = "the pasted text"


def replay_text(body: Mapping[str, Any], job: Job) -> dict[str, Any]:
    """Return one hand of a pasted text, step by step.

    Parameters
    ----------
    body : mapping
        ``{"text": ..., "hand": 1, "strict": true}``: the text of any format that ``equity replay`` reads, which of its
        hands, and whether what does not fit is refused (or what a history leaves out is filled in).
    job : Job

    Returns
    -------
    dict
        What ``equity replay --show N --format json`` prints, with ``hands`` (how many there are), ``steps`` and
        ``streets``.

    Raises
    ------
    EquityError
        If the text holds no such hand, or it does not fit the rules.
    """
    from equity.history import play, replay
    from equity.report.histories.hand import hand_dict

    text, number, strict = body.get("text"), body.get("hand", 1), body.get("strict", True)
    for name in body:
        if name not in ("text", "hand", "strict"):
            raise OptionError(f"{name!r:.60} is not an option; options are text, hand, strict")
    if not isinstance(text, str) or not text.strip():
        raise HistoryError("there is no hand; paste the text of a hand history")
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise OptionError(f"hand is a whole number of at least 1, got {number!r:.60}")
    if not isinstance(strict, bool):
        raise OptionError(f"strict is true or false, got {strict!r:.60}")
    records, errors = _read(text, strict=strict)
    if not records and errors:
        raise HistoryError(errors[0])
    if number > len(records):
        raise HistoryError(f"there is no hand {number}; the text has {len(records)}")
    result = replay(records[number - 1], strict=strict)
    record = result.record
    hand = play(record)
    streets = _streets(record, hand, job)
    plain = hand_dict(record, hand, result)
    return {**plain, "hands": len(records), "errors": errors, "steps": _steps(record, hand), "streets": streets}


def _read(text: str, *, strict: bool) -> tuple[list[HandRecord], list[str]]:
    from equity.history import read_hands

    errors: list[str] = []
    pasted = _Pasted(text.encode(errors="backslashreplace"))  # JSON can hold half a character
    hands = read_hands(pasted, strict=strict, on_error=lambda error: errors.append(str(error)))
    return list(islice(hands, MOST_HANDS)), errors


def _steps(record: HandRecord, hand: Hand) -> list[dict[str, Any]]:
    """Return the table after the posts, after every action and every board card, and at the end."""
    from equity.report.histories.hand import chips_text
    from equity.rules.story import cards_apart, tell_story

    chapters = tell_story(hand, names=record.players, chips=lambda amount: chips_text(amount, record.unit))
    lines = [line for chapter in chapters for line in chapter.lines]
    table = _Table(record, hand)
    steps: list[dict[str, Any]] = []
    said = iter(lines)
    for event in hand.events:
        if event.kind == "deal" and event.seat is not None:
            continue
        text = f"{event.what}: {cards_apart(event.cards) or 'unknown'}" if event.kind == "deal" else next(said)
        table.take(event)
        steps.append({"text": text, "kind": event.kind, "seat": event.seat, **table.to_dict()})
    return steps


class _Table:
    """What lies on the table; it follows the events, with the engine's own pots and bets after every decision."""

    def __init__(self, record: HandRecord, hand: Hand) -> None:
        self._after = _snapshots(record)
        self._posted = False
        self._street = 0
        self._board = ""
        seats = len(hand.starting_stacks)
        self._folded = [False] * seats
        self._shown: list[str | None] = [None] * seats
        self._stacks = list(hand.starting_stacks)
        self._bets = [0] * seats
        self._pots: list[dict[str, Any]] = []

    def take(self, event: Event) -> None:
        """Move on by one event."""
        if event.kind != "post" and not self._posted:
            self._posted = True
            self._bets, self._pots = next(self._after)
        if event.kind == "deal":
            self._street += 1
            self._board += event.cards
        elif event.kind in ("win", "rake"):
            place = int(event.what[-1]) if event.what[-1].isdigit() else 0
            self._pots[place]["amount"] -= event.amount
        if event.seat is None:
            return
        self._stacks[event.seat] += event.amount if event.kind in ("win", "return") else -event.amount
        if event.kind == "post":
            self._post(event.seat, event.what, event.amount)
        elif event.kind == "act":
            self._folded[event.seat] |= event.what == "fold"
            self._bets, self._pots = next(self._after)
        elif event.kind == "return":
            self._bets[event.seat] -= event.amount
        elif event.kind == "show":
            self._shown[event.seat] = event.cards or None

    def _post(self, seat: int, what: str, amount: int) -> None:
        if what.startswith(_FORCED):
            before = self._pots[0]["amount"] if self._pots else 0
            self._pots = [{"amount": before + amount, "seats": []}]
        else:
            self._bets[seat] += amount

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "street": STREETS[self._street],
            "board": self._board,
            "stacks": list(self._stacks),
            "bets": list(self._bets),
            "pots": [dict(pot) for pot in self._pots if pot["amount"]],
            "folded": list(self._folded),
            "shown": list(self._shown),
        }


def _snapshots(record: HandRecord) -> Iterator[tuple[list[int], list[dict[str, Any]]]]:
    """Yield bets and pots after the posts and after every decision, from the engine."""
    from equity.history.action import Kind
    from equity.history.replaying.packing import has_empty_raises
    from equity.history.replaying.playing import do, start

    hand = start(record)
    yield _chips_in_front(hand)
    for action in record.actions:
        if action.kind in (Kind.FOLD, Kind.CALL, Kind.RAISE):
            do(hand, action, empty_raises=has_empty_raises(record))
            yield _chips_in_front(hand)


def _chips_in_front(hand: Hand) -> tuple[list[int], list[dict[str, Any]]]:
    bets = [bet + hand.uncalled.get(seat, 0) for seat, bet in enumerate(hand.bets)]
    return bets, [{"amount": pot.amount, "seats": list(pot.eligible)} for pot in hand.pots]


def _streets(record: HandRecord, hand: Hand, job: Job) -> list[dict[str, Any]]:
    """Return the equities of the hands that are still in, at the beginning of every street."""
    from equity.odds.calculator import calculate

    streets = []
    board, folded = hand.board, [False] * len(record.players)
    seen = {event.what for event in hand.events if event.kind == "deal" and event.seat is None}
    for number, street in enumerate(STREETS):
        if number and street not in seen:
            break
        cards = board[: 2 * BOARD_CARDS[number]]
        seats = [seat for seat in hand.clockwise if not folded[seat]]
        found = None
        known = [seat for seat in seats if hand.holes[seat]]
        if len(seats) > 1 and known and len(cards) == 2 * BOARD_CARDS[number]:
            dead = "".join(hand.holes[seat] or "" for seat in hand.clockwise if folded[seat])
            players = [hand.holes[seat] or "random" for seat in seats]
            try:
                found = calculate(
                    players, board=cards, dead=dead, target=_TARGET, threads=1, progress=lambda *_: job.pause()
                )
            except KeyboardInterrupt:
                raise EquityError(f"no answer within this server's limit of {job.limit:g} s") from None
        streets.append(
            {
                "street": street,
                "board": cards,
                "seats": seats,
                "equity": None if found is None else found.equity.tolist(),
                "method": None if found is None else found.method,
            }
        )
        for event in _acts_on(hand, street):
            folded[event.seat or 0] |= event.what == "fold"
    return streets


def _acts_on(hand: Hand, street: str) -> Iterator[Event]:
    """Yield the actions of one street."""
    now = STREETS[0]
    for event in hand.events:
        if event.kind == "deal" and event.seat is None:
            now = event.what
        elif event.kind == "act" and now == street:
            yield event
