"""For everybody: no accessibility fault, nothing that jumps, nothing that the policy forbids, wherever it is mounted."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Route, expect
from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.serving import WSGIRequestHandler, make_server

from service import create_app
from service.adjudication.registry import games
from service.config import Settings
from tests.browser.desk import PHONE, SIZES, SMALL, WIDE, Desk, Scheme

AXE = Axe()
# Everything axe knows of WCAG 2.2 A and AA, and its own good practice.
OPTIONS = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], "resultTypes": ["violations"]}


def faults(desk: Desk) -> list[str]:
    found: list[dict[str, Any]] = AXE.run(desk.page, options=OPTIONS).response["violations"]
    return [
        f"{each['id']}: {node['html'][:150]}  {node.get('failureSummary', '')[:300]}"
        for each in found
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", games())
def test_axe(open_desk: Callable[..., Desk], game: str, size: str, scheme: Scheme) -> None:
    language = "pl" if (size == "phone") == (scheme == "light") else "en"
    desk = open_desk(size=SIZES[size], scheme=scheme, language=language)
    desk.choose(game)
    desk.page.click("[data-run=deal]")
    desk.page.wait_for_selector("#panel .move, .cell.open")
    desk.page.locator("#panel .move, .cell.open").first.click()
    desk.page.wait_for_selector("#panel .latest")
    assert faults(desk) == [], "playing"
    desk.page.click("[data-run=example]")
    desk.page.locator("[data-example]").first.click()
    expect(desk.headline).to_be_visible()
    assert faults(desk) == [], "an answer"
    if size == "phone":
        desk.page.click("#tab-cards")
        assert faults(desk) == [], "the palette"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_elsewhere(open_desk: Callable[..., Desk], scheme: Scheme) -> None:
    desk = open_desk(scheme=scheme)
    assert faults(desk) == []
    desk.page.click("[data-run=setup]")
    assert faults(desk) == []
    desk.page.click("dialog .close")
    desk.edit_json({"variant": "basic", "players": [{"id": "Ania", "palette": ["R7", "R7"]}, {"id": "Bartek"}]})
    desk.page.click("[data-key=ask-now]")
    expect(desk.page.locator(".faults")).to_be_visible()
    assert faults(desk) == []
    desk.ask("legal")
    assert faults(desk) == []
    for game in games() if scheme == "light" else ["punto"]:
        desk.go(f"/rules/{game}")
        desk.page.click("[data-show=both]")
        assert faults(desk) == []
    colour = "getComputedStyle(document.body).backgroundColor"
    before = desk.page.evaluate(colour)
    desk.page.click("#theme")
    assert desk.page.evaluate(colour) != before
    desk.go("/")
    assert desk.page.evaluate("document.documentElement.dataset.theme") == ("dark" if scheme == "light" else "light")


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps(open_desk: Callable[..., Desk], size: str) -> None:
    desk = open_desk(size=SIZES[size])
    desk.page.wait_for_timeout(300)
    assert desk.shift < 0.01, "on arrival"
    desk.example("red7/5.2/two-even-cards-each")
    desk.go("/rules/red7#9.6")
    assert desk.shift < 0.01


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_small_phone(open_desk: Callable[..., Desk], language: str) -> None:
    """Nothing is cut off, all cards of the palette show at once, every target can be hit."""
    desk = open_desk(size=SMALL, language=language)
    page = desk.page
    for game in games():
        desk.choose(game)
        assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]
        for each in (".actions", "#panel", ".palette"):
            wide, high = page.evaluate(
                "(where) => { const e = document.querySelector(where);"
                " return [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]; }",
                each,
            )
            assert wide <= 0, (game, each)
            assert high <= 0, (game, each)
        boxes = page.evaluate(
            """() => [...document.querySelectorAll("main button, header button")].map((each) => {
              const { width, height } = each.getBoundingClientRect();
              return [each.dataset.key, width, height];
            })"""
        )
        assert [box for box in boxes if box[1] < 24 or box[2] < 24] == [], game
        for label in page.locator(".zone.column .place, .palette .card").all():
            assert label.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), (game, label.inner_text())


def test_one_round_of_small_files(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    entries = desk.page.evaluate(
        "performance.getEntriesByType('resource').map((each) => [each.name, each.initiatorType, each.encodedBodySize])"
    )
    modules = [name for name, _, _ in entries if name.endswith(".js")]
    assert len(modules) == len(set(modules)), "each once"
    linked = desk.page.locator("link[rel=modulepreload], script[src]").count()
    assert set(modules) == {each for each in modules if "/desk/" in each}
    assert len(modules) <= linked, "nothing that was not announced in the page"
    assert max(size for _, _, size in entries) < 32_000
    assert sum(size for _, _, size in entries) < 220_000
    asked = {name.removeprefix(desk.origin) for name, _, _ in entries}
    assert "/v1/games" in asked
    # Nothing waits for anything else that was fetched: all of it is asked for before the first of it is used.
    starts, first = desk.page.evaluate(
        """() => {
          const entries = performance.getEntriesByType("resource").filter((each) => !each.name.endsWith("icon.svg"));
          const html = performance.getEntriesByType("navigation")[0];
          return [Math.max(...entries.map((each) => each.startTime)), html.domInteractive];
        }"""
    )
    assert starts < first, "one round"


def test_the_language_follows_the_reader(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(language="pl-PL")
    expect(desk.page.locator("html")).to_have_attribute("lang", "pl")
    desk.example("red7/5.2/two-even-cards-each")
    expect(desk.headline).to_contain_text("przetrwa")
    desk.page.click("[data-key=language]")
    expect(desk.headline).to_contain_text("survives")
    expect(desk.page.locator(".finding").first).to_contain_text("lies on top of the Canvas")
    desk.page.wait_for_timeout(500)
    desk.page.reload()
    expect(desk.headline).to_contain_text("survives")
    expect(desk.page.locator("html")).to_have_attribute("lang", "en")


def test_light_and_dark(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(scheme="dark")
    colour = "getComputedStyle(document.body).backgroundColor"
    dark = desk.page.evaluate(colour)
    desk.page.click("[data-key=theme]")
    light = desk.page.evaluate(colour)
    assert dark != light
    desk.page.reload()
    desk.page.wait_for_selector("body[data-ready]")
    assert desk.page.evaluate(colour) == light


class _Silent(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: object) -> None:
        pass


def test_below_a_path(open_desk: Callable[..., Desk]) -> None:
    mounted = DispatcherMiddleware(NotFound(), {"/arbiter": create_app(Settings(request_log=False))})
    server = make_server("127.0.0.1", 0, mounted, threaded=True, request_handler=_Silent)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        desk = open_desk(origin=f"http://127.0.0.1:{server.port}", path="/arbiter")
        desk.example("red7/5.2/two-even-cards-each")
        expect(desk.headline).to_contain_text("Bartek survives")
        desk.page.click("[data-clause='red7/5.2'] .clause-link")
        desk.page.wait_for_url("**/arbiter/rules/red7#5.2")
        desk.page.click(".brand a")
        desk.page.wait_for_selector("body[data-ready]")
        assert all("/arbiter" in url for url in desk.asked if url.startswith("http"))
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("size", [PHONE, WIDE])
def test_a_game_without_a_table_of_its_own(open_desk: Callable[..., Desk], size: tuple[int, int]) -> None:
    """A fifth game works at once: its state is JSON, the questions and the moves are as for the others."""
    desk = open_desk(size=size)

    def without_adapters(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('data-adapters="punto red7', 'data-adapters="punto'))

    desk.page.route(desk.origin + "/", without_adapters)
    desk.go("/")
    desk.choose("red7")
    expect(desk.page.locator("textarea.json")).to_be_visible()
    desk.page.fill(
        "textarea.json",
        """{"variant": "basic", "canvas": ["G1"], "turn": {"player": "Bartek"}, "players": [
        {"id": "Ania", "palette": ["I7", "R2"], "hand": ["B1"]}, {"id": "Bartek", "palette": ["Y5", "B6"], "hand": ["V1"]}]}""",
    )
    desk.page.click(".json-editor .primary")
    desk.page.click("[data-key=ask-now]")
    expect(desk.headline).to_contain_text("the green rule is in force")
    desk.page.click("#tab-play")
    desk.page.locator("#panel .move").first.click()
    expect(desk.page.locator(".latest")).to_contain_text("Bartek")
    desk.page.click("[data-run=example]")
    desk.page.click("[data-menu=more_examples]")
    desk.page.locator("[data-example]").nth(2).click()
    expect(desk.headline).to_be_visible()
    assert faults(desk) == []
