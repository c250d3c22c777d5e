"""Where friends can reach this server: at a host name the operator set, in the same network, or nowhere yet."""

from __future__ import annotations

import contextlib
import ipaddress
import shlex
import socket
from collections.abc import Callable, Sequence
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from deadground.core.called import command

LOOPBACK = ("127.0.0.1", "localhost", "::1")
WILD = ("0.0.0.0", "::")
ELSEWHERE = "198.51.100.1"
"""An address of no machine. Asking the way to it tells which of our own addresses leads out; nothing is sent."""

USUAL_PORT = 8321
"""The port that a suggestion names where none is known."""

Way = Literal["public", "network", "nobody"]


class ReachTold(msgspec.Struct, frozen=True):
    """How friends can reach this server, the addresses a link can begin with, and that in a few lines."""

    way: Way
    addresses: list[str]
    lines: list[str]


class BadAddress(Exception):
    """Why an address cannot be that of a server."""


def own_addresses() -> list[str]:
    """The addresses of this machine in its network, the one that leads out first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((ELSEWHERE, 9))
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [one for one in dict.fromkeys(found) if not is_loopback(one) and one not in WILD]


class Reach(msgspec.Struct, frozen=True):
    """Where the server listens, and the address at which others see it, if the operator said so."""

    host: str = "127.0.0.1"
    port: int = 0
    public_url: str = ""
    addresses: Callable[[], Sequence[str]] = own_addresses
    database: str = ""
    """Where games are kept, if the operator said so."""

    def names(self) -> tuple[str, ...]:
        """The names the server answers to. A page of another site could let a name of its own point here."""
        machine = socket.gethostname().lower()
        near = () if is_loopback(self.host) else (machine, f"{machine}.local")
        public = urlsplit(self.public_url).hostname
        return (*LOOPBACK, self.host.lower(), *near, *([public] if public else []))

    def answers_to(self, name: str | None) -> bool:
        """Whether a name in a request is one of ours. In a network our address may change: any address will do."""
        if name is None:
            return False
        return name in self.names() or (not is_loopback(self.host) and is_address(name))

    def is_public_origin(self, origin: str) -> bool:
        """Whether a request comes from the page at the public address, though a proxy renamed the host."""
        return bool(self.public_url) and origin.lower() == origin_of(self.public_url)

    def is_public_and_safe(self, host: str) -> bool:
        """Whether a request came by the public address, and that is an HTTPS one."""
        return (
            self.public_url.startswith("https:") and host.lower() == urlsplit(self.public_url).netloc.lower()
        )

    def told(self) -> ReachTold:
        """What to tell somebody who wants to invite friends."""
        if self.public_url:
            address = self.public_url.rstrip("/")
            return ReachTold("public", [address], [f"Friends anywhere can open these links: {address}."])
        if not is_loopback(self.host):
            own = [self.host] if self.host not in WILD else list(self.addresses())
            if own:
                return ReachTold("network", [self._at(one) for one in own], NETWORK)
        return ReachTold("nobody", [], self._nobody())

    def _at(self, address: str) -> str:
        shown = f"[{address}]" if ":" in address else address
        return f"http://{shown}:{self.port}"

    def _nobody(self) -> list[str]:
        """Why no friend can come, and the command that lets them in: at this port and with these games."""
        kept = ("--database", shlex.quote(self.database)) if self.database else ()
        again = command("serve", "--host", "0.0.0.0", "--port", str(self.port or USUAL_PORT), *kept)
        return [
            "So far this server answers to this computer alone, and a link opens only here.",
            f"Friends in the same network: stop it and start it with “{again}”. "
            "Your games are kept; then invite again.",
            "Friends elsewhere: give it a host name with “--public-url https://NAME”; see docs/by-link.md.",
        ]


NETWORK = [
    "Friends in the same network, such as the same Wi-Fi, can open these links or scan the codes.",
    "If nothing opens there, the firewall of this computer must let the port through.",
    "Friends elsewhere need a host name: see “What friends can reach” in docs/by-link.md.",
]


def checked_url(given: str) -> str:
    """A public address as it is used in links; a `BadAddress` says what is wrong with it."""
    try:
        parts = urlsplit(given)
        usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        usable = False
    if not usable or parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise BadAddress(
            f"'{given}' is not the address of a server; one looks like https://games.example.org"
        )
    return f"{parts.scheme}://{in_ascii(parts.netloc)}".lower()


def in_ascii(netloc: str) -> str:
    """A host name as it travels: browsers ask for the ASCII form, and the headers of a mail take no other."""
    try:
        return netloc if netloc.isascii() else netloc.encode("idna").decode("ascii")
    except UnicodeError:
        raise BadAddress(f"'{netloc}' is not the name of a host") from None


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def is_address(name: str) -> bool:
    with contextlib.suppress(ValueError):
        return bool(ipaddress.ip_address(name))
    return False


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
