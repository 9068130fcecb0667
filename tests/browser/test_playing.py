"""Playing on: whole rounds by tapping the moves on offer."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.desk import SIZES, Desk

MOVES = "#panel .move, .cell.open"


def play_to_the_end(desk: Desk, most: int) -> int:
    """Taps moves, a different one each time (the winning one if there is), until none is on offer."""
    page = desk.page
    for count in range(most):
        page.wait_for_selector(f"{MOVES}, .over")
        offered = page.locator(MOVES)
        if page.locator(".over").count():
            return count
        wins = page.locator(".cell.wins")
        (wins.first if wins.count() else offered.nth((count * 7) % offered.count())).click()
        page.click("[data-key=skip]")
    raise AssertionError("no end")


@pytest.mark.parametrize(
    ("game", "size"), [("red7", "phone"), ("punto", "desktop"), ("the-game", "phone"), ("seven7s", "desktop")]
)
def test_a_round_to_its_end(open_desk: Callable[..., Desk], game: str, size: str) -> None:
    desk = open_desk(size=SIZES[size])
    desk.choose(game)
    desk.page.click("[data-run=deal]")
    expect(desk.page.locator("#tab-play")).to_have_attribute("aria-selected", "true")
    assert play_to_the_end(desk, 150) > 0
    expect(desk.page.locator(".latest")).to_contain_text("§")
    desk.ask("winning")
    expect(desk.headline).to_be_visible()
    expect(desk.page.locator(".answer.is-problem")).to_have_count(0)
    desk.ask("score")
    expect(desk.page.locator(".decision")).to_be_visible()


def test_effects_step_by_step_and_undo(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    page = desk.page
    desk.example("red7/8.1/six-against-three-cards")
    page.click("#tab-play")
    before = desk.state()
    page.click("""[data-action='{"type":"play_to_canvas","card":"I6"}']""")
    events = page.locator(".latest .event")
    expect(events).to_have_count(4)
    expect(events.nth(1)).to_contain_text("Bartek draws G7")
    assert "G7" in desk.state()["players"][1]["hand"]
    page.click("[data-key=undo]")
    assert desk.state() == before
    page.wait_for_selector("""[data-action='{"type":"play_to_canvas","card":"I6"}']""")


def test_a_tap_on_a_card_plays_it(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    page = desk.page
    desk.example("red7/8.1/six-against-three-cards")
    page.click("#tab-play")
    hand = "[data-pointer='/players/1/hand/{}']"
    expect(page.locator(hand.format(0))).to_have_class(re.compile("playable"))
    page.click("[data-pointer='/players/0/palette/0']")
    expect(page.locator("#toast")).to_contain_text("no legal move with this card")
    page.click(hand.format(0))
    expect(page.locator("#panel .move")).to_have_count(2)
    page.click("[data-key=all-moves]")
    expect(page.locator("#panel .move")).not_to_have_count(2)
    page.click(hand.format(1))
    expect(page.locator(".latest")).to_contain_text("Bartek plays Y5 to the Palette")


def test_the_moves_are_asked_for_and_judged(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    page = desk.page
    desk.example("red7/6.2/canvas-card-that-does-not-help")
    desk.ask("moves")
    expect(desk.headline).to_contain_text("Ania has")
    expect(page.locator(".answer .move").first).to_be_visible()
    desk.ask("legal")
    page.select_option("[data-key=kind-0]", "play_to_palette")
    page.select_option("[data-key=card-0]", "B4")
    page.click("[data-key=judge]")
    expect(desk.headline).to_contain_text("Yes, that is legal.")
    page.select_option("[data-key=card-0]", "V7")
    page.click("[data-key=judge]")
    expect(desk.headline).to_contain_text("V7 is not in hand")


def test_a_card_only_the_players_have_seen(open_desk: Callable[..., Desk]) -> None:
    """Fortunes turns up a card of a face-down pile: the page asks for it and goes on."""
    desk = open_desk()
    page = desk.page
    desk.choose("seven7s")
    desk.example("seven7s/4.3/a-blue-wonder-among-fortunes")
    page.click("#tab-play")
    page.click("""[data-action='{"type":"play","card":"wonders-5-blue","column":"fortunes"}']""")
    page.click("""[data-action='{"type":"call","value":3}']""")
    expect(page.locator("#toast")).to_contain_text("must be known")
    expect(page.locator("#tab-cards")).to_have_attribute("aria-selected", "true")
    page.click(".palette [data-card='seas-3-orange']")
    page.click("#tab-play")
    page.click("""[data-action='{"type":"call","value":3}']""")
    expect(page.locator(".latest")).to_contain_text("Seas 3 (orange) is turned up: won")


def test_the_next_round(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    desk.example("red7/8.2/run-to-the-red-seven")
    desk.page.click("#tab-play")
    desk.page.click("[data-key=next-round]")
    expect(desk.page.locator("#panel .move").first).to_be_visible()
    assert desk.state()["players"][0]["scored"] == ["R7", "Y6", "G5"]
