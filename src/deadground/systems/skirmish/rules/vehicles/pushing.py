"""Guns moved by hand: by half of the crew or more, as far as the weight lets them. COT-GUN-07, NS-34"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from deadground.core.agenda import Call, Done, Go, Next, Procedure, procedure, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import Order
from deadground.core.requests.ground import why_no_facing
from deadground.space.bases import Base, gap_is_within, overlap
from deadground.space.plane import FULL_TURN, Facing, Point, along, distance, facing_of, minus
from deadground.space.spots import is_on
from deadground.space.units import Tenths, shown
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import crew_of_gun
from deadground.systems.skirmish.game import Skirmish, ground_of
from deadground.systems.skirmish.gun_lists import GunType
from deadground.systems.skirmish.gun_lists import gun as gun_type
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import others_in_box, within_box
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    can_act,
    card_law,
    why_idle,
)
from deadground.systems.skirmish.rules.grenades.flame import first_flame
from deadground.systems.skirmish.rules.movement.arriving import come_about
from deadground.systems.skirmish.rules.movement.going import Mover, normal_move, path_cost
from deadground.systems.skirmish.rules.movement.standing import make_room, put, runs_into, turn
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.vehicles.hull import in_the_way_of, swept
from deadground.systems.skirmish.state import BASE, INCH, Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Gun

ROWS = ("COT-GUN-07", "NS-34")
ON_ITS_WHEELS = Mover("wheels")
"""It goes where wheels go, an inch for an inch."""


class Push(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a gun is pushed, if it is, and where it looks then."""

    at: Point | None = None
    facing: Facing | None = None


class PushPlan(Plan, frozen=True):
    """For one of each crew what becomes of its gun."""

    guns: dict[str, Push]


