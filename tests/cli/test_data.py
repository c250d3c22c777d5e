"""`deadground data`: tables as records, as the book prints them and as the rules use them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from tests.cli.conftest import Ask


def test_a_table_is_a_list_of_records(ask: Ask) -> None:
    records = ask("data", "duel", "duel.to_hit", "--json").json
    assert len(records) == 8
    assert records[0] == {"band": "point_blank", "stance": "standing", "value": 2, "layer": "printed"}
    assert records[-1] == {"band": "long", "stance": "down", "value": None, "layer": "errata"}


def test_the_printed_layer_is_what_the_book_has(ask: Ask) -> None:
    records = ask("data", "duel", "duel.to_hit", "--layer", "printed", "--json").json
    assert len(records) == 8
    assert records[-1] == {"band": "long", "stance": "down", "value": 6, "layer": "printed"}


def test_comma_separated_lines_hold_the_same(ask: Ask) -> None:
    answer = ask("data", "duel", "duel.to_hit", "--csv")
    lines = list(csv.DictReader(io.StringIO(answer.out)))
    assert len(lines) == 8
    assert lines[-1] == {"band": "long", "stance": "down", "value": "", "layer": "errata"}


def test_tables_are_listed(ask: Ask) -> None:
    (one,) = ask("data", "duel", "--json").json
    assert (one["table"], one["cells"], one["changed"]) == ("duel.to_hit", 8, 1)
    assert "Score needed to hit" in ask("data", "duel").out
    assert ask("data", "cards").out == "cards has no tables.\n"
    assert ask("data", "cards", "--json").json == []


def test_a_table_is_shown_with_its_source_and_rows(ask: Ask) -> None:
    out = ask("data", "duel", "duel.to_hit").out
    assert "The duel, 3; rule rows DUEL-3." in out
    assert "errata" in out


def test_what_is_not_there_is_refused_with_the_nearest(ask: Ask) -> None:
    assert "did you mean 'duel.to_hit'?" in ask("data", "duel", "duel.tohit").refusal
    assert "did you mean 'duel'?" in ask("data", "dual").refusal
    assert "cannot both be had" in ask("data", "duel", "duel.to_hit", "--json", "--csv").refusal


def test_my_own_book_is_a_layer_of_its_own_and_is_used(ask: Ask, tmp_path: Path) -> None:
    assert ask("data", "skirmish", "--layer", "mine", "--json").json == []
    book = tmp_path / "data" / "own_book" / "skirmish.yaml"
    book.parent.mkdir(parents=True)
    book.write_text("own_book: skirmish\ncells:\n  core_weapons: {pistol/range: 10}\n", "utf-8")
    (table,) = ask("data", "skirmish", "--layer", "mine", "--json").json
    assert (table["table"], table["cells"]) == ("core_weapons", 1)
    assert ask("data", "skirmish", "core_weapons", "--layer", "mine", "--json").json == [
        {"weapon": "pistol", "entry": "range", "value": 10, "layer": "mine"}
    ]
    used = ask("data", "skirmish", "core_weapons", "--json").json
    assert {"weapon": "pistol", "entry": "range", "value": 10, "layer": "mine"} in used
    assert {"weapon": "pistol", "entry": "impact", "value": 1, "layer": "stand_in"} in used
    weapons = ask("data", "skirmish", "weapons", "--json").json
    pistol = next(one for one in weapons if (one["nation"], one["weapon"]) == ("core", "pistol"))
    assert (pistol["range"], pistol["layer"]) == (10, "mine stand_in")
    book.write_text("own_book: skirmish\ncells:\n  core_weapons: {pistol/range: 999}\n", "utf-8")
    assert "skirmish.yaml:3: '999' cannot stand here" in ask("data", "skirmish").refusal
