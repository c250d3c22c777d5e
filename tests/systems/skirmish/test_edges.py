"""Edges of rules that other tests pass by: lines of tallies, empty lists, men who are no longer there. NR-24"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from deadground.core.records import redact
from deadground.core.view import View
from deadground.systems.skirmish.attributes import effects_on
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.quick.screens import Places, in_arc
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase, group_option
from deadground.systems.skirmish.rules.activation.orders import why_idle
from deadground.systems.skirmish.rules.activation.rep import rep_for
from deadground.systems.skirmish.rules.enemies.np_group import table_for
from deadground.systems.skirmish.rules.enemies.np_tables import patrol_reaction
from deadground.systems.skirmish.rules.enemies.pef_resolution import ResolvePef
from deadground.systems.skirmish.rules.enemies.pefs import MovePef
from deadground.systems.skirmish.rules.fire.fire import to_hit
from deadground.systems.skirmish.rules.fire.shooting import ReturnFire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.grenades.caught import in_path
from deadground.systems.skirmish.rules.grenades.grenades import send
from deadground.systems.skirmish.rules.grenades.lobs import Lob
from deadground.systems.skirmish.rules.grenades.throwing import GivenLob, Throw, caught_by
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.movement.going import has_room, left_to_go
from deadground.systems.skirmish.rules.movement.movement import MoveCard
from deadground.systems.skirmish.rules.reactions.modifiers import half_strength, modifier
from deadground.systems.skirmish.rules.reactions.recover import recover_from_damage
from deadground.systems.skirmish.rules.sight.in_sight import Act, InSightTest
from deadground.systems.skirmish.rules.sight.in_sight_pools import Score, tell_scores
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.rules.stars.stars import star_power
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.solo import mark, solo, through
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, foe, man, point, table

WOOD = "  - {id: wood, kind: woods, polygon: [[8, 18], [14, 18], [14, 22], [8, 22]]}"


def view_of(state: SkirmishState) -> View[SkirmishState]:
    return View("red", ("red", "blue"), game(state).options, lambda: redact(state, "red"))


@rule("COT-ATTR-05")
@pytest.mark.parametrize("test", ["crisis", "recover"])
@pytest.mark.parametrize(
    ("attributes", "rep"),
    [
        (("plucky",), 5),
        (("fanatic",), 6),
        (("plucky", "fanatic"), 6),
        (("plucky", "terrified"), 4),
        (("plucky", "coward"), 4),
    ],
)
def test_what_attributes_and_morale_make_of_rep(attributes: tuple[str, ...], rep: int, test: Any) -> None:
    """LR-055: Plucky and Fanatic do not add up, Terrified counts besides."""
    state = table(man("a", (10, 20), attributes=attributes))
    assert rep_for(game(state), state.figures["a"], test)[0] == rep


@rule("COT-UNIT-11")
def test_a_coward_loses_rep_and_nothing_else() -> None:
    state = table(man("a", (10, 20), attributes=("coward",)))
    assert rep_for(game(state), state.figures["a"], "crisis")[0] == 3
    ((_, effect),) = effects_on(("coward",), "crisis")
    assert (effect.dice, effect.rep, effect.score, effect.inches, effect.stays_on) == (0, -1, 0, 0, 0)


@rule("NUTS-GREN-15")
@bounds("NUTS-GREN-08")
def test_who_is_reached_by_a_grenade_and_who_by_flame() -> None:
    """Y is beside the spot, in the circle; Z is on the way to it, in the path."""
    state = table(
        man("a", (10, 20), weapons=("core.flamethrower",), **HELD),
        foe("x", (10, 15)),
        foe("y", (12.4, 15)),
        foe("z", (10, 18.5)),
    )
    spot = point((10, 15))
    a = state.figures["a"]
    by_grenade = {one.id for one in caught_by(state, a, GivenLob("grenade", spot), {})}
    by_flame = {one.id for one in caught_by(state, a, GivenLob("core.flamethrower", spot), {})}
    assert (by_grenade, by_flame) == ({"x", "y"}, {"x", "z"})
    assert {one.id for one in in_path(state, a, "core.flamethrower", spot, {})} == {"x", "z"}
    assert caught_by(state, a, GivenLob("sn42_vest", spot), {}) == []


@rule("NUTS-GREN-05")
@pytest.mark.parametrize(("friend", "proposed"), [((30, 30), True), ((10, 16.5), False)])
def test_a_throw_is_proposed_unless_it_catches_a_friend(friend: tuple[float, float], proposed: bool) -> None:
    state = table(man("a", (10, 20), weapons=(), **HELD), man("b", friend), foe("x", (10, 15)))
    found = Throw().propose(view_of(state), [state.figures["a"]], None)
    assert (found is not None) == proposed


@bounds("NUTS-GREN-01")
@pytest.mark.parametrize(("y", "what"), [(15, "grenade"), (8, "core.bazooka")])
def test_what_goes_at_a_spot_is_the_first_that_can(y: float, what: str) -> None:
    """A grenade reaches 6"; what he does not say is what fits first."""
    state = table(man("a", (10, 20), weapons=("core.bazooka",), **HELD), foe("x", (10, 5)))
    view, men = view_of(state), [state.figures["a"]]
    found = Throw().at_spot(view, men, None, point((10, y)))
    assert found is not None
    assert found["throws"]["a"]["what"] == what
    assert Throw().at_spot(view, men, None, point((10, y)), "molotov") is None


