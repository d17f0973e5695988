"""What recorded hands say about their players: money, all-in adjusted money, and how they play.

Every figure has its definition and its denominator here or in `equity.figures`; `docs` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from math import lcm
from typing import Any, NamedTuple

from equity.errors import HistoryError
from equity.figures import Estimate, Rates, position_names, rates_of, share
from equity.history.players.cells import FLAGS, UNIT, Cell, Curve, Place, Tallies, calm
from equity.history.players.tallies import tally
from equity.history.record import ONE, HandRecord
from equity.kernels.play import tally_columns as col

__all__ = ["GroupStatistics", "PlayerStatistics", "Statistics", "statistics"]

_ORDER = ("BTN", "SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO")
_STREETS = ("flop", "turn", "river")
_TOGETHER = 1024  # players whose counts are taken apart in one go


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
    players: list[PlayerStatistics] = []
    rest = iter(tallies.players.items())
    with calm():
        while some := list(islice(rest, _TOGETHER)):
            counts, sums = _counts([list(cells.values()) for _, cells in some])
            one = iter(counts)
            for (name, cells), total in zip(some, sums, strict=True):
                parts = [_Part(_where(place), cell, next(one)) for place, cell in cells.items()]
                players.append(_player(name, parts, total, cells.curve))
    players.sort(key=lambda player: (-player.hands, player.name))
    return Statistics(tuple(players), tallies.hands, dict(tallies.left_out))


class _Chip:
    """How many chips are a big blind, and what a chip is worth; compared by identity, which is quick."""

    __slots__ = ("big", "unit")

    def __init__(self, big: int, unit: Decimal) -> None:
        self.big = big
        self.unit = unit


class _Where(NamedTuple):
    """What a place counts as."""

    names: tuple[str, str, str]  # of position, stakes and number of players
    stratum: int  # players and position in one number
    chip: _Chip


class _Part(NamedTuple):
    """A player's hands in one place, with their patterns taken apart."""

    where: _Where
    cell: Cell
    counts: list[int]  # of the columns in `_OF_GROUPS`


# of a player: counts by column, the chances and the deeds of each flag, then hands without a showdown, and won
_QUIET = col.COLUMNS + 2 * len(FLAGS)
_OF_GROUPS = (col.HANDS, col.WALKS, col.VPIP, col.PFR)  # hands first


def _player(name: str, parts: list[_Part], counts: list[int], curve: Curve | None) -> PlayerStatistics:
    flags = zip(FLAGS, counts[col.COLUMNS : _QUIET : 2], counts[col.COLUMNS + 1 : _QUIET : 2], strict=True)
    own = _rate(parts, adjusted=False)
    shifted = any(part.cell.shift or part.cell.square_shift for part in parts)
    chips = list(dict.fromkeys(part.where.chip for part in parts))
    nets, rakes, quiet = ({chip: 0 for chip in chips} for _ in range(3))
    for where, cell, _ in parts:
        nets[where.chip] += cell.net
        rakes[where.chip] += cell.rake
        quiet[where.chip] += cell.quiet
    net = _money(nets)
    rates = rates_of(counts)
    groups = _Groups(parts, (counts[col.HANDS], net, own.mean, rates.vpip, rates.pfr))
    return PlayerStatistics(
        name=name,
        hands=counts[col.HANDS],
        decisions=counts[col.DECISIONS],
        net=net,
        rake=_money(rakes),
        net_without_showdown=_money(quiet),
        big_blinds=_big_blinds(nets),
        bb100=own,
        adjusted=_rate(parts, adjusted=True) if shifted else own,
        all_ins=sum(part.cell.all_ins for part in parts),
        unadjusted=sum(part.cell.unsettled for part in parts),
        rates=rates,
        extra={flag: share(done, chances) for flag, chances, done in flags},
        won_without_showdown=share(counts[_QUIET + 1], counts[_QUIET]),
        positions=groups.by(0, _ORDER.index),
        stakes=groups.by(1, lambda name: (len(name), name)),
        table_sizes=groups.by(2, int),
        curve=curve,
    )


def _counts(players: list[list[Cell]]) -> tuple[list[list[int]], list[list[int]]]:
    """Take the patterns of players' cells apart: what each cell counts for groups, and each player in all.

    The rules are those of `equity.kernels.play.whole_hands.tally_hand`.
    """
    import numpy as np

    cells = [cell for own in players for cell in own]

    pattern = np.array([pattern for cell in cells for pattern in cell.patterns], np.int64)
    hands = np.array([hands for cell in cells for hands in cell.patterns.values()], np.int64)
    if not len(hands):
        return [], []
    saw, shown, live, won, note = pattern & 1, pattern >> 1 & 1, pattern >> 2 & 1, pattern >> 3 & 1, pattern >> 4 & 63
    rows = np.zeros((_QUIET + 2, len(hands)), np.int64)
    rows[col.HANDS] = 1
    rows[col.VPIP] = note >> 1 & 1
    rows[col.PFR] = note >> 2 & 1
    rows[col.THREE_BET_CHANCES] = note >> 3 & 1
    rows[col.THREE_BETS] = note >> 3 & note >> 4 & 1
    rows[col.FLOPS] = saw
    rows[col.RAISES] = pattern >> 10 & 63
    rows[col.CALLS] = pattern >> 16 & 63
    rows[col.DECISIONS] = pattern >> 22 & 255
    rows[col.SHOWDOWNS] = shown
    rows[col.SHOWDOWNS_WON] = won
    rows[col.WALKS] = (live > 0) & (shown == 0) & (rows[col.DECISIONS] == 0) & (note == 0)
    for k in range(2 * len(FLAGS)):
        rows[col.COLUMNS + k] = pattern >> 30 + k & 1
    rows[_QUIET] = shown == 0
    rows[_QUIET + 1] = (shown == 0) & (live > 0)
    rows *= hands
    starts = np.cumsum([0, *(len(cell.patterns) for cell in cells[:-1])])
    found = np.add.reduceat(rows, starts, axis=1)
    firsts = np.cumsum([0, *(len(own) for own in players[:-1])])
    return found[_OF_GROUPS, :].T.tolist(), np.add.reduceat(found, firsts, axis=1).T.tolist()


