"""The door: how many connections there are, from where, and how long one may take to say what it wants.

The web server accepts whatever comes and waits for ever for the rest of a request. Here connections have a number,
for each address and in all, and every request has its time. When the server is full, further callers wait outside
until somebody has gone, and those who are in are served on.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import resource
import socket
from collections.abc import Callable
from math import inf
from time import monotonic

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from deadground.server.attempts import Attempts
from deadground.server.limits import counted_as
from deadground.server.reach import is_loopback

log = logging.getLogger(__name__)

CONNECTIONS_AN_ADDRESS = 300
"""More than the lines it may have to tables: pages ask for other things too."""

KEPT_FREE = 96
"""Files that the server needs itself beside connections: the database, bots, mail."""

FEWEST = 16
"""Connections there may be however few files the system allows."""

WITHIN = {h11.IDLE: 10.0, h11.SEND_BODY: 30.0}
"""Seconds for the headers of a request, and for its body."""

UNREAD = 120.0
"""Seconds in which somebody must read some more of his answer."""

LINGER = 60.0
"""The same for a connection that was closed."""

ROUND = 0.5
"""Seconds between two rounds."""

AT_ONCE = 64
"""Connections taken in before others get their turn."""

SCARCE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
QUIET = 60.0
"""Seconds after which the log is told again that the server is full."""

TOO_SLOW = "the request took too long"
FULL = "the server has as many connections as it can take; others wait"
TOO_MANY = "too many connections from this address are open"


class Visit:
    """A connection, and since when it has been doing what it does."""

    def __init__(self, taken: socket.socket, address: str) -> None:
        self.socket = taken
        self.address = address
        self.transport: asyncio.Transport | None = None
        self._doing: object = None
        self._since = monotonic()

    @property
    def is_over(self) -> bool:
        return self.socket.fileno() < 0

    def is_overdue(self) -> bool:
        """Whether it has had its time for what it is doing."""
        doing, within = self._now()
        if doing != self._doing:
            self._doing, self._since = doing, monotonic()
        return monotonic() - self._since >= within

    def _now(self) -> tuple[object, float]:
        """What it is doing now, and how many seconds it has for that. A line to a table has pings of its own."""
        if self.transport is None:
            return "arriving", inf
        unread = self.transport.get_write_buffer_size()
        if self.transport.is_closing():
            return ("closing", unread), LINGER
        protocol = self.transport.get_protocol()
        if not isinstance(protocol, H11Protocol):
            return protocol, inf
        if unread:
            return ("unread", unread), UNREAD
        return (protocol.conn.their_state, protocol.cycle), WITHIN.get(protocol.conn.their_state, inf)

    def end(self) -> bool:
        """Send it away; True if it had begun to ask something, and then it is told why."""
        if self.transport is None:
            return False
        protocol = self.transport.get_protocol()
        if self.transport.is_closing() or not isinstance(protocol, H11Protocol) or not has_begun(protocol):
            self.transport.abort()
            return False
        if protocol.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            protocol.send_400_response(TOO_SLOW)
        else:
            self.transport.abort()
        return True


def has_begun(protocol: H11Protocol) -> bool:
    """Whether anything of a request has come: browsers open connections that they may never need."""
    return protocol.conn.their_state is h11.SEND_BODY or bool(protocol.conn.trailing_data[0])


class Doorkeeper:
    """Takes connections in on one listening socket. `protocol` makes what then serves each."""

    def __init__(
        self, listening: socket.socket, protocol: Callable[[], asyncio.Protocol], refusals: Attempts
    ) -> None:
        self._listening = listening
        self._protocol = protocol
        self._refusals = refusals
        self._most = most_connections()
        self._visits: set[Visit] = set()
        self._arriving: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self._is_open = False
        self._said_full = -QUIET
        listening.setblocking(False)
        self._rounds = asyncio.create_task(self._go_round())
        self._open()

    async def close(self) -> None:
        """Take in nobody else. Those who are in are the web server's."""
        self._shut()
        self._rounds.cancel()
        await asyncio.gather(self._rounds, *self._arriving, return_exceptions=True)

    def _open(self) -> None:
        if not self._is_open:
            self._is_open = True
            self._loop.add_reader(self._listening, self._take_in)

    def _shut(self) -> None:
        if self._is_open:
            self._is_open = False
            self._loop.remove_reader(self._listening)

    def _take_in(self) -> None:
        """Take in whoever stands outside, as far as there is room."""
        for _ in range(AT_ONCE):
            if not self._has_room():
                self._full()
                return
            try:
                taken, peer = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in SCARCE:
                    raise
                self._full()
                return
            self._arrived(Visit(taken, counted_as(peer[0])))

    def _arrived(self, visit: Visit) -> None:
        if not is_loopback(visit.address) and self._number_from(visit.address) >= CONNECTIONS_AN_ADDRESS:
            self._refusals.failed(visit.address, TOO_MANY)
            visit.socket.close()
            return
        self._visits.add(visit)
        task = self._loop.create_task(self._serve(visit))
        self._arriving.add(task)
        task.add_done_callback(self._arriving.discard)

    async def _serve(self, visit: Visit) -> None:
        try:
            visit.socket.setblocking(False)
            visit.transport, _ = await self._loop.connect_accepted_socket(self._protocol, visit.socket)
        except OSError:  # who has gone again already
            visit.socket.close()

    def _has_room(self) -> bool:
        if len(self._visits) >= self._most:
            self._see_off()
        return len(self._visits) < self._most

    def _number_from(self, address: str) -> int:
        return sum(visit.address == address and not visit.is_over for visit in self._visits)

    def _see_off(self) -> None:
        """Forget those who have gone."""
        self._visits = {visit for visit in self._visits if not visit.is_over}

    def _full(self) -> None:
        """Wait until the next round, and say so now and then."""
        self._shut()
        if monotonic() - self._said_full >= QUIET:
            self._said_full = monotonic()
            log.warning(FULL)

    async def _go_round(self) -> None:
        """Send away who has had his time, and open the door again if it was shut."""
        while True:
            await asyncio.sleep(ROUND)
            self._see_off()
            for visit in self._visits:
                if visit.is_overdue() and visit.end():
                    self._refusals.failed(visit.address, TOO_SLOW)
            self._open()


def most_connections() -> int:
    """As many as the system allows files, less what the server needs itself."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(FEWEST, (1 << 16 if soft == resource.RLIM_INFINITY else soft) - KEPT_FREE)
