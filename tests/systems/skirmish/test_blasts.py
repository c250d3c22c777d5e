"""Blasts: who is in the circle, what protects him, what else goes off. NR-55, NR-56, NR-62, NS-07"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.fire.fire import volley
from deadground.systems.skirmish.rules.fire.shooting import ActiveFire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.grenades.blasts import Blast, come_down, dropped, go_off, shelter
from deadground.systems.skirmish.rules.reactions.casualties import take_down
from deadground.systems.skirmish.rules.reactions.reaction import Fallout, causes_of
from deadground.systems.skirmish.state import INCH, SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, At, foe, man, point, table

FIVE = 5 * INCH
FLAMETHROWER = "core.flamethrower"
GRENADE = (("grenade", 1),)


def grenade(at: tuple[float, float], impact: int = 2, **changes: Any) -> Blast:
    """A hand grenade of red's a."""
    return Blast("Hand grenade", point(at), FIVE, impact, "a", **changes)


def status(state: SkirmishState, *ids: str) -> list[str]:
    return [state.figures[id].status for id in ids]


@bounds("NUTS-GREN-08")
def test_friend_and_foe_in_the_circle_take_damage() -> None:
    state = table(man("a", (10, 20)), man("b", (10, 12)), foe("x", (10, 10)), foe("y", (12, 11)))
    fallout = go_off(game(state, dice=[1, 2, 2]), grenade((10, 11)))
    assert status(state, "a", "b", "x", "y") == ["carry_on", "obviously_dead", *["out_of_the_fight"] * 2]
    assert fallout == Fallout((), (("b", "a"), ("x", "a"), ("y", "a")))


@rule("NUTS-FIRE-04")
@bounds("NUTS-GREN-08")
@pytest.mark.parametrize(
    ("dice", "result"),
    [
        ([1], "obviously_dead"),
        ([2], "out_of_the_fight"),
        ([3, 4, 4], "carry_on"),
        ([3, 5, 5], "obviously_dead"),
    ],
)
def test_damage_is_rolled_with_the_impact_of_the_weapon(dice: list[int], result: str) -> None:
    state = table(man("a", (10, 20)), foe("x", (10, 10)))
    go_off(game(state, dice), grenade((10, 10)))
    assert status(state, "x") == [result]
    assert state.figures["x"].prone == (result != "obviously_dead")


@bounds("NUTS-GREN-08")
@pytest.mark.parametrize(
    ("option", "inches", "inside"),
    [
        ("diameter", 2.9, True),
        ("diameter", 3, True),
        ("diameter", 3.01, False),
        ("radius", 5.4, True),
        ("radius", 5.5, True),
        ("radius", 5.51, False),
    ],
)
def test_a_base_touched_by_the_circle_is_in_it(option: str, inches: float, inside: bool) -> None:
    """NR-56: five inches across, or with the option each way; men stand on bases of an inch."""
    state = table(man("a", (10, 30)), foe("x", (10 + inches, 10)))
    go_off(game(state, [1] if inside else [], {"blast_circle": option}), grenade((10, 10)))
    assert status(state, "x") == ["obviously_dead" if inside else "carry_on"]


WALL = "  - {id: wall, kind: wall, line: [[5, 11], [15, 11]]}"


@bounds("NUTS-GREN-09")
@pytest.mark.parametrize(("impact", "spared"), [(2, True), (3, True), (4, False)])
def test_cover_between_protects_from_an_impact_up_to_its_defensive_value(impact: int, spared: bool) -> None:
    """A stone wall has 3. NS-10"""
    state = table(man("a", (10, 30)), foe("x", (10, 10.2)), pieces=WALL)
    fallout = go_off(game(state, [] if spared else [1]), grenade((10, 12), impact))
    assert status(state, "x") == ["carry_on" if spared else "obviously_dead"]
    assert fallout == (Fallout((("x", "a"),)) if spared else Fallout((), (("x", "a"),)))


@bounds("NUTS-GREN-09")
def test_who_is_spared_takes_a_crisis_test() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10.2)), pieces=WALL)
    g = game(state)
    (cause,) = causes_of(g, go_off(g, grenade((10, 12))))
    assert (cause.who, cause.line, cause.by) == ("x", "fired_on", ("a",))


@bounds("NUTS-GREN-09")
def test_a_wall_on_the_other_side_is_no_cover() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10.2)), pieces=WALL)
    go_off(game(state, [1]), grenade((10, 9)))
    assert status(state, "x") == ["obviously_dead"]


