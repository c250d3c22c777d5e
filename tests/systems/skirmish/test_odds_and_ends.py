"""Small things of many chapters that no other test looks at: each from both sides.

NR-13, NR-38, NR-108, NR-111, NS-02, NS-08, NS-11, LR-209
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from deadground.core.requests import Orders
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.orders import LAWS, targets_of
from deadground.systems.skirmish.rules.enemies.np_forces import defensive_position
from deadground.systems.skirmish.rules.enemies.np_tables import patrol_reaction
from deadground.systems.skirmish.rules.enemies.pefs import MovePef, way_at_players
from deadground.systems.skirmish.rules.grenades.blasts import dropped
from deadground.systems.skirmish.rules.movement.going import rising
from deadground.systems.skirmish.rules.reactions.casualties import out_of_it
from deadground.systems.skirmish.rules.sight.ghosts import leave_ghost
from deadground.systems.skirmish.rules.sight.in_sight_pools import Score, decided, scores
from deadground.systems.skirmish.rules.troops.foe_reaction import FoeReaction
from deadground.systems.skirmish.rules.wounded.recovery import is_through
from deadground.systems.skirmish.scenario_file import scenario_named
from deadground.systems.skirmish.setup import battle, figure_of, knowledge
from deadground.testing import bounds, rule
from tests.systems.skirmish.solo import mark, solo
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, RIFLE, foe, man, table

# As a battle is set up


@pytest.mark.parametrize(
    ("chosen", "alone", "found"),
    [
        ("by_mode", True, "ghosts"),
        ("by_mode", False, "open"),
        ("ghosts", False, "ghosts"),
        ("open", True, "open"),
        ("open", False, "open"),
    ],
)
def test_what_is_known_of_the_enemy(chosen: str, alone: bool, found: str) -> None:
    """NR-108."""
    assert knowledge({"table_knowledge": chosen}, solo=alone) == found


@pytest.mark.parametrize(("degrees", "tenths"), [(0, 0), (90, 900), (359.9, 3599), (360, 0), (360.1, 1)])
def test_a_man_looks_where_the_scenario_says(degrees: float, tenths: int) -> None:
    """NR-108: a whole turn is none."""
    man_ = msgspec.structs.replace(
        scenario_named("lipki-village").file.sides[0].units[0].men[0], facing=degrees
    )
    assert figure_of("x", "red", "red_squad", man_, {}).facing == tenths


@pytest.mark.parametrize(("switch", "left"), [("on", 1), ("off", 0)])
def test_smoke_grenades_are_there_unless_they_are_switched_off(switch: str, left: int) -> None:
    """LR-041, NR-108: the scenario gives one to the first man of a squad."""
    change, scenario = msgspec.structs.replace, scenario_named("lipki-village")
    side, *others = scenario.file.sides
    unit, *units = side.units
    first, *men = unit.men
    unit = change(unit, men=(change(first, gear={"smoke_grenade": 1, "grenade": 1}), *men))
    file = change(scenario.file, sides=(change(side, units=(unit, *units)), *others))
    state = battle(change(scenario, file=file), {"smoke_grenades": switch})
    gear = dict(next(iter(state.figures.values())).pack.gear)
    assert (gear.get("smoke_grenade", 0), gear["grenade"]) == (left, 1)


# Men


@pytest.mark.parametrize(
    ("status", "prone"), [("out_of_the_fight", True), ("obviously_dead", False), ("captured", False)]
)
def test_who_is_out_of_the_fight_lies_and_who_is_taken_stands(status: Any, prone: bool) -> None:
    """NS-02."""
    state = table(man("a", (10, 30), prone=not prone), foe("x", (10, 10)))
    out_of_it(game(state), state.figures["a"], status)
    assert (state.figures["a"].prone, state.figures["a"].group) == (prone, "")


@bounds("NUTS-MOVE-05")
def test_getting_up_costs_half_a_move_and_nothing_one_who_stands() -> None:
    assert rising(man("a", (10, 30), prone=True)) == 4 * 254
    assert rising(man("a", (10, 30))) == 0


@pytest.mark.parametrize(("weapons", "shown"), [((LMG, RIFLE), LMG), ((RIFLE,), RIFLE), ((), "")])
def test_a_ghost_has_the_first_weapon_of_the_man(weapons: tuple[str, ...], shown: str) -> None:
    """NR-108."""
    state = table(man("a", (10, 30)), foe("x", (10, 10), weapons=weapons))
    leave_ghost(game(state), state.figures["x"], "red")
    (ghost,) = state.ghosts.values()
    assert ghost.weapon == shown


@bounds("NUTS-GREN-04")
@pytest.mark.parametrize("what", ["smoke_grenade", "grenade"])
def test_a_smoke_grenade_that_is_dropped_smokes_and_another_goes_off(what: str) -> None:
    state = table(
        man("a", (10, 30), readied=what, gear=((what, 1),), status="obviously_dead"), foe("x", (10, 10))
    )
    state.figures["a"].group = ""
    dropped(game(state), state.figures["a"])
    kinds = [marker.kind for marker in state.markers.values()]
    assert ("smoke" in kinds) is (what == "smoke_grenade")
    assert state.figures["a"].pack.gear == ()


@rule("COT-ATTR-07")
def test_a_hunkered_foe_who_fights_on_has_his_whole_move() -> None:
    """LR-209: what he had spent and gained before does not count."""
    state = table(
        man("a", (10, 30)),
        foe("x", (10, 25), status="hunker_down", spent=5 * 254, bonus=254),
        foes=(("red", "blue"),),
    )
    with playing(state, FoeReaction("a", "x"), dice=[5, 5, 4, 5, 1, 5, 5]) as p:
        p.nothing_pending()
    x = p.state.figures["x"]
    assert (x.status, x.doing.spent, x.doing.bonus) == ("carry_on", 0, 0)


@pytest.mark.parametrize(
    ("status", "record", "through"),
    [
        ("carry_on", (), True),
        ("hunker_down", (), True),
        ("leave_battlefield", (), False),
        ("captured", (), False),
        ("obviously_dead", ("cheated_death",), True),
        ("gone", ("walked_off",), True),
        ("gone", (), False),
    ],
)
def test_who_can_go_out_again(status: Any, record: tuple[str, ...], through: bool) -> None:
    """NR-111."""
    assert is_through(man("a", (10, 30), status=status, record=record)) is through


# Tests and tables


@pytest.mark.parametrize(("red", "blue", "won"), [(0, 0, ()), (1, 1, ()), (1, 0, (("red-1", "blue-1"),))])
def test_equal_scores_beat_nobody_pair_by_pair_either(red: int, blue: int, won: Any) -> None:
    """NR-13."""
    state = table(man("a", (10, 40)), foe("x", (10, 20)))
    for options in ({}, {"in_sight_multi_group": "pairwise"}):
        found = [Score("red-1", "red", "", 0), Score("blue-1", "blue", "", 0)]
        found[0].successes, found[1].successes = red, blue
        assert decided(game(state, options=options), found) == won


@rule("NUTS-SIGHT-06")
@bounds("NUTS-SIGHT-05")
@pytest.mark.parametrize(
    ("red", "blue", "dice"), [((), (), [4, 3]), (("stealthy",), (), [4, 2]), ((), ("stealthy",), [3, 3])]
)
def test_who_rolls_against_a_stealthy_man_has_a_die_less(
    red: tuple[str, ...], blue: tuple[str, ...], dice: list[int]
) -> None:
    """NR-14: each side rolls against the other, and never against itself."""
    state = table(man("a", (10, 20), attributes=red), foe("x", (10, 10), rep=3, attributes=blue))
    g = game(state, dice=[1] * dice[0] + [6] * dice[1])
    found = scores(g, "red-1", ("blue-1",), list(state.figures.values()))
    assert [one.dice for one in found] == dice


@rule("NUTS-NP-06")
def test_a_patrol_that_is_met_begins_to_count_its_quiet_turns_anew() -> None:
    """NS-11."""
    state = solo(man("a", (10, 40)), foe("x", (10, 20)), mission="patrol")
    unit = state.units["blue_squad"]
    unit.quiet = 2
    patrol_reaction(game(state, dice=[1, 1]), "blue-1")
    assert (unit.quiet, bool(unit.stance)) == (0, True)


@rule("NUTS-PEF-08")
@pytest.mark.parametrize(("level", "die"), [(0, 1), (0, 2), (1, 1)])
def test_the_defensive_position_table_begins_at_two(level: int, die: int) -> None:
    state = solo(man("a", (10, 40)), level=level)
    g = game(state, dice=[die])
    assert defensive_position(g, state.sides["blue"]) == ("sniper", "cover")
    assert g.events[-1].seen.data["total"] == 2


# Question marks


@rule("NUTS-PEF-03")
@pytest.mark.parametrize(
    ("away", "dice", "text"),
    [
        (20, [1, 1], "?1 passes 2d6 and comes"),
        (20, [5, 5], "?1 stays where it is."),
        (2, [1, 1, 6, 6], "?1 stays"),
    ],
)
def test_a_question_mark_that_does_not_move_is_said_to_stay(away: float, dice: list[int], text: str) -> None:
    """NS-08: it stops 2 inches off whoever is nearest."""
    wall = "  - {id: hill, kind: hill, level: 1, polygon: [[0, 28], [48, 28], [48, 29], [0, 29]]}"
    state = solo(man("a", (21, 30)), pefs=(mark(1, (21, 30 - away)),), pieces=wall)
    with playing(state, MovePef("p1"), dice=dice) as p:
        p.nothing_pending()
    assert p.last("pef_moves").text.startswith(text)


@rule("NUTS-PEF-03")
def test_a_question_mark_stays_where_there_is_nobody_to_come_to() -> None:
    state = solo(man("a", (21, 30), status="gone", group=""), pefs=(mark(1, (21, 10)),))
    pef = state.pefs["p1"]
    assert way_at_players(state, pef, 8 * 254) == (pef.at, pef.at)


# Orders


@rule("NUTS-ACT-08")
def test_each_card_has_targets_of_its_own_and_no_man_is_in_two_orders() -> None:
    """NR-38: whatever a player's dice would choose is an answer that is taken."""
    state = table(
        man("a", (10, 30)),
        man("b", (12, 30), empty=(RIFLE,)),
        man("c", (14, 30)),
        foe("x", (10, 20)),
    )
    with playing(state, Activation("red-1")) as p:
        asked, view = p.asked("red"), p.match.view("red")
        assert isinstance(asked, Orders)
        several = 0
        for seed in range(40):
            orders = asked.sample(view, Random(seed))
            assert asked.check(view, orders) == []
            men = [id for order in orders for id in order["pieces"]]
            assert len(men) == len(set(men))
            several += len(orders) > 1
        assert several > 5, "several cards in one answer"
        assert targets_of(asked, "nothing") is None
        p.pending(red="Give the group its orders.")


@rule("NUTS-ACT-08")
@pytest.mark.parametrize(("empty", "matters"), [((RIFLE,), True), ((), False)])
def test_a_card_is_worth_asking_about_if_it_proposes_something(empty: tuple[str, ...], matters: bool) -> None:
    state = table(man("a", (10, 30), empty=empty), man("b", (12, 30)), foe("x", (40, 5), facing=0))
    with playing(state, Activation("red-1")) as p:
        view = p.match.view("red")
        men = [view.state.figures["a"]] if empty else []
        assert LAWS["reload"].matters(view, men) is matters
        p.pending(red="Give the group its orders.")
