"""What a gunner declares, and why he cannot fire so: chamber, arc, range, sight. NS-22, NS-23, NS-27, NS-34, NS-35

All questions here change nothing and run on a state as on a view.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.tally import Tally
from deadground.space.bases import Base, gap_is_within
from deadground.space.plane import Point
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import (
    TablePiece,
    are_enemies,
    are_within,
    is_near,
    others_of,
    piece_named,
)
from deadground.systems.skirmish.rules.armour.faces import (
    face_struck,
    has_turret,
    is_hull_down,
    is_low,
    is_shielded,
)
from deadground.systems.skirmish.rules.armour.gunnery import Mark, Spoils, Strike, rep_at
from deadground.systems.skirmish.rules.armour.mounts import (
    Mounted,
    bears,
    gunner_of,
    hull_arc,
    is_loaded,
    main_guns,
    platform_of,
)
from deadground.systems.skirmish.rules.armour.piercing import penetration_number
from deadground.systems.skirmish.rules.grenades.caught import caught
from deadground.systems.skirmish.rules.sight.line_of_sight import line_over, why_line_closed
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.state import INCH, Bystander, Figure, SkirmishState
from deadground.systems.skirmish.terrain import terrain_of
from deadground.systems.skirmish.vehicle import Gun, Vehicle

Platform = Vehicle | Gun


class MainShot(msgspec.Struct, frozen=True):
    """What one gunner declares: a target and so many rolls at it, or several; or a spot for high explosive."""

    gunner: str
    aims: tuple[tuple[str, int], ...] = ()
    place: int = 0
    """Which of its main guns, by its place in its type."""
    he: bool = False
    at: Point | None = None

    @property
    def first(self) -> str:
        return self.aims[0][0] if self.aims else ""


def gun_at(piece: Platform, place: int, options: Options) -> Mounted | None:
    """A main gun of a vehicle by its place, or the gun itself."""
    return next((one for one in main_guns(piece, options) if one.place == place), None)


def main_shot_faults(
    state: SkirmishState, shot: MainShot, targets: Collection[str] | None, options: Options, at: str
) -> list[Fault]:
    """Everything that is wrong with a declared shot of a main gun; `targets` are those it may be aimed at."""
    figure = state.figures[shot.gunner]
    piece = platform_of(state, figure)
    one = gun_at(piece, shot.place, options) if piece else None
    if piece is None or one is None:
        return [Fault(at, f"{figure.name} serves no such gun", ("NS-29",))]
    fault = why_not_ready_to_fire(state, figure, piece, one, options) or why_not_declared(shot, one)
    if fault is not None:
        return [Fault(at, fault.reason, fault.rows)]
    faults = []
    for id, _ in shot.aims:
        target = piece_named(state, id)
        if target is None or not are_enemies(target, piece):
            faults.append(Fault(at, f"'{id}' is no enemy", ("NUTS-FIRE-10",)))
        elif targets is not None and id not in targets:
            reason = f"{piece.name} may not fire at {target.name} now"
            faults.append(Fault(at, reason, ("NUTS-FIRE-10",)))
        elif fault := why_not_fired_at(state, piece, one, target, options, he=shot.he):
            faults.append(Fault(at, fault.reason, fault.rows))
    if shot.at is not None and (fault := why_not_on_spot(state, piece, one, shot.at, options)):
        faults.append(Fault(at, fault.reason, fault.rows))
    return faults or far_apart(state, piece, shot, at)


def why_no_main_shot(state: SkirmishState, shot: MainShot, options: Options) -> Fault | None:
    """The same as one refusal, when the moment has come."""
    return next(iter(main_shot_faults(state, shot, None, options, shot.gunner)), None)


def why_not_declared(shot: MainShot, one: Mounted) -> Fault | None:
    """As many rolls as its rate of fire at most, and one of high explosive. NS-23, LR-113, NS-27"""
    cite("NS-23", "LR-113")
    rolls = sum(many for _, many in shot.aims)
    if shot.he:
        cite("NS-27")
        if one.he is None:
            return Fault("", f"the {one.name} has no high explosive", ("NS-27", "COT-VEH-03"))
        if rolls + (shot.at is not None) != 1:
            return Fault("", "high explosive goes at one spot or target", ("NS-27",))
        return None
    if shot.at is not None:
        return Fault("", "at a spot high explosive is fired", ("NS-27",))
    ids = [id for id, _ in shot.aims]
    if not 1 <= rolls <= one.shots or any(many < 1 for _, many in shot.aims) or len(set(ids)) < len(ids):
        return Fault("", f"the {one.name} has {one.shots} to aim, each target gets one or more", ("LR-113",))
    return None


def why_not_ready_to_fire(
    state: SkirmishState, figure: Figure, piece: Platform, one: Mounted, options: Options
) -> Fault | None:
    """Why a man cannot fire a gun now, whatever it is aimed at. NS-23, NS-29, NS-34"""
    if piece.is_out or piece.aboard:
        how = "is in tow" if piece.aboard else "is knocked out"
        return Fault("", f"{piece.name} {how}", ("NUTS-VEH-16", "NS-34"))
    if gunner_of(state, piece, one) is not figure:
        return Fault("", f"{figure.name} does not fire the {one.name} of {piece.name}", ("NS-29", "NS-34"))
    if not is_loaded(piece, one):
        cite("NUTS-VEH-18")
        return Fault("", f"the chamber of {piece.name} is empty", ("NS-23", "NUTS-VEH-18"))
    if isinstance(piece, Gun):
        if piece.pushed or piece.moving:
            return Fault("", f"{piece.name} has been moved in this activation", ("NS-34",))
    elif "fires_standing" in type_of(piece).flags and piece.drive.moving:
        return Fault("", f"{piece.name} fires only while it stands", ("COT-REINF-14",))
    return None


def why_not_fired_at(
    state: SkirmishState, piece: Platform, one: Mounted, target: TablePiece, options: Options, *, he: bool
) -> Fault | None:
    """Why a gun cannot be aimed at somebody or something. NS-22, NS-27, COT-VEH-16"""
    if target.is_out:
        return Fault("", f"{target.name} is out of it already", ("NUTS-FIRE-10",))
    armour = isinstance(target, Vehicle)
    if he and armour:
        return Fault("", "high explosive is fired at men, guns, buildings and spots", ("NS-27",))
    if not he and not isinstance(target, Vehicle | Gun):
        return Fault("", f"armour piercing is no use against {target.name}: high explosive", ("NS-27",))
    return (
        why_not_laid(state, piece, one, target.at, reaches=is_in_reach(piece, one, target))
        or (why_not_into_melee(state, one, target.at, options) if he else None)
        or why_not_seen(state, piece, target, options)
    )


def why_not_into_melee(state: SkirmishState, one: Mounted, at: Point, options: Options) -> Fault | None:
    """A shell is not aimed where a man in melee would be caught. NR-53, NR-140"""
    cite("NR-53", "NR-140")
    across, _ = one.he or (0, 0)
    fighting = next((man for man in caught(state, at, across * INCH, options) if man.is_fighting), None)
    return Fault("", f"{fighting.name} is in melee there", ("NR-53", "NR-140")) if fighting else None


def why_not_on_spot(
    state: SkirmishState, piece: Platform, one: Mounted, at: Point, options: Options
) -> Fault | None:
    """Why high explosive cannot be fired at a bare spot, or at a building there. NS-27"""
    ground = ground_of(state)
    if not (0 <= at[0] <= ground.width and 0 <= at[1] <= ground.height):
        return Fault("", "the spot is off the table", ("NS-27",))
    reaches = not one.howitzer or is_near(piece, at, number("main_gun_far"))
    on = next((one.id for one in others_of(state) if gap_is_within(Base(at), one.base, 0)), "")
    spot = Bystander(on, "the spot", "civilian", in_sight_of(state, piece, at))
    return (
        why_not_laid(state, piece, one, at, reaches=reaches)
        or why_not_into_melee(state, one, at, options)
        or why_not_seen(state, piece, spot, options)
    )


def in_sight_of(state: SkirmishState, piece: Platform, at: Point) -> Point:
    """What has to be seen of a spot: of one in a building the wall that the shell meets. NS-27, NUTS-VEH-13"""
    passages = line_over(ground_of(state), piece.at, at).passages
    walls = (one for one in passages if terrain_of(one.piece).sight == "building" and one.piece.holds(at))
    return next((one.stretches[-1].enters for one in walls), at)


def is_in_reach(piece: Platform, one: Mounted, target: TablePiece) -> bool:
    """Whether a howitzer has a target near enough for direct fire; other guns reach any. COT-VEH-16, COT-GUN-08"""
    if not one.howitzer:
        return True
    cite("COT-GUN-08" if isinstance(piece, Gun) else "COT-VEH-16")
    return is_at_most(piece, target, number("main_gun_far"))


def is_at_most(piece: Platform, target: TablePiece, limit: Tenths) -> bool:
    """How far from a gun or vehicle: to the middle of a man, else from edge to edge. NS-01"""
    return is_near(piece, target.at, limit) if target.is_round else are_within(piece, target, limit)


def why_not_laid(
    state: SkirmishState, piece: Platform, one: Mounted, at: Point, *, reaches: bool
) -> Fault | None:
    """Why it cannot be laid on a place: out of its arc, too far, too low. NS-22, COT-VEH-20, COT-VEH-22"""
    if not reaches:
        reason = f"the {one.name} of {piece.name} is a howitzer, and reaches 48 inches by direct fire"
        row = "COT-GUN-08" if isinstance(piece, Gun) else "COT-VEH-16"
        return Fault("", reason, (row, "NS-35"))
    if not bears(piece, on_a_slope(state, piece, one), at):
        rows = ("NS-34",) if isinstance(piece, Gun) else ("NS-22", "COT-VEH-22", "COT-VEH-25")
        return Fault("", f"the {one.name} of {piece.name} does not bear there", rows)
    if isinstance(piece, Vehicle) and is_low(type_of(piece)) and not piece.is_moving:
        cite("COT-VEH-20")
        if ground_of(state).level_at(at) < ground_of(state).level_at(piece.at) and is_shielded(
            state, piece, at
        ):
            return Fault("", f"{piece.name} is down behind cover and cannot fire so low", ("COT-VEH-20",))
    return None


def on_a_slope(state: SkirmishState, piece: Platform, one: Mounted) -> Mounted:
    """A heavy turret where it cannot be turned: its hull lies across the edge of a height. COT-VEH-23, NR-248"""
    if not isinstance(piece, Vehicle) or "heavy_turret" not in type_of(piece).flags or one.turret != 0:
        return one
    cite("COT-VEH-23", "NR-248")
    ground = ground_of(state)
    levels = {ground.level_at(corner) for corner in piece.base.corners}
    if len(levels) == 1:
        return one
    return msgspec.structs.replace(one, arc=hull_arc(), of_turret=True)


def why_not_seen(state: SkirmishState, piece: Platform, target: TablePiece, options: Options) -> Fault | None:
    """A turret turns to look, and a gun's crew looks where it lies: only what is between counts. NS-22"""
    why = why_line_closed(state, piece, target, options)
    if why is None:
        return None
    return Fault("", f"{piece.name} does not see {target.name}: {why.reason}", why.rows)


