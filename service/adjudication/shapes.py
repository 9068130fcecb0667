"""Request and answer shapes: marshmallow fields coarse enough to be fast.

A `Shape` reads a whole value (a card list, a player list, a state) in one call and gathers *every* fault with its JSON
Pointer, so a schema needs a handful of marshmallow fields instead of hundreds. The same shape describes itself as JSON Schema,
which makes the marshmallow schemas the single source of `openapi.yaml`.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Collection, Mapping
from math import inf
from typing import Any, TypeVar

from marshmallow import ValidationError, fields, missing

from service.adjudication.findings import Fault

JsonSchema = dict[str, Any]
Components = dict[str, JsonSchema]
UNKNOWN = "??"
_INDEXES = tuple(f"/{i}" for i in range(500))
S = TypeVar("S", bound="Shape")


class Shape(fields.Field[Any]):
    """A marshmallow field that reads its value strictly: nothing is coerced, every fault is kept."""

    component: str | None = None
    doc: str | None = None

    def __init__(self, *, component: str | None = None, doc: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.component = component
        self.doc = doc

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        """The value with its defaults filled in; what is wrong goes into `faults` (`at` is the pointer of `value`)."""
        raise NotImplementedError

    def schema(self, components: Components) -> JsonSchema:
        raise NotImplementedError

    def default(self) -> Any:
        """What a missing value means; marshmallow's `missing` where there is no default."""
        return self.load_default() if callable(self.load_default) else self.load_default

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Any:
        if value is missing:
            if self.required:
                raise ValidationError([Fault("", "missing_field")])
            return self.default()
        if value is None and self.allow_none:
            return None
        faults: list[Fault] = []
        result = self.read(value, "", faults)
        if faults:
            raise ValidationError(faults)
        return result

    def describe(self, components: Components) -> JsonSchema:
        """JSON Schema of this shape; a named component is written once and referred to."""
        if self.component is None:
            described = self._documented(components)
        else:
            if self.component not in components:
                components[self.component] = {}
                components[self.component] = self._documented(components)
            described = {"$ref": f"#/components/schemas/{self.component}"}
        if self.allow_none:
            described = {"anyOf": [described, {"type": "null"}]}
        return described

    def _documented(self, components: Components) -> JsonSchema:
        schema = self.schema(components)
        return {**schema, "description": self.doc} if self.doc else schema


class Flag(Shape):
    """true or false; "yes" and 1 are not."""

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        if value is not True and value is not False:
            faults.append(Fault(at, "not_a_boolean"))
        return value

    def schema(self, components: Components) -> JsonSchema:
        return {"type": "boolean"}


