"""A match: what it refuses, that it is atomic, who may take back what, and how requests are numbered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from deadground.core import saves
from deadground.core.agenda import Ask, Call, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.citing import recording
from deadground.core.dice import commitment
from deadground.core.faults import Fault, Refused, RuleCrash, SaveError, SetupError
from deadground.core.game import Game
from deadground.core.journal import AskedBack, Chose, Correction, PutRight, TookBack, Undid, Withdrew
from deadground.core.match import Match
from deadground.core.records import Public, Record, State, copy_state, record, state
from deadground.core.replay import audit
from deadground.core.requests import AnyRequest, Choice, Confirm, Guide, Number, Option, Pick, Request, guide
from deadground.core.system import Setup, System
from deadground.core.view import View
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL
from tests.core.tiny import SEED, TinyGame, begin, choose, play_on, reload, request_of


@record
class Beast(Record):
    """Known to its keeper, and to all once it roars."""

    keeper: Public[str]
    roars: Public[bool] = False

    def known_to(self, state: Any, seat: str) -> bool:
        return self.roars or seat == self.keeper


@state
class Lair(State):
    """Two beasts and a count of what was done."""

    beasts: Public[dict[str, Beast]]
    deeds: Public[int] = 0
    path: Public[tuple[int, ...]] = ()


class LairGame(Game[Lair]):
    """The game as the lair's rules hold it."""


DEEDS = (
    "walk",
    "roll",
    "roar",
    "flush out",
    "whisper",
    "shout",
    "hand over",
    "seal",
    "add beast",
    "fail",
    "ask badly",
    "end",
)


@procedure("test.lair")
class Prowl(Procedure):
    """One seat does something, again and again."""

    seat: str = "a"

    @step
    def ask(self, g: LairGame) -> Next:
        return Ask(self.what, self.seat, then=self.do)

    @question
    def what(self, view: Any) -> AnyRequest:
        return Pick("What?", options=tuple(Option(deed, deed) for deed in DEEDS), rows=("T-1",))

    @step
    def do(self, g: LairGame) -> Next:
        g.state.deeds += 1
        deed = self.picked
        if deed == "roll":
            g.roll(2, 6, "luck", self.seat)
        elif deed == "roar":
            g.state.beasts[self.seat].roars = True
        elif deed == "flush out":
            g.state.beasts["b"].roars = True
        elif deed == "whisper":
            g.tell("whisper", "psst", to=["a"])
        elif deed == "shout":
            g.tell("shout", "hey", "T-2")
        elif deed == "add beast":
            g.state.beasts[g.new_id()] = Beast(self.seat, roars=True)
        elif deed == "hand over":
            self.seat = "b" if self.seat == "a" else "a"
        elif deed == "seal":
            return Ask(self.bid, ["a", "b"], then=self.bids_in)
        elif deed == "fail":
            raise ZeroDivisionError("a rule divided by nothing")
        elif deed == "ask badly":
            return Ask(self.broken, self.seat, then=self.do)
        elif deed == "end":
            g.finish(["a"], "enough")
        return Go(self.ask)

    @question
    def bid(self, view: Any) -> AnyRequest:
        return Number("Bid", low=0, high=9)

    @question
    def broken(self, view: Any) -> AnyRequest:
        raise LookupError("a question found nothing")

    @step
    def bids_in(self, g: LairGame) -> Next:
        g.state.path = tuple(self.reply.values())
        return Go(self.ask)


class LairSystem(System[Lair]):
    """Two seats and an umpire who sees all."""

    name: ClassVar[str] = "lair"
    title: ClassVar[str] = "The lair"
    version: ClassVar[str] = "1"
    state_type = Lair
    game_type = LairGame

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {"only": "The only one."}

    def seats(self, scenario: str) -> tuple[str, ...]:
        return ("a", "b")

    def sees_all(self, seat: str) -> bool:
        return seat == "umpire"

    def new_state(self, setup: Setup) -> Lair:
        return Lair({"a": Beast("a"), "b": Beast("b")})

    def opening(self, setup: Setup) -> Procedure:
        return Prowl()

    def imagine(self, view: View[Lair], rng: Random) -> Lair:
        return copy_state(view.state)

    def invariants(self, state: Lair) -> Iterable[str]:
        if state.deeds < 0:
            yield "deeds cannot be fewer than none"
        if len(state.beasts) > 4:
            yield "there are too many beasts"


