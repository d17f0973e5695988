"""README.md's examples, executed: what it shows is what one gets, times aside."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from equity.cli import cli

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
COMMANDS = [
    tuple(part.split("\n", 1))
    for language, block in BLOCKS
    if language == "console"
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


def without_times(text: str) -> str:
    return re.sub(r"\b\d+\.\d+ s\b", "T s", text).strip()


def as_case(command, shown):
    return pytest.param(command, shown, id=command, marks=[pytest.mark.slow] if " 10m " in command else [])


@pytest.mark.parametrize(("command", "shown"), [as_case(*example) for example in COMMANDS])
def test_command(command, shown):
    words = shlex.split(command)
    assert words[0] == "equity"
    result = CliRunner().invoke(cli, words[1:], catch_exceptions=False)
    notes = [line for line in result.stderr.splitlines() if not line.startswith("note: compiling")]
    assert without_times("\n".join([*notes, result.stdout])) == without_times(shown)


@pytest.mark.parametrize("block", [block for language, block in BLOCKS if language == "python"])
def test_python(block):
    test = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(test, out=output.append)
    assert not runner.failures, "".join(output)


def test_there_are_examples():
    assert len(COMMANDS) >= 5
    assert any(language == "python" for language, _ in BLOCKS)
