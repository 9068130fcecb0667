"""Links, copies and paper."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.desk import SIZES, WIDE, Desk

COLOURS = "ROYGBIV"
FULL = [colour + str(number) for colour in COLOURS for number in range(1, 8)]


def full_table() -> dict[str, object]:
    """All 49 cards of Red7 with four players who have long names, in mid-turn."""
    names = ["Aleksandra Brzęczyszczykiewicz", "Bartłomiej Konstantynopolitański", "Żaneta Grzegżółka", "Świętosława"]
    cards = [FULL[(i * 18) % 49] for i in range(49)]
    players = [
        {
            "id": name,
            "palette": cards[i * 4 : i * 4 + 4],
            "hand": cards[16 + i * 4 : 20 + i * 4],
            "scored": cards[32 + i * 2 : 34 + i * 2],
        }
        for i, name in enumerate(names)
    ]
    return {
        "variant": "advanced", "effects": True, "rulings": {"seven_may_choose_itself": False, "canvas_draw": "optional"},
        "players": players, "canvas": cards[40:43], "deck": cards[43:], "turn": {"player": names[2], "steps": []},
    }  # fmt: skip


def shared(desk: Desk) -> str:
    return desk.copied("share")


def test_a_link_is_the_table_and_its_ruling(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    desk.edit_json(full_table())
    desk.page.click("[data-key=ask-now]")
    expect(desk.page.locator(".decision")).to_be_visible()
    link = shared(desk)
    assert len(link) < 2048
    other = open_desk(size=WIDE, path=link.removeprefix(desk.origin))
    expect(other.headline).to_have_text(desk.headline.inner_text())
    assert other.page.inner_text(".decision code") == desk.page.inner_text(".decision code")
    assert other.marked("good") == desk.marked("good")
    assert len(other.marked("good")) >= 4
    other.page.reload()
    expect(other.headline).to_have_text(desk.headline.inner_text())


def test_a_link_says_why_a_game_was_lost(open_desk: Callable[..., Desk]) -> None:
    """The table that a loss leaves does not: its reason goes along."""
    desk = open_desk()
    desk.choose("the-game")
    desk.edit_json(
        {
            "ruleset": "the-game-original",
            "players": [{"id": "Ania", "hand": ["91", "94", "96"]}, {"id": "Bartek", "hand": ["??"]}],
            "piles": {"up_1": ["90"], "up_2": ["95"], "down_1": ["9"], "down_2": ["12"]},
            "deck": ["??"] * 5,
            "turn": {"player": "Ania", "steps": []},
        }
    )
    desk.page.click("#tab-play")
    desk.move({"type": "play", "card": "96", "pile": "up_1"})
    desk.ask("score")
    expect(desk.headline).to_have_text("The game is lost: the cards that must be laid cannot be laid.")
    other = open_desk(path=shared(desk).removeprefix(desk.origin))
    expect(other.headline).to_have_text(desk.headline.inner_text())


def test_a_table_without_hands_is_not_over(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    desk.choose("the-game")
    desk.page.click("#tab-play")
    expect(desk.page.locator("#panel .over")).to_contain_text("Lay the players’ hands first")


@pytest.mark.parametrize("game", ["the-game", "punto", "seven7s"])
def test_every_deal_fits_a_link(open_desk: Callable[..., Desk], game: str) -> None:
    desk = open_desk()
    desk.choose(game)
    desk.page.click("[data-run=deal]")
    desk.page.wait_for_selector("#panel .move, .cell.open")
    link = shared(desk)
    assert len(link) < 2048
    other = open_desk(path=link.removeprefix(desk.origin))
    expect(other.page.locator(f"[data-game={game}]")).to_have_attribute("aria-pressed", "true")
    mine, theirs = desk.state(), other.state()
    assert [each["id"] for each in mine["players"]] == [each["id"] for each in theirs["players"]]
    assert mine.get("deck") == theirs.get("deck")


# For each game a ruling and a move in question.
SHARED = {
    "red7": ("red7/8.2/run-to-the-red-seven", "red7/R1/a-seven-puts-itself-away"),
    "the-game": ("the-game/6.2/two-cards-that-cannot-be-laid", "the-game/4.4/normal-three-stop"),
    "punto": ("punto/4.2/five-on-a-diagonal", "punto/3.3/a-five-on-a-five"),
    "seven7s": ("seven7s/6.4/nine-against-twelve", "seven7s/4.3/a-blue-wonder-among-fortunes"),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", SHARED)
def test_a_ruling_and_a_move_are_in_the_link(open_desk: Callable[..., Desk], game: str, size: str) -> None:
    desk = open_desk(size=SIZES[size])
    other = open_desk(size=SIZES["phone" if size == "desktop" else "desktop"], language="pl")
    desk.choose(game)
    for example in SHARED[game]:
        desk.example(example)
        other.page.goto(shared(desk))
        expect(other.page.locator(".decision code")).to_have_text(desk.page.inner_text(".decision code"))
        expect(other.headline).not_to_have_text(desk.headline.inner_text())
        assert other.marked("good") == desk.marked("good")
        other.page.click("[data-key=language]")
        expect(other.headline).to_have_text(desk.headline.inner_text())
        other.page.click("[data-key=language]")


def test_copies_can_be_used(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    desk.example("red7/5.2/two-even-cards-each")
    copied = json.loads(desk.copied("copy_json"))
    expect(desk.page.locator("#toast")).to_have_text("Copied")
    assert copied["operation"] == "verdict"
    assert copied["answer"]["leader"] == "Bartek"
    command = desk.copied("copy_curl")
    answer = subprocess.run(["sh", "-c", f"{command} -s"], capture_output=True, check=True, timeout=20)
    assert json.loads(answer.stdout)["decision_id"] == copied["answer"]["decision_id"]


@pytest.mark.parametrize("size", SIZES)
def test_on_paper(open_desk: Callable[..., Desk], size: str) -> None:
    desk = open_desk(size=SIZES[size], scheme="dark")
    desk.example("red7/5.2/two-even-cards-each")
    desk.page.emulate_media(media="print")
    for shown in (".headline", ".decision code", ".why", "[data-pointer='/players/1/palette/2']"):
        expect(desk.page.locator(shown).first).to_be_visible()
    for gone in ("#tabs", "#actions", ".questions", "#tools"):
        expect(desk.page.locator(gone)).to_be_hidden()
    top = desk.page.locator(".headline").bounding_box()
    table = desk.page.locator("#table").bounding_box()
    assert top is not None
    assert table is not None
    assert top["y"] < table["y"], "the ruling comes first"
