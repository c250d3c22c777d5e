"""What the page is given to draw of a stands battle: tokens, marks, cards, traces, shapes, forces, clock."""

from __future__ import annotations

import time

import msgspec
import pytest

from deadground.core.match import Match
from deadground.core.scene import LOOKS, Scene
from deadground.systems.stands.kinds import kinds
from deadground.systems.stands.rules.fire.hits import destroy
from deadground.systems.stands.rules.visibility.visibility import reveal
from deadground.systems.stands.state import Sighting, Template
from deadground.systems.stands.system import STANDS
from deadground.systems.stands.table.symbols import MARKS, SYMBOLS, TRACES, letters_of, symbol_of, trace_of
from tests.systems.stands.field import field, gun, hq, inf, tank
from tests.systems.stands.nights import after, night
from tests.systems.stands.scenes import seen
from tests.systems.stands.system import game


def signs(scene: Scene, id: str) -> list[str]:
    return [mark.sign for mark in scene.tokens[id].marks]


@pytest.mark.parametrize("id", kinds())
def test_every_kind_has_a_drawing_and_leaves_a_trace(id: str) -> None:
    assert symbol_of(id) in SYMBOLS
    assert trace_of(id) in TRACES


@pytest.mark.parametrize(
    ("kind", "symbol", "letters"),
    [
        ("infantry", "rifle", ""),
        ("t34_mid", "tank_medium", "T34"),
        ("tiger_1", "tank_heavy", "Tiger 1"),
        ("kv_1", "tank_heavy", "KV 1"),
        ("pz2", "tank_light", "PzII"),
        ("pak40", "at_gun", "PaK 40"),
        ("m120", "mortar", "120"),
        ("wespe", "sp_gun", "Wespe"),
        ("stug4", "assault_gun", "StuG IV"),
        ("flak36", "aa_gun", "Flak 36"),
    ],
)
def test_symbols_and_letters(kind: str, symbol: str, letters: str) -> None:
    assert (symbol_of(kind), letters_of(kind)) == (symbol, letters)


def test_engineers_have_a_drawing_of_their_own() -> None:
    scene = seen(field(inf("a", (500, 500), engineer=True)))
    assert scene.tokens["a"].symbol == "engineer"
    assert signs(scene, "a") == ["out_of_command", "engineer"]


def test_a_token_says_where_and_whose_it_is() -> None:
    scene = seen(field(tank("a", (500, 500), facing=90), tank("b", (700, 500), side="blue")))
    mine, theirs = scene.tokens["a"], scene.tokens["b"]
    assert (mine.at, mine.facing, mine.width, mine.side, mine.mine) == ((5000, 5000), 900, 300, "red", True)
    assert not theirs.mine
    assert [side.mine for side in scene.sides] == [True, False]


def test_hover_lines_hold_a_kind_against_what_it_will_meet() -> None:
    scene = seen(field(tank("a", (500, 500), kind="t34_mid"), tank("b", (700, 500), "blue", kind="pz4_late")))
    lines = [line.text for line in scene.tokens["a"].lines]
    assert lines == [
        "T34, middle: tank, class C +1, gun group 2 -1 (76 mm), turret.",
        "Moves 300 mm, 400 mm on a road, fires to 450 mm.",
        "Against PzIV, late: D20, 14 to 150 mm, 17 to 300 mm, 20 to 450 mm.",
        "Hit by PzIV, late: D20, 12 to 150 mm, 15 to 300 mm, 18 to 450 mm.",
    ]


def test_a_scenario_that_sets_numbers_otherwise_is_heard_in_the_lines() -> None:
    stands = inf("a", (500, 500)), inf("b", (700, 500), "blue")
    printed, changed = field(*stands), field(*stands, numbers={"range_infantry": 2000})
    assert "fires to 150 mm" in seen(printed).tokens["a"].lines[1].text
    assert "fires to 200 mm" in seen(changed).tokens["a"].lines[1].text


def test_marks_of_what_was_done_and_suffered() -> None:
    state = field(
        hq("h", (500, 500)),
        inf("a", (600, 500), hits=1, dug_in=True, fired=True, moved=500),
        inf("b", (700, 500), limit="half"),
        inf("c", (800, 500), in_contact_with="x"),
        inf("x", (830, 500), "blue", in_contact_with="c"),
    )
    scene = seen(state)
    assert signs(scene, "a") == ["hit", "dug_in", "fired", "moved"]
    assert signs(scene, "b") == ["half"]
    assert signs(scene, "c") == ["contact"]
    assert set(MARKS) >= {mark.sign for token in scene.tokens.values() for mark in token.marks}


