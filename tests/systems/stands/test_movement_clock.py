"""All move at the same time: halt range, bad going, hidden enemies, the common clock. KIM-2.4a, KIM-2.5b"""

from __future__ import annotations

from time import process_time

import pytest

from deadground.core.agenda import Ask, Done, Next, Procedure, procedure, question, step
from deadground.core.citing import recording
from deadground.core.requests import Confirm
from deadground.core.saves import load, save
from deadground.space.bases import gap, overlap
from deadground.space.units import mm
from deadground.systems.stands.rules.movement import movement
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.state import Stand, StandsState, Template
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.field import At, field, inf, point, stand, tank
from tests.systems.stands.marches import march, place, to
from tests.systems.stands.system import playing

WOOD = "  - {id: wood, kind: woods, polygon: [[400, 400], [600, 400], [600, 600], [400, 600]]}"
STRIP = "  - {id: brook, kind: stream, width: 10, line: [[0, 600], [2000, 600]]}"
ROAD = "  - {id: road, kind: road, width: 20, line: [[500, 0], [500, 2000]]}"


def mover(at: At = (500, 1000), **changes: object) -> Stand:
    return tank("a", at, **{"order": "move", "arrow": 0, **changes})  # type: ignore[arg-type]


def apart(p: Play[StandsState], one: str = "a", other: str = "b") -> float:
    """The gap between two stands, edge to edge, in millimetres."""
    return gap(p.state.stands[one].base, p.state.stands[other].base) / 10


@rule("KIM-2.4a")
@pytest.mark.parametrize(("end", "stops_at"), [(880.1, 880.1), (880, 880), (879.9, 880), (850, 880)])
def test_a_mover_halts_50_from_an_enemy_edge_to_edge(end: float, stops_at: float) -> None:
    """Bases 30 deep: the centres are 80 apart when the edges are 50 apart."""
    p = march(
        field(mover(), inf("b", (500, 800), side="blue")),
        {"a": to((500, end))},
        options={"minimum_move": "off"},
    )
    assert place(p, "a") == (500, stops_at)
    assert (apart(p) == 50) == (stops_at == 880)


@rule("KIM-2.4a")
@pytest.mark.parametrize("sides", [("red", "blue"), ("blue", "red")])
def test_two_who_come_at_each_other_halt_at_the_same_moment(sides: tuple[str, str]) -> None:
    south, north = sides
    state = field(
        tank("a", (500, 1000), south, order="move", arrow=0),
        tank("b", (500, 700), north, order="move", arrow=1800),
    )
    ways = {south: {"a": to((500, 760))}, north: {"b": to((500, 940))}}
    p = march(state, ways["red"], ways["blue"])
    assert place(p, "a") == (500, 890)
    assert place(p, "b") == (500, 810)
    assert apart(p) == 50


@rule("KIM-2.4a")
def test_one_who_flees_is_not_halted_by_his_pursuer() -> None:
    state = field(
        stand("a", "motorcycle", (500, 1000), order="move", arrow=0),
        inf("b", (500, 910), side="blue", order="move", arrow=0),
    )
    p = march(state, {"a": to((460, 940), (460, 640))}, {"b": to((500, 760))})
    assert place(p, "b") == (500, 760)
    assert p.state.stands["a"].moved < mm(300)
    assert apart(p) >= 50


@rule("KIM-2.4a")
def test_a_stand_inside_50_may_move_off_but_not_nearer() -> None:
    foe = inf("b", (500, 940), side="blue")
    assert place(march(field(mover(), foe), {"a": to((650, 1000))}), "a") == (650, 1000)
    nearer = march(field(mover(), foe), {"a": to((500, 985), (640, 985))}, options={"minimum_move": "off"})
    assert place(nearer, "a") == (500, 1000)
    assert nearer.state.stands["a"].moved == 0
    assert not any(event.kind == "moved" for event in nearer.events)


@rule("KIM-2.4a")
def test_an_enemy_that_moves_away_stops_nobody() -> None:
    state = field(mover(), stand("b", "motorcycle", (500, 850), "blue", order="move", arrow=0))
    p = march(state, {"a": to((530, 880), (530, 760))}, {"b": to((500, 450))})
    assert place(p, "a") == (530, 760)


@rule("KIM-2.4a")
def test_a_route_may_say_to_go_round() -> None:
    for word, arrives in (("halt", False), ("round", True)):
        state = field(mover(at_halt=word), inf("b", (575, 880), side="blue"))
        p = march(state, {"a": to((500, 750))}, options={"minimum_move": "off"})
        one = p.state.stands["a"]
        assert (one.at[1] < mm(760)) == arrives
        assert apart(p) >= 50
        assert one.moved <= mm(250)
        assert one.route == ()
        assert one.walk_from == 0
        assert any("goes round" in text for text in p.log) == arrives


