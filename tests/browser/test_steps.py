"""What a move does is shown step by step: one event, one small change of the table, and at the end the service's own state."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from service.adjudication.registry import games
from tests.browser.desk import MOVES, SMALL, WIDE, Desk, link

# Whole random games through the API: the events of each move, applied one by one to the table before it, must make the table
# after it. Only the steps of an unfinished turn are the service's alone.
GAMES_BY_EVENTS = """
async ({ game, options, seeds }) => {
  const { derived } = await import(document.querySelector("link[href$='effects.js']").href);
  const ask = async (operation, request) => {
    const headers = { "Content-Type": "application/json" };
    return (await fetch(`/v1/${game}/${operation}`, { method: "POST", headers, body: JSON.stringify(request) })).json();
  };
  const sorted = (_, value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  const text = (state) => {
    const plain = structuredClone(state);
    delete plain.turn?.steps;
    plain.board?.sort((a, b) => a.x - b.x || a.y - b.y);
    return JSON.stringify(plain, sorted);
  };
  const seen = new Set();
  let moves = 0;
  for (const seed of seeds) {
    let { state } = await ask("deal", { players: ["a", "b", "c"], seed, ...options });
    for (let i = 0; i < 80; i++) {
      const { actions } = await ask("legal-actions", { state });
      if (!actions.length) break;
      const saving = actions.filter((each) => each.survival !== "impossible");
      const from = saving.length ? saving : actions;
      const { action } = from[(i * 7919 + seed.length * 31 + moves * 17) % from.length];
      const { events, state: after } = await ask("resolve", { state, actions: [action] });
      const steps = derived(game, state, events, after, action);
      for (const [at, { event, look, state: table }] of steps.entries()) {
        seen.add(event.type);
        if (!Array.isArray(look)) return { wrong: ["nowhere to look", event] };
        if (at && table === steps[at - 1].state) return { wrong: ["one table for two events", event] };
      }
      if (text(steps.at(-1).state) !== text(after)) return { wrong: [action, events, text(steps.at(-1).state), text(after)] };
      moves += 1;
      state = after;
    }
  }
  return { seen: [...seen], moves };
}
"""
# What must have happened for the comparison to say anything.
HAPPENED = {
    "red7": {
        "moved_to_canvas",
        "removed_from_palette",
        "returned_to_deck",
        "drew",
        "eliminated",
        "round_won",
        "effect_ignored",
    },
    "the-game": {"played", "command_in_force", "command_lifted", "drew", "lost", "turn_began"},
    "punto": {"placed", "covered", "round_won", "line_completed"},
    "seven7s": {"stole", "revealed", "took", "peeked", "reordered", "trump_changed", "value_cancelled", "game_over"},
}
OPTIONS = {"red7": {"variant": "advanced", "effects": True}}


@pytest.mark.parametrize("game", games())
def test_events_lead_to_the_state(open_desk: Callable[..., Desk], game: str) -> None:
    desk = open_desk()
    seeds = [f"step {i}" for i in range({"punto": 3, "the-game": 5, "red7": 7, "seven7s": 6}[game])]
    told = desk.page.evaluate(GAMES_BY_EVENTS, {"game": game, "options": OPTIONS.get(game, {}), "seeds": seeds})
    assert "wrong" not in told, told["wrong"]
    assert HAPPENED[game] <= set(told["seen"])
    assert told["moves"] > 50


# Every table drawn from now on: whose turn, what lies where, and what is marked as the step.
WATCH = """
() => {
  const table = document.getElementById("table");
  window.__tables = [];
  new MutationObserver(() => {
    const places = {};
    for (const zone of table.querySelectorAll(".zone"))
      places[zone.dataset.pointer] = [...zone.querySelectorAll(".card")].map((each) => each.dataset.card);
    const marked = [...table.querySelectorAll(".mark-step")].map((each) => each.dataset.pointer);
    const turn = table.querySelector(".on-turn")?.getAttribute("aria-label") ?? null;
    window.__tables.push({ places, marked, turn });
  }).observe(table, { childList: true });
}
"""
A, B = "/players/0", "/players/1"
EXPERT = {"variant": "advanced", "effects": True}
HIDDEN = ["??"] * 10


def red7(hand: list[str]) -> dict[str, Any]:
    players = [
        {"id": "Ania", "palette": ["V6", "R2"], "hand": hand},
        {"id": "Bartek", "palette": ["G4", "G6"], "hand": ["B1"]},
    ]
    return {**EXPERT, "players": players, "canvas": ["O1"], "deck": ["Y2", "Y4"], "turn": {"player": "Ania"}}


A2, V2, S6, F6 = "ages-2-yellow", "virtues-2-red", "sins-6-blue", "fortunes-6-green"


def seven7s(hand: list[str], steps: tuple[dict[str, str], ...] = (), **columns: list[str]) -> dict[str, Any]:
    players = [{"id": "Ania", "hand": hand}, {"id": "Bartek", "hand": ["sins-5-violet", "seas-4-red", "wonders-7-green"]}]
    deck = ["ages-4-blue", "ages-5-red", *HIDDEN]
    return {"players": players, "columns": columns, "deck": deck, "turn": {"player": "Ania", "steps": list(steps)}}


Step = tuple[str, dict[str, list[str]]]
# A table, a move on it, and what is marked with what lies where at each step.
SHOWN: list[tuple[str, dict[str, Any], dict[str, Any], list[Step]]] = [
    ("red7", red7(["B3", "I1"]), {"type": "play_to_palette", "card": "B3"}, [
        (f"{A}/palette/2", {f"{A}/palette": ["V6", "R2", "B3"], f"{A}/hand": ["I1"]}),
        (f"{A}/hand/1", {f"{A}/palette": ["V6", "R2", "B3"], f"{A}/hand": ["I1", "Y2"]}),
    ]),
    ("red7", red7(["B3", "V3"]), {"type": "play_to_canvas", "card": "V3"}, [
        ("/canvas/1", {"/canvas": ["O1", "V3"], f"{A}/hand": ["B3"]}),
        (f"{A}/hand/1", {f"{A}/hand": ["B3", "Y2"]}),
        (A, {f"{A}/hand": ["B3", "Y2"]}),
        (B, {f"{A}/hand": ["B3", "Y2"]}),
    ]),
    ("red7", red7(["B3"]), {"type": "pass"}, [(A, {f"{A}/palette": [], f"{A}/hand": []}), (B, {})]),
    ("the-game", {
        "players": [{"id": "Ania", "hand": ["60", "71", "88", "14", "23", "37"]}, {"id": "Bartek", "hand": HIDDEN[:7]}],
        "commands": {"60": "stop"}, "piles": {"up_1": ["47"], "up_2": [], "down_1": [], "down_2": []}, "deck": ["2", "3", "4"],
        "turn": {"player": "Ania"},
    }, {"type": "play", "card": "60", "pile": "up_1"}, [
        ("/piles/up_1/1", {"/piles/up_1": ["47", "60"], f"{A}/hand": ["71", "88", "14", "23", "37"]}),
        (f"{A}/hand/5", {f"{A}/hand": ["71", "88", "14", "23", "37", "2", "3"]}),
        (A, {}), (B, {}),
    ]),
    ("seven7s", seven7s([V2, S6, A2], virtues=["virtues-5-orange"]), {"type": "play", "card": V2, "column": "virtues"}, [
        ("/columns/virtues/1", {"/columns/virtues": ["virtues-5-orange", V2], f"{A}/hand": [S6, A2]}),
        (f"{A}/hand/2", {f"{A}/hand": [S6, A2, "ages-4-blue"]}),
    ]),
    ("seven7s", seven7s([A2, V2], sins=["sins-1-red", S6], steps=({"type": "play", "card": S6, "column": "sins"},)),
     {"type": "steal", "player": "Bartek", "card": "seas-4-red", "column": "seas"}, [
        ("/columns/seas/0", {"/columns/seas": ["seas-4-red"], f"{B}/hand": ["sins-5-violet", "wonders-7-green"]}),
        (f"{B}/hand/2", {f"{B}/hand": ["sins-5-violet", "wonders-7-green", "ages-4-blue"], f"{A}/hand": [A2, V2]}),
        (f"{A}/hand/2", {f"{A}/hand": [A2, V2, "ages-5-red"]}),
        (A, {}), (B, {}),
    ]),
    ("seven7s", seven7s([A2, V2], fortunes=["fortunes-1-red", F6], steps=({"type": "play", "card": F6, "column": "fortunes"},)),
     {"type": "call", "value": 4}, [
        ("/deck", {f"{A}/fortunes": []}),
        (f"{A}/fortunes/0", {f"{A}/fortunes": ["ages-4-blue"], f"{A}/hand": [A2, V2]}),
        (f"{A}/hand/2", {f"{A}/hand": [A2, V2, "ages-5-red"]}),
        (A, {}), (B, {}),
    ]),
]  # fmt: skip


@pytest.mark.parametrize("game", ["red7", "the-game", "seven7s"])
def test_the_tables_between(open_desk: Callable[..., Desk], game: str) -> None:
    desk = open_desk(size=SMALL, frozen=True)
    for which, state, action, steps in SHOWN:
        if which != game:
            continue
        desk.page.goto(desk.origin + link(game, state))
        expect(desk.page.locator(f"[data-game={game}]")).to_have_attribute("aria-pressed", "true")
        desk.page.click("#tab-play")
        desk.page.wait_for_selector(MOVES)
        desk.page.evaluate(WATCH)
        desk.tap_move(action)
        # Nobody skips: it ends by itself.
        for _ in range(10):
            desk.page.clock.run_for(700)
        expect(desk.page.locator("[data-key=skip]")).to_have_count(0)
        tables = [each for each in desk.page.evaluate("window.__tables") if each["marked"]]
        tables = [each for i, each in enumerate(tables) if i == 0 or each != tables[i - 1]]
        for (marked, places), table in zip(steps, tables, strict=True):
            assert marked in table["marked"]
            assert places.items() <= table["places"].items()
        assert tables[0]["turn"] == "Ania", "the turn does not pass before its step"
        desk.page.click("[data-key=undo]")
        desk.page.wait_for_selector(MOVES)


@pytest.mark.parametrize(
    ("action", "mark"),
    [({"type": "move_to_canvas", "card": "R2"}, "/canvas/1"), ({"type": "return_to_deck", "card": "V6"}, "/deck")],
)
def test_a_seven_moves_a_card(open_desk: Callable[..., Desk], action: dict[str, Any], mark: str) -> None:
    desk = open_desk(size=SMALL, frozen=True, path=link("red7", red7(["O7", "I1"])))
    desk.page.click("#tab-play")
    desk.move({"type": "play_to_palette", "card": "O7"})
    desk.tap_move(action)
    step = desk.page.locator(f"[data-pointer='{mark}'].mark-step")
    expect(step).to_be_in_viewport()
    expect(desk.page.locator(".latest .now")).to_be_in_viewport()
    # A tap on the table goes to the end, and does nothing else.
    desk.page.click("[data-pointer='/players/1/palette/0']")
    expect(step).to_have_count(0)
    assert desk.state()["players"][1]["palette"] == ["G4", "G6"]


def test_a_one_takes_a_card_away_and_a_five_goes_on(open_desk: Callable[..., Desk]) -> None:
    table = red7(["V5", "I1", "V1", "B2"])
    table["players"][0]["palette"] = ["V6"]
    table["players"][1]["palette"] = ["G4", "G6", "O4", "B3"]
    desk = open_desk(size=SMALL, frozen=True, path=link("red7", table))
    page = desk.page
    page.click("#tab-play")
    desk.move({"type": "play_to_palette", "card": "V5"})
    expect(page.locator(f"[data-pointer='{A}/palette/1']")).to_have_attribute("data-card", "V5")
    desk.move({"type": "play_to_palette", "card": "I1"})
    desk.tap_move({"type": "remove_from_palette", "player": "Bartek", "card": "B3"})
    expect(page.locator("[data-pointer='/deck'].mark-step")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator(".latest")).to_contain_text("Ania puts Bartek’s B3 on the deck")
    expect(page.locator(f"[data-pointer='{B}/palette/3']")).to_have_count(0)
    # What the last move did can be looked at again.
    page.click("[data-key=again]")
    expect(page.locator("[data-pointer='/deck'].mark-step")).to_be_visible()
    page.click("[data-key=skip]")


@pytest.mark.parametrize("size", [SMALL, WIDE])
@pytest.mark.parametrize("game", games())
def test_what_happened_is_in_sight(open_desk: Callable[..., Desk], game: str, size: tuple[int, int]) -> None:
    """While a move is shown, its card; when it is over, the sentence about it above the next moves."""
    desk = open_desk(size=size, language="pl", frozen=True)
    desk.choose(game)
    desk.deal()
    desk.page.locator("#panel .move[data-action*=play], .cell.open").first.click()
    expect(desk.page.locator("#table .mark-step").first).to_be_in_viewport(ratio=1)
    expect(desk.page.locator(".latest .now")).to_be_in_viewport(ratio=1)
    desk.page.click("[data-key=skip]")
    desk.page.wait_for_selector(MOVES)
    expect(desk.page.locator(".latest .event").first).to_be_in_viewport(ratio=1)
    if game == "the-game" and size == SMALL:
        expect(desk.page.locator(".common .card").first).to_be_in_viewport(ratio=1)
        expect(desk.page.locator(".on-turn .card").first).to_be_in_viewport(ratio=1)


def test_without_reduced_motion_it_takes_its_time(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(path=link("red7", red7(["B3", "I1"])), frozen=True)
    desk.page.emulate_media(reduced_motion="no-preference")
    desk.page.click("#tab-play")
    desk.tap_move({"type": "play_to_palette", "card": "B3"})
    card = desk.page.locator(f"[data-pointer='{A}/palette/2']")
    expect(card).to_have_class(re.compile("mark-step"))
    expect(card).to_have_css("animation-name", "land")
    desk.page.clock.run_for(850)
    expect(card).to_have_class(re.compile("mark-step"))
    desk.page.clock.run_for(100)
    expect(card).not_to_have_class(re.compile("mark-step"))
    desk.page.click("[data-key=skip]")
