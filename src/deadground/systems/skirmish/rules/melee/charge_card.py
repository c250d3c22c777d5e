"""The card that orders a charge: whom, and by which way to within 6" of him. NUTS-MELEE-01, NUTS-MELEE-02"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.space.paths import cut
from deadground.space.plane import Point, along, distance, facing_of, is_within, minus, square
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Skirmish, enemies_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    card_law,
    why_idle,
)
from deadground.systems.skirmish.rules.fire.readiness import can_shoot
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.melee.charge_reach import (
    who_has_nobody,
    why_no_charge,
    why_no_charger,
    why_unseen,
)
from deadground.systems.skirmish.rules.melee.charge_test import why_no_place
from deadground.systems.skirmish.rules.movement.going import can_cross, left_to_go, normal_move, why_no_run
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.rules.sight.stepping import crowded, path_faults
from deadground.systems.skirmish.state import LOST, Figure, SkirmishState

Way = tuple[Point, ...]

BESIDE = tuple(turn for by in range(50, 901, 50) for turn in (by, -by))
"""Where a second charger looks for a spot about a man: from the straight line to a right angle."""


class ChargePlan(Plan, frozen=True):
    """Whom each man charges. `paths` are for those who do not go straight at him."""

    targets: dict[str, str]
    paths: dict[str, tuple[Point, ...]] = {}


@card_law("charge")
class ChargeCard(CardLaw[ChargePlan]):
    """Charge into melee, when active or as the winner of an In Sight Test. NUTS-MELEE-01, NR-17"""

    plan_type = ChargePlan
    plan_words = "a plan of charges"
    label = "Charge"
    as_one = True
    rows = ("NUTS-MELEE-01", "NUTS-MELEE-02")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        """One charge in an activation, at any time of it; medics and men with a burden do not charge."""
        never = why_no_charger(figure)
        if never is not None:
            return never
        if figure.doing.action == "charge" and figure.reaction.successes < 0:
            return Fault(figure.id, f"{figure.name} has taken his action", ("NUTS-ACT-08",))
        return why_idle(figure)

    def men_of(self, plan: dict[str, Any]) -> list[str]:
        return list(plan.get("targets", ()))

    def why_nobody(self, view: SkirmishView, figures: Sequence[Figure]) -> Fault | None:
        return self.why_nobody_at(view, figures)

    def plan_faults(
        self, view: SkirmishView, plan: ChargePlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        state = view.state
        faults, ends = [], {}
        for id, aimed in plan.targets.items():
            charger, target = state.figures[id], state.figures.get(aimed)
            where = f"{at}.plan.targets.{id}"
            if target is None or target.side == charger.side or target.status in LOST:
                faults.append(Fault(where, f"'{aimed}' is no enemy to charge", self.rows))
            elif targets is not None and aimed not in targets:
                reason = f"{charger.name} may not charge {target.name} now"
                faults.append(Fault(where, reason, ("NUTS-SIGHT-09",)))
            else:
                points = way_to(charger, target, plan.paths.get(id))
                faults += charge_faults(
                    state, charger, target, points, where, view.options, list(plan.targets)
                )
                *_, ends[id] = (charger.at, *points)
        return faults or [
            *crowded(state, ends, f"{at}.plan.paths"),
            *too_many(state, plan, at),
            *not_paired(state, plan.targets, ends, view.options, at),
        ]

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        """Winners who cannot shoot must charge if they can; active men do if told whom. NUTS-SIGHT-09"""
        found: dict[str, str] = {}
        ways: dict[str, Way] = {}
        ends: dict[str, Point] = {}
        for one in figures:
            foes = [foe for foe in enemies_of(view.state, one.side) if foe.id in (targets or ())]
            near = [foe for foe in self.in_reach(view, one, foes) if has_place(view.state, one, foe, found)]
            alone = [foe for foe in near if foe.id not in found.values()]
            if not near:
                continue
            target = nearest(one, alone or near)
            way = way_beside(view, one, target, ends)
            *_, end = (one.at, *way)
            if not not_paired(view.state, {**found, one.id: target.id}, {one.id: end}, view.options, ""):
                found[one.id], ends[one.id] = target.id, end
                if way != way_to(one, target):
                    ways[one.id] = way
        if not found:
            return None
        return {"targets": found, "paths": ways} if ways else {"targets": found}

    def in_reach(self, view: SkirmishView, one: Figure, foes: Sequence[Figure]) -> list[Figure]:
        """Whom a man would charge: nobody, for a winner who can shoot. NR-17"""
        state, options = view.state, view.options
        if one.reaction.successes < 0:
            return [foe for foe in foes if not charge_faults(state, one, foe, way_to(one, foe), "", options)]
        return [] if can_shoot(state, one, foes, options) else can_charge_now(state, one, foes, options)

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        """Each at a random enemy whom he may charge."""
        found: dict[str, str] = {}
        for one in figures:
            reach = number("charge_spot") + most_to_go(one)
            enemies = [foe for foe in enemies_of(view.state, one.side) if is_within(one.at, foe.at, reach)]
            rng.shuffle(enemies)
            for target in enemies:
                order = Order("", self.id, (), None, {"targets": {**found, one.id: target.id}})
                if not self.faults(view, order, "", targets):
                    found[one.id] = target.id
                    break
        return {"targets": found} if found else None

    def matters(self, view: SkirmishView, figures: Sequence[Figure]) -> bool:
        """Worth asking about for one who has done nothing yet and can charge without a Fast Move; for one who has
        moved only if an enemy is within 6" of him now. NUTS-MELEE-02"""
        reach = {
            one.id: number("charge_spot") + (0 if one.doing.action else left_to_go(one)) for one in figures
        }
        return any(
            not charge_faults(view.state, one, target, way_to(one, target), "", view.options)
            for one in figures
            for target in enemies_of(view.state, one.side)
            if is_within(one.at, target.at, reach[one.id])
        )

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: ChargePlan) -> Charge | None:
        """Nobody sets out against one who was put down, or went out of sight, before his turn came. NR-200"""
        ways = {
            id: way_to(g.figure(id), g.figure(aimed), plan.paths.get(id))
            for id, aimed in plan.targets.items()
            if id in figures
        }
        charges = tuple(
            (id, plan.targets[id]) for id, way in ways.items() if is_open_still(g, id, plan.targets[id], way)
        )
        if not charges:
            return None
        return Charge(charges, tuple((id, ways[id]) for id, _ in charges if ways[id]))


