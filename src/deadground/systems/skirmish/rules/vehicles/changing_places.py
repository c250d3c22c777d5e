"""The card to change places in a vehicle. NS-29, NR-265"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import crew_of, is_at_work, vehicle_of
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.man import Post
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    card_law,
)
from deadground.systems.skirmish.rules.vehicles.posts import (
    WORDS,
    Posts,
    drives,
    fits_one_man,
    in_words,
    posts_of,
)
from deadground.systems.skirmish.rules.vehicles.speeds import speed, type_of
from deadground.systems.skirmish.state import Figure, SkirmishState


class SeatPlan(Plan, frozen=True):
    """What each man serves as from now on."""

    posts: dict[str, tuple[Post, ...]]


@card_law("seats")
class SeatCard(CardLaw[SeatPlan]):
    """Men of a crew change places: they do nothing else in this activation. NS-29, NR-265"""

    plan_type = SeatPlan
    plan_words = "a plan of posts"
    label = "Change places"
    asks_again = False
    as_one = True
    by_hand = True
    rows = ("NS-29", "NR-265")

    def is_there(self, state: SkirmishState) -> bool:
        return bool(state.vehicles)

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        vehicle = vehicle_of(state, figure)
        if vehicle is None:
            return Fault(figure.id, f"{figure.name} serves in no vehicle", self.rows)
        if not is_at_work(state, figure):
            return Fault(figure.id, f"{vehicle.name} cannot act", self.rows)
        if figure.doing.fired:
            return Fault(figure.id, f"{figure.name} has used his shot of this activation", self.rows)
        if drives(figure.berth.posts) and vehicle.drive.spent:
            return Fault(figure.id, f"{figure.name} has driven {vehicle.name}", self.rows)
        return None

    def plan_faults(
        self, view: SkirmishView, plan: SeatPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        state, found = view.state, []
        for id, posts in plan.posts.items():
            vehicle, where = state.vehicles[state.figures[id].aboard], f"{at}.plan.posts.{id}"
            unknown = [post for post in posts if post not in (*posts_of(state, vehicle), "number")]
            if unknown or not posts:
                what = f"no {WORDS[unknown[0]]}" if unknown else "nobody without a post"
                found.append(Fault(where, f"{vehicle.name} has {what}", self.rows))
            elif not fits_one_man(vehicle, posts):
                reason = f"one man cannot be {in_words(posts)}: they sit apart"
                found.append(Fault(where, reason, self.rows))
        return found or [
            Fault(f"{at}.plan.posts", reason, self.rows) for reason in doubly_served(state, plan.posts)
        ]

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        """Now and then two men of a vehicle change places."""
        if len(figures) < 2 or rng.random() < 0.8:
            return None
        one, other = rng.sample(list(figures), 2)
        plan = {"posts": {one.id: list(other.berth.posts), other.id: list(one.berth.posts)}}
        return None if self.faults(view, Order("", self.id, (), None, plan), "", targets) else plan

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: SeatPlan) -> None:
        told: dict[str, list[str]] = {}
        for id in figures:
            one = g.figure(id)
            vehicle, before, after = g.state.vehicles[one.aboard], one.berth.posts, plan.posts[id]
            one.berth = one.berth.but(posts=after)
            one.doing = one.doing.but(fired=True)
            if drives(after) or drives(before):
                vehicle.drive = vehicle.drive.but(spent=speed(type_of(vehicle)))
            told.setdefault(vehicle.id, []).append(f"{one.name} is {in_words(after)}")
        for id, words in told.items():
            vehicle = g.state.vehicles[id]
            text = f"In {vehicle.name} {', '.join(words)} now."
            g.tell_of([vehicle], "changes_places", text, *self.rows, vehicle=id)


def doubly_served(state: SkirmishState, plan: Mapping[str, Posts]) -> list[str]:
    """The posts at which two men would serve, in words. NS-29"""
    found = []
    for id in dict.fromkeys(state.figures[id].aboard for id in plan):
        men = [one for one in crew_of(state, state.vehicles[id]) if one.able]
        served = [post for one in men for post in plan.get(one.id, one.berth.posts) if post != "number"]
        found += [
            f"two men would be {WORDS[post]} of {state.vehicles[id].name}"
            for post in dict.fromkeys(served)
            if served.count(post) > 1
        ]
    return found
