"""What a stands battle is made of: armies as trees, stands on a millimetre table, cards, templates, time.

Fog is by side. A seat plays for one side and owns some of its command groups; an umpire's seat sees all. A
stand that is hidden is known to its own side only. What a side lays face down (orders, arrows, routes, standing
orders) is its own until the reveal writes it into the `shown_` fields; a hidden stand's card stays secret because
the stand is.
"""

from __future__ import annotations

from typing import Annotated, Literal

from deadground.core.records import Public, Record, State, foes, hidden, owners, record, state
from deadground.core.references import names
from deadground.space.bases import Base, half_diagonal
from deadground.space.plane import FULL_TURN, Point
from deadground.space.units import Tenths

OrderWord = Literal[
    "",
    "move",
    "move_and_fire",
    "change_formation",
    "fire",
    "opportunity",
    "charge",
    "prone",
    "action",
    "dummy",
]
"""The order a stand obeys this turn; "" before cards are laid and for those who need none."""

Limit = Literal["", "half", "direct"]
"""What a failed command roll leaves: half the distance and direct fire, or direct fire alone. KIM-1.3b, KIM-1.3c"""

Phase = Literal[
    "set_up",
    "deployment",
    "cards",
    "command",
    "area_fire",
    "charges",
    "movement",
    "fire",
    "close_combat",
    "lift",
    "morale",
    "night",
]


CommandId = Annotated[str, names("commands")]
UnitId = Annotated[str, names("units")]
StandId = Annotated[str, names("stands", "fallen")]
"""A stand, or what is left of it."""
PaidFor = Annotated[str, names("commands", "units", "stands", "fallen")]
"""A command, a stand, or the cards of a unit. KIM-R22"""


def side_of(state: StandsState, seat: str) -> str:
    """The side a seat plays for; "" for one that has none."""
    found = state.seats.get(seat)
    return found.side if found else ""


@record
class Seat(Record):
    """A player: his side, whether he commands the army, and the command groups he owns."""

    id: Public[str]
    side: Public[str]
    commander: Public[bool] = True
    commands: Public[tuple[CommandId, ...]] = ()


@record
class Side(Record):
    """An army: what it holds beyond its units."""

    id: Public[str]
    name: Public[str]
    edge: Public[str]
    attacker: Public[bool] = False
    general_cards: Annotated[int, owners(masked=0)] = 0
    off_table: Public[bool] = False
    """Whether it was given off-table guns at all: everybody may know, or being asked about them would tell."""
    off_table_shots: Annotated[int, owners(masked=0)] = 0
    off_table_group: Public[int] = 3
    off_table_at: Public[Point] = (0, 0)
    pre_battle: Public[bool] = False
    """Whether its artillery fires once before turn 1. KIM-4.11a"""
    intelligence: Public[Literal["list", "totals", "pool"]] = "list"
    known_enemy: Annotated[tuple[tuple[str, int], ...], owners(masked=())] = ()
    """What it was told of the enemy: kinds and numbers, troop types and numbers, or what may be there."""
    sheets: Public[int] = 1

    def owned_by(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) == self.id


@record
class Command(Record):
    """A command group with its HQ, its chits and its morale numbers; 0 and 0 for a fight to the last man."""

    id: Public[str]
    side: Public[str]
    name: Public[str]
    hq: Annotated[StandId, owners(masked="")]
    pass_number: Public[int] = 5
    merged_with: Public[tuple[CommandId, ...]] = ()
    first_morale: Annotated[int, owners(masked=0)] = 0
    second_morale: Annotated[int, owners(masked=0)] = 0
    losses: Annotated[int, owners(masked=0)] = 0
    retired: Public[bool] = False
    chits: Annotated[int, owners(masked=0)] = 0
    chits_a_day: Annotated[int, owners(masked=0)] = 0
    paid_this_turn: Public[bool] = False
    supply: Annotated[StandId, owners(masked="")] = ""
    paid_for: Annotated[tuple[PaidFor, ...], owners(masked=())] = ()
    """What its chits were paid for this turn: itself, card groups or stands. KIM-4.15a, KIM-R22"""
    to_come: Annotated[int, owners(masked=0)] = 0
    """Stands that enter in a later turn."""

    def known_to(self, state: StandsState, seat: str) -> bool:
        """Who was only told what may be there knows of a command group when one of its stands is on the table.

        Who looks on knows of those that every side knows of.
        """
        side = side_of(state, seat)
        others = [one for one in state.sides.values() if one.id != self.side and side in ("", one.id)]
        if all(one.intelligence != "pool" for one in others):
            return True
        return any(one.command == self.id and not one.hidden for one in state.stands.values())

    def owned_by(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) == self.side


