"""What a skirmish is made of: men on a table, the groups they form, the sides they fight for, what lies about.

Lengths are tenths of a millimetre; an inch is 254. Facing is tenths of a degree clockwise from north.

What a player may know of the enemy is the option `table_knowledge` (NR-108). `open`: everybody on the table is
seen, with weapons and status; Rep, attributes, ammunition and grenades are their owner's until used, and what was
used is kept in the `shown_` fields. `ghosts`: the same for enemies that somebody of the own side sees; the others
are not known, but for a `Ghost` where each was last seen. The rules use real sight either way.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from deadground.core.records import Part, Public, Record, State, hidden, owners, record, state
from deadground.core.references import names
from deadground.space.bases import Base
from deadground.space.plane import Facing, Point
from deadground.space.units import Tenths
from deadground.systems.skirmish.knowing import is_known
from deadground.systems.skirmish.knowing import side_of as side_of
from deadground.systems.skirmish.man import (
    Aid,
    Arms,
    Berth,
    Deeds,
    Doing,
    Melee,
    Pack,
    PieceId,
    Reaction,
    Sightings,
)
from deadground.systems.skirmish.vehicle import Gun, Vehicle

INCH: Tenths = 254
BASE: Tenths = INCH // 2
"""Men stand on round bases an inch across; this is half of it. NS-01"""

Status = Literal[
    "carry_on",
    "duck_back",
    "hunker_down",
    "leave_battlefield",
    "out_of_the_fight",
    "obviously_dead",
    "captured",
    "gone",
]
"""How a man is when nothing is being resolved. `gone`: off the table, on his own feet or to safety."""

Rank = Literal[
    "soldier", "junior_nco", "squad_leader", "first_squad_leader", "platoon_sergeant", "platoon_leader"
]
"""From lowest to highest. NS-03"""

Stance = Literal["", "defend_then_patrol", "defend_then_withdraw", "withdraw", "patrol"]
"""What a unit nobody plays has made of meeting a patrol. NUTS-NP-06"""

Mission = Literal["", "patrol", "attack", "defend"]
"""What the played side is sent to do against a side that nobody plays. NS-11"""

Stage = Literal["set_up", "deployment", "activation", "phase", "end_of_turn"]
Light = Literal["day", "night"]
Weather = Literal["clear", "bad"]
Knowledge = Literal["open", "ghosts"]

DOWN: tuple[Status, ...] = ("out_of_the_fight", "obviously_dead")
LOST: tuple[Status, ...] = (*DOWN, "captured", "gone")
"""Those who belong to no group and do nothing more in this battle. NS-02"""


GroupId = Annotated[str, names("groups")]
HouseId = Annotated[str, names("markers")]
"""A building: a piece of the map, or a marker if it was set down in this battle. NS-09"""


@record
class Seat(Record):
    """A player and the side he plays for.

    Where several play a side the commander chooses which group acts, and each decides for his own men.
    """

    id: Public[str]
    side: Public[str]
    commander: Public[bool] = True
    parts: Public[tuple[str, ...]] = ()
    """The squads and halves of squads that are his; none where he has the whole side. See seats.py"""


@record
class Side(Record):
    """A force: its edge of the table and its activation die. A side that nobody plays follows the NP tables."""

    id: Public[str]
    name: Public[str]
    nation: Public[str] = ""
    edge: Public[Literal["north", "east", "south", "west"]] = "south"
    attacker: Public[bool] = False
    played: Public[bool] = True
    die: Public[int] = 0
    """This turn's activation die, 0 before it is thrown. NUTS-ACT-01"""
    investment: Public[int] = 3
    """Its Investment Level: what its question marks are tested against. NUTS-PEF-05, NS-12"""
    force: Public[str] = ""
    """The unit of its nation's list that its question marks turn into, and the year of the list. NS-06"""
    year: Public[int] = 1944
    most: Public[str] = ""
    """The biggest force a question mark can be here; "" for whatever the tables say."""
    passing: Annotated[int, owners(masked=0)] = 0
    """The Rep of the last group that acted in its phase; groups with a higher one are passed over. NR-07"""

    def owned_by(self, state: SkirmishState, seat: str) -> bool:
        return side_of(state, seat) == self.id


