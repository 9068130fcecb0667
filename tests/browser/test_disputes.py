"""The rulebooks' own disputes, settled on a phone and on a wide window, in both languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from service.adjudication.registry import games
from tests.browser.desk import SIZES, SMALL, Desk, link
from tests.vectors import vectors

EXAMPLES = Path(__file__).parents[2] / "service" / "desk" / "static" / "examples"
# id: the first sentence in English and in Polish, the cards highlighted (None: whatever they are), a clause it rests on
SETTLED: dict[str, tuple[str, str, list[str] | None, str]] = {
    "red7/5.2/two-even-cards-each": (
        "Bartek survives: two even cards each, Bartek’s 6 beats Ania’s 2.",
        "Bartek przetrwa: po dwie karty parzyste, a 6 (Bartek) bije 2 (Ania).",
        ["B6", "O2", "R2", "V2"], "red7/5.2",
    ),
    "red7/8.1/six-against-three-cards": (
        "Yes, that is legal. Bartek draws G7. Bartek survives.",
        "Tak, to dozwolone. Bartek dobiera G7. Bartek: przetrwanie.", [], "red7/5.1",
    ),
    "red7/8.2/run-to-the-red-seven": (
        "Ania scores 18 points: R7, Y6, G5.", "Ania zdobywa 18 punktów: R7, Y6, G5.", ["G5", "R7", "Y6"], "red7/8.2",
    ),
    "red7/6.2/canvas-card-that-does-not-help": ("No, that is not legal.", "Nie, to niedozwolone.", [], "red7/6.2"),
    "red7/R1/a-seven-puts-itself-away": ("No: step 2 is not legal.", "Nie: krok 2 jest niedozwolony.", [], "red7/R1"),
    "the-game/3.4/ten-lower": ("Yes, that is legal.", "Tak, to dozwolone.", [], "the-game/3.4"),
    "the-game/4.4/normal-three-stop": (
        "Yes: all 3 steps are legal.", "Tak: wszystkie kroki (3) są dozwolone.", [], "the-game/4.2",
    ),
    "the-game/6.2/two-cards-that-cannot-be-laid": (
        "The game is lost: the cards that must be laid cannot be laid.",
        "Gra jest przegrana: nie da się wyłożyć wymaganych kart.", [], "the-game/6.2",
    ),
    "the-game/5.3/no-trick-while-it-shows": ("No, that is not legal.", "Nie, to niedozwolone.", [], "the-game/5.3"),
    "punto/4.2/five-on-a-diagonal": (
        "Ania wins the round: 5 red cards in a line.", "Rundę wygrywa Ania: 5 kart czerwonych w linii.",
        ["R1", "R3", "R4", "R6", "R9"], "punto/4.3",
    ),
    "punto/3.3/a-five-on-a-five": ("No, that is not legal. R5", "Nie, to niedozwolone. R5", [], "punto/3.3"),
    "punto/3.4/beyond-six-by-six": ("No, that is not legal.", "Nie, to niedozwolone.", [], "punto/3.4"),
    "punto/6.2/blocked-with-four-players": (
        "Ania wins the round with 2 lines (48 dots); R9 leaves the game.",
        "Rundę wygrywa Ania (linie: 2, kropki: 48); R9 wypada z gry.",
        ["R7", "R7", "R8", "R8", "R9", "R9"], "punto/6.2",
    ),
    "seven7s/6.4/nine-against-twelve": (
        "Bartek would win now: 12 points against Ania’s 9.", "Teraz wygrywa Bartek: 12 punktów, a Ania ma 9.",
        None, "seven7s/6.4",
    ),
    "seven7s/4.1/an-age-among-virtues": (
        "Yes, that is legal. Ages 2 (yellow)", "Tak, to dozwolone. Etapy życia 2 (żółty)", [], "seven7s/4.1",
    ),
    "seven7s/4.3/a-blue-wonder-among-fortunes": (
        "Yes, that is legal. The power of Fortunes is used.", "Tak, to dozwolone. Działa moc: Fortuny.", [], "seven7s/4.3",
    ),
    "seven7s/4.2/trump-turns-blue": (
        "Trump is blue, worth 6 each; worth nothing: 7.", "Atut: niebieski, każda taka karta warta 6; warte zero: 7.",
        [], "seven7s/4.2",
    ),
}  # fmt: skip


def examples(game: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads((EXAMPLES / f"{game}.json").read_text("utf-8"))
    return listed


def test_the_examples_are_vectors() -> None:
    for path in EXAMPLES.glob("*.json"):
        known = {case["id"]: (case["operation"], case["request"]) for case in vectors(path.stem)}
        for example in examples(path.stem):
            assert known[example["id"]] == (example["operation"], example["request"]), example["id"]
            assert set(example["title"]) == {"en", "pl"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("game", [path.stem for path in sorted(EXAMPLES.glob("*.json"))])
def test_disputes(open_desk: Callable[..., Desk], game: str, language: str, size: str) -> None:
    desk = open_desk(size=SIZES[size], language=language)
    desk.choose(game)
    for example in examples(game):
        english, polish, cards, clause = SETTLED[example["id"]]
        desk.example(example["id"])
        expect(desk.headline).to_contain_text(english if language == "en" else polish)
        expect(desk.headline).to_be_in_viewport()
        if cards is not None:
            assert desk.marked("good") == cards
        for card in desk.page.locator("#table .card.mark-good").all():
            expect(card).to_be_in_viewport()
        number = clause.partition("/")[2]
        link = desk.page.locator(f".answer .clause-link[href$='rules/{game}#{number}']").first
        expect(link).to_be_visible()
        expect(desk.page.locator(".decision code")).to_contain_text("sha256:")
        text = games()[game].rulebook.clauses[number].text[language]
        if desk.page.locator(f"[data-clause='{clause}']").count():
            expect(desk.page.locator(f"[data-clause='{clause}'] .clause")).to_contain_text(text)


def test_a_clause_leads_to_the_rulebook(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    desk.example("red7/5.2/two-even-cards-each")
    desk.page.click("[data-clause='red7/5.2'] .clause-link")
    desk.page.wait_for_url("**/rules/red7#5.2")
    expect(desk.page.locator("[id='5.2']")).to_be_in_viewport()
    expect(desk.page.locator("[id='5.2'] [lang=en]")).to_be_visible()
    expect(desk.page.locator("[id='5.2'] [lang=pl]")).to_be_hidden()
    desk.page.click("[data-show=both]")
    expect(desk.page.locator("[id='5.2'] [lang=pl]")).to_be_visible()


# A vector for every switch there is, whose answer cites the ruling behind it.
SWITCHES = {
    "seven_may_choose_itself": "red7/R1/a-seven-puts-itself-away",
    "canvas_draw": "red7/R2/left-out-means-true",
    "blocked": "punto/R1/one-pass",
    "one_pile": "the-game/findings/lost-for-whole-turn",
    "ages_cancel": "seven7s/example/55",
    "virtues_power": "seven7s/example/40",
    "ending_card_counts": "seven7s/R8/ending-colors-card",
}
QUESTION = {"resolve": "legal", "verdict": "winning", "score": "score", "legal-actions": "moves"}


def test_a_ruling_that_decided_has_its_switch(open_desk: Callable[..., Desk]) -> None:
    known = {clause.switch for game in games().values() for clause in game.rulebook.clauses.values()} - {None}
    assert known == set(SWITCHES)
    desk = open_desk()
    for switch, name in SWITCHES.items():
        game = name.partition("/")[0]
        case = next(case for case in vectors(game) if case["id"] == name)
        question = "winning" if (game, case["operation"]) == ("seven7s", "score") else QUESTION[case["operation"]]
        desk.page.goto(desk.origin + link(game, case["request"]["state"], question, case["request"].get("actions", [])))
        shown = desk.page.locator(f".answer [data-switch={switch}]")
        expect(shown).to_be_visible()
    desk.choose("red7")
    desk.example("red7/R1/a-seven-puts-itself-away")
    desk.page.locator(".answer [data-switch]").get_by_role("radio").first.check()
    expect(desk.headline).to_contain_text("Yes: all 2 steps are legal.")


def test_winner_and_runner_up_are_in_sight(open_desk: Callable[..., Desk]) -> None:
    """Four players on a small phone: the sentence, and the cards of the two it is about."""
    hands = {"Ania": "R7 O2 I4 G6", "Bartek": "B3 B1 Y3", "Celina": "V1 V3 O5 I1 Y1", "Darek": "G2 G4 B6 R2"}
    players = [{"id": name, "palette": cards.split(), "hand": ["??"] * 5} for name, cards in hands.items()]
    table = {"variant": "basic", "players": players, "canvas": ["G1"], "turn": {"player": "Celina"}}
    desk = open_desk(size=SMALL, path=link("red7", table, "winning"))
    expect(desk.headline).to_contain_text("Darek leads: four even cards against Ania’s three.")
    expect(desk.headline).to_be_in_viewport(ratio=1)
    for card in ("G2", "G4", "B6", "R2", "O2", "I4", "G6"):
        expect(desk.page.locator(f"#table .mark-good[data-card={card}]")).to_be_in_viewport(ratio=0.9)


def test_a_game_that_is_lost_says_why(open_desk: Callable[..., Desk]) -> None:
    hands = [{"id": "Ania", "hand": ["40", "50"]}, {"id": "Bartek", "hand": ["41", "42"]}]
    piles = {"up_1": ["38"], "up_2": ["95"], "down_1": ["9"], "down_2": ["12"]}
    table = {"ruleset": "the-game-original", "players": hands, "piles": piles, "deck": [], "turn": {"player": "Ania"}}
    desk = open_desk(language="pl", path=link("the-game", table))
    desk.page.click("#tab-play")
    desk.move({"type": "play", "card": "50", "pile": "up_1"})
    desk.move({"type": "end_turn"})
    expect(desk.page.locator(".over")).to_be_visible()
    desk.ask("winning")
    expect(desk.headline).to_have_text("Gra jest przegrana: nie da się wyłożyć wymaganych kart.")


def test_no_hands_are_no_victory(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    desk.choose("the-game")
    desk.lay("/piles/up_1", "21")
    desk.page.click("[data-key=ask-now]")
    expect(desk.headline).to_contain_text("Lay the players’ hands first")


def test_four_in_a_line_in_polish(open_desk: Callable[..., Desk]) -> None:
    players = [{"id": name, "colors": [colour], "deck": []} for name, colour in zip("abcd", "RYGB", strict=True)]
    board = [{"x": x, "y": 0, "cards": [f"R{x + 1}"]} for x in range(4)]
    desk = open_desk(language="pl", path=link("punto", {"players": players, "board": board}, "winning"))
    expect(desk.headline).to_have_text("Rundę wygrywa a: 4 karty czerwone w linii.")
