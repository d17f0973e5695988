"""Ranges in other programs' words; every writer's text reads back here to the same weights.

Rules of the file: one function per dialect, weights with as many decimals as they need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from equity.errors import OptionError
from equity.ranges.canonical import canonical_text, class_pieces, exact_decimal, run_pieces, with_weight

__all__ = ["DIALECTS", "write"]

Weights = Mapping[int, float]


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
    >>> from equity.ranges.parse import parse_range
    >>> [write(parse_range("QQ+,AKs:0.5")[0], name) for name in ("pio", "equilab", "gto+", "ppt", "eval7")]
    ['AA,KK,QQ,AKs:0.5', '100: QQ+, 50: AKs', 'QQ+,[50]AKs[/50]', 'AA@100,KK@100,QQ@100,AxKx@50', 'QQ+, 0.5(AKs)']
    """
    writer = DIALECTS.get(str(dialect).lower())
    if writer is None:
        raise OptionError(f"{dialect!r} is not a dialect; choose one of {', '.join(DIALECTS)}")
    return writer(weights)