@record
class Unit(Record):
    """A squad, team or section: permanent, unlike a group. Half strength is counted from `strength`. NR-04"""

    id: Public[str]
    side: Public[str]
    name: Public[str]
    kind: Public[Literal["squad", "team", "headquarters", "sniper", "crew"]] = "squad"
    platoon: Public[str] = ""
    strength: Public[int] = 0
    variant: Public[str] = ""
    """Militia fielded as Jugend or Partisans, or engineers: with rules of their own. COT-UNIT-06, COT-UNIT-07"""
    inspired: Public[int] = 0
    """The turn of its last Inspiration test. COT-ATTR-02"""
    met_foe: Public[bool] = False
    """Whether it has met a force that it hates. COT-ATTR-06"""
    steadied: Public[int] = 0
    """Dice more in all its later tests, since an example was made. COT-ATTR-04"""
    stance: Annotated[Stance, hidden(masked="")] = ""
    quiet: Annotated[int, hidden(masked=0)] = 0
    """Turns running at whose end it had no enemy in sight. NS-42"""
    visited: Annotated[tuple[int, ...], hidden(masked=())] = ()
    """Sections of the table it has been in on patrol. NS-42"""


@record
class Figure(Record):
    """One man."""

    reach: ClassVar[Tenths] = BASE
    is_round: ClassVar[bool] = True

    id: Public[str]
    name: Public[str]
    side: Public[str]
    unit: Public[str]
    at: Public[Point]
    facing: Public[Facing]
    rank: Public[Rank] = "soldier"
    half: Public[int] = 0
    """Which half of his squad he is in: 1 is the Squad Leader's, 2 the Junior NCO's, 0 neither. NS-03"""
    star: Public[bool] = False
    medic: Public[bool] = False
    woman: Public[bool] = False
    camouflaged: Public[bool] = False
    """In a sniper suit or a position prepared for long. NUTS-HOUSE-08"""
    floor: Public[int] = 0
    """The floor of the building he is in, from 0."""
    aboard: Public[PieceId] = ""
    """What he is inside of: then he is nowhere on the table."""
    berth: Public[Berth] = Berth()
    group: Annotated[GroupId, owners(masked="")] = ""
    """The group he is in; how the enemy's men are grouped is the enemy's affair. NR-108"""
    status: Public[Status] = "carry_on"
    prone: Public[bool] = False
    knocked_down: Public[bool] = False
    """Whether a hit has thrown him down, and he has not been on his feet since. NUTS-REACT-07"""
    rep: Annotated[int, owners(masked=0)] = 4
    shown_rep: Public[int] = 0
    """His Rep once a throw has told it; 0 before."""
    attributes: Annotated[tuple[str, ...], owners(masked=())] = ()
    shown_attributes: Public[tuple[str, ...]] = ()
    star_dice: Annotated[int, owners(masked=-1)] = -1
    """Star Power dice left; -1 for one who has none. NUTS-STAR-01"""
    errand: Annotated[Literal["", "left", "right"], hidden(masked="")] = ""
    """Which flank of the player he is going round, on a side that nobody plays. NUTS-NP-03, NS-42"""

    arms: Public[Arms] = Arms()
    pack: Annotated[Pack, owners(masked=Pack())] = Pack()
    reaction: Public[Reaction] = Reaction()
    doing: Public[Doing] = Doing()
    melee: Public[Melee] = Melee()
    aid: Public[Aid] = Aid()
    deeds: Annotated[Deeds, owners(masked=Deeds())] = Deeds()
    sightings: Annotated[Sightings, hidden(masked=Sightings())] = Sightings()
    """Kept up to date by `ghosts.look_round`."""

    def known_to(self, state: SkirmishState, seat: str) -> bool:
        return is_known(self, state, seat)

    def owned_by(self, state: SkirmishState, seat: str) -> bool:
        player = state.seats.get(seat)
        return player is not None and player.side == self.side

    def is_seen_by(self, side: str) -> bool:
        return side == self.side or side in self.sightings.seen_by

    @property
    def base(self) -> Base:
        return Base(self.at, radius=BASE, facing=self.facing)

    @property
    def on_table(self) -> bool:
        """Whether he has a place there: neither gone nor dead, nor inside something."""
        return not self.aboard and self.status not in ("gone", "obviously_dead")

    @property
    def is_out(self) -> bool:
        return self.status in LOST

    @property
    def keeps_down(self) -> bool:
        reaction = self.reaction
        return bool(reaction.hidden_from) or reaction.under_cover

    @property
    def is_fighting(self) -> bool:
        return bool(self.melee.fighting)

    @property
    def is_moving(self) -> bool:
        return self.doing.moving

    @property
    def is_fast(self) -> bool:
        return self.doing.fast_moving

    @property
    def able(self) -> bool:
        """Able to act: carrying on or ducked back. NS-11"""
        return self.status in ("carry_on", "duck_back")


@record
class Reserve(Figure):
    """A man who comes on later, and is nowhere on the table until then. NR-206"""

    turn: Public[int] = 0
    """The turn in which he comes on, as its phase of his side begins."""
    by: Public[str] = ""
    """The edge, or the way on that the map names."""

    def known_to(self, state: SkirmishState, seat: str) -> bool:
        return side_of(state, seat) == self.side


