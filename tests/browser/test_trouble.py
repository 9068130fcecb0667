"""When the service refuses, is slow or cannot be reached: said as it is, tried again by a tap, and never on the wrong table."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256

import pytest
from playwright.sync_api import Route, expect

from tests.browser.desk import MOVES, PHONE, Desk, link
from tests.http.serving import running

ANY = "status of|ERR_FAILED"
TOO_MANY = {"type": "about:blank", "title": "Too many", "status": 429, "detail": "Wait a little.", "errors": []}


def refusing(status: int) -> Callable[[Route], None]:
    """What answers in the service's place: nothing (0), a problem, or a proxy's own page (502)."""

    def answer(route: Route) -> None:
        if status == 0:
            route.abort()
        elif status == 502:
            route.fulfill(status=502, content_type="text/html", body="<html>Bad gateway</html>")
        else:
            body = json.dumps({**TOO_MANY, "status": status})
            route.fulfill(status=status, content_type="application/problem+json", body=body)

    return answer


@pytest.mark.parametrize(
    ("status", "told"),
    [(0, "does not answer"), (429, "Wait a little. (429)"), (503, "Wait a little. (503)"), (502, "could not answer")],
)
def test_refused_is_not_a_wrong_table(open_desk: Callable[..., Desk], status: int, told: str) -> None:
    desk = open_desk(expected=ANY)
    page, trouble, retry = desk.page, desk.page.locator("#trouble"), "[data-key=retry]"
    answer = refusing(status)
    desk.example("red7/8.1/six-against-three-cards")
    page.route("**/v1/**", answer)
    # Playing on: neither the moves nor a move.
    page.click("#tab-play")
    expect(trouble).to_contain_text(told)
    expect(page.locator("#panel")).not_to_contain_text("cannot be right")
    page.unroute("**/v1/**", answer)
    page.click(retry)
    page.wait_for_selector(MOVES)
    expect(trouble).to_be_hidden()
    page.route("**/v1/**", answer)
    page.locator(MOVES).nth(1).click()
    expect(trouble).to_contain_text(told)
    page.unroute("**/v1/**", answer)
    page.click(retry)
    expect(page.locator(".latest .event").first).to_be_visible()
    page.keyboard.press("Escape")
    # Dealing, asking, another game, more examples.
    page.route("**/v1/**", answer)
    page.click("[data-run=deal]")
    expect(trouble).to_contain_text(told)
    page.unroute("**/v1/**", answer)
    page.click(retry)
    expect(page.locator(".latest")).to_have_count(0)
    page.wait_for_selector(MOVES)
    page.route("**/v1/**", answer)
    desk.ask("winning")
    expect(trouble).to_contain_text(told)
    expect(page.locator(".answer")).to_have_count(0)
    page.unroute("**/v1/**", answer)
    page.click(retry)
    expect(desk.headline).to_be_visible()
    expect(trouble).to_be_hidden()
    page.route("**/openapi.json", answer)
    page.click("[data-run=example]")
    page.click("[data-menu=more_examples]")
    expect(trouble).to_contain_text(told)
    page.unroute("**/openapi.json", answer)
    page.click(retry)
    expect(page.locator("[data-example]").nth(8)).to_be_attached()
    page.click("dialog .close")
    page.route("**/v1/**", answer)
    page.click("[data-question=moves]")
    expect(trouble).to_contain_text(told)
    page.click("[data-key=calm]")
    expect(trouble).to_be_hidden()


@pytest.mark.parametrize("status", [0, 503])
def test_refused_at_the_door(open_desk: Callable[..., Desk], status: int) -> None:
    desk = open_desk(expected=ANY, language="pl")
    answer = refusing(status)
    desk.page.route("**/v1/games", answer)
    desk.page.goto(desk.origin)
    expect(desk.page.locator("#trouble")).to_contain_text("Serwis nie")
    desk.page.unroute("**/v1/games", answer)
    desk.page.click("[data-key=retry]")
    desk.until_ready()
    desk.example("red7/5.2/two-even-cards-each")
    expect(desk.headline).to_contain_text("Bartek przetrwa")


def test_late_answers_are_dropped(open_desk: Callable[..., Desk]) -> None:
    """An answer that comes when another table lies there says nothing about it."""
    desk = open_desk(size=PHONE)
    page = desk.page
    held: list[Route] = []

    def hold(pattern: str) -> None:
        held.clear()
        page.route(pattern, lambda route: held.append(route))

    def let_go(pattern: str) -> None:
        for _ in range(200):
            page.wait_for_timeout(25)
            if held:
                break
        page.wait_for_timeout(50)  # a second one would be here by now
        for route in held:
            route.continue_()
        page.unroute(pattern)
        page.wait_for_timeout(150)

    # A move that is tapped twice is played once.
    desk.example("red7/8.1/six-against-three-cards")
    page.click("#tab-play")
    page.wait_for_selector(MOVES)
    hold("**/resolve")
    move = page.locator("#panel .move").nth(1)
    move.click()
    expect(page.locator("main")).to_have_attribute("aria-busy", "true")
    expect(move).to_have_attribute("aria-disabled", "true")
    move.click(force=True)
    let_go("**/resolve")
    assert len(held) == 1
    expect(page.locator(".latest")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("main")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".latest")).to_have_count(1)
    expect(page.locator(".log > li")).to_have_count(0)
    # A card is taken off while its ruling is on the way.
    desk.example("red7/5.2/two-even-cards-each")
    hold("**/verdict")
    page.click("[data-question=winning]")
    page.click("#tab-cards")
    page.click("[data-pointer='/players/1/palette/2']")
    let_go("**/verdict")
    assert desk.marked("good") == []
    page.click("#tab-ask")
    expect(page.locator(".answer")).to_have_class("answer is-stale")
    # Another game is chosen while a deal, a ruling or a move is on the way.
    for ask, waits in (("[data-run=deal]", "**/deal"), ("[data-question=winning]", "**/verdict")):
        desk.choose("red7")
        page.click("#tab-ask")
        hold(waits)
        page.click(ask)
        desk.choose("punto")
        let_go(waits)
        assert desk.state()["players"][0]["colors"] == ["R", "Y"]
        expect(page.locator(".answer")).to_have_count(0)
    desk.choose("red7")
    desk.deal()
    hold("**/resolve")
    page.locator("#panel .move").nth(2).click()
    desk.choose("the-game")
    let_go("**/resolve")
    assert "piles" in desk.state()
    # Of two questions the later one is answered, whichever answer comes first.
    desk.choose("red7")
    desk.example("red7/5.2/two-even-cards-each")
    hold("**/verdict")
    page.click("[data-question=winning]")
    page.click("[data-question=score]")
    expect(desk.headline).to_contain_text("The round is still on")
    let_go("**/verdict")
    expect(desk.headline).to_contain_text("The round is still on")


def test_an_api_key(open_desk: Callable[..., Desk]) -> None:
    key = "sesame"
    with running(REQUEST_LOG="off", API_KEYS=f"club:{sha256(key.encode()).hexdigest()}") as server:
        desk = open_desk(origin=f"http://127.0.0.1:{server.port}", ready=False, expected="status of 4(00|01|22)")
        page = desk.page
        field = page.get_by_label("API key", exact=True)
        # What no header can carry is never sent, nor kept.
        field.fill("zły klucz ✓")
        field.press("Enter")
        expect(page.locator("dialog .problem")).to_have_text("The service does not know this key.")
        expect(field).to_be_visible()
        assert page.evaluate("() => sessionStorage.length") == 0
        field.fill("nonsense")
        field.press("Enter")
        expect(page.locator("dialog .problem")).to_have_text("The service does not know this key.")
        page.click("dialog .close")
        expect(page.locator("#trouble")).to_contain_text("does not know this key")
        page.click("[data-key=retry]")
        field.fill(key)
        page.click("dialog .primary")
        desk.until_ready()
        desk.example("red7/5.2/two-even-cards-each")
        expect(desk.headline).to_contain_text("Bartek survives")
        page.wait_for_function("() => location.hash.length > 1")
        page.reload()
        expect(desk.headline).to_contain_text("Bartek survives")
        command = desk.copied("copy_curl")
        assert "Authorization: Bearer YOUR_API_KEY" in command
        assert key not in command
        assert key not in page.url
        page.click("[data-run=more]")
        page.click("[data-menu=forget_key]")
        page.click("[data-question=score]")
        expect(field).to_be_focused()
        field.fill(key)
        field.press("Enter")
        expect(desk.headline).to_contain_text("The round is still on")


BOMB = """
async () => {
  const stream = new Blob([new Uint8Array(60_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")).replaceAll("+", "-").replaceAll("/", "_");
}
"""
TABLE = {"variant": "basic", "players": [{"id": "Ania", "palette": ["R7"]}, {"id": "Bartek"}], "canvas": ["G1"]}


def test_links_that_hold_no_table(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    page = desk.page
    bad = [
        "/#zNonsense",
        link("red7", {"players": [None]}),
        link("red7", {"players": [{"id": "Ania"}], "canvas": "R7"}),
        link("chess", TABLE),
        link("red7", TABLE, "legal", "x"),  # type: ignore[arg-type]
        link("red7", TABLE, "legal", [{"type": "zzz"}, None]),  # type: ignore[list-item]
        link("red7", TABLE, "legal", [{"type": "zzz"}]),
        "/#z" + page.evaluate(BOMB).rstrip("="),
    ]
    for path in bad:
        desk.lay("/canvas", "G1")
        page.goto(desk.origin + path)
        expect(page.locator("#trouble")).to_contain_text("This link holds no table.")
        expect(page.locator("#table .card")).to_have_count(0)
        page.click("[data-key=calm]")
    desk.lay("/players/0/palette", "R7")
    page.click("[data-key=ask-now]")
    expect(desk.headline).to_contain_text("Ania leads")
    for game, action in (("seven7s", {"type": "play", "card": "ages-9-pink"}), ("the-game", {"type": "play", "pile": "left"})):
        state = {"players": [{"id": "Ania"}, {"id": "Bartek"}], "turn": {"player": "Ania"}}
        page.goto(desk.origin + link(game, state, "legal", [action]))
        expect(page.locator(f"[data-game={game}]")).to_have_attribute("aria-pressed", "true")
        expect(desk.headline).to_be_visible()
