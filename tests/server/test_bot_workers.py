"""Bots in processes of their own: told a view and no more, the same choices anywhere, replaced when they fail."""

from __future__ import annotations

import asyncio
import base64
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest

from deadground.bots.random import RandomBot
from deadground.bots.roster import bots_of
from deadground.core.match import Match
from deadground.core.system import System
from deadground.server.bot_turns import next_turn
from deadground.server.bot_worker import Bots, asked_of, bot_secret, decode_answered, framed
from deadground.server.bot_workers import START, BotFailed, BotWorkers, NoChoice
from deadground.server.metrics import Metrics
from deadground.server.playable import systems
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.stands.system import STANDS
from deadground.testing.cards import CARDS
from tests.bots.thoughts import think_little
from tests.server import games
from tests.server.alone import run

T = TypeVar("T")
SEED = bytes(range(32))
PLACES = ("red", "blue")


@pytest.fixture
def mood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Set the mood of the bots."""
    games.find_games(monkeypatch)
    file = tmp_path / "mood"
    monkeypatch.setenv(games.MOOD, str(file))

    def set_to(word: str) -> None:
        file.write_text(word, "utf-8")

    return set_to


def with_workers(use: Callable[[BotWorkers], Awaitable[T]], **settings: Any) -> tuple[T, Metrics]:
    """Use some processes, and end them."""
    metrics = Metrics()

    async def used() -> T:
        workers = BotWorkers(metrics, settings.pop("played", games.PLAYED), **settings)
        try:
            return await use(workers)
        finally:
            await workers.close()

    return run(used()), metrics


def begun(scenario: str = "pair") -> Match[Any]:
    system = games.systems()["duel"]
    return Match.begin(system, system.prepare(scenario), SEED)


def first_asked(match: Match[Any]) -> bytes:
    (seat, *_) = match.to_act()
    return asked_of(match, seat, "random")


def counted(metrics: Metrics, name: str) -> int:
    (line,) = [line for line in metrics.text().splitlines() if line.startswith(f"deadground_{name}_total ")]
    return int(line.split()[1])


def test_a_process_is_told_neither_seed_nor_state_nor_another_seat_s_secret() -> None:
    system = STANDS
    match = Match.begin(system, system.prepare("first-lesson"), SEED)
    frame = asked_of(match, "german", "steady")
    plain = msgspec.json.decode(frame)
    assert set(plain) == {"type", "system", "bot", "secret", "view"}
    seen = msgspec.json.encode(match.view("german").state)
    assert plain["view"]["state"] == msgspec.json.decode(seen)
    told = frame.decode()
    for secret in (SEED, bot_secret(SEED, "soviet")):
        assert secret.hex() not in told
        assert base64.b64encode(secret).decode() not in told
    assert base64.b64decode(plain["secret"]) == bot_secret(SEED, "german") != bot_secret(SEED, "soviet")


@pytest.mark.parametrize("choices", [0, 2])
def test_frames_of_two_worlds_that_look_alike_are_alike(choices: int) -> None:
    """What the seat cannot see changes no byte of what its bot is told."""
    frames = []
    for foe in ("marker", "shadow"):
        names = [f"own-{n}" for n in range(3)] + [f"{foe}-{n}" for n in range(3)]
        match = Match.begin(CARDS, CARDS.prepare("meeting", {}, {"names": names}), SEED)
        for _ in range(choices):
            (seat, *_) = match.to_act()
            match.submit(RandomBot(Random(5)).choose(match.view(seat)))
        frames.append(asked_of(match, "north", "random"))
        assert foe in str(msgspec.to_builtins(match.position.state)) or not choices
        assert foe not in frames[-1].decode()
    assert frames[0] == frames[1]


def play(match: Match[Any], names: dict[str, str], choose: Callable[[bytes], Any], most: int) -> list[Any]:
    """Let bots play by what they are told alone, and give their choices."""
    made: list[Any] = []
    while len(made) < most and (turn := next_turn(match, names)) is not None:
        answer = choose(turn.frame)
        assert not answer.failed, answer.failed
        match.submit(answer.choice, answer.note)
        made.append(answer.choice)
    return made


@pytest.mark.parametrize(
    ("system", "scenario", "bot"),
    [
        (STANDS, "first-lesson", "random"),
        (STANDS, "first-lesson", "plodder"),
        (STANDS, "first-lesson", "steady"),
        (STANDS, "first-lesson", "veteran"),
        (SKIRMISH, "lipki-village", "plodder"),
        (SKIRMISH, "lipki-village", "sergeant"),
        (SKIRMISH, "crossroads", "veteran"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_a_bot_told_by_frames_plays_as_one_at_the_table(
    system: System[Any], scenario: str, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table's own bot is made once and sees the views themselves; the other is made anew for every choice."""
    think_little(monkeypatch)
    names = dict.fromkeys(("german", "soviet"), bot)
    match = Match.begin(system, system.prepare(scenario), SEED)
    own: dict[str, Any] = {}
    for _ in range(12):
        turn = next_turn(match, names)
        if turn is None:
            break
        answer = decode_answered(Bots(systems()).answer(turn.frame))
        view = match.view(turn.sender)
        if turn.sender not in own:
            chance = Random(bot_secret(SEED, turn.sender))
            own[turn.sender] = bots_of(system)[bot](chance), chance
        player, chance = own[turn.sender]
        chance.seed(bot_secret(SEED, turn.sender) + str(view.requests[0].serial).encode())
        choice = player.choose(view)
        assert answer.choice == msgspec.convert(msgspec.to_builtins(choice), type(choice))
        assert answer.note == player.note
        match.submit(choice, answer.note)


