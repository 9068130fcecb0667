"""Sentences in English and Polish, as templates compiled once.

`{name}` puts a value in (a list joined by commas), `{name:w}` looks it up among the game's words first, `{name:and}` joins a
list as prose does (Ania, Bartek and Celina), and `{n|card|cards}` picks the form that fits the number: two forms in English,
three in Polish (1 karta, 2 karty, 5 kart).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

LANGUAGES = ("en", "pl")
DEFAULT_LANGUAGE = "en"

Words = Mapping[str, Mapping[str, str]]
Render = Callable[[Mapping[str, Any]], str]
_SLOT = re.compile(r"\{(\w+)(?::(w|and))?(?:\|([^}]*))?\}")
_AND = {"en": " and ", "pl": " i "}


def plural_form(language: str, n: int) -> int:
    if n == 1:
        return 0
    if language != "pl":
        return 1
    return 1 if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else 2


def compile_text(text: str, language: str, words: Words) -> Render:
    """A function from parameters to the sentence."""
    pieces: list[str] = []
    slots: list[Render] = []
    last = 0
    for match in _SLOT.finditer(text):
        pieces.append(text[last : match.start()])
        last = match.end()
        name, manner, forms = match.groups()
        if forms is not None:
            slots.append(_plural(name, forms.split("|"), language))
        elif manner == "and":
            slots.append(_series(name, _AND[language]))
        else:
            slots.append(_value(name, language, words if manner == "w" else {}))
    tail = text[last:]
    if not slots:
        return lambda params: tail

    def render(params: Mapping[str, Any]) -> str:
        return "".join([piece + slot(params) for piece, slot in zip(pieces, slots, strict=True)]) + tail

    return render


def _plural(name: str, forms: list[str], language: str) -> Render:
    if len(forms) != (3 if language == "pl" else 2):
        raise ValueError(f"{name}: {language} wants {3 if language == 'pl' else 2} forms, not {forms}")
    return lambda params: forms[plural_form(language, params[name])]


def _series(name: str, last: str) -> Render:
    def render(params: Mapping[str, Any]) -> str:
        *before, final = map(str, params[name])
        return ", ".join(before) + last + final if before else final

    return render


def _value(name: str, language: str, words: Words) -> Render:
    here = {word: texts[language] for word, texts in words.items()}

    def word(value: Any) -> str:
        text = str(value)
        return here.get(text, text)

    def render(params: Mapping[str, Any]) -> str:
        value = params[name]
        if type(value) is str:
            return here.get(value, value)
        if isinstance(value, list | tuple):
            return ", ".join([word(item) for item in value])
        return word(value)

    return render


class Catalogue:
    """Messages by code, in every language."""

    def __init__(self, entries: Mapping[str, Mapping[str, str]], words: Words | None = None) -> None:
        self.entries = entries
        self._render = {
            language: {code: compile_text(texts[language], language, words or {}) for code, texts in entries.items()}
            for language in LANGUAGES
        }

    def __contains__(self, code: str) -> bool:
        return code in self.entries

    def say(self, code: str, params: Mapping[str, Any], language: str) -> str:
        return self._render[language][code](params)
