"""Taking back: undo, take-back by consent, rewind and put-right."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core import saves
from deadground.core.agenda import Ask, Go, Next, Procedure, procedure, question, step
from deadground.core.faults import Refused
from deadground.core.journal import AskedBack, Correction, PutRight, TookBack, Undid
from deadground.core.match import Match
from deadground.core.overrule import set_roll
from deadground.core.replay import audit
from deadground.core.requests import AnyRequest, Confirm
from deadground.core.scene import Clock
from deadground.core.table import Table
from tests.core.lair import LAIR, Beast, Lair, LairSystem, do, new_lair
from tests.core.tiny import SEED, TinyGame, TinySystem, begin, choose, reload


@pytest.fixture
def lair() -> Match[Lair]:
    return new_lair()


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
    assert lair.log("b")[-1].text == "A takes back the last choice."
    assert lair.position_at(lair.current).digest() == start, "the journal alone leads there too"
    assert list(audit(lair)) == []


@pytest.mark.parametrize(
    ("deed", "free"), [("walk", True), ("add beast", True), ("roar", False), ("flush out", False)]
)
def test_undo_is_as_free_for_a_seat_that_has_looked_at_its_view(deed: str, free: bool) -> None:
    """What it saw is compared with what it sees; it is worked out anew only where nobody had looked."""
    for looks in (True, False):
        lair = new_lair()
        if looks:
            assert list(lair.view("a").state.beasts) == ["a"]
        assert lair.view("a").was_looked_at is looks
        do(lair, "a", deed)
        assert lair.view("a").can_undo is free


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


def test_what_is_done_at_the_table_is_told_with_names(lair: Match[Lair]) -> None:
    lair.names = {"a": "Anna", "umpire": "Emil"}
    do(lair, "a", "walk", "walk")
    lair.undo("a")
    for agrees in (False, True):
        lair.ask_back("a")
        lair.answer_back("b", agrees)
    lair.rewind("umpire", 0, "a slip")
    lair.put_right("umpire", "a cocked die", dice=(6,))
    assert [event.text for event in lair.log("b")] == [
        "Anna (A) takes back the last choice.",
        "Anna (A) asks to take back the last choice.",
        "B does not agree to the take-back.",
        "Anna (A) asks to take back the last choice.",
        "B agrees to the take-back.",
        "Anna (A) takes back the last choice, by consent.",
        "Emil (Umpire) goes back: a slip",
    ]
    assert [event.data["by"] for event in lair.log("b")] == ["a", "a", "b", "a", "b", "", "umpire"]
    assert lair.marks == ["Emil (Umpire) went back: a slip", "Emil (Umpire) put right: a cocked die"]
    assert list(audit(reload(lair))) == [], "the names are in the journal"


def test_a_take_back_says_which_choice_and_the_question_only_to_who_was_asked_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = begin(ThreeTurns)
    clock = Clock("Turn 2 of 8", 2, 8, ("Cards", "Fire"), 1)
    monkeypatch.setattr(TinySystem, "clock", lambda *_: clock)
    choose(match, "a", True)
    choose(match, "b", True)
    match.ask_back("a")
    asked = {seat: Table(match).seen(seat).take_back for seat in ("a", "b")}
    mine, theirs = asked["a"], asked["b"]
    assert mine is not None
    assert theirs is not None
    assert (mine.when, theirs.when) == ("Turn 2 of 8, Fire", "Turn 2 of 8, Fire")
    assert (mine.question, theirs.question) == ("Well?", "")
    assert match.log("c")[-1].text == "A asks to take back the last choice (Turn 2 of 8, Fire)."


def test_a_take_back_counts_the_lines_of_each_ones_own_log(lair: Match[Lair]) -> None:
    do(lair, "a", "shout", "whisper")
    lair.ask_back("a")
    lair.answer_back("b", False)
    do(lair, "a", "shout")
    lair.ask_back("a")
    told = [Table(lair).seen(seat).take_back for seat in ("a", "b")]
    assert [(one.undoes, one.first) for one in told if one] == [(1, "hey"), (1, "hey")]
    lair.answer_back("b", True)
    lair.ask_back("a")
    told = [Table(lair).seen(seat).take_back for seat in ("a", "b")]
    assert [(one.undoes, one.first) for one in told if one] == [(1, "psst"), (0, "")], (
        "b never read the whisper"
    )


def test_who_asked_for_a_take_back_may_withdraw_it() -> None:
    match = begin(ThreeTurns)
    choose(match, "a", True)
    match.ask_back("a")
    match.answer_back("b", True)
    with pytest.raises(Refused, match="no take-back waits for the answer of A"):
        match.answer_back("a", True)
    now = match.position.digest()
    match.answer_back("a", False)
    assert match.log("c")[-1].text == "A no longer asks for the take-back."
    with pytest.raises(Refused, match="no take-back waits"):
        match.answer_back("c", True)
    with pytest.raises(Refused, match="no take-back waits"):
        match.answer_back("a", False)
    assert match.position.digest() == now
    match.ask_back("a")
    assert list(audit(reload(match))) == []


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
    with pytest.raises(Refused, match="no take-back waits for the answer of A"):
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
    with pytest.raises(Refused, match="B has chosen nothing yet"):
        match.ask_back("b")
    match.undo("a")
    with pytest.raises(Refused, match="A has chosen nothing yet"):
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
    assert lair.marks == [f"Umpire went back: look at {to}" for to in (3, 0, 4, 2)]
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
    assert lair.marks == ["Umpire put right: the beast was seen", "Umpire put right: one number only"]
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


@pytest.mark.parametrize(("face", "most"), [(7, 6), (11, 10), (257, 256)])
def test_a_die_is_not_set_to_a_face_that_no_die_shows(
    lair: Match[Lair], face: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if most < 256:
        monkeypatch.setattr(LairSystem, "overrules", (set_roll({"luck": most}, "beasts"),))
    before = saves.save(lair)
    with pytest.raises(Refused, match=f"no die here shows {face}: faces are from 1 to {most}"):
        lair.put_right("umpire", "because", dice=(1, face))
    assert saves.save(lair) == before
    lair.put_right("umpire", "because", dice=(1, most))


def test_a_face_that_the_thrown_die_has_not_is_given_back_with_a_word(lair: Match[Lair]) -> None:
    lair.put_right("umpire", "because", dice=(7, 6))
    do(lair, "a", "roll")
    assert [event.text for event in lair.log("b")] == [
        "What was set for the next dice is given back, 7, 6: it was thrown with a D6, as the dice fell."
    ]
    assert lair.position.dice == ()
    do(lair, "a", "roll")
    assert list(audit(reload(lair))) == []


def test_a_die_cannot_be_set_to_nothing(lair: Match[Lair]) -> None:
    with pytest.raises(Refused, match="no die here shows 0: faces are from 1 to 256"):
        lair.put_right("umpire", "because", dice=(6, 0))
