"""Laying out a table: by tapping, by keys alone, and wrongly."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.desk import MOVES, SIZES, SMALL, Desk, link

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
    # Whether he survives depends on whose turn it is, and on what was played in it: two taps say so.
    page.click("[data-so-far=Bartek]")
    page.click("[data-so-far=B6]")
    expect(desk.headline).to_have_text("Bartek survives: two even cards each, Bartek’s 6 beats Ania’s 2.")
    expect(page.locator(f"[data-pointer='{BARTEK}/1']")).to_have_class(re.compile("played"))
    page.click("[data-key=turn-0]")
    expect(page.locator(".stale")).to_be_visible()
    desk.ask("winning")
    expect(desk.headline).to_contain_text("Ania would be out if the turn ended now.")


# A dispute of each game, laid out card by card: where lies what, the question, its first sentence, what is marked.
TAPPED: dict[str, tuple[list[tuple[str, list[str]]], str, dict[str, str], list[str]]] = {
    "the-game": (
        [("/piles/up_1", ["90"]), ("/piles/up_2", ["95"]), ("/piles/down_1", ["9"]), ("/piles/down_2", ["12"]),
         ("/players/0/hand", ["91", "40", "50"]), ("/deck", ["??"])],
        "winning",
        {"en": "The game is lost: the cards that must be laid cannot be laid.",
         "pl": "Gra jest przegrana: nie da się wyłożyć wymaganych kart."}, [],
    ),
    "punto": (
        [(f"{x},{x}", [f"R{x + 3}"]) for x in range(5)], "winning",
        {"en": "Ania wins the round: 5 red cards in a line.", "pl": "Rundę wygrywa Ania: 5 kart czerwonych w linii."},
        ["R3", "R4", "R5", "R6", "R7"],
    ),
    "seven7s": (
        [("/columns/colors", ["colors-3-blue"]), ("/players/0/hand", ["seas-4-yellow", "wonders-1-red"]),
         ("/players/1/hand", ["virtues-1-blue", "fortunes-2-violet"])],
        "winning",
        {"en": "Bartek would win now: 9 points against Ania’s 5.", "pl": "Teraz wygrywa Bartek: 9 punktów, a Ania ma 5."},
        ["fortunes-2-violet", "seas-4-yellow", "virtues-1-blue", "wonders-1-red"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("game", TAPPED)
def test_a_dispute_tap_by_tap(open_desk: Callable[..., Desk], game: str, language: str) -> None:
    places, question, told, marked = TAPPED[game]
    desk = open_desk(size=SMALL if language == "pl" else SIZES["desktop"], language=language, touch=language == "pl")
    desk.choose(game)
    for place, cards in places:
        if "," in place:
            desk.page.click(f"[data-cell='{place}']")
            for card in cards:
                desk.page.click(f".palette [data-card='{card}']")
        else:
            desk.lay(place, *cards)
    if game == "the-game":
        desk.page.click("[data-key=turn-0]")
    desk.ask(question)
    expect(desk.headline).to_have_text(told[language])
    assert desk.marked("good") == marked


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


# For each game a table with a card too often, the card, and where it lies.
TWICE: dict[str, tuple[dict[str, Any], list[str]]] = {
    "red7": (
        {"variant": "basic", "canvas": ["G1"], "players": [
            {"id": "Ania", "palette": ["R7", "G2"]}, {"id": "Bartek", "palette": ["B3"], "hand": ["R7"]},
        ]}, ["R7", "R7"],
    ),
    "the-game": (
        {"players": [{"id": "Ania", "hand": ["21", "30"]}, {"id": "Bartek", "hand": ["50"]}], "piles": {"up_1": ["21"]}},
        ["21", "21"],
    ),
    "punto": (
        {"players": [{"id": "Ania", "colors": ["R", "Y"], "deck": ["R3"]}, {"id": "Bartek", "colors": ["G", "B"]}],
         "board": [{"x": 0, "y": 0, "cards": ["R3"]}, {"x": 1, "y": 0, "cards": ["R3"]}]}, ["R3", "R3", "R3"],
    ),
    "seven7s": (
        {"players": [{"id": "Ania", "hand": ["ages-1-red"]}, {"id": "Bartek"}], "columns": {"ages": ["ages-1-blue"]}},
        ["ages-1-blue", "ages-1-red"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", TWICE)
def test_a_card_in_two_places(open_desk: Callable[..., Desk], game: str, size: str) -> None:
    language = "pl" if (size == "phone") == (game in ("red7", "punto")) else "en"
    state, cards = TWICE[game]
    desk = open_desk(language=language, size=SIZES[size], path=link(game, state))
    desk.page.click("[data-key=ask-now]")
    expect(desk.headline).to_have_text({"en": "This table cannot be right", "pl": "Ten stół nie może tak wyglądać"}[language])
    expect(desk.page.locator(".faults")).to_contain_text("R7" if game == "red7" else "")
    expect(desk.page.locator(".faults")).not_to_contain_text("/")
    assert desk.marked("fault") == cards
    for card in desk.page.locator("#table .card.mark-fault").all():
        expect(card).to_be_in_viewport()
    if game != "punto":
        desk.page.click("#tab-cards")
        desk.page.locator("#table .card.mark-fault").first.click()
        desk.ask("winning")
        expect(desk.page.locator(".answer.is-problem")).to_have_count(0)
        assert desk.marked("fault") == []


def test_taking_a_card_back_forgets_what_was_played(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    desk.example("red7/5.2/two-even-cards-each")
    desk.page.click("#tab-cards")
    desk.page.click("[data-pointer='/players/1/palette/2']")
    assert desk.state()["turn"] == {"player": "Bartek", "steps": []}
    desk.page.click("[data-key=ask-now]")
    expect(desk.headline).to_contain_text("Ania leads")


# What is wrong with a table, what the page says of it, and what it marks.
WRONG: list[tuple[dict[str, Any], str, str | None]] = [
    ({"players": [{"id": "Ania", "scored": ["R7"]}, {"id": "Bartek"}]}, "[Ania: scored]", "/players/0/scored"),
    ({"turn": {"player": "Zosia"}}, "[whose turn it is]", None),
    ({"variant": None}, "[Variant]", None),
    (
        {"turn": {"player": "Ania", "steps": [{"type": "play_to_palette", "card": "O5"}]}},
        "[what was played in this turn]",
        None,
    ),
    ({"players": [{"id": "Ania"}, {"id": "Ania"}]}, "[Ania]", "/players/1"),
    ({"rulings": {"canvas_draw": 7}}, "[House rulings]", None),
]


def test_faults_are_named_in_words(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    for part, words, marked in WRONG:
        players = [{"id": "Ania", "palette": ["R1"]}, {"id": "Bartek", "palette": ["R2"]}]
        table = {"variant": "basic", "players": players, "canvas": ["G1"], **part}
        desk.page.goto(desk.origin + link("red7", table, "winning"))
        where = desk.page.locator(".faults .where").first
        expect(where).to_contain_text(words)
        expect(desk.page.locator(".faults")).not_to_contain_text("/state")
        note = desk.page.locator(".answer .quiet-note")
        if marked is None:
            expect(note).to_have_count(0)
            expect(desk.page.locator("#table .mark-fault")).to_have_count(0)
        else:
            expect(note).to_have_text("The places at fault are marked on the table.")
            expect(desk.page.locator(f"#table .mark-fault[data-pointer='{marked}']")).to_be_in_viewport()


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


def test_the_focus_stays(open_desk: Callable[..., Desk]) -> None:
    """What had the focus keeps it, or something like it gets it, whatever is drawn anew."""
    desk = open_desk(size=SIZES["desktop"])
    page = desk.page
    focused = "() => document.activeElement.dataset.key ?? document.activeElement.id"
    desk.deal()
    page.locator("#panel .move").nth(3).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key=skip]")
    assert page.evaluate(focused) == "panel"
    page.keyboard.press("Escape")
    page.wait_for_selector(MOVES)
    assert page.evaluate(focused).startswith("move-")
    page.locator("[data-run=setup]").focus()
    page.keyboard.press("Enter")
    name = page.get_by_label("Player 2")
    name.fill("Zosia")
    name.press("Tab")
    expect(page.locator("[data-pointer='/players/1'] .who")).to_have_text("Zosia")
    expect(page.locator("[data-key=eliminated-1]")).to_be_focused()
    page.get_by_label("Variant").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-key='/variant']")).to_be_focused()
    expect(page.locator("[data-key='/variant']")).to_have_value("1")
    page.locator("[data-key=add-player]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Player 3")).to_be_visible()
    expect(page.locator("[data-key=add-player]")).to_be_focused()
