"""Whole battles for tests of seats: an umpire, several players a side, seats that are lent or run their plans."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from random import Random
from typing import Any

import msgspec

from deadground.core import saves, standing
from deadground.core.loader import document
from deadground.core.match import Match
from deadground.core.messages import AnyCall, AnyMessage, RefusalMessage
from deadground.core.overrule import Overrule, overrule
from deadground.core.replay import audit
from deadground.core.table import Table
from deadground.systems.stands.scenario_file import SCENARIOS, scenario_from
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.system import STANDS, StandsSystem
from tests.systems.stands.field import table

SEED = bytes(range(32))


def battle(scenario: str = "first-lesson", *, seed: bytes = SEED, **details: Any) -> Match[StandsState]:
    """A battle at its first decision; `umpire=True` and `players={...}` are details of the set-up."""
    return Match.begin(STANDS, STANDS.prepare(scenario, details=details), seed)


def four_groups() -> str:
    """A battle of four command groups a side, with a night, aircraft and hidden guns, as a scenario file has it."""
    sides = "".join(
        side_of_four(id, edge, near, far, attacker=id == "red")
        for id, edge, near, far in (("red", "south", 1120, 1000), ("blue", "north", 80, 200))
    )
    return (
        "scenario: Four groups\nabout: A test.\ntext: A page.\n"
        f"map: {table('', (2000, 1200))}\ndate: 1943-07\nturns: 5\nnights: [3]\nsides:\n{sides}"
    )


def side_of_four(id: str, edge: str, near: int, far: int, *, attacker: bool) -> str:
    groups = "".join(
        f"        - id: g{n}\n          name: {id} {n}\n          hq: {{kind: hq}}\n          units:\n"
        f"            - {{id: foot, name: Foot {n}, cards: 2, stands: [{{kind: infantry, count: 3}}]}}\n"
        f"            - {{id: guns, name: Guns {n}, stands: [{{kind: pak40, count: 1, hidden: true}}]}}\n"
        for n in range(4)
    )
    places = "".join(
        f"      g{n}.hq: {{at: [{250 + 500 * n}, {near}]}}\n"
        f"      g{n}.foot: {{at: [{250 + 500 * n}, {far}]}}\n"
        f"      g{n}.guns: {{at: [{400 + 500 * n}, {far}]}}\n"
        for n in range(4)
    )
    return (
        f"  - id: {id}\n    name: {id.capitalize()}\n    edge: {edge}\n    attacker: {str(attacker).lower()}\n"
        f"    general_cards: 2\n    squadrons: [{{id: wing, name: Wing of {id}, a_day: 2}}]\n"
        f"    forces:\n      army: {id}\n      commands:\n{groups}    deployment:\n{places}"
    )


class WithFourGroups(StandsSystem):
    """Stands with one battle more: no battle that comes with it has more than two command groups a side."""

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {**super().scenarios, FOUR: "A test."}


FOUR = "four-groups"
SCENARIOS.given[FOUR] = scenario_from(document(four_groups(), "four.yaml"), FOUR)
BIG = WithFourGroups()


def big_battle(players: int = 4, **details: Any) -> Match[StandsState]:
    """A battle with as many players to a side."""
    given = {"players": {"red": players, "blue": players}, **details}
    return Match.begin(BIG, BIG.prepare(FOUR, details=given), SEED)


def umpired(scenario: str = "first-lesson") -> Match[StandsState]:
    return battle(scenario, umpire=True)


def rule(match: Match[StandsState], what: str, reason: str = "it was seen so", **fields: Any) -> None:
    """The umpire overrules."""
    overrule(match, "umpire", Overrule(what, fields), reason)


def a_stand(match: Match[StandsState], side: str, *, hidden: bool = False) -> Stand:
    """A copy of the first stand of a side that takes cards, and is hidden or is not."""
    stands = match.position.state.stands.values()
    return copy(
        next(
            one
            for one in stands
            if one.side == side and one.hidden == hidden and one.kind not in ("hq", "recon")
        )
    )


def propose(match: Match[StandsState], *seats: str) -> None:
    """These seats answer with what is proposed to them."""
    for seat in seats:
        request = match.requests(seat)[0]
        match.submit(request.choice(request.proposal))


def to_phase(match: Match[StandsState], phase: str) -> None:
    """Everybody takes what is proposed until a phase is reached."""
    while match.position.state.phase != phase:
        propose(match, match.to_act()[0])


def play_on(match: Match[StandsState], rng: Random, decisions: int = 5000) -> None:
    """Random legal choices until the battle is over, or for some decisions; plans run in between."""
    for _ in range(decisions):
        standing.run_plans(match)
        if match.outcome is not None:
            return
        seat = rng.choice(match.to_act())
        view = match.view(seat)
        request = view.requests[0]
        match.submit(request.choice(request.sample(view, rng)))


def sound(match: Match[StandsState]) -> None:
    """The battle is saved and loaded, built again and audited, all with the same result."""
    loaded = saves.load(saves.save(match), {STANDS.name: match.system})
    assert loaded.position.digest() == match.position.digest()
    assert loaded.position.aside == match.position.aside
    for seat in match.setup.seats:
        assert loaded.requests(seat) == match.requests(seat)
    assert loaded.position_at(loaded.current).digest() == match.position.digest()
    assert list(audit(loaded)) == []
    assert not list(STANDS.invariants(match.position.state))


def sent(table: Table[StandsState], seat: str) -> str:
    """Everything a seat can get of a table, as text."""
    news = table.news(seat)
    parts = (news, table.join(seat), table.match.log(seat), table.export(seat).decode())
    return msgspec.json.encode(parts).decode()


def refusal(table: Table[StandsState], seat: str, call: AnyCall) -> str:
    """What a call is refused with; nothing may have changed."""
    before = table.match.position.digest()
    answer, entries = table.call(seat, call)
    assert isinstance(answer, RefusalMessage), answer
    assert not entries
    assert table.match.position.digest() == before
    return "; ".join(f"{fault.at}: {fault.reason}" for fault in answer.faults)


def taken(table: Table[StandsState], seat: str, call: AnyCall) -> AnyMessage:
    """A call that must be carried out."""
    answer, _ = table.call(seat, call)
    assert not isinstance(answer, RefusalMessage), answer.faults
    return answer


def commands_of(match: Match[StandsState]) -> Mapping[str, tuple[str, ...]]:
    """The commands that each player has now."""
    return {seat.id: seat.commands for seat in match.position.state.seats.values()}