class Integer(Shape):
    """A whole number within bounds. 3.0 is the same JSON number as 3 and is taken for it; "3" and true are not."""

    def __init__(self, low: int | None = None, high: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.low = low
        self.high = high
        self._least = -inf if low is None else low
        self._most = inf if high is None else high

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is not int:
            faults.append(Fault(at, "not_an_integer"))
        elif not self._least <= value <= self._most:
            if value < self._least:
                faults.append(Fault(at, "too_small", {"limit": self.low}))
            else:
                faults.append(Fault(at, "too_large", {"limit": self.high}))
        return value

    def schema(self, components: Components) -> JsonSchema:
        schema: JsonSchema = {"type": "integer"}
        if self.low is not None:
            schema["minimum"] = self.low
        if self.high is not None:
            schema["maximum"] = self.high
        return schema


class Text(Shape):
    """Any string of so many code points, optionally without control characters."""

    _control = re.compile(r"[\x00-\x1f\x7f-\x9f]")

    def __init__(self, low: int = 0, high: int | None = None, *, control: bool = True, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.low = low
        self.high = high
        self.control = control

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        if type(value) is not str:
            faults.append(Fault(at, "not_a_string"))
        elif len(value) < self.low:
            faults.append(Fault(at, "too_short", {"limit": self.low}))
        elif self.high is not None and len(value) > self.high:
            faults.append(Fault(at, "too_long", {"limit": self.high}))
        elif not self.control and not value.isprintable() and self._control.search(value):
            faults.append(Fault(at, "control_character"))
        return value

    def schema(self, components: Components) -> JsonSchema:
        schema: JsonSchema = {"type": "string", "minLength": self.low}
        if self.high is not None:
            schema["maxLength"] = self.high
        if not self.control:
            schema["pattern"] = r"^[^\u0000-\u001f\u007f-\u009f]*$"
        return schema


class Choice(Shape):
    """One of a few strings. `null` among them where `allow_none` is set."""

    def __init__(self, *values: str, code: str = "not_a_choice", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.values = values
        self._known = frozenset(values)
        self._code = code

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        if type(value) is not str or value not in self._known:
            listed = [*self.values[:10], "…"] if len(self.values) > 10 else list(self.values)
            faults.append(Fault(at, self._code, {"choices": listed}))
        return value

    def schema(self, components: Components) -> JsonSchema:
        return {"type": "string", "enum": list(self.values)}


class Cards(Shape):
    """A list of card codes. Where `unknown` is set, "??" stands for a hidden card.

    `pattern` describes the codes for the schema when there are too many to list.
    """

    def __init__(
        self, codes: Collection[str], *, unknown: bool = True, low: int = 0, high: int | None = None,
        pattern: str | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(**kwargs)
        self.codes = frozenset(codes) | ({UNKNOWN} if unknown else frozenset())
        self.low = low
        self.high = high
        self.pattern = pattern
        self._bounded = low > 0 or high is not None
        self._order = [*codes, *([UNKNOWN] if unknown else [])]

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        if type(value) is not list:
            faults.append(Fault(at, "not_a_list"))
            return value
        try:
            fits = self.codes.issuperset(value)
        except TypeError:  # an unhashable item
            fits = False
        if not fits:
            for i, card in enumerate(value):
                if type(card) is not str or card not in self.codes:
                    faults.append(Fault(f"{at}/{i}", "not_a_card"))
        if self._bounded:
            _length(value, self.low, self.high, at, faults)
        return value

    def schema(self, components: Components) -> JsonSchema:
        item: JsonSchema = {"type": "string"}
        item.update({"pattern": self.pattern} if self.pattern else {"enum": self._order})
        return _bounded({"type": "array", "items": item}, self.low, self.high)


class Card(Choice):
    """One card code."""

    def __init__(self, codes: Collection[str], *, unknown: bool = False, pattern: str | None = None, **kwargs: Any) -> None:
        super().__init__(*codes, *([UNKNOWN] if unknown else []), code="not_a_card", **kwargs)
        self.pattern = pattern

    def schema(self, components: Components) -> JsonSchema:
        return {"type": "string", "pattern": self.pattern} if self.pattern else super().schema(components)


class ListOf(Shape):
    def __init__(self, item: Shape, low: int = 0, high: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.item = item
        self.low = low
        self.high = high

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        if type(value) is not list:
            faults.append(Fault(at, "not_a_list"))
            return value
        if not _length(value, self.low, self.high, at, faults):
            return value
        read = self.item.read
        if len(value) > len(_INDEXES):
            return [read(item, f"{at}/{i}", faults) for i, item in enumerate(value)]
        return [read(item, at + index, faults) for item, index in zip(value, _INDEXES, strict=False)]

    def schema(self, components: Components) -> JsonSchema:
        return _bounded({"type": "array", "items": self.item.describe(components)}, self.low, self.high)


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
            return value
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
            faults.extend(Fault(f"{at}/{_escape(name)}", "unknown_field") for name in value if name not in self.members)
        if self._check is not None and len(faults) == before:
            self._check(result, at, faults)
        return result

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

    def schema(self, components: Components) -> JsonSchema:
        one_of = [record.describe(components) for record in self.records.values()]
        schema: JsonSchema = {"oneOf": one_of}
        if all(record.component for record in self.records.values()):
            mapping = {name: each["$ref"] for name, each in zip(self.records, one_of, strict=True)}
            schema["discriminator"] = {"propertyName": self.tag, "mapping": mapping}
        return schema


class Anything(Shape):
    """Any JSON value at all; `free` describes it where the reader gains by it."""

    def __init__(self, free: JsonSchema | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.free = free or {}

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        return value

    def schema(self, components: Components) -> JsonSchema:
        return dict(self.free)


def _escape(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1") if "~" in part or "/" in part else part


def _length(value: list[Any], low: int, high: int | None, at: str, faults: list[Fault]) -> bool:
    if len(value) < low:
        faults.append(Fault(at, "too_few_items", {"limit": low}))
    elif high is not None and len(value) > high:
        faults.append(Fault(at, "too_many_items", {"limit": high}))
    else:
        return True
    return False


def _bounded(schema: JsonSchema, low: int, high: int | None) -> JsonSchema:
    if low:
        schema["minItems"] = low
    if high is not None:
        schema["maxItems"] = high
    return schema


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
