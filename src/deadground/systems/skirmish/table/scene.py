"""The table of a skirmish as a seat sees it, for the page to draw. Everything comes from the seat's view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from deadground.core.scene import Force, Line, Mark, Scene, Shape, SideSign, Token, Trace
from deadground.core.signs import signs_of
from deadground.core.view import View
from deadground.space.ground import Ground
from deadground.space.plane import along, distance, minus, square
from deadground.space.units import inches, shown
from deadground.systems.skirmish.built import Built, buildings_down
from deadground.systems.skirmish.game import figures_of, ground_of, map_named
from deadground.systems.skirmish.pieces import men_on_table
from deadground.systems.skirmish.rules.activation.dropping import called
from deadground.systems.skirmish.rules.deployment.placing import coming_now, to_place
from deadground.systems.skirmish.rules.deployment.zones import way_on_named
from deadground.systems.skirmish.rules.enemies.np_places import building_named, buildings, middle_of
from deadground.systems.skirmish.rules.enemies.pefs import why_pef_unseen
from deadground.systems.skirmish.rules.leaders.leadership import RANKS, is_leader, post_of
from deadground.systems.skirmish.rules.movement.exits import stretches
from deadground.systems.skirmish.scenario_file import PLACES, Goal, goals_of
from deadground.systems.skirmish.sheet import terms
from deadground.systems.skirmish.state import (
    BASE,
    INCH,
    Bystander,
    Figure,
    Ghost,
    Marker,
    Pef,
    SkirmishState,
    Unit,
    side_of,
)
from deadground.systems.skirmish.table.machine_tokens import (
    machine_tokens,
    rider_token,
    riders_on,
    seen_as,
)
from deadground.systems.skirmish.table.symbols import (
    LYING,
    MARKS,
    OUT,
    QUESTION,
    STATES,
    symbol_of,
    symbol_of_ghost,
)
from deadground.systems.skirmish.weapons import weapon
from deadground.systems.skirmish.whereabouts import clock

PHASE_SAYS = (
    "The number is what the side has thrown for this turn. The higher one goes first. A side acts with those "
    "groups whose leader has that Rep or more."
)
"""NUTS-ACT-04, NUTS-ACT-05"""

FEWEST, MOST = 3, 5
"""Letters beside a man."""

LED = ("NR-108", "NUTS-LEAD-05", "NR-161")

TRENCH = INCH
"""How long the piece of trench is that is drawn."""


def scene(view: View[SkirmishState]) -> Scene:
    """The whole table."""
    state, ground = view.state, ground_of(view.state)
    own = side_of(state, view.seat)
    men = [*(one for one in state.figures.values() if is_token(one)), *coming_now(state)]
    beside = initials(men)
    tokens = {one.id: one for one in machine_tokens(view)}
    tokens |= {one.id: token(view, one, beside[one.id]) for one in men}
    tokens |= dict(riders(view))
    tokens |= {pef.id: question_token(view, pef) for pef in state.pefs.values()}
    tokens |= dict(silent_tokens(state))
    tokens |= {one.id: ghost_token(state, one) for one in state.ghosts.values() if one.status not in OUT}
    return Scene(
        unit="in",
        led="men",
        width=ground.width,
        height=ground.height,
        map=state.map,
        sides=tuple(sides(state, own)),
        tokens=tokens,
        traces=traces(state),
        shapes={one.id: building_shape(one) for one in buildings_down(state)}
        | dict(objectives(state))
        | dict(zones(state, view.seat))
        | dict(changed_shapes(state))
        | dict(trench_names(state))
        | {one.id: bystander_shape(one) for one in state.bystanders.values()},
        forces=tuple(force(state, id, own) for id in state.sides),
        clock=clock(state),
        terms=terms(),
        phase_says=PHASE_SAYS,
    )


def sides(state: SkirmishState, own: str) -> Iterator[SideSign]:
    signs = signs_of([side.nation or side.id for side in state.sides.values()])
    for side, sign in zip(state.sides.values(), signs, strict=True):
        yield SideSign(side.id, side.name, side.id == own, "attacks" if side.attacker else "", sign)


def is_token(figure: Figure) -> bool:
    """Whether a man stands on the table; the fallen are traces, and who has left or is inside is not drawn."""
    return not figure.aboard and is_there(figure)


def is_there(figure: Figure) -> bool:
    return figure.status not in (*OUT, "gone")


def token(view: View[SkirmishState], figure: Figure, letters: str) -> Token:
    return Token(
        id=figure.id,
        at=figure.at,
        facing=figure.facing,
        width=2 * BASE,
        depth=2 * BASE,
        side=figure.side,
        symbol=symbol_of(figure),
        letters=letters,
        title=figure.name,
        lines=tuple(lines(view, figure)),
        marks=tuple(Mark(sign, MARKS[sign]) for sign in signs(figure)),
        mine=side_of(view.state, view.seat) == figure.side,
        unit=figure.unit,
        strength=1,
        state=", ".join(wrong_with(figure)),
        group=figure.group,
        half=figure.half,
    )


def wrong_with(figure: Figure) -> Iterator[str]:
    """What keeps a man from being as he should, as far as the reader knows. NUTS-REACT-07, NUTS-AMMO-01, NR-108"""
    if figure.status in STATES:
        yield STATES[figure.status]
    if figure.knocked_down and figure.prone:
        yield "knocked down"
    if figure.arms.reloading:
        yield "reloading"
    elif figure.arms.empty:
        yield "out of ammunition"
    if figure.arms.jammed:
        yield "weapon jammed"


def initials(men: Iterable[Figure]) -> dict[str, str]:
    """What is written beside each man: the first letters of his surname, more where they tell him from another."""
    surnames = {one.id: one.name.split()[-1] for one in men}
    known = set(surnames.values())
    found = {}
    for id, name in surnames.items():
        long = FEWEST
        while long < MOST and any(other != name and other[:long] == name[:long] for other in known):
            long += 1
        found[id] = name[:long]
    return found


def lines(view: View[SkirmishState], figure: Figure) -> Iterator[Line]:
    """What is to be read about a man: rank, Rep as far as it is known, what he carries, how he is."""
    rep = figure.rep or figure.shown_rep
    post = post_of(view.state, figure)
    rank = figure.rank if post == figure.rank else f"{figure.rank}, now {post}"
    words = rank.replace("_", " ").capitalize()
    yield Line(f"{words}, Rep {rep or 'not known'}", ("NR-108",) if post == figure.rank else LED)
    names = ", ".join(weapon(id).name for id in figure.arms.weapons) or "no weapon"
    stand_in = any(weapon(id).stand_in for id in figure.arms.weapons)
    yield Line(names, ("NUTS-FIRE-17",), stand_in)
    if figure.attributes or figure.shown_attributes:
        known = figure.attributes or figure.shown_attributes
        yield Line(", ".join(id.replace("_", " ") for id in known))
    if figure.status != "carry_on":
        yield Line(figure.status.replace("_", " ").capitalize(), ("NUTS-REACT-10",))


def signs(figure: Figure) -> Iterator[str]:
    """The signs a man carries, those that matter most first."""
    status = {"duck_back": "ducked", "hunker_down": "hunkered", "leave_battlefield": "leaving"}
    held = {
        "star": figure.star,
        "leader": is_leader(figure) and RANKS.index(figure.rank) > 0,
        "prone": figure.prone,
        "in_sight": figure.reaction.successes >= 0,
        "reacting": figure.reaction.reacting is not None,
        "fighting": bool(figure.melee.fighting),
        "carrying": bool(figure.aid.carries),
        "fast": figure.doing.fast_moving,
        "moving": figure.doing.moving,
        "fired": figure.doing.fired,
        "empty": any(id != figure.arms.reloading for id in figure.arms.empty),
        "reloading": bool(figure.arms.reloading),
        "readied": bool(figure.pack.readied),
    }
    if figure.status in status:
        yield status[figure.status]
    yield from (sign for sign, is_so in held.items() if is_so)


def riders(view: View[SkirmishState]) -> Iterator[tuple[str, Token]]:
    """Those who ride on vehicles, small, where they sit; who serves in one is on its card. NS-30"""
    for vehicle in view.state.vehicles.values():
        men = riders_on(view.state, vehicle) if vehicle.on_table else []
        beside = initials(men)
        for place, one in enumerate(men):
            yield one.id, rider_token(token(view, one, beside[one.id]), vehicle, place, len(men))


def ghost_token(state: SkirmishState, ghost: Ghost) -> Token:
    """An enemy where he was last seen. NR-108"""
    unknown = seen_as(ghost.weapon)
    man = symbol_of_ghost(ghost.weapon) if unknown is None else ""
    symbol, width, depth, machine = unknown or (man, 2 * BASE, 2 * BASE, None)
    return Token(
        id=ghost.id,
        at=ghost.at,
        facing=ghost.facing,
        width=width,
        depth=depth,
        side=enemy_of(state, ghost),
        symbol=symbol,
        title=ghost.name,
        seen=ghost.turn,
        machine=machine,
    )


def enemy_of(state: SkirmishState, ghost: Ghost) -> str:
    return next(side for side in state.sides if side != ghost.side)


def lying_unseen(state: SkirmishState) -> list[Ghost]:
    """Enemies whom one's own saw fall, and no longer see. NR-108"""
    return [one for one in state.ghosts.values() if one.status in OUT]


