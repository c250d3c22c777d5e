"""A match: what it refuses, that it is atomic, and how requests are numbered."""

from __future__ import annotations

import stat
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from deadground.core import position, saves
from deadground.core.agenda import Ask, Call, Done, Next, Procedure, procedure, question, step
from deadground.core.citing import recording
from deadground.core.dice import commitment
from deadground.core.faults import Fault, Refused, RuleCrash, SetupError
from deadground.core.journal import Chose, Correction, Withdrew
from deadground.core.match import Match
from deadground.core.own_book import OwnBook, in_force
from deadground.core.replay import audit
from deadground.core.requests import AnyRequest, Guide, Number, Request, guide
from deadground.core.system import System
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL
from tests.core.lair import LAIR, Lair, do, new_lair, refusal
from tests.core.tiny import SEED, TinyGame, begin, choose, play_on, request_of


@pytest.fixture
def lair() -> Match[Lair]:
    return new_lair()


# --- what is refused ---


def test_a_stale_choice_is_refused(lair: Match[Lair]) -> None:
    first = request_of(lair, "a").choice(["walk"])
    lair.submit(first)
    assert refusal(lair, first) == [("serial", "request 1 is no longer open; it is 2 now")]
    ahead = msgspec.structs.replace(first, serial=3)
    assert refusal(lair, ahead) == [("serial", "request 3 is no longer open; it is 2 now")]


@pytest.mark.parametrize("heard", [False, True])
def test_an_answer_that_had_no_fault_just_now_is_not_judged_again(
    lair: Match[Lair], monkeypatch: pytest.MonkeyPatch, heard: bool
) -> None:
    """A bot looks at its answer before it gives it. Who listens to citations hears it judged each time."""
    request, view = request_of(lair, "a"), lair.view("a")
    judged: list[Any] = []

    def check(self: Request, view: Any, draft: Any) -> list[Fault]:
        judged.append(draft)
        return Request.check(self, view, draft)

    monkeypatch.setattr(type(request), "check", check)
    with recording() if heard else nullcontext():
        assert view.faults(request, ["walk"]) == []
        lair.submit(request.choice(["walk"]))
    assert judged == [["walk"]] * (2 if heard else 1)


def test_an_answer_that_was_changed_after_it_was_judged_is_judged_again(lair: Match[Lair]) -> None:
    request, answer = request_of(lair, "a"), ["walk"]
    assert lair.view("a").faults(request, answer) == []
    answer[:] = ["fly"]
    assert refusal(lair, request.choice(answer))


class Judge:
    """The law of parts of answers: nobody flies."""

    def __init__(self) -> None:
        self.judged: list[str] = []

    def faults(self, part: str) -> list[Fault]:
        self.judged.append(part)
        return [Fault("value", "nobody flies")] if part == "fly" else []


@pytest.mark.parametrize("heard", [False, True])
def test_a_part_of_an_answer_that_had_no_fault_is_not_judged_again(lair: Match[Lair], heard: bool) -> None:
    view, law = lair.view("a"), Judge()
    with recording() if heard else nullcontext():
        for part in ("walk", "fly", "walk", "fly"):
            assert bool(view.faults_of_part(part, partial(law.faults, part))) == (part == "fly")
    assert law.judged == (["walk", "fly", "walk", "fly"] if heard else ["walk", "fly", "fly"])


def test_a_part_of_an_answer_is_judged_by_the_book_in_force(lair: Match[Lair]) -> None:
    view, law = lair.view("a"), Judge()
    for book in (None, OwnBook({"terrain": {"woods/value": 2}}), None):
        with in_force(book):
            assert view.faults_of_part("walk", partial(law.faults, "walk")) == []
    assert law.judged == ["walk", "walk"]


def test_a_choice_for_a_seat_that_is_not_asked_is_refused(lair: Match[Lair]) -> None:
    choice = request_of(lair, "a").choice(["walk"])
    assert refusal(lair, msgspec.structs.replace(choice, seat="b")) == [("seat", "nothing is asked of b now")]
    stranger = msgspec.structs.replace(choice, seat="zz")
    assert refusal(lair, stranger) == [("seat", "there is no seat 'zz' at this table")]
    umpire = msgspec.structs.replace(choice, seat="umpire")
    assert refusal(lair, umpire) == [("seat", "nothing is asked of umpire now")]