def test_the_same_game_is_played_in_any_process(mood: Any) -> None:
    """Every choice in a process of its own, against one process for all."""
    mood("")
    names = dict.fromkeys(PLACES, "random")

    async def one_for_all(workers: BotWorkers) -> list[Any]:
        match, made = begun(), list[Any]()
        while (turn := next_turn(match, names)) is not None and len(made) < 6:
            answer = await workers.choose(turn.frame)
            assert answer.choice is not None
            match.submit(answer.choice)
            made.append(answer.choice)
        return made

    async def always_another(workers: BotWorkers) -> list[Any]:
        match, made = begun(), list[Any]()
        while (turn := next_turn(match, names)) is not None and len(made) < 6:
            answer = await workers.choose(turn.frame)
            assert answer.choice is not None
            match.submit(answer.choice)
            made.append(answer.choice)
            await workers.close()
        return made

    same, _ = with_workers(one_for_all)
    assert len(same) == 6
    assert with_workers(always_another)[0] == same
    here = Bots(games.systems())
    assert play(begun(), names, lambda frame: decode_answered(here.answer(frame)), 6) == same


def test_processes_are_started_when_needed_and_not_more_than_needed(mood: Any) -> None:
    mood("")

    async def use(workers: BotWorkers) -> list[int]:
        levels = [len(workers._all)]
        await workers.warm_up()
        await workers.warm_up()
        levels.append(len(workers._all))
        await workers.choose(first_asked(begun()))
        levels.append(len(workers._all))
        await asyncio.gather(*(workers.choose(first_asked(begun())) for _ in range(5)))
        return [*levels, len(workers._all)]

    assert with_workers(use, most=2)[0] == [0, 1, 1, 2]


def test_however_many_games_come_back_at_once_there_are_no_more_processes_than_places(mood: Any) -> None:
    """As after a restart, when every page of every game against a bot comes back in the same second."""
    mood("")

    async def play_on(workers: BotWorkers) -> None:
        await workers.warm_up()
        await workers.choose(first_asked(begun()))

    async def use(workers: BotWorkers) -> int:
        most, back = 0, [asyncio.create_task(play_on(workers)) for _ in range(12)]
        while not all(task.done() for task in back):
            most = max(most, len(workers._all))
            await asyncio.sleep(0.01)
        await asyncio.gather(*back)
        return most

    assert with_workers(use, most=2)[0] == 2


