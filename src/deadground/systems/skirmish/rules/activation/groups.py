"""Units and groups: who acts together for now. NUTS-ACT-12, NS-02

Units are permanent. Groups are formed when their side's phase begins and when one of them activates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deadground.core.citing import cite
from deadground.space.plane import is_within, minus, square
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.skirmish.crews import commander_of_vehicle, crew_of, vehicle_of
from deadground.systems.skirmish.game import Skirmish, members
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import are_within
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.seats import player_of
from deadground.systems.skirmish.state import LOST, Figure, Group, SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle

Manned = tuple[Vehicle, list[Figure]]
"""A vehicle, and those who serve in it."""


def are_together(state: SkirmishState, one: Figure, other: Figure, options: Options = DEFAULTS) -> bool:
    """The two conditions: within 4", and one of the two sees the other. NUTS-ACT-12, NS-02"""
    cite("NUTS-ACT-12", "NS-02")
    return is_within(one.at, other.at, number("group_distance")) and see(state, one, other, options)


def see(state: SkirmishState, one: Figure, other: Figure, options: Options) -> bool:
    """Whether one of the two sees the other. NS-02"""
    return has_los(state, one, other, options) or has_los(state, other, one, options)


def go_together(state: SkirmishState, one: Figure, other: Figure, options: Options) -> bool:
    """Whether two men are of one group: near each other, and of one player, who keeps his men apart. NS-02"""
    return are_together(state, one, other, options) and player_of(state, one) == player_of(state, other)


def links(figure: Figure) -> bool:
    """Whether a man holds a group together: those who hunker or leave do not. NS-02"""
    return figure.status in ("carry_on", "duck_back")


def partition(
    state: SkirmishState, side: str, options: Options = DEFAULTS, of: Iterable[str] | None = None
) -> list[list[str]]:
    """The groups that the men of a side form as they stand, or some of them; each in the order of the roster."""
    cite("NUTS-ACT-12", "NS-02")
    wanted = set(state.figures if of is None else of)
    men = [one for one in state.figures.values() if one.side == side and one.status not in LOST]
    men = [one for one in men if one.id in wanted]
    inside = [one for one in men if one.aboard in state.vehicles] if state.vehicles else []
    men = [one for one in men if one not in inside] if inside else men
    groups = chains([one for one in men if links(one)], state, options)
    for one in men:
        if not links(one):
            nearest = nearest_link(state, one, groups, options)
            if nearest is None:
                groups.append([one])
            else:
                nearest.append(one)
    groups += crews_together(state, inside, options)
    roster = {id: place for place, id in enumerate(state.figures)}
    named = [sorted((one.id for one in group), key=roster.__getitem__) for group in groups]
    return sorted(named, key=lambda ids: roster[ids[0]])


def chains(men: list[Figure], state: SkirmishState, options: Options) -> list[list[Figure]]:
    """Men who are together, directly or through others: chains count. NS-02"""
    reach = number("group_distance")
    is_shared = any(seat.parts for seat in state.seats.values())
    player = {one.id: player_of(state, one) if is_shared else "" for one in men}
    left, groups = {one.id: one for one in men}, []
    while left:
        group = [left.pop(next(iter(left)))]
        for one in group:
            near = [other for other in left.values() if is_within(one.at, other.at, reach)]
            for other in near:
                if player[one.id] == player[other.id] and see(state, one, other, options):
                    group.append(left.pop(other.id))
        groups.append(group)
    return groups


def crews_together(state: SkirmishState, inside: list[Figure], options: Options) -> list[list[Figure]]:
    """Those inside of vehicles: a crew is a group, or several whose vehicles keep together; who is carried is of
    none of those, and together with the others who are. NS-21, NS-30"""
    crews: list[tuple[Vehicle, list[Figure]]] = []
    groups: list[list[Figure]] = []
    for id in dict.fromkeys(one.aboard for one in inside):
        vehicle, men = state.vehicles[id], [one for one in inside if one.aboard == id]
        crew = [one for one in men if one.berth.in_vehicle]
        carried = [one for one in men if not one.berth.in_vehicle]
        groups += [carried] if carried else []
        crews += [(vehicle, crew)] if crew else []
    while crews:
        together = [crews.pop(0)]
        for vehicle, crew in together:
            near = [one for one in crews if keep_together(state, (vehicle, crew), one, options)]
            crews = [one for one in crews if one not in near]
            together += near
        groups.append([one for _, crew in together for one in crew])
    return groups


def keep_together(state: SkirmishState, one: Manned, other: Manned, options: Options = DEFAULTS) -> bool:
    """Whether two vehicles act as one group: of one platoon, within 4" and in sight of each other. NS-21, NS-02"""
    cite("NS-21")
    (a, crew), (b, others) = one, other
    platoon = state.units[a.unit].platoon
    return (
        bool(platoon)
        and platoon == state.units[b.unit].platoon
        and "leave_battlefield" not in (a.status, b.status)
        and player_of(state, crew[0]) == player_of(state, others[0])
        and are_within(a, b, number("group_distance"))
        and (has_los(state, a, b, options) or has_los(state, b, a, options))
    )


