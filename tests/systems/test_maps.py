"""Map files: those that ship, and what is said about bad ones."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

import deadground
from deadground.core.loader import DataError
from deadground.space.units import inches, mm
from deadground.systems.maps import Map, parse_map, read_map

SYSTEMS = Path(deadground.__file__).parent / "systems"
FILES = sorted(SYSTEMS.glob("*/maps/*.yaml"))

COUNTS: dict[str, dict[str, int]] = {
    "berlin-1941": {
        "hill": 2, "wheat": 5, "brush": 6, "woods": 1, "road": 2, "track": 2, "gully": 2, "hedge": 3, "fence": 2,
        "structure": 10,
    },
    "slag-heap": {
        "hill": 2, "rubble": 10, "rails": 2, "foxholes": 4, "wall": 4, "structure": 9, "wreck": 5,
        "sewer_entry": 5,
    },
    "steppe": {
        "hill": 4, "fold": 6, "brush": 5, "track": 1, "gully": 1, "foxholes": 4, "start_position": 1,
    },
    "tank-ditch": {
        "hill": 4, "fold": 4, "wheat": 4, "sunflowers": 1, "woods": 2, "brush": 2, "road": 1, "track": 2,
        "gully": 3, "hedge": 2, "fence": 1, "bunker": 3, "structure": 3,
    },
    "balkan-village": {
        "hill": 4, "woods": 8, "brush": 3, "mud": 2, "track": 5, "wall": 3, "hedge": 2, "structure": 6,
    },
    "berlin-1945": {
        "woods": 2, "rubble": 10, "road": 3, "foxholes": 3, "wall": 6, "objective_building": 2, "structure": 11,
        "wreck": 3, "sewer_entry": 6,
    },
}  # fmt: skip
"""Pieces of each kind, counted a second time from the listing the maps were made from."""

CORNERS: list[tuple[str, str, int, tuple[float, float]]] = [
    ("berlin-1941", "rise_west", 0, (19.5, 41)),
    ("berlin-1941", "north_road", 2, (49, 17.5)),
    ("berlin-1941", "house_6", -1, (60, 18.5)),
    ("slag-heap", "slag_heap", 7, (26.5, 32.5)),
    ("slag-heap", "sidings", -1, (0, 33.5)),
    ("slag-heap", "sewer_4", 0, (48.5, 28.5)),
    ("steppe", "fold_2", 6, (35, 35.5)),
    ("steppe", "field_gun", 0, (57, 41)),
    ("tank-ditch", "at_ditch_middle", 1, (34.5, 33)),
    ("tank-ditch", "sunflowers", 4, (57, 37.5)),
    ("balkan-village", "woods_north_east", -1, (34.5, 3.5)),
    ("balkan-village", "meeting_hall", 1, (41, 25.5)),
    ("berlin-1945", "building_2", 4, (39, 33.5)),
    ("berlin-1945", "rubble_10", 5, (54, 33)),
]


def shipped(name: str) -> Map:
    return read_map(next(file for file in FILES if file.stem == name))


OWN = ["first-lesson", "montfleury-plateau", "olkhovka-line", "vesnya-crossings"]
OWN_OF_SKIRMISH = [
    "brick-street", "crossroads", "dubrovka-farm", "first-patrol", "five-a-side", "hollow-road", "lipki-village",
    "two-ridges",
]  # fmt: skip


def test_every_map_ships() -> None:
    assert [file.stem for file in FILES if file.parts[-3] == "skirmish"] == sorted(
        [*COUNTS, *OWN_OF_SKIRMISH]
    )
    assert [file.stem for file in FILES if file.parts[-3] == "stands"] == OWN
    assert len(FILES) == len(COUNTS) + len(OWN) + len(OWN_OF_SKIRMISH)


@pytest.mark.parametrize("name", COUNTS)
def test_a_stand_in_map_has_every_piece(name: str) -> None:
    found = shipped(name)
    assert dict(Counter(piece.kind for piece in found.ground.pieces)) == COUNTS[name]
    assert found.stand_in
    assert (found.ground.width, found.ground.height, found.ground.unit) == (inches(72), inches(48), "in")
    assert found.ground.level_height == inches(3)


@pytest.mark.parametrize(("name", "id", "corner", "at"), CORNERS)
def test_corners_are_where_the_listing_has_them(
    name: str, id: str, corner: int, at: tuple[float, float]
) -> None:
    assert shipped(name).ground.by_id[id].points[corner] == (inches(at[0]), inches(at[1]))


@pytest.mark.parametrize("name", COUNTS)
def test_hedges_fences_and_walls_are_an_inch_high(name: str) -> None:
    low = {"hedge", "fence", "wall"}
    heights = {piece.id: piece.height for piece in shipped(name).ground.pieces}
    assert all(
        heights[piece.id] == (inches(1) if piece.kind in low else 0) for piece in shipped(name).ground.pieces
    )


def test_values_floors_and_specials() -> None:
    berlin = shipped("berlin-1945").ground.by_id
    assert (berlin["building_1"].floors, berlin["building_1"].tags["dv"]) == (4, 3)
    assert berlin["sewer_5"].tags["type"] == "collapsed"
    ditch = shipped("tank-ditch").ground.by_id
    assert ditch["at_ditch_south"].tags["special"] == "movement_only"
    gun = shipped("steppe").ground.by_id["field_gun"]
    assert (gun.tags["unit"], gun.tags["facing"]) == ("75mm field gun", "east")
    heap = shipped("slag-heap")
    assert [piece.level for piece in heap.ground.pieces if piece.kind == "hill"] == [1, 2]
    assert heap.places["crest"]["slag_heap"] == ((inches(36), inches(24)),)


def test_zones_and_places() -> None:
    first = shipped("berlin-1941")
    assert [(edge.edge, edge.start, edge.end, edge.sections) for edge in first.entry["german"]] == [
        ("west", (0, 0), (0, inches(48)), (1, 2))
    ]
    assert [(edge.id, edge.sections) for edge in first.exits] == [("E5", (5,)), ("E6", (6,))]
    assert first.setup == {"soviet": (3, 4, 5, 6)}
    assert len(first.places["np_foot"]["soviet"]) == 10
    patrol = shipped("balkan-village")
    assert patrol.objectives == {"german_patrol_sections": (4, 6)}
    assert patrol.places["pefs"]["german_player"][0] == (inches(32), inches(38))
    assert [shipped(name).light for name in ("berlin-1941", "berlin-1945")] == ["day", "night"]


@pytest.mark.parametrize("name", OWN)
def test_maps_of_our_own_lie_on_a_grid_of_five_millimetres(name: str) -> None:
    found = shipped(name)
    assert not found.stand_in
    for piece in found.ground.pieces:
        assert all(x % mm(5) == 0 and y % mm(5) == 0 for x, y in piece.points), piece.id
        assert piece.shape != "area" or piece.kind in ("structure", "ford") or len(piece.points) >= 5, (
            piece.id
        )


def test_the_big_map_has_what_a_meeting_engagement_needs() -> None:
    kinds = Counter(piece.kind for piece in shipped("vesnya-crossings").ground.pieces)
    wanted = ("woods", "ridge", "town", "river", "bridge", "ford", "road", "track", "field", "marsh", "fold")
    assert [kind for kind in wanted if not kinds[kind]] == []


HEAD = "name: Test\nunit: in\nsize: [72, 48]\nfeatures:\n"
WOOD = "  - {id: wood, kind: woods, polygon: [[1, 1], [9, 1], [9, 9]]}\n"

FAULTS: list[tuple[str, int, str, str]] = [
    (
        HEAD + "  - {id: a, kind: wods, polygon: [[1, 1], [9, 1], [9, 9]]}",
        5,
        "called 'wods'",
        "did you mean woods?",
    ),
    (
        HEAD + "  - {id: a, kind: woods, polygon: [[1, 1], [9, 9], [9, 3], [1, 4]]}",
        5,
        "cross",
        "do not cross",
    ),
    (HEAD + "  - {id: a, kind: woods, polygon: []}", 5, "at least 3 corners, not 0", "at least 3"),
    (HEAD + "  - {id: a, kind: woods, polygon: [[1, 1], [5, 1], [9, 1]]}", 5, "no area", ""),
    (
        HEAD + "  - {id: a, kind: woods, polygon: [[1, 1], [5, 1], [5, 9], [5, 1]]}",
        5,
        "(5, 1) is there twice",
        "",
    ),
    (
        HEAD + WOOD + "  - {id: a, kind: woods, polygon: [[1, 1], [80, 1], [9, 9]]}",
        6,
        "(80, 1) lies off",
        "0 to 72",
    ),
    (HEAD + WOOD + WOOD, 6, "two pieces are called 'wood'", "in line 5"),
    (HEAD + "  - {id: a, kind: woods, line: [[1, 1], [9, 1]]}", 5, "woods is drawn as area, not as line", ""),
    (HEAD + "  - {id: a, kind: woods}", 5, "a has 0 shapes", "exactly one of"),
    (
        HEAD + "  - {id: a, kind: woods, width: 2, polygon: [[1, 1], [9, 1], [9, 9]]}",
        5,
        "no width",
        "only a line",
    ),
    (
        HEAD + "  - {id: a, kind: road, width: 60, line: [[1, 1], [9, 1]]}",
        5,
        "60 wide",
        "narrower than the table",
    ),
    (HEAD + "  - {id: a, kind: road, width: -1, line: [[1, 1], [9, 1]]}", 5, "-1 wide", ""),
    (HEAD + "  - {id: a, kind: road, line: [[1, 1], [1, 1]]}", 5, "at least 2 points", ""),
    (HEAD + "  - {id: a, kind: wall, height: 99, line: [[1, 1], [9, 1]]}", 5, "99 high", "from 0"),
    (
        HEAD + "  - {id: a, kind: hedge, look: ruin, line: [[1, 1], [9, 1]]}",
        5,
        "no hedge looks like",
        "leave `look`",
    ),
    (
        HEAD + "  - {id: a, kind: wall, look: brick, line: [[1, 1], [9, 1]]}",
        5,
        "looks like 'brick'",
        "barricade",
    ),
    (HEAD + "  - {id: a, kind: hill, level: 40, polygon: [[1, 1], [9, 1], [9, 9]]}", 5, "level", ""),
    (HEAD + "  - {id: A b, kind: woods, polygon: [[1, 1], [9, 1], [9, 9]]}", 5, "id", ""),
    (
        HEAD + "  - {id: a, kind: woods, polgon: [[1, 1], [9, 1], [9, 9]]}",
        5,
        "unknown field `polgon`",
        "polygon",
    ),
    (
        HEAD + "  - {id: a, kind: woods, polygon: [[1, 1e9], [9, 1], [9, 9]]}",
        5,
        "no length for a table",
        "in",
    ),
    ("name: Test\nunit: mm\nsize: [72, 48]\nfeatures: []\n", 3, "a table 72 mm", "is the unit 'mm' right?"),
    ("name: Test\nunit: cm\nsize: [72, 48]\nfeatures: []\n", 2, "cm", "mm"),
    ("name: Test\nunit: ft\nsize: [72, 48]\nfeatures: []\n", 3, "a table 72'", "is the unit 'ft' right?"),
    ("name: Test\nunit: in\nsize: [-72, 48]\nfeatures: []\n", 3, 'a table -72"', ""),
    (
        "name: Test\nunit: in\nsize: [72, 48]\nlevel_height: 90\nfeatures: []\n",
        4,
        "a level of that height",
        "",
    ),
    ("unit: in\nsize: [72, 48]\nfeatures: []\n", 1, "`name` is missing", ""),
    (
        HEAD.replace("features", "places: {np: {red: [[1, 1], [1, 50]]}}\nfeatures") + WOOD,
        4,
        "(1, 50) lies off",
        "",
    ),
    (
        HEAD.replace("features", "zones: {exits: [{from: [72, 1], to: [70, 9]}]}\nfeatures") + WOOD,
        4,
        "(70, 9) is not on the table's edge",
        "",
    ),
    (
        HEAD.replace("features", "zones: {areas: {red: [[1, 1], [9, 9], [9, 3], [1, 4]]}}\nfeatures") + WOOD,
        4,
        "the area of red",
        "cross",
    ),
]


@pytest.mark.parametrize(("text", "line", "problem", "advice"), FAULTS)
def test_a_bad_map_is_refused_with_its_line(text: str, line: int, problem: str, advice: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_map(text, "bad.yaml")
    assert (caught.value.file, caught.value.line) == ("bad.yaml", line)
    assert problem in caught.value.problem
    assert advice in caught.value.advice


def test_a_complaint_names_corners_as_the_file_has_them() -> None:
    text = HEAD + "  - {id: a, kind: woods, polygon: [[1.5, 1], [9, 9], [9, 3], [1, 4]]}"
    with pytest.raises(DataError, match=r"\(1.5, 1\)"):
        parse_map(text)


def comb(teeth: int) -> str:
    """A polygon whose every edge lies beside all the others: the worst there is to check."""
    points = [(70 if i % 2 else 1, 1 + 46 * i / teeth) for i in range(teeth)]
    return "[" + ", ".join(f"[{x}, {y:.4f}]" for x, y in points) + ", [0.5, 47]]"


def test_twenty_thousand_corners_are_refused_with_a_number() -> None:
    start = time.monotonic()
    with pytest.raises(DataError, match=r"a has 20001 corners \(a piece has at most 500\)"):
        parse_map(HEAD + f"  - {{id: a, kind: woods, polygon: {comb(20_000)}}}")
    many = "".join(f"  - {{id: a{i}, kind: woods, polygon: {comb(400)}}}\n" for i in range(50))
    with pytest.raises(DataError, match=r"the map has 20050 corners \(a map has at most 6000\)"):
        parse_map(HEAD + many)
    assert time.monotonic() - start < 30


def test_the_worst_map_that_is_allowed_is_read_in_good_time() -> None:
    start = time.monotonic()
    many = "".join(f"  - {{id: a{i}, kind: woods, polygon: {comb(499)}}}\n" for i in range(12))
    assert len(parse_map(HEAD + many).ground.pieces) == 12
    assert time.monotonic() - start < 30
