"""Area bombardment: templates that lie on the ground from the command rolls to the end of the turn. KIM-4.12"""

from __future__ import annotations

from random import Random
from typing import Any

from deadground.core.agenda import Ask, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.faults import Fault
from deadground.core.requests import AnyRequest, Guide, Place, PlaceValue, Request, Spot, guide
from deadground.core.view import View
from deadground.space.arcs import square_template
from deadground.space.plane import Point
from deadground.space.sight import judge
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, ground_of, seat_of, stands_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.fire.chits import chit_faults, forget_payments, refusal, why_no_chit
from deadground.systems.stands.rules.fire.duties_of_fire import open_fire, ready_to_fire, stay_silent
from deadground.systems.stands.rules.fire.indirect import (
    place,
    standing_at,
    why_not_artillery,
    why_out_of_reach,
)
from deadground.systems.stands.rules.visibility.look import Look
from deadground.systems.stands.rules.visibility.sight_rules import line_between
from deadground.systems.stands.state import Stand, StandsState, Template, side_of

TRIES = 30
"""How many spots a random answer tries for a gun before it holds its fire."""


def planned(state: StandsState, side: str) -> list[Stand]:
    """The guns of a side whose players chose area fire with the cards. KIM-1.2h, KIM-4.12a"""
    return [gun for gun in stands_of(state, side) if gun.template_kind == "area" and gun.order == "fire"]


def why_no_area(
    state: StandsState, gun: Stand, spot: Point, options: Options, *, at: str = "value"
) -> list[Fault]:
    """Everything that forbids a gun's template at a spot: card, range, arc, view, chit. KIM-4.12a, KIM-R20"""
    found = [
        *why_unable(state, gun, options, at),
        *why_out_of_reach(state, gun, spot, at),
        why_out_of_view(state, gun, spot, options, at),
    ]
    return [fault for fault in found if fault is not None]


def why_unable(state: StandsState, gun: Stand, options: Options, at: str = "value") -> list[Fault]:
    """Why a gun can lay no area fire wherever it is aimed: card, command roll, chit. KIM-1.2h, KIM-4.12d"""
    found = (why_not_artillery(gun, False, at), why_no_chit(state, gun, options, at))
    return [fault for fault in found if fault is not None]


def why_out_of_view(state: StandsState, gun: Stand, spot: Point, options: Options, at: str) -> Fault | None:
    """The centre must be in view of a friendly stand, unless the option lets guns fire by the map. KIM-R20"""
    if option(options, "area_needs_spotter") == "off":
        return None
    if any(sees_ground(state, looker, spot, options) for looker in stands_of(state, gun.side)):
        return None
    return refusal(at, f"no stand of its side sees {place(spot)}", "KIM-4.12a", "KIM-R20")


def sees_ground(state: StandsState, looker: Stand, spot: Point, options: Options) -> bool:
    """Whether a stand sees a spot of ground: 600 in the open, and 100 deep into what conceals. KIM-3.1a, KIM-R20"""
    look = Look(state, looker, standing_at(looker, spot), options, night=False)
    rules = (look.within_view, look.view_from_inside, look.depth_of_ground, look.high_ground)
    return judge(line_between(state, looker.at, spot), rules).seen


@guide("stands.area_fire")
class AreaGuide(Guide):
    """Templates within range and in view; a gun's own place means that it holds its fire. KIM-4.12a, KIM-4.12d"""

    def faults(self, view: View[StandsState], request: Request, value: dict[str, PlaceValue]) -> list[Fault]:
        state, faults = view.state, []
        firing = [state.stands[id] for id, put in value.items() if put.at != state.stands[id].at]
        for gun in firing:
            faults += why_no_area(state, gun, value[gun.id].at, view.options, at=f"value.{gun.id}")
        ready = [
            gun for gun in with_plan(state, side_of(state, view.seat), view.options) if gun.id not in value
        ]
        short = chit_faults(state, [*ready, *firing], view.options)
        return faults + [fault for fault in short.values() if fault not in faults]

    def sample(self, view: View[StandsState], request: Any, rng: Random) -> dict[str, Any]:
        value: dict[str, Any] = {}
        for spot in request.spots:
            value[spot.piece] = {"at": self._spot(view, spot, rng), "facing": None}
            if self.faults(view, request, {id: PlaceValue(put["at"]) for id, put in value.items()}):
                value[spot.piece]["at"] = view.state.stands[spot.piece].at
        return value

    def _spot(self, view: View[StandsState], spot: Spot, rng: Random) -> Point:
        """A random legal spot for a gun's template, or its own place."""
        gun = view.state.stands[spot.piece]
        west, north, east, south = spot.box
        for _ in range(TRIES):
            at = (rng.randint(west, east), rng.randint(north, south))
            if not why_no_area(view.state, gun, at, view.options):
                return at
        return gun.at


