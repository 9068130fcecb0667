"""The README's calls give the answers it shows."""

from __future__ import annotations

from tools.readme import TARGET, calls, renewed


def test_the_calls_and_their_real_answers() -> None:
    readme = TARGET.read_text("utf-8")
    assert len(calls(readme)) == 5
    assert readme == renewed(readme), "run `make readme`"
