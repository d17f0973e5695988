"""What a simulation found, and how it shows itself.

Rules of the file: plain values made from whole-number tallies by `equity.simulate.runs.summary`; rates are fractions
0..1, win rates big blinds per hundred hands.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from equity._version import __version__
from equity.rules.money import stacks_text
from equity.show.results import Shown
from equity.simulate.runs.statistics import Estimate, Totals

if TYPE_CHECKING:
    from equity.simulate.runs.specification import RunSpec

__all__ = ["PlayerResult", "PositionResult", "Separation", "SimulationResult"]

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class PositionResult:
    """A player's hands in one position.

    Attributes
    ----------
    position : str
        ``"BTN"``, ``"SB"``, ``"BB"``, ``"UTG"``, ``"HJ"``, ``"CO"`` ...
    hands, net : int
    bb100 : float
    vpip, pfr : float or None
    """

    position: str
    hands: int
    net: int
    bb100: float
    vpip: float | None
    pfr: float | None


@dataclass(frozen=True, slots=True, repr=False)
class PlayerResult(Shown):
    """The figures of a strategy, or of one seat of it.

    Attributes
    ----------
    name : str
        The strategy.
    seats : tuple of int
        First seats of the players that are added up here.
    hands, net, rake, decisions : int
        Hands played, chips won, chips the house took from that, decisions made.
    bb100, adjusted : Estimate
        Win rate, and the same with pots that were all-in before the river settled at their equity. `adjusted` is None
        if that was switched off.
    vpip, pfr : float or None
        Hands with chips put in by choice before the flop, and with a raise; of all hands but walks.
    three_bet : float or None
        Hands that raised the first raise before the flop, of those that had the chance: exactly one raise was made
        before, of any size (a short all-in counts), and raising was open to the seat, as PokerTracker counts them.
        Not a chance: a seat that can only call all-in, one whose betting a short all-in behind did not reopen, and a
        street at its cap. None where it never had one.
    aggression : float or None
        Bets and raises for each call after the flop.
    saw_flop, wtsd, wsd : float or None
        Hands that saw a flop; of these, those that went to the showdown; of these, those that won chips there.
    positions : tuple of PositionResult
    """

    name: str
    seats: tuple[int, ...]
    hands: int
    net: int
    bb100: Estimate
    adjusted: Estimate | None
    vpip: float | None
    pfr: float | None
    three_bet: float | None
    aggression: float | None
    saw_flop: float | None
    wtsd: float | None
    wsd: float | None
    rake: int
    decisions: int
    positions: tuple[PositionResult, ...]

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary with the figures of all positions, then one for each position."""
        return _player_rows("player", self)

    def _line(self) -> str:
        shares = (f"{name} {100 * share:.1f} %" for name, share in (("VPIP", self.vpip), ("PFR", self.pfr)) if share)
        return ", ".join([f"{self.name} {_rate(self.bb100)} bb/100", *shares, f"{self.hands:,} hands"])

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        plain = asdict(self)
        for name, estimate in (("bb100", self.bb100), ("adjusted", self.adjusted)):
            plain[name] = None if estimate is None else _estimate(estimate)
        plain["std_error"] = plain["bb100"]["std_error"]
        plain["ci95"] = plain["bb100"]["ci95"]
        plain["bb100"] = self.bb100.mean
        plain["seats"] = list(self.seats)
        plain["positions"] = [asdict(position) for position in self.positions]
        return plain


def _estimate(estimate: Estimate) -> dict[str, Any]:
    known = estimate.std_error != float("inf")
    return {
        "bb100": estimate.mean,
        "std_error": estimate.std_error if known else None,
        "ci95": list(estimate.ci95) if known else None,
    }


@dataclass(frozen=True, slots=True, repr=False)
class Separation(Shown):
    """Two strategies compared.

    Attributes
    ----------
    first, second : str
    difference : Estimate
        How much more the first wins, in big blinds per hundred hands, from the same deals.
    hands : int or None
        Hands after which a 95 % interval of the difference excludes zero in four runs of five.
    """

    first: str
    second: str
    difference: Estimate
    hands: int | None

    def rows(self) -> list[dict[str, Any]]:
        """Return the comparison as one dictionary."""
        plain = self.to_dict()
        return [{name: plain[name] for name in ("first", "second", "difference", "std_error", "hands")}]

    def _line(self) -> str:
        return f"{self.first} - {self.second}: {_rate(self.difference)} bb/100"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        plain = _estimate(self.difference)
        plain["difference"] = plain.pop("bb100")
        return {"first": self.first, "second": self.second, **plain, "hands": self.hands}


