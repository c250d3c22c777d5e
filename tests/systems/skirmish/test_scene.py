"""The table as a seat sees it: men, marks, ghosts, the fallen, forces, the clock; and the sheet of a scenario."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from deadground.space.units import inches
from deadground.systems.skirmish.rules.activation.activation import Phase
from deadground.systems.skirmish.rules.movement.standing import get_up
from deadground.systems.skirmish.rules.reactions.casualties import take_down
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import Ghost, Marker, Pef, Unit
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.skirmish.table.looks import LOOKS
from deadground.systems.skirmish.table.scene import scene
from deadground.systems.skirmish.table.symbols import HELD, MARKS, POSES, RANKS, SYMBOLS, TRACES
from deadground.testing import bounds, rule
from tests.systems.skirmish.solo import solo
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, SMG, foe, man, point, table


def seen_by(seat: str, state: Any) -> Any:
    with playing(state, Phase("red")) as p:
        found = scene(p.match.view(seat))
        p.pending(red="Choose a group")
    return found


def full() -> Any:
    state = table(
        man("anna", (10, 30), rep=5, rank="squad_leader", star=True, attributes=("stealthy",)),
        man("bert", (12, 30), weapons=(SMG,), status="hunker_down", prone=True),
        man("carl", (14, 30), weapons=(LMG,), status="out_of_the_fight"),
        foe("x", (10, 10), weapons=(), shown_rep=3, rep=3),
        foe("dead", (14, 10), status="obviously_dead"),
        foe("gone", (16, 10), status="gone"),
    )
    state.markers["m"] = Marker("m", "crater", point((20, 20)))
    return state


def test_men_on_the_table_are_tokens_and_the_fallen_are_traces() -> None:
    found = seen_by("red", full())
    assert set(found.tokens) == {"anna", "bert", "x"}
    assert {id: one.symbol for id, one in found.traces.items()} == {
        "carl": "man_wounded",
        "dead": "man_dead",
        "m": "crater",
    }
    assert [found.tokens[id].symbol for id in ("anna", "bert", "x")] == [
        "man_rifle_standing_star",
        "man_smg_hunkered_man",
        "man_unarmed_standing_man",
    ]
    assert found.tokens["anna"].mine
    assert not found.tokens["x"].mine


def test_marks_and_lines_say_how_a_man_is_and_keep_what_is_the_owners() -> None:
    own, other = seen_by("red", full()).tokens, seen_by("blue", full()).tokens
    assert [mark.sign for mark in own["anna"].marks] == ["star", "leader"]
    assert [mark.sign for mark in own["bert"].marks] == ["hunkered", "prone"]
    assert own["anna"].lines[0].text == "Squad leader, Rep 5"
    assert other["anna"].lines[0].text == "Squad leader, Rep not known"
    assert own["x"].lines[0].text == "Soldier, Rep 3"
    assert any(line.text == "stealthy" for line in own["anna"].lines)
    assert not any(line.text == "stealthy" for line in other["anna"].lines)
    assert own["anna"].lines[1].stand_in, "the core weapons are ours"


def test_everything_sent_is_something_the_page_can_draw() -> None:
    found = seen_by("red", full())
    assert {token.symbol for token in found.tokens.values()} <= set(SYMBOLS)
    assert {trace.symbol for trace in found.traces.values()} <= set(TRACES)
    assert {mark.sign for token in found.tokens.values() for mark in token.marks} <= set(MARKS)


def test_a_ghost_is_drawn_with_the_turn_it_was_last_seen_in() -> None:
    state = full()
    state.ghosts["g"] = Ghost("g", "x", "red", point((30, 30)), 0, 2, "X", "core.smg")
    assert seen_by("red", state).tokens["g"].seen == 2
    assert "g" not in seen_by("blue", state).tokens


def test_question_marks_on_one_spot_are_drawn_side_by_side() -> None:
    state = full()
    for number in (1, 2):
        state.pefs[f"p{number}"] = Pef(f"p{number}", number, "blue", point((30, 10)))
    tokens = seen_by("red", state).tokens
    (x, y), (beside, also) = tokens["p1"].at, tokens["p2"].at
    assert (x, y) == point((30, 10))
    assert also == y
    assert beside - x >= tokens["p1"].width


def test_forces_are_units_with_their_men() -> None:
    red, blue = seen_by("red", full()).forces
    assert (red.label, red.branches[0].note) == ("Red", "2 of 3")
    assert red.branches[0].tokens == ("anna", "bert", "carl"), "the wounded man lies there still"
    assert blue.branches[0].note == "1 of 3 in sight, 1 out of the fight", "who is not seen may well be there"
    assert blue.branches[0].tokens == ("x", "dead"), "who has left is nowhere"


def test_enemies_who_are_all_down_are_not_said_to_be_out_of_sight() -> None:
    state = table(
        man("anna", (10, 30), rank="squad_leader"),
        foe("x", (10, 20), status="obviously_dead"),
        foe("y", (12, 20), status="out_of_the_fight"),
        foe("z", (30, 10)),
    )
    state.figures["z"].unit = "others"
    state.units["others"] = Unit("others", "blue", "Others", strength=1)
    state.units["blue_squad"].strength = 2
    _, blue = seen_by("red", state).forces
    assert [branch.note for branch in blue.branches] == ["all 2 out of the fight", "1 of 1 in sight"]


def test_who_was_seen_to_fall_is_not_forgotten_when_he_is_out_of_sight() -> None:
    """NR-108: he lies where he was seen last, and counts among those who are out of it."""
    lying, standing = foe("x", (12, 10), status="out_of_the_fight"), foe("y", (14, 10))
    state = solo(man("anna", (10, 30)), lying, standing, knowledge="ghosts")
    state.units["blue_squad"].strength = 2
    g = game(state)
    look_round(g)
    state.figures["anna"].facing = 1800
    look_round(g)
    found = seen_by("red", state)
    lies, stands = state.ghosts.values()
    assert found.traces[lies.id].state == "wounded, seen in turn 1"
    assert found.traces[lies.id].symbol == "man_wounded"
    assert lies.id not in found.tokens, "nobody stands there"
    assert found.tokens[stands.id].seen == 1
    blue = found.forces[1].branches[0]
    assert blue.note == "0 of 2 in sight, 1 out of the fight"
    assert blue.tokens == (lies.id,)
    state.figures["anna"].facing = 0
    look_round(g)
    again = seen_by("red", state)
    assert again.traces["x"].state == "wounded"
    assert again.forces[1].branches[0].note == "1 of 2 in sight, 1 out of the fight"


def test_a_dug_position_bears_its_name_at_the_end_that_lies_in_no_building() -> None:
    house = "  - {id: house, kind: structure, polygon: [[26, 26], [31, 26], [31, 34], [26, 34]]}"
    state = table(man("anna", (10, 40), rank="squad_leader"), foe("x", (12, 10)), pieces=house)
    state.markers["t"] = Marker("t", "trench", point((25, 30)), across=inches(6))
    (name,) = [one for one in seen_by("red", state).shapes.values() if one.label == "a dug position"]
    assert name.points == (point((22, 30)),)


def test_units_of_one_name_are_told_apart_by_a_number() -> None:
    state = table(man("anna", (10, 30), rank="squad_leader"), foe("x", (10, 20)), foe("y", (12, 20)))
    state.figures["y"].unit = "second"
    state.units["second"] = Unit("second", "blue", state.units["blue_squad"].name, strength=1)
    red, blue = seen_by("red", state).forces
    name = state.units["blue_squad"].name
    assert [one.label for one in blue.branches] == [f"{name} 1", f"{name} 2"]
    assert red.branches[0].label == state.units["red_squad"].name


@rule("NUTS-REACT-07")
def test_how_each_man_is_stands_with_him_as_far_as_the_reader_knows() -> None:
    """Knocked down until he is on his feet again; that a man is out of ammunition is his own side's affair."""
    state = table(
        man("hit", (10, 30), rep=4),
        man("dry", (12, 30), empty=("core.ba_rifle",), status="hunker_down"),
        man("low", (14, 30), prone=True),
        man("busy", (18, 30), empty=("core.ba_rifle",), reloading="core.ba_rifle"),
        man("out", (16, 30), status="out_of_the_fight"),
        foe("x", (10, 10)),
    )
    take_down(game(state), state.figures["hit"], "carry_on")
    own, other = seen_by("red", state), seen_by("blue", state)
    assert {id: one.state for id, one in own.tokens.items()} == {
        "hit": "knocked down",
        "dry": "hunkers down, out of ammunition",
        "low": "",
        "busy": "reloading",
        "x": "",
    }
    assert other.tokens["dry"].state == "hunkers down, out of ammunition"
    assert own.traces["out"].state == "wounded"
    marks = {
        id: [mark.sign for mark in own.tokens[id].marks if mark.sign in ("empty", "reloading")]
        for id in ("dry", "busy")
    }
    assert marks == {"dry": ["empty"], "busy": ["reloading"]}
    get_up(game(state), state.figures["hit"])
    state.figures["hit"].prone = True
    assert seen_by("red", state).tokens["hit"].state == "", "he lies down by himself now"