def is_open_still(g: Skirmish, id: str, aimed: str, way: Sequence[Point]) -> bool:
    """Whether a man can still charge whom he was told to; if not, his side hears of it. NUTS-MELEE-02, NR-200"""
    charger, target = g.figure(id), g.figure(aimed)
    *_, end = (charger.at, *way)
    if (
        target.status not in LOST
        and is_within(end, target.at, number("charge_spot"))
        and why_unseen(g.state, charger, target, g.options) is None
    ):
        return True
    text = f"{charger.name} does not charge: {target.name} is not to be reached any more."
    g.tell("left_out", text, "NUTS-MELEE-02", "NR-200", to=g.seats_of(charger.side), figure=id)
    return False


def way_beside(view: SkirmishView, charger: Figure, target: Figure, ends: Mapping[str, Point]) -> Way:
    """The way of one of several chargers: straight, or else to the nearest spot that is nobody else's. NS-01"""
    straight = way_to(charger, target)
    if not straight or not crowded(view.state, {**ends, charger.id: straight[-1]}, ""):
        return straight
    cite("NS-01")
    back = facing_of(minus(charger.at, target.at))
    spots = [along(target.at, back + turn, number("charge_spot") - 1) for turn in BESIDE]
    for spot in sorted(spots, key=lambda spot: square(minus(spot, charger.at))):
        if not crowded(view.state, {**ends, charger.id: spot}, "") and not charge_faults(
            view.state, charger, target, (spot,), "", view.options, list(ends)
        ):
            return (spot,)
    return straight


def way_to(charger: Figure, target: Figure, points: Sequence[Point] | None = None) -> Way:
    """The points a charger goes through: those given, else straight on until he is within 6". NUTS-MELEE-02"""
    near = number("charge_spot")
    if points is not None:
        return tuple(points)
    if is_within(charger.at, target.at, near):
        return ()
    straight = (charger.at, target.at)
    way = distance(charger.at, target.at) - near
    spots = (cut(straight, way + more) for more in range(3))
    return next(path[1:] for path in spots if is_within(path[-1], target.at, near))


