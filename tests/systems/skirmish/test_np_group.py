"""What groups do that nobody plays: their dice, what the tables say, and how they carry it out.

NR-75, NR-76, NR-77, NR-78, NS-11, NS-42
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.plane import distance
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.enemies.np_group import (
    beaten_away,
    carried_out,
    next_section,
    table_for,
)
from deadground.systems.skirmish.rules.enemies.np_moves import Picture, flank_of, halves, support_of
from deadground.systems.skirmish.rules.enemies.np_tables import ask_table, outnumbers, patrol_reaction, pool
from deadground.systems.skirmish.rules.sight.cover import is_in_cover
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.solo import solo, through
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import LMG, foe, man, point

WALL = "  - {id: wall, kind: wall, height: 1, line: [[14, 12], [30, 12]]}"
"""A yard wall; who stands behind it, to the north, is in cover from the south."""


def facing_off(*more: Any, blue: float = 10, **changes: Any) -> SkirmishState:
    """Red in the open in the south, three of blue in the north, at `blue`."""
    return solo(
        man("a", (21, 30), weapons=()),
        man("b", (23, 30), weapons=()),
        foe("x", (20, blue), rank="junior_nco", weapons=(LMG,)),
        foe("y", (22, blue)),
        foe("z", (24, blue)),
        *more,
        **changes,
    )


def goings(state: SkirmishState, says: str, dice: tuple[int, ...] = ()) -> dict[str, Any]:
    """What a line of a table makes of the men of blue, before anybody has moved."""
    g = game(state, dice=dice)
    men = [one for one in state.figures.values() if one.side == "blue"]
    for one in men:
        state.groups[one.group].active = True
    return {one.who: one for one in carried_out(g, Picture(g, men), men, says)}


def stays(going: Any) -> bool:
    return len(going.path) == 1


# NUTS-NP-02, NUTS-NP-04: the dice


@rule("NUTS-NP-02")
@pytest.mark.parametrize(("red", "dice"), [(1, 3), (2, 2)])
def test_attack_dice_two_and_one_more_at_two_to_one(red: int, dice: int) -> None:
    men = [man(f"r{i}", (10 + 2 * i, 40)) for i in range(red)]
    state = solo(*men, foe("x", (20, 10)), foe("y", (22, 10)), foe("z", (24, 10)), mission="defend")
    assert outnumbers(state, "blue") == (red == 1)
    assert pool(game(state), "np_infantry_attack", "blue", in_cover=True).total == dice


@rule("NUTS-NP-04")
@pytest.mark.parametrize(
    ("red", "covered", "dice"), [(2, False, 2), (2, True, 3), (1, True, 4), (1, False, 3)]
)
def test_defend_dice_have_one_more_in_cover_too(red: int, covered: bool, dice: int) -> None:
    men = [man(f"r{i}", (10 + 2 * i, 40)) for i in range(red)]
    state = solo(*men, foe("x", (20, 10)), foe("y", (22, 10)), foe("z", (24, 10)))
    assert pool(game(state), "np_infantry_defend", "blue", in_cover=covered).total == dice


@rule("NUTS-NP-02")
def test_those_who_are_lost_surrendered_or_leaving_do_not_count() -> None:
    """NR-75; question marks count nothing."""
    state = solo(
        man("a", (10, 40)),
        man("b", (12, 40), status="captured"),
        man("c", (14, 40), status="leave_battlefield"),
        foe("x", (20, 10)),
        foe("y", (22, 10)),
        mission="defend",
    )
    assert outnumbers(state, "blue")
    assert pool(game(state), "np_infantry_attack", "blue", in_cover=False).total == 3
    state.figures["y"].status = "out_of_the_fight"
    assert not outnumbers(state, "blue")


# NUTS-NP-01, NUTS-NP-03, NUTS-NP-05: what the tables say


@rule("NUTS-NP-03")
@bounds("NUTS-NP-01")
@pytest.mark.parametrize(
    ("dice", "twice", "says"),
    [
        ((4, 4), False, "closer_cover"),
        ((4, 5), False, "cover_to_fire"),
        ((5, 5), False, "any_cover"),
        ((1, 4, 6), True, "split"),
        ((4, 5, 5), True, "straight_on"),
        ((5, 5, 5), True, "any_cover"),
    ],
)
def test_the_attack_table_against_the_leaders_rep(dice: tuple[int, ...], twice: bool, says: str) -> None:
    """NR-76: Rep 4; three dice at two to one, of which no more than two count."""
    state = facing_off(mission="defend")
    if twice:
        state.figures["b"].status = "captured"
    assert ask_table(game(state, dice=dice), "np_infantry_attack", "blue-1", in_cover=False) == says


@rule("NUTS-NP-05")
@bounds("NUTS-NP-01")
@pytest.mark.parametrize(
    ("dice", "twice", "says"),
    [
        ((4, 4), False, "cover_to_fire"),
        ((4, 5), False, "stay"),
        ((5, 5), False, "stay_or_any_cover"),
        ((1, 4, 6), True, "split_if_hidden"),
        ((4, 5, 5), True, "stay"),
        ((5, 5, 5), True, "stay_or_any_cover"),
    ],
)
def test_the_defend_table(dice: tuple[int, ...], twice: bool, says: str) -> None:
    state = facing_off()
    if twice:
        state.figures["b"].status = "captured"
    assert ask_table(game(state, dice=dice), "np_infantry_defend", "blue-1", in_cover=False) == says


@bounds("NUTS-NP-01")
@pytest.mark.parametrize(
    ("mission", "table"), [("attack", "np_infantry_defend"), ("defend", "np_infantry_attack")]
)
def test_they_play_the_opposite_of_the_players_mission(mission: str, table: str) -> None:
    """NS-11."""
    assert table_for(game(facing_off(mission=mission)), "blue-1") == table


@rule("NUTS-NP-01")
@pytest.mark.parametrize(("die", "acts"), [(4, True), (5, False)], ids=["acts", "does not"])
def test_a_group_rolls_when_it_activates_and_only_then(die: int, acts: bool) -> None:
    """NR-78."""
    state = facing_off(mission="attack")
    state.sides["blue"].die = die
    with through(state, Phase("blue"), [5, 5] if acts else []) as p:
        p.nothing_pending()
    assert ("diary" in [event.kind for event in p.events]) == acts


# Carrying it out


@rule("NUTS-NP-03")
def test_those_already_in_cover_and_in_range_fire_instead_of_moving() -> None:
    """NR-77: behind the wall they stay, and so they do for every line that says cover."""
    for says in ("cover_to_fire", "any_cover"):
        found = goings(facing_off(blue=11.4, pieces=WALL, mission="defend"), says)
        assert all(stays(one) and not one.prone for one in found.values()), says


@rule("NUTS-NP-03")
def test_those_in_the_open_go_to_the_nearest_cover_they_can_fire_from() -> None:
    state = facing_off(blue=8, pieces=WALL, mission="defend")
    found = goings(state, "cover_to_fire")
    for id, going in found.items():
        one = state.figures[id]
        one.at = going.path[-1]
        assert is_in_cover(state, one, state.figures["a"].at), id
        assert distance(going.path[0], going.path[-1]) < 5 * 254


@rule("NUTS-NP-03")
def test_without_cover_they_drop_prone_and_fire() -> None:
    for says in ("cover_to_fire", "closer_cover"):
        found = goings(facing_off(mission="defend"), says)
        assert all(stays(one) and one.prone for one in found.values()), says


@rule("NUTS-NP-03")
def test_closer_cover_must_be_nearer_to_the_enemy_even_for_those_in_cover() -> None:
    """NR-77: the starred note does not belong to this line."""
    near = "  - {id: near, kind: wall, height: 1, line: [[14, 17], [30, 17]]}"
    state = facing_off(blue=11.4, pieces=f"{WALL}\n{near}", mission="defend")
    found = goings(state, "closer_cover")
    assert all(one.path[-1][1] > 16 * 254 for one in found.values()), "at the nearer wall"
    only = goings(facing_off(blue=11.4, pieces=WALL, mission="defend"), "closer_cover")
    assert all(stays(one) and one.prone for one in only.values())


@rule("NUTS-NP-03")
def test_straight_on_is_a_full_move_while_the_support_weapon_fires() -> None:
    found = goings(facing_off(mission="defend"), "straight_on")
    assert stays(found["x"]), "the machine gun"
    for id in ("y", "z"):
        assert distance(found[id].path[0], found[id].path[-1]) >= 7 * 254
        assert found[id].path[-1][1] > found[id].path[0][1]


@rule("NUTS-NP-03")
def test_with_no_cover_to_fire_from_they_go_to_any_cover() -> None:
    """A wood far from its edge gives cover and no line."""
    wood = "  - {id: wood, kind: woods, polygon: [[14, 2], [30, 2], [30, 7], [14, 7]]}"
    state = facing_off(blue=10, pieces=wood, mission="defend")
    for one in state.figures.values():
        if one.side == "blue":
            one.arms = one.arms.but(weapons=("core.pistol",))
    found = goings(state, "any_cover")
    assert all(one.path[-1][1] <= 7.6 * 254 for one in found.values())


@rule("NUTS-NP-03")
@pytest.mark.parametrize(("die", "flank"), [(3, "left"), (4, "right")])
def test_half_fire_and_half_go_round_a_flank(die: int, flank: str) -> None:
    """The support weapon's half is rounded up; left and right are the player's own."""
    state = facing_off(mission="defend")
    found = goings(state, "split", dice=(die,))
    assert [state.figures[id].errand for id in ("x", "y", "z")].count("") == 2
    (going,) = [found[id] for id in found if state.figures[id].errand]
    assert state.figures[going.who].errand == flank
    east = going.path[-1][0] - going.path[0][0]
    assert (east < 0) == (flank == "left")


@rule("NUTS-NP-05")
@pytest.mark.parametrize(("pieces", "circles"), [("", False), ("corn", True)])
def test_on_the_defence_only_where_there_is_covered_or_concealed_ground(pieces: str, circles: bool) -> None:
    corn = "  - {id: corn, kind: wheat, polygon: [[2, 2], [46, 2], [46, 26], [2, 26]]}" if pieces else ""
    state = facing_off(pieces=corn)
    goings(state, "split_if_hidden", dice=(1,))
    assert any(one.errand for one in state.figures.values()) == circles


@rule("NUTS-NP-05")
def test_who_is_told_to_stay_stays_and_in_the_open_goes_prone() -> None:
    assert all(stays(one) and one.prone for one in goings(facing_off(), "stay").values())
    behind = goings(facing_off(blue=11.4, pieces=WALL), "stay")
    assert all(stays(one) and not one.prone for one in behind.values())


@rule("NUTS-NP-05")
def test_who_fails_altogether_stays_in_cover_or_looks_for_any() -> None:
    behind = goings(facing_off(blue=11.4, pieces=WALL), "stay_or_any_cover")
    assert all(stays(one) for one in behind.values())
    open_ = goings(facing_off(blue=8, pieces=WALL), "stay_or_any_cover")
    assert not any(stays(one) for one in open_.values())


@rule("NUTS-NP-01", "NUTS-NP-05")
def test_a_group_moves_and_then_fires_in_one_activation() -> None:
    """Two passed on the defence: to the wall, and fire from there."""
    state = facing_off(blue=8, pieces=WALL, mission="attack")
    with through(state, Activation("blue-1"), [4, 4], fill=2) as p:
        p.nothing_pending()
    kinds = [event.kind for event in p.events]
    assert kinds.index("diary") < kinds.index("moves") < kinds.index("shots")


@rule("NUTS-NP-01")
def test_an_empty_weapon_is_reloaded_on_the_way_and_does_not_shoot() -> None:
    """NS-42."""
    state = facing_off(mission="attack")
    for one in state.figures.values():
        one.arms = one.arms.but(empty=one.arms.weapons if one.side == "blue" else ())
    with through(state, Activation("blue-1"), [4, 4]) as p:
        p.nothing_pending()
    assert all(one.arms.empty == () for one in p.state.figures.values())
    assert "shots" not in [event.kind for event in p.events]


@rule("NUTS-NP-01")
def test_an_enemy_near_and_in_cover_gets_a_grenade() -> None:
    """NS-42: it is readied in place of a shot."""
    state = solo(
        man("a", (21, 12.6), weapons=(), facing=0),
        foe("x", (21, 8), gear=(("grenade", 1),)),
        pieces=WALL,
        mission="attack",
    )
    with through(state, Activation("blue-1"), [5, 5]) as p:
        p.nothing_pending()
    assert p.state.figures["x"].pack.readied == "grenade"
    assert "shots" not in [event.kind for event in p.events]


@rule("NUTS-NP-01")
def test_a_grenade_that_has_nobody_left_is_made_safe_and_he_shoots() -> None:
    """NS-42: it is readied for an enemy within 6 inches and in cover, and for nobody else."""
    state = solo(
        man("a", (21, 30), weapons=()), foe("x", (21, 10), readied="grenade", gear=(("grenade", 1),))
    )
    with through(state, Activation("blue-1"), [5, 5]) as p:
        p.nothing_pending()
    assert p.state.figures["x"].pack.readied == ""
    assert "shots" in [event.kind for event in p.events]


# NUTS-NP-06: against a patrol


@rule("NUTS-NP-06")
@pytest.mark.parametrize(
    ("dice", "stance"),
    [((3, 3), "defend_then_patrol"), ((3, 4), "defend_then_withdraw"), ((4, 4), "withdraw")],
)
def test_what_a_group_makes_of_a_patrol(dice: tuple[int, ...], stance: str) -> None:
    """Against the Investment Level of 3."""
    state = facing_off()
    patrol_reaction(game(state, dice=dice), "blue-1")
    assert state.units["blue_squad"].stance == stance


@rule("NUTS-NP-06")
def test_at_two_to_one_it_has_a_die_more() -> None:
    state = facing_off()
    state.figures["b"].status = "captured"
    patrol_reaction(game(state, dice=(3, 3, 6)), "blue-1")
    assert state.units["blue_squad"].stance == "defend_then_patrol"


@rule("NUTS-NP-06")
@pytest.mark.parametrize(
    ("stance", "then"), [("defend_then_patrol", "patrol"), ("defend_then_withdraw", "withdraw")]
)
def test_two_turns_without_an_enemy_in_sight_and_they_are_beaten_away(stance: Any, then: str) -> None:
    """NS-42."""
    wood = "  - {id: wood, kind: woods, polygon: [[2, 18], [46, 18], [46, 24], [2, 24]]}"
    state = facing_off(pieces=wood)
    state.units["blue_squad"].stance = stance
    beaten_away(game(state))
    assert state.units["blue_squad"].stance == stance
    beaten_away(game(state))
    assert state.units["blue_squad"].stance == then
    seen = facing_off()
    seen.units["blue_squad"].stance, seen.units["blue_squad"].quiet = stance, 1
    beaten_away(game(seen))
    assert (seen.units["blue_squad"].stance, seen.units["blue_squad"].quiet) == (stance, 0)


@rule("NUTS-NP-06")
def test_those_who_withdraw_go_back_to_their_edge_and_are_gone() -> None:
    state = facing_off(blue=5)
    state.units["blue_squad"].stance = "withdraw"
    with through(state, Activation("blue-1"), []) as p:
        p.nothing_pending()
    assert all(one.status == "gone" for one in p.state.figures.values() if one.side == "blue")
    assert "np_infantry_defend" not in str(p.log)


@rule("NUTS-NP-06")
def test_back_on_patrol_they_go_on_and_roll_again_when_they_meet_somebody() -> None:
    wood = "  - {id: wood, kind: woods, polygon: [[2, 18], [46, 18], [46, 24], [2, 24]]}"
    state = facing_off(pieces=wood)
    state.units["blue_squad"].stance = "patrol"
    assert table_for(game(state), "blue-1") == "patrol"
    seen = facing_off()
    seen.units["blue_squad"].stance = "patrol"
    assert table_for(game(seen, dice=(4, 4)), "blue-1") == "withdraw"


def test_a_patrol_goes_to_the_nearest_section_it_has_not_been_in() -> None:
    """NS-42."""
    state = facing_off()
    at = next_section(game(state), state.figures["x"])
    assert state.units["blue_squad"].visited == (2,)
    assert at in (point((24, 24)), point((8, 8)), point((40, 8)))


# Helpers of NS-42


def test_the_support_weapon_is_the_highest_ranked_machine_gun_or_launcher() -> None:
    state = facing_off()
    men = [state.figures[id] for id in ("y", "x", "z")]
    assert support_of(men) is state.figures["x"]
    firing, going = halves(men)
    assert (len(firing), len(going)) == (2, 1)
    assert state.figures["x"] in firing
    assert support_of(men[::2]) is None


@pytest.mark.parametrize(("flank", "x"), [("left", 9), ("right", 33)])
def test_a_flank_is_12_inches_to_the_players_own_left_or_right(flank: str, x: int) -> None:
    state = solo(man("a", (21, 30)), foe("x", (21, 10)))
    g = game(state)
    assert flank_of(Picture(g, [state.figures["x"]]), state.figures["x"], flank) == point((x, 30))


@rule("NUTS-NP-01")
def test_what_moves_them_is_kept_from_the_player_until_the_battle_is_over() -> None:
    state = facing_off(mission="attack")
    with through(state, Activation("blue-1"), [4, 4]) as p:
        p.nothing_pending()
    assert "diary" in [event.kind for event in p.events]
    assert not any("Rep 4" in line for line in p.log_of("red"))


@rule("NUTS-NP-02", "NUTS-NP-04", "NUTS-NP-06")
def test_every_cell_of_the_dice_of_their_tables() -> None:
    """Two dice, one more for twice as many; only defenders have one more in cover."""
    listed = chart("np_dice")
    cells = {
        table: [listed.number(table, why) for why in listed.axes[1].values] for table in listed.axes[0].values
    }
    assert cells == {
        "np_infantry_attack": [2, 1, 0],
        "np_infantry_defend": [2, 1, 1],
        "np_patrol_reaction": [2, 1, 0],
    }
