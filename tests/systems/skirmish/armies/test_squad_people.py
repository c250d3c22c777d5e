"""Attributes, Stars, Kommissars. COT-SQUAD-03, COT-UNIT-08 to COT-UNIT-11, COT-ATTR-05"""

from __future__ import annotations

import pytest

from deadground.core.faults import Refused
from deadground.systems.registry import catalogue
from deadground.systems.skirmish.attributes import (
    attributes,
    effects_on,
    kommissar_attribute,
    morale_rep,
    penal_attribute,
    roll_attribute,
)
from deadground.testing import rule
from tests.systems.skirmish.armies.dice import Script, squad

SMALL = {"of": "soviet", "id": "tank_riders"}


@rule("COT-SQUAD-03")
@pytest.mark.parametrize(
    ("start", "switch", "rolled"),
    [
        ("battle", "by_mode", False),
        ("scenario", "by_mode", False),
        ("campaign", "by_mode", True),
        ("battle", "on", True),
        ("campaign", "off", False),
    ],
)
def test_soldiers_have_attributes_in_campaigns_or_by_option(start: str, switch: str, rolled: bool) -> None:
    dice = [1, 4, 4, *([1, 1, 4, 2] if rolled else [])]
    made = squad("soviet", "tank_riders", *dice, start=start, options={"squad_attributes": switch})
    found = [man.attributes for man in made.men]
    assert found == ([("ball_player",), ("rage",)] if rolled else [(), ()])


@rule("COT-SQUAD-03")
def test_the_star_has_two_different_attributes_and_rep_five() -> None:
    dice = [1, 1, 4, 1, 2, 1, 2, 4, 6, 1, 1]
    made = squad("soviet", "tank_riders", *dice, start="campaign", star="nco")
    assert (made.men[0].star, made.men[0].rep) == (True, 5)
    assert made.men[0].attributes == ("brawler", "lumbering")
    assert made.men[1].attributes == ("ball_player",)


@rule("COT-SQUAD-03")
def test_a_player_may_pick_his_stars_attributes() -> None:
    dice = [1, 1, 4, 1, 1]
    made = squad(
        "soviet", "tank_riders", *dice, start="campaign", star="nco", picks={"star": "fleet,brawler"}
    )
    assert made.men[0].attributes == ("fleet", "brawler")


@rule("COT-SQUAD-14")
@pytest.mark.parametrize(
    ("picked", "reason"),
    [
        ("fleet", "a Star has 2 different attributes"),
        ("fleet,fleet", "a Star has 2 different attributes"),
        ("fleet,lumbering", "fleet excludes lumbering"),
        ("fleet,ruthless", "'ruthless' is not on the attribute table"),
    ],
)
def test_a_star_cannot_have_everything(picked: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        squad("soviet", "tank_riders", 1, 1, 4, start="campaign", star="nco", picks={"star": picked})


def test_opposites_are_rolled_again() -> None:
    """NS-04"""
    dice = Script(4, 4, 4, 3)
    assert roll_attribute(dice, ("brawler",)) == "fleet"
    dice.finish()


@rule("COT-SQUAD-14")
def test_only_the_players_squad_has_attributes() -> None:
    assert squad("soviet", "tank_riders", 1, 4, 4, start="campaign", player=False).men[0].attributes == ()


TABLE = {
    ("a", 1): "ball_player",
    ("a", 2): "brawler",
    ("a", 3): "knifeman",
    ("a", 4): "nerves_of_steel",
    ("a", 5): "quick_reflexes",
    ("a", 6): "steely_eyes",
    ("b", 1): "stealthy",
    ("b", 2): "rage",
    ("b", 3): "fleet",
    ("b", 4): "runt",
    ("b", 5): "slow_to_react",
    ("b", 6): "lumbering",
}


@pytest.mark.parametrize(("at", "found"), TABLE.items())
def test_the_core_attribute_table(at: tuple[str, int], found: str) -> None:
    """NS-04: 1 to 3 list A, 4 to 6 list B."""
    for first in (1, 3) if at[0] == "a" else (4, 6):
        assert roll_attribute(Script(first, at[1])) == found


@rule("COT-UNIT-10")
@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ([1], "born_leader"),
        ([2], "born_leader"),
        ([3], "born_leader"),
        ([4, 1, 2], "brawler"),
        ([5, 6, 1], "stealthy"),
        ([6], "ruthless"),
    ],
)
def test_a_kommissars_attribute(dice: list[int], found: str) -> None:
    script = Script(*dice)
    assert kommissar_attribute(script) == found
    script.finish()


