"""Who may import whom, and what rules may not touch: no clock, no dice outside the source."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import deadground

PACKAGE = Path(deadground.__file__).parent
SYSTEMS = ("skirmish", "stands", "orsha")
MAPS = ("systems.maps", "systems.map_file")
"""The reader of map files, which joins the loader of `core` to the ground of `space` for every system."""

KIT = "systems.kit"
"""What every system begins with."""

DOORS = ("systems.registry", *MAPS)
"""The only ways into `systems`: whoever wants more of a system asks the `System` that the registry gives him."""

ALLOWED: dict[str, tuple[str, ...]] = {
    "core": ("core",),
    "space": ("space",),
    "systems.maps": ("core", "space", *MAPS),
    "systems.map_file": ("core", "space", *MAPS),
    KIT: (KIT, "core", "space", *MAPS),
    **{f"systems.{name}": (f"systems.{name}", KIT, "core", "space", *MAPS) for name in SYSTEMS},
    "systems.registry": ("core", *(f"systems.{name}" for name in SYSTEMS)),
    "bots": ("bots", "lab", "core", "space", *DOORS),
    "lab": ("bots", "lab", "core", "space", *DOORS),
    "desk": ("desk", "core"),
    "paper": ("paper", "core"),
    "testing": ("testing", "bots", "lab", "core", "space", *DOORS),
    "page": (),
    "server": ("server", "desk", "paper", "page", "testing", "bots", "lab", "core", "space", *DOORS),
    "cli": ("cli", "server", "desk", "paper", "testing", "bots", "lab", "core", "space", *DOORS),
}
"""For every room, everything of ours that it may import, late imports inside functions included."""

OUTSIDE_RULES = ("table", "odds", "bots", "sheet", "reference")
"""Rooms of a system that rest on its rules: no rule knows of them."""

CLOCK_READINGS = {"now", "today", "utcnow"}
"""Dates are fine in a campaign; asking what day it is is not."""

SEED_MAKER = "core.dice"
"""The one module that may take true randomness, for the seed of a match."""

RULE_ROOMS = ("core", "systems")

SERVER_ONLY = ("deadground.server", "litestar", "uvicorn", "websockets", "sqlalchemy", "alembic")
LOADED = """
import json, sys
from deadground.cli import main
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
    """Full names of everything that `source`, standing in `file`, imports or names; relative ones resolved."""
    package = ["deadground", *file.relative_to(PACKAGE).parent.parts]
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and is_module(node.value):
            yield node.value.partition(":")[0]


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """Everything in a module that can be an import, a use of a clock or of dice."""
    kinds = (ast.Import, ast.ImportFrom, ast.Constant, ast.Attribute)
    return tuple(node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds))


def is_module(text: str) -> bool:
    """Whether a text names a module of ours, as `import_module` takes it, or something in one."""
    found = re.fullmatch(r"deadground\.([a-z_.]+)(:\w+)?", text)
    path = PACKAGE / found[1].replace(".", "/") if found else None
    return path is not None and (path.is_dir() or path.with_suffix(".py").is_file())


def ours(file: Path, source: str) -> list[str]:
    names = imported(file, source)
    return [name.removeprefix("deadground.") for name in names if name.startswith("deadground.")]


def import_faults(file: Path, source: str) -> list[str]:
    """The imports in one module that the rules of the rooms forbid."""
    here = dotted(file)
    allowed = ALLOWED[room_of(here)]
    names = {name for name in ours(file, source) if not any(is_inside(name, room) for room in allowed)}
    return [f"{here} imports {name}" for name in sorted(names)]


def room_of(here: str) -> str:
    """The room that a module is in; each is in one."""
    (room,) = (room for room in ALLOWED if is_inside(here, room))
    return room


def chance_and_clock_faults(here: str, source: str) -> list[str]:
    """Clocks, and dice that no seed governs. `random.Random` has a seed of its own, so it is fine."""
    return [f"{here} uses {name}" for node in nodes_of(source) for name in chance_or_clock(here, node)]


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


ROOMS = [file for file in modules() if dotted(file) not in ("", "systems")]
"""Every module; the two packages that only hold others are empty."""


def test_what_only_holds_rooms_is_empty() -> None:
    for file in sorted({*modules()} - {*ROOMS}):
        assert ours(file, file.read_text("utf-8")) == []


def found_in(files: Iterable[Path], look: Callable[[Path, str], list[str]]) -> dict[str, list[str]]:
    """What a look at each of the files has found, by module."""
    found = {dotted(file): look(file, file.read_text("utf-8")) for file in files}
    return {module: faults for module, faults in found.items() if faults}


def test_every_module_keeps_to_its_room() -> None:
    assert len(ROOMS) > 500
    assert found_in(ROOMS, import_faults) == {}


def outside_faults(file: Path, source: str) -> list[str]:
    """The imports in a rule, or in a quick path, of what rests on the rules."""
    system = ".".join(dotted(file).split(".")[:2])
    rooms = [f"{system}.{room}" for room in OUTSIDE_RULES]
    return [name for name in ours(file, source) if any(is_inside(name, room) for room in rooms)]


KNOWS_WHO_LISTENS = ("core", "testing", *(f"systems.{name}.quick" for name in SYSTEMS))
"""Where it is known whether anybody listens to citations: the kernel, the accelerators, and what proves rows."""


def asks_who_listens(file: Path, source: str) -> list[str]:
    """The imports in a module by which it would be played otherwise while somebody listens."""
    asked = ("core.memory.is_quick", "core.citing.is_heard", "core.citing._active")
    return [name for name in ours(file, source) if name in asked]


def test_only_kernel_and_accelerators_know_who_listens() -> None:
    others = [file for file in ROOMS if not any(is_inside(dotted(file), room) for room in KNOWS_WHO_LISTENS)]
    assert len(others) > 300
    assert found_in(others, asks_who_listens) == {}


