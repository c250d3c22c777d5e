"""The Recover Test, after damage and from Hunker Down; the fallen; and the book's two long examples.

NR-05, NR-103
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.fire.damage import Hit, damage_of
from deadground.systems.skirmish.rules.fire.shooting import ActiveFire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.movement.involuntary import DuckBack
from deadground.systems.skirmish.rules.reactions.captives import TouchFallen
from deadground.systems.skirmish.rules.reactions.casualties import take_down
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.reactions.recover import RecoverFromHunkerDown, recover_from_damage
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import fire, move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, point, table


@rule("NUTS-REACT-07", "NUTS-REACT-08")
def test_every_cell_of_the_table() -> None:
    cells = {
        cause: [chart("recover_test").look_up(cause, many).value for many in ("2", "1", "0")]
        for cause in ("damage", "hunker_down")
    }
    assert cells == {
        "damage": ["carry_on", "out_of_the_fight", "obviously_dead"],
        "hunker_down": ["carry_on", "duck_back", "leave_battlefield"],
    }


@rule("NUTS-REACT-07")
@bounds("NUTS-REACT-06")
@pytest.mark.parametrize(
    ("dice", "result"), [([4, 4], "carry_on"), ([4, 5], "out_of_the_fight"), ([5, 5], "obviously_dead")]
)
def test_recovering_from_damage(dice: list[int], result: str) -> None:
    """A bare 2d6, though his Leader stands beside him and he is a Star in cover."""
    state = table(
        man("a", (10, 30), star=True, under_cover=True), man("nco", (11, 30), rank="squad_leader", rep=6)
    )
    state.units["red_squad"].strength = 9
    assert recover_from_damage(game(state, dice), state.figures["a"]) == result


@bounds("NUTS-REACT-06")
@pytest.mark.parametrize(
    ("covered", "strength", "dice", "result"),
    [
        (True, 1, [6, 6, 1], "out_of_the_fight"),
        (False, 2, [1], "out_of_the_fight"),
        (True, 2, [6, 6], "obviously_dead"),
    ],
)
def test_with_the_option_the_modifiers_count(
    covered: bool, strength: int, dice: list[int], result: str
) -> None:
    """NR-05, NR-103."""
    wood = "  - {id: wood, kind: woods, polygon: [[8, 28], [14, 28], [14, 32], [8, 32]]}"
    state = table(man("a", (10, 30)), pieces=wood if covered else "")
    state.units["red_squad"].strength = strength
    g = game(state, dice, {"recover_damage_modifiers": "on"})
    assert recover_from_damage(g, state.figures["a"], [point((10, 20))]) == result


@bounds("NUTS-REACT-06")
def test_a_prisoner_is_in_no_group_that_could_be_at_half_strength() -> None:
    """NR-04, NR-05, with both options: he has his two dice."""
    state = table(man("a", (10, 30), status="captured"), foe("x", (10, 31)))
    state.figures["a"].group = ""
    g = game(state, [1, 1], {"recover_damage_modifiers": "on", "half_strength_scope": "group"})
    assert recover_from_damage(g, state.figures["a"]) == "carry_on"


@rule("NUTS-REACT-07")
@bounds("NUTS-REACT-11")
def test_what_a_hit_leaves_of_a_man() -> None:
    state = table(
        man("a", (10, 30), reacting="duck_back", causes=("x",)), man("b", (12, 30)), foe("x", (10, 10))
    )
    g, a = game(state), state.figures["a"]
    take_down(g, a, "carry_on", "x")
    assert (a.status, a.prone, a.reaction.reacting, a.group) == ("carry_on", True, None, "red-1")
    take_down(g, a, "out_of_the_fight", "x")
    assert (a.status, a.prone, a.group, a.on_table) == ("out_of_the_fight", True, "", True)
    take_down(g, a, "obviously_dead", "x")
    assert (a.status, a.on_table) == ("obviously_dead", False)


@bounds("NUTS-REACT-11")
def test_one_who_is_out_of_the_fight_does_nothing() -> None:
    state = table(
        man("a", (10, 30), status="out_of_the_fight", prone=True), man("b", (12, 30)), foe("x", (40, 5))
    )
    state.figures["a"].group = ""
    with playing(state, Activation("red-1")) as p:
        assert p.asked("red").units[0].pieces == ("b",)  # type: ignore[union-attr]
        p.choose("red", [])
        p.nothing_pending()
    g = game(state)
    take_down(g, state.figures["b"], "out_of_the_fight")
    assert state.groups.get("red-1") is None


@rule("NUTS-REACT-11")
@pytest.mark.parametrize(("picked", "status"), [("capture", "captured"), ("dispatch", "obviously_dead")])
@pytest.mark.parametrize(("gap", "touches"), [(1, True), (1.05, False)])
def test_an_enemy_who_touches_him_takes_or_dispatches_him(
    picked: str, status: str, gap: float, touches: bool
) -> None:
    state = table(man("a", (10, 34)), foe("x", (10, 28), status="out_of_the_fight", prone=True))
    state.figures["x"].group = ""
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 28 + gap)))])
        if touches:
            p.choose("red", picked)
        p.nothing_pending()
    if not touches:
        status = "out_of_the_fight"
        with playing(p.state, TouchFallen("a", "x")) as p:
            p.choose("red", "capture")
            p.nothing_pending()
        assert p.state.figures["x"].status == "captured"
    else:
        assert p.state.figures["x"].status == status


def hunkered(**changes: Any) -> Any:
    return table(
        man("a", (10, 30), status="hunker_down", hunkered_before=True, **changes), foe("x", (40, 5), facing=0)
    )


@rule("NUTS-REACT-08", "NUTS-REACT-06")
@pytest.mark.parametrize(
    ("dice", "status"),
    [([4, 4], "carry_on"), ([4, 5], "duck_back"), ([5, 5, 6, 6], "leave_battlefield")],
)
def test_recovering_from_hunker_down(dice: list[int], status: str) -> None:
    with playing(hunkered(), RecoverFromHunkerDown("a"), dice=dice) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == status
    assert p.result == (status == "carry_on")


@rule("NUTS-REACT-08")
def test_recovered_he_acts_at_once_and_the_test_comes_before_all_else() -> None:
    with playing(hunkered(), Activation("red-1"), dice=[1, 1]) as p:
        p.choose("red", [move("red-1", a=to((12, 30)))], [])
        p.nothing_pending()
    assert p.state.figures["a"].at == point((12, 30))


@rule("NUTS-REACT-08", "NUTS-LEAD-01")
def test_the_leader_die_helps_him() -> None:
    state = table(
        man("a", (10, 30), status="hunker_down"),
        man("nco", (12, 30), rank="squad_leader"),
        foe("x", (40, 5), facing=0),
    )
    with playing(state, RecoverFromHunkerDown("a"), dice=[4, 6, 4]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == "carry_on"


@rule("NUTS-REACT-08", "NUTS-STAR-04")
@pytest.mark.parametrize(("picked", "status"), [("2", "carry_on"), ("1", "duck_back")])
def test_a_star_may_choose(picked: str, status: str) -> None:
    with playing(hunkered(star=True), RecoverFromHunkerDown("a")) as p:
        p.choose("red", picked)
        p.nothing_pending()
    assert p.state.figures["a"].status == status


@rule("NUTS-REACT-04", "NUTS-REACT-08")
def test_cover_and_half_strength_count() -> None:
    """NR-103: cover found or kept gives the die; NR-05."""
    with playing(hunkered(under_cover=True), RecoverFromHunkerDown("a"), dice=[5, 4, 4]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == "carry_on"
    state = hunkered()
    state.units["red_squad"].strength = 2
    with playing(state, RecoverFromHunkerDown("a"), dice=[4]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == "duck_back"


@rule("NUTS-REACT-13")
def test_the_story_of_private_smith() -> None:
    """Knocked down with 3 and 4; later outgunned with none passed he hunkers; the next turn the Leader Die brings
    him to one passed and Duck Back; the turn after he carries on without a test."""
    state = table(
        man("smith", (10, 30), rep=4),
        man("leader", (11, 32), rep=4, rank="squad_leader"),
        foe("x", (10, 10), weapons=(SMG,)),
    )
    g = game(state, dice=[6, 3, 4])
    assert damage_of(g, state.figures["smith"], [Hit("x", 3)]) == "carry_on"
    assert state.figures["smith"].prone
    with playing(state, Crisis((Cause("smith", "fired_on", ("x",)),)), dice=[5, 6, 5]) as p:
        p.nothing_pending()
    assert p.state.figures["smith"].status == "hunker_down"
    with playing(p.state, Activation("red-1"), dice=[5, 6, 4]) as p:
        assert p.state.figures["smith"].status == "duck_back"
        p.choose("red", [])
        p.nothing_pending()
    with playing(p.state, Activation("red-1")) as p:
        assert p.state.figures["smith"].status == "carry_on"
        p.choose("red", [])
        p.nothing_pending()


RUN = """
  - {id: hill, kind: hill, level: 1, polygon: [[20, 10], [21, 10], [21, 31.5], [20, 31.5]]}
  - {id: wall, kind: wall, line: [[4, 35], [16, 35]]}
