"""What each kind of terrain is: its cover, its Defensive Value, what it does to sight and to who goes over it."""

from __future__ import annotations

from typing import Any, Literal, cast

import msgspec

from deadground.core.citing import cite
from deadground.core.own_book import per_book
from deadground.space.borders import border_of
from deadground.space.ground import Piece
from deadground.space.plane import Point
from deadground.space.units import Tenths
from deadground.systems.skirmish.charts import charts

Sight = Literal["open", "hill", "fold", "woods", "rough", "building", "smoke", "hedge"]
Going = Literal["open", "slow", "linear", "door", "bridge", "road", "water", "never"]
Given = Literal["all", "stationary", "no"]
"""Who is given cover or concealment: everybody, those who are stationary, nobody. NUTS-LOS-07"""


class Terrain(msgspec.Struct, frozen=True):
    """One kind of terrain as the chart has it. NUTS-LOS-08"""

    cover: Given
    concealment: Given
    value: int
    sight: Sight
    going: Going
    rows: tuple[str, ...]


@per_book
def terrain(kind: str) -> Terrain:
    chart = charts()["terrain"]

    def cell(word: str) -> Any:
        return chart.look_up(kind, word).value

    type_ = str(cell("cover"))
    listed = charts()["cover_list"]
    gives = listed if type_ in listed.axes[0].values else charts()["other_cover"]
    return Terrain(
        cover=cast(Given, gives.look_up(type_, "cover").value),
        concealment=cast(Given, gives.look_up(type_, "concealment").value),
        value=int(cell("value")),
        sight=cell("sight"),
        going=cell("going"),
        rows=gives.rows,
    )


def terrain_of(piece: Piece) -> Terrain:
    cite("NUTS-LOS-08")
    return terrain(piece.kind)


def defensive_value(piece: Piece) -> int:
    """The piece's own Defensive Value, if the map gives one, else that of its kind. NS-09, NS-10"""
    cite("NS-10")
    return int(piece.tags.get("dv", terrain_of(piece).value))


def is_given(given: Given, stationary: bool) -> bool:
    """Whether cover or concealment of this sort is given to a figure."""
    return given == "all" or (given == "stationary" and stationary)


def is_near_outline(piece: Piece, point: Point, limit: Tenths) -> bool:
    """Whether a point is at most so far from a piece's outline, or from its line."""
    return border_of(piece.polygon or piece.points, closed=bool(piece.polygon)).is_near(point, limit)


def called(piece: Piece) -> str:
    """A piece in a sentence."""
    return piece.called
