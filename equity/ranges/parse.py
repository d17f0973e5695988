"""Range text -> weights and notes: cleaning, the list, the PokerCruncher tail, and the merge.

Rules of the file: the only door to the parser; `Range` and nothing else calls it.
"""

from __future__ import annotations

import re

from equity.cards import combo_name, normalize
from equity.errors import OptionError, RangeError
from equity.ranges.items import Options
from equity.ranges.merge import merge
from equity.ranges.reader import Reader

__all__ = ["parse_range"]

_MAX_TEXT = 200_000


def parse_range(
    text: str, *, overlap: str = "error", plus: str = "both", strict: bool = False, whose: str = ""
) -> tuple[dict[int, float], list[str]]:
    """Return weights above 0 by combo, and notes on what could be read another way.

    Examples
    --------
    >>> weights, notes = parse_range("T9s+, AA:0.5")
    >>> len(weights), notes[0][:27]
    (26, "'T9s+' is read as T9s,JTs,Q")
    """
    if plus not in ("both", "kicker"):
        raise OptionError(f"plus must be 'both' or 'kicker', got {plus!r}")
    if len(text) > _MAX_TEXT:
        raise RangeError(f"the range has {len(text)} characters, at most {_MAX_TEXT} are read")
    options = Options(plus, strict=strict, whose=whose)
    clean = normalize(text)
    if "#" in clean:
        clean = _strip_comments(clean)
    tail = _find_tail(clean)
    reader = Reader(clean, options, stop=tail)
    weights = merge(reader.read_list(), overlap=overlap)
    if tail is not None:
        _apply_tail(weights, clean, clean.index(":", tail) + 1, options)
    if 0.0 in weights.values():
        weights = {combo: weight for combo, weight in weights.items() if weight}
    if not weights:
        raise RangeError(_empty(clean[:tail], whose))
    return weights, list(options.notes)


def _empty(text: str, whose: str) -> str:
    what = "the range is empty"
    if text.strip(" \t\r\n,;|"):
        what += ": nothing is left after exclusions and weights of 0"
    return f"{whose}: {what}" if whose else what


def _strip_comments(text: str) -> str:
    """Blank out ``#tag#`` and ``# comment``, keeping every position."""
    pattern = r"#[^\s#](?:[^#\n]*[^\s#])?#|#[^\n]*"
    return re.sub(pattern, lambda found: " " * len(found.group()), text)


def _find_tail(text: str) -> int | None:
    """Return where ``Weights:`` of a PokerCruncher export starts, or None."""
    if "eights" not in text and "EIGHTS" not in text:
        return None
    found = re.search(r"(?:^|(?<=[\s,;|]))weights\s*:", text, re.IGNORECASE)
    return found.start() if found else None


def _apply_tail(weights: dict[int, float], text: str, start: int, options: Options) -> None:
    for combo, weight in merge(Reader(text, options, start=start).read_list()).items():
        if combo not in weights:
            raise RangeError(f"{combo_name(combo)} has a weight after 'Weights:' but is not in the range before it")
        weights[combo] = weight
