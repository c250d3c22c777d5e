"""The one road for a seat's questions: advice, checks, looks and drafts, as a page asks them.

They are answered from the seat's view alone, so whoever holds that can answer: in this process or in another.
"""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.looks import Seen, checked, edit, look_about, suggested
from deadground.core.messages import CheckCall, DraftCall, DragCall, LookCall, Question, SuggestCall
from deadground.core.requests import Gesture, Suggestion
from deadground.core.scene import Look

MOST = 20
"""The most suggestions that a page is given."""


class Reply(msgspec.Struct, frozen=True):
    """What a question is answered."""

    faults: tuple[Fault, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    look: Look | None = None
    shown: Look | None = None
    left_out: Look | None = None


def reply_to(seen: Seen, seat: str, call: Question) -> Reply:
    """The answer to a question of a seat. `Refused` and `RuleCrash` go to the caller."""
    if isinstance(call, CheckCall):
        return Reply(faults=tuple(checked(seen, call.choice)))
    if isinstance(call, SuggestCall):
        return Reply(suggestions=tuple(suggested(seen, seat, call.serial, max(0, min(call.most, MOST)))))
    if isinstance(call, LookCall):
        return Reply(look=look_about(seen, seat, call.about, call.given))
    look = edit(seen, seat, call.serial, call.draft, gesture_of(call))
    if not call.keep:
        return Reply(look=look)
    return Reply(
        look=look,
        shown=shown(seen, seat, call.serial, look.value),
        left_out=left_out(seen, seat, look.value),
    )


def shown(seen: Seen, seat: str, serial: int, draft: Any) -> Look | None:
    """The picture of a whole draft, where its kind has one."""
    try:
        return edit(seen, seat, serial, draft, Gesture(act="show"))
    except Refused:
        return None


def left_out(seen: Seen, seat: str, draft: Any) -> Look | None:
    """What a draft leaves undone, where the system can say."""
    try:
        return (
            look_about(seen, seat, "left_out", {"draft": draft}) if "left_out" in seen.system.looks else None
        )
    except Refused:
        return None


def gesture_of(call: DragCall | DraftCall) -> Gesture:
    if isinstance(call, DragCall):
        return Gesture(pieces=call.pieces, to=call.to, given=call.given)
    return Gesture(act=call.act, pieces=call.pieces, given=call.given)
