"""How stands arrive: at halt range, over mines, out of their works, on nobody. KIM-2.2a, KIM-2.4a, KIM-2.5e

KIM-R44, KIM-R92, KIM-R103, KIM-R150, KIM-R151, KIM-R152, KIM-R153, KIM-R154
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.space.bases import gap, overlap
from deadground.space.plane import along
from deadground.space.units import mm
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.assault.melee import CloseCombat
from deadground.systems.stands.rules.fire.snap_shots import SnapShots
from deadground.systems.stands.rules.morale.morale import MoraleTest
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.state import Minefield, Stand, StandsState, Template
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.arrivals import Setting, entry, piece, walker
from tests.systems.stands.assaults import charger, charging, foe, shifts
from tests.systems.stands.field import At, field, hq, inf, point, stand, tank
from tests.systems.stands.marches import march, place, to
from tests.systems.stands.system import playing

MINES = {"mines": Minefield("mines")}


def ground(kind: str, west: float, north: float, east: float, south: float, id: str = "") -> str:
    corners = [[west, north], [east, north], [east, south], [west, south]]
    return f"  - {{id: {id or kind}, kind: {kind}, polygon: {corners}}}"


def under_fire(at: At, side: float = 40) -> dict[str, Any]:
    fire = Template("t", "blue", "gun", point(at), mm(side), gun_kind="artillery")
    return {"templates": {"t": fire}}


def apart(p: Play[StandsState], one: str, other: str) -> float:
    return gap(p.state.stands[one].base, p.state.stands[other].base) / 10


# Setting off, halting, turning


@rule("KIM-2.4a")
@pytest.mark.parametrize("degrees", range(36, 342, 18))
def test_who_stands_at_halt_range_may_go_wherever_no_step_brings_it_nearer(degrees: int) -> None:
    """The enemy is 50 to the north. To turn to its way costs a corner some millimetres, and that is no step."""
    state = field(tank("a", (1000, 1000), order="move", arrow=1800), inf("b", (1000, 920), side="blue"))
    state.stands["a"].arrow = degrees * 10
    x, y = along(point((1000, 1000)), degrees * 10, mm(200))
    p = march(state, {"a": to((x / 10, y / 10))}, options={"minimum_move": "off"})
    away = 90 <= degrees <= 270
    assert (p.state.stands["a"].moved == mm(200)) is away
    assert p.state.stands["a"].moved in (0, mm(200))
    assert apart(p, "a", "b") >= 50


@rule("KIM-2.4a")
@pytest.mark.parametrize("far", [92, 96, 100])
def test_who_is_halted_before_it_is_clear_of_its_turn_faces_as_it_stood(far: float) -> None:
    """It leaves the enemy to the north obliquely, and the one to the east halts it after some millimetres."""
    state = field(
        tank("a", (1000, 1000), order="move", arrow=1000),
        inf("b", (1000, 920), side="blue"),
        inf("c", (1000 + far, 1010), side="blue"),
    )
    x, y = along(point((1000, 1000)), 1000, mm(50))
    p = march(state, {"a": to((x / 10, y / 10))}, options={"minimum_move": "off"})
    assert 0 < p.state.stands["a"].moved < mm(30)
    assert min(apart(p, "a", "b"), apart(p, "a", "c")) >= 50
    assert p.state.stands["a"].stood_facing == -1, "and that is forgotten when the phase is over"


@rule("KIM-2.4a")
def test_nor_does_one_who_is_halted_soon_stay_on_the_friend_beside_it() -> None:
    """Between two rows of enemies there is no other place for a base that has turned."""
    rows = [
        inf(f"{y} {x}", (x, y), side="blue", facing=180) for y in (911, 1082) for x in range(842, 1160, 31)
    ]
    state = field(tank("a", (1000, 1000), order="move", arrow=450), inf("f", (1031, 1000)), *rows)
    x, y = along(point((1000, 1000)), 590, mm(108))
    p = march(state, {"a": to((x / 10, y / 10))}, options={"minimum_move": "off"})
    one, friend = p.state.stands["a"], p.state.stands["f"]
    assert not overlap(one.base, friend.base)


@rule("KIM-2.4a")
@pytest.mark.parametrize(("far", "word"), [(80, "50 mm from the enemy"), (82.6, "within 50 mm of the enemy")])
def test_who_cannot_turn_to_its_way_stays_and_is_told_why(far: float, word: str) -> None:
    """A corner that came nearer than 50 by the first step keeps a stand where it is, 50 from the enemy or 52.6."""
    state = field(tank("a", (1000, 1000), order="move", arrow=0), inf("b", (1000, 1000 - far), side="blue"))
    p = march(state, {"a": to((1100, 940))}, options={"minimum_move": "off"})
    assert (place(p, "a"), p.state.stands["a"].facing) == ((1000, 1000), 0)
    assert apart(p, "a", "b") == pytest.approx(far - 30)
    assert p.last("halted").text.endswith(f"{word}.")


@rule("KIM-2.4a", "KIM-2.2a")
@pytest.mark.parametrize(("end", "faces"), [(86.1, 0), (86.4, 450)])
def test_a_final_facing_keeps_halt_range(end: float, faces: int) -> None:
    """Turned by 45 degrees a base of 30 reaches 21.2 ahead instead of 15."""
    state = field(tank("a", (1000, 1200), order="move", arrow=0), inf("b", (1000, 1000), side="blue"))
    p = march(state, {"a": to((1000, 1000 + end), facing=45)}, options={"minimum_move": "off"})
    assert p.state.stands["a"].facing == faces
    assert apart(p, "a", "b") >= 50
    told = [event.text for event in p.match.log("red") if event.kind == "no_turn"]
    assert told == ([] if faces else ["A has no room to turn."])
    assert not any(event.kind == "no_turn" for event in p.match.log("blue"))


@rule("KIM-2.2a")
@pytest.mark.parametrize("order", ["move", "move_and_fire"])
def test_a_move_card_that_moved_nobody_turns_nobody(order: str) -> None:
    state = field(tank("a", (1000, 1000), order=order, arrow=0), inf("b", (1000, 920), side="blue"))
    p = march(state, {"a": to((1000, 985), facing=90)}, options={"minimum_move": "off"})
    assert p.state.stands["a"].moved == 0
    assert p.state.stands["a"].facing == (0 if order == "move" else 900)
    assert not p.state.stands["a"].turned


@rule("KIM-1.2g", "KIM-2.2a")
@pytest.mark.parametrize(("x", "turns"), [(1036, False), (1037, True)])
def test_nobody_turns_on_to_a_friend(x: float, turns: bool) -> None:
    """By 45 degrees its corner comes 21.2 to the side; the friend's edge is 15 from his centre."""
    state = field(inf("a", (1000, 1000), order="change_formation", arrow=450), inf("f", (x, 1000)))
    p = march(state)
    one = p.state.stands["a"]
    assert (one.facing, one.turned) == ((450, True) if turns else (0, False))
    assert not overlap(one.base, p.state.stands["f"].base)
    assert any(event.kind == "no_turn" for event in p.events) is not turns


