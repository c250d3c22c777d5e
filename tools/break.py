"""Break a system's rules on purpose, a little at a time, and see whether its tests notice.

    python tools/break.py duel -n 60 --seed 1

A mutant is one small change in rules or data: a cell or a constant one more or less, one comparison for another, a
line of a tally dropped, a condition turned round. For each the tests that cite the rule rows of the changed place
are run, in a copy of the tree. If none of them notices, all tests of the system are run, unless --cited-only: if
one does, others have killed it, and the place or a test could cite better rows. What both let live has survived:
it shows a gap, or changes nothing. Where the place cites no row, or no test cites its rows, nothing is run: such a
mutant is told by itself and counts as not killed. What has been tried goes to standard error as it comes.

What can change no play is left alone: how much a cache keeps; a condition under which a row is cited and nothing
else is done, for whether rows are cited is for their proof to say; and functions that are handed a `Random`, which
draw what random play tries: rules roll dice.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any, Literal

import yaml

ROOT = Path(__file__).resolve().parents[1]
HOMES = ("src/deadground/systems", "src/deadground/testing")
BROKEN = ("rules", "data", "queries", "state", "setup", "armies", "lists", "weapons", "attributes")
"""The rooms of a system that are broken: folders, or modules of that name."""

PARTS = ("src", "tests", "web/src")
"""What a copy of the tree has: some tests hold the rules against what the page says of them."""

SWAPS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
OPPOSITES = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
"""Swapping these turns the whole condition round, so it need not be inverted as well."""

TALLY_LINES = ("on_die", "on_score")
CACHES = ("lru_cache", "Memory")
"""How much these keep is no rule: whatever the number, the same comes out, only sooner or later."""
NOT_CELLS = ("chart", "title", "rows", "source", "reason", "values", "id", "name", "text")
ROW = re.compile(r"[A-Z]+[A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)+")
TOO_LONG = "took too long"
NO_ROW, NO_TEST = "no row cited", "no test of its rows"
Killers = Literal["", "cited", "others"]
"""Which tests noticed a mutant: those that cite its rows, others of its system, or none."""
PATIENCE = 10
"""All tests of a system may take so many times as long as those that cite a row or two."""
LIMITED = """
import resource, sys, pytest
if seconds := int(sys.argv[1]):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
sys.exit(pytest.main(sys.argv[2:]))
"""
"""Runs tests for so many seconds of processor time at most, or with 0 for as long as they take: that the machine is
busy shall kill no mutant."""
INTEGER, DECIMAL = "tag:yaml.org,2002:int", re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
RANGE = re.compile(rf"({ROW.pattern}) to ({ROW.pattern})")


@dataclass(frozen=True)
class Mutant:
    """One change: the text of a file from `start` to `end` becomes `new`."""

    kind: str
    file: str
    line: int
    start: int
    end: int
    new: str
    rows: tuple[str, ...]

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]

    def diff(self, text: str) -> str:
        lines = difflib.unified_diff(text.splitlines(), self.applied(text).splitlines(), n=0, lineterm="")
        return "\n".join(list(lines)[3:])


@dataclass(frozen=True)
class Verdict:
    mutant: Mutant
    killers: Killers
    why: str
    diff: str

    @property
    def untried(self) -> bool:
        return self.why in (NO_ROW, NO_TEST)


@dataclass(frozen=True)
class System:
    """A system to break: where it lives and which rows it has."""

    name: str
    home: Path

    @classmethod
    def find(cls, root: Path, name: str) -> System:
        homes = [root / home / name for home in HOMES]
        found = [home for home in homes if any(home.glob("catalogue*.yaml"))]
        if not found:
            raise SystemExit(f"there is no system or test game '{name}'")
        return cls(name, found[0])

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The ids of its rule rows and rulings, in the order of the files."""
        return (*self.ids_in("catalogue*.yaml"), *self.rulings)

    @cached_property
    def rulings(self) -> tuple[str, ...]:
        return self.ids_in("rulings*.yaml")

    def ids_in(self, files: str) -> tuple[str, ...]:
        loaded = (yaml.load(file.read_bytes(), yaml.CSafeLoader) for file in sorted(self.home.glob(files)))
        return tuple(item["id"] for items in loaded for item in items)

    def named_in(self, text: str) -> set[str]:
        """The rows a text names; 'A-1 to A-4' names those between as well, the section 'A-1' all from 'A-1a' on."""
        named = set(ROW.findall(text))
        found = {row for row in self.rows if row in named or section_of(row) in named}
        for first, last in RANGE.findall(text):
            if first in self.rows and last in self.rows:
                found.update(self.rows[self.rows.index(first) : self.rows.index(last) + 1])
        return found

    def files(self) -> Iterator[Path]:
        for room in BROKEN:
            for file in [self.home / f"{room}.py", *sorted((self.home / room).rglob("*"))]:
                if file.is_file() and file.suffix in (".py", ".yaml"):
                    yield file


