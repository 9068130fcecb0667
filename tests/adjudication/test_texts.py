"""Templates: values, words, plural forms."""

from __future__ import annotations

import re

import pytest

from service.adjudication.registry import games
from service.adjudication.texts import Catalogue, compile_text, plural_form


@pytest.mark.parametrize(
    ("n", "form"), [(0, 2), (1, 0), (2, 1), (4, 1), (5, 2), (11, 2), (12, 2), (14, 2), (21, 2), (22, 1), (112, 2)]
)
def test_polish_plural(n: int, form: int) -> None:
    assert plural_form("pl", n) == form


@pytest.mark.parametrize(("n", "form"), [(0, 1), (1, 0), (2, 1), (21, 1)])
def test_english_plural(n: int, form: int) -> None:
    assert plural_form("en", n) == form


def test_a_template_is_filled() -> None:
    render = compile_text("{who}: {n} {n|karta|karty|kart} ({cards:w})", "pl", {"a": {"pl": "ą", "en": "a"}})
    assert render({"who": "Ania {n}", "n": 3, "cards": ["a", "b"]}) == "Ania {n}: 3 karty (ą, b)"


@pytest.mark.parametrize(
    ("names", "english", "polish"),
    [
        (["Ania"], "Ania", "Ania"),
        (["Ania", "Bartek"], "Ania and Bartek", "Ania i Bartek"),
        (["Ania", "Bartek", "Celina"], "Ania, Bartek and Celina", "Ania, Bartek i Celina"),
    ],
)
def test_a_list_reads_as_prose(names: list[str], english: str, polish: str) -> None:
    catalogue = Catalogue({"x": {"en": "{who:and}.", "pl": "{who:and}."}})
    assert catalogue.say("x", {"who": names}, "en") == f"{english}."
    assert catalogue.say("x", {"who": names}, "pl") == f"{polish}."


def test_a_wrong_number_of_forms_is_refused() -> None:
    with pytest.raises(ValueError, match="pl wants 3 forms"):
        Catalogue({"x": {"en": "{n|a|b}", "pl": "{n|a|b}"}})


@pytest.mark.parametrize("game_id", games())
def test_both_languages_are_filled_with_the_same_values(game_id: str) -> None:
    book = games()[game_id].rulebook
    for code, texts in {**book.findings.entries, **book.faults.entries}.items():
        names = [set(re.findall(r"\{(\w+)(?::w|:and)?\}", texts[language])) for language in ("en", "pl")]
        assert names[0] == names[1], code
        assert texts["en"] != texts["pl"], code
