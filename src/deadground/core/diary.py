"""Diaries: why a bot chose as it did, and what moved a side that nobody plays. Sealed until the game is over.

A bot's note is kept beside its choice. The rules write for a side without a seat, as events that nobody sees.
"""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.core.events import DIARY, TURN
from deadground.core.faults import Fault, Refused
from deadground.core.journal import Chose, line_to
from deadground.core.match import Match
from deadground.core.minds import PLAN


class Remark(msgspec.Struct, frozen=True):
    """One line of a diary: the journal entry it belongs to, whose it is, and what it says.

    `side` is said for a side that nobody plays, which has no seat. `plan` is the part of the note that tells it.
    `turn` is the turn that had begun by then with what the entry led to; 0 if it is the one its choice was made in.
    """

    entry: int
    seat: str
    note: str
    side: str = ""
    plan: str = ""
    turn: int = 0

    @property
    def rest(self) -> str:
        """What the note says besides the plan."""
        return self.note.removeprefix(self.plan).strip()


def diary(match: Match[Any]) -> list[Remark]:
    """Every note of a game that is over, in order; what was taken back is not among them."""
    if match.outcome is None:
        raise Refused(Fault("", "the game is not over: diaries stay closed"))
    remarks = []
    planned: set[str] = set()  # a bot keeps nothing in mind, so it may say its plan more than once
    for entry in line_to(match.journal, match.current):
        if isinstance(entry.act, Chose) and entry.act.note:
            seat = entry.act.choice.seat
            plan, rest = plan_in(entry.act.note)
            plan = "" if seat in planned else plan
            planned |= {seat} if plan else set()
            if note := f"{plan} {rest}".strip():
                remarks.append(Remark(entry.n, seat, note, plan=plan))
        turn = 0
        for event in entry.events:
            if event.seen.kind == TURN:
                turn = int(event.seen.data["turn"])
            if event.seen.kind == DIARY:
                side = str(event.seen.data.get("side", ""))
                remarks.append(Remark(entry.n, "", event.seen.text, side, turn=turn))
    return remarks


def plan_in(note: str) -> tuple[str, str]:
    """The plan that a note begins with, and the rest of it."""
    first, _, rest = note.partition("\n")
    return (first, rest.strip()) if first.startswith(PLAN) else ("", note)
