"""The manifests against the Kubernetes API's schema, against each other, and against the service they run."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from service import create_app
from service.config import Settings
from tests.deploy.files import (
    BASE,
    COMPONENTS,
    DEPLOY,
    OVERLAY,
    Manifest,
    containers,
    dockerfile,
    environment,
    only,
    read_yaml,
    resources,
    schema,
)
from tools.bench import report
from tools.proxy import TEMPLATE

ALL = {"base": resources(BASE), "example": resources(OVERLAY)}
WITH = {
    "metrics-port": resources(OVERLAY, COMPONENTS / "metrics-port"),
    "redis": resources(OVERLAY, COMPONENTS / "redis"),
    "both": resources(OVERLAY, COMPONENTS / "redis", COMPONENTS / "metrics-port"),
}
EACH = [pytest.param(each, id=f"{name}-{each['kind']}") for name, made in (ALL | WITH).items() for each in made]
KNOWN = schema("kubernetes")
LABELS = {"app.kubernetes.io/name": "arbiter"}
VARIABLES = {each.metadata["variable"] for each in fields(Settings)}
README = (DEPLOY / "README.md").read_text("utf-8")
PRIVATE = ("/metrics", "/health/live", "/health/ready")


@pytest.fixture(params=ALL)
def manifests(request: pytest.FixtureRequest) -> list[Manifest]:
    return ALL[request.param]


def faults(manifest: Manifest) -> list[str]:
    validator = Draft202012Validator(
        {"$ref": f"#/definitions/{KNOWN['kinds'][manifest['kind']]}", "definitions": KNOWN["definitions"]}
    )
    return [f"{each.instance_path}: {each.message}" for each in validator.iter_errors(manifest)]


@pytest.mark.parametrize("manifest", EACH)
def test_schema(manifest: Manifest) -> None:
    assert faults(manifest) == []
    assert re.fullmatch(r"arbiter-\w+" if manifest["kind"] == "ConfigMap" else "arbiter", manifest["metadata"]["name"])


def test_the_schema_notices_a_slip() -> None:
    manifest = resources(BASE)
    deployment = only(manifest, "Deployment")
    containers(deployment)[0]["readynessProbe"] = containers(deployment)[0].pop("readinessProbe")
    assert faults(deployment)
    service = only(manifest, "Service")
    service["spec"]["ports"][0]["port"] = "http"
    assert faults(service)


def test_all_that_was_asked_for_is_there(manifests: list[Manifest]) -> None:
    wanted = {"Deployment", "Service", "Ingress", "HorizontalPodAutoscaler", "PodDisruptionBudget", "NetworkPolicy"}
    assert wanted <= {each["kind"] for each in manifests}


def test_selectors_select_the_pods(manifests: list[Manifest]) -> None:
    deployment = only(manifests, "Deployment")
    pod = deployment["spec"]["template"]
    assert pod["metadata"]["labels"].items() >= LABELS.items()
    spread = pod["spec"]["topologySpreadConstraints"]
    selectors = [
        deployment["spec"]["selector"]["matchLabels"],
        only(manifests, "Service")["spec"]["selector"],
        only(manifests, "PodDisruptionBudget")["spec"]["selector"]["matchLabels"],
        only(manifests, "NetworkPolicy")["spec"]["podSelector"]["matchLabels"],
        *[each["labelSelector"]["matchLabels"] for each in spread],
    ]
    assert all(each == LABELS for each in selectors)
    assert {each["topologyKey"] for each in spread} == {"topology.kubernetes.io/zone", "kubernetes.io/hostname"}


def test_names_lead_to_each_other(manifests: list[Manifest]) -> None:
    deployment, service = only(manifests, "Deployment"), only(manifests, "Service")
    target = only(manifests, "HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]
    assert (target["apiVersion"], target["kind"], target["name"]) == ("apps/v1", "Deployment", deployment["metadata"]["name"])
    assert "replicas" not in deployment["spec"], "the autoscaler's business"
    (box,) = containers(deployment)
    assert box["envFrom"][0]["configMapRef"]["name"] == only(manifests, "ConfigMap")["metadata"]["name"]
    assert deployment["spec"]["template"]["spec"]["serviceAccountName"] == only(manifests, "ServiceAccount")["metadata"]["name"]
    mounted = {each["name"] for each in box["volumeMounts"]}
    assert mounted == {each["name"] for each in deployment["spec"]["template"]["spec"]["volumes"]}
    ports = {each["name"] for each in service["spec"]["ports"]}
    for _, backend in routes(only(manifests, "Ingress")):
        assert backend["service"]["name"] == service["metadata"]["name"]
        assert backend["service"]["port"]["name"] in ports


def test_ports_agree(manifests: list[Manifest]) -> None:
    deployment = only(manifests, "Deployment")
    (box,) = containers(deployment)
    ports = {each["name"]: each["containerPort"] for each in box["ports"]}
    data = only(manifests, "ConfigMap")["data"]
    assert ports["http"] == int(data["PORT"])
    assert [each["targetPort"] for each in only(manifests, "Service")["spec"]["ports"]] == ["http"]
    (rule,) = only(manifests, "NetworkPolicy")["spec"]["ingress"]
    assert [each["port"] for each in rule["ports"]] == ["http"]
    assert [("EXPOSE", data["PORT"])] == [each for each in dockerfile() if each[0] == "EXPOSE"]
    assert deployment["spec"]["template"]["metadata"]["annotations"]["prometheus.io/port"] == data["PORT"]
    assert environment()["PORT"] == data["PORT"]


def test_settings_are_settings(manifests: list[Manifest]) -> None:
    data = only(manifests, "ConfigMap")["data"]
    assert data.keys() <= VARIABLES
    settings = Settings.from_environment(data)
    assert settings.host == "0.0.0.0"
    assert settings.trusted_proxies == 1, "the ingress controller"


def test_probes_ask_for_what_is_there(manifests: list[Manifest]) -> None:
    (box,) = containers(only(manifests, "Deployment"))
    client = create_app(Settings(request_log=False)).test_client()
    probes = [box[name]["httpGet"] for name in ("startupProbe", "livenessProbe", "readinessProbe")]
    assert [each["port"] for each in probes] == ["http"] * 3
    assert [client.get(each["path"]).status_code for each in probes] == [200] * 3
    annotations = only(manifests, "Deployment")["spec"]["template"]["metadata"]["annotations"]
    assert client.get(annotations["prometheus.io/path"]).status_code == 200


def test_stopping_leaves_time_to_finish(manifests: list[Manifest]) -> None:
    spec = only(manifests, "Deployment")["spec"]["template"]["spec"]
    (box,) = spec["containers"]
    slept = int("".join(letter for letter in box["lifecycle"]["preStop"]["exec"]["command"][-1] if letter.isdigit()))
    graceful = int(only(manifests, "ConfigMap")["data"]["GRACEFUL_TIMEOUT"])
    assert spec["terminationGracePeriodSeconds"] > slept + graceful
    assert slept >= 5, "balancers need that long to hear of it"
    assert box["lifecycle"]["preStop"]["exec"]["command"][:2] == ["python", "-c"], "there is a Python, and no shell is needed"


def test_some_of_the_pods_may_be_drained_and_never_all(manifests: list[Manifest]) -> None:
    budget = only(manifests, "PodDisruptionBudget")["spec"]
    assert budget.keys() == {"maxUnavailable", "selector"}
    assert budget["maxUnavailable"] == 1
    assert only(manifests, "HorizontalPodAutoscaler")["spec"]["minReplicas"] > 1
    assert only(manifests, "Deployment")["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0


def test_only_the_edge_and_prometheus_get_in_and_nothing_gets_out(manifests: list[Manifest]) -> None:
    policy = only(manifests, "NetworkPolicy")["spec"]
    assert set(policy["policyTypes"]) == {"Ingress", "Egress"}
    assert policy["egress"] == []
    (rule,) = policy["ingress"]
    names = [each["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"] for each in rule["from"]]
    assert names == ["ingress-nginx", "monitoring"]
    assert only(manifests, "Ingress")["spec"]["ingressClassName"] == "nginx"
    assert "`monitoring`" in (DEPLOY / "prometheus" / "kubernetes.yml").read_text("utf-8")


def test_the_ingress_does_what_the_proxy_does(manifests: list[Manifest]) -> None:
    told = only(manifests, "Ingress")["metadata"]["annotations"]
    text = TEMPLATE.read_text("utf-8")
    directives = {
        "proxy-body-size": "client_max_body_size",
        "proxy-request-buffering": "proxy_request_buffering",
        "proxy-buffering": "proxy_buffering",
        "proxy-connect-timeout": "proxy_connect_timeout",
        "proxy-read-timeout": "proxy_read_timeout",
        "proxy-next-upstream": "proxy_next_upstream",
        "proxy-next-upstream-tries": "proxy_next_upstream_tries",
        "proxy-next-upstream-timeout": "proxy_next_upstream_timeout",
    }
    assert {name.removeprefix("nginx.ingress.kubernetes.io/") for name in told} == directives.keys()
    for name, directive in directives.items():
        (wanted,) = re.findall(rf"^\s*{directive} +([^;]+);", text, re.MULTILINE)
        if directive.endswith("timeout"):
            wanted = wanted.removesuffix("s")
        assert told[f"nginx.ingress.kubernetes.io/{name}"] == wanted, name


def test_nothing_is_privileged(manifests: list[Manifest]) -> None:
    spec = only(manifests, "Deployment")["spec"]["template"]["spec"]
    (box,) = spec["containers"]
    user = spec["securityContext"]["runAsUser"]
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert ("USER", f"{user}:{user}") in dockerfile()
    assert box["securityContext"]["readOnlyRootFilesystem"] is True
    assert box["securityContext"]["allowPrivilegeEscalation"] is False
    assert box["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    assert [each["mountPath"] for each in box["volumeMounts"]] == ["/tmp"]
    assert box["resources"]["requests"].keys() == {"cpu", "memory"}


def routes(ingress: Manifest) -> list[tuple[tuple[str, str], dict[str, Any]]]:
    return [
        ((path["path"], path["pathType"]), path["backend"])
        for rule in ingress["spec"]["rules"]
        for path in rule["http"]["paths"]
    ]


def test_the_world_sees_all_but_what_is_for_the_cluster(manifests: list[Manifest]) -> None:
    shown = [where for where, _ in routes(only(manifests, "Ingress"))]

    def is_shown(path: str) -> bool:
        return any(path == prefix or (kind == "Prefix" and path.startswith(prefix + "/")) for prefix, kind in shown)

    paths = {rule.rule for rule in create_app(Settings(request_log=False)).url_map.iter_rules()}
    assert {path for path in paths if not is_shown(path)} == set(PRIVATE)


def test_images_are_pinned(manifests: list[Manifest]) -> None:
    for box in containers(only(manifests, "Deployment")):
        name, _, tag = box["image"].rpartition(":")
        assert name
        assert tag not in ("", "latest")
        assert "." not in name, "no registry's host"


def test_the_autoscaler_reckons_as_the_readme_does(manifests: list[Manifest]) -> None:
    """A core requested for each worker; then the autoscaler's share of the request is the share of the workers."""
    (box,) = containers(only(manifests, "Deployment"))
    workers = int(only(manifests, "ConfigMap")["data"]["WORKERS"])
    assert workers == report.WORKERS == int(box["resources"]["requests"]["cpu"])
    assert "cpu" not in box["resources"]["limits"]
    scaler = only(manifests, "HorizontalPodAutoscaler")["spec"]
    (metric,) = scaler["metrics"]
    assert (metric["type"], metric["resource"]["name"]) == ("Resource", "cpu")
    assert metric["resource"]["target"] == {"type": "Utilization", "averageUtilization": round(100 * report.USED)}
    rows = re.findall(r"^\| ([\d,]+) .*?\| +([\d.]+) \| +(\d+) \| +(\d+) \| +([\d.]+) \|", README, re.MULTILINE)
    assert [int(rate.replace(",", "")) for rate, *_ in rows] == list(report.RATES)
    for _, busy, instances, cores, dollars in rows:
        assert int(cores) == int(instances) * workers
        assert float(dollars) == pytest.approx(int(cores) * report.CORE_HOUR, abs=0.005)
        assert (int(instances) - 1) * workers * report.USED == pytest.approx(float(busy), abs=workers * report.USED + 0.05)
    assert scaler["minReplicas"] >= int(rows[0][2])
    assert scaler["maxReplicas"] >= int(rows[-1][2])
    assert f"US$ {report.CORE_HOUR}" in README


