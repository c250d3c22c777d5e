"""Hex maps: which hexes there are, the map's edges, ways across, loops of grains and the areas they enclose.

A map is a run of rows from row A on, each with its first and last number, in whole hexes. Its west and east edges
are chains of adjacent hexes just as its north and south edges are.

A loop is a ring of grains in which no hex comes twice. What it encloses is what its hexes shut off from the ground
beyond the map, so the edge of the map is a wall only where the loop runs along it. And where a loop comes so close
to itself, or to another, that their hexes are adjacent, the bay behind is enclosed too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import Literal

import msgspec
import rustworkx as rx

from deadground.space.hexes import (
    MOST_NUMBER,
    MOST_ROWS,
    Direction,
    Grain,
    Hex,
    HexError,
    Hexside,
    Layout,
    direction,
    distance,
    grains,
    is_grain,
    row_name,
)
from deadground.space.plane import Point
from deadground.space.units import REACH, Tenths

Edge = Literal["north", "east", "south", "west"]
Hexes = tuple[Hex, ...]

Cost = Callable[[Hex, Hex], int | None]
"""What the step from a hex to an adjacent one costs, in whole numbers from 0; none where there is no way."""

MOST_COST = 100_000
"""No step costs more, so that no sum leaves the whole numbers a float holds exactly."""


class OffMap(HexError):
    """A hex with a good name that this map does not have."""


class HexMap(msgspec.Struct, frozen=True, dict=True):
    """The first and last number of each row from A on, and which row is the northern one, the first or the last."""

    spans: tuple[tuple[int, int], ...]
    north: Literal["first", "last"] = "first"

    @staticmethod
    def rectangle(rows: int, numbers: int, north: Literal["first", "last"] = "first") -> HexMap:
        """A map whose rows all go from 1 to the same number."""
        if not (1 <= rows <= MOST_ROWS and 1 <= numbers <= MOST_NUMBER):
            most = f"1 to {MOST_ROWS} rows, 1 to {MOST_NUMBER} numbers"
            raise HexError(f"there is no hex map of {rows} rows and {numbers} numbers", most)
        return HexMap(((1, numbers),) * rows, north)

    def __post_init__(self) -> None:
        if not 1 <= len(self.spans) <= MOST_ROWS:
            raise HexError(f"a hex map of {len(self.spans)} rows", f"1 to {MOST_ROWS} rows")
        for row, (first, last) in enumerate(self.spans):
            if not 0 <= first <= last <= MOST_NUMBER:
                advice = f"first and last number, in order, from 0 to {MOST_NUMBER}"
                raise HexError(f"row {row_name(row)} from {first} to {last}", advice)
        for side in ([Hex.at(row, span[end]) for row, span in enumerate(self.spans)] for end in (0, 1)):
            for one, other in pairwise(side):
                if distance(one, other) != 1:
                    advice = "rows that follow one another begin, and end, with adjacent hexes"
                    raise HexError(f"the map's edge breaks off between {one} and {other}", advice)

    def __contains__(self, at: object) -> bool:
        if not isinstance(at, Hex) or not 0 <= at.row < len(self.spans):
            return False
        first, last = self.spans[at.row]
        return first <= at.number <= last

    def named(self, text: str) -> Hex:
        """The hex of this map with a name."""
        return self.checked(Hex.named(text))

    def checked(self, at: Hex) -> Hex:
        """The hex itself, if it is on this map."""
        if at in self:
            return at
        if 0 <= at.row < len(self.spans):
            first, last = self.spans[at.row]
            raise OffMap(f"{at} is not on this map", f"row {row_name(at.row)} goes from {first} to {last}")
        raise OffMap(f"{at} is not on this map", f"its rows go from A to {row_name(len(self.spans) - 1)}")

    @cached_property
    def hexes(self) -> Hexes:
        """All hexes, sorted."""
        return tuple(
            Hex.at(row, number)
            for row, (first, last) in enumerate(self.spans)
            for number in range(first, last + 1)
        )

    def neighbours(self, at: Hex) -> Hexes:
        """The adjacent hexes that the map has, in the order of the directions in `hexes`."""
        return tuple(near for near in at.neighbours if near in self)

    def beside(self, at: Hex, way: Direction) -> Hex | None:
        """The adjacent hex in a direction as it is on this map."""
        near = at.step(way if self.north == "first" else way.mirrored)
        return near if near in self else None

    def direction(self, a: Hex, b: Hex) -> Direction | None:
        """The direction from a to b as it is on this map, if b lies straight along one."""
        way = direction(a, b)
        return way.mirrored if way is not None and self.north == "last" else way

    @cached_property
    def edges(self) -> dict[Edge, Hexes]:
        """The hexes of each edge, from west to east or from north to south. A corner belongs to two edges."""
        rows = [
            [Hex.at(row, n) for n in range(first, last + 1)] for row, (first, last) in enumerate(self.spans)
        ]
        if self.north == "last":
            rows.reverse()
        return {
            "north": tuple(rows[0]),
            "east": tuple(row[-1] for row in rows),
            "south": tuple(rows[-1]),
            "west": tuple(row[0] for row in rows),
        }

    @cached_property
    def rim(self) -> frozenset[Hex]:
        """All hexes of all edges."""
        return frozenset(at for edge in self.edges.values() for at in edge)

    def is_edge(self, at: Hex) -> bool:
        return at in self.rim

    def edges_of(self, at: Hex) -> tuple[Edge, ...]:
        return tuple(name for name, hexes in self.edges.items() if at in hexes)

    def edge_grains(self, a: Hex, b: Hex) -> tuple[Grain, ...]:
        """The grains, straight or zigzag, that run from a to b along one edge of the map."""
        sides = [set(self.edges[name]) for name in self.edges_of(a)]
        return tuple(chain for chain in grains(a, b) if any(side.issuperset(chain) for side in sides))

    def layout(self, half: Tenths, margin: Tenths = 0) -> Layout:
        """Where the hexes lie if the map's north-west corner is at the origin, or a margin away from it."""
        sheet = Layout(half, south=1 if self.north == "first" else -1)
        points = [point for at in sorted(self.rim) for point in sheet.corners(at)]
        west, top = min(x for x, _ in points), min(y for _, y in points)
        east, bottom = max(x for x, _ in points), max(y for _, y in points)
        if max(east - west, bottom - top) + 2 * margin > REACH:
            raise HexError(
                f"hexes {2 * half} tenths wide make the map larger than {REACH} tenths", "make them smaller"
            )
        return Layout(half, (margin - west, margin - top), sheet.south)

    def pick(self, layout: Layout, point: Point) -> Hex | None:
        """The hex of this map at a point; on a shared side or corner, of its hexes the one that sorts first."""
        return next((at for at in layout.hexes_at(point) if at in self), None)

    @cached_property
    def graph(self) -> rx.PyGraph[int, None]:
        """The map as a graph; each node is the place of a hex in `hexes`."""
        graph: rx.PyGraph[int, None] = rx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(len(self.hexes)))
        joined = ((at, near) for at in self.hexes for near in self.neighbours(at) if at < near)
        graph.add_edges_from([(self.places[at], self.places[near], None) for at, near in joined])
        return graph

    @cached_property
    def places(self) -> dict[Hex, int]:
        """Where each hex stands in `hexes`."""
        return {at: i for i, at in enumerate(self.hexes)}


