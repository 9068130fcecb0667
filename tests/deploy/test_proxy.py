"""The shipped proxy configuration before two real instances."""

from __future__ import annotations

import gzip
import re
import signal
import socket
import time
from collections.abc import Iterator
from threading import Event, Thread

import orjson
import pytest

from service.adjudication.registry import games
from service.config import Settings
from tests.deploy.files import DEPLOY, read_yaml
from tests.deploy.proxy import NGINX, Fake, check, proxied
from tests.http.serving import Running, running, start
from tools.bench.server import free_port
from tools.proxy import TEMPLATE, configuration

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
JSON = {"Content-Type": "application/json"}
GAME = next(iter(games().values()))
PATH = f"/v1/{GAME.id}/{GAME.known_case.operation}"
BODY = orjson.dumps(GAME.known_case.request)
SIZE_OF_A_LONG_BODY = 2 * 1024 * 1024


@pytest.fixture(scope="module")
def two() -> Iterator[tuple[Running, Running]]:
    with running(WORKERS="1") as one, running(WORKERS="1") as other:
        yield one, other


@pytest.fixture(scope="module")
def front(two: tuple[Running, Running]) -> Iterator[Running]:
    with proxied(two[0].port, two[1].port) as port:
        yield Running(two[0].process, port)


def test_nginx_takes_the_configuration() -> None:
    assert "successful" in check(configuration(8080, ["127.0.0.1:8001", "127.0.0.1:8002"]))


def test_a_question_is_answered_as_without_the_proxy(front: Running, two: tuple[Running, Running]) -> None:
    through, straight = front.ask("POST", PATH, BODY, JSON), two[0].ask("POST", PATH, BODY, JSON)
    assert through[0] == 200
    assert through[2] == straight[2]


def test_the_request_id_goes_all_the_way(front: Running) -> None:
    assert front.ask("POST", PATH, BODY, JSON | {"X-Request-ID": "table-7"})[1]["X-Request-ID"] == "table-7"
    assert len(front.ask("POST", PATH, BODY, JSON | {"X-Request-ID": "not one"})[1]["X-Request-ID"]) == 32


def test_both_instances_get_requests(front: Running, two: tuple[Running, Running]) -> None:
    for _ in range(20):
        assert front.ask("POST", PATH, BODY, JSON)[0] == 200
    for each in two:
        assert GAME.known_case.operation in each.ask("GET", "/metrics")[2].decode()


def test_metrics_are_not_for_the_world(front: Running) -> None:
    status, headers, body = front.ask("GET", "/metrics")
    assert status == 404
    assert headers["Content-Type"] == "application/problem+json"
    assert orjson.loads(body)["type"] == "/problems/not-found"


