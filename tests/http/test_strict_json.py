"""The strict reader: what it refuses, and the cheap proofs against the exact ways."""

from __future__ import annotations

import json
import math
import time
import timeit
from typing import Any
from unittest.mock import patch

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.adjudication.findings import Malformed
from service.http import strict_json
from service.http.strict_json import duplicate_keys, parse


def faults(raw: bytes, depth: int = 32) -> list[tuple[str, str]]:
    try:
        parse(raw, depth)
    except Malformed as refused:
        return [(fault.pointer, fault.code) for fault in refused.faults]
    return []


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "empty_body"),
        (b" \r\n\t", "empty_body"),
        (b"\xef\xbb\xbf{}", "byte_order_mark"),
        ("{}".encode("utf-16"), "not_utf8"),
        ("{}".encode("utf-32-be"), "not_json"),
        (b'"\xff"', "not_utf8"),
        (b"NaN", "not_json"),
        (b"[Infinity]", "not_json"),
        (b"[-Infinity]", "not_json"),
        (b"[1e400]", "number_too_large"),
        (b"1" * 5000, "number_too_large"),
        (b'{"a":1}x', "not_json"),
        (b"{}{}", "not_json"),
        (b"{} \x00", "not_json"),
        (b"[1,]", "not_json"),
        (b'{"a":1,}', "not_json"),
        (b"{'a':1}", "not_json"),
        (b"// why\n{}", "not_json"),
        (b"[01]", "not_json"),
        (b'"\\ud800"', "half_a_character"),
        (b'"\t"', "not_json"),
        (b'{"a":1', "not_json"),
        (b"undefined", "not_json"),
    ],
)
def test_what_is_no_json(raw: bytes, code: str) -> None:
    assert faults(raw) == [("", code)]


def test_position_of_the_mistake() -> None:
    with pytest.raises(Malformed) as caught:
        parse(b'{"a": 1,\n "b": nope}', 32)
    assert caught.value.faults[0].params == {"line": 2, "column": 7}


def test_every_duplicate_is_named() -> None:
    raw = rb'{"a":1,"b":{"c":1,"d":[{"e/f":1,"e/f":2}],"c":2},"a":[],"\u0061":3}'
    assert faults(raw) == [("/b/d/0/e~1f", "duplicate_key"), ("/b/c", "duplicate_key"), ("/a", "duplicate_key")]


@pytest.mark.parametrize(
    ("opening", "closing"), [(b"[", b"]"), (b'{"k":', b"}"), (b'["]",', b"]"), (b'["\\"]",', b"]"), (b'[{"a":', b"}]")]
)
def test_depth(opening: bytes, closing: bytes) -> None:
    levels = 2 if opening.startswith(b"[{") else 1
    fitting = opening * (32 // levels) + b"1" + closing * (32 // levels)
    assert faults(fitting) == []
    assert faults(b"[" + fitting + b"]") == [("", "too_deep")]
    assert faults(opening * 5000 + b"1" + closing * 5000) == [("", "too_deep")]


def test_depth_hidden_behind_a_repeated_key() -> None:
    deep = b"[" * 1000 + b"]" * 1000
    assert faults(b'{"a":' + deep + b',"a":"\\\\"}') == [("", "too_deep")]
    assert faults(b'{"a":' + deep + b',"a":1}') == [("", "too_deep")]


def test_many_brackets_are_not_deep() -> None:
    assert faults(b"[" + b"[],{}," * 5000 + b'"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["]') == []


class Members(list[tuple[str, Any]]):
    """An object as written: keys may repeat."""


NASTY = st.text(st.sampled_from('"\\/[]{}a,:\x00é𐀀')) | st.text(max_size=5)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64) | st.floats(allow_nan=False, allow_infinity=False) | NASTY,
    lambda below: st.lists(below, max_size=4) | st.lists(st.tuples(NASTY, below), max_size=4).map(Members),
    max_leaves=25,
)


