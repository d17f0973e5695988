"""README.md's examples, executed: what it shows is what one gets, times aside."""

from __future__ import annotations

import pytest

from tests.examples import ROOT, blocks, given_by_command, given_by_python, without_times

BLOCKS = blocks(ROOT / "README.md")
COMMANDS = [command for block in BLOCKS for command in block.commands]
PYTHON = [block.text for block in BLOCKS if block.language == "python"]


def as_case(command, shown):
    return pytest.param(command, shown, id=command, marks=[pytest.mark.slow] if " 10m " in command else [])


@pytest.mark.parametrize(("command", "shown"), [as_case(*example) for example in COMMANDS])
def test_command(command, shown):
    assert without_times(given_by_command(command)) == without_times(shown)


@pytest.mark.parametrize("block", PYTHON)
def test_python(block):
    assert given_by_python(block, {}) == block


def test_there_are_examples():
    assert len(COMMANDS) >= 5
    assert PYTHON
