"""Every sentence exists in both languages and can be said; nothing is worded that nobody says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from service.adjudication.findings import Refused
from service.adjudication.judge import judge
from service.games import punto
from service.games.punto import GAME
from tests.vectors import vectors

FOLDER = Path(punto.__file__).parent
SOURCE = "\n".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))


def test_findings_and_their_clauses() -> None:
    said = set(re.findall(r'"(punto\.[a-z_]+)"', SOURCE))
    assert said == set(GAME.rulebook.findings.entries)
    cited = set(re.findall(r"punto/([0-9R][0-9.]*)", SOURCE))
    assert {clause.rstrip(".") for clause in cited} <= set(GAME.rulebook.clauses)


def test_faults_are_said_and_have_a_vector() -> None:
    own = set(json.loads((FOLDER / "rulebook.json").read_text("utf-8"))["faults"])
    assert not {code for code in own if f'"{code}"' not in SOURCE}
    assert not own - {error["code"] for case in vectors("punto") for error in case["want"].get("errors", [])}


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_vector_can_be_told(language: str) -> None:
    codes: set[str] = set()
    for case in vectors("punto"):
        try:
            answer: dict[str, Any] = judge(GAME, GAME.operations[case["operation"]], case["request"], language)
            told = [finding["message"] for finding in answer["findings"]]
            codes |= {finding["code"] for finding in answer["findings"]}
        except Refused as error:
            told = [fault["detail"] for fault in GAME.rulebook.tell_faults(error.faults, language)]
        assert told
        assert not [message for message in told if re.search(r"[{}|]|None", message)]
    assert codes == set(GAME.rulebook.findings.entries)


def test_known_case() -> None:
    known = GAME.known_case
    answer = judge(GAME, GAME.operations[known.operation], known.request)
    assert {key: answer[key] for key in known.want} == known.want
