"""The road as a player marches on it. KIM-2.3a"""

from __future__ import annotations

import pytest

from deadground.testing import rule
from tests.systems.stands.field import At, field, inf
from tests.systems.stands.marches import march, place, refused, rows_of, to

ROAD = "  - {id: road, kind: road, width: 20, line: [[500, 0], [500, 2000]]}"


@rule("KIM-2.3a")
@pytest.mark.parametrize(("start", "end"), [((500, 1500), (500, 1300)), ((575, 1500), (575, 1300))])
def test_who_keeps_to_the_road_goes_200(start: At, end: At) -> None:
    """The road is 20 wide and the base 30: an edge 50 from the road's edge is a centre 75 from its middle."""
    state = field(inf("a", start, order="move", arrow=0), pieces=ROAD)
    assert place(march(state, {"a": to(end)}), "a") == end
    assert rows_of(refused(state, "a", (end[0], end[1] - 0.1))) >= {"KIM-2.1a", "KIM-2.3a"}


@rule("KIM-2.3a")
@pytest.mark.parametrize(
    ("start", "way"),
    [
        ((575.1, 1500), ((575.1, 1300),)),
        ((500, 1500), ((500, 1400), (575.1, 1400))),
        ((500, 1500), ((600, 1450), (500, 1400))),
    ],
    ids=["begins too far off", "ends too far off", "leaves it on the way"],
)
def test_who_does_not_has_the_150_of_the_open(start: At, way: tuple[At, ...]) -> None:
    state = field(inf("a", start, order="move", arrow=0), pieces=ROAD)
    assert "KIM-2.1a" in rows_of(refused(state, "a", *way))
    on_it = field(inf("a", (500, 1500), order="move", arrow=0), pieces=ROAD)
    assert not refused(on_it, "a", (500, 1400), (575, 1400))
