"""What a record holds before anything has happened to it: saves and scenario files leave out what is so."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.stands.state import (
    Command,
    Fallen,
    Minefield,
    Seat,
    Side,
    Squadron,
    Stand,
    Task,
    Template,
    Unit,
)
from tests.systems.stands.field import field

HERE = (7, 9)

RECORDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "seat": (Seat("s", "red"), {"commander": True, "commands": ()}),
    "side": (
        Side("red", "Red", "south"),
        {
            "attacker": False,
            "general_cards": 0,
            "off_table": False,
            "off_table_shots": 0,
            "off_table_group": 3,
            "off_table_at": (0, 0),
            "pre_battle": False,
            "intelligence": "list",
            "known_enemy": (),
            "sheets": 1,
        },
    ),
    "command": (
        Command("c", "red", "C", "hq"),
        {
            "pass_number": 5,
            "merged_with": (),
            "first_morale": 0,
            "second_morale": 0,
            "losses": 0,
            "retired": False,
            "chits": 0,
            "chits_a_day": 0,
            "paid_this_turn": False,
            "supply": "",
            "paid_for": (),
            "to_come": 0,
        },
    ),
    "unit": (
        Unit("u", "red", "c", "U"),
        {"cards": 1, "pass_number": 0, "in_contact": False, "past_line": False},
    ),
    "stand": (
        Stand("a", "red", "c", "u", "infantry", "A", HERE, 0),
        {
            "width": 300,
            "depth": 300,
            "hidden": False,
            "hits": 0,
            "dug_in": False,
            "fixed": False,
            "order": "",
            "arrow": -1,
            "route": (),
            "end_facing": -1,
            "at_halt": "halt",
            "standing_order": "ask",
            "shown_order": "",
            "shown_arrow": -1,
            "limit": "",
            "moved": 0,
            "turned": False,
            "fired": False,
            "digging": 0,
            "walk_from": 0,
            "walked_before": 0,
            "start_at": (0, 0),
            "came_by": (),
            "passed_up": (),
            "shown_since": 0,
        },
    ),
    "fallen": (Fallen("a", "red", "infantry", "A", HERE, 3), {"seen": True, "facing": 0}),
    "template": (Template("t", "red", "g", HERE, 1000), {"rolled": (), "fired_from": (0, 0)}),
    "minefield": (Minefield("m"), {"cleared": False, "rolled": (), "lanes": (), "entries": ()}),
    "task": (Task("t", "red", "T", (), 2), {"done": 0, "effect": "", "near": None, "within": 0}),
    "squadron": (
        Squadron("q", "red", "Q"),
        {"a_day": 0, "plan": (), "mission": "", "since": 0, "lost": False, "put_off": 0, "struck_hits": 0},
    ),
    "battle": (
        field(),
        {
            "turn": 1,
            "last_turn": 10,
            "phase": "set_up",
            "night_turns": (),
            "day": 1,
            "lines": (),
            "command_line": -1,
            "command_rolls": "always",
        },
    ),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_new_record_has_done_nothing(name: str) -> None:
    record, expected = RECORDS[name]
    assert {field: getattr(record, field) for field in expected} == expected