@bounds("NUTS-PEF-05")
def test_a_question_mark_says_what_hides_it_from_the_nearest_man() -> None:
    """Two inches away behind a wood, and once he has come round it nothing hides it."""
    wood = "  - {id: wood, kind: woods, name: the copse, polygon: [[9, 26], [11, 26], [11, 28], [9, 28]]}"
    state = table(man("a", (10, 28.6)), man("far", (40, 40)), foe("x", (60, 5)), pieces=wood)
    state.pefs["p"] = Pef("p", 1, "blue", point((10, 25.4)))
    lines = {line.text: line.rows for line in seen_by("red", state).tokens["p"].lines}
    said = 'A, 3.2" away, does not see it: the copse is in the way.'
    assert said in lines
    assert "NUTS-LOS-01" in lines[said]
    state.figures["a"].at = point((13, 25.4))
    assert not any("does not see" in line.text for line in seen_by("red", state).tokens["p"].lines)


def test_the_clock_names_the_turn_and_its_phases() -> None:
    state = full()
    state.order = ("red", "blue")
    state.sides["red"].die = 0
    clock = seen_by("red", state).clock
    assert (clock.title, clock.phases, clock.phase) == ("Turn 1 of 12", ("Red, 0", "Blue, 0"), 0)


def test_a_dug_position_is_drawn_on_the_table_alone_and_is_called_by_its_name() -> None:
    state = full()
    at = point((1, 20))
    state.markers["dug"] = Marker("dug", "trench", at, inches(6), what="trench", side="blue", facing=0)
    drawn = [one for one in seen_by("red", state).traces.values() if one.symbol == "trench"]
    assert drawn
    assert all(one.at[0] >= 0 for one in drawn)
    with playing(state, Phase("red")) as p:
        look = LOOKS["ground"](p.match.view("red"), {"at": at})
        assert look.title == "A dug position"
        assert look.lines[0].text.startswith("Cover for")
        p.pending(red="Choose a group")


