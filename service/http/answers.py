"""What goes out: bytes that are ready, with headers made once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import orjson
from flask import Response
from werkzeug.datastructures import Headers
from werkzeug.http import HTTP_STATUS_CODES

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

Head = Sequence[tuple[str, str]]
NOSNIFF = ("X-Content-Type-Options", "nosniff")
JSON = "application/json"
JOSE = "application/jose"
PROBLEM = "application/problem+json"
# On every answer; the journal adds them, so that no view has to think of it.
COMMON: Head = (NOSNIFF, ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"))
_COMMON_NAMES = frozenset(name.lower() for name, _ in COMMON)

_LINES = {code: f"{code} {reason}" for code, reason in HTTP_STATUS_CODES.items()}


class Answer(Response):
    """A Flask response without the machinery for what we never do (streams, ranges, cookies).

    Werkzeug's own takes some 15 µs a request to build headers and correct them again; here they are a plain list. Whoever asks
    for `headers` (an extension, a test) gets werkzeug's object, and what they change is sent.
    """

    def __init__(self, body: bytes, status: int = 200, head: Head = ()) -> None:
        self._status_code = status
        self._status = _LINES.get(status) or f"{status} UNKNOWN"
        self._head: list[tuple[str, str]] = [*head, ("Content-Length", str(len(body)))]
        self._headers: Headers | None = None
        self._on_close = []
        self.response = (body,)
        self.direct_passthrough = False

    @property
    def headers(self) -> Headers:  # type: ignore[override]
        if self._headers is None:
            self._headers = Headers(self._head)
        return self._headers

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start_response(self._status, self._head if self._headers is None else self._headers.to_wsgi_list())
        return () if environ["REQUEST_METHOD"] == "HEAD" else self.response  # type: ignore[return-value]


def json_head(language: str | None = None, content_type: str = JSON, vary: str = "Accept-Language") -> Head:
    head = [("Content-Type", content_type)]
    if language is not None:
        head += [("Content-Language", language), ("Vary", vary)]
    return tuple(head)


class Document:
    """A body that never changes while the process runs: dumped once, with its ETag."""

    def __init__(self, body: bytes, content_type: str = JSON, extra: Head = (), cache: str = "public, max-age=300") -> None:
        self.body = body
        self.content_type = content_type.partition(";")[0]
        self.etag = f'"{sha256(body).hexdigest()[:32]}"'
        own = [(name, value) for name, value in extra if name.lower() not in _COMMON_NAMES]
        self._not_modified = (("ETag", self.etag), ("Cache-Control", cache), *own)
        self._head = (("Content-Type", content_type), *self._not_modified)

    @classmethod
    def of(cls, value: Any) -> Document:
        return cls(orjson.dumps(value))

    def answer(self, environ: WSGIEnvironment) -> Response:
        known = environ.get("HTTP_IF_NONE_MATCH")
        if known is not None and self._matches(known):
            return NotModified(b"", 304, self._not_modified)
        return Answer(self.body, 200, self._head)

    def _matches(self, known: str) -> bool:
        return any(each.strip().removeprefix("W/") in ("*", self.etag) for each in known.split(","))


class Bodiless(Answer):
    """An answer that has no body by its nature, and so no length either."""

    def __init__(self, body: bytes = b"", status: int = 204, head: Head = ()) -> None:
        super().__init__(body, status, head)
        self._head = list(head)


class NotModified(Bodiless):
    pass
