"""How the text of a setting is read. Each parser raises `ValueError` with what the text must be."""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

Parse = Callable[[str], Any]
Pairs = tuple[tuple[str, Any], ...]

_NAME = re.compile(r"[A-Za-z0-9._-]{1,40}").fullmatch
_OPERATION = re.compile(r"[a-z][a-z-]{0,39}").fullmatch
_HASH = re.compile(r"[0-9a-f]{64}").fullmatch
_RATE = re.compile(r"[1-9][0-9]{0,8} ?(?:/|per) ?(?:[1-9][0-9]{0,5} ?)?(?:second|minute|hour|day)s?").fullmatch
_STORAGE = re.compile(
    r"memory://|rediss?://(?:[^\s/@]*@)?(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?(?:/[0-9]{1,4})?|redis\+unix://\S+"
).fullmatch
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?").fullmatch


def _digits(text: str, low: int, high: int) -> bool:
    # int() would also take " 8_000 " and "٨": a setting is plain digits or it is a mistake.
    return text.isascii() and text.isdigit() and len(text) <= 12 and low <= int(text) <= high


def whole(low: int, high: int) -> Parse:
    def parse(text: str) -> int:
        if not _digits(text, low, high):
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return parse


def switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError("on or off")
    return text == "on"


def host(text: str) -> str:
    if not text or any(character.isspace() or character == "/" for character in text):
        raise ValueError("a host name or an address")
    return text


def sizes(low: int, high: int) -> Parse:
    """`deal=4096,score=65536`"""

    def parse(text: str) -> Pairs:
        pairs = [part.strip().partition("=") for part in text.split(",")]
        if not all(_OPERATION(name) and _digits(size, low, high) for name, _, size in pairs):
            raise ValueError(f"operation=bytes pairs with commas between, each from {low} to {high}")
        return tuple((name, int(size)) for name, _, size in pairs)

    return parse


def rate(text: str) -> str:
    if not all(_RATE(part.strip()) for part in text.split(";")):
        raise ValueError("limits like 100/minute or 20/second;1000/hour")
    return text


def storage(text: str) -> str:
    if not _STORAGE(text) or not _address(text):
        raise ValueError("memory:// or the address of a Redis, redis://host:6379/0")
    return text


def _address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        if ":" in (parts.hostname or ""):
            ip_address(parts.hostname or "")
        return parts.port is None or parts.port > 0
    except ValueError:
        return False


def key_hashes(text: str) -> Pairs:
    """`name:sha256,name:sha256`; one name may have several keys, so that a key can be changed without a gap."""
    pairs = [part.strip().partition(":") for part in text.split(",") if part.strip()]
    if not pairs or not all(_NAME(name) and _HASH(digest) for name, _, digest in pairs):
        raise ValueError("name:hash pairs with commas between, each hash the 64 lower-case hex digits of a key's SHA-256")
    return tuple((name, bytes.fromhex(digest)) for name, _, digest in pairs)


def origins(text: str) -> tuple[str, ...]:
    if text in ("*", "none"):
        return ("*",) if text == "*" else ()
    each = tuple(part.strip() for part in text.split(","))
    if not all(_ORIGIN(origin) for origin in each):
        raise ValueError("*, none, or origins like https://a.example with commas between")
    return each
