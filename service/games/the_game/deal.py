"""Dealing: the published shuffle, the hands, and in Extreme the commands (the-game/1.2, 2.1)."""

from __future__ import annotations

from typing import Any

from service.adjudication.checks import player_faults
from service.adjudication.findings import Finding, Impossible
from service.adjudication.game import Judgement
from service.adjudication.shuffle import Shuffler
from service.games.the_game.cards import CODES, COMMANDS, COPIES, EXTREME, HAND_SIZE, PILES
from service.games.the_game.faults import command_faults
from service.games.the_game.refusals import finding


def deal(request: dict[str, Any]) -> Judgement:
    players, ruleset = request["players"], request["ruleset"]
    given = request.get("commands")
    faults = player_faults(players, "/players", "")
    faults += command_faults(ruleset, given or {}, "/commands")
    if faults:
        raise Impossible(faults)
    shuffler = Shuffler(request["seed"])
    cards = shuffler.shuffle(list(CODES))
    size = HAND_SIZE[len(players)]  # the-game/2.1
    if given is None:
        given = _printed(shuffler) if ruleset == EXTREME else {}
    dealt = size * len(players)
    state = {
        "ruleset": ruleset,
        "rulings": request["rulings"],
        "commands": given,
        "players": [{"id": name, "hand": cards[i * size : (i + 1) * size]} for i, name in enumerate(players)],
        "piles": {name: [] for name in PILES},
        "deck": cards[dealt:],
        "turn": {"player": players[0], "steps": []},
        "result": None,
    }
    return Judgement(ruleset, {"state": state}, _findings(request, size, len(cards) - dealt, len(given)))


def _printed(shuffler: Shuffler) -> dict[str, str]:
    """The commands as the seed prints them: four cards for each, in order, from a fresh shuffle of the same stream."""
    cards = shuffler.shuffle(list(CODES))
    return {cards[i]: COMMANDS[i // COPIES] for i in range(COPIES * len(COMMANDS))}


def _findings(request: dict[str, Any], size: int, deck: int, commands: int) -> list[Finding]:
    found = [finding("dealt", "2.1", "/players", size=size, players=len(request["players"]), deck=deck)]
    if request["ruleset"] == EXTREME:
        if "commands" in request:
            found.append(finding("commands_given", "1.2", "/commands", count=commands))
        else:
            found.append(finding("commands_from_seed", "1.2", "/seed", count=commands, commands=len(COMMANDS), copies=COPIES))
    found.append(finding("first_seat_starts", "2.2", "/players/0", player=request["players"][0]))
    return found
