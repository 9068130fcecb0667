"""`python -m service`: serves with gunicorn; settings come from the environment."""

from __future__ import annotations

import errno
import os
import socket
import sys
import tempfile
from pathlib import Path

from service.config import Settings, WrongSetting


def main() -> None:
    try:
        settings = Settings.from_environment()
    except WrongSetting as error:
        raise SystemExit(f"arbiter: {error}") from None
    for port in (settings.port, settings.metrics_port):
        if port:
            _check_free(settings, port)
    if settings.signing_key or settings.signing_key_file or settings.former_keys_file:
        _check_keys(settings)
    _check_operations(settings)
    _check_metrics_directory()
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{'127.0.0.1' if settings.host == '0.0.0.0' else shown}:{settings.port}"
    print(f"Arbiter: page {address}/  docs {address}/docs", flush=True)

    from gunicorn.app.wsgiapp import run

    sys.argv = ["gunicorn", "--config", "python:service.gunicorn_conf", "service:create_app()"]
    run()


def _check_keys(settings: Settings) -> None:
    from service.http.signing import signer_and_keys

    try:
        signer_and_keys(settings)
    except WrongSetting as error:
        raise SystemExit(f"arbiter: {error}") from None


def _check_operations(settings: Settings) -> None:
    """A limit for an operation that no game has would limit nothing."""
    if settings.max_operation_bytes:
        from service.adjudication.registry import games

        known = {name for game in games().values() for name in game.operations}
        for name, _ in settings.max_operation_bytes:
            if name not in known:
                raise SystemExit(
                    f"arbiter: MAX_OPERATION_BYTES: no game has an operation {name!r}, only {', '.join(sorted(known))}"
                )


def _check_metrics_directory() -> None:
    named = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if not named:
        try:
            tempfile.gettempdir()
        except OSError:
            raise SystemExit(
                "arbiter: no temporary directory; set PROMETHEUS_MULTIPROC_DIR to one that can be written to"
            ) from None
    else:
        try:
            Path(named).mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=named):
                pass
        except OSError as error:
            raise SystemExit(f"arbiter: PROMETHEUS_MULTIPROC_DIR cannot be written to: {named!r}: {error.strerror}") from None


def _check_free(settings: Settings, port: int) -> None:
    """gunicorn would try five times and then say a good deal; one line is enough."""
    where = f"port {port} on {settings.host}"
    variable = "PORT" if port == settings.port else "METRICS_PORT"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except PermissionError:
        raise SystemExit(f"arbiter: {where} may not be opened by this user; set {variable} to another") from None
    except socket.gaierror:
        raise SystemExit(f"arbiter: HOST is no address of this machine: {settings.host}") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise SystemExit(f"arbiter: {where} is in use; set {variable} to another") from None
        raise SystemExit(f"arbiter: {where} cannot be opened: {error.strerror}") from None


if __name__ == "__main__":
    main()
