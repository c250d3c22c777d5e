"""Playing a journal again: to build a position, and to audit a game's dice and digests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from deadground.core.aside import Laid
from deadground.core.dice import DiceError, DiceSource, Ids, Live, Preset, Recorded, Roll, commitment
from deadground.core.faults import Refused, SaveError
from deadground.core.journal import (
    AskedBack,
    Chose,
    Entry,
    PutRight,
    Rewound,
    Said,
    TookBack,
    Undid,
    line_to,
    who,
)
from deadground.core.overrule import SET_ROLL, laid_by
from deadground.core.own_book import in_force
from deadground.core.position import Position, advance, look
from deadground.core.requests import Choice

if TYPE_CHECKING:
    from deadground.core.match import Match


class Finding(msgspec.Struct, frozen=True):
    """Something an audit found: at which entry, and what."""

    entry: int | None
    problem: str


def rebuild(match: Match[Any]) -> Position[Any]:
    """The latest position of a match from its journal alone, or a `SaveError` naming the first misfit."""
    position = match.position_at(-1)
    for entry in line_to(match.journal, match.current):
        problem = misfit(match, position, entry)
        if problem:
            raise SaveError(f"this game does not fit the rules of today at entry {entry.n}: {problem}")
    return position


def misfit(match: Match[Any], position: Position[Any], entry: Entry) -> str | None:
    """Carry an entry out with its recorded dice; why the rules of today cannot, if so."""
    dice = Recorded(entry.rolls)
    try:
        problem = unwanted(match, position, entry.act.choice) if isinstance(entry.act, Chose) else None
        if problem is None:
            advance(match.system, match.setup, position, entry.act, dice, Ids(match.seed, entry.n))
            dice.finish()
    except Refused as refused:
        return str(refused)
    except DiceError as error:
        return str(error)
    except Exception as error:
        return f"the rules fail on it: {type(error).__name__}: {error}"
    return problem


def unwanted(match: Match[Any], position: Position[Any], choice: Choice) -> str | None:
    """Why a choice is not what is asked for, if so."""
    view = look(match.system, match.setup, position, choice.seat)
    request = next(iter(view.requests), None)
    if request is None or request.kind != choice.kind:
        asked = f"a {request.kind}" if request else "nothing"
        return f"{asked} is asked of {choice.seat}, not a {choice.kind}"
    with in_force(view.own_book):
        faults = request.check(view, choice.value)
    return "; ".join(fault.reason for fault in faults) or None


def audit(match: Match[Any], promised: str | None = None) -> Iterator[Finding]:
    """Play every entry again with dice from the seed and tell what does not agree.

    Stops at the first entry that differs, since what follows rests on it.
    """
    if promised is not None and promised != commitment(match.seed):
        yield Finding(None, "the seed is not the one that was promised when the game began")
    fresh = type(match)(match.system, match.setup, match.seed)
    for number, entry in enumerate(match.journal):
        problem = numbered_wrong(entry, number) or differs(fresh, entry)
        if problem:
            yield Finding(number, problem)
            return
    if match.journal and fresh.position.digest() != match.position.digest():
        yield Finding(None, "the position kept beside the journal is not the one the journal leads to")


def audit_dice(journal: Sequence[Entry], seed: bytes) -> Iterator[Finding]:
    """Throw every die of a journal again from its seed, whatever the rules made of it.

    Stops at the first entry that differs. Dice set by hand count as what an entry before it set them to.
    """
    left: list[tuple[int, ...]] = []
    laid: list[Laid] = []
    for entry in journal:
        source, act = Preset(left[-1] if left else (), Live(seed, entry.n)), entry.act
        problem = next((found for roll in entry.rolls if (found := thrown_wrong(roll, source, laid))), None)
        if problem:
            yield Finding(entry.n, problem)
            return
        if isinstance(act, Undid | TookBack | Rewound):
            left.append(left[act.to])
        elif isinstance(act, PutRight) and act.overrule is None:
            left.append(act.dice)
        else:
            left.append(source.left)
        if isinstance(act, PutRight) and act.overrule is not None and act.overrule.what == SET_ROLL:
            laid.append(laid_by(act.overrule, act.by, who(act), act.reason))


def thrown_wrong(roll: Roll, source: DiceSource, laid: Sequence[Laid]) -> str | None:
    """Why a roll is not what its source throws, if so. Dice reach most rules sorted."""
    try:
        faces = source.faces(len(roll.faces), roll.sides, roll.purpose, True)
    except DiceError as error:
        return str(error)
    if roll.note:
        known = any(one.note == roll.note and set(roll.faces) <= set(one.faces) for one in laid)
        return None if known else f"its roll for {roll.purpose} was set by nobody"
    if roll.faces in (faces, tuple(sorted(faces))):
        return None
    return f"its roll for {roll.purpose} is not what the seed throws"


def numbered_wrong(entry: Entry, number: int) -> str | None:
    if entry.n != number or entry.after != number - 1:
        return f"the entry calls itself {entry.n} after {entry.after}"
    if isinstance(entry.act, Undid | AskedBack | TookBack | Rewound) and not 0 <= entry.act.to < number:
        return f"the entry goes back to {entry.act.to}, which is not before it"
    return None


def differs(fresh: Match[Any], entry: Entry) -> str | None:
    """What is different when an entry is played again on a match that stands before it."""
    try:
        again = play(fresh, entry)
    except Refused as refused:
        return f"the choice is refused: {refused}"
    except DiceError as error:
        return str(error)
    except Exception as error:
        return f"the rules fail on it: {error}"
    for part in ("act", "rolls", "events", "digest", "free"):
        if msgspec.json.encode(getattr(again, part)) != msgspec.json.encode(getattr(entry, part)):
            return f"its {part} came out otherwise"
    return None


def play(fresh: Match[Any], entry: Entry) -> Entry:
    """Do an entry's act on a match, checking a choice as if it had just been made."""
    act = entry.act
    if isinstance(act, Chose):
        (request,) = fresh.requests(act.choice.seat) or (None,)
        if request is None:
            raise SaveError(f"nothing is asked of {act.choice.seat}")
        return fresh.submit(request.choice(act.choice.value), act.note, by_plan=act.by_plan)
    if isinstance(act, Undid | TookBack | Rewound):
        if isinstance(act, Undid) and fresh.undoable(act.seat) is None:
            raise SaveError(f"{act.seat} had nothing to undo")
        return fresh.go_back(act)
    return again(fresh, entry)


def again(fresh: Match[Any], entry: Entry) -> Entry:
    """An act without a choice: set-up, withdrawal, put-right, or a note that leaves the position alone."""
    if isinstance(entry.act, Said):
        return fresh.note(entry.act)
    return fresh.enact(entry.act)
