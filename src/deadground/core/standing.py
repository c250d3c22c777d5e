"""Run my plan: a seat is asked again only when something happened that it could not know when it laid its plan.

Whether a seat runs its plan is its own affair. It answers by the plan only when nobody else is waited for, so the
others wait for it as they would for a person. Every answer is a choice in the journal like any other. An answer
that stands until something happens would be one more thing that a seat's `Standing` holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deadground.core.faults import Fault, Refused, RuleCrash
from deadground.core.journal import Entry, RanPlan
from deadground.core.own_book import in_force
from deadground.core.view import View

if TYPE_CHECKING:
    from deadground.core.match import Match


def run_plan(match: Match[Any], seat: str, on: bool) -> Entry:
    """Let a seat's plan run from now on, or have it asked everything again."""
    if seat not in match.setup.seats or match.system.sees_all(seat):
        raise Refused(Fault("seat", f"{seat} has no plan to run"))
    if match.outcome is not None:
        raise Refused(Fault("", f"the game is over: {match.outcome.reason}"))
    if on == runs_plan(match, seat):
        raise Refused(Fault("on", f"the plan of {seat} {'runs' if on else 'does not run'} already"))
    return match.enact(RanPlan(seat, on))


def runs_plan(match: Match[Any], seat: str) -> bool:
    return seat in match.position.aside.standing


def news(match: Match[Any], view: View[Any]) -> tuple[str, ...]:
    """What a seat that runs its plan must be asked about: what is there and was not when it last answered."""
    standing = match.position.aside.standing.get(view.seat)
    if standing is None:
        return ()
    with in_force(view.own_book):
        return tuple(said for id, said in match.system.tidings(view).items() if id not in standing.known)


def goes_by_plan(match: Match[Any], view: View[Any]) -> bool:
    """Whether a seat's open request is answered by its plan: there is a legal proposal, and no news."""
    if not runs_plan(match, view.seat) or not view.requests or news(match, view):
        return False
    request = view.requests[0]
    with in_force(view.own_book):
        return request.proposal is not None and not request.check(view, request.proposal)


def run_plans(match: Match[Any]) -> None:
    """Answer for the seats that run their plans, whenever nobody else is waited for.

    A rule that fails on such an answer leaves the game as it was, and the seat is asked after all.
    """
    while (seats := match.to_act()) and all(goes_by_plan(match, match.view(seat)) for seat in seats):
        for seat in seats:
            request = match.view(seat).requests[0]
            try:
                match.submit(request.choice(request.proposal), by_plan=True)
            except RuleCrash:
                return
