"""One hand street by street, as a person would read it, and the summary of a replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from equity.cards import cards_text, parse_cards
from equity.show.columns import columns

if TYPE_CHECKING:
    from equity.history import HandRecord, Replayed
    from equity.rules import Event, Hand

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


def cards_apart(cards: str) -> str:
    """Return cards with blanks between them.

    Examples
    --------
    >>> cards_apart("AsKd")
    'As Kd'
    """
    return " ".join(cards[i : i + 2] for i in range(0, len(cards), 2))


class _Teller:
    """Turns events into lines, with the pot at the start of each street."""

    def __init__(self, record: HandRecord, hand: Hand) -> None:
        self.names = record.players
        self.unit = record.unit
        self.hand = hand
        self.pot = 0
        self.board: tuple[int, ...] = ()
        self.lines: list[str] = ["", "preflop"]

    def chips(self, amount: int | Decimal) -> str:
        return chips_text(amount, self.unit)

    def tell(self, event: Event) -> None:
        """Add the line of one event."""
        who = "" if event.seat is None else self.names[event.seat]
        all_in = " and is all-in" if event.all_in else ""
        if event.kind == "post":
            self._say(f"{who} posts {event.what} {self.chips(event.amount)}{all_in}")
        elif event.kind == "act":
            self._say(f"{who} {self._action(event)}{all_in}")
        elif event.kind == "deal" and event.what != "hole":
            self.board += parse_cards(event.cards)
            self.lines += ["", f"{event.what} {cards_apart(event.cards)}  (pot {self.chips(self.pot)})".rstrip()]
        elif event.kind == "return":
            self._say(f"{self.chips(event.amount)} nobody called goes back to {who}")
        elif event.kind in ("show", "muck"):
            self._say(f"{who} {self._shown(event)}")
        elif event.kind == "win":
            pot = event.what if event.what[-1].isdigit() else f"the {event.what}"
            self._say(f"{who} wins {self.chips(event.amount)} from {pot}{self._with_what(event.seat)}")
        elif event.kind == "rake":
            self._say(f"the house takes {self.chips(event.amount)} from the {event.what}")
        if event.kind in ("post", "act"):
            self.pot += event.amount
        elif event.kind == "return":
            self.pot -= event.amount

    def _say(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def _action(self, event: Event) -> str:
        if event.what in ("fold", "check"):
            return f"{event.what}s"
        if event.what == "call":
            return f"calls {self.chips(event.amount)}"
        return f"{event.what}s {'to ' if event.what == 'raise' else ''}{self.chips(event.to)}"

    def _shown(self, event: Event) -> str:
        if not event.cards:
            return "mucks" if event.kind == "muck" else "shows nothing that is known"
        name = self._name(event.cards)
        return f"shows {cards_apart(event.cards)}{f': {name}' if name else ''}"

    def _with_what(self, seat: int | None) -> str:
        cards = self.hand.holes[seat] if seat is not None and self.hand.showdown else None
        name = self._name(cards) if cards else ""
        return f" with {name}" if name else ""

    def _name(self, cards: str) -> str:
        """Name a hand once the whole board lies open."""
        if len(self.board) < 5:
            return ""
        from equity.evaluator import describe, evaluate

        return describe(evaluate([*parse_cards(cards), *self.board]))


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
    teller = _Teller(record, hand)
    for event in hand.events:
        teller.tell(event)
    return "\n".join([*_head(record, hand), *teller.lines, *_end(record, hand, result)])


def _head(record: HandRecord, hand: Hand) -> list[str]:
    rules = hand.rules
    fixed = rules.structure == "fixed-limit"
    stakes = (rules.small_bet, rules.big_bet) if fixed else (rules.small_blind, rules.big_blind)
    amounts = "/".join(chips_text(amount or 0, record.unit) for amount in stakes)
    roles = {seat: kind for seat, kind, _ in record.blind_posts()}
    holes = record.holes
    rows = [["player", "stack", "cards", ""]]
    for seat, name in enumerate(record.players):
        stack = record.stacks[seat]
        words = [*(["button"] if seat == hand.button else []), *([roles[seat]] if seat in roles else [])]
        shown = "?" if stack is None else chips_text(stack, record.unit)
        rows.append([name, shown, cards_apart(cards_text(holes[seat] or ()) or "????"), ", ".join(words)])
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
