"""Files that a command reads and writes: ``@opening.txt`` among its words, ``-`` for the standard streams.

Rules of the file: it reads and writes text; what the text means is the parser's business.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterable, Sequence

import click

from equity.errors import OptionError

__all__ = ["check_output", "decode", "read_text", "read_words", "write_answer", "write_text"]


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
        If the file cannot be read, or is not text.
    """
    from pathlib import Path

    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return decode(data)
    except (OSError, ValueError) as error:
        reason = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", None)
        raise OptionError(f"cannot read {path!r}: {reason or error}") from None


def decode(data: bytes) -> str:
    """Return bytes as text: UTF-8, or what a byte-order mark at the start says; the mark itself is left out.

    Raises
    ------
    UnicodeDecodeError
        If they are something else.

    Examples
    --------
    >>> decode(b"AsKs"), decode("AsKs".encode("utf-8-sig")), decode("AsKs".encode("utf-16"))
    ('AsKs', 'AsKs', 'AsKs')
    """
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return data.decode("utf-16" if marked else "utf-8-sig")


def check_output(path: str, *, ends: Sequence[str] = (), stdout: bool = True) -> None:
    """Refuse a file that cannot be written, before there is anything to write; ``-`` is standard output.

    Raises
    ------
    OptionError
        If there is no such folder, the name has another ending than these, or it is ``-`` and that will not do.
    """
    if path == "-" and stdout:
        return
    if ends and not path.lower().endswith(tuple(ends)):
        hint = "; write - for standard output" if stdout else ""
        raise OptionError(f"{path!r} ends in neither {' nor '.join(ends)}{hint}")
    place = path if os.path.exists(path) else os.path.dirname(path) or "."
    reason = None
    if os.path.isdir(path):
        reason = "it is a folder"
    elif not os.path.exists(place):
        reason = "there is no such folder"
    elif not os.access(place, os.W_OK):
        reason = "permission denied"
    if reason:
        raise OptionError(f"cannot write {path!r}: {reason}")


def write_answer(output: str, text: str, *, quiet: bool = False) -> None:
    """Write a command's answer as `write_text` does, and note on stderr that a file was written."""
    write_text(output, text)
    if output != "-" and not quiet:
        click.echo(f"note: written to {output}", err=True)


def write_text(path: str, text: str) -> None:
    """Write text to a file in UTF-8, or to standard output for ``-``.

    Raises
    ------
    OptionError
        If the file cannot be written.
    """
    if path == "-":
        click.echo(text)
        return
    from pathlib import Path

    try:
        Path(path).write_text(f"{text}\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise OptionError(f"cannot write {path!r}: {getattr(error, 'strerror', None) or error}") from None