@record
class Unit(Record):
    """A formation: the cards it is given, and whether it has come under the command-roll options' conditions."""

    id: Public[str]
    side: Public[str]
    command: Public[CommandId]
    name: Annotated[str, owners(masked="")]
    cards: Annotated[int, owners(masked=0)] = 1
    pass_number: Annotated[int, owners(masked=0)] = 0
    in_contact: Annotated[bool, owners(masked=False)] = False
    past_line: Annotated[bool, owners(masked=False)] = False

    def known_to(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) == self.side

    def owned_by(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) == self.side


@record
class Stand(Record):
    """One stand. `kind` names its row in data/kinds; a hidden stand is off the table for the enemy."""

    id: Public[str]
    side: Public[str]
    command: Public[CommandId]
    unit: Public[UnitId]
    kind: Public[str]
    name: Public[str]
    at: Public[Point]
    facing: Public[int]
    width: Public[Tenths] = 300
    depth: Public[Tenths] = 300
    hidden: Public[bool] = False
    hits: Public[int] = 0
    specialist: Public[bool] = False
    engineer: Public[bool] = False
    dug_in: Public[bool] = False
    fixed: Public[bool] = False
    seen_at_start: Annotated[bool, foes(masked=False)] = False
    """Whether an enemy saw it when the turn began. Its own side may not know: he may be hidden. KIM-4.13a"""
    order: Annotated[OrderWord, owners(masked="")] = ""
    arrow: Annotated[int, owners(masked=-1)] = -1
    group: Annotated[str, owners(masked="")] = ""
    route: Annotated[tuple[Point, ...], owners(masked=())] = ()
    end_facing: Annotated[int, owners(masked=-1)] = -1
    at_halt: Annotated[Literal["halt", "round"], owners(masked="halt")] = "halt"
    target: Annotated[StandId, owners(masked="")] = ""
    template_at: Annotated[Point | None, owners(masked=None)] = None
    template_kind: Annotated[Literal["", "area", "speculative"], owners(masked="")] = ""
    standing_order: Annotated[str, owners(masked="ask")] = "ask"
    shown_order: Public[OrderWord] = ""
    shown_arrow: Public[int] = -1
    limit: Public[Limit] = ""
    moved: Public[Tenths] = 0
    turned: Public[bool] = False
    fired: Public[bool] = False
    in_contact_with: Public[StandId] = ""
    charge_role: Public[Literal["", "lead", "behind", "left", "right"]] = ""
    """Its part in an assault it makes on the stand it is in contact with. KIM-7.1c"""
    charged_from: Public[Point | None] = None
    """Where its charge began, and where it withdraws to. KIM-7.1b"""
    taken_in_rear: Public[bool] = False
    """Whether the charge on it came from behind. KIM-7.3d"""
    assaulted: Public[bool] = False
    """Whether a charge has reached it this turn, or it began the turn in contact. KIM-R117"""
    task: Annotated[str, owners(masked="")] = ""
    digging: Annotated[int, owners(masked=0)] = 0
    walk_from: Annotated[int, owners(masked=0)] = 0
    """The step of the movement phase at which it set out on its route: later than 0 if it goes round. KIM-2.4a"""
    walked_before: Annotated[Tenths, owners(masked=0)] = 0
    """What it had walked this phase before that step."""

    stood_facing: Annotated[int, hidden(masked=-1)] = -1
    """How it faced before it set off on its route. KIM-R152"""
    start_at: Annotated[Point, hidden(masked=(0, 0))] = (0, 0)
    """Where it stood when the turn began: what saw it then is no snap shot now. KIM-4.17a"""
    came_by: Annotated[tuple[Point, ...], hidden(masked=())] = ()
    """The way that it had walked when it went round an enemy and took a new route. KIM-2.4a, KIM-4.17a"""
    passed_up: Annotated[tuple[StandId, ...], owners(masked=())] = ()
    """Targets it let go by this turn; it is not asked about them again. KIM-4.17a"""
    snap_at: Annotated[StandId, owners(masked="")] = ""
    """Whom it shoots at in this step of the movement phase. KIM-4.17a"""
    shown_since: Public[int] = 0
    """The turn in which it was put on the table; 0 for one that was there from the start. KIM-3.3a"""

    def known_to(self, state: StandsState, seat: str) -> bool:
        """While players set up nobody knows where the others do. KIM-R172"""
        seen = not self.hidden and state.phase != "deployment"
        return seen or side_of(state, seat) == self.side

    def owned_by(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) == self.side

    def opposed_by(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) not in ("", self.side)

    @property
    def base(self) -> Base:
        return Base(self.at, 0, self.width, self.depth, self.facing % FULL_TURN)

    @property
    def reach(self) -> Tenths:
        """No part of its base is further from its centre than this."""
        return half_diagonal(self.width, self.depth)


