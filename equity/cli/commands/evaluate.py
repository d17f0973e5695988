"""``equity eval``: name hands."""

from __future__ import annotations

from itertools import combinations

import click

from equity.cards import card_name, cards_text, parse_cards
from equity.cli.options import Command, format_option
from equity.errors import CardError
from equity.evaluator import CATEGORIES, best_five, category, describe, evaluate
from equity.ranges import split_players

__all__ = ["command"]


@click.command("eval", cls=Command)
@click.argument("hands", nargs=-1, required=True, metavar="CARDS...")
@click.option("-b", "--board", default="", metavar="CARDS", help="Community cards, part of every hand, e.g. Ts9s2d.")
@format_option("table", "json", "csv")
def command(hands: tuple[str, ...], board: str, form: str) -> None:
    """Name a hand of 5, 6 or 7 cards, or compare several.

    \b
    Examples:
      equity eval AsKsQsJsTs2d3c
      equity eval AhKd vs QsQd -b QhJs2c2d7h
      equity eval As Ks Qs Js Ts
    """
    from equity.report.named_hands import hands_text

    rows = []
    for cards in _read(hands, board):
        text = cards_text(cards)
        value = evaluate(text)
        rows.append(
            {
                "cards": text,
                "value": value,
                "category": CATEGORIES[category(value)],
                "name": describe(value),
                "best": cards_text(best_five(text)),
            }
        )
    click.echo(hands_text(rows, form))


def _read(words: tuple[str, ...], board: str) -> list[tuple[int, ...]]:
    """Return the cards of each hand with those of the board; on one board no card can be in two places."""
    hands = list(map(parse_cards, _hands(words)))
    shared = parse_cards(board, where="the board")
    for hand in hands:
        count = len(hand) + len(shared)
        if not 5 <= count <= 7:
            text = cards_text(hand)
            hint = f"; for its equity write equity {text}, or add the board with -b" if count == 2 else ""
            raise CardError(f"a hand is named by 5, 6 or 7 cards, got {count} in {text or 'an empty hand'}{hint}")
    if shared:
        places = {"the board": shared} | {f"hand {number}": hand for number, hand in enumerate(hands, 1)}
        for (place, cards), (other, more) in combinations(places.items(), 2):
            for card in set(cards) & set(more):
                raise CardError(f"{card_name(card)} is used twice: {place} and {other}")
    return [(*hand, *shared) for hand in hands]


def _hands(words: tuple[str, ...]) -> list[str]:
    """Return one text per hand: what stands between vs, or else each word; words of one card each are one hand."""
    between = split_players([*words, "vs"])[:-1]
    if len(between) > 1:
        return between
    return [" ".join(words)] if all(len(parse_cards(word)) == 1 for word in words) else list(words)
