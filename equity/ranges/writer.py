"""Ranges written: our one canonical form, and other programs' words, all of which read back to the same weights.

Rules of the file: weights in, text out. First it finds what can be written shortly (whole hand classes, runs of them,
single combos), then one function per dialect writes it, weights with as many decimals as they need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from equity.cards import (
    CARDS,
    CLASSES,
    RANKS,
    SUITS,
    card_name,
    class_name,
    class_of_combo,
    combo_name,
    combos_of_class,
)
from equity.errors import OptionError
from equity.ranges.notation import expand, read_hand

__all__ = ["DIALECTS", "canonical_text", "class_pieces", "exact_decimal", "run_pieces", "write"]

Weights = Mapping[int, float]


def exact_decimal(value: float, *, percent: bool = False) -> str:
    """Return the shortest decimal that reads back to `value`, without an exponent; `percent` shifts it two places.

    Examples
    --------
    >>> exact_decimal(0.5), exact_decimal(1 / 3, percent=True), exact_decimal(1e-7)
    ('0.5', '33.33333333333333', '0.0000001')
    """
    from decimal import Decimal

    number = Decimal(repr(value))
    text = format(number.scaleb(2) if percent else number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _sorted_cells() -> Iterator[int]:
    """Grid cells in writing order: pairs, suited, offsuit; high cards first."""
    yield from range(0, CLASSES, 14)
    yield from (13 * a + b for a in range(13) for b in range(a + 1, 13))
    yield from (13 * b + a for a in range(13) for b in range(a + 1, 13))


def class_pieces(weights: Weights) -> list[tuple[str, float]]:
    """Return whole classes of one weight as (name, weight), then the other combos one by one.

    Examples
    --------
    >>> from equity.ranges.reader import parse_range
    >>> class_pieces(parse_range("AKs:0.5,KK,AcAd")[0])
    [('KK', 1.0), ('AKs', 0.5), ('AdAc', 1.0)]
    """
    whole: list[tuple[str, float]] = []
    single: list[tuple[str, float]] = []
    held = set(map(class_of_combo, weights))  # of most ranges few: a hand is written without a look at the other 168
    for cell in filter(held.__contains__, _sorted_cells()):
        combos = combos_of_class(cell)
        present = {weights.get(combo, 0.0) for combo in combos}
        if len(present) > 1:
            single += [(combo_name(combo), weights[combo]) for combo in reversed(combos) if combo in weights]
        elif present != {0.0}:
            whole.append((class_name(cell), present.pop()))
    return whole + single


def run_pieces(weights: Weights) -> list[tuple[str, float]]:
    """Return the pieces of `class_pieces` with runs of one weight joined to ``QQ+``, ``99-66``, ``A5s-A2s``.

    Examples
    --------
    >>> from equity.ranges.reader import parse_range
    >>> [text for text, _ in run_pieces(parse_range("AA,KK,A5,A4,K2s,K3s")[0])]
    ['KK+', 'A5s-A4s', 'K3s-K2s', 'A5o-A4o']
    """
    runs: list[tuple[str, str, float]] = []
    for name, weight in class_pieces(weights):
        if runs and runs[-1][2] == weight and _follows(runs[-1][1], name):
            runs[-1] = (runs[-1][0], name, weight)
        else:
            runs.append((name, name, weight))
    return [(_run_text(first, last), weight) for first, last, weight in runs]


_RANKS = RANKS[::-1]


def _follows(last: str, name: str) -> bool:
    """Whether `name` is the next class below `last` in the same row of the chart."""
    if len(name) > 3 or len(last) != len(name) or last[2:] != name[2:]:
        return False
    if _RANKS.index(name[1]) - _RANKS.index(last[1]) != 1:
        return False
    return last[0] == name[0] or (len(name) == 2)


def _run_text(first: str, last: str) -> str:
    if first == last:
        return first
    top = first == "AA" if len(first) == 2 else _RANKS.index(first[1]) - _RANKS.index(first[0]) == 1
    return f"{last}+" if top else f"{first}-{last}"


def canonical_text(weights: Weights) -> str:
    """Return the one canonical form: pairs, suited, offsuit, combos; weights after ``:``.

    Examples
    --------
    >>> canonical_text({combo: 1.0 for combo in range(1326)})
    'random'
    """
    if not weights:
        return "none"
    values = set(weights.values())
    if len(weights) == 1326 and len(values) == 1:
        return with_weight("random", values.pop())
    return ",".join(with_weight(text, weight) for text, weight in _joined_combos(run_pieces(weights), weights))


def _joined_combos(pieces: list[tuple[str, float]], weights: Weights) -> list[tuple[str, float]]:
    """Return pieces with single combos joined to ``Ah*`` (any card), ``AhX`` (any rank) and ``AhK`` (any king)."""
    single = [(text, weight) for text, weight in pieces if len(text) == 4 and text[1] in SUITS and text[3] in SUITS]
    if len(single) < 3:
        return pieces
    left = dict(single)
    kept = [piece for piece in pieces if piece[0] not in left]
    for name, combos in _card_groups():
        weight = weights.get(combos[0])
        if weight is None or any(weights.get(combo) != weight for combo in combos):
            continue
        covered = {text for text in map(combo_name, combos) if text in left}
        pairs_apart = all(text in left for text in map(combo_name, combos) if text[0] == text[2])  # else Ah* is AhX
        if len(covered) > 2 and pairs_apart:
            kept.append((name, weight))
            left = {text: own for text, own in left.items() if text not in covered}
    return [*kept, *left.items()]


@cache
def _card_groups() -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return ``Ah*``, ``AhX`` and ``AhK`` of every card with their combos, the larger groups and high cards first."""
    cards = [card_name(card) for card in reversed(range(CARDS))]
    names = [card + other for other in ("*", "X") for card in cards]
    names += [card + rank for card in cards for rank in _RANKS]
    return tuple((name, expand(shape)) for name in names if (shape := read_hand(name)) is not None)