def test_what_the_proxy_refuses_is_a_problem_too(front: Running) -> None:
    status, headers, body = front.ask("POST", PATH, b" " * (SIZE_OF_A_LONG_BODY + 1), JSON)
    assert (status, orjson.loads(body)["type"]) == (413, "/problems/too-large")
    assert headers["Content-Language"] == "en"
    assert headers["X-Request-ID"]
    answer = front.raw(b"GET / HTTP/1.1\r\nHost: a\r\nBroken Header\r\nX: " + b"y" * 70_000 + b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"/problems/bad-request" in answer


def test_a_body_as_long_as_a_batch_may_be_reaches_the_service(front: Running) -> None:
    status, _, body = front.ask("POST", "/v1/batch", b'{"requests":[]}'.ljust(SIZE_OF_A_LONG_BODY), JSON)
    assert (status, orjson.loads(body)["type"]) == (400, "/problems/malformed")


def test_clients_that_dawdle_hold_no_worker(front: Running) -> None:
    """More of them than there are workers, each with half a request sent, and still the next question is answered at once."""
    head = f"POST {PATH} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n".encode()
    slow = [socket.create_connection(("127.0.0.1", front.port), 10) for _ in range(8)]
    try:
        for each in slow:
            each.sendall(head + BODY[:10])
        began = time.perf_counter()
        assert front.ask("POST", PATH, BODY, JSON)[0] == 200
        assert time.perf_counter() - began < 5
        for each in slow:
            each.sendall(BODY[10:])
            assert each.recv(65536).startswith(b"HTTP/1.1 200")
    finally:
        for each in slow:
            each.close()


def test_a_post_to_a_dead_instance_is_asked_of_the_other(two: tuple[Running, Running]) -> None:
    with proxied(two[0].port, free_port()) as port:
        through = Running(two[0].process, port)
        assert {through.ask("POST", PATH, BODY, JSON)[0] for _ in range(20)} == {200}


def test_a_post_whose_instance_dies_over_it_is_asked_of_the_other(two: tuple[Running, Running]) -> None:
    """The connection is taken, the request read, and then cut: only `non_idempotent` has a POST sent again after that."""
    cut = 0
    with socket.create_server(("127.0.0.1", 0)) as listener, proxied(two[0].port, listener.getsockname()[1]) as port:
        listener.settimeout(0.2)
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", port), 10) as client:
                client.sendall(
                    f"POST {PATH} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n"
                    f"Content-Length: {len(BODY)}\r\n\r\n".encode()
                    + BODY
                )
                try:
                    taken, _ = listener.accept()
                except TimeoutError:
                    pass
                else:
                    taken.recv(65536)
                    taken.close()
                    cut += 1
                assert client.recv(65536).startswith(b"HTTP/1.1 200")
    assert cut > 0


def test_clients_are_counted_apart_and_none_can_claim_to_be_another() -> None:
    shipped = read_yaml(DEPLOY / "compose.yaml")["services"]["arbiter-1"]["environment"]
    with running(**{**shipped, "WORKERS": "1", "RATE_LIMIT": "3/minute"}) as one, proxied(one.port) as port:
        through = Running(one.process, port)

        def ask(source: str, **headers: str) -> int:
            return through.ask("POST", PATH, BODY, JSON | headers, source=source)[0]

        assert [ask("127.0.0.2") for _ in range(4)] == [200, 200, 200, 429]
        assert ask("127.0.0.3") == 200, "another client has requests of its own"
        for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
            claim = "for=127.0.0.9" if header == "Forwarded" else "127.0.0.9"
            assert ask("127.0.0.2", **{header: claim}) == 429, header
        batch = orjson.dumps({"requests": [{"id": str(i), "game": "none", "operation": "none"} for i in range(9)]})
        assert through.ask("POST", "/v1/batch", batch, JSON, source="127.0.0.3")[0] == 200
        assert ask("127.0.0.3") == 200, "a batch is one request"
        assert ask("127.0.0.3") == 429


@pytest.mark.parametrize("status", [502, 504])
def test_what_a_proxy_in_between_says_of_its_instance_is_asked_of_the_other(two: tuple[Running, Running], status: int) -> None:
    with Fake(status) as broken, proxied(two[0].port, broken.port) as port:
        through = Running(two[0].process, port)
        assert {through.ask("POST", PATH, BODY, JSON)[0] for _ in range(6)} == {200}
        assert broken.asked


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_the_service_itself_says_is_not_asked_twice(two: tuple[Running, Running], status: int) -> None:
    with Fake(status) as sure, proxied(two[0].port, sure.port) as port:
        through = Running(two[0].process, port)
        statuses = [through.ask("POST", PATH, BODY, JSON)[0] for _ in range(6)]
        assert statuses.count(status) == len(sure.asked) > 0
        assert set(statuses) == {200, status}


def test_a_post_whose_instance_hangs_is_asked_of_the_other(two: tuple[Running, Running]) -> None:
    shorter = ("proxy_read_timeout 15s;", "proxy_read_timeout 1s;")
    with Fake(None) as hanging, proxied(two[0].port, hanging.port, replace=shorter) as port:
        through = Running(two[0].process, port)
        assert {through.ask("POST", PATH, BODY, JSON)[0] for _ in range(2)} == {200}
        assert hanging.asked


def test_an_instance_hears_who_asks_from_the_proxy_alone() -> None:
    """What a client says of itself and of where it comes from is not passed on, not even beside the truth."""
    claimed = {"X-Forwarded-For": "192.0.2.1", "Forwarded": "for=192.0.2.1", "X-Forwarded-Proto": "https"}
    with Fake() as listening, proxied(listening.port) as port:
        with socket.create_connection(("127.0.0.1", port), 10, ("127.0.0.2", 0)) as client:
            lines = "".join(f"{name}: {value}\r\n" for name, value in claimed.items())
            client.sendall(f"POST {PATH} HTTP/1.1\r\nHost: judge.example\r\n{lines}Content-Length: 2\r\n\r\n{{}}".encode())
            assert client.recv(65536).startswith(b"HTTP/1.1 200")
        (heard,) = listening.asked
        assert heard.get_all("X-Forwarded-For") == ["127.0.0.2"]
        assert heard.get_all("X-Forwarded-Proto") == ["http"]
        assert heard.get_all("Forwarded") is None
        assert heard.get_all("Host") == ["judge.example"]
        assert len(heard["X-Request-ID"]) == 32


def test_long_answers_are_compressed(front: Running) -> None:
    status, headers, body = front.ask("GET", "/openapi.json", headers={"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert "Accept-Encoding" in headers["Vary"]
    assert gzip.decompress(body) == front.ask("GET", "/openapi.json")[2]


def test_a_page_can_read_what_the_proxy_refuses(front: Running) -> None:
    """Without the header a browser tells the page nothing but that the network failed."""
    origin = JSON | {"Origin": "https://play.example"}
    with proxied(free_port()) as port:
        nobody_there = Running(front.process, port).ask("POST", PATH, BODY, origin)
    refused = [
        nobody_there,
        front.ask("POST", PATH, b" " * (SIZE_OF_A_LONG_BODY + 1), origin),
        front.ask("GET", "/metrics", headers=origin),
    ]
    assert [status for status, *_ in refused] == [503, 413, 404]
    allowed = front.ask("POST", PATH, BODY, origin)[1]
    for _, headers, _ in refused:
        for name in ("Access-Control-Allow-Origin", "Access-Control-Expose-Headers"):
            assert headers[name] == allowed[name]


def test_a_client_that_does_not_go_on_is_hung_up_on(two: tuple[Running, Running]) -> None:
    with proxied(two[0].port, replace=("client_body_timeout   10s;", "client_body_timeout 1s;")) as port:
        begun = f"POST {PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
        with pytest.raises(ConnectionResetError):
            Running(two[0].process, port).raw(begun.encode())


def test_the_proxy_waits_for_as_long_as_an_instance_may_take() -> None:
    """And gives up early enough to ask another one."""
    text = TEMPLATE.read_text("utf-8")

    def seconds(name: str) -> int:
        (found,) = re.findall(rf"^\s*{name} +(\d+)s;", text, re.MULTILINE)
        return int(found)

    instance = Settings.from_environment(read_yaml(DEPLOY / "compose.yaml")["services"]["arbiter-1"]["environment"])
    may_take = (instance.max_client_ms + max(instance.max_judging_ms, instance.max_batch_ms)) / 1000
    assert may_take < seconds("proxy_read_timeout") < seconds("proxy_next_upstream_timeout") < instance.timeout
    assert seconds("proxy_connect_timeout") + seconds("proxy_read_timeout") < seconds("proxy_next_upstream_timeout")
    assert seconds("client_body_timeout") == instance.max_client_ms / 1000
    assert re.findall(r"client_max_body_size +(\d+)m;", text) == [str(instance.max_batch_bytes // 1024**2)]


def test_no_instance_at_all_is_a_503_to_try_again() -> None:
    with proxied(free_port(), free_port()) as port, running(WORKERS="1") as unrelated:
        status, headers, body = Running(unrelated.process, port).ask("POST", PATH, BODY, JSON)
        assert status == 503
        assert headers["Retry-After"] == "1"
        assert orjson.loads(body)["type"] == "/problems/not-ready"


def test_no_request_is_lost_when_an_instance_stops_gracefully(two: tuple[Running, Running]) -> None:
    with running(WORKERS="1") as leaving, proxied(two[0].port, leaving.port) as port:
        through = Running(two[0].process, port)
        statuses = []
        for i in range(60):
            if i == 20:
                leaving.process.send_signal(signal.SIGTERM)
            statuses.append(through.ask("POST", PATH, BODY, JSON)[0])
        assert set(statuses) == {200}


def test_no_request_is_lost_when_all_instances_are_restarted_in_turn() -> None:
    """The second goes as soon as the first is back: nginx must not still think the first one dead."""
    ports = free_port(), free_port()
    processes = [start({"PORT": str(port), "WORKERS": "1", "REQUEST_LOG": "off"}) for port in ports]
    statuses: list[int] = []
    try:
        for process, port in zip(processes, ports, strict=True):
            Running(process, port).until_ready()
        with proxied(*ports) as port:
            through, stop = Running(processes[0], port), Event()

            def keep_asking() -> None:
                while not stop.is_set():
                    statuses.append(through.ask("POST", PATH, BODY, JSON)[0])

            asking = Thread(target=keep_asking)
            asking.start()
            for i, own in enumerate(ports):
                processes[i].send_signal(signal.SIGTERM)
                processes[i].communicate(timeout=20)
                processes[i] = start({"PORT": str(own), "WORKERS": "1", "REQUEST_LOG": "off"})
                Running(processes[i], own).until_ready()
            stop.set()
            asking.join()
    finally:
        for process in processes:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=20)
    assert len(statuses) > 50
    assert set(statuses) == {200}
