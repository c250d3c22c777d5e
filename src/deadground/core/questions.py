"""The one road for a seat's questions: advice, checks, looks and drafts, as a page asks them.

They are answered from the seat's view alone, so whoever holds that can answer: in this process or in another.
"""

from __future__ import annotations

import msgspec

from deadground.core.faults import Fault
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


def reply_to(seen: Seen, seat: str, call: Question) -> Reply:
    """The answer to a question of a seat. `Refused` and `RuleCrash` go to the caller."""
    if isinstance(call, CheckCall):
        return Reply(faults=tuple(checked(seen, call.choice)))
    if isinstance(call, SuggestCall):
        return Reply(suggestions=tuple(suggested(seen, seat, call.serial, max(0, min(call.most, MOST)))))
    if isinstance(call, LookCall):
        return Reply(look=look_about(seen, seat, call.about, call.given))
    return Reply(look=edit(seen, seat, call.serial, call.draft, gesture_of(call)))


def gesture_of(call: DragCall | DraftCall) -> Gesture:
    if isinstance(call, DragCall):
        return Gesture(pieces=call.pieces, to=call.to, given=call.given)
    return Gesture(act=call.act, pieces=call.pieces, given=call.given)
