"""Overruling: the closed list of what an umpire may change by hand, and how it is checked and carried out.

An overrule is a put-right that says what is meant instead of which field is changed. A system lists the kinds it
knows, with their fields as data, so that a client can make a form of them. It is refused if a field does not fit,
if an invariant would be broken, or if the rules could not go on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from deadground.core.aside import Laid
from deadground.core.dice import MOST_SIDES
from deadground.core.faults import Fault, Refused, RuleCrash, did_you_mean

if TYPE_CHECKING:
    from deadground.core.journal import Entry
    from deadground.core.match import Match

LONGEST = 500
"""Letters in a reason."""

MOST_DICE = 20
"""Dice that can be set at once."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One thing an overrule must be told.

    `key`: the id of a record in the collection `of` of the state; `point`: two whole numbers on the table;
    `number`: from `least` to `most`; `choice`: one of `choices`; `dice`: a list of faces, each at most `most`.
    `highest` gives the highest face by what was chosen in the field `by`. `where` are the fields of a record, with
    their values, that a `key` is offered for: the hidden ones, where something is to be shown. `offered` are those
    records, each with its name, as a seat is told of them.

    What has a `unit` travels in tenths of a millimetre or of a degree, and people read and write it in that unit.
    """

    name: str
    label: str
    kind: Literal["key", "point", "number", "choice", "dice"]
    of: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    needed: bool = True
    by: str = ""
    highest: dict[str, int] = {}
    where: dict[str, Any] = {}
    offered: tuple[tuple[str, str], ...] = ()
    unit: Literal["", "mm", "degrees"] = ""


class OverruleKind(msgspec.Struct, frozen=True):
    """One thing an umpire may do, with what he must say for it."""

    what: str
    label: str
    fields: tuple[Field, ...] = ()


class Overrule(msgspec.Struct, frozen=True):
    """What an umpire does: the kind, and the values of its fields."""

    what: str
    fields: dict[str, Any] = {}


class Ruled(msgspec.Struct, frozen=True):
    """What came of an overrule: a sentence, and the seats that may read it and its reason; None for all."""

    says: str
    to: tuple[str, ...] | None = None


SET_ROLL = "set_roll"

END_PHASE = OverruleKind("end_phase", "End the phase")
"""Everything still asked in this phase is answered with what is proposed, and the next one begins."""


def set_roll(dice: dict[str, int], owners: str) -> OverruleKind:
    """Lay the next roll for a purpose. `dice`: the largest die thrown for each; `owners`: whose ids own dice."""
    return OverruleKind(
        SET_ROLL,
        "Set the next roll",
        (
            Field(name="purpose", label="What is rolled for", kind="choice", choices=tuple(dice)),
            Field(name="owner", label="Whose dice", kind="key", of=owners, needed=False),
            Field(
                name="faces",
                label="Faces",
                kind="dice",
                least=1,
                most=max(dice.values()),
                by="purpose",
                highest=dice,
            ),
        ),
    )


def largest_die(kinds: tuple[OverruleKind, ...]) -> int:
    """The largest die that is thrown, if the list of what may be overruled tells; else the largest there is."""
    faces = (
        field.most for kind in kinds if kind.what == SET_ROLL for field in kind.fields if field.kind == "dice"
    )
    return max(faces, default=MOST_SIDES)


def laid_by(ruling: Overrule, by: str, called: str, reason: str) -> Laid:
    """The dice that an overrule lays; what is said of them names whoever set them."""
    faces, note = tuple(ruling.fields["faces"]), f"set by {called}: {reason}"
    return Laid(ruling.fields["purpose"], ruling.fields.get("owner", ""), faces, note, by)


def faults_of(kinds: tuple[OverruleKind, ...], state: Any, ruling: Overrule) -> list[Fault]:
    """Everything that is wrong with the form of an overrule."""
    kind = next((kind for kind in kinds if kind.what == ruling.what), None)
    if kind is None:
        known = did_you_mean(ruling.what, (kind.what for kind in kinds))
        return [Fault("what", f"'{ruling.what}' cannot be overruled: {known}")]
    names = [field.name for field in kind.fields]
    faults = [
        Fault(f"fields.{name}", f"'{name}' is no field of {kind.what}")
        for name in ruling.fields
        if name not in names
    ]
    for field in kind.fields:
        problem = why_not(field, state, ruling.fields)
        faults += [Fault(f"fields.{field.name}", f"{field.label}: {problem}")] if problem else []
    return faults


def why_not(field: Field, state: Any, given: dict[str, Any]) -> str:
    """What is wrong with the value of a field; "" if it will do."""
    if field.name not in given:
        return "is missing" if field.needed else ""
    value = given[field.name]
    if field.kind == "key":
        there = isinstance(value, str) and value in getattr(state, field.of)
        return "" if there else f"there is no such one among the {field.of}"
    if field.kind == "choice":
        return "" if value in field.choices else f"it is one of {', '.join(field.choices)}"
    if field.kind == "point":
        fits = isinstance(value, list | tuple) and len(value) == 2 and all(map(is_whole, value))
        return "" if fits else "it is a place of two whole numbers"
    most = field.most
    if field.by and isinstance(given.get(field.by), str):
        most = field.highest.get(given[field.by], most)
    faces = value if field.kind == "dice" else [value]
    if not isinstance(faces, list | tuple) or not 1 <= len(faces) <= MOST_DICE:
        return f"name from 1 to {MOST_DICE} of them"
    if not all(is_whole(face) and field.least <= face <= most for face in faces):
        word = "faces are" if field.kind == "dice" else "it is"
        if field.unit:
            return f"{word} from {field.least / 10:g} to {most / 10:g} {field.unit}"
        return f"{word} from {field.least} to {most}"
    return ""


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def why_no_reason(reason: str) -> list[Fault]:
    """A reason is given in words, and not too many of them."""
    if not reason.strip():
        return [Fault("reason", "an overrule needs a reason")]
    if len(reason) > LONGEST:
        return [Fault("reason", f"a reason has {LONGEST} letters at most, not {len(reason)}")]
    return []


def kinds_for(match: Match[Any], seat: str) -> tuple[OverruleKind, ...]:
    """What a seat may overrule: all of the list for an umpire's seat of this table, nothing for the others."""
    umpire = seat in match.setup.seats and match.system.sees_all(seat)
    return match.system.overrules if umpire else ()


