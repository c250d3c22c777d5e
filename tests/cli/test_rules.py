"""`deadground rules`: what it prints, what it refuses, and what it must not import."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from deadground import cli
from deadground.systems import registry
from deadground.testing import proof


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of its own, so that what the real one has measured does not matter."""
    monkeypatch.setattr(proof, "checkout", lambda: tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "tests").mkdir()
    return tmp_path


class Ran:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def command(*arguments: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["deadground", *arguments])
        with pytest.raises(SystemExit) as end:
            cli.main()
        found = capsys.readouterr()
        return Ran(int(end.value.code or 0), found.out, found.err)

    return command


def measure(home: Path, rows: dict[str, list[str]], stale: bool = False) -> None:
    digest = "old" if stale else proof.source_digest(proof.PACKAGE, home / "tests")
    proof.write(home / "build" / proof.FILE, proof.Proof(digest, rows))


def test_json_has_all_rows(run: Any) -> None:
    """A fresh copy of the sources has the record, and no list of tests."""
    ran = run("rules", "--json")
    assert (ran.status, ran.err) == (0, "")
    document = json.loads(ran.out)
    assert list(document) == ["systems", "rows", "measured"]
    recorded = {name: msgspec.to_builtins(one) for name, one in proof.recorded().items()}
    assert document["systems"] == recorded
    assert recorded["stands"]["proven"] == recorded["stands"]["rows"] == 133
    assert document["measured"] is None
    assert len(document["rows"]) == sum(one["rows"] for one in recorded.values())
    assert sum(row["proven"] for row in document["rows"]) == sum(one["proven"] for one in recorded.values())
    assert document["rows"][0] == {
        "id": "NUTS-ACT-01",
        "title": "Two activation dice a turn",
        "system": "skirmish",
        "area": "ACT",
        "kind": "procedure",
        "proven": True,
        "proven_by": None,
        "waits_for": None,
    }
    later = next(row for row in document["rows"] if row["id"] == "NUTS-CAMP-01")
    assert (later["proven"], later["waits_for"]) == (False, "The campaign")


def test_a_measured_run_names_the_tests(run: Any, home: Path) -> None:
    measure(home, {"KIM-4.3a": ["tests/x.py::test_a"], "DUEL-1": ["tests/x.py::test_b"]})
    document = json.loads(run("rules", "stands", "--json").out)
    assert document["measured"] == {"stale": False}
    assert [row["proven_by"] for row in document["rows"] if row["proven_by"]] == [["tests/x.py::test_a"]]
    unproven = json.loads(run("rules", "skirmish", "--json", "--unproven").out)
    one = unproven["systems"]["skirmish"]
    assert len(unproven["rows"]) == one["rows"] - one["proven"]


def test_a_change_makes_the_measure_stale(run: Any, home: Path) -> None:
    measure(home, {}, stale=True)
    assert json.loads(run("rules", "--json").out)["measured"] == {"stale": True}
    measure(home, {})
    assert json.loads(run("rules", "--json").out)["measured"] == {"stale": False}
    (home / "tests" / "test_new.py").write_text("", "utf-8")
    assert json.loads(run("rules", "--json").out)["measured"] == {"stale": True}


