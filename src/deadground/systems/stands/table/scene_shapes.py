"""What is drawn over the map: objectives, lines, minefields, templates, what a side aims at, the routes it gave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deadground.core.scene import Shape
from deadground.space.arcs import square_template
from deadground.space.plane import Point
from deadground.space.units import mm
from deadground.systems.stands.game import ground_of, map_named
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.deployment.set_up import to_place
from deadground.systems.stands.rules.movement.routes import whole
from deadground.systems.stands.scenario_file import SCENARIOS, scenario_ids, scenario_named
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.table.scene_tokens import Reader
from deadground.systems.stands.victory import AnyCondition, Delay, Edge, Exit, Hold

Named = Iterator[tuple[str, Shape]]


def shapes(reader: Reader) -> dict[str, Shape]:
    """Every overlay by name: what stays first, so that what comes and goes is sent as little as can be."""
    state = reader.state
    return dict(
        [
            *objectives(state),
            *zones(state, reader.view.seat),
            *lines(state),
            *minefields(state),
            *templates(reader),
            *squadrons(state),
            *plans(reader),
        ]
    )


def zones(state: StandsState, seat: str) -> Named:
    """The areas in which a player sets up just now. KIM-R172"""
    if state.phase == "deployment":
        areas = map_named(state.map).areas
        for area in dict.fromkeys(area for _, area in to_place(state, seat).values()):
            yield (
                f"zone:{area}",
                Shape(kind="area", look="reach", points=areas[area], label=area.replace("_", " ")),
            )


def conditions(state: StandsState) -> Sequence[AnyCondition]:
    """What counts for victory; nothing for a battle that lies in no scenario."""
    if state.scenario not in SCENARIOS.given and state.scenario not in scenario_ids():
        return ()
    return scenario_named(state.scenario).file.victory


def objectives(state: StandsState) -> Named:
    """Places to hold and edges to reach. One place that both want has one ring with both their words. KIM-8.2d"""
    places: dict[tuple[Point, int], list[str]] = {}
    for one in conditions(state):
        words = f"{one.name} ({state.sides[one.side].name} {one.points})"
        if isinstance(one, Hold | Delay):
            places.setdefault(((mm(one.at[0]), mm(one.at[1])), mm(one.within)), []).append(words)
        elif isinstance(one, Exit):
            name = f"edge:{one.side}:{one.edge}"
            yield name, Shape(kind="line", look="edge", points=edge_of(state, one.edge), label=words)
    for (at, within), said in places.items():
        ring = Shape(kind="ring", look="objective", points=(at,), radius=within, label="; ".join(said))
        yield f"objective:{at[0]}:{at[1]}", ring


def edge_of(state: StandsState, edge: Edge) -> tuple[Point, Point]:
    ground = ground_of(state)
    east, south = ground.width, ground.height
    ends: dict[Edge, tuple[Point, Point]] = {
        "north": ((0, 0), (east, 0)),
        "south": ((0, south), (east, south)),
        "west": ((0, 0), (0, south)),
        "east": ((east, 0), (east, south)),
    }
    return ends[edge]


def lines(state: StandsState) -> Named:
    """The lines of the scenario; past the command line command is rolled for. KIM-1.3e"""
    for n, (a, b) in enumerate(state.lines):
        label = "Command line" if n == state.command_line else ""
        yield f"line:{n}", Shape(kind="line", look="line", points=(a, b), label=label)


def minefields(state: StandsState) -> Named:
    """Minefields that are not cleared, and the lanes through them. KIM-2.5e, KIM-2.5f"""
    for piece in ground_of(state).pieces:
        field = state.minefields.get(piece.id)
        if piece.kind != "minefield" or (field is not None and field.cleared):
            continue
        name = piece.name or "Minefield"
        yield (
            f"mines:{piece.id}",
            Shape(kind="area", look="minefield", points=piece.polygon or piece.points, label=name),
        )
        lanes = field.lanes if field else ()
        for n, lane in enumerate(zip(lanes[::2], lanes[1::2], strict=False)):
            yield f"lane:{piece.id}:{n}", Shape(kind="line", look="line", points=lane, label="Cleared lane")


def templates(reader: Reader) -> Named:
    """Ground under area fire. KIM-4.12a"""
    state = reader.state
    for one in state.templates.values():
        corners = square_template(one.at, one.side_length).corners
        label = f"Area fire, {state.sides[one.side].name}"
        yield f"template:{one.id}", Shape(kind="area", look="template", points=corners, label=label)


def squadrons(state: StandsState) -> Named:
    """Where a squadron made its first pass. KIM-5.3a"""
    for one in state.squadrons.values():
        if one.first_target_at is not None and not one.lost:
            yield (
                f"squadron:{one.id}",
                Shape(kind="note", look="aim", points=(one.first_target_at,), label=one.name),
            )


def plans(reader: Reader) -> Named:
    """What a side has laid down for its own stands: targets, templates, routes."""
    for stand in reader.state.stands.values():
        if reader.knows(stand.side):
            yield from plan_of(reader.state, stand)


def plan_of(state: StandsState, stand: Stand) -> Named:
    target = state.stands.get(stand.target)
    if target is not None and not stand.fired:
        yield (
            f"aim:{stand.id}",
            Shape(kind="line", look="aim", points=(stand.at, target.at), token=stand.id),
        )
    if stand.template_at is not None and not stand.fired:
        name = "area_template" if stand.template_kind == "area" else "speculative_template"
        corners = square_template(stand.template_at, number(state, name)).corners
        yield f"spot:{stand.id}", Shape(kind="area", look="aim", points=corners, token=stand.id)
    if stand.route:
        path = stand.route if stand.moved else whole(stand, stand.route)
        look = "route_short" if stand.limit == "half" else "route"
        yield f"route:{stand.id}", Shape(kind="line", look=look, points=path, token=stand.id)
