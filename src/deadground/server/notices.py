"""Turn notices: telling somebody who is away that his seat is needed. One for each visit that is needed.

Whether a seat is needed is read from its own view and nothing else, and what a notice says is always the same. So a
notice can tell nothing that the seat's own page would not show, and comes whether or not something is hidden.

A seat is *at the table* while one of its tabs is open and visible. Who leaves while he is needed knows it.
Otherwise, when the seat becomes needed and stays so for a short while, a notice goes out, and no other until
somebody of that seat has been at the table again. That is written down before anything is sent, so that a server
that stops in between sends one too few and never one too many.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from deadground.core import lending, standing
from deadground.core.journal import open_take_back
from deadground.core.table import Table
from deadground.server import mail, notice_store, webhooks
from deadground.server.mail import Letter, MailAccount, MailNotSent
from deadground.server.notice_store import Wish
from deadground.server.store import Store
from deadground.server.talk_rate import Pace, Paces
from deadground.server.webhooks import Called, NotDelivered

if TYPE_CHECKING:
    from deadground.server.rooms import TabLine

log = logging.getLogger(__name__)
T = TypeVar("T")

Spot = tuple[str, str]
"""A game and a seat of it."""

NEEDED = "You are needed as {seat} ({title})."
SETTING: Pace = (10, 6.0)
ATTENDING: Pace = (30, 1.0)
MAILS_AN_HOUR = 12
"""More than this to one address are not sent, whichever seats they are for."""


class NoticeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator has set. `address` is where people find this server, such as https://tables.example.org."""

    account: MailAccount | None = None
    address: str = ""
    allow_private: bool = False
    pause: float = 20.0
    """Seconds that a seat is given to come back by itself, as after a page was loaded anew."""
    tries_after: tuple[float, ...] = (0, 15, 120, 900)
    """Seconds before each try to deliver a notice."""


class Needs(msgspec.Struct, frozen=True):
    """Which seats of a game are needed and which are not, and what the game is called."""

    title: str
    seats: dict[str, bool]


class Kept(msgspec.Struct):
    """What is remembered of a seat while the server runs."""

    tabs: dict[TabLine, bool] = msgspec.field(default_factory=dict)
    """The open tabs, and whether each is visible."""
    needed: bool = False
    knows: bool = False
    """Whether the seat's person saw himself that he is needed, and left all the same."""
    waiting: asyncio.Task[None] | None = None

    @property
    def present(self) -> bool:
        return any(self.tabs.values())