def test_the_sheet_of_a_scenario() -> None:
    sheet = SKIRMISH.sheet("crossroads")
    assert [(side.name, side.pieces, side.army) for side in sheet.sides] == [
        ("German", 4, "Patrol Weber"),
        ("Soviet", 4, "Patrol Orlow"),
    ]
    assert (sheet.turns, sheet.minutes, sheet.pieces) == (8, 15, "men")
    assert SKIRMISH.drawing("crossroads").startswith("<svg")
    assert SKIRMISH.drawing("nowhere") == ""
    assert SKIRMISH.thumbnail("crossroads").startswith("<svg")
    assert isinstance(SKIRMISH.clock(SKIRMISH.new_state(SKIRMISH.prepare("crossroads"))).title, str)


def test_the_page_draws_the_same_men_by_the_same_words() -> None:
    """The parts of a man's symbol are listed once here and once in the page."""
    text = (Path(__file__).parents[3] / "web/src/scene/symbols/soldiers.ts").read_text("utf-8")
    for name, words in (("WEAPONS", HELD), ("POSES", POSES), ("RANKS", RANKS)):
        found = re.search(rf"export const {name} = \[(.*?)\] as const", text, re.DOTALL)
        assert found is not None
        assert tuple(re.findall(r'"(\w+)"', found[1])) == words


def test_the_scene_brings_the_words_that_a_page_explains() -> None:
    found = seen_by("red", full())
    says = {term.says.partition(":")[0]: term.found for term in found.terms}
    for word, text in (
        ("Rep", "Soldier, Rep 4"),
        ("A question mark", "Two question marks"),
        ("Ducking back", "Duck back"),
        ("Hunkered down", "he hunkers"),
    ):
        assert re.search(says[word], text), word
    assert not any(re.search(pattern, "Report to the Starosta.") for pattern in says.values())
    assert "thrown for this turn" in found.phase_says
    assert found.terms == SKIRMISH.terms
