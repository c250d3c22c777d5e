"""Platoons from the command line, refusals with their rows, and squads of one's own in simulated battles."""

from __future__ import annotations

from pathlib import Path

from deadground.core.loader import load
from deadground.systems.skirmish.armies.rosters import roster_from
from tests.cli.conftest import Ask


def test_a_platoon_is_a_file_for_each_squad(ask: Ask, tmp_path: Path) -> None:
    order = ("roster", "new", "--nation", "romanian", "--platoon", "--seed", "4", "--star", "nco")
    answer = ask(*order, "--out", tmp_path / "platoon.yaml")
    assert (answer.status, answer.err) == (0, "")
    files = [tmp_path / f"platoon-{number}.yaml" for number in (1, 2, 3)]
    assert [str(file) in answer.out for file in files] == [True] * 3
    squads = [roster_from(load(file)) for file in files]
    assert [(one.squad, one.player) for one in squads] == [(1, True), (2, False), (3, False)]
    assert [ask("roster", "show", file).status for file in files] == [0, 0, 0]
    shown = ask(*order, "--json").json
    assert [[man["name"] for man in one["men"]] for one in shown] == [
        [man.name for man in one.men] for one in squads
    ]
    assert ask(*order).out.count("Romanian Infantry, 1943") == 3


def test_what_a_platoon_cannot_be(ask: Ask, tmp_path: Path) -> None:
    order = ("roster", "new", "--nation", "german", "--platoon")
    assert "a crew is no platoon (COT-SQUAD-10)" in ask(*order, "--unit", "crew").refusal
    assert "--name is for the men of one squad" in ask(*order, "--name", "Otto").refusal
    assert "writes no files" in ask(*order, "--json", "--out", tmp_path / "x.yaml").refusal


def test_a_refusal_names_every_fault_with_its_rows(ask: Ask) -> None:
    told = ask("roster", "new", "--nation", "german", "--stiffen", "zampolit", "--pick", "tank=1").refusal
    assert "there is nothing called 'tank' to pick" in told
    assert "only Red Army units are stiffened (COT-UNIT-09)" in told
    assert "(COT-SQUAD-09)" in ask("roster", "new", "--nation", "german", "--year", "1939").refusal
    assert "(COT-SQUAD-09)" in ask("roster", "new", "--nation", "german", "--unit", "nkvd").refusal


def test_a_squad_of_ones_own_in_simulated_battles(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "squad.yaml"
    ask("roster", "new", "--nation", "soviet", "--year", "1943", "--seed", "8", "--out", file)
    battle = ("simulate", "lipki-village", "-n", "1", "--jobs", "1", "--bots", "random,random", "--json")
    own, usual = ask(*battle, "--roster", f"soviet={file}").json, ask(*battle).json
    assert (own["n"], usual["n"]) == (1, 1)
    assert (own["losses"], own["reasons"], own["turns"]) != (
        usual["losses"],
        usual["reasons"],
        usual["turns"],
    )


def test_what_is_refused_of_a_squad_for_a_battle(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "squad.yaml"
    ask("roster", "new", "--nation", "soviet", "--year", "1943", "--seed", "8", "--out", file)
    battle = ("simulate", "lipki-village", "-n", "1", "--roster")
    assert "this side is German" in ask(*battle, f"german={file}").refusal
    assert "there is no side 'red'" in ask(*battle, f"red={file}").refusal
    assert "is not side=file" in ask(*battle, str(file)).refusal
    assert "there is no file" in ask(*battle, f"soviet={tmp_path / 'none.yaml'}").refusal
    assert "is none" in ask("simulate", "first-lesson", "--roster", f"soviet={file}").refusal
    file.write_text(file.read_text("utf-8").replace("[smg]", "[german.smg]"), "utf-8")
    broken = ask(*battle, f"soviet={file}")
    assert broken.status == 1
    assert "(COT-EQUIP-04)" in broken.err
