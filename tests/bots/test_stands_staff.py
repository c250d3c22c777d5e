"""What steady makes of a situation: who stays with the main effort, who keeps his trench, what its diary claims."""

from __future__ import annotations

from random import Random

import pytest

from deadground.bots.roster import make_bot
from deadground.core.match import Match
from deadground.space.plane import distance, facing_of, minus
from deadground.systems.stands.bots.charges import assaults_of
from deadground.systems.stands.bots.moves import Places, march
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.bots.plans import Mind, Posture, Resolve, Temper
from deadground.systems.stands.bots.remarks import bound_for, set_out
from deadground.systems.stands.bots.staff import Staff
from deadground.systems.stands.bots.standing import WHEELS
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.assault.melee import CloseCombat
from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.system import STANDS
from tests.bots.test_stands_judgement import SEED, begun, card_of, cards_of, first, put
from tests.systems.stands.assaults import THREE, charged, charger, foe
from tests.systems.stands.field import inf, tank
from tests.systems.stands.nights import night, routes_of
from tests.systems.stands.system import playing

BOLD = Temper("bold", "time is worth more than safety", 0.75, 0.25, 2, 0.25)


def staff_of(match: Match[StandsState], seat: str, resolve: Resolve, balance: float | None = None) -> Staff:
    """A staff that has made up its mind, with the strength it thinks it has."""
    picture = Picture(match.clone(SEED).view(seat))
    if balance is not None:
        vars(picture)["balance"] = balance
    return Staff(picture, Mind(Random(1)).made_up(resolve))


def ridge(reached: bool) -> tuple[Staff, list[Stand]]:
    """The Germans go for Poplar Ridge, where they know of nobody, and one enemy shows himself in Olkhovka."""
    match = begun("olkhovka-line")
    state = match.position.state
    seen = first(state, "soviet", "infantry")
    seen.hidden = False
    put(seen, 1270, 505)
    riflemen = [
        one
        for one in state.stands.values()
        if state.units[one.unit].side == "german" and kind_of(one).is_infantry
    ]
    for number, one in enumerate(riflemen):
        put(one, 985 if reached else 785, 200 + 20 * number)
    staff = staff_of(match, "german", Resolve("", plan="left"))
    return staff, [one for one in staff.picture.fighters if one.id in {other.id for other in riflemen}]


def test_nobody_is_taken_from_a_main_effort_that_has_not_arrived() -> None:
    staff, _ = ridge(reached=False)
    assert staff.tasks
    assert staff.moved_on == {}


def test_where_a_place_is_reached_all_but_the_keepers_go_on() -> None:
    staff, _ = ridge(reached=True)
    assert {task.aim.name for task in staff.moved_on.values()} == {"Olkhovka is taken"}


def test_the_diary_tells_where_those_who_move_really_go() -> None:
    staff, riflemen = ridge(reached=True)
    unit = next(one.unit for one in riflemen if one.id in staff.moved_on)
    moving = [one.id for one in riflemen if one.unit == unit and one.id in staff.moved_on]
    told = set_out(bound_for(staff, [{"unit": unit, "card": "move", "pieces": moving}]))
    assert len(told) == 1
    assert told[0].startswith("Bound for Olkhovka: ")


def test_the_beaten_are_bound_for_nowhere() -> None:
    match = begun("first-lesson")
    tanks = first(match.position.state, "soviet", "tank")
    order = {"unit": tanks.unit, "card": "move", "pieces": [tanks.id]}
    assert bound_for(staff_of(match, "soviet", Resolve("", posture="attack")), [order])
    assert bound_for(staff_of(match, "soviet", Resolve("", posture="beaten")), [order]) == {}


@pytest.mark.parametrize(("balance", "posture"), [(0.5, "hold"), (0.75, "attack")])
def test_a_hold_plan_counter_attacks_only_with_the_strength_for_it(balance: float, posture: Posture) -> None:
    """The enemy is in Gorelka, and more than half of the battle is over."""
    match = begun("first-lesson")
    match.position.state.turn = 6
    put(first(match.position.state, "soviet", "tank"), 735, 295)
    assert staff_of(match, "german", Resolve("", plan="hold"), balance).posture == posture


