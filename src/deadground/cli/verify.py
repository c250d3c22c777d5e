"""``deadground verify``: whether a saved game is what its seed, its rules and its choices make of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from deadground.cli.shared import console, header, print_json, saved
from deadground.core import agenda, replay, saves
from deadground.core.match import Match
from deadground.core.replay import Finding

SEED = "the seed against the hash promised when the game began"


class Audit(msgspec.Struct, frozen=True):
    """What was checked and what was found. `holds` is true if nothing was."""

    file: str
    system: str
    version: str
    scenario: str
    entries: int
    dice: int
    finished: bool
    checked: tuple[str, ...]
    notes: tuple[str, ...]
    holds: bool
    findings: tuple[Finding, ...]


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document and nothing else.")] = False,
) -> None:
    """Audit a game: its seed, every die, every choice, every digest, and the position it ends in."""
    result = audit(file)
    if as_json:
        print_json(result)
    else:
        _print(result)
    if not result.holds:
        raise typer.Exit(1)


def audit(file: Path) -> Audit:
    """Play the whole game again from its seed and compare."""
    whole = header(file)
    problem = saves.unsound(whole)
    match = None if problem else saved(file)
    findings = tuple(findings_of(whole, match)) if match else (Finding(None, problem or ""),)
    dice = sum(len(roll.faces) for entry in whole.journal for roll in entry.rolls)
    return Audit(
        file=str(file),
        system=whole.system,
        version=whole.version,
        scenario=whole.setup.scenario,
        entries=len(whole.journal),
        dice=dice,
        finished=whole.position.outcome is not None,
        checked=tuple(checked(whole, dice)) if match else (SEED,),
        notes=() if match is None else tuple(notes_on(whole, match)),
        holds=not findings,
        findings=findings,
    )


def checked(whole: saves.Save, dice: int) -> Iterator[str]:
    """What an audit goes through."""
    yield SEED
    yield f"{dice} dice against the seed"
    yield f"{len(whole.journal)} entries against the rules: choice, events and digest of each"
    yield "the position kept beside the journal"


def findings_of(whole: saves.Save, match: Match[Any]) -> Iterator[Finding]:
    """What does not agree. A kept position that cannot be read was built again, so the audit would not see it."""
    try:
        saves.position_of(whole, match.system)
    except (msgspec.ValidationError, agenda.AgendaError, LookupError) as error:
        yield Finding(None, f"the position kept beside the journal cannot be read: {error}")
    yield from replay.audit(match, whole.commitment)


def notes_on(whole: saves.Save, match: Match[Any]) -> Iterator[str]:
    """What a reader should know though nothing is wrong with it."""
    system = match.system
    if whole.version != system.version:
        yield f"saved by version {whole.version} of {system.name}, checked by {system.version}"
    if whole.data != system.data_digest():
        yield "the tables have changed since the game was saved"
    if whole.crash is not None:
        yield "a rule failed at the end of this game; `deadground replay` does it again"
    for mark in match.marks:
        yield f"the game is marked: {mark}"


def _print(result: Audit) -> None:
    screen = console()
    state = "finished" if result.finished else "in play"
    screen.print(f"{result.system} / {result.scenario}, version {result.version}, {state}", style="bold")
    for line in result.checked:
        screen.print(f"  {line}")
    for line in result.notes:
        screen.print(f"  note: {line}")
    if result.holds:
        screen.print("holds")
    for finding in result.findings:
        where = "" if finding.entry is None else f"at entry {finding.entry}: "
        screen.print(f"does not hold: {where}{finding.problem}", style="bold", soft_wrap=True)