@pytest.mark.parametrize(
    "line", ["from deadground.core.memory import is_quick", "from deadground.core.citing import is_heard"]
)
def test_a_rule_that_asks_who_listens_is_seen(line: str) -> None:
    assert len(asks_who_listens(PACKAGE / "systems/stands/rules/movement/going.py", line)) == 1


RULES = [
    file for name in SYSTEMS for room in ("rules", "quick") for file in modules(f"systems/{name}/{room}")
]


def test_no_rule_knows_what_rests_on_it() -> None:
    assert len(RULES) > 150
    assert found_in(RULES, outside_faults) == {}


@pytest.mark.parametrize(
    "line",
    [
        "from deadground.systems.stands.table.looks import LOOKS",
        "def late() -> None:\n    from deadground.systems.stands import odds",
        "if TYPE_CHECKING:\n    from ..bots.plans import Mind",
    ],
)
def test_a_rule_that_knows_what_rests_on_it_is_seen(line: str) -> None:
    assert len(outside_faults(PACKAGE / "systems/stands/rules/fire.py", line)) == 1


def test_rules_use_no_clock_and_no_shared_dice() -> None:
    files = [file for room in RULE_ROOMS for file in modules(room)]
    assert len(files) > 400
    assert found_in(files, lambda file, source: chance_and_clock_faults(dotted(file), source)) == {}


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("core/match.py", "from deadground.space import plane"),
        ("core/match.py", "import deadground.systems.registry"),
        ("core/requests/base.py", "from ...space import plane"),
        ("core/match.py", "from .. import space"),
        ("space/plane.py", "from ..core import dice"),
        ("systems/skirmish/state.py", "from ..stands import state"),
        ("systems/skirmish/rules/fire/fire.py", "from deadground.systems.orsha.state import State"),
        ("systems/registry.py", "from deadground.server import app"),
        ("lab/odds.py", "from deadground.systems.skirmish import state"),
        ("bots/roster.py", "from deadground import testing"),
        ("testing/duel.py", "def late() -> None:\n    import deadground.server.app"),
        ("testing/benches/skirmish.py", "from deadground.systems.skirmish.state import INCH"),
        ("testing/benches/sight.py", "from deadground.systems import skirmish"),
        ("server/rooms.py", "from deadground.systems.stands.system import STANDS"),
        ("server/roster_routes.py", "def late() -> None:\n    from deadground.systems.skirmish import lists"),
        ("server/rule_routes.py", "from deadground.cli.rules import rules"),
        ("desk/rosters.py", "from deadground.systems.skirmish.armies.check import faults_of"),
        ("desk/rosters.py", "from deadground.systems import registry"),
        ("paper/rosters.py", "from ..systems.skirmish.armies import sheet"),
        ("cli/check.py", "import deadground.systems.stands.army"),
        ("cli/odds.py", "if TYPE_CHECKING:\n    from deadground.systems.skirmish.odds.fire import FireOdds"),
        ("cli/roster.py", "def late() -> None:\n    from ..systems.skirmish.armies import sheet"),
        ("cli/roster.py", "import_module('deadground.systems.skirmish.armies.sheet')"),
        ("server/bot_workers.py", "PLAYED = 'deadground.systems.stands.system:STANDS'"),
        ("systems/maps.py", "from deadground.systems.skirmish import terrain"),
        ("systems/kit/numbers.py", "from deadground.systems.stands.state import Stand"),
        ("systems/registry.py", "from deadground.testing.duel import DUEL"),
        ("page.py", "from deadground.core import loader"),
    ],
)
def test_a_forbidden_import_is_seen(where: str, line: str) -> None:
    assert len(import_faults(PACKAGE / where, line)) == 1


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("core/requests/base.py", "from ..faults import Fault"),
        (
            "systems/skirmish/rules/fire/fire.py",
            "from ..state import State\nfrom deadground.core import dice",
        ),
        (
            "lab/odds.py",
            "from deadground.systems.registry import systems\nfrom deadground.bots import roster",
        ),
        ("cli/serve.py", "def serve() -> None:\n    from deadground.server.app import run"),
        ("core/__init__.py", "from .match import Match"),
        ("cli/check.py", "def late() -> None:\n    from deadground.systems import maps, registry"),
        ("server/lobby.py", "from deadground.systems.registry import with_workshop"),
        ("server/bot_workers.py", "PLAYED = 'deadground.server.playable:systems'"),
        ("server/folders.py", "FILE = 'deadground.sqlite'"),
        (
            "systems/registry.py",
            "def late() -> None:\n    from deadground.systems.stands.system import STANDS",
        ),
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


def loaded(*arguments: str) -> list[str]:
    """The modules that a command has loaded when it ends."""
    command = [sys.executable, "-c", LOADED, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: list[str] = json.loads(done.stderr)
    return found


@pytest.mark.parametrize(
    ("arguments", "module"),
    [
        (["rules", "--json"], "deadground.cli.rules"),
        (["odds", "skirmish", "fire", "--json"], "deadground.systems.skirmish.odds.fire"),
        (["roster", "list"], "deadground.systems.skirmish.armies.workshop"),
    ],
)
def test_a_question_does_not_load_the_server(arguments: list[str], module: str) -> None:
    found = loaded(*arguments)
    assert module in found
    assert [name for name in found if any(is_inside(name, other) for other in SERVER_ONLY)] == []


@pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"], ["roster", "new", "--help"]])
def test_help_loads_no_system(arguments: list[str]) -> None:
    systems = [f"deadground.systems.{name}" for name in SYSTEMS]
    assert [name for name in loaded(*arguments) if any(is_inside(name, one) for one in systems)] == []