@record
class Bystander(Record):
    """Who or what stands on the table and is no soldier: a civilian, an animal, a wagon.

    It is no party to the battle: it has no activation die and no phase, and never acts.
    """

    aboard: ClassVar[str] = ""
    floor: ClassVar[int] = 0
    on_table: ClassVar[bool] = True
    prone: ClassVar[bool] = False
    is_out: ClassVar[bool] = False
    keeps_down: ClassVar[bool] = False
    is_fighting: ClassVar[bool] = False
    is_moving: ClassVar[bool] = False
    is_fast: ClassVar[bool] = False

    id: Public[str]
    name: Public[str]
    kind: Public[Literal["civilian", "animal", "wagon"]]
    at: Public[Point]
    facing: Public[Facing] = 0
    width: Public[Tenths] = 0
    """How wide its base is across the front; 0 for a round one an inch across. NS-01"""
    depth: Public[Tenths] = 0
    side: Public[str] = ""
    """Whose it is: their enemies may shoot at it. Nobody's if there is none."""

    def is_seen_by(self, side: str) -> bool:
        return True

    @property
    def reach(self) -> Tenths:
        return self.base.reach

    @property
    def is_round(self) -> bool:
        return not self.width

    @property
    def base(self) -> Base:
        if self.width:
            return Base(self.at, width=self.width, depth=self.depth, facing=self.facing)
        return Base(self.at, radius=BASE, facing=self.facing)


PARTS: dict[str, type[Part]] = {
    "berth": Berth,
    "arms": Arms,
    "pack": Pack,
    "reaction": Reaction,
    "doing": Doing,
    "melee": Melee,
    "aid": Aid,
    "deeds": Deeds,
    "sightings": Sightings,
}
PART_OF = {name: part for part, kind in PARTS.items() for name in kind.__struct_fields__}


def change(man: Figure, **changes: Any) -> None:
    """Set fields of a man by their names alone, those of his parts too."""
    for name, value in changes.items():
        part = PART_OF.get(name)
        if part:
            setattr(man, part, getattr(man, part).but(**{name: value}))
        else:
            setattr(man, name, value)


@record
class Group(Record):
    """Men who act together for now. Fixed when their side's phase begins and when one of them activates. NS-02"""

    id: Public[str]
    side: Public[str]
    strength: Public[int] = 1
    """How many they were when it was formed; half strength, if the option counts the group. NR-04"""
    active: Public[bool] = False
    """Whether it is the group that is acting."""
    done: Public[bool] = False
    """Whether it has activated in this phase, or was passed over for good. NR-07"""

    def known_to(self, state: SkirmishState, seat: str) -> bool:
        """Its own side knows it. Each man says himself which group he is in."""
        return side_of(state, seat) == self.side


class Building(msgspec.Struct, frozen=True):
    """A building that the map has not, as its table gave it: kind, levels, areas on each, Defensive Value. NS-09"""

    kind: str
    levels: int
    areas: int
    value: int


@record
class Marker(Record):
    """Something that lies on the table: smoke, burning ground, a dropped weapon, a crater; or a building that the
    map has not."""

    id: Public[str]
    kind: Public[Literal["smoke", "flame", "weapon", "crater", "trench", "building"]]
    at: Public[Point]
    across: Public[Tenths] = 0
    until: Public[int] = 0
    """The last turn it is there; 0 for always."""
    what: Public[str] = ""
    """Which weapon or gear it is."""
    building: Public[Building | None] = None
    side: Public[str] = ""
    secret: Annotated[bool, owners(masked=False)] = False
    """Whether only its own side knows of it, until another has come upon it."""
    facing: Public[Facing] = 0
    """Where those in a trench look; it lies square to that."""
    count: Public[int] = 1
    """How many of it lie there, if it is gear."""
    fallen: Public[bool] = False
    """Whether its owner fell there: then it is for the player's squad alone. COT-SQUAD-06, NR-164"""
    empty: Annotated[bool, owners(masked=False)] = False
    """Whether it is a weapon out of ammunition. NUTS-AMMO-01"""
    fuel: Annotated[int, owners(masked=-1)] = -1
    """Shots left in a flame-thrower; -1 for no end. NUTS-GREN-16"""
    jammed: Annotated[int, owners(masked=0)] = 0
    """The last turn that goes by with clearing it, if it is a weapon that has jammed. COT-WEAP-12"""
    last_shot: Public[int] = 0
    """The turn in which it last shot, if it is a weapon with a rate of fire. NUTS-FIRE-19"""
    seen_by: Annotated[tuple[str, ...], hidden(masked=())] = ()
    """The sides that see a weapon lie there now, kept up to date by `ghosts.look_round`; or have come upon what is
    secret."""

    def known_to(self, state: SkirmishState, seat: str) -> bool:
        """A weapon that lies there is known to those who see it, what is secret to its owners and to those who have
        come upon it; everything else to all. NR-108"""
        if not self.secret and (self.kind != "weapon" or state.knowledge == "open"):
            return True
        knowing = (*self.seen_by, self.side) if self.secret else self.seen_by
        side = side_of(state, seat)
        if not side:  # who looks on knows what every seat knows
            return all(one.side in knowing for one in state.seats.values())
        return side in knowing

    def owned_by(self, state: SkirmishState, seat: str) -> bool:
        return side_of(state, seat) == self.side