@record
class Fallen(Record):
    """A stand that was lost, where it was lost: a trace on the table."""

    id: Public[str]
    side: Public[str]
    kind: Public[str]
    name: Public[str]
    at: Public[Point]
    turn: Public[int]
    seen: Public[bool] = True
    facing: Public[int] = 0
    command: Annotated[CommandId, hidden(masked="")] = ""
    unit: Annotated[UnitId, hidden(masked="")] = ""
    width: Annotated[Tenths, hidden(masked=300)] = 300
    depth: Annotated[Tenths, hidden(masked=300)] = 300
    specialist: Annotated[bool, hidden(masked=False)] = False
    engineer: Annotated[bool, hidden(masked=False)] = False
    fixed: Annotated[bool, hidden(masked=False)] = False
    """With the fields above it: what an umpire restores it from."""
    in_contact_with: Annotated[StandId, hidden(masked="")] = ""
    """Whom it was in contact with: those of its party who are left fight on. KIM-R95"""

    def known_to(self, state: StandsState, seat: str) -> bool:
        return self.seen or side_of(state, seat) == self.side


@record
class Sighting(Record):
    """Where a stand was when it was taken off the table again, as everybody saw it. KIM-6.1c

    It keeps the id that the stand was known by, which the stand itself has no longer.
    """

    id: Public[str]
    side: Public[str]
    kind: Public[str]
    name: Public[str]
    at: Public[Point]
    facing: Public[int]
    width: Public[Tenths]
    depth: Public[Tenths]
    turn: Public[int]


@record
class Dugout(Record):
    """A dug-in position without its garrison: seen from afar by the side `seen_by`, or left on the table for all
    when a stand went into hiding. KIM-3.1c, KIM-6.1c"""

    id: Public[str]
    at: Public[Point]
    facing: Public[int]
    seen_by: Public[str] = ""

    def known_to(self, state: StandsState, seat: str) -> bool:
        return self.seen_by in ("", side_of(state, seat))


@record
class Template(Record):
    """Ground under area fire until it is lifted. KIM-4.12a"""

    id: Public[str]
    side: Public[str]
    gun: Annotated[StandId, owners(masked="")]
    at: Public[Point]
    side_length: Public[Tenths]
    rolled: Annotated[tuple[StandId, ...], hidden(masked=())] = ()
    gun_kind: Annotated[str, owners(masked="")] = ""
    fired_from: Annotated[Point, owners(masked=(0, 0))] = (0, 0)
    """Where its gun stands, or stood: distance is measured from there even when the gun is lost. KIM-R19"""

    def owned_by(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) == self.side


