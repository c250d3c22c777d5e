"""Texts name the command that the reader has."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from deadground.core.called import command


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sources with its own environment, in which the command is on nobody's path."""
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setattr(sys, "argv", [str(tmp_path / ".venv" / "bin" / "deadground")])
    monkeypatch.delenv("DEADGROUND_PLAY", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_copy_of_the_sources_names_the_way_to_its_command(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command("verify", "FILE") == str(Path(".venv", "bin", "deadground")) + " verify FILE"
    (copy / "elsewhere").mkdir()
    monkeypatch.chdir(copy / "elsewhere")
    assert command("verify", "FILE") == f"{copy / '.venv' / 'bin' / 'deadground'} verify FILE"


def test_who_plays_by_run_py_serves_by_it(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEADGROUND_PLAY", "python3 run.py play")
    assert command("serve", "--host", "0.0.0.0") == "python3 run.py play --host 0.0.0.0"
    assert command("verify", "FILE").endswith("deadground verify FILE")


def test_an_installed_command_goes_by_its_name(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["pytest"])
    assert command("serve") == "deadground serve"
    tool = copy / ".venv" / "bin" / "deadground"
    tool.parent.mkdir(parents=True)
    tool.write_text("", "utf-8")
    tool.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(tool)])
    monkeypatch.setenv("PATH", str(tool.parent))
    assert command("serve") == "deadground serve"
