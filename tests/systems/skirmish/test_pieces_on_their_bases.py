"""Sight, room and marches go by the bases that stand there: a wagon of two inches by four. NS-01, NR-37"""

from __future__ import annotations

import pytest

from deadground.core.citing import recording
from deadground.systems.kit.options import DEFAULTS
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.groups import are_together
from deadground.systems.skirmish.rules.fire.readiness import open_targets
from deadground.systems.skirmish.rules.melee.charge_reach import why_no_charge
from deadground.systems.skirmish.rules.movement.going import has_room, is_taken
from deadground.systems.skirmish.rules.movement.standing import runs_into, short_of_enemies
from deadground.systems.skirmish.rules.sight.line_of_sight import (
    Eyes,
    figure_between,
    has_los,
    line_is_open,
    sees_point,
    why_no_los,
)
from deadground.systems.skirmish.rules.sight.stepping import path_faults
from deadground.systems.skirmish.state import Bystander, SkirmishState
from tests.systems.skirmish.gestures import drag, ends
from tests.systems.skirmish.others import civilian, wagon
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, point, table


def two_and(other: Bystander) -> SkirmishState:
    """A looks north at X, fifteen inches away, and something stands about between them."""
    return table(man("a", (10, 30)), foe("x", (10, 15)), bystanders={other.id: other})


def does_see(state: SkirmishState) -> bool:
    """Whether A sees X: by one line, and by all that he looks along at once."""
    a, x = state.figures["a"], state.figures["x"]
    seen = has_los(state, a, x)
    assert line_is_open(state, x, a) == seen
    assert sees_point(state, a, x.at) == seen
    assert Eyes(state, a, DEFAULTS).see(x, turning=False) == seen
    assert bool(list(open_targets(state, a, [x], DEFAULTS))) == seen
    return seen


@pytest.mark.parametrize("who", ["friendly", "any", "none"])
@pytest.mark.parametrize("side", ["", "red", "blue"])
def test_a_wagon_in_the_line_blocks_it_whosever_it_is(who: str, side: str) -> None:
    state = two_and(wagon("w", (10, 22), side=side))
    options = {"figures_block_los": who}
    a, x = state.figures["a"], state.figures["x"]
    why = why_no_los(state, a, x, options)
    assert why is not None
    assert why.reason == "W is in the way"
    assert not Eyes(state, a, options).see(x, turning=True)


def test_a_base_that_is_not_round_is_in_a_line_with_any_part_of_it() -> None:
    """Its middle is an inch and a half from the line: across it reaches that far, along it does not."""
    assert not does_see(two_and(wagon("w", (11.5, 22), facing=90)))
    assert does_see(two_and(wagon("w", (11.5, 22), facing=0)))
    assert does_see(two_and(wagon("w", (12.02, 22), facing=90)))
    assert not does_see(two_and(wagon("w", (11.98, 22), facing=90)))


def test_a_civilian_is_in_a_line_as_a_man_would_be() -> None:
    assert not does_see(two_and(civilian("c", (10.5, 22))))
    assert does_see(two_and(civilian("c", (10.51, 22))))


def test_who_stands_against_a_wagon_looks_past_it() -> None:
    """He is seen past it no more than past a man whom he has before him. NR-37"""
    state = two_and(wagon("w", (10, 27.5)))
    a, x = state.figures["a"], state.figures["x"]
    assert has_los(state, a, x)
    assert Eyes(state, a, DEFAULTS).see(x, turning=False)
    assert not has_los(state, x, a)
    assert not does_see(two_and(wagon("w", (10, 27.4))))


def test_a_wagon_is_seen_itself_and_hides_what_is_behind_it() -> None:
    state = two_and(wagon("w", (10, 22), side="blue"))
    a = state.figures["a"]
    assert has_los(state, a, state.bystanders["w"])
    assert Eyes(state, a, DEFAULTS).see(state.bystanders["w"], turning=False)
    a.facing = 1800
    assert not has_los(state, a, state.bystanders["w"])


def test_the_line_is_blocked_whether_anybody_listens_or_not() -> None:
    state = two_and(wagon("w", (10, 22)))
    with recording():
        assert not does_see(state)
    assert not does_see(state)


def test_men_on_either_side_of_a_wagon_are_not_together() -> None:
    state = table(
        man("a", (10, 30)), man("b", (10, 26.2)), bystanders={"w": wagon("w", (10, 28), size=(2, 1))}
    )
    a, b = state.figures["a"], state.figures["b"]
    assert not are_together(state, a, b)
    state.bystanders.clear()
    assert are_together(state, a, b)


