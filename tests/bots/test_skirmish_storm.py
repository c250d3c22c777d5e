"""How a platoon storms men who only hold a place: one half of each squad shoots, the other goes in under fire."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from deadground.core.match import Match
from deadground.core.requests import Orders
from deadground.space.plane import Point, distance
from deadground.systems.skirmish.bots.assault import SAFE, SAFE_TO_STORM, charge, is_suppressed
from deadground.systems.skirmish.bots.moves import march
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.plans import Mind, Notion
from deadground.systems.skirmish.bots.remarks import words
from deadground.systems.skirmish.bots.sergeant import Sergeant
from deadground.systems.skirmish.bots.staff import GOES_IN, SHOOTS, Staff
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import INCH, Figure, Group
from deadground.systems.skirmish.system import SKIRMISH
from tests.systems.skirmish.system import playing

EARLY, LATE = 2, 6
"""Turns of the battle at the farm: the platoon comes up, and has come up."""


@pytest.fixture
def picture() -> Picture:
    match = Match.begin(SKIRMISH, SKIRMISH.prepare("dubrovka-farm"), bytes(32))
    return Picture(match.view("soviet"))


def staff_of(picture: Picture, turn: int) -> Staff:
    """What is thought in a turn by somebody who attacks; lazy thoughts come when they are first asked for."""
    picture.state.turn = turn
    staff = Staff(picture, Mind(Random(1)).made_up(Notion("go for it", "advance")))
    assert staff.storms == (turn == LATE)
    return staff


def squad(picture: Picture, half: int) -> list[Figure]:
    """A half of the squad in the thicket, from where the rifle pits are to be seen."""
    (unit,) = (
        one.id for one in picture.state.units.values() if one.side == "soviet" and one.name == "2nd Squad"
    )
    return [one for one in picture.friends if one.unit == unit and one.half == half]


def test_the_half_with_the_machine_gun_shoots_and_the_other_goes_in(picture: Picture) -> None:
    early, late = staff_of(picture, EARLY), staff_of(picture, LATE)
    assert {early.part_of(one) for one in picture.friends} == {GOES_IN}
    assert {late.part_of(one) for one in squad(picture, 2)} == {SHOOTS}
    assert {late.part_of(one) for one in squad(picture, 1)} == {GOES_IN}
    assert late.pressed(GOES_IN) > late.pressed(SHOOTS)


def test_who_sees_nobody_goes_in_whatever_half_he_is_of(picture: Picture) -> None:
    staff = staff_of(picture, LATE)
    gunner = squad(picture, 2)[1]
    assert staff.part_of(gunner) == SHOOTS
    gunner.at = 2 * INCH, 46 * INCH
    assert staff.part_of(gunner) == GOES_IN


def test_those_who_go_in_do_not_stay_with_those_who_shoot(picture: Picture) -> None:
    """Before the platoon goes in the squad keeps together in its cover."""
    men = squad(picture, 1)
    assert gained(picture, march(staff_of(picture, LATE), men)) > 2 * gained(
        picture, march(staff_of(picture, EARLY), men)
    )


def gained(picture: Picture, ends: dict[str, Point]) -> int:
    """By how much some men come nearer to the place that counts, in all."""
    figures, aim = picture.state.figures, picture.aim.at
    return sum(distance(figures[id].at, aim) - distance(at, aim) for id, at in ends.items())


def test_they_charge_men_whom_others_could_help(picture: Picture) -> None:
    """A squad that does not storm leaves those alone."""
    foe = next(one for one in picture.foes if one.name == "Unteroffizier Albert Koch")
    foe.status = "duck_back"
    for one in picture.able_foes:
        if distance(one.at, foe.at) > 2 * INCH:
            one.status = "hunker_down"
    men = squad(picture, 1)
    for number, one in enumerate(men):
        one.at = foe.at[0] - 5 * INCH, foe.at[1] + (number - 3) * INCH
    assert SAFE < picture.danger[picture.land.square(foe.at)] <= SAFE_TO_STORM
    assert charge(staff_of(picture, EARLY), men) is None
    found = charge(staff_of(picture, LATE), men)
    assert found is not None
    assert all(is_suppressed(picture.state.figures[id]) for id in found["targets"].values())


def test_who_could_throw_readies_a_grenade_before_anybody_shoots() -> None:
    """Before the platoon goes in he shoots."""
    cards: dict[int, set[str]] = {}
    for turn in (EARLY, LATE):
        match = Match.begin(SKIRMISH, SKIRMISH.prepare("dubrovka-farm"), bytes(32))
        state = match.position.state
        state.turn = turn
        foe = next(one for one in state.figures.values() if one.name == "Unteroffizier Albert Koch")
        thrower = next(one for one in state.figures.values() if one.name == "Konstantin Egorov")
        thrower.at, thrower.facing, thrower.group = (foe.at[0] - 5 * INCH, foe.at[1]), 900, "alone"
        state.groups["alone"] = Group("alone", "soviet", 1)
        with playing(state, Activation("alone")) as p:
            view = p.match.view("soviet")
            value = Sergeant(Random(1)).orders(view, cast(Orders, view.requests[0]))
            assert not view.requests[0].check(view, value)
            p.choose("soviet", [])
            p.nothing_pending()
        cards[turn] = {one["card"] for one in value}
    assert "fire" in cards[EARLY]
    assert cards[LATE] == {"ready"}


def test_the_diary_says_so(picture: Picture) -> None:
    assert "machine guns shooting for us" in words(staff_of(picture, LATE), goes=True)
    assert "machine guns" not in words(staff_of(picture, EARLY), goes=True)
