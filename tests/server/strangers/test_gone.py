"""Callers who close their connection: what they asked is broken off, what they ordered is not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from deadground.server.gone import Gone
from tests.server.alone import run


class Caller:
    """Asks, and goes when told to."""

    def __init__(self) -> None:
        self.goes = asyncio.Event()
        self.asked = False
        self.told: list[str] = []

    async def receive(self) -> Any:
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.goes.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.told.append(message["type"])


@pytest.mark.parametrize(
    ("method", "ends"), [("GET", "broken off"), ("HEAD", "broken off"), ("POST", "done")]
)
def test_a_question_is_broken_off_when_the_caller_goes_and_an_order_is_not(method: str, ends: str) -> None:
    ended: list[str] = []

    async def use() -> None:
        caller, let_go = Caller(), asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            try:
                await let_go.wait()
                ended.append("done")
            except asyncio.CancelledError:
                ended.append("broken off")
                raise

        scope: Any = {"type": "http", "method": method}
        asking = asyncio.create_task(Gone(app)(scope, caller.receive, caller.send))
        await asyncio.sleep(0.02)
        assert ended == []
        caller.goes.set()
        await asyncio.sleep(0.02)
        let_go.set()
        await asyncio.gather(asking, return_exceptions=True)

    run(use())
    assert ended == [ends]


def test_what_comes_after_the_answer_is_not_broken_off_and_a_failure_is_passed_on() -> None:
    ended: list[str] = []

    async def use() -> None:
        caller = Caller()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            caller.goes.set()
            await asyncio.sleep(0.02)
            ended.append("cleared up")
            raise ValueError("the end")

        scope: Any = {"type": "http", "method": "GET"}
        with pytest.raises(ValueError, match="the end"):
            await Gone(app)(scope, caller.receive, caller.send)
        assert caller.told == ["http.response.start", "http.response.body"]

    run(use())
    assert ended == ["cleared up"]
