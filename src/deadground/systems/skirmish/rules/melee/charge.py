"""Charging into melee: the only way to come to blows. NUTS-MELEE-01 to NUTS-MELEE-07"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

import msgspec

from deadground.core.agenda import Ask, Call, Done, Go, Next, procedure, question, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import AnyRequest, Manner, Order, Orders, Request, guide
from deadground.space.plane import Point, along, is_within
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Chained, Skirmish, take_first
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.orders import (
    SkirmishView,
    WinnersOrders,
    can_act,
    orders_for,
    targets_of,
)
from deadground.systems.skirmish.rules.fire.duties_of_fire import ByHand, let_fly, of_no_shot
from deadground.systems.skirmish.rules.fire.shooting import FirePlan, is_free_choice, shot_of
from deadground.systems.skirmish.rules.fire.targets import Shot, aim_faults, dice_faults, fire_plan
from deadground.systems.skirmish.rules.grenades.flame import first_flame
from deadground.systems.skirmish.rules.grenades.lobs import can_fire
from deadground.systems.skirmish.rules.grenades.throwing import ThrowPlan, catches, throws_at
from deadground.systems.skirmish.rules.melee.charge_reach import spares_rolled, who_is_between, why_no_charge
from deadground.systems.skirmish.rules.melee.charge_test import (
    Outcome,
    take_test,
    tell_short,
    why_no_place,
)
from deadground.systems.skirmish.rules.melee.melee import Melee, Pair, lock
from deadground.systems.skirmish.rules.movement.going import (
    has_room,
    left_to_go,
    normal_move,
    path_cost,
)
from deadground.systems.skirmish.rules.movement.movement import Approach, Going
from deadground.systems.skirmish.rules.movement.standing import come_to_rest, get_up, turn
from deadground.systems.skirmish.rules.movement.status import drop_carried
from deadground.systems.skirmish.rules.movement.walking import tread
from deadground.systems.skirmish.rules.reactions.reaction import finish
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards
from deadground.systems.skirmish.rules.sight.sighting import Sighting
from deadground.systems.skirmish.rules.troops.shirking import shirks
from deadground.systems.skirmish.rules.wounded.confronting import surrender
from deadground.systems.skirmish.state import LOST, Figure, SkirmishState

Way = tuple[str, tuple[Point, ...]]
"""A charger and the points he goes through on his way to within 6"."""

TURNS = tuple(by for step_ in range(0, 1800, 100) for by in dict.fromkeys((step_, -step_)))
"""Where a charger looks for room beside his enemy: straight ahead first, then further and further round."""


