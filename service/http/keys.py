"""API keys: when some are set, `/v1` answers only who has one. Health, metrics, pages and documents stay open."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING

from service.http.body import refuse
from service.http.problems import Problem
from service.parsing import Pairs

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

# The name of the key, for the log, the metrics and the rate limit. The key itself goes nowhere.
CLIENT = "arbiter.client"
_REALM = 'Bearer realm="arbiter"'


class Keys:
    """Around the application; an operator without keys does not have it."""

    def __init__(self, app: WSGIApplication, keys: Pairs) -> None:
        self._app = app
        self._keys = keys

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        # A browser asks what is allowed (OPTIONS) without the key that it will then send.
        if (path.startswith("/v1/") or path == "/v1") and environ["REQUEST_METHOD"] != "OPTIONS":
            given = _given(environ)
            name = self._name_of(given) if given else None
            if name is None:
                return _refuse(environ, start_response, given is not None)
            environ[CLIENT] = name
        return self._app(environ, start_response)

    def _name_of(self, given: str) -> str | None:
        """Every hash is compared, whole: how long it takes says nothing about any of them."""
        digest = sha256(given.encode("latin-1", "replace")).digest()
        found = None
        for name, known in self._keys:
            if compare_digest(digest, known):
                found = name
        return found


def _given(environ: WSGIEnvironment) -> str | None:
    scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return str(token.strip())
    return environ.get("HTTP_X_API_KEY", "").strip() or None


def _refuse(environ: WSGIEnvironment, start_response: StartResponse, wrong: bool) -> Iterable[bytes]:
    challenge = _REALM + ', error="invalid_token"' if wrong else _REALM
    detail = "unknown_key" if wrong else None
    problem = Problem("unauthorized", detail=detail, head=(("WWW-Authenticate", challenge),))
    return refuse(environ, start_response, problem)