LAIR = LairSystem()


@pytest.fixture
def lair() -> Match[Lair]:
    return Match.begin(LAIR, LAIR.prepare("only"), SEED)


def do(match: Match[Any], seat: str, *deeds: str) -> None:
    for deed in deeds:
        choose(match, seat, [deed])


def refusal(match: Match[Any], choice: Choice) -> list[tuple[str, str]]:
    """The faults of a refused choice; the match must be as it was, and a check must say the same."""
    before = saves.save(match)
    with pytest.raises(Refused) as caught:
        match.submit(choice)
    assert saves.save(match) == before
    assert match.check(choice) == list(caught.value.faults)
    return [(fault.at, fault.reason) for fault in caught.value.faults]


# --- what is refused ---


def test_a_stale_choice_is_refused(lair: Match[Lair]) -> None:
    first = request_of(lair, "a").choice(["walk"])
    lair.submit(first)
    assert refusal(lair, first) == [("serial", "request 1 is no longer open; it is 2 now")]
    ahead = msgspec.structs.replace(first, serial=3)
    assert refusal(lair, ahead) == [("serial", "request 3 is no longer open; it is 2 now")]


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


# --- undo ---


@pytest.mark.parametrize("deed", ["walk", "shout", "add beast"])
def test_undo_is_free_while_nothing_has_happened_that_must_be_forgotten(lair: Match[Lair], deed: str) -> None:
    start = lair.position.digest()
    do(lair, "a", "walk")
    middle = lair.position.digest()
    do(lair, "a", deed)
    assert lair.view("a").can_undo
    assert not lair.view("b").can_undo
    lair.undo("a")
    assert lair.position.digest() == middle
    entry = lair.undo("a")
    assert isinstance(entry.act, Undid)
    assert lair.position.digest() == start == entry.digest
    assert not lair.view("a").can_undo
    assert lair.log("b")[-1].text == "a takes back the last choice."
    assert lair.position_at(lair.current).digest() == start, "the journal alone leads there too"
    assert list(audit(lair)) == []


@pytest.mark.parametrize("deed", ["roll", "roar", "flush out", "whisper", "end"])
def test_undo_never_crosses_a_die_a_reveal_a_whisper_or_the_end(lair: Match[Lair], deed: str) -> None:
    do(lair, "a", "walk", deed)
    before = saves.save(lair)
    assert not lair.view("a").can_undo
    with pytest.raises(Refused, match="nothing to undo"):
        lair.undo("a")
    assert saves.save(lair) == before


def test_undo_never_crosses_what_another_seat_chose(lair: Match[Lair]) -> None:
    do(lair, "a", "hand over")
    assert lair.view("a").can_undo
    do(lair, "b", "walk")
    assert not lair.view("a").can_undo
    with pytest.raises(Refused):
        lair.undo("a")
    lair.undo("b")
    assert lair.view("a").can_undo, "b took its choice back, so it is a's turn to"
    lair.undo("a")
    assert lair.to_act() == ("a",)


def test_choosing_again_after_an_undo_rolls_other_dice(lair: Match[Lair]) -> None:
    fresh = Match.begin(LAIR, LAIR.prepare("only"), SEED)
    do(lair, "a", "walk")
    lair.undo("a")
    do(lair, "a", "roll")
    do(fresh, "a", "roll")
    assert [entry.n for entry in lair.journal] == [0, 1, 2, 3]
    assert lair.journal[3].rolls[0].faces != fresh.journal[1].rolls[0].faces


def test_undo_works_on_a_clone_and_leaves_the_other_alone(lair: Match[Lair]) -> None:
    do(lair, "a", "walk", "walk")
    clone = lair.clone(bytes(32))
    clone.undo("a")
    clone.undo("a")
    do(clone, "a", "roar")
    assert (clone.position.state.deeds, lair.position.state.deeds) == (1, 2)
    lair.undo("a")
    assert lair.position.state.deeds == 1
    lair.undo("a")
    assert lair.position.state == Lair({"a": Beast("a"), "b": Beast("b")})


