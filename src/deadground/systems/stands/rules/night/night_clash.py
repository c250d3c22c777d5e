"""Clashes in the dark: stands that bump into each other while the night routes run together. KIM-6.1d, KIM-6.2

Each stand reacts by its own type: who goes on foot as infantry, everything on wheels or tracks and guns in tow as a
vehicle. All dice of one step fall before anything comes of them. KIM-R66, KIM-R73, KIM-R105
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from deadground.core.citing import cite
from deadground.space.bases import CONTACT, Base, gap_is_within, less, overlap, square_gap, touch
from deadground.space.plane import FULL_TURN, Facing, along, distance, is_within, minus, square
from deadground.space.polygons import boxes_meet
from deadground.space.units import Tenths, mm, shown
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, enemies_of
from deadground.systems.stands.rules.assault.contact import held_in_contact
from deadground.systems.stands.rules.cards.command import is_without_cards
from deadground.systems.stands.rules.fire.duties_of_fire import open_fire, ready_to_fire, shoot
from deadground.systems.stands.rules.fire.firing import Manner, shot_at
from deadground.systems.stands.rules.fire.hits import hit, is_hit_as_infantry
from deadground.systems.stands.rules.fire.ranges import is_armed
from deadground.systems.stands.rules.fire.shots import chance_words
from deadground.systems.stands.rules.movement.arrivals import Going, go, straight
from deadground.systems.stands.rules.movement.clock import Clock, end_walk, move_to
from deadground.systems.stands.rules.movement.courses import last_free, share_of
from deadground.systems.stands.rules.movement.going import box_of_path
from deadground.systems.stands.rules.movement.room import friends_about, step_aside
from deadground.systems.stands.rules.visibility.visibility import reveal
from deadground.systems.stands.state import Stand, StandsState


class Meeting(msgspec.Struct, frozen=True):
    """A mover and the enemy it has bumped into; `moving` if that one was on its way too, and whither both went."""

    mover: str
    enemy: str
    moving: bool
    travel: Facing = -1
    enemy_travel: Facing = -1


Snap = tuple[str, str]
"""A stationary stand and the vehicle it may fire at."""


class NightClock(Clock):
    """The common clock by night: base contact in place of halt range. KIM-6.1d, KIM-R66, KIM-R73, KIM-R74"""

    by_night = True

    def __init__(self, g: Stands, taken: int) -> None:
        self.g = g
        self.sides = tuple(g.state.sides)
        self.taken = taken
        self.halt = max(CONTACT, mm(int(g.option("night_contact_mm"))))
        self.bad_going = g.option("night_bad_going") == "on"
        self.make()

    def make(self) -> None:
        """As by day; with the option bad going stops nobody."""
        super().make()
        if not self.bad_going:
            for course in self.courses.values():
                course.stop = None

    def night_step(self, step: int) -> tuple[Meeting, ...]:
        """One step: all move, hidden stands come into view, mines, then who has met whom, then bad going."""
        self.move(step)
        self.look(step)
        if self.ground_matters:
            self.meet_ground(step)
        meetings = self.pull_back(step, self.meetings(step))
        met = {id for one in meetings for id in (one.mover, one.enemy)}
        self.courses = {id: course for id, course in self.courses.items() if id not in met}
        self.halt_in_bad_going(step)
        self.taken = step
        return meetings

    def meetings(self, step: int) -> tuple[Meeting, ...]:
        """Every mover that this step has brought into contact with an enemy, each pair once.

        The turn with which one sets off is not coming nearer. KIM-R152
        """
        cite("KIM-R152")
        found: dict[frozenset[str], Meeting] = {}
        stands = self.g.state.stands
        for id, foe in sorted(self.ahead.may_meet(step)):
            if id not in self.courses or foe not in stands:
                continue
            now, other = stands[id].base, stands[foe].base
            foe_was = self.courses[foe].base_before(step) if foe in self.courses else other
            was = self.courses[id].base_before(step)
            if gap_is_within(now, other, self.halt) and have_come_nearer((now, other), (was, foe_was)):
                found.setdefault(frozenset((id, foe)), Meeting(id, foe, foe in self.courses))
        return tuple(found.values())

    def pull_back(self, step: int, meetings: Sequence[Meeting]) -> tuple[Meeting, ...]:
        """Each mover stands where it came into contact; two movers are looked at at the same moment.

        Whither it went is written down: it may face otherwise when its walk is over. KIM-R73, KIM-R152
        """
        foes: dict[str, list[str]] = {}
        for one in meetings:
            foes.setdefault(one.mover, []).append(one.enemy)
            if one.moving:
                foes.setdefault(one.enemy, []).append(one.mover)
        ends = {id: self.place_of_contact(id, foes[id], step) for id in foes}
        for id, gone in ends.items():
            stand = self.g.stand(id)
            move_to(stand, self.courses[id].base_at(gone), stand.walked_before + gone)
        travels = {id: self.courses[id].travel(gone) for id, gone in ends.items()}
        return tuple(
            replace(one, travel=travels[one.mover], enemy_travel=travels.get(one.enemy, -1))
            for one in meetings
        )

    def place_of_contact(self, id: str, foes: list[str], step: int) -> Tenths:
        course = self.courses[id]
        low, high = course.gone(step - 1), course.gone(step)

        def is_free(at: Tenths) -> bool:
            return not any(gap_is_within(course.base_at(at), foe_at(foe, at), self.halt) for foe in foes)

        def foe_at(foe: str, at: Tenths) -> Base:
            other = self.courses.get(foe)
            if other is None:
                return self.g.stand(foe).base
            return other.base_at(share_of(low, high, at, other.gone(step - 1), other.gone(step)))

        return last_free(low, high, is_free)


def have_come_nearer(now: tuple[Base, Base], before: tuple[Base, Base]) -> bool:
    """Whether two bases are nearer to each other than before; of two that lay on each other, their centres."""
    if overlap(*before):
        return square(minus(now[0].at, now[1].at)) < square(minus(before[0].at, before[1].at))
    return less(square_gap(*now), square_gap(*before))


def on_foot(g: Stands, stand: Stand) -> bool:
    """Whether a stand reacts as infantry; all others do as vehicles, a gun in tow too. KIM-R73, KIM-R105

    An HQ does as it is hit. KIM-R35
    """
    cite("KIM-R105")
    return is_hit_as_infantry(stand, g.options)


def meet(g: Stands, meetings: Iterable[Meeting]) -> None:
    """Who has bumped is on the table, and its move is over. KIM-6.1d, KIM-R73"""
    for one in meetings:
        mover, enemy = g.stand(one.mover), g.stand(one.enemy)
        for stand in (mover, enemy):
            reveal(g, stand, "somebody ran into it in the dark", "KIM-6.1c")
        word = "meets" if one.moving else "runs into"
        text = f"{mover.name} {word} {enemy.name} in the dark."
        g.tell("clash", text, "KIM-6.1d", "KIM-R73", mover=mover.id, enemy=enemy.id, moving=one.moving)
    for id in sorted({id for one in meetings for id in (one.mover, one.enemy)}):
        stand = g.stand(id)
        if stand.route:
            stand.end_facing = -1
            end_walk(g, stand)


def can_fire(g: Stands, stand: Stand) -> bool:
    """Whether a stand has a weapon, is no HQ, is not held in contact and has not fired tonight.

    KIM-1.3h, KIM-3.2a, KIM-4.7a, KIM-R87, KIM-R113
    """
    cite("KIM-R87")
    if is_without_cards(stand):
        cite("KIM-1.3h")
        return False
    if held_in_contact(stand) is not None:
        return False
    return is_armed(g.state, stand) and not stand.fired


def snaps_of(g: Stands, meetings: Iterable[Meeting]) -> tuple[Snap, ...]:
    """Each stationary stand that may fire at a vehicle which ran into it; at the nearest. KIM-6.2d, KIM-R74"""
    found: dict[str, str] = {}
    for one in meetings:
        shooter, target = g.stand(one.enemy), g.stand(one.mover)
        if one.moving or on_foot(g, target) or not can_fire(g, shooter):
            continue
        cite("KIM-6.2d", "KIM-R74")
        found[shooter.id] = nearest(
            g, shooter, [target.id, *([found[shooter.id]] if shooter.id in found else [])]
        )
    return tuple(sorted(found.items()))


def nearest(g: Stands, stand: Stand, ids: Iterable[str]) -> str:
    return min(ids, key=lambda id: (distance(stand.at, g.stand(id).at), id))


def met_by(meetings: Iterable[Meeting], moving: bool) -> dict[str, list[str]]:
    """For each stand that was on its way, the enemies of one sort that it met."""
    found: dict[str, list[str]] = {}
    for one in meetings:
        if one.moving == moving:
            found.setdefault(one.mover, []).append(one.enemy)
            if moving:
                found.setdefault(one.enemy, []).append(one.mover)
    return dict(sorted(found.items()))


def travels_of(meetings: Iterable[Meeting]) -> dict[str, Facing]:
    """Whither those who met went, as far as it was written down. KIM-R73"""
    found: dict[str, Facing] = {}
    for one in meetings:
        found |= {one.mover: one.travel, one.enemy: one.enemy_travel}
    return {id: travel for id, travel in found.items() if travel >= 0}


def clash(g: Stands, meetings: Sequence[Meeting], snaps: Iterable[Snap]) -> None:
    """All fire, then what it did, then those who are left go back. KIM-6.2b to KIM-6.2e, KIM-R66, KIM-R105"""
    stationary, moving = met_by(meetings, moving=False), met_by(meetings, moving=True)
    stop_digging(g, meetings)
    struck = fire_all(g, snaps, moving)
    for id in stationary:
        if id in g.state.stands and on_foot(g, g.stand(id)):
            struck += [(id, "")] * g.number("night_hits_taken")
    for target, by in struck:
        if target in g.state.stands:
            hit(g, g.stand(target), by, *(() if by else ("KIM-6.2b",)))
    left = [g.stand(id) for id in sorted({*stationary, *moving}) if id in g.state.stands]
    travels = travels_of(meetings)
    ways = {one.id: way_back(g, one, travels.get(one.id, one.facing), one.id in stationary) for one in left}
    go_back(g, ways)


def stop_digging(g: Stands, meetings: Iterable[Meeting]) -> None:
    """Infantry that bumped does not dig in tonight, nor does a mover that met it; a vehicle alone may. KIM-R116"""
    for one in meetings:
        mover, enemy = g.stand(one.mover), g.stand(one.enemy)
        if one.moving and (on_foot(g, mover) or on_foot(g, enemy)):
            cite("KIM-6.2c")
            mover.task = enemy.task = ""
        elif not one.moving and on_foot(g, mover):
            cite("KIM-6.2b")
            mover.task = ""
        else:
            cite("KIM-R116")


def night_snap_words(state: StandsState, shooter: Stand, target: Stand, options: Options) -> str:
    """The chance of a snap shot at a vehicle that ran into a stand. KIM-6.2d, KIM-6.2f"""
    shot = shot_at(state, shooter, target, manner="snap", night=True, flank=False, options=options)
    return chance_words(state, shot, options)


def fire_all(g: Stands, snaps: Iterable[Snap], moving: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Movers that met fire once each, at the nearest; stationary stands their snap shots. Who was hit by whom.

    Nobody is asked for arc or line, and a flank is not claimed. KIM-6.2c, KIM-6.2d, KIM-6.2e, KIM-6.2f, KIM-R73
    """
    state = g.state
    pairs: list[tuple[str, str, Manner]] = [(shooter, target, "snap") for shooter, target in snaps]
    for id, foes in moving.items():
        cite("KIM-6.2c" if on_foot(g, g.stand(id)) else "KIM-6.2e")
        if can_fire(g, g.stand(id)):
            pairs.append((id, nearest(g, g.stand(id), foes), "direct"))
    aims = [(g.stand(a), g.stand(b), manner) for a, b, manner in sorted(pairs)]
    ready = [aim for aim in aims if ready_to_fire(g, "night", aim[0])]
    firing = [aim for aim in ready if aim[1].id in state.stands and open_fire(g, "night", aim[0], aim[1].at)]
    struck = []
    for one, target, manner in firing:
        shot = shot_at(state, one, target, manner=manner, night=True, flank=False, options=g.options)
        rows = ("KIM-6.2d", "KIM-R74") if manner == "snap" else ()
        struck += [(target.id, one.id)] * shoot(g, "night", shot, "night fire", *rows, "KIM-R73")
    return struck


