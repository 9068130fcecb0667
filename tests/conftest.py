"""For all tests: hypothesis finds the same examples in every run, however slow the machine. `make fuzz` is for exploring."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")