def _money(sums: dict[_Chip, int]) -> int | Decimal:
    """Return what chips are worth."""
    chips: dict[Decimal, int] = {}
    for chip, value in sums.items():
        chips[chip.unit] = chips.get(chip.unit, 0) + value
    if chips.keys() == {ONE}:
        return chips[ONE]
    total = sum((value * unit for unit, value in chips.items()), Decimal(0))
    return int(total) if total == total.to_integral_value() else total


def _big_blinds(sums: dict[_Chip, int]) -> float:
    """Return how many big blinds chips are."""
    scale = lcm(*[chip.big for chip in sums])
    return sum([value * (scale // chip.big) for chip, value in sums.items()]) / scale


def _rate(parts: list[_Part], *, adjusted: bool) -> Estimate:
    """Return big blinds per hundred hands; the error is taken within places, as a simulation's is within buttons.

    Everything is a whole number of parts of a big blind, so that the only rounding is the last one.
    """
    chips = {part.where.chip for part in parts}
    whole = lcm(*[chip.big for chip in chips])
    scale = whole * (UNIT if adjusted else 1)
    shares = {chip: whole // chip.big for chip in chips}
    squared = dict.fromkeys(chips, 0)
    played: dict[int, int] = {}
    won: dict[int, int] = {}
    for (_, stratum, chip), cell, counts in parts:
        net, squares = cell.net, cell.squares
        if adjusted:
            net, squares = net * UNIT + cell.shift, squares * UNIT**2 + cell.square_shift
        squared[chip] += squares
        played[stratum] = played.get(stratum, 0) + counts[0]
        won[stratum] = won.get(stratum, 0) + net * shares[chip]
    hands, total = sum(played.values()), sum(won.values())
    if not hands:
        return Estimate(0.0, float("inf"))
    mean = 100 * total / (scale * hands)
    if hands <= 2 * len(played):
        played, won = {0: hands}, {0: total}
    degrees = hands - len(played)
    if degrees < 1:
        return Estimate(mean, float("inf"))
    common = lcm(*played.values())
    spread = common * sum([value * shares[chip] ** 2 for chip, value in squared.items()])
    spread -= sum([value**2 * (common // played[stratum]) for stratum, value in won.items()])
    return Estimate(mean, max(0.0, 10_000 * spread / (common * scale**2 * degrees * hands)) ** 0.5)


class _Groups:
    """A player's parts put together by what their places have in common.

    Parameters
    ----------
    parts : list of _Part
    whole : tuple
        Hands, net, mean, VPIP and PFR of all parts.
    """

    def __init__(self, parts: list[_Part], whole: tuple[int, int | Decimal, float, float | None, float | None]) -> None:
        self._parts = parts
        self._whole = whole

    def by(self, at: int, order: Callable[[str], Any]) -> tuple[GroupStatistics, ...]:
        """Return the groups by one name of a place, sorted."""
        groups: dict[str, list[int]] = {}
        nets: dict[str, dict[_Chip, int]] = {}
        for where, cell, (hands, walks, vpip, pfr) in self._parts:
            name = where.names[at]
            counts = groups.get(name)
            if counts is None:
                groups[name] = [hands, walks, vpip, pfr]
                nets[name] = {where.chip: cell.net}
                continue
            counts[0] += hands
            counts[1] += walks
            counts[2] += vpip
            counts[3] += pfr
            won = nets[name]
            won[where.chip] = won.get(where.chip, 0) + cell.net
        if len(groups) == 1:
            hands, net, mean, entered, raised = self._whole
            return (GroupStatistics(next(iter(groups)), hands, net, mean, entered, raised),)
        found = []
        for name in sorted(groups, key=order):
            hands, walks, vpip, pfr = groups[name]
            won, dealt = nets[name], hands - walks
            mean = _mean(won, hands)
            found.append(GroupStatistics(name, hands, _money(won), mean, share(vpip, dealt), share(pfr, dealt)))
        return tuple(found)


def _mean(sums: dict[_Chip, int], hands: int) -> float:
    """Return big blinds won per hundred hands."""
    scale = lcm(*[chip.big for chip in sums])
    return 100 * sum([value * (scale // chip.big) for chip, value in sums.items()]) / (scale * hands)


@lru_cache(maxsize=1 << 14)
def _where(place: Place) -> _Where:
    structure, big, unit = place.stakes
    return _Where(
        names=(
            position_names(place.players)[place.position],
            f"{structure} {(big * unit).normalize():f}",
            str(place.players),
        ),
        stratum=place.players << 8 | place.position,
        chip=_chip(big, unit),
    )


@lru_cache(maxsize=1 << 12)
def _chip(big: int, unit: Decimal) -> _Chip:
    return _Chip(big, unit)


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
