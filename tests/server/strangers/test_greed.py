"""Computing time: who has used little goes first, who has used too much waits, who has gone is not worked for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest

from deadground.core.messages import ChooseCall, SuggestCall
from deadground.server import askers, sockets, work
from deadground.server.askers import Askers, unless_gone
from deadground.server.bot_worker import Answered
from deadground.server.limits import TooMany
from deadground.server.pulse import Pulse
from deadground.server.rooms import Room
from deadground.server.sockets import SocketLine
from deadground.server.work import (
    BOTS,
    PAYING,
    Account,
    Allowance,
    Work,
    address_pays,
    bots_pay,
    paying,
    seat_pays,
)
from tests.server.alone import run
from tests.server.by_link import Client
from tests.server.notices.receivers import wait_for
from tests.server.strangers.conftest import Duel

GREEDY, OTHER, QUIET = seat_pays("corps", "german"), seat_pays("corps", "soviet"), seat_pays("duel", "red")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still unless a test moves it."""
    now = [1000.0]
    monkeypatch.setattr(work, "monotonic", lambda: now[0])
    return now


def with_work(use: Callable[[Work], Coroutine[Any, Any, None]]) -> None:
    async def used() -> None:
        here = Work()
        try:
            await use(here)
        finally:
            here.close()

    run(used())


def used(here: Work, payer: Any, seconds: float) -> None:
    with paying(payer):
        for account in here._paying():
            account.charge(seconds)


def test_what_is_used_comes_back(clock: list[float]) -> None:
    account = Account(Allowance(little=1.0, calm=0.1, most=10.0, back=0.5))
    account.charge(0.9)
    assert account.greed < 1
    account.charge(0.1)
    assert account.greed == 1
    account.charge(9.0)
    assert account.wait == 0.0
    account.charge(3.0)
    assert account.wait == 6.0
    clock[0] += 6.0
    assert account.wait == 0.0
    assert account.greed == pytest.approx(12.4)
    clock[0] += 130.0
    assert account.greed == 0.0


@pytest.mark.parametrize("payer", [GREEDY, *address_pays("192.0.2.7")])
def test_who_has_used_up_his_allowance_is_refused_until_some_is_back(clock: list[float], payer: Any) -> None:
    async def use(here: Work) -> None:
        most, back = payer[1].most, payer[1].back
        used(here, payer, most)
        with paying(QUIET, payer):
            here.admit()
        used(here, payer, back * 3)
        with paying(QUIET, payer), pytest.raises(TooMany, match="Wait 3 s"):
            here.admit()
        with paying(QUIET):
            here.admit()
        clock[0] += 3
        with paying(QUIET, payer):
            here.admit()

    with_work(use)


def test_work_is_charged_to_everybody_who_pays() -> None:
    async def use(here: Work) -> None:
        with paying(GREEDY, *address_pays("192.0.2.7")):
            await here.do(lambda: sum(range(300_000)))
            accounts = here._paying()
        assert all(account.greed > 0 for account in accounts)
        assert len(accounts) == 2
        with paying(QUIET):
            assert here._paying()[0].greed == 0

    with_work(use)


def test_this_machine_and_bots_are_never_refused(clock: list[float]) -> None:
    async def use(here: Work) -> None:
        used(here, bots_pay("corps"), 1e6)
        with paying(bots_pay("corps"), *address_pays("127.0.0.1"), *address_pays("::1")):
            here.admit()
            assert await here.do(lambda: 7) == 7

    with_work(use)
    assert BOTS.most == float("inf")


