"""Who may import whom, and what rules may not touch: no clock, no dice outside the source."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import deadground

PACKAGE = Path(deadground.__file__).parent
SYSTEMS = ("skirmish", "stands", "orsha")
REGISTRY = "systems.registry"
MAPS = ("systems.maps", "systems.map_file")
"""The reader of map files, which joins the loader of `core` to the ground of `space` for every system."""

ALLOWED: dict[str, tuple[str, ...]] = {
    "core": ("core",),
    "space": ("space",),
    "bots": ("bots", "lab", "core", "space", REGISTRY),
    "lab": ("bots", "lab", "core", "space", REGISTRY),
    **{f"systems.{name}": (f"systems.{name}", "core", "space", *MAPS) for name in SYSTEMS},
}
"""For these rooms, everything of ours that they may import."""

CLOCK_READINGS = {"now", "today", "utcnow"}
"""Dates are fine in a campaign; asking what day it is is not."""

SEED_MAKER = "core.dice"
"""The one module that may take true randomness, for the seed of a match."""

RULE_ROOMS = ("core", "systems")

SERVER_ONLY = ("deadground.server", "litestar", "uvicorn", "websockets", "sqlalchemy", "alembic")
ASK_FOR_RULES = """
import json, sys
from deadground.cli import main
sys.argv = ["deadground", "rules", "--json"]
try:
    main()
finally:
    sys.stderr.write(json.dumps(sorted(sys.modules)))
"""


def modules(room: str = "") -> list[Path]:
    return sorted((PACKAGE / room).rglob("*.py"))


def dotted(file: Path) -> str:
    """The module's name below `deadground`; empty for the package itself."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_inside(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def imported(file: Path, source: str) -> Iterator[str]:
    """Full names of everything that `source`, standing in `file`, imports; relative ones resolved."""
    package = ["deadground", *file.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def ours(file: Path, source: str) -> list[str]:
    names = imported(file, source)
    return [name.removeprefix("deadground.") for name in names if name.startswith("deadground.")]


def import_faults(file: Path, source: str) -> list[str]:
    """The imports in one module that the rules of the rooms forbid."""
    here, faults = dotted(file), []
    for name in ours(file, source):
        for room, allowed in ALLOWED.items():
            if is_inside(here, room) and not any(is_inside(name, other) for other in allowed):
                faults.append(f"{here} imports {name}")
        if is_inside(name, "server") and not (is_inside(here, "server") or is_inside(here, "cli")):
            faults.append(f"{here} imports {name}")
    return sorted(set(faults))


def chance_and_clock_faults(here: str, source: str) -> list[str]:
    """Clocks, and dice that no seed governs. `random.Random` has a seed of its own, so it is fine."""
    nodes = list(ast.walk(ast.parse(source)))
    return [f"{here} uses {name}" for node in nodes for name in chance_or_clock(here, node)]


def chance_or_clock(here: str, node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        bad = ["time", *([] if here == SEED_MAKER else ["secrets"])]
        return [
            name.name for name in node.names if name.name in bad or (name.name == "random" and name.asname)
        ]
    if isinstance(node, ast.ImportFrom) and node.module in ("time", "secrets"):
        return [node.module]
    if isinstance(node, ast.ImportFrom) and node.module == "random":
        return [f"random.{name.name}" for name in node.names if name.name != "Random"]
    if isinstance(node, ast.Attribute) and node.attr in CLOCK_READINGS:
        return [node.attr]
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
        return [] if node.attr == "Random" else [f"random.{node.attr}"]
    return []


@pytest.mark.parametrize("file", modules(), ids=dotted)
def test_every_module_keeps_to_its_room(file: Path) -> None:
    assert import_faults(file, file.read_text("utf-8")) == []


@pytest.mark.parametrize("file", [file for room in RULE_ROOMS for file in modules(room)], ids=dotted)
def test_rules_use_no_clock_and_no_shared_dice(file: Path) -> None:
    assert chance_and_clock_faults(dotted(file), file.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("core/match.py", "from deadground.space import plane"),
        ("core/match.py", "import deadground.systems.registry"),
        ("core/requests/base.py", "from ...space import plane"),
        ("core/match.py", "from .. import space"),
        ("space/plane.py", "from ..core import dice"),
        ("systems/skirmish/state.py", "from ..stands import state"),
        ("systems/skirmish/rules/fire.py", "from deadground.systems.orsha.state import State"),
        ("systems/registry.py", "from deadground.server import app"),
        ("lab/odds.py", "from deadground.systems.skirmish import state"),
        ("bots/roster.py", "from deadground import testing"),
        ("testing/duel.py", "def late() -> None:\n    import deadground.server.app"),
    ],
)
def test_a_forbidden_import_is_seen(where: str, line: str) -> None:
    assert len(import_faults(PACKAGE / where, line)) == 1


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("core/requests/base.py", "from ..faults import Fault"),
        ("systems/skirmish/rules/fire.py", "from ..state import State\nfrom deadground.core import dice"),
        (
            "lab/odds.py",
            "from deadground.systems.registry import systems\nfrom deadground.bots import roster",
        ),
        ("cli/serve.py", "def serve() -> None:\n    from deadground.server.app import run"),
        ("core/__init__.py", "from .match import Match"),
    ],
)
def test_a_permitted_import_is_left_alone(where: str, line: str) -> None:
    assert import_faults(PACKAGE / where, line) == []


@pytest.mark.parametrize(
    "line",
    [
        "import random\nrandom.shuffle(cards)",
        "import random as chance",
        "from random import randint",
        "import secrets",
        "from secrets import randbelow",
        "import time",
        "from time import monotonic",
        "from datetime import date\ndate.today()",
    ],
)
def test_a_clock_or_a_shared_die_is_seen(line: str) -> None:
    assert len(chance_and_clock_faults("systems.stands.state", line)) == 1


@pytest.mark.parametrize(
    "line",
    [
        "from random import Random",
        "import random\nrandom.Random(5)",
        "from datetime import date\ndate(1944, 6, 22)",
    ],
)
def test_seeded_dice_and_dates_are_left_alone(line: str) -> None:
    assert chance_and_clock_faults("systems.stands.state", line) == []


def test_a_question_about_rules_does_not_load_the_server() -> None:
    command = [sys.executable, "-c", ASK_FOR_RULES]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    loaded = json.loads(done.stderr)
    assert "deadground.cli.rules" in loaded
    assert [name for name in loaded if any(is_inside(name, other) for other in SERVER_ONLY)] == []
