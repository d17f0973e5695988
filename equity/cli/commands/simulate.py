"""``equity simulate``: many whole hands, and who wins them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import click

from equity.cli.options import (
    COUNT,
    DURATION,
    SEED,
    Choice,
    Command,
    Count,
    Quantity,
    complete_house,
    format_option,
    joined_option,
    open_executor,
    quiet_option,
    threads_option,
    worker_options,
)
from equity.errors import EquityError, RulesError, StrategyError
from equity.show.progress import Progress

if TYPE_CHECKING:
    from equity.rules import Rules
    from equity.simulate import SimulationResult
    from equity.simulate.runs.specification import RunSpec

__all__ = ["command"]

_HANDS = 100_000
SHOWN = Count(most=100_000)  # they are kept until they are printed


class _Target(Quantity):
    """Half the width of an interval of a win rate: 5bb, or 5."""

    name = "target"
    example = "big blinds per hundred hands, such as 5bb"
    units: ClassVar[dict[str, float]] = {"": 1, "bb": 1}

    def read(self, text: str) -> float:
        width = float(super().read(text))
        if not 0 < width < 1e9:
            raise ValueError(f"write {self.example}")
        return width


_HOUSES = {"no-limit": "pokerfs", "pot-limit": "poker-fantasy-pot-limit", "fixed-limit": "cardroom-limit"}
_STRUCTURES = {"nl": "no-limit", "nlhe": "no-limit", "pl": "pot-limit", "plhe": "pot-limit"} | dict.fromkeys(
    ("limit", "fl", "lhe", "flhe"), "fixed-limit"
)


def _complete_seats(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the list with each strategy that its last entry may become."""
    from equity.simulate.strategies import BUILT_IN

    head, comma, last = incomplete.rpartition(",")
    count, star, name = last.rpartition("*")
    return [f"{head}{comma}{count}{star}{known}" for known in BUILT_IN if known.startswith(name.lower())]


@click.command("simulate", cls=Command)
@joined_option(
    "--seats",
    between=",",
    required=True,
    metavar="LIST",
    shell_complete=_complete_seats,
    help="A strategy per seat: tag,2*call,'lag(vpip=0.4)',mybot.py:player; given twice, they add up.",
)
@click.option(
    "-n", "--hands", type=COUNT, help="Hands to play: 10m, 1e6; default 100k, no limit with --time or --target."
)
@click.option("--time", "seconds", type=DURATION, metavar="T", help="Stop after this time: 60s, 5m, 1h.")
@click.option(
    "--target",
    type=_Target(),
    metavar="W",
    help="Stop when every win rate is known to plus or minus this: 5bb is 5 bb/100.",
)
@click.option(
    "--rules",
    "house",
    metavar="NAME",
    shell_complete=complete_house,
    help="House rules (equity rules lists them); default pokerfs.",
)
@click.option("--structure", type=Choice(list(_HOUSES), also=_STRUCTURES), help="Betting structure.")
@click.option("--stakes", metavar="A/B", help="Blinds, or small and big bet in fixed-limit: 5/10, 0.05/0.10.")
@click.option(
    "--stacks",
    default="100bb",
    show_default=True,
    help="Big blinds, or money as in --stakes: 40bb, 10.00, 10k; one for all, or one per seat.",
)
@click.option("--seed", type=SEED, metavar="N", help="The same seed gives the same numbers.")
@click.option("--duplicate", is_flag=True, help="Deal each deck once per rotation of the strategies.")
@click.option("--all-in-ev/--no-all-in-ev", default=True, help="Also settle all-ins at their equity.")
@click.option("--exact-all-in-ev", is_flag=True, help="Count every board for that, before the flop too (slow).")
@click.option(
    "--on-illegal",
    type=Choice(["error", "fold"]),
    default="error",
    help="What to do when a strategy makes an illegal action.",
)
@threads_option
@worker_options
@click.option(
    "--output", type=click.Path(dir_okay=False), help="Hands: x.phhs, x.acpc; results: x.parquet, .csv, .json."
)
@click.option("--show", type=SHOWN, metavar="N", help="Also print the first N hands.")
@format_option("table", "json", "csv")
@quiet_option("Print the first table only: no notes, no progress.")
def command(**options: Any) -> None:
    """Play many hands between strategies: call, random, nit, tag, lag, maniac, push-fold, equity.

    \b
    Examples:
      equity simulate --seats tag,tag,lag,call,nit,random --hands 10m --seed 1
      equity simulate --structure limit --stakes 4/8 --seats tag,call --duplicate
      equity simulate --seats "tag(vpip=0.3),tag" --stacks 40bb --output x.phhs
    """
    unwritten: list[EquityError] = []
    result = _simulate(options, unwritten)
    if options["show"]:
        _show(result.spec, options["show"], err=options["form"] != "table")
    _print(result, options)
    for error in unwritten:
        raise error
    if not result.complete:
        of = f" of {result.spec.hands:,}" if options["hands"] or not (options["seconds"] or options["target"]) else ""
        raise click.Abort(f"{result.hands:,}{of} hands")


