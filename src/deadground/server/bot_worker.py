"""A bot in a process of its own. It is told a seat's view and answers with a choice; it never holds a match.

Such a process also answers the questions of those who ask much (see askers.py): they need no more than the view
either. It keeps the last views it was told, with what was worked out on them.

This is both ends of the pipe in one place: what is sent, and what the process does with it. Frames are JSON, each
after its length. `bot_workers.py` starts the processes and hands the work out.

What a bot leaves to chance comes from a secret of its game and seat, made from the match's seed in a way that
tells nothing of the dice. Before every choice the source is set by that secret and the number of the request, so
a choice depends on the view alone: any process gives the same one, and so does a process that was started anew.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from time import process_time
from typing import Any, BinaryIO

import msgspec

from deadground.bots.roster import bots_of
from deadground.core.bot import Bot, chosen
from deadground.core.faults import Fault, Refused, RuleCrash
from deadground.core.match import Match
from deadground.core.messages import AnyMessage, ErrorMessage, Question, RefusalMessage
from deadground.core.own_book import Cells, OwnBook, in_force
from deadground.core.questions import reply_to
from deadground.core.requests import AnyRequest, Choice
from deadground.core.system import System
from deadground.core.table import FAILED, Table, acknowledged
from deadground.core.view import Outcome, View

LENGTH = 4
"""Bytes that tell the length of a frame."""

KEPT_BOTS = 64
"""Bots that a process keeps, so that what one worked out about its map serves the next choice too."""

KEPT_VIEWS = 16
"""Views that a process keeps."""

POLITE = 5
"""How far bots stand back for the server when the machine is busy."""


class SentView(msgspec.Struct, frozen=True, kw_only=True):
    """A view on its way to a process."""

    seat: str
    seats: tuple[str, ...]
    options: dict[str, str]
    state: msgspec.Raw
    requests: tuple[AnyRequest, ...]
    waiting: tuple[str, ...]
    can_undo: bool
    outcome: Outcome | None
    own_book: Cells = {}
    sees_all: bool = False


class Asked(msgspec.Struct, frozen=True, kw_only=True, tag="bot"):
    """Everything a process is told: which bot of which system, its secret, and the view."""

    system: str
    bot: str
    secret: bytes
    view: SentView


class Questioned(msgspec.Struct, frozen=True, kw_only=True, tag="question"):
    """A question of a seat: the call, the version of the view its page has, and the view as it is kept here."""

    system: str
    commitment: str
    call: Question
    version: int
    view: msgspec.Raw


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's choice and why it made it, or the message that answers a question, or what went wrong.

    `took` is how many seconds of computing it was.
    """

    choice: Choice | None = None
    note: str = ""
    message: msgspec.Raw = msgspec.Raw(b"null")
    took: float = 0.0
    failed: str = ""


encode = msgspec.json.Encoder().encode
decode_asked = msgspec.json.Decoder(Asked | Questioned).decode
decode_view = msgspec.json.Decoder(SentView).decode
decode_answered = msgspec.json.Decoder(Answered).decode


def bot_secret(seed: bytes, seat: str) -> bytes:
    """What a seat's bot draws from. Nobody can get from it to the seed, which is the key here, nor to a die."""
    return hashlib.blake2b(seat.encode(), digest_size=32, key=seed, person=b"deadground bot").digest()


def asked_of(match: Match[Any], seat: str, bot: str) -> bytes:
    """The frame that asks a seat's bot for its choice. It holds the seat's view and nothing else of the match."""
    sent = sent_view(match.view(seat))
    return encode(Asked(system=match.system.name, bot=bot, secret=bot_secret(match.seed, seat), view=sent))


def question_of(table: Table[Any], sender: str, call: Question) -> bytes:
    """The frame that asks a question for a seat. `Refused` says why the sender may not ask it."""
    match, seat = table.match, table.played(sender, call)
    return encode(
        Questioned(
            system=match.system.name,
            commitment=match.commitment,
            call=call,
            version=table.version(sender),
            view=msgspec.Raw(encode(sent_view(match.view(seat)))),
        )
    )


def sent_view(view: View[Any]) -> SentView:
    return SentView(
        seat=view.seat,
        seats=view.seats,
        options=dict(view.options),
        state=msgspec.Raw(encode(view.state)),
        requests=view.requests,
        waiting=view.waiting,
        can_undo=view.can_undo,
        outcome=view.outcome,
        own_book=view.own_book.cells if view.own_book else {},
        sees_all=view.sees_all,
    )


