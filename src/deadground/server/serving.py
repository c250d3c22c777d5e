"""Running the server: find a port, say where it is, open the browser, stop when asked."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from time import monotonic

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from deadground.core.collecting import collect_less
from deadground.server.app import app_over
from deadground.server.attempts import Calm
from deadground.server.database_file import FileTrouble, served_alone
from deadground.server.doorkeeper import Doorkeeper
from deadground.server.folders import crash_folder, default_database
from deadground.server.lobby import Lobby
from deadground.server.notice_settings import BadSettings, settings_of
from deadground.server.notices import NoticeSettings
from deadground.server.playable import systems
from deadground.server.reach import BadAddress, Reach, checked_url, is_loopback
from deadground.server.sockets import LARGEST_FRAME
from deadground.server.store import Store, StoreError, check_address, file_of

GRACE = 3
"""Seconds that open connections get when the server stops."""

WAIT_OUTSIDE = 512
"""Callers that the system lets wait while the server has no room for them."""

LONGEST_STOP = 20.0
"""Seconds that a choice gets which is being worked out or written when the server stops."""


SWITCH = 0.001
"""Seconds that a thread with rules to run may keep the others waiting; Python's own are 0.005. With a large battle
going on, the other tables are answered the faster for it."""


class CannotServe(Exception):
    """Why the server cannot start, in words."""


class Announcing(uvicorn.Server):
    """A server that says where it is as soon as it answers, and stops without cutting anybody off."""

    def __init__(self, config: uvicorn.Config, lobby: Lobby, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self._lobby = lobby
        self._address = address
        self._open_browser = open_browser
        self._doors: list[Doorkeeper] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        for listening in sockets or ():
            self._doors.append(Doorkeeper(listening, self._protocol, self._lobby.refusals))
        logging.getLogger("uvicorn.error").addFilter(Calm(self._lobby.refusals))
        sys.stdout.write(f"Deadground is at {self._address} (Ctrl-C stops it)\n")
        sys.stdout.flush()
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()
        sys.setswitchinterval(SWITCH)
        collect_less()

    def _protocol(self) -> asyncio.Protocol:
        return H11Protocol(self.config, self.server_state, self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish and keep what is running, tell every tab, and only then close.

        A second interrupt waits for nothing. The signal that asked has been obeyed and is not raised once more.
        """
        stopping = asyncio.create_task(self._lobby.stop())
        end = monotonic() + LONGEST_STOP
        while not stopping.done() and not self.force_exit and monotonic() < end:
            await asyncio.wait({stopping}, timeout=0.1)
        for door in self._doors:
            await door.close()
        await super().shutdown(sockets)
        self._captured_signals.clear()


def serve(host: str, port: int, database: str | None, open_browser: bool, public_url: str = "") -> None:
    """Serve until interrupted. `CannotServe` says what stands in the way."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="deadground: %(message)s")
    with contextlib.ExitStack() as clean_up:
        notices = notices_of(public_url)
        listening = clean_up.enter_context(listen(host, port))
        url = database or own_database()
        store = clean_up.enter_context(opened(url))
        reach = reach_of(host, listening.getsockname()[1], public_url, database or "")
        if not is_loopback(host):
            sys.stderr.write("deadground: plain HTTP on a public address; others can read along\n")
        lobby = Lobby(store, systems(), crash_folder(url), notices=notices)
        config = uvicorn.Config(
            app_over(lobby, reach),
            http=H11Protocol,
            lifespan="on",
            access_log=False,
            log_config=None,
            server_header=False,
            ws_max_size=LARGEST_FRAME,
            timeout_graceful_shutdown=GRACE,
        )
        address = address_of(host, listening.getsockname()[1])
        with contextlib.suppress(KeyboardInterrupt):
            Announcing(config, lobby, address, open_browser).run([listening])


def listen(host: str, port: int) -> socket.socket:
    """A bound socket, on a free port if `port` is 0. It is bound first, so that nothing is made in vain.

    It is named a TCP socket outright: only then does asyncio send small frames at once. Otherwise the patch
    after an answer waits some 40 ms for the browser to confirm the answer.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        bound = socket.create_server((host, port), family=family, backlog=WAIT_OUTSIDE)
        return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, bound.detach())
    except socket.gaierror as error:
        raise CannotServe(f"cannot listen on {host}: no such address") from error
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise CannotServe(f"cannot listen on {host} port {port}: {reason}") from error


def reach_of(host: str, port: int, public_url: str, database: str) -> Reach:
    """Where friends reach the server: as it listens, or at the address that the operator gave."""
    try:
        return Reach(host, port, checked_url(public_url) if public_url else "", database=database)
    except BadAddress as error:
        raise CannotServe(f"--public-url: {error}") from error


def notices_of(public_url: str) -> NoticeSettings:
    """How people are told that they are needed, as the environment has it."""
    try:
        return settings_of(os.environ, public_url.rstrip("/"))
    except BadSettings as error:
        raise CannotServe(str(error)) from error


def own_database() -> str:
    try:
        return default_database()
    except OSError as error:
        raise CannotServe(f"the data folder {error.filename} cannot be made: {error.strerror}") from error


@contextlib.contextmanager
def opened(url: str) -> Iterator[Store]:
    """The store, for this server alone."""
    try:
        check_address(url)
        with served_alone(file_of(url)), contextlib.closing(Store(url)) as store:
            yield store
    except (FileTrouble, StoreError) as error:
        raise CannotServe(str(error)) from error


def address_of(host: str, port: int) -> str:
    """Where a browser on this machine finds the server."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
