"""A recorded hand on a terminal, and the summary of a replay; the words of a hand are those of `equity.rules.story`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from equity.cards import cards_text
from equity.rules.story import cards_apart, seat_roles, tell_story
from equity.show.columns import columns

if TYPE_CHECKING:
    from equity.history import HandRecord, Replayed
    from equity.rules import Hand

__all__ = ["chips_text", "hand_dict", "hand_text", "summary_text"]


def chips_text(amount: int | Decimal, unit: Decimal) -> str:
    """Return chips in the money of the record.

    Examples
    --------
    >>> chips_text(12500, Decimal(1)), chips_text(12500, Decimal("0.01"))
    ('12,500', '125.00')
    """
    if unit == 1:
        return f"{amount:,}"
    return f"{amount * unit:,.{-int(unit.as_tuple().exponent)}f}"


def hand_text(record: HandRecord, hand: Hand, result: Replayed | None = None) -> str:
    """Return a hand as a person would read it.

    Parameters
    ----------
    record : HandRecord
        The record: names, money, where it stands.
    hand : Hand
        The same hand on the engine, as `equity.history.play` gives it.
    result : Replayed, optional
        The comparison with the record, for the last line.

    Examples
    --------
    >>> from equity.history import game_named, parse_acpc, play
    >>> record = parse_acpc("STATE:7:rf:AsAd|7c2d:-10|10:Ann|Bob", game_named("limit.2p"))
    >>> print(hand_text(record, play(record)).splitlines()[-3].strip())
    Bob wins 20 from the main pot
    """
    return "\n".join([*_head(record, hand), *_story(record, hand), *_end(record, hand, result)])


def _story(record: HandRecord, hand: Hand) -> list[str]:
    lines = []
    for chapter in tell_story(hand, names=record.players, chips=lambda amount: chips_text(amount, record.unit)):
        pot = f"  (pot {chips_text(chapter.pot, record.unit)})" if chapter.pot else ""
        lines += ["", f"{chapter.street} {cards_apart(chapter.cards)}".rstrip() + pot]
        lines += [f"  {line}" for line in chapter.lines]
    return lines


def _head(record: HandRecord, hand: Hand) -> list[str]:
    rules = hand.rules
    fixed = rules.structure == "fixed-limit"
    stakes = (rules.small_bet, rules.big_bet) if fixed else (rules.small_blind, rules.big_blind)
    amounts = "/".join(chips_text(amount or 0, record.unit) for amount in stakes)
    roles = seat_roles(hand)
    holes = record.holes
    rows = [["player", "stack", "cards", ""]]
    for seat, name in enumerate(record.players):
        stack = record.stacks[seat]
        shown = "?" if stack is None else chips_text(stack, record.unit)
        rows.append([name, shown, cards_apart(cards_text(holes[seat] or ()) or "????"), roles.get(seat, "")])
    cells = columns([row[:3] for row in rows], indent="  ")
    lines = [f"{cell}  {row[3]}".rstrip() for cell, row in zip(cells, rows, strict=True)]
    return [f"{record.place}", f"{rules.structure} hold'em {amounts}, {record.n_players} players", "", *lines]


def _end(record: HandRecord, hand: Hand, result: Replayed | None) -> list[str]:
    if not hand.is_settled:
        return ["", "the record stops here: the hand is not finished"]
    pairs = zip(record.players, hand.payoffs, strict=True)
    nets = ", ".join(f"{name} {'+' if net > 0 else ''}{chips_text(net, record.unit)}" for name, net in pairs if net)
    lines = ["", f"result: {nets}"]
    if result is not None:
        lines.append(f"against the record: {_compared(record, result)}")
    return lines


def _compared(record: HandRecord, result: Replayed) -> str:
    off = [
        f"{name} {'+' if amount > 0 else ''}{chips_text(amount, record.unit)}"
        for name, amount in zip(record.players, result.differences)  # noqa: B905 - empty without a result
        if amount
    ]
    return f"{result.verdict} ({', '.join(off)} by the engine)" if off else result.verdict


def hand_dict(record: HandRecord, hand: Hand, result: Replayed) -> dict[str, Any]:
    """Return the same as plain values for JSON; amounts in chips of ``unit``.

    Examples
    --------
    >>> from equity.history import game_named, parse_acpc, play, replay
    >>> record = parse_acpc("STATE:7:rf:AsAd|7c2d:-10|10:Ann|Bob", game_named("limit.2p"))
    >>> hand_dict(record, play(record), replay(record))["verdict"]
    'agree'
    """
    return {
        "schema": 1,
        "file": record.place.file,
        "hand": record.place.hand,
        "line": record.place.line,
        "structure": record.structure,
        "unit": str(record.unit),
        "players": list(record.players),
        "stacks": list(record.stacks),
        "holes": list(hand.holes),
        "board": hand.board,
        "events": [event._asdict() for event in hand.events],
        "payoffs": list(result.payoffs),
        "verdict": result.verdict,
        "differences": [_number(amount) for amount in result.differences],
    }


def _number(amount: int | Decimal) -> int | float:
    return amount if isinstance(amount, int) else float(amount)


def summary_text(counts: Mapping[str, int], meanings: Mapping[str, str], notes: Sequence[str]) -> str:
    """Return the summary of a replay: a line a verdict, then the hands that differ.

    Examples
    --------
    >>> print(summary_text({"files": 1, "hands": 3, "agree": 3}, {"agree": "the same chips"}, []))
    3 hands in 1 file
      agree  3  the same chips
    """
    files, hands = counts["files"], counts["hands"]
    rows = [[name, f"{counts[name]:,}", text] for name, text in meanings.items() if counts.get(name)]
    cells = columns([row[:2] for row in rows], indent="  ") if rows else []
    lines = [f"{cell}  {row[2]}" for cell, row in zip(cells, rows, strict=True)]
    title = f"{hands:,} hand{'' if hands == 1 else 's'} in {files:,} file{'' if files == 1 else 's'}"
    return "\n".join([title, *lines, *notes])
