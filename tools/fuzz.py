"""`make fuzz SECONDS=60`: odd bytes into the reader, odd tables into the rules, then schemathesis against a real server.

No 5xx, no answer slower than 250 ms, none that breaks its schema. Half of the time goes to each part; a failure is shown with
the request that made it, shrunk, and the status is 1. A finding becomes a vector before it is mended.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.mangling import batched, check, check_batch, mangled, twisted
from tools.bench.server import ROOT, service

_ROUND = 400


def fuzz_bytes(seconds: float, first: int) -> Counter[int]:
    """Round after round, each with a seed of its own; raises with the smallest request that fails."""
    statuses: Counter[int] = Counter()
    until = time.monotonic() + seconds
    number = first
    while time.monotonic() < until:
        for strategy in (mangled(), twisted()):
            _round(number, strategy, lambda case: statuses.update([check(*case)]))
        _round(number, batched(), lambda body: statuses.update([check_batch(body)]), _ROUND // 8)
        number += 1
    return statuses


def _round(number: int, strategy: st.SearchStrategy[Any], try_one: Callable[[Any], object], cases: int = _ROUND) -> None:
    @seed(number)
    @settings(max_examples=cases, database=None, deadline=None, suppress_health_check=list(HealthCheck), print_blob=False)
    @given(strategy)
    def run(case: Any) -> None:
        try_one(case)

    try:
        run()
    except BaseException:
        print(f"found in round {number}", file=sys.stderr)
        raise


def fuzz_server(seconds: float, first: int, slowest: str, phases: str = "coverage,fuzzing,stateful") -> int:
    """schemathesis against a gunicorn of its own; 0 if all is well.

    How long answers took is asked of the server, by its own buckets: what schemathesis sees includes its own slowness.
    """
    with service(2) as server:
        command = [
            os.path.join(os.path.dirname(sys.executable), "schemathesis"),
            "--config-file", str(ROOT / "tests" / "fuzz" / "schemathesis.toml"),
            "run", str(ROOT / "openapi.yaml"), "--url", f"http://127.0.0.1:{server.port}", "--phases", phases,
            "--max-time", str(max(1, round(seconds))), "--max-response-time", "5", "--seed", str(first),
            "--suppress-health-check", "all", "--warnings", "off", "--request-timeout", "10", "--no-color",
        ]  # fmt: skip
        environment = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.fuzz.hooks", "PYTHONPATH": str(ROOT)}
        status = subprocess.run(command, cwd=ROOT, env=environment, timeout=seconds + 120).returncode
        slow = slower_than(slowest, server.port)
    for labels, times in slow.items():
        print(f"slower than {slowest} s: {times:.0f} times {labels}", file=sys.stderr)
    return status or (1 if slow else 0)


def slower_than(bucket: str, port: int) -> dict[str, float]:
    """How many answers, by their labels, took longer than a bucket of the metrics says."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as scraped:
        text = scraped.read().decode()
    counts: dict[str, dict[str, float]] = {}
    pattern = r'^arbiter_request_duration_seconds_bucket{(.*?),?le="(.*?)",?(.*?)} (\S+)$'
    for before, le, after, count in re.findall(pattern, text, re.MULTILINE):
        counts.setdefault(before + after, {})[le] = float(count)
    assert counts, "nothing was counted"
    return {labels: each["+Inf"] - each[bucket] for labels, each in counts.items() if each["+Inf"] > each[bucket]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None, help="of the first round; another one each time unless given")
    options = parser.parse_args()
    first = time.time_ns() // 10**6 % 10**9 if options.seed is None else options.seed
    print(f"seed {first}", flush=True)
    statuses = fuzz_bytes(options.seconds / 2, first)
    print(f"bytes and tables: {sum(statuses.values())} requests, {dict(sorted(statuses.items()))}", flush=True)
    sys.exit(fuzz_server(options.seconds / 2, first, "0.25"))


if __name__ == "__main__":
    main()