class Done:
    """Work in the order in which it was done; some of it waits until it is let go."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.held = threading.Event()

    def note(self, name: str, wait: bool) -> None:
        if wait:
            self.held.wait(20)
        self.order.append(name)


def test_the_quiet_go_at_once_and_the_greedy_take_turns_the_least_greedy_first(clock: list[float]) -> None:
    """The first greedy caller is at work until everybody else has come; then the order is told."""
    done = Done()

    async def use(here: Work) -> None:
        used(here, GREEDY, 20.0)
        used(here, OTHER, 5.0)
        used(here, bots_pay("corps"), 2.0)

        async def ask(name: str, payer: Any, wait: bool = False) -> None:
            with paying(payer):
                await here.do(lambda: done.note(name, wait))

        first = asyncio.create_task(ask("first", GREEDY, wait=True))
        await asyncio.sleep(0.05)
        later = [
            asyncio.create_task(ask(name, payer))
            for name, payer in (
                ("greedy", GREEDY),
                ("less greedy", OTHER),
                ("bots", bots_pay("corps")),
                ("greedy again", GREEDY),
            )
        ]
        await asyncio.sleep(0.05)
        await ask("quiet", QUIET)
        await ask("nobody's", ("the house", Allowance(1.0, 1.0, 1.0, 1.0)))
        assert done.order == ["quiet", "nobody's"]
        done.held.set()
        await asyncio.gather(first, *later)

    with_work(use)
    assert done.order == ["quiet", "nobody's", "first", "bots", "less greedy", "greedy", "greedy again"]


def test_what_nobody_waits_for_any_more_is_not_begun_and_what_is_begun_is_ended(clock: list[float]) -> None:
    done = Done()

    async def use(here: Work) -> None:
        used(here, GREEDY, 20.0)

        async def ask(name: str, wait: bool = False) -> None:
            with paying(GREEDY):
                await here.do(lambda: done.note(name, wait))

        begun, waiting, last = (
            asyncio.create_task(ask(name, name == "begun")) for name in ("begun", "waiting", "last")
        )
        await asyncio.sleep(0.05)
        for gone in (begun, waiting):
            gone.cancel()
        await asyncio.sleep(0.05)
        assert not begun.done(), "who holds a table lets go of it only when the thread does"
        done.held.set()
        await asyncio.gather(begun, waiting, last, return_exceptions=True)
        assert (begun.cancelled(), waiting.cancelled()) == (True, True)

    with_work(use)
    assert done.order == ["begun", "last"]


def test_a_seat_that_has_used_its_time_up_is_told_so_and_its_neighbour_plays_on(
    duel: Duel, host: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = duel.sit("red"), duel.sit("blue")
    seat = f"seat {duel.game} red"
    real = Work._paying

    def with_debt(here: Work) -> list[Account]:
        found = real(here)
        if any(name == seat for name, _ in PAYING.get()):
            here._accounts[seat].charge(1000.0)
        return found

    monkeypatch.setattr(Work, "_paying", with_debt)
    answer = red.call("suggest", serial=-1)
    assert answer.__struct_config__.tag == "refusal"
    assert "used up the server's time" in answer.faults[0].reason
    key = {"authorization": f"Bearer {duel.keys['red']}"}
    told = host.get(duel.at(), headers=key)
    assert (told.status_code, "used up the server's time" in told.json()["reason"]) == (429, True)
    assert "used up" not in str(blue.call("suggest", serial=-1))


def test_questions_of_a_tab_that_has_gone_are_dropped_and_its_choices_are_not(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many calls wait behind one another when the tab is closed; the rules are then asked no further question."""
    asked: list[str] = []
    slow = threading.Event()
    real = Room._judge

    def seen(room: Any, table: Any, seat: str, call: Any, note: str) -> Any:
        asked.append(type(call).__name__)
        slow.wait(20)
        return real(room, table, seat, call, note)

    lines: list[SocketLine] = []

    class Known(SocketLine):
        def __init__(self, socket: Any, pulse: Pulse) -> None:
            super().__init__(socket, pulse)
            lines.append(self)

    monkeypatch.setattr(sockets, "SocketLine", Known)
    seat = next(seat for seat in ("red", "blue") if duel.sit(seat).view["requests"])
    player = duel.sit(seat)
    monkeypatch.setattr(Room, "_judge", seen)
    session = duel.open(seat)
    choose = {"type": "choose", "call": 99, "choice": player.choice()}
    calls: list[Any] = [SuggestCall(call=n, serial=-1) for n in range(20)]
    for call in (*calls, choose):
        session.send_text(msgspec.json.encode(call).decode())
    wait_for(lambda: asked)
    session.close()
    wait_for(lambda: lines[-1].gone)
    slow.set()
    wait_for(lambda: ChooseCall.__name__ in asked)
    assert asked == [SuggestCall.__name__, ChooseCall.__name__]


