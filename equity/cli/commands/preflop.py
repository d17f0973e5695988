"""``equity preflop``: starting hands in order, and every hand against every other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from equity.cli.arguments import check_output, write_answer
from equity.cli.options import Command, format_option, joined_option, output_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from equity.odds.analyses.preflop_ranking import HandRank

__all__ = ["command"]


@click.command("preflop", cls=Command)
@click.argument("hands", nargs=-1, metavar="[HAND...]")
@click.option("--matrix", is_flag=True, help="Show the equity of each hand against each of the 169.")
@joined_option("--against", between=" ", metavar="HANDS", help="With --matrix: only these columns, e.g. 'QQ AKs 72o'.")
@click.option(
    "--ordering", default="equity", show_default=True, metavar="NAME", help="Order of the hands: equity or chen."
)
@format_option("table", "json", "csv")
@output_option
def command(hands: tuple[str, ...], matrix: bool, against: str, ordering: str, form: str, output: str) -> None:
    """Rank and exact equity of starting hands before the flop, all 169 if none is named.

    The rank is the one behind 'top 15%'; 'top' is the share of all hands that are at least as good; equity, win and tie
    are against one random hand.

    \b
    Examples:
      equity preflop AKs JTs 72o
      equity preflop AKs --matrix --against 'QQ JJ 98s'
      equity preflop --matrix --format csv -o preflop.csv
    """
    from equity.odds.analyses.preflop_ranking import rank_hands

    check_output(output)
    ranks = rank_hands(ordering)
    chosen = _choose(ranks, hands)
    if matrix:
        text = _matrix(chosen, _choose(ranks, against.replace(",", " ").split()), form)
    else:
        from equity.report.preflop import ranking_text

        text = ranking_text(chosen, form)
    write_answer(output, text)


def _choose(ranks: Sequence[HandRank], hands: Sequence[str]) -> list[HandRank]:
    """Return the hands named, in that order: each word a class, a range of classes or two cards; all for none."""
    from equity.cards import class_of_combo
    from equity.ranges import Range

    if not hands:
        return list(ranks)
    named = [set(map(class_of_combo, Range(hand).combos)) for hand in hands]
    return [rank for classes in named for rank in ranks if rank.hand_class in classes]


def _matrix(rows: Sequence[HandRank], others: Sequence[HandRank], form: str) -> str:
    from equity.odds.exact.preflop_grids import preflop_matrix
    from equity.report.preflop import matrix_text

    shares = preflop_matrix()[[rank.hand_class for rank in rows]][:, [rank.hand_class for rank in others]]
    return matrix_text([rank.hand for rank in rows], [rank.hand for rank in others], shares.tolist(), form)
