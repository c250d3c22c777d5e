"""The contract between a table and a seat: every message either way, as plain structs.

docs/contract.md shows one of each. A message to a seat carries `version`: the number of the seat's view it
belongs to. It rises only when that seat's view changes, so it tells nothing of what others do in secret.
"""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.core.events import SeenEvent
from deadground.core.faults import Fault
from deadground.core.lending import Loanable
from deadground.core.overrule import OverruleKind
from deadground.core.patch import Change
from deadground.core.requests import AnyRequest, Choice, Suggestion
from deadground.core.requests.base import Whole
from deadground.core.scene import Look, Scene
from deadground.core.view import Outcome


class SeenTakeBack(msgspec.Struct, frozen=True):
    """A take-back that is being asked for: by which seat, who has agreed, and whose answer it waits for.

    `when` is the turn and phase of the choice, `question` what was asked: for who asks, and who sees everything.
    `undoes` counts the lines of this seat's log that would no longer hold, `first` is the first of them.
    """

    seat: str
    agreed: tuple[str, ...]
    waits_for: tuple[str, ...]
    when: str = ""
    question: str = ""
    undoes: int = 0
    first: str = ""


class SeenView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's view as it travels."""

    game: str
    system: str
    scenario: str
    seat: str
    seats: tuple[str, ...]
    options: dict[str, str]
    state: dict[str, Any]
    """What the seat knows, as data; empty where there is a `scene` to be drawn."""
    requests: tuple[AnyRequest, ...]
    former: tuple[Choice, ...]
    """What was answered to open requests before that was taken back, for whoever is asked them and nobody else."""
    waiting: tuple[str, ...]
    can_undo: bool
    take_back: SeenTakeBack | None
    """The take-back that the table is asked for, while it waits for answers."""
    outcome: Outcome | None
    marks: tuple[str, ...]
    lent: dict[str, str]
    """Seats that are lent, and who plays each: a seat, or "bot"."""
    loanable: tuple[Loanable, ...]
    """What this seat may lend or take home: itself, and for an army commander or umpire others."""
    runs_plan: bool
    """Whether this seat runs its plan. No other seat is told."""
    news: tuple[str, ...]
    """Why it is asked all the same: what happened that it could not know."""
    overrules: tuple[OverruleKind, ...]
    """What this seat may change by hand, with the fields of each; empty for all but an umpire."""
    commitment: str
    digest: str
    scene: Scene | None = None
    """The table to be drawn; null for a system that has none, which is shown as text."""


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What a table sends to a seat."""

    version: int


class ViewMessage(Message, frozen=True, kw_only=True, tag="view"):
    """The whole view and the end of the log: sent on joining and whenever a patch would not do."""

    view: SeenView
    log: tuple[SeenEvent, ...]
    log_start: int
    """How many events of the seat's log come before the first one sent."""


class PatchMessage(Message, frozen=True, kw_only=True, tag="patch"):
    """What changed since the version before, and the events that tell of it."""

    since: int
    changes: tuple[Change, ...]
    events: tuple[SeenEvent, ...]


class AckMessage(Message, frozen=True, kw_only=True, tag="ack"):
    """A call was carried out and is durable. What it asked for is in `faults`, `suggestions` or `look`.

    A gesture that is to be kept brings two more looks along: `shown` pictures all of its draft, `left_out` is what
    that leaves undone.
    """

    call: int
    faults: tuple[Fault, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    look: Look | None = None
    shown: Look | None = None
    left_out: Look | None = None


class RefusalMessage(Message, frozen=True, kw_only=True, tag="refusal"):
    """A call was not carried out; every reason, with its place in the choice and its rule rows."""

    call: int
    faults: tuple[Fault, ...]


class ErrorMessage(Message, frozen=True, kw_only=True, tag="error"):
    """Something went wrong that is not the player's choice: a bad frame, a rule that failed, a lost store."""

    call: int | None
    reason: str


AnyMessage = ViewMessage | PatchMessage | AckMessage | RefusalMessage | ErrorMessage


class Call(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What a seat sends to a table. `call` is any number of the sender's own; the answer repeats it.

    `as` names the seat it is for, where the sender plays another seat that was lent to it.
    """

    call: int
    as_seat: str | msgspec.UnsetType = msgspec.field(name="as", default=msgspec.UNSET)


class ChooseCall(Call, frozen=True, kw_only=True, tag="choose"):
    """Answer a request."""

    choice: Choice


class CheckCall(Call, frozen=True, kw_only=True, tag="check"):
    """What would be wrong with this choice? Nothing is taken."""

    choice: Choice


class SuggestCall(Call, frozen=True, kw_only=True, tag="suggest"):
    """Some labelled legal choices for an open request."""

    serial: int
    most: int = 3


class LookCall(Call, frozen=True, kw_only=True, tag="look"):
    """A question about the table: `about` is one of the system's looks. It changes nothing."""

    about: str
    given: dict[str, Any] = msgspec.field(name="with", default_factory=dict)


class DragCall(Call, frozen=True, kw_only=True, tag="drag"):
    """What draft of an open request comes of dragging pieces to a place, or onto another piece?

    `keep` says that the draft will stay: the answer tells everything about it at once.
    """

    serial: int
    draft: Any = None
    pieces: tuple[str, ...]
    to: tuple[Whole, Whole] | str
    given: dict[str, Any] = msgspec.field(name="with", default_factory=dict)
    keep: bool = False


class DraftCall(Call, frozen=True, kw_only=True, tag="draft"):
    """What draft of an open request comes of an act other than dragging, such as `card` or `clear`?

    `keep` is as for a drag.
    """

    serial: int
    draft: Any = None
    act: str
    pieces: tuple[str, ...] = ()
    given: dict[str, Any] = msgspec.field(name="with", default_factory=dict)
    keep: bool = False


class UndoCall(Call, frozen=True, kw_only=True, tag="undo"):
    """Take back the latest choice while that is free, or a sealed one before the reveal."""


class OverruleCall(Call, frozen=True, kw_only=True, tag="overrule"):
    """The umpire changes something by hand: one of `overrules` of his view, with its fields and a reason."""

    what: str
    fields: dict[str, Any] = {}
    reason: str


class LendCall(Call, frozen=True, kw_only=True, tag="lend"):
    """Lend a seat to a team-mate's seat or to "bot"; with `commands`, only those."""

    seat: str
    to: str
    commands: tuple[str, ...] = ()


class TakeHomeCall(Call, frozen=True, kw_only=True, tag="take_home"):
    """Give a seat that was lent, or some of its commands, back to its owner."""

    seat: str
    commands: tuple[str, ...] = ()


class RunPlanCall(Call, frozen=True, kw_only=True, tag="run_plan"):
    """Let the plan run and be asked only about news, or be asked everything again."""

    on: bool


class AskBackCall(Call, frozen=True, kw_only=True, tag="ask_back"):
    """Ask the table for a take-back."""


class AnswerBackCall(Call, frozen=True, kw_only=True, tag="answer_back"):
    """Answer another seat's wish to take back, or withdraw my own by not agreeing."""

    agrees: bool


AnyCall = (
    ChooseCall
    | CheckCall
    | SuggestCall
    | LookCall
    | DragCall
    | DraftCall
    | UndoCall
    | OverruleCall
    | LendCall
    | TakeHomeCall
    | RunPlanCall
    | AskBackCall
    | AnswerBackCall
)

Question = CheckCall | SuggestCall | LookCall | DragCall | DraftCall
"""Calls that change nothing: they are of use only to who still waits for the answer."""

encode_message = msgspec.json.Encoder().encode
