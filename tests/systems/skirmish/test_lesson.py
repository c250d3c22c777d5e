"""The lesson of five men a side: its names stand for something, and who follows it lives through a chain."""

from __future__ import annotations

import hashlib
import re
from functools import cache

import pytest

from deadground.core.lesson import Lesson
from deadground.core.loader import DataError, document
from deadground.systems.skirmish.game import members
from deadground.systems.skirmish.lesson import LESSONS
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.scenario_file import scenario_ids
from deadground.systems.skirmish.system import SKIRMISH
from tests.systems.lessons import Pupil, matches

BATTLE = "five-a-side"
FILE = LESSONS.shelf.path(BATTLE)
RULES = LESSONS.shelf.folder.parent
SEEDS = range(8)
MANY = range(24)
LED = ("hello", "dice", "group_1", "up", "in_sight")
"""How the lesson begins, whatever else the dice put between."""


def the_lesson() -> Lesson:
    found = LESSONS.of(BATTLE)
    assert found is not None
    return found


def test_a_third_die_is_taught_as_the_rules_have_it() -> None:
    """The next question mark is looked at with three dice, of which the two lowest count. NUTS-PEF-06"""
    patrol = LESSONS.of("first-patrol")
    assert patrol is not None
    (step,) = (one for one in patrol.steps if one.id == "pef_nothing")
    assert (number("pef_dice"), number("pef_dice_when_wary"), number("pef_dice_counted")) == (2, 3, 2)
    assert "with two dice" in step.say
    assert "with three dice, of which the two lowest count" in step.say


def test_nobody_is_sent_on_past_an_enemy_who_stands_there() -> None:
    """While one of them is in sight the patrol is not pointed to the next place, which may be beside him."""
    patrol = LESSONS.of("first-patrol")
    assert patrol is not None
    steps = {one.id: one for one in patrol.steps}
    assert all(steps[id].when.clear for id in ("nearer", "inside", "silent_now"))
    assert steps["still_there"].when.near is not None
    order = list(steps)
    assert order.index("silent_now") < order.index("home")
    stays = steps["silent_now"].offer
    assert stays is not None
    assert stays.stay, "who may have won already is not walked home"


def test_nobody_is_told_to_go_where_nothing_is_drawn() -> None:
    """A second group in a turn has drawn nothing either: it is asked what next, as the first was."""
    patrol = LESSONS.of("first-patrol")
    assert patrol is not None
    steps = {one.id: one for one in patrol.steps}
    assert steps["staff"].each_time
    assert list(steps).index("staff") < list(steps).index("go")


def test_two_passed_is_not_said_to_be_a_shot_back_always() -> None:
    """Who is outgunned ducks back, and shoots at nobody, however well he tests. NUTS-REACT-03"""
    patrol = LESSONS.of("first-patrol")
    assert patrol is not None
    (step,) = (one for one in patrol.steps if one.id == "reaction")
    assert "outgunned" in step.say


def test_what_is_asked_of_a_patrol_follows_how_many_are_left() -> None:
    """Nobody is told to bring more men home than stand."""
    patrol = LESSONS.of("first-patrol")
    assert patrol is not None
    home = [one for one in patrol.steps if "more than half of your men" in " ".join(one.say.split())]
    few = [one for one in patrol.steps if one.title == "Few are left"]
    assert {one.when.at_least for one in home} == {3}
    assert {one.when.at_most for one in few} == {2}
    assert {one.when.told.kind for one in few if one.when.told} == {"pef", "all_answered"}
    assert not any("three men" in one.say for one in patrol.steps)
    (nearer,) = (one for one in patrol.steps if one.id == "nearer")
    assert nearer.when.untold is not None
    assert nearer.when.untold.kind == "all_answered", "nothing is called unknown once all is known"


def test_the_first_drag_is_taught_before_anybody_was_seen_and_not_again() -> None:
    patrol = LESSONS.of("first-patrol")
    assert patrol is not None
    first = [one.when.untold for one in patrol.steps if one.id in ("first_drag", "first_go")]
    assert [one.kind for one in first if one] == ["pef", "pef"]


def test_what_a_star_is_offered_fits_every_question_he_is_asked() -> None:
    """He may be asked about a man who is down, where nobody shoots back. NUTS-STAR-04"""
    patrol = LESSONS.of("first-patrol")
    assert patrol is not None
    (step,) = (one for one in patrol.steps if one.when.row == "NUTS-STAR-04")
    assert step.offer is not None
    assert step.offer.label == "As proposed"


@cache
def pupil_of(seed: int) -> Pupil:
    """A pupil who has played the lesson to its end."""
    pupil = Pupil(SKIRMISH, BATTLE, hashlib.sha256(f"five {seed}".encode()).digest())
    pupil.play()
    return pupil


