"""So many requests a client. Flask-Limiter counts; imported only where a limit is set."""

from __future__ import annotations

import ipaddress
import math
import time
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request

from service.config import Settings
from service.http.body import drain
from service.http.keys import CLIENT
from service.http.language import language_of
from service.http.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


# A Redis that takes longer counts as one that is away.
_HURRIED: dict[str, Any] = {"socket_timeout": 0.25, "socket_connect_timeout": 0.25}


def register(app: Flask, settings: Settings) -> None:
    """Its hooks make every request go Flask's long way round: what is counted must be counted everywhere."""
    if not settings.rate_limit:
        return
    from flask_limiter import Limiter, RateLimitExceeded

    limiter = Limiter(
        lambda: client_of(request.environ, settings.trusted_proxies),
        app=app,
        application_limits=[settings.rate_limit],
        storage_uri=settings.rate_limit_storage,
        storage_options=_HURRIED if settings.rate_limit_storage.startswith("redis") else {},
        strategy="moving-window",
        # A Redis that is away limits nobody less than a worker can count by itself, and fails no request.
        in_memory_fallback=[settings.rate_limit],
        in_memory_fallback_enabled=True,
    )
    limiter.request_filter(lambda: not request.path.startswith("/v1/") or request.method == "OPTIONS")

    def refuse(error: RateLimitExceeded) -> Response:
        drain(request.environ)
        breached = limiter.current_limit
        seconds = max(1, math.floor(breached.reset_at - time.time())) if breached else 1
        problem = Problem("too-many-requests", params={"seconds": seconds}, head=(("Retry-After", str(seconds)),))
        return problem.answer(language_of(request.environ.get("HTTP_ACCEPT_LANGUAGE")))

    app.register_error_handler(RateLimitExceeded, refuse)


def client_of(environ: WSGIEnvironment, proxies: int) -> str:
    """A key's name, else the address: the one that the outermost trusted proxy saw, never one that a client wrote itself."""
    name = environ.get(CLIENT)
    if name is not None:
        return f"key {name}"
    address: str = environ.get("REMOTE_ADDR") or "unknown"
    if proxies:
        seen = [part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
        # Each proxy appends whom it spoke to. A list shorter than it should be was made by none of ours.
        if len(seen) >= proxies:
            address = seen[-proxies]
    return _network(address[:64])


@lru_cache(maxsize=4096)
def _network(address: str) -> str:
    """One household has a whole /64 of IPv6 addresses; counting them one by one would limit nobody."""
    try:
        parsed = ipaddress.ip_address(address.strip("[]"))
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