def question_token(view: View[SkirmishState], pef: Pef) -> Token:
    """A question mark: it is always drawn, and says what is known of it, which is little. NUTS-PEF-02, NR-108"""
    stays = "It is what the building holds." if pef.building else "It comes nearer when its side acts."
    return Token(
        id=pef.id,
        at=beside_others(view.state, pef),
        facing=0,
        width=2 * BASE,
        depth=2 * BASE,
        side=pef.side,
        symbol=QUESTION,
        letters=pef.name,
        title=f"{pef.name}, somebody or nobody",
        lines=(
            Line("What it is nobody knows: it is rolled when one of your men sees it.", ("NUTS-PEF-05",)),
            Line(stays, ("NUTS-PEF-07",) if pef.building else ("NUTS-PEF-03",)),
            *what_hides(view, pef),
        ),
        unit="",
    )


def beside_others(state: SkirmishState, pef: Pef) -> tuple[int, int]:
    """Where a question mark is drawn: beside those that lie on the very same spot, so that all can be counted."""
    before = sum(other.at == pef.at and other.number < pef.number for other in state.pefs.values())
    return pef.at[0] + before * 2 * BASE, pef.at[1]


def what_hides(view: View[SkirmishState], pef: Pef) -> Iterator[Line]:
    """Why the nearest of the reader's men does not see a question mark. NUTS-PEF-05, NR-162"""
    men = figures_of(view.state, side_of(view.state, view.seat))
    nearest = min(men, key=lambda one: square(minus(one.at, pef.at)), default=None)
    why = nearest and why_pef_unseen(view.state, nearest, pef, view.options)
    if nearest and why:
        away = shown(distance(nearest.at, pef.at), "in")
        yield Line(f"{nearest.name}, {away} away, does not see it: {why.reason}.", why.rows)


