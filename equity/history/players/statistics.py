"""What recorded hands say about their players: money, all-in adjusted money, and how they play.

Every figure has its definition and its denominator here or in `equity.figures`; `docs` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from equity.errors import HistoryError
from equity.figures import Estimate, Rates, position_names, rates_of, share
from equity.history.players.tallies import FLAGS, UNIT, Cell, Curve, Place, PlayerTally, Tallies, tally
from equity.history.record import HandRecord
from equity.kernels.play import tally_columns as col

if TYPE_CHECKING:
    pass

__all__ = ["GroupStatistics", "PlayerStatistics", "Statistics", "statistics"]

_ORDER = ("BTN", "SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO")
_STREETS = ("flop", "turn", "river")


@dataclass(frozen=True, slots=True)
class GroupStatistics:
    """A player's hands in one position, at one stake, or with one number of players.

    Attributes
    ----------
    name : str
        ``"BTN"``, ``"no-limit 0.10"``, ``"6"``.
    hands : int
    net : int or Decimal
        In money, or in chips.
    bb100 : float
    vpip, pfr : float or None
    """

    name: str
    hands: int
    net: int | Decimal
    bb100: float
    vpip: float | None
    pfr: float | None


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """The figures of one player.

    Attributes
    ----------
    name : str
    hands, decisions : int
    net, rake, net_without_showdown : int or Decimal
        Money won, the house's share of that, and what was won in hands without a showdown; chips where the record
        counts in chips.
    big_blinds : float
        Big blinds won.
    bb100, adjusted : Estimate
        Big blinds won per hundred hands, and the same with all-ins before the river at their equity.
    all_ins, unadjusted : int
        Showdowns that were all-in before the river, and those of them that stay as they ended because a hand in them is
        unknown.
    rates : Rates
    extra : dict of str to float or None
        ``fold_to_three_bet``, ``steal``, ``fold_to_steal``, ``c_bet_flop`` ..., ``fold_to_c_bet_river``: what was done,
        of the chances to do it.
    won_without_showdown : float or None
        Hands won without a showdown, of all hands that did not go to one.
    positions, stakes, table_sizes : tuple of GroupStatistics
    curve : Curve or None
        The running result, if it was kept.
    """

    name: str
    hands: int
    decisions: int
    net: int | Decimal
    rake: int | Decimal
    net_without_showdown: int | Decimal
    big_blinds: float
    bb100: Estimate
    adjusted: Estimate
    all_ins: int
    unadjusted: int
    rates: Rates
    extra: Mapping[str, float | None]
    won_without_showdown: float | None
    positions: tuple[GroupStatistics, ...]
    stakes: tuple[GroupStatistics, ...]
    table_sizes: tuple[GroupStatistics, ...]
    curve: Curve | None = field(default=None, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, with the keys of a simulation's result where that has them."""
        own = _estimate(self.bb100)
        flat = {name: self.extra[name] for name in FLAGS if "c_bet" not in name}
        return {
            "name": self.name,
            "hands": self.hands,
            "net": _plain(self.net),
            "big_blinds": self.big_blinds,
            **own,
            "adjusted": {**_estimate(self.adjusted), "all_ins": self.all_ins, "unadjusted": self.unadjusted},
            "vpip": self.rates.vpip,
            "pfr": self.rates.pfr,
            "three_bet": self.rates.three_bet,
            **flat,
            "c_bet": {street: self.extra[f"c_bet_{street}"] for street in _STREETS},
            "fold_to_c_bet": {street: self.extra[f"fold_to_c_bet_{street}"] for street in _STREETS},
            "aggression": self.rates.aggression,
            "saw_flop": self.rates.saw_flop,
            "wtsd": self.rates.wtsd,
            "wsd": self.rates.wsd,
            "won_without_showdown": self.won_without_showdown,
            "net_without_showdown": _plain(self.net_without_showdown),
            "rake": _plain(self.rake),
            "decisions": self.decisions,
            "positions": [_group_dict("position", group) for group in self.positions],
            "stakes": [_group_dict("stakes", group) for group in self.stakes],
            "table_sizes": [_group_dict("players", group) for group in self.table_sizes],
        }

    def to_row(self) -> dict[str, Any]:
        """Return one flat row, without the groups."""
        plain = self.to_dict()
        row = {name: value for name, value in plain.items() if not isinstance(value, (list, dict))}
        low, high = plain["ci95"] or (None, None)
        row |= {"ci95_low": low, "ci95_high": high}
        for name in ("bb100", "std_error", "all_ins", "unadjusted"):
            row[f"adjusted_{name}"] = plain["adjusted"][name]
        for name in ("c_bet", "fold_to_c_bet"):
            row |= {f"{name}_{street}": plain[name][street] for street in _STREETS}
        return row


