"""From battle to battle: who may go out again, and as what. COT-SQUAD-04, COT-SQUAD-08, NUTS-WOUND-09 to -11"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import asdict

from deadground.core.match import Match
from deadground.core.system import Setup
from deadground.systems.skirmish.afterwards import fate_of
from deadground.systems.skirmish.rules.troops.foes import meet_foes
from deadground.systems.skirmish.rules.troops.luck import poses_no_more
from deadground.systems.skirmish.rules.wounded.aftermath import tell_fates
from deadground.systems.skirmish.rules.wounded.medics import treat
from deadground.systems.skirmish.rules.wounded.recovery import between_battles, is_through
from deadground.systems.skirmish.state import Figure, Reserve, SkirmishState, change
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.skirmish.victory import is_decided
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import foe, man, table

SCENARIO = "first-patrol"
Begun = Callable[[], tuple[Setup, SkirmishState]]


def begun(**options: str) -> tuple[Setup, SkirmishState]:
    """First Patrol as it begins: five men of one side."""
    setup = SKIRMISH.prepare(SCENARIO, options)
    return setup, SKIRMISH.new_state(setup)


def of_a_match(**options: str) -> tuple[Setup, SkirmishState]:
    """The same once the match has begun and everybody has an id that tells nothing."""
    setup, _ = begun(**options)
    return setup, Match.begin(SKIRMISH, setup, bytes(32)).position.state


def men_of(state: SkirmishState) -> list[Figure]:
    return [one for one in state.figures.values() if state.sides[one.side].played]


def next_men(setup: Setup, state: SkirmishState) -> dict[str, Figure]:
    """The men of the battle after, by name."""
    details = SKIRMISH.on_with(setup, state)
    assert details is not None
    again = SKIRMISH.new_state(SKIRMISH.prepare(SCENARIO, details=details))
    return {one.name: one for one in men_of(again)}


@rule("COT-SQUAD-04")
@pytest.mark.parametrize(
    ("status", "record", "misses_one", "core"),
    [
        ("carry_on", (), True, True),
        ("hunker_down", (), True, True),
        ("obviously_dead", (), False, False),
        ("out_of_the_fight", (), False, False),
        ("out_of_the_fight", ("returns",), False, True),
        ("out_of_the_fight", ("lost",), False, False),
        ("gone", ("brought_off", "returns"), False, True),
        ("gone", ("walked_off",), True, True),
        ("gone", ("cheated_death",), True, True),
        ("gone", ("left",), False, False),
        ("gone", ("left", "returns"), True, True),
        ("gone", ("left", "lost"), False, False),
        ("leave_battlefield", (), False, False),
        ("leave_battlefield", ("returns",), True, True),
        ("captured", (), False, False),
        ("captured", ("prisoner",), False, False),
        ("captured", ("freed",), True, True),
    ],
)
def test_who_goes_out_again(status: Any, record: tuple[str, ...], misses_one: bool, core: bool) -> None:
    """LR-025: by default a wounded man misses a battle; with the core's recovery the roll decides."""
    for value, comes in (("misses_one", misses_one), ("core", core)):
        setup, state = begun(oof_next_battle=value)
        one = men_of(state)[-1]
        one.status = status
        one.deeds = one.deeds.but(record=record)
        assert (one.name in next_men(setup, state)) == comes


@rule("NUTS-WOUND-10")
@bounds("NUTS-WOUND-11")
def test_the_roll_after_the_battle_is_kept_with_the_man() -> None:
    """B comes back with two passed, C who fled does not with one, and X is a prisoner."""
    state = table(
        man("a", (40, 20)),
        man("b", (12, 20), status="out_of_the_fight"),
        man("c", (14, 20), status="gone", record=("left",)),
        foe("x", (10, 10), status="out_of_the_fight"),
    )
    tell_fates(game(state, [4, 4, 4, 5, 4, 5], {"after_battle": "on"}), "red")
    assert [one.deeds.record[-1:] for one in state.figures.values()] == [
        (),
        ("returns",),
        ("lost",),
        ("prisoner",),
    ]
    assert [fate_of(one) for one in state.figures.values()] == [
        "came through",
        "wounded, comes back",
        "left the field, lost",
        "wounded, in enemy hands",
    ]


