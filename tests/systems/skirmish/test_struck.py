"""What a round does that has hit a vehicle: its crew, who rides in it, overkill, bailing out. NUTS-VEH-16, NS-26"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.bases import gap
from deadground.space.units import inches
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.man import Berth
from deadground.systems.skirmish.rules.activation.activation import Phase
from deadground.systems.skirmish.rules.armour.gunnery import Strike
from deadground.systems.skirmish.rules.armour.penetration import Round, strike
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.machines import PZIV, field, vehicle
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import man, point

CREW = [f"t_{place}" for place in range(1, 6)]
SHOT = (("t", "x"),)


def riding(id: str, *, on_deck: bool = True) -> Figure:
    """A man of red's squad who rides on T, or in it."""
    one = man(id, (24, 24))
    one.aboard, one.berth = "t", Berth(on_deck=on_deck)
    return one


def with_tank(*men: Figure, **changes: Any) -> SkirmishState:
    """T, a Panzer IV H that looks north, and an enemy's T-34 to the north of it."""
    one = vehicle("t", (24, 24), type=PZIV, **changes)
    return field(one, vehicle("x", (24, 4), "blue", facing=180), men=men)


def hit(g: Skirmish, apr: int = 9, strike_: Strike | None = None) -> Fallout:
    """A round from X strikes the front of the hull, 6 thick."""
    tank = g.state.vehicles["t"]
    return strike(g, tank, Round("a shell", apr, strike_ or Strike("front"), "x", point((24, 4))))


@bounds("NUTS-VEH-15", "NUTS-VEH-16")
@pytest.mark.parametrize(
    ("dice", "condition", "fallout"),
    [
        ((3, 3), "destroyed", Fallout(hit=SHOT, destroyed=SHOT)),
        ((3, 4), "disabled", Fallout(hit=SHOT, disabled=SHOT)),
        ((4, 4), "sound", Fallout(missed=SHOT)),
    ],
)
def test_two_dice_against_apr_less_armour(dice: tuple[int, int], condition: str, fallout: Fallout) -> None:
    """9 less 6 is 3."""
    g = game(with_tank(), dice)
    assert hit(g) == fallout
    assert g.state.vehicles["t"].condition == condition
    dead = [id for id in CREW if g.state.figures[id].status == "obviously_dead"]
    assert dead == (CREW if condition == "destroyed" else [])


def test_a_star_is_protected_in_a_tank_too() -> None:
    """NUTS-STAR-01, NS-31: a six and three twos of Star Power, and the commander is set down behind his wreck."""
    state = with_tank()
    state.figures["t_1"].star, state.figures["t_1"].star_dice = True, 4
    g = game(state, [1, 1, 6, 2, 2, 2])
    hit(g)
    commander = g.state.figures["t_1"]
    assert (commander.status, commander.aboard) == ("duck_back", "")
    assert commander.at[1] > g.state.vehicles["t"].at[1], "on the side away from the shooter"
    assert commander.star_dice == 3


@pytest.mark.parametrize("number", [6, 7])
def test_overkill_begins_at_seven(number: int) -> None:
    """NS-26: a circle of five inches and Impact 3 about the wreck, and whoever rides on it is killed.

    Without it he takes a Recover Test: NR-241.
    """
    beside = man("b", (26.2, 24))
    g = game(with_tank(riding("r"), beside), [1, 1, 2] if number == 7 else [1, 1, 4, 4])
    fallout = hit(g, 6 + number)
    assert g.state.vehicles["t"].burning is (number == 7)
    assert fallout.destroyed == SHOT
    assert g.state.figures["r"].status == ("obviously_dead" if number == 7 else "duck_back")
    assert g.state.figures["b"].status == ("out_of_the_fight" if number == 7 else "carry_on")
    assert (("b", "x") in fallout.hit) is (number == 7)


@rule("NUTS-VEH-16")
def test_the_crew_of_a_disabled_tank_gets_out_as_its_side_has_the_next_phase() -> None:
    """NR-94, NS-31: whatever the die. Two dice against Rep 4: the first is dead, the second out of the fight."""
    state = with_tank()
    state.sides["red"].die = 6
    hit(game(state, [3, 4]))
    assert [state.figures[id].aboard for id in CREW] == ["t"] * 5
    with playing(state, Phase("red"), dice=[5, 5, 4, 5, *[4] * 6]) as p:
        p.nothing_pending()
    found = [p.state.figures[id] for id in CREW]
    assert [one.status for one in found] == ["obviously_dead", "out_of_the_fight", *["duck_back"] * 3]
    tank = p.state.vehicles["t"]
    for one in found[1:]:
        assert one.aboard == ""
        assert one.berth == Berth()
        assert 0 <= gap(one.base, tank.base) <= inches(2)
        assert one.at[1] > tank.at[1]
    assert found[2].arms.weapons == ("core.pistol",)
    assert not p.state.vehicles["t"].is_moving


def test_the_commander_brings_out_a_machine_pistol() -> None:
    """NS-31, of his own nation's list."""
    state = with_tank()
    state.sides["red"].nation, state.sides["red"].die = "german", 6
    hit(game(state, [3, 4]))
    with playing(state, Phase("red"), dice=[4] * 10) as p:
        p.nothing_pending()
    assert p.state.figures["t_1"].arms.weapons == ("german.smg",)
    assert p.state.figures["t_2"].arms.weapons == ("german.pistol",)
