"""Rare turns of movement: going round in a straight line, no way at all, who moves first."""

from __future__ import annotations

from random import Random

import pytest

from deadground.space.plane import distance
from deadground.space.units import mm
from deadground.systems.stands.rules.assault.contact import way_to_contact
from deadground.systems.stands.rules.cards.command import may
from deadground.systems.stands.rules.movement.allowance import allowance, most
from deadground.systems.stands.rules.movement.movement import Movement, order_of_sides
from deadground.systems.stands.rules.movement.route_guide import few_turns
from deadground.systems.stands.state import Stand
from deadground.testing import bounds, rule
from tests.systems.stands.field import field, hq, inf, point, stand, tank
from tests.systems.stands.marches import march, place, refused, to
from tests.systems.stands.system import game, playing

ALTERNATING = {"movement_order": "alternating"}


def rounder(**changes: object) -> Stand:
    return tank("a", (500, 1000), order="move", arrow=0, at_halt="round", **changes)  # type: ignore[arg-type]


@rule("KIM-2.4a")
def test_going_round_may_be_a_straight_line_to_where_the_route_ends() -> None:
    """The route leads up to the enemy and then aside; from the halt the way aside is free."""
    state = field(rounder(), inf("b", (500, 860), side="blue"))
    p = march(state, {"a": to((500, 930), (400, 940))}, options={"minimum_move": "off"})
    assert any("goes round" in text for text in p.log)
    assert place(p, "a") == (400, 940)


@bounds("KIM-1.1a")
@pytest.mark.parametrize("attackers", [False, True])
@pytest.mark.parametrize(("dice", "first"), [([9, 2], "red"), ([2, 9], "blue"), ([4, 4, 3, 4], "blue")])
def test_without_one_attacker_the_higher_die_moves_first_and_equal_dice_are_thrown_again(
    attackers: bool, dice: list[int], first: str
) -> None:
    """Two attackers are as none."""
    state = field()
    for side in state.sides.values():
        side.attacker = attackers
    second = "blue" if first == "red" else "red"
    assert order_of_sides(game(state, dice, ALTERNATING)) == ((first,), (second,))


@rule("KIM-2.1a")
@pytest.mark.parametrize(("loss", "left"), [(149, 1), (150, 0), (151, 0)])
def test_a_loss_as_large_as_the_move_leaves_none(loss: int, left: int) -> None:
    state = field(
        inf("a", (500, 500), order="move_and_fire", arrow=0), numbers={"move_and_fire_loss": mm(loss)}
    )
    assert most(state, state.stands["a"]) == mm(left)


@pytest.mark.parametrize(("apart", "way"), [(300, 0), (302, 0), (303, 1), (310, 8)])
def test_a_charge_from_base_contact_goes_no_way_at_all(apart: int, way: int) -> None:
    """Bases 30 deep touch when their edges are two tenths apart or less."""
    state = field(inf("a", (500, 500)), inf("b", (500, 500), side="blue"))
    ahead = state.stands["b"].base.moved((5000, 5000 - apart))
    assert way_to_contact(state.stands["a"].base, ahead, 0) == way


@rule("KIM-1.2g", "KIM-2.2a")
@pytest.mark.parametrize(("unseen", "shown"), [("off", ["a", "c"]), ("on", [])])
def test_who_is_hidden_and_moves_or_turns_is_put_on_the_table(unseen: str, shown: list[str]) -> None:
    """A turn by a card counts as a move; one who faces so already does not turn. KIM-R51, KIM-R163"""
    state = field(
        inf("a", (500, 500), order="move", arrow=0, hidden=True),
        inf("c", (900, 500), order="change_formation", arrow=900, hidden=True),
        inf("d", (1300, 500), order="change_formation", arrow=0, hidden=True),
        inf("b", (500, 1900), side="blue"),
    )
    p = march(state, {"a": to((500, 400))}, options={"hidden_may_move_unseen": unseen})
    assert [one.data["stand"] for one in p.events if one.kind == "revealed"] == shown
    assert p.state.stands["d"].hidden
    assert p.state.stands["c"].facing == 900
    told = [one for one in p.events if one.text == "C is put on the table: it turns."]
    assert [one.rows for one in told] == [("KIM-3.3a", "KIM-1.2g", "KIM-R163")] * bool(shown)