@rule("KIM-2.4a", "KIM-3.3a")
def test_a_hidden_enemy_stops_nobody_until_it_is_revealed() -> None:
    """In the wood it is seen at 100, centre to centre; then halt range counts. KIM-R161"""
    lurking = inf("b", (500, 590), side="blue", hidden=True)
    p = march(field(mover((500, 800)), lurking, pieces=WOOD), {"a": to((500, 600))})
    assert not p.state.stands["b"].hidden
    assert place(p, "a") == (500, 670)
    unseen = march(
        field(mover((500, 800)), lurking, pieces=WOOD), {"a": to((500, 621))}, options={"reveal": "by_owner"}
    )
    assert unseen.state.stands["b"].hidden
    assert place(unseen, "a") == (500, 621)


@rule("KIM-2.5b")
@pytest.mark.parametrize(("end", "stops_at"), [(585.1, 585.1), (585, 585), (584.9, 585), (500, 585)])
def test_a_mover_stops_one_base_depth_into_bad_going(end: float, stops_at: float) -> None:
    """Its front edge, 15 ahead of its centre, is 30 past the edge of the wood at 600."""
    p = march(field(mover((500, 700)), pieces=WOOD), {"a": to((500, end))}, options={"minimum_move": "off"})
    assert place(p, "a") == (500, stops_at)


@rule("KIM-2.5b")
def test_a_piece_narrower_than_a_base_stops_too() -> None:
    p = march(field(mover((500, 700)), pieces=STRIP), {"a": to((500, 500))})
    assert place(p, "a") == (500, 590)
    assert p.last("halted").rows == ("KIM-2.5b", "KIM-R45")
    assert p.last("moved").data["path"] == ((5000, 7000), (5000, 5900))


@rule("KIM-2.5b", "KIM-2.5c")
def test_one_who_begins_in_bad_going_goes_100_and_stops_at_the_next() -> None:
    state = field(mover((500, 580)), pieces=WOOD)
    assert place(march(state, {"a": to((500, 480))}), "a") == (500, 480)
    out = "  - {id: copse, kind: woods, polygon: [[400, 640], [600, 640], [600, 700], [400, 700]]}"
    state = field(mover((500, 580), arrow=1800), pieces=f"{WOOD}\n{out}")
    assert place(march(state, {"a": to((500, 680))}), "a") == (500, 655)


@rule("KIM-2.5d")
def test_a_road_through_bad_going_lets_a_stand_through() -> None:
    state = field(mover((500, 700)), pieces=f"{WOOD}\n{ROAD}")
    assert place(march(state, {"a": to((500, 350))}), "a") == (500, 350)
    beside = march(field(mover((560, 700)), pieces=f"{WOOD}\n{ROAD}"), {"a": to((560, 450))})
    assert place(beside, "a") == (560, 585)


@rule("KIM-2.5a", "KIM-2.5b")
@pytest.mark.parametrize(
    ("kind", "more", "is_bad"),
    [
        ("woods", "", True),
        ("marsh", "", True),
        ("mud", "", True),
        ("town", "", True),
        ("hill", ", level: 1", False),
        ("hill", ", level: 1, tags: {steep: true}", True),
        ("ridge", ", level: 1", False),
        ("field", "", False),
        ("trench", "", False),
        ("trench", ", tags: {bad_going: true}", True),
        ("woods", ", tags: {bad_going: false}", False),
    ],
)
def test_what_is_bad_going(kind: str, more: str, is_bad: bool) -> None:
    corners = "[[400, 400], [600, 400], [600, 600], [400, 600]]"
    other = "  - {id: other, kind: woods, polygon: [[1400, 400], [1600, 400], [1600, 600], [1400, 600]]}"
    piece = f"  - {{id: here, kind: {kind}, polygon: {corners}{more}}}\n{other}"
    state = field(mover((500, 700)), tank("c", (1500, 700), order="move", arrow=0), pieces=piece)
    p = march(state, {"a": to((500, 450)), "c": to((1500, 450))})
    assert place(p, "a") == (500, 585 if is_bad else 450)
    assert place(p, "c") == (1500, 585)


@rule("KIM-2.5a")
def test_a_scenario_says_which_hills_are_steep_and_whether_works_are_bad_going() -> None:
    corners = "[[400, 400], [600, 400], [600, 600], [400, 600]]"
    for kind, says in (("hill", {"steep": ("here",)}), ("trench", {"works_are_bad_going": True})):
        piece = f"  - {{id: here, kind: {kind}, level: 1, polygon: {corners}}}"
        p = march(field(mover((500, 700)), pieces=piece, **says), {"a": to((500, 450))})
        assert place(p, "a") == (500, 585)
        p = march(field(mover((500, 700)), pieces=piece), {"a": to((500, 450))})
        assert place(p, "a") == (500, 450)
    river = "  - {id: here, kind: river, width: 60, line: [[0, 570], [2000, 570]]}"
    assert place(march(field(mover((500, 700)), pieces=river), {"a": to((500, 450))}), "a") == (500, 585)


