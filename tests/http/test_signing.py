"""Signed answers, checked with the script of the docs, which knows nothing of the service."""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask.testing import FlaskClient
from joserfc.jwk import OKPKey, RSAKey

from docs.verify_ruling import NotProved, digest, verify
from service import create_app
from service.adjudication.registry import games
from service.config import Settings, WrongSetting
from service.http import signing
from service.http.app import build
from tests.http.test_problems import check
from tests.http.toy import GOOD, toy
from tests.vectors import vectors
from tools.bench.server import ROOT

VERDICT = "/v1/toy/verdict"
JOSE = {"Accept": "application/jose"}


def pem() -> str:
    key = Ed25519PrivateKey.generate()
    raw = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )  # fmt: skip
    return raw.decode()


def client(**settings: Any) -> FlaskClient:
    return build(Settings(request_log=False, **settings), {"toy": toy()}).test_client()


def test_a_ruling_is_proved() -> None:
    asking = client(signing_key=pem())
    plain = asking.post(VERDICT, json=GOOD)
    assert plain.headers["Content-Type"] == "application/json"
    assert plain.headers["Vary"] == "Accept, Accept-Language"
    response = asking.post(VERDICT, json=GOOD, headers=JOSE)
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/jose")
    assert response.headers["Vary"] == "Accept, Accept-Language"
    keys = asking.get("/.well-known/jwks.json").get_json()
    ruled = verify(response.get_data(as_text=True), keys, GOOD)
    answer = plain.get_json()
    assert ruled == {
        "game": "toy", "operation": "verdict", "ruleset": "toy-1", "revision": "2026-01-01", "answer": answer,
        "decision_id": answer["decision_id"], "request_digest": digest(GOOD),
    }  # fmt: skip
    assert asking.post(VERDICT, json=GOOD, headers=JOSE).data == response.data, "no clock in it"


def test_what_was_changed_is_not() -> None:
    asking = client(signing_key=pem())
    ruling = asking.post(VERDICT, json=GOOD, headers=JOSE).get_data(as_text=True)
    keys = asking.get("/.well-known/jwks.json").get_json()
    head, payload, signature = ruling.split(".")
    ruled = json.loads(base64.urlsafe_b64decode(payload + "=="))
    ruled["answer"]["leader"] = "Bartek"
    forged = base64.urlsafe_b64encode(json.dumps(ruled).encode()).decode().rstrip("=")
    unsigned = base64.urlsafe_b64encode(b'{"alg":"none"}').decode().rstrip("=")
    for wrong in (f"{head}.{forged}.{signature}", f"{unsigned}.{payload}.", f"{head}.{payload}.{signature[::-1]}", "nonsense"):
        with pytest.raises(NotProved):
            verify(wrong, keys)
    with pytest.raises(NotProved, match="another request"):
        verify(ruling, keys, {**GOOD, "more": 1})
    others = client(signing_key=pem()).get("/.well-known/jwks.json").get_json()
    with pytest.raises(NotProved):
        verify(ruling, others)


def test_the_digest_is_the_same_in_every_language() -> None:
    """RFC 8785: keys by UTF-16 code units, so U+1F0A1 (D83C …) stands before U+FB33; 3.0 is 3; other numbers stay apart."""
    request = {"\ufb33": 3.0, "\U0001f0a1": '\u20ac\x0f\n"\\', "b": [True, None, -0.0], "a": {"y": 1, "x": 10}}
    text = '{"a":{"x":10,"y":1},"b":[true,null,0],"\U0001f0a1":"\u20ac\\u000f\\n\\"\\\\","\ufb33":3}'
    want = "sha256:" + hashlib.sha256(text.encode()).hexdigest()
    assert (signing.digest(request), digest(request)) == (want, want)
    assert digest({"n": 3.5}) != digest({"n": 3}) == digest({"n": 3.0})


def test_a_long_ruling_is_proved() -> None:
    """Every turn of a hard table: some megabytes, more than the library takes unasked."""
    request = next(case["request"] for case in vectors("red7") if case["id"] == "red7/worst/turns")
    asking = build(Settings(request_log=False, signing_key=pem()), games()).test_client()
    ruling = asking.post("/v1/red7/turns", json=request, headers=JOSE).get_data(as_text=True)
    assert len(ruling) > 200_000
    assert verify(ruling, asking.get("/.well-known/jwks.json").get_json(), request)["operation"] == "turns"


@pytest.mark.parametrize("wrong", ["keys", "list", "request", "missing", "payload", "null", "twice", "deep", "half"])
def test_the_script_says_what_is_wrong(tmp_path: Path, wrong: str) -> None:
    asking = client(signing_key=pem())
    files = {
        "ruling": asking.post(VERDICT, json=GOOD, headers=JOSE).data,
        "keys": asking.get("/.well-known/jwks.json").data,
        "request": orjson.dumps(GOOD),
    }
    files |= {
        "keys": {"keys": b"no json"},
        "list": {"keys": b"[]"},
        "request": {"request": b"{"},
        "payload": {"ruling": b"\xff"},
        "null": {"request": b"null"},
        "twice": {"request": b'{"a":1,"a":2}'},
        "deep": {"request": b"[" * 99999},
        "half": {"request": b'"\\ud800"'},
    }.get(wrong, {})
    for name, body in files.items():
        (tmp_path / name).write_bytes(body)
    if wrong == "missing":
        (tmp_path / "keys").unlink()
    said = subprocess.run(
        [sys.executable, str(ROOT / "docs/verify_ruling.py"), *(str(tmp_path / name) for name in files)],
        capture_output=True, text=True,
    )  # fmt: skip
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith("NOT PROVED: ")
    assert said.stderr.count("\n") == 1