def most_by_hand(type: GunType) -> Tenths:
    """How far a gun of this weight is moved by hand in an activation; an immobile one is not. COT-GUN-07, NS-34

    A light gun goes half of its crew's normal move; by the core lists it goes 4" and a medium one 2".
    """
    cite(*ROWS)
    if type.book == "core":
        far = {"light": number("core_light_gun"), "medium": number("core_medium_gun")}
        return far.get(type.weight, 0)
    far = {"light": number("normal_move") // 2, "medium": number("medium_gun"), "heavy": number("heavy_gun")}
    return far.get(type.weight, 0)


def hands(state: SkirmishState, gun: Gun) -> list[Figure]:
    """Those of its crew who can lend a hand: beside it, able, and with their action before them. NS-34"""
    near = number("beside_a_gun")
    return [
        one
        for one in crew_of_gun(state, gun)
        if can_act(one)
        and not one.prone
        and not one.doing.fired
        and one.doing.action in ("", "move")
        and (not one.doing.spent or gun.pushed)
        and gap_is_within(one.base, gun.base, near)
    ]


@card_law("push_gun")
class PushCard(CardLaw[PushPlan]):
    """Move a gun by hand, or turn it: given to one of its crew, and all who are beside it lend a hand. NS-34"""

    plan_type = PushPlan
    plan_words = "a plan of guns"
    label = "Move the gun"
    asks_again = False
    by_hand = True
    rows = ROWS

    def is_there(self, state: SkirmishState) -> bool:
        return bool(state.guns)

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        gun = state.guns.get(figure.berth.gun)
        if gun is None or gun.aboard or gun.is_out:
            return Fault(figure.id, f"{figure.name} has no gun to move", self.rows)
        idle = why_idle(figure)
        if idle is None and figure not in hands(state, gun):
            return Fault(figure.id, f"{figure.name} cannot lend a hand", self.rows)
        return idle

    def plan_faults(
        self, view: SkirmishView, plan: PushPlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        found, state = [], view.state
        for id, push in plan.guns.items():
            where, gun = f"{at}.plan.guns.{id}", state.guns[state.figures[id].berth.gun]
            if push.facing is not None and (wrong := why_no_facing(push.facing)):
                found.append(Fault(f"{where}.facing", wrong, self.rows))
            elif reason := why_no_push(state, gun, push):
                found.append(Fault(f"{where}.at", reason, ("NS-01", *self.rows)))
        return found

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        first, *_ = figures
        gun = view.state.guns[first.berth.gun]
        facing = rng.randrange(FULL_TURN)
        at = along(gun.at, facing, rng.randint(1, max(1, most_by_hand(gun_type(gun.type)))))
        plan = {"guns": {first.id: {"at": list(at), "facing": facing}}}
        fits = not self.faults(view, Order("", self.id, (), None, plan), "", targets)
        return plan if fits else {"guns": {first.id: {"facing": facing}}}

    def men_of(self, plan: dict[str, Any]) -> list[str]:
        return list(plan.get("guns", {}))

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: PushPlan) -> Procedure:
        return Pushes(tuple((id, plan.guns[id]) for id in figures))


def why_no_push(state: SkirmishState, gun: Gun, push: Push) -> str:
    """Why a gun cannot be moved like that; "" if it can: who pushes, how far, and what is in the way."""
    type = gun_type(gun.type)
    base = gun.base.moved(push.at or gun.at, gun.facing if push.facing is None else push.facing)
    if push.at is None or push.at == gun.at:
        return what_stops(state, gun, base, base)
    crew, wanted = hands(state, gun), (type.crew + 1) // 2
    most = most_by_hand(type) - gun.pushed
    if not most_by_hand(type):
        return f"{type.name} moves in tow alone"
    if len(crew) < wanted:
        return f"it takes {wanted} men of its crew to move {gun.name}, and {len(crew)} are there"
    way = gun.at, push.at
    cost = path_cost(state, way, ON_ITS_WHEELS)
    if cost is None or first_flame(state, way):
        return f"{gun.name} cannot cross that ground"
    if cost > most:
        return f"{gun.name} is moved {shown(most, 'in')} at most, and not {shown(cost, 'in')}"
    for one in crew:
        theirs = one.at, moved_with(gun, push.at, one)
        enemy = runs_into(state, one, theirs)
        if enemy is not None:
            return f"{one.name} would run into {enemy.name}"
        if path_cost(state, theirs) is None or first_flame(state, theirs):
            return f"{one.name} cannot cross that ground"
    heading = facing_of(minus(push.at, gun.at))
    return what_stops(state, gun, base, swept(gun.base.moved(gun.at, heading), way))


def what_stops(state: SkirmishState, gun: Gun, end: Base, area: Base) -> str:
    """What a gun would meet on its way, or where it is turned. NS-01, NS-21"""
    ground = ground_of(state)
    if not is_on(ground, end):
        return f"{gun.name} would leave the table"
    piece = in_the_way_of(ground, ON_ITS_WHEELS, area.corners)
    if piece is not None:
        return f"{piece.called} is in the way of {gun.name}"
    own = {one.id for one in crew_of_gun(state, gun)}
    men = [
        one
        for one in within_box(state, area.at, area.at, area.reach + BASE)
        if one.id not in own and one.status not in ("gone", "obviously_dead", "out_of_the_fight")
    ]
    others = [one for one in others_in_box(state, area.at, area.at, area.reach) if one.id != gun.id]
    for one in [*men, *others]:
        if overlap(area, one.base) or overlap(end, one.base):
            return f"{one.name} is in the way of {gun.name}"
    return ""


def moved_with(gun: Gun, to: Point, one: Figure) -> Point:
    """Where one who pushes a gun comes to be: beside it as before."""
    return one.at[0] + to[0] - gun.at[0], one.at[1] + to[1] - gun.at[1]


@procedure("skirmish.push_gun", rows=("NS-34",))
class Pushes(Procedure):
    """Guns are moved by hand, and what follows from where their crews stand is settled. COT-GUN-07"""

    guns: tuple[tuple[str, Push], ...]

    @step
    def push(self, g: Skirmish) -> Next:
        if not self.guns:
            return Done()
        (id, push), *left = self.guns
        self.guns = tuple(left)
        gun = g.state.guns[g.figure(id).berth.gun]
        if why_no_push(g.state, gun, push):
            return Go(self.push)
        crew = move_by_hand(g, gun, push.at) if push.at is not None and push.at != gun.at else []
        if push.facing is not None:
            turn(gun, push.facing)
        met = come_about(g, "pushing a gun", crew) if crew else None
        look_round(g)
        return Call(links.met(met, extra=False), then=self.push) if met else Go(self.push)


def move_by_hand(g: Skirmish, gun: Gun, to: Point) -> list[Figure]:
    """A gun and those who push it are in their new places; they have used their move. NS-34"""
    crew, far, way = hands(g.state, gun), distance(gun.at, to), facing_of(minus(to, gun.at))
    places = {one.id: moved_with(gun, to, one) for one in crew}
    gun.pushed, gun.moving = gun.pushed + far, True
    put(gun, to)
    for one in crew:
        put(one, places[one.id])
        turn(one, way)
        one.doing = one.doing.but(action="move", spent=normal_move(one), moving=True, moved_in=g.state.turn)
    for one in crew:
        make_room(g.state, one)
    text = f'{gun.name} is moved {far / INCH:.1f}" by {len(crew)} men.'
    g.tell_of([gun], "pushes", text, *ROWS, gun=gun.id, men=[one.id for one in crew])
    return crew