"""


@rule("NUTS-REACT-14", "NUTS-REACT-09")
def test_a_second_test_on_the_way_to_cover() -> None:
    """A man ducking back comes into sight of another enemy, is shot at and missed. His new test passes 2d6, but
    Return Fire is better than Duck Back, so he keeps running and does not shoot."""
    state = table(
        man("a", (10, 30), reacting="duck_back", status="duck_back", causes=("x",), rep=4),
        foe("x", (10, 10)),
        foe("other", (36, 30), facing=270, rep=4),
        pieces=RUN,
    )
    with playing(state, DuckBack("a"), dice=[1, 1, 1, 1, 1, 2, 2]) as p:
        p.pending(blue="You saw them first")
        assert point((10, 30)) != p.state.figures["a"].at
        p.choose("blue", [fire(p.state.figures["other"].group, other="a")])
        p.nothing_pending()
    a = p.state.figures["a"]
    assert p.last("crisis_test").data["results"][0]["passed"] == 2
    assert p.last("crisis_test").data["results"][0]["result"] == "duck_back"
    assert sum(event.kind == "shots" for event in p.events) == 1
    assert round(a.at[1] / 254, 1) == 35.5
    assert a.reaction.hidden_from == ("x",)


def reckoned(event: Any) -> list[tuple[str, int, list[tuple[str, int]]]]:
    """The tallies of an event: title, total, and what makes it."""
    return [
        (one.title, one.total, [(line.reason, line.amount) for line in one.lines]) for one in event.tallies
    ]


@rule("NUTS-REACT-06", "NUTS-REACT-08")
@pytest.mark.parametrize(
    ("changes", "strength", "dice"),
    [
        ({}, 1, [("Recover Test", 2)]),
        ({"under_cover": True}, 1, [("Recover Test", 2), ("in cover", 1)]),
        ({}, 2, [("Recover Test", 2), ("half strength or less", -1)]),
    ],
)
def test_the_log_says_how_many_dice_and_against_what(
    changes: dict[str, Any], strength: int, dice: list[tuple[str, int]]
) -> None:
    state = table(man("a", (10, 30), status="hunker_down", **changes), foe("x", (40, 2), facing=0))
    state.units["red_squad"].strength = strength
    many = sum(amount for _, amount in dice)
    with playing(state, RecoverFromHunkerDown("a"), dice=[4] * many) as p:
        p.nothing_pending()
    told = p.last("recover")
    assert reckoned(told) == [("Recover Test dice", many, dice), ("Rep of A", 4, [("Rep", 4)])]
    assert len(told.rolls[0].faces) == many


@rule("NUTS-REACT-06", "NUTS-REACT-07")
def test_and_after_damage() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 20)))
    with playing(state, ActiveFire((Shot("x", RIFLE, (Aim("a", 1),)),)), dice=[6, 6, 4, 4]) as p:
        p.nothing_pending()
    rows = [("Recover Test dice", 2, [("Recover Test", 2)]), ("Rep of A", 4, [("Rep", 4)])]
    assert reckoned(p.last("recover")) == rows
