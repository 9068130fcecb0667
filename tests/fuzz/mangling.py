"""Requests out of shape, and what must be true of the answer whatever was sent."""

from __future__ import annotations

import gc
import io
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import orjson
from flask import Flask
from hypothesis import strategies as st

from service import create_app
from service.adjudication.game import component_prefix
from service.config import Settings
from tests.contract.asking import OPERATIONS, validator
from tests.vectors import vectors

# Of CPU time: what another process does meanwhile is not the answer's fault.
SLOWEST = 0.25
STATUSES = {200, 400, 406, 413, 415, 422}
_INTERESTING = [
    b"", b"null", b"NaN", b"1e999", b"-0", b"1E400", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\\u0000", b"\\ud800",
    b'"', b"\\", b"[" * 40, b"]" * 40, b"{", b"}", b'{"":', b",", b",,", b":", b'"??"', b'["??"]', b'"id"', b'"turn"',
    b'"steps":', b'"players":', b"true", b"9" * 400, b"0.1", b"\x00", b" " * 50, b"\n",
    b'"' + b"x" * 300 + b'"', b'{"type":"pass"}',
]  # fmt: skip

_ODD: list[Any] = [None, True, 0, -1, 10**9, "", "??", [], {}, "a", ["??"] * 60]


class Sent:
    """One request straight into the WSGI application, with nothing in between that would tidy it up."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    def post(self, path: str, body: bytes, **environ: Any) -> tuple[int, dict[str, str], bytes, float]:
        told: list[Any] = []
        environment = {
            "REQUEST_METHOD": "POST", "PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": "", "SERVER_NAME": "x",
            "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body), "wsgi.url_scheme": "http",
            "wsgi.errors": io.StringIO(), "wsgi.version": (1, 0), "wsgi.multithread": False, "wsgi.multiprocess": True,
            "wsgi.run_once": False, **environ,
        }  # fmt: skip
        start: Callable[..., Any] = lambda status, headers, exc_info=None: told.append((status, headers))  # noqa: E731
        began = time.thread_time()
        answer = b"".join(self._app.wsgi_app(environment, start))
        took = time.thread_time() - began
        status, headers = told[-1]
        return int(status[:3]), dict(headers), answer, took


@cache
def sent() -> Sent:
    app = create_app(Settings(request_log=False, max_judging_ms=0))  # the time is measured here
    # As in a worker: a collection that falls into an answer does not look at the whole test suite.
    gc.collect()
    gc.freeze()
    return Sent(app)


@cache
def bodies(game: str, operation: str) -> list[bytes]:
    """A vector's request as bytes, the small ones: there is more to hit in them."""
    found = sorted(orjson.dumps(case["request"]) for case in vectors(game) if case["operation"] == operation)
    return [body for body in found if len(body) < 4000] or found


def check(game: str, operation: str, body: bytes) -> int:
    """An answer or a refusal of the contract, in time; never a mistake of ours."""
    status, value = _asked(f"/v1/{game}/{operation}", body)
    _check_body(game, operation, status, value)
    return status


def check_batch(body: bytes) -> int:
    """The same of every item of a batch."""
    status, value = _asked("/v1/batch", body)
    if status != 200:
        _check_body("", "", status, value)
        return status
    asked = orjson.loads(body)["requests"]
    assert [each["id"] for each in value["responses"]] == [each["id"] for each in asked]
    for each, told in zip(asked, value["responses"], strict=True):
        assert told["status"] in STATUSES | {404}, (each, told)
        _check_body(each["game"], each["operation"], told["status"], told["body"])
    return status


def _asked(path: str, body: bytes) -> tuple[int, Any]:
    status, headers, answer, took = sent().post(path, body)
    assert status in STATUSES, (status, body, answer)
    assert headers["Content-Type"] == ("application/json" if status == 200 else "application/problem+json")
    # A collection of garbage may have fallen into the first try.
    assert took < SLOWEST or min(sent().post(path, body)[3] for _ in range(3)) < SLOWEST, (took, body)
    return status, orjson.loads(answer)


