"""What is read, not judged: rulebooks, health, metrics, docs, the page."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from service.config import Settings
from service.http.app import build
from tests.http.test_problems import check
from tests.http.toy import GOOD, toy


def test_the_rulebook_as_data(client: FlaskClient) -> None:
    listed = client.get("/v1/games").get_json()["games"]
    assert [game["id"] for game in listed] == ["toy"]
    assert client.get("/v1/games/toy").get_json() == listed[0]
    assert listed[0]["operations"] == [
        {"name": "verdict", "summary": "Who has the most cards.", "path": "/v1/toy/verdict"}
    ]  # fmt: skip
    rules = client.get("/v1/games/toy/rules").get_json()
    clause = client.get("/v1/games/toy/rules/1.1").get_json()
    assert rules["sections"][0]["clauses"] == [clause]
    assert clause == {
        "id": "toy/1.1", "clause": "1.1", "section": "1", "source": "Wygrana",
        "text": {"en": "Most cards win.", "pl": "Wygrywa ten, kto ma najwięcej kart."},
    }  # fmt: skip
    ruling = client.get("/v1/games/toy/rules/R1").get_json()
    assert rules["rulings"] == [ruling]
    assert (ruling["switch"], ruling["default"]) == ("tie", "first")
    assert ruling["choices"] == [{"value": "first", "text": {"en": "The first.", "pl": "Pierwszy."}}]


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/toy/rules", "/openapi.yaml", "/openapi.json", "/docs", "/"])
def test_documents_can_be_kept(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    assert first.status_code == 200
    assert "max-age" in first.headers["Cache-Control"]
    etag = first.headers["ETag"]
    again = client.get(path, headers={"If-None-Match": f'"other", W/{etag}'})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == etag
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200
    assert client.get(path, headers={"If-None-Match": "*"}).status_code == 304
    head = client.head(path)
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["Content-Length"] == str(len(first.data))


def test_health() -> None:
    client = build(Settings(request_log=False), {"toy": toy()}).test_client()
    assert client.get("/health/live").get_json() == {"status": "live"}
    assert client.get("/health/ready").get_json() == {"status": "ready", "games": ["toy"]}
    wrong = build(Settings(request_log=False), {"toy": toy(want="Bartek")}).test_client()
    assert wrong.get("/health/live").status_code == 200
    assert "toy" in check(wrong.get("/health/ready"), 503, "not-ready")["detail"]


def test_metrics_by_game_operation_and_status(client: FlaskClient) -> None:
    for _ in range(3):
        client.post("/v1/toy/verdict", json=GOOD)
    client.post("/v1/toy/verdict", json={})
    client.get("/nope/" + "x" * 50)
    response = client.get("/metrics")
    assert response.headers["Content-Type"].startswith("text/plain")
    text = response.get_data(as_text=True)
    assert 'arbiter_requests_total{game="toy",operation="verdict",status="200"} 3.0' in text
    assert 'arbiter_requests_total{game="toy",operation="verdict",status="400"} 1.0' in text
    assert 'arbiter_requests_total{game="",operation="other",status="404"} 1.0' in text
    assert 'arbiter_request_duration_seconds_bucket{game="toy",le="0.0001"' in text
    assert 'arbiter_request_duration_seconds_count{game="toy",operation="verdict",status="200"} 3.0' in text
    assert "xxx" not in text


def test_the_docs_page_needs_nothing_from_elsewhere(client: FlaskClient) -> None:
    page = client.get("/docs")
    policy = page.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    html = page.get_data(as_text=True)
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)
    named = re.findall(r'(?:src|href)="(docs/[^"]+)"', html)
    assert len(named) == 5
    for asset in [*named, "docs/openapi.json"]:
        assert client.get("/" + asset).status_code == 200, asset
    assert "//" not in "".join(re.findall(r'(?:src|href)="([^"]+)"', html))
    shown = client.get("/docs/openapi.json").get_json()
    assert shown["openapi"] == "3.0.3"
    assert '"type":"null"' not in client.get("/docs/openapi.json").get_data(as_text=True)


def test_the_page_and_its_files(client: FlaskClient) -> None:
    page = client.get("/")
    html = page.get_data(as_text=True)
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert 'href="rules/toy"' in html
    files = re.findall(r'(?:src|href)="(desk/[^"]+)"', html)
    assert len(files) > 20
    for file in files:
        answer = client.get("/" + file)
        assert answer.status_code == 200, file
        assert "immutable" in answer.headers["Cache-Control"]
    old = client.get(re.sub(r"^desk/\w+", "/desk/0123456789ab", files[0]))
    assert (old.status_code, old.headers["Cache-Control"]) == (200, "public, max-age=0, must-revalidate")
    assert client.get("/desk/x/../__init__.py").status_code == 404
    assert client.get("/desk/x/nothing.js").status_code == 404


def test_the_page_below_a_path(client: FlaskClient) -> None:
    bare = client.get("", environ_overrides={"SCRIPT_NAME": "/arbiter", "PATH_INFO": ""})
    assert bare.status_code == 308, "its links are relative, so the page ends in a slash"
    assert bare.headers["Location"].endswith("/arbiter/")
    html = client.get("/", environ_overrides={"SCRIPT_NAME": "/arbiter"}).get_data(as_text=True)
    assert not [link for link in re.findall(r'(?:src|href)="([^"]+)"', html) if link.startswith(("/", "http"))]


def test_the_rulebook_for_people(client: FlaskClient) -> None:
    html = client.get("/rules/toy").get_data(as_text=True)
    assert 'id="1.1"' in html
    assert "Most cards win." in html
    assert "Wygrywa ten, kto ma najwięcej kart." in html
    assert "<code>rulings.tie</code>" in html
    check(client.get("/rules/chess"), 404, "not-found")
