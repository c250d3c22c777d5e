"""Who shoots back at whom: several causes, those who cannot, Stars and medics. NR-30, NR-31, NR-102"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.rep import rep_for
from deadground.systems.skirmish.rules.fire.shooting import ReturnFire
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.testing import rule
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import SMG, foe, man, table


def told(id: str = "a", result: str = "return_fire", causes: tuple[str, ...] = ("x",), **changes: Any) -> Any:
    """A man who has been told to shoot."""
    return man(id, changes.pop("at", (10, 30)), reacting=result, causes=causes, **changes)


@rule("NUTS-FIRE-10")
def test_of_several_who_shot_at_him_he_picks() -> None:
    """NR-102; nobody else may be aimed at."""
    state = table(
        told(causes=("x", "y"), rep=1),
        foe("x", (10, 10), rep=1),
        foe("y", (12, 10), rep=1),
        foe("z", (14, 10)),
    )
    with playing(state, ReturnFire(("a",)), dice=[1, 6, 6]) as p:
        p.pending(red="Shoot back")
        assert p.refuse("red", [fire("red-1", a="z")])[0].rows == ("NUTS-FIRE-10",)
        p.choose("red", [fire("red-1", a="y")])
        p.nothing_pending()
    assert p.last("crisis_test").data["results"][0]["figure"] == "y"


@rule("NUTS-FIRE-10")
def test_each_shoots_at_those_who_shot_at_him() -> None:
    state = table(
        told("a", causes=("x",), rep=1),
        told("b", causes=("y",), at=(12, 30), rep=1, weapons=("core.ba_rifle", SMG)),
        foe("x", (10, 10), rep=1),
        foe("y", (12, 10), rep=1),
    )
    with playing(state, ReturnFire(("a", "b")), dice=[1, 2, 2, 2, 6, 6]) as p:
        assert p.asked("red").proposal[0]["plan"]["shots"]["a"]["aims"] == [["x", 1]]
        assert p.asked("red").proposal[0]["plan"]["shots"]["b"]["aims"] == [["y", 3]], "with his best weapon"
        assert p.refuse("red", [fire("red-1", a="y", b="y")])
        p.choose("red", p.asked("red").proposal)
        p.nothing_pending()


@rule("NUTS-MOVE-12", "NUTS-FIRE-11")
def test_all_who_shoot_back_in_a_group_do_so_in_one_volley_before_anybody_tests() -> None:
    """NUTS-FIRE-11: two shots, one test with both shooters for its cause."""
    state = table(man("a", (10, 30), rep=2), man("b", (12, 30), rep=1), foe("x", (11, 10), rep=1))
    causes = (Cause("a", "fired_on", ("x",)), Cause("b", "fired_on", ("x",)))
    with playing(state, Crisis(causes), dice=[1, 1, 1, 1, 6, 6]) as p:
        p.nothing_pending()
    kinds = [event.kind for event in p.events if event.kind in ("shots", "crisis_test")]
    assert kinds == ["crisis_test", "shots", "shots", "crisis_test"]
    assert p.state.figures["x"].status == "hunker_down"


@rule("NUTS-MOVE-12")
def test_one_whose_enemy_has_gone_carries_on() -> None:
    state = table(told(), foe("x", (10, 10), status="obviously_dead"))
    with playing(state, ReturnFire(("a",))) as p:
        p.nothing_pending()
    assert p.state.figures["a"].reaction.reacting is None
    assert p.state.figures["a"].status == "carry_on"


@rule("NUTS-MOVE-12", "NUTS-FIRE-10")
@pytest.mark.parametrize("who", [{"star": True, "weapons": ()}, {"medic": True}])
@pytest.mark.parametrize(("picked", "status"), [("carry_on", "carry_on"), ("duck_back", "duck_back")])
def test_a_star_or_medic_who_cannot_shoot_carries_on_or_ducks_back(
    who: dict[str, Any], picked: str, status: str
) -> None:
    """NR-30."""
    state = table(told(**who), foe("x", (10, 10)))
    with playing(state, ReturnFire(("a",))) as p:
        p.pending(red="A cannot shoot back")
        p.choose("red", picked)
        p.nothing_pending()
    assert p.state.figures["a"].status == status
    assert p.state.figures["a"].reaction.reacting is None


@rule("NUTS-FIRE-10")
def test_on_a_side_nobody_plays_he_carries_on() -> None:
    """NR-30."""
    state = table(told(medic=True), foe("x", (10, 10)))
    del state.seats["red"]
    with playing(state, ReturnFire(("a",))) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == "carry_on"


@pytest.mark.parametrize(
    ("attributes", "crisis", "recover"),
    [
        ((), 4, 4),
        (("coward",), 3, 3),
        (("plucky",), 5, 5),
        (("fanatic",), 6, 6),
        (("plucky", "fanatic"), 6, 6),
        (("terrified",), 3, 3),
        (("fanatic", "terrified"), 5, 5),
        (("brawler",), 4, 4),
    ],
)
def test_attributes_change_the_rep_of_a_test(attributes: tuple[str, ...], crisis: int, recover: int) -> None:
    state = table(man("a", (10, 30), attributes=attributes))
    g, a = game(state), state.figures["a"]
    assert rep_for(g, a, "crisis")[0] == crisis
    assert rep_for(g, a, "recover")[0] == recover
    assert a.shown_rep == 4, "his own Rep is known now. NR-108"
    assert ("coward" in a.shown_attributes) == ("coward" in attributes)


@rule("NUTS-REACT-02")
def test_a_tested_rep_with_attributes_is_what_the_dice_are_compared_with() -> None:
    state = table(man("a", (10, 30), rep=3, attributes=("fanatic",)), foe("x", (10, 10), weapons=(SMG,)))
    with playing(state, Crisis((Cause("a", "fired_on", ("x",)),)), dice=[5, 5]) as p:
        p.nothing_pending()
    assert p.last("crisis_test").data["results"][0]["passed"] == 2
