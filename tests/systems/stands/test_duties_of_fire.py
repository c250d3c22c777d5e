"""Every way to fire, crossed with everything that a shot owes; and nobody goes round the road. KIM-R66, KIM-R143"""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from deadground.core.citing import recording
from deadground.space.plane import facing_of, minus
from deadground.systems import stands
from deadground.systems.registry import catalogue
from deadground.systems.stands.rules.aircraft.air import AirAttacks
from deadground.systems.stands.rules.aircraft.anti_aircraft import AntiAircraft, Flight
from deadground.systems.stands.rules.assault.assault import Charges
from deadground.systems.stands.rules.assault.melee import CloseCombat
from deadground.systems.stands.rules.fire.bombardment import AreaFire
from deadground.systems.stands.rules.fire.duties_of_fire import EXEMPT, Duty, Way
from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.rules.fire.snap_shots import SnapShots
from deadground.systems.stands.rules.fire.support import OffTableFire, PreBattleBombardment
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing import rule
from deadground.testing.duties import Cell, DutyTable, assignments_to, calls_of
from tests.systems.stands.field import At, inf, point, stand, tank
from tests.systems.stands.flights import flight
from tests.systems.stands.guns import arty, battle, laying
from tests.systems.stands.shootings import FOE, GUN, Shooting

RULES = catalogue("stands")
PACKAGE = Path(stands.__file__).parent
DUTIES = DutyTable[Shooting](
    get_args(Way), get_args(Duty), {(way, duty): row for (way, duty), row in EXEMPT.items()}
)

NAME = ("red", "Name your targets")
ROUTES = ("blue", "Give your stands their routes")
LEADS = ("blue", "Pick the stands that lead")
SUPPORT = ("red", "Pick who fires in support")

WOOD = "  - {id: wood, kind: woods, polygon: [[300, 840], [700, 840], [700, 1100], [300, 1100]]}"


def foe(at: At, kind: str = "infantry", **changes: Any) -> Stand:
    return stand(
        "foe", kind, at, "blue", **{"order": "dummy", "seen_at_start": True, "facing": 180, **changes}
    )


def eye(at: At) -> Stand:
    """A stand of red that looks on; its unit is not the gun's."""
    return inf("eye", at, unit="eye_unit", order="dummy")


@DUTIES.scene("direct")
def direct() -> Shooting:
    state = battle(arty("gun", (500, 600)), foe((500, 500)))
    return Shooting(state, FirePhase(), answers={NAME: ["gun>foe"]}, shells=(500, 660))


@DUTIES.scene("snap")
def snap() -> Shooting:
    """A stand that comes out of nowhere before a gun in a wood."""
    state = battle(
        arty("gun", (500, 850), order="opportunity", standing_order="first"),
        foe((500, 730), order="move", start_at=point((500, 100))),
        pieces=WOOD,
    )
    state.stands["foe"].route = (point((500, 100)), point((500, 735)))
    return Shooting(state, SnapShots(40), shells=(500, 910))


@DUTIES.scene("defensive")
def defensive() -> Shooting:
    """The gun supports a friend who is charged; whether it is seen is for its owner to say."""
    state = battle(
        arty("gun", (570, 420), facing=245),
        inf("mate", (500, 420), facing=180, order="dummy", unit="mate_unit"),
        foe((500, 500), order="charge", facing=0),
    )
    by_owner = {"reveal": "by_owner"}
    return Shooting(
        state, Charges(), answers={LEADS: ["foe"], SUPPORT: ["gun>foe"]}, shells=(630, 420), options=by_owner
    )


@DUTIES.scene("melee")
def melee() -> Shooting:
    """The gun defends itself; the attacker goes back after a round."""
    state = battle(
        arty("gun", (500, 420), facing=180, in_contact_with="foe"),
        foe((500, 450), order="charge", in_contact_with="gun", charge_role="lead"),
    )
    state.stands["foe"].charged_from = point((500, 500))
    back = {("blue", f"{GUN} still stands"): ["withdraw"]}
    return Shooting(state, CloseCombat(), answers=back, shells=(500, 360))


@DUTIES.scene("night")
def night() -> Shooting:
    """A tank runs into the gun in the dark; before the day comes a friend may go into hiding."""
    state = battle(
        arty("gun", (500, 500)),
        inf("eye", (1800, 1800), dug_in=True, unit="eye_unit"),
        tank("foe", (500, 800), "blue"),
        turn=1,
        night_turns=(1,),
    )
    route = {"foe": {"points": [list(point((500, 450)))], "facing": None}}
    snap = ("red", "Pick who fires at the vehicle")
    return Shooting(state, NightTurn(), answers={ROUTES: route, snap: ["gun"]}, shells=(500, 440))


