"""Request schemas: marshmallow at the door, faults with JSON Pointers behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError

from service.adjudication.findings import MOST_FAULTS, Fault, Malformed
from service.adjudication.shapes import Components, JsonSchema, ListOf, Record, Shape, player_id, seed


class RequestSchema(Schema):
    """The body of an operation. One object for the life of the process."""

    class Meta:
        unknown = RAISE

    def read(self, payload: Any) -> dict[str, Any]:
        """The request with every default filled in; raises `Malformed` with all faults."""
        if isinstance(payload, dict) and len(payload) > MOST_FAULTS + len(self.fields):
            unknown = [name for name in payload if name not in self.fields]
            payload = {name: value for name, value in payload.items() if name in self.fields}
            payload |= dict.fromkeys(unknown[: MOST_FAULTS + 1])
        try:
            loaded: dict[str, Any] = self.load(payload)
        except ValidationError as error:
            # Its traceback leads to a frame of marshmallow that holds the error itself: a circle, and with the payload in it
            # megabytes would wait for the collector.
            error.__traceback__ = None
            raise Malformed(_faults(self._in_order(error.messages, payload))) from None
        return loaded

    def _in_order(self, messages: Any, payload: Any) -> Any:
        """marshmallow tells unknown fields in the order of a set, which is another one in every process."""
        if not isinstance(payload, dict) or not isinstance(messages, dict):
            return messages
        unknown = [name for name in payload if name in messages and name not in self.fields]
        return {**{name: below for name, below in messages.items() if name not in unknown}, **{n: messages[n] for n in unknown}}

    def describe(self, components: Components) -> JsonSchema:
        members = {name: field for name, field in self.fields.items() if isinstance(field, Shape)}
        return Record(members).describe(components)


def request(**members: Shape) -> RequestSchema:
    """A request of these members, as an instance ready for use."""
    return RequestSchema.from_dict(dict(members))()  # type: ignore[return-value]


class DealSchema(RequestSchema):
    """`players`, `seed` and options; or, in games of several rounds, `after` and `seed` and nothing else."""

    first: RequestSchema
    later: RequestSchema | None

    def read(self, payload: Any) -> dict[str, Any]:
        is_later = self.later is not None and isinstance(payload, dict) and "after" in payload
        return (self.later if is_later and self.later is not None else self.first).read(payload)

    def describe(self, components: Components) -> JsonSchema:
        first = self.first.describe(components)
        return first if self.later is None else {"oneOf": [first, self.later.describe(components)]}


def deal_request(
    low: int, high: int, options: Mapping[str, Shape], after: Shape | None = None, base: type[RequestSchema] = RequestSchema
) -> DealSchema:
    """The request of `deal` for a game of `low` to `high` players.

    `base` may override `read` to judge the options against each other. `after` is the shape of a finished state.
    """
    members: dict[str, Any] = {"players": ListOf(player_id(), low, high, required=True), "seed": seed(), **options}
    schema = DealSchema()
    schema.first = base.from_dict(members)()  # type: ignore[assignment]
    schema.later = None
    if after is not None:
        after.required = True
        schema.later = request(after=after, seed=seed())
    return schema


def _faults(messages: Any, at: str = "") -> list[Fault]:
    """Flattens marshmallow's nested messages: our own faults get their full pointer, its few sentences a code."""
    found: list[Fault] = []
    if isinstance(messages, dict):
        for name, below in messages.items():
            escaped = str(name).replace("~", "~0").replace("/", "~1")
            found += _faults(below, at if name == "_schema" else f"{at}/{escaped}")
        return found
    for message in messages:
        if isinstance(message, Fault):
            found.append(message._replace(pointer=at + message.pointer))
        else:
            found.append(Fault(at, "not_an_object" if at == "" else "unknown_field"))
    return found
