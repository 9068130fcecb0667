"""Every setting, its environment variable and its default."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from service import parsing
from service.parsing import Parse

_MIB = 1024 * 1024


class WrongSetting(ValueError):
    """A setting that cannot be; its text is the one line the operator sees."""


def _cores() -> int:
    """Those this process may use, which in a container can be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _setting(variable: str, default: Any, parse: Parse, doc: str, *, secret: bool = False) -> Any:
    """`secret`: the value is shown nowhere, not even when it is wrong."""
    metadata = {"variable": variable, "parse": parse, "doc": doc, "secret": secret}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata, repr=not secret)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    host: str = _setting("HOST", "127.0.0.1", parsing.host, "Address to listen on.")
    port: int = _setting("PORT", 8000, parsing.whole(1, 65535), "Port to listen on.")
    workers: int = _setting("WORKERS", _cores, parsing.whole(1, 256), "Worker processes; one a core unless set.")
    metrics_port: int = _setting(
        "METRICS_PORT", 0, parsing.whole(0, 65535), "A port of its own for `/metrics`, which is then on no other; 0: on `PORT`."
    )
    max_body_bytes: int = _setting(
        "MAX_BODY_BYTES", 256 * 1024, parsing.whole(1024, 64 * _MIB), "Largest body of a game operation; more is a 413."
    )
    max_operation_bytes: tuple[tuple[str, int], ...] = _setting(
        "MAX_OPERATION_BYTES", (), parsing.sizes(64, 64 * _MIB),
        "The same for single operations, as `deal=4096,score=65536`; the others keep `MAX_BODY_BYTES`.",
    )  # fmt: skip
    max_batch_bytes: int = _setting(
        "MAX_BATCH_BYTES", 2 * _MIB, parsing.whole(1024, 64 * _MIB), "Largest body of a batch; more is a 413."
    )
    max_batch_items: int = _setting(
        "MAX_BATCH_ITEMS", 500, parsing.whole(1, 10_000), "Most requests in one batch; more is a 400."
    )  # fmt: skip
    max_json_depth: int = _setting(
        "MAX_JSON_DEPTH", 32, parsing.whole(8, 200), "Deepest nesting of a JSON body; deeper is a 400."
    )  # fmt: skip
    max_list_items: int = _setting(
        "MAX_LIST_ITEMS", 60_000, parsing.whole(500, 1_000_000),
        "Longest list or object anywhere in a body; a longer one is a 400, whatever is in it.",
    )  # fmt: skip
    max_actions: int = _setting(
        "MAX_ACTIONS", 500, parsing.whole(1, 500), "Most actions in one `resolve`; more is a 400."
    )  # fmt: skip
    max_judging_ms: int = _setting(
        "MAX_JUDGING_MS", 1000, parsing.whole(0, 600_000),
        "Milliseconds spent on judging one request, or one of a batch; then it is given up with a 503. 0: no limit.",
    )  # fmt: skip
    max_batch_ms: int = _setting(
        "MAX_BATCH_MS", 2000, parsing.whole(0, 600_000),
        "Milliseconds spent on a whole batch; items not reached by then get a 503 each. 0: no limit.",
    )  # fmt: skip
    max_batch_answer_bytes: int = _setting(
        "MAX_BATCH_ANSWER_BYTES", 8 * _MIB, parsing.whole(1024, 1024 * _MIB),
        "Size of a batch's answer; items not reached by then get a 503 each.",
    )  # fmt: skip
    max_client_ms: int = _setting(
        "MAX_CLIENT_MS", 10_000, parsing.whole(0, 600_000),
        "Milliseconds a client has to send its request, and again to take its answer. 0: no limit.",
    )  # fmt: skip
    max_waiting: int = _setting(
        "MAX_WAITING", 1000, parsing.whole(0, 65535),
        "Connections waiting for a worker beyond which requests get a 503 at once instead of being judged. 0: no limit.",
    )  # fmt: skip
    rate_limit: str = _setting(
        "RATE_LIMIT", "", parsing.rate,
        "Requests to `/v1` one client may make, as `100/minute` or `20/second;1000/hour`; more is a 429. A batch is one."
        " Empty: no limit.",
    )  # fmt: skip
    rate_limit_storage: str = _setting(
        "RATE_LIMIT_STORAGE", "memory://", parsing.storage,
        "Where those are counted: `memory://` (each worker by itself) or `redis://host:6379/0` (all instances together).",
        secret=True,
    )  # fmt: skip
    trusted_proxies: int = _setting(
        "TRUSTED_PROXIES", 0, parsing.whole(0, 16),
        "Proxies in front that add to `X-Forwarded-For`; 0: the header is not believed.",
    )  # fmt: skip
    api_keys: tuple[tuple[str, bytes], ...] = _setting(
        "API_KEYS", (), parsing.key_hashes,
        "`name:sha256` pairs with commas between; when set, `/v1` takes only requests with one of these keys.", secret=True,
    )  # fmt: skip
    cors_origins: tuple[str, ...] = _setting(
        "CORS_ORIGINS", ("*",), parsing.origins,
        "Origins whose pages may call the service: `*`, `none`, or a list as `https://a.example,https://b.example`.",
    )  # fmt: skip
    signing_key: str = _setting(
        "SIGNING_KEY", "", str, "Ed25519 private key (PEM or JWK) that signs answers asked for as `application/jose`.",
        secret=True,
    )  # fmt: skip
    signing_key_file: str = _setting("SIGNING_KEY_FILE", "", str, "A file that has that key instead.")
    former_keys_file: str = _setting(
        "FORMER_KEYS_FILE", "", str, "A JWK set of public keys that signed earlier answers; `jwks.json` has them too."
    )
    request_log: bool = _setting("REQUEST_LOG", True, parsing.switch, "One JSON line a request on standard output: on or off.")
    timeout: int = _setting("TIMEOUT", 30, parsing.whole(1, 3600), "Seconds after which a stuck worker is replaced.")
    graceful_timeout: int = _setting(
        "GRACEFUL_TIMEOUT", 30, parsing.whole(1, 3600), "Seconds a stopping worker has to finish what it is doing."
    )

    def __post_init__(self) -> None:
        if self.metrics_port == self.port:
            raise WrongSetting("METRICS_PORT must be another port than PORT")
        # Nothing but gunicorn itself sees to a worker that is stuck; it must not take one that is busy for stuck.
        longest = 2 * self.max_client_ms + max(self.max_judging_ms, self.max_batch_ms)
        if self.timeout * 1000 <= longest:
            raise WrongSetting(
                f"TIMEOUT must be longer than a request may take: more than {longest / 1000:g} s with MAX_CLIENT_MS, once to"
                " send and once to take, and MAX_JUDGING_MS or MAX_BATCH_MS as they are"
            )
        if self.signing_key and self.signing_key_file:
            raise WrongSetting("SIGNING_KEY and SIGNING_KEY_FILE cannot both be set")

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
                shown = "" if each.metadata["secret"] else f", not {text[:60]!r}"
                wrong.append(f"{each.metadata['variable']} must be {error}{shown}")
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
        elif isinstance(default, tuple):
            default = ",".join(default)
        if default == "":
            default = "unset"
        rows.append((each.metadata["variable"], str(default), each.metadata["doc"]))
    return rows
