"""Gestures: the fire plan, its lines and its chance, shots that are turned and dice that are shared."""

from __future__ import annotations

import re
from typing import Any

import pytest

from deadground.core.faults import Refused
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.fire.shooting import ReturnFire
from deadground.testing import rule
from tests.systems.skirmish.gestures import as_draft, drag
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, point, table

SHORT_WALL = "  - {id: wall, kind: wall, line: [[7.4, 20.6], [8.6, 20.6]]}"


def close_up(**changes: Any) -> Any:
    """Two of ours see two enemies; one of ours has a gun."""
    state = table(
        man("a", (8, 30), rep=5, rank="squad_leader", weapons=("core.german_lmg",), **changes),
        man("b", (10, 30)),
        foe("x", (8, 20)),
        foe("y", (10, 20)),
    )
    return playing(state, Activation("red-1"))


def test_the_fire_plan_is_drawn_with_beads_and_its_chance() -> None:
    with close_up() as p:
        look = drag(p, act="show", draft=p.asked("red").proposal)
        lines = {shape.token: shape for shape in look.shapes}
        assert {shape.look for shape in look.shapes} == {"shot"}
        assert lines["a"].label.startswith("●" * 6)
        assert lines["b"].label.startswith("● hit ")
        assert look.lines[0].text.startswith("At least one down: ")
        assert look.lines[0].text.endswith("reckoned with Rep 4 where it is not known yet.")
        x, y = (line.text for line in look.lines[1:])
        assert re.fullmatch(r"X: hit \d+%, down \d+%, by A \(6 dice\)\.", x)
        assert re.fullmatch(r"Y: hit 50%, down \d+%, by B \(1 die\)\.", y)
        p.pending(red="Give the group its orders")


def test_who_is_left_over_is_tied_to_the_man_he_rolls_for() -> None:
    state = table(
        man("a", (8, 30), rank="squad_leader"),
        man("b", (10, 30)),
        man("c", (12, 30)),
        foe("x", (8, 20)),
        foe("y", (10, 20)),
    )
    with playing(state, Activation("red-1")) as p:
        look = drag(p, act="show", draft=p.asked("red").proposal)
        p.pending(red="Give the group its orders")
    words = [line.text for line in look.lines[1:]]
    assert " ".join(words).count("(1 die)") == 2, "he is counted at nobody, for a die may send him elsewhere"
    (spare,) = {shape.token for shape in look.shapes if shape.look == "spare"}
    assert words[-1] == f"{spare.upper()} is left over: a die gives him one of X and Y."
    ends = [shape.points[-1] for shape in look.shapes if shape.look == "spare"]
    assert ends == [point((8, 20)), point((10, 20))]


@rule("NUTS-FIRE-10")
@pytest.mark.parametrize(("at", "aimed"), [("y", "y"), ("z", None)])
def test_who_shoots_back_is_turned_to_another_who_shot_at_him_and_to_nobody_else(
    at: str, aimed: str | None
) -> None:
    """The line goes where it is dragged, or the page hears why not. It never stays where it was without a word."""
    state = table(
        man("a", (10, 30), reacting="return_fire", causes=("x", "y")),
        foe("x", (10, 20)),
        foe("y", (12, 20)),
        foe("z", (11, 26)),
    )
    with playing(state, ReturnFire(("a",))) as p:
        proposed = p.asked("red").proposal
        if aimed:
            look = drag(p, "a", to=at, draft=proposed, card="fire")
            assert look.value[0]["plan"]["shots"]["a"]["aims"] == [[aimed, 1]]
        else:
            with pytest.raises(Refused) as found:
                drag(p, "a", to=at, draft=proposed, card="fire")
            (fault,) = found.value.faults
            assert fault.reason == "A shoots back, and so only at whoever shot at him: X and Y."
            assert fault.rows == ("NUTS-FIRE-10",)
        p.pending(red="Shoot back")


