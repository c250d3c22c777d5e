"""What is done beside answering, on a game with no rule book: overrules, dice that are laid, plans, lending."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
import pytest

from deadground.core import lending, saves, standing
from deadground.core.agenda import Ask, Go, Next, Procedure, procedure, question, step
from deadground.core.aside import NOTHING, Aside, Laid, with_laid
from deadground.core.dice import Roll
from deadground.core.faults import Refused
from deadground.core.match import Match
from deadground.core.overrule import END_PHASE, Field, Overrule, OverruleKind, Ruled, overrule, set_roll
from deadground.core.position import decoded
from deadground.core.replay import audit
from deadground.core.requests import AnyRequest, Number
from deadground.core.system import Setup
from deadground.core.table import Table
from deadground.core.view import View
from deadground.testing.duel import DUEL
from tests.core.lair import Lair, LairGame, LairSystem, do, new_lair
from tests.core.tiny import SEED, choose


@procedure("test.ruled_lair")
class Rounds(Procedure):
    """Both seats name a number each round; a 13 breaks the rule, and `deeds` counts the rounds."""

    @step
    def ask(self, g: LairGame) -> Next:
        return Ask(self.bid, ["a", "b"], then=self.count)

    @question
    def bid(self, view: View[Lair]) -> AnyRequest:
        proposal = None if view.state.path == (0,) else 1
        return Number("Bid", low=0, high=20, proposal=proposal)

    @step
    def count(self, g: LairGame) -> Next:
        if 13 in g.state.path or 13 in self.reply.values():
            raise ZeroDivisionError("thirteen")
        g.roll(2, 6, "luck", "a")
        g.roll(2, 6, "luck", "b")
        g.state.deeds += 1
        if g.state.deeds == 6:
            g.finish((), "enough")
        return Go(self.ask)


class RuledLair(LairSystem):
    """The lair with an umpire at the table."""

    name: ClassVar[str] = "ruled"

    def seats(self, scenario: str) -> tuple[str, ...]:
        return ("a", "b", "umpire")

    def opening(self, setup: Setup) -> Procedure:
        return Rounds()

    @property
    def overrules(self) -> tuple[OverruleKind, ...]:
        path = Field(name="step", label="Step", kind="number", least=-5, most=20)
        return (
            OverruleKind("path", "Go", (path,)),
            OverruleKind("deeds", "Count", (path,)),
            set_roll({"luck": 6}, "beasts"),
            END_PHASE,
        )

    def overrule(self, game: Any, ruling: Overrule) -> Ruled:
        if ruling.what == "path":
            game.state.path = (ruling.fields["step"],)
        else:
            game.state.deeds = ruling.fields["step"]
        return Ruled(f"It is {ruling.fields['step']}.", ("a",))

    def phase(self, state: Lair) -> str:
        return str(state.deeds // 2)

    def tidings(self, view: View[Lair]) -> Mapping[str, str]:
        return {f"at {step}": f"The path is at {step}." for step in view.state.path}


RULED = RuledLair()


@pytest.fixture
def match() -> Match[Lair]:
    return Match.begin(RULED, RULED.prepare("only"), SEED)


def rule(match: Match[Lair], what: str, **fields: Any) -> None:
    overrule(match, "umpire", Overrule(what, fields), "because")


def sound(match: Match[Any]) -> Match[Any]:
    loaded = saves.load(saves.save(match), {match.system.name: match.system})
    assert loaded.position.digest() == match.position.digest() == loaded.position_at(loaded.current).digest()
    assert decoded(match.position.encoded(), match.system.state_type).aside == match.position.aside
    assert list(audit(loaded)) == []
    return loaded


# --- overrules ---


def test_a_broken_invariant_is_the_reason_of_the_refusal(match: Match[Lair]) -> None:
    before = saves.save(match)
    with pytest.raises(Refused, match="deeds cannot be fewer than none"):
        rule(match, "deeds", step=-1)
    assert saves.save(match) == before


def test_what_the_rules_could_not_go_on_from_is_refused(match: Match[Lair]) -> None:
    before = saves.save(match)
    with pytest.raises(
        Refused, match="the rules could not go on from there: a rule failed: ZeroDivisionError"
    ):
        rule(match, "path", step=13)
    assert saves.save(match) == before


def test_where_nothing_is_proposed_a_phase_cannot_be_ended(match: Match[Lair]) -> None:
    rule(match, "path", step=0)
    with pytest.raises(Refused, match="a must answer itself: Bid"):
        rule(match, "end_phase")


def test_ending_a_phase_keeps_what_was_sealed_and_proposes_the_rest(match: Match[Lair]) -> None:
    choose(match, "b", 7)
    rule(match, "end_phase")
    assert match.position.state.deeds == 2
    assert len(match.journal[-1].rolls) == 4
    sound(match)


def test_an_overrule_is_read_by_those_it_concerns(match: Match[Lair]) -> None:
    rule(match, "path", step=4)
    assert [event.text for event in match.log("a")] == ["Umpire: It is 4. because"]
    assert match.log("b") == []
    assert match.marks_for("a") == ["Umpire put right: because"]
    assert match.marks_for("b") == match.marks == []


@procedure("test.quiet_after")
class QuietAfter(Procedure):
    """One seat is asked openly, then quietly about something else."""

    @step
    def ask(self, g: LairGame) -> Next:
        return Ask(self.openly, "a", then=self.again)

    @question
    def openly(self, view: View[Lair]) -> AnyRequest:
        return Number("Openly", low=0, high=9, proposal=1)

    @step
    def again(self, g: LairGame) -> Next:
        return Ask(self.openly, ["a"], then=self.hush, known=True)

    @step
    def hush(self, g: LairGame) -> Next:
        g.state.deeds = 2
        return Ask(self.quietly, "a", then=self.ask, quiet="Hush.")

    @question
    def quietly(self, view: View[Lair]) -> AnyRequest:
        return Number("Quietly", low=0, high=9, proposal=1)


def test_a_phase_that_asks_for_ever_is_not_ended() -> None:
    class Endless(RuledLair):
        def phase(self, state: Lair) -> str:
            return "always"

        def opening(self, setup: Setup) -> Procedure:
            return QuietAfter()

    endless = Endless()
    match = Match.begin(endless, endless.prepare("only"), SEED)
    with pytest.raises(Refused, match="the phase does not end"):
        rule(match, "end_phase")


def test_after_a_phase_is_ended_what_is_asked_is_what_the_new_phase_asks() -> None:
    class Quiet(RuledLair):
        def opening(self, setup: Setup) -> Procedure:
            return QuietAfter()

    quiet = Quiet()
    match = Match.begin(quiet, quiet.prepare("only"), SEED)
    rule(match, "end_phase")
    (request,) = match.requests("a")
    assert request.prompt == "Quietly"
    sound(match)


# --- dice that are laid ---


def test_laid_dice_wait_for_their_throw_and_are_used_once(match: Match[Lair]) -> None:
    rule(match, "set_roll", purpose="luck", owner="b", faces=[6, 1])
    match = sound(match)
    choose(match, "a", 1)
    choose(match, "b", 1)
    first, second = match.journal[-1].rolls
    assert (second.faces, second.note) == ((1, 6), "set by Umpire: because")
    assert first.note == ""
    assert match.position.aside == NOTHING
    match = sound(match)
    choose(match, "a", 1)
    choose(match, "b", 1)
    assert not [roll for roll in match.journal[-1].rolls if roll.note]
    sound(match)


def test_dice_laid_again_for_the_same_throw_take_the_place_of_the_first(match: Match[Lair]) -> None:
    rule(match, "set_roll", purpose="luck", faces=[1])
    rule(match, "set_roll", purpose="luck", faces=[6])
    rule(match, "set_roll", purpose="luck", owner="a", faces=[2])
    assert [laid.faces for laid in match.position.aside.laid] == [(6,), (2,)]
    choose(match, "a", 1)
    choose(match, "b", 1)
    assert [roll.faces for roll in match.journal[-1].rolls] == [(6, 6), match.journal[-1].rolls[1].faces]
    sound(match)


@pytest.mark.parametrize(
    ("purpose", "owner", "faces", "fits"),
    [
        ("luck", "", (6,), True),
        ("luck", "a", (6,), True),
        ("luck", "b", (6,), False),
        ("skill", "", (6,), False),
        ("luck", "", (7,), False),
    ],
)
def test_a_throw_is_known_by_purpose_owner_and_faces(
    purpose: str, owner: str, faces: tuple[int, ...], fits: bool
) -> None:
    laid, roll = Laid(purpose, owner, faces, ""), Roll(6, (1, 2), "luck", "a")
    assert (laid.is_for(roll) and laid.fits(roll)) is fits


@pytest.mark.parametrize(
    ("faces", "ordered", "shown"),
    [((5,), False, (5, 5)), ((5, 2), False, (2, 5)), ((5, 2), True, (5, 2)), ((5, 2, 1), True, (5, 2))],
)
def test_a_laid_throw_shows_what_was_laid(
    faces: tuple[int, ...], ordered: bool, shown: tuple[int, ...]
) -> None:
    laid = Laid("luck", "", faces, "set")
    once = laid.over(Roll(6, (3, 4), "luck"), ordered=ordered)
    assert (once.faces, once.note) == (shown, "set")
    assert laid.over(once, ordered=ordered) == once, "a record that is played again is not changed"


# --- what lies beside the game ---


def test_a_game_with_nothing_beside_it_keeps_its_digest() -> None:
    """The encoding has no place for it then, so that games from before it are what they were."""
    lair = new_lair()
    assert b"standing" not in lair.position.encoded()
    lair.position.aside = with_laid(Aside(), Laid("luck", "", (1,), ""))
    assert b"standing" in lair.position.encoded()


def test_a_save_from_before_there_was_anything_beside_a_game_loads() -> None:
    lair = new_lair()
    plain = msgspec.json.decode(saves.save(lair))
    del plain["position"]["aside"]
    plain["check"] = saves.checksum(plain)
    loaded = saves.load(msgspec.json.encode(plain), {"lair": lair.system})
    assert loaded.position.aside == NOTHING
    assert loaded.position.digest() == lair.position.digest()


# --- plans ---


def test_plans_run_to_the_end_where_there_is_no_news(match: Match[Lair]) -> None:
    for seat in ("a", "b"):
        standing.run_plan(match, seat, True)
    standing.run_plans(match)
    assert match.outcome is not None
    sound(match)


def test_what_comes_after_the_own_answer_is_news_until_it_is_answered(match: Match[Lair]) -> None:
    for seat in ("a", "b"):
        standing.run_plan(match, seat, True)
    rule(match, "path", step=4)
    standing.run_plans(match)
    assert match.to_act() == ("a", "b")
    assert standing.news(match, match.view("a")) == ("The path is at 4.",)
    choose(match, "a", 2)
    standing.run_plans(match)
    assert match.to_act() == ("b",), "b has the same news and was not heard yet"
    choose(match, "b", 2)
    standing.run_plans(match)
    assert match.outcome is not None
    sound(match)


def test_a_request_without_a_proposal_is_asked(match: Match[Lair]) -> None:
    rule(match, "path", step=0)
    for seat in ("a", "b"):
        standing.run_plan(match, seat, True)
    standing.run_plans(match)
    assert match.position.state.deeds == 0


def test_a_rule_that_fails_on_a_plan_leaves_the_seat_to_answer(match: Match[Lair]) -> None:
    for seat in ("a", "b"):
        standing.run_plan(match, seat, True)
    match.position.state.path = (13,)
    match._encoded = None
    for seat in ("a", "b"):
        match.position.aside.standing[seat] = msgspec.structs.replace(
            match.position.aside.standing[seat], known=("at 13",)
        )
    standing.run_plans(match)
    assert match.to_act() == ("b",)


# --- lending ---


def test_where_a_seat_is_a_side_it_is_lent_to_a_bot_only() -> None:
    duel = Match.begin(DUEL, DUEL.prepare("pair"), SEED)
    with pytest.raises(Refused, match="lent to a bot only"):
        lending.lend(duel, "red", "red", "blue")
    with pytest.raises(Refused, match="only red may do that"):
        lending.lend(duel, "blue", "red", "bot")
    with pytest.raises(Refused, match="no seat 'green'"):
        lending.lend(duel, "green", "red", "bot")
    lending.lend(duel, "red", "red", "bot")
    assert lending.bot_seats(duel) == ("red",)
    assert Table(duel).seen("red").requests == ()
    assert Table(duel).seen("blue").lent == {"red": "bot"}
    sound(duel)


def test_single_commands_are_lent_only_where_a_system_has_them() -> None:
    lair = new_lair()
    with pytest.raises(Refused, match="in this game a seat is lent whole"):
        lending.take_home(lair, "a", "a", ("pack",))


def test_what_is_done_by_hand_ends_the_free_undo() -> None:
    lair = new_lair()
    do(lair, "a", "walk")
    assert lair.can_undo("a")
    lending.lend(lair, "b", "b", "bot")
    assert not lair.can_undo("a")
