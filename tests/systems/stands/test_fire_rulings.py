"""What fire owes where the book is silent: under shells, for chits, in contact, at night, from the air."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.systems.stands.rules.aircraft.air import AirAttacks, AirTurn
from deadground.systems.stands.rules.aircraft.anti_aircraft import AntiAircraft, Flight
from deadground.systems.stands.rules.assault.assault import Charges
from deadground.systems.stands.rules.assault.melee import CloseCombat
from deadground.systems.stands.rules.cards.command import RollCommand
from deadground.systems.stands.rules.fire.bombardment import AreaFire
from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.rules.fire.snap_shots import SnapShots
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.state import Stand, StandsState, Template, Unit
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.assaults import answer_leads, charger
from tests.systems.stands.field import field, hq, inf, point, stand, tank
from tests.systems.stands.flights import flight, sky
from tests.systems.stands.guns import arty, battle, laying, shelled
from tests.systems.stands.nights import NORTH, after, night, sitting
from tests.systems.stands.nights import shots as night_shots
from tests.systems.stands.system import playing

NOBODY: list[str] = []
PER_STAND = {"chit_cost": "per_stand"}


def shots(p: Play[StandsState]) -> list[tuple[str, str, str]]:
    return [
        (event.data["shooter"], event.data["target"], event.data["manner"])
        for event in p.events
        if event.kind == "shot"
    ]


def ambush(*guns: Stand, chits: int = 3) -> StandsState:
    """A tank that has come from out of view before some guns on Opportunity Fire."""
    state = battle(*guns, tank("b", (500, 500), side="blue", order="move"), chits=chits)
    state.stands["b"].start_at = point((500, 20))
    state.stands["b"].route = (point((500, 20)), point((500, 520)))
    return state


def waiting(id: str = "g", x: float = 500, **changes: Any) -> Stand:
    return arty(id, (x, 700), **{"order": "opportunity", "standing_order": "first", **changes})


@rule("KIM-4.12b", "KIM-4.17a")
@pytest.mark.parametrize(("face", "fires"), [(8, True), (9, False)])
def test_who_takes_a_snap_shot_under_area_fire_is_rolled_for_first(face: int, fires: bool) -> None:
    """A gun falls to a 9: 7 and two more."""
    state = ambush(waiting())
    shelled(state, (500, 760))
    with playing(state, SnapShots(40), dice=[face, 1] if fires else [face]) as p:
        p.nothing_pending()
    assert shots(p) == [("gun t", "g", "area"), *([("g", "b", "snap")] if fires else [])]
    assert ("g" in p.state.stands) is fires
    assert p.state.commands["red_command"].chits == (2 if fires else 3)
    assert len(p.state.stands["b"].route) > 1, "the mover goes on"


@rule("KIM-4.15a", "KIM-1.2i")
@pytest.mark.parametrize("chits", [0, 1])
@pytest.mark.parametrize("standing", ["first", "ask"])
def test_artillery_pays_for_a_snap_shot_and_has_none_without_a_chit(chits: int, standing: str) -> None:
    state = ambush(waiting(standing_order=standing), chits=chits)
    with playing(state, SnapShots(40), dice=[1] * chits) as p:
        if chits and standing == "ask":
            p.choose("red", True)
        p.nothing_pending()
    assert shots(p) == [("g", "b", "snap")] * chits
    assert p.state.stands["g"].fired is bool(chits)
    assert p.state.commands["red_command"].chits == 0


@rule("KIM-4.15a")
@pytest.mark.parametrize(("first", "fires"), [(True, "g"), (False, "k")])
def test_with_one_chit_a_gun_the_second_is_asked_only_if_the_first_lets_the_enemy_pass(
    first: bool, fires: str
) -> None:
    state = ambush(waiting(x=450, standing_order="ask"), waiting("k", 550, standing_order="ask"), chits=1)
    with playing(state, SnapShots(40), dice=[1], options=PER_STAND) as p:
        assert "sights of G" in p.asked("red").prompt
        p.choose("red", first)
        if not first:
            assert "sights of K" in p.asked("red").prompt
            p.choose("red", True)
        p.nothing_pending()
    assert shots(p) == [(fires, "b", "snap")]


@rule("KIM-3.2b")
@pytest.mark.parametrize(("dice", "where"), [([1, 1], (500, 100)), ([1, 10], None), ([10, 1], None)])
def test_recon_that_several_shoot_at_falls_back_once_or_is_lost(
    dice: list[int], where: tuple[float, float] | None
) -> None:
    """Whoever of the two hits, west or east: it is lost, and the other's miss does not make it fall back."""
    state = field(
        inf("a", (450, 600), order="opportunity", standing_order="first"),
        inf("c", (550, 600), order="opportunity", standing_order="first"),
        stand("jeep", "recon", (500, 500), side="blue", facing=180, order="move"),
        hq("staff", (500, 20), side="blue"),
    )
    state.stands["jeep"].start_at = point((500, 300))
    state.stands["jeep"].route = (point((500, 300)), point((500, 540)))
    with playing(state, SnapShots(40), dice=dice) as p:
        p.nothing_pending()
    assert sum(event.kind == "falls_back" for event in p.events) == (0 if where is None else 1)
    assert ("jeep" in p.state.stands) is (where is not None)
    if where is not None:
        assert p.state.stands["jeep"].at == point(where)