@rule("COT-UNIT-11")
@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ([1], "coward"),
        ([2], "shirker"),
        ([3], "looter"),
        ([4], "poser"),
        ([5, 1, 2], "brawler"),
        ([6, 4, 6], "lumbering"),
    ],
)
def test_a_penal_soldiers_attribute(dice: list[int], found: str) -> None:
    script = Script(*dice)
    assert penal_attribute(script) == found
    script.finish()


@rule("COT-UNIT-11")
def test_a_penal_squad_rolls_its_own_table_first() -> None:
    made = squad(
        "german", "penal", 1, 1, *[4] * 6, *[1, 1, 2], *[1, 2, 3, 4, 1], start="campaign", star="nco"
    )
    assert [man.attributes[0] for man in made.men] == [
        "coward",
        "coward",
        "shirker",
        "looter",
        "poser",
        "coward",
    ]
    assert made.men[0].attributes == ("coward", "brawler")


@rule("COT-UNIT-08", "COT-UNIT-10")
@pytest.mark.parametrize(
    ("id", "dice"),
    [("nkvd", [1, *[4] * 6, 2, 6, 6]), ("penal", [1, 1, *[4] * 6, 2, 6, 6])],
)
def test_nkvd_and_penal_squads_always_have_a_kommissar(id: str, dice: list[int]) -> None:
    made = squad("soviet", id, *dice, picks={"riflemen": "ba_rifle"})
    extra = made.men[-1]
    assert (extra.role, extra.rep, extra.weapons, extra.attributes) == (
        "kommissar",
        5,
        ("soviet.smg",),
        ("ruthless",),
    )
    assert len(made.men) == 7


@rule("COT-UNIT-08")
def test_a_kommissar_stands_above_the_full_strength() -> None:
    made = squad("soviet", "nkvd", 6, *[4] * 10, 1, 1, 1, picks={"riflemen": "smg"})
    assert (len(made.men), made.men[-1].weapons) == (11, ("soviet.pistol",))


@rule("COT-ARMY-10")
def test_the_german_penal_unit_has_none() -> None:
    """LR-035"""
    assert "kommissar" not in [man.role for man in squad("german", "penal", 1, 1, *[4] * 6).men]


@rule("COT-UNIT-09")
def test_a_red_army_squad_may_have_a_zampolit_or_a_veteran_sergeant() -> None:
    made = squad(
        "soviet",
        "cavalry",
        1,
        *[4] * 6,
        3,
        4,
        1,
        1,
        stiffening="zampolit",
        picks={"riflemen": "smg", "kommissar": "smg"},
    )
    assert (made.men[-1].role, made.men[-1].rep, made.men[-1].attributes) == (
        "kommissar",
        4,
        ("ball_player",),
    )
    other = squad("soviet", "smg_troops", 1, *[1] * 5, stiffening="sergeant")
    assert [man.rep for man in other.men] == [5, 3, 3, 3, 3, 3]


