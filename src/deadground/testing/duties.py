"""The test of duties: every way to do a thing crossed with everything that doing it always owes.

A system's road for a verb (to fire, to arrive, to be hurt) lists its ways, its duties, and in one place the cells
that a rule exempts, each with its row. A test file gives one scene for each way and one check for each duty, and
`DutyTable` crosses them. What the road has and the test file has not is a gap, and a gap fails the suite.

A check is told whether the duty is owed: where it is not, it shows that the duty is left undone. What goes round
the road is found in the sources by `assignments_to` and `calls_of`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

SceneT = TypeVar("SceneT")
Scene = Callable[[], SceneT]
Check = Callable[[SceneT, bool], None]


class Cell(NamedTuple):
    """A way and a duty; `exempt` is the row or ruling by which that way does not owe it."""

    way: str
    duty: str
    exempt: str = ""

    def __str__(self) -> str:
        return f"{self.way}: {self.duty}{f' (exempt: {self.exempt})' if self.exempt else ''}"


class DutyTable(Generic[SceneT]):
    """The ways and duties of a road, with the scenes and checks that play each cell."""

    def __init__(
        self, ways: Collection[str], duties: Collection[str], exempt: Mapping[tuple[str, str], str]
    ) -> None:
        self.ways, self.duties, self.exempt = tuple(ways), tuple(duties), dict(exempt)
        self.scenes: dict[str, Scene[SceneT]] = {}
        self.checks: dict[str, Check[SceneT]] = {}

    def scene(self, way: str) -> Callable[[Scene[SceneT]], Scene[SceneT]]:
        """Mark the function that sets a table on which a way is about to be taken."""

        def mark(scene: Scene[SceneT]) -> Scene[SceneT]:
            self.scenes[way] = scene
            return scene

        return mark

    def check(self, duty: str) -> Callable[[Check[SceneT]], Check[SceneT]]:
        """Mark the function that plays a scene and asserts that a duty is done, or left undone where not owed."""

        def mark(check: Check[SceneT]) -> Check[SceneT]:
            self.checks[duty] = check
            return check

        return mark

    def cells(self) -> list[Cell]:
        """Every way with every duty."""
        return [
            Cell(way, duty, self.exempt.get((way, duty), "")) for way in self.ways for duty in self.duties
        ]

    def play(self, cell: Cell) -> None:
        """Play one cell."""
        self.checks[cell.duty](self.scenes[cell.way](), not cell.exempt)

    def gaps(self, rows: Collection[str]) -> list[str]:
        """What keeps the table from being whole; `rows` are the rows and rulings that an exemption may name."""
        return [
            *(f"no scene plays the way '{way}'" for way in self.ways if way not in self.scenes),
            *(f"no check asserts the duty '{duty}'" for duty in self.duties if duty not in self.checks),
            *(f"the road knows no way '{way}'" for way in self.scenes if way not in self.ways),
            *(f"the road knows no duty '{duty}'" for duty in self.checks if duty not in self.duties),
            *(
                f"the exemption of {way}: {duty} is of no way and duty of the road"
                for way, duty in self.exempt
                if way not in self.ways or duty not in self.duties
            ),
            *(
                f"{way}: {duty} is exempt by '{row}', which is no row"
                for (way, duty), row in self.exempt.items()
                if row not in rows
            ),
        ]


class SourceLine(NamedTuple):
    """A line of a source file, with the module's path below the package that was searched."""

    module: str
    line: int


def assignments_to(package: Path, attribute: str) -> list[SourceLine]:
    """Where the modules of a package write to an attribute of that name: `piece.at = ...`, or in a part
    `piece.doing.but(fired=...)`."""

    def writes(node: ast.AST) -> bool:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "but":
            return any(one.arg == attribute for one in node.keywords)
        return (
            isinstance(node, ast.Attribute)
            and node.attr == attribute
            and isinstance(node.ctx, ast.Store | ast.Del)
        )

    return list(_found(package, writes))


def calls_of(package: Path, function: str) -> list[SourceLine]:
    """Where the modules of a package call a function or method of that name."""

    def calls(node: ast.AST) -> bool:
        if not isinstance(node, ast.Call):
            return False
        called = node.func
        name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
        return bool(name == function)

    return list(_found(package, calls))


def _found(package: Path, wanted: Callable[[ast.AST], bool]) -> Iterator[SourceLine]:
    for file in sorted(package.rglob("*.py")):
        nodes = filter(wanted, uses_in(file.read_text("utf-8")))
        for line in sorted(getattr(node, "lineno", 0) for node in nodes):
            yield SourceLine(file.relative_to(package).as_posix(), line)


@cache
def uses_in(source: str) -> tuple[ast.AST, ...]:
    """All calls and attributes of a module; a test file asks the same sources for one name after another."""
    return tuple(one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Call | ast.Attribute))
