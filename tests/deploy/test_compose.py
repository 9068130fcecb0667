"""The compose file against the Compose specification and against what it puts together; the container file."""

from __future__ import annotations

import re
import subprocess
from dataclasses import fields
from ipaddress import ip_address, ip_network
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from service.config import Settings
from tests.deploy.files import DEPLOY, ROOT, command, dockerfile, environment, final_stage, read_yaml, schema
from tests.deploy.proxy import NGINX, check
from tools.proxy import fill, variables

COMPOSE: dict[str, Any] = read_yaml(DEPLOY / "compose.yaml")
SERVICES: dict[str, Any] = COMPOSE["services"]
INSTANCES = [name for name in SERVICES if name.startswith("arbiter-")]
VARIABLES = {each.metadata["variable"] for each in fields(Settings)}


def faults(document: Any) -> list[str]:
    return [f"{each.instance_path}: {each.message}" for each in Draft202012Validator(schema("compose")).iter_errors(document)]


def test_schema() -> None:
    assert faults(COMPOSE) == []
    assert faults({**COMPOSE, "services": {"a": {"imagine": "a"}}}) != []


def test_images_are_pinned() -> None:
    images = [each["image"] for each in SERVICES.values()] + [rest.split()[0] for name, rest in dockerfile() if name == "FROM"]
    for image in images:
        name, _, tag = image.rpartition(":")
        assert re.fullmatch(r"v?\d+\.\d+\.\d+[a-z0-9.-]*", tag), image
        assert "." not in name, "no registry's host"


def test_names_lead_to_each_other() -> None:
    networks, volumes = COMPOSE["networks"].keys(), COMPOSE["volumes"].keys()
    for name, each in SERVICES.items():
        assert set(each["networks"]) <= networks, name
        assert set(each.get("depends_on", ())) <= SERVICES.keys(), name
        for volume in each.get("volumes", ()):
            source = volume.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith("./") else source in volumes, volume


def test_instances() -> None:
    assert len(INSTANCES) == 2
    for name in INSTANCES:
        each = SERVICES[name]
        assert each["environment"].keys() <= VARIABLES
        settings = Settings.from_environment(each["environment"])
        assert int(each["stop_grace_period"].removesuffix("s")) > settings.graceful_timeout
        assert (DEPLOY / each["build"]["context"]).resolve() == ROOT
        assert (ROOT / each["build"]["dockerfile"]).exists()
        assert each["read_only"] is True
        assert [mount.partition(":")[0] for mount in each["tmpfs"]] == ["/tmp"]
        assert ("USER", each["user"]) in final_stage()


def test_the_proxy_knows_the_instances() -> None:
    """By addresses that they keep when they are made anew: nginx looks up names once."""
    given = SERVICES["nginx"]["environment"]
    port = environment()["PORT"]
    addresses = [SERVICES[name]["networks"]["inside"]["ipv4_address"] for name in INSTANCES]
    wanted = variables("8080", [f"{address}:{port}" for address in addresses])
    assert {key: given[key] for key in wanted} == wanted
    assert "inside" in SERVICES["nginx"]["networks"]
    (pool,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    assert len(set(addresses)) == len(INSTANCES)
    for address in map(ip_address, addresses):
        assert address in ip_network(pool["subnet"])
        assert address not in ip_network(pool["ip_range"]), "somebody else could be given it"
    assert ip_network(pool["ip_range"]).subnet_of(ip_network(pool["subnet"]))  # type: ignore[arg-type]
    assert SERVICES["nginx"]["ports"] == ["127.0.0.1:8080:8080"]


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_nginx_takes_what_the_container_would_render() -> None:
    assert "successful" in check(fill(SERVICES["nginx"]["environment"]))


def test_prometheus_asks_every_instance() -> None:
    (job,) = read_yaml(DEPLOY / "prometheus" / "prometheus.yml")["scrape_configs"]
    assert job["job_name"] == "arbiter"
    assert job["static_configs"] == [{"targets": [f"{name}:{environment()['PORT']}" for name in INSTANCES]}]


def test_what_installs_is_taken_out_of_the_base(tmp_path: Path) -> None:
    """The very command, on a tree laid out as the base image has it."""
    assert {rest.split()[0].rpartition(".")[0] for name, rest in dockerfile() if name == "FROM"} == {"python:3.11"}
    library = tmp_path / "lib" / "python3.11"
    packages = ("pip", "pip-24.0.dist-info", "setuptools", "setuptools-79.0.1.dist-info", "wheel", "pkg_resources")
    gone = [library / "ensurepip", *(library / "site-packages" / name for name in packages)]
    kept = [library / "json", library / "site-packages" / "README.txt", tmp_path / "bin" / "python3.11"]
    gone += [tmp_path / "bin" / name for name in ("pip", "pip3", "pip3.11", "wheel")]
    for each in [*gone, *kept]:
        each.mkdir(parents=True)
    (run,) = [rest for name, rest in final_stage() if name == "RUN"]
    (remove,) = [part for part in run.split("&&") if part.split()[0] == "rm"]
    subprocess.run(["sh", "-c", remove.replace("/usr/local", str(tmp_path))], check=True)
    assert [each for each in gone if each.exists()] == []
    assert all(each.exists() for each in kept)


def mounts(service: str) -> dict[str, str]:
    """Where what lies where."""
    pairs = [each.split(":")[:2] for each in SERVICES[service]["volumes"]]
    return {target: source for source, target in pairs}


def test_prometheus_finds_its_configuration_and_its_rules() -> None:
    (config,) = [each.partition("=")[2] for each in SERVICES["prometheus"]["command"] if each.startswith("--config.file=")]
    source = DEPLOY / mounts("prometheus")[config]
    for pattern in read_yaml(source)["rule_files"]:
        folder, name = (PurePosixPath(config).parent / pattern).parent, PurePosixPath(pattern).name
        assert list((DEPLOY / mounts("prometheus")[str(folder)]).glob(name)) == [
            DEPLOY / "prometheus" / "rules" / "arbiter.yml"
        ]
    assert "/prometheus" in mounts("prometheus")
    assert "--storage.tsdb.path=/prometheus" in SERVICES["prometheus"]["command"]


def test_grafana_opens_with_the_board() -> None:
    home = PurePosixPath(SERVICES["grafana"]["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"])
    assert (DEPLOY / mounts("grafana")[str(home.parent)] / home.name).is_file()
    assert mounts("grafana")["/etc/grafana/provisioning"] == "./grafana/provisioning"


def test_the_container_file() -> None:
    names = [name for name, _ in dockerfile()]
    assert names.count("FROM") == 2
    assert command("CMD") == ["python", "-m", "service"]
    assert environment()["HOST"] == "0.0.0.0"
    (final,) = [rest for name, rest in final_stage() if name == "RUN"]
    assert not any(tool in final for tool in ("pip install", "apt", "gcc", "curl"))
    stages = [name for name, _ in final_stage()]
    assert stages.index("RUN") < stages.index("COPY"), "so that what is copied cannot be hit"
    (user,) = [rest for name, rest in final_stage() if name == "USER"]
    assert all(int(part) > 0 for part in user.split(":"))
    kept = (ROOT / ".dockerignore").read_text().splitlines()
    for name, rest in dockerfile():
        if name == "COPY" and not rest.startswith("--from"):
            assert f"!{rest.split()[0]}" in kept, "what is copied must not be ignored"
