"""JSON read strictly: what two readers could read differently is refused. Knows no web framework."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import orjson

from service.adjudication.findings import Enough, Fault, Faults, Malformed, pointer

_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_MOST_GROWTH = 16 * 1024 * 1024
_NESTED = (dict, list)
_ALIKE = bytes.maketrans(b"{}", b"[]")


def parse(raw: bytes, depth: int, items: int | None = None) -> Any:
    """The value; raises `Malformed` for no JSON, a key that stands twice, nesting beyond `depth`, a list longer than `items`.

    orjson refuses NaN, trailing garbage, invalid UTF-8, lone surrogates and numbers beyond a double; it lets a second key of
    the same name win, which `_quotes` notices.
    """
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise Malformed([_syntax_fault(raw, error, depth)]) from None
    if not _plainly_sound(raw, value, depth):
        if _deeper_than(depth, raw):
            raise Malformed([Fault("", "too_deep", {"limit": depth})])
        faults = duplicate_keys(raw)
        if faults:
            raise Malformed(faults)
    # A list or an object of n has n - 1 commas: most bodies have not even as many.
    if items is not None and raw.count(b",") >= items and value.__class__ in _NESTED:
        faults = [Fault(at, "too_many_items", {"limit": items}) for at in _longer_than(items, value)]
        if faults:
            raise Malformed(faults)
    return value


def _plainly_sound(raw: bytes, value: Any, depth: int) -> bool:
    """True proves that no key was dropped and that nothing is nested deeper than `depth`; False only asks for a closer look.

    The value is written again with an indent of two spaces a level. No string holds a line break, so a line that begins with
    2 * depth spaces stands inside of `depth` brackets at least; without such a line there is no level below them. (A long body
    of nothing but commas would grow thirtyfold by this: then its brackets are counted instead.)
    """
    long = raw.count(b",") * 2 * depth > _MOST_GROWTH
    try:
        written = orjson.dumps(value, option=None if long else orjson.OPT_INDENT_2)
    except orjson.JSONEncodeError:  # nested so deep that orjson itself refuses
        return False
    if _quotes(raw) != _quotes(written):
        return False
    return not _deeper_than(depth, raw) if long else b"\n" + b"  " * depth not in written


def _longer_than(items: int, value: Any) -> list[str]:
    """Where lists or objects are longer. What is in such a one is not looked at: it is refused whole.

    A member written with fewer commas than that holds none, and in a batch of small questions all members are like that: to
    write one again is a single call, to walk it a step of Python for everything in it.
    """
    found = []
    level = [("", value)]
    while level:
        below = []
        for at, each in level:
            if len(each) > items:
                found.append(at)
            elif each.__class__ is dict:
                below += [(at + pointer(key), member) for key, member in each.items() if _may_be_long(member, items)]
            else:
                below += [(f"{at}/{i}", member) for i, member in enumerate(each) if _may_be_long(member, items)]
        level = below
    return found


def _may_be_long(member: Any, items: int) -> bool:
    return member.__class__ in _NESTED and orjson.dumps(member).count(b",") >= items


def _quotes(text: bytes) -> int:
    """A number that is the same for a text and for its value written again only if no key was dropped.

    In valid JSON with s strings it is 2s - e, where e counts the strings written with an escaped backslash right before
    their closing quote: an escaped quote counts once in both terms, and only those e closing quotes are mistaken for one.
    Let orjson have dropped d strings (a second key of one name drops at least the first key, and whatever its value held).
    A string kept that counts into e of `raw` ends in a backslash, so it counts into e of the dump too: e falls by at most the
    d dropped ones. Equal sums mean that 2d equals the fall of e, which is at most d. So d = 0.
    (A final backslash written as a \\u escape raises e in the dump only: a false alarm, never a false proof.)
    """
    return text.count(b'"') - (text.count(b'\\"') if b"\\" in text else 0)


def duplicate_keys(raw: bytes) -> list[Fault]:
    """The exact way: every key that stands more than once in its object, with its pointer."""
    # Numbers are not looked at: Python refuses integers of more than 4,300 digits, orjson has already judged them.
    pairs = json.loads(raw, object_pairs_hook=_Pairs, parse_int=_zero, parse_float=_zero)
    faults = Faults()
    with suppress(Enough):
        _find_duplicates(pairs, "", faults)
    return faults


class _Pairs(list[tuple[str, Any]]):
    """The members of an object as they were written."""


def _zero(_: str) -> int:
    return 0


def _find_duplicates(value: Any, at: str, faults: list[Fault]) -> None:
    if isinstance(value, _Pairs):
        times: dict[str, int] = {}
        for key, below in value:
            times[key] = times.get(key, 0) + 1
            here = at + pointer(key)
            if times[key] == 2:
                faults.append(Fault(here, "duplicate_key", {"key": key[:60]}))
            _find_duplicates(below, here, faults)
    elif isinstance(value, list):
        for i, below in enumerate(value):
            _find_duplicates(below, f"{at}/{i}", faults)


def _deeper_than(depth: int, raw: bytes) -> bool:
    """Measured on the text and not on the value, from which a repeated key may have dropped the deepest part.

    With pairs of backslashes gone, then escaped quotes, only quotes that begin or end a string are left, and every second piece
    between them lies outside of strings. Of those keep the brackets, all of one kind: taking out "[]" everywhere takes one
    level of nesting away, the innermost.
    """
    if b"\\" in raw:
        raw = raw.replace(b"\\\\", b"").replace(b'\\"', b"")
    brackets = b"".join(raw.split(b'"')[::2]).translate(_ALIKE, _NOT_BRACKETS)
    for _ in range(depth):
        brackets = brackets.replace(b"[]", b"")
        if not brackets:
            return False
    return True


def _syntax_fault(raw: bytes, error: orjson.JSONDecodeError, depth: int) -> Fault:
    if not raw.strip(b" \t\r\n"):
        return Fault("", "empty_body")
    if raw.startswith(b"\xef\xbb\xbf"):
        return Fault("", "byte_order_mark")
    try:
        raw.decode()
    except UnicodeDecodeError as undecoded:
        return Fault("", "not_utf8", {"byte": undecoded.start})
    if error.msg.startswith("depth limit"):
        return Fault("", "too_deep", {"limit": depth})
    code = "not_json"
    if error.msg.startswith("number is infinity"):
        code = "number_too_large"
    elif "surrogate" in error.msg:
        code = "half_a_character"
    return Fault("", code, {"line": error.lineno, "column": error.colno})