@record
class Minefield(Record):
    """A minefield of the map: who has rolled in it, and whether it is cleared. KIM-2.5e, KIM-2.5f"""

    id: Public[str]
    cleared: Public[bool] = False
    rolled: Annotated[tuple[StandId, ...], hidden(masked=())] = ()
    lanes: Public[tuple[Point, ...]] = ()
    entries: Annotated[tuple[tuple[StandId, Point], ...], hidden(masked=())] = ()
    """Who is in it, and where each came in. KIM-2.5f"""


@record
class Task(Record):
    """Something Action cards work at. KIM-1.2l"""

    id: Public[str]
    side: Public[str]
    name: Public[str]
    who: Public[tuple[str, ...]]
    steps: Public[int]
    done: Public[int] = 0
    effect: Public[str] = ""
    near: Public[Point | None] = None
    within: Public[Tenths] = 0


@record
class Squadron(Record):
    """A squadron: its appearances left today and its secret plan, as turns and missions. KIM-5.1a"""

    id: Public[str]
    side: Public[str]
    name: Public[str]
    a_day: Annotated[int, owners(masked=0)] = 0
    plan: Annotated[tuple[tuple[int, str], ...], owners(masked=())] = ()
    mission: Public[str] = ""
    since: Public[int] = 0
    first_target_at: Public[Point | None] = None
    lost: Public[bool] = False
    first_target: Public[StandId] = ""
    """Whom its first pass was flown at. KIM-5.3a"""
    attacks: Public[bool] = False
    """Whether an interdicting squadron has announced its attack. KIM-5.4a"""
    put_off: Public[int] = 0
    """The turn in which air cover put its attack off. KIM-5.4b"""
    struck: Public[StandId] = ""
    struck_hits: Public[int] = 0
    """The stand it attacked this turn, and the hits that are still to be applied."""

    def owned_by(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) == self.side


@record
class Loan(Record):
    """A command group that its player lends to another of his side, from the turn after it was said. KIM-8.2a"""

    id: Public[CommandId]
    owner: Public[str]
    to: Public[str]
    in_force: Public[bool] = False
    ends: Public[bool] = False


@state
class StandsState(State):
    """A battle."""

    scenario: Public[str]
    map: Public[str]
    year: Public[int]
    month: Public[int]
    seats: Public[dict[str, Seat]]
    sides: Public[dict[str, Side]]
    commands: Public[dict[str, Command]]
    units: Public[dict[str, Unit]]
    stands: Public[dict[str, Stand]]
    fallen: Public[dict[str, Fallen]]
    templates: Public[dict[str, Template]]
    minefields: Public[dict[str, Minefield]]
    tasks: Public[dict[str, Task]]
    squadrons: Public[dict[str, Squadron]]
    numbers: Public[dict[str, int]]
    """Numbers the scenario sets otherwise than the book, by name. KIM-8.2e"""
    turn: Public[int] = 1
    last_turn: Public[int] = 10
    phase: Public[Phase] = "set_up"
    night_turns: Public[tuple[int, ...]] = ()
    day: Public[int] = 1
    lines: Public[tuple[tuple[Point, Point], ...]] = ()
    command_line: Public[int] = -1
    command_rolls: Public[Literal["always", "after_contact", "past_line"]] = "always"
    """Which variant of the command roll is in force. KIM-1.3d, KIM-1.3e"""
    impassable: Public[tuple[str, ...]] = ()
    """Pieces of the map that nobody may enter, beyond those the map itself marks so. KIM-R92"""
    steep: Public[tuple[str, ...]] = ()
    """Hills and ridges of the map that are bad going. KIM-2.5a"""
    works_are_bad_going: Public[bool] = False
    """Whether fixed defences are bad going. KIM-2.5a"""
    dugouts: Public[dict[str, Dugout]] = {}
    """Dug-in positions without what may be in them: left on the table for all, or seen from afar by a side."""
    loans: Public[dict[CommandId, Loan]] = {}
    sightings: Public[dict[str, Sighting]] = {}
    """Where stands were that have gone back into hiding. KIM-6.1c"""
