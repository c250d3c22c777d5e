"""The pytest plugin behind ``@rule``: a row is proven by tests in which the engine cited it as it is played.

A marked test fails unless each of its rows is cited while its body runs, below one of the ways by which a player
comes to the rules (core/citing.py); what fixtures cite does not count, nor does a bare call. Rows that are read
and not played (`READ`) are proven by any citation. A row counts only if all its tests passed, every parameter.

A whole green run must have proven just those rows of each catalogue that its ``waiting.yaml`` does not list, and as
many as the committed record (``proven.yaml``) says, or it fails. The rows are then written with their tests to
``build/proven.json``; a run of some of the tests, or one with a failure, leaves that file as it was.

While somebody listens the rules take no quick path and keep nothing in memory. With ``--unheard`` nobody does: the
same tests are played as games are, and prove nothing about rows. With ``--twice`` each marked test is played both
ways, one after the other; tests that are not marked are unheard anyhow, and are played once.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deadground.core.advice import near
from deadground.core.catalogue import Kind
from deadground.core.citing import Recorder, recording
from deadground.systems import registry
from deadground.testing import proof
from deadground.testing.rules import bounds_of, rows_of

PROPERTY = "rule_rows"
"""Under this name the rows travel with a test's reports, from the workers to the controller too."""

READ: tuple[Kind, ...] = ("data", "table", "setup")
"""Kinds of rows that are proven cell by cell, whoever reads the cells."""

UNHEARD = pytest.StashKey[bool]()
"""Whether nobody listens in this turn of a test that is played twice."""

LEFT_OUT = "tests_left_out"
SELECTING = {
    "keyword": "-k",
    "markexpr": "-m",
    "deselect": "--deselect",
    "ignore": "--ignore",
    "ignore_glob": "--ignore-glob",
    "lf": "--lf",
    "stepwise": "--stepwise",
    "collectonly": "--collect-only",
    "setuponly": "--setup-only",
    "setupplan": "--setup-plan",
    "unheard": "--unheard",
}


@cache
def known_rows() -> Mapping[str, Kind]:
    """The rows of every system and of the small games kept beside this module for testing, with their kinds."""
    catalogues = [*registry.catalogues().values(), *proof.catalogues_in(Path(__file__).parent)]
    return {row.id: row.kind for catalogue in catalogues for row in catalogue.rows.values()}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--unheard", action="store_true", help="play the tests of rules on their quick paths; proves no rows"
    )
    parser.addoption(
        "--twice", action="store_true", help="play the tests of rules once more on their quick paths"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Ledger(config), "rule-ledger")


def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, name: str, obj: object) -> None:
    """An unknown row is a fault of the test file, so its collection fails."""
    if not collector.istestfunction(obj, name):
        return
    for row in (*rows_of(obj), *bounds_of(obj)):
        if row not in known_rows():
            close = near(row, known_rows())
            hint = f"; did you mean {' or '.join(close)}?" if close else ""
            raise collector.CollectError(f"{name} names the unknown rule row `{row}`{hint}")


