"""`deadground check`: what it says of a file, and the picture it draws."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import deadground
from deadground import cli

MAPS = Path(deadground.__file__).parent / "systems" / "skirmish" / "maps"

STANDS = MAPS.parents[1] / "stands"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def command(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["deadground", "check", *arguments])
        with pytest.raises(SystemExit) as end:
            cli.main()
        found = capsys.readouterr()
        return int(end.value.code or 0), found.out, found.err

    return command


def test_a_good_map_is_one_line(run: Any) -> None:
    status, out, err = run(str(MAPS / "steppe.yaml"))
    assert (status, err) == (0, "")
    assert out.endswith("the map 'Steppe', a stand-in, 72\" by 48\", 22 pieces with 192 corners\n")
    assert out.count("\n") == 1


def test_the_picture_marks_a_stand_in(run: Any, tmp_path: Path) -> None:
    picture = tmp_path / "steppe.svg"
    assert run(str(MAPS / "steppe.yaml"), "--picture", str(picture))[0] == 0
    text = picture.read_text("utf-8")
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert "Steppe †" in text
    assert "† stand-in" in text


def test_a_bad_map_is_status_1_with_its_line(run: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("name: Bad\nunit: in\nsize: [72, 48]\nfeatures:\n  - {id: a, kind: hil, point: [1, 1]}\n")
    status, out, err = run(str(bad))
    assert (status, out) == (1, "")
    assert "bad.yaml:5: a: no terrain is called 'hil' (did you mean hill" in err
    assert not (tmp_path / "out.svg").exists()


def test_a_scenario_and_an_army_are_one_line_each(run: Any, tmp_path: Path) -> None:
    status, out, err = run(str(STANDS / "scenarios" / "vesnya-crossings.yaml"))
    assert (status, err) == (0, "")
    assert out.endswith(
        "the scenario 'The Crossings of the Vesnya', 10 turns on 'The Crossings of the Vesnya'; "
        "Soviet: 2 command groups, 6 units, 28 stands; German: 2 command groups, 6 units, 24 stands\n"
    )
    status, out, err = run(str(STANDS / "armies" / "fourteenth-corps.yaml"))
    assert (status, err) == (0, "")
    assert out.endswith("the army '14th Corps', 2 command groups, 9 units, 56 stands\n")


def test_a_lesson_of_a_skirmish_is_checked_against_its_own_battle(run: Any, tmp_path: Path) -> None:
    lesson = MAPS.parent / "lessons" / "five-a-side.yaml"
    status, out, err = run(str(lesson))
    assert (status, err) == (0, "")
    assert "the lesson 'Five a side' for soviet, " in out
    wrong = tmp_path / lesson.name
    wrong.write_text(lesson.read_text("utf-8").replace("waiting: Orlov's men", "waiting: Tanks", 1), "utf-8")
    status, _, err = run(str(wrong))
    assert status == 1
    assert "no unit is called 'Tanks'" in err


def test_a_lesson_is_one_line_and_has_no_picture(run: Any, tmp_path: Path) -> None:
    lesson = str(STANDS / "lessons" / "first-lesson.yaml")
    status, out, err = run(lesson)
    assert (status, err) == (0, "")
    assert "the lesson 'First Lesson' for soviet, " in out
    status, _, err = run(lesson, "--picture", str(tmp_path / "lesson.svg"))
    assert status == 2
    assert "a lesson has no picture" in err


@pytest.mark.parametrize(
    "file", sorted((MAPS.parent / "scenarios").glob("*.yaml")), ids=lambda file: file.stem
)
def test_every_shipped_skirmish_is_read_as_one(run: Any, file: Path) -> None:
    status, out, err = run(str(file))
    assert (status, err) == (0, "")
    assert " turns on '" in out
    assert " men" in out


def test_a_skirmish_with_a_mistake_is_refused_as_a_skirmish(run: Any, tmp_path: Path) -> None:
    good = (MAPS.parent / "scenarios" / "crossroads.yaml").read_text("utf-8")
    bad = tmp_path / "mine.yaml"
    bad.write_text(good.replace("turns: 8", "turnz: 8"), "utf-8")
    status, out, err = run(str(bad))
    assert (status, out) == (1, "")
    assert "mine.yaml:4: unknown field `turnz` (did you mean `turns`?)" in err


def test_a_bad_scenario_or_army_is_status_1_with_its_line(run: Any, tmp_path: Path) -> None:
    for folder, name, old, new, said in (
        (
            "scenarios",
            "first-lesson",
            "kind: t34_mid",
            "kind: t34_mad",
            "no kind of stand is called 't34_mad'",
        ),
        (
            "armies",
            "fourteenth-corps",
            "cards: 4,",
            "cards: 9,",
            "23rd Tank Regiment has 9 cards for 8 stands",
        ),
        (
            "lessons",
            "first-lesson",
            "waiting: Tank platoon",
            "waiting: Tank platon",
            "no unit is called 'Tank platon'",
        ),
    ):
        text = (STANDS / folder / f"{name}.yaml").read_text("utf-8").replace(old, new, 1)
        line = 1 + text[: text.index(new)].count("\n")
        bad = tmp_path / f"{name}.yaml"
        bad.write_text(text, "utf-8")
        status, out, err = run(str(bad))
        assert (status, out) == (1, "")
        assert f"{name}.yaml:{line}: {said}" in err


def test_the_picture_of_a_scenario_is_its_map_and_an_army_has_none(run: Any, tmp_path: Path) -> None:
    picture = tmp_path / "lesson.svg"
    assert run(str(STANDS / "scenarios" / "first-lesson.yaml"), "--picture", str(picture))[0] == 0
    assert "First Lesson" in picture.read_text("utf-8")
    status, _, err = run(str(STANDS / "armies" / "fourteenth-corps.yaml"), "--picture", str(picture))
    assert status == 2
    assert "an army has no picture" in err


def test_another_kind_of_file_is_status_1(run: Any, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text("colour: blue\n")
    status, out, err = run(str(other))
    assert (status, out) == (1, "")
    assert "other.yaml:1: this is no kind of file that can be checked (a scenario has `scenario` and" in err
    assert "a roster has `roster` and `men`, " in err
    assert err.endswith("a map has `size`, `unit` and `features`)\n")


def test_no_file_and_no_place_for_the_picture_are_status_2(run: Any, tmp_path: Path) -> None:
    assert run(str(tmp_path / "none.yaml"))[0] == 2
    status, _, err = run(str(MAPS / "steppe.yaml"), "--picture", str(tmp_path / "no" / "map.svg"))
    assert status == 2
    assert "the picture cannot be written" in err
