"""Questions about the table, and gestures on a draft: both are answered from a seat's view and change nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from deadground.core.citing import way_in
from deadground.core.faults import Fault, Refused, RuleCrash, did_you_mean
from deadground.core.match import Match
from deadground.core.own_book import in_force
from deadground.core.records import StateT
from deadground.core.requests import Gesture
from deadground.core.scene import Look

Given = TypeVar("Given")


@way_in
def look_about(match: Match[StateT], seat: str, about: str, given: Mapping[str, Any]) -> Look:
    """Answer a seat's question about the table, or refuse it with every reason."""
    known = match.system.looks
    if about not in known:
        raise Refused(Fault("about", f"no look is called '{about}': {did_you_mean(about, known)}"))
    view = match.view(seat)
    try:
        with in_force(view.own_book):
            return known[about](view, given)
    except Refused:
        raise
    except Exception as error:
        raise RuleCrash(f"a look failed: {type(error).__name__}: {error}", None) from error


@way_in
def edit(match: Match[StateT], seat: str, serial: int, draft: Any, gesture: Gesture) -> Look:
    """The draft that a gesture makes of a seat's draft for an open request."""
    view = match.view(seat)
    request = next((request for request in view.requests if request.serial == serial), None)
    if request is None:
        raise Refused(Fault("serial", f"request {serial} is not open"))
    try:
        with in_force(view.own_book):
            return request.edit(view, draft, gesture)
    except Refused:
        raise
    except Exception as error:
        raise RuleCrash(f"a gesture failed: {type(error).__name__}: {error}", None) from error


def given_as(shape: type[Given], given: Mapping[str, Any]) -> Given:
    """What came with a look or a gesture in the shape it must have, or a refusal that says what is wrong."""
    try:
        return msgspec.convert(given, shape)
    except msgspec.ValidationError as error:
        raise Refused(Fault("with", str(error))) from None