def are_near(men: list[Figure]) -> bool:
    """Whether men stand within 4" of each other, directly or through others of them. NUTS-ACT-12, NS-02"""
    cite("NUTS-ACT-12", "NS-02")
    first, *left = men
    found = [first]
    for one in found:
        near = [other for other in left if is_within(one.at, other.at, number("group_distance"))]
        found += near
        left = [other for other in left if other not in near]
    return not left


def nearest_link(
    state: SkirmishState, one: Figure, groups: list[list[Figure]], options: Options
) -> list[Figure] | None:
    """The group a hunkered man stays with; one who leaves, or has nobody near, is a group of one. NS-02"""
    if one.status == "leave_battlefield":
        return None
    near = [
        (square(minus(one.at, other.at)), place)
        for place, group in enumerate(groups)
        for other in group
        if links(other) and go_together(state, one, other, options)
    ]
    return groups[min(near)[1]] if near else None


def form_groups(g: Skirmish, side: str, of: Iterable[str] | None = None) -> list[str]:
    """Fix the groups of a side, or of some of its men, as they stand now; their ids. NS-02

    A group keeps the name of the old one most of its men come from, and has seen whom any of those had seen.
    """
    of = list(g.state.figures if of is None else of)
    taken: set[str] = set()
    made = []
    before = {id: g.figure(id).group for id in of}
    for ids in partition(g.state, side, g.options, of):
        olds = [before[id] for id in ids if before[id] in g.state.groups]
        name = next((old for old in sorted(olds, key=lambda old: -olds.count(old)) if old not in taken), "")
        id = name or g.new_id()
        taken.add(id)
        old = g.state.groups.get(name)
        g.state.groups[id] = Group(
            id=id, side=side, strength=len(ids), done=bool(old and old.done), active=bool(old and old.active)
        )
        inherit_sightings(g, id, set(olds) - {id})
        for one in ids:
            g.figure(one).group = id
        made.append(id)
    forget_empty(g.state)
    return made


def inherit_sightings(g: Skirmish, id: str, olds: set[str]) -> None:
    """Whoever has seen one of its men in this phase has seen the group they are in now. NR-10"""
    for one, other in g.state.sighted:
        for old, theirs in ((one, other), (other, one)):
            new = (min(id, theirs), max(id, theirs))
            if old in olds and new not in g.state.sighted:
                g.state.sighted = (*g.state.sighted, new)


def may_split_off(state: SkirmishState, group: Sequence[Figure]) -> list[Figure]:
    """Those of a group who can be sent off as one of their own. A crew stays together: of several its commander
    stands for all who are in his vehicle. NUTS-ACT-12, NR-281"""
    if len(group) < 2 or not state.vehicles:
        return list(group) if len(group) > 1 else []
    cite("NR-281")
    crews = {one.aboard for one in group if one.berth.in_vehicle}
    if len(crews) == 1 and all(one.berth.in_vehicle for one in group):
        return []
    leading = [commander_of_vehicle(state, state.vehicles[id]) for id in crews]
    return [one for one in group if not one.berth.in_vehicle or one in leading]


def with_crews(state: SkirmishState, ids: Iterable[str]) -> list[str]:
    """Some men, and with those who command a vehicle all its crew. NR-281"""
    found: list[str] = []
    for id in ids:
        vehicle = vehicle_of(state, state.figures[id])
        found += (
            [id] if vehicle is None else [one.id for one in crew_of(state, vehicle) if one.status not in LOST]
        )
    return list(dict.fromkeys(found))


def split_off(g: Skirmish, ids: Iterable[str]) -> str:
    """Men whom their owner sends off as a group of their own; its id. Those left behind group anew. NS-02"""
    cite("NUTS-ACT-12", "NS-02")
    going = list(ids)
    first = g.figure(next(iter(going)))
    old, side = first.group, first.side
    rest = [one.id for one in members(g.state, old) if one.id not in going]
    id = g.new_id()
    g.state.groups[id] = Group(id=id, side=side, strength=len(going))
    for one in going:
        g.figure(one).group = id
    inherit_sightings(g, id, {old})
    if rest:
        form_groups(g, side, rest)
    forget_empty(g.state)
    return id


def stand_alone(g: Skirmish, figure: Figure) -> None:
    """A man who leaves the battlefield is a group of one. NS-02"""
    if len(members(g.state, figure.group)) > 1:
        old = figure.group
        figure.group = g.new_id()
        g.state.groups[figure.group] = Group(id=figure.group, side=figure.side, done=True)
        inherit_sightings(g, figure.group, {old})


def drive_alone(g: Skirmish, crew: Iterable[Figure]) -> None:
    """The crew of a vehicle that leaves the battlefield is a group of its own. NS-02, NS-21"""
    men = list(crew)
    for old in {one.group for one in men if one.group}:
        if any(one not in men for one in members(g.state, old)):
            id = g.new_id()
            g.state.groups[id] = Group(id=id, side=g.state.groups[old].side, strength=len(men), done=True)
            inherit_sightings(g, id, {old})
            for one in men:
                if one.group == old:
                    one.group = id


def forget_empty(state: SkirmishState) -> None:
    """Groups that have nobody left are gone."""
    held = {one.group for one in state.figures.values()}
    for id in [id for id in state.groups if id not in held]:
        del state.groups[id]
