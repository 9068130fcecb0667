"""How gunicorn serves. Read before anything imports `prometheus_client`, which looks for its directory when imported."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gunicorn.util

from service.config import Settings
from service.gunicorn_words import write_error

if TYPE_CHECKING:
    from gunicorn.arbiter import Arbiter
    from gunicorn.workers.base import Worker

_METRICS_DIR = "PROMETHEUS_MULTIPROC_DIR"


def _empty_metrics_directory() -> str | None:
    """The directory the workers share their numbers in: emptied, since last run's counts are not this run's.

    Returns its path if it is ours to remove again.
    """
    named = os.environ.get(_METRICS_DIR)
    if named:
        for kind in ("counter", "gauge", "histogram", "summary"):
            for left in Path(named).glob(f"{kind}_*.db"):
                left.unlink()
        return None
    os.environ[_METRICS_DIR] = made = tempfile.mkdtemp(prefix="arbiter-metrics-")
    return made


def _address(port: int) -> str:
    return f"[{_settings.host}]:{port}" if ":" in _settings.host else f"{_settings.host}:{port}"


gunicorn.util.write_error = write_error
_settings = Settings.from_environment()
_made = _empty_metrics_directory()
_master = os.getpid()

bind = [_address(port) for port in (_settings.port, _settings.metrics_port) if port]
workers = _settings.workers
worker_class = "service.gunicorn_worker.Worker"
# Of those waiting, more than get a 503 have to fit: what does not fit gets no answer at all.
backlog = max(2048, 2 * _settings.max_waiting)
preload_app = True
control_socket_disable = True
timeout = _settings.timeout
graceful_timeout = _settings.graceful_timeout
# No header says where the application is mounted or who forwards: by default a `SCRIPT_NAME` of anybody near would be a 500.
forwarder_headers = ""
limit_request_line = 8190
limit_request_field_size = 16380
# The workers' heartbeat must not wait for a disk.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None
proc_name = "arbiter"
accesslog = None
logconfig_dict: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "service.gunicorn_words.JsonLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
    "root": {"level": "WARNING", "handlers": ["stderr"]},
    "loggers": {"gunicorn.error": {"level": "INFO", "handlers": ["stderr"], "propagate": False, "qualname": "gunicorn.error"}},
}


def when_ready(server: Arbiter) -> None:
    """What was loaded before the workers are forked stays shared: to look at it the collector would write on every page."""
    gc.collect()
    gc.freeze()


def child_exit(server: Arbiter, worker: Worker) -> None:
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Arbiter) -> None:
    if _made is not None and os.getpid() == _master:
        shutil.rmtree(_made, ignore_errors=True)
