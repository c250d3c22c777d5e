"""The other end of a notice: a small web server and a small mail server, both on this machine."""

from __future__ import annotations

import json
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def wait_for(there: Callable[[], Any], seconds: float = 60.0) -> Any:
    """What a question answers, once that is something."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = there()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError(f"nothing came within {seconds} seconds")


class Hook:
    """What was posted to a webhook, and how it answers: the statuses in turn, the last for good."""

    def __init__(self) -> None:
        self.url = ""
        self.paths: list[str] = []
        self.bodies: list[dict[str, Any]] = []
        self.statuses = [204]
        self.location = ""
        self.delay = 0.0


@contextmanager
def listening_hook() -> Iterator[Hook]:
    hook = Hook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            hook.paths.append(self.path)
            hook.bodies.append(json.loads(body))
            time.sleep(hook.delay)
            status = hook.statuses.pop(0) if len(hook.statuses) > 1 else hook.statuses[0]
            self.send_response(status)
            if hook.location:
                self.send_header("Location", hook.location)
            self.end_headers()

        def do_GET(self) -> None:
            hook.paths.append(f"GET {self.path}")

        def log_message(self, format: str, *arguments: Any) -> None:
            """Nothing: a test's output is its own."""

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as port:
        hook.url = f"http://127.0.0.1:{port}/call?key=s3cret"
        yield hook


class PostOffice:
    """The mails that were handed in. `refuses` are addresses that it does not take."""

    def __init__(self) -> None:
        self.port = 0
        self.mails: list[EmailMessage] = []
        self.sent: list[bytes] = []
        """The same mails, byte by byte."""
        self.refuses: set[str] = set()
        self.busy = 0
        """How many times it asks to come again later."""


@contextmanager
def open_post_office() -> Iterator[PostOffice]:
    office = PostOffice()

    class Handler(socketserver.StreamRequestHandler):
        def say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

        def handle(self) -> None:
            self.say("220 office")
            while line := self.rfile.readline().decode().strip():
                word = line.split()[0].upper()
                if word == "DATA":
                    self.take()
                elif word == "RCPT" and any(address in line for address in office.refuses):
                    self.say("550 nobody of that name")
                elif word == "MAIL" and office.busy:
                    office.busy -= 1
                    self.say("451 later")
                elif word == "QUIT":
                    self.say("221 bye")
                    return
                else:
                    self.say("250 office" if word in ("EHLO", "HELO", "MAIL", "RCPT", "RSET") else "502 what")

        def take(self) -> None:
            self.say("354 go on")
            lines = []
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                lines.append(line)
            mail = message_from_bytes(b"".join(lines), policy=policy.default)
            assert isinstance(mail, EmailMessage)
            office.sent.append(b"".join(lines))
            office.mails.append(mail)
            self.say("250 taken")

    class Office(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

    with serving(Office(("127.0.0.1", 0), Handler)) as port:
        office.port = port
        yield office


@contextmanager
def serving(server: socketserver.TCPServer) -> Iterator[int]:
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
