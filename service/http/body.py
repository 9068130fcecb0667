"""Reading a request's body: its type, its size, its JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from service.adjudication.findings import Fault, Malformed
from service.http.deadline import SlowClient, guard_client
from service.http.language import language_of
from service.http.negotiation import is_json
from service.http.problems import Problem
from service.http.strict_json import parse

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

# A client that is still sending when we hang up may never see why: its system throws our answer away. So what is refused
# unread is read and forgotten, up to here.
_DRAINED = 16 * 1024 * 1024
_PIECE = 64 * 1024
_PATIENCE = 1.0


class Limits(NamedTuple):
    """What a body may be at most."""

    bytes: int
    depth: int
    items: int


def read_json(environ: WSGIEnvironment, limits: Limits) -> Any:
    """The body as JSON; raises `Problem` (408, 413, 415) or `Malformed`."""
    content_type = environ.get("CONTENT_TYPE", "")
    if content_type != "application/json" and not is_json(content_type):
        drain(environ)
        raise Problem("unsupported-media-type", detail="media_type")
    encoding = environ.get("HTTP_CONTENT_ENCODING", "").strip().lower()
    transfer = environ.get("HTTP_TRANSFER_ENCODING", "").strip().lower()
    if encoding not in ("", "identity") or transfer not in ("", "identity", "chunked"):
        drain(environ)
        raise Problem("unsupported-media-type", detail="content_encoding")
    return parse(read_body(environ, limits.bytes), limits.depth, limits.items)


def read_body(environ: WSGIEnvironment, limit: int) -> bytes:
    """The bytes, never more than `limit` of them in memory, whether their number was announced or not."""
    announced = environ.get("CONTENT_LENGTH")
    stream = environ["wsgi.input"]
    try:
        if announced:
            if not (announced.isascii() and announced.isdigit()):
                raise Malformed([Fault("", "unreadable_body")])
            length = int(announced) if len(announced) < 16 else limit + 1
            if length > limit:
                drain(environ)
                raise Problem("too-large", params={"limit": limit})
            raw: bytes = stream.read(length)
            if len(raw) != length:
                raise Malformed([Fault("", "unreadable_body")])
            return raw
        if not environ.get("wsgi.input_terminated"):
            return b""  # no length and no end: there is no body
        raw = stream.read(limit + 1)
    except (Problem, Malformed):
        raise
    except SlowClient:
        guard_client()
        raise Problem("too-slow") from None
    except Exception:  # a broken chunk, a client that left: each server has its own class for it
        raise Malformed([Fault("", "unreadable_body")]) from None
    if len(raw) > limit:
        drain(environ)
        raise Problem("too-large", params={"limit": limit})
    return raw


def refuse(environ: WSGIEnvironment, start_response: StartResponse, problem: Problem) -> Iterable[bytes]:
    """Before anything has looked at the request."""
    drain(environ)
    return problem.answer(language_of(environ.get("HTTP_ACCEPT_LANGUAGE")))(environ, start_response)


def drain(environ: WSGIEnvironment) -> None:
    """Before an answer to a request whose body is not wanted. Whoever does not send it soon goes without the answer."""
    guard_client(_PATIENCE)
    announced = environ.get("CONTENT_LENGTH") or ""
    if announced.isascii() and announced.isdigit():
        left = min(int(announced[:16]), _DRAINED)
    elif environ.get("wsgi.input_terminated"):
        left = _DRAINED
    else:
        return
    stream = environ["wsgi.input"]
    try:
        while left > 0:
            piece = stream.read(min(left, _PIECE))
            if not piece:
                return
            left -= len(piece)
    except Exception:  # also a client that is too slow
        pass
    finally:
        guard_client()
