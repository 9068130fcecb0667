"""Shapes read strictly: nothing is coerced, every fault has its pointer, defaults are filled in."""

from __future__ import annotations

import gc
import random
from contextlib import suppress
from typing import Any

import orjson
import pytest

from service.adjudication.findings import Fault, Malformed
from service.adjudication.registry import games
from service.adjudication.schema import request
from service.adjudication.shapes import (
    Card,
    Cards,
    Choice,
    Flag,
    Integer,
    ListOf,
    MapOf,
    Record,
    Shape,
    Tagged,
    Text,
    player_id,
)
from tests.vectors import vectors


def faults(shape: Shape, value: Any) -> list[tuple[str, str]]:
    found: list[Fault] = []
    shape.read(value, "", found)
    return [(fault.pointer, fault.code) for fault in found]


@pytest.mark.parametrize(
    ("shape", "good", "bad", "code"),
    [
        (Flag(), [True, False], ["yes", 1, 0, None, "true"], "not_a_boolean"),
        (Integer(), [0, -3, 2.0], ["3", True, 2.5, None, [1]], "not_an_integer"),
        (Integer(1, 9), [1, 9], [0, -5], "too_small"),
        (Integer(1, 9), [1, 9], [10, 1e30], "too_large"),
        (Text(), ["", "x"], [1, None, ["x"]], "not_a_string"),
        (player_id(), ["A", "ż" * 40, "🂡"], ["A\n", "\x00", "\x85"], "control_character"),
        (player_id(), ["A"], ["x" * 41], "too_long"),
        (player_id(), ["A"], [""], "too_short"),
        (Choice("a", "b"), ["a"], ["c", 1, None, ["a"]], "not_a_choice"),
        (Card(["R1"]), ["R1"], ["??", "r1", 7, None, {}], "not_a_card"),
        (ListOf(Flag(), 1, 2), [[True]], ["x", {}, None], "not_a_list"),
        (ListOf(Flag(), 1, 2), [[True]], [[]], "too_few_items"),
        (ListOf(Flag(), 1, 2), [[True]], [[True] * 3], "too_many_items"),
        (Record({}), [{}], [[], None, "x"], "not_an_object"),
        (MapOf(Choice("a"), Flag(), 1), [{}, {"a": True}], [[], 3], "not_an_object"),
    ],
)
def test_strict(shape: Shape, good: list[Any], bad: list[Any], code: str) -> None:
    for value in good:
        assert faults(shape, value) == []
    for value in bad:
        assert faults(shape, value) == [("", code)], value


def test_cards_name_every_wrong_place() -> None:
    shape = Cards(["R1", "R2"])
    assert faults(shape, ["R1", "??", "R1"]) == []
    assert faults(shape, ["R1", "Q9", 3, ["R1"]]) == [("/1", "not_a_card"), ("/2", "not_a_card"), ("/3", "not_a_card")]
    assert faults(Cards(["R1"], unknown=False), ["??"]) == [("/0", "not_a_card")]


def test_a_record_names_missing_unknown_and_wrong_members_at_once() -> None:
    shape = Record(
        {"id": player_id(required=True), "n": Integer(load_default=2), "t": Flag(allow_none=True, load_default=None)}
    )
    assert faults(shape, {"n": "1", "a/b~": 0}) == [
        ("/id", "missing_field"),
        ("/n", "not_an_integer"),
        ("/a~1b~0", "unknown_field"),
    ]
    found: list[Fault] = []
    assert shape.read({"id": "x", "t": None}, "", found) == {"id": "x", "n": 2, "t": None}
    assert not found


def test_a_record_takes_what_it_would_read_as_it_is() -> None:
    plain = Record({"x": Integer(required=True), "y": Integer(allow_none=True)})
    taken: list[Any] = [{"x": 1}, {"x": 1, "y": 2}, {"y": 2, "x": 1}, {"x": 1, "y": None}]
    for value in taken:
        assert plain.takes(value), value
    refused: list[Any] = [{}, {"y": 1}, {"x": None, "y": 1}, {"x": 1, "z": 2}, {"x": 1, "y": 2, "z": 3}, {"x": 1, "y": "2"}, []]
    for value in refused:
        assert not plain.takes(value), value
    assert not Record({"x": Integer(load_default=3)}).takes({}), "something is filled in"
    assert not Record({"x": Integer()}, check=lambda value, at, faults: None).takes({"x": 1}), "somebody wants to look"


def test_defaults_are_never_shared() -> None:
    shape = Record({"cards": Cards(["R1"], load_default=list)})
    first, second = shape.read({}, "", []), shape.read({}, "", [])
    first["cards"].append("R1")
    assert second == {"cards": []}


def test_a_tagged_record_is_told_by_its_type() -> None:
    shape = Tagged({"a": Record({"n": Integer(required=True)}), "b": Record({})})
    assert faults(shape, {"type": "a", "n": 1}) == []
    assert faults(shape, {"type": "b", "n": 1}) == [("/n", "unknown_field")]
    assert faults(shape, {"type": "c"}) == [("/type", "not_a_choice")]
    assert faults(shape, {"type": ["a"]}) == [("/type", "not_a_choice")]
    assert faults(shape, {}) == [("/type", "missing_field")]


