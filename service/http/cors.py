"""Pages of other origins may call the service (CORS, without credentials); and the headers that every answer carries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from service.http.answers import COMMON, Head

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_METHODS = "GET, HEAD, POST, OPTIONS"
_TAKEN = "Accept, Accept-Language, Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-ID"
_SHOWN = ("Access-Control-Expose-Headers", "Content-Language, ETag, Retry-After, WWW-Authenticate, X-Request-ID")
_KEPT = "86400"


class Cors:
    """What an answer carries besides its own headers."""

    def __init__(self, origins: Sequence[str]) -> None:
        self.everyone = "*" in origins
        self._origins = frozenset(origins)
        self._for_everyone: Head = (*COMMON, ("Access-Control-Allow-Origin", "*"), _SHOWN)

    def head(self, environ: WSGIEnvironment) -> Head:
        """An answer to a POST is kept by no cache, so it says nothing about origins to whom does not ask for another one."""
        origin = environ.get("HTTP_ORIGIN")
        if origin is None and environ["REQUEST_METHOD"] == "POST":
            return COMMON
        if self.everyone:
            return self._for_everyone
        return (*COMMON, *self._listed(origin)) if self._origins else COMMON

    def _listed(self, origin: str | None) -> Head:
        if origin in self._origins:
            return (("Access-Control-Allow-Origin", origin), _SHOWN, ("Vary", "Origin"))
        return (("Vary", "Origin"),)

    def preflight(self, environ: WSGIEnvironment) -> Head:
        """Of an OPTIONS request: what a browser wants to know before it lets a page send the real one."""
        if "HTTP_ACCESS_CONTROL_REQUEST_METHOD" not in environ or "HTTP_ORIGIN" not in environ:
            return ()
        if not self.everyone and environ["HTTP_ORIGIN"] not in self._origins:
            return ()
        return (
            ("Access-Control-Allow-Methods", _METHODS),
            ("Access-Control-Allow-Headers", _TAKEN),
            ("Access-Control-Max-Age", _KEPT),
        )
