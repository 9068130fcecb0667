"""Alert rules by promtool, and the board's questions against the metrics that there are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from service import create_app
from service.config import Settings
from tests.deploy.files import BASE, DEPLOY, OVERLAY, SERVICE_METRICS, only, read_yaml, resources

CONFIGS = ("prometheus.yml", "kubernetes.yml")
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed (Debian: prometheus)")
RULES = read_yaml(DEPLOY / "prometheus" / "rules" / "arbiter.yml")
EACH_RULE = [rule for group in RULES["groups"] for rule in group["rules"]]
BOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "boards" / "arbiter.json").read_text("utf-8"))
QUESTIONS = [target["expr"] for panel in BOARD["panels"] for target in panel.get("targets", ())]
_NAME = re.compile(r"\b(?:arbiter[a-z0-9_:]*|up)\b(?=[{\[)\s]|$)")


def promtool(*arguments: str) -> str:
    assert PROMTOOL is not None
    done = subprocess.run([PROMTOOL, *arguments], capture_output=True, text=True, cwd=DEPLOY / "prometheus")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def metrics() -> set[str]:
    """Every name that an instance shows, or that a rule records."""
    client = create_app(Settings(request_log=False)).test_client()
    client.post("/v1/batch", json={"requests": [{"id": "", "game": "red7", "operation": "verdict", "body": None}]})
    shown = re.findall(r"^([a-z_]+)(?:\{|\s)", client.get("/metrics").get_data(as_text=True), re.MULTILINE)
    return {*shown, *SERVICE_METRICS, *(rule["record"] for rule in EACH_RULE if "record" in rule), "up"}


@needs_promtool
def test_rules_are_sound() -> None:
    promtool("check", "config", "prometheus.yml")
    promtool("check", "rules", "rules/arbiter.yml")


def test_whatever_asks_asks_for_the_job_that_is_scraped() -> None:
    for config in CONFIGS:
        (job,) = read_yaml(DEPLOY / "prometheus" / config)["scrape_configs"]
        for question in [*QUESTIONS, *(rule["expr"] for rule in EACH_RULE)]:
            jobs = re.findall(r'\b(?:arbiter_[a-z_]+|up)\{job="([^"]*)"', question)
            assert len(jobs) == len(re.findall(r"\b(?:arbiter_[a-z_]+|up)\b(?=[{\[)\s]|$)", question)), question
            assert set(jobs) <= {job["job_name"]}, question


@pytest.fixture
def in_a_cluster(tmp_path: Path) -> Callable[[list[dict[str, str]]], list[dict[str, str]]]:
    """The targets that Prometheus would make of these pods' ports. Debian's promtool knows no clusters: it is told what one
    would have told it, and does the rest."""

    def targets(found: list[dict[str, str]]) -> list[dict[str, str]]:
        config = read_yaml(DEPLOY / "prometheus" / "kubernetes.yml")
        (job,) = config["scrape_configs"]
        assert job.pop("kubernetes_sd_configs") == [{"role": "pod"}]
        job["static_configs"] = [{"targets": [each.pop("__address__")], "labels": each} for each in found]
        config["rule_files"] = [str(DEPLOY / "prometheus" / each) for each in config["rule_files"]]
        path = tmp_path / "cluster.yml"
        path.write_text(yaml.safe_dump(config))
        promtool("check", "config", str(path))
        told = json.loads(promtool("check", "service-discovery", "--timeout", "1s", str(path), "arbiter"))
        return [each["labels"] for each in told if each.get("labels")]

    return targets


@needs_promtool
@pytest.mark.parametrize("folder", [BASE, OVERLAY])
def test_in_a_cluster_every_pod_is_scraped_once(
    folder: Path, in_a_cluster: Callable[[list[dict[str, str]]], list[dict[str, str]]]
) -> None:
    pod = only(resources(folder), "Deployment")["spec"]["template"]
    shared = {
        "__meta_kubernetes_namespace": "somewhere",
        **{f"__meta_kubernetes_pod_label_{_plain(name)}": value for name, value in pod["metadata"]["labels"].items()},
        **{f"__meta_kubernetes_pod_annotation_{_plain(name)}": value for name, value in pod["metadata"]["annotations"].items()},
    }

    def port(pod_name: str, address: str, name: str, **changed: str) -> dict[str, str]:
        own = {
            "__meta_kubernetes_pod_name": pod_name,
            "__meta_kubernetes_pod_container_port_name": name,
            "__address__": address,
        }
        return shared | own | {f"__meta_kubernetes_pod_{key}": value for key, value in changed.items()}

    (box,) = pod["spec"]["containers"]
    found = in_a_cluster(
        [
            *[port("plain", f"10.0.0.7:{each['containerPort']}", each["name"]) for each in box["ports"]],
            port("apart", "10.0.0.8:8000", "http", annotation_prometheus_io_port="9100"),
            port("apart", "10.0.0.8:9100", "metrics", annotation_prometheus_io_port="9100"),
            port("stranger", "10.0.0.9:8000", "http", label_app_kubernetes_io_name="another"),
            port("shy", "10.0.0.10:8000", "http", annotation_prometheus_io_scrape="false"),
        ]
    )
    assert sorted((each["instance"], each["__address__"]) for each in found) == [
        ("apart", "10.0.0.8:9100"),
        ("plain", "10.0.0.7:8000"),
    ]
    assert {(each["job"], each["__metrics_path__"], each["namespace"]) for each in found} == {
        ("arbiter", "/metrics", "somewhere")
    }


def _plain(name: str) -> str:
    return re.sub(r"\W", "_", name)


@needs_promtool
def test_alerts_fire_when_they_should() -> None:
    promtool("test", "rules", "tests/arbiter.yml")


def test_every_alert_has_a_test() -> None:
    tested = {
        each["alertname"]
        for test in read_yaml(DEPLOY / "prometheus" / "tests" / "arbiter.yml")["tests"]
        for each in test["alert_rule_test"]
        if each["exp_alerts"]
    }
    alerts = [rule for rule in EACH_RULE if "alert" in rule]
    assert tested == {rule["alert"] for rule in alerts}
    assert all(rule["annotations"].keys() == {"summary", "action"} for rule in alerts)


def test_rules_and_board_ask_for_metrics_that_exist() -> None:
    known = metrics()
    for question in [*QUESTIONS, *(rule["expr"] for rule in EACH_RULE)]:
        asked = set(_NAME.findall(re.sub(r'"[^"]*"', '""', question)))
        assert asked, question
        assert asked <= known, question


def test_rules_and_board_group_by_labels_that_exist() -> None:
    """Of the metric they ask for: a label that it lacks puts everything into one nameless line."""
    client = create_app(Settings(request_log=False)).test_client()
    client.post("/v1/batch", json={"requests": [{"id": "", "game": "red7", "operation": "verdict", "body": None}]})
    client.get("/metrics")
    labels: dict[str, set[str]] = {}
    for name, inside in re.findall(r"^([a-z_]+)(?:\{(.*)\})? ", client.get("/metrics").get_data(as_text=True), re.MULTILINE):
        labels.setdefault(name, {"job", "instance"}).update(re.findall(r'([a-z_]+)="', inside))
    for name in SERVICE_METRICS:
        labels.setdefault(name, {"job", "instance"})
    asked = 0
    for question in [*QUESTIONS, *(rule["expr"] for rule in EACH_RULE)]:
        for grouped, metric in re.findall(r"\bby \(([^)]*)\) \((?:rate\()?(\w+)", question):
            asked += 1
            assert set(re.split(", *", grouped)) <= labels[metric], question
    assert asked > 12
    for panel in BOARD["panels"]:
        for target in panel.get("targets", ()):
            shown = set(re.findall(r"\{\{(\w+)\}\}", target.get("legendFormat", "")))
            grouped = {name for each in re.findall(r"\bby \(([^)]*)\)", target["expr"]) for name in re.split(", *", each)}
            assert shown == (grouped or shown) - {"le"}, target


@needs_promtool
def test_the_boards_questions_can_be_asked(tmp_path: Path) -> None:
    rules = [
        {"record": f"board:question{i}", "expr": question.replace("$__rate_interval", "1m")}
        for i, question in enumerate(QUESTIONS)
    ]
    path = tmp_path / "board.yml"
    path.write_text(yaml.safe_dump({"groups": [{"name": "board", "rules": rules}]}))
    promtool("check", "rules", str(path))


def test_the_board_is_provisioned() -> None:
    provisioning = DEPLOY / "grafana" / "provisioning"
    (source,) = read_yaml(provisioning / "datasources" / "prometheus.yaml")["datasources"]
    (provider,) = read_yaml(provisioning / "dashboards" / "arbiter.yaml")["providers"]
    used = {target["datasource"]["uid"] for panel in BOARD["panels"] for target in panel.get("targets", ())}
    assert used == {source["uid"]}
    volumes = read_yaml(DEPLOY / "compose.yaml")["services"]["grafana"]["volumes"]
    assert f"./grafana/boards:{provider['options']['path']}:ro" in volumes
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])