def with_offers(kinds: Sequence[OverruleKind], state: Any) -> tuple[OverruleKind, ...]:
    """The list with the records that each field may name, as the state of a view has them."""
    return tuple(
        replace(kind, fields=tuple(offering(field, state) for field in kind.fields)) for kind in kinds
    )


def offering(field: Field, state: Any) -> Field:
    records: dict[str, Any] = getattr(state, field.of) if field.of else {}
    fitting = {
        id: one
        for id, one in records.items()
        if all(getattr(one, name) == value for name, value in field.where.items())
    }
    return replace(field, offered=tuple((id, getattr(one, "name", "")) for id, one in fitting.items()))


def overrule(match: Match[Any], seat: str, ruling: Overrule, reason: str) -> Entry:
    """Carry out an umpire's overrule, or refuse it with every reason."""
    kinds = kinds_for(match, seat)
    if not kinds:
        raise Refused(Fault("seat", "only the umpire's seat may overrule"))
    if match.outcome is not None:
        raise Refused(Fault("", f"the game is over: {match.outcome.reason}"))
    faults = [*why_no_reason(reason), *faults_of(kinds, match.position.state, ruling)]
    if faults:
        raise Refused(*faults)
    must_play_on(match, seat, ruling, reason)
    return match.put_right(seat, reason.strip(), overrule=ruling)


def must_play_on(match: Match[Any], seat: str, ruling: Overrule, reason: str) -> None:
    """Try it on a copy with other dice and play its phase to the end: what the rules cannot follow is refused."""
    trial = match.copy(bytes(32), None)
    try:
        trial.put_right(seat, reason.strip(), overrule=ruling)
        if trial.outcome is None and END_PHASE in match.system.overrules:
            with suppress(Refused):
                trial.put_right(seat, reason.strip(), overrule=Overrule(END_PHASE.what))
    except RuleCrash as crash:
        raise Refused(Fault("what", f"the rules could not go on from there: {crash}")) from None