def _check_body(game: str, operation: str, status: int, value: Any) -> None:
    if status == 200:
        validator(component_prefix(game) + component_prefix(operation) + "Answer").validate(value)
    else:
        validator("Problem").validate(value)
        assert value["status"] == status


@st.composite
def mangled(draw: st.DrawFn) -> tuple[str, str, bytes]:
    """A vector's bytes with some cut out, doubled, replaced, or taken from another vector."""
    game, operation = draw(st.sampled_from(OPERATIONS))
    body = bytearray(draw(st.sampled_from(bodies(game, operation))))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(0, len(body) - 1)))
        until = at + draw(st.integers(0, 12))
        kind = draw(st.integers(0, 5))
        if kind == 0:
            body[at:until] = b""
        elif kind == 1:
            body[at:at] = body[at:until] * draw(st.sampled_from((1, 2, 50)))
        elif kind == 2 and body:
            body[at] = draw(st.integers(0, 255))
        elif kind == 3:
            body[at:until] = draw(st.sampled_from(_INTERESTING))
        elif kind == 4:
            other = draw(st.sampled_from(bodies(game, operation)))
            start = draw(st.integers(0, len(other) - 1))
            body[at:until] = other[start : start + draw(st.integers(1, 200))]
        else:
            body[at:at] = draw(st.binary(max_size=8))
    return game, operation, bytes(body)


@st.composite
def twisted(draw: st.DrawFn) -> tuple[str, str, bytes]:
    """Well-formed JSON: a vector with parts swapped for parts of others, so that it gets past the reader and into the rules."""
    game, operation = draw(st.sampled_from(OPERATIONS))
    body: Any = orjson.loads(draw(st.sampled_from(bodies(game, operation))))
    asked = draw(st.sampled_from([each for each in OPERATIONS if each[0] == game]))
    other: Any = orjson.loads(draw(st.sampled_from(bodies(*asked))))
    # As text, so that what is put in twice is two things.
    parts = [orjson.dumps(part) for part in [*(part for _, _, part in _spots(other)), *_ODD]]
    for _ in range(draw(st.integers(1, 5))):
        spots = _spots(body)
        if not spots:
            break
        holder, key, value = spots[draw(st.integers(0, len(spots) - 1))]
        kind = draw(st.integers(0, 3))
        if kind == 0 and isinstance(value, list):
            value.append(orjson.loads(parts[draw(st.integers(0, len(parts) - 1))]))
        elif kind == 1:
            del holder[key]
        elif kind == 2 and isinstance(value, list):
            more = orjson.dumps(value[: draw(st.integers(0, 60))])
            for _ in range(draw(st.sampled_from((1, 2, 30)))):
                value += orjson.loads(more)
        else:
            holder[key] = orjson.loads(parts[draw(st.integers(0, len(parts) - 1))])
    return game, operation, orjson.dumps(body)


@st.composite
def batched(draw: st.DrawFn) -> bytes:
    """Twisted tables together, now and then under a name that no game has, or with the envelope out of shape."""
    items: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(1, 8))):
        game, operation, body = draw(twisted())
        items.append({"id": str(len(items)), "game": game, "operation": operation, "body": orjson.loads(body)})
    envelope: Any = {"requests": items * draw(st.sampled_from((1, 1, 1, 20)))}
    if draw(st.integers(0, 3)) == 0:
        holder, key, _ = draw(st.sampled_from(_spots(envelope, 40)))
        holder[key] = draw(st.sampled_from(_ODD))
    return orjson.dumps(envelope)


def _spots(value: Any, most: int = 400) -> list[tuple[Any, Any, Any]]:
    """(container, key, value) of everything inside, not further than needed."""
    found: list[tuple[Any, Any, Any]] = []
    todo = [value]
    while todo and len(found) < most:
        here = todo.pop()
        entries = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        for key, below in entries:
            found.append((here, key, below))
            if isinstance(below, dict | list):
                todo.append(below)
    return found