@procedure("skirmish.charge", rows=("NUTS-MELEE-01", "NUTS-MELEE-02"))
class Charge(Chained):
    """Men charge: they come to 6", both test, the target shoots if it may, and who is not stopped is in contact.

    NR-44, NR-45, NR-46, LR-040
    """

    charges: tuple[Pair, ...]
    """Charger and target."""
    ways: tuple[Way, ...] = ()
    fast: tuple[str, ...] = ()
    """Those who need a Fast Move to come near enough."""
    outcomes: tuple[Outcome, ...] = ()
    """The test that is being carried out."""
    waiting: tuple[Pair, ...] = ()
    """Charges that have not been tested yet."""
    locked: tuple[Pair, ...] = ()
    in_reaction: bool = False
    """Whether it costs no action: the charge of one who won an In Sight, or came upon a hated foe. NR-144"""
    start: Point | None = None
    """Where the man set out who is on his last inches."""

    @step
    def declare(self, g: Skirmish) -> Next:
        g.card(self)
        cite("NUTS-MELEE-01")
        for id, aimed in self.charges:
            charger, target = g.figure(id), g.figure(aimed)
            text = f"{charger.name} charges {target.name}."
            g.tell_of([charger], "charges", text, *self.rows, figure=id, target=aimed)
            for side in g.in_the_dark([charger, target]):
                text = f"{g.named_for(side, [charger])} charges {g.named_for(side, [target])}."
                g.tell_unseen(side, text, *self.rows, men=[target])
        self.charges = tuple(
            (id, target) for id, target in self.charges if not shirks(g, g.figure(id), g.figure(target).at)
        )
        willing = {id for id, _ in self.charges}
        for id, _ in self.ways:
            if id not in willing:
                g.figure(id).doing = g.figure(id).doing.but(action="stay")
        self.ways = tuple((id, points) for id, points in self.ways if id in willing)
        costs = {id: path_cost(g.state, (g.figure(id).at, *points)) or 0 for id, points in self.ways}
        self.fast = tuple(id for id in costs if costs[id] > left_to_go(g.figure(id)))
        on_foot = self.goers(g, fast=False)
        return Call(Approach(on_foot, willing=True), then=self.run) if on_foot else Go(self.run)

    def give_up(self, charger: str) -> None:
        """A man who is shot at on his way does not charge any more. COT-UNIT-06, LR-005"""
        self.charges = tuple((id, target) for id, target in self.charges if id != charger)
        self.ways = tuple((id, points) for id, points in self.ways if id != charger)

    def goers(self, g: Skirmish, *, fast: bool) -> tuple[Going, ...]:
        return tuple(
            Going(id, (g.figure(id).at, *points))
            for id, points in self.ways
            if points and (id in self.fast) == fast and can_act(g.figure(id))
        )

    @step
    def run(self, g: Skirmish) -> Next:
        """A Fast Move, where a normal one does not bring them near enough. NUTS-MELEE-02"""
        runners = self.goers(g, fast=True)
        if not runners:
            return Go(self.come_near)
        return Call(Approach(runners, True, willing=True), then=self.come_near)

    @step
    def come_near(self, g: Skirmish) -> Next:
        """Who is not within 6" may not melee; after a Fast Move he loses his active fire too. NUTS-MELEE-03

        Chargers who are left over have their targets rolled. NUTS-FIRE-09
        """
        cite("NUTS-MELEE-03", "NR-144")
        near = []
        for id, aimed in self.charges:
            charger, target = g.figure(id), g.figure(aimed)
            if not can_act(charger):
                continue
            if not self.in_reaction:
                charger.doing = charger.doing.but(action="charge")
            if target.status in LOST:
                continue
            if why_no_charge(g.state, charger, target, g.options) is None:
                near.append((id, aimed))
            else:
                charger.doing = charger.doing.but(fired=charger.doing.fired or id in self.fast)
                tell_short(g, charger, target, lost_fire=id in self.fast)
        self.waiting = spares_rolled(g, near)
        return Go(self.next_target)

    @step
    def next_target(self, g: Skirmish) -> Next:
        """All who charge one man are tested together. NUTS-MELEE-07"""
        if not self.waiting:
            return Go(self.fight)
        target = g.figure(self.charged)
        chargers = [g.figure(id) for id, aimed in self.waiting if aimed == target.id]
        chargers = with_places(g.state, target, [one for one in chargers if can_act(one)])
        if not chargers or target.status in LOST:
            return self.after(target)
        if target.aid.carries:
            drop(g, target)
        for one in chargers:
            turn_to(g, one, target)
        look_round(g)
        self.outcomes = tuple(take_test(g, target, chargers))
        return self.answered(g, target)

    def answered(self, g: Skirmish, target: Figure) -> Next:
        """A target who may shoot or throw does; asked if there are several ways. NUTS-MELEE-05, NR-46, NR-201"""
        at = [g.figure(one.charger) for one in self.outcomes if one.answer != "nothing"]
        at = [one for one in at if target.able and can_fire(g.state, target, [one], g.options, turning=True)]
        if not at or target.reaction.reacting is not None:
            return Go(self.contact)
        target.reaction = target.reaction.but(reacting="return_fire", causes=tuple(one.id for one in at))
        first, *_ = at
        turn(target, facing_towards(target, first.at))
        look_round(g)
        seat = g.seat_of(target)
        if seat and is_free_choice(g.state, target, at, g.options):
            return Ask(self.stop_them, seat, then=self.aimed)
        shots = fire_plan(g.state, [target], at, g.options, turning=[target.id])
        return self.shoot(g, target, shots or throws_at(g, target, at))

    @question
    def stop_them(self, view: SkirmishView) -> AnyRequest:
        target = view.state.figures[self.charged]
        chargers = [view.state.figures[id] for id in target.reaction.causes if id in view.state.figures]
        prompt = f"{target.name} is charged: say how he shoots."
        return orders_for(
            view,
            prompt,
            target.group,
            [target],
            cards=("fire", "throw"),
            targets=chargers,
            guide="skirmish.charged",
            rows=("NUTS-MELEE-07", "NR-46"),
        )

    @step
    def aimed(self, g: Skirmish) -> Next:
        (order,) = self.answer(list[Order])
        target = g.figure(self.charged)
        if order.card == "throw":
            return self.shoot(g, target, msgspec.convert(order.plan, ThrowPlan).lobs())
        shots = msgspec.convert(order.plan, FirePlan).shots
        return self.shoot(g, target, [shot_of(id, given) for id, given in shots.items()])

    def shoot(self, g: Skirmish, target: Figure, deeds: Sequence[ByHand]) -> Next:
        """Damage counts at once and any hit stops a charger; nobody tests for it. NUTS-MELEE-06, NR-44, NR-45

        For a grenade that goes off because of it those test who have no part in the charge. NR-146
        """
        cite("NUTS-MELEE-06", "NR-44", "NR-45", "NR-46")
        deeds = [self.snapped(g, target, deed) for deed in deeds]
        finish(target)
        fallout = let_fly(g, "charge_fire", deeds)
        hit = {who for who, _ in fallout.hit}
        men = (target.id, *(one.charger for one in self.outcomes))
        self.outcomes = tuple(one for one in self.outcomes if one.charger not in hit)
        tests = links.crisis_after(g, of_no_shot(fallout, target.id), but=men)
        return Call(tests, then=self.contact)

    def snapped(self, g: Skirmish, target: Figure, deed: ByHand) -> ByHand:
        """With the penalty of snap fire at those who earned it; a throw has it unless it catches one at whom he may
        shoot normally. NR-46, NR-59, NR-201"""
        answers = {one.charger: one.answer for one in self.outcomes}
        if isinstance(deed, Shot):
            snapped = tuple(id for id, answer in answers.items() if answer == "snap_fires")
            return msgspec.structs.replace(deed, snap_at=snapped)
        cite("NR-201")
        normally = g.figures(id for id, answer in answers.items() if answer == "fires")
        return msgspec.structs.replace(deed, snap=not catches(g.state, target, deed, normally, g.options))

    @step
    def contact(self, g: Skirmish) -> Next:
        """Who is still able to goes into contact, one after the other, whoever passed more. NUTS-MELEE-05

        On his way others may come into sight, and that is settled first. NUTS-SIGHT-02, NUTS-SIGHT-10
        """
        target = g.figure(self.charged)
        if not self.outcomes:
            return self.after(target)
        one, others = take_first(self.outcomes)
        charger = g.figure(one.charger)
        stopped = not can_act(charger) or charger.prone or target.status in LOST
        at = None if stopped else self.spot(g, charger, target)
        if at is None:
            halt(g, charger, self.start)
            self.outcomes, self.start = others, None
            return Go(self.contact)
        self.start = self.start or charger.at
        sighting = last_inches(g, charger, at)
        if sighting is not None:
            return Call(links.met(sighting, extra=False), then=self.contact)
        if come_to_grips(g, charger, target, self.start, rear=one.side == "rear"):
            self.locked += ((charger.id, target.id),)
        self.outcomes, self.start = others, None
        return Go(self.contact)

    def spot(self, g: Skirmish, charger: Figure, target: Figure) -> Point | None:
        """Where he comes to grips with him; nowhere if he has got away, has no room about him, or another enemy or
        flame has come between them. NUTS-MELEE-01, NUTS-MELEE-02, NUTS-GREN-18"""
        near = is_within(charger.at, target.at, number("charge_spot"))
        open_ = near and not (
            who_is_between(g.state, charger, target) or first_flame(g.state, (charger.at, target.at))
        )
        at = place_beside(g.state, charger, target) if open_ else None
        if at is None:
            tell_short(g, charger, target, lost_fire=False)
        return at

    @property
    def charged(self) -> str:
        """The man whose chargers are tested now."""
        (_, target), _ = take_first(self.waiting)
        return target

    def after(self, target: Figure) -> Next:
        """Those who charged this man are done with."""
        self.waiting = tuple((id, aimed) for id, aimed in self.waiting if aimed != target.id)
        return Go(self.next_target)

    @step
    def fight(self, g: Skirmish) -> Next:
        return Call(Melee(self.locked), then=self.over) if self.locked else Go(self.over)

    @step
    def over(self, g: Skirmish) -> Next:
        g.sum_up(self)
        return Done()


