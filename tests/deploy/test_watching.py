"""Alert rules by promtool, and the board's questions against the metrics that there are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from service import create_app
from service.config import Settings
from tests.deploy.files import DEPLOY, SERVICE_METRICS, read_yaml

PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed (Debian: prometheus)")
RULES = read_yaml(DEPLOY / "prometheus" / "rules" / "arbiter.yml")
EACH_RULE = [rule for group in RULES["groups"] for rule in group["rules"]]
BOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "boards" / "arbiter.json").read_text("utf-8"))
QUESTIONS = [target["expr"] for panel in BOARD["panels"] for target in panel.get("targets", ())]
_NAME = re.compile(r"\b(?:arbiter[a-z0-9_:]*|up)\b(?=[{\[)\s]|$)")


def promtool(*arguments: str) -> None:
    assert PROMTOOL is not None
    done = subprocess.run([PROMTOOL, *arguments], capture_output=True, text=True, cwd=DEPLOY / "prometheus")
    assert done.returncode == 0, done.stdout + done.stderr


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