@rule("KIM-1.2g")
@pytest.mark.parametrize(
    ("hidden", "faces"),
    [(inf("f", (1036, 1000), hidden=True), 0), (inf("e", (1000, 919.9), "blue", hidden=True), 450)],
    ids=["friend", "enemy"],
)
def test_a_friend_in_hiding_leaves_no_room_to_turn_and_an_enemy_in_hiding_is_not_felt(
    hidden: Stand, faces: int
) -> None:
    """Turned by 45 degrees its corner is nearer than 50 to the enemy behind the hill. KIM-R152"""
    hill = "  - {id: hill, kind: hill, level: 1, polygon: [[900, 945], [1100, 945], [1100, 970], [900, 970]]}"
    state = field(inf("a", (1000, 1000), order="change_formation", arrow=450), hidden, pieces=hill)
    assert march(state).state.stands["a"].facing == faces


@rule("KIM-1.2g")
def test_those_who_turn_together_are_looked_at_as_they_will_face() -> None:
    """Two long bases side by side, nose to tail when they have turned: neither is in the other's way."""
    pair = [
        inf(id, (x, 1000), width=200, depth=600, order="change_formation", arrow=900)
        for id, x in (("a", 1000), ("c", 1061))
    ]
    p = march(field(*pair))
    assert [p.state.stands[id].facing for id in "ac"] == [900, 900]
    alone = march(field(pair[0], inf("c", (1039, 1000), order="dummy")))
    assert alone.state.stands["a"].facing == 0