def charged(*guns: Stand, chits: int = 3) -> StandsState:
    """Blue charges a stand of red between two guns."""
    return battle(
        charger("b", (500, 500), side="blue"),
        inf("a", (500, 420), facing=180, order="dummy"),
        *guns,
        chits=chits,
    )


def flanking(id: str, x: float, facing: float, **changes: Any) -> Stand:
    return arty(id, (x, 420), facing=facing, **changes)


LEFT, RIGHT = flanking("g", 430, 115), flanking("k", 570, 245)
SUPPORT = ["g>b", "k>b"]


@rule("KIM-4.15a", "KIM-7.2c")
@pytest.mark.parametrize("chits", [0, 1, 2])
def test_no_more_guns_support_than_chits_pay_for(chits: int) -> None:
    state = charged(LEFT, RIGHT, chits=chits)
    with playing(state, Charges(), dice=[1] * chits, options=PER_STAND) as p:
        answer_leads(p)
        assert p.options("red") == (SUPPORT if chits else [])
        request, view = p.asked("red"), p.match.view("red")
        assert all(not request.check(view, request.sample(view, Random(seed))) for seed in range(10))
        if chits == 1:
            (fault,) = p.refuse("red", SUPPORT)
            assert (fault.at, fault.rows) == ("value[1]", ("KIM-4.15a",))
        p.choose("red", SUPPORT[2 - chits :])
        p.nothing_pending()
    assert {shooter for shooter, _, _ in shots(p)} == {0: set(), 1: {"k"}, 2: {"g", "k"}}[chits]


@rule("KIM-4.15a", "KIM-7.2a")
@pytest.mark.parametrize("named", [True, False])
def test_a_gun_that_is_assaulted_has_the_chit_unless_its_owner_names_another(named: bool) -> None:
    state = charged(LEFT, chits=1)
    state.stands["a"] = arty("a", (500, 420), facing=180)
    with playing(state, Charges(), dice=[1], options=PER_STAND) as p:
        answer_leads(p)
        assert p.asked("red").proposal == []
        p.choose("red", ["g>b"] if named else NOBODY)
        p.nothing_pending()
    assert shots(p) == [("g" if named else "a", "b", "defensive")]
    silent = "A stays silent: Red command has no artillery chit left for A."
    assert (silent in p.log_of("red"), silent in p.log_of("blue")) == (named, False)


@rule("KIM-4.15a", "KIM-4.12a")
@pytest.mark.parametrize("chits", [1, 2])
def test_a_gun_is_asked_for_area_fire_only_if_the_plans_of_others_leave_it_a_chit(chits: int) -> None:
    state = battle(
        laying("g", (500, 1500), (500, 1000)),
        laying("k", (700, 1500), None),
        inf("eye", (500, 1200)),
        chits=chits,
    )
    with playing(state, AreaFire(), options=PER_STAND) as p:
        if chits == 2:
            p.choose("red", {"k": {"at": list(point((700, 1000))), "facing": None}})
        p.nothing_pending()
    assert sorted(one.gun for one in p.state.templates.values()) == ["g", "k"][:chits]


@rule("KIM-4.12b", "KIM-7.3e")
@pytest.mark.parametrize(("face", "fights"), [(8, True), (9, False)])
def test_who_fights_under_area_fire_is_rolled_for_first(face: int, fights: bool) -> None:
    """The gun that is lost does not fight; its enemy has nobody to roll at."""
    state = field(
        arty("g", (500, 420), facing=180, in_contact_with="b"),
        inf("b", (500, 450), "blue", in_contact_with="g", charge_role="lead", charged_from=point((500, 500))),
    )
    shelled(state, (500, 360))
    with playing(state, CloseCombat(), dice=[face, 1, 1] if fights else [face]) as p:
        p.choose("blue", "withdraw" if fights else False)
        p.nothing_pending()
    fought = [("b", "g", "melee"), ("g", "b", "melee")]
    assert shots(p) == [("gun t", "g", "area"), *(fought if fights else [])]
    assert ("g" in p.state.stands) is fights


