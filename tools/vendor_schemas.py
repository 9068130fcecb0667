"""Compact schemas for the tests of deploy/, cut from two packages of PyPI (nothing of them is needed afterwards):

    pip download --no-deps kubernetes-validate==1.37.0 check-jsonschema
    python -m tools.vendor_schemas kubernetes_validate-*.whl check_jsonschema-*.whl

The Kubernetes API and the Compose specification are both under the Apache License 2.0. Only the kinds that deploy/ uses are
kept, without their descriptions; objects of the Kubernetes API are closed, so that a misspelt field is a fault.
"""

from __future__ import annotations

import argparse
import json
import zipfile
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "tests" / "deploy" / "schemas"
KUBERNETES = "1.34.0"
KINDS = {
    "Deployment": "io.k8s.api.apps.v1.Deployment",
    "Service": "io.k8s.api.core.v1.Service",
    "ServiceAccount": "io.k8s.api.core.v1.ServiceAccount",
    "ConfigMap": "io.k8s.api.core.v1.ConfigMap",
    "Namespace": "io.k8s.api.core.v1.Namespace",
    "Ingress": "io.k8s.api.networking.v1.Ingress",
    "NetworkPolicy": "io.k8s.api.networking.v1.NetworkPolicy",
    "HorizontalPodAutoscaler": "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler",
    "PodDisruptionBudget": "io.k8s.api.policy.v1.PodDisruptionBudget",
}
_REF = "#/definitions/"


def bare(value: Any) -> Any:
    """Without descriptions and vendor extensions, references local, objects with named fields closed."""
    if isinstance(value, list):
        return [bare(each) for each in value]
    if not isinstance(value, dict):
        return value
    kept = {
        key: bare(below)
        for key, below in value.items()
        if not (key.startswith("x-") or (key == "description" and isinstance(below, str)))
    }
    if isinstance(kept.get("$ref"), str):
        kept["$ref"] = _REF + kept["$ref"].rpartition("/")[2]
    if isinstance(kept.get("properties"), dict):
        kept.setdefault("additionalProperties", False)
    return kept


def references(value: Any) -> set[str]:
    if isinstance(value, list):
        return {name for each in value for name in references(each)}
    if not isinstance(value, dict):
        return set()
    own = {value["$ref"].removeprefix(_REF)} if isinstance(value.get("$ref"), str) else set()
    return own | {name for below in value.values() for name in references(below)}


def kubernetes(wheel: Path) -> dict[str, Any]:
    with zipfile.ZipFile(wheel) as archive:
        path = f"kubernetes_validate/kubernetes-json-schema/v{KUBERNETES}-local/_definitions.json"
        definitions = json.loads(archive.read(path))["$defs"]
    kept: dict[str, Any] = {}
    wanted = set(KINDS.values())
    while wanted:
        name = wanted.pop()
        kept[name] = bare(definitions[name])
        wanted |= references(kept[name]) - kept.keys()
    return {"version": KUBERNETES, "kinds": KINDS, "definitions": dict(sorted(kept.items()))}


def compose(wheel: Path) -> Any:
    def plain(value: Any) -> Any:
        if isinstance(value, list):
            return [plain(each) for each in value]
        if not isinstance(value, dict):
            return value
        return {key: plain(below) for key, below in value.items() if not (key == "description" and isinstance(below, str))}

    with zipfile.ZipFile(wheel) as archive:
        return plain(json.loads(archive.read("check_jsonschema/builtin_schemas/vendor/compose-spec.json")))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.vendor_schemas")
    parser.add_argument("kubernetes_validate", type=Path)
    parser.add_argument("check_jsonschema", type=Path)
    given = parser.parse_args()
    TARGET.mkdir(exist_ok=True)
    for name, schema in (("kubernetes", kubernetes(given.kubernetes_validate)), ("compose", compose(given.check_jsonschema))):
        (TARGET / f"{name}.json").write_text(json.dumps(schema, indent=None, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
