"""Half sentences of the chapters on fire, ammunition and grenades that are easily missed."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.units import inches
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.upkeep import begin_activation
from deadground.systems.skirmish.rules.fire.fire import shoot
from deadground.systems.skirmish.rules.fire.readiness import helpers
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot, in_swath, shot_faults
from deadground.systems.skirmish.rules.grenades.blasts import Blast, go_off, shelter
from deadground.systems.skirmish.rules.grenades.grenades import send
from deadground.systems.skirmish.rules.grenades.lobs import Lob
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import causes_of
from deadground.systems.skirmish.state import INCH, Marker, SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, RIFLE, SMG, foe, man, point, table


@bounds("NUTS-AMMO-03")
def test_a_loader_feeds_the_gun_as_often_as_it_shoots() -> None:
    """Two 1s in each of two firings of a turn leave it loaded; and he has no shot of his own besides."""
    state = table(
        man("a", (10, 25), weapons=(LMG,)), man("mate", (11, 25), loads_for="a"), foe("x", (10, 15))
    )
    for _ in range(2):
        shoot(game(state, [1, 1, 2, 2]), Shot("a", LMG, (Aim("x", 4),)))
        assert state.figures["a"].arms.empty == ()
    assert state.figures["mate"].doing.fired
    shoot(game(state, [1, 1, 1, 2]), Shot("a", LMG, (Aim("x", 4),)))
    assert state.figures["a"].arms.empty == (LMG,)


@bounds("NUTS-AMMO-03")
def test_a_loader_who_has_shot_himself_feeds_again_in_his_next_activation() -> None:
    mate = man("mate", (11, 25), loads_for="a", fired=True)
    state = table(man("a", (10, 25), weapons=(LMG,)), mate, foe("x", (10, 15)))
    assert helpers(state, state.figures["a"]) == []
    begin_activation(game(state), "red-1")
    assert helpers(state, state.figures["a"]) == [mate]
    assert not mate.arms.feeding


@rule("NUTS-AMMO-03")
def test_the_loader_feeds_the_shot_of_an_activation_and_the_answer_in_it() -> None:
    """The LMG misses, is answered by its like, which misses too, and shoots back: two 1s each time."""
    gunner = man("a", (10, 25), rep=3, weapons=(LMG,))
    state = table(gunner, man("mate", (11, 25), loads_for="a"), foe("x", (10, 15), rep=3, weapons=(LMG,)))
    dice = [1, 1, 2, 2, 1, 1, 2, 2, 2, 2, 1, 1, 1, 1, 2, 2, 6, 6]
    with playing(state, Activation("red-1"), dice=dice) as p:
        p.choose("red", [fire("red-1", LMG, a=[("x", 4)])], [])
        p.nothing_pending()
    assert sum(event.kind == "shots" for event in p.events) == 3
    assert p.state.figures["a"].arms.empty == ()


def dug_in(**changes: Any) -> SkirmishState:
    """X stands in a trench that was dug for this battle: 6" long, from west to east, through (10, 10)."""
    trench = Marker("dug", "trench", point((10, 10)), inches(6), facing=1800)
    return table(
        man("a", (10, 30)), foe("x", (10, 10)), foe("y", (10, 12)), markers={"dug": trench}, **changes
    )


@rule("NUTS-PEF-09")
@bounds("NUTS-GREN-09")
@pytest.mark.parametrize(
    ("at", "value"), [((10, 11.5), 4), ((10, 10.6), 4), ((10, 10.5), None), ((12, 10), None)]
)
def test_a_trench_that_was_dug_protects_from_bursts_beside_it(
    at: tuple[float, float], value: int | None
) -> None:
    """NS-10: Defensive Value 4. One that falls into it finds nothing between."""
    state = dug_in()
    cover = shelter(state, state.figures["x"], point(at))
    assert (cover.value if cover else None) == value
    assert shelter(state, state.figures["y"], point(at)) is None


@bounds("NUTS-GREN-09")
@pytest.mark.parametrize(("impact", "hit"), [(4, ["y"]), (5, ["x", "y"])])
def test_an_impact_above_its_defensive_value_goes_through_a_trench(impact: int, hit: list[str]) -> None:
    state = dug_in()
    blast = Blast("Shell", point((10, 11)), 5 * INCH, impact, "a")
    fallout = go_off(game(state, [1] * len(hit)), blast)
    assert [who for who, _ in fallout.hit] == hit


