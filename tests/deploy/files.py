"""What lies in deploy/, read."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
BASE = DEPLOY / "kubernetes" / "base"
OVERLAY = DEPLOY / "kubernetes" / "overlays" / "example"
SCHEMAS = Path(__file__).parent / "schemas"

Manifest = dict[str, Any]


def read_yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))


def resources(folder: Path) -> list[Manifest]:
    """Everything that a kustomization names, patches and image names applied."""
    kustomization = read_yaml(folder / "kustomization.yaml")
    found: list[Manifest] = []
    for name in kustomization["resources"]:
        path = (folder / name).resolve()
        found += resources(path) if path.is_dir() else [each for each in yaml.safe_load_all(path.read_text("utf-8")) if each]
    for patch in kustomization.get("patches", ()):
        fitting = [each for each in found if _fits(each, patch["target"])]
        assert fitting, f"a patch for nothing: {patch['target']}"
        for each in fitting:
            for operation in yaml.safe_load(patch["patch"]):
                _apply(each, operation)
    for image in kustomization.get("images", ()):
        named = [box for each in found for box in containers(each) if box["image"].partition(":")[0] == image["name"]]
        assert named, f"no container has the image {image['name']}"
        for box in named:
            box["image"] = f"{image.get('newName', image['name'])}:{image['newTag']}"
    return found


def _fits(manifest: Manifest, target: dict[str, str]) -> bool:
    return bool(manifest["kind"] == target["kind"] and manifest["metadata"]["name"] == target["name"])


def _apply(manifest: Manifest, operation: dict[str, Any]) -> None:
    """`add` and `replace` of RFC 6902; what is replaced must be there."""
    *way, last = operation["path"].strip("/").split("/")
    at: Any = manifest
    for part in way:
        at = at[int(part) if isinstance(at, list) else part]
    assert operation["op"] in ("add", "replace"), operation
    if operation["op"] == "replace":
        assert last in at, f"nothing to replace at {operation['path']}"
    at[last] = operation["value"]


def containers(manifest: Manifest) -> list[dict[str, Any]]:
    if manifest["kind"] != "Deployment":
        return []
    found: list[dict[str, Any]] = manifest["spec"]["template"]["spec"]["containers"]
    return found


def only(manifests: list[Manifest], kind: str) -> Manifest:
    (found,) = [each for each in manifests if each["kind"] == kind]
    return found


def dockerfile() -> list[tuple[str, str]]:
    """Its instructions, a stage's own in the order they stand."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in lines]


def final_stage() -> list[tuple[str, str]]:
    instructions = dockerfile()
    last = max(i for i, (name, _) in enumerate(instructions) if name == "FROM")
    return instructions[last:]


def environment() -> dict[str, str]:
    """ENV of the final stage."""
    words = [word for name, rest in final_stage() if name == "ENV" for word in shlex.split(rest)]
    return dict(word.split("=", 1) for word in words)


def command(name: str) -> list[str]:
    """CMD, or the command of HEALTHCHECK, in its exec form."""
    (rest,) = [rest for instruction, rest in final_stage() if instruction == name]
    found: list[str] = json.loads(rest[rest.index("[") :])
    return found


# Shown only where there is a /proc (service/http/usage.py).
SERVICE_METRICS = ("arbiter_cpu_seconds_total", "arbiter_worker_memory_bytes")
