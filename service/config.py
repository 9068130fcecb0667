"""Every setting, its environment variable and its default."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any


class WrongSetting(ValueError):
    """A setting that cannot be; its text is the one line the operator sees."""


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        # int() would also take " 8_000 " and "٨": a setting is plain digits or it is a mistake.
        if not (text.isascii() and text.isdigit()) or len(text) > 12 or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return parse


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError("on or off")
    return text == "on"


def _host(text: str) -> str:
    if not text or any(character.isspace() or character == "/" for character in text):
        raise ValueError("a host name or an address")
    return text


def _cores() -> int:
    """Those this process may use, which in a container can be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _setting(variable: str, default: Any, parse: Callable[[str], Any], doc: str) -> Any:
    metadata = {"variable": variable, "parse": parse, "doc": doc}
    return field(default_factory=default, metadata=metadata) if callable(default) else field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    host: str = _setting("HOST", "127.0.0.1", _host, "Address to listen on.")
    port: int = _setting("PORT", 8000, _whole(1, 65535), "Port to listen on.")
    workers: int = _setting("WORKERS", _cores, _whole(1, 256), "Worker processes; one a core unless set.")
    max_body_bytes: int = _setting(
        "MAX_BODY_BYTES", 256 * 1024, _whole(1024, 64 * 1024 * 1024), "Largest body of a game operation; more is a 413."
    )
    max_batch_bytes: int = _setting(
        "MAX_BATCH_BYTES", 2 * 1024 * 1024, _whole(1024, 64 * 1024 * 1024), "Largest body of a batch; more is a 413."
    )
    max_batch_items: int = _setting("MAX_BATCH_ITEMS", 500, _whole(1, 10_000), "Most requests in one batch; more is a 400.")
    max_json_depth: int = _setting("MAX_JSON_DEPTH", 32, _whole(8, 200), "Deepest nesting of a JSON body; deeper is a 400.")
    request_log: bool = _setting("REQUEST_LOG", True, _switch, "One JSON line a request on standard output: on or off.")
    timeout: int = _setting("TIMEOUT", 30, _whole(1, 3600), "Seconds after which a stuck worker is replaced.")
    graceful_timeout: int = _setting(
        "GRACEFUL_TIMEOUT", 30, _whole(1, 3600), "Seconds a stopping worker has to finish what it is doing."
    )

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Settings as the environment has them. An empty variable counts as unset; a wrong one raises `WrongSetting`."""
        given = os.environ if environment is None else environment
        values: dict[str, Any] = {}
        wrong = []
        for each in fields(cls):
            text = given.get(each.metadata["variable"], "")
            if text == "":
                continue
            try:
                values[each.name] = each.metadata["parse"](text)
            except ValueError as error:
                wrong.append(f"{each.metadata['variable']} must be {error}, not {text[:60]!r}")
        if wrong:
            raise WrongSetting("; ".join(wrong))
        return cls(**values)


def settings_table() -> list[tuple[str, str, str]]:
    """(variable, default, meaning) of every setting, for the README."""
    rows = []
    for each in fields(Settings):
        default: Any = "one a core" if each.name == "workers" else each.default
        if isinstance(default, bool):
            default = "on" if default else "off"
        rows.append((each.metadata["variable"], str(default), each.metadata["doc"]))
    return rows
