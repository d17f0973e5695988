"""The examples of a page, executed: Python blocks as doctests, commands with what they print, times aside.

A page may carry comments above a block, which readers don't see: ``<!-- file: NAME -->`` writes the block to a file
instead of running it, and ``<!-- needs: PACKAGE -->`` says what must be installed for it.

``python -m tests.examples`` writes what the examples give now into the pages of docs/guide, where it differs from what
they show: for a change that is meant to change answers, and for a new page, whose examples need no answers yet. Read
the difference before you commit it.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

from click.testing import CliRunner

from equity.cli import cli

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "docs" / "guide"
HANDS = ROOT / "tests" / "data" / "example.phhs"  # the hands that pages of the guide read
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
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

    @classmethod
    def of(cls, found: re.Match[str]) -> Block:
        return cls(found["language"], found["text"], found["file"] or "", tuple((found["needs"] or "").split()))

    @property
    def missing(self) -> list[str]:
        """Packages that it needs and that are not installed."""
        return [package for package in self.needs if find_spec(package) is None]

    @property
    def commands(self) -> Iterator[tuple[str, str]]:
        """The commands of a console block, each with what it shows."""
        for part in re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:] if self.language == "console" else []:
            command, _, shown = part.partition("\n")
            yield command, shown


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page in order."""
    return [Block.of(found) for found in _BLOCK.finditer(page.read_text(encoding="utf-8"))]


def given_by_python(text: str, names: dict[str, object]) -> str:
    """Run ``>>>`` examples in a namespace and return the block with what they give, where that is not what it shows."""
    checker, lines = doctest.OutputChecker(), []
    for example in doctest.DocTestParser().get_examples(text):
        got = StringIO()
        try:
            with redirect_stdout(got):
                exec(compile(example.source, "<page>", "single"), names)
            given = got.getvalue()
        except Exception as error:  # a page may show one
            given = f"Traceback (most recent call last):\n    ...\n{type(error).__name__}: {error}\n"
        same = checker.check_output(example.want, given, FLAGS)
        first, *more = example.source.splitlines()
        lines += [f">>> {first}", *(f"... {line}".rstrip() for line in more)]
        lines += (example.want if same else given).splitlines()
    return "\n".join([*lines, "", ""])


def given_by_command(command: str) -> str:
    """Run ``equity ...`` and return its notes and output."""
    words = shlex.split(command)
    assert words[0] == "equity"
    result = CliRunner().invoke(cli, words[1:], catch_exceptions=False)
    notes = [line for line in result.stderr.splitlines() if not line.startswith("note: compiling")]
    return "\n".join([*notes, *(line.rstrip() for line in result.stdout.strip().splitlines())])


def without_times(text: str) -> str:
    """Return a text in which no time is left to differ."""
    text = re.sub(r"\b\d+\.\d+ s\b", "T s", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def renewed(page: Path) -> str:
    """Return a page of the guide with what its examples give, run from top to bottom in an empty current folder.

    Blocks whose packages are not installed stay as they are.
    """
    shutil.copy(HANDS, ".")
    names: dict[str, object] = {}

    def renew(found: re.Match[str]) -> str:
        block = Block.of(found)
        text = block.text
        if block.missing:
            return found[0]
        if block.file:
            Path(block.file).write_text(text, encoding="utf-8")
        elif block.language == "python":
            text = given_by_python(text, names)
        for command, shown in block.commands:
            given = given_by_command(command)
            if without_times(given) != without_times(shown):
                text = text.replace(f"$ {command}\n{shown}", f"$ {command}\n{given}\n")
        return found[0].replace(block.text, text)

    return _BLOCK.sub(renew, page.read_text(encoding="utf-8"))


def main() -> None:
    for page in sorted(GUIDE.glob("*.md")):
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            text = renewed(page)
            os.chdir(ROOT)
        if text != page.read_text(encoding="utf-8"):
            page.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{page.relative_to(ROOT)} has changed\n")


if __name__ == "__main__":
    main()