@rule("KIM-7.3a")
def test_who_has_nothing_to_fight_with_is_not_rolled_for_under_area_fire() -> None:
    state = field(
        stand("t", "truck", (500, 420), facing=180, in_contact_with="b"),
        inf("b", (500, 450), "blue", in_contact_with="t", charge_role="lead", charged_from=point((500, 500))),
    )
    shelled(state, (500, 360))
    with playing(state, CloseCombat(), dice=[1]) as p:
        p.choose("blue", "withdraw")
        p.nothing_pending()
    assert shots(p) == [("b", "t", "melee")]


@rule("KIM-4.12b", "KIM-7.3a")
def test_in_a_melee_under_area_fire_the_next_stand_takes_the_place_of_a_lost_lead() -> None:
    state = field(
        arty("g", (500, 420), facing=180, in_contact_with="b"),
        arty(
            "b", (500, 450), "blue", in_contact_with="g", charge_role="lead", charged_from=point((500, 500))
        ),
        inf("c", (500, 480), "blue", in_contact_with="g", charge_role="behind"),
    )
    state.stands["c"].charged_from = point((500, 530))
    state.templates["t"] = Template(
        "t", "red", "far", point((450, 450)), 800, gun_kind="artillery", fired_from=point((450, 900))
    )
    state.templates["t"].rolled = ("c", "g")
    with playing(state, CloseCombat(), dice=[9, 1, 1]) as p:
        p.choose("blue", "withdraw")
        p.nothing_pending()
    assert shots(p) == [("far", "b", "area"), ("c", "g", "melee"), ("g", "c", "melee")]


def overhead(*stands: Stand, target: str = "") -> tuple[StandsState, AntiAircraft]:
    state = sky([flight("hawks", "recon", side="blue")], *stands)
    return state, AntiAircraft((Flight("hawks", point((500, 600)), target),))


@rule("KIM-4.12b", "KIM-5.6a")
@pytest.mark.parametrize("says", [True, False])
def test_a_stand_under_area_fire_fires_at_aircraft_only_if_its_owner_says_so(says: bool) -> None:
    state, flak = overhead(inf("a", (500, 500), order="fire"))
    shelled(state, (500, 500))
    with playing(state, flak, dice=[8, 1] if says else []) as p:
        assert p.options("red") == ["red_unit@hawks"]
        assert p.asked("red").proposal == []
        p.choose("red", ["red_unit@hawks"] if says else NOBODY)
        p.nothing_pending()
    assert shots(p) == [("gun t", "a", "area")] * says
    assert any(event.kind == "anti_aircraft" for event in p.events) is says


@rule("KIM-4.12b", "KIM-5.6b")
def test_who_is_lost_under_area_fire_does_not_fire_at_aircraft_and_the_rest_of_its_unit_does() -> None:
    state, flak = overhead(arty("a", (500, 500)), inf("c", (600, 500), order="fire"))
    shelled(state, (500, 500))
    with playing(state, flak, dice=[9, 20]) as p:
        p.choose("red", ["red_unit@hawks"])
        p.nothing_pending()
    assert p.last("anti_aircraft").data["stands"] == ["c"]
    assert p.state.squadrons["hawks"].lost


@rule("KIM-5.3a", "KIM-4.12b")
def test_a_squadron_whose_target_is_lost_as_it_fires_back_has_lost_its_pass() -> None:
    hawks = flight("hawks", "ground_attack", side="blue")
    state = sky([hawks], arty("a", (500, 500), seen_at_start=True))
    shelled(state, (500, 500))
    with playing(state, AirAttacks(), dice=[9]) as p:
        p.choose("blue", ["hawks>a"])
        p.choose("red", ["red_unit@hawks"])
        p.nothing_pending()
    assert "a" not in p.state.stands
    assert not p.state.squadrons["hawks"].struck


@rule("KIM-5.6a")
def test_artillery_fires_at_aircraft_without_a_chit() -> None:
    state, flak = overhead(arty("a", (500, 500), facing=90))
    with playing(state, flak, dice=[1]) as p:
        p.choose("red", NOBODY)
        p.nothing_pending()
    assert any(event.kind == "anti_aircraft" for event in p.events)
    assert (p.state.stands["a"].facing, p.state.commands["red_command"].paid_for) == (900, ())


