"""Request and answer shapes: marshmallow fields coarse enough to be fast.

A `Shape` reads a whole value (a card list, a player list, a state) in one call and gathers *every* fault with its JSON
Pointer, so a schema needs a handful of marshmallow fields instead of hundreds. The same shape describes itself as JSON Schema,
which makes the marshmallow schemas the single source of `openapi.yaml`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from math import inf
from typing import Any, TypeVar

from marshmallow import missing

from service.adjudication.findings import Fault
from service.adjudication.values import (
    UNKNOWN,
    Anything,
    Card,
    Cards,
    Choice,
    Components,
    Flag,
    Integer,
    JsonSchema,
    Shape,
    Text,
    bounded,
    check_length,
)

__all__ = [
    "UNKNOWN", "Anything", "Card", "Cards", "Choice", "Components", "Flag", "Integer", "JsonSchema", "ListOf", "MapOf",
    "Record", "Shape", "Tagged", "Text", "always", "player_id", "seed",
]  # fmt: skip

S = TypeVar("S", bound=Shape)


class ListOf(Shape):
    def __init__(self, item: Shape, low: int = 0, high: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.item = item
        self.low = low
        self.high = high
        self._most = inf if high is None else high

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        if type(value) is not list:
            faults.append(Fault(at, "not_a_list"))
            return value
        check_length(value, self.low, self.high, at, faults)
        read, takes = self.item.read, self.item.takes
        if all(map(takes, value)):
            return value
        return [item if takes(item) else read(item, f"{at}/{i}", faults) for i, item in enumerate(value)]

    def takes(self, value: Any) -> bool:
        return type(value) is list and self.low <= len(value) <= self._most and all(map(self.item.takes, value))

    def schema(self, components: Components) -> JsonSchema:
        return bounded({"type": "array", "items": self.item.describe(components)}, self.low, self.high)


class MapOf(Shape):
    """An object whose keys are data: {card: command}, {player: number}."""

    def __init__(self, key: Shape, value: Shape, high: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.key = key
        self.value = value
        self.high = high

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        if type(value) is not dict:
            faults.append(Fault(at, "not_an_object"))
            return value
        if self.high is not None and len(value) > self.high:
            faults.append(Fault(at, "too_many_items", {"limit": self.high}))
        result = {}
        read_key, read_value = self.key.read, self.value.read
        before = len(faults)
        for key, item in value.items():
            here = f"{at}/{_escape(key)}"
            read_key(key, here, faults)
            result[key] = read_value(item, here, faults) if len(faults) == before else item
            before = len(faults)
        return result

    def schema(self, components: Components) -> JsonSchema:
        schema: JsonSchema = {
            "type": "object",
            "propertyNames": self.key.describe(components),
            "additionalProperties": self.value.describe(components),
        }
        return schema if self.high is None else {**schema, "maxProperties": self.high}


class Record(Shape):
    """An object with named members, none other. A member's `required` and `load_default` are marshmallow's own.

    `check(value, at, faults)` judges members against each other, once each of them is well formed; `extra` is its JSON Schema.
    """

    def __init__(
        self, members: Mapping[str, Shape], *, check: Callable[[dict[str, Any], str, list[Fault]], None] | None = None,
        extra: JsonSchema | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(**kwargs)
        self.members = dict(members)
        self._plan = [
            (name, "/" + name, shape.read, shape.allow_none, shape.required, shape.default)
            for name, shape in self.members.items()
        ]
        self._quick = [
            (name, shape.takes, shape.allow_none, not shape.required and shape.default() is missing)
            for name, shape in self.members.items()
        ]
        self._check = check
        self._extra = extra or {}

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        if type(value) is not dict:
            faults.append(Fault(at, "not_an_object"))
            return value
        before = len(faults)
        result: dict[str, Any] = {}
        known = 0
        for name, slash, read, nullable, required, default in self._plan:
            item = value.get(name, missing)
            if item is not missing:
                known += 1
                result[name] = None if item is None and nullable else read(item, at + slash, faults)
            elif required:
                faults.append(Fault(at + slash, "missing_field"))
            else:
                filled = default()
                if filled is not missing:
                    result[name] = filled
        if known != len(value):
            for name in value:
                if name not in self.members:
                    faults.append(Fault(f"{at}/{_escape(name)}", "unknown_field"))
        if self._check is not None and len(faults) == before:
            self._check(result, at, faults)
        return result

    def takes(self, value: Any) -> bool:
        if type(value) is not dict or self._check is not None:
            return False
        if len(value) == len(self._quick):  # as most are: nothing left out, so nothing to count
            try:
                for name, takes, nullable, _ in self._quick:
                    item = value[name]
                    if not takes(item) and not (item is None and nullable):
                        return False
            except KeyError:  # one is missing, so another one is unknown
                return False
            return True
        known = 0
        for name, takes, nullable, may_miss in self._quick:
            item = value.get(name, missing)
            if item is missing:
                if not may_miss:
                    return False
            elif takes(item) or (item is None and nullable):
                known += 1
            else:
                return False
        return known == len(value)

    def schema(self, components: Components) -> JsonSchema:
        schema: JsonSchema = {"type": "object", "properties": {}, "additionalProperties": False}
        for name, shape in self.members.items():
            described = shape.describe(components)
            default = shape.default()
            if default is not missing:
                described = {**described, "default": default}
            schema["properties"][name] = described
        required = [name for name, shape in self.members.items() if shape.required]
        return {**schema, **({"required": required} if required else {}), **self._extra}


class Tagged(Shape):
    """One of several records, told apart by `type`."""

    def __init__(self, records: Mapping[str, Record], *, tag: str = "type", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.tag = tag
        self.records = {
            name: Record(
                {tag: Choice(name, required=True), **record.members}, check=record._check, extra=record._extra,
                component=record.component, doc=record.doc,
            )
            for name, record in records.items()
        }  # fmt: skip

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        if type(value) is not dict:
            faults.append(Fault(at, "not_an_object"))
            return value
        tag = value.get(self.tag, missing)
        record = self.records.get(tag) if type(tag) is str else None
        if record is not None:
            return record.read(value, at, faults)
        missed = tag is missing
        faults.append(Fault(f"{at}/{self.tag}", "missing_field" if missed else "not_a_choice", {"choices": list(self.records)}))
        return value

    def takes(self, value: Any) -> bool:
        tag = value.get(self.tag) if type(value) is dict else None
        record = self.records.get(tag) if type(tag) is str else None
        return record is not None and record.takes(value)

    def schema(self, components: Components) -> JsonSchema:
        one_of = [record.describe(components) for record in self.records.values()]
        schema: JsonSchema = {"oneOf": one_of}
        if all(record.component for record in self.records.values()):
            mapping = {name: each["$ref"] for name, each in zip(self.records, one_of, strict=True)}
            schema["discriminator"] = {"propertyName": self.tag, "mapping": mapping}
        return schema


def _escape(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1") if "~" in part or "/" in part else part


def always(shape: S) -> S:
    """The same shape as a member that is always there (answers write everything out)."""
    twin = copy.copy(shape)
    twin.required = True
    return twin


def player_id(**kwargs: Any) -> Text:
    """A player's name for themselves: 1 to 40 code points, none a control character."""
    return Text(1, 40, control=False, **kwargs)


def seed() -> Text:
    return Text(1, 200, required=True, doc="What the shuffle is made from; the same seed deals the same cards.")
