"""The container's start, without a container: its files, its environment, its command, and only the packages of the lock."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distribution
from pathlib import Path

import pytest

from service.config import Settings
from tests.deploy.files import (
    BASE,
    DEPLOY,
    ROOT,
    command,
    containers,
    dockerfile,
    environment,
    only,
    read_yaml,
    resources,
)
from tests.deploy.proxy import Fake
from tests.deploy.test_proxy import BODY, JSON, PATH
from tests.deploy.test_watching import EACH_RULE
from tests.http.serving import Running
from tools.bench.server import STOPPING, free_port


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the build stage makes: an environment with the locked packages, and the files that are copied."""
    folder = tmp_path_factory.mktemp("image")
    venv.create(folder / "opt" / "arbiter", symlinks=True, with_pip=False)
    (site,) = (folder / "opt" / "arbiter" / "lib").glob("python*/site-packages")
    for name in re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE):
        _install(name, site)
    copied = [rest.split() for name, rest in dockerfile() if name == "COPY" and rest.split()[-1].startswith("/srv/arbiter")]
    (folder / "srv" / "arbiter").mkdir(parents=True)
    for source, target in [each for each in copied if len(each) == 2]:
        into = folder / target.lstrip("/")
        subprocess.run(["cp", "-r", ROOT / source, into], check=True)
    return folder


def _install(name: str, site: Path) -> None:
    """As pip would, from what is installed here: a test needs no network."""
    found = distribution(name)
    for top in {path.parts[0] for path in found.files or () if ".." not in path.parts}:
        target = site / top
        if not target.exists() and top != "__pycache__":
            target.symlink_to(Path(str(found.locate_file(top))).resolve())


@pytest.fixture(scope="module")
def given(image: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """ENV of the container file and nothing of this process, but for a free port and a place for temporary files."""
    found = environment()
    assert found["PATH"].startswith("/opt/arbiter/bin:")
    path = f"{image}/opt/arbiter/bin:/usr/bin:/bin"
    own = {"PORT": str(free_port()), "WORKERS": "2", "TMPDIR": str(tmp_path_factory.mktemp("tmp")), **STOPPING}
    return {**found, "PATH": path, **own}


@pytest.fixture(scope="module")
def container(image: Path, given: dict[str, str]) -> Iterator[Running]:
    process = subprocess.Popen(
        command("CMD"),
        executable=image / "opt/arbiter/bin/python",
        cwd=image / "srv/arbiter",
        env=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        server = Running(process, int(given["PORT"]))
        server.until_ready()
        yield server
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)


def test_nothing_but_the_lock_is_installed(image: Path, given: dict[str, str]) -> None:
    asked = "import importlib.util, sys; sys.exit(any(importlib.util.find_spec(n) for n in ('pytest', 'pip', 'hypothesis')))"
    assert subprocess.run([image / "opt/arbiter/bin/python", "-c", asked], env=given).returncode == 0


def test_the_start_command_serves(container: Running) -> None:
    assert container.ask("POST", PATH, BODY, JSON)[0] == 200
    for path in ("/health/ready", "/docs", "/openapi.yaml", "/metrics", "/"):
        assert container.ask("GET", path)[0] == 200, path


def test_the_health_check_tells(image: Path, given: dict[str, str], container: Running) -> None:
    python = image / "opt/arbiter/bin/python"
    check = command("HEALTHCHECK")
    assert subprocess.run(check, executable=python, env=given).returncode == 0
    dead = {**given, "PORT": str(free_port())}
    assert subprocess.run(check, executable=python, env=dead, stderr=subprocess.DEVNULL).returncode != 0
    with Fake(503) as wrong:
        judges_wrongly = {**given, "PORT": str(wrong.port)}
        assert subprocess.run(check, executable=python, env=judges_wrongly, stderr=subprocess.DEVNULL).returncode != 0
        assert wrong.paths == ["/health/ready"]


def test_the_alarm_hears_of_what_the_health_check_asks(image: Path, given: dict[str, str], container: Running) -> None:
    """`ArbiterNotReady` counts the answers to it."""
    assert subprocess.run(command("HEALTHCHECK"), executable=image / "opt/arbiter/bin/python", env=given).returncode == 0
    (rule,) = [each for each in EACH_RULE if each.get("alert") == "ArbiterNotReady"]
    (operation,) = re.findall(r'operation="([^"]*)"', rule["expr"])
    counted = container.ask("GET", "/metrics")[2].decode()
    assert re.search(rf'^arbiter_requests_total\{{game="",operation="{operation}",status="200"\}} \d', counted, re.MULTILINE)


def test_nothing_is_written_beside_the_temporary_files(image: Path, container: Running) -> None:
    """PYTHONDONTWRITEBYTECODE and TMPDIR are what makes a read-only file system enough."""
    assert container.ask("POST", PATH, BODY, JSON)[0] == 200
    started = os.stat(f"/proc/{container.process.pid}").st_mtime
    assert [path for path in (image / "srv").rglob("*") if path.stat().st_mtime > started] == []


def test_metrics_say_what_the_workers_use(container: Running) -> None:
    text = container.ask("GET", "/metrics")[2].decode()
    assert re.search(r"^arbiter_workers 2\.0$", text, re.MULTILINE)
    if sys.platform == "linux":
        cpu = float(re.findall(r"^arbiter_cpu_seconds_total (\S+)$", text, re.MULTILINE)[0])
        memory = float(re.findall(r"^arbiter_worker_memory_bytes (\S+)$", text, re.MULTILINE)[0])
        assert 0.05 < cpu < 60
        assert 10e6 < memory < 120e6


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_the_worst_body_stays_below_the_memory_limits(container: Running) -> None:
    """The most memory for a byte: objects of one member, as many as a list may have, in a batch as long as it may be."""
    settings = Settings()
    piece = b"[" + b",".join([b'{"":0}'] * (settings.max_list_items - 1)) + b"]"
    many = b",".join([piece] * ((settings.max_batch_bytes - 200) // (len(piece) + 1)))
    worst = b'{"requests":[{"id":"","game":"red7","operation":"verdict","body":{"state":[' + many + b"]}}]}"
    with ThreadPoolExecutor(4) as pool:
        assert {status for status, *_ in pool.map(lambda _: container.ask("POST", "/v1/batch", worst, JSON), range(8))} == {200}
    most = {pid: _peak_mb(pid) for pid in container.workers()}
    assert max(most.values()) > 100, "it was no small thing"
    limits = [
        read_yaml(DEPLOY / "compose.yaml")["services"]["arbiter-1"]["deploy"]["resources"]["limits"]["memory"],
        containers(only(resources(BASE), "Deployment"))[0]["resources"]["limits"]["memory"],
    ]
    for limit in limits:
        assert len(most) * max(most.values()) + _peak_mb(container.process.pid) < int(re.sub(r"Mi?$", "", limit))


def _peak_mb(pid: int) -> float:
    return int(re.findall(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())[0]) * 1024 / 1e6


def test_it_stops_when_told(container: Running) -> None:
    container.process.send_signal(signal.SIGTERM)
    assert container.process.wait(10) == 0