def with_weight(text: str, weight: float) -> str:
    """Return ``text:weight``, or `text` alone for weight 1."""
    return text if weight == 1 else f"{text}:{exact_decimal(weight)}"


# --- other programs


def _grouped(pieces: list[tuple[str, float]]) -> list[tuple[float, list[str]]]:
    """Return pieces by weight, the highest first."""
    groups: dict[float, list[str]] = {}
    for text, weight in pieces:
        groups.setdefault(weight, []).append(text)
    return sorted(groups.items(), reverse=True)


def _pio(weights: Weights) -> str:
    """PioSOLVER and TexasSolver: one class or combo per piece, ``AKs:0.25``."""
    return ",".join(with_weight(text, weight) for text, weight in class_pieces(weights))


def _equilab(weights: Weights) -> str:
    """Equilab, and Power-Equilab's ``100: AA, 75: AQs`` once any weight is not 1."""
    groups = _grouped(run_pieces(weights))
    if len(groups) == 1 and groups[0][0] == 1:
        return ", ".join(groups[0][1])
    return ", ".join(f"{exact_decimal(weight, percent=True)}: " + ", ".join(texts) for weight, texts in groups)


def _gto_plus(weights: Weights) -> str:
    """GTO+ and Flopzilla: blocks ``[50]AKs,QQ[/50]``."""
    blocks = []
    for weight, texts in _grouped(run_pieces(weights)):
        number = exact_decimal(weight, percent=True)
        blocks.append(",".join(texts) if weight == 1 else f"[{number}]{','.join(texts)}[/{number}]")
    return ",".join(blocks)


def _ppt(weights: Weights) -> str:
    """ProPokerTools' generic syntax: ``AxKx``, ``AxKy``; weights ``@50`` on all pieces or none."""
    all_one = set(weights.values()) == {1.0}
    pieces = []
    for text, weight in class_pieces(weights):
        name = text
        if len(text) == 3:
            name = f"{text[0]}x{text[1]}{'x' if text[2] == 's' else 'y'}"
        pieces.append(name if all_one else f"{name}@{exact_decimal(weight, percent=True)}")
    return ",".join(pieces)


def _eval7(weights: Weights) -> str:
    """eval7: ``0.5(AA, KK)``."""
    return ", ".join(
        ", ".join(texts) if weight == 1 else f"{exact_decimal(weight)}({', '.join(texts)})"
        for weight, texts in _grouped(run_pieces(weights))
    )


DIALECTS: dict[str, Callable[[Weights], str]] = {
    "equity": canonical_text,
    "pio": _pio,
    "equilab": _equilab,
    "gto+": _gto_plus,
    "ppt": _ppt,
    "eval7": _eval7,
}


def write(weights: Weights, dialect: str) -> str:
    """Return weights in a dialect's words.

    Examples
    --------
    >>> from equity.ranges.reader import parse_range
    >>> [write(parse_range("QQ+,AKs:0.5")[0], name) for name in ("pio", "equilab", "gto+", "ppt", "eval7")]
    ['AA,KK,QQ,AKs:0.5', '100: QQ+, 50: AKs', 'QQ+,[50]AKs[/50]', 'AA@100,KK@100,QQ@100,AxKx@50', 'QQ+, 0.5(AKs)']
    """
    writer = DIALECTS.get(str(dialect).lower())
    if writer is None:
        raise OptionError(f"{dialect!r} is not a dialect; choose one of {', '.join(DIALECTS)}")
    return writer(weights) if weights or writer is canonical_text else ""