def silent_tokens(state: SkirmishState) -> Iterator[tuple[str, Token]]:
    """Buildings in which nobody has shown himself, and which nobody has entered yet. NUTS-PEF-07"""
    enemy = next((side.id for side in state.sides.values() if not side.played), "")
    for id in state.silent_houses:
        house = building_named(state, id)
        name = house.name or "the building"
        text = "Nobody has shown himself. Whoever goes in looks again, with 3d6."
        token = Token(
            id=f"silent-{id}",
            at=middle_of(house),
            facing=0,
            width=2 * BASE,
            depth=2 * BASE,
            side=enemy,
            symbol=QUESTION,
            letters="?",
            title=f"{name}, silent so far",
            lines=(Line(text, ("NUTS-PEF-07",)),),
            unit="",
        )
        yield token.id, token


def trench_traces(ground: Ground, marker: Marker) -> Iterator[tuple[str, Trace]]:
    """A dug position as pieces of trench side by side, as far as it lies on the table. NUTS-PEF-09"""
    pieces = max(1, round(marker.across / TRENCH))
    for i in range(pieces):
        aside = (2 * i + 1 - pieces) * marker.across // (2 * pieces)
        at = along(marker.at, (marker.facing + 900) % 3600, aside)
        id = f"{marker.id}-{i}"
        if 0 <= at[0] <= ground.width and 0 <= at[1] <= ground.height:
            yield id, Trace(id, at, "trench", marker.side, "a dug position", marker.facing)