def test_stands_far_from_their_hq_are_marked_and_only_for_their_own_side() -> None:
    state = field(hq("h", (500, 500)), inf("near", (900, 500)), inf("far", (901, 500)))
    scene = seen(state)
    assert signs(scene, "near") == []
    assert signs(scene, "far") == ["out_of_command"]
    assert signs(seen(state, "blue"), "far") == []


def test_artillery_without_chits_is_marked_for_its_own_side() -> None:
    state = field(hq("h", (500, 500)), gun("a", (600, 500), kind="artillery"))
    assert signs(seen(state), "a") == ["no_chits"]
    assert signs(seen(state, "blue"), "a") == []
    state.commands["red_command"].chits = 1
    assert signs(seen(state), "a") == []


def test_a_template_is_drawn_and_those_under_it_are_marked() -> None:
    state = field(hq("h", (500, 500)), inf("a", (600, 500)), inf("b", (900, 500)))
    state.templates["t"] = Template("t", "blue", "g", (6400, 5000), 600)
    scene = seen(state)
    assert signs(scene, "a") == ["under_fire"]
    assert signs(scene, "b") == []
    assert scene.shapes["template:t"].points == ((6100, 4700), (6700, 4700), (6700, 5300), (6100, 5300))


def test_a_card_is_read_by_its_own_side_before_it_is_turned_over() -> None:
    state = field(inf("a", (500, 500), order="move", arrow=900), inf("b", (600, 500)))
    card = seen(state).tokens["a"].card
    assert card is not None
    assert (card.up, card.card, card.arrow) == (False, "move", 900)
    assert seen(state, "blue").tokens["a"].card is None
    state.stands["a"].shown_order, state.stands["a"].shown_arrow = "move", 900
    shown = seen(state, "blue").tokens["a"].card
    assert shown is not None
    assert (shown.up, shown.label) == (True, "Move")


def test_a_hidden_stand_is_faint_to_its_own_side_and_not_there_for_the_enemy() -> None:
    state = field(inf("a", (500, 500), hidden=True), inf("b", (600, 500), "blue"))
    assert seen(state).tokens["a"].faint
    assert "a" not in seen(state, "blue").tokens
    assert "a" not in msgspec.json.encode(seen(state, "blue")).decode().split('"')


def test_plans_are_drawn_for_their_own_side_alone() -> None:
    state = field(
        inf("a", (500, 500), route=((5000, 4000),), order="move"),
        gun("g", (600, 600), kind="artillery", template_at=(6000, 3000), template_kind="area"),
        inf("c", (700, 600), target="x"),
        inf("x", (700, 400), "blue"),
    )
    mine, theirs = seen(state).shapes, seen(state, "blue").shapes
    assert mine["route:a"].points == ((5000, 5000), (5000, 4000))
    assert mine["spot:g"].look == "aim"
    assert mine["aim:c"].points == ((7000, 6000), (7000, 4000))
    assert not [name for name in theirs if name.split(":")[0] in ("route", "spot", "aim")]


def test_a_route_cut_by_a_failed_command_roll_looks_otherwise() -> None:
    state = field(inf("a", (500, 500), route=((5000, 4000),), order="move", limit="half"))
    assert seen(state).shapes["route:a"].look == "route_short"


def test_a_ghost_stands_where_an_enemy_was_last_seen_until_one_comes_near() -> None:
    state = night(inf("a", (500, 500)), inf("b", (700, 500), "blue", hidden=True))
    state.sightings["old"] = Sighting("old", "blue", "infantry", "B", (7000, 5000), 1800, 300, 300, 3)
    ghost = seen(state).tokens["old"]
    assert (ghost.seen, ghost.faint, ghost.at) == (3, True, (7000, 5000))
    assert "old" not in seen(state, "blue").tokens
    state.stands["a"].at = (6000, 5000)
    assert "old" not in seen(state).tokens


def test_who_hides_leaves_a_ghost_under_the_id_he_was_known_by() -> None:
    state = night(inf("a", (500, 900), dug_in=True), inf("b", (500, 300), "blue"))
    with after(state, {}, hide={"red": ["a"]}) as p:
        (new,) = [id for id, stand in p.state.stands.items() if stand.side == "red"]
        ghost = p.state.sightings["a"]
        assert (ghost.at, ghost.turn) == ((5000, 9000), 1)
        told = msgspec.json.encode(seen(p.state, "blue")).decode()
        assert new != "a"
        assert new not in told
        assert seen(p.state, "blue").tokens["a"].seen == 1


