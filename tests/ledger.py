"""The ledger: what the tests of each folder cost in processor seconds, beside what is committed.

`ledger.yaml` holds a line for each folder and size. A whole run prints it beside its own figures and warns where a
folder has outgrown its line by half; in the full size that fails the run. `--keep-ledger` writes the figures of a
run. Time of processes counts with the test that waited for their end; what a fixture of the whole session waits
for, such as the browser, counts for the folder of that fixture, whichever test comes last.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from inspect import unwrap
from pathlib import Path
from typing import Any

import pytest
import yaml

HERE = Path(__file__).parent
FILE = HERE / "ledger.yaml"
PROPERTY = "processor_seconds"
SESSION = "processor_seconds_of_session"
SLACK = 1.5
"""A folder may cost so many times what its line says."""
SMALL = 2.0
"""Seconds that no folder is blamed for: below that a busy machine tells more than the tests do."""

Lines = dict[str, dict[str, float]]


def spent() -> float:
    """Processor seconds of this process, and of all whose end it has seen."""
    return sum(os.times()[:4])


def folder_of(nodeid: str) -> str:
    """The folder a test counts for: the first two below `tests`."""
    parts = Path(nodeid.split("::")[0]).parts[1:-1]
    return "/".join(parts[:2]) or "."


def read() -> Lines:
    return yaml.safe_load(FILE.read_text("utf-8")) or {} if FILE.exists() else {}


def outgrown(now: Mapping[str, float], lines: Lines, size: str) -> list[str]:
    """The folders that cost more than their line allows."""
    return [
        folder
        for folder, seconds in now.items()
        if seconds > max(SMALL, SLACK * lines.get(folder, {}).get(size, float("inf")))
    ]


def written(now: Mapping[str, float], lines: Lines, size: str) -> str:
    """The file with the figures of a run, folders that are no more left out."""
    kept = {folder: {**lines.get(folder, {}), size: round(now[folder], 1)} for folder in sorted(now)}
    return (
        "# Processor seconds of the tests by folder; `pytest --keep-ledger` writes them.\n"
        + yaml.safe_dump(kept)
    )


class Ledger:
    """Sums up a run; in a divided one each worker measures and the first process adds."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.size: str = config.getoption("--size")
        self.seconds: dict[str, float] = defaultdict(float)
        self.began = 0.0
        self.ended = 0.0
        """What was spent when the last fixture had come to its end."""
        self.session: dict[str, float] = defaultdict(float)
        self.told: list[str] = []

    def pytest_runtest_logstart(self) -> None:
        self.began = spent()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self) -> None:
        self.ended = spent()

    def pytest_fixture_post_finalizer(self, fixturedef: pytest.FixtureDef[Any]) -> None:
        now = spent()
        file = Path(unwrap(fixturedef.func).__code__.co_filename)
        if fixturedef.scope == "session" and file.is_relative_to(self.config.rootpath):
            self.session[folder_of(file.relative_to(self.config.rootpath).as_posix())] += now - self.ended
            self.began += now - self.ended
        self.ended = now

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> Iterator[None]:
        outcome: Any = yield
        if call.when == "teardown":
            now = spent()
            found = outcome.get_result().user_properties
            found += [(PROPERTY, now - self.began), (SESSION, dict(self.session))]
            self.session.clear()
            self.began = now

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            properties: dict[str, Any] = dict(report.user_properties)
            self.seconds[folder_of(report.nodeid)] += properties.get(PROPERTY, 0.0)
            for folder, seconds in properties.get(SESSION, {}).items():
                self.seconds[folder] += seconds

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        is_whole = self.config.args == self.config.getini("testpaths") and not self.config.getoption(
            "keyword"
        )
        if hasattr(self.config, "workerinput") or not is_whole or not self.seconds:
            return
        lines = read()
        if self.config.getoption("--keep-ledger"):
            FILE.write_text(written(self.seconds, lines, self.size), "utf-8")
        larger = outgrown(self.seconds, lines, self.size)
        for folder, seconds in sorted(self.seconds.items(), key=lambda item: -item[1]):
            line = lines.get(folder, {}).get(self.size)
            was = "no line" if line is None else f"{line:8.1f}"
            self.told.append(f"{seconds:8.1f} {was:>8}  {folder}{'  outgrown' if folder in larger else ''}")
        if larger and self.size == "full":
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.told:
            terminalreporter.section("processor seconds: this run, the ledger")
        for line in self.told:
            terminalreporter.write_line(line)
