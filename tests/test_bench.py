"""The benchmark's own parts, on a small scale; and what of its promises can be held on any machine."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

from service.adjudication.registry import games
from tools.bench import inside, report, svg
from tools.bench.curves import Chart, Curve, holding
from tools.bench.over_http import Batched, Row, in_turn
from tools.bench.positions import OPERATIONS, by_chance, fixed, played
from tools.bench.profile import STAGES, stages
from tools.bench.server import ROOT
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
    assert found.keys() == set(STAGES)
    assert all(time > 0 for name, time in found.items() if name not in ("http", "log line"))


def test_a_profile_is_taken_with_the_log_and_the_metrics_of_production() -> None:
    given = ["--game", "red7", "--operation", "verdict", "--functions", "200"]
    out = subprocess.run(
        [sys.executable, "-m", "tools.bench.profile", *given], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    head, figures = out.splitlines()[:2]
    assert head.split("µs a request")[1].split() == " ".join((*STAGES, "all")).split()
    assert len([float(each) for each in figures.removeprefix("red7 verdict").split()]) == len(STAGES) + 1
    assert "mmap_dict.py" in out, "metrics that several workers share"
    assert "posix.write" in out, "a log line each"
    assert '"request_id"' not in out, "which nobody sees"


def test_times_are_told_with_their_spread() -> None:
    times = measure({"a": each(len, ["x"]), "b": each(sorted, [list(range(500))])}, repeats=3, seconds=0.002)
    assert {name: len(found) for name, found in times.items()} == {"a": 3, "b": 3}
    assert min(times["b"]) > max(times["a"])
    assert str(Spread.of([1.0, 2.0, 4.0])) == "2.00±1.50"


def test_a_table_can_be_read() -> None:
    written = report.table(["what", "µs"], [["a", "1"], ["longer", "12"]]).splitlines()
    assert written == ["| what   | µs |", "|--------|---:|", "| a      |  1 |", "| longer | 12 |"]
    assert str(Spread.of([1.0, 2.0, 4.0]).over(2)) == "1.00±0.75"


def test_a_target_missed_is_said_in_a_line() -> None:
    met, missed = report.Target("a", Spread(2, 1), 1, at_least=True), report.Target("b", Spread(2, 1), 1)
    assert (met.met, missed.met) == (True, False)
    assert report.missed([met, missed]) == "make bench: 1 of 2 targets missed: b"
    assert report.missed([met]) is None


def test_a_share_of_the_floor_is_promised_by_the_clock_and_by_processor() -> None:
    good, bad, any_ = Spread.of([0.7, 0.9]), Spread.of([0.4, 0.5]), Spread.of([1.0])
    red7 = [
        inside.Timed(f"red7 {what}", any_, any_)
        for what in (
            "verdict of 2 to 4 palettes", "turns of 7 cards without effects, random", "turns of 7 cards with effects, random"
        )
    ]  # fmt: skip
    for clock, cpu in ((bad, good), (good, bad)):
        rows = [Row("a", name, clock, cpu, any_, any_, (any_, any_), (any_, any_)) for name in OPERATIONS]
        batches = [Batched("a", clock, cpu)]
        targets = report.targets(rows, red7, [inside.Audited("a", 1, any_, Spread(0.01, 0))], batches, any_, [40.0, 50.0])
        wrong = [target.what for target in targets if not target.met]
        assert len(wrong) == 4, "verdict, legal-actions, and both columns of a batch"
        assert all(target.cells()[2].count("±") == 1 for target in targets)


def test_instances_are_priced_as_they_are_counted() -> None:
    """400 µs a request: 10,000 a second keep four cores busy, at 60 % of two-core instances four of them, and one to spare."""
    size = report.size(10_000, 400)
    assert (size.busy, size.instances) == (4.0, 5)
    assert round(size.dollars, 2) == 0.40
    assert round(size.of_a_million, 4) == round(0.40 / 36, 4)
    assert report.size(1, 400).instances == 2


def test_service_and_floor_take_turns_at_being_first() -> None:
    asked: list[str] = []

    def ask(name: str) -> str:
        asked.append(name)
        return name

    assert in_turn(3, lambda: ask("ours"), lambda: ask("floor")) == [("ours", "floor")] * 3
    assert asked == ["ours", "floor", "floor", "ours", "ours", "floor"]


def test_the_floor_runs_as_the_service_does() -> None:
    """The same processes with the same settings, but for the application."""
    shown = [
        subprocess.run(
            [sys.executable, "-m", "gunicorn", "--print-config", "--config", f"python:{module}", application],
            cwd=ROOT, env={**os.environ, "PORT": "9", "WORKERS": "2"}, capture_output=True, text=True, check=True,
        ).stdout
        for module, application in (
            ("service.gunicorn_conf", "service:create_app()"), ("tools.bench.floor_conf", "service:create_app()")
        )
    ]  # fmt: skip
    ours, floors = [[line for line in text.splitlines() if not line.startswith(("config ", "raw_env"))] for text in shown]
    assert "worker_class" in shown[0]
    assert [re.sub("0x[0-9a-f]+", "", line) for line in ours] == [re.sub("0x[0-9a-f]+", "", line) for line in floors]


def test_a_hand_grows_by_a_card_and_the_table_stays() -> None:
    state = inside.red7_state(random.Random(3), 8, effects=True)
    sizes = [holding(state, state["players"][0]["hand"][:size]) for size in range(1, 9)]
    for smaller, larger in pairwise(sizes):
        assert larger["players"][0]["hand"][:-1] == smaller["players"][0]["hand"]
        assert [larger[name] for name in ("canvas", "turn")] == [smaller[name] for name in ("canvas", "turn")]
        assert larger["players"][1] == smaller["players"][1]
    for each_size in sizes:
        assert len(each_size["deck"]) + len(each_size["players"][0]["hand"]) == len(state["deck"]) + 8
        inside.table_of(each_size)


def test_charts_are_svg() -> None:
    curve = Curve("a < b", [(1, Spread(10, 1)), (5, Spread(250, 1)), (500, Spread(90_000, 1))])
    drawn = ElementTree.fromstring(svg.page([Chart("growth & size", "cards", [curve])] * 3))
    assert drawn.tag.endswith("svg")
    assert sum(each.tag.endswith("path") for each in drawn.iter()) == 3
    assert "a < b" in [each.text for each in drawn.iter()]


def test_a_log_costs_far_less_than_its_actions_one_by_one() -> None:
    for log in inside.audits(repeats=3):
        assert log.share.median < 0.3, log
