"""Several men hit one: all of it counts together. NUTS-FIRE-04, NR-40"""

from __future__ import annotations

from fractions import Fraction

import pytest

from deadground.core.dice import DiceSource
from deadground.core.odds import odds
from deadground.core.records import copy_state
from deadground.core.view import View
from deadground.systems.skirmish.odds.plan import fire_plan_odds
from deadground.systems.skirmish.odds.stage import checked
from deadground.systems.skirmish.odds.stage import game as forced
from deadground.systems.skirmish.rules.fire.fire import volley
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.state import DOWN
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, table

PISTOL = "core.pistol"


@rule("NUTS-FIRE-04")
@pytest.mark.parametrize(
    ("weapons", "dice", "status"),
    [
        ((RIFLE, RIFLE), [6, 6, 2, 1], "obviously_dead"),
        ((RIFLE, RIFLE), [6, 6, 4, 5, 4, 4], "carry_on"),
        ((RIFLE, RIFLE), [6, 6, 4, 3], "out_of_the_fight"),
        ((PISTOL, RIFLE), [6, 6, 3, 4, 4, 4], "carry_on"),
        ((PISTOL, RIFLE), [6, 6, 4, 3], "out_of_the_fight"),
        ((RIFLE, PISTOL), [6, 6, 4, 2, 4, 4], "carry_on"),
    ],
)
def test_hits_of_several_men_count_together(weapons: tuple[str, str], dice: list[int], status: str) -> None:
    """NR-40: a die for every hit against the Impact of its own weapon, the worst line, one Recover Test at most."""
    state = table(
        man("a", (10, 20), weapons=weapons[:1]), man("b", (12, 20), weapons=weapons[1:]), foe("x", (11, 10))
    )
    shots = [Shot(id, with_, (Aim("x", 1),)) for id, with_ in zip("ab", weapons, strict=True)]
    g = game(state, dice)
    volley(g, shots)
    assert state.figures["x"].status == status
    kinds = [event.seen.kind for event in g.events]
    (damage,) = [event.seen for event in g.events if event.seen.kind == "damage"]
    assert damage.data["by"] == "a", "the first who hit him"
    assert kinds.count("recover") == (status == "carry_on")


@bounds("NUTS-STAR-02")
@pytest.mark.parametrize(("dice", "status"), [([6, 6, 1, 5], "out_of_the_fight"), ([6, 6, 5, 1], "gone")])
def test_who_kills_a_star_is_the_man_whose_die_it_was(dice: list[int], status: str) -> None:
    """Two men hit him, of Rep 4 and 5; he has Rep 5 and no Star Power left."""
    state = table(
        man("a", (10, 20)), man("b", (12, 20), rep=5), foe("x", (11, 10), rep=5, star=True, star_dice=0)
    )
    volley(game(state, dice), [Shot(id, RIFLE, (Aim("x", 1),)) for id in "ab"])
    assert state.figures["x"].status == status


@rule("NUTS-FIRE-04")
def test_a_fire_plan_reckons_with_hits_of_several_weapons() -> None:
    """An SMG shared out over two men and a rifle at the second: every fall of the dice is tried."""
    state = table(
        man("a", (10, 20), weapons=(SMG,)), man("b", (12, 20)), foe("x", (10, 10)), foe("y", (11, 10))
    )
    shots = [Shot("a", SMG, (Aim("x", 1), Aim("y", 2))), Shot("b", RIFLE, (Aim("y", 1),))]

    def resolve(dice: DiceSource) -> bool:
        g = forced(copy_state(state), checked({}), dice)
        volley(g, shots)
        return any(g.figure(id).status in DOWN for id in "xy")

    every = odds(resolve, {"damage": (1, 2, 3), "recover from damage": (4,)}, cut=Fraction(0))
    view = View("red", ("red", "blue"), checked({}), lambda: copy_state(state))
    assert fire_plan_odds(view, shots).down == pytest.approx(float(every.of(lambda down: down)))


def test_a_fire_plan_does_not_ask_how_the_enemy_is_grouped() -> None:
    """His groups are masked in a view (NR-108): with half strength by groups (NR-04) his men count as whole."""
    state = table(man("a", (10, 20)), foe("x", (10, 10)))
    shots = [Shot("a", RIFLE, (Aim("x", 1),))]
    whole = fire_plan_odds(View("red", ("red", "blue"), checked({}), lambda: copy_state(state)), shots)
    state.figures["x"].group = ""
    options = checked({"half_strength_scope": "group", "recover_damage_modifiers": "on"})
    assert fire_plan_odds(View("red", ("red", "blue"), options, lambda: copy_state(state)), shots) == whole