@rule("KIM-4.12c", "KIM-4.12b", "KIM-2.5b")
def test_a_template_stops_a_mover_and_is_rolled_for_as_it_comes_in() -> None:
    """The template reaches from 550 to 650; roads do not help."""
    under = Template(
        "t", "blue", "gun", point((500, 600)), mm(100), gun_kind="artillery", fired_from=point((500, 300))
    )
    for dice, lives in (([7], True), ([8], True)):
        state = field(inf("a", (500, 720), order="move", arrow=0), pieces=ROAD, templates={"t": under})
        p = march(state, {"a": to((500, 600))}, dice=dice)
        assert place(p, "a") == (500, 635)
        assert ("a" in p.state.stands) == lives
        assert p.state.stands["a"].hits == (dice == [8])
        assert "KIM-4.12c" in p.last("halted").rows


@rule("KIM-4.12b", "KIM-1.2g")
def test_turning_under_fire_is_acting_and_staying_is_not() -> None:
    under = Template(
        "t", "blue", "gun", point((500, 600)), mm(100), gun_kind="artillery", fired_from=point((500, 300))
    )
    turning = inf("a", (480, 600), order="change_formation", arrow=900)
    staying = inf("c", (520, 600), order="fire")
    p = march(field(turning, staying, templates={"t": under}), dice=[8])
    assert (p.state.stands["a"].hits, p.state.stands["c"].hits) == (1, 0)
    assert p.state.stands["a"].facing == 900


@rule("KIM-4.12b")
def test_one_who_sets_out_under_fire_and_is_lost_does_not_move() -> None:
    under = Template(
        "t", "blue", "gun", point((500, 600)), mm(100), gun_kind="artillery", fired_from=point((500, 300))
    )
    state = field(inf("a", (500, 600), order="move", arrow=1800, hits=1), templates={"t": under})
    p = march(state, {"a": to((500, 700))}, dice=[8])
    assert "a" not in p.state.stands
    assert p.state.fallen["a"].at == point((500, 600))


@rule("KIM-2.1a")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_one_side_after_the_other_if_the_option_says_so(first: str) -> None:
    """The attacker first, else who rolls higher; the second side sees what the first has done."""
    second = "blue" if first == "red" else "red"
    state = field(tank("a", (500, 1000), first, order="move", arrow=0), inf("b", (500, 400), second))
    state.sides[first].attacker = True
    with playing(state, Movement(), options={"movement_order": "alternating"}) as p:
        p.pending(**{first: "Give", second: "The enemy moves."})
        p.choose(second, {})
        p.choose(first, {"a": to((500, 800))})
        assert place(p, "a") == (500, 800)
        p.pending(**{second: "Give", first: "The enemy moves."})
        p.choose(second, {})
        p.choose(first, {})
        p.nothing_pending()
    state.sides[first].attacker = False
    dice = [4, 4, 9, 2] if first == "red" else [4, 4, 2, 9]
    with playing(state, Movement(), dice=dice, options={"movement_order": "alternating"}) as p:
        p.pending(**{first: "Give", second: "The enemy moves."})


@rule("KIM-2.1a")
def test_movers_end_on_no_friend_though_one_was_halted_on_the_way() -> None:
    """The leader is halted by an enemy it could not see; the one behind it makes room."""
    lurking = inf("b", (500, 590), side="blue", hidden=True)
    state = field(mover((500, 800)), tank("c", (500, 870), order="move", arrow=0), lurking, pieces=WOOD)
    p = march(state, {"a": to((500, 600)), "c": to((500, 680))})
    assert place(p, "a") == (500, 670)
    assert place(p, "c")[1] >= 699.8


@rule("KIM-2.4a")
def test_who_halts_on_a_friend_is_told_that_it_ends_elsewhere() -> None:
    """It comes to 50 from the enemy, where a friend stands; its own side reads why it is further off. KIM-R44"""
    state = field(mover((500, 800)), tank("c", (520, 660), order="fire"), inf("b", (500, 570), side="blue"))
    p = march(state, {"a": to((500, 600))})
    told = [event.text for event in p.events if event.kind in ("halted", "makes_room")]
    gone = apart(p, "a", "b") - 50
    assert gone > 20
    assert told == [
        "A halts: 50 mm from the enemy.",
        f"A makes room for a friend and ends {round(gone, 1):g} mm from where it halted.",
    ]
    assert told[1] in p.log_of("red")
    assert told[1] not in p.log_of("blue")


