"""The locks say exactly what is installed, and never from where."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PYTHON_LOCKS = sorted(ROOT.glob("requirements*.lock"))
NODE_PROJECTS = [ROOT / "web", ROOT / "tools" / "browser"]
ADDRESS = re.compile(r"://|--(extra-)?index-url|--find-links|git\+|@ file")


def locked(lock: Path) -> dict[str, str]:
    """Name and version of every requirement; each must be followed by a hash."""
    found: dict[str, str] = {}
    for block in re.split(r"\n(?=\S)", lock.read_text("utf-8").strip()):
        assert "--hash=sha256:" in block, block
        name, version = re.match(r"([\w.-]+)==([\w.+!-]+)", block).groups()  # type: ignore[union-attr]
        found[canonicalize_name(name)] = version
    return found


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def wanted(lock: str) -> list[Requirement]:
    """What the project asks for in the file `lock`."""
    content = project()
    groups = content["dependency-groups"]
    lines = {
        "requirements.lock": [*content["project"]["dependencies"], *groups["setup"]],
        "requirements-dev.lock": [*content["project"]["dependencies"], *groups["dev"]],
        "requirements-uv.lock": groups["uv"],
        "requirements-node.lock": groups["node"],
    }[lock]
    return [Requirement(line) for line in lines if isinstance(line, str)]


@pytest.mark.parametrize("lock", PYTHON_LOCKS, ids=lambda lock: lock.name)
def test_the_python_locks_meet_what_the_project_asks_for(lock: Path) -> None:
    versions = locked(lock)
    for requirement in wanted(lock.name):
        version = versions.get(canonicalize_name(requirement.name))
        assert version, f"{requirement} is not in {lock.name}: run tools/lock.py"
        assert requirement.specifier.contains(version), f"{requirement} but {version}: run tools/lock.py"


def test_what_players_get_can_print() -> None:
    assert "typst" in locked(ROOT / "requirements.lock")
    assert "optional-dependencies" not in project()["project"], "nothing of the game is an extra"


def test_the_tests_run_on_the_versions_that_players_get() -> None:
    players, tests = locked(ROOT / "requirements.lock"), locked(ROOT / "requirements-dev.lock")
    assert players.items() <= tests.items()


@pytest.mark.parametrize("folder", NODE_PROJECTS, ids=lambda folder: folder.name)
def test_the_node_locks_meet_what_the_project_asks_for(folder: Path) -> None:
    asked = json.loads((folder / "package.json").read_text("utf-8"))
    packages = json.loads((folder / "package-lock.json").read_text("utf-8"))["packages"]
    root = packages.pop("")
    for kind in ("dependencies", "devDependencies"):
        assert asked.get(kind, {}) == root.get(kind, {})
    assert [
        name for name, package in packages.items() if not package["integrity"].startswith("sha512-")
    ] == []


@pytest.mark.parametrize(
    "file",
    [*PYTHON_LOCKS, *(folder / name for folder in NODE_PROJECTS for name in ("package-lock.json", ".npmrc"))],
    ids=lambda file: file.relative_to(ROOT).as_posix(),
)
def test_no_lock_names_a_host(file: Path) -> None:
    assert [line for line in file.read_text("utf-8").splitlines() if ADDRESS.search(line)] == []


@pytest.mark.parametrize("name", ["uv.lock", ".python-version"])
def test_nothing_ties_the_project_to_one_index_or_interpreter(name: str) -> None:
    assert not (ROOT / name).exists()
