"""On a screen of 80 columns no name is cut that one must type; in a file no line is broken."""

from __future__ import annotations

import pytest

from deadground.testing.games import games
from tests.cli.conftest import Ask


@pytest.mark.parametrize(
    ("command", "record"),
    [
        (("scenarios",), "scenario"),
        (("data", "stands"), "table"),
        (("data", "skirmish"), "table"),
        (("data", "skirmish", "weapons"), "weapon"),
        (("rules", "skirmish", "--unproven"), "id"),
        (("rules", "orsha", "--unproven"), "id"),
        (("roster", "list"), "nation"),
        (("roster", "list", "hungarian"), "unit"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else given,
)
def test_names_stay_whole(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], record: str
) -> None:
    found = ask(*command, "--json").json
    names = [one[record] for one in (found["rows"] if isinstance(found, dict) else found)]
    monkeypatch.setenv("COLUMNS", "80")
    lines = ask(*command).out.splitlines()
    words = {word.strip("†") for line in lines for word in line.split()}
    assert [name for name in names if name not in words] == []
    assert [line for line in lines if len(line) > 80 or "…" in line] == []


@pytest.mark.parametrize("table", [(), ("weapons",), ("units",)], ids=["all", "weapons", "units"])
def test_no_word_of_a_table_is_broken(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, table: tuple[str, ...]
) -> None:
    """Where a table is too wide each of its lines becomes a paragraph."""
    found = ask("data", "skirmish", *table, "--json").json
    monkeypatch.setenv("COLUMNS", "80")
    words = {word.strip("†,") for word in ask("data", "skirmish", *table).out.split()}
    said = [
        str(value) for one in found for key, value in one.items() if isinstance(value, str) and key != "layer"
    ]
    assert [word for text in said for word in text.split() if word.strip("†,") not in words] == []


def test_a_file_gets_whole_lines(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS")
    out = ask("scenarios").out
    for system in games().values():
        assert [about for about in system.scenarios.values() if about not in out] == []


def test_the_end_of_a_name_leads_to_it(ask: Ask) -> None:
    told = ask("odds", "skirmish", "fire", "--weapon", "mg42").refusal
    assert told == "deadground: no weapon is called 'mg42': did you mean 'german.mg42'?\n"
    told = ask("odds", "skirmish", "fire", "--weapon", "LMG").refusal
    assert told.endswith("did you mean 'core.lmg' or 'finnish.lmg' or 'hungarian.lmg'?\n")
    assert "did you mean 'german.mg42'?" in ask("odds", "skirmish", "fire", "--weapon", "german.mg43").refusal
