"""From positions of the shipped battles: whatever the laws of the cards allow can be ordered, three answers deep.

What is worth a question has no say in it. NR-151
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from deadground.core.journal import Began
from deadground.core.match import Match
from deadground.core.requests import Order
from deadground.core.view import View
from deadground.systems.skirmish.crews import is_at_work
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.orders import as_order, can_act, laws
from deadground.systems.skirmish.scenario_file import scenario_ids
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.system import SkirmishSystem
from deadground.testing.rules import rule

ORDERS = "skirmish.orders"
DEEP = 3
TAKEN = (1, 5, 9)
"""Which questions for orders of a battle are looked at."""

SkirmishMatch = Match[SkirmishState]


def positions(scenario: str, rng: Random) -> Iterator[SkirmishMatch]:
    """Groups that are asked for their orders, here and there in a random battle."""
    system = SkirmishSystem()
    match = Match(system, system.prepare(scenario), rng.randbytes(32))
    match.enact(Began())
    asked = 0
    while match.outcome is None:
        if match.requests(match.to_act()[0])[0].guide == ORDERS:
            asked += 1
            if asked in TAKEN:
                yield match
        if asked == max(TAKEN):
            return
        answer_at_random(match, rng)


def answer_at_random(match: SkirmishMatch, rng: Random) -> None:
    view = match.view(match.to_act()[0])
    match.submit(view.requests[0].choice(view.requests[0].sample(view, rng)))


def active(match: SkirmishMatch) -> Activation | None:
    """The activation that is running."""
    return next((one for one in match.position.agenda if isinstance(one, Activation)), None)


def legal(
    view: View[SkirmishState], group: str, men: tuple[str, ...], rng: Random
) -> Iterator[dict[str, Any]]:
    """By the law of each card alone: a plan for one of those whom it allows something."""
    state, options = view.state, view.options
    able = [one for id in men if can_act(one := state.figures[id]) or (one.aboard and is_at_work(state, one))]
    for law in laws():
        free = [one for one in able if law.why_not(state, one, options) is None]
        if law.whole or not free or not law.is_played(options):
            continue
        plan = law.sample(view, [rng.choice(free)], None, rng)
        order = as_order(group, law.id, law.men_of(plan), plan) if plan else None
        if order and not law.faults(view, msgspec.convert(order, Order), "", None):
            yield order


def explore(match: SkirmishMatch, given: tuple[str, ...], rng: Random, seen: list[tuple[str, ...]]) -> None:
    """Each legal order is taken; each is carried out, and the same asked of what comes of it."""
    acting = active(match)
    assert acting is not None
    (seat,) = match.to_act()
    view = match.view(seat)
    (request,) = view.requests
    for order in legal(view, acting.group, acting.men, rng):
        sequence = (*given, order["card"])
        choice = request.choice([order])
        assert not match.check(choice), f"{sequence}: {match.check(choice)}"
        seen.append(sequence)
        if len(sequence) == DEEP:
            continue
        double = match.clone(rng.randbytes(32))
        double.submit(choice)
        while (
            double.outcome is None
            and active(double)
            and double.requests(double.to_act()[0])[0].guide != ORDERS
        ):
            answer_at_random(double, rng)
        if double.outcome is None and active(double):
            explore(double, sequence, rng, seen)
        else:
            idle = [id for id in acting.men if can_act(double.position.state.figures[id])]
            assert double.outcome or not idle, f"after {sequence} nobody asks {idle}"


@rule("NUTS-ACT-08", "NUTS-ACT-10")
@pytest.mark.parametrize("scenario", scenario_ids())
def test_all_that_is_legal_can_be_ordered_three_times_over(scenario: str) -> None:
    rng = Random(scenario)
    seen: list[tuple[str, ...]] = []
    for match in positions(scenario, rng):
        explore(match, (), rng, seen)
    assert any(len(sequence) == DEEP for sequence in seen)