@dataclass(frozen=True)
class Statistics:
    """The players of some hands, the most frequent first.

    Attributes
    ----------
    players : tuple of PlayerStatistics
    hands : int
        Hands counted.
    left_out : dict of str to int
        Hands that were not, by verdict.

    Examples
    --------
    >>> statistics([]).to_dict()
    {'schema': 1, 'hands': 0, 'left_out': {}, 'players': []}
    """

    players: tuple[PlayerStatistics, ...]
    hands: int
    left_out: Mapping[str, int]

    def player(self, name: str) -> PlayerStatistics:
        """Return a player's figures.

        Raises
        ------
        HistoryError
            If no hand has that player.
        """
        for player in self.players:
            if player.name == name:
                return player
        from difflib import get_close_matches

        close = get_close_matches(name, [player.name for player in self.players], 3)
        hint = f"; did you mean {', '.join(close)}?" if close else ""
        raise HistoryError(f"no hand has a player {name!r:.60}{hint}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        players = [player.to_dict() for player in self.players]
        return {"schema": 1, "hands": self.hands, "left_out": dict(self.left_out), "players": players}

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one flat row per player."""
        return [player.to_row() for player in self.players]

    def to_frame(self) -> Any:
        """Return one row per player as a data frame: pandas' or Polars', whichever is there (extra ``data``)."""
        from equity.show.results import to_frame

        return to_frame(self.to_rows())


def statistics(
    records: Iterable[HandRecord],
    *,
    strict: bool = True,
    wanted: Callable[[HandRecord], bool] | None = None,
    curves: Callable[[str], bool] | None = None,
) -> Statistics:
    """Replay hands and return what they say about their players.

    Parameters
    ----------
    records : iterable of HandRecord
        For example `equity.history.read`; taken a few hundred at a time.
    strict : bool
        As `equity.history.replaying.replay` takes it.
    wanted : callable, optional
        Says whether a hand is counted.
    curves : callable, optional
        Says of which players the running result is kept.

    Examples
    --------
    >>> from equity.history import parse_phh
    >>> record = parse_phh('''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... players = ["Ann", "Bob"]
    ... actions = ["d dh p1 AsKs", "d dh p2 QhQd", "p2 cbr 6", "p1 f"]
    ... ''')
    >>> found = statistics([record])
    >>> bob = found.player("Bob")
    >>> bob.hands, bob.net, bob.rates.pfr, bob.extra["steal"]
    (1, 2, 1.0, 1.0)
    """
    return from_tallies(tally(records, strict=strict, wanted=wanted, curves=curves))


def from_tallies(tallies: Tallies) -> Statistics:
    """Return the statistics of what was counted."""
    players = [_player(name, cells) for name, cells in tallies.players.items()]
    players.sort(key=lambda player: (-player.hands, player.name))
    return Statistics(tuple(players), tallies.hands, dict(tallies.left_out))


def _player(name: str, cells: PlayerTally) -> PlayerStatistics:
    counts, flags, quiet_hands, quiet_won = _counts(cells.values())
    hands = counts[col.HANDS]
    return PlayerStatistics(
        name=name,
        hands=hands,
        decisions=counts[col.DECISIONS],
        net=_money(cells, "net"),
        rake=_money(cells, "rake"),
        net_without_showdown=_money(cells, "quiet"),
        big_blinds=float(sum((Fraction(cell.net, place.stakes[1]) for place, cell in cells.items()), Fraction(0))),
        bb100=_rate(cells, adjusted=False),
        adjusted=_rate(cells, adjusted=True),
        all_ins=sum(cell.all_ins for cell in cells.values()),
        unadjusted=sum(cell.unsettled for cell in cells.values()),
        rates=rates_of(counts),
        extra={flag: share(done, chances) for flag, (chances, done) in flags.items()},
        won_without_showdown=share(quiet_won, quiet_hands),
        positions=_groups(cells, lambda place: position_names(place.players)[place.position], _ORDER.index),
        stakes=_groups(cells, _stakes_name, lambda name: (len(name), name)),
        table_sizes=_groups(cells, lambda place: str(place.players), int),
        curve=cells.curve,
    )


def _counts(cells: Iterable[Cell]) -> tuple[list[int], dict[str, tuple[int, int]], int, int]:
    """Return counts by column, (chances, taken) by flag, hands without a showdown and how many of them were won."""
    counts = [0] * col.COLUMNS
    flags = [[0, 0] for _ in FLAGS]
    quiet = quiet_won = 0
    for cell in cells:
        for pattern, hands in cell.patterns.items():
            _add(counts, pattern, hands)
            more = pattern >> 30
            for k, pair in enumerate(flags):
                pair[0] += hands * (more >> 2 * k & 1)
                pair[1] += hands * (more >> 2 * k + 1 & 1)
            if not pattern & 2:
                quiet += hands
                quiet_won += hands if pattern & 4 else 0
    return counts, {name: (pair[0], pair[1]) for name, pair in zip(FLAGS, flags, strict=True)}, quiet, quiet_won


def _add(counts: list[int], pattern: int, hands: int) -> None:
    """Add the hands of a pattern; the rules are those of `equity.kernels.play.whole_hands.tally_hand`."""
    saw, shown, live, won, note = pattern & 1, pattern >> 1 & 1, pattern >> 2 & 1, pattern >> 3 & 1, pattern >> 4 & 63
    counts[col.HANDS] += hands
    counts[col.VPIP] += hands * (note >> 1 & 1)
    counts[col.PFR] += hands * (note >> 2 & 1)
    counts[col.THREE_BET_CHANCES] += hands * (note >> 3 & 1)
    counts[col.THREE_BETS] += hands * (note >> 3 & note >> 4 & 1)
    counts[col.FLOPS] += hands * saw
    counts[col.RAISES] += hands * (pattern >> 10 & 63)
    counts[col.CALLS] += hands * (pattern >> 16 & 63)
    counts[col.DECISIONS] += hands * (pattern >> 22 & 255)
    counts[col.SHOWDOWNS] += hands * shown
    counts[col.SHOWDOWNS_WON] += hands * won
    counts[col.WALKS] += hands if live and not shown and pattern >> 22 & 255 == 0 and note == 0 else 0


def _money(cells: Mapping[Place, Cell], name: str) -> int | Decimal:
    total = sum((getattr(cell, name) * place.stakes[2] for place, cell in cells.items()), Decimal(0))
    return int(total) if total == total.to_integral_value() else total


def _rate(cells: Mapping[Place, Cell], *, adjusted: bool) -> Estimate:
    """Return big blinds per hundred hands; the error is taken within places, as a simulation's is within buttons."""
    hands, total, squares = 0, Fraction(0), Fraction(0)
    strata: dict[tuple[int, int], tuple[int, Fraction]] = {}
    for place, cell in cells.items():
        played, big = sum(cell.patterns.values()), place.stakes[1]
        won, squared = Fraction(cell.net), Fraction(cell.squares)
        if adjusted:
            won += Fraction(cell.shift, UNIT)
            squared += Fraction(cell.square_shift, UNIT * UNIT)
        hands += played
        total += won / big
        squares += squared / big**2
        before = strata.get(place[:2], (0, Fraction(0)))
        strata[place[:2]] = before[0] + played, before[1] + won / big
    if not hands:
        return Estimate(0.0, float("inf"))
    mean = float(100 * total / hands)
    if hands <= 2 * len(strata):
        strata = {(0, 0): (hands, total)}
    degrees = hands - len(strata)
    if degrees < 1:
        return Estimate(mean, float("inf"))
    spread = squares - sum((won**2 / played for played, won in strata.values()), Fraction(0))
    return Estimate(mean, max(0.0, float(10_000 * spread / degrees / hands)) ** 0.5)


def _groups(
    cells: PlayerTally, name_of: Callable[[Place], str], order: Callable[[str], Any]
) -> tuple[GroupStatistics, ...]:
    parts: dict[str, dict[Place, Cell]] = {}
    for place, cell in cells.items():
        parts.setdefault(name_of(place), {})[place] = cell
    found = []
    for name in sorted(parts, key=order):
        part = parts[name]
        counts = _counts(part.values())[0]
        rates = rates_of(counts)
        found.append(
            GroupStatistics(
                name,
                counts[col.HANDS],
                _money(part, "net"),
                _rate(part, adjusted=False).mean,
                rates.vpip,
                rates.pfr,
            )
        )
    return tuple(found)


def _stakes_name(place: Place) -> str:
    structure, big, unit = place.stakes
    return f"{structure} {(big * unit).normalize():f}"


def _estimate(estimate: Estimate) -> dict[str, Any]:
    known = estimate.std_error != float("inf")
    return {
        "bb100": estimate.mean,
        "std_error": estimate.std_error if known else None,
        "ci95": list(estimate.ci95) if known else None,
    }


def _plain(value: int | Decimal) -> int | float:
    return value if isinstance(value, int) else float(value)


def _group_dict(key: str, group: GroupStatistics) -> dict[str, Any]:
    return {
        key: group.name,
        "hands": group.hands,
        "net": _plain(group.net),
        "bb100": group.bb100,
        "vpip": group.vpip,
        "pfr": group.pfr,
    }