def section_of(row: str) -> str:
    """The section a row is part of: 'A-1' for 'A-1b'."""
    return row.rstrip("abcdefghijklmnopqrstuvwxyz")


def mutants_of(system: System, root: Path, only: Collection[str] = ()) -> list[Mutant]:
    """All that a system offers, or those of some of its modules and data files, named without their endings."""
    found: list[Mutant] = []
    for file in system.files():
        if only and file.stem not in only:
            continue
        name, text = file.relative_to(root).as_posix(), file.read_text("utf-8")
        if file.suffix == ".py":
            found += CodeMutants(system, name, text).found()
        else:
            found += data_mutants(system, name, text)
    return found


class CodeMutants:
    """The mutants of one Python module, each with the rows of the function or class it is in."""

    def __init__(self, system: System, name: str, text: str) -> None:
        self.system = system
        self.name = name
        self.text = text
        self.tree = ast.parse(text)
        # Columns of the syntax tree count bytes; the places of a mutant count characters.
        lines = text.splitlines(keepends=True)
        self.lines = [line.encode() for line in lines]
        self.starts = [0, *itertools.accumulate(len(line) for line in lines)]

    def found(self) -> list[Mutant]:
        module_rows = self.system.named_in(ast.get_docstring(self.tree) or "")
        return [mutant for node in self.tree.body for mutant in self.walk(node, set(), module_rows)]

    def walk(self, node: ast.AST, rows: set[str], otherwise: set[str]) -> Iterator[Mutant]:
        """The mutants at and below a node. `rows` are those of what encloses it, `otherwise` the module's."""
        if draws_at_random(node):
            return
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            rows = rows | self.rows_of(node)
        for kind, start, end, new in self.changes(node):
            chosen = tuple(sorted(rows or otherwise))
            yield Mutant(kind, self.name, self.text.count("\n", 0, start) + 1, start, end, new, chosen)
        for child in self.children(node):
            yield from self.walk(child, rows, otherwise)

    def rows_of(self, node: ast.ClassDef | ast.FunctionDef) -> set[str]:
        """Rows in a docstring, a decorator or, for a function, anywhere in it."""
        within: list[ast.AST] = [*node.decorator_list]
        if isinstance(node, ast.FunctionDef):
            within.append(node)
        strings = [
            part.value
            for tree in within
            for part in ast.walk(tree)
            if isinstance(part, ast.Constant) and isinstance(part.value, str)
        ]
        return self.system.named_in("\n".join([*strings, ast.get_docstring(node) or ""]))

    def children(self, node: ast.AST) -> Iterator[ast.AST]:
        """Everything below but sizes of caches, what decides only whether a row is cited, annotations, and
        formatted strings: Python 3.11 misplaces these."""
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns") or (field == "test" and only_cites(node)):
                continue
            for child in value if isinstance(value, list) else [value]:
                if (
                    isinstance(child, ast.AST)
                    and not isinstance(child, ast.JoinedStr)
                    and not is_cache(child)
                ):
                    yield child

    def changes(self, node: ast.AST) -> Iterator[tuple[str, int, int, str]]:
        """Kind, place and new text of every change to this very node."""
        if isinstance(node, ast.Compare):
            yield from self.swapped(node)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            for other in (node.value - 1, node.value + 1):
                # In brackets, because a second minus beside the first would mean something else.
                yield "constant", *self.place(node), str(other) if other >= 0 else f"({other})"
        elif isinstance(node, ast.Expr) and is_tally_line(node.value):
            yield "tally", *self.place(node), "pass"
        if isinstance(node, ast.If | ast.IfExp | ast.While) and not only_cites(node):
            yield from self.inverted(node.test)
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield from self.inverted(test)
        elif isinstance(node, ast.keyword) and node.arg == "when":
            yield from self.inverted(node.value)

    def swapped(self, node: ast.Compare) -> Iterator[tuple[str, int, int, str]]:
        sides = [node.left, *node.comparators]
        for op, left, right in zip(node.ops, sides, sides[1:], strict=False):
            old, new = SWAPS[type(op)]
            start, end = self.place(left)[1], self.place(right)[0]
            at = re.search(r"\s+".join(map(re.escape, old.split())), self.text[start:end])
            if at is not None:
                yield "comparison", start + at.start(), start + at.end(), new

    def inverted(self, test: ast.expr) -> Iterator[tuple[str, int, int, str]]:
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], OPPOSITES):
            return
        start, end = self.place(test)
        yield "condition", start, end, f"(not ({self.text[start:end]}))"

    def place(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        if node.end_lineno is None or node.end_col_offset is None:
            raise ValueError(f"{self.name}:{node.lineno}: a node without an end")
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def at(self, line: int, column: int) -> int:
        return self.starts[line - 1] + len(self.lines[line - 1][:column].decode())


def is_cache(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CACHES


def draws_at_random(node: ast.AST) -> bool:
    """A function that is handed a generator of random numbers."""
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(one.annotation, ast.Name) and one.annotation.id == "Random" for one in node.args.args
    )


def only_cites(node: ast.AST) -> bool:
    """A condition under which rows are cited, and nothing else is done either way."""
    return isinstance(node, ast.If) and not node.orelse and all(is_citation(line) for line in node.body)


def is_citation(line: ast.stmt) -> bool:
    call = line.value if isinstance(line, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "cite"


def is_tally_line(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TALLY_LINES
    )


def data_mutants(system: System, name: str, text: str) -> list[Mutant]:
    """Every whole number among the cells or limits of a data file, one more and one less.

    Its rows are those of the innermost entry that names any, else those of the comments at the head of the file.
    """
    found = []
    head = "\n".join(itertools.takewhile(lambda line: line.startswith("#"), text.splitlines()))
    for scalar, rows in numbers(yaml.compose(text, yaml.CSafeLoader), tuple(sorted(system.named_in(head)))):
        # The C parser counts characters, as we do.
        start, end, value = scalar.start_mark.index, scalar.end_mark.index, int(scalar.value)
        for other in (value - 1, value + 1):
            found.append(Mutant("cell", name, scalar.start_mark.line + 1, start, end, str(other), rows))
    return found


def numbers(node: Any, rows: tuple[str, ...]) -> Iterator[tuple[yaml.ScalarNode, tuple[str, ...]]]:
    if isinstance(node, yaml.MappingNode):
        named = [value for key, value in node.value if key.value == "rows"]
        own = tuple(
            item.value for value in named if isinstance(value, yaml.SequenceNode) for item in value.value
        )
        for key, value in node.value:
            if key.value not in NOT_CELLS:
                yield from numbers(value, own or rows)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from numbers(item, rows)
    elif isinstance(node, yaml.ScalarNode) and node.tag == INTEGER and DECIMAL.fullmatch(node.value):
        yield node, rows


class Tests:
    """Which tests cite which rows of a system: rule rows by their marks, rulings in their docstrings."""

    def __init__(self, system: System, root: Path) -> None:
        self.by_row: dict[str, list[str]] = {}
        self.all: list[str] = []
        for file in sorted((root / "tests").rglob("test_*.py")):
            own = system.name in file.relative_to(root).parts[:-1]
            name = file.relative_to(root).as_posix()
            marked = list(marked_tests(file, name, system.rulings))
            for test, rows in marked:
                for row in rows:
                    if row in system.rows:
                        self.by_row.setdefault(row, []).append(test)
            if own:
                self.all.append(name)
            else:
                self.all += [test for test, rows in marked if not rows.isdisjoint(system.rows)]

    def of(self, rows: tuple[str, ...]) -> list[str]:
        """The tests that cite any of the rows."""
        return list(dict.fromkeys(test for row in rows for test in self.by_row.get(row, ())))


def marked_tests(file: Path, name: str, rulings: Collection[str]) -> Iterator[tuple[str, set[str]]]:
    """The tests of a file with the rows they cite.

    A ruling is no rule row, so no mark can name it: the docstring of the test does, or that of its file for all.
    """
    tree = ast.parse(file.read_text("utf-8"))
    shared = ast.get_docstring(tree) or ""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        marks = [mark for mark in node.decorator_list if isinstance(mark, ast.Call)]
        rows = {
            argument.value
            for mark in marks
            if isinstance(mark.func, ast.Name) and mark.func.id in ("rule", "bounds")
            for argument in mark.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        }
        named = ROW.findall(f"{shared}\n{ast.get_docstring(node) or ''}")
        rows.update(row for row in named if row in rulings)
        if rows:
            yield f"{name}::{node.name}", rows


def sampled(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Some of the mutants, as evenly of every kind as there are: big tables would drown the rest."""
    rng = Random(seed)
    kinds: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        kinds.setdefault(mutant.kind, []).append(mutant)
    for group in kinds.values():
        rng.shuffle(group)
    turns = itertools.chain.from_iterable(itertools.zip_longest(*kinds.values()))
    return [mutant for mutant in turns if mutant is not None][:count]


class Copy:
    """A copy of the tree in which mutants are tried, one after the other."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = folder
        self.said = ""
        folder.mkdir()
        for part in PARTS:
            left_out = shutil.ignore_patterns("__pycache__", "page", ".*")
            if (root / part).is_dir():
                shutil.copytree(root / part, folder / part, ignore=left_out)
        shutil.copy(root / "pyproject.toml", folder)

    def run(self, tests: list[str], limit: int = 0, *, keep_bytecode: bool = False) -> int | None:
        """The status of a pytest run of these tests; None if it took too long."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root / "src"),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONDONTWRITEBYTECODE": "" if keep_bytecode else "1",
        }
        options = ("-x", "-q", "--tb=no", "-p", "no:cacheprovider")
        command = [sys.executable, "-c", LIMITED, str(limit), *options, *tests]
        done = subprocess.run(command, cwd=self.root, env=environment, capture_output=True, check=False)
        self.said = done.stdout.decode(errors="replace")
        return None if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL) else done.returncode

    def try_out(self, mutant: Mutant, tests: list[str], others: list[str], limit: int) -> Verdict:
        file = self.root / mutant.file
        text = file.read_text("utf-8")
        # A module changed within a second and of the same length would be taken from its old bytecode.
        for old in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
            old.unlink()
        file.write_text(mutant.applied(text), "utf-8")
        killers: Killers = "cited"
        try:
            status = self.run(tests, limit)
            if status == 0 and others:
                killers, status = "others", self.run(others, PATIENCE * limit)
        finally:
            file.write_text(text, "utf-8")
        why = TOO_LONG if status is None else "a test failed" if status else ""
        return Verdict(mutant, killers if why else "", why, mutant.diff(text))

    def untried(self, mutant: Mutant) -> Verdict:
        """A mutant that no test answers for."""
        diff = mutant.diff((self.root / mutant.file).read_text("utf-8"))
        return Verdict(mutant, "", NO_TEST if mutant.rows else NO_ROW, diff)


def break_system(
    root: Path,
    name: str,
    count: int,
    seed: int,
    jobs: int,
    limit: int,
    *,
    cited_only: bool = False,
    only: Collection[str] = (),
) -> list[Verdict]:
    """Try some mutants of a system, or of some of its modules, in `jobs` copies of the tree at a time.

    All tests of the system are run for what the cited ones let live, unless `cited_only`. A mutant is killed too
    when the cited ones take longer than `limit` seconds of processor time, or all of them ten times that.
    """
    system = System.find(root, name)
    tests = Tests(system, root)
    if not tests.all:
        raise SystemExit(f"there are no tests of '{name}'")
    chosen = sampled(mutants_of(system, root, only), count, seed)
    if not chosen:
        raise SystemExit(f"there is nothing to break in {', '.join(only) or name}")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for n in range(jobs):
            copies.put(Copy(root, Path(folder) / str(n)))

        def ready(_: int) -> None:
            copy = copies.get()
            if copy.run(tests.all, keep_bytecode=True) != 0:
                raise SystemExit(f"the tests of '{name}' fail before anything is broken:\n{copy.said}")
            copies.put(copy)

        def verdict(mutant: Mutant) -> Verdict:
            cited, others = tests.of(mutant.rows), [] if cited_only else tests.all
            copy = copies.get()
            try:
                found = copy.try_out(mutant, cited, others, limit) if cited else copy.untried(mutant)
            finally:
                copies.put(copy)
            progress(found)
            return found

        list(pool.map(ready, range(jobs)))
        return list(pool.map(verdict, chosen))


def progress(found: Verdict) -> None:
    """One line as soon as a mutant has been tried, with the change if it survived."""
    place = f"{found.mutant.file}:{found.mutant.line} ({found.mutant.kind})"
    line = (
        f"killed by {found.killers}: {place} {found.why}"
        if found.killers
        else f"{found.why or 'survived'}: {place}\n{found.diff}"
    )
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def report(verdicts: list[Verdict]) -> dict[str, Any]:
    alive = [verdict for verdict in verdicts if not verdict.killers]
    by = Counter(verdict.killers for verdict in verdicts)
    return {
        "mutants": len(verdicts),
        "killed": by["cited"] + by["others"],
        "killed_by_cited": by["cited"],
        "killed_by_others": by["others"],
        "too_long": sum(1 for verdict in verdicts if verdict.why == TOO_LONG),
        "no_row": sum(1 for verdict in alive if verdict.why == NO_ROW),
        "no_test": sum(1 for verdict in alive if verdict.why == NO_TEST),
        "survived": sum(1 for verdict in alive if not verdict.untried),
        "survivors": [told_of(verdict) for verdict in alive],
        "by_others": [told_of(verdict) for verdict in verdicts if verdict.killers == "others"],
    }


def told_of(one: Verdict) -> dict[str, Any]:
    return {
        "kind": one.mutant.kind,
        "file": one.mutant.file,
        "line": one.mutant.line,
        "rows": list(one.mutant.rows),
        "why": one.why,
        "diff": one.diff,
    }


def told(found: dict[str, Any]) -> str:
    lines = []
    named = [("killed by others", one) for one in found["by_others"]]
    for word, one in [*named, *((one["why"] or "survived", one) for one in found["survivors"])]:
        rows = ", ".join(one["rows"]) or "no rows"
        lines += [f"{word}: {one['file']}:{one['line']} ({one['kind']}; {rows})", one["diff"], ""]
    lines.append(
        f"{found['mutants']} mutants: {found['killed']} killed ({found['killed_by_cited']} by the tests that cite "
        f"their rows, {found['killed_by_others']} by others of the system; {found['too_long']} took too long), "
        f"{found['survived']} survived, {found['no_row']} {NO_ROW}, {found['no_test']} {NO_TEST}"
    )
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Break a system's rules and see whether its tests notice.")
    parser.add_argument("system", help="a rule system, or a test game such as duel")
    parser.add_argument("-n", type=int, default=50, help="how many mutants")
    parser.add_argument("--seed", type=int, default=0, help="which mutants")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument(
        "--limit", type=int, default=30, help="seconds of processor time for the tests of a row"
    )
    parser.add_argument("--cited-only", action="store_true", help="run no other tests for survivors")
    parser.add_argument("--only", nargs="+", default=(), metavar="MODULE", help="break these modules alone")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to break a copy of")
    parser.add_argument("--json", action="store_true", help="one JSON document and nothing else")
    given = parser.parse_args(arguments)
    root = given.root.resolve()
    verdicts = break_system(
        root,
        given.system,
        given.n,
        given.seed,
        given.jobs,
        given.limit,
        cited_only=given.cited_only,
        only=given.only,
    )
    found = report(verdicts)
    sys.stdout.write((json.dumps(found, indent=2) if given.json else told(found)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
