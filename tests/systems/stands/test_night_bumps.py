"""Who bumps into whom while the routes run together, and which way is back. KIM-6.1d, KIM-R66, KIM-R73"""

from __future__ import annotations

from itertools import combinations

import pytest

from deadground.space.bases import overlap
from deadground.space.plane import along
from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.state import StandsState
from deadground.testing.play import Play
from deadground.testing.rules import rule
from tests.systems.stands.field import hq, inf, stand, tank
from tests.systems.stands.nights import NORTH, after, night, place, reload, set_off, shots, sitting, way
from tests.systems.stands.system import playing

AT_50 = {"night_contact_mm": "50"}
"""Who comes so near in the dark has run into the other."""


@rule("KIM-6.1d")
@pytest.mark.parametrize(
    ("beside", "bumps"), [(30, True), (30.2, True), (30.3, False), (31, False), (80, False)]
)
def test_by_default_base_contact_is_a_bump(beside: float, bumps: bool) -> None:
    state = night(inf("a", (500 + beside, 800)), sitting())
    with after(state, {"a": [(500 + beside, 410)]}, options={"night_contact_mm": "0"}) as p:
        assert bool(p.state.stands["a"].hits) is bumps
        assert (place(p, "a") == (500 + beside, 410)) is not bumps


@rule("KIM-6.1d")
@pytest.mark.parametrize(("beside", "bumps"), [(79, True), (80, True), (80.1, False), (81, False)])
def test_with_the_option_coming_within_50_is_a_bump(beside: float, bumps: bool) -> None:
    state = night(inf("a", (500 + beside, 800)), sitting())
    with after(state, {"a": [(500 + beside, 410)]}, options={"night_contact_mm": "50"}) as p:
        assert bool(p.state.stands["a"].hits) is bumps
    with after(night(inf("a", (500, 800)), sitting()), NORTH, options={"night_contact_mm": "50"}) as p:
        assert place(p, "a") == (500, 780.1)


@rule("KIM-6.1d")
@pytest.mark.parametrize("value", ["0", "50"])
def test_who_leaves_an_enemy_does_not_bump_into_him(value: str) -> None:
    state = night(inf("a", (500, 530)), sitting())
    with after(state, {"a": [(500, 900)]}, options={"night_contact_mm": value}) as p:
        assert (place(p, "a"), p.state.stands["a"].hits) == ((500, 900), 0)


@rule("KIM-6.1d")
def test_routes_that_cross_at_different_times_do_not_clash() -> None:
    state = night(inf("a", (500, 800)), inf("b", (300, 500), side="blue", facing=90))
    with after(state, {"a": [(500, 420)], "b": [(650, 500)]}) as p:
        assert (place(p, "a"), place(p, "b")) == ((500, 420), (650, 500))
    state = night(inf("a", (500, 700)), inf("b", (300, 500), side="blue", facing=90))
    with after(state, {"a": [(500, 330)], "b": [(670, 500)]}, dice=[1, 1]) as p:
        assert shots(p) == [("a", "b"), ("b", "a")]


@rule("KIM-6.1d")
def test_a_mover_stopped_by_bad_going_is_stationary_from_then_on() -> None:
    wood = "- {id: wood, kind: woods, polygon: [[400, 300], [600, 300], [600, 490], [400, 490]]}"
    state = night(inf("a", (500, 890)), inf("b", (500, 510), side="blue"), pieces=wood)
    with after(state, {"a": [(500, 500)], "b": [(500, 110)]}) as p:
        assert p.state.stands["a"].hits == 1
        assert shots(p) == []


@rule("KIM-6.2b")
def test_straight_back_is_against_the_direction_of_the_last_leg() -> None:
    state = night(inf("a", (300, 700)), sitting())
    with after(state, {"a": way((300, 500), (490, 500), facing=1800)}) as p:
        assert place(p, "a") == (269.7, 500)
        assert p.state.stands["a"].facing == 900


@rule("KIM-6.2b")
def test_the_edge_of_the_table_cuts_the_way_back_short() -> None:
    with after(night(inf("a", (500, 1900)), sitting(at=(500, 1800))), {"a": [(500, 1790)]}) as p:
        assert place(p, "a") == (500, 1999.3)
        assert p.last("goes_back").data["gone"] == 1690