@rule("KIM-2.1a")
@pytest.mark.parametrize(("y", "legal"), [(0.1, True), (0, True), (-0.1, False)])
def test_a_base_may_hang_over_the_edge_while_its_centre_is_on_the_table(y: float, legal: bool) -> None:
    state = field(tank("a", (1000, 100), order="move", arrow=0))
    with playing(state, Movement(), options={"minimum_move": "off"}) as p:
        if legal:
            p.choose("red", {"a": to((1000, y))})
            p.choose("blue", {})
            assert place(p, "a") == (1000, y)
            p.nothing_pending()
        else:
            assert p.refuse("red", {"a": to((1000, y))})
            p.pending(red="Give", blue="Give")


# Charges, and what comes after them


@rule("KIM-2.5e", "KIM-7.1b")
@pytest.mark.parametrize(("die", "lives"), [(1, False), (2, True)])
def test_a_charge_through_a_live_minefield_is_rolled_for(die: int, lives: bool) -> None:
    strip = ground("minefield", 400, 470, 600, 475, "mines")
    state = field(charger("a"), foe(), pieces=strip, minefields=dict(MINES))
    with charging(state, dice=[die]) as p:
        p.nothing_pending()
    assert ("a" in p.state.stands) is lives
    assert p.state.stands["b"].in_contact_with == ("a" if lives else "")
    assert p.state.minefields["mines"].cleared is lives


@rule("KIM-2.5e", "KIM-7.2b")
def test_who_is_behind_a_lead_that_was_blown_up_carries_the_charge_home() -> None:
    strip = ground("minefield", 400, 470, 600, 475, "mines")
    state = field(charger("a"), charger("c", (500, 535)), foe(), pieces=strip, minefields=dict(MINES))
    with charging(state, dice=[1, 2]) as p:
        p.nothing_pending()
    one = p.state.stands["c"]
    assert (one.charge_role, p.state.stands["b"].in_contact_with) == ("lead", "c")
    assert apart(p, "c", "b") == pytest.approx(0, abs=0.2)
    assert p.state.minefields["mines"].rolled == ("a", "c")


@rule("KIM-4.6a", "KIM-7.2a")
@pytest.mark.parametrize("dug_in", [True, False])
def test_a_charger_has_left_its_works_when_it_is_fired_at(dug_in: bool) -> None:
    state = field(charger("a", dug_in=dug_in), foe(order="fire"))
    with charging(state, dice=[1]) as p:
        p.nothing_pending()
    assert shifts(p) == {"b": 1}, "the defender's own +1 and nothing for works"
    assert not p.state.stands["a"].dug_in


@rule("KIM-4.6a", "KIM-7.1b")
def test_who_charges_an_enemy_that_it_touches_has_left_its_works_too() -> None:
    with charging(field(charger("a", (500, 450), dug_in=True), foe(order="fire")), dice=[1]) as p:
        p.nothing_pending()
    assert place(p, "a") == (500, 450)
    assert shifts(p) == {"b": 1}, "the defender's own +1 and nothing for works"
    assert not p.state.stands["a"].dug_in


@rule("KIM-4.6a", "KIM-7.1c")
def test_who_goes_in_beside_another_and_has_no_room_has_left_its_works_too() -> None:
    beside = charger("r", (535, 505), dug_in=True)
    state = field(charger("a"), beside, inf("f", (535, 475.1)), foe())
    with charging(state, leads={"red": ["a"]}) as p:
        p.nothing_pending()
    assert (p.state.stands["r"].in_contact_with, place(p, "r")) == ("b", (535, 505))
    assert not p.state.stands["r"].dug_in


@rule("KIM-7.1b", "KIM-7.1c")
def test_a_charge_of_less_than_a_millimetre_is_made_and_told_with_all_who_go() -> None:
    with charging(field(charger("a", (500, 450.9)), charger("r", (535, 451)), foe())) as p:
        p.nothing_pending()
    assert place(p, "a") == (500, 450.2)
    assert p.last("charge").text == "A charges B, with R."


