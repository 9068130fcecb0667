"""Every vector over HTTP: status, headers, shape, schema, language, decision id."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from service.adjudication.registry import games
from tests.contract.asking import OPERATIONS, ask, case_requests, request_component, strings, validator
from tests.vectors import differences, vectors

CASES = [pytest.param(game, case, id=case["id"]) for game in games() for case in vectors(game)]


@pytest.mark.parametrize(("game", "case"), CASES)
def test_vector(client: FlaskClient, game: str, case: dict[str, Any]) -> None:
    status, answer = ask(client, game, case["operation"], case["request"])
    assert status == case.get("status", 200), answer
    assert not differences(case.get("want", {}), answer)
    # The published schema and the service agree on what is well formed.
    assert validator(request_component(game, case["operation"])).is_valid(case["request"]) == (status != 400)


@pytest.mark.parametrize(("game", "case"), CASES)
def test_languages_differ_in_words_only(client: FlaskClient, game: str, case: dict[str, Any]) -> None:
    told = {language: ask(client, game, case["operation"], case["request"], language) for language in ("en", "pl")}
    (english_status, english), (polish_status, polish) = told["en"], told["pl"]
    assert english_status == polish_status
    listed, word = ("findings", "message") if english_status == 200 else ("errors", "detail")
    braces = any(mark in text for text in strings(case["request"]) for mark in "{}")
    for one, other in zip(english.pop(listed), polish.pop(listed), strict=True):
        assert {**one, word: None} == {**other, word: None}
        if not braces:
            assert not set("{}") & set(one[word] + other[word]), "a template leaks"
    if english_status == 200:
        assert english == polish
    else:
        assert english["title"] != polish["title"]
        assert english["detail"] != polish["detail"]


@pytest.mark.parametrize("game", games())
def test_every_sentence_is_in_both_languages(game: str) -> None:
    rulebook = games()[game].rulebook
    for catalogue in (rulebook.findings, rulebook.faults):
        for code, texts in catalogue.entries.items():
            assert texts["en"].strip(), code
            assert texts["en"] != texts["pl"], code
    for clause in rulebook.clauses.values():
        assert clause.text["en"].strip()
        assert clause.text["pl"].strip()
        assert clause.text["en"] != clause.text["pl"], clause.id


@pytest.mark.parametrize(("game", "operation"), OPERATIONS)
def test_decision_id(client: FlaskClient, game: str, operation: str) -> None:
    """Two spellings of one request have one id; two requests have two."""
    requests = case_requests(game, operation)
    assert requests, "every operation has vectors"
    ids: dict[str, bytes] = {}
    for sparse in requests:
        full = games()[game].operations[operation].request.read(sparse)
        _, answer = ask(client, game, operation, sparse)
        _, again = ask(client, game, operation, full, "pl")
        assert again["decision_id"] == answer["decision_id"]
        canonical = orjson.dumps(full, option=orjson.OPT_SORT_KEYS)
        assert ids.setdefault(answer["decision_id"], canonical) == canonical, "one id for two requests"
    assert len(ids) == len(set(ids.values()))


@pytest.mark.parametrize("game", games())
def test_batch_answers_as_single_requests_do(client: FlaskClient, game: str) -> None:
    cases = vectors(game)[:500]
    items = [{"id": case["id"][:200], "game": game, "operation": case["operation"], "body": case["request"]} for case in cases]
    response = client.post("/v1/batch", json={"requests": items}, headers={"Accept-Language": "pl"})
    assert response.status_code == 200
    answers = response.get_json()
    validator("BatchAnswer").validate(answers)
    assert [each["id"] for each in answers["responses"]] == [item["id"] for item in items]
    for case, got in zip(cases, answers["responses"], strict=True):
        status, alone = ask(client, game, case["operation"], case["request"], "pl")
        assert (got["status"], got["body"]) == (status, alone)


def test_readiness_judges_every_game(client: FlaskClient) -> None:
    assert client.get("/health/ready").get_json() == {"status": "ready", "games": list(games())}


@pytest.mark.parametrize("game", games())
def test_rulebook_over_http(client: FlaskClient, game: str) -> None:
    rules = client.get(f"/v1/games/{game}/rules").get_json()
    validator("Rulebook").validate(rules)
    validator("Game").validate(client.get(f"/v1/games/{game}").get_json())
    listed = [clause for section in rules["sections"] for clause in section["clauses"]] + rules["rulings"]
    assert [entry["clause"] for entry in listed] == list(games()[game].rulebook.clauses)
    for entry in listed:
        assert client.get(f"/v1/games/{game}/rules/{entry['clause']}").get_json() == entry
        assert entry["id"] == f"{game}/{entry['clause']}"
    for ruling in rules["rulings"]:
        if ruling["switch"] is not None:
            assert ruling["default"] in [choice["value"] for choice in ruling["choices"]]