def view_of(sent: SentView, system: System[Any]) -> View[Any]:
    """The view as it was before it was sent."""
    state = msgspec.json.decode(sent.state, type=system.state_type)
    with in_force(OwnBook(sent.own_book) if sent.own_book else None):
        view: View[Any] = View(sent.seat, sent.seats, sent.options, lambda: state)
    view.requests, view.waiting = sent.requests, sent.waiting
    view.can_undo, view.outcome = sent.can_undo, sent.outcome
    view.sees_all = sent.sees_all
    return view


class Told(msgspec.Struct, frozen=True):
    """A view in the place of a match: see core/looks.py."""

    system: System[Any]
    commitment: str
    only: View[Any]

    def view(self, seat: str) -> View[Any]:
        if seat != self.only.seat:
            raise Refused(Fault("seat", f"this is not the view of {seat}"))
        return self.only


class Bots:
    """The bots of a process, made when they are first asked."""

    def __init__(self, systems: Mapping[str, System[Any]]) -> None:
        self._systems = systems
        self._kept: OrderedDict[tuple[str, str, bytes], tuple[Bot, Random]] = OrderedDict()
        self._views: OrderedDict[tuple[str, bytes], View[Any]] = OrderedDict()

    def answer(self, frame: bytes) -> bytes:
        """The answer to a frame; a bot that fails is told of, and does not end the process."""
        try:
            asked = decode_asked(frame)
            return encode(self._chosen(asked) if isinstance(asked, Asked) else self._replied(asked))
        except Exception:
            return encode(Answered(failed=traceback.format_exc()))

    def _chosen(self, asked: Asked) -> Answered:
        bot, chance = self._bot(asked)
        view = view_of(asked.view, self._systems[asked.system])
        chance.seed(asked.secret + str(view.requests[0].serial).encode())
        return Answered(choice=chosen(bot, view), note=bot.note)

    def _replied(self, asked: Questioned) -> Answered:
        began = process_time()
        told = Told(self._systems[asked.system], asked.commitment, self._view(asked))
        message = replied(told, asked.call, asked.version)
        return Answered(message=msgspec.Raw(encode(message)), took=process_time() - began)

    def _view(self, asked: Questioned) -> View[Any]:
        """The view that was sent, the same one if it was sent before: systems keep what they worked out by it."""
        key = (asked.system, bytes(asked.view))
        if key not in self._views:
            self._views[key] = view_of(decode_view(asked.view), self._systems[asked.system])
            if len(self._views) > KEPT_VIEWS:
                self._views.popitem(last=False)
        self._views.move_to_end(key)
        return self._views[key]

    def _bot(self, asked: Asked) -> tuple[Bot, Random]:
        key = (asked.system, asked.bot, asked.secret)
        if key not in self._kept:
            chance = Random(asked.secret)
            self._kept[key] = bots_of(self._systems[asked.system])[asked.bot](chance), chance
            if len(self._kept) > KEPT_BOTS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


def replied(told: Told, call: Question, version: int) -> AnyMessage:
    """The message that answers a question, as the table itself would."""
    try:
        return acknowledged(version, call, reply_to(told, told.only.seat, call))
    except Refused as refused:
        return RefusalMessage(version=version, call=call.call, faults=refused.faults)
    except RuleCrash:
        return ErrorMessage(version=version, call=call.call, reason=FAILED)


def framed(body: bytes) -> bytes:
    return len(body).to_bytes(LENGTH, "big") + body


def read_frame(source: BinaryIO) -> bytes | None:
    """The next frame; None when the server has gone."""
    head = source.read(LENGTH)
    if len(head) < LENGTH:
        return None
    length = int.from_bytes(head, "big")
    body = source.read(length)
    return body if len(body) == length else None


def named(place: str) -> Callable[[], Mapping[str, System[Any]]]:
    """The function `module:name`, which gives the systems that are played here."""
    module, _, name = place.partition(":")
    found: Callable[[], Mapping[str, System[Any]]] = getattr(import_module(module), name)
    return found


def main(place: str) -> None:
    """Answer until the server closes the pipe. Whoever stops the server stops it through the server."""
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    os.nice(POLITE)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints must not get between the answers
    bots = Bots(named(place)())
    try:
        while (frame := read_frame(sys.stdin.buffer)) is not None:
            answers.write(framed(bots.answer(frame)))
            answers.flush()
    except (
        BrokenPipeError
    ):  # the server has gone while a bot thought; what is left of the answer goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
