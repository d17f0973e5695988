"""The examples of a page, executed: Python blocks as doctests, commands with what they print, times aside.

A page may carry comments above a block, which readers don't see: ``<!-- file: NAME -->`` writes the block to a file
instead of running it, and ``<!-- needs: PACKAGE -->`` says what must be installed for it.
"""

from __future__ import annotations

import doctest
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from equity.cli import cli

_BLOCK = re.compile(
    r"(?:^<!-- file: (?P<file>\S+) -->\n)?"
    r"(?:^<!-- needs: (?P<needs>[\w ]+) -->\n)?"
    r"^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """One block of a page between fences."""

    language: str
    text: str
    file: str = ""
    needs: tuple[str, ...] = ()

    @property
    def commands(self) -> list[tuple[str, str]]:
        """The commands of a console block, each with what it shows."""
        parts = re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:] if self.language == "console" else []
        return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts)]


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(found["language"], found["text"], found["file"] or "", tuple((found["needs"] or "").split()))
        for found in _BLOCK.finditer(text)
    ]


def check_python(text: str, names: dict[str, object], page: str) -> None:
    """Run a block of ``>>>`` examples in a namespace that it may add to."""
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    test.globs = names
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(test, out=output.append, clear_globs=False)
    assert not runner.failures, "".join(output)


def check_command(command: str, shown: str) -> None:
    """Run ``equity ...`` and compare notes and output with what the page shows."""
    words = shlex.split(command)
    assert words[0] == "equity"
    result = CliRunner().invoke(cli, words[1:], catch_exceptions=False)
    notes = [line for line in result.stderr.splitlines() if not line.startswith("note: compiling")]
    assert without_times("\n".join([*notes, result.stdout])) == without_times(shown)


def without_times(text: str) -> str:
    """Return a text in which no time is left to differ."""
    text = re.sub(r"\b\d+\.\d+ s\b", "T s", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