def far_apart(state: SkirmishState, piece: Platform, shot: MainShot, at: str) -> list[Fault]:
    """Several targets of a rapid gun are within 3" of the first. NS-23, LR-113"""
    cite("NS-23", "LR-113")
    first = piece_named(state, shot.first)
    for id, _ in shot.aims[1:]:
        other = piece_named(state, id)
        if first is None or other is None or not are_within(first, other, number("rapid_fire")):
            reason = f"the targets of {piece.name} are not within 3 inches of the first"
            return [Fault(at, reason, ("LR-113", "NS-23"))]
    return []


def open_to(
    state: SkirmishState, figure: Figure, targets: Collection[TablePiece], options: Options
) -> Iterator[tuple[Mounted, TablePiece, bool]]:
    """The guns that a man could fire now, at which of some targets, and whether with high explosive."""
    piece = platform_of(state, figure)
    if piece is None or not figure.able:
        return
    for one in main_guns(piece, options):
        if why_not_ready_to_fire(state, figure, piece, one, options) is not None:
            continue
        for target in targets:
            he = not isinstance(target, Vehicle | Gun)
            if he and one.he is None:
                continue
            if why_not_fired_at(state, piece, one, target, options, he=he) is None:
                yield one, target, he


def mark_of(state: SkirmishState, piece: Platform, target: TablePiece) -> Mark:
    """A target as the gunner's roll has it. NUTS-VEH-11, NS-34"""
    cite("NUTS-VEH-11")
    is_gun = isinstance(target, Gun)
    type = type_of(target) if isinstance(target, Vehicle) else None
    low = is_gun or (type is not None and is_low(type))
    found: dict[Spoils, bool] = {
        "target_fast": target.is_fast,
        "shooter_fast": piece.is_fast,
        "low_silhouette": low,
        "far": not is_at_most(piece, target, number("main_gun_far")),
    }
    return Mark(
        face=face_struck(state, target, piece) if isinstance(target, Vehicle) else "front",
        spoils=tuple(why for why, is_so in found.items() if is_so),
        hull_down=isinstance(target, Vehicle) and is_hull_down(state, target, piece),
        turreted=type is not None and has_turret(type),
        low=low,
    )