def test_a_changed_setting_rolls_out() -> None:
    """The pods' template names the ConfigMap, whose name is another one when a setting is."""
    names = {containers(only(made, "Deployment"))[0]["envFrom"][0]["configMapRef"]["name"] for made in (ALL | WITH).values()}
    assert len(names) == len(ALL | WITH)
    for folder in (BASE, OVERLAY):
        assert not any("configmap" in name for name in read_yaml(folder / "kustomization.yaml")["resources"]), (
            "made, not written"
        )


@pytest.mark.parametrize("made", [WITH["metrics-port"], WITH["both"]])
def test_metrics_on_a_port_of_their_own(made: list[Manifest]) -> None:
    deployment, policy = only(made, "Deployment"), only(made, "NetworkPolicy")["spec"]
    settings = Settings.from_environment(only(made, "ConfigMap")["data"])
    ports = {each["name"]: each["containerPort"] for each in containers(deployment)[0]["ports"]}
    assert ports == {"http": settings.port, "metrics": settings.metrics_port}
    assert deployment["spec"]["template"]["metadata"]["annotations"]["prometheus.io/port"] == str(settings.metrics_port)
    ways = {
        each["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"]: [port["port"] for port in rule["ports"]]
        for rule in policy["ingress"]
        for each in rule["from"]
    }
    assert ways == {"ingress-nginx": ["http"], "monitoring": ["metrics"]}
    assert [each["name"] for each in only(made, "Service")["spec"]["ports"]] == ["http"]


