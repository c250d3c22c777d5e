"""Scenario files: what is said about bad ones, and the limits of what they may say."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from deadground.core.loader import DataError, load
from deadground.systems.stands.scenario_file import scenario_from
from deadground.systems.stands.setup import Muster, battle
from tests.systems.stands.scenarios import blue, refused, scenario, text_with
from tests.systems.stands.system import playing

GUNS = "first.guns: {at: [400, 900]}"


def top(line: str) -> tuple[str, str]:
    """A line more at the top of the scenario."""
    return "turns: 8\n", f"turns: 8\n{line}\n"


WRONG: list[tuple[tuple[str, str], str, str]] = [
    (
        ("date: 1943-07", "date: 1943-13"),
        "date: 1943-13",
        "'1943-13' is no date of this war (year and month from 1936",
    ),
    (("date: 1943-07", "date: 1963-07"), "date: 1963-07", "no date of this war"),
    (("date: 1943-07", "date: July"), "date: July", "such as 1943-07"),
    (("id: blue", "id: red"), "- id: red", "both sides are called 'red'"),
    (("edge: north", "edge: south"), "edge: south", "both sides have the south edge"),
    (("name: Blue", "nome: Blue"), "nome: Blue", "unknown field `nome`"),
    (
        ("{kind: tiger_1}", "{kind: tiger_l}"),
        "- {id: tanks",
        "no kind of stand is called 'tiger_l' (did you mean tiger",
    ),
    (
        (GUNS, "first.gun: {at: [400, 900]}"),
        "first.gun: {at: [400, 900]}",
        "Red has no formation 'first.gun' (did you mean first.guns",
    ),
    (
        ("      first.guns: {at: [400, 900]}\n", ""),
        "deployment:",
        "nothing says where Guns begins (add `first.guns",
    ),
    (
        (GUNS, "first.guns: {at: [10, 900]}"),
        "first.guns: {at: [10, 900]}",
        "stand 1 of Guns at (-10, 900) is not wholly on the table (the table is 1000 by 1000 mm",
    ),
    (
        (GUNS, "first.guns: {at: [340, 900]}"),
        "first.guns: {at: [340, 900]}",
        "stand 1 of Guns at (320, 900) stands on another stand",
    ),
    (
        (GUNS, "first.guns: {at: [500, 500]}"),
        "first.guns: {at: [500, 500]}",
        "stands in Duck Pond, which nobody can enter",
    ),
    (
        (GUNS, "first.guns: {stands: [{at: [400, 900]}]}"),
        "first.guns: {stands",
        "1 places for the 2 stands of Guns (2 of them)",
    ),
    (
        (GUNS, "first.guns: {facing: 90}"),
        "first.guns: {facing: 90}",
        "a place has either `at` for a block or `stands` one by one",
    ),
    (
        (GUNS, "first.guns: {at: [400, 900], enters: 9}"),
        "first.guns: {at: [400, 900], enters: 9}",
        "Guns enters after the last turn (a turn up to 8)",
    ),
    (blue("army: fourteenth-corps"), "- id: blue", "Blue has two armies"),
    (blue("pre_battle: true"), "pre_battle: true", "does not attack (`attacker: true`"),
    (blue("off_table: {shots: 2, at: [500, 10]}"), "off_table", "a point on the edge of the table, KIM-R24"),
    (blue("merged: [[first]]"), "merged", "merged with none"),
    (blue("merged: [[first, secnd]]"), "merged", "no command group 'secnd' (did you mean second"),
    (blue("merged: [[first, second], [second, first]]"), "merged", "'second' is merged twice"),
    (blue("intelligence: pool"), "intelligence: pool", "Blue has no pool"),
    (
        blue("intelligence: pool\n    pool: {infantri: 3}"),
        "pool: {infantri: 3}",
        "no kind of stand is called 'infantri'",
    ),
    (
        blue("intelligence: pool\n    pool: {hq: 1, infantry: 3, zis3: 2}"),
        "pool:",
        "the enemy has 4 of 'infantry', the pool 3",
    ),
    (
        blue("squadrons: [{id: a, name: A, a_day: 1, plan: [{turn: 9, mission: recon}]}]"),
        "squadrons",
        "A cannot appear in turn 9",
    ),
    (
        blue(
            "squadrons: [{id: a, name: A, a_day: 1, plan: [{turn: 1, mission: recon}, {turn: 2, mission: recon}]}]"
        ),
        "squadrons",
        "A appears 2 times (1 a day, KIM-5.1a)",
    ),
    (
        blue("squadrons: [{id: a, name: A, a_day: 1}, {id: a, name: B, a_day: 1}]"),
        "squadrons",
        "two squadrons 'a'",
    ),
    (
        blue(
            "seats: [{id: anna, commander: true, commands: [first]}, {id: bert, commands: [second, third]}]"
        ),
        "seats",
        "Blue has no command group 'third'",
    ),
    (
        blue(
            "seats: [{id: anna, commander: true, commands: [first]}, {id: bert, commands: [second, first]}]"
        ),
        "seats",
        "'first' is owned by anna and by bert",
    ),
    (
        blue("seats: [{id: anna, commands: [first]}, {id: bert, commands: [second]}]"),
        "seats",
        "Blue needs one army commander",
    ),
    (
        blue("seats: [{id: anna, commander: true, commands: [first]}, {id: bert, commands: []}]"),
        "seats",
        "nobody owns the command group 'second'",
    ),
    (
        blue("seats: [{id: anna, commander: true, commands: [first]}, {id: anna, commands: [second]}]"),
        "seats",
        "the seat 'anna' is taken",
    ),
    (
        blue("seats: [{id: anna, commander: true, commands: [first]}, {id: umpire, commands: [second]}]"),
        "seats",
        "the seat 'umpire' is taken",
    ),
    (blue("tasks: [{id: a, name: A, who: [cook]}]"), "tasks", "nobody is called 'cook'"),
    (blue("tasks: [{id: a, name: A, who: []}]"), "tasks", "nobody may work at 'A'"),
    (
        blue("tasks: [{id: a, name: A, who: [infantry], effect: clear mine}]"),
        "tasks",
        "no minefield of the map",
    ),
    (blue("tasks: [{id: a, name: A, who: [infantry], effect: blow river}]"), "tasks", "no bridge of the map"),
    (
        blue("tasks: [{id: a, name: A, who: [infantry], effect: dance}]"),
        "tasks",
        "'dance' is nothing that work can do",
    ),
    (
        blue("tasks: [{id: a, name: A, who: [infantry], near: [1, 1]}]"),
        "tasks",
        "`near` and `within` go together",
    ),
    (top("nights: [9]"), "nights: [9]", "turn 9 cannot be a night turn (each once, from 1 to 8)"),
    (top("nights: [3, 3]"), "nights: [3, 3]", "turn 3 cannot be a night turn"),
    (top("options: {retir: at_once}"), "options", "no option is called 'retir' (did you mean retire"),
    (top("options: {retire: later}"), "options", "cannot be 'later' (one of at_once, march_off)"),
    (
        top("numbers: {comand_radius: 300}"),
        "numbers",
        "no number is called 'comand_radius' (did you mean command_radius",
    ),
    (top("ground: {impassable: [rivr]}"), "ground", "no piece of the map"),
    (top("ground: {steep: [river]}"), "ground", "no hill or ridge or fold of the map"),
    (top("ground: {cleared_minefields: [trench]}"), "ground", "no minefield of the map"),
    (top("lines: {a: {from: [0, 0], to: [1001, 0]}}"), "lines", "(1001, 0) lies off the table"),
    (top("lines: {a: {from: [0, 0], to: [0, 0]}}"), "lines", "the line 'a' has no length"),
    (top("command_rolls: {when: past_line, line: a}"), "command_rolls", "the line 'a', which is not drawn"),
    (top("command_rolls: {line: a}"), "command_rolls", "a line that nothing asks for"),
    (
        top("victory:\n  - {kind: hold, side: rde, name: It, at: [500, 100], within: 50}"),
        "- {kind: hold",
        "no side is called 'rde' (did you mean red",
    ),
    (
        top("victory:\n  - {kind: hold, side: red, name: It, at: [1500, 100], within: 50}"),
        "- {kind: hold",
        "(1500, 100) lies off the table",
    ),
    (
        top("victory:\n  - {kind: hald, side: red, name: It, at: [500, 100], within: 50}"),
        "- {kind: hald",
        "`hald` is not allowed",
    ),
]


@pytest.mark.parametrize(("change", "line", "said"), WRONG, ids=[said for *_, said in WRONG])
def test_what_is_wrong_with_a_scenario_is_said_with_its_line(
    change: tuple[str, str], line: str, said: str
) -> None:
    where, complaint = refused(change)
    assert where.startswith(line)
    assert said in complaint


def test_an_unknown_map_or_army_is_answered_with_the_nearest(tmp_path: Path) -> None:
    text = text_with()
    name = next(line for line in text.splitlines() if line.startswith("map: "))
    assert refused((name, "map: first-leson")) == (
        "map: first-leson",
        "no map is called 'first-leson' (did you mean first-lesson?)",
    )
    inline = text[text.index("    forces:\n      army: Blues") : text.rindex("    deployment:")]
    file = tmp_path / "own.yaml"
    file.write_text(text.replace(inline, "    army: forteenth-corps\n"), "utf-8")
    with pytest.raises(
        DataError, match=r"no army is called 'forteenth-corps' \(did you mean fourteenth-corps or "
    ):
        scenario_from(load(file), "own", file.parent)


def test_an_army_may_lie_beside_its_scenario(tmp_path: Path) -> None:
    text = text_with()
    inline = text[text.index("    forces:\n      army: Blues") : text.rindex("    deployment:")]
    lines = [line[6:] for line in inline.splitlines()[1:]]
    (tmp_path / "blues.yaml").write_text("\n".join(lines) + "\n", "utf-8")
    file = tmp_path / "own.yaml"
    file.write_text(text.replace(inline, "    army: blues\n"), "utf-8")
    found = scenario_from(load(file), "own", file.parent)
    assert (found.id, found.armies["blue"]) == ("own", scenario().armies["blue"])


@pytest.mark.parametrize(
    ("date", "fine"),
    [("1936-01", True), ("1945-12", True), ("1935-12", False), ("1946-01", False), ("1943-00", False)],
)
def test_dates_of_the_war(date: str, fine: bool) -> None:
    change = ("date: 1943-07", f"date: {date}")
    if fine:
        state = battle(scenario(change))
        assert f"{state.year}-{state.month:02}" == date
    else:
        assert refused(change)[0] == f"date: {date}"


def test_units_whose_names_run_into_each_other_keep_apart() -> None:
    alike = ("{id: guns, name: Guns,", "{id: rifles_1, name: Guns,")
    start = battle(scenario(alike, (GUNS, "first.rifles_1: {at: [400, 900]}")))
    with playing(start, Muster()) as p:
        units = Counter(
            p.state.units[stand.unit].name for stand in p.state.stands.values() if stand.side == "red"
        )
        assert units == {"First HQ": 1, "Rifles": 4, "Guns": 2}
        assert all(id == stand.id for id, stand in p.state.stands.items())
        p.nothing_pending()


def test_limits_of_numbers_are_inclusive() -> None:
    turned = (GUNS, "first.guns: {at: [400, 900], facing: 0}")
    assert battle(scenario(turned)).stands["red-first-guns-1"].facing == 0
    assert refused((GUNS, "first.guns: {at: [400, 900], facing: 360}"))[0].startswith("first.guns")
    assert refused((GUNS, "first.guns: {at: [400, 900], facing: 359.99, gap: 301}"))[0].startswith(
        "first.guns"
    )
    small = "{kind: zis3, count: 2, width: 10, depth: 120}"
    assert battle(scenario(("{kind: zis3, count: 2}", small))).stands["red-first-guns-1"].width == 100
    for size in ("width: 9", "depth: 121"):
        assert refused(("{kind: zis3, count: 2}", f"{{kind: zis3, count: 2, {size}}}"))[0].startswith(
            "- {id: guns"
        )
    plan = "plan: [{turn: 7, mission: recon}, {turn: 8, mission: recon}]"
    squadron = f"squadrons: [{{id: a, name: A, a_day: 2, {plan}}}]"
    assert battle(scenario(blue(squadron))).squadrons["blue-a"].plan == ((7, "recon"), (8, "recon"))
    assert "A cannot appear in turn 7" in refused(blue(squadron), more="nights: [7]\n")[1]
    nights = battle(scenario(more="nights: [8]\n"))
    assert nights.night_turns == (8,)
    broken = "victory: [{kind: broken, side: red, name: It, commands: 1}]"
    assert scenario(top(broken)).file.victory
    assert "victory" in refused(top(broken.replace("commands: 1", "commands: 0")))[0]
    late = (GUNS, "first.guns: {at: [400, 900], enters: 8}")
    assert battle(scenario(late)).commands["red-first"].to_come == 2
    edge = "lines: {a: {from: [0, 0], to: [1000, 1000]}}"
    assert battle(scenario(top(edge))).lines == (((0, 0), (10_000, 10_000)),)


def test_five_players_are_one_too_many() -> None:
    seats = ", ".join(f"{{id: p{i}, commander: {'true' if i == 0 else 'false'}}}" for i in range(5))
    assert (
        "5 players for Blue (up to 4)"
        in refused(("edge: north\n", f"edge: north\n    seats: [{seats}]\n"))[1]
    )


def test_one_side_or_three_are_refused() -> None:
    text = text_with()
    one = text[text.index("  - id: blue") :]
    assert "1 sides (two)" in refused((one, ""))[1]
