"""The one palette: papers, suits, players, kinds of hands, and a scale for fractions.

Rules of the file: colours only. Every drawing takes its colours here: terminal, notebook, page and picture.

Nothing is told by colour alone: suits have their symbols, players their line styles, cells their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

__all__ = [
    "HAND_KINDS",
    "PAPERS",
    "PLAYERS",
    "SCALE",
    "SUITS",
    "Ink",
    "Suit",
    "css",
    "css_variables",
    "scale_color",
    "scale_ends",
    "text_color",
]


class Ink(NamedTuple):
    """One colour on light paper, on dark paper, and in the 256 colours of a terminal."""

    light: str
    dark: str
    terminal: int


class Suit(NamedTuple):
    """A suit's symbol and colours; `either` can be read on light and on dark paper, for notebooks."""

    symbol: str
    ink: Ink
    either: str


SUITS = {
    "s": Suit("♠", Ink("#1c2430", "#e8ebef", 250), "inherit"),
    "h": Suit("♥", Ink("#c62828", "#ff7b72", 167), "#e0453a"),
    "d": Suit("♦", Ink("#1565c0", "#79b8ff", 74), "#2f86e0"),
    "c": Suit("♣", Ink("#1f7a3a", "#5ccb7d", 71), "#2e9e4f"),
}

# After Okabe and Ito, whose colours colour-blind people can tell apart; made darker or lighter where a line or a word
# could not be read on its paper.
PLAYERS = (
    Ink("#0072b2", "#56b4e9", 32),
    Ink("#d55e00", "#f08a3c", 166),
    Ink("#00805d", "#2fbf93", 36),
    Ink("#a3418f", "#d78cc5", 133),
    Ink("#2f8fcb", "#8cc8f0", 74),
    Ink("#8b6508", "#cfa63d", 136),
    Ink("#4b3fa0", "#a59bf0", 62),
    Ink("#444444", "#bbbbbb", 244),
    Ink("#7d7d22", "#c4c45a", 143),
    Ink("#882255", "#e07aa8", 131),
)

# what a page is drawn on and written with
PAPERS = {
    "light": {"paper": "#ffffff", "ink": "#1c2430", "soft": "#55606e", "line": "#d5dae1", "empty": "#edeff2",
              "faint": "#646d78"},
    "dark": {"paper": "#14181e", "ink": "#e8ebef", "soft": "#a6b0bc", "line": "#38414c", "empty": "#222932",
             "faint": "#97a1ad"},
}  # fmt: skip

# backgrounds of the 256-colour table for pairs, suited and offsuit hands: whole, and with a weight below 1
HAND_KINDS = {"": (130, 94), "s": (28, 22), "o": (25, 17)}

# the scale "viridis", every sixteenth of it
SCALE = (
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
    place = min(max(share, 0.0), 1.0) * (len(SCALE) - 1)
    below = min(int(place), len(SCALE) - 2)
    part = place - below
    first, second = SCALE[below], SCALE[below + 1]
    red, green, blue = ((a + (b - a) * part) / 255 for a, b in zip(first, second, strict=True))
    return red, green, blue


def scale_ends(shares: Iterable[float]) -> tuple[float, float]:
    """Return the ends of a scale on which fractions that lie close together still differ: multiples of 0.05.

    Examples
    --------
    >>> scale_ends([0.43, 0.52]), scale_ends([0.2, 1.0]), scale_ends([0.5])
    ((0.4, 0.55), (0.2, 1.0), (0.5, 0.55))
    """
    from math import ceil, floor

    given = list(shares)
    low, high = floor(20 * min(given) + 1e-9), ceil(20 * max(given) - 1e-9)
    if low == high:
        low, high = (low, high + 1) if high < 20 else (low - 1, high)
    return low / 20, high / 20


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


def css(color: Sequence[float]) -> str:
    """Return a colour in the words of a style sheet.

    Examples
    --------
    >>> css(scale_color(0))
    'rgb(68,1,84)'
    """
    return f"rgb({','.join(f'{255 * part:.0f}' for part in color[:3])})"


def css_variables(paper: Literal["light", "dark"]) -> str:
    """Return the colours of paper, players and suits as variables of a style sheet: ``--ink``, ``--p0``, ``--suit-s``.

    Examples
    --------
    >>> css_variables("light")[:17]
    '--paper: #ffffff;'
    """
    inks = {f"p{i}": ink for i, ink in enumerate(PLAYERS)} | {f"suit-{name}": suit.ink for name, suit in SUITS.items()}
    colors = PAPERS[paper] | {name: getattr(ink, paper) for name, ink in inks.items()}
    return " ".join(f"--{name}: {color};" for name, color in colors.items())
