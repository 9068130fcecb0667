"""Shapes of single values: marshmallow fields that read strictly and describe themselves as JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Collection
from math import inf
from typing import Any

from marshmallow import ValidationError, fields, missing

from service.adjudication.findings import Enough, Fault, Faults

JsonSchema = dict[str, Any]
Components = dict[str, JsonSchema]
UNKNOWN = "??"


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

    def takes(self, value: Any) -> bool:
        """True proves that `read` would return the very same value without a fault; False only asks for `read`.

        Lists are read by it, item by item: no pointers are made and nothing is copied for what is right anyway.
        """
        return False

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
        faults = Faults()
        try:
            result = self.read(value, "", faults)
        except Enough:
            raise ValidationError(faults) from None
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

    def takes(self, value: Any) -> bool:
        return value is True or value is False

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

    def takes(self, value: Any) -> bool:
        return type(value) is int and self._least <= value <= self._most

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
        self._most = inf if high is None else high
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

    def takes(self, value: Any) -> bool:
        return type(value) is str and self.low <= len(value) <= self._most and (self.control or value.isprintable())

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

    def takes(self, value: Any) -> bool:
        return type(value) is str and value in self._known

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
        self._most = inf if high is None else high
        self._bounded = low > 0 or high is not None
        self._all_known = self.codes.issuperset
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
            check_length(value, self.low, self.high, at, faults)
        return value

    def takes(self, value: Any) -> bool:
        if type(value) is not list or (self._bounded and not self.low <= len(value) <= self._most):
            return False
        try:
            return self._all_known(value)
        except TypeError:
            return False

    def schema(self, components: Components) -> JsonSchema:
        item: JsonSchema = {"type": "string"}
        item.update({"pattern": self.pattern} if self.pattern else {"enum": self._order})
        return bounded({"type": "array", "items": item}, self.low, self.high)


class Card(Choice):
    """One card code."""

    def __init__(self, codes: Collection[str], *, unknown: bool = False, pattern: str | None = None, **kwargs: Any) -> None:
        super().__init__(*codes, *([UNKNOWN] if unknown else []), code="not_a_card", **kwargs)
        self.pattern = pattern

    def schema(self, components: Components) -> JsonSchema:
        return {"type": "string", "pattern": self.pattern} if self.pattern else super().schema(components)


class Anything(Shape):
    """Any JSON value at all; `free` describes it where the reader gains by it."""

    def __init__(self, free: JsonSchema | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.free = free or {}

    def read(self, value: Any, at: str, faults: list[Fault]) -> Any:
        return value

    def takes(self, value: Any) -> bool:
        return True

    def schema(self, components: Components) -> JsonSchema:
        return dict(self.free)


def check_length(value: list[Any], low: int, high: int | None, at: str, faults: list[Fault]) -> None:
    if len(value) < low:
        faults.append(Fault(at, "too_few_items", {"limit": low}))
    elif high is not None and len(value) > high:
        faults.append(Fault(at, "too_many_items", {"limit": high}))


def bounded(schema: JsonSchema, low: int, high: int | None) -> JsonSchema:
    if low:
        schema["minItems"] = low
    if high is not None:
        schema["maxItems"] = high
    return schema
