"""A scripted client: it keeps its view by the patches it gets, exactly as the page does, and picks in order."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NoReturn

import msgspec

from deadground.core.messages import AnyMessage, PatchMessage, ViewMessage
from deadground.core.patch import apply
from deadground.core.requests import AnyRequest
from deadground.server.table_services import AnyTableMessage

decode = msgspec.json.Decoder(AnyTableMessage).decode
ANSWERS = ("ack", "refusal", "error")


class Player:
    """One tab at a table. It starts by reading the whole view."""

    def __init__(self, send: Callable[[str], None], receive: Callable[[], str | bytes]) -> None:
        self._send = send
        self._receive = receive
        self._rng = Random(7)
        self._calls = 0
        self.frames: list[str] = []
        self.log: list[Any] = []
        self.view: dict[str, Any] = {}
        self.version = 0
        self.acknowledged = 0
        self.read()

    def read(self) -> AnyMessage:
        """The next message; the view is kept up to date."""
        frame = self._receive()
        self.frames.append(frame if isinstance(frame, str) else frame.decode())
        message: AnyMessage = decode(frame)
        if isinstance(message, ViewMessage):
            self.view, self.log = msgspec.json.decode(frame)["view"], list(message.log)
        elif isinstance(message, PatchMessage):
            assert message.since == self.version
            self.view = apply(self.view, list(message.changes))
            self.log += message.events
        if isinstance(message, ViewMessage | PatchMessage):
            self.version = message.version
        return message

    def send(self, frame: str) -> Any:
        """Send a raw frame and read until it is answered."""
        self._send(frame)
        return self.answer()

    def call(self, type: str, **fields: Any) -> Any:
        self._calls += 1
        answer = self.send(msgspec.json.encode({"type": type, "call": self._calls, **fields}).decode())
        while answer.call is None:  # a word to all at the table, such as that a back-up was restored
            answer = self.answer()
        assert answer.call == self._calls
        return answer

    def catch_up(self) -> None:
        """Read all that was sent up to now: answers and patches come in order on one line."""
        self.call("suggest", serial=-1)

    def stay(self) -> NoReturn:
        """Sit at the table until the line is cut."""
        while True:
            self.catch_up()

    def answer(self) -> Any:
        while True:
            message = self.read()
            if message.__struct_config__.tag in ANSWERS:
                return message

    def request(self) -> dict[str, Any] | None:
        """What is asked now, once the table waits for this seat; None when the game is over."""
        while not self.view["requests"]:
            if self.view["outcome"]:
                return None
            self.read()
        asked: dict[str, Any] = self.view["requests"][0]
        return asked

    def choice(self, **changed: Any) -> dict[str, Any]:
        """A choice that answers the open request, with some parts changed."""
        asked = self.request()
        assert asked is not None
        request = msgspec.convert(asked, AnyRequest)
        whole = {"serial": request.serial, "seat": request.seat, "kind": request.kind}
        return {**whole, "value": request.own_sample(self._rng), **changed}

    def choose(self, **changed: Any) -> Any:
        """Answer the open request. A choice is applied when its patch has come too."""
        answer = self.call("choose", choice=self.choice(**changed))
        if answer.__struct_config__.tag == "ack":
            self.acknowledged += 1
            while not isinstance(self.read(), ViewMessage | PatchMessage):
                continue  # who is at the table may be told in between
        return answer

    def play(self, choices: int = 10_000) -> int:
        """Play some choices, or to the end. How many were made."""
        for made in range(choices):
            if self.request() is None:
                return made
            assert self.choose().__struct_config__.tag == "ack"
        return choices
