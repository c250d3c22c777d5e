"""Ways that forgot a duty in one state of theirs: found by playing ways against duties against states."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest

from deadground.core.loader import document
from deadground.space.bases import Base, gap_is_under, overlap
from deadground.space.units import mm
from deadground.systems.kit.options import Options
from deadground.systems.stands.rules.aircraft.air import AirAttacks
from deadground.systems.stands.rules.assault.assault import Charges
from deadground.systems.stands.rules.cards.turn import Battle
from deadground.systems.stands.rules.fire.firers import squadron
from deadground.systems.stands.rules.fire.shots import shot_by
from deadground.systems.stands.rules.morale.morale import MoraleTest
from deadground.systems.stands.rules.movement.clock import end_walk
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.scenario_file import SCENARIOS, scenario_from
from deadground.systems.stands.setup import battle
from deadground.systems.stands.state import Minefield, Stand, StandsState
from deadground.testing import bounds, rule
from deadground.testing.play import Play
from tests.systems.stands.assaults import answer_leads, charger, foe
from tests.systems.stands.field import At, field, gun, hq, inf, point, stand, table, tank
from tests.systems.stands.flights import flight, sky
from tests.systems.stands.marches import march, place, to
from tests.systems.stands.nights import night, set_off, sitting
from tests.systems.stands.scenarios import TEXT
from tests.systems.stands.system import FieldSystem, game, playing

ANY = {"minimum_move": "off"}
SCREEN = "  - {id: screen, kind: woods, polygon: [[640, 540], [900, 540], [900, 640], [640, 640]]}"


def told(p: Play[StandsState], *kinds: str) -> list[str]:
    return [event.kind for event in p.events if event.kind in kinds]


def options(**given: str) -> Options:
    return FieldSystem(field()).prepare("field", given).options


# Snap shots


@rule("KIM-1.1a")
@pytest.mark.parametrize("order", ["alternating", "simultaneous"])
def test_who_moves_later_is_no_mover_yet(order: str) -> None:
    """Blue has planned a way out of view with its card, and gives none when its turn to move comes. KIM-R170"""
    state = field(
        gun("a", (500, 700), order="opportunity", standing_order="first"),
        inf("r", (1500, 1500), order="move", arrow=0),
        tank("b", (500, 500), "blue", 90, order="move", arrow=900, start_at=point((500, 500))),
        pieces="  - {id: wood, kind: woods, polygon: [[600, 100], [900, 100], [900, 900], [600, 900]]}",
    )
    state.sides["red"].attacker = True
    state.stands["b"].route = point((550, 500)), point((740, 450))
    with playing(state, Movement(), options={"movement_order": order}) as p:
        p.choose("red", {"r": to((1500, 1400))})
        p.choose("blue", {})
        if order == "alternating":
            p.choose("red", {})
            p.choose("blue", {})
        p.nothing_pending()
    assert "b" in p.state.stands
    assert not told(p, "shot")


@rule("KIM-4.17b")
@pytest.mark.parametrize("y", [868.2, 868.8, 869.6])
def test_who_is_halted_where_he_comes_into_range_is_ambushed_there(y: float) -> None:
    """He halts 50 from the enemy before him, in the step in which he comes within 150 of the other. KIM-R170"""
    edge = y + 14
    state = field(
        inf("a", (1000, 1100), order="move", arrow=0, start_at=point((1000, 1100))),
        inf("b", (1000, 900), "blue", 180, order="dummy"),
        inf("h", (900, y), "blue", 180, hidden=True, order="opportunity", standing_order="first"),
        pieces=f"  - {{id: w, kind: woods, polygon: [[800, 800], [940, 800], [940, {edge}], [800, {edge}]]}}",
    )
    p = march(state, {"a": to((1000, 960))}, dice=[10])
    assert place(p, "a")[1] == pytest.approx(980, abs=1)
    assert p.state.stands["a"].hits == 1


@rule("KIM-3.2b")
def test_recon_that_is_halted_where_it_is_missed_falls_back() -> None:
    """The marsh stops it one base depth inside, where it comes into range. KIM-R154"""
    marsh = "  - {id: marsh, kind: marsh, polygon: [[900, 850], [1100, 850], [1100, 1000], [900, 1000]]}"
    state = field(
        inf("a", (1000, 835), facing=180, order="opportunity", standing_order="first"),
        stand("j", "recon", (1000, 1100), "blue", order="move", arrow=0, start_at=point((1000, 1100))),
        hq("q", (1000, 1900), "blue"),
        pieces=marsh,
    )
    p = march(state, blue={"j": to((1000, 960))}, dice=[1], options=ANY)
    assert told(p, "halted", "shot", "falls_back") == ["halted", "shot", "falls_back"]
    assert place(p, "j") == (1000, 1085), "100 mm in bad going"


@bounds("KIM-3.2b")
@pytest.mark.parametrize(("began", "shots"), [(149, 0), (150, 0), (151, 1)])
def test_recon_gives_a_snap_shot_when_it_moves_into_range(began: float, shots: int) -> None:
    """In view all turn, and in range from its beginning, it is a target for fire cards. KIM-R89, KIM-R170"""
    at = (500, 700 - began)
    state = field(
        inf("a", (500, 700), order="opportunity", standing_order="first"),
        stand("j", "recon", at, "blue", 180, order="move", arrow=900, start_at=point(at)),
    )
    p = march(state, blue={"j": to((520, at[1] + 3))}, dice=[8] * shots, options=ANY)
    assert len(told(p, "shot")) == shots


@rule("KIM-3.2b")
def test_recon_that_fell_back_faces_the_way_it_went() -> None:
    """Its route told it to face east at its end. KIM-R154"""
    state = field(
        inf("a", (500, 700), order="opportunity", standing_order="first"),
        stand("j", "recon", (500, 400), "blue", 180, order="move", arrow=1800, start_at=point((500, 400))),
        hq("q", (500, 100), "blue"),
    )
    p = march(state, blue={"j": to((500, 640), facing=90)}, dice=[1])
    assert told(p, "falls_back")
    assert p.state.stands["j"].facing == 0


@rule("KIM-1.3i")
@pytest.mark.parametrize("moves", [False, True])
def test_only_one_that_gives_a_snap_shot_screens_an_hq_from_it(moves: bool) -> None:
    """An enemy in view all turn is no target for it, so the HQ is the nearest. KIM-R90, KIM-R170"""
    begins = (560, 560) if not moves else (720, 500)
    state = field(
        gun("a", (500, 700), order="opportunity", standing_order="ask"),
        hq("q", (880, 500), "blue", 270, start_at=point((880, 500))),
        inf("n", begins, "blue", 270, order="move", arrow=2700, start_at=point(begins)),
        pieces=SCREEN,
    )
    ways = {"q": to((620, 500)), **({"n": to((575, 520))} if moves else {})}
    asked: list[str] = []
    with playing(state, Movement()) as p:
        p.choose("red", {})
        p.choose("blue", ways)
        while "red" in p.match.to_act():
            asked.append(p.asked("red").prompt.split()[0])
            p.choose("red", False)
        p.nothing_pending()
    assert asked == (["N"] if moves else ["Q"])


# Routes, turns and room


@rule("KIM-2.4a", "KIM-3.3a")
@pytest.mark.parametrize("end", [880, 900, 800])
def test_a_route_that_runs_into_a_hidden_enemy_finds_him(end: float) -> None:
    """Where owners judge who is seen he is not put on the table before. KIM-R44, KIM-R161"""
    state = field(
        tank("a", (1000, 1000), order="move", arrow=0),
        inf("b", (1000, 900), "blue", 180, hidden=True, order="dummy"),
    )
    p = march(state, {"a": to((1000, end))}, options={"reveal": "by_owner", **ANY})
    assert not p.state.stands["b"].hidden
    assert place(p, "a")[1] == pytest.approx(930, abs=0.5)
    assert p.last("halted").text == "A halts: it comes no nearer to the enemy."


@rule("KIM-2.4a")
def test_who_passes_a_hidden_enemy_by_does_not_find_him() -> None:
    state = field(
        tank("a", (1000, 1000), order="move", arrow=0),
        inf("b", (1031, 900), "blue", 180, hidden=True, order="dummy"),
    )
    p = march(state, {"a": to((1000, 800))}, options={"reveal": "by_owner"})
    assert p.state.stands["b"].hidden
    assert place(p, "a") == (1000, 800)


def bases(stands: Iterable[Stand]) -> list[Base]:
    return [one.base for one in stands]


@rule("KIM-2.4a")
def test_who_goes_round_and_is_stopped_as_it_turns_goes_back_no_further_than_that() -> None:
    """It walked 3.9 mm before it went round, and the turn to its new way leaves it no room. KIM-R152"""
    state = field(
        stand("m", "wespe", (555.2, 464.1), "blue", 34, order="move", arrow=1856),
        inf("i", (520.7, 436.2), facing=169.1),
        tank("t", (569.1, 513), facing=355.6, order="move", arrow=2906),
    )
    around = {**to((428.6, 495.7), (375, 536.7)), "when_met": "round"}
    p = march(state, {"t": to((484.9, 540.5))}, {"m": around}, options=ANY)
    assert told(p, "goes_round")
    assert p.state.stands["m"].moved == 39
    assert p.last("no_room").text == "M finds no room within 300 mm of where it ends, and stays where it is."


@rule("KIM-1.2g", "KIM-2.4a")
@pytest.mark.parametrize("ids", ["ab", "ba"])
def test_of_two_enemies_in_each_others_way_neither_turns(ids: str) -> None:
    """One of them could, were the other looked at first and left as he is. KIM-R66, KIM-R152"""
    red, blue = ids[0], ids[1]
    state = field(
        tank(red, (580.6, 419.6), facing=2.8, order="change_formation", arrow=2691),
        stand(blue, "stug3_late", (631, 488.2), "blue", 142.9, order="change_formation", arrow=973),
    )
    p = march(state)
    assert [p.state.stands[id].facing for id in ids] == [28, 1429]
    assert told(p, "no_turn", "turned") == ["no_turn", "no_turn"]


@bounds("KIM-2.4a")
@pytest.mark.parametrize(("far", "moved"), [(80, 0), (81, 10)])
def test_who_cannot_take_a_step_has_not_left_its_works(far: float, moved: int) -> None:
    """Bases of 30: 50 or 51 from the enemy ahead. KIM-4.6a"""
    state = field(
        inf("a", (1000, 1000), order="move", arrow=0, dug_in=True),
        inf("b", (1000, 1000 - far), "blue", 180),
    )
    p = march(state, {"a": to((1000, 985))}, options=ANY)
    assert (p.state.stands["a"].moved, p.state.stands["a"].dug_in) == (moved, moved == 0)


@bounds("KIM-2.4a", "KIM-8.1c")
@pytest.mark.parametrize(("far", "goes"), [(80, 0), (81, 1), (83, 3)])
def test_a_march_off_ends_at_halt_range_from_an_enemy_in_its_way(far: float, goes: float) -> None:
    """KIM-R44"""
    state = field(inf("a", (1000, 1000), facing=180), inf("b", (1000, 1000 + far), "blue"))
    state.commands["red_command"].retired = True
    with playing(state, MoraleTest(), options={"retire": "march_off"}) as p:
        p.nothing_pending()
    assert place(p, "a") == (1000, 1000 + goes)


@rule("KIM-2.2a")
def test_who_goes_back_to_where_it_set_off_makes_room_for_a_friend_who_has_come_there() -> None:
    """Set aside from the end of its way it faces too near to the enemy, and at home stands another. KIM-R152"""
    friends = [tank("a", (944, 1000)), tank("c", (1047, 980)), tank("d", (979, 984))]
    enemies = [inf("b", (912, 1109), "blue", 180), inf("e", (879, 897), "blue", 180)]
    for one in (*friends, *enemies):
        one.order = "move"
    p = march(
        field(*friends, *enemies),
        {"a": to((1033, 972), facing=37), "c": to((979, 984)), "d": to((944, 1000), facing=0)},
        {"b": to((922, 1072)), "e": to((891, 892))},
        options=ANY,
    )
    assert not any(overlap(*two) for two in combinations(bases(p.state.stands.values()), 2))


@rule("KIM-6.1d")
def test_who_makes_room_at_night_does_not_end_on_an_enemy_who_has_come_there() -> None:
    """There is no halt range at night, but two are never in one place. KIM-R44, KIM-R74"""
    red = {"a": (984, 1072), "b": (1013, 942), "c": (1074, 924)}
    blue = {"x": (955, 991), "y": (1056, 1054), "z": (980, 1031)}
    state = night(
        *[tank(id, at) for id, at in red.items()], *[tank(id, at, "blue") for id, at in blue.items()]
    )
    ways: dict[str, list[At]] = {"a": [(1058, 937)], "b": [(955, 991)], "c": [(1056, 1054)]}
    ways |= {"x": [(957, 1044)], "y": [(1013, 942)], "z": [(1067, 1006)]}
    with playing(state, NightTurn(), dice=[1] * 4) as p:
        set_off(p, ways)
        while p.match.to_act():
            p.choose(p.match.to_act()[0], [])
        p.nothing_pending()
    assert not any(overlap(*two) for two in combinations(bases(p.state.stands.values()), 2))


@rule("KIM-6.2c")
@pytest.mark.parametrize("x", [531, 536])
def test_who_meets_an_enemy_at_its_first_step_goes_back_against_its_way(x: float) -> None:
    """Side by side they set off north towards each other, and have no room to face so. KIM-R73, KIM-R152"""
    state = night(inf("a", (500, 500)), sitting("b", at=(x, 500)))
    with playing(state, NightTurn(), dice=[1, 1]) as p:
        set_off(p, {"a": [(560, 440)], "b": [(x - 60, 440)]})
        while p.match.to_act():
            p.choose(p.match.to_act()[0], [])
        p.nothing_pending()
    assert [p.state.stands[id].facing for id in "ab"] == [0, 1800]
    assert place(p, "a") == pytest.approx((500 - 70.7, 570.7), abs=0.1)
    assert place(p, "b") == pytest.approx((x + 70.7, 570.7), abs=0.1)


@rule("KIM-6.2c", "KIM-6.2e")
def test_two_who_turned_on_to_each_other_at_night_come_apart() -> None:
    """The one whose way back leads away from the other goes it; the other would go over him. KIM-R105, KIM-R152"""
    state = night(stand("a", "pak40", (659, 434.9), facing=289.1), inf("b", (693.9, 435.3), "blue", 108.2))
    with playing(state, NightTurn(), dice=[1, 1]) as p:
        set_off(p, {"a": [(597.8, 338.5)], "b": [(430.6, 515.8), (395.2, 566.9)]})
        while p.match.to_act():
            p.choose(p.match.to_act()[0], [])
        p.nothing_pending()
    assert [event.data["gone"] for event in p.events if event.kind == "goes_back"] == [0, 1000]
    assert not overlap(*bases(p.state.stands.values()))


@rule("KIM-2.4a")
def test_who_goes_back_along_its_way_keeps_halt_range_from_those_who_have_come_there() -> None:
    """An enemy has come up to the way behind it; two friends stand where it ends. KIM-R44"""
    friends = [tank("a", (1050, 1018)), tank("c", (1005, 1051)), tank("d", (954, 980))]
    enemies = [inf("b", (911, 1076), "blue", 180), inf("e", (1078, 937), "blue", 180)]
    for one in (*friends, *enemies):
        one.order = "move"
    p = march(
        field(*friends, *enemies),
        {"a": to((1005, 1051)), "c": to((1045, 969)), "d": to((1050, 1018), facing=0)},
        {"b": to((926, 1036))},
        options=ANY,
    )
    own, others = (bases(p.state.stands[id] for id in ids) for ids in ("acd", "be"))
    assert "makes_room" in told(p, "makes_room")
    assert not any(gap_is_under(one, other, mm(50)) for one in own for other in others)


@bounds("KIM-2.4a")
@pytest.mark.parametrize("order", ["rs", "sr"])
def test_two_who_are_stopped_at_once_reckon_with_each_other_as_they_stood(order: str) -> None:
    """Each has turned to its way and may face as it stood again, a corner towards the other. KIM-R152"""
    began = {"r": ((727.6, 808.3), 26.2), "s": ((796.8, 858.8), 275.4)}
    now = {"r": ((726.1, 809.5), 231.3), "s": ((796.5, 858.2), 330.9)}
    state = field(
        inf("r", now["r"][0], facing=now["r"][1]),
        stand("s", "stug3_late", now["s"][0], "blue", now["s"][1]),
    )
    for id, one in state.stands.items():
        at, facing = began[id]
        one.route, one.stood_facing = (point(at), one.at), round(facing * 10)
        one.moved = 19 if id == "r" else 7
    g = game(state)
    for id in order:
        end_walk(g, state.stands[id])
    rifles, gun_carriage = bases(state.stands.values())
    assert not gap_is_under(rifles, gun_carriage, mm(50))


@bounds("KIM-2.4a")
def test_who_goes_back_to_where_it_set_off_keeps_halt_range_from_an_enemy_who_has_come() -> None:
    """An enemy ahead keeps it from facing as it stood, and another has come near to where it began. KIM-R152"""
    state = field(
        inf("r", (1088, 490.1), facing=4.9, order="move"),
        inf("e", (1088, 411), "blue", order="dummy"),
        tank("b", (1163.3, 562.2), "blue", 269.8, order="move", moved=1223),
    )
    one = state.stands["r"]
    one.route, one.stood_facing, one.moved = (point((1085, 525)), one.at), 900, 350
    end_walk(game(state), one)
    assert not any(overlap(*two) for two in combinations(bases(state.stands.values()), 2))
    assert not any(gap_is_under(one.base, state.stands[id].base, mm(50)) for id in "be")


@rule("KIM-8.1c", "KIM-2.4a")
def test_who_is_stopped_on_a_friend_while_it_marches_off_goes_all_the_way_back() -> None:
    """An enemy stops it beside a friend whom it touched when it set off."""
    state = field(
        inf("a", (940, 1059), "blue", order="move"),
        gun("f", (954, 1029), "blue", order="fire"),
        inf("b", (940, 949)),
        inf("c", (954, 949)),
    )
    state.commands["blue_command"].retired = True
    with playing(state, MoraleTest(), options={"retire": "march_off"}) as p:
        p.nothing_pending()
    assert place(p, "a") == (940, 1059)
    assert not overlap(p.state.stands["a"].base, p.state.stands["f"].base)


FIELD = "  - {id: field, kind: minefield, polygon: [[450, 516], [550, 516], [550, 560], [450, 560]]}"


@rule("KIM-2.5e", "KIM-7.1b")
@pytest.mark.parametrize(("die", "lost"), [(1, True), (2, False)])
def test_a_lead_that_turns_to_its_enemy_into_mines_is_rolled_for(die: int, lost: bool) -> None:
    """Its base reaches 15 behind it as it stands, and 16 and more when it has turned by some degrees."""
    at = (490, 420)
    state = field(charger("a"), foe(at=at), pieces=FIELD, minefields={"field": Minefield("field")})
    with playing(state, Charges(), dice=[die]) as p:
        answer_leads(p)
        for seat in p.match.to_act():
            p.choose(seat, [])
        p.nothing_pending()
    assert ("a" not in p.state.stands) is lost


@rule("KIM-2.5e", "KIM-8.1c")
@pytest.mark.parametrize(("die", "lost"), [(1, True), (2, False)])
def test_who_turns_to_march_off_into_mines_is_rolled_for(die: int, lost: bool) -> None:
    """Its base is 40 wide and 30 deep: turned to the west it reaches 20 to the north, where the mines are."""
    mines = "  - {id: field, kind: minefield, polygon: [[990, 970], [1010, 970], [1010, 983], [990, 983]]}"
    one = inf("a", (1000, 1000), width=400)
    state = field(one, pieces=mines, minefields={"field": Minefield("field")})
    state.sides["red"].edge = "west"
    state.commands["red_command"].retired = True
    with playing(state, MoraleTest(), options={"retire": "march_off"}, dice=[die]) as p:
        p.nothing_pending()
    assert ("a" not in p.state.stands) is lost


# Sight


@rule("KIM-3.1b")
@pytest.mark.parametrize(("away", "hidden"), [(99, False), (100, False), (101, True)])
def test_who_hid_from_the_night_is_seen_as_the_day_begins(away: float, hidden: bool) -> None:
    """In the wood it is seen within 50 by night and within 100 by day. KIM-R75"""
    wood = "  - {id: wood, kind: woods, polygon: [[400, 100], [600, 100], [600, 480], [400, 480]]}"
    text = TEXT.replace("MAP", table(wood, (1000, 1000)))
    SCENARIOS.given["dawn"] = scenario_from(document(text, "test.yaml"), "dawn")
    state = battle(SCENARIOS.given["dawn"])
    state.turn, state.night_turns = 2, (1,)
    for one in (inf("a", (500, 400 + away)), inf("b", (500, 400), "blue", 180, hidden=True)):
        one.command, one.unit = f"{one.side}-first", next(iter(state.units))
        state.stands[one.id] = one
    with playing(state, Battle()) as p:
        assert p.state.phase == "cards"
        (found,) = [one for one in p.state.stands.values() if one.name == "B"]
        assert found.hidden is hidden
        p.pending(**{seat: p.asked(seat).prompt for seat in p.match.to_act()})


# Options


@rule("KIM-1.2f", "KIM-7.2c")
def test_who_has_fired_in_support_on_move_and_fire_does_not_move_after_it() -> None:
    """KIM-R59"""
    all_cards = {"defensive_fire_cards": "fire_opportunity_move_and_fire"}
    supporter = inf("s", (560, 440), "blue", 180, order="move_and_fire", arrow=0)
    with playing(field(charger("a"), foe(), supporter), Charges(), dice=[1], options=all_cards) as p:
        answer_leads(p)
        p.choose("blue", ["s>a"])
        p.nothing_pending()
    with playing(p.state, Movement(), options=all_cards) as p:
        faults = p.refuse("blue", {"s": to((560, 380))})
        assert faults[-1].rows == ("KIM-1.2f", "KIM-R59")
        p.choose("red", {})
        p.choose("blue", {})
        p.nothing_pending()


@bounds("KIM-4.6b")
@pytest.mark.parametrize(("model", "needed", "die"), [("infantry", 5, 10), ("as_model", 10, 20)])
def test_an_hq_taken_for_a_jeep_is_no_infantry_from_the_air(model: str, needed: int, die: int) -> None:
    """KIM-R35, KIM-R68"""
    state = field(hq("q", (500, 500)))
    hawks = squadron("h", "Hawks", "blue", point((500, 500)), 2)
    shot = shot_by(state, hawks, state.stands["q"], manner="air", options=options(hq_target=model))
    assert (shot.needed, shot.die) == (needed, die)


@rule("KIM-6.1d")
@pytest.mark.parametrize(("model", "y", "hits"), [("infantry", 730.3, 1), ("as_model", 830.3, 0)])
def test_an_hq_taken_for_a_jeep_is_a_vehicle_in_the_dark(model: str, y: float, hits: int) -> None:
    """KIM-R35, KIM-R105"""
    with playing(night(hq("q", (500, 800)), sitting()), NightTurn(), options={"hq_target": model}) as p:
        set_off(p, {"q": [(500, 450)]})
        for seat in p.match.to_act():
            p.choose(seat, [])
        p.nothing_pending()
    assert (place(p, "q"), p.state.stands["q"].hits) == ((500, y), hits)


# Fire at aircraft


@rule("KIM-5.6a")
@pytest.mark.parametrize("kind", ["recon", "hq", "supply"])
@pytest.mark.parametrize("attacked", [True, False])
def test_who_never_fires_defends_itself_against_aircraft(kind: str, attacked: bool) -> None:
    """At aircraft that attack others it does not fire. KIM-1.3h, KIM-3.2a, KIM-R171"""
    others = () if attacked else (tank("t", (1050, 1000), unit="other", seen_at_start=True, order="dummy"),)
    one = stand("a", kind, (1000, 1000), seen_at_start=True)
    state = sky([flight("hawks", "ground_attack", "blue", since=5)], one, *others, turn=5)
    dice = [16] if attacked else [1, 1]
    with playing(state, AirAttacks(), dice=dice) as p:
        p.choose("blue", ["hawks>a" if attacked else "hawks>t"])
        p.choose("red", [])
        p.nothing_pending()
    assert p.last("anti_aircraft").data["stands"] == ["a" if attacked else "t"]