@rule("KIM-2.5b")
@pytest.mark.parametrize("before", [0.1, 0.5, 1, 2.4])
def test_one_base_depth_counts_from_the_tenth_at_which_bad_going_begins(before: float) -> None:
    """Within the first step of a hundred, which is 2.5 mm long, as within any other."""
    wood = "  - {id: wood, kind: woods, polygon: [[400, 400], [600, 400], [600, 600], [400, 600]]}"
    state = field(tank("a", (500, 615 + before), order="move", arrow=0), pieces=wood)
    p = march(state, {"a": to((500, 365 + before))})
    assert p.last("halted").rows == ("KIM-2.5b", "KIM-R45")
    assert place(p, "a") == (500, 585)


@rule("KIM-2.4a")
def test_who_can_go_no_way_forward_is_left_out_of_the_suggestion() -> None:
    """One stands at the edge of the table with its arrow pointing out, another has room before it."""
    state = field(
        tank("a", (0, 1000), order="move", arrow=2700), tank("c", (1300, 1000), order="move", arrow=900)
    )
    with playing(state, Movement()) as p:
        request, view = p.asked("red"), p.match.view("red")
        found = {one.label: one.value for one in request.suggest(view, 3)}
        assert list(found["Forward"]) == ["c"]
        p.choose("red", found["Forward"])
        p.choose("blue", {})
        p.nothing_pending()


@bounds("KIM-2.2b")
def test_a_suggested_way_has_two_changes_of_direction_and_no_third() -> None:
    corners = tuple(point(at) for at in ((0, 0), (100, 0), (100, 100), (200, 100), (200, 200)))
    walked = (point((0, 100)), point((0, 0)))
    state = field()
    assert few_turns(state, corners[:3]) == corners[:3]
    assert few_turns(state, corners[:4]) == corners[:4]
    assert few_turns(state, corners) == corners[:4]
    assert few_turns(state, corners, walked) == corners[:3], "what was walked before counts"


@rule("KIM-2.1a", "KIM-1.3h")
def test_who_moves_sets_out_and_who_stays_does_not() -> None:
    """What a stand moved before is forgotten when it sets out."""
    state = field(hq("a", (500, 500), moved=70), tank("c", (900, 500), order="move", arrow=0))
    p = march(state, {"a": to((500, 300))})
    assert [one.data["stand"] for one in p.events if one.kind == "sets_out"] == ["a"]
    assert p.state.stands["a"].moved == mm(200)


@bounds("KIM-1.3h")
@pytest.mark.parametrize(("kind", "word"), [("hq", "an HQ"), ("supply", "a supply stand")])
def test_who_has_no_cards_is_refused_by_what_it_is(kind: str, word: str) -> None:
    fault = may(stand("a", kind, (500, 500)), "fire")
    assert fault is not None
    assert fault.reason == f"A is {word}: it moves, but cannot fire"


@rule("KIM-2.1a")
@pytest.mark.parametrize("move", [0, 1, 150])
def test_a_scenario_may_pin_a_troop_type_to_its_place(move: int) -> None:
    state = field(inf("a", (500, 500)), numbers={"movement.infantry.open": move})
    assert most(state, state.stands["a"]) == mm(move)


def test_a_random_leg_covers_between_half_and_all_of_the_move() -> None:
    """Of one stand that is free to go, over many draws; most of them move it. KIM-2.1a"""
    state = field(tank("a", (1000, 1000), order="move", arrow=0))
    lengths = []
    with playing(state, Movement()) as p:
        request, view = p.asked("red"), p.match.view("red")
        for seed in range(40):
            drawn = request.sample(view, Random(seed))
            lengths += [distance(point((1000, 1000)), tuple(way["points"][-1])) for way in drawn.values()]
            assert all(way["points"] for way in drawn.values())
        p.pending(red="Give", blue="Give")
    assert len(lengths) > 20
    assert mm(125) - 1 <= min(lengths) < mm(160)
    assert mm(220) < max(lengths) <= mm(250)