def test_questions_are_asked_one_at_a_time_and_choices_go_beside_them(clock: list[float]) -> None:
    done = Done()

    async def use(here: Work) -> None:
        async def ask(name: str, payer: Any, wait: bool = False, is_question: bool = True) -> None:
            with paying(payer):
                await here.do(lambda: done.note(name, wait), is_question=is_question)

        first = asyncio.create_task(ask("question", OTHER, wait=True))
        await asyncio.sleep(0.05)
        second = asyncio.create_task(ask("next question", GREEDY))
        await asyncio.sleep(0.05)
        await ask("choice", QUIET, is_question=False)
        assert done.order == ["choice"]
        done.held.set()
        await asyncio.gather(first, second)

    with_work(use)
    assert done.order == ["choice", "question", "next question"]


def test_who_asks_much_is_answered_by_another_process_and_alike(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first is answered here while the process gets ready; then the rules are asked nothing here."""
    elsewhere: list[Answered] = []
    real = Askers.ask

    async def seen(askers: Askers, frame: bytes, by: Any) -> Answered | None:
        answer = await real(askers, frame, by)
        assert answer is not None
        elsewhere.append(answer)
        return answer

    monkeypatch.setattr(Askers, "ask", seen)
    seat = next(seat for seat in ("red", "blue") if duel.sit(seat).view["requests"])
    player = duel.sit(seat)
    wrong = dict(player.choice(), kind="no such kind")
    questions: list[tuple[str, dict[str, Any]]] = [
        ("suggest", {"serial": player.choice()["serial"], "most": 5}),
        ("suggest", {"serial": -1}),
        ("check", {"choice": player.choice()}),
        ("check", {"choice": wrong}),
        ("look", {"about": "no such look", "given": {}}),
    ]

    def asked() -> list[str]:
        answers = [player.call(kind, **fields) for kind, fields in questions]
        return [str(msgspec.structs.replace(answer, call=0)) for answer in answers]

    here = asked()
    monkeypatch.setattr(Work, "is_greedy", lambda _: True)
    wait_for(lambda: asked() and elsewhere, 8.0)
    elsewhere.clear()
    monkeypatch.setattr(Room, "_judge", None)
    assert asked() == here
    assert len(elsewhere) == len(questions)
    assert all(answer.took > 0 for answer in elsewhere)


def test_a_question_is_broken_off_when_who_asked_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(askers, "GLANCE", 0.01)
    ended: list[str] = []

    class Asking:
        gone = False

    async def long() -> str:
        try:
            await asyncio.sleep(60)
            return "done"
        finally:
            ended.append("broken off")

    async def use() -> None:
        by = Asking()
        waiting = asyncio.create_task(unless_gone(long(), by))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        by.gone = True
        assert await waiting is None

    run(use())
    assert ended == ["broken off"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "battles", None),
        ("GET", "battles/duel/pair", None),
        ("GET", "battles/duel/pair/lesson", None),
        ("GET", "battles/duel/pair/thumbnail.svg", None),
        ("GET", "maps/duel/none.svg", None),
        ("GET", "army-lists", None),
        ("GET", "army-lists/us/rifle", None),
        ("POST", "roster/read", {"text": "a"}),
        ("POST", "roster/print", {}),
    ],
)
def test_squads_battles_and_sheets_are_computed_on_somebody_s_account(
    host: Client, monkeypatch: pytest.MonkeyPatch, method: str, path: str, body: Any
) -> None:
    def used_up(_: Work) -> None:
        raise TooMany("used up")

    monkeypatch.setattr(Work, "admit", used_up)
    told = host.request(method, f"/api/{path}", json=body)
    assert (told.status_code, told.json()["reason"]) == (429, "used up")
