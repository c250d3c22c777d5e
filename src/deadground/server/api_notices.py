"""What the HTTP API takes and gives for notices, for what a seat missed, and for trust in the dice."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from deadground.server.mail import LONGEST_ADDRESS
from deadground.server.webhooks import LONGEST_URL


class NoticeWays(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat is told that it is needed. What was set is shown in part only: it may be as good as a password."""

    webhook: str
    mail: str
    can_mail: bool
    """Whether this server sends mail at all."""
    trouble: str
    """Why the last notice did not arrive, if so."""


class NoticeOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat wants to be told. "" switches a way off; null leaves it as it is."""

    webhook: Annotated[str, Meta(max_length=LONGEST_URL)] | None = None
    mail: Annotated[str, Meta(max_length=LONGEST_ADDRESS)] | None = None


class MailStopped(msgspec.Struct, frozen=True):
    """The mails have an end; with `for_good` all from this server."""

    for_good: bool


class SinceTurn(msgspec.Struct, frozen=True):
    """What happened in a turn, or in a phase of it: a heading and a few sentences."""

    title: str
    lines: list[str]


class Since(msgspec.Struct, frozen=True, kw_only=True):
    """What happened since a seat last looked, told from its own view and log."""

    events: int
    """How many lines its log has grown by."""
    moment: int | None
    """The number of the first moment that it missed."""
    turns: list[SinceTurn]
    asked: str
    """What is asked of it now, or whom the table waits for."""


class DiceSeal(msgspec.Struct, frozen=True, kw_only=True):
    """The promise that was made when the game began and, once it is over, the seed that must fit it."""

    commitment: str
    seed: str | None
    """The 32 bytes in hexadecimal digits; null while the game goes on."""


class DiceAudit(msgspec.Struct, frozen=True, kw_only=True):
    """What an audit went through and what it found, as `deadground verify` says it."""

    holds: bool
    whole: bool
    """Whether everything could be judged: not of a game that began with another version of the rules."""
    entries: int
    dice: int
    checked: list[str]
    notes: list[str]
    findings: list[str]
