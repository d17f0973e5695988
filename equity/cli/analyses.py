"""A closer look at a question: what `equity AsKs vs QQ` shows beside the equities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from equity.cli.options import NUMBERS

if TYPE_CHECKING:
    from equity.odds import EquityResult

__all__ = ["Look", "check_looks", "look_options", "take_looks"]

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Look:
    """One look: its name in JSON, plain values, rows for CSV and the table."""

    name: str
    plain: Any
    rows: list[dict[str, Any]]
    table: str


def look_options(function: Function) -> Function:
    """Add the options that ask for a closer look."""
    for option in reversed(
        [
            click.option(
                "-p", "--breakdown", is_flag=True, help="How often each player makes and wins with each category."
            ),
            click.option("--combos", is_flag=True, help="The equity of every combo of each player, the best first."),
            click.option("--next-card", is_flag=True, help="Equities after each card that can come on turn or river."),
            click.option("--outs", is_flag=True, help="The cards that bring each player from behind to the front."),
            click.option("--histogram", is_flag=True, help="How each range's equity is spread over its combos."),
            click.option("--stacks", type=NUMBERS, metavar="CHIPS", help="Stacks of an all-in: expected chips."),
            click.option("--payouts", type=NUMBERS, metavar="PRIZES", help="With --stacks: prize money by the ICM."),
            click.option("--others", type=NUMBERS, metavar="CHIPS", help="Stacks not in the hand, for --payouts."),
        ]
    ):
        function = option(function)
    return function


def take_looks(result: EquityResult, options: dict[str, Any]) -> list[Look]:
    """Return the looks the options ask for, in the order of the help."""
    return [_LOOKS[name](result, options) for name in _LOOKS if options[name]]


def check_looks(options: dict[str, Any]) -> None:
    """Refuse options that do not go together, before anything is counted."""
    wanted = [f"--{name.replace('_', '-')}" for name in _LOOKS if options[name]]
    if len(wanted) > 1 and options["form"] == "csv":
        names = " and ".join(wanted)
        raise click.UsageError(f"CSV holds one table, got {names}; ask for one of them, or for --format json")
    for name in ("payouts", "others"):
        needed = {"payouts": "stacks", "others": "payouts"}[name]
        if options[name] is not None and options[needed] is None:
            raise click.UsageError(f"--{name} needs --{needed}")


def _sampling(options: dict[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("samples", "seed", "threads")}


def _look_at_categories(result: EquityResult, options: dict[str, Any]) -> Look:
    from equity.odds.analyses.breakdown import break_down
    from equity.report.breakdown import breakdown_rows, breakdown_table

    plain = break_down(result.question, **_sampling(options)).to_dict()
    ranges = result.players
    return Look("breakdown", plain, breakdown_rows(ranges, plain), breakdown_table(ranges, plain))


def _look_at_combos(result: EquityResult, options: dict[str, Any]) -> Look:
    from equity.report.analyses import combos_rows, combos_table

    found = [own.to_dict() for own in _combos(result, options)]
    return Look("combos", found, combos_rows(result.players, found), combos_table(result.players, found))


def _combos(result: EquityResult, options: dict[str, Any]) -> Sequence[Any]:
    from equity.odds.analyses.per_combo import equities_of_seats

    return equities_of_seats(result.question, range(len(result.players)), **_sampling(options))


def _look_at_next_card(result: EquityResult, options: dict[str, Any]) -> Look:
    from equity.odds.analyses.next_card import after_next_card
    from equity.report.analyses import next_card_rows, next_card_table

    plain = after_next_card(result.question, **_sampling(options)).to_dict()
    ranges = result.players
    return Look("next_card", plain, next_card_rows(ranges, plain), next_card_table(ranges, plain))


def _look_at_outs(result: EquityResult, options: dict[str, Any]) -> Look:
    from equity.odds.analyses.next_card import find_outs
    from equity.report.analyses import outs_rows, outs_table

    names = ("card", "wins", "makes")
    plain = [[{name: getattr(out, name) for name in names} for out in own] for own in find_outs(result.question)]
    return Look("outs", plain, outs_rows(result.players, plain), outs_table(result.players, plain))


def _look_at_spread(result: EquityResult, options: dict[str, Any]) -> Look:
    from equity.odds.analyses.distribution import spread
    from equity.report.analyses import histogram_rows, histogram_table

    plain = [spread(own).to_dict() for own in _combos(result, options)]
    ranges = result.players
    return Look("histogram", plain, histogram_rows(ranges, plain), histogram_table(ranges, plain))


def _look_at_chips(result: EquityResult, options: dict[str, Any]) -> Look:
    from equity.report.analyses import chips_rows, chips_table

    prizes = None
    if options["payouts"] is not None:
        from equity.odds.analyses.icm import price_places

        found = price_places(
            result.question, options["stacks"], options["payouts"], others=options["others"] or (), **_sampling(options)
        )
        prizes = found.to_dict()
    players = result.to_dict()["players"]
    return Look("tournament", prizes, chips_rows(players, prizes), chips_table(players, prizes))


_LOOKS: dict[str, Callable[[Any, dict[str, Any]], Look]] = {
    "breakdown": _look_at_categories,
    "combos": _look_at_combos,
    "next_card": _look_at_next_card,
    "outs": _look_at_outs,
    "histogram": _look_at_spread,
    "stacks": _look_at_chips,
}
