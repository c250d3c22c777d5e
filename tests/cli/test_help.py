"""The help of every command, on a screen of 80 columns."""

from __future__ import annotations

import pytest
import typer
from typer.main import get_group

from deadground.cli import COMMANDS, app
from tests.cli.conftest import Ask

GROUPS = {"odds": ("stands", "skirmish"), "roster": ("list", "new", "show", "print")}
SKIRMISH = (
    "fire",
    "in_sight",
    "crisis",
    "melee",
    "main_gun",
    "penetration",
    "close_assault",
    "tankers",
    "availability",
    "grenade",
)


def every() -> list[tuple[str, ...]]:
    single = [(name,) for name in COMMANDS]
    inside = [(group, name) for group, names in GROUPS.items() for name in names]
    return [
        (),
        *single,
        *inside,
        ("odds", "stands", "shot"),
        *(("odds", "skirmish", one) for one in SKIRMISH),
    ]


@pytest.mark.parametrize("command", every(), ids=lambda words: " ".join(words) or "deadground")
def test_help_is_whole_and_speaks_of_no_types(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said = ask(*command, "--help").out
    lines = said.splitlines()
    assert [line for line in lines if len(line) > 80] == []
    listing = lines[lines.index("Commands:") :] if "Commands:" in lines else []
    assert [line for line in listing if line.endswith("...")] == [], "a summary that is cut"
    assert [word for word in ("list[", "range>", "<float>") if word in said] == []


def test_every_group_is_read() -> None:
    group = get_group(app)
    found = {
        name
        for name in COMMANDS
        if isinstance(group.get_command(typer.Context(group), name), typer.core.TyperGroup)
    }
    assert found == set(GROUPS)
