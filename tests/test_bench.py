"""The benchmark's own parts, on a small scale; and what of its promises can be held on any machine."""

from __future__ import annotations

from xml.etree import ElementTree

from service.adjudication.registry import games
from tools.bench import inside, report, svg
from tools.bench.curves import Chart, Curve
from tools.bench.positions import OPERATIONS, by_chance, fixed, played
from tools.bench.profile import STAGES, stages
from tools.bench.timing import Spread, each, measure


def test_games_are_played_to_their_end() -> None:
    for game in games():
        assert all(len(one.actions) == len(one.states) > 5 for one in played(game))
        for operation in OPERATIONS:
            assert len(fixed(game, operation)) > 2
            assert len(by_chance(game, operation)) == 40


def test_a_request_is_taken_apart() -> None:
    game = games()["red7"]
    found = stages(game, game.operations["verdict"], by_chance("red7", "verdict", 3), repeats=1)
    assert tuple(found) == STAGES
    assert all(time > 0 for name, time in found.items() if name != "http")


def test_times_are_told_with_their_spread() -> None:
    times = measure({"a": each(len, ["x"]), "b": each(sorted, [list(range(500))])}, repeats=3, seconds=0.002)
    assert {name: len(found) for name, found in times.items()} == {"a": 3, "b": 3}
    assert min(times["b"]) > max(times["a"])
    assert str(Spread.of([1.0, 2.0, 4.0])) == "2.00±1.50"


def test_a_table_can_be_read() -> None:
    written = report.table(["what", "µs"], [["a", "1"], ["longer", "12"]]).splitlines()
    assert written == ["| what   | µs |", "|--------|---:|", "| a      |  1 |", "| longer | 12 |"]
    assert not report.Target("a", 2, 1).met
    assert report.Target("a", 2, 1, at_least=True).met


def test_charts_are_svg() -> None:
    curve = Curve("a < b", [(1, Spread(10, 1)), (5, Spread(250, 1)), (500, Spread(90_000, 1))])
    drawn = ElementTree.fromstring(svg.page([Chart("growth & size", "cards", [curve])] * 3))
    assert drawn.tag.endswith("svg")
    assert sum(each.tag.endswith("path") for each in drawn.iter()) == 3
    assert "a < b" in [each.text for each in drawn.iter()]


def test_a_log_costs_far_less_than_its_actions_one_by_one() -> None:
    for log in inside.audits(repeats=3):
        assert log.share.median < 0.3, log
