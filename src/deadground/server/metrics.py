"""What an operator wants to know of a running server: counters, times and levels, as Prometheus reads them.

The figures are of the whole server and name no game and no seat. Even so a player who read them could see that
somebody has just chosen in secret, so they are told only to whoever has the operator's token.
"""

from __future__ import annotations

import hmac
import os
import sys
import threading
import time
from bisect import bisect_left
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

VARIABLE = "DEADGROUND_METRICS_TOKEN"
PLAIN = "text/plain; version=0.0.4; charset=utf-8"

COUNTERS = {
    "choices": "Choices of people that were kept.",
    "bot_choices": "Choices of bots that were kept.",
    "refused": "Calls that the rules refused.",
    "unreadable": "Frames and bodies of requests that could not be read.",
    "not_kept": "Calls that could not be stored and were not taken.",
    "rule_errors": "Calls on which a rule failed; each left a report beside the database.",
    "server_errors": "Calls that failed for another reason; the log tells of each.",
    "bot_errors": "Bots that could not choose.",
    "bot_workers_ended": "Bot processes that were ended or ended by themselves.",
    "question_workers_ended": "Processes for questions that were ended or ended by themselves.",
    "commits": "Groups that were committed together.",
}
TIMES = {
    "answer": "From a call to its answer, which for a choice means that it is on the disk.",
    "commit": "From handing a job to the writer until it is on the disk.",
    "bot_choice": "From asking a bot to its answer.",
    "question_choice": "From asking another process a question of somebody who asks much to its answer.",
}
LEVELS = {
    "games_open": "Games that are laid out.",
    "seats_connected": "Tabs at the tables.",
    "writer_waiting": "Jobs that wait for the writer.",
    "bot_workers": "Bot processes.",
    "question_workers": "Processes for questions of those who ask much.",
}
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Times:
    """How many took how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.total += seconds


class Metrics:
    """The figures of one server. They are counted from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counters = dict.fromkeys(COUNTERS, 0)
        self._times = {name: Times() for name in TIMES}
        self._levels: dict[str, Callable[[], int]] = {}
        self._began = time.time()

    def count(self, name: str) -> None:
        with self._lock:
            self._counters[name] += 1

    def time(self, name: str, seconds: float) -> None:
        with self._lock:
            self._times[name].add(seconds)

    def watch(self, name: str, level: Callable[[], int]) -> None:
        """Where to look for a level when somebody asks."""
        self._levels[name] = level

    def text(self) -> str:
        """Everything, in the text format of Prometheus."""
        lines = [
            *described("info", "gauge", "The version that runs."),
            f'deadground_info{{version="{_version()}"}} 1',
        ]
        with self._lock:
            for name, help in COUNTERS.items():
                lines += [*described(f"{name}_total", "counter", help)]
                lines += [f"deadground_{name}_total {self._counters[name]}"]
            for name, help in TIMES.items():
                lines += [
                    *described(f"{name}_seconds", "histogram", help),
                    *bucket_lines(name, self._times[name]),
                ]
        for name, help in LEVELS.items():
            level = self._levels.get(name)
            lines += [*described(name, "gauge", help), f"deadground_{name} {level() if level else 0}"]
        lines += [*described("memory_bytes", "gauge", "Resident memory of the server's own process.")]
        lines += [f"deadground_memory_bytes {resident_memory()}"]
        lines += [*described("started_seconds", "gauge", "When the server started, in seconds since 1970.")]
        lines += [f"deadground_started_seconds {self._began:.0f}"]
        return "\n".join(lines) + "\n"


def described(name: str, kind: str, help: str) -> tuple[str, str]:
    return f"# HELP deadground_{name} {help}", f"# TYPE deadground_{name} {kind}"


def bucket_lines(name: str, times: Times) -> list[str]:
    """A histogram: how many took at most so long, each bucket with all before it."""
    lines, so_far = [], 0
    for edge, count in zip((*map(str, BUCKETS), "+Inf"), times.counts, strict=True):
        so_far += count
        lines.append(f'deadground_{name}_seconds_bucket{{le="{edge}"}} {so_far}')
    lines.append(f"deadground_{name}_seconds_sum {times.total:.6f}")
    lines.append(f"deadground_{name}_seconds_count {so_far}")
    return lines


def resident_memory() -> int:
    """Bytes of memory this process holds now; its highest mark where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


def is_operator(authorization: str) -> bool:
    """Whether a request carries the operator's token. Without one in the environment nobody is the operator."""
    token = os.environ.get(VARIABLE, "")
    return bool(token) and hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode())


def _version() -> str:
    return version("deadground")