def _simulate(options: dict[str, Any], unwritten: list[EquityError]) -> SimulationResult:
    from equity.simulate.runs.output import check_paths
    from equity.simulate.runs.runner import resumed_seed, run_spec
    from equity.simulate.runs.specification import make_spec

    check_paths(options["output"], options["checkpoint"])
    rules = choose_rules(options["house"], options["structure"], options["stakes"])
    spec = make_spec(
        rules,
        split_seats(options["seats"]),
        hands=options["hands"] or (None if options["seconds"] or options["target"] else _HANDS),
        stacks=options["stacks"],
        seed=resumed_seed(options["checkpoint"]) if options["seed"] is None else options["seed"],
        duplicate=options["duplicate"],
        all_in_ev="exact" if options["exact_all_in_ev"] else options["all_in_ev"],
        on_illegal=options["on_illegal"],
        target=options["target"],
        chip=choose_chip(rules, options["stakes"]),
    )
    with (
        open_executor(options["cluster"], threads=options["threads"]) as executor,
        Progress(quiet=options["quiet"], unit="hands") as progress,
    ):
        return run_spec(
            spec,
            executor=executor,
            progress=progress.callback,
            on_unwritten=unwritten.append,
            **{name: options[name] for name in ("seconds", "threads", "output", "checkpoint")},
        )


def _show(spec: RunSpec, count: int, *, err: bool) -> None:
    from equity.history import play
    from equity.report.histories.hand import hand_text
    from equity.simulate.runs.hand_records import first_records

    for record in first_records(spec, count):
        click.echo(hand_text(record, play(record)) + "\n", err=err)


def choose_rules(house: str | None, structure: str | None, stakes: str | None) -> Rules:
    """Return the rules that the options name.

    Examples
    --------
    >>> rules = choose_rules(None, "limit", "4/8")
    >>> rules.name, rules.small_blind, rules.big_bet
    ('cardroom-limit', 2, 8)
    """
    from equity.rules.money import HOUSE_CHIPS, parse_stakes
    from equity.rules.presets import find_preset

    structure = "fixed-limit" if structure == "limit" else structure
    make = find_preset(_HOUSES[structure or "no-limit"] if house is None else house)
    rules = make()
    if structure is not None and rules.structure != structure:
        raise RulesError(f"{rules.name} is {rules.structure}, not {structure}; leave out --structure or --rules")
    if stakes is None:
        return rules
    small, big, _ = parse_stakes(stakes, chip=HOUSE_CHIPS.get(rules.name))
    return make(small, big)


def choose_chip(rules: Rules, stakes: str | None) -> str:
    """Return what a chip is worth in the money that stakes and stacks are given in.

    Examples
    --------
    >>> rules = choose_rules(None, None, "0.05/0.10")
    >>> rules.big_blind, choose_chip(rules, "0.05/0.10"), choose_chip(rules, None)
    (10, '0.01', '1')
    """
    from equity.rules.money import HOUSE_CHIPS, parse_stakes

    known = HOUSE_CHIPS.get(rules.name)
    return known or ("1" if stakes is None else parse_stakes(stakes)[2])


def split_seats(text: str) -> list[str]:
    """Return the strategies of a list whose commas in brackets do not count; ``3*tag`` or ``tag*3`` stands for three.

    Examples
    --------
    >>> split_seats("tag(vpip=0.3,pfr=0.2),2*call,nit*1")
    ['tag(vpip=0.3,pfr=0.2)', 'call', 'call', 'nit']
    """
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    seats: list[str] = []
    for part in parts:
        count, star, name = (word.strip() for word in part.partition("*"))
        if name.isascii() and name.isdigit():
            count, name = name, count
        seats += [name] * _read_count(count, part) if star and count.isascii() and count.isdigit() else [part.strip()]
    return seats


def _read_count(count: str, part: str) -> int:
    from equity.constants import MAX_SEATS

    if len(count) > 2 or int(count) > MAX_SEATS:
        raise StrategyError(f"a table has 2 to {MAX_SEATS} seats, got {part.strip()!r:.60}")
    return int(count)


def _print(result: SimulationResult, options: dict[str, Any]) -> None:
    plain = result.to_dict()
    if options["form"] == "json":
        from equity.report.export import json_text

        click.echo(json_text(plain))
    elif options["form"] == "csv":
        from equity.report.export import csv_text

        click.echo(csv_text(result.rows()))
    else:
        from equity.report.simulation import simulation_table

        click.echo(simulation_table(plain, quiet=options["quiet"]))
