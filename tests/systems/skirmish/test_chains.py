"""Chains: reactions nested in reactions, saved and loaded at every decision, and told as a thread.

NR-25, NR-27, NR-42, NR-98
"""

from __future__ import annotations

from typing import Any

from deadground.core import saves
from deadground.core.journal import Began
from deadground.core.match import Match
from deadground.core.position import start
from deadground.systems.skirmish.game import Chained
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing.play import Curtain
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.system import TableSystem, playing
from tests.systems.skirmish.table import SMG, foe, man, table


def two_stars() -> SkirmishState:
    """Two Stars of Rep 1, who never hit and are asked at every link what they do."""
    return table(man("a", (10, 30), rep=1, star=True), foe("x", (10, 10), rep=1, star=True))


def begun(state: SkirmishState) -> Match[SkirmishState]:
    system = TableSystem(state)
    match = Match(system, system.prepare("table"), bytes(range(32)))
    match.position.agenda[:] = [start(Curtain()), start(Activation("red-1"))]
    match.enact(Began())
    return match


def asked(match: Match[SkirmishState]) -> Any:
    (seat,) = match.to_act()
    return match.requests(seat)[0]


def depth(match: Match[SkirmishState]) -> int:
    return sum(isinstance(one, Chained) for one in match.position.agenda)


def test_a_chain_six_reactions_deep_is_saved_and_loaded_at_every_decision() -> None:
    match = begun(two_stars())
    deepest = 0
    answers: list[Any] = [[fire("red-1", a="x")], *[["2"]] * 8, ["0"], []]
    for value in answers:
        request = asked(match)
        loaded = saves.load(saves.save(match), {match.system.name: match.system})
        assert loaded.position.digest() == match.position.digest()
        assert asked(loaded) == request
        loaded.submit(request.choice(value))
        match.submit(request.choice(value))
        assert loaded.position.digest() == match.position.digest()
        deepest = max(deepest, depth(match))
    assert match.outcome is not None
    assert deepest >= 12, "eight shots back, each in a card of its own inside a test of its own"


def test_shots_go_back_and_forth_until_one_can_no_longer_answer() -> None:
    """Each answer is a link; when one ducks back, everything that waited is finished in turn."""
    state = table(man("a", (10, 30), rep=3), foe("x", (10, 10), rep=3))
    dice = [1, 1, 1, 1, 1, 1, 1, 6, 6]
    with playing(state, Activation("red-1"), dice=dice) as p:
        p.choose("red", [fire("red-1", a="x")], [])
        p.nothing_pending()
    shots = [event.data["shooter"] for event in p.events if event.kind == "shots"]
    assert shots == ["a", "x", "a"]
    assert p.state.figures["x"].status == "hunker_down"


def test_the_exchange_of_charles_and_hans() -> None:
    """The rifleman misses, the SMG man passes and misses; the rifleman passes 2d6 but ducks back, outgunned."""
    state = table(man("charles", (10, 30), rep=3), foe("hans", (10, 10), rep=3, weapons=(SMG,)))
    dice = [1, 1, 1, 1, 1, 2, 1, 1]
    with playing(state, Activation("red-1"), dice=dice) as p:
        p.choose("red", [fire("red-1", charles="hans")])
        p.nothing_pending()
    assert [event.data["shooter"] for event in p.events if event.kind == "shots"] == ["charles", "hans"]
    assert p.last("crisis_test").data["results"][0]["result"] == "duck_back"
    assert p.state.figures["charles"].status == "duck_back"


def test_the_thread_tells_how_deep_a_throw_lies() -> None:
    """Every event of a chain names the cards it lies in, the outermost first."""
    state = table(man("a", (10, 30), rep=3), foe("x", (10, 10), rep=3))
    with playing(state, Activation("red-1"), dice=[1, 1, 1, 1, 6, 6]) as p:
        p.choose("red", [fire("red-1", a="x")])
        p.nothing_pending()
    shots = [event.data["thread"] for event in p.events if event.kind == "shots"]
    tests = [event.data["thread"] for event in p.events if event.kind == "crisis_test"]
    assert [len(one) for one in shots] == [1, 3]
    assert [len(one) for one in tests] == [3, 5]
    assert tests[0][:1] == shots[0]
    assert shots[1][:2] == tests[0][:2]
    assert "thread" not in p.last("activation").data