def learnt(pupil: Pupil) -> list[str]:
    """What of the lesson's list the pupil's log shows."""
    log = pupil.match.log(pupil.seat)
    return [
        id
        for id, one in pupil.lesson.learns.items()
        if any(matches(one.told, event, pupil.seat) for event in log)
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_who_follows_the_lesson_acts_moves_is_seen_and_sees_a_reaction(seed: int) -> None:
    pupil = pupil_of(seed)
    assert {"act", "move", "sight", "react"} <= set(learnt(pupil))
    assert pupil.match.outcome is not None


def test_nearly_everybody_who_follows_the_lesson_shoots() -> None:
    """The dice are honest: now and then the pupil's men are beaten before they fire."""
    assert sum("fire" in learnt(pupil_of(seed)) for seed in SEEDS) >= len(SEEDS) - 2


def test_a_pupil_wins_more_often_than_not() -> None:
    outcomes = [pupil_of(seed).match.outcome for seed in MANY]
    won = [one is not None and the_lesson().seat in one.winners for one in outcomes]
    assert sum(won) > len(MANY) / 2


@pytest.mark.parametrize("seed", SEEDS)
def test_every_link_of_the_first_chain_is_explained_in_its_order(seed: int) -> None:
    """Who acts, who is quicker, what a shot does, how they react if anybody can; and that this was a chain."""
    pupil = pupil_of(seed)
    shown, kinds = pupil.shown, [event.kind for event in pupil.match.log(pupil.seat)]
    reacted = "crisis_test" in kinds[: kinds.index("exchange_over")]
    links = [shown.index(id) for id in ("dice", "in_sight", "shot", *["reaction"] * reacted, "chain")]
    assert links == sorted(links)
    assert "yours" not in shown or shown.index("chain") < shown.index("yours")


@pytest.mark.parametrize("seed", SEEDS)
def test_they_act_and_move_before_anybody_is_seen(seed: int) -> None:
    shown = pupil_of(seed).shown
    places = [shown.index(id) for id in LED]
    assert places == sorted(places)


def test_mostly_it_is_at_the_hedge_that_they_come_into_sight() -> None:
    """The ground sees to it, unless the other side has gone into hiding; then the lesson leads on."""
    leads = ("up", "hedge", "nobody", "gun_up", "gun_edge", "over")
    shown = [pupil_of(seed).shown for seed in MANY]
    last = [[id for id in one[: one.index("in_sight")] if id in leads][-1] for one in shown]
    assert last.count("hedge") > len(last) / 2


def test_nobody_sees_an_enemy_as_it_begins_and_the_groups_are_those_of_the_lesson() -> None:
    state = Pupil(SKIRMISH, BATTLE, bytes(32)).match.position.state
    assert not any(
        has_los(state, one, other)
        for one in state.figures.values()
        for other in state.figures.values()
        if one.side != other.side
    )
    groups = [[one.unit for one in members(state, id)] for id in state.groups]
    assert sorted(len(units) for units in groups) == [2, 2, 3, 3]
    assert all(len(set(units)) == 1 for units in groups)


def test_what_the_lesson_leads_to_is_never_refused_before_the_battle_is_the_players() -> None:
    for seed in SEEDS:
        led = [
            line for line in pupil_of(seed).refused if not line.startswith(("gun_edge", "over", "forward"))
        ]
        assert led == []


def test_a_six_is_explained_to_whoever_throws_one() -> None:
    threw = [
        (any("Soviet has the phase: leaders of Rep 6" in event.text for event in log), "six" in pupil.shown)
        for pupil in map(pupil_of, SEEDS)
        for log in [pupil.match.log(pupil.seat)]
    ]
    assert all(saw or not told for saw, told in threw)
    assert any(told for _, told in threw)


def test_the_lesson_waits_for_lines_that_the_rules_tell() -> None:
    """A kind of line that no rule tells would never come."""
    signs = [step.when for step in the_lesson().steps]
    told = [sign.told for sign in signs] + [sign.untold for sign in signs]
    told += [one.told for one in the_lesson().learns.values()]
    code = "\n".join(path.read_text("utf-8") for path in RULES.rglob("*.py"))
    for kind in {one.kind for one in told if one is not None}:
        assert re.search(rf'"{kind}",', code), kind


def test_a_lesson_teaches_the_first_seat_and_ends_at_another_battle() -> None:
    lesson = the_lesson()
    assert lesson.seat == SKIRMISH.seats(BATTLE)[0]
    assert lesson.then in scenario_ids()
    assert lesson.then != BATTLE
    assert SKIRMISH.sheet(BATTLE).lesson
    assert SKIRMISH.lesson("crossroads") is None


def test_the_lesson_takes_a_quarter_of_an_hour() -> None:
    assert SKIRMISH.sheet(BATTLE).minutes <= 15
    assert [side.pieces for side in SKIRMISH.sheet(BATTLE).sides] == [5, 5]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("seat: soviet", "seat: sovjet", "no seat is called 'sovjet' (did you mean 'soviet'?)"),
        ("unit: in", "unit: mm", "the map of the battle is in 'in', the lesson in 'mm'"),
        ("then: lipki-village", "then: lipki", "no battle is called 'lipki'"),
        ("waiting: The machine gun", "waiting: The gun", "no unit is called 'The gun'"),
        ("asked: skirmish.paths", "asked: skirmish.path", "did you mean 'skirmish.paths'?"),
        ("proposed: fire", "proposed: fires", "no card is called 'fires' (did you mean 'fire'?)"),
        ("place: [10, 18.2]", "place: [10, 28.2]", "[10, 28.2] is not on the table"),
        ("to: [10, 18.9]", "to: [25, 18.9]", "[25, 18.9] is not on the table"),
        ("id: group_2", "id: group_1", "two steps are called 'group_1'"),
        ("{label: Take it, accept: true}", "{label: Take it}", "an offer does one thing"),
        ("title: Take the well", "titel: Take the well", "titel"),
    ],
)
def test_a_lesson_with_a_mistake_is_refused_with_its_line(old: str, new: str, words: str) -> None:
    text = FILE.read_text("utf-8")
    assert old in text
    with pytest.raises(DataError) as found:
        LESSONS.read(document(text.replace(old, new, 1), f"{BATTLE}.yaml"), BATTLE)
    assert words in str(found.value)
    assert found.value.line is not None


def test_a_lesson_for_no_battle_is_refused() -> None:
    with pytest.raises(DataError, match=r"no battle is called 'six-a-side'.*did you mean 'five-a-side'"):
        LESSONS.read(document(FILE.read_text("utf-8"), "six-a-side.yaml"), "six-a-side")
