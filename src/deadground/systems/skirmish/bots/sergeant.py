"""`sergeant`: draws a plan and keeps to it, uses cover, fire and movement, and knows when he is beaten."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from deadground.core.requests import AnyRequest, Path, Pick
from deadground.core.requests import Orders as OrdersRequest
from deadground.core.view import View
from deadground.systems.skirmish.bots.answers import Answers, Orders, order, proposed
from deadground.systems.skirmish.bots.armour import Armour
from deadground.systems.skirmish.bots.assault import charge, makes_safe, readies, throws
from deadground.systems.skirmish.bots.fire import aimed, among_men, sprayed, worthwhile
from deadground.systems.skirmish.bots.moves import march, runs, show_themselves, ways
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.plans import Mind
from deadground.systems.skirmish.bots.remarks import does_something, remarks
from deadground.systems.skirmish.bots.staff import GOES_IN, Staff
from deadground.systems.skirmish.bots.wounded import fetches, lays_down
from deadground.systems.skirmish.rules.activation.orders import FINISHED, LAWS, targets_of
from deadground.systems.skirmish.state import Figure

KEPT = ("reload", FINISHED)
"""Cards that are given as proposed."""

WISHES = (
    ("put_down", lays_down),
    ("charge", charge),
    ("unready", makes_safe),
    ("fetch", fetches),
)
"""Cards that somebody must think of, before anybody just walks."""


class Sergeant(Answers):
    """A squad leader of the middling sort, with a mind of his own."""

    def __init__(self, rng: Random) -> None:
        self.mind = Mind(rng)
        super().__init__(rng)

    def minded(self, picture: Picture) -> Mind:
        """The plan and the temper to fight by at this moment."""
        return self.mind

    def orders(self, view: View[Any], request: OrdersRequest) -> Any:
        picture = Picture(view)
        staff = Staff(picture, self.minded(picture))
        unit = request.units[0]
        asked = [picture.state.figures[id] for id in unit.pieces if id not in unit.done]
        if not asked:
            return []
        armour = armour_of(staff)
        men = [one for one in asked if not one.aboard and not stays_by_gun(picture, one)]
        given: Orders = [found for card in KEPT if (found := proposed(request, card))]
        busy = {id for one in given for id in one["pieces"]}
        lobs = throws(staff, [one for one in men if one.id not in busy])
        if lobs:
            given.append(order(unit.id, "throw", lobs, list(lobs["throws"])))
            busy |= lobs["throws"].keys()
        party = [one for one in men if one.id not in busy] if staff.storms else []
        party = [one for one in party if staff.part_of(one) == GOES_IN]
        ready = readies(staff, party)
        if ready:
            return [order(unit.id, "ready", ready, list(ready["what"]))]
        charging = charge(staff, party)
        if charging:
            given.append(order(unit.id, "charge", charging, list(charging["targets"])))
            busy |= charging["targets"].keys()
        shooting = {id: shot for id, shot in self._fire(staff, request).items() if id not in busy}
        guns = {id: laid for id, laid in guns_of(proposed(request, "fire")).items() if id not in busy}
        guns = armour.fires(guns) if armour else guns
        if shooting or guns:
            given.append(fire_order(unit.id, shooting, guns))
        if armour:
            given += armour.orders(request, asked, {*busy, *shooting, *guns})
        if not men:
            return given
        left = [one for one in men if not (one.id in busy or one.id in shooting or one.id in guns)]
        ready = readies(staff, left)
        if ready:
            return [order(unit.id, "ready", ready, list(ready["what"]))]
        for card, wish in WISHES:
            plan = wish(staff, left)
            if plan:
                told = LAWS[card].men_of(plan)
                given.append(order(unit.id, card, plan, told))
                left = [one for one in left if one.id not in told]
        going = self._go(staff, request, left)
        if staff.presses and not any(does_something(one) for one in (*given, *going)):
            staff.press_on()
            going = self._go(staff, request, left)
        given += going
        self.note = remarks(staff, men, given) if view.is_read else ""
        return given

    def _fire(self, staff: Staff, request: OrdersRequest) -> dict[str, Any]:
        found = proposed(request, "fire")
        if found is None:
            return {}
        of_men, others = among_men(staff.picture, shots_of(found))
        shots = sprayed(staff.picture, aimed(staff.picture, of_men, staff.caution))
        return worthwhile(staff.picture, shots, staff.caution) | others

    def _go(self, staff: Staff, request: OrdersRequest, men: list[Figure]) -> Orders:
        picture = staff.picture
        unit = request.units[0]
        law = LAWS["move"]
        free = [one for one in men if law.why_not(picture.state, one, picture.options) is None]
        going = [one for one in free if staff.part_of(one) == GOES_IN and staff.posture != "stay"]
        ends = runs(staff, going) if going else {}
        if ends:
            return [order(unit.id, "fast_move", ways(staff, ends), list(ends))]
        ends = march(staff, going) if going else {}
        plan = ways(staff, ends)
        for one in free:
            facing = picture.faces(one.at)
            if one.id not in ends and not one.doing.action and facing is not None and turned(one, facing):
                plan["paths"][one.id] = {"points": [], "facing": facing, "prone": one.prone}
        men_told = list(plan["paths"])
        return [order(unit.id, "move", plan, men_told)] if men_told else []

    def seen_first(self, view: View[Any], request: OrdersRequest) -> Any:
        """Those who saw the enemy first shoot along the line."""
        return self._sprayed(view, request)

    def shoot_back(self, view: View[Any], request: OrdersRequest) -> Any:
        return self._sprayed(view, request)

    def _sprayed(self, view: View[Any], request: OrdersRequest) -> Any:
        picture = Picture(view)
        given = []
        for one in cast(list[dict[str, Any]], request.proposal):
            if one["card"] == "fire":
                shots, others = among_men(picture, shots_of(one))
                causes = targets_of(request, "fire")
                plan = {
                    id: sprayed(picture, {id: shot}, picture.state.figures[id].reaction.causes or causes)[id]
                    for id, shot in shots.items()
                }
                one = fire_order(one["unit"], plan | others, guns_of(one))
            given.append(one)
        return given

    def paths(self, view: View[Any], request: Path) -> Any:
        picture = Picture(view)
        staff = Staff(picture, self.minded(picture))
        men = [picture.state.figures[walker.piece] for walker in request.walkers]
        most = {walker.piece: walker.most for walker in request.walkers}
        if not men:
            return {}
        ends = march(staff, men, most) if "NR-19" in request.rows else show_themselves(staff, men, most)
        return {id: {"points": [list(at)], "facing": picture.faces(at)} for id, at in ends.items()}

    def group(self, view: View[Any], request: Pick) -> AnyRequest | Any:
        return request.proposal


def shots_of(given: dict[str, Any] | None) -> dict[str, Any]:
    """The shots of a fire order."""
    return dict(given["plan"].get("shots", {})) if given else {}


def guns_of(given: dict[str, Any] | None) -> dict[str, Any]:
    """The main guns of a fire order."""
    return dict(given["plan"].get("guns", {})) if given else {}


def fire_order(unit: str, shots: dict[str, Any], guns: dict[str, Any]) -> dict[str, Any]:
    """An order to shoot and to fire main guns; a man may do both."""
    plan = {name: part for name, part in (("shots", shots), ("guns", guns)) if part}
    return order(unit, "fire", plan, list(dict.fromkeys((*shots, *guns))))


def armour_of(staff: Staff) -> Armour | None:
    """His thoughts about vehicles and guns, if there are any in this battle."""
    state = staff.picture.state
    if not state.vehicles and not state.guns:
        return None
    return Armour(staff.picture, staff.caution, hurries=staff.must_hurry)


def stays_by_gun(picture: Picture, one: Figure) -> bool:
    """Whether a man has a gun to serve, which he does not leave while it can be fired."""
    gun = picture.state.guns.get(one.berth.gun)
    return gun is not None and not gun.is_out


def turned(one: Figure, facing: int) -> bool:
    """Whether a man looks far off from where he should."""
    off = (one.facing - facing) % 3600
    return min(off, 3600 - off) > 450
