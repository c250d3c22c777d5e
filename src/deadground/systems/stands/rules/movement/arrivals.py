"""Arrivals: the one road by which a stand comes to a new place, and what every arrival owes. KIM-R44, KIM-R150

`EXEMPT` lists every duty that a way does not have, with the row or ruling that lets it off; all else is owed. Who
walks a route is taken along by the common clock (clock.py), everybody else by `go`; both meet what lies on the
ground in `meet_ground`, and nobody's place is written anywhere but in `put`.

Two things that look like arrivals are none. An aircraft on recon has no base and stands nowhere: what it sees goes
on the table by a row of its own, KIM-5.2a. And the umpire's hand puts a stand where it likes, whatever the rules
say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal, NamedTuple

from deadground.core.citing import cite
from deadground.space.bases import Base, less, overlap, square_gap
from deadground.space.plane import Facing, Point, between, distance, is_within
from deadground.space.units import Tenths
from deadground.systems.stands.game import Stands, enemies_of, stands_about
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.fire.duties_of_fire import acting_under_fire
from deadground.systems.stands.rules.movement.courses import Course, is_too_near, runs_into, walks_too_near
from deadground.systems.stands.rules.movement.going import Footing, box_of_path
from deadground.systems.stands.rules.movement.mines import Stepped, enter_minefields, leave_minefields
from deadground.systems.stands.rules.visibility.sight_rules import farthest_seen
from deadground.systems.stands.rules.visibility.visibility import reveal, reveal_seen
from deadground.systems.stands.state import Stand, StandsState

Way = Literal[
    "route",
    "night route",
    "charge",
    "charge beside",
    "mutual charge",
    "recon back",
    "going back",
    "stepping up",
    "taking a place",
    "thrown back",
    "marching off",
    "making room",
    "entry",
    "turning",
]
"""Every way in which a stand comes to a new place, or its corners do."""

Duty = Literal[
    "mines",
    "bad going",
    "barred ground",
    "area fire",
    "works",
    "facing",
    "room",
    "halt range",
    "sight",
    "word",
]
"""What an arrival owes: a roll for mines on the whole way (KIM-2.5e, KIM-2.5f); a stop in bad going (KIM-2.5b); no
ground that nobody can enter (KIM-R92); a roll for area fire that it comes to (KIM-4.12b); its works left behind
(KIM-4.6a, KIM-4.6e); a facing (KIM-2.2a); room for its base (KIM-R44); 50 mm from the enemy (KIM-2.4a); whom it now
sees, and who now sees it, on the table (KIM-3.3a); and word of it to those who may know."""

EXEMPT: dict[tuple[Way, Duty], str] = {
    ("charge", "bad going"): "KIM-R150",
    ("charge beside", "bad going"): "KIM-R150",
    ("mutual charge", "bad going"): "KIM-R150",
    ("going back", "bad going"): "KIM-R150",
    ("stepping up", "bad going"): "KIM-R150",
    ("taking a place", "bad going"): "KIM-R150",
    ("thrown back", "bad going"): "KIM-R150",
    ("making room", "bad going"): "KIM-R150",
    ("entry", "bad going"): "KIM-R150",
    ("turning", "bad going"): "KIM-2.2a",
    ("turning", "barred ground"): "KIM-2.2a",
    ("turning", "works"): "KIM-4.6e",
    ("night route", "halt range"): "KIM-R74",
    ("thrown back", "halt range"): "KIM-R74",
    ("charge", "halt range"): "KIM-7.1a",
    ("charge beside", "halt range"): "KIM-7.1a",
    ("mutual charge", "halt range"): "KIM-7.1a",
    ("going back", "halt range"): "KIM-7.1b",
    ("stepping up", "halt range"): "KIM-7.2b",
    ("taking a place", "halt range"): "KIM-R62",
}
"""What a way need not do, with the row or ruling that says so."""

NOWHERE: Mapping[str, Base | None] = {}

STEP: Tenths = 10
"""How finely a way is looked at: to the whole millimetre."""


def owes(way: Way, duty: Duty) -> bool:
    row = EXEMPT.get((way, duty))
    if row:
        cite(row)
    return row is None


class Going(NamedTuple):
    """A way that a stand takes, over these places."""

    way: Way
    places: list[Base]


def straight(base: Base, end: Point, step: Tenths = STEP) -> list[Base]:
    """The places of a base that goes straight to a point without turning."""
    far = distance(base.at, end)
    steps = (*range(step, far, step), far) if far else ()
    return [base.moved(between(base.at, end, gone, far)) for gone in steps]


def straight_turned(stand: Stand, turned: Base, end: Point) -> list[Base]:
    """The same for one who turns to its way first: its corners come to new ground by that too.

    KIM-2.5e, KIM-4.12b
    """
    return [*([] if turned == stand.base else [turned]), *straight(turned, end)]


def put(stand: Stand, at: Point, facing: Facing) -> None:
    """A stand in its place: nobody else writes where one stands."""
    stand.at, stand.facing = at, facing


def leave_works(stand: Stand) -> None:
    """Who leaves its place is no longer dug in there, and a gun no longer fixed. KIM-4.6a, KIM-4.6e"""
    if stand.dug_in:
        cite("KIM-4.6a")
    if stand.fixed:
        cite("KIM-4.6e")
    stand.dug_in = stand.fixed = False


def walk_on(stand: Stand, course: Course, step: int) -> None:
    """A stand where its course has it at the end of a step of the common clock.

    Who has taken a step before this one has surely left its works. KIM-4.6a, KIM-4.6e
    """
    at, facing, gone = course.place(step)
    put(stand, at, facing)
    stand.moved = stand.walked_before + gone
    if step > course.begun + 1 and (stand.dug_in or stand.fixed):
        leave_works(stand)


def meet_ground(g: Stands, moved: Collection[Stepped], near_fire: Collection[str] | None = None) -> bool:
    """Mines, then area fire, for those who have come to them in one step; whether a field was cleared.

    `near_fire` are those who can have come to area fire at all. KIM-2.5e, KIM-2.5f, KIM-4.12b
    """
    enter_minefields(g, moved)
    there = [one for one in moved if one[0].id in g.state.stands]
    cleared = leave_minefields(g, there)
    for stand, _ in there:
        if near_fire is None or stand.id in near_fire:
            acting_under_fire(g, stand)
    return cleared


def ground_matters(state: StandsState) -> bool:
    """Whether mines or area fire lie anywhere on the table."""
    ground = Footing(state)
    return bool(ground.mines or ground.fire)


def go(g: Stands, goings: Mapping[str, Going]) -> None:
    """Stands go their ways together, step by step, as far as ground, enemies and others let them, and arrive.

    Where one must give way to another, the one named first goes on.
    """
    ways = {id: Going(one.way, as_ground_lets(g.state, g.stand(id), one)) for id, one in goings.items()}
    leave_room(g.state, ways)
    rolled_for = ground_matters(g.state)
    passed = {id: [g.stand(id).base] for id in ways}
    taken = dict.fromkeys(ways, 0)
    for n in range(max((len(one.places) for one in ways.values()), default=0)):
        moved = []
        for id, (way, places) in ways.items():
            if id not in g.state.stands or taken[id] < n or n >= len(places):
                continue
            stand, before = g.stand(id), g.stand(id).base
            if is_halted(g, way, stand, places[n]):
                fall_in(g, stand, passed[id])
                continue
            put(stand, places[n].at, places[n].facing)
            leave_works(stand)
            passed[id].append(places[n])
            taken[id] = n + 1
            moved.append((stand, before))
            if owes(way, "halt range"):
                look_about(g, stand)
        if rolled_for:
            meet_ground(g, moved)
    part(g, passed)
    reveal_seen(g)


def go_straight(g: Stands, stand: Stand, way: Way, facing: Facing, end: Point) -> None:
    """A stand turns to its way and goes straight to its end; one that cannot move does not turn either. KIM-R152"""
    start, stood = stand.at, stand.facing
    go(g, {stand.id: Going(way, straight_turned(stand, stand.base.moved(start, facing), end))})
    if stand.at == start:
        put(stand, start, stood)


def as_ground_lets(state: StandsState, stand: Stand, going: Going) -> list[Base]:
    """The places of a way up to the table's edge, ground that nobody can enter, or one base depth into bad going.

    Who was on a bridge when it was blown may leave it. KIM-2.5b, KIM-R45, KIM-R92, KIM-R132, KIM-R151
    """
    places: list[Base] = []
    if not going.places:
        return places
    ground = Footing(state, box_of_path((stand.at, going.places[-1].at), stand.base))
    slows = owes(going.way, "bad going") and not ground.is_open
    is_clear = slows and not ground.is_touched(stand.base)
    entered: Base | None = None
    left = ground.barred(stand.base)
    for base in going.places:
        barred = ground.barred(base)
        if not ground.layers.ground.on(base.at) or (barred and barred is not left):
            break
        left = barred
        if entered is not None and not is_within(entered.at, base.at, stand.depth):
            cite("KIM-2.5b", "KIM-R45")
            break
        if slows and is_clear and entered is None and ground.is_felt(base):
            entered = places[-1] if places else stand.base
        is_clear = is_clear or (slows and not ground.is_touched(base))
        places.append(base)
    return places


def leave_room(state: StandsState, ways: Mapping[str, Going]) -> None:
    """Each way is cut to the last tenth where its stand lies on nobody: others may be passed through. KIM-R44

    Those named first choose first. Who finds no place stays where it is, and then the others choose again.
    """
    whole = {id: tuple(one.places) for id, one in ways.items()}
    stay: set[str] = set()
    while True:
        ends: dict[str, Base | None] = {id: None for id in ways if id not in stay}
        for id in list(ends):
            ways[id].places[:] = cut_to_free(state, state.stands[id], list(whole[id]), ends)
            ends[id] = ways[id].places[-1] if ways[id].places else state.stands[id].base
        new = {id for id, one in ways.items() if not one.places} - stay
        if not new:
            return
        stay |= new


def cut_to_free(
    state: StandsState, stand: Stand, places: list[Base], ends: Mapping[str, Base | None]
) -> list[Base]:
    """A way up to the last tenth where its stand lies on nobody; without one it is not gone at all. KIM-R44"""
    beyond: Base | None = None
    while places and lies_on_somebody(state, stand, places[-1], ends):
        beyond = places.pop()
    if beyond is not None:
        last = places[-1] if places else beyond.moved(stand.at)
        for base in reversed(straight(last, beyond.at, 1)):
            if not lies_on_somebody(state, stand, base, ends):
                return [*places, base]
    return places


def lies_on_somebody(
    state: StandsState, stand: Stand, base: Base, ends: Mapping[str, Base | None] = NOWHERE
) -> bool:
    """Whether a stand's base would lie on that of another whom its side knows of; of those who move too, `ends` has
    where they will be, or None for one who has not chosen yet. KIM-R44"""
    others = [one for one in stands_about(state, base.at, stand.reach) if one.id not in ends]
    others += [state.stands[id] for id in ends]
    for other in others:
        if other.id == stand.id or (other.hidden and other.side != stand.side):
            continue
        there = ends.get(other.id, other.base)
        if there is not None and overlap(base, there):
            return True
    return False


def is_halted(g: Stands, way: Way, stand: Stand, base: Base) -> bool:
    """Whether an enemy stops a stand before a place: it would come nearer to him than 50. KIM-2.4a, KIM-R44

    An enemy in hiding stops nobody, unless he is run into: then he is found, on whatever way. KIM-R161
    """
    before = base.moved(stand.at)
    keeps_off = owes(way, "halt range")
    halt = number(g.state, "halt_range")
    for enemy in stands_about(g.state, base.at, stand.reach + halt):
        if enemy.side == stand.side:
            continue
        if runs_into(base, before, enemy.base):
            reveal(g, enemy, "somebody runs into it", "KIM-R44", "KIM-R161")
            return True
        if keeps_off and not enemy.hidden and walks_too_near(base, before, enemy.base, halt):
            return True
    return False


def look_about(g: Stands, stand: Stand) -> None:
    """Hidden enemies whom a stand could see from where it has come to are looked for. KIM-3.3a"""
    night = g.state.turn in g.state.night_turns
    for enemy in enemies_of(g.state, stand.side):
        if enemy.hidden and is_within(stand.at, enemy.at, farthest_seen(g.state, enemy, night) + stand.reach):
            reveal_seen(g)
            return


def fall_in(g: Stands, stand: Stand, passed: list[Base]) -> None:
    """A stand goes back to the last place on its way that is free, or all of it. KIM-R44"""
    while len(passed) > 1 and lies_on_somebody(g.state, stand, passed[-1]):
        passed.pop()
    put(stand, passed[-1].at, passed[-1].facing)


def part(g: Stands, passed: Mapping[str, list[Base]]) -> None:
    """One whom an enemy stopped short may be where another has come to: who was named last goes back. KIM-R44"""
    there = {id: way for id, way in passed.items() if id in g.state.stands}
    while lying := [
        id
        for id, way in there.items()
        if len(way) > 1 and lies_on_somebody(g.state, g.stand(id), g.stand(id).base)
    ]:
        fall_in(g, g.stand(lying[-1]), there[lying[-1]])


def come_on(g: Stands, stands: Iterable[Stand]) -> None:
    """Stands have come on to the table over their side's edge: not in works of theirs, and over what lies there.

    KIM-8.2b, KIM-R153
    """
    cite("KIM-R153")
    came = list(stands)
    for stand in came:
        leave_works(stand)
    if ground_matters(g.state):
        meet_ground(g, [(stand, stand.base.moved(off_table(g, stand))) for stand in came])
    reveal_seen(g)


def off_table(g: Stands, stand: Stand) -> Point:
    """Where a stand was before it came on: beyond its side's edge."""
    (x, y), far = stand.at, stand.width + stand.depth
    ground = g.ground
    edges = {"north": (x, -far), "west": (-far, y), "south": (x, ground.height + far)}
    return edges.get(g.state.sides[stand.side].edge, (ground.width + far, y))