@bounds("NUTS-WOUND-11")
@pytest.mark.parametrize(("winner", "freed"), [("red", True), ("blue", False)])
def test_a_prisoner_is_free_where_his_own_side_holds_the_field(winner: str, freed: bool) -> None:
    """NS-36: without a throw; and he is fit for the next battle."""
    state = table(
        man("a", (40, 20)), man("b", (12, 20), status="captured"), foe("x", (10, 10), escorts=("b",))
    )
    state.figures["x" if winner == "red" else "a"].status = "obviously_dead"
    g = game(state, [4, 5] if not freed else [], {"after_battle": "on"})
    assert is_decided(g)
    b = state.figures["b"]
    assert (b.deeds.record == ("freed",), is_through(b)) == (freed, freed)
    assert between_battles(b) == ("fit" if freed else "dead")
    assert ("freed" in [event.seen.kind for event in g.events]) == freed


@rule("NUTS-WOUND-06")
@pytest.mark.parametrize("as_begun", [begun, of_a_match])
def test_a_rep_that_was_lowered_for_the_battle_is_whole_again(as_begun: Begun) -> None:
    """By a medic's half success, and by the first shot at a Poser."""
    setup, state = as_begun()
    treated, poser = [one for one in men_of(state) if not one.star][:2]
    first, second = treated.rep, poser.rep
    g = game(state, [1, 6])
    treat(g, treated, treated)
    poser.attributes = ("poser",)
    poses_no_more(game(state), poser)
    assert (treated.rep, poser.rep) == (first - 1, second - 1)
    after = next_men(setup, state)
    assert (after[treated.name].rep, after[poser.name].rep) == (first, second)


@rule("NUTS-WOUND-06")
def test_a_star_who_cheated_death_has_lost_his_for_good() -> None:
    setup, state = begun()
    star = next(one for one in men_of(state) if one.star)
    was = star.rep
    star.status = "gone"
    star.deeds = star.deeds.but(record=("cheated_death",))
    star.rep = was - 1
    assert next_men(setup, state)[star.name].rep == was - 1


@bounds("COT-ATTR-06")
def test_what_a_hated_foe_made_of_a_unit_ends_with_the_battle() -> None:
    """Those who were Fanatic before are still so."""
    state = table(
        man("a", (10, 20), rank="squad_leader", rep=5, attributes=("fanatic",)),
        man("b", (12, 20), attributes=("brawler",)),
        foe("x", (10, 10)),
        foes=(("red", "blue"),),
    )
    meet_foes(game(state, [1, 1, 6, 6]), list(state.figures.values()))
    a, b = state.figures["a"], state.figures["b"]
    assert (a.attributes, b.attributes) == (("fanatic",), ("brawler", "fanatic"))
    setup, battle = begun()
    men = men_of(battle)
    men[0].attributes = a.attributes
    men[0].deeds = men[0].deeds.but(for_now=a.deeds.for_now)
    men[1].attributes = b.attributes
    men[1].deeds = men[1].deeds.but(for_now=b.deeds.for_now)
    after = next_men(setup, battle)
    assert after[men[0].name].attributes == ("fanatic",)
    assert after[men[1].name].attributes == ("brawler",)


@rule("COT-SQUAD-08")
@pytest.mark.parametrize("as_begun", [begun, of_a_match])
def test_of_what_was_picked_up_only_special_weapons_are_kept(as_begun: Begun) -> None:
    """LR-027: a captured rifle goes back, an anti-tank rifle stays; who laid his own aside has it again."""
    setup, state = as_begun()
    one, other = men_of(state)[1:3]
    own = other.arms.weapons
    one.arms = one.arms.but(weapons=(*one.arms.weapons, "soviet.ba_rifle", "soviet.atr"))
    other.arms = other.arms.but(weapons=("soviet.smg",))
    after = next_men(setup, state)
    assert after[one.name].arms.weapons == (*one.arms.weapons[:-2], "soviet.atr")
    assert after[other.name].arms.weapons == own


def test_who_did_not_come_on_in_time_goes_out_again_and_who_got_through_is_told_so() -> None:
    """NR-205, NR-206"""
    setup, state = of_a_match()
    late, through = men_of(state)[1:3]
    del state.figures[late.id]
    state.to_come[late.id] = Reserve(**asdict(late), turn=12, by="south")
    change(through, status="gone", record=("walked_off", "got_through"))
    assert {late.name, through.name} <= next_men(setup, state).keys()
    assert fate_of(through) == "got through"
