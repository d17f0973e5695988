"""``equity eval``: name hands."""

from __future__ import annotations

import click

from equity.cards import cards_text, parse_cards
from equity.evaluator import CATEGORIES, best_five, category, describe, evaluate

__all__ = ["command"]


@click.command("eval")
@click.argument("hands", nargs=-1, required=True, metavar="CARDS...")
@click.option("-b", "--board", default="", help="Cards that belong to every hand, e.g. Ts9s2d.")
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", help="Output form.")
def command(hands: tuple[str, ...], board: str, form: str) -> None:
    """Name a hand of 5, 6 or 7 cards, or compare several.

    \b
    Examples:
      equity eval AsKsQsJsTs2d3c
      equity eval AhKd QsQd -b QhJs2c2d7h
      equity eval As Ks Qs Js Ts
    """
    from equity.report.named_hands import hands_text

    texts = [hand + board for hand in _join_single_cards(hands)]
    rows = []
    for text in texts:
        value = evaluate(text)
        rows.append(
            {
                "cards": cards_text(parse_cards(text)),
                "value": value,
                "category": CATEGORIES[category(value)],
                "name": describe(value),
                "best": cards_text(best_five(text)),
            }
        )
    click.echo(hands_text(rows, form))


def _join_single_cards(hands: tuple[str, ...]) -> list[str]:
    """Return one text per hand; arguments of one card each are one hand together."""
    if all(len(parse_cards(hand)) == 1 for hand in hands):
        return [" ".join(hands)]
    return list(hands)