@record
class Pef(Record):
    """A question mark: a Possible Enemy Force. What it is nobody knows; it is rolled when seen. NUTS-PEF-02"""

    id: Public[str]
    number: Public[int]
    side: Public[str]
    at: Public[Point]
    building: Public[HouseId] = ""
    """The building it is in. NUTS-PEF-07"""
    done: Public[bool] = False
    """Whether it has moved, or stayed, in this phase. NUTS-PEF-04"""

    @property
    def name(self) -> str:
        return f"?{self.number}"


@record
class Ghost(Record, omit_defaults=True):
    """Where a side last saw an enemy whom it no longer sees. NR-108"""

    id: Public[str]
    of: Annotated[PieceId, hidden(masked="")]
    """The man himself, or whatever else it was."""
    side: Public[str]
    """The side that remembers."""
    at: Public[Point]
    facing: Public[Facing]
    turn: Public[int]
    name: Public[str] = ""
    weapon: Public[str] = ""
    """What he had in his hands; of a vehicle or a gun its type."""
    unit: Public[str] = ""
    status: Public[Status] = "carry_on"
    """How he lay there and whose he was, if he was out of it; of all others it is not kept."""

    def known_to(self, state: SkirmishState, seat: str) -> bool:
        return side_of(state, seat) == self.side


class Change(msgspec.Struct, frozen=True):
    """What has become of a piece of the ground in this battle: a house lies in rubble, a wall has a breach."""

    piece: str
    becomes: Literal["rubble", "breach"]
    at: Point = (0, 0)
    """Where the middle of the breach is, and how wide it is."""
    across: Tenths = 0


@state
class SkirmishState(State):
    """A battle."""

    scenario: Public[str]
    map: Public[str]
    seats: Public[dict[str, Seat]]
    sides: Public[dict[str, Side]]
    units: Public[dict[str, Unit]]
    figures: Public[dict[str, Figure]]
    groups: Public[dict[str, Group]]
    markers: Public[dict[str, Marker]]
    ghosts: Public[dict[str, Ghost]]
    bystanders: Public[dict[str, Bystander]] = {}
    vehicles: Public[dict[str, Vehicle]] = {}
    guns: Public[dict[str, Gun]] = {}
    changes: Public[tuple[Change, ...]] = ()
    """What has become of the ground since the battle began, in the order of it."""
    turn: Public[int] = 1
    last_turn: Public[int] = 12
    stage: Public[Stage] = "set_up"
    phase: Public[str] = ""
    """The side whose phase it is."""
    order: Public[tuple[str, ...]] = ()
    """The sides in the order of this turn's phases. NUTS-ACT-04"""
    sighted: Annotated[tuple[tuple[GroupId, GroupId], ...], hidden(masked=())] = ()
    """Pairs of groups that have seen each other in this phase, of the active side first. NR-10"""
    light: Public[Light] = "day"
    weather: Public[Weather] = "clear"
    lit: Public[tuple[tuple[Point, Tenths], ...]] = ()
    """Well-lit places of a night: middle and width across. NUTS-LOS-03"""
    knowledge: Public[Knowledge] = "open"
    mission: Public[Mission] = ""
    foes: Public[tuple[tuple[str, str], ...]] = ()
    """Sides that hate each other. COT-ATTR-06, LR-056"""
    pefs: Public[dict[str, Pef]] = {}
    pef_count: Public[int] = 0
    """How many question marks there have been: each has its own number."""
    wary: Public[bool] = False
    """Whether the next question mark is resolved with 3d6. NUTS-PEF-06, NR-73"""
    near_houses: Public[tuple[HouseId, ...]] = ()
    """Buildings that somebody has come near to; what was in them was resolved then. NUTS-PEF-07"""
    silent_houses: Public[tuple[HouseId, ...]] = ()
    """Those of them in which no enemy has shown himself, until somebody goes in. NUTS-PEF-07"""
    to_come: Public[dict[str, Reserve]] = {}
    """Those who come on later. NR-206"""
    answered: Public[bool] = False
    """Whether it was told that nothing unknown is left. NS-11"""