def test_the_key_may_change() -> None:
    old, new = pem(), pem()
    ruling = client(signing_key=old).post(VERDICT, json=GOOD, headers=JOSE).get_data(as_text=True)
    former = client(signing_key=old).get("/.well-known/jwks.json").get_json()
    signer, keys = signing.signer_and_keys(Settings(signing_key=new))
    assert signer is not None
    assert verify(ruling, {"keys": keys["keys"] + former["keys"]}, GOOD)


def test_former_keys_are_published(tmp_path: Path) -> None:
    former = client(signing_key=pem()).get("/.well-known/jwks.json").get_json()
    (tmp_path / "former.json").write_bytes(orjson.dumps(former))
    (tmp_path / "key.pem").write_text(pem())
    asking = client(signing_key_file=str(tmp_path / "key.pem"), former_keys_file=str(tmp_path / "former.json"))
    keys = asking.get("/.well-known/jwks.json").get_json()["keys"]
    assert keys[1:] == former["keys"]
    assert all("d" not in key for key in keys)
    verify(asking.post(VERDICT, json=GOOD, headers=JOSE).get_data(as_text=True), {"keys": keys[:1]}, GOOD)


def test_a_jwk_does_as_well() -> None:
    private = OKPKey.generate_key("Ed25519").as_dict(private=True)
    asking = client(signing_key=json.dumps(private))
    assert asking.post(VERDICT, json=GOOD, headers=JOSE).status_code == 200
    assert str(private["d"]) not in asking.get("/.well-known/jwks.json").get_data(as_text=True)
    assert client(signing_key=pem().replace("\n", "\\n")).post(VERDICT, json=GOOD, headers=JOSE).status_code == 200


def test_without_a_key_nothing_is_signed() -> None:
    asking = client()
    check(asking.post(VERDICT, json=GOOD, headers=JOSE), 406, "not-acceptable")
    assert asking.get("/.well-known/jwks.json").get_json() == {"keys": []}
    assert asking.post(VERDICT, json=GOOD, headers={"Accept": "application/jose, */*;q=0.1"}).mimetype == "application/json"


@pytest.mark.parametrize(
    ("accept", "signed"),
    [("application/jose", True), ("*/*", False), ("application/*", False), ("application/json, application/jose;q=0.9", False),
     ("application/json;q=0.5, application/jose", True), ("application/jose, */*;q=0.1", True),
     ("application/jose;q=0, */*", False)],
)  # fmt: skip
def test_it_has_to_be_asked_for(accept: str, signed: bool) -> None:
    response = client(signing_key=pem()).post(VERDICT, json=GOOD, headers={"Accept": accept})
    assert (response.status_code, response.mimetype) == (200, "application/jose" if signed else "application/json")


def test_a_refusal_is_a_problem() -> None:
    check(client(signing_key=pem()).post(VERDICT, json={}, headers=JOSE), 400, "malformed")


def test_every_operation_of_every_game_signs_its_known_case() -> None:
    asking = create_app(Settings(request_log=False, signing_key=pem())).test_client()
    keys = asking.get("/.well-known/jwks.json").get_json()
    for game in games().values():
        case = game.known_case
        response = asking.post(f"/v1/{game.id}/{case.operation}", json=case.request, headers={**JOSE, "Accept-Language": "pl"})
        assert verify(response.get_data(as_text=True), keys, case.request)["game"] == game.id


@pytest.mark.parametrize(
    ("settings", "words"),
    [({"signing_key": "secret nonsense"}, "SIGNING_KEY must be an Ed25519 key as PEM or JWK"),
     ({"signing_key": json.dumps(OKPKey.generate_key("X25519").as_dict(private=True))}, "must be an Ed25519 key"),
     ({"signing_key": json.dumps(RSAKey.generate_key(2048).as_dict(private=True))}, "must be an Ed25519 key"),
     ({"signing_key": json.dumps(OKPKey.generate_key("Ed25519").as_dict(private=False))}, "must be a private key"),
     ({"signing_key_file": "/nowhere/key.pem"}, "SIGNING_KEY_FILE cannot be read"),
     ({"former_keys_file": str(ROOT / "pyproject.toml")}, "FORMER_KEYS_FILE must have a JWK set")],
)  # fmt: skip
def test_wrong_keys_are_told_without_being_shown(settings: dict[str, str], words: str) -> None:
    with pytest.raises(WrongSetting, match=words) as told:
        client(**settings)
    assert "secret" not in str(told.value)


def test_the_script_as_people_run_it(tmp_path: Path) -> None:
    asking = client(signing_key=pem())
    files = {
        "ruling.jws": asking.post(VERDICT, json=GOOD, headers=JOSE).data,
        "jwks.json": asking.get("/.well-known/jwks.json").data,
        "request.json": json.dumps(GOOD, indent=4).encode(),
        "other.json": b"{}",
    }
    for name, body in files.items():
        (tmp_path / name).write_bytes(body)

    def run(*names: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(ROOT / "docs" / "verify_ruling.py"), *names]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    good = run("ruling.jws", "jwks.json", "request.json")
    assert good.returncode == 0
    assert good.stdout.startswith("Proved: toy verdict, toy-1")
    bad = run("ruling.jws", "jwks.json", "other.json")
    assert (bad.returncode, bad.stderr) == (1, "NOT PROVED: it is a ruling on another request\n")
    assert run("ruling.jws").returncode == 2
