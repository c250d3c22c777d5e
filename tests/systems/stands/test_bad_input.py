"""What players must not do, one by one and all at once: refused with every reason, each with its rows."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.faults import Fault
from deadground.systems.stands.rules.cards.cards import PlaceCards
from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.state import Command, Seat, Stand, StandsState, Unit
from deadground.testing import rule
from tests.systems.stands.field import field, gun, hq, inf, stand, tank
from tests.systems.stands.marches import to
from tests.systems.stands.system import playing
from tests.systems.stands.test_cards import lay


def reasons(faults: tuple[Fault, ...]) -> list[str]:
    assert all(fault.rows for fault in faults), "every fault names its rows"
    return [fault.reason for fault in faults]


def team(*more: Stand) -> StandsState:
    """Red is led by two players: `red` commands the army, `ally` the second command group."""
    state = field(
        hq("h", (500, 1500)),
        inf("a", (500, 1400)),
        tank("t", (600, 1400)),
        stand("jeep", "recon", (700, 1400)),
        inf("c", (900, 1400), command="ally_command", unit="ally_unit"),
        inf("x", (500, 200), side="blue"),
        *more,
    )
    state.seats["ally"] = Seat("ally", "red", commander=False, commands=("ally_command",))
    state.commands["ally_command"] = Command("ally_command", "red", "Ally command", hq="")
    state.units["ally_unit"] = Unit("ally_unit", "red", "ally_command", "Ally unit")
    return state


@rule("KIM-1.2b", "KIM-1.2k", "KIM-3.2a")
def test_cards_that_may_not_be_laid_are_refused_all_together() -> None:
    """Illegal for the troop type, too many, for the enemy's stands, for another player's command."""
    with playing(team(), PlaceCards()) as p:
        faults = p.refuse(
            "ally",
            [
                lay("fire", "x", unit="ally_unit"),
                lay("fire", "a", unit="red_unit"),
                lay("fire", "c", unit="ally_unit"),
            ],
        )
        assert reasons(faults) == [
            "'x' does not belong to Ally unit",
            "'red_unit' is not one of your units",
            "Ally unit has 1 cards, not 2",
            "X is the enemy's",
            "Red unit is led by another player",
        ]
        faults = p.refuse("red", [lay("prone", "t"), lay("fire", "jeep"), lay("charge", "x")])
        assert reasons(faults) == [
            "'x' does not belong to Red unit",
            "Red unit has 1 cards, not 3",
            "T is no infantry and cannot go prone",
            "Jeep is recon, which can only move, not take a Stand and Fire card",
            "this takes 1 general card; you have 0",
            "X is the enemy's",
        ]
        assert [fault.at for fault in faults][2:4] == ["value[0].card", "value[1].card"]
        p.pending(red="Lay", ally="Lay", blue="Lay")


@rule("KIM-2.1a", "KIM-2.4a")
def test_routes_that_may_not_be_given_are_refused_all_together() -> None:
    """Off the table, through an enemy in view, too long; the enemy's, another player's, without a card."""
    state = team(
        tank("b", (300, 300), order="move", arrow=900),
        tank("d", (300, 60), order="move", arrow=0),
        inf("y", (400, 300), side="blue"),
    )
    state.stands["c"].order = "move"
    with playing(state, Movement()) as p:
        faults = p.refuse(
            "red",
            {
                "b": to((520, 300), (700, 300)),
                "d": to((300, -40)),
                "x": to((500, 300)),
                "c": to((900, 1300)),
                "a": to((500, 1300)),
            },
        )
        assert reasons(faults) == [
            "'x' is not one of the pieces asked for",
            "'c' is not one of the pieces asked for",
            "'a' is not one of the pieces asked for",
            "B may go 250 mm, the path is 400 mm",
            "D may not go to (300, -40)",
            "B may go 250 mm (medium tank, open), the route is 400 mm",
            "B would go through Y",
            "X is not yours to move",
            "C is not yours to move",
            "A has no card and cannot move",
        ]
        p.pending(red="Give", ally="Give", blue="Give")


def shot(shooter: Stand, target: Stand, pieces: str = "", chits: int = 1) -> list[str]:
    """Why red's stand may not fire at blue's, as the fire phase refuses the shot."""
    state = field(shooter, target, pieces=pieces)
    state.commands["red_command"].chits = chits
    with playing(state, FirePhase()) as p:
        first, *rest = p.refuse("red", [f"{shooter.id}>{target.id}"])
        assert first.reason == f"'{shooter.id}>{target.id}' is not on the list"
        p.pending(red="Name", blue="Name")
    return reasons(tuple(fault for fault in rest if fault.at == "value[0]"))


WOOD = "  - {id: wood, kind: woods, name: Copse, polygon: [[300, 600], [700, 600], [700, 800], [300, 800]]}"
FOE = inf("x", (500, 400), side="blue", facing=180)


@rule("KIM-1.2h")
def test_a_shot_without_a_card_is_refused() -> None:
    assert shot(tank("t", (500, 600)), FOE) == ["T has no card and cannot fire"]
    moved = tank("t", (500, 600), order="move")
    assert shot(moved, FOE) == ["T has the Move card and cannot fire"]


@rule("KIM-4.7a", "KIM-4.9a")
def test_a_shot_out_of_range_and_arc_is_refused_for_both() -> None:
    assert shot(inf("a", (500, 600), order="fire"), FOE) == ["X is 200 mm away, A reaches 150 mm"]
    away = gun("g", (500, 900), facing=180, order="fire")
    assert shot(away, FOE) == [
        "X is 500 mm away, G reaches 450 mm",
        "X is outside the 90 degrees G fires into",
    ]


@rule("KIM-4.18a")
def test_a_shot_without_sight_is_refused() -> None:
    (why,) = shot(tank("t", (500, 840), order="fire"), FOE, WOOD)
    assert why.startswith("no line from T to X: ")


@rule("KIM-4.15a", "KIM-1.2h")
def test_a_shot_without_a_chit_is_refused_with_all_else_that_is_wrong() -> None:
    howitzer = stand("g", "artillery", (500, 900), facing=180, order="fire")
    assert shot(howitzer, FOE, chits=0) == [
        "X is 500 mm away, G reaches 450 mm",
        "X is outside the 90 degrees G fires into",
        "Red command has no artillery chit left for G",
    ]


@rule("KIM-1.2h")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("x>t", "X is not yours to fire with"),
        ("t>nobody", "'nobody' is no stand that you know"),
        ("nobody>x", "'nobody' is no stand that you know"),
        ("t", "'' is no stand that you know"),
        ("t>u", "U is on the same side"),
        ("t>lurks", "'lurks' is no stand that you know"),
    ],
)
def test_nobody_fires_with_the_enemys_stands_or_at_what_he_does_not_know(line: str, why: str) -> None:
    lurks = inf("lurks", (500, 500), side="blue", hidden=True)
    state = field(tank("t", (500, 600), order="fire"), tank("u", (700, 600), order="fire"), FOE, lurks)
    with playing(state, FirePhase()) as p:
        faults = p.refuse("red", [line])
        assert why in reasons(faults)[1:]
        p.pending(red="Name", blue="Name")


@rule("KIM-4.13a")
def test_an_indirect_shot_that_may_not_be_is_refused_with_every_reason() -> None:
    with playing(field(tank("t", (500, 600), order="fire"), FOE), FirePhase()) as p:
        told: Any = reasons(p.refuse("red", ["t~x"]))
        assert told[0] == "'t~x' is not on the list"
        assert any("not artillery" in reason for reason in told[1:])
        p.pending(red="Name", blue="Name")
