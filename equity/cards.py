"""Cards, combos and hand classes: text <-> index <-> mask.

Rules of the file: it is the only one that knows rank and suit letters, and it imports neither NumPy nor Numba, because
the shortest command must not.

- text to numbers: `parse_card`, `parse_cards`, `parse_class`, `Combo`; `read_cards` takes lists too
- numbers to text: `card_name`, `cards_text`, `combo_name`, `class_name`
- combos: `combo_index`, `combo_cards`, `class_of_combo`, `combos_of_class`
- masks: `to_mask`, `cards_from_mask`; `normalize` cleans pasted text

A *card* is an index ``4 * rank + suit``: 0 is 2c, 51 is As. A *mask* is a 64-bit set of cards in four 16-bit suit
lanes: bit ``16 * suit + rank``. A *combo* is an unordered pair of cards, numbered ``high * (high - 1) / 2 + low``
from 0 (2d2c) to 1325 (AsAh). A *hand class* is a cell of the usual 13 x 13 grid, ``13 * row + column`` with aces
first: pairs on the diagonal, suited hands above it, offsuit hands below.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from operator import add, index

from equity.errors import CardError

__all__ = [
    "CARDS",
    "CLASSES",
    "COMBOS",
    "FULL_MASK",
    "RANKS",
    "SUITS",
    "Combo",
    "card_name",
    "cards_from_mask",
    "cards_text",
    "class_name",
    "class_of_combo",
    "combo_cards",
    "combo_index",
    "combo_name",
    "combos_of_class",
    "normalize",
    "parse_card",
    "parse_cards",
    "parse_class",
    "read_cards",
    "to_mask",
]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS = 52
COMBOS = 1326
CLASSES = 169
FULL_MASK = sum(0x1FFF << 16 * suit for suit in range(4))

_SYMBOLS = dict(zip("♣♦♥♠♧♢♡♤", "cdhscdhs", strict=True))
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
_INVISIBLE = dict.fromkeys([0xFE0E, 0xFE0F, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x00AD])
# Letters of other alphabets that people paste without seeing it. NFKC does not touch them.
_LOOK_ALIKES = dict(zip("АаТтКкЈјѕЅсСԁһΑαΤτΚκХхΧχоОοΟ", "AaTtKkJjsScCdhAaTtKkXxXxoOoO", strict=True))
_NAME_OF = {4 * rank + suit: RANKS[rank] + SUITS[suit] for rank in range(13) for suit in range(4)}
_CARD_OF = {name: card for card, name in _NAME_OF.items()}
_RANK_OF = {letter: i for i, letter in enumerate(RANKS)} | {letter.lower(): i for i, letter in enumerate(RANKS)}
_SUIT_OF = {letter: i for i, letter in enumerate(SUITS)} | {letter.upper(): i for i, letter in enumerate(SUITS)}


def normalize(text: str) -> str:
    """Return `text` with one spelling for every suit symbol, dash and blank.

    Raises
    ------
    CardError
        If a letter of another alphabet stands for one of ours; the message names its code point.

    Examples
    --------
    >>> normalize("A♠ – K♥")
    'As - Kh'
    """
    if not isinstance(text, str):
        raise CardError(f"cards are text such as 'AsKd', got {text!r:.60}")
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text).translate(_INVISIBLE).translate(_DASHES)
    for letter in text:
        if letter in _LOOK_ALIKES:
            twin = _LOOK_ALIKES[letter]
            raise CardError(
                f"{letter!r} in {text!r} looks like {twin!r} but is U+{ord(letter):04X}, another letter; type {twin!r}"
            )
    return "".join(_SYMBOLS.get(letter, letter) for letter in text)


def parse_card(text: str) -> int:
    """Return the index of one card.

    Parameters
    ----------
    text : str
        A rank (``A K Q J T 9 ... 2`` or ``10``) and a suit (``c d h s`` or a suit symbol), in any case.

    Returns
    -------
    int
        ``4 * rank + suit``, 0 for 2c to 51 for As.

    Raises
    ------
    CardError
        If `text` is not exactly one card.

    Examples
    --------
    >>> parse_card("As"), parse_card("10h") == parse_card("tH"), parse_card("A♠")
    (51, True, 51)
    """
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError(f"{text!r} is {len(cards)} cards, expected one")
    return cards[0]


def parse_cards(text: str, *, where: str = "") -> tuple[int, ...]:
    """Return the indices of the cards in `text`, in the order written.

    Parameters
    ----------
    text : str
        Cards with or without blanks and commas between them: ``"AsKs"``, ``"As, 10h"``, ``"A♠ K♥"``.
    where : str, optional
        Whose cards they are, for the error message: ``"the board"``.

    Returns
    -------
    tuple of int
        Card indices; empty for empty text.

    Raises
    ------
    CardError
        For anything that is not a card, and for a card that stands there twice.

    Examples
    --------
    >>> parse_cards("As Kd,10h")
    (51, 45, 34)
    """
    if isinstance(text, str):  # as most is written: two fifths of the time
        each = iter(text)
        found = tuple(map(_CARD_OF.get, map(add, each, each)))
        if None not in found and 2 * len({*found}) == len(text):
            return found  # type: ignore[return-value]  # no None among them
    clean = normalize(text).replace("10", "T")
    letters = [letter for letter in clean if letter not in " ,;\t\r\n\xa0"]
    cards: list[int] = []
    for i in range(0, len(letters), 2):
        card = _read_pair(text, letters[i : i + 2])
        if card in cards:
            first = cards.index(card) + 1
            place = f" in {where}" if where else ""
            raise CardError(f"{text!r}: {card_name(card)} appears twice{place} (cards {first} and {len(cards) + 1})")
        cards.append(card)
    return tuple(cards)


def _read_pair(text: str, pair: Sequence[str]) -> int:
    rank = _RANK_OF.get(pair[0])
    if rank is None:
        hint = "; write T or 10" if pair[0] in "01" else ""
        raise CardError(f"{text!r}: {pair[0]!r} is not a rank (use {' '.join(reversed(RANKS))}){hint}")
    if len(pair) == 1:
        raise CardError(f"{text!r}: {pair[0]!r} has no suit (add one of {' '.join(SUITS)})")
    suit = _SUIT_OF.get(pair[1])
    if suit is None:
        raise CardError(f"{text!r}: {pair[1]!r} is not a suit (use {' '.join(SUITS)})")
    return 4 * rank + suit


def read_cards(cards: str | Iterable[str] | Iterable[int], *, where: str = "") -> tuple[int, ...]:
    """Return the indices of cards given as text, or as a list of names or indices, in the order given.

    Parameters
    ----------
    cards : str, iterable of str, or iterable of int
        ``"AsKd"``, ``["As", "Kd"]`` or ``[51, 45]``; lists of whole numbers may be NumPy arrays.
    where : str, optional
        Whose cards they are, for the error message: ``"the board"``.

    Raises
    ------
    CardError
        For anything that is not a card, and for a card that stands there twice.

    Examples
    --------
    >>> read_cards("AsKd") == read_cards(["As", "Kd"]) == read_cards([51, 45])
    True
    """
    if isinstance(cards, str):
        return parse_cards(cards, where=where)
    place = f" in {where}" if where else ""
    try:
        given = list(cards)
        if given and all(isinstance(card, str) for card in given):
            return parse_cards(",".join(map(str, given)), where=where)
        indices = tuple(index(card) for card in given)  # type: ignore[arg-type]  # text is refused by index
    except TypeError:
        wanted = "text such as 'AsKd', card names, or card indices 0 to 51"
        raise CardError(f"{f'{where}: ' if where else ''}expected {wanted}, got {cards!r:.60}") from None
    for card in indices:
        if not 0 <= card < CARDS:
            raise CardError(f"a card index is 0 to 51, got {card}{place}")
        if indices.count(card) > 1:
            raise CardError(f"{card_name(card)} appears twice{place}")
    return indices


def card_name(card: int) -> str:
    """Return a card's two letters.

    Raises
    ------
    CardError
        If `card` is not an index from 0 to 51.

    Examples
    --------
    >>> card_name(51), card_name(0)
    ('As', '2c')
    """
    try:
        return _NAME_OF[card]
    except (KeyError, TypeError):
        raise CardError(f"a card index is 0 (2c) to 51 (As), got {card!r:.60}") from None


def cards_text(cards: Iterable[int]) -> str:
    """Return cards as one word, the inverse of `parse_cards`.

    Examples
    --------
    >>> cards_text([51, 47])
    'AsKs'
    """
    try:
        return "".join(map(card_name, cards))
    except TypeError:
        raise CardError(f"cards are a list of indices 0 to 51, got {cards!r:.60}") from None


def to_mask(cards: Iterable[int]) -> int:
    """Return the 64-bit set of `cards` (bit ``16 * suit + rank``).

    Examples
    --------
    >>> hex(to_mask([0, 51]))
    '0x1000000000000001'
    """
    mask = 0
    try:
        for card in cards:
            mask |= 1 << (16 * (card & 3) + (card >> 2))
    except TypeError:
        raise CardError(f"a mask is made of card indices 0 to 51, got {cards!r:.60}; parse_cards reads text") from None
    return mask


def cards_from_mask(mask: int) -> tuple[int, ...]:
    """Return the cards of a mask in ascending order, the inverse of `to_mask`.

    Examples
    --------
    >>> cards_from_mask(to_mask([51, 0, 7]))
    (0, 7, 51)
    """
    try:
        return tuple(card for card in range(CARDS) if mask >> (16 * (card & 3) + (card >> 2)) & 1)
    except TypeError:
        raise CardError(f"a mask is a whole number of 64 bits, got {mask!r:.60}") from None


def combo_index(first: int, second: int) -> int:
    """Return the number of an unordered pair of different cards, 0 to 1325.

    Examples
    --------
    >>> combo_index(51, 50), combo_index(0, 1)
    (1325, 0)
    """
    try:
        high, low = (first, second) if first > second else (second, first)
        return high * (high - 1) // 2 + low
    except TypeError:
        raise CardError(f"a combo is of two card indices 0 to 51, got {first!r:.60} and {second!r:.60}") from None


@cache
def _combo_table() -> dict[int, tuple[int, int]]:
    return dict(enumerate((high, low) for high in range(CARDS) for low in range(high)))


def combo_cards(combo: int) -> tuple[int, int]:
    """Return the two cards of a combo, the higher index first.

    Raises
    ------
    CardError
        If `combo` is not a number from 0 to 1325.

    Examples
    --------
    >>> combo_cards(1325)
    (51, 50)
    """
    try:
        return _combo_table()[combo]
    except (KeyError, TypeError):
        raise CardError(f"combos are numbered 0 to {COMBOS - 1}, got {combo!r:.60}") from None


def combo_name(combo: int) -> str:
    """Return a combo's four letters.

    Examples
    --------
    >>> combo_name(1325)
    'AsAh'
    """
    return cards_text(combo_cards(combo))


class Combo(int):
    """A combo's number, 0 to 1325, that prints as its two cards; everywhere else it is the plain number.

    Parameters
    ----------
    combo : int or str
        The number, or two cards in any order such as ``"KsAs"``.

    Raises
    ------
    CardError
        If it is neither.

    Examples
    --------
    >>> hand = Combo("KsAs")
    >>> hand, f"{hand}", hand + 0, hand.cards, class_name(hand.hand_class)
    (AsKs, 'AsKs', 1322, (51, 47), 'AKs')
    """

    __slots__ = ()

    def __new__(cls, combo: int | str) -> Combo:  # noqa: D102  # the class docstring covers it
        if isinstance(combo, str):
            cards = parse_cards(combo)
            if len(cards) != 2:
                raise CardError(f"{combo!r}: a combo has 2 cards, got {len(cards)}")
            return int.__new__(cls, combo_index(*cards))
        combo_cards(combo)
        return int.__new__(cls, combo)

    @property
    def cards(self) -> tuple[int, int]:
        """The two cards, the higher index first."""
        return combo_cards(self)

    @property
    def hand_class(self) -> int:
        """The hand class, 0 to 168, that the combo belongs to."""
        return class_of_combo(self)

    def __repr__(self) -> str:
        return combo_name(self)

    __str__ = __repr__


def class_of_combo(combo: int) -> int:
    """Return the hand class (grid cell ``13 * row + column``, aces first) of a combo.

    Examples
    --------
    >>> class_name(class_of_combo(combo_index(parse_card("As"), parse_card("Ks"))))
    'AKs'
    """
    high, low = combo_cards(combo)
    a, b = 12 - (high >> 2), 12 - (low >> 2)
    return 13 * a + b if (high & 3) == (low & 3) else 13 * b + a


def class_name(hand_class: int) -> str:
    """Return the name of a hand class.

    Examples
    --------
    >>> class_name(0), class_name(1), class_name(13)
    ('AA', 'AKs', 'AKo')
    """
    row, column = divmod(_check_class(hand_class), 13)
    first, second = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
    return first + second + ("" if row == column else "s" if row < column else "o")


def _check_class(hand_class: int) -> int:
    if hand_class not in range(CLASSES):
        raise CardError(f"hand classes are numbered 0 to {CLASSES - 1}, got {hand_class!r:.60}")
    return hand_class


def parse_class(text: str) -> int:
    """Return the hand class of a name such as ``AKs``, ``AKo`` or ``TT``.

    Raises
    ------
    CardError
        If `text` names no single class.

    Examples
    --------
    >>> parse_class("AKo")
    13
    """
    if not isinstance(text, str):
        raise CardError(f"a hand class is text such as AA, AKs or AKo, got {text!r:.60}")
    ranks = [_RANK_OF.get(letter) for letter in text[:2]]
    kind = text[2:].lower()
    if len(ranks) == 2 and ranks[0] is not None and ranks[1] is not None:
        a, b = sorted((12 - ranks[0], 12 - ranks[1]))
        if a == b and kind == "":
            return 14 * a
        if a != b and kind in ("s", "o"):
            return 13 * a + b if kind == "s" else 13 * b + a
    raise CardError(f"{text!r} is not a hand class; write one like AA, AKs or AKo")


# suits of the higher and the lower rank
_PAIRED = tuple((a, b) for a in range(4) for b in range(a))
_SUITED = tuple((a, a) for a in range(4))
_OFFSUIT = tuple((a, b) for a in range(4) for b in range(4) if a != b)


@cache
def _class_combos(hand_class: int) -> tuple[int, ...]:
    row, column = divmod(int(hand_class), 13)
    high, low = 4 * (12 - min(row, column)), 4 * (12 - max(row, column))
    suits = _PAIRED if row == column else _SUITED if row < column else _OFFSUIT
    return tuple([combo_index(high + a, low + b) for a, b in suits])


def combos_of_class(hand_class: int) -> tuple[int, ...]:
    """Return the combos of a hand class: 6 for a pair, 4 suited, 12 offsuit.

    Examples
    --------
    >>> [len(combos_of_class(parse_class(name))) for name in ("AA", "AKs", "AKo")]
    [6, 4, 12]
    """
    return _class_combos(_check_class(hand_class))
