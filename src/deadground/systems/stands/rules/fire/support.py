"""Fire that costs no card and no chit: off-table and naval guns, and before turn 1. KIM-4.10, KIM-4.11"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import msgspec

from deadground.core.agenda import Ask, Done, Next, Procedure, procedure, question, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import (
    Allocate,
    AnyRequest,
    Guide,
    Place,
    PlaceValue,
    Request,
    Share,
    Spot,
    guide,
)
from deadground.core.view import View
from deadground.space.plane import Point, distance, is_within
from deadground.space.polygons import covers
from deadground.space.units import shown
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, enemies_of, kind_of, seat_of, stands_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.fire.bombardment import box_of_range
from deadground.systems.stands.rules.fire.chits import refusal
from deadground.systems.stands.rules.fire.duties_of_fire import shoot
from deadground.systems.stands.rules.fire.firers import off_table
from deadground.systems.stands.rules.fire.indirect import (
    indirect_shot,
    why_late,
    why_no_target,
    why_out_of_reach,
    why_spared,
)
from deadground.systems.stands.rules.fire.shots import Shot, chance, chance_words, shot_by
from deadground.systems.stands.rules.fire.volleys import Aim, Landed, aim_at, aim_blind, fire_together, settle
from deadground.systems.stands.rules.visibility.sight_rules import in_view_of_side, who_sees
from deadground.systems.stands.state import Side, Stand, StandsState, side_of

WORTH_A_SHOT = Fraction(1, 4)
"""The least chance for which a shot from off the table is proposed."""

TRIES = 10


def why_no_off_table(
    state: StandsState,
    side: Side,
    target: Stand,
    options: Options,
    *,
    at: str = "value",
    is_seen: bool | None = None,
) -> list[Fault]:
    """Everything that forbids an off-table shot at a stand: shots, range, sight; no card, no chit. KIM-4.10a

    `is_seen` says what is otherwise looked at: whether any stand of the side sees the target.
    """
    found = [
        *why_no_target(side.id, target, options, at),
        None if target.seen_at_start else why_late(target, at),
    ]
    if side.off_table_shots <= 0:
        found.append(refusal(at, f"{side.name} has no off-table shot left", "KIM-4.10a", "KIM-R24"))
    limit = number(state, "off_table_range")
    if not is_within(side.off_table_at, target.at, limit):
        gap = shown(distance(side.off_table_at, target.at), "mm")
        reason = f"{target.name} is {gap} from the guns, they reach {shown(limit, 'mm')}"
        found.append(refusal(at, reason, "KIM-4.10a", "KIM-4.7a"))
    if is_seen is None:
        is_seen = in_view_of_side(state, side.id, target, options=options) is not None
    if not is_seen:
        found.append(refusal(at, f"no stand of its side sees {target.name}", "KIM-4.10a", "KIM-R18"))
    return [fault for fault in found if fault is not None]


def off_table_targets(state: StandsState, side: str, options: Options) -> list[Stand]:
    """The enemies a side may call off-table fire on now. KIM-4.10a"""
    if state.sides[side].off_table_shots <= 0:
        cite("KIM-4.10a")
        return []
    known = [target for target in enemies_of(state, side) if not target.hidden]
    seen = who_sees(state, stands_of(state, side), known, options=options)
    return [
        target
        for target in known
        if not why_no_off_table(state, state.sides[side], target, options, is_seen=target.id in seen)
    ]


@procedure("stands.off_table_fire", rows=("KIM-4.10a",))
class OffTableFire(Procedure):
    """Army commanders call in off-table or naval shots, in secret and together.

    A side that has such guns is asked every turn, whether it has a shot or a target left or not: a pause that comes
    and goes would tell. What lands is the result, for the fire phase to apply with all other hits.
    """

    @step
    def call_in(self, g: Stands) -> Next:
        sides = [
            side.id
            for side in g.state.sides.values()
            if side.off_table or off_table_targets(g.state, side.id, g.options)
        ]
        seats = [commander_of(g.state, side) for side in sides]
        asked = tuple(seat for seat in g.seats if seat in seats)
        if not asked:
            return Done([])
        return Ask(self.on_what, asked, then=self.shoot, quiet="Fire is being called in.")

    @question
    def on_what(self, view: View[StandsState]) -> AnyRequest:
        side = side_of(view.state, view.seat)
        shots = view.state.sides[side].off_table_shots
        targets = off_table_targets(view.state, side, view.options)
        shots_at = {target.id: off_table_shot(view, side, target) for target in targets}
        shares = tuple(
            Share(
                one.id,
                one.name,
                shots,
                hint=f"each {chance_words(view.state, shots_at[one.id], view.options)}",
            )
            for one in targets
        )
        best = max(shots_at, key=lambda id: (chance(shots_at[id]), id), default="")
        return Allocate(
            f"Call in off-table fire: {shots} shots are left.",
            shares=shares,
            least=0,
            most=shots,
            unit="shots",
            proposal={best: 1} if best and chance(shots_at[best]) >= WORTH_A_SHOT else {},
            rows=self.rows,
        )

    @step
    def shoot(self, g: Stands) -> Next:
        landed = []
        for seat, called in self.answer(dict[str, dict[str, int]]).items():
            side = g.state.sides[side_of(g.state, seat)]
            for id, shots in called.items():
                landed += [fire_off_table(g, side, g.stand(id)) for _ in range(shots)]
        return Done([msgspec.to_builtins(one) for one in landed])


def commander_of(state: StandsState, side: str) -> str:
    """The seat that commands an army."""
    seats = [seat for seat in state.seats.values() if seat.side == side]
    return next(seat.id for seat in (*(seat for seat in seats if seat.commander), *seats))


def off_table_shot(view: View[StandsState], side: str, target: Stand) -> Shot:
    """What an off-table shot at a stand would need. KIM-4.10a"""
    gun = off_table(view.state, view.state.sides[side])
    return shot_by(view.state, gun, target, manner="indirect", options=view.options)


def fire_off_table(g: Stands, side: Side, target: Stand) -> Landed:
    """One off-table shot, as indirect fire. KIM-4.10a"""
    side.off_table_shots -= 1
    gun = off_table(g.state, side)
    text = f"{gun.name} is called in on {target.name}."
    g.tell("off_table", text, "KIM-4.10a", to=g.who_knows([target]), target=target.id)
    shot = shot_by(g.state, gun, target, manner="indirect", options=g.options)
    return Landed(target.id, gun.name, side.id, shoot(g, "off_table", shot, "off-table fire"))


def bombarding(state: StandsState) -> list[Stand]:
    """The artillery stands that fire before turn 1. KIM-4.11a, KIM-R25"""
    return [
        gun
        for side in state.sides.values()
        if side.pre_battle
        for gun in stands_of(state, side.id)
        if kind_of(gun).artillery
    ]


def aimed_at(state: StandsState, gun: Stand, spot: Point) -> Stand | None:
    """The enemy stand on the table that lies at a spot, if one does. KIM-R25"""
    visible = (one for one in enemies_of(state, gun.side) if not one.hidden)
    return next((one for one in visible if covers(one.base.corners, spot)), None)


def why_no_bombardment(state: StandsState, gun: Stand, spot: Point, *, at: str = "value") -> list[Fault]:
    """What forbids a shot before turn 1: range and arc, an HQ or supply stand aimed at. KIM-4.11a, KIM-R25"""
    cite("KIM-4.11a", "KIM-R25")
    target = aimed_at(state, gun, spot)
    spared = None if target is None else why_spared(target, at)
    faults = why_out_of_reach(state, gun, spot if target is None else target.at, at)
    return faults if spared is None else [*faults, spared]


@guide("stands.pre_battle")
class BombardmentGuide(Guide):
    """A visible stand or a guessed spot in reach of each gun; its own place holds its fire. KIM-4.11a"""

    def faults(self, view: View[StandsState], request: Request, value: dict[str, PlaceValue]) -> list[Fault]:
        faults: list[Fault] = []
        for id, put in value.items():
            gun = view.state.stands[id]
            if put.at != gun.at:
                faults += why_no_bombardment(view.state, gun, put.at, at=f"value.{id}")
        return faults

    def sample(self, view: View[StandsState], request: Any, rng: Random) -> dict[str, Any]:
        return {spot.piece: {"at": self._spot(view, spot, rng), "facing": None} for spot in request.spots}

    def _spot(self, view: View[StandsState], spot: Spot, rng: Random) -> Point:
        """A random legal aim for a gun, or its own place."""
        gun = view.state.stands[spot.piece]
        west, north, east, south = spot.box
        for _ in range(TRIES):
            at = (rng.randint(west, east), rng.randint(north, south))
            if not why_no_bombardment(view.state, gun, at):
                return at
        return gun.at


@procedure("stands.pre_battle", rows=("KIM-4.11a",))
class PreBattleBombardment(Procedure):
    """Each artillery stand of the attacker fires once before turn 1, free of cards and chits. KIM-4.11a, KIM-R25

    The answers are sealed even where one seat is asked: a choice that could be taken back when no die fell would
    tell whether a hidden stand was there.
    """

    @step
    def aim(self, g: Stands) -> Next:
        seats = {seat_of(g.state, gun) for gun in bombarding(g.state)}
        if not seats:
            return Done()
        asked = tuple(seat for seat in g.seats if seat in seats)
        return Ask(self.where, asked, then=self.bombard)

    @question
    def where(self, view: View[StandsState]) -> AnyRequest:
        guns = [gun for gun in bombarding(view.state) if seat_of(view.state, gun) == view.seat]
        return Place(
            "Aim each gun at a stand or a guessed spot; at itself to hold its fire.",
            spots=tuple(Spot(gun.id, gun.name, box_of_range(view.state, gun)) for gun in guns),
            apart=False,
            guide="stands.pre_battle",
            proposal={gun.id: {"at": list(best_aim(view, gun)), "facing": None} for gun in guns},
            rows=self.rows,
        )

    @step
    def bombard(self, g: Stands) -> Next:
        """All dice first, then the losses. KIM-R66"""
        answers = self.answer(dict[str, dict[str, PlaceValue]]).values()
        placed = [(g.stand(id), put.at) for aims in answers for id, put in aims.items()]
        aims = [aim_of(g.state, gun, spot) for gun, spot in placed if spot != gun.at]
        settle(g, fire_together(g, aims))
        return Done()


def best_aim(view: View[StandsState], gun: Stand) -> Point:
    """The enemy stand that a gun is likeliest to hit before the battle; its own place if it may fire at none."""
    state, options = view.state, view.options
    shots = [
        (chance(indirect_shot(state, gun, enemy, options)), enemy.at)
        for enemy in enemies_of(state, gun.side)
        if not enemy.hidden and not why_no_bombardment(state, gun, enemy.at)
    ]
    return max(shots, default=(0, gun.at))[1]


def aim_of(state: StandsState, gun: Stand, spot: Point) -> Aim:
    """One gun's shot before the battle: at the stand that is there, else blind. KIM-4.11a"""
    cite("KIM-4.11a", "KIM-R25")
    target = aimed_at(state, gun, spot)
    return aim_blind(state, "pre_battle", gun, spot) if target is None else aim_at("pre_battle", gun, target)
