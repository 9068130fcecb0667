"""Answers as compact JWS (RFC 7515), signed with Ed25519 (RFC 9864): a ruling that can be proved without the service.

What is signed has no time in it: like every answer it is a pure function of its request.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from service.adjudication.game import Game
from service.config import Settings, WrongSetting

if TYPE_CHECKING:
    from joserfc.jwk import OKPKey

ALGORITHM = "Ed25519"
TYPE = "arbiter-ruling+jws"


class Signer:
    def __init__(self, key: OKPKey) -> None:
        from joserfc import jws  # only here: most instances sign nothing

        self._jws = jws
        self._key = key
        self._header = {"alg": ALGORITHM, "kid": key.thumbprint(), "typ": TYPE}

    def sign(self, game: Game, operation: str, request: Any, answer: dict[str, Any]) -> bytes:
        """Over what was asked, what was answered, and under which rules."""
        payload = {
            "game": game.id,
            "operation": operation,
            "ruleset": answer["ruleset"],
            "revision": game.rulebook.revision,
            "request_digest": digest(request),
            "decision_id": answer["decision_id"],
            "answer": answer,
        }
        text: str = self._jws.serialize_compact(self._header, orjson.dumps(payload), self._key, algorithms=[ALGORITHM])
        return text.encode()


def digest(request: Any) -> str:
    """SHA-256 over the request in canonical form (RFC 8785): whoever kept it can compute it again, in any language."""
    return "sha256:" + sha256(orjson.dumps(_canonical(request))).hexdigest()


def _canonical(value: Any) -> Any:
    """Keys in the order of their UTF-16 code units, whole numbers without a point. No request that is judged has others."""
    if isinstance(value, dict):
        return {key: _canonical(value[key]) for key in sorted(value, key=lambda key: key.encode("utf-16-be"))}
    if isinstance(value, list):
        return [_canonical(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def signer_and_keys(settings: Settings) -> tuple[Signer | None, dict[str, Any]]:
    """The signer, if a key is set, and the JWK set of all public keys, the present one first."""
    found: list[OKPKey] = []
    signer = None
    name, text = "SIGNING_KEY", settings.signing_key
    if settings.signing_key_file:
        name, text = "SIGNING_KEY_FILE", _read("SIGNING_KEY_FILE", settings.signing_key_file)
    if text:
        found.append(_key(name, text))
        if not found[0].is_private:
            raise WrongSetting(f"{name} must be a private key")
        signer = Signer(found[0])
    if settings.former_keys_file:
        found += _former("FORMER_KEYS_FILE", _read("FORMER_KEYS_FILE", settings.former_keys_file))
    public = {key.thumbprint(): key for key in found}
    return signer, {
        "keys": [
            {**key.as_dict(private=False), "kid": kid, "use": "sig", "alg": ALGORITHM} for kid, key in public.items()
        ]
    }  # fmt: skip


def _read(name: str, path: str) -> str:
    try:
        return Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WrongSetting(f"{name} cannot be read: {error.__class__.__name__}") from None


def _key(name: str, text: str) -> OKPKey:
    """A PEM (its line ends may be written as \\n) or a JWK; no word of it is shown if it is wrong."""
    from joserfc.jwk import OKPKey

    try:
        stripped = text.strip()
        key = OKPKey.import_key(orjson.loads(stripped) if stripped.startswith("{") else stripped.replace("\\n", "\n"))
        fits = key.curve_name == "Ed25519"
    except Exception:
        fits = False
    if not fits:
        raise WrongSetting(f"{name} must be an Ed25519 key as PEM or JWK")
    return key


def _former(name: str, text: str) -> list[OKPKey]:
    try:
        listed = orjson.loads(text)["keys"]
        assert isinstance(listed, list)
    except Exception:
        raise WrongSetting(f'{name} must have a JWK set: {{"keys": [...]}}') from None
    return [_key(name, orjson.dumps(each).decode()) for each in listed]