@dataclass(frozen=True, repr=False)
class SimulationResult(Shown):
    """A run: every strategy's and every seat's figures, with everything needed to trust or repeat them.

    Attributes
    ----------
    strategies : tuple of PlayerResult
        Seats of one name added up, in order of appearance.
    seats : tuple of PlayerResult
        One for each seat; with duplicate a player starts there and goes round.
    separations : tuple of Separation
        Every two strategies.
    hands, deals, seed, elapsed, threads
        Hands played, decks dealt, and how.
    stop : str
        Why the run ended: ``"hands"`` (all were played), ``"time"``, ``"target"`` or ``"interrupted"``.
    complete : bool
        False if the run was interrupted: the figures are of the hands played so far.
    totals : Totals
        The whole numbers behind all figures.

    Examples
    --------
    >>> from equity.rules import pokerfs
    >>> from equity.simulate import run
    >>> result = run(pokerfs(), ["call", "random"], hands=2000, seed=1)
    >>> result.hands, sum(seat.net for seat in result.seats)
    (2000, 0)
    >>> result.strategies[0]
    PlayerResult(call +98.35 ± 343.49 bb/100, VPIP 89.4 %, 2,000 hands)
    """

    spec: RunSpec
    strategies: tuple[PlayerResult, ...]
    seats: tuple[PlayerResult, ...]
    separations: tuple[Separation, ...]
    hands: int
    deals: int
    seed: int
    stop: str
    elapsed: float
    threads: int | None
    totals: Totals
    notes: tuple[str, ...] = ()
    version: str = __version__

    @property
    def complete(self) -> bool:
        """Whether the run came to the end it was asked for."""
        return self.stop != "interrupted"

    @property
    def hands_per_second(self) -> float:
        """Hands played per second of the run."""
        return self.hands / self.elapsed if self.elapsed > 0 else 0.0

    def __getitem__(self, name: str) -> PlayerResult:
        """Return a strategy's figures by name."""
        for player in self.strategies:
            if player.name == name:
                return player
        raise KeyError(name)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON.

        Examples
        --------
        >>> from equity.rules import pokerfs
        >>> from equity.simulate import run
        >>> plain = run(pokerfs(), ["call", "call"], hands=100, seed=1).to_dict()
        >>> plain["schema"], plain["hands"], plain["strategies"][0]["net"]
        (1, 100, 0)
        """
        rules = self.spec.rules
        return {
            "schema": SCHEMA,
            "hands": self.hands,
            "deals": self.deals,
            "seed": self.seed,
            "complete": self.complete,
            "stop": self.stop,
            "target": self.spec.target,
            "rules": rules.name or rules.structure,
            "structure": rules.structure,
            "small_blind": rules.small_blind,
            "big_blind": rules.big_blind,
            "stacks": list(self.spec.stacks),
            "duplicate": self.spec.duplicate,
            "all_in_ev": self.spec.unit > 0,
            "all_in_exact": self.spec.all_in_exact,
            "decisions": sum(seat.decisions for seat in self.seats),
            "strategies": [player.to_dict() for player in self.strategies],
            "seats": [player.to_dict() for player in self.seats],
            "separations": [pair.to_dict() for pair in self.separations],
            "notes": list(self.notes),
            "elapsed": self.elapsed,
            "threads": self.threads,
            "hands_per_second": self.hands_per_second,
            "version": self.version,
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one flat row for each strategy, each seat, and each position of a seat."""
        found = [_player_row("strategy", player) for player in self.strategies]
        return found + [row for player in self.seats for row in _player_rows("seat", player)]

    def _line(self) -> str:
        rates = ", ".join(f"{player.name} {_rate(player.bb100)}" for player in self.strategies)
        return f"bb/100: {rates}; {self.hands:,} hands, seed {self.seed}{'' if self.complete else ', interrupted'}"

    def __str__(self) -> str:
        rows = self._rows()
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = []
        for row in rows:
            cells = [row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))]
            lines.append("  ".join(cells).rstrip())
        return "\n".join([*lines, self._footer()])

    def _repr_html_(self) -> str:
        from equity.show.html import table_html

        head, *rows = self._rows()
        return table_html(head, rows, footer=self._footer())

    def _rows(self) -> list[list[str]]:
        rows = [["strategy", "hands", "bb/100", "±", "all-in adjusted", "±", "VPIP", "PFR"]]
        for player in self.strategies:
            adjusted = player.adjusted
            rows.append(
                [
                    player.name,
                    f"{player.hands:,}",
                    *_figures(player.bb100),
                    *(_figures(adjusted) if adjusted else ("", "")),
                    *("" if share is None else f"{100 * share:.1f} %" for share in (player.vpip, player.pfr)),
                ]
            )
        return rows

    def _footer(self) -> str:
        parts = [
            self.spec.rules.name or self.spec.rules.structure,
            f"{self.hands:,} hands",
            f"seed {self.seed}",
            stacks_text(self.spec.stacks, self.spec.rules.big_blind),
        ]
        parts += ["duplicate"] if self.spec.duplicate else []
        return ", ".join(parts if self.complete else [*parts, "interrupted"])


def _rate(estimate: Estimate) -> str:
    mean, half = _figures(estimate)
    return f"{mean} ± {half or '?'}"


def _player_rows(kind: str, player: PlayerResult) -> list[dict[str, Any]]:
    """Return a player's row and those of its positions."""
    row = _player_row(kind, player)
    same = {"kind": "position", "name": row["name"], "seat": row["seat"]}
    return [row, *(dict.fromkeys(row) | same | asdict(position) for position in player.positions)]


def _player_row(kind: str, player: PlayerResult) -> dict[str, Any]:
    plain = player.to_dict()
    adjusted = plain["adjusted"] or {"bb100": None, "std_error": None}
    names = ("hands", "net", "bb100", "std_error")
    rest = ("vpip", "pfr", "three_bet", "aggression", "saw_flop", "wtsd", "wsd", "rake", "decisions")
    return {
        "kind": kind,
        "name": player.name,
        "seat": player.seats[0] if kind == "seat" else None,
        "position": None,
        **{name: plain[name] for name in names},
        "adjusted": adjusted["bb100"],
        "adjusted_std_error": adjusted["std_error"],
        **{name: plain[name] for name in rest},
    }


def _figures(estimate: Estimate) -> tuple[str, str]:
    half = estimate.half_width
    mean = round(estimate.mean, 2) + 0.0  # no minus before a zero
    return f"{mean:+.2f}", "" if half == float("inf") else f"{half:.2f}"
