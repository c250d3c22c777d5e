"""The search for leaks: markers are planted in what is secret, and looked for in everything a seat is sent."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from deadground.core.faults import Refused
from deadground.core.match import Match
from deadground.core.messages import CheckCall, ChooseCall, SuggestCall
from deadground.core.records import Record, records_of
from deadground.core.table import Table
from deadground.testing.conformance.questions import questions
from deadground.testing.conformance.worlds import drafts

LEAST = 6
"""An id shorter than this may turn up by chance and is not searched for."""


class Markers:
    """Words that nobody would write, and where a seat may rightly read them."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._made: list[str] = []
        self.shown: dict[str, set[str]] = {}
        """The ids that each seat has known, though it may know of them no longer."""

    def new(self) -> str:
        marker = f"zq{self._rng.randrange(16**8):08x}"
        self._made.append(marker)
        return marker

    def search(self, match: Match[Any], table: Table[Any], rng: Random) -> None:
        """Look through everything each seat can get at this decision."""
        for seat in match.setup.seats:
            self.search_text(match, seat, table.join(seat))
            self.search_text(match, seat, match.log(seat))
            if match.outcome is None:
                self.search_text(match, seat, table.export(seat).decode())
                assert match.seed.hex() not in table.export(seat).decode(), "the seed is in an export"
            for answer in answers(match, table, seat, rng):
                self.search_text(match, seat, answer)

    def search_text(self, match: Match[Any], seat: str, sent: Any) -> None:
        text = sent if isinstance(sent, str) else msgspec.json.encode(sent).decode()
        for secret in self.secrets(match, seat):
            if secret in text:
                raise AssertionError(f"{seat} was sent '{secret}', which is secret: …{around(text, secret)}…")

    def secrets(self, match: Match[Any], seat: str) -> set[str]:
        """The ids and marked words of records that a seat does not know and was never shown."""
        if match.system.sees_all(seat):
            return set()
        state = match.position.state
        known = {word for _, _, one in records_of(match.view(seat).state) for word in words(one)}
        told = msgspec.json.encode([e.seen for e in all_events(match) if is_open(e)]).decode()
        unknown = {
            word for _, _, one in records_of(state) if not one.known_to(state, seat) for word in words(one)
        }
        wanted = unknown - known - self.shown.get(seat, set())
        return {word for word in wanted if (word in self._made or is_id(word)) and word not in told}


def words(one: Record) -> set[str]:
    values = (getattr(one, name) for name in one.__struct_fields__)
    return {value for value in values if isinstance(value, str) and len(value) >= LEAST}


def is_id(word: str) -> bool:
    return word.startswith("p") and len(word) == 11 and all(c in "0123456789abcdef" for c in word[1:])


def all_events(match: Match[Any]) -> list[Any]:
    return [event for entry in match.journal for event in entry.events]


def is_open(event: Any) -> bool:
    """An event that showed a piece to all: from then on its name is no secret, even if it hides again."""
    return event.seen_by is None and event.seen.kind == "shown"


def around(text: str, word: str) -> str:
    at = text.index(word)
    return text[max(0, at - 60) : at + 40]


def answers(match: Match[Any], table: Table[Any], seat: str, rng: Random) -> list[Any]:
    """What the table says to good, spoilt and foreign calls of a seat, none of which is carried out."""
    said: list[Any] = []
    for request in match.requests(seat):
        for draft in drafts(request, match.view(seat), rng):
            said.append(table.call(seat, CheckCall(call=1, choice=request.choice(draft)))[0])
        said.append(table.call(seat, SuggestCall(call=2, serial=request.serial))[0])
        stale = msgspec.structs.replace(request.choice(None), serial=-1)
        said.append(table.call(seat, ChooseCall(call=3, choice=stale))[0])
    for other in match.setup.seats:
        if other != seat and match.requests(other):
            foreign = match.requests(other)[0].choice(None)
            said.append(table.call(seat, ChooseCall(call=4, choice=foreign))[0])
    said += [table.call(seat, call)[0] for call in questions(match, seat, rng)]
    try:
        match.check_seat("nobody")
    except Refused as refused:
        said.append(str(refused))
    return said