@rule("KIM-2.5b")
def test_who_is_halted_in_bad_going_does_not_end_on_a_friend() -> None:
    """One base depth inside a wood somebody stands already: the mover goes back along its way until clear."""
    there = tank("c", (500, 585), order="fire")
    p = march(field(mover((500, 800)), there, pieces=WOOD), {"a": to((500, 550))})
    assert place(p, "c") == (500, 585)
    assert 614.8 <= place(p, "a")[1] <= 615


@rule("KIM-2.4a")
def test_one_whose_way_back_is_taken_too_is_set_beside_its_friend() -> None:
    """Both are halted by an enemy they could not see, the one that comes from behind first."""
    lurking = inf("b", (500, 590), side="blue", hidden=True)
    short = tank("c", (500, 690), order="move", arrow=0)
    state = field(mover((500, 800)), short, lurking, pieces=WOOD)
    p = march(state, {"a": to((500, 600)), "c": to((500, 668))}, options={"minimum_move": "off"})
    assert place(p, "a") == (500, 670)
    assert not overlap(p.state.stands["a"].base, p.state.stands["c"].base)
    assert apart(p, "a", "c") <= 5
    assert apart(p, "c", "b") >= 50


@rule("KIM-2.1a")
def test_the_phase_can_be_saved_in_its_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snap shot at the middle of the phase: what was walked is walked, and the rest goes on from a save.

    While somebody listens the clock takes every step, also one at which nothing is foreseen.
    """

    @procedure("testing.interruption")
    class Interruption(Procedure):
        @step
        def ask(self, g: object) -> Next:
            return Ask(self.sure, "blue", then=self.over)

        @question
        def sure(self, view: object) -> Confirm:
            return Confirm("Go on?")

        @step
        def over(self, g: object) -> Next:
            asked.append(1)
            return Done()

    asked: list[int] = []
    monkeypatch.setattr(
        movement, "snap_shots_at", lambda g, tick, *_: [Interruption()] if tick == 50 and not asked else []
    )
    state = field(mover(), inf("b", (800, 600), side="blue", order="move", arrow=0))
    with recording(), playing(state, Movement()) as p:
        p.choose("red", {"a": to((500, 750))})
        p.choose("blue", {"b": to((800, 450))})
        p.pending(blue="Go on?")
        assert (place(p, "a"), place(p, "b")) == ((500, 875), (800, 525))
        assert p.view("blue").stands["a"].route == ()
        loaded = load(save(p.match), {"stands": p.match.system})
        assert loaded.position.digest() == p.match.position.digest()
        p.choose("blue", True)
        loaded.submit(loaded.requests("blue")[0].choice(True))
        assert loaded.position.state == p.state
        p.nothing_pending()
    assert (place(p, "a"), place(p, "b")) == ((500, 750), (800, 450))


@rule("KIM-3.3a")
def test_a_hidden_stand_that_moves_is_seen_and_its_halt_is_told_to_nobody_else_if_it_is_not() -> None:
    hidden = inf("a", (500, 1000), hidden=True, order="move", arrow=0)
    state = field(hidden, inf("b", (500, 880), side="blue", hidden=True))
    p = march(state, {"a": to((500, 900))})
    assert not p.state.stands["a"].hidden
    unseen = field(hidden, inf("b", (1800, 1900), side="blue"))
    p = march(unseen, {"a": to((500, 900))}, options={"hidden_may_move_unseen": "on"})
    assert p.state.stands["a"].hidden
    assert p.log_of("blue") == []


@rule("KIM-2.1a")
def test_leaving_a_place_leaves_its_works() -> None:
    state = field(mover(dug_in=True, fixed=True), tank("c", (900, 1000), dug_in=True, fixed=True))
    p = march(state, {"a": to((500, 800))})
    assert not (p.state.stands["a"].dug_in)
    assert not (p.state.stands["a"].fixed)
    assert p.state.stands["c"].dug_in
    assert p.state.stands["c"].fixed


def test_sixty_movers_take_well_under_a_second() -> None:
    wood = (
        "  - {id: wood, kind: woods, polygon: [[300, 800], [900, 780], [1500, 820], [1500, 950], [300, 950]]}"
    )
    ours = [tank(f"a{i}", (100 + 60 * i, 1200), order="move", arrow=0) for i in range(30)]
    theirs = [inf(f"b{i}", (110 + 60 * i, 700), "blue", order="move", arrow=1800) for i in range(30)]
    state = field(*ours, *theirs, pieces=wood)
    with playing(state, Movement()) as p:
        p.choose("red", {f"a{i}": to((100 + 60 * i, 950)) for i in range(30)})
        before = process_time()
        p.choose("blue", {f"b{i}": to((110 + 60 * i, 850)) for i in range(30)})
        assert process_time() - before < 1.5
        p.nothing_pending()