@bounds("NUTS-GREN-09")
@pytest.mark.parametrize(("at", "floor", "value"), [((10, 13), 0, None), ((10, 17), 0, 4), ((10, 13), 1, 4)])
def test_what_is_around_them_both_is_no_cover(at: tuple[float, float], floor: int, value: int | None) -> None:
    """A trench protects from a burst beside it, not from one in it; so does a floor between."""
    trench = "  - {id: trench, kind: trench, polygon: [[5, 5], [15, 5], [15, 15], [5, 15]]}"
    state = table(man("a", (10, 30)), foe("x", (10, 14)), pieces=trench)
    found = shelter(state, state.figures["x"], point(at), floor)
    assert (found.value if found else None) == value


@bounds("NUTS-GREN-10")
def test_the_prone_are_unharmed_and_test() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10), prone=True), foe("y", (11, 10)))
    g = game(state, [1])
    fallout = go_off(g, grenade((10, 10)))
    assert status(state, "x", "y") == ["carry_on", "obviously_dead"]
    assert fallout == Fallout((("x", "a"),), (("y", "a"),))
    assert [(cause.who, cause.line) for cause in causes_of(g, fallout)] == [
        ("x", "fired_on"),
        ("x", "man_down"),
    ]


@bounds("NUTS-GREN-10")
def test_of_a_friends_grenade_nobody_is_afraid_as_of_an_enemy() -> None:
    """He tests, and there is nobody to shoot back at."""
    state = table(man("a", (10, 30)), man("b", (10, 10), prone=True))
    g = game(state)
    (cause,) = causes_of(g, go_off(g, grenade((10, 10))))
    assert (cause.who, cause.line, cause.by) == ("b", "fired_on", ())


@rule("NUTS-GREN-07")
@pytest.mark.parametrize(("die", "escapes"), [(3, True), (4, True), (5, False)])
def test_from_a_dropped_grenade_one_may_dive(die: int, escapes: bool) -> None:
    state = table(man("a", (10, 10), rep=4))
    fallout = go_off(game(state, [die] if escapes else [die, 1]), grenade((10, 10), dive=True))
    a = state.figures["a"]
    assert (a.status, a.prone) == (("carry_on", True) if escapes else ("obviously_dead", False))
    assert fallout == (Fallout((("a", "a"),)) if escapes else Fallout((), (("a", "a"),)))


@rule("NUTS-GREN-07")
def test_the_prone_and_the_sheltered_need_not_dive() -> None:
    """NR-55."""
    state = table(man("a", (10, 12), prone=True), foe("x", (10, 10.2)), pieces=WALL)
    fallout = go_off(game(state), grenade((10, 12), dive=True))
    assert fallout == Fallout((("a", "a"), ("x", "a")))


@rule("NUTS-GREN-07")
@pytest.mark.parametrize(
    ("option", "dice", "status_"), [("off", [1], "obviously_dead"), ("on", [4], "carry_on")]
)
def test_with_the_option_one_may_dive_from_every_blast(option: str, dice: list[int], status_: str) -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10)))
    go_off(game(state, dice, {"dive_for_all_blasts": option}), grenade((10, 10)))
    assert status(state, "x") == [status_]


@bounds("NUTS-GREN-08")
def test_a_prisoner_in_the_circle_stays_a_prisoner() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10), status="captured"))
    go_off(game(state, [6, 1, 1]), grenade((10, 10)))
    assert status(state, "x") == ["captured"]


# --- dropped grenades


def shot_at(state: SkirmishState, dice: list[int], shooter: str = "x", target: str = "a") -> Fallout:
    return volley(game(state, dice), [Shot(shooter, RIFLE, (Aim(target, 1),))])


@bounds("NUTS-GREN-04")
@pytest.mark.parametrize(("die", "down"), [(1, "obviously_dead"), (3, "out_of_the_fight")])
def test_a_casualty_drops_what_he_held_readied_and_it_goes_off(die: int, down: str) -> None:
    state = table(
        man("a", (10, 20), readied="grenade", gear=(("grenade", 2),)), man("b", (11, 20)), foe("x", (10, 10))
    )
    fallout = shot_at(state, [6, die, 2])
    assert status(state, "a", "b") == [down, "out_of_the_fight"]
    assert state.figures["a"].pack.readied == ""
    assert state.figures["a"].pack.gear == (("grenade", 1),)
    assert fallout.hit == (("a", "x"), ("b", "a"))


@bounds("NUTS-GREN-04")
def test_one_that_was_not_readied_does_not() -> None:
    state = table(man("a", (10, 20), gear=GRENADE), man("b", (11, 20)), foe("x", (10, 10)))
    shot_at(state, [6, 1])
    assert dropped(game(state), state.figures["a"]) == Fallout()
    assert status(state, "a", "b") == ["obviously_dead", "carry_on"]


