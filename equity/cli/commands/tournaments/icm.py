"""``equity icm 5000,3000,2000 --payouts 50,30,20``: what stacks are worth in prize money."""

from __future__ import annotations

from collections.abc import Sequence

import click

from equity.cli.arguments import check_output, write_answer
from equity.cli.options import NUMBERS, Command, format_option, output_option

__all__ = ["command"]


@click.command("icm", cls=Command)
@click.argument("stacks", type=NUMBERS, metavar="STACKS")
@click.option("--payouts", type=NUMBERS, required=True, metavar="PRIZES", help="Prizes from first place down.")
@format_option("table", "json", "csv")
@output_option
def command(stacks: Sequence[float], payouts: Sequence[float], form: str, output: str) -> None:
    """Show what stacks are worth in prize money, by the independent chip model (Malmuth-Harville).

    The column 'ICM' is also the deal that shares the prizes by the model. 'by chips' is a chip chop: everybody gets the
    last prize that is left, and the rest goes by the chips.

    \b
    Examples:
      equity icm 5000,3000,2000 --payouts 50,30,20
      equity icm 5000,3000,2000,900 --payouts 70,30 --format json
    """
    from equity.odds.analyses.icm import chip_chop, icm
    from equity.report.analyses import prizes_text
    from equity.solve.game import check_payouts

    check_output(output)
    check_payouts(payouts, len(stacks))
    prizes, chop = icm(stacks, payouts).tolist(), chip_chop(stacks, payouts).tolist()
    write_answer(output, prizes_text(stacks, payouts, prizes, chop, form))
