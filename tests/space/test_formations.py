"""Formations: where a group's members are set down."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deadground.space.bases import Base, gap, gap_is_within, overlap, round_base, stand
from deadground.space.formations import (
    Formation,
    Member,
    Slot,
    along_cover,
    as_they_are,
    in_file,
    in_line,
    settled,
)
from deadground.space.ground import Ground, piece
from deadground.space.plane import EAST, NORTH, SOUTH, Point, is_within
from deadground.space.polygons import do_cross, where_in
from deadground.space.spots import Room, is_on, nearest_spot, not_surely_taken, rings
from tests.space.tables import SIZE

WALL = piece("wall", "wall", "line", ((4000, 5000), (8000, 5000)))
WOOD = piece("wood", "woods", "area", ((4000, 4000), (8000, 4000), (8000, 8000), (4000, 8000)))
TABLE = Ground(SIZE, SIZE, ())


def men(*places: Point, limit: int | None = None) -> list[Member]:
    return [Member(f"man {i}", round_base(at, 250), limit) for i, at in enumerate(places)]


def spots(slots: list[Slot]) -> dict[str, Point]:
    return {slot.member.id: slot.base.at for slot in slots}


THREE = men((1000, 1000), (3000, 1000), (2000, 1000))


def test_a_line_faces_one_way_and_keeps_the_order_of_its_men() -> None:
    slots = in_line(THREE, (6000, 6000), NORTH, 100)
    assert spots(slots) == {"man 0": (5650, 6000), "man 2": (6000, 6000), "man 1": (6350, 6000)}
    assert [slot.member.id for slot in slots] == ["man 0", "man 2", "man 1"]
    assert spots(in_line(THREE, (6000, 6000), SOUTH, 100))["man 0"] == (5650, 6000)


def test_a_file_goes_back_from_its_first_man() -> None:
    slots = in_file(THREE, (6000, 6000), EAST, 100)
    assert spots(slots) == {"man 1": (6000, 6000), "man 2": (5650, 6000), "man 0": (5300, 6000)}


def test_bases_of_mixed_sizes_are_spaced_edge_to_edge() -> None:
    members = [
        Member("tank", stand((0, 0), 300, 600, 450)),
        Member("man", round_base((100, 0), 250)),
        Member("gun", stand((200, 0), 400, 300)),
    ]
    line = in_line(members, (6000, 6000), NORTH, 80)
    assert [gap(a.base, b.base) for a, b in pairwise(line)] == [80, 80]
    file = in_file(members, (6000, 6000), SOUTH, 80)
    assert [gap(a.base, b.base) for a, b in pairwise(file)] == [80, 80]


def test_a_kept_shape_is_moved_and_turned() -> None:
    members = men((1000, 1000), (2000, 1000))
    assert spots(as_they_are(members, (6000, 6000))) == {"man 0": (5500, 6000), "man 1": (6500, 6000)}
    assert spots(as_they_are(members, (6000, 6000), 900)) == {"man 0": (6000, 5500), "man 1": (6000, 6500)}
    assert as_they_are(members, (6000, 6000), 900)[0].base.facing == EAST


@pytest.mark.parametrize(("threat", "y"), [((6000, 0), 5126), ((6000, 9000), 4874)])
def test_a_wall_is_lined_on_the_side_away_from_the_threat(threat: Point, y: int) -> None:
    slots = along_cover(THREE, WALL, (6000, 4900), threat, 100)
    assert spots(slots) == {"man 0": (5650, y), "man 2": (6000, y), "man 1": (6350, y)}
    assert slots[1].base.facing == (NORTH if threat[1] == 0 else SOUTH)


def test_stands_square_up_to_a_hedge() -> None:
    members = [Member(str(i), stand((5000 + i * 400, 7000), 300, 300, 123)) for i in range(3)]
    slots = along_cover(members, WALL, (4100, 5300), (9000, 0), 0)
    assert [slot.base.facing for slot in slots] == [NORTH] * 3
    assert [slot.base.at for slot in slots] == [(4150, 5151), (4450, 5151), (4750, 5151)]


def test_the_near_edge_of_a_wood_is_lined_inside_and_the_far_side_outside() -> None:
    near = along_cover(THREE, WOOD, (6000, 4100), (6000, 0), 100)
    far = along_cover(THREE, WOOD, (6000, 7900), (6000, 0), 100)
    assert all(where_in(slot.base.at, WOOD.polygon) == 1 for slot in near)
    assert [slot.base.at[1] for slot in far] == [8126] * 3


def test_men_round_a_corner_stand_on_both_sides_of_it() -> None:
    slots = along_cover(men(*[(3000, 3000 + 10 * i) for i in range(6)]), WOOD, (4000, 4000), (0, 0), 200)
    assert all(where_in(slot.base.at, WOOD.polygon) == 1 for slot in slots)
    found = settled(slots, Ground(SIZE, SIZE, [WOOD]))
    assert legal(found, TABLE, [])
    assert not found.left_over
    assert all(where_in(one.base.at, WOOD.polygon) == 1 for one in found.placed)


def test_nobody_lines_a_point() -> None:
    post = piece("post", "marker", "point", ((5, 5),))
    with pytest.raises(ValueError, match="post is a point"):
        along_cover(THREE, post, (0, 0), (1, 1), 0)
    with pytest.raises(ValueError, match="a spacing of -1 tenths"):
        in_line(THREE, (0, 0), NORTH, -1)


def test_nobody_is_a_formation_too() -> None:
    for slots in (
        in_line([], (0, 0), 0, 10),
        in_file([], (0, 0), 0, 10),
        as_they_are([], (0, 0)),
        along_cover([], WALL, (0, 0), (1, 1), 10),
    ):
        assert settled(slots, TABLE) == Formation((), ())


def test_a_man_who_would_stand_on_another_is_set_down_beside_him() -> None:
    rock = round_base((6000, 6000), 250)
    found = settled(in_line(men((0, 0)), (6000, 6000), NORTH, 0), TABLE, [rock])
    (placed,) = found.placed
    assert not placed.as_wanted
    assert placed.base.at == (6000, 5750)


def test_one_who_must_make_way_takes_nobody_s_place() -> None:
    rock = round_base((5650, 6000), 250)
    found = settled(in_line(THREE, (6000, 6000), NORTH, 100), TABLE, [rock])
    assert [(one.id, one.as_wanted) for one in found.placed] == [
        ("man 0", False),
        ("man 2", True),
        ("man 1", True),
    ]


@pytest.mark.parametrize(("x", "as_wanted"), [(124, False), (125, True), (126, True)])
def test_a_base_lies_wholly_on_the_table(x: int, as_wanted: bool) -> None:
    found = settled(in_line(men((0, 0)), (x, 6000), NORTH, 0), TABLE)
    assert found.placed[0].as_wanted is as_wanted
    assert found.placed[0].base.at[0] >= 125


@pytest.mark.parametrize(("limit", "as_wanted"), [(999, False), (1000, True), (1001, True)])
def test_a_man_goes_no_further_than_he_may(limit: int, as_wanted: bool) -> None:
    found = settled(in_line(men((5000, 6000), limit=limit), (6000, 6000), NORTH, 0), TABLE)
    assert found.placed[0].as_wanted is as_wanted
    assert is_within(found.placed[0].base.at, (5000, 6000), limit)
    assert found.placed[0].base.at[0] >= 5990


def test_those_for_whom_there_is_no_room_are_reported() -> None:
    slots = in_line(THREE, (6000, 6000), NORTH, 0)
    found = settled(slots, TABLE, allowed=lambda id, _: id != "man 2")
    assert found.left_over == ("man 2",)
    assert [one.id for one in found.placed] == ["man 0", "man 1"]


def test_a_spot_is_never_across_the_wall() -> None:
    rocks = [round_base((5650 + 350 * i, 5126), 250) for i in range(3)]
    found = settled(along_cover(THREE, WALL, (6000, 4900), (6000, 0), 100), TABLE, rocks)
    assert all(one.base.at[1] > 5000 for one in found.placed)
    assert legal(found, TABLE, rocks)


def test_the_search_goes_outward() -> None:
    assert rings()[:5].tolist() == [[0, 0], [0, -25], [25, 0], [0, 25], [-25, 0]]
    full = Room(TABLE, [Base((6000, 6000), radius=3000)])
    assert nearest_spot(full, round_base((6000, 6000), 250)) is None


def test_no_place_that_may_be_free_is_left_out_of_a_search() -> None:
    base = stand((6000, 6000), 300, 300)
    others = [stand((6000 + 40 * i, 6000 - 30 * i), 300, 200, 250 * i) for i in range(9)]
    found = list(not_surely_taken(Room(TABLE, others), base))
    places = [(6000 + x, 6000 + y) for x, y in rings().tolist()]
    assert found == [at for at in places if at in set(found)]
    deep = [at for at in places if at not in set(found)]
    assert all(any(overlap(base.moved(at), other) for other in others) for at in deep)
    assert 300 < len(deep) < len(places) // 2
    assert list(not_surely_taken(Room(TABLE), base)) == places


def legal(found: Formation, table: Ground, others: list[Base]) -> bool:
    """On the table, on nobody."""
    placed = [one.base for one in found.placed]
    apart = not any(overlap(a, b) for a, b in combinations(placed, 2))
    clear = not any(overlap(a, b) for a in placed for b in others)
    return apart and clear and all(is_on(table, base) for base in placed)


anywhere = st.tuples(st.integers(0, SIZE), st.integers(0, SIZE))
about = st.tuples(st.integers(4000, 6000), st.integers(4000, 6000))
figures = st.builds(lambda at, size: round_base(at, size), about, st.integers(50, 400)) | st.builds(
    lambda at, wide, deep, facing: stand(at, wide, deep, facing),
    about,
    st.integers(100, 500),
    st.integers(100, 600),
    st.integers(0, 3599),
)
groups = st.lists(st.tuples(figures, st.none() | st.integers(0, 3000)), min_size=1, max_size=8).map(
    lambda made: [Member(str(i), base, limit) for i, (base, limit) in enumerate(made)]
)


@given(figures, st.lists(figures, max_size=6))
def test_no_spot_is_nearer_than_the_one_found(base: Base, others: list[Base]) -> None:
    room = Room(TABLE, others)
    places = (base.moved((base.at[0] + x, base.at[1] + y)) for x, y in rings().tolist())
    assert nearest_spot(room, base) == next((one for one in places if room.takes(one)), None)


@given(
    groups,
    anywhere,
    anywhere,
    st.integers(0, 3599),
    st.integers(0, 300),
    st.lists(figures, max_size=6),
    st.sampled_from(("line", "file", "kept", "wall", "wood")),
)
def test_members_are_always_set_down_legally(
    group: list[Member], anchor: Point, threat: Point, facing: int, spacing: int, others: list[Base], how: str
) -> None:
    slots = {
        "line": lambda: in_line(group, anchor, facing, spacing),
        "file": lambda: in_file(group, anchor, facing, spacing),
        "kept": lambda: as_they_are(group, anchor, facing),
        "wall": lambda: along_cover(group, WALL, anchor, threat, spacing),
        "wood": lambda: along_cover(group, WOOD, anchor, threat, spacing),
    }[how]()
    found = settled(slots, TABLE, others)
    assert settled(slots, TABLE, others) == found
    assert sorted([one.id for one in found.placed] + list(found.left_over)) == sorted(m.id for m in group)
    assert legal(found, TABLE, others)
    by_id = {member.id: member for member in group}
    for one in found.placed:
        limit = by_id[one.id].limit
        assert limit is None or is_within(one.base.at, by_id[one.id].base.at, limit)


@given(st.lists(about, min_size=2, max_size=7, unique=True), st.integers(0, 3599), st.integers(0, 200))
def test_men_who_stand_in_line_already_do_not_cross(places: list[Point], facing: int, spacing: int) -> None:
    """Ways from one line to a parallel one cross only if the order changes."""
    ahead = [Member(str(i), round_base((x, 5000), 100)) for i, (x, _) in enumerate(places)]
    slots = in_line(ahead, (5000, 9000), NORTH, spacing)
    legs = [(slot.member.base.at, slot.base.at) for slot in slots]
    assert not any(do_cross(a, b) for a, b in combinations(legs, 2) if a[0] != b[0])


def test_a_line_of_stands_is_in_contact_with_no_spacing() -> None:
    members = [Member(str(i), stand((1000 * i, 1000), 300, 300)) for i in range(4)]
    placed = settled(in_line(members, (6000, 6000), 300, 0), TABLE).placed
    assert all(one.as_wanted for one in placed)
    assert all(gap_is_within(a.base, b.base, 2) for a, b in pairwise(placed))