@bounds("NUTS-GREN-04")
def test_nor_does_that_of_a_man_who_is_only_knocked_down() -> None:
    state = table(man("a", (10, 20), readied="grenade", gear=GRENADE), foe("x", (10, 10)))
    shot_at(state, [6, 4, 1, 1])
    assert state.figures["a"].pack.readied == "grenade"
    assert dropped(game(state), state.figures["a"]) == Fallout()


@bounds("NUTS-GREN-04")
def test_in_melee_too() -> None:
    """Whoever takes a man down asks for what he dropped."""
    state = table(man("a", (10, 20), readied="grenade", gear=GRENADE), foe("x", (10, 19)))
    g = game(state, [1])
    take_down(g, state.figures["a"], "out_of_the_fight", "x")
    assert dropped(g, state.figures["a"]) == Fallout((), (("x", "a"),))
    assert status(state, "x") == ["obviously_dead"]


@bounds("NUTS-GREN-04")
def test_one_grenade_can_set_off_another() -> None:
    held: dict[str, Any] = {"readied": "grenade", "gear": GRENADE}
    state = table(
        man("a", (10, 20), **held), man("b", (12, 20), **held), man("c", (14, 20)), foe("x", (10, 10))
    )
    shot_at(state, [6, 1, 1, 1])
    assert status(state, "a", "b", "c") == ["obviously_dead"] * 3


# --- the tank of a flame-thrower


@bounds("NUTS-GREN-17")
@pytest.mark.parametrize(("die", "explodes"), [(4, False), (5, True), (6, True)])
def test_the_tank_of_an_operator_who_is_hit_may_explode(die: int, explodes: bool) -> None:
    """NR-62: the die and 3 make 8, with no circumstances. It comes after his own damage."""
    state = table(man("a", (10, 20), weapons=(FLAMETHROWER,)), man("b", (12, 20)), foe("x", (10, 10)))
    shot_at(state, [6, 3, die, 5] if explodes else [6, 3, die])
    assert status(state, "a", "b") == ["out_of_the_fight", "out_of_the_fight" if explodes else "carry_on"]
    assert (FLAMETHROWER in state.figures["a"].arms.weapons) != explodes


@bounds("NUTS-GREN-17")
def test_who_is_only_knocked_down_is_burnt_by_his_own_tank() -> None:
    """All in the circle are hit, prone or not, with the Impact of a flame-thrower."""
    state = table(man("a", (10, 20), weapons=(FLAMETHROWER,)), foe("x", (10, 10)))
    shot_at(state, [6, 4, 1, 1, 5, 5])
    assert status(state, "a") == ["out_of_the_fight"]


@bounds("NUTS-GREN-17")
def test_an_operator_in_a_blast_rolls_for_his_tank_even_if_he_is_unharmed() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10), weapons=(FLAMETHROWER,), prone=True))
    go_off(game(state, [4]), grenade((10, 10)))
    assert status(state, "x") == ["carry_on"]
    go_off(game(state, [5, 1]), grenade((10, 10)))
    assert status(state, "x") == ["obviously_dead"]


@bounds("NUTS-GREN-17")
@pytest.mark.parametrize(("inches", "caught"), [(3, True), (3.01, False)])
def test_the_circle_of_the_tank_is_five_inches(inches: float, caught: bool) -> None:
    state = table(
        man("a", (10, 20), weapons=(FLAMETHROWER,)), man("b", (10 + inches, 20)), foe("x", (10, 10))
    )
    shot_at(state, [6, 1, 6, 1] if caught else [6, 1, 6])
    assert status(state, "b") == ["obviously_dead" if caught else "carry_on"]


# --- rounds with a circle that are shot


@pytest.mark.parametrize(
    ("die", "away"),
    [(1, (1.73, -1)), (2, (1.73, 1)), (3, (0, 2)), (4, (-1.73, 1)), (5, (-1.73, -1)), (6, (0, -2))],
)
def test_a_round_that_misses_comes_down_two_inches_off(die: int, away: tuple[float, float]) -> None:
    """NS-01, NS-07: 60 degrees clockwise from the line for each point."""
    state = table(man("a", (10, 30)))
    g = game(state, [die])
    come_down(g, grenade((10, 10)), point((10, 30)), hit=False)
    x, y = next(event for event in g.events if event.seen.kind == "stray").seen.data["at"]
    assert (x / 254 - 10, y / 254 - 10) == pytest.approx(away, abs=0.01)


