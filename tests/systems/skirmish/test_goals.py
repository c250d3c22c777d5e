"""Goals beside those of the missions: to hold at the end, delay, destroy, capture, get through. NR-205"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.dice import Scripted
from deadground.core.loader import DataError
from deadground.space.units import inches
from deadground.systems.skirmish.scenario_file import Goal
from deadground.systems.skirmish.state import Marker, change
from deadground.systems.skirmish.table.going_lines import exit_words
from deadground.systems.skirmish.table.marching import March
from deadground.systems.skirmish.victory import is_met, lost
from tests.systems.skirmish.deployments import battle, begun, by_name, end_turn, read
from tests.systems.skirmish.table import foe, man, table


def goal(kind: Any, **changes: Any) -> Goal:
    return Goal(side="red", kind=kind, name="won", at=(10, 10), **changes)


def test_a_place_to_be_held_at_the_end_counts_only_then() -> None:
    state = table(man("a", (16, 10)), foe("x", (40, 40)))
    assert not is_met(state, goal("hold_at_end"), last=False)
    assert is_met(state, goal("hold_at_end"), last=True)
    state.figures["x"].at = (inches(22), inches(10))
    assert not is_met(state, goal("hold_at_end"), last=True), 'an enemy able to act is within 12"'


@pytest.mark.parametrize(
    ("turn", "at", "status", "met"),
    [
        (3, (40, 40), "carry_on", False),
        (4, (40, 40), "carry_on", True),
        (5, (40, 40), "carry_on", True),
        (4, (16.1, 10), "carry_on", True),
        (4, (16, 10), "carry_on", False),
        (4, (16, 10), "duck_back", True),
    ],
)
def test_an_enemy_is_delayed_until_a_turn_ends(
    turn: int, at: tuple[float, float], status: str, met: bool
) -> None:
    state = table(man("a", (30, 10)), foe("x", at, status=status), turn=turn)
    assert is_met(state, goal("delay", until=4), last=False) == met


def test_enemies_lost_and_taken_are_counted_whenever_it_is() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10)), foe("y", (12, 10)), foe("z", (14, 10)))
    assert not is_met(state, goal("destroy", men=1), last=True)
    state.figures["x"].status, state.figures["y"].status = "captured", "obviously_dead"
    assert is_met(state, goal("destroy", men=2), last=False)
    assert not is_met(state, goal("destroy", men=3), last=True)
    assert is_met(state, goal("capture", men=1), last=False)
    assert not is_met(state, goal("capture", men=2), last=True)
    state.figures["a"].status = "captured"
    assert not is_met(state, goal("capture", men=2), last=True), "one's own men do not count"


GAP = "victory: [{side: red, kind: exit, name: red is through, by: gap, men: 2}]"


def sent(p: Any, *ends: tuple[str, float, float]) -> None:
    """The first squad is led to places, each man straight."""
    group = next(option.id for option in p.asked("red").options if option.id in p.state.groups)
    p.choose("red", group)
    for name, x, y in ends:
        one = by_name(p, name)
        way = {"paths": {one.id: {"points": [[inches(x), inches(y)]]}}}
        p.choose("red", [{"unit": group, "card": "move", "pieces": [one.id], "plan": way}])


@pytest.mark.parametrize(
    ("at", "gone"),
    [((71.5, 27.9), True), ((71.5, 28), True), ((71.4, 24), False), ((71.5, 28.6), False)],
)
def test_who_ends_his_move_at_the_exit_gets_through(at: tuple[float, float], gone: bool) -> None:
    """His base touches the stretch, or does not."""
    with begun(battle(more=GAP), dice=(4, 3)) as p:
        one = by_name(p, "Ada")
        one.at = (inches(68), inches(26))
        by_name(p, "Bea").at = (inches(66), inches(24))
        sent(p, ("Ada", *at))
        one = by_name(p, "Ada")
        assert (one.status == "gone") == gone
        assert ("got_through" in one.deeds.record) == gone
        assert lost(p.state, "red") == 0, "who is through is no loss"


def test_who_is_seen_at_the_moment_he_comes_to_the_exit_gets_through_when_that_is_settled() -> None:
    """Behind her, and half turned away, Xaver sees her at the last inch alone, and wins and misses."""
    with begun(battle(more=GAP), dice=(4, 3, 1, 1, 1, 1, *[6] * 40)) as p:
        ada, bea, xaver, yves = (by_name(p, name) for name in ("Ada", "Bea", "Xaver", "Yves"))
        ada.at, bea.at, bea.facing = (inches(68), inches(24)), (inches(66), inches(24)), 1800
        xaver.at, xaver.facing, xaver.rep = (inches(60), inches(10)), 507, 1
        yves.at, yves.facing, p.state.sighted = (inches(60), inches(3)), 0, ()
        for name in ("Cleo", "Dora"):
            by_name(p, name).facing = 1800
        sent(p, ("Ada", 71.5, 24))
        assert ada.status == "carry_on", "she has seen nobody off the table yet"
        for _ in range(9):
            (seat,) = p.match.to_act()
            asked = p.asked(seat)
            if asked.prompt.startswith(("Give", "Choose")):
                break
            p.choose(seat, {} if asked.prompt.startswith(("Move", "Finish")) else asked.proposal)
        assert (ada.status, "got_through" in ada.deeds.record) == ("gone", True)
        p.script = Scripted()


@pytest.mark.parametrize(
    ("card", "plan", "dice"),
    [
        ("fetch", {"who": {"Ada": "Bea"}}, (1,)),
        (
            "pick_up",
            {"what": {"Ada": "gun"}, "paths": {"Ada": {"points": [[inches(71.5), inches(24)]]}}},
            (),
        ),
    ],
)
def test_who_goes_to_somebody_or_something_has_not_ended_his_move_at_the_exit(
    card: str, plan: Any, dice: tuple[int, ...]
) -> None:
    with begun(battle(more=GAP), dice=(4, 3, *dice)) as p:
        ada, bea = by_name(p, "Ada"), by_name(p, "Bea")
        group = ada.group
        ada.at, bea.at = (inches(71.5), inches(26)), (inches(71.5), inches(22.5))
        change(bea, status="out_of_the_fight", group="", prone=True)
        p.state.markers["gun"] = Marker("gun", "weapon", (inches(71.5), inches(24)), what="core.lmg")
        p.choose("red", group)
        ids = {"Ada": ada.id, "Bea": bea.id, "gun": "gun"}
        given = {
            part: {ids[a]: ids[b] if isinstance(b, str) else b for a, b in said.items()}
            for part, said in plan.items()
        }
        p.choose("red", [{"unit": group, "card": card, "pieces": [ada.id], "plan": given}])
        assert ada.status == "carry_on"
        assert (ada.aid.carries == bea.id) == (card == "fetch")
        assert ("core.lmg" in ada.arms.weapons) == (card == "pick_up")


def test_a_charge_does_not_end_at_the_exit_that_it_leads_past() -> None:
    with begun(battle(more=GAP), dice=(4, 3, *[6] * 40)) as p:
        ada, xaver = by_name(p, "Ada"), by_name(p, "Xaver")
        ada.at, xaver.at, xaver.facing = (inches(71.5), inches(27)), (inches(71.5), inches(17.5)), 0
        by_name(p, "Yves").at = (inches(60), inches(3))
        p.choose("red", ada.group)
        going = {"targets": {ada.id: xaver.id}, "paths": {ada.id: [[inches(71.5), inches(23)]]}}
        p.choose("red", [{"unit": ada.group, "card": "charge", "pieces": [ada.id], "plan": going}])
        assert "charge_test" in [event.kind for event in p.events]
        assert ada.status != "gone"
        p.script = Scripted()


def test_the_page_draws_the_exit_and_says_who_would_go_off_by_it() -> None:
    with begun(battle(more=GAP), dice=(4, 3)) as p:
        view, one = p.match.view("red"), by_name(p, "Ada")
        scene = p.match.system.scene(view)
        assert scene is not None
        drawn = scene.shapes["exit:red:gap:0"]
        assert drawn.points == ((inches(72), inches(20)), (inches(72), inches(28)))
        assert drawn.label == "Red is through: Red wins with 2 through here"
        for end, words in ((71.5, ["Off the table at the exit: Ada."]), (71.4, [])):
            march = March(one.id, (one.at, (inches(end), inches(24))), 0)
            assert [line.text for line in exit_words(view.state, [march])] == words


def test_enough_who_are_through_win_at_once_and_too_few_do_not() -> None:
    with begun(battle(more=GAP), dice=(4, 3)) as p:
        for name in ("Ada", "Bea"):
            change(by_name(p, name), status="gone", group="", record=("walked_off", "got_through"))
        end_turn(p)
        assert p.outcome is not None
        assert (p.outcome.winners, p.outcome.reason) == (("red",), "red is through")
    with begun(battle(more=GAP), dice=(4, 3, 3, 4)) as p:
        change(by_name(p, "Ada"), status="gone", group="", record=("walked_off", "got_through"))
        end_turn(p)
        assert p.outcome is None


def test_without_such_a_goal_the_edge_is_an_edge() -> None:
    with begun(battle(), dice=(4, 3)) as p:
        by_name(p, "Ada").at = (inches(68), inches(26))
        by_name(p, "Bea").at = (inches(66), inches(24))
        sent(p, ("Ada", 71.5, 24))
        assert by_name(p, "Ada").status == "carry_on"


@pytest.mark.parametrize(
    ("goal", "what"),
    [
        ("{side: red, kind: exit, name: x, by: sky, men: 1}", "'sky' is no exit of this map"),
        ("{side: red, kind: exit, name: x, by: gap, men: 5}", "5 of Red (1 to 4, as many as there are)"),
        ("{side: red, kind: exit, name: x, by: east}", "0 of Red (1 to 4, as many as there are)"),
        ("{side: red, kind: destroy, name: x, men: 3}", "3 of Blue (1 to 2, as many as there are)"),
        ("{side: red, kind: capture, name: x, men: 3}", "3 of Blue (1 to 2, as many as there are)"),
        ("{side: red, kind: delay, name: x, until: 7}", "turn 7 (1 to 6, a turn of this battle)"),
        ("{side: red, kind: delay, name: x}", "turn 0 (1 to 6, a turn of this battle)"),
        ("{side: red, kind: hold_at_end, name: x, at: [80, 10]}", "(80, 10)"),
        ("{side: red, kind: take, name: x, since: 7}", "turn 7 (1 to 6, a turn of this battle)"),
        ("{side: red, kind: losses, name: x, men: 3}", "3 of Blue (1 to 2, as many as there are)"),
        ("{side: red, kind: losses, name: x}", "0 of Blue (1 to 2, as many as there are)"),
    ],
)
def test_a_goal_that_cannot_be_reached_is_refused_at_its_line(goal: str, what: str) -> None:
    with pytest.raises(DataError) as found:
        read(battle(more=f"victory: [{goal}]"))
    assert str(found.value).startswith("battle.yaml:6: ")
    assert what in str(found.value)
