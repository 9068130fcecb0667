"""Playing on: whole rounds by tapping the moves on offer."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from service.adjudication.registry import games
from tests.browser.desk import MOVES, SIZES, Desk

# Taps moves, a different one each time (the winning one if there is), skips their steps, until none is on offer.
TO_THE_END = """
async ({ moves, most }) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const until = async (test) => {
    const late = performance.now() + 10_000;
    while (!test()) {
      if (performance.now() > late) throw new Error(`waited in vain: ${test}`);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  };
  for (let count = 0; count < most; count++) {
    await until(() => !all("[data-key=skip]").length && all(`${moves}, .over`).length);
    if (all(".over").length) return count;
    const offered = all(moves);
    (all(".cell.wins")[0] ?? offered[(count * 7) % offered.length]).click();
    await until(() => all("[data-key=skip]").length);
    all("[data-key=skip]")[0].click();
  }
  throw new Error("no end");
}
"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", games())
def test_a_round_to_its_end(open_desk: Callable[..., Desk], game: str, size: str) -> None:
    language = "pl" if (size == "phone") == (game in ("red7", "seven7s")) else "en"
    desk = open_desk(size=SIZES[size], language=language)
    desk.choose(game)
    desk.deal()
    expect(desk.page.locator("#tab-play")).to_have_attribute("aria-selected", "true")
    assert desk.page.evaluate(TO_THE_END, {"moves": MOVES, "most": 150}) > 0
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
    desk.move({"type": "play_to_canvas", "card": "I6"})
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
    desk.move({"type": "play", "card": "wonders-5-blue", "column": "fortunes"})
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


def test_the_deal_is_told_in_the_readers_language(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(size=SIZES["desktop"])
    desk.deal()
    expect(desk.page.locator(".log")).to_contain_text("starts")
    desk.page.click("[data-key=language]")
    expect(desk.page.locator(".log")).to_contain_text("Zaczyna")
    desk.page.locator(MOVES).nth(1).click()
    expect(desk.page.locator(".latest")).to_contain_text("Palety")
    desk.page.click("[data-key=language]")
    expect(desk.page.locator(".log")).to_contain_text("starts")
    expect(desk.page.locator(".latest")).to_contain_text("plays")


def test_a_hand_that_nobody_has_seen(open_desk: Callable[..., Desk]) -> None:
    """Ania's hand is face down: the page asks for it and does not call the table wrong."""
    desk = open_desk()
    desk.example("red7/8.1/six-against-three-cards")
    desk.page.click("#tab-play")
    desk.move({"type": "play_to_canvas", "card": "I6"})
    expect(desk.page.locator("#panel")).to_contain_text("Say first what Ania holds")
    expect(desk.page.locator("#panel")).not_to_contain_text("cannot be right")
    expect(desk.page.locator("[data-pointer='/players/0/hand/0']")).to_have_class(re.compile("mark-need"))
    # A tap on the table while playing on takes no card away.
    desk.page.click("[data-pointer='/players/0/hand/0']")
    assert desk.state()["players"][0]["hand"] == ["??", "??", "??"]