@rule("KIM-2.4a", "KIM-2.5e")
def test_the_loss_of_one_mover_lets_no_other_go_too_near() -> None:
    mines = "  - {id: mines, kind: minefield, polygon: [[400, 900], [600, 900], [600, 940], [400, 940]]}"
    state = field(
        tank("a", (500, 1000), order="move", arrow=0),
        tank("c", (1000, 1000), order="move", arrow=0),
        inf("b", (1000, 800), side="blue"),
        pieces=mines,
    )
    p = march(state, {"a": to((500, 800)), "c": to((1000, 850))}, dice=[1])
    assert set(p.state.fallen) == {"a"}
    assert place(p, "c") == (1000, 880)


@rule("KIM-2.4a", "KIM-2.1a")
@pytest.mark.parametrize(("enemy", "gone"), [(420, 0), (419.9, 0.1), (410, 10)])
def test_who_gets_no_further_has_not_moved_and_keeps_its_works(enemy: float, gone: float) -> None:
    state = field(
        inf("a", (500, 500), order="move", arrow=0, dug_in=True), inf("b", (500, enemy), side="blue")
    )
    p = march(state, {"a": to((500, 460))}, options={"minimum_move": "off"})
    one = p.state.stands["a"]
    assert (place(p, "a"), one.moved, one.dug_in) == ((500, 500 - gone), mm(gone), gone == 0)
    assert any(event.kind == "moved" for event in p.events) is bool(gone)


@rule("KIM-2.4a")
@pytest.mark.parametrize(("edge", "through"), [(14.8, True), (14.9, True), (15, False), (15.1, False)])
def test_a_route_clears_an_enemy_by_half_a_base(edge: float, through: bool) -> None:
    """How far the enemy's nearer edge is from the line that is walked; a base is 30 wide."""
    state = field(
        tank("a", (500, 1000), order="move", arrow=0), inf("b", (500 + edge + 15, 900), side="blue")
    )
    found = [fault.reason for fault in refused(state, "a", (500, 800))]
    assert found == (["A would go through B"] if through else [])


@rule("KIM-2.4a")
def test_where_there_is_no_way_round_a_stand_halts() -> None:
    state = field(
        tank("a", (500, 1000), order="move", arrow=0, at_halt="round"), inf("b", (500, 800), side="blue")
    )
    p = march(state, {"a": to((500, 879))}, options={"minimum_move": "off"})
    assert place(p, "a") == (500, 880)
    assert [one.kind for one in p.events if one.kind in ("halted", "goes_round")] == ["halted"]


@rule("KIM-2.1a")
def test_a_walker_may_go_anywhere_on_the_table_as_far_as_its_move() -> None:
    state = field(tank("a", (500, 1000), order="move", arrow=0), size=(1800, 1200))
    with playing(state, Movement()) as p:
        (walker,) = p.asked("red").walkers  # type: ignore[union-attr]
        assert (walker.piece, walker.start, walker.most) == ("a", point((500, 1000)), mm(250))
        assert walker.box == (0, 0, mm(1800), mm(1200))
        p.pending(red="Give", blue="Give")


@rule("KIM-2.1a")
@bounds("KIM-2.3a")
@pytest.mark.parametrize(
    ("x", "column", "rows"), [(500, "road", {"KIM-2.1a", "KIM-2.3a"}), (900, "open", {"KIM-2.1a"})]
)
def test_the_tally_of_a_move_names_the_column_and_its_row(x: int, column: str, rows: set[str]) -> None:
    road = "  - {id: road, kind: road, width: 20, line: [[500, 0], [500, 2000]]}"
    state = field(tank("a", (x, 1000)), tank("c", (500, 1500)), pieces=road)
    (line,) = allowance(state, state.stands["a"], (point((x, 1000)), point((x, 900)))).tally.lines
    assert (line.reason, set(line.rows)) == (f"medium tank, {column}", rows)
    allowance(state, state.stands["c"], (point((500, 1500)), point((500, 1400))))