def with_places(state: SkirmishState, target: Figure, chargers: Sequence[Figure]) -> list[Figure]:
    """Those for whom there is a place beside the target, the first first. NUTS-MELEE-13"""
    found: list[Figure] = []
    for one in chargers:
        if not why_no_place(state, target, one, found):
            found.append(one)
    return found


def turn_to(g: Skirmish, charger: Figure, target: Figure) -> None:
    """He gets up if he must, and looks at whom he charges."""
    get_up(g, charger)
    turn(charger, facing_towards(charger, target.at))


def drop(g: Skirmish, target: Figure) -> None:
    """Who is charged drops the man he carries. NUTS-WOUND-03"""
    drop_carried(g, target)
    text = f"{target.name} drops the wounded man."
    g.tell_of([target], "drops", text, "NUTS-WOUND-03", figure=target.id)


def halt(g: Skirmish, charger: Figure, start: Point | None) -> None:
    """Who was stopped on his last inches, if he has set out on them, makes room where he is. NS-01, NR-134"""
    if start is not None and charger.status not in LOST:
        come_to_rest(g.state, charger, (start, charger.at))
        look_round(g, [charger])


def last_inches(g: Skirmish, charger: Figure, at: Point) -> Sighting | None:
    """The last inches, which need no movement; what comes into sight on them. NUTS-MELEE-02, NUTS-SIGHT-02"""
    charger.doing = charger.doing.but(moving=True, moved_in=g.state.turn)
    charger.doing = charger.doing.but(spent=normal_move(charger) + charger.doing.bonus)
    _, sighting = tread(g, {charger.id: (charger.at, at)}, 0, "charging")
    return sighting