@rule("KIM-7.1c")
@pytest.mark.parametrize(("ahead", "end"), [(475.0, 504.9), (473.5, 503.4), (472.5, 502.4), (471.0, 500.9)])
def test_who_goes_in_beside_another_comes_up_to_a_friend_to_the_tenth(ahead: float, end: float) -> None:
    """Bases 30 deep; a tenth of overlap is contact."""
    state = field(charger("a"), charger("r", (535, 505)), inf("f", (535, ahead)), foe())
    with charging(state, leads={"red": ["a"]}) as p:
        p.nothing_pending()
    assert place(p, "r") == (535, end)


@rule("KIM-4.6e")
def test_who_charges_out_of_a_fixed_position_does_not_get_it_back() -> None:
    state = field(tank("a", (500, 500), order="charge", fixed=True, dug_in=True), foe())
    with charging(state) as p:
        p.nothing_pending()
    assert (p.state.stands["a"].fixed, p.state.stands["a"].dug_in) == (False, False)
    with playing(p.state, CloseCombat(), dice=[1, 1]) as p:
        p.choose("red", "withdraw")
        p.nothing_pending()
    assert (p.state.stands["a"].fixed, place(p, "a")) == (False, (500, 500))


@rule("KIM-4.6a", "KIM-3.2b")
def test_a_mover_is_out_of_its_works_on_its_way() -> None:
    """Recon that sets out from works is fired at as recon in the open."""
    for dug_in in (True, False):
        jeep = stand("a", "recon", (500, 700), "blue", 180, order="move", arrow=1800, dug_in=dug_in)
        state = field(inf("anna", (500, 1000), order="opportunity", standing_order="first"), jeep)
        p = march(state, blue={"a": to((500, 900))}, dice=[1])
        assert p.last("shot").tallies == ()
        assert not p.state.stands["a"].dug_in


@rule("KIM-4.12b", "KIM-7.1b")
@pytest.mark.parametrize("north", [True, False])
def test_both_parties_of_a_mutual_charge_are_rolled_for_where_they_come_into_area_fire(north: bool) -> None:
    """The template lies in the middle: neither stands under it, and both come to it."""
    state = field(charger("a"), charger("b", (500, 420), "blue", 180), **under_fire((500, 460), 10))
    if north:
        state.stands = dict(reversed(state.stands.items()))
    with charging(state, dice=[7, 7]) as p:
        p.nothing_pending()
    assert sorted(p.state.templates["t"].rolled) == ["a", "b"]


@rule("KIM-3.3a", "KIM-7.3b")
def test_the_winner_who_takes_a_place_sees_from_there() -> None:
    """In the wood a stand is seen at 100: from the place of the enemy, but not from before it."""
    state = field(
        inf("a", (500, 450), charge_role="lead", in_contact_with="b", charged_from=point((500, 500))),
        foe("b", (500, 420), in_contact_with="a", hits=1),
        inf("h", (500, 335), "blue", hidden=True),
        pieces=ground("woods", 480, 300, 520, 350),
    )
    for takes in (False, True):
        with playing(state, CloseCombat(), dice=[10, 1]) as p:
            p.choose("red", takes)
            p.nothing_pending()
        assert p.state.stands["h"].hidden is not takes


@rule("KIM-7.1b")
@pytest.mark.parametrize(("x", "stopped"), [(529, True), (531, False)])
def test_a_charge_does_not_run_on_to_another_enemy(x: float, stopped: bool) -> None:
    state = field(charger("a"), foe("b", (500, 420)), foe("n", (x, 455)))
    state.stands["a"].facing = 0
    with charging(state) as p:
        p.nothing_pending()
    assert bool(p.state.stands["b"].in_contact_with) is not stopped
    assert not overlap(p.state.stands["a"].base, p.state.stands["n"].base)


