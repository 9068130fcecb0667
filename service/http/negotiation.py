"""What a client sends and takes: `Content-Type`, `Content-Encoding`, `Accept`. Headers repeat, so verdicts on them are kept."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from service.http.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_PARAMETER = re.compile(r'\s*;\s*([!#$%&\'*+.^_`|~0-9A-Za-z-]+)=("(?:[^"\\]|\\.)*"|[^\s;,"]*)\s*')
_QUALITY = re.compile(r"(?=\.?\d)\d*\.?\d*$")


def weighted(header: str) -> list[tuple[str, float]]:
    """The members of an `Accept…` header in lower case with their weights; parameters beside `q` are passed over."""
    members = []
    for member in header.split(","):
        name, _, parameters = member.partition(";")
        quality = 1.0
        for parameter in parameters.split(";"):
            key, _, value = parameter.partition("=")
            if key.strip().lower() == "q":
                quality = _quality(value.strip())
        if name.strip():
            members.append((name.strip().lower(), quality))
    return members


def _quality(text: str) -> float:
    """Some clients write `.2` or `0.3333`; a weight that cannot be read is none."""
    return min(1.0, float(text)) if _QUALITY.match(text) else 1.0


def accepts(header: str | None, media_type: str) -> bool:
    """Whether an answer of this type may be sent. No header, or an empty one, takes everything."""
    if header is None or header == "*/*" or header == media_type:
        return True
    return _accepts(header, media_type)


def require_accepted(environ: WSGIEnvironment, media_type: str) -> None:
    """406 where the client does not take what this address answers with."""
    if not accepts(environ.get("HTTP_ACCEPT"), media_type):
        raise Problem("not-acceptable", params={"type": media_type})


@lru_cache(maxsize=256)
def _accepts(header: str, media_type: str) -> bool:
    members = dict(reversed(weighted(header)))
    if not members:
        return True
    # The most specific range that fits decides (RFC 9110, 12.5.1).
    for wanted in (media_type, media_type.partition("/")[0] + "/*", "*/*"):
        if wanted in members:
            return members[wanted] > 0
    return False


def prefers(header: str | None, media_type: str, usual: str) -> bool:
    """Whether this type is asked for by name, and no less than the usual one."""
    return header is not None and _prefers(header, media_type, usual)


@lru_cache(maxsize=256)
def _prefers(header: str, media_type: str, usual: str) -> bool:
    members = dict(reversed(weighted(header)))
    return members.get(media_type, 0.0) > 0 and members[media_type] >= members.get(usual, 0.0)


@lru_cache(maxsize=256)
def is_json(content_type: str) -> bool:
    """`application/json`, in UTF-8 if a charset is named at all."""
    name = content_type.partition(";")[0]
    if name.strip().lower() != "application/json":
        return False
    rest = content_type[len(name) :]
    while rest.strip(" ;"):
        match = _PARAMETER.match(rest)
        if match is None:
            return False
        if match[1].lower() == "charset" and match[2].strip('"').lower() not in ("utf-8", "utf8"):
            return False
        rest = rest[match.end() :]
    return True
