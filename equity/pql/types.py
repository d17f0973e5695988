"""The types of PQL and their words: what a value is, what may be compared, how it is written.

Rules of the file: plain Python. In arrays every type is a number: truth values as bool, ranks 0 (2) to 12 (A) with -1
for none, sets of ranks as 13 bits, cards as everywhere in the package, hand types and flop categories by their place in
the lists below, ratings as the evaluator's values.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from equity.cards import CARDS, RANKS, card_name
from equity.strengths import describe

__all__ = ["CONSTANTS", "FLOP_CATEGORIES", "HAND_TYPES", "NUMBERED", "STREETS", "Type", "label", "plain"]


class Type(Enum):
    """What an expression is, in the words of messages."""

    BOOLEAN = "a condition"
    NUMBER = "a number"
    RANK = "a rank"
    RANKS = "a set of ranks"
    CARD = "a card"
    HAND_TYPE = "a hand type"
    CATEGORY = "a flop category"
    RATING = "a rating"
    PLAYER = "a player"
    STREET = "a street"
    TEXT = "a text"
    RANGE = "a range in quotes"
    BOARDS = "a board range in quotes"


HAND_TYPES = ("highcard", "pair", "twopair", "trips", "straight", "flush", "fullhouse", "quads", "straightflush")
FLOP_CATEGORIES = (
    "flopnothing",
    "flopunderpair",
    "flopthirdpair",
    "floppocket23",
    "flopsecondpair",
    "floppocket12",
    "floptoppair",
    "flopoverpair",
    "flopbottomtwo",
    "floptopandbottom",
    "floptoptwo",
    "floptrips",
    "flopset",
    "flopstraight",
    "flopflush",
    "flopfullhouse",
    "flopquads",
    "flopstraightflush",
)
STREETS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
_MORE_WORDS = {
    "nopair": "highcard",
    "onepair": "pair",
    "threeofakind": "trips",
    "fourofakind": "quads",
    "boat": "fullhouse",
}
# a word, in small letters and without underscores -> its type and number
CONSTANTS: dict[str, tuple[Type, int]] = {
    **{word: (Type.HAND_TYPE, i) for i, word in enumerate(HAND_TYPES)},
    **{word: (Type.HAND_TYPE, HAND_TYPES.index(meant)) for word, meant in _MORE_WORDS.items()},
    **{word: (Type.CATEGORY, i) for i, word in enumerate(FLOP_CATEGORIES)},
    **{word: (Type.STREET, cards) for word, cards in STREETS.items()},
    "true": (Type.BOOLEAN, 1),
    "false": (Type.BOOLEAN, 0),
}
# what has an order, and so a smallest and a largest
NUMBERED = {Type.NUMBER, Type.RANK, Type.HAND_TYPE, Type.CATEGORY, Type.RATING}


def plain(name: str) -> str:
    """Return a name as it is compared: riverEquity, river_equity and RIVEREQUITY are one.

    Examples
    --------
    >>> plain("riverEquity") == plain("river_equity")
    True
    """
    return name.lower().replace("_", "")


def label(kind: Type, value: float) -> str:  # noqa: PLR0911  # one per type
    """Return a value of a type as text.

    Examples
    --------
    >>> label(Type.HAND_TYPE, 5), label(Type.RANK, 12), label(Type.NUMBER, 1 / 3), label(Type.RATING, 7462)
    ('flush', 'A', '1/3', 'royal flush')
    """
    number = int(value) if kind is not Type.NUMBER else 0
    if kind is Type.BOOLEAN:
        return "true" if value else "false"
    if kind is Type.RANK:
        return RANKS[number] if number >= 0 else "none"
    if kind is Type.RANKS:
        return "".join(RANKS[rank] for rank in range(12, -1, -1) if number >> rank & 1) or "none"
    if kind is Type.CARD:
        return card_name(number) if 0 <= number < CARDS else "none"
    if kind is Type.HAND_TYPE:
        return HAND_TYPES[number]
    if kind is Type.CATEGORY:
        return FLOP_CATEGORIES[number]
    if kind is Type.RATING:
        return describe(number)
    if value == int(value):
        return str(int(value))
    share = Fraction(value).limit_denominator(12)  # part of a pot
    return str(share) if abs(share - Fraction(value)) < 1e-12 else f"{value:.6g}"
