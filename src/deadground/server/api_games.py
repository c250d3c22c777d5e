"""What the HTTP API takes and gives for battles and games, as plain structs."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from deadground.core.events import SeenEvent
from deadground.core.journal import Correction
from deadground.core.lesson import Lesson
from deadground.core.overrule import Overrule
from deadground.core.own_book import Cells
from deadground.core.scene import Scene
from deadground.core.sheet import Argued, SideSheet
from deadground.core.view import Outcome
from deadground.server.api import RuleOption
from deadground.server.api_rosters import RosterData
from deadground.server.brought import Brought

Words = Annotated[str, Meta(max_length=4000)]
MomentNumber = Annotated[int, Meta(ge=0, le=1_000_000)]


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be played, as a card shows it."""

    system: str
    scenario: str
    title: str
    about: str
    map: str
    date: str
    turns: int
    minutes: int
    pieces: str
    sides: list[SideSheet]
    seats: list[str]
    lesson: bool
    first: bool
    """Whether the first button of all begins it."""
    who_wins: str = ""
    """How often each side wins between bots, in a line; "" where that is not known."""
    broken: str = ""
    """What is wrong with a battle whose file cannot be read; it cannot be played."""


class Taught(msgspec.Struct, frozen=True):
    """The lesson of a battle, if it has one."""

    lesson: Lesson | None


class Opponent(msgspec.Struct, frozen=True):
    """A bot that can be played against: its name and what it does."""

    name: str
    does: str


class PlainOption(RuleOption, frozen=True):
    """An option with the question that its ruling settles."""

    ruling: str
    settles: str


class BattleSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a battle is set up with. `set` are the options as this scenario has them."""

    battle: Battle
    text: str
    argued: list[Argued]
    options: list[PlainOption]
    set: dict[str, str]
    opponents: list[Opponent]
    opponent: str
    """The bot that is taken if none is named."""
    seatings: dict[str, list[list[str]]]
    """For each side its seats with one player, with two, and so on, as far as it can be shared."""
    umpire: bool
    """Whether a person can be the umpire of this battle."""
    own_book: bool
    """Whether this system has tables of ours that an owner of the book can type over."""


class NewGameOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to play: which battle, and who sits where.

    A seat is "me", "screen" for another person at this screen, "link" for somebody who is sent a link, or "bot:"
    and a name. A seat that is not named is played by the usual bot. Who has no seat looks on; where bots have every
    seat he sees everything. Naming the seat "umpire" makes one, who is always a person. `players` gives the number
    of players of a side, `observers` the number of links for people who look on, `name` what the others call me.
    `away_hours` is how long somebody may be away before all the others can give his seat away; 0: they never can.
    """

    system: str
    scenario: str
    seats: dict[str, str] = {}
    options: dict[str, str] = {}
    players: dict[str, Annotated[int, Meta(ge=1, le=16)]] = {}
    observers: Annotated[int, Meta(ge=0, le=7)] = 0
    name: Annotated[str, Meta(max_length=200)] = ""
    rosters: dict[str, RosterData] = {}
    """Squads of one's own, by side, where the battle has a place for one."""
    own_book: Cells = {}
    """Values from one's own book, in the place of our stand-ins."""
    unplayed: str = ""
    """The side that is left to the game itself, where a battle can be played so."""
    away_hours: Annotated[int, Meta(ge=0, le=720)] = 24


class OpenSeat(msgspec.Struct, frozen=True):
    """A seat of this browser and what opens it."""

    seat: str
    token: str


class GameOpened(msgspec.Struct, frozen=True):
    """A game, the seats this browser has in it, and those that are offered by link. The tokens are told only here.

    The token of a link goes behind the # of /join/, where no log and no other site ever sees it.
    """

    game: str
    seats: list[OpenSeat]
    links: list[OpenSeat] = []


class GameState(msgspec.Struct, frozen=True, kw_only=True):
    """How a game stands for one seat. `entries` counts the seat's own log, which tells no secret.

    `mine` says that nobody but this browser's people sits at it: then it may be rewound, put right and forked.
    """

    game: str
    system: str
    scenario: str
    title: str
    seat: str
    entries: int
    clock: str
    """Which turn it is, in words; "" where a game has none."""
    your_turn: bool
    outcome: Outcome | None
    marks: list[str]
    mine: bool
    rewinds: bool
    """Whether this seat may take the game back to an earlier moment: alone at the table, or its umpire."""
    begins_again: bool
    """Whether this seat may begin the same battle once more, because its person began this one."""
    swaps: bool
    """Whether sides can change places in it."""
    watched: bool
    """Whether bots have every seat: then they play when the page says so."""
    bots: dict[str, str]
    """Which seats bots play, and which bots."""
    names: dict[str, str]
    """What whoever sits in each seat is called; a seat that is still open is not among them."""
    brought: Brought
    """What is not as we ship it."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A point in a game's history, as one seat could see it. `kinds` are the kinds of what was told then."""

    n: int
    turn: int
    phase: str
    title: str
    kinds: list[str]


class History(msgspec.Struct, frozen=True):
    """Every moment a seat could tell from the one before."""

    moments: list[Moment]


class MomentSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The table at a moment. The last `news` events of the log belong to it."""

    moment: Moment
    scene: Scene | None
    state: dict[str, Any]
    log: list[SeenEvent]
    log_start: int
    news: int


class RewindOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go back to a moment of this seat's history."""

    moment: MomentNumber
    reason: Words = ""


class PutRightOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Overrule by the system's list, correct the state, or set the dice that fall next, with a reason."""

    reason: Words
    overrule: Overrule | None = None
    corrections: list[Correction] = []
    dice: Annotated[list[int], Meta(max_length=100)] = []


class ForkOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a moment in a game of its own. `seats` as when a game is begun; without, as they were."""

    moment: MomentNumber
    all: bool = False
    seats: dict[str, str] = {}


class WrongOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This is wrong: what kind of thing, in the player's words, where, and under which rules."""

    what: Annotated[str, Meta(max_length=40)]
    words: Words
    where: Any = None
    rows: Annotated[list[str], Meta(max_length=50)] = []
    moment: MomentNumber | None = None


class WrongKept(msgspec.Struct, frozen=True):
    """The name of the file that a report was kept in."""

    file: str
