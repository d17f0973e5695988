"""A colour scale that colour-blind people can read, and text that can be read on it."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["scale_color", "text_color"]

# the scale "viridis", every sixteenth of it
_VIRIDIS = (
    (68, 1, 84), (72, 24, 106), (71, 45, 123), (66, 64, 134), (59, 82, 139), (51, 99, 141),
    (44, 114, 142), (38, 130, 142), (33, 145, 140), (31, 160, 136), (40, 174, 128), (63, 188, 115),
    (94, 201, 98), (132, 212, 75), (173, 220, 48), (216, 226, 25), (253, 231, 37),
)  # fmt: skip


def scale_color(share: float) -> tuple[float, float, float]:
    """Return the colour of a fraction, red, green and blue from 0 to 1: dark violet for 0, yellow for 1.

    Examples
    --------
    >>> [round(255 * part) for part in scale_color(0.5)]
    [33, 145, 140]
    """
    place = min(max(share, 0.0), 1.0) * (len(_VIRIDIS) - 1)
    below = min(int(place), len(_VIRIDIS) - 2)
    part = place - below
    first, second = _VIRIDIS[below], _VIRIDIS[below + 1]
    red, green, blue = ((a + (b - a) * part) / 255 for a, b in zip(first, second, strict=True))
    return red, green, blue


def text_color(color: Sequence[float]) -> str:
    """Return black or white, whichever reads better on a colour.

    Examples
    --------
    >>> text_color((1, 1, 0, 1)), text_color((0, 0, 0.5))
    ('black', 'white')
    """
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color[:3]]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "black" if luminance > 0.179 else "white"  # where both have the same contrast
