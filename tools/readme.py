"""`make readme`: writes the real answers below the README's curl calls, and the table of settings."""

from __future__ import annotations

import json
import re
import shlex
import textwrap
from pathlib import Path
from typing import Any

from service import create_app
from service.config import Settings, settings_table

TARGET = Path(__file__).parents[1] / "README.md"
_CALL = re.compile(r"```sh\n(curl .*?)```\n\n```json\n(.*?)```", re.DOTALL)
_TABLE = re.compile(r"(\| variable \| default \| meaning \|\n\|---\|---\|---\|\n)(?:\|.*\n)*")
_ROOT = "http://127.0.0.1:8000"
_WIDTH = 118


def renewed(readme: str) -> str:
    readme = _CALL.sub(lambda call: f"```sh\n{call[1]}```\n\n```json\n{pretty(answer(call[1]))}\n```", readme)
    rows = "".join(f"| `{variable}` | {default} | {meaning} |\n" for variable, default, meaning in settings_table())
    return _TABLE.sub(lambda table: table[1] + rows, readme)


def calls(readme: str) -> list[str]:
    return [call[1] for call in _CALL.finditer(readme)]


def answer(call: str) -> Any:
    """What the service answers to a curl command."""
    words = shlex.split(call.replace("\\\n", " "))[1:]
    headers, body, path = {}, None, None
    while words:
        word = words.pop(0)
        if word == "-H":
            name, _, value = words.pop(0).partition(":")
            headers[name] = value.strip()
        elif word == "-d":
            body = words.pop(0)
        elif word.startswith(_ROOT):
            path = word.removeprefix(_ROOT)
        elif word != "-s":
            raise ValueError(f"cannot play {word!r} of: {call}")
    client = create_app(Settings(request_log=False)).test_client()
    return client.open(path or "/", method="GET" if body is None else "POST", data=body, headers=headers).get_json()


def pretty(value: Any, indent: str = "") -> str:
    """JSON with whatever fits on one line on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= _WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + "  "
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        filled = textwrap.wrap(line[1:-1], _WIDTH, initial_indent=inner, subsequent_indent=inner)
        return "\n".join(["[", *filled, f"{indent}]"])
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {pretty(below, inner)}" for key, below in value.items()]
    else:
        parts = [pretty(below, inner) for below in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{closing}"


if __name__ == "__main__":
    TARGET.write_text(renewed(TARGET.read_text("utf-8")), "utf-8")
    print(f"{TARGET.name} written")