@pytest.mark.parametrize(("dug_in", "x", "charges"), [(False, 560, 1), (True, 560, 0), (True, 760, 1)])
def test_men_keep_their_trench_unless_the_enemy_is_on_the_place_they_hold(
    dug_in: bool, x: int, charges: int
) -> None:
    """Three grenadiers side by side, and one rifle stand 60 mm before them: outside Gorelka, or in it."""
    match = begun("first-lesson")
    state = match.position.state
    grenadiers = [one for one in state.stands.values() if one.side == "german" and kind_of(one).is_infantry]
    for number, one in enumerate(grenadiers):
        put(one, x, 260 + 35 * number)
        one.facing, one.dug_in = facing_of((-1, 0)), dug_in
    put(first(state, "soviet", "infantry"), x - 60, 295)
    staff = staff_of(match, "german", Resolve("", temper=BOLD, posture="hold"))
    assert len(assaults_of(staff)) == charges


def test_a_battery_turns_to_those_who_are_seen_rather_than_to_those_who_are_known() -> None:
    match = begun("vesnya-crossings")
    state = match.position.state
    gun = first(state, "german", "artillery")
    known, seen = [
        one for one in state.stands.values() if one.side == "soviet" and kind_of(one).troop == "infantry"
    ][:2]
    known.at = (gun.at[0] - 3000, gun.at[1])
    seen.at = (gun.at[0], gun.at[1] + 5000)
    seen.seen_at_start = True
    for one in state.stands.values():
        if one.unit == gun.unit:
            one.facing = facing_of(minus(known.at, gun.at))
    card = card_of(cards_of(match, "german"), gun)
    assert (card["card"], card["arrow"]) == ("change_formation", facing_of(minus(seen.at, gun.at)))


def test_a_tank_beside_a_road_in_a_village_gets_out_of_it() -> None:
    """Along the road it might go far, but that is not its way; out of the village it goes 100 mm. KIM-2.5c"""
    match = begun("vesnya-crossings")
    tank = first(match.position.state, "soviet", "tank")
    tank.at, tank.facing, tank.order, tank.arrow = (3134, 6311), 900, "move", 900
    picture = Picture(match.clone(SEED).view("soviet"))
    one = picture.state.stands[tank.id]
    ways = picture.grid.ways(picture.grid.cell((9650, 5500)), WHEELS)
    cell = picture.grid.cell(one.at)
    found = march(picture, Places(picture), one, -picture.grid.about(ways, cell), None, -float(ways[cell]))
    assert found is not None
    assert distance(one.at, (found["points"][-1][0], found["points"][-1][1])) <= 1000


def test_men_on_foot_who_stay_dig_in_at_night() -> None:
    state = night(inf("a", (500, 800)), inf("m", (700, 800)), tank("t", (900, 800)))
    with playing(state, NightTurn()) as p:
        p.choose("red", routes_of(state, "red", {"m": [(700, 600)]}))
        p.choose("blue", {})
        choice = make_bot(STANDS, "steady", SEED, "red").choose(p.match.view("red"))
        assert choice.value == ["a"]
        p.pending(red="Pick the stands that dig in tonight.", blue="Pick the stands that dig in tonight.")


@pytest.mark.parametrize(
    ("party", "dice", "answer"), [(THREE, [6, 1, 1, 1], "press"), ([charger("a")], [6, 1], "withdraw")]
)
def test_a_melee_is_fought_on_at_two_to_one_alone(party: list[Stand], dice: list[int], answer: str) -> None:
    """The odds of the round are good for either party: the enemy carries a hit."""
    with playing(charged(*party, foe()), CloseCombat(), dice=dice) as p:
        request = p.asked("red")
        assert request.proposal == ["press"]
        choice = make_bot(STANDS, "steady", SEED, "red").choose(p.match.view("red"))
        assert choice.value == [answer]
        p.pending(red="B still stands. Press on or withdraw?")
