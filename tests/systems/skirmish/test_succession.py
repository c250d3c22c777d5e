"""Who takes over when a leader is lost, from the platoon down to the half-squad. NUTS-LEAD-05, NR-161"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.agenda import Procedure
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.fire.shooting import ActiveFire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.leaders.leadership import post_of
from deadground.systems.skirmish.rules.movement.involuntary import LeaveBattlefield
from deadground.systems.skirmish.rules.reactions.captives import TouchFallen
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.state import SkirmishState, Unit
from deadground.systems.skirmish.table.scene import lines
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import acted, told
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import RIFLE, foe, man, point, table


def platoon(**lost: Any) -> SkirmishState:
    """A lieutenant, two squads with their leaders and Junior NCOs, and one half of the first squad.

    Everybody is far from everybody, so that nobody tests because a man is down.
    """
    men = [
        man("lieutenant", (10, 40), rank="platoon_leader", unit="hq"),
        man("first", (2, 40), rank="first_squad_leader", unit="one", half=1),
        man("junior", (20, 40), rank="junior_nco", unit="one", half=2, rep=3),
        man("otto", (22, 46), unit="one", half=2, rep=3),
        man("paul", (26, 46), unit="one", half=2, rep=5),
        man("second", (30, 40), rank="squad_leader", unit="two", rep=5),
        man("other", (40, 40), rank="junior_nco", unit="two", rep=5),
        foe("x", (24, 10)),
    ]
    state = table(*men)
    for id in ("hq", "one", "two"):
        state.units[id] = Unit(id, "red", id.capitalize(), "squad", "1st", 3)
    for id, status in lost.items():
        state.figures[id].status, state.figures[id].group = status, ""
    return state


def falls(state: SkirmishState, id: str) -> Play[SkirmishState]:
    """X shoots a man dead."""
    return acted(state, dice=[6, 1], procedure=ActiveFire((Shot("x", RIFLE, (Aim(id, 1),)),)))


def taken_over(p: Play[SkirmishState], seat: str = "red") -> list[str]:
    return [text for text in p.log_of(seat) if "takes over" in text or "for now" in text or "again" in text]


@rule("NUTS-LEAD-05")
@pytest.mark.parametrize(
    ("falls_", "lost", "told_"),
    [
        (
            "lieutenant",
            {},
            [
                "First takes over the platoon.",
                "Junior takes over the squad.",
                "Paul leads the half-squad for now.",
            ],
        ),
        ("first", {}, ["Junior takes over the squad.", "Paul leads the half-squad for now."]),
        ("lieutenant", {"first": "gone"}, ["Second takes over the platoon.", "Other takes over the squad."]),
        ("second", {}, ["Other takes over the squad."]),
        ("junior", {}, ["Paul leads the half-squad for now."]),
        ("junior", {"first": "captured"}, []),
        ("other", {}, []),
        ("otto", {}, []),
    ],
)
def test_each_step_up_leaves_a_gap_that_the_next_fills(
    falls_: str, lost: dict[str, str], told_: list[str]
) -> None:
    """It is told after the loss. Whose Rep is highest is for his own side to know."""
    p = falls(platoon(**lost), falls_)
    assert taken_over(p) == told_
    assert taken_over(p, "blue") == [text for text in told_ if "for now" not in text]
    if told_:
        log = p.log_of("red")
        assert log.index(f"{falls_.capitalize()} is dead.") < log.index(told_[0])


@rule("NUTS-LEAD-05")
def test_whoever_leads_a_squad_now_outranks_a_junior_nco() -> None:
    """The two Junior NCOs are in one group. The first, of Rep 3, leads his squad, and so it is his die that is
    thrown: with a 4 it is not passed. Before, that of the other was, who has Rep 5."""
    passed = []
    for lost in ({}, {"first": "obviously_dead"}):
        state = platoon(**lost)
        for id, x in (("junior", 36.0), ("other", 38.0), ("otto", 37.0)):
            state.figures[id].at = (round(x * 254), 40 * 254)
            state.figures[id].group = state.figures["other"].group
        p = acted(state, dice=[6, 6, 4], procedure=Crisis((Cause("otto", "fired_on", ("x",)),)))
        passed.append(told(p, "crisis_test")[0]["results"][0]["passed"])
    assert passed == [1, 0]


@rule("NUTS-LEAD-05")
@pytest.mark.parametrize(
    ("procedure", "status"),
    [(TouchFallen("x", "first"), "out_of_the_fight"), (LeaveBattlefield("first"), "leave_battlefield")],
)
def test_however_he_is_lost(procedure: Procedure, status: Any) -> None:
    """Once: who lay there already is not replaced again when he is taken; who runs is when he is gone."""
    state = platoon()
    first = state.figures["first"]
    first.status = status
    if status == "out_of_the_fight":
        first.group = ""
        state.figures["x"].at = (first.at[0], first.at[1] - 250)
    else:
        first.reaction = first.reaction.but(reacting="leave_battlefield")
        first.at = (50, 10160)
    p = acted(state, dice=[], fill=1, procedure=procedure)
    assert p.state.figures["first"].status in ("captured", "gone")
    assert ("Junior takes over the squad." in p.log_of("red")) == (status == "leave_battlefield")


@rule("NUTS-LEAD-05")
def test_it_is_to_be_read_about_a_man_whom_he_stands_for() -> None:
    p = falls(platoon(), "lieutenant")
    view = p.match.view("red")
    posts = {id: post_of(view.state, one) for id, one in view.state.figures.items() if one.side == "red"}
    assert (posts["first"], posts["junior"], posts["other"]) == (
        "platoon_leader",
        "first_squad_leader",
        "junior_nco",
    )
    first, *_ = lines(view, view.state.figures["junior"])
    assert first.text == "Junior nco, now first squad leader, Rep 3"
    assert "NUTS-LEAD-05" in first.rows


@rule("NUTS-LEAD-05", "NUTS-WOUND-06")
@pytest.mark.parametrize(("dice", "back"), [([4, 4], True), ([5, 5], False)])
def test_a_leader_who_comes_back_has_his_post_again(dice: list[int], back: bool) -> None:
    state = platoon(first="out_of_the_fight")
    state.figures["first"].at = point((22, 45))
    state.figures["otto"].medic = True
    group = state.figures["otto"].group
    order = {"unit": group, "card": "tend", "pieces": ["otto"], "plan": {"who": {"otto": "first"}}}
    state.figures["otto"].rep = 4
    with playing(state, Activation(group), dice=dice) as p:
        p.choose("red", [order])
        while p.match.to_act():
            p.choose("red", [])
        p.nothing_pending()
    assert ("First leads again." in p.log_of("red")) == back
    assert post_of(p.state, p.state.figures["junior"]) == ("junior_nco" if back else "first_squad_leader")