def test_a_process_that_ends_is_replaced_and_asked_again(mood: Any) -> None:
    mood("end once")
    answer, metrics = with_workers(lambda workers: workers.choose(first_asked(begun())))
    assert answer.choice is not None
    assert counted(metrics, "bot_workers_ended") == 2, "the one that ended, and the other when all was over"


def test_a_process_whose_server_has_gone_while_its_bot_thought_ends_without_a_word(mood: Any) -> None:
    """Else a server that is killed leaves a traceback in the log for every bot that was thinking."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", START, games.PLAYED],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(framed(first_asked(begun())))
    process.stdin.close()
    with process.stderr as said:
        assert said.read() == b""
    assert process.wait(20) == 0


def test_a_bot_that_ends_every_process_is_given_up(mood: Any) -> None:
    mood("end")

    async def use(workers: BotWorkers) -> str:
        with pytest.raises(NoChoice) as given_up:
            await workers.choose(first_asked(begun()))
        mood("")
        assert (await workers.choose(first_asked(begun()))).choice is not None
        return str(given_up.value)

    assert with_workers(use)[0].startswith("its process ended twice")


def test_a_bot_that_thinks_for_ever_is_ended(mood: Any) -> None:
    mood("dream")

    async def use(workers: BotWorkers) -> str:
        with pytest.raises(NoChoice) as given_up:
            await workers.choose(first_asked(begun()))
        assert not workers._all
        return str(given_up.value)

    assert with_workers(use, patience=1.5)[0].startswith("it took longer than 1.5 seconds")


def test_a_bot_that_raises_costs_no_process_and_one_that_prints_does_no_harm(mood: Any) -> None:
    mood("fail")

    async def use(workers: BotWorkers) -> str:
        with pytest.raises(BotFailed, match="a bot divides by nothing"):
            await workers.choose(first_asked(begun()))
        (worker,) = workers._all
        mood("talk")
        answer = await workers.choose(first_asked(begun()))
        assert workers._all == {worker}
        return answer.failed

    assert with_workers(use)[0] == ""


def test_a_caller_that_goes_away_leaves_no_answer_for_the_next(mood: Any) -> None:
    mood("dream")

    async def use(workers: BotWorkers) -> Any:
        asked = asyncio.create_task(workers.choose(first_asked(begun())))
        await asyncio.sleep(0.3)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        mood("")
        return (await workers.choose(first_asked(begun("patrol")))).choice

    assert with_workers(use, most=1)[0] is not None


def told_of_trouble(player: Any) -> str:
    while player.view["requests"]:
        player.choose()
    while not player.frames[-1].startswith('{"type":"error"'):
        player.read()
    frame: str = player.frames[-1]
    return frame


@pytest.mark.parametrize(
    ("word", "reason"), [("fail", "Something went wrong on the server"), ("end", "its process ended twice")]
)
def test_a_table_whose_bot_fails_is_told_and_goes_on_later(
    mood: Any, begin: Any, sit: Any, word: str, reason: str
) -> None:
    mood(word)
    player = sit(begin())
    assert f"The other side could not choose: {reason}" in told_of_trouble(player)
    mood("")
    player.catch_up()
    assert player.play()
    assert player.view["outcome"]


def test_people_may_use_the_table_while_a_bot_thinks(
    mood: Any, begin: Any, sit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat that is not asked still gets its answers, long before the bot has given its own."""
    mood("dream")
    player = sit(begin())
    while player.view["requests"]:
        player.choose()
    for _ in range(3):
        assert player.call("suggest", serial=-1).__struct_config__.tag == "refusal"
