"""Rosters in the data folder: kept, listed, renamed, thrown away, and files that somebody else put there."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from deadground.core.loader import DataError, load
from deadground.core.roster import Roster, SquadOrder
from deadground.desk import rosters
from deadground.desk.rosters import DeskFull, NoRoster, RosterDesk, plain_name
from deadground.systems.skirmish.armies.making import made_by
from deadground.systems.skirmish.armies.rosters import roster_from
from deadground.systems.skirmish.armies.workshop import WORKSHOP


def squad(title: str = "The Third Squad") -> Roster:
    return made_by(SquadOrder(nation="soviet", unit="infantry", year=1943, title=title), "5", {}, 4)


@pytest.fixture
def desk(tmp_path: Path) -> RosterDesk:
    return RosterDesk(WORKSHOP, tmp_path)


def test_a_roster_is_kept_as_the_file_that_the_command_line_reads(desk: RosterDesk) -> None:
    id = desk.add(squad())
    assert id == "the-third-squad"
    assert roster_from(load(desk.folder / "the-third-squad.yaml")) == squad()
    assert desk.read(id) == squad()
    (one,) = desk.all()
    assert (one.id, one.title, one.men, one.house, one.faults) == (id, "The Third Squad", 8, False, 0)
    assert one.about == "Soviet Infantry, 1943"


def test_an_empty_desk_has_nothing(desk: RosterDesk) -> None:
    assert desk.all() == []
    with pytest.raises(NoRoster, match="there is no roster 'x' here"):
        desk.read("x")


def test_two_of_one_title_have_two_names(desk: RosterDesk) -> None:
    assert [desk.add(squad()), desk.add(squad())] == ["the-third-squad", "the-third-squad-2"]
    assert desk.change("the-third-squad-2", squad()) == "the-third-squad-2"
    assert len(desk.all()) == 2


def test_another_title_is_another_name_and_the_old_file_goes(desk: RosterDesk) -> None:
    id = desk.add(squad())
    assert desk.change(id, squad("Größe Ä")) == "groe-a"
    assert [one.id for one in desk.all()] == ["groe-a"]


def test_no_roster_is_called_new(desk: RosterDesk) -> None:
    """The page has that name for one that is not kept yet."""
    assert desk.add(squad("New")) == "new-2"


def test_one_that_is_thrown_away_is_gone(desk: RosterDesk) -> None:
    id = desk.add(squad())
    desk.delete(id)
    assert desk.all() == []
    with pytest.raises(NoRoster):
        desk.delete(id)


@pytest.mark.parametrize("id", ["../secret", "..", "/etc/passwd", "a/b", "", "THE-THIRD-SQUAD", ".hidden"])
def test_a_name_that_leads_elsewhere_leads_nowhere(desk: RosterDesk, tmp_path: Path, id: str) -> None:
    (tmp_path / "secret.yaml").write_text("roster: x", "utf-8")
    desk.add(squad())
    for do in (desk.read, desk.delete):
        with pytest.raises(NoRoster):
            do(id)
    with pytest.raises(NoRoster):
        desk.change(id, squad())
    assert (tmp_path / "secret.yaml").exists()


def test_a_broken_file_is_listed_with_its_trouble(desk: RosterDesk) -> None:
    desk.add(squad())
    (desk.folder / "broken.yaml").write_text("roster: [", "utf-8")
    (desk.folder / "other.yaml").write_text("roster: 3\n", "utf-8")
    (desk.folder / "notes.txt").write_text("not a roster", "utf-8")
    found = {one.id: one.trouble for one in desk.all()}
    assert list(found) == ["broken", "other", "the-third-squad"]
    assert "broken.yaml:" in found["broken"]
    assert found["the-third-squad"] == ""
    with pytest.raises(DataError):
        desk.read("other")


def test_a_json_file_stays_one(desk: RosterDesk) -> None:
    desk.add(squad())
    (desk.folder / "the-third-squad.yaml").rename(desk.folder / "mine.json")
    (desk.folder / "mine.json").write_text(msgspec.json.encode({"roster": "x"}).decode(), "utf-8")
    assert desk.change("mine", squad("Mine")) == "mine"
    assert (desk.folder / "mine.json").read_text("utf-8").startswith("{")


def test_a_full_desk_says_so(desk: RosterDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rosters, "MOST", 1)
    desk.add(squad())
    with pytest.raises(DeskFull, match="1 rosters are kept here already"):
        desk.add(squad())


@pytest.mark.parametrize(
    ("title", "name"), [("Ünits!", "units"), ("…", "roster"), ("a" * 200, "a" * 60), ("A / B", "a-b")]
)
def test_names_are_plain(title: str, name: str) -> None:
    assert plain_name(title) == name
