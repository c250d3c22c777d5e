"""`deadground data stands`: the charts and the lists beside them as records."""

from __future__ import annotations

import pytest

from deadground.systems.stands.kinds import guns
from tests.cli.conftest import Ask


def test_the_armour_chart_can_be_listed_as_75_records(ask: Ask) -> None:
    records = ask("data", "stands", "armour_hit", "--json").json
    assert len(records) == 75
    assert {tuple(one) for one in records} == {("gun_group", "band", "class", "score")}
    assert {"gun_group": 2, "band": "long", "class": "A", "score": None} in records
    assert {"gun_group": 5, "band": "short", "class": "E", "score": 7} in records


@pytest.mark.parametrize(
    ("table", "count", "keys"),
    [
        ("infantry_hit", 6, ("target", "score")),
        ("ranges", 8, ("shooter", "manner", "mm")),
        ("modifiers", 11, ("modifier", "changes", "amount")),
        ("gun_groups", len(guns()), ("gun_group", "gun", "name", "mark", "ours")),
    ],
)
def test_the_other_tables_are_listed_likewise(
    ask: Ask, table: str, count: int, keys: tuple[str, ...]
) -> None:
    records = ask("data", "stands", table, "--json").json
    assert len(records) == count
    assert {tuple(one) for one in records} == {keys}
    assert table in {one["table"] for one in ask("data", "stands", "--json").json}


def test_the_lists_can_be_read_as_text_and_as_csv(ask: Ask) -> None:
    assert "anti-tank guns" in ask("data", "stands", "ranges").out
    assert ask("data", "stands", "kinds", "--csv").out.startswith("id,name,troop,speed,")


def test_an_unknown_table_or_system_gets_the_nearest_name(ask: Ask) -> None:
    assert "did you mean 'armour_hit'?" in ask("data", "stands", "armour_hits").refusal
    assert "did you mean 'stands'?" in ask("data", "stand").refusal
