"""No answer changes but where an issue says so: see `tests.golden_run`."""

from __future__ import annotations

import json

import pytest

from tests.golden_run import CALLS, STORED, digest

SUMS = json.loads(STORED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted({*CALLS, *SUMS}))
def test_the_answer_is_as_stored(name):
    assert digest(CALLS[name]()) == SUMS[name]
