"""`Accept`, `Accept-Language` and `Content-Type`."""

from __future__ import annotations

import pytest

from service.http.language import language_of
from service.http.negotiation import accepts, is_json


@pytest.mark.parametrize(
    ("header", "taken"),
    [
        (None, True), ("", True), ("*/*", True), ("application/json", True), ("application/*", True),
        ("text/html, application/json;q=0.1", True), ("text/html, */*;q=0.1", True), ("APPLICATION/JSON", True),
        ("application/json; version=1", True), ("text/html", False), ("application/json;q=0", False),
        ("application/json;q=0, */*", False), ("application/*;q=0, */*", False), ("application/problem+json", False),
        ("*/*;q=0", False), ("application/json;q=0.000", False), ("application/json;q=banana", True),
        ("text/html, image/gif, *; q=.2, */*; q=.2", True), ("application/json;q=0.3333", True),
        ("application/json;q=.0", False),
        ("application/json;q=7", True), ("application/json;q=0.5, application/json;q=0", True),
        ("application/json;q=0, application/json;q=0.5", False), ("text/html," * 300 + "application/json", True), (",,", True),
    ],
)  # fmt: skip
def test_accept(header: str | None, taken: bool) -> None:
    assert accepts(header, "application/json") is taken


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"), ("", "en"), ("pl", "pl"), ("PL", "pl"), ("pl-PL", "pl"), ("pl-PL,pl;q=0.9,en-US;q=0.8,en;q=0.7", "pl"),
        ("en-US,en;q=0.9,pl;q=0.8", "en"), ("de", "en"), ("de, pl;q=0.1", "pl"), ("*", "en"), ("de, *;q=0.5", "en"),
        ("en;q=0, *", "pl"), ("pl;q=0", "en"), ("en;q=0", "en"), ("en;q=0, pl;q=0.1", "pl"), ("en;q=0.5, pl;q=0.5", "en"),
        ("pl;q=0.5, en;q=0.5", "pl"), ("pl;q=0.2, pl-PL;q=0.9, en;q=0.5", "pl"), ("polski", "en"),
        ("pl-PL;q=0.9, pl;q=0.2, en;q=0.5", "pl"),
        ("de;q=1.0," * 80 + "pl", "pl"), (";;;,=,", "en"),
        ("pl" * 999, "en"),
    ],
)  # fmt: skip
def test_language(header: str | None, language: str) -> None:
    assert language_of(header) == language


@pytest.mark.parametrize(
    ("header", "fits"),
    [
        ("application/json", True), ("Application/JSON", True), ("application/json;charset=utf-8", True),
        ('application/json ; charset="UTF-8"', True), ("application/json; charset=utf8", True), ("application/json;", True),
        ("application/json; version=2", True), ("application/json; charset=latin-1", False),
        ("application/json; charset=utf-16", False),
        ("text/json", False), ("application/problem+json", False), ("application/jsonx", False), ("", False),
        ("application/json; ; garbage", False), ("application/x-www-form-urlencoded", False), ("multipart/form-data", False),
    ],
)  # fmt: skip
def test_content_type(header: str, fits: bool) -> None:
    assert is_json(header) is fits