def test_the_lost_leave_traces() -> None:
    state = field(inf("a", (500, 500)), tank("t", (600, 500), facing=90), gun("g", (700, 500)))
    g = game(state)
    for stand in list(state.stands.values()):
        destroy(g, stand, "a test")
    traces = seen(state).traces
    assert {id: trace.symbol for id, trace in traces.items()} == {
        "a": "fallen",
        "t": "wreck",
        "g": "wrecked_gun",
    }
    assert traces["t"].facing == 900


def test_the_digest_tells_who_was_seen_lost_and_out_of_command() -> None:
    state = field(
        hq("h", (500, 500)), inf("a", (600, 500)), inf("b", (700, 500), "blue", hidden=True), turn=3
    )
    assert [line.text for line in seen(state).digest] == [
        "Nothing new is seen, nobody is lost and all are in command."
    ]
    g = game(state)
    reveal(g, state.stands["b"], "a test")
    destroy(g, state.stands["a"], "a test")
    state.stands["c"] = inf("c", (1200, 500))
    assert [line.text for line in seen(state).digest] == [
        "Seen: B.",
        "Lost: Red A.",
        "Out of command: Red unit (1).",
    ]
    state.turn = 5
    assert [line.text for line in seen(state).digest] == ["Out of command: Red unit (1)."]


def test_the_forces_tree_shows_ones_own_units_and_of_the_enemy_what_is_known() -> None:
    state = field(hq("h", (500, 500)), inf("a", (600, 500)), inf("x", (700, 500), "blue"))
    state.stands["y"] = inf("y", (800, 500), "blue", hidden=True)
    state.commands["red_command"].first_morale, state.commands["red_command"].second_morale = 3, 5
    own, enemy = seen(state).forces
    (command,) = own.branches
    assert command.note == "0 lost, stops at 3, breaks at 5"
    assert [branch.tokens for branch in command.branches] == [("h", "a")]
    assert [branch.tokens for branch in enemy.branches] == [("x",)]
    assert enemy.branches[0].branches == ()


def test_the_clock_names_turn_and_phases() -> None:
    clock = seen(field(inf("a", (500, 500)), turn=3, phase="movement")).clock
    assert (clock.title, clock.phases[clock.phase]) == ("Turn 3 of 10", "Movement")
    assert len(clock.phases) == 9
    assert seen(field(inf("a", (500, 500)))).clock.phase == -1
    assert seen(night(inf("a", (500, 500)), phase="night")).clock.phases == ("Night", "Morale")


def test_objectives_that_both_want_have_one_ring() -> None:
    match = Match.begin(STANDS, STANDS.prepare("first-lesson"), bytes(32))
    scene = STANDS.scene(match.view("soviet"))
    rings = [shape for shape in scene.shapes.values() if shape.look == "objective"]
    assert [ring.label for ring in rings] == ["Gorelka is taken (Soviet 3); Gorelka is held (German 3)"]


def test_only_looks_that_the_page_knows_are_drawn() -> None:
    for scenario in STANDS.scenarios:
        match = Match.begin(STANDS, STANDS.prepare(scenario), bytes(32))
        for seat in match.setup.seats:
            scene = STANDS.scene(match.view(seat))
            assert {shape.look for shape in scene.shapes.values()} <= set(LOOKS)
            assert {token.symbol for token in scene.tokens.values()} <= set(SYMBOLS)


def test_one_who_sees_everything_sees_both_sides_whole() -> None:
    state = field(inf("a", (500, 500), hidden=True), inf("b", (600, 500), "blue", hidden=True))
    scene = seen(state, "")
    assert set(scene.tokens) == {"a", "b"}
    assert not any(token.mine for token in scene.tokens.values())


def test_a_scene_of_a_large_battle_is_built_in_a_few_milliseconds() -> None:
    match = Match.begin(STANDS, STANDS.prepare("montfleury-plateau"), bytes(32))
    view = match.view(match.setup.seats[0])
    STANDS.scene(view)
    took = []
    for _ in range(5):
        begun = time.process_time()
        STANDS.scene(view)
        took.append(time.process_time() - begun)
    assert min(took) < 0.010
