"""`deadground replay`: the story of a game, for everybody and for one seat, at once and step by step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deadground.bots.roster import make_bot, usual_of
from deadground.cli import replay as command
from deadground.cli.story import event_lines
from deadground.core import saves
from deadground.core.account import MOST_MAIN
from deadground.core.bot import chosen
from deadground.core.events import SeenEvent
from deadground.core.match import Match
from deadground.core.system import System
from deadground.core.table import Table
from deadground.core.view import Outcome
from deadground.systems.stands.system import STANDS
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL
from tests.cli.conftest import SEED, Ask, changed, kept, played
from tests.cli.fragile import FRAGILE, fuzzed, in_the_games


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    return kept(played(DUEL, "pair"), tmp_path)


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    return kept(played(CARDS, "meeting"), tmp_path)


def test_the_story_has_choices_dice_modifiers_rows_and_outcome(ask: Ask, duel: Path) -> None:
    answer = ask("replay", duel)
    assert (answer.status, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0] == "duel / pair"
    assert "   0  The game begins." in lines
    assert "   1  red: Pick the man who acts. Anders" in lines
    assert "1d6: " in answer.out
    assert "[DUEL-2, DUEL-3, DUEL-7]" in answer.out
    assert "shot: " in answer.out
    assert "[DUEL-9]" in lines[-1] or "[DUEL-1]" in lines[-1]


def test_a_game_of_bots_ends_with_each_plan_and_what_became_of_it(ask: Ask, tmp_path: Path) -> None:
    match = fought(STANDS, "first-lesson")
    file = kept(match, tmp_path)
    lines = ask("replay", file).out.splitlines()
    lost = STANDS.sum_up(match.position.state).losses
    for side, pieces, place in (("soviet", 11, "Gorelka is taken"), ("german", 6, "Gorelka is held")):
        told = lines[lines.index(f"{side.capitalize()}:") + 1 :]
        told = told[
            : next(n for n, line in enumerate(told) if line.endswith("stands are lost (1 point).")) + 1
        ]
        assert told[0].startswith("  My plan: ")
        assert 1 <= sum(line.startswith("  Turn ") for line in told) <= MOST_MAIN
        result = "won" if match.outcome and side in match.outcome.winners else "lost"
        assert f"  The battle is {result}; {lost[side]} of {pieces} are lost." in told
        assert any(f"eached: {place} (3 points)." in line for line in told)
    (account, _) = ask("replay", file, "--json").json["accounts"]
    assert account["plans"][0] == lines[lines.index("Soviet:") + 1].strip()


def test_no_plan_is_told_to_a_seat_or_before_the_end(ask: Ask, tmp_path: Path) -> None:
    match = fought(STANDS, "first-lesson")
    assert ask("replay", kept(match, tmp_path), "--seat", "soviet", "--json").json["accounts"] == []
    early = fought(STANDS, "first-lesson", most=10)
    out = ask("replay", kept(early, tmp_path)).out
    assert "not over" in out
    assert "My plan" not in out


def fought(system: System[Any], scenario: str, most: int = 5_000) -> Match[Any]:
    """A battle of the usual bots that somebody wins, or its beginning."""
    setup = system.prepare(scenario)
    bots = {seat: make_bot(system, usual_of(system), SEED, seat) for seat in setup.seats}
    match = Match.begin(system, setup, SEED)
    while match.outcome is None and len(match.journal) < most:
        seat = match.to_act()[0]
        match.submit(chosen(bots[seat], match.view(seat)), bots[seat].note)
    assert match.outcome is None or match.outcome.winners
    return match


def test_a_row_is_cited_once_and_a_sentence_ends_once() -> None:
    event = SeenEvent("shot", "A fires at B.", {}, (), (), ("DUEL-2", "DUEL-7", "DUEL-2"))
    assert list(event_lines(event)) == ["A fires at B.  [DUEL-2, DUEL-7]"]
    for reason in ("the last man fell", "the last man fell."):
        outcome = Outcome(("red",), reason, ("DUEL-9", "DUEL-9"))
        assert command.ending(outcome, ()) == "red wins: the last man fell.  [DUEL-9]"


def test_every_kind_of_request_is_told_by_its_labels(ask: Ask, cards: Path) -> None:
    out = ask("replay", cards, "--all").out
    assert "north: Place your patrols. patrol 1 at " in out
    assert "north: Play a card. Card " in out
    assert "south: Give your patrols their orders. " in out
    assert ": March. Heron " in out
    assert "(draw by north)" in out


def test_the_duel_tells_numbers_and_shares(ask: Ask, tmp_path: Path) -> None:
    out = "".join(ask("replay", kept(played(DUEL, "patrol", seed=seed), tmp_path)).out for seed in range(4))
    assert " paces\n" in out
    assert "Spread the burst. " in out
    assert " rounds to " in out


def test_a_seat_sees_what_it_could_see(ask: Ask, cards: Path) -> None:
    out = ask("replay", cards, "--seat", "south").out
    assert out.startswith("cards / meeting, as south saw it\n")
    assert "south: Play a card." in out
    assert "north: " not in out
    assert "(draw by" not in out
    numbers = [int(line[:4]) for line in out.splitlines() if line[:4].strip().isdigit()]
    assert numbers == list(range(len(numbers)))


def test_the_story_can_begin_later(ask: Ask, duel: Path) -> None:
    assert [step["n"] for step in ask("replay", duel, "--from", 5, "--json").json["steps"]][:2] == [5, 6]
    assert "there is no step 9999" in ask("replay", duel, "--from", 9999).refusal


def test_only_options_that_were_set_otherwise_are_told(ask: Ask, tmp_path: Path) -> None:
    usual = kept(Match.begin(STANDS, STANDS.prepare("first-lesson"), SEED), tmp_path)
    title, first = ask("replay", usual, "--all").out.splitlines()[:2]
    assert (title, first.split()[0]) == ("stands / first-lesson", "0")
    setup = STANDS.prepare("first-lesson", options={"spotters": "command_group"})
    file = kept(Match.begin(STANDS, setup, SEED), tmp_path)
    assert ask("replay", file, "--all").out.splitlines()[1] == "spotters: command_group"
    assert len(ask("replay", file, "--json").json["options"]) > 30, "programs get all of them"


def test_an_unknown_seat_is_refused(ask: Ask, duel: Path) -> None:
    assert "did you mean 'blue'?" in ask("replay", duel, "--seat", "bleu").refusal


def test_a_game_that_no_longer_fits_is_told_as_it_was_written(ask: Ask, duel: Path) -> None:
    file = changed(duel, lambda plain: plain["journal"][1]["act"]["choice"].update(value=7))
    out = ask("replay", file).out
    assert "   1  red: Pick the man who acts. 7\n" in out
    assert "   2  red: [" in out


def test_a_seats_export_is_told(ask: Ask, tmp_path: Path) -> None:
    match = played(CARDS, "meeting", 20)
    file = saves.write_file(tmp_path / "seat.json", Table(match).export("north"))
    out = ask("replay", file).out
    assert out.startswith("cards / meeting, as north saw it\n")
    assert "The cards are dealt." in out
    assert "waits for" in out
    assert "the export of north" in ask("replay", file, "--seat", "south").refusal
    plain = json.loads(file.read_bytes())
    file.write_text(json.dumps({**plain, "format": 99}), "utf-8")
    assert "format 99" in ask("replay", file).refusal
    file.write_text(json.dumps({**plain, "view": 5}), "utf-8")
    assert "layout of a seat's export" in ask("replay", file).refusal


def test_a_foreign_file_is_refused(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "foreign.json"
    file.write_text("[1]", "utf-8")
    assert "not a saved game of Deadground" in ask("replay", file).refusal


def test_a_file_cannot_steer_the_terminal(ask: Ask, duel: Path) -> None:
    file = changed(duel, lambda plain: plain["journal"][0].update(events=[{"seen": ["x"]}]))
    assert "layout of a game" in ask("replay", file).refusal
    told = {"seen": {"kind": "note", "text": "\x1b[2Jgone"}, "seen_by": None, "masked": None}
    plain = played(DUEL, "pair", 2)
    file = changed(kept(plain, duel.parent), lambda plain: plain["journal"][0].update(events=[told]))
    assert "?[2Jgone" in ask("replay", file).out


def answers(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """A reader at a terminal who types these words, and then the end of input."""
    given: Iterator[str] = iter(words)

    def typed(prompt: str) -> str:
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(command, "is_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", typed)


def shown(out: str) -> list[int]:
    return [int(line[:4]) for line in out.splitlines() if line[:4].strip().isdigit()]


def test_enter_steps_b_goes_back_q_quits(ask: Ask, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "", "", "b", "b", "b", "", "q", "")
    answer = ask("replay", duel)
    assert shown(answer.out) == [0, 1, 2, 1, 0, 0, 1]
    assert answer.status == 0


def test_stepping_to_the_end_tells_the_outcome(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(monkeypatch, "", "", "")
    answer = ask("replay", kept(played(DUEL, "pair", 2), tmp_path))
    assert shown(answer.out) == [0, 1, 2]
    assert answer.out.splitlines()[-1].startswith("The game is not over")


def test_the_end_of_input_ends_the_story(ask: Ask, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "")
    assert shown(ask("replay", duel).out) == [0, 1]


def test_a_crash_is_told_and_done_again(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_games(monkeypatch, FRAGILE)
    (found,) = fuzzed(FRAGILE, "crash", tmp_path)
    out = ask("replay", found.file).out
    assert "It failed on the next choice. a: Press on? " in out
    assert "crash: a rule failed: ZeroDivisionError" in out
    assert "Done again, it fails: crash" in out


def test_a_crash_that_was_mended_says_so(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_games(monkeypatch, FRAGILE)
    (found,) = fuzzed(FRAGILE, "crash", tmp_path)
    monkeypatch.setattr(FRAGILE, "mended", True)
    assert "Done again, nothing is wrong." in ask("replay", found.file).out
