"""The audit of a saved game: whether it is what its seed, its rules and its choices make of it.

The command line and the server both tell what is found here, so that they cannot say different things.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from deadground.core import agenda, replay, saves
from deadground.core.called import command
from deadground.core.journal import marks
from deadground.core.match import Match
from deadground.core.replay import Finding
from deadground.core.system import System

SEED = "the seed against the hash promised when the game began"


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """What was checked and what was found. `holds` is true if nothing was.

    `whole` says whether everything could be judged. Of a game that began with another version of the rules only the
    file, the seed, the numbers of the entries and the dice can.
    """

    system: str
    version: str
    scenario: str
    entries: int
    dice: int
    finished: bool
    checked: tuple[str, ...]
    notes: tuple[str, ...]
    holds: bool
    whole: bool
    findings: tuple[Finding, ...]


def audit(document: bytes, systems: Mapping[str, System[Any]]) -> Audit:
    """Play a whole saved game again from its seed and compare; a `SaveError` if it is none."""
    whole, system = saves.read(document, systems)
    problem = saves.unsound(whole)
    can_judge = whole.version == system.version
    if problem:
        findings = [Finding(None, problem)]
    elif can_judge:
        findings = list(findings_of(whole, saves.load(document, systems)))
    else:
        findings = list(replay.audit_dice(whole.journal, bytes.fromhex(whole.seed)))
    dice = sum(len(roll.faces) for entry in whole.journal for roll in entry.rolls)
    return Audit(
        system=whole.system,
        version=whole.version,
        scenario=whole.setup.scenario,
        entries=len(whole.journal),
        dice=dice,
        finished=whole.position.outcome is not None,
        checked=(SEED,) if problem else tuple(checked(whole, dice, can_judge=can_judge)),
        notes=() if problem else tuple(notes_on(whole, system)),
        holds=not findings,
        whole=can_judge,
        findings=tuple(findings),
    )


def checked(whole: saves.Save, dice: int, *, can_judge: bool) -> Iterator[str]:
    """What an audit goes through."""
    yield SEED
    yield f"{dice} dice against the seed"
    if not can_judge:
        yield f"{len(whole.journal)} entries by their numbers"
        return
    yield f"{len(whole.journal)} entries against the rules: choice, events and digest of each"
    yield "the position kept beside the journal"


def findings_of(whole: saves.Save, match: Match[Any]) -> Iterator[Finding]:
    """What does not agree. A kept position that cannot be read was built again, so the audit would not see it."""
    try:
        saves.position_of(whole, match.system)
    except (msgspec.ValidationError, agenda.AgendaError, LookupError) as error:
        yield Finding(None, f"the position kept beside the journal cannot be read: {error}")
    yield from replay.audit(match, whole.commitment)


def notes_on(whole: saves.Save, system: System[Any]) -> Iterator[str]:
    """What a reader should know though nothing is wrong with it."""
    if whole.version != system.version:
        rules = f"begun with version {whole.version} of {system.name}, checked by {system.version}"
        yield f"{rules}: its choices, events and digests cannot be judged"
    if whole.data != system.data_digest():
        yield "the tables have changed since the game was saved"
    if whole.crash is not None:
        yield f"a rule failed at the end of this game; `{command('replay')}` does it again"
    for mark in marks(list(whole.journal)):
        yield f"the game is marked: {mark}"


def told(finding: Finding) -> str:
    """A finding in words."""
    where = "" if finding.entry is None else f"at entry {finding.entry}: "
    return f"{where}{finding.problem}"