# --- take-back by consent, rewind ---


def test_a_take_back_needs_everybody() -> None:
    match = begin(ThreeTurns)
    choose(match, "a", True)
    before = match.position.digest()
    choose(match, "b", True)
    choose(match, "c", True)
    match.ask_back("b")
    for seat in ("b", "zz"):
        with pytest.raises(Refused):
            match.answer_back(seat, True)
    with pytest.raises(Refused, match="already"):
        match.ask_back("c")
    match.answer_back("a", True)
    with pytest.raises(Refused, match="no take-back waits for a's answer"):
        match.answer_back("a", True)
    assert match.position.digest() != before
    entry = match.answer_back("c", True)
    assert isinstance(entry.act, TookBack)
    assert match.position.digest() == before == entry.digest
    assert match.to_act() == ("b",)
    assert match.marks == []
    choose(match, "b", False)
    assert match.position_at(match.current).digest() == match.position.digest()
    assert list(audit(match)) == []


def test_one_refusal_ends_a_take_back() -> None:
    match = begin(ThreeTurns)
    choose(match, "a", True)
    match.ask_back("a")
    match.answer_back("c", False)
    now = match.position.digest()
    with pytest.raises(Refused, match="no take-back waits"):
        match.answer_back("b", True)
    assert match.position.digest() == now
    match.ask_back("a")
    match.answer_back("b", True)
    match.answer_back("c", True)
    assert match.to_act() == ("a",)


def test_playing_on_ends_a_take_back() -> None:
    match = begin(ThreeTurns)
    choose(match, "a", True)
    match.ask_back("a")
    choose(match, "b", True)
    with pytest.raises(Refused, match="no take-back waits"):
        match.answer_back("c", True)


def test_who_has_chosen_nothing_has_nothing_to_take_back() -> None:
    match = begin(ThreeTurns)
    choose(match, "a", True)
    with pytest.raises(Refused, match="b has chosen nothing yet"):
        match.ask_back("b")
    match.undo("a")
    with pytest.raises(Refused, match="a has chosen nothing yet"):
        match.ask_back("a")


def test_what_was_only_said_is_no_part_of_the_game() -> None:
    """A take-back that was asked for and refused must not be played when the game is built again."""
    match = begin(ThreeTurns)
    choose(match, "a", True)
    match.ask_back("a")
    match.answer_back("b", False)
    assert isinstance(match.journal[2].act, AskedBack)
    choose(match, "b", False)
    for n in range(len(match.journal)):
        assert match.position_at(n).digest() == match.journal[n].digest
    match.rewind("a", 3, "to see")
    assert match.to_act() == ("b",)
    assert list(audit(match)) == []


@procedure("test.three_turns")
class ThreeTurns(Procedure):
    """a, b and c answer in turn, over and over."""

    seat: str = "a"

    @step
    def ask(self, g: TinyGame) -> Next:
        return Ask(self.well, self.seat, then=self.answered)

    @question
    def well(self, view: Any) -> AnyRequest:
        return Confirm("Well?")

    @step
    def answered(self, g: TinyGame) -> Next:
        g.say(f"{self.seat}{int(self.reply)}")
        self.seat = {"a": "b", "b": "c", "c": "a"}[self.seat]
        return Go(self.ask)


def test_rewinding_goes_to_any_moment_and_marks_the_game(lair: Match[Lair]) -> None:
    do(lair, "a", "walk", "roll", "roar", "add beast")
    digests = [entry.digest for entry in lair.journal]
    for to in (3, 0, 4, 2):
        entry = lair.rewind("umpire", to, f"look at {to}")
        assert lair.position.digest() == entry.digest == digests[to]
        assert not lair.view("a").can_undo
    do(lair, "a", "roll")
    assert lair.marks == [f"umpire went back: look at {to}" for to in (3, 0, 4, 2)]
    assert lair.position.digest() == lair.position_at(lair.current).digest()
    assert list(audit(reload(lair))) == []
    for beyond in (-1, len(lair.journal)):
        with pytest.raises(Refused, match=f"there is no entry {beyond}"):
            lair.rewind("umpire", beyond, "nowhere")


