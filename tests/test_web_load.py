"""``equity serve`` under load, as `bench.serve_load` measures it; nothing here depends on how fast the machine is."""

from __future__ import annotations

import pytest

from bench import serve_load

pytest.importorskip("uvicorn", reason="the page needs the extra web")


@pytest.mark.slow
def test_ten_thousand_questions_are_answered_and_none_is_mixed_up(capsys):
    assert serve_load.main() == 0, capsys.readouterr().out
