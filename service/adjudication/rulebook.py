"""A game's rulebook as data: its clauses and rulings, and the sentences that findings are told in."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.adjudication.findings import Fault, Finding
from service.adjudication.texts import Catalogue

_COMMON = json.loads(Path(__file__).with_name("texts.json").read_text("utf-8"))
Bilingual = dict[str, str]


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: Bilingual
    source: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause, or one ruling (then with the question it settles and, where there is a switch, its choices)."""

    id: str
    section: str
    source: str
    text: Bilingual
    switch: str | None = None
    choices: tuple[dict[str, Any], ...] = ()
    default: Any = None


class Rulebook:
    """Read once from a game's `rulebook.json`; CONTRIBUTING.md describes the file."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.game: str = data["game"]
        self.title: Bilingual = data["title"]
        self.summary: Bilingual = data["summary"]
        self.rulesets: tuple[str, ...] = tuple(data["rulesets"])
        self.revision: str = data["revision"]
        self.source: Bilingual = data["source"]
        self.sections = tuple(Section(each["id"], each["title"], each["source"]) for each in data["sections"])
        self.clauses: dict[str, Clause] = {}
        for section in data["sections"]:
            for clause in section["clauses"]:
                source = clause.get("source", section["source"])
                self.clauses[clause["id"]] = Clause(clause["id"], section["id"], source, clause["text"])
        for ruling in data["rulings"]:
            self.clauses[ruling["id"]] = Clause(
                ruling["id"], "R", ruling["source"], ruling["text"], ruling.get("switch"),
                tuple(ruling.get("choices", ())), ruling.get("default"),
            )  # fmt: skip
        self.findings = Catalogue(data["findings"], data["words"])
        self.faults = Catalogue({**_COMMON["faults"], **data["faults"]}, data["words"])
        self.words: dict[str, Bilingual] = data["words"]

    @classmethod
    def beside(cls, module_file: str) -> Rulebook:
        """The `rulebook.json` in the folder of the module whose `__file__` is given."""
        return cls(json.loads(Path(module_file).with_name("rulebook.json").read_text("utf-8")))

    def tell(self, findings: Iterable[Finding], payload: Any, language: str) -> list[dict[str, Any]]:
        """Findings as they go over the wire, their pointers into the request as it was sent."""
        told = []
        say = self.findings.say
        for code, clause, params, pointer in findings:
            entry = {"code": code, "clause": clause, "message": say(code, params, language)}
            if pointer is not None:
                entry["pointer"] = within(payload, pointer)
            told.append(entry)
        return told

    def tell_faults(self, faults: Iterable[Fault], language: str) -> list[dict[str, str]]:
        return tell_faults(self.faults, faults, language)


def within(payload: Any, pointer: str) -> str:
    """The pointer, cut to what the request really has: rules see defaults filled in that a client may have left out."""
    here = payload
    parts = pointer.split("/")
    for depth in range(1, len(parts)):
        part = parts[depth]
        if type(here) is dict:
            if part not in here:
                part = part.replace("~1", "/").replace("~0", "~")
            if part not in here:
                return "/".join(parts[:depth])
            here = here[part]
        elif type(here) is list and part.isdigit() and int(part) < len(here):
            here = here[int(part)]
        else:
            return "/".join(parts[:depth])
    return pointer


COMMON_FAULTS = Catalogue(_COMMON["faults"])


def tell_faults(catalogue: Catalogue, faults: Iterable[Fault], language: str) -> list[dict[str, str]]:
    return [
        {"pointer": fault.pointer, "code": fault.code, "detail": catalogue.say(fault.code, fault.params, language)}
        for fault in faults
    ]