def test_where_one_enemy_is_shot_at_nobody_is_said_to_roll_for_a_target() -> None:
    state = table(man("a", (8, 30), rank="squad_leader"), man("b", (10, 30)), foe("x", (8, 20)))
    with playing(state, Activation("red-1")) as p:
        look = drag(p, act="show", draft=p.asked("red").proposal)
        p.pending(red="Give the group its orders")
    (line,) = look.lines[1:]
    assert re.search(r"down \d+%, by A \(1 die\) and B \(1 die\)\.$", line.text)


def test_a_shot_is_turned_to_another_man_or_shared_with_him() -> None:
    with close_up() as p:
        proposed = p.asked("red").proposal
        turned = drag(p, "a", to="y", draft=proposed, card="fire")
        assert dict(turned.value[0]["plan"]["shots"])["a"]["aims"] == [["y", 6]]
        both = drag(p, "a", to="y", draft=proposed, card="fire", more=True)
        aims = dict(both.value[0]["plan"]["shots"])["a"]["aims"]
        assert [target for target, _ in aims] == ["x", "", "y"]
        assert sum(dice for _, dice in aims) == 6
        (swath,) = [shape for shape in both.shapes if shape.look == "swath"]
        assert swath.label == "○"
        assert not p.asked("red").check(p.match.view("red"), both.value)
        p.pending(red="Give the group its orders")


def test_a_second_man_at_the_same_target_has_a_die_on_his_line() -> None:
    with close_up() as p:
        look = drag(p, "b", to="x", draft=p.asked("red").proposal, card="fire")
        first, second = [shape for shape in look.shapes if shape.look == "spare"]
        assert (first.token, first.label, second.token, second.label) == ("b", "●⚄", "b", "")
        p.pending(red="Give the group its orders")


def test_a_volley_that_may_not_be_fired_says_why_and_promises_nothing() -> None:
    with close_up() as p:
        look = drag(p, "b", to="x", draft=p.asked("red").proposal, card="fire")
        (fault,) = look.faults
        assert fault.rows == ("NUTS-FIRE-09",)
        assert not [line.text for line in look.lines if "%" in line.text]
        assert not [shape.label for shape in look.shapes if "%" in shape.label]
        p.pending(red="Give the group its orders")


def gunner_and(wall: str) -> Any:
    """A gunner against the nearest of two, who may have a wall before him; the other stands in the open."""
    state = table(
        man("a", (8, 30), rank="squad_leader", weapons=("core.lmg",)),
        foe("x", (8, 20)),
        foe("y", (9.2, 19.8)),
        pieces=wall,
    )
    return playing(state, Activation("red-1"))


def aims_of(orders: Any) -> list[tuple[str, int]]:
    return [tuple(aim) for aim in orders[0]["plan"]["shots"]["a"]["aims"]]


def test_what_is_laid_out_shares_the_dice_of_a_gun_where_one_down_is_likelier_so() -> None:
    with gunner_and(SHORT_WALL) as p:
        proposal = p.asked("red").proposal
        laid = drag(p, act="repeat", draft=as_draft(proposal))
        assert aims_of(proposal) == [("x", 4)], "what is proposed to all keeps the dice on one man"
        assert aims_of(laid.value) == [("x", 2), ("y", 2)]
        assert not laid.faults
        plain = drag(p, act="show", draft=as_draft(proposal))
        assert plain.lines[0].text.startswith("At least one down: 42%")
        assert laid.lines[0].text.startswith("At least one down: 44%")
        p.pending(red="Give the group its orders")


def test_dice_stay_together_where_sharing_promises_less_and_where_the_player_has_chosen() -> None:
    with gunner_and("") as p:
        laid = drag(p, act="repeat", draft=as_draft(p.asked("red").proposal))
        assert aims_of(laid.value) == [("x", 4)]
        p.pending(red="Give the group its orders")
    with gunner_and("  - {id: wall, kind: wall, line: [[8.6, 20.4], [9.8, 20.4]]}") as p:
        turned = drag(p, "a", to="y")
        again = drag(p, act="repeat", draft=turned.value)
        assert aims_of(again.value) == [("y", 4)], "his own choice is left as it is"
        p.pending(red="Give the group its orders")


