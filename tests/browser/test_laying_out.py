"""Laying out a table: by tapping, by keys alone, and wrongly."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.desk import SIZES, Desk

BARTEK = "/players/1/palette"
ANIA = "/players/0/palette"


@pytest.mark.parametrize("size", SIZES)
def test_tap_by_tap(open_desk: Callable[..., Desk], size: str) -> None:
    desk = open_desk(size=SIZES[size], touch=size == "phone")
    page = desk.page
    desk.lay("/canvas", "G1")
    expect(page.locator(".note")).to_contain_text("green rule")
    desk.lay(ANIA, "I7", "R2", "O2")
    desk.lay(BARTEK, "Y5", "B6", "V2", "V1")
    used = page.locator(".palette [data-card=V1]")
    expect(used).to_have_attribute("aria-pressed", "true")
    used.click()
    expect(page.locator(f"[data-pointer='{BARTEK}/3']")).to_have_count(0)
    page.click(f"[data-pointer='{BARTEK}/0']")
    assert desk.state()["players"][1]["palette"] == ["B6", "V2"]
    page.click("[data-key=undo-lay]")
    assert desk.state()["players"][1]["palette"] == ["Y5", "B6", "V2"]
    page.click("[data-key=ask-now]")
    expect(desk.headline).to_have_text("Bartek leads: two even cards each, Bartek’s 6 beats Ania’s 2.")
    assert desk.marked("good") == ["B6", "O2", "R2", "V2"]
    page.click("[data-key=turn-0]")
    expect(page.locator(".stale")).to_be_visible()
    desk.ask("winning")
    expect(desk.headline).to_contain_text("Ania would be out if the turn ended now.")


def test_punto_on_the_board(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    desk.choose("punto")
    page = desk.page
    page.click(".palette [data-card=R3]")
    page.click("[data-cell='1,1']")
    page.click(".palette [data-card=R2]")
    page.click(".palette [data-card=G5]")
    expect(page.locator("[data-cell='1,1']")).to_have_attribute("aria-label", "Cell 1, 1, green 5 (+1)")
    page.click("[data-cell='1,1']")
    assert desk.state()["board"] == [{"x": 0, "y": 0, "cards": ["R3"]}, {"x": 1, "y": 1, "cards": ["R2"]}]
    expect(page.locator("[data-cell='3,0']")).to_have_count(1)
    # The window slides with the cards: six columns at most can hold them all.
    board = [{"x": x, "y": 7, "cards": [f"R{x}"]} for x in range(3, 9)]
    desk.edit_json({**desk.state(), "board": board})
    expect(page.locator("[data-cell='2,7']")).to_have_count(0)
    expect(page.locator("[data-cell='8,7']")).to_have_count(1)


def test_the_games_commands_are_marked(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(language="pl")
    desk.choose("the-game")
    desk.page.select_option("[data-key=ink]", "skull")
    desk.page.click(".palette [data-card='42']")
    desk.page.select_option("[data-key=ink]", "")
    desk.lay("/piles/up_1", "42")
    assert desk.state()["commands"] == {"42": "skull"}
    expect(desk.page.locator("[data-pointer='/piles/up_1/0'] .foot")).to_contain_text("czaszka")


def test_hidden_cards_and_seats(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    page = desk.page
    desk.place("/players/1/hand")
    page.click("[data-key=hidden-card]")
    page.click("[data-run=setup]")
    page.get_by_label("Player 2").fill("Zosia")
    page.get_by_label("Player 2").press("Tab")
    page.get_by_text("Add a player").click()
    page.get_by_label("Variant").select_option(label="Advanced: points over rounds")
    page.get_by_label("Effects of odd cards").check()
    page.locator("[data-switch=canvas_draw] input").nth(1).check()
    page.get_by_text("Done").click()
    state = desk.state()
    assert [each["id"] for each in state["players"]] == ["Ania", "Zosia", "Bartek"]
    assert state["players"][1]["hand"] == ["??"]
    assert (state["variant"], state["effects"], state["rulings"]) == ("advanced", True, {"canvas_draw": "optional"})


@pytest.mark.parametrize(("language", "told"), [("en", "R7 lies in 2 places"), ("pl", "R7")])
def test_a_card_in_two_places(open_desk: Callable[..., Desk], language: str, told: str) -> None:
    desk = open_desk(language=language)
    players = [{"id": "Ania", "palette": ["R7", "G2"]}, {"id": "Bartek", "palette": ["B3"], "hand": ["R7"]}]
    desk.edit_json({"variant": "basic", "players": players, "canvas": ["G1"]})
    desk.page.click("[data-key=ask-now]")
    expect(desk.headline).to_have_text({"en": "This table cannot be right", "pl": "Ten stół nie może tak wyglądać"}[language])
    expect(desk.page.locator(".faults")).to_contain_text(told)
    assert desk.marked("fault") == ["R7", "R7"]
    desk.page.click("[data-pointer='/players/1/hand/0']")
    desk.ask("winning")
    expect(desk.headline).to_contain_text("Ania")
    assert desk.marked("fault") == []


def test_what_is_no_card_and_no_table(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    players = [{"id": "Ania", "palette": ["X9", "G2"]}, {"id": "Bartek", "palette": ["B3"]}]
    desk.edit_json({"variant": "basic", "players": players, "canvas": ["?"]})
    desk.page.click("[data-key=ask-now]")
    expect(desk.headline).to_have_text("This table cannot be right")
    assert desk.marked("fault") == ["?", "X9"]
    desk.edit_json({"players": [None]})
    expect(desk.page.locator("dialog .problem")).to_be_visible()
    desk.page.click("dialog .close")
    assert desk.state()["players"] == players


def test_places_at_fault(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    desk.choose("punto")
    board = [{"x": 0, "y": 0, "cards": ["R3", "R2"]}, {"x": 4, "y": 4, "cards": ["G1"]}]
    players = [{"id": "Ania", "colors": ["R", "Y"]}, {"id": "Bartek", "colors": ["G", "B"]}]
    desk.edit_json({"players": players, "board": board})
    desk.page.click("[data-key=ask-now]")
    expect(desk.page.locator(".faults li")).to_have_count(2)
    assert "R2" in desk.marked("fault")


def test_by_keys_alone(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(size=SIZES["desktop"])
    page = desk.page
    press = page.keyboard.press

    def reach(key: str) -> None:
        """Tab until the focus is there."""
        for _ in range(60):
            if page.evaluate("document.activeElement?.dataset.key") == key:
                return
            press("Tab")
        raise AssertionError(f"{key} is out of reach")

    reach("place-/canvas")
    press("Enter")
    reach("palette-R7")
    for _ in range(3):
        press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.card") == "G7"
    press("Enter")
    press("ArrowRight")
    press("End")
    assert page.evaluate("document.activeElement.dataset.card") == "V1"
    expect(page.locator("[data-pointer='/canvas/0']")).to_have_attribute("data-card", "G7")
    page.evaluate("document.activeElement.blur(); document.querySelector('h1').focus()")
    page.locator("[data-key='place-/players/0/palette']").focus()
    press("Enter")
    reach("palette-V1")
    press("ArrowUp")
    press("ArrowLeft")
    press("Space")
    expect(page.locator("[data-pointer='/players/0/palette/0']")).to_have_attribute("data-card", "I2")
    expect(page.locator("#live")).to_contain_text("indigo 2")
    reach("ask-now")
    press("Enter")
    expect(desk.headline).to_contain_text("Ania leads")
    expect(page.locator("#live")).to_contain_text("Ania leads")
    page.locator("#tab-ask").focus()
    press("ArrowRight")
    expect(page.locator("#tab-play")).to_be_focused()
    expect(page.locator("#tab-play")).to_have_attribute("aria-selected", "true")
