"""Vehicles and guns as they stand on a table: records with real bases, and the parts they are made of.

A crew stays men (`state.Figure`): who is inside has the vehicle in `aboard`, and in `berth` what he serves as.
What a type is made of (armour, weapons, speed, crew) is in the lists. NUTS-VEH-01
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from deadground.core.records import Part, Public, Record, hidden, owners, part, record
from deadground.core.references import names
from deadground.space.bases import Base
from deadground.space.plane import FULL_TURN, Facing, Point
from deadground.space.units import Tenths
from deadground.systems.skirmish.knowing import is_known, side_of
from deadground.systems.skirmish.man import PieceId, Reaction, Sightings

if TYPE_CHECKING:
    from deadground.systems.skirmish.state import SkirmishState

Condition = Literal["sound", "immobile", "disabled", "destroyed"]
"""`immobile`: it cannot move, and fights on. `disabled`: it does nothing any more, and its crew leaves it.
`destroyed`: it is a wreck. NUTS-VEH-16, COT-AFV-01"""

VehicleStatus = Literal["carry_on", "duck_back", "hunker_down", "leave_battlefield", "gone"]
"""How a vehicle is between tests; `gone`: off the table. NUTS-VEH-04, NUTS-VEH-06"""

QUARTER: Facing = FULL_TURN // 4
"""A vehicle turns as far as this at a time. NS-21"""

MAIN_GUN = "main_gun"
"""What a vehicle or a gunner shot with last, in place of a line of the weapon tables. NR-243"""

VehicleId = Annotated[str, names("vehicles")]


@part
class Drive(Part, frozen=True):
    """How a vehicle has been driven in the activation or turn that is running. NS-21"""

    spent: Public[Tenths] = 0
    """What it has used of its speed, as inches on a road."""
    run: Public[Tenths] = 0
    """How far it has gone since it turned last."""
    turn_left: Public[Facing] = QUARTER
    """How far it may turn where it stands."""
    halted: Public[bool] = False
    """Whether it was stopped on its way, and may go on. NR-231"""
    moving: Public[bool] = False
    """Whether it counts as moving. NR-36"""
    fast: Public[bool] = False
    """Whether it has Fast Moved: to the end of the turn. NS-21, NR-20"""
    moved_in: Public[int] = 0
    """The turn in which it last moved."""
    sunk: Public[Tenths] = 0
    """How far it has gone through ground in which it can get stuck. COT-WX-09"""
    bogged: Public[bool] = False
    """Whether that ground has tested it in this activation. COT-R23"""
    fired_on: Public[bool] = False
    """Whether it was fired on; of a side nobody plays, since it acted last. NUTS-NP-07"""
    stirred: Public[bool] = False
    """Whether it has moved or turned its turret since its activation began. COT-VEH-23"""
    unsteady: Public[bool] = False
    """Whether it had done so in the activation before. COT-VEH-23"""


@record
class Vehicle(Record):
    """A vehicle, or what is left of it."""

    aboard: ClassVar[str] = ""
    floor: ClassVar[int] = 0
    prone: ClassVar[bool] = False
    is_round: ClassVar[bool] = False
    keeps_down: ClassVar[bool] = False
    is_fighting: ClassVar[bool] = False

    id: Public[str]
    name: Public[str]
    side: Public[str]
    unit: Public[str]
    """Its crew as a unit, with the platoon it belongs to."""
    type: Public[str]
    """Its id in the lists, `german.tiger_i`: a captured one keeps it."""
    at: Public[Point]
    facing: Public[Facing]
    """Where its hull looks."""
    width: Public[Tenths]
    """How wide its base is across the front, and how deep. NS-21"""
    depth: Public[Tenths]
    turrets: Public[tuple[Facing, ...]] = ()
    """Where each turret looks, clockwise from straight ahead: they turn with the hull. NS-22"""
    buttoned: Public[bool] = False
    """Whether its hatches are shut. NS-20"""
    status: Public[VehicleStatus] = "carry_on"
    reaction: Public[Reaction] = Reaction()
    """What its crew has to carry out, and whether they have hunkered down before. NUTS-VEH-04"""
    condition: Public[Condition] = "sound"
    burning: Public[bool] = False
    """Whether it has brewed up. NS-26"""
    hit_by: Public[PieceId] = ""
    """Who knocked it out, and from where: its crew gets out on the other side. NS-31"""
    hit_from: Public[Point | None] = None
    unloaded: Annotated[tuple[int, ...], owners(masked=())] = ()
    """Which of its guns have an empty chamber, by their places in its type. NS-23"""
    loading: Annotated[tuple[int, ...], owners(masked=())] = ()
    """Those of them that are loaded when the activation that is running ends. NS-23"""
    shot_with: Public[str] = ""
    """The weapon its crew fired last: what men who were shot at compare theirs with. NR-60, NR-243"""
    drive: Public[Drive] = Drive()
    sightings: Annotated[Sightings, hidden(masked=Sightings())] = Sightings()

    def known_to(self, state: SkirmishState, seat: str) -> bool:
        return is_known(self, state, seat)

    def owned_by(self, state: SkirmishState, seat: str) -> bool:
        return side_of(state, seat) == self.side

    def is_seen_by(self, side: str) -> bool:
        return side == self.side or side in self.sightings.seen_by

    @property
    def base(self) -> Base:
        return Base(self.at, width=self.width, depth=self.depth, facing=self.facing)

    @property
    def reach(self) -> Tenths:
        return self.base.reach

    @property
    def looks(self) -> tuple[Facing, ...]:
        """Where its hull and its turrets look: buttoned up it sees no more than the half circles ahead. NS-20"""
        return self.facing, *((self.facing + turret) % FULL_TURN for turret in self.turrets)

    @property
    def on_table(self) -> bool:
        return self.status != "gone"

    @property
    def is_out(self) -> bool:
        return self.condition in ("disabled", "destroyed") or self.status == "gone"

    @property
    def looks_out(self) -> bool:
        """Whether its crew, if there is one, looks about: not while they hunker or leave. NR-147"""
        return self.status in ("carry_on", "duck_back")

    @property
    def is_moving(self) -> bool:
        return self.drive.moving

    @property
    def is_fast(self) -> bool:
        return self.drive.fast


@record
class Gun(Record):
    """A gun that men serve and push, or that a vehicle tows. Its crew stands about it. NS-34"""

    floor: ClassVar[int] = 0
    prone: ClassVar[bool] = False
    is_round: ClassVar[bool] = False
    keeps_down: ClassVar[bool] = False
    is_fighting: ClassVar[bool] = False
    is_fast: ClassVar[bool] = False

    id: Public[str]
    name: Public[str]
    side: Public[str]
    type: Public[str]
    at: Public[Point]
    facing: Public[Facing]
    width: Public[Tenths]
    depth: Public[Tenths]
    aboard: Public[VehicleId] = ""
    """What tows it: then it has no place of its own."""
    condition: Public[Literal["sound", "destroyed"]] = "sound"
    unloaded: Annotated[bool, owners(masked=False)] = False
    """Whether its chamber is empty. NS-23"""
    loading: Annotated[bool, owners(masked=False)] = False
    """Whether it is loaded when the activation that is running ends. NS-23"""
    pushed: Public[Tenths] = 0
    """How far it was moved in the activation that is running: it cannot fire then. NS-34"""
    moving: Public[bool] = False
    sightings: Annotated[Sightings, hidden(masked=Sightings())] = Sightings()

    def known_to(self, state: SkirmishState, seat: str) -> bool:
        return is_known(self, state, seat)

    def owned_by(self, state: SkirmishState, seat: str) -> bool:
        return side_of(state, seat) == self.side

    def is_seen_by(self, side: str) -> bool:
        return side == self.side or side in self.sightings.seen_by

    @property
    def base(self) -> Base:
        return Base(self.at, width=self.width, depth=self.depth, facing=self.facing)

    @property
    def reach(self) -> Tenths:
        return self.base.reach

    @property
    def on_table(self) -> bool:
        return not self.aboard

    @property
    def is_out(self) -> bool:
        return self.condition == "destroyed"

    @property
    def is_moving(self) -> bool:
        return self.moving
