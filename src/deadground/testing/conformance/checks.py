"""Checks that need no second world: choices, saves, copies, undo, digests, plain data."""

from __future__ import annotations

import enum
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from deadground.core import records, saves
from deadground.core.dice import DiceError
from deadground.core.faults import Refused, RuleCrash, SetupError
from deadground.core.journal import Began
from deadground.core.match import Match
from deadground.core.position import Position
from deadground.core.requests import Choice
from deadground.core.system import System

if TYPE_CHECKING:
    from deadground.testing.conformance.worlds import Steps

BEGAN = Began()
LISTED = 12


def refuses_unknown_options(system: System[Any], scenario: str) -> None:
    for options in ({"no such option": "x"}, *({o.name: "no such value"} for o in system.options)):
        try:
            system.prepare(scenario, options)
        except SetupError:
            continue
        raise AssertionError(f"the options {options} were taken")


def someone_can_act(match: Match[Any]) -> None:
    seats = match.to_act()
    assert seats, "nobody is asked and the game is not over"
    for seat in seats:
        assert match.requests(seat), f"{seat} is waited for and asked nothing"


def choices_are_sound(match: Match[Any], rng: Random) -> None:
    """Sampled, suggested and listed choices are legal; stale, foreign and malformed ones are refused."""
    digest = match.position.digest()
    for seat in match.to_act():
        view = match.view(seat)
        (request,) = view.requests
        good = request.sample(view, rng)
        legal = [good, *(suggestion.value for suggestion in request.suggest(view, 3))]
        if request.proposal is not None:
            legal.append(request.proposal)
        listed = request.listed(view)
        assert listed != [], f"{seat} is asked '{request.prompt}' and has no legal choice"
        legal += rng.sample(listed, min(LISTED, len(listed))) if listed else []
        for value in legal:
            faults = request.check(view, value)
            assert not faults, f"{value!r} was offered for '{request.prompt}' and refused: {faults}"
        others = [other for other in match.setup.seats if other != seat]
        must_refuse(match, Choice(request.serial - 1, seat, request.kind, good), "a stale serial")
        must_refuse(match, Choice(request.serial, "nobody", request.kind, good), "a seat that is not there")
        must_refuse(match, Choice(request.serial, seat, "no such kind", good), "another kind")
        must_refuse(match, Choice(request.serial, seat, request.kind, {"no": ["such", 1.5]}), "nonsense")
        for other in others:
            if not match.requests(other):
                must_refuse(match, Choice(request.serial, other, request.kind, good), "another seat's choice")
    assert match.position.digest() == digest, "looking at choices changed the position"


def must_refuse(match: Match[Any], choice: Choice, what: str) -> None:
    try:
        match.submit(choice)
    except Refused as refused:
        assert all(fault.reason for fault in refused.faults), f"{what} was refused without a reason"
        return
    raise AssertionError(f"{what} was taken")


def is_plain_data(position: Position[Any]) -> None:
    """No float, no set, no foreign object in state or agenda; and what is there fits its declared type."""

    def visit(value: Any) -> None:
        plain = value is None or isinstance(
            value, int | str | tuple | list | dict | enum.Enum | msgspec.Struct
        )
        assert plain, f"{type(value).__name__} in the game: {value!r}"

    for part in (position.state, position.agenda, position.sealed):
        records.walk(part, visit)
    msgspec.convert(msgspec.to_builtins(position.state), type(position.state))


def invariants_hold(system: System[Any], match: Match[Any], steps: Steps) -> None:
    for broken in (*steps.broken, *system.invariants(match.position.state)):
        raise AssertionError(broken)


def reloaded(match: Match[Any]) -> Match[Any]:
    return saves.load(saves.save(match), {match.system.name: match.system})


def loads_the_same(match: Match[Any]) -> None:
    double = reloaded(match)
    assert double.position.digest() == match.position.digest(), "a loaded game has another digest"
    for seat in match.setup.seats:
        assert double.requests(seat) == match.requests(seat), f"a loaded game asks {seat} something else"


