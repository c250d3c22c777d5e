"""Asking the command line, as a person would."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from deadground import cli
from deadground.core import saves
from deadground.core.match import Match
from deadground.core.system import System
from deadground.testing.conformance.checks import random_choice

SEED = bytes(range(32))


class Answer:
    """What a command printed and the status it ended with."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        assert self.err == ""
        return json.loads(self.out)

    @property
    def refusal(self) -> str:
        """The one line of a refusal: status 2, nothing printed, no traceback."""
        assert (self.status, self.out) == (2, "")
        assert self.err.startswith("deadground: ")
        assert self.err.count("\n") == 1
        return self.err


Ask = Callable[..., Answer]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Ask:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("DEADGROUND_DATA", str(tmp_path / "data"))

    def command(*arguments: object) -> Answer:
        monkeypatch.setattr(sys, "argv", ["deadground", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        found = capsys.readouterr()
        return Answer(int(end.value.code or 0), found.out, found.err)

    return command


def played(system: System[Any], scenario: str, decisions: int = 5_000, seed: int = 1) -> Match[Any]:
    """A random game of so many decisions, or to its end."""
    match = Match.begin(system, system.prepare(scenario), SEED)
    rng = Random(seed)
    while match.outcome is None and len(match.journal) <= decisions:
        random_choice(match, rng)
    return match


def kept(match: Match[Any], folder: Path) -> Path:
    return saves.write_file(folder / "game.json", saves.save(match))


def changed(file: Path, change: Callable[[dict[str, Any]], object], *, check: bool = True) -> Path:
    """The save with something changed and, unless told otherwise, its check made to fit again."""
    plain = json.loads(file.read_bytes())
    change(plain)
    if check:
        plain["check"] = saves.checksum(plain)
    file.write_text(json.dumps(plain), "utf-8")
    return file