@rule("KIM-7.3b")
@pytest.mark.parametrize(("x", "asked"), [(534, False), (536, True)])
def test_a_winner_is_offered_only_a_free_place(x: float, asked: bool) -> None:
    """A base of 40 on the place of one of 30: a friend 15 or so beside it leaves no room."""
    state = field(
        inf("a", (500, 450), width=400, charge_role="lead", in_contact_with="b", charged_from=(5000, 5000)),
        foe("b", (500, 420), in_contact_with="a", hits=1),
        inf("f", (x, 420)),
    )
    with playing(state, CloseCombat(), dice=[10, 1]) as p:
        if asked:
            p.choose("red", True)
        p.nothing_pending()
    assert place(p, "a") == ((500, 420) if asked else (500, 450))
    assert p.state.stands["a"].in_contact_with == ""


@rule("KIM-7.3b", "KIM-7.1b")
@pytest.mark.parametrize("back", [50, 90])
def test_those_who_withdraw_do_not_stack(back: float) -> None:
    """Somebody has driven up behind them: each goes back as far as there is room, one before the other, though
    from where they stood they have come too far to meet."""
    state = field(
        inf("a", (500, 450), charge_role="lead", in_contact_with="b", charged_from=point((500, 450 + back))),
        inf(
            "c", (500, 481), charge_role="behind", in_contact_with="b", charged_from=point((500, 481 + back))
        ),
        foe("b", (500, 420), in_contact_with="a"),
        inf("f", (500, 495 + back)),
    )
    with playing(state, CloseCombat(), dice=[1, 1, 1]) as p:
        p.choose("red", "withdraw")
        p.nothing_pending()
    bases = [one.base for one in p.state.stands.values()]
    assert not any(overlap(one, other) for one in bases for other in bases if one is not other)
    assert place(p, "c")[1] == pytest.approx(465 + back, abs=0.2)
    assert place(p, "a")[1] == pytest.approx(435 + back, abs=0.4)


# Recon that falls back


def missed(*more: Any, staff: At = (500, 100), **ground: Any) -> Play[StandsState]:
    """Recon at (500, 700) that a snap shot has missed; its HQ is far to the north."""
    state = field(
        inf("anna", (500, 800), order="opportunity", standing_order="first"),
        stand("jeep", "recon", (500, 700), side="blue", facing=180, order="move", limit="half"),
        hq("staff", staff, side="blue", hidden=True),
        *more,
        **{key: value for key, value in ground.items() if key != "dice"},
    )
    jeep = state.stands["jeep"]
    jeep.start_at, jeep.route, jeep.moved = point((500, 600)), (point((500, 600)), point((500, 740))), mm(100)
    with playing(state, SnapShots(40), dice=[1, *ground.get("dice", ())]) as p:
        p.nothing_pending()
    return p


@rule("KIM-3.2b", "KIM-2.3a")
@pytest.mark.parametrize(
    ("line", "end"), [((500, 500), 200), ((900, 900), 300), ((500, 800), 300), (None, 300)]
)
def test_recon_falls_back_500_along_a_road_and_400_else(line: tuple[int, int] | None, end: float) -> None:
    """A road to the HQ, one that is near neither, one that leads off, or none."""
    road = (
        f"  - {{id: road, kind: road, width: 20, line: [[{line[0]}, 0], [{line[1]}, 1000]]}}" if line else ""
    )
    if line == (500, 800):
        road = "  - {id: road, kind: road, width: 20, line: [[500, 700], [900, 300]]}"
    assert place(missed(pieces=road), "jeep") == (500, end)


@rule("KIM-3.2b")
def test_recon_does_not_fall_back_into_ground_that_nobody_enters() -> None:
    p = missed(pieces=ground("water", 400, 350, 600, 500))
    assert 500 <= place(p, "jeep")[1] <= 501


@rule("KIM-3.2b", "KIM-2.5e")
@pytest.mark.parametrize(("die", "lives"), [(1, False), (2, True)])
def test_recon_that_falls_back_into_a_minefield_rolls(die: int, lives: bool) -> None:
    mines = ground("minefield", 400, 450, 600, 500, "mines")
    p = missed(pieces=mines, minefields={"mines": Minefield("mines")}, dice=[die])
    assert ("jeep" in p.state.stands) is lives
    if lives:
        assert place(p, "jeep")[1] == pytest.approx(485, abs=1), "one base depth in it stops for the turn"


