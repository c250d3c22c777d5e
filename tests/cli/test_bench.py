"""`deadground bench`: the shape of what it prints. How fast is never a test."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from deadground.cli import bench
from deadground.systems import registry
from deadground.testing.benches import NAMES
from deadground.testing.benches.battles import play_battle
from deadground.testing.benches.skirmish import SQUAD, Answers, answer_times
from tests.cli.conftest import Ask

FIELDS = ["bench", "ratio", "aim", "ours", "peer", "how", "more"]


def test_json_has_the_published_shape(ask: Ask) -> None:
    document = ask("bench", "kernel", "--seconds", 0.2, "--json").json
    assert list(document) == FIELDS
    assert document["bench"] == "kernel"
    assert document["ours"] > 0
    assert document["peer"] > 0
    assert document["ratio"] > 0
    assert (document["more"]["pieces"], document["more"]["fields"]) == (40, 12)
    assert document["more"]["clone_ratio"] > 0


def test_without_the_peer_our_own_rate_is_given(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    document = ask("bench", "kernel", "--seconds", 0.2, "--json").json
    assert (document["peer"], document["ratio"]) == (None, None)
    assert document["ours"] > 0


def test_battles_are_counted_with_the_bot_that_fought_them(ask: Ask) -> None:
    document = ask("bench", "stands", "--seconds", 0.2, "--json").json
    assert list(document) == FIELDS
    assert (document["peer"], document["ratio"]) == (None, None), "a trial is too short for the peer"
    assert document["ours"] == document["more"]["battles_per_s"] > 0
    assert document["more"]["bot"] in document["how"]
    assert document["more"]["corps_turn_s"] > 0
    sizes = [int(stands) for stands in document["more"]["turn_s_by_stands"]]
    assert len(sizes) == 3
    assert sizes[0] < sizes[1] < sizes[2] == document["more"]["corps_stands"]
    assert document["more"]["growth_per_doubling"] > 0


def test_skirmishes_are_counted_with_their_chains_and_growth(ask: Ask) -> None:
    document = ask("bench", "skirmish", "--seconds", 0.2, "--json").json
    assert list(document) == FIELDS
    assert (document["peer"], document["ratio"]) == (None, None), "a trial is too short for the peer"
    more = document["more"]
    assert document["ours"] == more["squad_battles_per_s"] > 0
    assert more["bot"] in document["how"]
    assert more["platoon_battles_per_s"] > 0
    assert more["random_decisions_per_s"] > 0
    assert more["random_ratio"] > 0
    assert 0 < more["answer_ms_p99"] <= more["answer_ms_most"]
    assert list(more["turn_s_by_men"]) == ["20", "40", "80", "160"]
    assert more["growth_per_doubling"] > 0


def test_only_long_chains_count_as_chains() -> None:
    answers = Answers()
    play_battle(registry.systems()["skirmish"], SQUAD, "random", 1, submit=answers.submit)
    assert answers.chains
    assert answers.others
    times = answer_times(answers)
    assert times["chains"] == len(answers.chains) < len(answers.others)
    assert times["answer_ms_most"] == round(1000 * max(answers.chains + answers.others), 1)


def test_a_server_is_measured_under_a_small_load(ask: Ask) -> None:
    document = ask("bench", "server", "--seconds", 0.2, "--json").json
    assert list(document) == FIELDS
    more = document["more"]
    assert document["ratio"] == round(50 / more["p99_ms"], 2)
    assert (more["tables"], more["choices"], more["not_acknowledged"]) == (4, 8, 0)
    assert 0 < more["p50_ms"] <= more["p99_ms"] <= more["most_ms"]
    assert more["one_table_per_s"] > 0
    assert more["idle_seats"] == 10
    assert {"breaks_at_per_s", "mb_per_game", "idle_seats_mb", "heartbeat_cpu_percent"} <= set(more)


def test_the_page_is_measured_in_a_browser_beside_its_aims() -> None:
    """In a process of its own: this one may already hold a browser for other tests."""
    command = [
        str(Path(sys.executable).with_name("deadground")),
        "bench",
        "page",
        "--seconds",
        "0.2",
        "--json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert list(document) == FIELDS
    more = document["more"]
    for name in ("first_load_kb_gzip", "frame_ms_p95", "answer_ms_p95", "cold_start_s"):
        assert more[name] > 0
    assert more["tokens"] == 150
    least = min(
        300 / more["first_load_kb_gzip"], 1000 / 30 / more["frame_ms_p95"], 100 / more["answer_ms_p95"]
    )
    assert document["ratio"] == document["ours"] == pytest.approx(least, abs=0.02)


def test_without_a_browser_the_page_bench_says_so(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEADGROUND_BROWSER", "/nowhere/chromium")
    refusal = ask("bench", "page", "--seconds", 0.2).refusal
    assert "needs a browser. There is no browser '/nowhere/chromium'" in refusal
    assert "run.py test" in refusal


def test_all_benches_are_a_list_and_a_table(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the quick ones and of one that cannot be run here; the others have tests of their own."""
    monkeypatch.setenv("DEADGROUND_BROWSER", "/nowhere/chromium")
    monkeypatch.setattr(bench, "NAMES", {name: NAMES[name] for name in ("kernel", "sight", "page")})
    answer = ask("bench", "--seconds", 0.2, "--json")
    kernel, sight = json.loads(answer.out)
    assert (kernel["bench"], sight["bench"]) == ("kernel", "sight")
    assert sight["ratio"] == pytest.approx(sight["ours"] / sight["peer"], rel=0.02)
    assert answer.err.startswith("Left out: the bench 'page' needs a browser.")
    answer = ask("bench", "kernel", "--seconds", 0.2)
    assert answer.status == 0
    assert "clone ratio" in answer.out


def test_an_unknown_bench_is_refused(ask: Ask) -> None:
    assert "did you mean 'kernel'?" in ask("bench", "kernal").refusal