@bounds("NUTS-SIGHT-09")
def test_who_went_down_before_his_turn_does_not_act() -> None:
    """His successes are gone, and nothing is thrown for him."""
    state = table(man("a", (10, 20), successes=-1), foe("x", (10, 10)))
    acts = (Act("a", Shot("a", RIFLE, (Aim("x", 1),))),)
    g = game(state)
    InSightTest("red-1", ("blue-1",), involved=("a", "x"), acts=acts).next_act(g)
    assert g.rolls == []
    seen = game(table(man("a", (10, 20), successes=0), foe("x", (10, 10))), [1])
    InSightTest("red-1", ("blue-1",), involved=("a", "x"), acts=acts).next_act(seen)
    assert len(seen.rolls) == 1


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(("spent", "goes_on"), [(8 * 254 - 1, True), (8 * 254, False)])
def test_a_move_is_gone_on_with_as_long_as_anything_is_left(spent: int, goes_on: bool) -> None:
    """NR-106."""
    state = table(man("a", (10, 20), action="move", spent=spent))
    fault = MoveCard().why_not(state, state.figures["a"], {})
    assert (fault is None) == goes_on


@rule("NUTS-MELEE-07")
def test_one_charger_and_two_weapons_are_a_choice() -> None:
    """The man who is charged is asked by his own name."""
    state = table(
        man("a", (10, 25)),
        foe("x", (10, 20), weapons=(RIFLE, "core.pistol")),
    )
    with playing(state, Charge((("a", "x"),)), dice=[1, 1, 6, 6, 1, *[1] * 6, *[6] * 6, 1]) as p:
        assert p.asked("blue").prompt == "X is charged: say how he shoots."
        p.choose("blue", [fire("blue-1", "core.pistol", x="a")])
        p.nothing_pending()
    assert p.state.figures["x"].status == "obviously_dead"


@bounds("NUTS-LOS-01")
def test_lines_that_are_surely_blocked() -> None:
    """A house between is; beside it, or without it, nothing is sure."""
    house = "  - {id: house, kind: structure, polygon: [[5, 12], [15, 12], [15, 16], [5, 16]]}"
    state = table(man("a", (10, 20)), foe("x", (10, 5)), pieces=house)
    xs, ys = np.array([2540, 30 * 254]), np.array([20 * 254, 20 * 254])
    assert Places(ground_of(state), xs, ys).hidden_from(point((10, 5))).tolist() == [True, False]
    assert not has_los(state, state.figures["a"], state.figures["x"])


@rule("NUTS-ACT-07")
@pytest.mark.parametrize(
    ("many", "text"),
    [
        (1, "M0 acts."),
        (2, "M0 and M1 act, led by M0."),
        (3, "M0, M1 and M2 act, led by M0."),
        (4, "M0 and 3 men act."),
    ],
)
def test_how_a_group_that_acts_is_named(many: int, text: str) -> None:
    men = [man(f"m{n}", (10 + 2 * n, 40)) for n in range(many)]
    with playing(table(*men, foe("x", (10, 2), facing=0)), Activation("red-1")) as p:
        assert p.last("activation").text == text
        p.choose("red", [])
        p.nothing_pending()


