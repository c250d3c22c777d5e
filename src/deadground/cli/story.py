"""A game told as a story: who chose what, in the words of the question, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from deadground.core import replay
from deadground.core.diary import diary
from deadground.core.dice import Roll
from deadground.core.events import SeenEvent
from deadground.core.journal import Began, Chose, Entry, PutRight, Withdrew, is_told
from deadground.core.match import Match
from deadground.core.requests import (
    Allocate,
    AnyRequest,
    Confirm,
    Number,
    Path,
    PathValue,
    Pick,
    Place,
    PlaceValue,
)


class Step(msgspec.Struct, frozen=True):
    """One step of the story: its number, what was done, what is told of it, and dice that no event shows.

    `note` is why a bot chose so; it is there when the game is over and the whole of it is told.
    """

    n: int
    done: str
    events: tuple[SeenEvent, ...]
    rolls: tuple[Roll, ...] = ()
    note: str = ""


class Stood(NamedTuple):
    """The turn it was, and what each side had lost."""

    turn: int
    lost: dict[str, int]


class Retold(NamedTuple):
    """An entry with the request its choice answered, and how things stood after it."""

    entry: Entry
    request: AnyRequest | None
    stood: Stood | None


def story(match: Match[Any], again: Iterable[Retold], seat: str | None = None) -> list[Step]:
    """The whole game; for a seat only what that seat could see, numbered so that gaps tell nothing."""
    steps = [step_of(match, one.entry, one.request, seat) for one in again]
    if seat is None:
        notes = {one.entry: one.note for one in diary(match)} if match.outcome is not None else {}
        return [msgspec.structs.replace(step, note=notes.get(step.n, "")) for step in steps]
    seen = [step for step in steps if step.done or step.events]
    return [msgspec.structs.replace(step, n=n) for n, step in enumerate(seen)]


def retold(match: Match[Any]) -> Iterator[Retold]:
    """Each entry, asked again on a match that is played along.

    Where the game no longer fits the rules only the entries are left from there on; `verify` says why.
    """
    along: Match[Any] | None = Match(match.system, match.setup, match.seed)
    for entry in match.journal:
        request = answered(along, entry) if along is not None else None
        if along is not None and replay.differs(along, entry) is not None:
            along = None
        yield Retold(entry, request, stood(along) if along is not None else None)


def stood(match: Match[Any]) -> Stood:
    state = match.position.state
    return Stood(match.system.clock(state).turn, match.system.sum_up(state).losses)


def answered(along: Match[Any], entry: Entry) -> AnyRequest | None:
    if not isinstance(entry.act, Chose) or entry.act.choice.seat not in along.setup.seats:
        return None
    return next(iter(along.requests(entry.act.choice.seat)), None)


def step_of(match: Match[Any], entry: Entry, request: AnyRequest | None, seat: str | None) -> Step:
    everything = seat is None or match.system.sees_all(seat)
    seen = [event.for_seat(seat or "", all_seeing=everything) for event in entry.events]
    events = tuple(event for event in seen if event is not None)
    shown = [roll for event in events for roll in event.rolls]
    rolls = tuple(roll for roll in entry.rolls if roll not in shown) if everything else ()
    return Step(entry.n, deed(entry, request, None if everything else seat), events, rolls)


def deed(entry: Entry, request: AnyRequest | None, seat: str | None) -> str:
    """What was done, in words; empty where an event tells it, or where it is not for this seat to know."""
    act = entry.act
    if isinstance(act, Began):
        return "The game begins."
    if isinstance(act, PutRight):
        return f"{act.by} puts something right: {act.reason}" if seat is None or is_told(entry, seat) else ""
    if isinstance(act, Withdrew) and seat in (None, act.seat):
        return f"{act.seat} withdraws a sealed answer."
    if isinstance(act, Chose) and seat in (None, act.choice.seat):
        prompt = "" if request is None else f"{request.prompt} "
        return f"{act.choice.seat}: {prompt}{in_words(request, act.choice.value)}"
    return ""


def in_words(request: AnyRequest | None, value: Any) -> str:
    """A choice value by the labels of its request, or as it stands where it does not fit the request."""
    if request is not None:
        try:
            return _by_labels(request, msgspec.convert(value, request.value_type))
        except msgspec.ValidationError:
            pass
    return msgspec.json.encode(value).decode()


def _by_labels(request: AnyRequest, value: Any) -> str:
    if isinstance(request, Pick):
        return listed(_label(request.options, id) for id in value)
    if isinstance(request, Confirm):
        return request.yes if value else request.no
    if isinstance(request, Number):
        return f"{value} {request.unit}".rstrip()
    if isinstance(request, Allocate):
        return listed(f"{n} {request.unit} to {_label(request.shares, id)}" for id, n in value.items() if n)
    if isinstance(request, Place):
        return listed(f"{_label(request.spots, id, 'piece')} at {where(one)}" for id, one in value.items())
    if isinstance(request, Path):
        return listed(f"{_label(request.walkers, id, 'piece')} {way(one)}" for id, one in value.items())
    return listed(f"{_label(request.units, one.unit)}: {_label(request.cards, one.card)}" for one in value)


def _label(things: Iterable[Any], id: str, key: str = "id") -> str:
    return next((str(thing.label) for thing in things if getattr(thing, key) == id), id)


def listed(words: Iterable[str]) -> str:
    return ", ".join(words) or "nothing"


def where(placed: PlaceValue) -> str:
    facing = "" if placed.facing is None else f" facing {placed.facing / 10:g}°"
    return f"{placed.at[0]}/{placed.at[1]}{facing}"


def way(path: PathValue) -> str:
    return "by " + " ".join(f"{x}/{y}" for x, y in path.points) if path.points else "stays"


def lines(step: Step) -> Iterator[str]:
    """A step as printed."""
    told = [line for event in step.events for line in event_lines(event)]
    told += [f"  {thrown(roll)}" for roll in step.rolls]
    first, *rest = [step.done, *told] if step.done else told or [""]
    yield f"{step.n:4}  {first}".rstrip()
    if step.note:
        yield f"      Why: {step.note}"
    yield from (f"      {line}" for line in rest)


def event_lines(event: SeenEvent) -> Iterator[str]:
    yield f"{event.text}{cited(event.rows)}"
    for roll in event.rolls:
        yield f"  {thrown(roll)}"
    for tally in event.tallies:
        if tally.lines:
            yield f"  {tally.in_words()}"


def cited(rows: Iterable[str]) -> str:
    """Rule rows behind a sentence, each once though several parts of it rest on it."""
    once = dict.fromkeys(rows)
    return f"  [{', '.join(once)}]" if once else ""


def thrown(roll: Roll) -> str:
    """The faces of a throw, whose it was and what for."""
    owner = f" by {roll.owner}" if roll.owner else ""
    return f"{len(roll.faces)}d{roll.sides}: {' '.join(map(str, roll.faces))}  ({roll.purpose}{owner})"
