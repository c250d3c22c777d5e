"""The journal: every act at a table, in order, with its dice, events and digest. It is only ever added to.

An entry continues from a *position*: the one that entry `after` left. Undo, withdrawal, take-back, rewind and
put-right are entries like any other; an entry's number is never used twice, so no dice ever come again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.core.dice import Roll
from deadground.core.events import Event
from deadground.core.overrule import SET_ROLL, Overrule
from deadground.core.requests import Choice

BOT = "bot"
"""The borrower of a seat that a bot plays."""

OVERRULED = "overrule"
"""The kind of the event that tells of an overrule."""


class Act(msgspec.Struct, frozen=True, tag_field="act"):
    """Something done at the table."""


class Began(Act, frozen=True, tag="began"):
    """The game was set up."""


class Chose(Act, frozen=True, tag="chose", gc=False, omit_defaults=True):
    """A seat answered a request. A bot may note its reason; nobody reads that before the game is over."""

    choice: Choice
    note: str = ""
    by_plan: bool = False
    """Whether the seat runs its plan and this was the proposal: nobody was asked."""


class Withdrew(Act, frozen=True, tag="withdrew"):
    """A seat took back its sealed answer before the last seat had given one."""

    seat: str


class Undid(Act, frozen=True, tag="undid"):
    """A seat took back its latest choice while that was free.

    `called` is here and below what whoever did it was called then, as the log names him.
    """

    seat: str
    to: int
    called: str = ""


class AskedBack(Act, frozen=True, tag="asked_back"):
    """A seat asks the table to let it take back its latest choice and all that followed.

    `when` is the turn and phase it was made in; `question` what was asked, for none but that seat to read.
    """

    seat: str
    to: int
    called: str = ""
    when: str = ""
    question: str = ""


class AnsweredBack(Act, frozen=True, tag="answered_back"):
    """A seat agrees, or not, to a take-back. When all have agreed the table goes back.

    Whoever asked for it withdraws it by not agreeing: `own` says so.
    """

    seat: str
    agrees: bool
    called: str = ""
    own: bool = False


class TookBack(Act, frozen=True, tag="took_back"):
    """All agreed: the table is back where the asking seat had not yet chosen."""

    seat: str
    to: int
    called: str = ""


class Rewound(Act, frozen=True, tag="rewound"):
    """The umpire or a solo player went back to an earlier position. The game is marked from then on."""

    by: str
    to: int
    reason: str
    called: str = ""


class Correction(msgspec.Struct, frozen=True):
    """One value put right: the path to it inside the state, and what it is now."""

    at: tuple[str | int, ...]
    value: Any


class PutRight(Act, frozen=True, tag="put_right"):
    """The umpire or a solo player corrected the state, or set the next dice, with a reason. Marks the game."""

    by: str
    reason: str
    corrections: tuple[Correction, ...] = ()
    dice: tuple[int, ...] = ()
    overrule: Overrule | None = None
    called: str = ""


class RanPlan(Act, frozen=True, tag="ran_plan"):
    """A seat lets its plan run from now on, or wants to be asked again."""

    seat: str
    on: bool


class Lent(Act, frozen=True, tag="lent"):
    """A seat, or some of its commands, is lent to another seat or to a bot. `by` arranged it.

    `says` is what the log tells of it, with the names that people had then.
    """

    seat: str
    to: str
    by: str
    commands: tuple[str, ...] = ()
    says: str = ""


class TookHome(Act, frozen=True, tag="took_home"):
    """What a seat had lent, or some of its commands, is its own again."""

    seat: str
    by: str
    commands: tuple[str, ...] = ()
    says: str = ""


class Seated(Act, frozen=True, tag="seated"):
    """Something was said or done about who sits where: `says` tells it, `name` is who sat down or left.

    `again` says that the seat changed hands by it, so that everybody is to know it until the game ends.
    """

    seat: str
    says: str
    name: str = ""
    again: bool = False


AnyAct = (
    Began
    | Chose
    | Withdrew
    | Undid
    | AskedBack
    | AnsweredBack
    | TookBack
    | Rewound
    | PutRight
    | RanPlan
    | Lent
    | TookHome
    | Seated
)

Said = AskedBack | AnsweredBack | Seated
"""Acts that leave the position as it is."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One act: its number, the position it continues, what was done, and what came of it.

    `free` says that the choice may still be undone: no die fell and nothing was revealed.
    """

    n: int
    after: int
    act: AnyAct
    rolls: tuple[Roll, ...]
    events: tuple[Event, ...]
    digest: str
    free: bool = False


Named = Undid | AskedBack | AnsweredBack | TookBack | Rewound | PutRight


def who(act: Named) -> str:
    """Who did something, by the name he had then."""
    return act.called or (act.by if isinstance(act, Rewound | PutRight) else act.seat)


def doer(act: AnyAct) -> str:
    """The seat whose doing an act is; "" if it is nobody's, or everybody's as a take-back by consent."""
    if isinstance(act, Chose):
        return act.choice.seat
    by: str = getattr(act, "by", getattr(act, "seat", ""))
    return "" if isinstance(act, TookBack) else by


def told(act: AnyAct) -> str:
    """What the log says of an act that is no rule's doing."""
    if isinstance(act, Undid):
        return f"{who(act)} takes back the last choice."
    if isinstance(act, AskedBack):
        when = f" ({act.when})" if act.when else ""
        return f"{who(act)} asks to take back the last choice{when}."
    if isinstance(act, AnsweredBack) and act.own:
        return f"{who(act)} no longer asks for the take-back."
    if isinstance(act, AnsweredBack):
        return f"{who(act)} {'agrees' if act.agrees else 'does not agree'} to the take-back."
    if isinstance(act, TookBack):
        return f"{who(act)} takes back the last choice, by consent."
    if isinstance(act, Rewound):
        return f"{who(act)} goes back: {act.reason}"
    return act.says if isinstance(act, Lent | TookHome | Seated) else ""