def test_one_who_is_left_over_shares_nothing() -> None:
    state = table(
        man("a", (8, 30), rank="squad_leader", weapons=("core.lmg",)),
        man("b", (9, 30), weapons=("core.lmg",)),
        foe("x", (8, 20)),
        pieces=SHORT_WALL,
    )
    with playing(state, Activation("red-1")) as p:
        laid = drag(p, act="repeat", draft=as_draft(p.asked("red").proposal))
        assert [len(shot["aims"]) for shot in laid.value[0]["plan"]["shots"].values()] == [1, 1]
        p.pending(red="Give the group its orders")


def test_a_drag_tells_what_it_drops() -> None:
    """He could reload, or shoot, and then go: a drag that takes that from him says so. NUTS-ACT-08"""
    with close_up() as p:
        look = drag(p, "a", to=point((8, 33)), draft=p.asked("red").proposal)
        texts = [line.text for line in look.lines]
        assert "Fire is dropped for A: do that first, then move." in texts
        assert not any("a" in order["pieces"] for order in look.value if order["card"] == "fire")
        assert not any("dropped" in line.text for line in drag(p, "a", to=point((8, 33))).lines)
        p.pending(red="Give the group its orders")


def test_who_still_shoots_when_another_goes_pairs_off_anew() -> None:
    state = table(
        man("a", (8, 30), rank="squad_leader"),
        man("b", (10, 30)),
        man("c", (12, 30)),
        foe("x", (8, 20)),
        foe("y", (10, 20)),
    )
    with playing(state, Activation("red-1")) as p:
        proposed = p.asked("red").proposal
        shots = proposed[0]["plan"]["shots"]
        first = {id: shot["aims"][0][0] for id, shot in shots.items()}
        alone = next(id for id in first if list(first.values()).count(first[id]) == 1)
        look = drag(p, alone, to=point((9, 33)), draft=proposed)
        assert not p.asked("red").check(p.match.view("red"), look.value)
        left = next(order for order in look.value if order["card"] == "fire")["plan"]["shots"]
        assert {shot["aims"][0][0] for shot in left.values()} == {"x", "y"}
        p.pending(red="Give the group its orders")


def test_told_to_fire_once_more_a_man_shoots_at_the_next_one_or_shares_his_dice() -> None:
    with close_up() as p:
        proposed = as_draft(p.asked("red").proposal)
        turned = drag(p, "a", act="card", card="fire", draft=proposed)
        assert dict(turned.value[0]["plan"]["shots"])["a"]["aims"] == [["y", 6]]
        back = drag(p, "a", act="card", card="fire", draft=as_draft(turned.value))
        assert dict(back.value[0]["plan"]["shots"])["a"]["aims"] == [["x", 6]]
        both = drag(p, "a", act="card", card="fire", more=True, draft=proposed)
        assert {one for one, _ in dict(both.value[0]["plan"]["shots"])["a"]["aims"]} == {"x", "", "y"}
        p.pending(red="Give the group its orders")


def test_who_has_one_target_is_told_so() -> None:
    state = table(man("a", (8, 30), rank="squad_leader"), foe("x", (8, 20)))
    with playing(state, Activation("red-1")) as p:
        proposed = as_draft(p.asked("red").proposal)
        with pytest.raises(Refused) as refused:
            drag(p, "a", act="card", card="fire", draft=proposed)
        assert refused.value.faults[0].reason == "X is the only one whom A can shoot at"
        with pytest.raises(Refused) as refused:
            drag(p, "a", act="card", card="fire", more=True, draft=proposed)
        assert refused.value.faults[0].reason == "the dice can be shared with nobody beside X"
        p.pending(red="Give the group its orders")