@DUTIES.scene("indirect")
def indirect() -> Shooting:
    state = battle(arty("gun", (1000, 1500)), eye((1000, 1200)), foe((1000, 1000)))
    return Shooting(state, FirePhase(), answers={NAME: ["gun~foe"]}, shells=(1000, 1560))


@DUTIES.scene("area")
def area() -> Shooting:
    """A template on a stand that then moves."""
    state = battle(
        laying("gun", (1000, 1500), (1000, 1000)),
        eye((1000, 1200)),
        foe((1000, 1000), order="move", arrow=0),
    )
    route = {"foe": {"points": [list(point((1000, 910)))], "facing": None}}
    return Shooting(state, AreaFire(), Movement(), answers={ROUTES: route}, shells=(1000, 1560))


@DUTIES.scene("speculative")
def speculative() -> Shooting:
    spot = point((1000, 1000))
    gun = arty("gun", (1000, 1500), template_kind="speculative", template_at=spot)
    return Shooting(battle(gun, foe((1000, 1000), hidden=True)), FirePhase(), shells=(1000, 1560))


@DUTIES.scene("pre_battle")
def pre_battle() -> Shooting:
    state = battle(arty("gun", (1000, 1500), order=""), foe((1000, 1000)))
    state.sides["red"].pre_battle = True
    aim = {("red", "Aim each gun"): {"gun": {"at": list(point((1000, 1000))), "facing": None}}}
    return Shooting(state, PreBattleBombardment(), answers=aim, shells=(1000, 1560))


@DUTIES.scene("off_table")
def off_table() -> Shooting:
    """Guns behind the edge, or at sea: the only difference is the name that the scenario gives them."""
    state = battle(eye((1000, 1200)), foe((1000, 1000)))
    side = state.sides["red"]
    side.off_table, side.off_table_shots, side.off_table_at = True, 1, point((1000, 1900))
    call = {("red", "Call in off-table fire"): {"foe": 1}}
    return Shooting(state, OffTableFire(), answers=call, shooter="", shells=(1000, 1900))


@DUTIES.scene("air")
def air() -> Shooting:
    hawks = flight("hawks", "ground_attack")
    state = battle(foe((1000, 1000)), squadrons={"hawks": hawks})
    pick = {("red", "Pick whom"): ["hawks>foe"]}
    return Shooting(
        state,
        AirAttacks(),
        answers=pick,
        shooter="hawks",
        shells=(1500, 1500),
        missing="anti-aircraft fire",
    )


@DUTIES.scene("anti_aircraft")
def anti_aircraft() -> Shooting:
    state = battle(arty("gun", (500, 500)), squadrons={"hawks": flight("hawks", "recon", side="blue")})
    fires = {("red", "Pick the hidden stands"): ["red_unit@hawks"]}
    return Shooting(
        state,
        AntiAircraft((Flight("hawks", point((500, 600))),)),
        answers=fires,
        target="hawks",
        shells=(500, 440),
    )


@DUTIES.check("under_area_fire")
def is_rolled_for_under_area_fire(scene: Shooting, owed: bool) -> None:
    """Rolled for before it fires: one that is lost to it fires no more."""
    lost = scene.under_fire().play(area_hits=True)
    assert scene.rolled_under_fire(lost) is owed
    assert bool(scene.shots(lost)) is not owed
    if owed:
        unhurt = scene.play()
        assert scene.rolled_under_fire(unhurt)
        assert scene.shots(unhurt)


@DUTIES.check("chit")
def pays_its_chit(scene: Shooting, owed: bool) -> None:
    """One chit is paid, and without one nothing is fired; a gun that was to fire a template says so to its side."""
    command = scene.state.commands["red_command"]
    command.chits = 1
    paid = scene.play()
    assert scene.shots(paid)
    assert paid.state.commands["red_command"].chits == (0 if owed else 1)
    command.chits = 0
    unpaid = scene.play()
    assert bool(scene.shots(unpaid)) is not owed
    planned = scene.gun is not None and scene.gun.template_at is not None
    for seat, hears in (("red", owed and planned), ("blue", False)):
        assert any("no artillery chit left" in text for text in unpaid.log_of(seat)) is hears


@DUTIES.check("facing")
def faces_its_target(scene: Shooting, owed: bool) -> None:
    """A hidden stand turns to what it fires at, wherever it looked before; one on the table stays as it is."""
    if scene.gun is None:
        assert not owed
        return
    before = scene.gun.facing
    assert scene.play().state.stands["gun"].facing == before
    scene.gun.hidden, scene.gun.facing = True, before + 1234
    p = scene.play()
    assert scene.shots(p)
    gun, target = p.state.stands["gun"], p.state.stands.get(scene.target)
    assert gun.facing == (facing_of(minus(target.at, gun.at)) if owed and target else before + 1234)