def way_back(g: Stands, stand: Stand, travel: Facing, stationary: bool) -> list[Base]:
    """Where a stand passes going straight back, opposite to its travel; it faces as it did.

    The table's edge, ground that cannot be crossed and an enemy cut it short; it passes through friends, and ends
    in the last place that is free. KIM-6.2b to KIM-6.2e, KIM-R44, KIM-R105
    """
    far = back_distance(g, stand, stationary)
    behind = (travel + FULL_TURN // 2) % FULL_TURN
    path = (stand.at, along(stand.at, behind, far))
    box = box_of_path(path, stand.base, CONTACT)
    enemies = [
        one for one in enemies_of(g.state, stand.side) if boxes_meet(box, box_of_path((one.at,), one.base))
    ]
    way: list[Base] = []
    for base in straight(stand.base, path[-1]):
        if any(is_in_the_way(enemy, stand.base, base) for enemy in enemies):
            break
        way.append(base)
    return way


def back_distance(g: Stands, stand: Stand, stationary: bool) -> Tenths:
    """By its own type and what it ran into; who met both sorts at once goes the further way. KIM-R73, KIM-R105"""
    if stationary:
        return g.number(
            "infantry_back_from_stationary" if on_foot(g, stand) else "vehicle_back_from_stationary"
        )
    return g.number("infantry_back_from_moving" if on_foot(g, stand) else "vehicle_back_from_moving")


def is_in_the_way(enemy: Stand, start: Base, base: Base) -> bool:
    """Whether an enemy bars a way back; the one just met bars it only if it would be gone over.

    Two may have turned on to each other as they set off: each then goes back whither it is not nearer. KIM-R152
    """
    if not is_within(base.at, enemy.at, base.reach + enemy.base.reach + CONTACT):
        return False
    if overlap(start, enemy.base):
        return have_come_nearer((base, enemy.base), (start, enemy.base))
    return overlap(base, enemy.base) if touch(start, enemy.base) else touch(base, enemy.base)


def go_back(g: Stands, ways: dict[str, list[Base]]) -> None:
    """All go back together, over mines too; then each tells where it came to. KIM-2.5e, KIM-6.2"""
    starts = {id: g.stand(id).at for id in ways}
    go(g, {id: Going("thrown back", way) for id, way in ways.items()})
    for id, start in starts.items():
        if id in g.state.stands:
            went_back(g, g.stand(id), distance(start, g.stand(id).at))
    for id in ways:
        if id in g.state.stands:
            come_off(g, g.stand(id))


def come_off(g: Stands, stand: Stand) -> None:
    """One that had no way back from an enemy on whom it lies, as it faces again, steps aside. KIM-R152"""
    if any(overlap(stand.base, enemy.base) for enemy in enemies_of(g.state, stand.side) if not enemy.hidden):
        cite("KIM-R152")
        step_aside(g, stand, friends_about(g, stand, stand.reach + g.number("farthest_aside")))


def went_back(g: Stands, stand: Stand, gone: Tenths) -> None:
    stand.moved += gone
    text = f"{stand.name} goes {shown(gone, 'mm')} straight back."
    g.tell("goes_back", text, "KIM-R73", to=g.who_knows([stand]), stand=stand.id, gone=gone)