def turn(g: Stands, way: Way, facings: Mapping[str, Facing]) -> list[Stand]:
    """Stands turn where they are, all at once; those who have no room to, who stay as they were. KIM-2.2a, KIM-R152

    Nobody turns on to another, nor nearer than 50 to an enemy by turning. KIM-2.4a, KIM-R43
    Of two enemies in each other's way neither does: nothing hangs on who is looked at first. KIM-R66
    """
    turning = {id: g.stand(id).base.moved(g.stand(id).at, facing) for id, facing in sorted(facings.items())}
    stay: list[Stand] = []
    while barred := who_has_no_room(g.state, way, turning):
        by_enemies = [
            id for id, others in barred.items() if any(one.side != g.stand(id).side for one in others)
        ]
        for id in by_enemies or [next(iter(barred))]:
            stay.append(g.stand(id))
            del turning[id]
    moved = [(g.stand(id), g.stand(id).base) for id in turning]
    for stand, _ in moved:
        put(stand, stand.at, turning[stand.id].facing)
    if moved and ground_matters(g.state):
        meet_ground(g, moved)
    return stay


def who_has_no_room(state: StandsState, way: Way, turning: Mapping[str, Base]) -> dict[str, list[Stand]]:
    """Of those who turn each that has no room for it, with who is in its way."""
    found = {id: who_bars(state, way, state.stands[id], turning) for id in turning}
    return {id: others for id, others in found.items() if others}


def who_bars(state: StandsState, way: Way, stand: Stand, turning: Mapping[str, Base]) -> list[Stand]:
    """Who leaves a stand no room to turn, among others who turn with it."""
    now, then = stand.base, turning[stand.id]
    if now == then:
        return []
    keeps_off = owes(way, "halt range")
    halt = number(state, "halt_range")

    def is_in_the_way(other: Stand) -> bool:
        theirs = turning.get(other.id) or other.base
        if overlap(then, theirs) and not overlap(now, other.base):
            return True
        too_near = keeps_off and other.side != stand.side and is_too_near(then, theirs, halt)
        return too_near and less(square_gap(then, theirs), square_gap(now, other.base))

    about = stands_about(state, stand.at, stand.reach + halt)
    known = (one for one in about if one.id != stand.id and (one.side == stand.side or not one.hidden))
    return [one for one in known if is_in_the_way(one)]
