"""The test of duties crosses ways with duties, and tells what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from deadground.testing.duties import Cell, DutyTable, SourceLine, assignments_to, calls_of

ROWS = ("DUEL-1", "DUEL-2")


def table(exempt: dict[tuple[str, str], str] | None = None) -> DutyTable[list[str]]:
    """Two ways to knock and two duties; who kicks the door knocks, but wipes his feet only by the front."""
    made: DutyTable[list[str]] = DutyTable(("front", "back"), ("knocks", "wipes"), exempt or {})

    @made.scene("front")
    def front() -> list[str]:
        return ["knocks", "wipes"]

    @made.scene("back")
    def back() -> list[str]:
        return ["knocks"]

    for duty in made.duties:

        @made.check(duty)
        def done(scene: list[str], owed: bool, duty: str = duty) -> None:
            assert (duty in scene) == owed

    return made


def test_every_way_meets_every_duty() -> None:
    cells = table({("back", "wipes"): "DUEL-1"}).cells()
    assert [str(cell) for cell in cells] == [
        "front: knocks",
        "front: wipes",
        "back: knocks",
        "back: wipes (exempt: DUEL-1)",
    ]


def test_a_duty_that_is_forgotten_is_red() -> None:
    made = table()
    made.play(Cell("back", "knocks"))
    with pytest.raises(AssertionError):
        made.play(Cell("back", "wipes"))


def test_an_exemption_shows_that_the_duty_is_left_undone() -> None:
    made = table({("back", "wipes"): "DUEL-1"})
    made.play(Cell("back", "wipes", "DUEL-1"))
    with pytest.raises(AssertionError):
        made.play(Cell("front", "wipes", "DUEL-1"))


def test_a_whole_table_has_no_gaps() -> None:
    assert table({("back", "wipes"): "DUEL-1"}).gaps(ROWS) == []


def test_gaps_are_named() -> None:
    made = table({("roof", "wipes"): "DUEL-1", ("back", "wipes"): "DUEL-9"})
    made.ways, made.duties = ("front", "back", "window"), ("knocks", "greets")
    assert made.gaps(ROWS) == [
        "no scene plays the way 'window'",
        "no check asserts the duty 'greets'",
        "the road knows no duty 'wipes'",
        "the exemption of roof: wipes is of no way and duty of the road",
        "the exemption of back: wipes is of no way and duty of the road",
        "back: wipes is exempt by 'DUEL-9', which is no row",
    ]


def test_a_scene_of_an_unknown_way_is_a_gap() -> None:
    made = table()
    made.ways = ("front",)
    assert made.gaps(ROWS) == ["the road knows no way 'back'"]


def test_what_goes_round_the_road_is_found(tmp_path: Path) -> None:
    inner = tmp_path / "rules"
    inner.mkdir()
    (inner / "road.py").write_text("def put(stand, at):\n    stand.at = at\n", "utf-8")
    (tmp_path / "other.py").write_text(
        "from road import put\n\nput(1, 2)\nhere.put(1)\na.at, a.by = 1, 2\na.at += 1\nb = a.at\n", "utf-8"
    )
    assert assignments_to(tmp_path, "at") == [
        SourceLine("other.py", 5),
        SourceLine("other.py", 6),
        SourceLine("rules/road.py", 2),
    ]
    assert calls_of(tmp_path, "put") == [SourceLine("other.py", 3), SourceLine("other.py", 4)]
