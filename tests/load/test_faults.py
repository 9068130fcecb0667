"""Faults under load: whatever happens to an instance, everyone gets the right answer.

In turn, as `make test` has it in short; `make load` takes more time over each and sends 200,000 requests.
"""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.load.site import Site, memory_kb, nginx_path
from tests.load.traffic import Client, Traffic, ask_once, heavy, questions

LONG = os.environ.get("LOAD") == "long"
RATE = 60.0
WINDOW = 10.0 if LONG else 2.0
REQUESTS = 200_000 if LONG else 20_000
WARM = 10_000 if LONG else 4_000

pytestmark = [
    pytest.mark.load,
    pytest.mark.skipif(nginx_path() is None, reason="nginx is not installed (Debian: apt-get install nginx-light)"),
]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    questions()
    with Site(tmp_path) as each:
        yield each


def under_load(site: Site, fault: Callable[[Site], None]) -> None:
    """No answer lost, none wrong, none refused."""
    with Traffic(site.port, RATE) as traffic:
        time.sleep(0.3)
        fault(site)
        time.sleep(WINDOW)
    told = (fault.__name__, traffic.answered, traffic.slowest)
    assert not traffic.wrong, (*told, traffic.wrong.most_common(3))
    assert traffic.refused == 0, told
    assert traffic.answered > RATE * WINDOW / 10, told
    print(f"{fault.__name__}: {traffic.answered} answers, the slowest in {traffic.slowest:.3f} s")


def nothing(site: Site) -> None:
    pass


def worker_killed(site: Site) -> None:
    for instance in site.instances:
        os.kill(min(instance.workers()), signal.SIGKILL)
        time.sleep(0.4)


def killed_over_their_work(site: Site) -> None:
    """Every worker of an instance in turn, each time with long batches in the hands of all of them."""
    batch = heavy()
    for instance in site.instances:
        with ThreadPoolExecutor(8) as clients:
            asked = [clients.submit(ask_once, site.port, batch.request) for _ in range(8)]
            time.sleep(0.1)
            for pid in instance.workers():
                os.kill(pid, signal.SIGKILL)
            for each in asked:
                assert each.result() == (batch.status, batch.body)


def instance_stopped(site: Site) -> None:
    site.instances[0].stop()
    time.sleep(0.5)
    site.instances[0].start()


def instance_killed(site: Site) -> None:
    site.instances[1].kill()
    time.sleep(0.5)
    site.instances[1].start()


def rolling_restart(site: Site) -> None:
    for instance in site.instances:
        instance.stop()
        instance.start()


def slow_clients(site: Site) -> None:
    """They send a byte a second, and get their answer at the end like everyone."""
    question = next(each for each in questions() if each.status == 200 and each.request.startswith(b"POST"))
    seconds = 8 if LONG else 3
    with ExitStack() as stack:
        slow = []
        for _ in range(20):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", site.port), 30))
            connection.sendall(question.request[:-seconds])
            slow.append(connection)
        for left in range(seconds, 0, -1):
            time.sleep(1)
            for connection in slow:
                connection.sendall(question.request[len(question.request) - left :][:1])
        for connection in slow:
            assert Client(site.port).read(connection) == (question.status, question.body)


def idle_connections(site: Site) -> None:
    with ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(socket.create_connection(("127.0.0.1", site.port), 30))
        time.sleep(WINDOW)


FAULTS = [
    nothing, worker_killed, killed_over_their_work, instance_stopped, instance_killed, rolling_restart, slow_clients,
    idle_connections,
]  # fmt: skip


def test_faults_in_turn(site: Site) -> None:
    for fault in FAULTS:
        under_load(site, fault)
    burst(site)
    under_load(site, nothing)


def burst(site: Site) -> None:
    """Ten times the load, or as much of it as this machine can send and answer at once: some may be told to come back (503),
    nobody is told a wrong thing or nothing. What is not sent in time is not let off: all of it is asked."""
    asked = round(10 * RATE * WINDOW)
    began = time.monotonic()
    with Traffic(site.port, 10 * RATE, clients=40, most=asked) as traffic:
        traffic.join()
    rate = asked / (time.monotonic() - began)
    assert not traffic.wrong, traffic.wrong.most_common(3)
    assert traffic.answered + traffic.refused == asked
    assert rate > 3 * RATE, f"{rate:.0f} requests a second are no burst"
    print(
        f"burst: {rate:.0f} requests a second, {traffic.answered} answers, {traffic.refused} told to come back, "
        f"the slowest in {traffic.slowest:.3f} s"
    )


def test_memory_is_flat(site: Site) -> None:
    flood(site, WARM)
    before = {pid: memory_kb(pid) for pid in site.workers()}
    flood(site, REQUESTS)
    after = {pid: memory_kb(pid) for pid in site.workers()}
    assert after.keys() == before.keys(), "no worker was replaced"
    grown = {pid: after[pid] - before[pid] for pid in before}
    print(f"memory of the workers after {REQUESTS} requests, kB: {sorted(after.values())}, grown by {sorted(grown.values())}")
    assert max(grown.values()) < 1500, grown


def flood(site: Site, requests: int) -> None:
    with Traffic(site.port, 0, clients=4, most=requests) as traffic:
        traffic.join()
    assert not traffic.wrong, traffic.wrong.most_common(3)
    assert (traffic.answered, traffic.refused) == (requests, 0)