def test_a_map_checks_its_keys() -> None:
    shape = MapOf(Choice("a/b"), Integer(0, 3))
    assert faults(shape, {"a/b": 4, "c": 1}) == [("/a~1b", "too_large"), ("/c", "not_a_choice")]


def test_what_is_too_long_is_read_all_the_same() -> None:
    assert faults(ListOf(Flag(), 0, 1), [1, True, 2]) == [
        ("", "too_many_items"),
        ("/0", "not_a_boolean"),
        ("/2", "not_a_boolean"),
    ]
    assert faults(MapOf(Choice("a"), Flag(), 1), {"a": 1, "b": True}) == [
        ("", "too_many_items"), ("/a", "not_a_boolean"), ("/b", "not_a_choice"),
    ]  # fmt: skip


def test_a_request_gathers_the_faults_of_all_its_members() -> None:
    schema = request(state=Record({"cards": Cards(["R1"])}, required=True), limit=Integer(1, 5, load_default=3))
    assert schema.read({"state": {}}) == {"state": {}, "limit": 3}
    with pytest.raises(Malformed) as caught:
        schema.read({"state": {"cards": ["Q"]}, "limit": 0, "x/y": 1})
    assert [(fault.pointer, fault.code) for fault in caught.value.faults] == [
        ("/state/cards/0", "not_a_card"),
        ("/limit", "too_small"),
        ("/x~1y", "unknown_field"),
    ]
    names = [f"x{i}" for i in range(40)]
    with pytest.raises(Malformed) as caught:
        schema.read({**dict.fromkeys(names), "state": {}, "limit": 0})
    assert [fault.pointer for fault in caught.value.faults] == ["/limit", *(f"/{name}" for name in names)], (
        "always in this order"
    )
    everything_else: list[Any] = [None, [], 3, "x"]
    for nonsense in everything_else:
        with pytest.raises(Malformed) as caught:
            schema.read(nonsense)
        assert caught.value.faults == [Fault("", "not_an_object")]


def test_what_is_refused_is_forgotten_at_once() -> None:
    """A circle of references would keep a refused body of megabytes until the collector comes by."""
    schema = request(state=Record({"cards": Cards(["R1"])}, required=True))

    def refuse() -> None:
        with suppress(Malformed):
            schema.read({"state": {"cards": ["R2"]}})

    refuse()
    gc.collect()
    gc.disable()
    try:
        refuse()
        assert gc.collect() == 0
    finally:
        gc.enable()


def _any_value(choose: random.Random, good: Any) -> Any:
    """Something else in its place, often nearly right."""
    others: list[Any] = [
        None,
        True,
        0,
        3,
        3.0,
        -1,
        "",
        "x",
        "??",
        "R1",
        [],
        ["R1"],
        [["R1"]],
        {},
        {"type": "play"},
        "a\nb",
        10**6,
    ]
    return choose.choice([*others, good])


def _spoilt(value: Any, choose: random.Random) -> Any:
    """A copy in which one or two things are other than they were."""
    if isinstance(value, dict) and value and choose.random() < 0.85:
        name = choose.choice(list(value))
        changed = {**value, name: _spoilt(value[name], choose)}
        if choose.random() < 0.1:
            del changed[name]
        return {**changed, "more": 1} if choose.random() < 0.05 else changed
    if isinstance(value, list) and value and choose.random() < 0.85:
        at = choose.randrange(len(value))
        return [*value[:at], _spoilt(value[at], choose), *value[at + 1 :]]
    return _any_value(choose, value)


@pytest.mark.parametrize("game", games())
def test_what_is_taken_unread_would_be_read_as_it_is(game: str) -> None:
    """`takes` is only a quicker `read`: whatever it takes, `read` returns the same and finds no fault."""
    choose = random.Random(game)
    taken = refused = 0
    for case in vectors(game):
        schema = games()[game].operations[case["operation"]].request
        for name, shape in schema.fields.items():
            if not isinstance(shape, Shape) or name not in (case["request"] or ()):
                continue
            right = case["request"][name]
            for value in (right, *(_spoilt(right, choose) for _ in range(8))):
                for part_shape, part in ((shape, value), *_items(shape, value)):
                    found: list[Fault] = []
                    read = part_shape.read(part, "", found)
                    if part_shape.takes(part):
                        taken += 1
                        assert (found, read) == ([], part)
                        assert orjson.dumps(read, option=orjson.OPT_SORT_KEYS) == orjson.dumps(
                            part, option=orjson.OPT_SORT_KEYS
                        )
                    elif found:
                        refused += 1
    assert taken > 300
    assert refused > 300


def _items(shape: Shape, value: Any) -> list[tuple[Shape, Any]]:
    """The lists' items inside: that is where `takes` is asked."""
    if isinstance(shape, Record) and isinstance(value, dict):
        return [pair for name, member in shape.members.items() if name in value for pair in _items(member, value[name])]
    if isinstance(shape, ListOf) and isinstance(value, list):
        return [(shape.item, item) for item in value]
    return []
