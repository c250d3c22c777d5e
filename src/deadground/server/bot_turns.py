"""What the bots of a table have to say now. Their choices are made in processes of their own: see bot_worker.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from deadground.core import lending
from deadground.core.journal import BOT, open_take_back
from deadground.core.match import Match
from deadground.core.messages import AnswerBackCall, AnyCall
from deadground.server.bot_worker import asked_of
from deadground.server.playable import usual_of


class BotTurn(msgspec.Struct, frozen=True):
    """A bot is to speak: it says `call`, or its process is asked by `frame`."""

    sender: str
    call: AnyCall | None
    frame: bytes


def next_turn(match: Match[Any], names: Mapping[str, str]) -> BotTurn | None:
    """The next bot to speak. `names` are the bots by seat; it agrees to every take-back.

    A seat that was lent to a bot is played by the strongest.
    """
    wish = open_take_back(match.journal)
    lent = lending.bot_seats(match)
    own = [seat for seat in names if lending.played_by(match, seat) == seat]
    for seat in (*own, *lent):
        sender = BOT if seat in lent else seat
        if wish is not None and seat not in (wish.asked.seat, *wish.agreed):
            return BotTurn(sender, AnswerBackCall(call=0, as_seat=seat, agrees=True), b"")
        if match.view(seat).requests:
            return BotTurn(sender, None, asked_of(match, seat, names.get(seat) or usual_of(match.system)))
    return None


def has_bots(match: Match[Any], names: Mapping[str, str]) -> bool:
    """Whether a bot plays a seat, from the start or because it was lent to one."""
    return bool(names or lending.bot_seats(match))
