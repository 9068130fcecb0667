"""Metrics for Prometheus, right for one process and for several gunicorn workers.

One histogram carries everything: its count is the number of requests, so a request costs one observation. The counter that
dashboards expect is made from it when scraped.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector

from service import __version__
from service.http.usage import Usage, usage

LABELS = ("game", "operation", "status")
LATENCY = "arbiter_request_duration_seconds"
CONTENT_TYPE = CONTENT_TYPE_LATEST
# Answers take from some 20 µs to a few ms inside; the last buckets are for those that went wrong.
BUCKETS = (
    0.00005, 0.0001, 0.00015, 0.0002, 0.0003, 0.0005, 0.00075, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0,
)  # fmt: skip


class Route:
    """What a request is counted as. Its label children are looked up once a status and kept."""

    __slots__ = ("_children", "_histogram", "game", "operation")

    def __init__(self, histogram: Histogram, game: str, operation: str) -> None:
        self.game = game
        self.operation = operation
        self._histogram = histogram
        self._children: dict[str, Histogram] = {}

    def observe(self, status: str, seconds: float) -> None:
        child = self._children.get(status)
        if child is None:
            child = self._children[status] = self._histogram.labels(self.game, self.operation, status)
        child.observe(seconds)


class Clients:
    """Requests by the name of the API key; there only where keys are set."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._counter = Counter("arbiter_client_requests", "Requests by API key.", ("client", "status"), registry=registry)

    def count(self, client: str, status: str) -> None:
        self._counter.labels(client, status).inc()


class Metrics:
    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        # The application is loaded before the workers are forked, so this is their master.
        self._master = os.getpid()
        self._registry = CollectorRegistry()
        self._latency = Histogram(
            LATENCY, "Time to answer a request inside the service.", LABELS, buckets=BUCKETS, registry=self._registry
        )
        self._items = Counter(
            "arbiter_batch_items", "Requests answered as members of a batch.", LABELS, registry=self._registry
        )  # fmt: skip

    def route(self, operation: str, game: str = "") -> Route:
        return Route(self._latency, game, operation)

    def clients(self) -> Clients:
        return Clients(self._registry)

    def count_items(self, game: str, operation: str, status: int, times: int) -> None:
        self._items.labels(game, operation, str(status)).inc(times)

    def exposition(self) -> bytes:
        """Everything, of all workers: with several of them the numbers lie in files, read anew for every scrape."""
        source: CollectorRegistry | MultiProcessCollector = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            source = MultiProcessCollector(CollectorRegistry())  # type: ignore[no-untyped-call]
        scrape = CollectorRegistry()
        scrape.register(_Scrape(source, self._workers, usage(self._master)))
        return generate_latest(scrape)


class _Scrape:
    """The collected metrics, with what follows from them."""

    def __init__(self, source: CollectorRegistry | MultiProcessCollector, workers: int, used: Usage | None) -> None:
        self._source = source
        self._workers = workers
        self._used = used

    def collect(self) -> Iterable[Metric]:
        requests = CounterMetricFamily("arbiter_requests", "Requests answered.", labels=LABELS)
        for metric in self._source.collect():
            if metric.name == LATENCY:
                for sample in metric.samples:
                    if sample.name == LATENCY + "_count":
                        requests.add_metric([sample.labels[label] for label in LABELS], sample.value)
            yield metric
        yield requests
        yield GaugeMetricFamily("arbiter_workers", "Worker processes of this instance.", value=self._workers)
        if self._used is not None:
            cpu, memory = self._used
            yield CounterMetricFamily("arbiter_cpu_seconds", "Processor time of all processes of this instance.", value=cpu)
            yield GaugeMetricFamily("arbiter_worker_memory_bytes", "Resident memory of the largest worker.", value=memory)
        yield InfoMetricFamily("arbiter_build", "The version that answers.", value={"version": __version__})
