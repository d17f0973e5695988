"""Weights -> pieces of text: whole hand classes, runs of them, and single combos.

Rules of the file: no dialect; it finds what can be written shortly, `dialects` writes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from equity.cards import CLASSES, class_name, combo_name, combos_of_class

__all__ = ["canonical_text", "class_pieces", "exact_decimal", "run_pieces"]


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


def class_pieces(weights: Mapping[int, float]) -> list[tuple[str, float]]:
    """Return whole classes of one weight as (name, weight), then the other combos one by one.

    Examples
    --------
    >>> from equity.ranges.parse import parse_range
    >>> class_pieces(parse_range("AKs:0.5,KK,AcAd")[0])
    [('KK', 1.0), ('AKs', 0.5), ('AdAc', 1.0)]
    """
    whole: list[tuple[str, float]] = []
    single: list[tuple[str, float]] = []
    for cell in _sorted_cells():
        combos = combos_of_class(cell)
        present = {weights.get(combo, 0.0) for combo in combos}
        if len(present) > 1:
            single += [(combo_name(combo), weights[combo]) for combo in reversed(combos) if combo in weights]
        elif present != {0.0}:
            whole.append((class_name(cell), present.pop()))
    return whole + single


def run_pieces(weights: Mapping[int, float]) -> list[tuple[str, float]]:
    """Return the pieces of `class_pieces` with runs of one weight joined to ``QQ+``, ``99-66``, ``A5s-A2s``.

    Examples
    --------
    >>> from equity.ranges.parse import parse_range
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


_RANKS = "AKQJT98765432"


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


def canonical_text(weights: Mapping[int, float]) -> str:
    """Return the one canonical form: pairs, suited, offsuit, combos; weights after ``:``.

    Examples
    --------
    >>> canonical_text({combo: 1.0 for combo in range(1326)})
    'random'
    """
    values = set(weights.values())
    if len(weights) == 1326 and len(values) == 1:
        return with_weight("random", values.pop())
    return ",".join(with_weight(text, weight) for text, weight in run_pieces(weights))


def with_weight(text: str, weight: float) -> str:
    """Return ``text:weight``, or `text` alone for weight 1."""
    return text if weight == 1 else f"{text}:{exact_decimal(weight)}"
