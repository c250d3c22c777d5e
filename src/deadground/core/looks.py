"""Questions about the table, advice, and drafts: all are answered from a seat's view alone and change nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from deadground.core.citing import way_in
from deadground.core.faults import Fault, Refused, RuleCrash, did_you_mean
from deadground.core.own_book import in_force
from deadground.core.requests import AnyRequest, Choice, Gesture, Suggestion
from deadground.core.scene import Look
from deadground.core.staff import advised
from deadground.core.system import System
from deadground.core.view import View

Given = TypeVar("Given")


class Seen(Protocol):
    """What questions are asked about: a match, or the view of a seat in its place."""

    @property
    def system(self) -> System[Any]: ...

    @property
    def commitment(self) -> str: ...

    def view(self, seat: str) -> View[Any]: ...


@way_in
def look_about(seen: Seen, seat: str, about: str, given: Mapping[str, Any]) -> Look:
    """Answer a seat's question about the table, or refuse it with every reason."""
    known = seen.system.looks
    if about not in known:
        raise Refused(Fault("about", f"no look is called '{about}': {did_you_mean(about, known)}"))
    view = seen.view(seat)
    try:
        with in_force(view.own_book):
            return known[about](view, given)
    except Refused:
        raise
    except Exception as error:
        raise RuleCrash(f"a look failed: {type(error).__name__}: {error}", None) from error


@way_in
def edit(seen: Seen, seat: str, serial: int, draft: Any, gesture: Gesture) -> Look:
    """The draft that a gesture makes of a seat's draft for an open request."""
    view = seen.view(seat)
    request = open_request(view, serial)
    try:
        with in_force(view.own_book):
            return request.edit(view, draft, gesture)
    except Refused:
        raise
    except Exception as error:
        raise RuleCrash(f"a gesture failed: {type(error).__name__}: {error}", None) from error


@way_in
def suggested(seen: Seen, seat: str, serial: int, most: int) -> list[Suggestion]:
    """Some labelled legal choices for an open request."""
    view = seen.view(seat)
    request = open_request(view, serial)
    try:
        with in_force(view.own_book):
            staff = advised(seen.system, view, request, seen.commitment) if most else []
            return [*staff, *request.suggest(view, most)][:most]
    except Exception as error:
        raise RuleCrash(f"a suggestion failed: {type(error).__name__}: {error}", None) from error


@way_in
def checked(seen: Seen, choice: Choice) -> list[Fault]:
    """All faults of a choice or draft, without taking it."""
    try:
        view = seen.view(choice.seat)
        request = request_for(view, choice)
    except Refused as refused:
        return list(refused.faults)
    try:
        with in_force(view.own_book):
            return request.check(view, choice.value)
    except Exception as error:
        raise RuleCrash(f"a rule failed: {type(error).__name__}: {error}", None) from error


def open_request(view: View[Any], serial: int) -> AnyRequest:
    """The request of a seat that is open under a number."""
    request = next((request for request in view.requests if request.serial == serial), None)
    if request is None:
        raise Refused(Fault("serial", f"request {serial} is not open"))
    return request


def request_for(view: View[Any], choice: Choice) -> AnyRequest:
    """The open request a choice answers."""
    if view.outcome is not None:
        raise Refused(Fault("", f"the game is over: {view.outcome.reason}"))
    if not view.requests:
        raise Refused(Fault("seat", f"nothing is asked of {choice.seat} now"))
    request = view.requests[0]
    if choice.serial != request.serial:
        raise Refused(
            Fault("serial", f"request {choice.serial} is no longer open; it is {request.serial} now")
        )
    if choice.kind != request.kind:
        raise Refused(Fault("kind", f"a {request.kind} choice is wanted, not {choice.kind}", request.rows))
    return request


def given_as(shape: type[Given], given: Mapping[str, Any]) -> Given:
    """What came with a look or a gesture in the shape it must have, or a refusal that says what is wrong."""
    try:
        return msgspec.convert(given, shape)
    except msgspec.ValidationError as error:
        raise Refused(Fault("with", str(error))) from None
