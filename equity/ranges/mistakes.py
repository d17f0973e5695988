"""Why a piece of text is not a hand: the messages, kept off the path of ranges that are right.

Rules of the file: everything returns a message; nothing here decides what is accepted.
"""

from __future__ import annotations

from equity.cards import RANKS, SUITS
from equity.ranges.notation import ANY_WORDS, KIND_WORDS, is_card, read_hand
from equity.ranges.percentages import quote

__all__ = ["explain", "kind_in_words", "single_cards"]

_RANK_LETTERS = RANKS + RANKS.lower()
_SUIT_LETTERS = SUITS + SUITS.upper()
_WORDS = ("random", "any two", "anytwo", "top15%", "versus", "vs")
_RANK_NAMES = ("ace", "king", "queen", "jack", "ten", "nine", "eight", "seven", "six", "five", "four", "three", "two")
_MANY = tuple(f"{name}es" if name == "six" else f"{name}s" for name in _RANK_NAMES)
# what people call hands, in words -> what they mean and how it is written
_NAMES = {
    **dict.fromkeys(["pair", "pairs", "pocketpair", "pocketpairs", "pp"], ("any pair", "22+")),
    **dict.fromkeys(["suited"], ("any suited hand", "**:xx (AKs is one)")),
    **dict.fromkeys(["offsuit", "offsuited", "unsuited"], ("any offsuit hand", "**:xy (AKo is one)")),
    **dict.fromkeys(["connector", "connectors"], ("connectors", "32s+ (suited) or 32o+ (offsuit)")),
    **dict.fromkeys(["broadway", "broadways"], ("two cards from ten up", "TT+,ATs+,KTs+,QTs+,JTs,ATo+,KTo+,QTo+,JTo")),
    **{name: (f"any {name}", f"{rank}X") for name, rank in zip(_RANK_NAMES, reversed(RANKS), strict=True)},
    **{name: (f"a pair of {name}", rank * 2) for name, rank in zip(_MANY, reversed(RANKS), strict=True)},
}
_RANK_LIST = " ".join(reversed(RANKS))


def explain(text: str) -> str:
    """Return why `text` is not a hand, and what would be.

    Examples
    --------
    >>> explain("AxZz")
    "'AxZz' is not a hand: 'Z' is not a rank (use A K Q J T 9 8 7 6 5 4 3 2)"
    >>> explain("ramdom")
    "'ramdom' is not a hand; did you mean random?"
    """
    for reason in (_word, _one_rank, _counted, _typing_slip):
        message = reason(text)
        if message:
            return f"{quote(text)}{message}"
    return f"{quote(text)} is not a hand: {_first_misfit(text)}"


def single_cards(cards: list[str]) -> str:
    """Return the message for one card, or for cards that are not two: how many there are and what to write."""
    text = "".join(cards)
    if len(cards) == 1:
        wild = text[:-1] + text[-1].lower()
        return f"{quote(text)} is one card; for any hand with it write {wild}X (or {wild}* with the pairs)"
    if len(cards) == 4:
        return (
            f"{quote(text)}: 4 cards: separate two hands with a comma, or 'vs' for two players "
            "(Omaha is not supported yet)"
        )
    return f"{quote(text)} has {len(cards)} cards; a hold'em hand has 2. For a board use --board"


def kind_in_words(hand: str, word: str) -> str:
    """Return how a hand is written whose kind is said in words.

    Examples
    --------
    >>> kind_in_words("AK", "suited")
    "'AK suited' is written AKs"
    """
    shape, letter = read_hand(hand), KIND_WORDS[word.lower()]
    if shape is not None and shape.high == shape.low:
        return f"{quote(f'{hand} {word}')}: a pair has no suited or offsuit form; write {shape.name[:2]}"
    if shape is not None and not shape.kind and shape.high_suit == shape.low_suit == -1:
        return f"{quote(f'{hand} {word}')} is written {shape.name}{letter}"
    return f"{quote(word)} is not a hand; {hand} says all there is"


def _word(text: str) -> str:
    lower = text.lower()
    if lower in ("vs", "v", "versus"):
        return " stands between two players, not inside one range"
    if lower == "top":
        return " needs a percentage: top15%"
    if lower in _NAMES:
        return " is not a hand; for {} write {}".format(*_NAMES[lower])
    if lower in ("nan", "inf"):
        return " is not a hand, and a weight must be between 0 and 1"
    if len(lower) >= 3 and lower.isalpha() and read_hand(text) is None:
        from difflib import get_close_matches

        close = get_close_matches(lower, _WORDS, 1, 0.72)
        if close:
            return f" is not a hand; did you mean {close[0]}?"
    return ""


def _one_rank(text: str) -> str:
    letters = text.replace("10", "T")
    sign = letters[-1:] if letters[-1:] in "+-" else ""
    rank = letters.removesuffix(sign) if sign else letters
    if len(rank) != 1 or rank not in _RANK_LETTERS:
        return ""
    rank = rank.upper()
    if sign:
        low = RANKS[0] if rank != RANKS[0] else "A"
        return f" names one card; did you mean {rank * 2}{sign}, {rank}X{sign} or {rank}{low}s{sign}?"
    return f" names one rank; did you mean {rank * 2} or {rank}X?"


def _counted(text: str) -> str:
    letters = text.replace("10", "T")
    pairs = [letters[i : i + 2] for i in range(0, len(letters), 2)]
    if all(map(is_card, pairs)):
        return single_cards(pairs).removeprefix(quote(text)) if letters == text else _counted(letters)
    if len(letters) > 2 and all(letter in _RANK_LETTERS for letter in letters):
        return f" has {len(letters)} ranks; a hand has 2, separate hands with commas"
    return ""


def _typing_slip(text: str) -> str:
    """Find a digit typed for a letter, or a doubled letter: only said when the mended text is a hand."""
    for old, new in (("0", "o"), ("ss", "s"), ("oo", "o"), ("l", "T"), ("I", "T")):
        mended = text.replace("10", "T").replace(old, new)
        if old in text and read_hand(mended.rstrip("+-")) is not None:
            return f" is not a hand; did you mean {mended}?"
    if text.lower().rstrip("s") in ANY_WORDS:
        return " is not a hand; did you mean random?"
    return ""


def _first_misfit(text: str) -> str:
    """Walk the letters as a reader would and name the first that cannot stand where it is."""
    letters = text.replace("10", "T")
    after_rank = False
    for letter in letters:
        if letter in _RANK_LETTERS:
            after_rank = True
        elif not after_rank:
            hint = "; write T or 10" if letter in "01" else ""
            return f"{letter!r} is not a rank (use {_RANK_LIST}){hint}"
        elif letter in _SUIT_LETTERS or letter in "xXwyzWYZ*":
            after_rank = False
        elif letter not in "oO+-":
            return f"{letter!r} is not a suit (use {' '.join(SUITS)}), s (suited) or o (offsuit)"
    return "write hands like AsKs, AKs, AKo, QQ, A5s+, QQ-99 or random"