def test_an_installed_package_compares_its_own_half(
    home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "deadground"
    package.mkdir()
    (package / "a.py").write_text("1", "utf-8")
    monkeypatch.setattr(proof, "PACKAGE", package)
    monkeypatch.setattr(proof, "checkout", lambda: None)
    assert proof.latest() is None
    proof.write(package / proof.FILE, proof.Proof(proof.source_digest(package, home / "tests"), {}))
    found = proof.latest()
    assert found is not None
    assert found[1] is False
    (package / "a.py").write_text("2", "utf-8")
    assert proof.latest() == (found[0], True)


def test_progress_by_system_and_by_area(run: Any) -> None:
    said = run("rules").out
    lines = [line.split() for line in said.splitlines()]
    for name, one in proof.recorded().items():
        version = [one.version] if one.version else ["none", "yet"]
        assert [name, *version, str(one.rows), str(one.proven)] in [line[:-1] for line in lines]
    assert "A whole run of the tests fails unless it proves just these rows." in said
    lines = [line.split() for line in run("rules", "stands").out.splitlines()]
    assert ["3", "Seeing", "and", "hiding", "9", "9", "█" * 20] in lines
    assert ["A", "Sheets", "2", "2", "█" * 20] in lines


def test_unproven_lists_rows_and_then_nothing(run: Any) -> None:
    ran = run("rules", "stands", "--unproven")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    said = run("rules", "skirmish", "--unproven").out
    assert ["NUTS-CAMP-01", "setup", "Campaign", "set-up", "steps", "The", "campaign"] in [
        line.split() for line in said.splitlines()
    ]
    assert "NUTS-ACT-01" not in said
    orsha = registry.catalogue("orsha").rows
    assert f"orsha: {len(orsha)} not proven" in run("rules", "orsha", "--unproven").out


def test_a_row_comes_with_its_chart_and_its_proof(run: Any, home: Path) -> None:
    said = run("rules", "KIM-4.3a").out
    lines = [line.split() for line in said.splitlines()]
    assert ["gun", "group", "band", "A", "B", "C", "D", "E"] in lines
    assert ["2", "long", "-", "19", "17", "15", "13"] in lines
    assert "proven; a whole run of the tests says by which" in said
    assert "not proven yet: waits for The campaign" in run("rules", "NUTS-CAMP-01").out
    assert "waits for Chance events and changes nothing yet" in run("rules", "NUTS-ACT-02").out
    measure(home, {"KIM-4.3a": ["tests/x.py::test_a"]})
    assert "proven by tests/x.py::test_a" in run("rules", "KIM-4.3a").out


def test_one_row_with_its_source_and_rulings(run: Any, home: Path) -> None:
    measure(home, {"KIM-4.3a": ["tests/x.py::test_a"]})
    ran = run("rules", "kim-4.3A")
    assert ran.status == 0
    for words in ("KIM-4.3a", "Krieg ist Mist, §4.3", "KIM-R05", "fifteen columns", "tests/x.py::test_a"):
        assert words in ran.out
    assert json.loads(run("rules", "KIM-4.3a", "--json").out)["source"] == {
        "document": "Krieg ist Mist",
        "section": "§4.3",
    }


def test_one_ruling_with_options_and_tables(run: Any) -> None:
    ran = run("rules", "NS-04")
    for words in ("stand-in", "squad_attributes: by_mode (default) | on | off", "Nerves of Steel", "NUTS-"):
        assert words in ran.out


@pytest.mark.parametrize(
    ("asked", "hint"),
    [("stand", "stands"), ("KIM-4.3x", "KIM-4.3"), ("KIM-R0", "KIM-R0"), ("%%%", "skirmish, stands, orsha")],
)
def test_unknown_names_get_a_hint_and_status_2(run: Any, asked: str, hint: str) -> None:
    ran = run("rules", asked)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith(f"deadground: there is no system, rule row or ruling `{asked}`")
    assert hint in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("content", ["", "[]", '{"rows": {}}', "\\xff"])
def test_a_broken_measure_is_named(run: Any, home: Path, content: str) -> None:
    (home / "build").mkdir()
    (home / "build" / "proven.json").write_text(content, "utf-8")
    ran = run("rules")
    assert ran.status == 2
    assert "proven.json: this is no list of proven rows" in ran.err


def test_unknown_commands_and_the_bare_command(run: Any) -> None:
    assert run("rulez").status == 2
    assert "rules" in run("--help").out


def test_rules_never_load_the_server() -> None:
    code = (
        "import sys\nsys.argv = ['deadground', 'rules', 'stands']\nfrom deadground.cli import main\n"
        "try:\n    main()\nfinally:\n"
        "    heavy = {'litestar', 'sqlalchemy', 'uvicorn', 'alembic', 'pytest', 'deadground.server'}\n"
        "    assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "proven" in done.stdout
