"""The tool that holds two trees against each other: the same tree is the same, one that tells otherwise is not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = "src/deadground/systems/skirmish"


def held_against(old: Path, new: Path) -> subprocess.CompletedProcess[str]:
    words = ["--battles", "five-a-side", "--seeds", "1", "--most", "12"]
    command = [sys.executable, str(ROOT / "tools/same_play.py"), str(old), str(new), *words]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A copy of the sources, to be changed."""
    unwanted = shutil.ignore_patterns("__pycache__", "static", "web")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=unwanted)
    return tmp_path


def test_a_tree_plays_as_it_does_itself() -> None:
    done = held_against(ROOT, ROOT)
    assert done.stdout.splitlines() == ["five-a-side 1: the same", "all games are the same"]
    assert done.returncode == 0


def test_another_word_in_the_log_is_found(other: Path) -> None:
    file = other / RULES / "rules/activation/activation.py"
    text = file.read_text("utf-8")
    assert "chooses a group." in text
    file.write_text(text.replace("chooses a group.", "picks a group."), "utf-8")
    done = held_against(ROOT, other)
    assert "another event" in done.stdout
    assert done.returncode == 1


def test_another_position_is_found(other: Path) -> None:
    file = other / RULES / "state.py"
    text = file.read_text("utf-8")
    assert "    wary: Public[bool] = False" in text
    file.write_text(text.replace("    wary: Public[bool] = False", "    wary: Public[bool] = True"), "utf-8")
    done = held_against(other, ROOT)
    assert "is not NEW's" in done.stdout
    assert done.returncode == 1
