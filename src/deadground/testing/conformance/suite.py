"""Playing random games and putting every check to them."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Literal

from deadground.core import replay
from deadground.core.faults import RuleCrash
from deadground.core.match import Match
from deadground.core.system import Setup, System
from deadground.core.table import Table
from deadground.testing.conformance import checks, naming, secrets, worlds

Size = Literal["ci", "full"]

GAMES = {"ci": 3, "full": 25}
PLAYED_ON = {"ci": 3, "full": 10**9}
"""From how many decisions of a game the loaded and the cloned match are played to the end."""

PLAYED_OUT = {"ci": 1, "full": 6}
"""At how many decisions of a game worlds imagined for those who are asked are played to the end."""

DECISIONS = 5_000
"""A game with more decisions than this is taken for endless."""


class NotConforming(Exception):
    """A system broke the contract: which check failed, and how."""

    def __init__(self, check: str, problem: str) -> None:
        self.check = check
        self.problem = problem
        super().__init__(f"{check}: {problem}")


class Report:
    """How often each check was made."""

    def __init__(self) -> None:
        self.made: Counter[str] = Counter()

    @contextmanager
    def checking(self, name: str) -> Iterator[None]:
        """Count a check, and name it if it fails."""
        self.made[name] += 1
        try:
            yield
        except NotConforming:
            raise
        except RuleCrash as crash:
            raise NotConforming("no_crash", str(crash)) from crash
        except Exception as error:
            raise NotConforming(name, f"{type(error).__name__}: {error}") from error


def conform(
    system: System[Any],
    scenario: str,
    *,
    options: Mapping[str, str] | None = None,
    details: Mapping[str, Any] | None = None,
    size: Size = "ci",
    games: int | None = None,
    share: float = 1.0,
    seed: int = 0,
    most_decisions: int = DECISIONS,
    match_type: type[Match[Any]] = Match,
    table_type: type[Table[Any]] = Table,
) -> Report:
    """Play random games of a scenario and make every check. Raises `NotConforming` on the first that fails.

    `share` is the part of all decisions that is looked at: less than one for battles too long to look at each.
    """
    report = Report()
    rng = Random(seed)
    with report.checking("set_up"):
        setup = system.prepare(scenario, options, details)
        checks.refuses_unknown_options(system, scenario)
    for _ in range(GAMES[size] if games is None else games):
        markers = secrets.Markers(rng)
        planted = system.planted(setup, markers.new)
        conforming = Game(system, planted, markers, report, rng, match_type, table_type, share)
        conforming.play(most_decisions, PLAYED_ON[size], PLAYED_OUT[size])
    return report


class Game:
    """One random game under every check."""

    def __init__(
        self,
        system: System[Any],
        setup: Setup,
        markers: secrets.Markers,
        report: Report,
        rng: Random,
        match_type: type[Match[Any]],
        table_type: type[Table[Any]],
        share: float,
    ) -> None:
        self.share = share
        self.system = system
        self.setup = setup
        self.markers = markers
        self.report = report
        self.rng = rng
        self.match_type = match_type
        self.table_type = table_type
        self.seed = rng.randbytes(32)
        self.pieces = naming.Pieces(setup.seats)
        markers.shown = self.pieces.known
        self.steps = worlds.Steps(system, self.pieces)

    def play(self, most: int, played_on: int, played_out: int) -> None:
        """Play to the end, checking at every decision."""
        checking, rng = self.report.checking, self.rng
        with checking("no_crash"), tempfile.TemporaryDirectory() as folder:
            match = self._begin(Path(folder))
            table = self.table_type(match, "conformance")
            for seat in self.setup.seats:
                table.join(seat)
            chosen: list[Any] = []
            sampled = sample_decisions(rng, most, played_on)
            pondered = sample_decisions(Random(self.seed), most, played_out)
            ponderings: list[Match[Any]] = []
            while match.outcome is None:
                if len(chosen) >= most:
                    raise NotConforming("ends", f"no end after {most} decisions")
                if len(chosen) in pondered:
                    ponderings.append(match.copy(match.seed, None))
                looked_at = rng.random() < self.share
                if looked_at:
                    self._decision(match, table)
                choice = self._choose(match)
                if looked_at:
                    self._step(match, table, choice, play_on=most if len(chosen) in sampled else 0)
                else:
                    self.steps.begin()
                    match.submit(choice)
                chosen.append(choice)
            self._after(match, chosen)
            for pondering in ponderings:
                with checking("imagined_plays_out"):
                    worlds.imagined_plays_out(pondering, Random(self.seed), most)

    def _begin(self, folder: Path) -> Match[Any]:
        match = self.match_type(self.system, self.setup, self.seed)
        match.crashes, match.watch = folder, self.steps.watch
        match.enact(checks.BEGAN)
        return match

    def _decision(self, match: Match[Any], table: Table[Any]) -> None:
        """The checks at a decision, before anybody chooses."""
        checking, rng = self.report.checking, self.rng
        with checking("someone_can_act"):
            checks.someone_can_act(match)
        with checking("choices"):
            checks.choices_are_sound(match, rng)
        with checking("plain_data"):
            checks.is_plain_data(match.position)
        with checking("invariants"):
            checks.invariants_hold(self.system, match, self.steps)
        with checking("save_and_load"):
            checks.loads_the_same(match)
        with checking("clone"):
            checks.copies_the_same(match)
        with checking("imagine"):
            worlds.imagined_looks_alike(match, table, rng)
        with checking("secrets_do_not_matter"):
            worlds.worlds_agree(match, self.steps, rng)
        self.pieces.watch(match.position.state)
        with checking("references"):
            naming.names_whom_it_contains(match, table, self.pieces, rng)
        with checking("no_leaks"):
            self.markers.search(match, table, rng)

    def _choose(self, match: Match[Any]) -> Any:
        with self.report.checking("choices"):
            seat = self.rng.choice(match.to_act())
            view = match.view(seat)
            request = view.requests[0]
            return request.choice(request.sample(view, self.rng))

    def _step(self, match: Match[Any], table: Table[Any], choice: Any, *, play_on: int) -> None:
        """Submit a choice on the match and on its doubles, and compare."""
        checking = self.report.checking
        with checking("save_and_load"):
            double = checks.reloaded(match)
        with checking("clone"):
            clone = match.copy(match.seed, None)
            before = match.position.copy()
        with checking("atomic"):
            checks.fails_whole(match, choice)
        self.steps.begin()
        match.submit(choice)
        with checking("save_and_load"):
            checks.step_agrees(match, double, choice)
        with checking("clone"):
            checks.step_agrees(match, clone, choice)
        with checking("undo"):
            checks.undo_is_honest(match, before, choice)
        with checking("references"):
            naming.says_what_it_names(match.position.state)
        with checking("no_leaks"):
            for seat in self.setup.seats:
                self.markers.search_text(match, seat, table.news(seat))
        if play_on:
            with checking("save_and_load"):
                checks.plays_on_alike(double, clone, self.rng.randrange(2**32), play_on)

    def _after(self, match: Match[Any], chosen: list[Any]) -> None:
        """The checks when the game is over."""
        checking = self.report.checking
        with checking("ends"):
            checks.ended_with_a_reason(match)
        with checking("same_seed"):
            checks.same_choices_same_digests(match, chosen, self.match_type)
        with checking("replay"):
            for finding in replay.audit(match, match.commitment):
                raise AssertionError(f"entry {finding.entry}: {finding.problem}")


def sample_decisions(rng: Random, most: int, count: int) -> set[int]:
    """Which decisions are played on from: some among the first of the game, or all of them."""
    return set(range(most)) if count >= most else set(rng.sample(range(min(most, 40)), count))