@rule("KIM-3.2b", "KIM-2.4a")
def test_recon_that_falls_back_keeps_halt_range_and_names_no_hidden_hq() -> None:
    p = missed(inf("c", (530, 500), "red"))
    assert apart(p, "jeep", "c") >= 50
    assert place(p, "jeep")[1] > 550
    assert p.last("falls_back").text == "Jeep falls back towards its HQ."


# Marching off


def marching(*more: Any, hidden: bool = False, **ground: Any) -> Play[StandsState]:
    """A red stand at (1000, 1000) that marches 150 south to its edge."""
    state = field(inf("a", (1000, 1000), hidden=hidden), *more, **ground)
    state.commands["red_command"].retired = True
    with playing(state, MoraleTest(), options={"retire": "march_off"}) as p:
        p.nothing_pending()
    return p


@rule("KIM-8.1c", "KIM-2.4a")
@pytest.mark.parametrize(
    ("enemy", "friend", "end"),
    [(1125, 1300, 1073), (1125, 1080, 1050), (1125, 1043, 1073), (1051.5, 1300, 1000)],
)
def test_who_is_stopped_on_a_friend_goes_back_to_where_it_lay_on_nobody(
    enemy: float, friend: float, end: float
) -> None:
    """An enemy 45 to the side of its way stops it; a friend stands there, or further on, or is passed already."""
    state = field(inf("a", (1000, 1000)), inf("f", (1000, friend)), inf("b", (1075, enemy), "blue"))
    state.commands["rear"] = msgspec.structs.replace(state.commands["red_command"], id="rear")
    state.commands["red_command"].retired = True
    state.stands["f"].command = "rear"
    with playing(state, MoraleTest(), options={"retire": "march_off"}) as p:
        p.nothing_pending()
    assert place(p, "a") == (1000, end)


@rule("KIM-8.1c", "KIM-3.3a")
def test_a_hidden_stand_that_marches_off_is_seen_to() -> None:
    p = marching(hidden=True)
    assert not p.state.stands["a"].hidden
    assert p.log_of("blue") == ["A is put on the table: it moves.", "A marches 150 mm towards its edge."]


@rule("KIM-8.1c", "KIM-2.4a", "KIM-3.3a")
@pytest.mark.parametrize("reveal", ["automatic", "by_owner"])
def test_a_hidden_enemy_stops_a_march_only_when_it_is_on_the_table(reveal: str) -> None:
    """In the wood it is seen at 100; where its owner judges, it is found when it is run into."""
    lurking = inf("h", (1000, 1130), "blue", hidden=True)
    state = field(inf("a", (1000, 1000)), lurking, pieces=ground("woods", 980, 1110, 1020, 1150))
    state.commands["red_command"].retired = True
    options = {"retire": "march_off", "reveal": reveal}
    with playing(state, MoraleTest(), options=options) as p:
        p.nothing_pending()
    assert not p.state.stands["h"].hidden
    assert p.last("revealed").text.startswith("H is put on the table")
    assert apart(p, "a", "h") >= (50 if reveal == "automatic" else 0)
    assert not overlap(p.state.stands["a"].base, p.state.stands["h"].base)


# Entering the table


@rule("KIM-8.2b", "KIM-4.6e")
@pytest.mark.parametrize("dug_in", [True, False])
def test_a_gun_that_enters_later_is_neither_fixed_nor_dug_in(dug_in: bool) -> None:
    scene = entry()
    one = walker(scene.take(Setting(walker={"dug_in": dug_in})))
    assert kind_of(one).troop == "at_gun"
    assert (one.fixed, one.dug_in) == (False, False)


@rule("KIM-8.2b", "KIM-2.5e")
@pytest.mark.parametrize(("die", "lives"), [(1, False), (2, True)])
def test_who_enters_in_a_minefield_rolls_for_it(die: int, lives: bool) -> None:
    mines = piece("mines", "minefield", (650, 550, 750, 650))
    p = entry().take(Setting(pieces=mines, dice=(die,), state={"minefields": dict(MINES)}))
    assert any(one.name == "A" for one in p.state.stands.values()) is lives