@rule("KIM-6.2b")
def test_water_and_enemies_cut_the_way_back_short_and_friends_only_where_it_ends() -> None:
    lake = "- {id: lake, kind: water, polygon: [[400, 600], [600, 600], [600, 700], [400, 700]]}"
    with after(night(inf("a", (500, 599)), sitting(), pieces=lake), {"a": [(500, 500)]}) as p:
        assert place(p, "a") == (500, 599.3)
    state = night(inf("a", (500, 600)), sitting(), sitting("c", at=(500, 700)))
    with after(state, {"a": [(500, 500)]}) as p:
        assert place(p, "a") == (500, 669.3)
    state = night(inf("a", (500, 600)), sitting(), inf("f", (500, 650)))
    with after(state, {"a": [(500, 500)]}) as p:
        assert place(p, "a") == (500, 730.3)
    state = night(inf("a", (500, 600)), sitting(), inf("f", (500, 740)))
    with after(state, {"a": [(500, 500)]}) as p:
        assert place(p, "a") == (500, 710.1)


@rule("KIM-6.2d", "KIM-2.5e")
@pytest.mark.parametrize(("die", "lost"), [(1, True), (2, False)])
def test_who_goes_back_over_mines_rolls_for_them(die: int, lost: bool) -> None:
    mines = "- {id: mines, kind: minefield, polygon: [[400, 650], [600, 650], [600, 660], [400, 660]]}"
    state = night(tank("a", (500, 620)), sitting(kind="truck"), inf("z", (1500, 900)), pieces=mines)
    with after(state, {"a": [(500, 500)]}, dice=[die]) as p:
        assert ("a" in p.state.fallen) is lost
        if not lost:
            assert place(p, "a") == (500, 830.3)
        assert p.state.minefields["mines"].cleared is not lost, "who comes through has cleared it"


@rule("KIM-6.1d")
def test_a_hidden_stand_that_is_run_into_goes_on_the_table() -> None:
    state = night(tank("a", (500, 800)), sitting(kind="pak40", hidden=True))
    options = {"reveal": "by_owner"}
    with playing(state, NightTurn(), dice=[1], options=options) as p:
        assert "b" not in p.view("red").stands
        set_off(p, NORTH)
        assert "b" not in p.view("red").stands, "red cannot tell yet that blue is asked"
        assert not p.state.stands["b"].hidden
        p.choose("blue", ["b"])
        assert "b" in p.view("red").stands
        p.nothing_pending()


@rule("KIM-6.2a", "KIM-6.1d")
def test_what_comes_into_night_sight_on_the_way_is_put_on_the_table() -> None:
    for beside, seen in ((99, True), (100, True), (101, False)):
        state = night(inf("a", (500 + beside, 800)), sitting(hidden=True))
        with playing(state, NightTurn()) as p:
            set_off(p, {"a": [(500 + beside, 400)]})
            assert ("b" in p.view("red").stands) is seen
            p.nothing_pending()


def mirrored(state: StandsState) -> StandsState:
    """The same battle with everything listed the other way round."""
    for name in ("sides", "seats", "stands", "commands"):
        setattr(state, name, dict(reversed(getattr(state, name).items())))
    return state


@rule("KIM-6.1d")
def test_nothing_depends_on_who_is_listed_first() -> None:
    def many() -> StandsState:
        return night(
            inf("a", (500, 800)),
            inf("b", (500, 500), side="blue", facing=180, hits=1),
            tank("c", (700, 800)),
            tank("d", (700, 500), side="blue", facing=180),
            inf("e", (900, 700)),
            sitting("f", at=(905, 500)),
        )

    ways = {"a": [(500, 500)], "b": [(500, 800)], "c": [(700, 500)], "d": [(705, 800)], "e": [(900, 500)]}
    ends = []
    for state in (many(), mirrored(many())):
        with after(state, ways, dice=[8, 3, 4, 19]) as p:
            ends.append(({id: (one.at, one.hits) for id, one in p.state.stands.items()}, set(p.state.fallen)))
    assert ends[0] == ends[1]
    assert ends[0][1] == {"b", "c"}


