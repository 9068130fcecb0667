"""Ways to spoil a request. The shapes say where its parts are and what would be wrong there."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from service.adjudication.findings import pointer
from service.adjudication.schema import DealSchema, RequestSchema
from service.adjudication.shapes import Anything, ListOf, MapOf, Record, Shape, Tagged


class Place(NamedTuple):
    """A value inside a request, the way to it, and the shape it has to have."""

    path: tuple[str | int, ...]
    shape: Shape
    value: Any

    @property
    def pointer(self) -> str:
        return pointer(*self.path)


def request_record(schema: RequestSchema, payload: dict[str, Any]) -> Record:
    if isinstance(schema, DealSchema):
        later = schema.later is not None and "after" in payload
        return request_record(schema.later if later and schema.later is not None else schema.first, payload)
    return Record({name: field for name, field in schema.fields.items() if isinstance(field, Shape)})


def places(shape: Shape, value: Any, path: tuple[str | int, ...] = ()) -> Iterator[Place]:
    yield Place(path, shape, value)
    if isinstance(shape, Tagged) and isinstance(value, dict):
        shape = shape.records[value[shape.tag]]
    if isinstance(shape, Record) and isinstance(value, dict):
        for name, below in value.items():
            yield from places(shape.members[name], below, (*path, name))
    elif isinstance(shape, ListOf) and isinstance(value, list):
        for i, below in enumerate(value):
            yield from places(shape.item, below, (*path, i))
    elif isinstance(shape, MapOf) and isinstance(value, dict):
        for name, below in value.items():
            yield from places(shape.value, below, (*path, name))


def replaced(payload: Any, path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    spoiled = copy.deepcopy(payload)
    holder = spoiled
    for part in path[:-1]:
        holder = holder[part]
    holder[path[-1]] = value
    return spoiled


def of_another_type(value: Any) -> Any:
    if isinstance(value, str):
        return 3.5
    if isinstance(value, list):
        return {"zzz": 1}
    if isinstance(value, dict):
        return "zzz"
    return {"zzz": 1} if value is None else "zzz"


def is_object(place: Place) -> bool:
    return isinstance(place.shape, Record | Tagged) and isinstance(place.value, dict)


def is_typed(place: Place) -> bool:
    return not isinstance(place.shape, Anything)


def mutated(payload: Any, chance: random.Random, pool: list[Any]) -> Any:
    """The same request with a few things dropped, doubled, swapped or taken from elsewhere."""
    spoiled = copy.deepcopy(payload)
    for _ in range(chance.randint(1, 3)):
        holders = [holder for holder in _holders(spoiled) if holder]
        if not holders:
            return spoiled
        holder = chance.choice(holders)
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key, other = chance.choice(keys), chance.choice(keys)
        change = chance.randrange(5)
        if change == 0:
            del holder[key]
        elif change == 1:
            holder[key], holder[other] = holder[other], holder[key]
        elif change == 2 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        else:
            holder[key] = copy.deepcopy(chance.choice(pool))
    return spoiled


def _holders(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for below in value.values() if isinstance(value, dict) else value:
            yield from _holders(below)


def parts(value: Any) -> Iterator[Any]:
    """Everything inside, whole and in pieces: what a mutation can put somewhere else."""
    yield value
    if isinstance(value, dict | list):
        for below in value.values() if isinstance(value, dict) else value:
            yield from parts(below)