def totals(board: HexMap, source: Hex, cost: Cost) -> dict[Hex, int]:
    """The least cost from a hex to each that can be reached, times the number of hexes, plus the steps taken."""
    graph: rx.PyDiGraph[int, int] = rx.PyDiGraph(multigraph=False)
    graph.add_nodes_from(range(len(board.hexes)))
    scale = len(board.hexes)
    for at in board.hexes:
        for near in board.neighbours(at):
            price = cost(at, near)
            if price is None:
                continue
            if not 0 <= price <= MOST_COST:
                raise HexError(f"a step between {at} and {near} costs {price}", f"0 to {MOST_COST}")
            graph.add_edge(board.places[at], board.places[near], price * scale + 1)
    lengths = rx.dijkstra_shortest_path_lengths(graph, board.places[board.checked(source)], float)
    return {source: 0} | {board.hexes[node]: int(length) for node, length in lengths.items()}


def reach(board: HexMap, start: Hex, cost: Cost, limit: int | None = None) -> dict[Hex, int]:
    """Every hex that can be reached, within a limit if one is given, with its least cost; sorted."""
    found = {at: total // len(board.hexes) for at, total in sorted(totals(board, start, cost).items())}
    return {at: spent for at, spent in found.items() if limit is None or spent <= limit}


def cheapest_path(board: HexMap, start: Hex, goal: Hex, cost: Cost) -> Hexes | None:
    """The cheapest way, both ends included: of equal ones the shortest, then the one whose hexes sort first."""
    left = totals(board, goal, lambda a, b: cost(b, a))
    if board.checked(start) not in left:
        return None
    path = [start]
    while path[-1] != goal:
        path.append(next_step(board, path[-1], left, cost))
    return tuple(path)


def next_step(board: HexMap, at: Hex, left: dict[Hex, int], cost: Cost) -> Hex:
    """The first adjacent hex from which exactly what the step leaves is still to pay."""
    for near in sorted(board.neighbours(at)):
        price = cost(at, near)
        if price is not None and near in left and left[at] - left[near] == price * len(board.hexes) + 1:
            return near
    raise HexError(f"the way breaks off at {at}", "a cost is the same whenever it is asked for")


def areas(board: HexMap, hexes: Iterable[Hex]) -> tuple[Hexes, ...]:
    """The connected pieces that some hexes fall into, each sorted, in the order of their first hexes."""
    return pieces(board, {board.places[board.checked(at)] for at in hexes})


def pieces(board: HexMap, places: Iterable[int]) -> tuple[Hexes, ...]:
    """The same for hexes given by their places."""
    part = board.graph.subgraph(list(places))
    found = sorted(sorted(part[node] for node in piece) for piece in rx.connected_components(part))
    return tuple(tuple(board.hexes[place] for place in piece) for piece in found)


def is_connected(board: HexMap, hexes: Iterable[Hex]) -> bool:
    """Whether one can walk from any of the hexes to any other without leaving them."""
    return len(areas(board, hexes)) <= 1


def fringe(board: HexMap, area: Collection[Hex]) -> Hexes:
    """The hexes of the map outside an area that are adjacent to it, sorted."""
    inside = set(area)
    return tuple(sorted({near for at in inside for near in board.neighbours(at)} - inside))


def border(one: Iterable[Hex], other: Collection[Hex]) -> tuple[Hexside, ...]:
    """The hexsides that hexes of one area share with hexes of another, sorted."""
    across = set(other)
    return tuple(sorted({Hexside(at, near) for at in one for near in at.neighbours if near in across}))


def adjacent_areas(board: HexMap, parts: Sequence[Collection[Hex]]) -> tuple[tuple[int, int], ...]:
    """Which of several areas touch: pairs of their places in the list. Areas that overlap touch too."""
    close = [set(part).union(fringe(board, part)) for part in parts]
    return tuple((i, j) for i, j in combinations(range(len(parts)), 2) if not close[i].isdisjoint(parts[j]))


def outside(board: HexMap, parts: Iterable[Iterable[Hex]]) -> Hexes:
    """The hexes of the map that are in none of several areas, sorted."""
    covered = {at for part in parts for at in part}
    return tuple(at for at in board.hexes if at not in covered)


def enclosed(board: HexMap, walls: Iterable[Hex]) -> Hexes:
    """The hexes that walls shut off from the ground beyond the map, the walls themselves included, sorted."""
    shut = {board.checked(at) for at in walls}
    rest = pieces(board, (place for place, at in enumerate(board.hexes) if at not in shut))
    inner = (at for piece in rest if board.rim.isdisjoint(piece) for at in piece)
    return tuple(sorted(shut.union(inner)))


class LoopFault(msgspec.Struct, frozen=True):
    """What is wrong with a loop: with which of its grains (or of several loops), at which hexes, and why."""

    at: int
    hexes: Hexes
    problem: str


class LoopError(HexError):
    """A loop that is none, with all its faults."""

    def __init__(self, faults: tuple[LoopFault, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(fault.problem for fault in faults))


class Loop(msgspec.Struct, frozen=True):
    """Grains, each of which begins where the one before ends, back to the beginning."""

    grains: tuple[Grain, ...]

    @property
    def markers(self) -> Hexes:
        """The hexes where grains meet."""
        return tuple(chain[0] for chain in self.grains)

    @property
    def hexes(self) -> Hexes:
        """All hexes, once each, in the order of the loop."""
        return tuple(at for chain in self.grains for at in chain[:-1])


def loop(board: HexMap, chains: Sequence[Grain]) -> Loop:
    """A loop of grains on a map; refused, with all reasons, if they do not make one."""
    faults = loop_faults(board, chains)
    if faults:
        raise LoopError(faults)
    return Loop(tuple(chains))


def loop_faults(board: HexMap, chains: Sequence[Grain]) -> tuple[LoopFault, ...]:
    """Everything that keeps grains from being a loop: a simple cycle of hexes on the map."""
    if not chains:
        return (LoopFault(0, (), "a loop needs grains"),)
    broken = [fault for i, chain in enumerate(chains) for fault in grain_faults(board, i, chain)]
    if broken:
        return tuple(broken)
    return (*gaps(chains), *returns(chains))


def grain_faults(board: HexMap, i: int, chain: Grain) -> list[LoopFault]:
    """Hexes that are not on the map, or that are no grain."""
    off = tuple(at for at in chain if at not in board)
    if off:
        return [LoopFault(i, off, f"not on this map: {', '.join(map(str, off))}")]
    if not is_grain(chain):
        return [LoopFault(i, chain, f"{'-'.join(map(str, chain)) or 'nothing'} is no grain")]
    return []


def gaps(chains: Sequence[Grain]) -> list[LoopFault]:
    """Grains that do not begin where the one before ends; the first has to begin where the last ends."""
    faults = []
    for i, chain in enumerate(chains):
        end, start = chain[-1], chains[(i + 1) % len(chains)][0]
        if end != start:
            problem = f"a grain ends in {end} and the next begins in {start}"
            if i == len(chains) - 1:
                problem = f"the loop does not close: it begins in {start} and ends in {end}"
            faults.append(LoopFault(i, (end, start), problem))
    return faults


def returns(chains: Sequence[Grain]) -> list[LoopFault]:
    """Hexes that the loop comes to more than once, each at the grain where it comes again."""
    path = [(i, at) for i, chain in enumerate(chains) for at in chain[:-1]]
    if len(path) < 3:
        return [LoopFault(0, tuple(at for _, at in path), "a loop has at least three hexes")]
    faults, met = [], set()
    for i, at in path:
        if at in met:
            faults.append(LoopFault(i, (at,), f"the loop comes to {at} more than once"))
        met.add(at)
    return faults


def meeting_faults(loops: Sequence[Loop]) -> tuple[LoopFault, ...]:
    """Hexes that several loops share without a marker of any of them: loops may touch only at a marker."""
    markers = {at for one in loops for at in one.markers}
    count = Counter(at for one in loops for at in one.hexes)
    shared = {at for at, times in count.items() if times > 1} - markers
    return tuple(
        LoopFault(i, (at,), f"loops share {at}, which holds no marker")
        for i, one in enumerate(loops)
        for at in one.hexes
        if at in shared
    )