def test_a_choice_of_the_wrong_kind_is_refused(lair: Match[Lair]) -> None:
    choice = msgspec.structs.replace(request_of(lair, "a").choice(["walk"]), kind="number")
    assert refusal(lair, choice) == [("kind", "a pick choice is wanted, not number")]


@pytest.mark.parametrize("value", [None, 7, "walk", {}, [1], [["walk"]], [None]])
def test_a_malformed_choice_is_refused(lair: Match[Lair], value: Any) -> None:
    ((at, reason),) = refusal(lair, request_of(lair, "a").choice(value))
    assert (at, reason.startswith("not a pick choice")) == ("value", True)


def test_an_illegal_choice_is_refused_with_every_fault_and_cites_its_rows(lair: Match[Lair]) -> None:
    with recording() as cited:
        faults = refusal(lair, request_of(lair, "a").choice(["zz", "walk"]))
    assert [at for at, _ in faults] == ["value[0]", "value"]
    assert "T-1" in cited


def test_nothing_is_taken_after_the_end(lair: Match[Lair]) -> None:
    choice = request_of(lair, "a").choice(["end"])
    lair.submit(choice)
    assert lair.to_act() == ()
    assert refusal(lair, msgspec.structs.replace(choice, serial=2)) == [("", "the game is over: enough")]


@pytest.mark.parametrize(
    ("scenario", "options", "told"),
    [
        ("pear", {}, "no scenario 'pear' in duel: did you mean 'pair'?"),
        ("pair", {"shot_back": "anyone"}, "unknown option 'shot_back': did you mean 'shoot_back'?"),
        ("pair", {"shoot_back": "anyman"}, "option 'shoot_back' cannot be 'anyman': did you mean 'anyone'?"),
    ],
)
def test_a_bad_set_up_is_refused(scenario: str, options: dict[str, str], told: str) -> None:
    with pytest.raises(SetupError) as caught:
        DUEL.prepare(scenario, options)
    assert str(caught.value) == told


def test_a_set_up_of_another_making_is_refused() -> None:
    setup = msgspec.structs.replace(DUEL.prepare("pair"), seats=("red", "blue", "green"))
    with pytest.raises(SetupError, match="does not fit duel"):
        Match.begin(DUEL, setup)


# --- views ---


def test_a_view_goes_stale_when_the_match_moves_on(lair: Match[Lair]) -> None:
    looked_at, not_looked_at = lair.view("a"), lair.view("b")
    assert looked_at.state.deeds == 0
    assert lair.view("a") is looked_at
    do(lair, "a", "walk")
    assert looked_at.state.deeds == 0, "what was seen stays as it was"
    with pytest.raises(RuntimeError, match="earlier moment"):
        _ = not_looked_at.state
    assert lair.view("a").state.deeds == 1


def test_changing_a_view_changes_no_match(lair: Match[Lair]) -> None:
    before = saves.save(lair)
    for seat in ("a", "b", "umpire"):
        lair.view(seat).state.beasts.clear()
        lair.view(seat).state.deeds = 99
    assert saves.save(lair) == before


def test_each_seat_sees_what_it_may_and_the_umpire_all(lair: Match[Lair]) -> None:
    assert list(lair.view("a").state.beasts) == ["a"]
    assert list(lair.view("b").state.beasts) == ["b"]
    assert list(lair.view("umpire").state.beasts) == ["a", "b"]
    with pytest.raises(Refused, match="secrets stay secret"):
        lair.revealed()
    with pytest.raises(Refused, match="no seat 'zz'"):
        lair.view("zz")
    do(lair, "a", "whisper")
    assert (len(lair.log("a")), len(lair.log("b")), len(lair.log("umpire"))) == (1, 0, 1)
    do(lair, "a", "end")
    assert list(lair.revealed().state.beasts) == ["a", "b"]


# --- numbers of requests ---


