"""What lies in deploy/, read."""

from __future__ import annotations

import json
import shlex
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
BASE = DEPLOY / "kubernetes" / "base"
OVERLAY = DEPLOY / "kubernetes" / "overlays" / "example"
COMPONENTS = DEPLOY / "kubernetes" / "components"
SCHEMAS = Path(__file__).parent / "schemas"

Manifest = dict[str, Any]


def read_yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))


def resources(folder: Path, *components: Path) -> list[Manifest]:
    """Everything that a kustomization names: its resources, its ConfigMaps, components and patches, image names applied."""
    kustomization = read_yaml(folder / "kustomization.yaml")
    found: list[Manifest] = []
    for name in kustomization["resources"]:
        path = (folder / name).resolve()
        found += resources(path) if path.is_dir() else [each for each in yaml.safe_load_all(path.read_text("utf-8")) if each]
    for part in (folder, *components):
        _change(found, part)
    for image in kustomization.get("images", ()):
        named = [box for each in found for box in containers(each) if box["image"].partition(":")[0] == image["name"]]
        assert named, f"no container has the image {image['name']}"
        for box in named:
            box["image"] = f"{image.get('newName', image['name'])}:{image['newTag']}"
    _digest(found)
    return found


def _change(found: list[Manifest], folder: Path) -> None:
    """What a kustomization or a component makes, merges and patches."""
    kustomization = read_yaml(folder / "kustomization.yaml")
    for made in kustomization.get("configMapGenerator", ()):
        lines = [line for name in made.get("envs", ()) for line in (folder / name).read_text("utf-8").splitlines()]
        pairs = [line for line in [*lines, *made.get("literals", ())] if line and not line.startswith("#")]
        data = dict(line.split("=", 1) for line in pairs)
        if made.get("behavior") == "merge":
            only(found, "ConfigMap")["data"].update(data)
        else:
            found.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": made["name"]}, "data": data})
    for patch in kustomization.get("patches", ()):
        fitting = [each for each in found if _fits(each, patch["target"])]
        assert fitting, f"a patch for nothing: {patch['target']}"
        for each in fitting:
            for operation in yaml.safe_load(patch["patch"]):
                _apply(each, operation)


def _digest(found: list[Manifest]) -> None:
    """A generated ConfigMap's name changes with what is in it, and so does whoever refers to it."""
    config = only(found, "ConfigMap")
    plain = config["metadata"]["name"].partition("-")[0]
    config["metadata"]["name"] = f"{plain}-{sha256(json.dumps(config['data'], sort_keys=True).encode()).hexdigest()[:10]}"
    for box in [box for each in found for box in containers(each)]:
        for source in box["envFrom"]:
            if source.get("configMapRef", {}).get("name", "").partition("-")[0] == plain:
                source["configMapRef"]["name"] = config["metadata"]["name"]


def _fits(manifest: Manifest, target: dict[str, str]) -> bool:
    return bool(manifest["kind"] == target["kind"] and manifest["metadata"]["name"] == target["name"])


def _apply(manifest: Manifest, operation: dict[str, Any]) -> None:
    """`add` and `replace` of RFC 6902; what is replaced must be there."""
    *way, last = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].strip("/").split("/")]
    at: Any = manifest
    for part in way:
        at = at[int(part) if isinstance(at, list) else part]
    assert operation["op"] in ("add", "replace"), operation
    if operation["op"] == "replace":
        assert last in at, f"nothing to replace at {operation['path']}"
    if last == "-":
        at.append(operation["value"])
    else:
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
