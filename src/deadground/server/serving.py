"""Running the server: find a port, say where it is, open the browser, stop when asked."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import os
import socket
import sys
import threading
import webbrowser

import uvicorn

from deadground.server.app import make_app
from deadground.server.folders import crash_folder, default_database
from deadground.server.guard import LOOPBACK
from deadground.server.playable import systems
from deadground.server.sockets import LARGEST_FRAME
from deadground.server.store import Store, StoreError

GRACE = 3
"""Seconds that open connections get when the server stops."""


class CannotServe(Exception):
    """Why the server cannot start, in words."""


class Announcing(uvicorn.Server):
    """A server that says where it is as soon as it answers."""

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self._address = address
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        sys.stdout.write(f"Deadground is at {self._address} (Ctrl-C stops it)\n")
        sys.stdout.flush()
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def serve(host: str, port: int, database: str | None, open_browser: bool) -> None:
    """Serve until interrupted. `CannotServe` says what stands in the way."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="deadground: %(message)s")
    with contextlib.ExitStack() as clean_up:
        listening = clean_up.enter_context(listen(host, port))
        url = database or own_database()
        store = open_store(url)
        clean_up.callback(store.close)
        hosts = (*LOOPBACK, host) if is_loopback(host) else None
        if hosts is None:
            sys.stderr.write("deadground: plain HTTP on a public address; others can read along\n")
        config = uvicorn.Config(
            make_app(store, systems(), crash_folder(url), hosts),
            lifespan="on",
            access_log=False,
            log_config=None,
            server_header=False,
            ws_max_size=LARGEST_FRAME,
            timeout_graceful_shutdown=GRACE,
        )
        address = address_of(host, listening.getsockname()[1])
        with contextlib.suppress(KeyboardInterrupt):
            Announcing(config, address, open_browser).run([listening])


def listen(host: str, port: int) -> socket.socket:
    """A bound socket, on a free port if `port` is 0. It is bound first, so that nothing is made in vain.

    It is named a TCP socket outright: only then does asyncio send small frames at once. Otherwise the patch
    after an answer waits some 40 ms for the browser to confirm the answer.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        bound = socket.create_server((host, port), family=family, backlog=128)
        return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, bound.detach())
    except socket.gaierror as error:
        raise CannotServe(f"cannot listen on {host}: no such address") from error
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise CannotServe(f"cannot listen on {host} port {port}: {reason}") from error


def own_database() -> str:
    try:
        return default_database()
    except OSError as error:
        raise CannotServe(f"the data folder {error.filename} cannot be made: {error.strerror}") from error


def open_store(url: str) -> Store:
    try:
        return Store(url)
    except StoreError as error:
        raise CannotServe(str(error)) from error


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def address_of(host: str, port: int) -> str:
    """Where a browser on this machine finds the server."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