class Notices:
    """All notices of a server. What may read the store says so; the rest is done on the event loop."""

    def __init__(self, store: Store, settings: NoticeSettings) -> None:
        self.settings = settings
        self.store = store
        self._wishes: dict[str, dict[str, Wish]] = {}
        self._seats: defaultdict[Spot, Kept] = defaultdict(Kept)
        self._threads = ThreadPoolExecutor(4, "notices")
        self._lookups = ThreadPoolExecutor(2, "notice lookups")
        self._paces = Paces()
        self._mailed: defaultdict[str, deque[float]] = defaultdict(deque)

    def wishes(self, game: str) -> Mapping[str, Wish]:
        """How the seats of a game want to be told, by seat. May read the store: not for the event loop."""
        if game not in self._wishes:
            self._wishes[game] = notice_store.wishes(self.store, game)
        return self._wishes[game]

    def needs(self, table: Table[Any]) -> Needs | None:
        """Who of those that want to be told is needed; None if nobody wants to. Not for the event loop."""
        wishes = self.wishes(table.game)
        if not wishes:
            return None
        match = table.match
        title = match.system.sheet(match.setup.scenario).title
        return Needs(title, {seat: is_needed(table, seat) for seat in wishes})

    def changed(self, game: str, needs: Needs) -> None:
        """The table has changed: these seats are needed now, or not."""
        for seat, needed in needs.seats.items():
            self._weigh((game, seat), needed, needs.title)

    def came(self, game: str, seat: str, line: TabLine, visible: bool = True) -> bool:
        """A tab has come, or became visible or hidden. True if with it the seat has left the table."""
        kept = self._seats[game, seat]
        was_present = kept.present
        kept.tabs[line] = visible
        if kept.present:
            self._at_the_table((game, seat))
        return was_present and self._is_away(kept)

    def went(self, game: str, seat: str, line: TabLine) -> bool:
        """A tab has gone. True if with it the seat has left the table."""
        kept = self._seats[game, seat]
        was_present = kept.present
        kept.tabs.pop(line, None)
        if not kept.tabs and seat not in self._wishes.get(game, {}):
            del self._seats[game, seat]
        return was_present and self._is_away(kept)

    def is_present(self, game: str, seat: str) -> bool:
        """Whether a seat is at the table."""
        kept = self._seats.get((game, seat))
        return kept is not None and kept.present

    def _is_away(self, kept: Kept) -> bool:
        """Who leaves while he is needed has seen it on his page."""
        if not kept.present:
            kept.knows = kept.needed
        return not kept.present

    async def set(self, game: str, seat: str, **changes: Any) -> None:
        """Change how a seat wants to be told. A notice that goes out meanwhile leaves its own trace beside it."""
        await asyncio.to_thread(self.wishes, game)
        wish = msgspec.structs.replace(self._wishes[game].get(seat, Wish()), **changes)
        others = {other: one for other, one in self._wishes[game].items() if other != seat}
        self._wishes[game] = {**others, seat: wish} if wish.webhook or wish.mail else others
        try:
            await asyncio.wrap_future(notice_store.keep(self.store, game, seat, wish))
        except SQLAlchemyError:
            self._wishes.pop(game, None)
            raise

    def pace(self, game: str, seat: str, pace: Pace, what: str) -> None:
        """Refuse what a seat does too fast."""
        self._paces.spend(f"{game} {seat}", pace, what)

    async def looked_up(self, look: Callable[[], T]) -> T:
        """Do something that may wait for a name server, where nobody else's work waits behind it."""
        return await asyncio.get_running_loop().run_in_executor(self._lookups, look)

    async def forget(self, game: str, seat: str) -> None:
        """Somebody else gets a seat: he is not told how the one before him was called, nor what that one saw."""
        await self.set(game, seat, webhook="", mail="", stop="", trouble="", noticed=False)
        await asyncio.wrap_future(notice_store.forget_visit(self.store, game, seat))

    def look_again(self) -> None:
        """The store was put back to what it was: what was read from it before no longer counts."""
        self._wishes = {}

    async def stop_mail(self, stop: str, for_good: bool) -> bool:
        """Send no more mail to whom a mail with this ending came. False if no seat has such an ending."""
        found = await asyncio.to_thread(notice_store.by_stop, self.store, stop)
        if found is None:
            return False
        game, seat, wish = found
        if for_good:
            await asyncio.wrap_future(notice_store.refuse(self.store, wish.mail))
        await self.set(game, seat, mail="", stop="", trouble="")
        return True

    async def close(self) -> None:
        """Send nothing more. What is being sent just now has seconds to end."""
        waiting = [kept.waiting for kept in self._seats.values() if kept.waiting is not None]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for threads in (self._threads, self._lookups):
            threads.shutdown(wait=False, cancel_futures=True)

    def _at_the_table(self, spot: Spot) -> None:
        kept, (game, seat) = self._seats[spot], spot
        if kept.waiting is not None:
            kept.waiting.cancel()
            kept.waiting = None
        wish = self._wishes.get(game, {}).get(seat)
        if wish is not None and wish.noticed:
            self._note(spot, noticed=False)

    def _weigh(self, spot: Spot, needed: bool, title: str) -> None:
        kept = self._seats[spot]
        kept.needed = needed
        if not needed:
            kept.knows = False
        if kept.waiting is not None and kept.waiting.done():
            kept.waiting = None
        if needed and not kept.present and not kept.knows and kept.waiting is None:
            kept.waiting = asyncio.create_task(self._tell(spot, title))

    async def _tell(self, spot: Spot, title: str) -> None:
        """Wait a little; if the seat is needed still and nobody came, tell it once."""
        await asyncio.sleep(self.settings.pause)
        kept, (game, seat) = self._seats[spot], spot
        wish = self._wishes.get(game, {}).get(seat)
        if wish is None or wish.noticed or not kept.needed or kept.knows or kept.present:
            return
        await asyncio.wrap_future(self._note(spot, noticed=True, trouble=""))
        ways: list[Callable[[], None]] = []
        if wish.webhook:
            ways.append(lambda: self._post(wish.webhook, self._called(spot, title)))
        if wish.mail and self.settings.account is not None:
            ways.append(lambda: self._mail(wish, self._called(spot, title)))
        troubles = await asyncio.gather(*(self._tried(way) for way in ways))
        trouble = "; ".join(one for one in troubles if one)
        if trouble:
            log.warning("a notice of game %s did not arrive: %s", game, trouble)
            await asyncio.wrap_future(self._note(spot, trouble=trouble))

    async def _tried(self, way: Callable[[], None]) -> str:
        """Deliver a notice in one way, trying again a few times; why it did not arrive, or ""."""
        trouble = ""
        for pause in self.settings.tries_after:
            await asyncio.sleep(pause)
            try:
                await asyncio.get_running_loop().run_in_executor(self._threads, way)
            except (NotDelivered, MailNotSent) as failure:
                trouble = str(failure)
                if not failure.again:
                    break
            else:
                return ""
        return trouble

    def _post(self, url: str, called: Called) -> None:
        webhooks.deliver(url, called, self.settings.allow_private)

    def _mail(self, wish: Wish, called: Called) -> None:
        account = self.settings.account
        if account is None or notice_store.is_refused(self.store, wish.mail):
            raise MailNotSent("the owner of this address wants no mail from here", False)
        if not self._may_mail(wish.mail):
            raise MailNotSent(f"this address gets {MAILS_AN_HOUR} mails an hour at most", False)
        here = self.settings.address
        letter = Letter(
            to=wish.mail,
            subject=f"You are needed: {called.title}",
            text=f"{called.text}\n\n{called.link}",
            stop=f"{here}/stop/#{wish.stop}",
            one_click=f"{here}/api/notices/stop?stop={wish.stop}",
        )
        mail.send(account, letter)

    def _may_mail(self, address: str) -> bool:
        sent, now = self._mailed[address.lower()], time.monotonic()
        while sent and sent[0] < now - 3600:
            sent.popleft()
        sent.append(now)
        return len(sent) <= MAILS_AN_HOUR

    def _called(self, spot: Spot, title: str) -> Called:
        game, seat = spot
        text = NEEDED.format(seat=seat.replace("_", " ").capitalize(), title=title)
        link = f"{self.settings.address}/play/{game}" if self.settings.address else ""
        return Called("needed", game, title, seat, text, text, link)

    def _note(self, spot: Spot, **changes: Any) -> Any:
        """Change what is kept of a seat's wish, here and in the store."""
        game, seat = spot
        wish = msgspec.structs.replace(self._wishes[game][seat], **changes)
        self._wishes[game] = {**self._wishes[game], seat: wish}
        return notice_store.note(self.store, game, seat, wish)


def is_needed(table: Table[Any], seat: str) -> bool:
    """Whether somebody must come for a seat: a question its plan does not answer, or a take-back to agree to."""
    match = table.match
    if match.outcome is not None:
        return False
    wish = open_take_back(match.journal)
    for played in lending.plays_for(match, seat):
        if wish is not None and played not in (wish.asked.seat, *wish.agreed):
            return True
        view = match.view(played)
        if view.requests and not standing.goes_by_plan(match, view):
            return True
    return False