def test_rewinding_from_the_end_plays_on(lair: Match[Lair]) -> None:
    do(lair, "a", "end")
    lair.rewind("umpire", 0, "again")
    assert lair.outcome is None
    do(lair, "a", "walk")


# --- put right ---


@pytest.mark.parametrize(
    ("correction", "told"),
    [
        (Correction(("deeds",), "many"), "does not fit the state: Expected `int`"),
        (Correction(("deeds",), 1.5), "does not fit the state"),
        (Correction(("beasts", "a", "keeper"), None), "does not fit the state"),
        (Correction(("beasts", "a"), {}), "does not fit the state"),
        (Correction(("deeds",), -1), "deeds cannot be fewer than none"),
        (Correction(("deeds", "x"), 1), "there is nothing at 'deeds.x'"),
        (Correction(("deds",), 1), "there is nothing at 'deds'"),
        (Correction(("beasts", "zz", "roars"), True), "there is nothing at 'beasts.zz.roars'"),
        (Correction((), {}), "there is nothing at ''"),
        (Correction(("path", 0), 1), "there is nothing at 'path.0'"),
    ],
)
def test_a_correction_that_does_not_fit_is_refused(
    lair: Match[Lair], correction: Correction, told: str
) -> None:
    before = saves.save(lair)
    with pytest.raises(Refused) as caught:
        lair.put_right("umpire", "because", (Correction(("deeds",), 3), correction))
    assert told in str(caught.value)
    assert saves.save(lair) == before


def test_putting_right_corrects_the_state_and_marks_the_game(lair: Match[Lair]) -> None:
    do(lair, "a", "walk")
    corrections = (Correction(("beasts", "b", "roars"), True), Correction(("path",), [1, 2]))
    entry = lair.put_right("umpire", "the beast was seen", corrections)
    assert lair.position.state == Lair({"a": Beast("a"), "b": Beast("b", True)}, 1, (1, 2))
    lair.put_right("umpire", "one number only", (Correction(("path", 1), 7),))
    assert lair.position.state.path == (1, 7)
    assert isinstance(entry.act, PutRight)
    assert lair.marks == ["umpire put right: the beast was seen", "umpire put right: one number only"]
    assert not lair.view("a").can_undo
    do(lair, "a", "walk")
    assert reload(lair).position_at(lair.current).digest() == lair.position.digest()
    assert list(audit(lair)) == []


def test_putting_right_needs_a_reason(lair: Match[Lair]) -> None:
    with pytest.raises(Refused, match="needs a reason"):
        lair.put_right("umpire", "  ")


def test_dice_that_are_set_are_the_next_that_fall_whenever_they_fall(lair: Match[Lair]) -> None:
    lair.put_right("umpire", "the die fell off the table", dice=(6, 5, 6))
    do(lair, "a", "walk")
    lair = reload(lair)
    do(lair, "a", "roll")
    assert lair.journal[-1].rolls[0].faces == (5, 6)
    do(lair, "a", "roll")
    assert 6 in lair.journal[-1].rolls[0].faces
    assert lair.position.dice == ()
    for n in range(len(lair.journal)):
        assert lair.position_at(n).digest() == lair.journal[n].digest
    assert list(audit(lair)) == []


def test_a_die_cannot_be_set_to_nothing(lair: Match[Lair]) -> None:
    with pytest.raises(Refused, match="a die cannot be set to 0"):
        lair.put_right("umpire", "because", dice=(6, 0))


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
    again = saves.try_again(file.read_bytes(), {"lair": LAIR})
    assert again is not None
    assert str(again) == str(caught.value)
    do(lair, "a", "walk")


def test_a_crash_file_tells_of_a_rule_that_passes_now(lair: Match[Lair], tmp_path: Path) -> None:
    act = Chose(request_of(lair, "a").choice(["walk"]))
    file = saves.write_crash(lair, act, ValueError("it was so then"), tmp_path)
    assert saves.try_again(file.read_bytes(), {"lair": LAIR}) is None
    with pytest.raises(SaveError, match="tells of no crash"):
        saves.try_again(saves.save(lair), {"lair": LAIR})


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