def line_to(journal: list[Entry], n: int) -> list[Entry]:
    """The entries that led to the position entry `n` left, oldest first.

    What was undone is not among them, nor what was only said: a take-back asked for and answered, who sits where.
    """
    line = []
    while n >= 0:
        entry = journal[n]
        if isinstance(entry.act, Undid | TookBack | Rewound):
            n = entry.act.to
            continue
        if not isinstance(entry.act, Said):
            line.append(entry)
        n = entry.after
    return line[::-1]


def marks(journal: list[Entry], seat: str | None = None) -> list[str]:
    """Why a game is marked: who went back or put something right, and the reason given.

    With a seat given, an overrule whose event is not for that seat to read is left out; of a roll that was set it
    reads no more than that.
    """
    said = []
    for entry in journal:
        if isinstance(entry.act, Rewound):
            said.append(f"{who(entry.act)} went back: {entry.act.reason}")
        elif isinstance(entry.act, PutRight) and (seat is None or is_told(entry, seat)):
            said.append(f"{who(entry.act)} put right: {entry.act.reason}")
        elif isinstance(entry.act, PutRight) and entry.act.overrule and entry.act.overrule.what == SET_ROLL:
            said.append(f"{who(entry.act)} set a roll")
    return said


def is_told(entry: Entry, seat: str) -> bool:
    """Whether a seat may read of a put-right; one that is no overrule is told to all."""
    told = [event for event in entry.events if event.seen.kind == OVERRULED]
    return all(event.for_seat(seat) is not None for event in told)


def changes_of(journal: list[Entry]) -> dict[str, list[str]]:
    """For each seat how it changed hands in this game, in the words of the log; no going back strikes it out."""
    found: dict[str, list[str]] = {}
    for entry in journal:
        act = entry.act
        if isinstance(act, Lent | TookHome) or (isinstance(act, Seated) and act.again):
            found.setdefault(act.seat, []).append(act.says)
    return found


def last_in(journal: list[Entry], seat: str) -> str:
    """Who sat down in a seat last, or left it, in this game; "" if nobody did."""
    acts = (entry.act for entry in reversed(journal) if isinstance(entry.act, Seated))
    return next((act.name for act in acts if act.seat == seat and act.name), "")


class TakeBack(msgspec.Struct, frozen=True):
    """A take-back that still waits for answers, and the number of the entry that asks for it."""

    asked: AskedBack
    agreed: tuple[str, ...]
    n: int


def open_take_back(journal: list[Entry]) -> TakeBack | None:
    """The take-back that is being asked for. Playing on, or one seat that does not agree, ends it."""
    agreed: list[str] = []
    for entry in reversed(journal):
        if isinstance(entry.act, AskedBack):
            return TakeBack(entry.act, tuple(agreed), entry.n)
        if isinstance(entry.act, Seated):
            continue
        if not isinstance(entry.act, AnsweredBack) or not entry.act.agrees:
            return None
        agreed.append(entry.act.seat)
    return None


def before_choice(journal: list[Entry], seat: str) -> int | None:
    """The number of the entry whose position a seat's latest choice in force continued."""
    for entry in reversed(line_to(journal, len(journal) - 1)):
        if isinstance(entry.act, Chose) and entry.act.choice.seat == seat:
            return entry.after
    return None


def free_choice(journal: list[Entry]) -> Entry | None:
    """The latest choice in force, if it may be undone: nothing but undone choices and table talk came after."""
    n = len(journal) - 1
    while n >= 0:
        act = journal[n].act
        if isinstance(act, Undid):
            n = act.to
        elif isinstance(act, Said):
            n = journal[n].after
        else:
            return journal[n] if journal[n].free else None
    return None
