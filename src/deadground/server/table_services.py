"""The services of a table, the one decoder for all that comes in, and how a service's call is carried out."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from deadground.core.faults import Refused
from deadground.core.messages import AckMessage, AnyCall, AnyMessage, RefusalMessage
from deadground.server.again import AGAIN
from deadground.server.attendance import ATTENDANCE
from deadground.server.naming import NAMES
from deadground.server.presence import PRESENCE
from deadground.server.rooms import NOT_KEPT, WENT_WRONG
from deadground.server.seat_care import SEAT_CARE
from deadground.server.store import StoreError, plain_reason
from deadground.server.table_calls import Caller, Handler, ServerCall, ServerMessage, Service
from deadground.server.talk import TALK

log = logging.getLogger(__name__)

SERVICES: tuple[Service, ...] = (PRESENCE, TALK, ATTENDANCE, SEAT_CARE, NAMES, AGAIN)
"""In the order in which a tab that sits down hears from them."""

HANDLERS: Mapping[type[ServerCall], Handler] = {
    call: handler for service in SERVICES for call, handler in service.handlers.items()
}
MESSAGES: tuple[type[ServerMessage], ...] = tuple(
    message for service in SERVICES for message in service.messages
)

AnyTableCall: Any = reduce(or_, HANDLERS, AnyCall)
AnyTableMessage: Any = reduce(or_, MESSAGES, AnyMessage)
_decoder: msgspec.json.Decoder[AnyCall | ServerCall] = msgspec.json.Decoder(AnyTableCall)


def decode_table_call(frame: bytes) -> AnyCall | ServerCall:
    """A call of the game or of a service, by its tag."""
    return _decoder.decode(frame)


async def joined(caller: Caller) -> None:
    """Tell every service that a tab has sat down. One that fails spoils neither the game nor the others."""
    for service in SERVICES:
        try:
            await service.joined(caller)
        except Exception:
            log.exception("%s failed as %s sat down", type(service).__name__, caller.seat)


async def left(caller: Caller) -> None:
    """Tell every service that a tab has gone."""
    for service in SERVICES:
        try:
            await service.left(caller)
        except Exception:
            log.exception("%s failed as %s left", type(service).__name__, caller.seat)


async def answer_to(caller: Caller, call: ServerCall) -> AnyMessage:
    """Carry out a service's call; what its tab is answered."""
    room, seat = caller.room, caller.seat
    try:
        await HANDLERS[type(call)](caller, call)
    except Refused as refused:
        return RefusalMessage(version=room.version(seat), call=call.call, faults=refused.faults)
    except (SQLAlchemyError, StoreError) as error:
        log.error("%s of %s in game %s was not kept: %s", type(call).__name__, seat, room.game, error)
        return room.error(seat, NOT_KEPT.format(plain_reason(error)), call.call)
    except Exception:
        log.exception("%s of %s in game %s failed", type(call).__name__, seat, room.game)
        return room.error(seat, WENT_WRONG, call.call)
    return AckMessage(version=room.version(seat), call=call.call)