@pytest.mark.parametrize("made", [WITH["redis"], WITH["both"]])
def test_rates_counted_in_a_redis(made: list[Manifest]) -> None:
    policy = only(made, "NetworkPolicy")["spec"]
    assert [[port["port"] for port in rule["ports"]] for rule in policy["egress"]] == [[53, 53], [6379]]
    assert {"secretRef": {"name": "arbiter-redis"}} in containers(only(made, "Deployment"))[0]["envFrom"]
    assert Settings.from_environment(only(made, "ConfigMap")["data"]).rate_limit
    (said,) = re.findall(
        r"secret generic arbiter-redis --from-literal=(\S+)", (COMPONENTS / "redis/kustomization.yaml").read_text()
    )
    name, _, value = said.partition("=")
    assert Settings.from_environment({name: value}).rate_limit_storage == value


def test_the_overlay_changes_what_it_says() -> None:
    ingress, autoscaler = only(ALL["example"], "Ingress"), only(ALL["example"], "HorizontalPodAutoscaler")
    assert ingress["spec"]["tls"][0]["hosts"] == [ingress["spec"]["rules"][0]["host"]]
    assert autoscaler["spec"]["minReplicas"] > only(ALL["base"], "HorizontalPodAutoscaler")["spec"]["minReplicas"]