def test_a_sealed_answer_makes_no_other_request_stale(lair: Match[Lair]) -> None:
    do(lair, "a", "seal")
    mine = request_of(lair, "a").choice(4)
    choose(lair, "b", 3)
    assert request_of(lair, "a").serial == mine.serial
    lair.undo("b")
    assert request_of(lair, "a").serial == mine.serial
    lair.submit(mine)
    choose(lair, "b", 5)
    assert lair.position.state.path == (4, 5)


def test_a_question_is_not_put_again_because_another_seat_has_answered(
    lair: Match[Lair], monkeypatch: pytest.MonkeyPatch
) -> None:
    do(lair, "a", "seal")
    before = lair.view("a")
    known = before.state
    monkeypatch.setattr(position, "asked", lambda *_: pytest.fail("a was asked again"))
    choose(lair, "b", 3)
    after = lair.view("a")
    assert after is not before
    assert after.requests == before.requests
    assert (before.waiting, after.waiting) == (("a", "b"), ("a",))
    assert after.state == known


def test_a_withdrawn_answer_cannot_be_sent_again(lair: Match[Lair]) -> None:
    do(lair, "a", "seal")
    first = request_of(lair, "b").choice(3)
    lair.submit(first)
    assert refusal(lair, first) == [("seat", "nothing is asked of b now")]
    assert lair.view("b").can_undo
    assert not lair.view("a").can_undo
    entry = lair.undo("b")
    assert isinstance(entry.act, Withdrew)
    assert refusal(lair, first)[0][0] == "serial"
    choose(lair, "b", 6)
    choose(lair, "a", 1)
    assert lair.position.state.path == (1, 6)
    with pytest.raises(Refused, match="nothing to undo"):
        lair.undo("b")


def test_after_an_undo_the_old_request_is_stale(lair: Match[Lair]) -> None:
    old = request_of(lair, "a").choice(["walk"])
    lair.submit(old)
    newer = request_of(lair, "a").choice(["walk"])
    lair.undo("a")
    assert refusal(lair, old)[0][0] == "serial"
    assert refusal(lair, newer)[0][0] == "serial"
    do(lair, "a", "walk")


def test_putting_right_asks_everything_anew(lair: Match[Lair]) -> None:
    old = request_of(lair, "a").choice(["walk"])
    lair.put_right("umpire", "miscounted", (Correction(("deeds",), 5),))
    assert refusal(lair, old)[0][0] == "serial"


# --- rules that fail ---


@pytest.mark.parametrize("deed", ["fail", "ask badly"])
def test_a_rule_that_fails_changes_nothing_and_leaves_a_game_that_loads(
    lair: Match[Lair], tmp_path: Path, deed: str
) -> None:
    lair.crashes = tmp_path / "crashes"
    do(lair, "a", "walk")
    before, log = saves.save(lair), lair.log("a")
    choice = request_of(lair, "a").choice([deed])
    with pytest.raises(RuleCrash) as caught:
        lair.submit(choice)
    assert saves.save(lair) == before
    assert lair.log("a") == log
    assert lair.view("a").can_undo
    assert lair.position.state.deeds == 1, "the half that was done is undone"
    assert caught.value.file is not None
    file = Path(caught.value.file)
    assert list(file.parent.iterdir()) == [file], "nothing half-written lies about"
    loaded = saves.load(file.read_bytes(), {"lair": LAIR})
    assert loaded.position.digest() == lair.position.digest()
    crash = saves.read(file.read_bytes(), {"lair": LAIR})[0].crash
    assert crash is not None
    with pytest.raises(RuleCrash) as again:
        loaded.enact(crash.act)
    assert str(again.value) == str(caught.value)
    do(lair, "a", "walk")


def test_a_crash_file_tells_of_a_rule_that_passes_now(lair: Match[Lair], tmp_path: Path) -> None:
    act = Chose(request_of(lair, "a").choice(["walk"]))
    file = saves.write_crash(lair, act, ValueError("it was so then"), tmp_path / "crashes")
    assert [stat.S_IMODE(one.stat().st_mode) for one in (file, file.parent)] == [0o600, 0o700]
    loaded, crash = (
        saves.load(file.read_bytes(), {"lair": LAIR}),
        saves.read(file.read_bytes(), {"lair": LAIR})[0].crash,
    )
    assert crash is not None
    loaded.enact(crash.act)
    assert saves.read(saves.save(lair), {"lair": LAIR})[0].crash is None