@DUTIES.check("on_the_table")
def goes_on_the_table(scene: Shooting, owed: bool) -> None:
    """A hidden stand that fires and misses is on the table, as everybody reads."""
    if scene.gun is None:
        assert not owed
        return
    scene.gun.hidden = True
    p = scene.play()
    assert p.state.stands["gun"].hidden is not owed
    assert any(text.startswith(f"{GUN} is put on the table") for text in p.log_of("blue")) is owed


@DUTIES.check("shot_spent")
def its_shot_of_the_turn_is_spent(scene: Shooting, owed: bool) -> None:
    assert scene.shots(scene.play())
    assert scene.was_spent is owed


@DUTIES.check("contact")
def both_units_are_in_contact(scene: Shooting, owed: bool) -> None:
    """The unit that fires, if stands do, and the one that is fired upon, if that is on the ground."""
    assert owed
    units = scene.play().state.units
    fires, is_target = scene.gun is not None, scene.target in scene.state.stands
    assert (units["red_unit"].in_contact, units["blue_unit"].in_contact) == (fires, is_target)


@DUTIES.check("who_may_know")
def nobody_reads_of_a_hidden_stand(scene: Shooting, owed: bool) -> None:
    """Of a shot everybody reads, but not of a stand that is hidden from him while and after it is fired."""
    assert owed
    hidden_foe = is_hidden(scene.state, scene.target)
    if scene.gun is not None:
        scene.gun.hidden = True
    p = scene.play(hits=True)
    read_by = {seat: " ".join(p.log_of(seat)) for seat in ("red", "blue")}
    assert scene.shots(p)
    assert GUN in read_by["red"] or scene.gun is None
    assert (GUN in read_by["blue"]) is (scene.gun is not None and not is_hidden(p.state, "gun"))
    if scene.target in scene.state.stands:
        assert FOE in read_by["blue"]
        assert (FOE in read_by["red"]) is not hidden_foe


def is_hidden(state: StandsState, id: str) -> bool:
    return id in state.stands and state.stands[id].hidden


def owed(duty: Duty) -> list[Cell]:
    return [cell for cell in DUTIES.cells() if cell.duty == duty and not cell.exempt]


def others(*duties: Duty) -> list[Cell]:
    """All cells but those in which one of these duties is owed."""
    return [cell for cell in DUTIES.cells() if cell.exempt or cell.duty not in duties]


@rule("KIM-4.12b")
@pytest.mark.parametrize("cell", owed("under_area_fire"), ids=str)
def test_who_fires_under_area_fire_is_rolled_for_first(cell: Cell) -> None:
    DUTIES.play(cell)


@rule("KIM-4.15a")
@pytest.mark.parametrize("cell", owed("chit"), ids=str)
def test_artillery_pays_its_chit_and_is_silent_without_one(cell: Cell) -> None:
    DUTIES.play(cell)


@rule("KIM-4.9b")
@pytest.mark.parametrize("cell", owed("facing"), ids=str)
def test_a_hidden_stand_that_fires_faces_its_target(cell: Cell) -> None:
    DUTIES.play(cell)


@rule("KIM-3.3a")
@pytest.mark.parametrize("cell", owed("on_the_table"), ids=str)
def test_a_hidden_stand_that_fires_goes_on_the_table(cell: Cell) -> None:
    DUTIES.play(cell)


@rule("KIM-1.3d")
@pytest.mark.parametrize("cell", owed("contact"), ids=str)
def test_who_fires_and_who_is_fired_upon_is_in_contact(cell: Cell) -> None:
    DUTIES.play(cell)


@pytest.mark.parametrize(
    "cell", others("under_area_fire", "chit", "facing", "on_the_table", "contact"), ids=str
)
def test_every_other_cell_of_ways_and_duties(cell: Cell) -> None:
    """What has no row of its own, and what a way does not owe: a stand that fires does so by the row. KIM-R87"""
    with recording() as noted:
        DUTIES.play(cell)
    if cell.exempt and cell.way not in ("off_table", "air"):
        assert cell.exempt in noted.rows


def test_no_way_and_no_duty_is_missing() -> None:
    assert DUTIES.gaps([*RULES.rows, *RULES.rulings]) == []


ROAD = "rules/fire/duties_of_fire.py"


@pytest.mark.parametrize("function", ["fire", "pay", "reveal_firing", "note_contact"])
def test_nobody_goes_round_the_road(function: str) -> None:
    """What bots think over is no fire."""
    modules = {place.module for place in calls_of(PACKAGE, function)}
    assert {module for module in modules if not module.startswith("bots/")} == {ROAD}


def test_a_shot_is_spent_on_the_road_alone() -> None:
    """Turn and night begin it anew; the looks of the table write to stands of their own."""
    rules = {place.module for place in assignments_to(PACKAGE, "fired") if place.module.startswith("rules/")}
    assert rules == {ROAD, "rules/cards/turn.py", "rules/night/night.py"}