@bounds("NUTS-SIGHT-08")
@pytest.mark.parametrize(("seen_by", "to"), [((), ("blue",)), (("red",), None)])
def test_scores_are_told_to_those_who_know_both_men(
    seen_by: tuple[str, ...], to: tuple[str, ...] | None
) -> None:
    """NR-108; a group for which nobody looks is nobody's secret. What all know is for who looks on too."""
    state = table(
        man("a", (10, 20), seen_by=("blue",)), foe("x", (10, 10), seen_by=seen_by), knowledge="ghosts"
    )
    g = game(state)
    found = [Score("red-1", "red", "a", 4), Score("blue-1", "blue", "x", 4), Score("blue-2", "blue", "", 0)]
    tell_scores(g, found, [], {})
    (event,) = g.events
    assert event.seen_by == to
    assert (
        event.seen.text
        == "In Sight: A scores 0 with 4 dice; X scores 0 with 4 dice; the others look elsewhere."
    )


@rule("NUTS-REACT-10")
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"fighting": ("x",)}, "A is fighting"),
        ({"status": "hunker_down"}, "A cannot act: hunker down"),
        ({"status": "duck_back"}, "A cannot act: duck back"),
    ],
)
def test_why_a_man_cannot_act(changes: dict[str, Any], reason: str) -> None:
    state = table(man("a", (10, 20), **changes), foe("x", (10, 19)))
    fault = why_idle(state.figures["a"])
    assert fault is not None
    assert (fault.reason, fault.rows) == (reason, ("NUTS-ACT-08", "NUTS-REACT-10"))
    assert why_idle(state.figures["x"]) is None


@rule("NUTS-FIRE-01")
@bounds("COT-WEAP-13")
def test_a_sturmpistole_takes_one_from_the_rep_of_who_fires_it() -> None:
    state = table(man("a", (10, 20), weapons=("german.sturmpistole",)), foe("x", (10, 10)))
    assert to_hit(game(state), Shot("a", "german.sturmpistole", (Aim("x", 1),)), first=True).total == 3


@rule("NUTS-MOVE-12")
def test_each_star_who_cannot_shoot_back_is_asked() -> None:
    """NR-30."""
    told_to: dict[str, Any] = {"star": True, "weapons": (), "reacting": "return_fire", "causes": ("x",)}
    state = table(man("a", (10, 20), **told_to), man("b", (12, 20), **told_to), foe("x", (10, 10)))
    with playing(state, ReturnFire(("a", "b"))) as p:
        for name in ("A", "B"):
            assert p.asked("red").prompt == f"{name} cannot shoot back: say what he does."
            p.choose("red", "carry_on")
        p.nothing_pending()
    assert [p.state.figures[id].reaction.reacting for id in ("a", "b")] == [None, None]


@rule("NUTS-REACT-04")
@pytest.mark.parametrize(("pieces", "option", "dice"), [("", "on", 2), (WOOD, "on", 3), (WOOD, "off", 2)])
def test_cover_in_recovering_from_damage_by_option(pieces: str, option: str, dice: int) -> None:
    """NR-05, NR-103."""
    state = table(man("a", (10, 20)), man("b", (12, 20)), foe("x", (10, 10)), pieces=pieces)
    half_strength(game(state), state.figures["a"])
    modifier("in_cover")
    g = game(state, [1] * dice, {"recover_damage_modifiers": option})
    recover_from_damage(g, state.figures["a"], [state.figures["x"].at])
    assert [len(roll.faces) for roll in g.rolls] == [dice]


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(
    ("x", "status", "room"),
    [
        (11, "carry_on", True),
        (10.9, "carry_on", False),
        (10.4, "carry_on", False),
        (10.4, "out_of_the_fight", True),
        (10, "out_of_the_fight", False),
        (10, "gone", True),
    ],
)
def test_where_a_man_has_room_to_stand(x: float, status: Any, room: bool) -> None:
    """Bases may touch, not lie on each other; over a wounded man one may stand, but not in his very place."""
    state = table(man("a", (20, 20)), man("b", (10, 20), status=status))
    assert left_to_go(state.figures["a"]) == 8 * 254
    assert has_room(state, state.figures["a"], point((x, 20))) == room