@rule("COT-UNIT-09")
@pytest.mark.parametrize(
    ("of", "id", "reason"),
    [
        ("german", "infantry", "only Red Army units"),
        ("soviet", "nkvd", "has its Kommissar already"),
        ("soviet", "partisans", "no Red Army unit"),
    ],
)
def test_others_are_not_stiffened(of: str, id: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        squad(of, id, stiffening="zampolit")


@rule("COT-ATTR-05")
@pytest.mark.parametrize(
    ("having", "lines"),
    [
        (("plucky",), [("Plucky", 1)]),
        (("fanatic",), [("Fanatic", 2)]),
        (("plucky", "fanatic"), [("Fanatic", 2)]),
        (("plucky", "terrified"), [("Plucky", 1), ("Terrified", -1)]),
    ],
)
def test_plucky_and_fanatic_men_stand_firmer(having: tuple[str, ...], lines: list[tuple[str, int]]) -> None:
    """The higher counts, Terrified besides. LR-055"""
    assert [line[:2] for line in morale_rep(having)] == lines
    assert effects_on(having, "melee") == []


EFFECTS = {
    "ball_player": ("throw", "inches", 8),
    "brawler": ("melee", "dice", 1),
    "knifeman": ("melee_knife", "dice", 1),
    "nerves_of_steel": ("charge", "dice", 1),
    "quick_reflexes": ("in_sight", "dice", 1),
    "steely_eyes": ("in_sight", "dice", 1),
    "stealthy": ("enemy_in_sight", "dice", -1),
    "fleet": ("move", "inches", 10),
    "runt": ("melee", "dice", -1),
    "slow_to_react": ("in_sight", "dice", -1),
    "lumbering": ("move", "inches", 6),
    "born_leader": ("leader_die", "dice", 1),
    "shirker": ("ordered_forward", "stays_on", 2),
    "looter": ("loot", "inches", 2),
    "poser": ("everything_once_shot_at", "rep", -1),
    "crack_shot": ("first_rifle_die", "score", 1),
}


@pytest.mark.parametrize(("id", "effect"), EFFECTS.items())
def test_what_attributes_change(id: str, effect: tuple[str, str, int]) -> None:
    """NS-04, LR-040, LR-041"""
    on, field, amount = effect
    ((_, found),) = effects_on([id], on)  # type: ignore[arg-type]
    assert getattr(found, field) == amount
    others = {"dice", "rep", "score", "inches", "stays_on"} - {field}
    assert {getattr(found, other) for other in others} == {0}


def test_luck_and_inspiration_need_no_number() -> None:
    """LR-040: who is lucky has one damage die thrown again; COT-ATTR-02 says how often one inspires."""
    assert [who.id for who, _ in effects_on(["lucky", "fleet"], "damage_again")] == ["lucky"]
    assert [who.id for who, _ in effects_on(["ruthless", "fleet"], "inspiration")] == ["ruthless"]


@rule("COT-UNIT-11")
@pytest.mark.parametrize("id", ["shirker", "looter", "poser"])
def test_what_the_traits_of_the_unwilling_change(id: str) -> None:
    on, field, amount = EFFECTS[id]
    ((_, found),) = effects_on([id], on)  # type: ignore[arg-type]
    assert getattr(found, field) == amount


@rule("COT-UNIT-11")
def test_rage_and_cowardice_change_two_things() -> None:
    for on in ("charge", "melee"):
        assert [effect.dice for _, effect in effects_on(["rage", "fleet"], on)] == [1]
    for on in ("crisis", "recover"):
        assert [effect.rep for _, effect in effects_on(["coward"], on)] == [-1]  # type: ignore[arg-type]


def test_opposites_are_mutual_and_rows_are_known() -> None:
    rules = catalogue("skirmish")
    for one in attributes().values():
        assert all(one.id in attributes()[other].opposite for other in one.opposite)
        for row in one.rows:
            assert rules.resolve(row)


@rule("COT-UNIT-11")
def test_what_is_not_said_of_an_attribute_changes_nothing_else() -> None:
    for id, on, said in (("shirker", "ordered_forward", {"stays_on": 2}), ("looter", "loot", {"inches": 2})):
        ((_, effect),) = effects_on([id], on)  # type: ignore[arg-type]
        fields = dict.fromkeys(("dice", "rep", "score", "inches", "stays_on"), 0)
        assert {field: getattr(effect, field) for field in fields} == {**fields, **said}