@procedure("stands.area_fire", rows=("KIM-4.12a", "KIM-4.12d"))
class AreaFire(Procedure):
    """After all command rolls the guns that chose area fire put down their templates, both sides at once.

    A plan made with the cards is carried out as it is. A seat is asked only for guns that have none, or whose
    plan has come to nothing; nobody learns who is asked.
    """

    @step
    def ask_for_plans(self, g: Stands) -> Next:
        options = g.options
        guns = [gun for side in g.state.sides for gun in to_be_aimed(g.state, side, options)]
        seats = {seat_of(g.state, gun) for gun in guns}
        if not seats:
            return Go(self.lay)
        asked = tuple(seat for seat in g.seats if seat in seats)
        return Ask(self.where, asked, then=self.aimed, quiet="Area fire is being laid.")

    @question
    def where(self, view: View[StandsState]) -> AnyRequest:
        guns = [
            gun
            for gun in to_be_aimed(view.state, side_of(view.state, view.seat), view.options)
            if seat_of(view.state, gun) == view.seat
        ]
        return Place(
            "Put down the templates of your area fire; on the gun itself to hold it.",
            spots=tuple(Spot(gun.id, gun.name, box_of_range(view.state, gun)) for gun in guns),
            apart=False,
            guide="stands.area_fire",
            proposal=best_spots(view, guns),
            rows=self.rows,
        )

    @step
    def aimed(self, g: Stands) -> Next:
        for answer in self.answer(dict[str, dict[str, PlaceValue]]).values():
            for id, put in answer.items():
                gun = g.stand(id)
                gun.template_at = put.at if put.at != gun.at else None
        return Go(self.lay)

    @step
    def lay(self, g: Stands) -> Next:
        """Which guns fire is settled for both sides before the first template lies. KIM-4.12a, KIM-R66"""
        options = g.options
        guns = [gun for side in g.state.sides for gun in planned(g.state, side)]
        faults = {gun.id: faults_of_plan(g.state, gun, options) for gun in guns}
        for gun in guns:
            if faults[gun.id]:
                stay_silent(g, gun, faults[gun.id])
            elif gun.template_at is not None:
                lay_template(g, gun, gun.template_at)
        return Done()


def best_spots(view: View[StandsState], guns: list[Stand]) -> dict[str, Any]:
    """For each gun the spot, on an enemy in view, that covers most enemies and no friend; its own place for one
    that has none, or no chit left. KIM-4.12a, KIM-4.15a"""
    value = {gun.id: PlaceValue(best_spot(view, gun)) for gun in guns}
    for gun in reversed(guns):
        if not AreaGuide().faults(view, Place("", spots=()), value):
            break
        value[gun.id] = PlaceValue(gun.at)
    return {id: {"at": list(put.at), "facing": None} for id, put in value.items()}


def best_spot(view: View[StandsState], gun: Stand) -> Point:
    state = view.state
    side = number(state, "area_template")
    best, most = gun.at, 0
    for enemy in state.stands.values():
        if enemy.side == gun.side or enemy.hidden:
            continue
        square = square_template(enemy.at, side)
        under = [one for one in state.stands.values() if square.touches(one.base)]
        count = len(under) if all(one.side != gun.side for one in under) else 0
        if count > most and not why_no_area(state, gun, enemy.at, view.options):
            best, most = enemy.at, count
    return best


def to_be_aimed(state: StandsState, side: str, options: Options) -> list[Stand]:
    """The guns that could lay area fire, have no plan that holds, and leave the others their chits. KIM-4.12a"""
    ready = with_plan(state, side, options)
    return [
        gun
        for gun in planned(state, side)
        if gun not in ready
        and not why_unable(state, gun, options)
        and not chit_faults(state, [*ready, gun], options).get(gun.id)
    ]


def with_plan(state: StandsState, side: str, options: Options) -> list[Stand]:
    """The guns whose plan for area fire is carried out as it is. KIM-4.12a"""
    return [
        gun
        for gun in planned(state, side)
        if gun.template_at is not None and not why_no_area(state, gun, gun.template_at, options)
    ]


def faults_of_plan(state: StandsState, gun: Stand, options: Options) -> list[Fault]:
    """What keeps a gun from the area fire it planned. KIM-4.12a"""
    if gun.template_at is None:
        return why_unable(state, gun, options)
    return why_no_area(state, gun, gun.template_at, options)


def box_of_range(state: StandsState, gun: Stand) -> tuple[int, int, int, int]:
    """The square round a gun that its indirect range fits into, cut to the table. KIM-4.12a"""
    far, ground = number(state, "indirect_range"), ground_of(state)
    x, y = gun.at
    return max(0, x - far), max(0, y - far), min(ground.width, x + far), min(ground.height, y + far)


def lay_template(g: Stands, gun: Stand, spot: Point) -> None:
    """A gun's template goes down and stays; the chit of this turn is paid. KIM-4.12a, KIM-4.12d, KIM-R140"""
    if not (ready_to_fire(g, "area", gun) and open_fire(g, "area", gun, spot)):
        return
    template = Template(
        g.new_id(),
        gun.side,
        gun.id,
        spot,
        number(g.state, "area_template"),
        gun_kind=gun.kind,
        fired_from=gun.at,
    )
    g.state.templates[template.id] = template
    text = f"Area fire falls at {place(spot)}."
    g.tell("area_fire", text, "KIM-4.12a", "KIM-4.12d", template=template.id, at=spot)


@procedure("stands.lift_area_fire", rows=("KIM-4.12a",))
class LiftAreaFire(Procedure):
    """Late in the turn area fire is lifted; to keep it, it is ordered and paid for anew. KIM-4.12a, KIM-4.12d"""

    @step
    def lift(self, g: Stands) -> Next:
        if g.state.templates:
            g.state.templates = {}
            g.tell("lifted", "Area fire is lifted.", "KIM-4.12a", "KIM-4.12d")
        forget_payments(g)
        return Done()
