"""README.md's examples, executed: what it shows is what one gets, times aside."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.examples import blocks, check_command, check_python

BLOCKS = blocks(Path(__file__).resolve().parents[1] / "README.md")
COMMANDS = [command for block in BLOCKS for command in block.commands]
PYTHON = [block.text for block in BLOCKS if block.language == "python"]


def as_case(command, shown):
    return pytest.param(command, shown, id=command, marks=[pytest.mark.slow] if " 10m " in command else [])


@pytest.mark.parametrize(("command", "shown"), [as_case(*example) for example in COMMANDS])
def test_command(command, shown):
    check_command(command, shown)


@pytest.mark.parametrize("block", PYTHON)
def test_python(block):
    check_python(block, {}, "README.md")


def test_there_are_examples():
    assert len(COMMANDS) >= 5
    assert PYTHON