def come_to_grips(g: Skirmish, charger: Figure, target: Figure, start: Point, *, rear: bool) -> bool:
    """He is there: they are locked, but one who hunkers has given himself up. NUTS-MELEE-05, NUTS-MOVE-09

    Who has done so while he came is led along by now, and nobody to turn to.
    """
    if target.status in LOST:
        return False
    turn_to(g, charger, target)
    text = f"{charger.name} is upon {target.name}."
    g.tell_of([charger], "contact", text, "NUTS-MELEE-05", figure=charger.id, start=start, end=charger.at)
    fights = not (target.status == "hunker_down" and surrender(g, target, charger))
    if fights:
        lock(charger, target)
    if fights and rear:
        charger.melee = charger.melee.but(rear_round=target.id)
    look_round(g)
    return fights


def place_beside(state: SkirmishState, charger: Figure, target: Figure) -> Point | None:
    """Base to base with the target, as straight ahead as there is room. NUTS-MELEE-05, NS-01, NS-38"""
    straight = facing_towards(target, charger.at)
    beside = charger.base.radius + target.base.radius
    places = (along(target.at, straight + by, beside) for by in TURNS)
    return next((at for at in places if has_room(state, charger, at)), None)


@guide("skirmish.charged")
class ChargedOrders(WinnersOrders):
    """How a target shoots at those who charge him: the dice as he likes, the swath does not matter. NR-46

    What he throws goes by the law of every throw in reaction. NR-201
    """

    manner: ClassVar[Manner] = "aim"

    def faults(self, view: SkirmishView, request: Request, value: list[Order]) -> list[Fault]:
        if any(order.card == "throw" for order in value):
            return super().faults(view, request, value)
        try:
            shots = [
                shot_of(id, given)
                for order in value
                for id, given in msgspec.convert(order.plan, FirePlan).shots.items()
            ]
        except msgspec.ValidationError as error:
            return [Fault("value", f"not a fire plan: {error}", request.rows)]
        asked = cast(Orders, request)
        if [shot.shooter for shot in shots] != [id for unit in asked.units for id in unit.pieces]:
            return [Fault("value", "one man is charged, and he alone shoots", request.rows)]
        (shot,) = shots
        allowed = set(targets_of(asked, "fire") or ())
        return shot_at_chargers_faults(view.state, shot, allowed, view.options)


def shot_at_chargers_faults(
    state: SkirmishState, shot: Shot, allowed: set[str], options: Options
) -> list[Fault]:
    """All dice of the weapon, at least one at each charger named; none into empty ground. NR-46"""
    cite("NR-46")
    at = "value[0].plan"
    shooter = state.figures[shot.shooter]
    if shot.weapon not in shooter.arms.weapons:
        return [Fault(at, f"{shooter.name} has no such weapon", ("NUTS-FIRE-17",))]
    faults = dice_faults(state, shot, at)
    if any(not aim.target for aim in shot.aims):
        faults.append(Fault(at, "nothing is shot into empty ground at chargers", ("NR-46",)))
        return faults
    for aim in shot.aims:
        faults += aim_faults(state, shot, aim.target, allowed, options, at, turning=True)
    return faults
