"""Webhooks: an address of a player's own that is told when his seat is needed.

The server fetches what a stranger names, so it is careful: only http and https, only addresses outside its own
machine and network (unless its operator allows them), the name looked up once and that very address called, no
redirect followed, little read, and an end to everything after a few seconds.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec

LONGEST_URL = 500
PATIENCE = 5.0
"""Seconds to wait for one step: connecting, sending, the next bytes of the answer."""

DEADLINE = 12.0
"""Seconds after which a delivery is over, however busily the other end drips."""

WORTH_ANOTHER_TRY = (408, 425, 429)
PORTS = {"http": 80, "https": 443}
TRANSLATED = tuple(ipaddress.ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48"))
"""IPv6 addresses that a gateway turns into IPv4 ones; which, cannot be told from here."""


class BadAddress(Exception):
    """Why an address cannot be used, in words for the one who typed it."""


class NotDelivered(Exception):
    """Why a notice did not arrive. `again` says whether another try may help."""

    def __init__(self, reason: str, again: bool) -> None:
        super().__init__(reason)
        self.again = again


class Called(msgspec.Struct, frozen=True):
    """What a notice says. No secret is in it: `game` opens nothing without a seat's token."""

    event: str
    game: str
    title: str
    seat: str
    text: str
    content: str
    """The same sentence again: some services read `text`, others `content`."""
    link: str = ""


def parsed(url: str) -> SplitResult:
    """An address in its parts, if it has the form of one that can be called."""
    if len(url) > LONGEST_URL:
        raise BadAddress(f"an address has {LONGEST_URL} letters at most")
    if any(letter <= " " or letter == "\x7f" or letter == "\\" for letter in url):
        raise BadAddress("an address has no spaces or backslashes in it")
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise BadAddress("this is not an address of the web") from None
    if parts.scheme not in PORTS or not parts.hostname:
        raise BadAddress("an address begins with https:// or http:// and names a host")
    if parts.username is not None or parts.password is not None:
        raise BadAddress("an address with a user name in it is not taken")
    return parts


def check(url: str, allow_private: bool) -> None:
    """Look a webhook up once, so that who sets it learns at once what is wrong with it."""
    parts = parsed(url)
    try:
        address_of(parts, allow_private)
    except NotDelivered as error:
        raise BadAddress(str(error)) from None


def shown(url: str) -> str:
    """As much of a webhook as may be shown: its path is often a password."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/…"


def address_of(parts: SplitResult, allow_private: bool) -> tuple[Any, ...]:
    """The socket address to call. If any address of the name lies inside, none of them is called."""
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotDelivered(f"there is no host {host}", True) from None
    if not allow_private and not all(is_outside(entry[4][0]) for entry in found):
        raise NotDelivered(f"{host} is inside this server's own machine or network", False)
    return found[0]


def is_outside(address: str | int) -> bool:
    """Whether an address is one of the open internet, also when it is an IPv4 address in the clothes of IPv6."""
    ip = ipaddress.ip_address(str(address).split("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None:
            return is_outside(str(inner))
        if any(ip in net for net in TRANSLATED):
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved and not ip.is_unspecified


def deliver(url: str, called: Called, allow_private: bool) -> None:
    """Tell an address, or raise `NotDelivered`. To be run in a thread: it waits."""
    parts = parsed(url)
    family, kind, protocol, _, address = address_of(parts, allow_private)
    connection: socket.socket | None = None
    try:
        connection = socket.socket(family, kind, protocol)
        connection.settimeout(PATIENCE)
        connection.connect(address)
        if parts.scheme == "https":
            connection = ssl.create_default_context().wrap_socket(connection, server_hostname=parts.hostname)
        status = told(connection, parts, msgspec.json.encode(called))
    except (OSError, http.client.HTTPException) as error:
        reason = "took too long" if isinstance(error, TimeoutError) else "could not be reached"
        raise NotDelivered(f"{parts.hostname} {reason}", True) from None
    finally:
        if connection is not None:
            connection.close()
    if not 200 <= status < 300:
        again = status >= 500 or status in WORTH_ANOTHER_TRY
        raise NotDelivered(f"{parts.hostname} answered {status}", again)


def told(connection: socket.socket, parts: SplitResult, body: bytes) -> int:
    """Post over a connection that is open already, and read no more than the head of the answer."""
    client = http.client.HTTPConnection(parts.hostname or "", parts.port or PORTS[parts.scheme])
    client.sock = connection
    over = threading.Timer(DEADLINE, hang_up, (connection,))
    over.daemon = True
    over.start()
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {
            "Host": parts.netloc,
            "Content-Type": "application/json",
            "User-Agent": "deadground",
            "Connection": "close",
        }
        client.request("POST", path, body, headers)
        return client.getresponse().status
    finally:
        over.cancel()


def hang_up(connection: socket.socket) -> None:
    """End a conversation from another thread: whoever waits on it wakes up."""
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