@rule("NUTS-FIRE-14", "NUTS-GREN-07")
@pytest.mark.parametrize(
    ("changes", "dice", "result"),
    [
        ({}, [1, 1], "duck_back"),
        ({"star": True}, [], "carry_on"),
        ({"medic": True}, [1, 1], "carry_on"),
    ],
)
def test_who_is_spared_by_a_blast_of_his_own_side_has_nobody_to_shoot_at(
    changes: dict[str, Any], dice: list[int], result: str
) -> None:
    """NR-120: passing both dice he cannot shoot back, and ducks; in the open he drops, for no cover is near."""
    state = table(man("a", (10, 20)), man("b", (10, 18), prone=True, **changes), foe("x", (10, 40)))
    fallout = go_off(game(state), Blast("Hand grenade", point((10, 17.5)), INCH, 2, "a"))
    causes = causes_of(game(state), fallout)
    assert [(cause.who, cause.line, cause.by) for cause in causes] == [("b", "fired_on", ())]
    with playing(state, Crisis(causes), dice=dice) as p:
        while p.match.to_act():
            p.choose("red", p.asked("red").proposal)
        p.nothing_pending()
    b = p.state.figures["b"]
    assert (b.status, b.reaction.reacting) == (result, None)
    if result == "duck_back":
        assert p.last("prone").data["figure"] == "b"


WOODS = "  - {id: woods, kind: woods, polygon: [[4, 10], [16, 10], [16, 15], [4, 15]]}"
WALL = "  - {id: wall, kind: wall, line: [[5, 16], [15, 16]]}"


@rule("NUTS-MOVE-06")
@pytest.mark.parametrize(("pieces", "kind"), [(WOODS, "takes_cover"), (WALL, "prone")])
def test_without_an_enemy_he_takes_cover_from_all_sides(pieces: str, kind: str) -> None:
    """NR-120: the woods are cover whoever may come; a wall is none without somebody beyond it."""
    state = table(man("a", (10, 20)), man("b", (10, 18), facing=180), foe("x", (10, 40)), pieces=pieces)
    fallout = go_off(game(state, [1]), Blast("Mine", point((10, 20)), INCH, 3, ""))
    with playing(state, Crisis(causes_of(game(state), fallout)), dice=[1, 6]) as p:
        p.nothing_pending()
    assert p.state.figures["b"].status == "duck_back"
    assert p.last(kind).data["figure"] == "b"


@bounds("NUTS-FIRE-07")
def test_the_swath_lies_before_a_man_who_has_turned_to_his_first_target() -> None:
    """NR-105: he may turn to either, not shoot at one before him and one behind him in one burst."""
    state = table(man("a", (10, 20), weapons=(SMG,)), foe("x", (10, 12)), foe("y", (10.5, 28)))
    shot = Shot("a", SMG, (Aim("x", 2), Aim("y", 1)))
    for side in (1, -1):
        assert [one.piece.id for one in in_swath(state, shot, side, {}, turning=True)] == ["x"]
    (fault,) = shot_faults(state, shot, None, {}, "", turning=True)
    assert "outside the swath" in fault.reason
    for aim in ("x", "y"):
        assert not shot_faults(state, Shot("a", SMG, (Aim(aim, 3),)), None, {}, "", turning=True)


@bounds("NUTS-WOUND-03")
@pytest.mark.parametrize(("carries", "passed"), [("", 2), ("c", 1)])
def test_who_carries_a_wounded_man_throws_as_in_snap_fire(carries: str, passed: int) -> None:
    """NR-59: one die passed at best."""
    casualty = man("c", (10, 20), status="out_of_the_fight", carried_by="a" if carries else "")
    state = table(man("a", (10, 20), carries=carries, **HELD), casualty, foe("x", (10, 15)))
    g = game(state, [1, 1, 1])
    send(g, [Lob("a", "grenade", point((10, 15)))])
    told = next(event.seen.text for event in g.events if event.seen.kind == "throw")
    assert f"{passed} passed" in told


@rule("NUTS-GREN-11")
@bounds("NUTS-WOUND-03")
@pytest.mark.parametrize(("carries", "hit"), [("", True), ("c", False)])
def test_who_carries_a_wounded_man_launches_as_in_snap_fire(carries: str, hit: bool) -> None:
    """At a spot he sees an 8 is a hit, and in snap fire none."""
    casualty = man("c", (10, 20), status="out_of_the_fight", carried_by="a" if carries else "")
    held: dict[str, Any] = {"gear": (("rifle_grenade", 1),), "readied": "rifle_grenade"}
    state = table(man("a", (10, 20), carries=carries, **held), casualty, foe("x", (30, 10)))
    g = game(state, [4, 3])
    send(g, [Lob("a", "rifle_grenade", point((10, 5)))])
    (told,) = (event.seen.data["hit"] for event in g.events if event.seen.kind == "launch")
    assert told == hit
    assert RIFLE in state.figures["a"].arms.weapons