def most_to_go(charger: Figure) -> Tenths:
    """How far a charger may hope to go, a Fast Move included if he still may. NUTS-MELEE-02, NR-17, NR-150"""
    if charger.reaction.successes >= 0:
        return 0
    if why_no_run(charger):
        return left_to_go(charger)
    return left_to_go(charger) + number("fast_move_dice") * (normal_move(charger) // 2)


def charge_faults(
    state: SkirmishState,
    charger: Figure,
    target: Figure,
    points: Sequence[Point],
    at: str,
    options: Options,
    goers: Sequence[str] = (),
) -> list[Fault]:
    """Everything that is wrong with one man's charge. NUTS-MELEE-02"""
    cite("NUTS-MELEE-02")
    unseen = why_unseen(state, charger, target, options)
    if unseen is not None:
        return [Fault(at, unseen.reason, unseen.rows)]
    if not points:
        fault = why_no_charge(state, charger, target, options)
        return [Fault(at, fault.reason, fault.rows)] if fault else []
    faults = path_faults(state, charger, points, most_to_go(charger), at, goers)
    *_, end = points
    if not is_within(end, target.at, number("charge_spot")):
        faults.append(Fault(at, f'the way of {charger.name} does not end within 6"', ("NUTS-MELEE-02",)))
    if not can_cross(state, (end, target.at)):
        faults.append(Fault(at, f"{charger.name} cannot cross the ground to {target.name}", ("NS-39",)))
    full = why_no_place(state, target, charger)
    return [*faults, Fault(at, full, ("NUTS-MELEE-13",))] if full else faults


def too_many(state: SkirmishState, plan: ChargePlan, at: str) -> list[Fault]:
    """No more charge one man from a side than can fight him there. NUTS-MELEE-13"""
    faults = []
    for aimed in dict.fromkeys(plan.targets.values()):
        target = state.figures[aimed]
        there: list[Figure] = []
        for charger in (state.figures[id] for id, other in plan.targets.items() if other == aimed):
            full = why_no_place(state, target, charger, there)
            if full:
                faults.append(Fault(f"{at}.plan.targets.{charger.id}", full, ("NUTS-MELEE-13",)))
            there.append(charger)
    return faults


def not_paired(
    state: SkirmishState, targets: Mapping[str, str], spots: Mapping[str, Point], options: Options, at: str
) -> list[Fault]:
    """Nobody doubles up on an enemy while he could charge one who has nobody, from where he would. NUTS-FIRE-09"""
    faults = []
    taken: set[str] = set()
    for id, aimed in targets.items():
        charger = state.figures[id]
        if aimed in taken and id in spots:
            other = who_has_nobody(state, charger, spots[id], set(targets.values()), options)
            if other is not None:
                reason = f"{charger.name} must pair off with {other.name}, whom nobody charges yet"
                faults.append(Fault(f"{at}.plan.targets.{id}", reason, ("NUTS-FIRE-09", "NR-121")))
        taken.add(aimed)
    return faults


def has_place(state: SkirmishState, charger: Figure, target: Figure, charging: Mapping[str, str]) -> bool:
    """Whether a man has a place beside him for one more, with those who charge him. NUTS-MELEE-13, NS-38"""
    others = [state.figures[id] for id, aimed in charging.items() if aimed == target.id]
    return not why_no_place(state, target, charger, others)


def can_charge_now(
    state: SkirmishState, figure: Figure, foes: Sequence[Figure], options: Options
) -> list[Figure]:
    """The enemies whom a winner of an In Sight Test can charge from where he stands. NUTS-SIGHT-09"""
    cite("NUTS-MELEE-01", "NUTS-SIGHT-09", "NR-17")
    if LAW.why_not(state, figure, options) is not None:
        return []
    return [
        one
        for one in foes
        if has_los(state, figure, one, options) and why_no_charge(state, figure, one, options) is None
    ]


def nearest(figure: Figure, others: Sequence[Figure]) -> Figure:
    """Of some men the nearest. NR-17"""
    return min(others, key=lambda one: square(minus(one.at, figure.at)))


LAW = ChargeCard()