def pytest_itemcollected(item: pytest.Item) -> None:
    if rows := _rows(item):
        item.user_properties.append((PROPERTY, list(rows)))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Plays a marked test in two turns, each with fixtures of its own; a turn itself passes through untouched."""
    if not item.config.getoption("twice") or not (_rows(item) or _bounds(item)) or UNHEARD in item.stash:
        return None
    for unheard in (False, True):
        item.stash[UNHEARD] = unheard
        item.ihook.pytest_runtest_protocol(item=item, nextitem=nextitem)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure says if it was unheard; only the heading can, for workers know their tests by name."""
    report = yield
    if item.stash.get(UNHEARD, False):
        file, line, name = report.location
        report.location = file, line, f"{name} (unheard)"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Listens only while the body runs: what a fixture sets up is not what the test shows."""
    rows, bounds = _rows(item), _bounds(item)
    if (not rows and not bounds) or item.stash.get(UNHEARD, item.config.getoption("unheard")):
        return (yield)
    with recording() as cited:
        result = yield
    if missing := ", ".join(row for row in (*rows, *bounds) if row not in cited):
        heard = ", ".join(sorted(cited)) or "nothing"
        pytest.fail(f"the engine never cited {missing} in this test; it cited {heard}", pytrace=False)
    if bare := ", ".join(row for row in rows if not _is_shown(row, cited)):
        advice = "play it or use a command; @bounds marks a test that calls a rule bare and proves nothing"
        pytest.fail(f"no player came to {bare} in this test, only bare calls did: {advice}", pytrace=False)
    return result


def _is_shown(row: str, cited: Recorder) -> bool:
    return row in cited.played or known_rows()[row] in READ


def _rows(item: pytest.Item) -> tuple[str, ...]:
    return rows_of(getattr(item, "obj", None))


def _bounds(item: pytest.Item) -> tuple[str, ...]:
    return bounds_of(getattr(item, "obj", None))


class Ledger:
    """What one run says about rows. A worker of a divided run only counts what it left out."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.rows: dict[str, tuple[str, ...]] = {}
        self.ran: set[str] = set()
        self.unproven: set[str] = set()
        self.left_out = 0
        self.outcome = ""
        self.unlike: list[str] = []

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.left_out += len(items)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A module that skips itself hides which rows it would have tested."""
        self.left_out += report.skipped

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.left_out += getattr(node, "workeroutput", {}).get(LEFT_OUT, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        properties: dict[str, Any] = dict(report.user_properties)
        if PROPERTY not in properties:
            return
        self.rows[report.nodeid] = tuple(properties[PROPERTY])
        if not report.passed or hasattr(report, "wasxfail"):
            self.unproven.add(report.nodeid)
        elif report.when == "call":
            self.ran.add(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput[LEFT_OUT] = self.left_out
            return
        reason = self.why_not_whole(session, exitstatus)
        if reason:
            self.outcome = f"{proof.FILE} is left as it was: {reason}"
            return
        root = self.config.rootpath
        rows = self.proven()
        systems = root / "src" / "deadground" / "systems"
        self.unlike = proof.unlike_list(systems, rows) + proof.unlike_record(systems, rows)
        if self.unlike:
            self.outcome = f"{proof.FILE} is left as it was: what is committed about proof is not true"
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
            return
        digest = proof.source_digest(root / "src" / "deadground", root / "tests")
        proof.write(root / "build" / proof.FILE, proof.Proof(digest, rows))
        self.outcome = f"{len(rows)} proven, written to build/{proof.FILE}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.rows:
            terminalreporter.write_line(f"rule rows: {self.outcome}")
        for fault in self.unlike:
            terminalreporter.write_line(f"  {fault}")

    def why_not_whole(self, session: pytest.Session, exitstatus: int) -> str:
        """Why this run proves nothing about the whole; empty if it was complete and green."""
        if exitstatus != pytest.ExitCode.OK or session.shouldstop:
            return "the run was not green"
        for option, flag in SELECTING.items():
            if self.config.getoption(option, default=None):
                return f"{flag} was given"
        if self.left_out:
            return "some tests were left out"
        if self._paths(self.config.args, self.config.invocation_params.dir) != self._paths(
            self.config.getini("testpaths"), self.config.rootpath
        ):
            return "only some paths were run"
        return ""

    def _paths(self, names: list[str], base: Path) -> set[Path]:
        return {(base / name).resolve() for name in names}

    def proven(self) -> dict[str, list[str]]:
        """The rows all of whose tests ran and passed, with these tests."""
        tests: dict[str, list[str]] = {}
        for test, rows in sorted(self.rows.items()):
            for row in rows:
                tests.setdefault(row, []).append(test)
        good = self.ran - self.unproven
        return {row: tests[row] for row in sorted(tests) if good.issuperset(tests[row])}