def write(value: Any, escape: int) -> str:
    """JSON text; `escape` chooses between the ways to write a string."""
    if isinstance(value, Members):
        return "{" + ",".join(f"{write(key, escape)}:{write(below, escape)}" for key, below in value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(write(below, escape) for below in value) + "]"
    if isinstance(value, str):
        if escape == 2:
            units = value.encode("utf-16-be")
            return '"' + "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2)) + '"'
        return json.dumps(value, ensure_ascii=escape == 1)
    return json.dumps(value)


def really_repeats(value: Any) -> bool:
    if isinstance(value, Members):
        keys = [key for key, _ in value]
        return len(keys) != len(set(keys)) or any(really_repeats(below) for _, below in value)
    return isinstance(value, list) and any(really_repeats(below) for below in value)


def height(value: Any) -> int:
    if isinstance(value, Members):
        return 1 + max((height(below) for _, below in value), default=0)
    return 1 + max(map(height, value), default=0) if isinstance(value, list) else 0


@settings(max_examples=500, deadline=None)
@given(VALUES, st.integers(0, 2), st.booleans())
def test_fast_and_exact_agree(value: Any, escape: int, long: bool) -> None:
    raw = write(value, escape).encode()
    parsed = orjson.loads(raw)
    repeats = really_repeats(value)
    assert bool(duplicate_keys(raw)) == repeats
    with patch.object(strict_json, "_MOST_GROWTH", -1 if long else strict_json._MOST_GROWTH):
        if repeats:
            assert not strict_json._plainly_sound(raw, parsed, 32)
        assert any(code == "duplicate_key" for _, code in faults(raw)) == repeats


@settings(max_examples=300, deadline=None)
@given(VALUES, st.integers(0, 2), st.integers(1, 6), st.booleans())
def test_depth_is_exact(value: Any, escape: int, depth: int, long: bool) -> None:
    raw = write(value, escape).encode()
    with patch.object(strict_json, "_MOST_GROWTH", -1 if long else strict_json._MOST_GROWTH):
        assert (faults(raw, depth) == [("", "too_deep")]) == (height(value) > depth)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        value = parse(raw, 32)
    except Malformed as refused:
        assert refused.faults
    else:
        assert not isinstance(value, float) or math.isfinite(value)


def _long(value: Any, items: int, at: str = "") -> list[str]:
    """Node by node."""
    if not isinstance(value, dict | list):
        return []
    if len(value) > items:
        return [at]
    members = value.items() if isinstance(value, dict) else enumerate(value)
    return [
        found
        for key, member in members
        for found in _long(member, items, f"{at}/{str(key).replace('~', '~0').replace('/', '~1')}")
    ]


@given(
    st.recursive(
        st.none() | st.integers(0, 9) | st.text(',[]{}"\\~/a', max_size=6),
        lambda below: st.lists(below, max_size=6) | st.dictionaries(st.text(",~/ab", max_size=3), below, max_size=6),
        max_leaves=40,
    ),
    st.integers(1, 5),
)
@settings(max_examples=300, deadline=None)
def test_the_long_ones_are_found_where_a_walk_would_find_them(value: Any, items: int) -> None:
    try:
        parse(orjson.dumps(value), 32, items)
        found = []
    except Malformed as refused:
        found = [fault.pointer for fault in refused.faults]
    assert sorted(found) == sorted(_long(value, items))


def test_many_small_questions_are_not_walked() -> None:
    """A batch of middling tables has more commas than a list may have items; none of its members has."""
    cells = [{"x": i, "y": i, "cards": ["R1"]} for i in range(30)]
    raw = orjson.dumps({"requests": [{"id": str(i), "body": {"board": cells}} for i in range(500)]})
    assert raw.count(b",") > 40_000

    def best(items: int | None) -> float:
        return min(timeit.repeat(lambda: parse(raw, 32, items), timer=time.process_time, number=1, repeat=9))

    assert best(500) < 2.2 * best(None)
