from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.desk import Desk
from tests.http.serving import Running, running

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# A browser that talks to nobody but the page under test.
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: install Debian's chromium to run the browser tests")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    # Nobody reads the log here, and a full pipe would stop the service.
    with running(REQUEST_LOG="off") as each:
        yield each


@pytest.fixture
def open_desk(browser: Browser, server: Running) -> Iterator[Callable[..., Desk]]:
    """Opens the page in a window of its own; at the end none of them may have had any trouble."""
    opened: list[Desk] = []

    def opening(**options: Any) -> Desk:
        desk = Desk(browser, options.pop("origin", f"http://127.0.0.1:{server.port}"), **options)
        opened.append(desk)
        return desk

    yield opening
    for desk in opened:
        desk.close()
        assert desk.troubles == []
        assert all(url.startswith((desk.origin, "data:")) for url in desk.asked), "asks nobody else"