BAZOOKA = "core.bazooka"


@rule("NUTS-GREN-08")
def test_a_bazooka_bursts_on_the_man_it_hits() -> None:
    """NS-07: the circle of 3 inches catches his neighbour too."""
    state = table(man("a", (10, 30), rep=5, weapons=(BAZOOKA,)), foe("x", (10, 10)), foe("y", (11.5, 10)))
    with playing(state, ActiveFire((Shot("a", BAZOOKA, (Aim("x", 1),)),)), dice=[5, 1, 3]) as p:
        p.nothing_pending()
    assert status(p.state, "x", "y") == ["obviously_dead", "out_of_the_fight"]


@rule("NUTS-GREN-10")
def test_a_bazooka_that_misses_makes_its_target_test() -> None:
    """The burst is two inches behind him and touches him, but he is prone."""
    state = table(man("a", (10, 30), weapons=(BAZOOKA,), rep=4), foe("x", (10, 10), prone=True, rep=1))
    with playing(state, ActiveFire((Shot("a", BAZOOKA, (Aim("x", 1),)),)), dice=[3, 6, 6, 6]) as p:
        p.nothing_pending()
    assert p.last("crisis_test").data["results"][0]["lines"] == ["outgunned"]
    assert status(p.state, "x") == ["hunker_down"]


@pytest.mark.parametrize(
    ("from_", "spot", "at"),
    [
        ((10, 30), (10, 1), (10, 0)),
        ((10, 30), (10, 3), (10, 1)),
        ((20, 10), (1, 10), (0, 10)),
        ((20, 10), (47, 10), (48, 10)),
        ((10, 20), (10, 47), (10, 48)),
    ],
)
def test_a_round_that_goes_astray_stays_on_the_table(from_: At, spot: At, at: At) -> None:
    g = game(table(man("a", from_)), [6])
    come_down(g, grenade(spot), point(from_), hit=False)
    assert next(event for event in g.events if event.seen.kind == "stray").seen.data["at"] == point(at)


@bounds("NUTS-GREN-04")
def test_the_last_of_them_is_gone_when_it_went_off() -> None:
    held: dict[str, Any] = {"readied": "grenade", "gear": (("grenade", 1), ("knife", 1))}
    state = table(man("a", (10, 20), **held), foe("x", (10, 10)))
    shot_at(state, [6, 1])
    assert state.figures["a"].pack.gear == (("knife", 1),)


@bounds("NUTS-GREN-17")
@pytest.mark.parametrize(("die", "words"), [(4, "The tank of A holds."), (5, "The tank of A explodes.")])
def test_what_becomes_of_the_tank_is_told(die: int, words: str) -> None:
    state = table(man("a", (10, 20), weapons=(FLAMETHROWER,)), foe("x", (10, 10)))
    g = game(state, [6, 3, die])
    volley(g, [Shot("x", RIFLE, (Aim("a", 1),))])
    assert [event.seen.text for event in g.events if event.seen.kind == "tank"] == [words]


@rule("NUTS-GREN-07")
@bounds("NUTS-GREN-08")
def test_a_hit_on_an_enemy_is_noted_and_one_on_a_friend_is_not() -> None:
    for victim, record in ((man("b", (10, 10)), ()), (foe("x", (10, 10)), ("hit",))):
        state = table(man("a", (10, 30)), victim)
        go_off(game(state, [6, 1]), grenade((10, 10), dive=True))
        assert (state.figures["a"].deeds.record, victim.status) == (record, "obviously_dead")


@rule("NUTS-GREN-07")
@pytest.mark.parametrize(
    ("die", "words"), [(4, "X dives and is unharmed."), (5, "X does not get down in time.")]
)
def test_whether_he_dived_in_time_is_told(die: int, words: str) -> None:
    g = game(table(man("a", (10, 30)), foe("x", (10, 10))), [die, 1] if die == 5 else [die])
    go_off(g, grenade((10, 10), dive=True))
    assert [event.seen.text for event in g.events if event.seen.kind == "dive"] == [words]


@bounds("NUTS-GREN-08")
def test_whom_a_blast_catches_is_told() -> None:
    g = game(table(man("a", (10, 30)), foe("x", (10, 10)), foe("y", (11, 10))), [1, 1])
    go_off(g, grenade((10, 10)))
    go_off(g, grenade((30, 30)))
    assert [event.seen.text for event in g.events if event.seen.kind == "blast"] == [
        "The Hand grenade goes off on X and Y.",
        "The Hand grenade goes off and catches nobody.",
    ]