def test_nobody_stands_on_a_wagon_nor_ends_a_move_there() -> None:
    """Two inches to the north of its middle it ends; half a base from there a man has room."""
    state = two_and(wagon("w", (20, 20)))
    a = state.figures["a"]
    taken = is_taken(state, point((20, 17.6)), a)
    assert taken is state.bystanders["w"]
    assert is_taken(state, point((20, 17.49)), a) is None
    assert is_taken(state, point((21.6, 20)), a) is None
    state.bystanders["w"].facing = 900
    assert is_taken(state, point((20, 17.6)), a) is None
    assert not has_room(state, a, point((21.6, 20)))
    a.at = point((21.6, 23))
    faults = path_faults(state, a, [point((21.6, 20))], 2_000, "value")
    assert [fault.reason for fault in faults] == ["W stands where A would"]


@pytest.mark.parametrize(("side", "stops"), [("blue", True), ("red", False), ("", False)])
def test_only_an_enemys_wagon_stops_a_way_and_by_its_base(side: str, stops: bool) -> None:
    """A way half a base and a hair beside its flank is free; one that touches it ends before it. NUTS-MELEE-01"""
    state = two_and(wagon("w", (20, 20), side=side))
    a = state.figures["a"]
    a.at = point((21.4, 30))
    way = a.at, point((21.4, 10))
    assert (runs_into(state, a, way) is state.bystanders["w"]) == stops
    free = short_of_enemies(state, a, way)
    assert (abs(free[-1][1] - point((0, 22.4))[1]) < 160) == stops
    beside = point((21.51, 30)), point((21.51, 10))
    assert runs_into(state, a, beside) is None


def test_who_is_in_contact_with_an_enemys_wagon_goes_away_from_it_but_not_nearer() -> None:
    state = two_and(wagon("w", (20, 20), side="blue"))
    a = state.figures["a"]
    a.at = point((20, 22.5))
    assert runs_into(state, a, (a.at, point((20, 30)))) is None
    assert runs_into(state, a, (a.at, point((20, 22)))) is not None


def test_a_charge_goes_round_nothing() -> None:
    """An enemy's wagon between a charger and his target is in his way. NUTS-MELEE-02"""
    state = table(
        man("a", (10, 20)), foe("x", (10, 15)), bystanders={"w": wagon("w", (10.8, 17.5), "blue", 90, (1, 1))}
    )
    fault = why_no_charge(state, state.figures["a"], state.figures["x"], DEFAULTS)
    assert fault is not None
    assert fault.reason == "W stands between A and X"
    state.bystanders["w"].side = ""
    assert why_no_charge(state, state.figures["a"], state.figures["x"], DEFAULTS) is None


def test_who_would_have_a_wagon_in_his_line_steps_aside() -> None:
    men = man("a", (10, 36), rep=5, rank="squad_leader"), man("b", (13, 36))
    state = table(*men, foe("x", (10, 10)), bystanders={"w": wagon("w", (10, 24), size=(1, 1))})
    with playing(state, Activation("red-1")) as p:
        look = drag(p, "a", "b", to=point((11.5, 32)))
        texts = [line.text for line in look.lines]
        assert "A steps aside to have a clear line of fire. Key 1 keeps their shape." in texts
        kept = drag(p, "a", "b", to=point((11.5, 32)), formation="kept")
        assert "A has something in the line of fire. Key 2 makes a line." in [
            line.text for line in kept.lines
        ]
        after = p.match.view("red").state
        for id, at in ends(look).items():
            after.figures[id].at = at
        assert figure_between(after, after.figures["a"], after.figures["x"], DEFAULTS) is None
        p.pending(red="Give the group its orders")


def test_a_group_that_is_dragged_leaves_a_wagon_its_room() -> None:
    men = [man(f"a{i}", (8 + 2 * i, 36), rep=5 if not i else 4) for i in range(3)]
    men[0].rank = "squad_leader"
    state = table(*men, bystanders={"w": wagon("w", (10, 32))})
    with playing(state, Activation("red-1")) as p:
        look = drag(p, "a0", "a1", "a2", to=point((10, 32)))
        assert not look.faults
        view = p.match.view("red").state
        assert all(is_taken(view, at, view.figures[id]) is None for id, at in ends(look).items())
        p.pending(red="Give the group its orders")