def gunner_rep(
    state: SkirmishState, rep: int, piece: Platform, one: Mounted, at: TablePiece | Point
) -> Tally:
    """A gunner's Rep as it counts: over 48", for a howitzer among the guns over every 12" past 24", in a turret
    too heavy to be laid in haste. NUTS-VEH-09, COT-GUN-08, COT-VEH-23"""

    def is_beyond(limit: Tenths) -> bool:
        return not (is_near(piece, at, limit) if isinstance(at, tuple) else is_at_most(piece, at, limit))

    tally = rep_at(rep, far=is_beyond(number("main_gun_far")))
    if isinstance(piece, Gun) and one.howitzer:
        cite("COT-GUN-08", "LR-156")
        free, every = number("howitzer_free"), number("howitzer_every")
        steps = sum(is_beyond(limit) for limit in range(free, number("main_gun_far"), every))
        tally.on_die("howitzer at this range", steps * number("howitzer_rep"), "COT-GUN-08", "LR-156")
    if isinstance(piece, Vehicle) and "heavy_turret" in type_of(piece).flags:
        cite("COT-VEH-23")
        tally.on_die(
            "it moved or turned its turret",
            number("heavy_turret_rep"),
            "COT-VEH-23",
            when=piece.drive.unsteady,
        )
    return tally


def apr_at(one: Mounted, piece: Platform, target: TablePiece) -> int:
    """Its Armour Piercing Rating over this range. COT-WEAP-14"""
    if one.apr_far is None:
        return one.apr or 0
    cite("COT-WEAP-14")
    limit, beyond = one.apr_far
    return (one.apr or 0) if is_at_most(piece, target, limit * INCH) else beyond


def can_pierce(
    state: SkirmishState, piece: Platform, one: Mounted, target: Vehicle, options: Options
) -> bool:
    """Whether a round would have any chance to go through the face that looks towards it. NS-24"""
    cite("NS-24")
    mark = mark_of(state, piece, target)
    strike = Strike(mark.face, turret=mark.hull_down and mark.turreted)
    return penetration_number(type_of(target), apr_at(one, piece, target), strike, options).total > 0