@bounds("NUTS-LOS-02")
@pytest.mark.parametrize("facing", [0, 90, 180, 270])
def test_places_that_may_be_in_somebodys_arc(facing: int) -> None:
    """A right angle is inside the arc; if both look away neither has the other in it."""
    state = table(man("a", (20, 20), facing=0), foe("x", (10, 20), facing=facing))
    assert has_los(state, state.figures["a"], state.figures["x"])
    xs, ys = np.array([20 * 254]), np.array([20 * 254])
    ahead = np.array([[0, -1]]).T
    stands = point((10, 20))
    assert in_arc(xs, ys, ahead, stands, facing * 10).tolist() == [True]
    away = np.array([[1, 0]]).T
    assert in_arc(xs, ys, away, stands, facing * 10).tolist() == [facing != 270]
    behind = point((20, 30))
    assert in_arc(xs, ys, ahead, behind, 1800).tolist() == [False]
    assert in_arc(xs, ys, ahead, behind, 0).tolist() == [True]


@bounds("NUTS-ACT-06")
@pytest.mark.parametrize(
    ("many", "label", "hint"),
    [
        (1, "M0", ""),
        (2, "M0 and M1", "Rep 4: M1"),
        (3, "M0 and 2 men", "Rep 4: M1, M2"),
    ],
)
def test_how_a_group_is_offered(many: int, label: str, hint: str) -> None:
    state = table(*[man(f"m{n}", (10 + 2 * n, 40)) for n in range(many)])
    option = group_option(state, state.groups["red-1"], "red")
    assert (option.label, option.hint, option.refused) == (label, hint, None)


@bounds("NUTS-NP-01")
@pytest.mark.parametrize(("rep", "acts"), [(5, True), (4, True), (3, False)])
def test_men_who_are_known_act_before_question_marks_of_the_same_rep(rep: int, acts: bool) -> None:
    """NR-70: a question mark acts in the place of Rep 4."""
    state = solo(man("a", (10, 40)), foe("x", (10, 4), rep=rep), pefs=(mark(1, (30, 4)),))
    state.sides["blue"].die = 1
    found = Phase("blue").next_by_itself(game(state), ["blue-1"])
    assert isinstance(found, Activation if acts else MovePef)


@rule("NUTS-NP-06")
@bounds("NUTS-NP-01")
@pytest.mark.parametrize(
    ("mission", "dice", "stance"), [("patrol", [1, 1], "defend_then_patrol"), ("attack", [], "")]
)
def test_what_is_made_of_a_patrol_is_rolled_on_patrols_alone(
    mission: str, dice: list[int], stance: str
) -> None:
    state = solo(man("a", (10, 40)), foe("x", (10, 4)), mission=mission)
    ResolvePef("p1", "red-1", found=("x",)).react(game(state, dice))
    assert state.units["blue_squad"].stance == stance
    patrol_reaction(game(state, [1, 1]), "blue-1")
    table_for(game(state), "blue-1")


@rule("NUTS-FIRE-09")
def test_a_lone_man_whom_nobody_plays_shoots() -> None:
    state = solo(man("a", (10, 20), weapons=()), foe("x", (10, 10)), mission="attack")
    with through(state, links.np_acts("blue-1", ["x"]), [6, 6]) as p:
        p.nothing_pending()
    assert "shots" in [event.kind for event in p.events]


@rule("NUTS-GREN-05")
@pytest.mark.parametrize(
    ("hidden", "dice", "cloud"),
    [(False, [4, 4], (10, 15)), (False, [4, 5], (10, 15)), (True, [4, 5], None), (False, [5, 5], (10, 20))],
)
def test_where_smoke_spreads(hidden: bool, dice: list[int], cloud: Any) -> None:
    """LR-041: where it was thrown, nowhere if it is thrown wide, on the thrower if it is dropped."""
    wood = "  - {id: wood, kind: woods, polygon: [[0, 17], [40, 17], [40, 17.5], [0, 17.5]]}"
    state = table(
        man("a", (10, 20), gear=(("smoke_grenade", 1),), readied="smoke_grenade"),
        pieces=wood if hidden else "",
    )
    fallout = send(game(state, dice), [Lob("a", "smoke_grenade", point((10, 15)))])
    assert (fallout.hit, fallout.missed) == ((), ())
    assert [marker.at for marker in state.markers.values()] == ([point(cloud)] if cloud else [])


@bounds("NUTS-STAR-01")
@pytest.mark.parametrize("left", [0, -1])
def test_a_star_without_dice_throws_none(left: int) -> None:
    state = table(man("a", (10, 20), star=True, star_dice=left))
    g = game(state)
    assert star_power(g, state.figures["a"], "out_of_the_fight") == "out_of_the_fight"
    assert (g.rolls, g.events) == ([], [])