def copies_the_same(match: Match[Any]) -> None:
    """A copy is equal, and a rule that changes one does not change the other."""
    digest = match.position.digest()
    copied = match.position.copy()
    assert copied.digest() == digest, "a copy has another digest: a field was forgotten"
    shared = [
        (name, key)
        for (name, key, one), (_, _, other) in zip(
            records.records_of(match.position.state), records.records_of(copied.state), strict=True
        )
        if one is other
    ]
    assert not shared, f"a copy shares {shared[0]} with the original"


def step_agrees(match: Match[Any], double: Match[Any], choice: Choice) -> None:
    entry = double.submit(choice)
    assert entry.digest == match.journal[-1].digest, "the same choice led elsewhere"
    assert entry.rolls == match.journal[-1].rolls, "the same choice rolled other dice"


def plays_on_alike(one: Match[Any], other: Match[Any], seed: int, most: int) -> None:
    """Play two matches to the end with the same choices; they must end alike."""
    left, right = Random(seed), Random(seed)
    for _ in range(most):
        if one.outcome is not None:
            break
        random_choice(one, left)
        random_choice(other, right)
        assert one.journal[-1].digest == other.journal[-1].digest, "a loaded and a cloned game drift apart"
    assert one.outcome == other.outcome, "a loaded and a cloned game end differently"


def random_choice(match: Match[Any], rng: Random) -> None:
    seat = rng.choice(match.to_act())
    view = match.view(seat)
    request = view.requests[0]
    match.submit(request.choice(request.sample(view, rng)))


class Broken:
    """Dice that break at the first throw, to see what a failing rule leaves behind."""

    def faces(self, count: int, sides: int, purpose: str, ordered: bool) -> tuple[int, ...]:
        raise DiceError("the dice rolled off the table")


def fails_whole(match: Match[Any], choice: Choice) -> None:
    """A rule that fails at its first die leaves match and journal as they were, and a file that loads."""
    before, length = match.position.digest(), len(match.journal)
    copied = match.copy(match.seed, lambda entry: Broken())
    copied.crashes = match.crashes
    try:
        copied.submit(choice)
    except RuleCrash as crash:
        assert copied.position.digest() == before, "a rule that failed changed the position"
        assert len(copied.journal) == length, "a rule that failed wrote into the journal"
        assert crash.file is not None, "a rule that failed left no file"
        kept = saves.load(Path(crash.file).read_bytes(), {match.system.name: match.system})
        assert kept.position.digest() == before, "the file of a crash is another game"


def undo_is_honest(match: Match[Any], before: Position[Any], choice: Choice) -> None:
    """Undo leads back to the same digest; after a die or for another seat it is not offered."""
    entry, seat = match.journal[-1], choice.seat
    for other in match.setup.seats:
        if other != seat and other not in match.position.sealed:
            assert not match.can_undo(other), f"{other} may undo a choice of {seat}"
    sealed = seat in match.position.sealed
    if entry.rolls:
        assert not match.can_undo(seat), "undo is offered across a die"
    if records.learned(before.state, match.position.state, seat):
        assert not match.can_undo(seat), "undo is offered across something revealed"
    copied = match.copy(match.seed, None)
    if match.can_undo(seat):
        copied.undo(seat)
        assert copied.position.digest() == before.digest(), "undo leads somewhere else"
        assert sealed or copied.requests(seat), "after undo nothing is asked"
    else:
        try:
            copied.undo(seat)
        except Refused:
            return
        raise AssertionError("undo was not offered and yet carried out")


def ended_with_a_reason(match: Match[Any]) -> None:
    outcome = match.outcome
    assert outcome is not None
    assert outcome.reason, "the game ended without a reason"
    assert all(winner in match.setup.seats for winner in outcome.winners)
    assert not match.position.agenda, "something is left pending"
    assert not match.to_act(), "somebody is still asked"


def same_choices_same_digests(match: Match[Any], chosen: list[Choice], match_type: type[Match[Any]]) -> None:
    again = match_type(match.system, match.setup, match.seed)
    again.enact(BEGAN)
    for choice in chosen:
        again.submit(choice)
    assert [e.digest for e in again.journal] == [e.digest for e in match.journal], (
        "the same seed and choices led elsewhere"
    )
