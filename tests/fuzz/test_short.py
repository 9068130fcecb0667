"""A short run of `make fuzz`: the same every time, so that a change and not the day decides whether it passes."""

from __future__ import annotations

import pytest

from tools.fuzz import fuzz_bytes, fuzz_server

pytestmark = pytest.mark.fuzz


def test_bytes_and_tables() -> None:
    statuses = fuzz_bytes(6, first=1)
    assert {200, 400, 422} <= statuses.keys()
    assert sum(statuses.values()) > 500


def test_schemathesis_against_a_real_server() -> None:
    assert fuzz_server(10, first=1, slowest="1.0", phases="fuzzing") == 0
