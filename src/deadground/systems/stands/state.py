"""What a stands battle is made of: armies as trees, stands on a millimetre table, cards, templates, time.

Fog is by side. A seat plays for one side and owns some of its command groups; an umpire's seat sees all. A
stand that is hidden is known to its own side only. What a side lays face down (orders, arrows, routes, standing
orders) is its own until the reveal writes it into the `shown_` fields; a hidden stand's card stays secret because
the stand is.
"""

from __future__ import annotations

from typing import Annotated, Literal

from deadground.core.records import Public, Record, State, hidden, owners, record, state
from deadground.space.bases import Base, stand
from deadground.space.plane import Point
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
    commands: Public[tuple[str, ...]] = ()


@record
class Side(Record):
    """An army: what it holds beyond its units."""

    id: Public[str]
    name: Public[str]
    edge: Public[str]
    attacker: Public[bool] = False
    general_cards: Annotated[int, owners(masked=0)] = 0
    off_table_shots: Annotated[int, owners(masked=0)] = 0
    off_table_group: Public[int] = 3
    off_table_at: Public[Point] = (0, 0)

    def owned_by(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) == self.id


@record
class Command(Record):
    """A command group with its HQ, its chits and its morale numbers; 0 and 0 for a fight to the last man."""

    id: Public[str]
    side: Public[str]
    name: Public[str]
    hq: Annotated[str, owners(masked="")]
    pass_number: Public[int] = 5
    merged_with: Public[tuple[str, ...]] = ()
    first_morale: Public[int] = 0
    second_morale: Public[int] = 0
    losses: Public[int] = 0
    retired: Public[bool] = False
    chits: Annotated[int, owners(masked=0)] = 0
    chits_a_day: Annotated[int, owners(masked=0)] = 0
    paid_this_turn: Public[bool] = False
    supply: Annotated[str, owners(masked="")] = ""

    def owned_by(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) == self.side


@record
class Unit(Record):
    """A formation: the cards it is given, and whether it has come under the command-roll options' conditions."""

    id: Public[str]
    side: Public[str]
    command: Public[str]
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
    command: Public[str]
    unit: Public[str]
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
    seen_at_start: Public[bool] = False
    order: Annotated[OrderWord, owners(masked="")] = ""
    arrow: Annotated[int, owners(masked=-1)] = -1
    group: Annotated[str, owners(masked="")] = ""
    route: Annotated[tuple[Point, ...], owners(masked=())] = ()
    end_facing: Annotated[int, owners(masked=-1)] = -1
    at_halt: Annotated[Literal["halt", "round"], owners(masked="halt")] = "halt"
    target: Annotated[str, owners(masked="")] = ""
    template_at: Annotated[Point | None, owners(masked=None)] = None
    template_kind: Annotated[Literal["", "area", "speculative"], owners(masked="")] = ""
    standing_order: Annotated[str, owners(masked="ask")] = "ask"
    shown_order: Public[OrderWord] = ""
    shown_arrow: Public[int] = -1
    limit: Public[Limit] = ""
    moved: Public[Tenths] = 0
    turned: Public[bool] = False
    fired: Public[bool] = False
    in_contact_with: Public[str] = ""

    def known_to(self, state: StandsState, seat: str) -> bool:
        return not self.hidden or side_of(state, seat) == self.side

    def owned_by(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) == self.side

    @property
    def base(self) -> Base:
        return stand(self.at, self.width, self.depth, self.facing)


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

    def known_to(self, state: StandsState, seat: str) -> bool:
        return self.seen or side_of(state, seat) == self.side


@record
class Template(Record):
    """Ground under area fire until it is lifted. KIM-4.12a"""

    id: Public[str]
    side: Public[str]
    gun: Annotated[str, owners(masked="")]
    at: Public[Point]
    side_length: Public[Tenths]
    rolled: Annotated[tuple[str, ...], hidden(masked=())] = ()

    def owned_by(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) == self.side


@record
class Minefield(Record):
    """A minefield of the map: who has rolled in it, and whether it is cleared. KIM-2.5e, KIM-2.5f"""

    id: Public[str]
    cleared: Public[bool] = False
    rolled: Annotated[tuple[str, ...], hidden(masked=())] = ()
    lanes: Public[tuple[Point, ...]] = ()


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

    def owned_by(self, state: StandsState, seat: str) -> bool:
        return side_of(state, seat) == self.side


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
    figures: Public[dict[str, int]]
    """Numbers the scenario sets otherwise than the book, by name. KIM-8.2e"""
    turn: Public[int] = 1
    last_turn: Public[int] = 10
    phase: Public[Phase] = "set_up"
    night_turns: Public[tuple[int, ...]] = ()
    day: Public[int] = 1
    lines: Public[tuple[tuple[Point, Point], ...]] = ()
    command_line: Public[int] = -1