def trench_names(state: SkirmishState) -> Iterator[tuple[str, Shape]]:
    """What a dug position is, at that end of it which lies in no building. NUTS-PEF-09, NS-10"""
    for marker in state.markers.values():
        if marker.kind != "trench":
            continue
        half = marker.across // 2
        ends = [along(marker.at, (marker.facing + turn) % 3600, half) for turn in (900, 2700)]
        free = [end for end in ends if not any(one.holds(end) for one in buildings(state))]
        at = max(free or ends, key=lambda end: end[1])
        yield f"{marker.id}-name", Shape(kind="note", look="halt", points=(at,), label="a dug position")


def building_shape(one: Built) -> Shape:
    """A building that was set down on the table in this battle: its roof and what it is. NUTS-PEF-09, NS-09"""
    floors = f", {one.levels} floors" if one.levels > 1 else ""
    return Shape(
        kind="area", look="building", points=one.corners, label=f"{one.kind}{floors}, DV {one.value}"
    )


def zones(state: SkirmishState, seat: str) -> Iterator[tuple[str, Shape]]:
    """Where a player puts his men just now. NR-206"""
    found = dict.fromkeys(zone for _, zone in to_place(state, seat).values())
    areas = [(one.name, area) for one in found for area in one.areas]
    for number, (name, area) in enumerate(areas):
        yield f"zone:{number}", Shape(kind="area", look="reach", points=area, label=name)


def changed_shapes(state: SkirmishState) -> Iterator[tuple[str, Shape]]:
    """What the map does not show: rubble where something stood, and the gap in a line. NS-10"""
    ground = ground_of(state)
    for change in state.changes:
        id = f"changed:{change.piece}"
        if change.becomes == "rubble":
            outline = ground.by_id[change.piece].polygon
            yield id, Shape(kind="area", look="bad_going", points=outline, label="rubble")
        else:
            ring = Shape(
                kind="ring", look="edge", points=(change.at,), radius=change.across // 2, label="breach"
            )
            yield id, ring


def bystander_shape(one: Bystander) -> Shape:
    """Who stands there and is no soldier: his base, and who he is."""
    base = one.base
    if base.is_round:
        return Shape(kind="ring", look="edge", points=(one.at,), radius=base.radius, label=one.name)
    return Shape(kind="area", look="edge", points=base.corners, label=one.name)


def objectives(state: SkirmishState) -> Iterator[tuple[str, Shape]]:
    """Places that win the battle, one ring for each: who must be where, and from when on. NS-11"""
    places: dict[tuple[tuple[float, float], float], list[Goal]] = {}
    for goal in goals_of(state):
        if goal.kind in PLACES:
            places.setdefault((goal.at, goal.within), []).append(goal)
        for number, one in enumerate(stretches(state.map, goal.by) if goal.kind == "exit" else ()):
            label = (
                f"{with_capital(goal.name)}: {state.sides[goal.side].name} wins with {goal.men} through here"
            )
            exit = Shape(kind="line", look="edge", points=(one.start, one.end), label=label)
            yield f"exit:{goal.side}:{goal.by}:{number}", exit
    for (at, within), wanted in places.items():
        middle = inches(at[0]), inches(at[1])
        if len(wanted) > 1:
            who = "Whoever holds this wins"
        else:
            who = f"{with_capital(wanted[0].name)}: {state.sides[wanted[0].side].name} wins"
        label = f"{who}{when(wanted)}"
        ring = Shape(kind="ring", look="objective", points=(middle,), radius=inches(within), label=label)
        yield f"objective:{middle[0]}:{middle[1]}", ring


def when(goals: Sequence[Goal]) -> str:
    """When goals about one place are judged, if not as every turn ends. NR-205"""
    kinds = {goal.kind for goal in goals}
    if kinds == {"hold_at_end"}:
        return ", as the last turn ends"
    if kinds == {"delay"}:
        return f", as turn {max(goal.until for goal in goals)} ends"
    since = max(goal.since for goal in goals)
    return f", from turn {since} on" if since > 1 else ""


