"""Riders on a deck: they test for themselves, shoot from it, or jump off. NS-30, NR-270, NR-247"""

from __future__ import annotations

import pytest

from deadground.space.bases import gap
from deadground.space.units import inches
from deadground.systems.skirmish.man import Berth
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.sight.sighting import seen_already
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.testing.play import Play
from tests.systems.skirmish.acting import told
from tests.systems.skirmish.machines import TRUCK, field, vehicle
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man


def rider(id: str, *, on_deck: bool = True) -> Figure:
    one = man(id, (24, 24), rep=4)
    one.aboard, one.berth = "t", Berth(on_deck=on_deck)
    return one


def mounted(*men: Figure, type: str = "soviet.t_34_76") -> SkirmishState:
    """T, an empty-chambered tank with riders, and an enemy X to the north of it."""
    state = field(vehicle("t", (24, 24), type=type, unloaded=(0,)), men=(*men, foe("x", (24, 12))))
    seen_already(game(state), "red")
    return state


def fired_on(state: SkirmishState, *dice: int) -> Play[SkirmishState]:
    crisis = links.crisis_after(game(state), Fallout(missed=(("t", "x"),)))
    with playing(state, crisis, dice=[*dice, *[6] * 60]) as p:
        while seats := p.match.to_act():
            p.choose(seats[0], p.asked(seats[0]).proposal)
        p.nothing_pending()
        p.script = type(p.script)()
    return p


def scored(p: Play[SkirmishState]) -> dict[str, str]:
    return {one["figure"]: one["result"] for test in told(p, "crisis_test") for one in test["results"]}


def test_who_rides_on_a_deck_is_fired_on_with_it() -> None:
    """The tank's two dice, then two for both riders: none is passed, and they hunker down beside it."""
    p = fired_on(mounted(rider("a"), rider("b")), 1, 1, 6, 6)
    assert scored(p) == {"a": "hunker_down", "b": "hunker_down"}
    for id in ("a", "b"):
        one = p.state.figures[id]
        assert (one.aboard, one.status, one.berth) == ("", "hunker_down", Berth())
    assert [one["men"] for one in told(p, "gets_out")] == [["a"], ["b"]]


def test_he_gets_off_on_the_side_away_from_the_shot() -> None:
    state = mounted(rider("a"))
    state.figures["a"].rep = 1
    p = fired_on(state, 1, 1, 6, 6)
    assert p.state.figures["a"].at[1] > p.state.vehicles["t"].at[1]
    assert gap(p.state.figures["a"].base, p.state.vehicles["t"].base) <= inches(8)


@pytest.mark.parametrize("dice", [(1, 1), (1, 6)])
def test_who_shoots_back_stays_on_it(dice: tuple[int, int]) -> None:
    """The tank itself takes no test."""
    state = mounted(rider("a"))
    state.vehicles["t"].status = "hunker_down"
    p = fired_on(state, *dice)
    assert scored(p)["a"] in ("return_fire", "snap_fire")
    assert p.state.figures["a"].aboard == "t"
    assert [one["shooter"] for one in told(p, "shots")] == ["a"]


def test_who_sits_inside_takes_no_test_of_his_own() -> None:
    p = fired_on(mounted(rider("a", on_deck=False), type=TRUCK), 1, 1)
    assert scored(p) == {}
    assert p.state.figures["a"].aboard == "t"
