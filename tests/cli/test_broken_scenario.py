"""One file that cannot be read is listed as broken, and everything else goes on."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from deadground import cli
from deadground.server.app import make_app
from deadground.server.playable import systems
from deadground.server.store import Store
from deadground.systems.skirmish import scenario_file as skirmish
from deadground.systems.stands import scenario_file as stands

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["deadground", *arguments])
        with pytest.raises(SystemExit) as end:
            cli.main()
        found = capsys.readouterr()
        return int(end.value.code or 0), found.out, found.err

    return command


@pytest.fixture(params=[skirmish, stands], ids=["skirmish", "stands"])
def broken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A system with one more file, which is cut off in the middle."""
    shelf = request.param.SCENARIOS
    shutil.copytree(shelf.folder, tmp_path / "scenarios")
    monkeypatch.setattr(shelf, "folder", tmp_path / "scenarios")
    monkeypatch.setattr(shelf, "_faults", {})
    (tmp_path / "scenarios" / "half.yaml").write_text("scenario: Half\nturns: [", "utf-8")
    system: str = request.param.__name__.split(".")[-2]
    return system


def test_the_list_names_it_as_broken(run: Run, broken: str) -> None:
    status, out, err = run("scenarios", broken, "--json")
    assert (status, err) == (0, "")
    listed: list[dict[str, Any]] = json.loads(out)
    (half,) = [one for one in listed if one["scenario"] == "half"]
    assert "half.yaml:3" in half["broken"]
    assert all(one["pieces"] > 0 and not one["broken"] for one in listed if one is not half)
    assert len(listed) > 4
    assert "cannot be read" in run("scenarios", broken)[1]


def test_others_are_simulated_and_it_is_refused_with_its_line(run: Run, broken: str) -> None:
    whole = {"skirmish": "crossroads", "stands": "first-lesson"}[broken]
    assert run("simulate", whole, "-n", "1", "--seed", "1", "--bots", "random,random")[0] == 0
    status, _, err = run("simulate", "half", "-n", "1")
    assert status == 2
    assert "the scenario 'half' cannot be read" in err
    assert "half.yaml:3" in err


def test_the_table_lists_it_last_and_serves_the_others(broken: str, tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with TestClient(app=make_app(store, systems(), tmp_path / "crashes")) as client:
        battles: list[dict[str, Any]] = client.get("/api/battles").json()
        assert [one["scenario"] for one in battles if one["broken"]] == ["half"]
        assert battles[-1]["scenario"] == "half"
        assert client.get(f"/api/battles/{broken}/half").status_code == 404
        (other, *_) = (one["scenario"] for one in battles if one["system"] == broken)
        assert client.get(f"/api/battles/{broken}/{other}").status_code == 200