@rule("KIM-6.2d", "KIM-6.1d")
def test_a_night_saved_and_loaded_at_every_question_ends_the_same() -> None:
    def two() -> StandsState:
        return night(
            tank("a", (500, 800)), sitting(kind="pak40"), inf("c", (900, 800)), sitting("d", at=(900, 450))
        )

    ways = {"a": [(500, 420)], "c": [(900, 430)]}
    with after(two(), ways, dice=[3], snaps=[{"blue": ["b"]}], dig=["b"]) as p:
        plain = {id: (one.at, one.hits, one.dug_in) for id, one in p.state.stands.items()}
    with playing(two(), NightTurn(), dice=[3]) as p:
        reload(p)
        p.choose("red", {id: way(*points) for id, points in ways.items()})
        reload(p)
        p.choose("blue", {})
        reload(p)
        p.choose("red", [])
        p.choose("blue", ["b"])
        p.pending(blue="Pick who fires")
        reload(p)
        p.choose("blue", ["b"])
        reload(p)
        p.choose("red", [])
        p.choose("blue", [])
        p.nothing_pending()
    assert {id: (one.at, one.hits, one.dug_in) for id, one in p.state.stands.items()} == plain
    assert plain["c"][1] == 1


@rule("KIM-6.1d")
def test_a_mover_that_would_end_on_a_friend_thrown_back_stops_short_of_him() -> None:
    state = night(inf("a", (500, 600)), sitting(), inf("f", (500, 1100)))
    with after(state, {"a": [(500, 500)], "f": [(500, 735)]}) as p:
        assert place(p, "a") == (500, 730.3)
        assert place(p, "f")[1] == pytest.approx(760.3, abs=0.3)


@rule("KIM-6.2a", "KIM-6.1d")
@pytest.mark.parametrize(("away", "seen"), [(99, True), (100, True), (100.1, False)])
def test_what_is_in_sight_when_night_falls_is_put_on_the_table(away: float, seen: bool) -> None:
    with after(night(inf("a", (500, 500 + away)), sitting(hidden=True)), {"a": [(500, 890 + away)]}) as p:
        assert p.state.stands["b"].hidden is not seen


@rule("KIM-6.2d")
def test_who_fired_by_day_may_fire_again_at_night() -> None:
    state = night(tank("a", (500, 800)), sitting(kind="pak40", fired=True, turned=True))
    with after(state, NORTH, dice=[1], snaps=[{"blue": ["b"]}]) as p:
        assert shots(p) == [("b", "a")]
        assert not p.state.stands["b"].fired


@rule("KIM-6.1d")
@pytest.mark.parametrize(("contact", "gap"), [("50", 50), ("50", 49), ("0", 1), ("0", 0)])
@pytest.mark.parametrize(
    ("degrees", "meets"), [(75, True), (90, False), (105, False), (150, False), (240, False)]
)
def test_who_leaves_an_enemy_obliquely_does_not_run_into_it(
    contact: str, gap: float, degrees: int, meets: bool
) -> None:
    """A base that turns to its way brings a corner nearer; what counts is whether its steps do. KIM-R152"""
    one, enemy = inf("a", (500, 500)), inf("b", (500, 470 - gap), "blue", 180)
    end = along(one.at, degrees * 10, 3000)
    route = {"a": {"points": [list(end)]}}
    with after(night(one, enemy), route, options={"night_contact_mm": contact}) as p:
        assert any(event.kind == "clash" for event in p.events) == meets
    assert (p.state.stands["a"].at == end) != meets


def test_who_is_stopped_on_the_way_back_is_not_where_another_ends() -> None:
    """The column is run into as it goes back, and stops where the HQ that goes back too was to end. KIM-R44"""
    state = night(
        stand("a", "recon", (470, 527), facing=224),
        hq("b", (425, 517), facing=256),
        inf("c", (436, 555), kind="armoured_infantry", side="blue", facing=101),
        tank("d", (449, 458), side="blue", facing=336),
    )
    ways = {"a": [(656, 769)], "b": [(595, 434)], "c": [(557, 625)]}
    with after(state, ways, options=AT_50, dice=[1]) as p:
        assert lying(p) == []


def test_nobody_faces_as_he_stood_on_to_an_enemy_who_was_thrown_back_beside_him() -> None:
    """Turned he would lie on one enemy and as he stood on another: he steps aside from both. KIM-R152"""
    state = night(
        inf("a", (548, 493), facing=38),
        inf("b", (610, 493), facing=54),
        inf("c", (619, 451), side="blue", facing=161),
        inf("d", (629, 521), side="blue", facing=316),
    )
    ways = {"a": [(470, 440)], "c": [(650, 630)], "d": [(616, 671)]}
    with after(state, ways, options=AT_50, dice=[1, 1]) as p:
        assert lying(p) == []


def lying(p: Play[StandsState]) -> list[tuple[str, str]]:
    """Who lies on whom."""
    pairs = combinations(p.state.stands.values(), 2)
    return [(one.id, other.id) for one, other in pairs if overlap(one.base, other.base)]