def test_without_a_folder_a_crash_is_only_told(lair: Match[Lair]) -> None:
    with pytest.raises(RuleCrash, match="ZeroDivisionError: a rule divided by nothing") as caught:
        do(lair, "a", "fail")
    assert caught.value.file is None


@guide("test.failing")
class FailingGuide(Guide):
    """A law that fails on one value."""

    def faults(self, view: Any, request: Request, value: int) -> list[Fault]:
        return [Fault("value", str(10 // value))] if value < 3 else []


@procedure("test.guided")
class Guided(Procedure):
    """Asks for a number under a guide."""

    @step
    def ask(self, g: TinyGame) -> Next:
        return Ask(self.number, "a", then=self.ask)

    @question
    def number(self, view: Any) -> AnyRequest:
        return Number("?", low=0, high=9, guide="test.failing")


def test_a_guide_that_fails_is_a_rule_that_fails(tmp_path: Path) -> None:
    match = begin(Guided)
    match.crashes = tmp_path
    before = saves.save(match)
    with pytest.raises(RuleCrash, match="ZeroDivisionError") as caught:
        choose(match, "a", 0)
    assert saves.save(match) == before
    assert caught.value.file is not None
    saves.load(Path(caught.value.file).read_bytes(), {"tiny": match.system})


# --- copies ---


def test_a_clone_goes_its_own_way_with_other_dice() -> None:
    match = Match.begin(DUEL, DUEL.prepare("patrol"), SEED)
    play_on(match, Random(1), 12)
    before = saves.save(match)
    clone = match.clone(bytes(32))
    assert clone.position.digest() == match.position.digest()
    start = len(match.journal)
    play_on(clone, Random(2), 60)
    assert saves.save(match) == before
    twin = match.copy(SEED, None)
    play_on(twin, Random(2), 60)
    first = [entry.rolls for entry in clone.journal[start:] if entry.rolls]
    second = [entry.rolls for entry in twin.journal[start:] if entry.rolls]
    assert first[0] != second[0] or first[1] != second[1]
    play_on(match, Random(2), 60)
    assert match.journal == twin.journal, "the same dice and choices lead to the same game"


def test_the_seed_is_promised_from_the_start(lair: Match[Lair]) -> None:
    assert lair.commitment == commitment(SEED)
    other = Match.begin(LAIR, LAIR.prepare("only"))
    assert other.seed != Match.begin(LAIR, LAIR.prepare("only")).seed


@pytest.mark.parametrize("system", [DUEL, CARDS], ids=lambda system: system.name)
def test_every_entry_of_a_whole_game_can_be_reached_from_the_journal(system: System[Any]) -> None:
    match = Match.begin(system, system.prepare(next(iter(system.scenarios))), SEED)
    play_on(match, Random(5))
    assert match.outcome is not None
    for n in range(0, len(match.journal), 7):
        assert match.position_at(n).digest() == match.journal[n].digest
    assert list(audit(match)) == []


@procedure("test.caller")
class Caller(Procedure):
    """Calls a procedure that finishes the game: nothing may run afterwards."""

    @step
    def call(self, g: TinyGame) -> Next:
        return Call(Finisher(), then=self.never)

    @step
    def never(self, g: TinyGame) -> Next:
        raise AssertionError("nothing runs after the end")


@procedure("test.finisher")
class Finisher(Procedure):
    """Ends the game from within."""

    @step
    def finish(self, g: TinyGame) -> Next:
        g.finish(["b"], "done", "T-END")
        return Done()


def test_nothing_runs_after_the_end() -> None:
    with recording() as cited:
        match = begin(Caller)
    assert match.outcome is not None
    assert match.outcome.winners == ("b",)
    assert match.position.agenda == []
    assert "T-END" in cited