def with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def traces(state: SkirmishState) -> dict[str, Trace]:
    """What the fight has left behind: the fallen, and what lies about."""
    found = {}
    for one in men_on_table(state):
        if one.status in OUT:
            lies = LYING[one.status]
            found[one.id] = Trace(one.id, one.at, OUT[one.status], one.side, one.name, one.facing, lies)
    for ghost in lying_unseen(state):
        lies = f"{LYING[ghost.status]}, seen in turn {ghost.turn}"
        look = OUT[ghost.status]
        found[ghost.id] = Trace(
            ghost.id, ghost.at, look, enemy_of(state, ghost), ghost.name, ghost.facing, lies
        )
    for marker in state.markers.values():
        if marker.kind == "trench":
            found |= dict(trench_traces(ground_of(state), marker))
        elif marker.kind == "building":
            continue
        else:
            title = called(marker) if marker.kind == "weapon" else marker.what
            found[marker.id] = Trace(marker.id, marker.at, marker.kind, marker.side, title)
    return found


def force(state: SkirmishState, side: str, own: str) -> Force:
    """A side as a tree: its units with their men."""
    is_foe = own in state.sides and side != own
    units = [
        Force(
            unit.id,
            label_of(state, unit),
            side,
            note=foes_counted(state, unit) if is_foe else f"{present(state, unit.id)} of {unit.strength}",
            tokens=(*machines_of(state, unit), *men_of(state, unit), *lying_of(state, unit)),
        )
        for unit in state.units.values()
        if unit.side == side
    ]
    branches = tuple(by_platoon(state, side, units))
    marks = tuple(pef.id for pef in state.pefs.values() if pef.side == side)
    if marks:
        branches += (Force(f"{side}_marks", "Question marks", side, note=str(len(marks)), tokens=marks),)
    branches += tuple(still_to_come(state, side))
    return Force(side, state.sides[side].name, side, branches=branches)


def label_of(state: SkirmishState, unit: Unit) -> str:
    """What a unit is called, with a number where its side has others of that name."""
    alike = [one.id for one in state.units.values() if (one.side, one.name) == (unit.side, unit.name)]
    return f"{unit.name} {alike.index(unit.id) + 1}" if len(alike) > 1 else unit.name


def by_platoon(state: SkirmishState, side: str, units: Sequence[Force]) -> Iterator[Force]:
    """The branches of a side: its units, those of a platoon together as one. NS-21"""
    platoons: dict[str, list[Force]] = {}
    for one in units:
        platoons.setdefault(state.units[one.id].platoon or one.id, []).append(one)
    for name, members in platoons.items():
        first, *others = members
        if name == first.id:
            yield first
        else:
            label = with_capital(name)
            note = f"{len(members)} vehicles" if others else ""
            yield Force(f"{side}:{name}", label, side, note=note, branches=tuple(members))


def machines_of(state: SkirmishState, unit: Unit) -> Iterator[str]:
    """The vehicles and guns that a unit serves."""
    yield from (one.id for one in state.vehicles.values() if one.unit == unit.id and one.on_table)
    served = {one.berth.gun for one in state.figures.values() if one.unit == unit.id and one.berth.gun}
    yield from (id for id in state.guns if id in served and state.guns[id].on_table)


def men_of(state: SkirmishState, unit: Unit) -> Iterator[str]:
    return (one.id for one in state.figures.values() if one.unit == unit.id and one.status != "gone")


def lying_of(state: SkirmishState, unit: Unit) -> Iterator[str]:
    return (one.id for one in lying_unseen(state) if one.unit == unit.id)


def still_to_come(state: SkirmishState, side: str) -> Iterator[Force]:
    """Those of a side who come on later, as far as its own players read it. NR-206"""
    when = Counter((one.turn, one.by) for one in state.to_come.values() if one.side == side)
    for (turn, by), men in sorted(when.items()):
        way = way_on_named(map_named(state.map), by)
        label = f"By {way} in turn {max(turn, state.turn)}"
        yield Force(f"{side}_to_come_{turn}_{by}", label, side, note=f"{men} to come")


def foes_counted(state: SkirmishState, unit: Unit) -> str:
    """Of an enemy only who is in sight can be counted, and who was seen to fall or to be taken. NR-108"""
    out = sum(one.unit == unit.id and one.status in OUT for one in state.figures.values())
    out += len(list(lying_of(state, unit)))
    if out == unit.strength:
        return f"{'all ' if out > 1 else ''}{out} out of the fight"
    lost = f", {out} out of the fight" if out else ""
    return f"{present(state, unit.id)} of {unit.strength} in sight{lost}"


def present(state: SkirmishState, unit: str) -> int:
    return sum(one.unit == unit and is_there(one) for one in state.figures.values())
