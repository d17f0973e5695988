"""Ranges in files: ``@opening.txt`` among the words of a command is what stands in the file.

Rules of the file: it reads text; what the text means is the parser's business.
"""

from __future__ import annotations

from collections.abc import Iterable

from equity.errors import OptionError

__all__ = ["read_text", "read_words"]


def read_words(words: Iterable[str]) -> list[str]:
    """Return the words with every ``@file`` replaced by the file's text."""
    return [
        read_text(word[1:]) if word[:1] == "@" and len(word) > 1 and not _is_weight(word) else word for word in words
    ]


def _is_weight(word: str) -> bool:
    """Say whether ``@50`` is meant, the weight of the hand before it."""
    return word[1:].replace(".", "", 1).rstrip("%").isdigit()


def read_text(path: str) -> str:
    """Return the text of a file; ``-`` is standard input.

    Raises
    ------
    OptionError
        If the file cannot be read, or is not text in UTF-8.
    """
    import sys
    from pathlib import Path

    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", None)
        raise OptionError(f"cannot read {path!r}: {reason or error}") from None