@rule("KIM-1.3d", "KIM-4.12a")
@pytest.mark.parametrize("moves", [True, False])
def test_area_fire_brings_those_into_contact_who_are_rolled_for(moves: bool) -> None:
    """The gun's unit has fired in either case; one who lies still under the shells makes no command rolls yet."""
    far = hq("staff", (1900, 1900), "blue")
    state = battle(
        laying("g", (1000, 1500), (1000, 1000)),
        inf("eye", (1000, 1200), unit="eye_unit"),
        inf("b", (1000, 1000), "blue", order="move" if moves else "dummy", arrow=0),
        far,
        command_rolls="after_contact",
    )
    state.units["eye_unit"] = Unit(id="eye_unit", side="red", command="red_command", name="Eye")
    with playing(state, AreaFire()) as p:
        p.nothing_pending()
    with playing(p.state, Movement(), dice=[1] * moves) as p:
        p.choose("red", {})
        p.choose("blue", {"b": {"points": [list(point((1000, 910)))], "facing": None}} if moves else {})
        p.nothing_pending()
    units = {id: unit.in_contact for id, unit in p.state.units.items()}
    assert units == {"red_unit": True, "eye_unit": False, "blue_unit": moves}
    p.state.stands["b"].group = "card"
    with playing(p.state, RollCommand(), dice=[10] * moves) as p:
        p.nothing_pending()
    assert any(event.kind == "command" for event in p.events) is moves


@rule("KIM-1.3h", "KIM-6.2c")
def test_an_hq_that_meets_an_enemy_in_the_dark_does_not_fire_but_is_fired_at() -> None:
    state = night(hq("a", (500, 800)), inf("b", (500, 500), side="blue", facing=180))
    with after(state, {"a": [(500, 500)], "b": [(500, 800)]}, dice=[1]) as p:
        assert night_shots(p) == [("b", "a")]


@rule("KIM-1.3h", "KIM-6.2d")
def test_an_hq_takes_no_snap_shot_in_the_dark() -> None:
    for kind, asked in (("hq", False), ("infantry", True)):
        state, snaps = night(tank("a", (500, 800)), sitting(kind=kind)), [{"blue": ["b"]}] if asked else []
        with after(state, NORTH, snaps=snaps, dice=[1] * asked) as p:
            assert night_shots(p) == [("b", "a")] * asked


@rule("KIM-5.3a", "KIM-7.3e")
@pytest.mark.parametrize("option", ["off", "on"])
@pytest.mark.parametrize("mission", ["ground_attack", "interdiction"])
def test_no_squadron_attacks_stands_in_a_melee_unless_the_option_lets_it(option: str, mission: str) -> None:
    seen: dict[str, Any] = {"side": "blue", "seen_at_start": True, "order": "dummy"}
    state = sky(
        [flight("hawks", mission, attacks=True)],
        inf("a", (500, 450), in_contact_with="b", charge_role="lead"),
        stand("b", "truck", (500, 420), in_contact_with="a", **seen),
        stand("c", "truck", (900, 420), **seen),
    )
    options = {"fire_into_melee": option}
    with playing(state, AirAttacks(), options=options) as p:
        offered = ["hawks>b", "hawks>c"] if option == "on" else ["hawks>c"]
        assert sorted(p.options("red")) == offered
        p.choose("red", NOBODY)
        p.nothing_pending()
    del state.stands["c"]
    state.squadrons["hawks"].attacks = False
    if mission == "interdiction":
        with playing(state, AirTurn(), options=options) as p:
            assert p.options("red") == ["hawks"] * (option == "on")
            p.choose("red", NOBODY)
            p.nothing_pending()


@rule("KIM-1.3d")
def test_fire_that_is_only_named_and_not_paid_brings_nobody_into_contact() -> None:
    gun = arty("g", (1000, 1500), template_kind="speculative", template_at=point((1000, 1000)))
    state = battle(gun, inf("b", (1000, 1000), "blue", hidden=True), chits=0, command_rolls="after_contact")
    for chits in (0, 1):
        state.commands["red_command"].chits = chits
        with playing(state, FirePhase(), dice=[1] * chits) as p:
            p.choose("red", NOBODY)
            p.choose("blue", NOBODY)
            p.nothing_pending()
        assert [unit.in_contact for unit in p.state.units.values()] == [bool(chits)] * 2
