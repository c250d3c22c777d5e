"""The two hit charts, armour classes, gun groups and their marks. KIM-4.2 to KIM-4.5, KIM-3.2c"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from deadground.systems.stands.rules.fire.firing import (
    Shot,
    chance,
    fire,
    off_table,
    shot_at,
    shot_by,
    squadron,
)
from deadground.testing import bounds, rule
from tests.systems.stands.field import field, inf, stand
from tests.systems.stands.system import game

CLASSES = {"A": "tiger_1", "B": "panther", "C": "sherman", "D": "armoured_car", "E": "truck"}
"""A vehicle of each class without a mark."""

GUNS = {1: "tiger_1", 2: "panther", 3: "sherman", 4: "stuart", 5: "infantry"}
"""A shooter of each gun group without a mark, in July 1943."""

BY_COLUMN = {
    ("long", "A"): (19, None, None, None, None),
    ("long", "B"): (17, 19, None, None, None),
    ("long", "C"): (15, 17, 19, None, None),
    ("long", "D"): (13, 15, 17, 19, None),
    ("long", "E"): (11, 13, 15, 17, None),
    ("medium", "A"): (16, 19, 19, None, None),
    ("medium", "B"): (14, 16, 17, None, None),
    ("medium", "C"): (12, 14, 16, 19, None),
    ("medium", "D"): (10, 12, 14, 17, None),
    ("medium", "E"): (8, 10, 12, 15, None),
    ("short", "A"): (12, 15, 17, 19, 19),
    ("short", "B"): (10, 13, 15, 17, 17),
    ("short", "C"): (8, 11, 13, 14, 15),
    ("short", "D"): (6, 9, 11, 11, 11),
    ("short", "E"): (3, 5, 6, 7, 7),
}
"""The armour chart typed a second time, down its columns: gun groups 1 to 5."""

BANDS = {"short": (0.1, 150), "medium": (150.1, 300), "long": (300.1, 450)}


def shot(by: str, at: str, mm: float = 100, *, changes: dict[str, Any] | None = None, **how: Any) -> Shot:
    """A shot from the front at a stand that faces it."""
    state = field(
        stand("a", by, (500, 1000 + mm)),
        stand("b", at, (500, 1000), "blue", 180, **(changes or {})),
        year=how.pop("year", 1943),
        month=how.pop("month", 7),
    )
    return shot_at(state, state.stands["a"], state.stands["b"], **how)


@rule("KIM-4.3a", "KIM-4.3b")
@pytest.mark.parametrize(("band", "armour"), BY_COLUMN)
@pytest.mark.parametrize("group", [1, 2, 3, 4])
def test_every_cell_of_the_armour_chart_at_both_ends_of_its_band(band: str, armour: str, group: int) -> None:
    for mm in BANDS[band]:
        found = shot(GUNS[group], CLASSES[armour], mm)
        assert (found.die, found.dice) == (20, 1)
        assert found.score == found.needed == BY_COLUMN[band, armour][group - 1]


@rule("KIM-4.3a")
@bounds("KIM-4.3c")
@pytest.mark.parametrize("armour", "ABCD")
def test_hand_held_weapons_have_short_cells_only(armour: str) -> None:
    assert shot("infantry", CLASSES[armour], 100).needed == BY_COLUMN["short", armour][4]
    for mm in (100.1, 150, 151, 301):
        assert shot("infantry", CLASSES[armour], mm).needed is None


@rule("KIM-4.3b")
@pytest.mark.parametrize(
    ("mm", "needed"), [(149, 8), (150, 8), (151, 12), (299, 12), (300, 12), (301, 15), (450, 15)]
)
def test_a_shot_on_the_line_takes_the_nearer_band(mm: float, needed: int) -> None:
    assert shot("tiger_1", "sherman", mm).needed == needed


@rule("KIM-4.3b")
@pytest.mark.parametrize(("mm", "needed"), [(450, 20), (451, 20), (800, 20)])
def test_bombardment_from_beyond_the_chart_takes_the_long_column(mm: float, needed: int) -> None:
    assert shot("artillery", "sherman", mm, manner="indirect").needed == needed


@rule("KIM-4.3b")
def test_guns_off_the_table_fire_by_their_group_and_distance() -> None:
    state = field(stand("b", "sherman", (500, 1000), "blue"))
    state.sides["red"].off_table_at, state.sides["red"].off_table_group = (5000, 20000), 1
    found = shot_by(state, off_table(state, state.sides["red"]), state.stands["b"], manner="indirect")
    assert (found.score, found.needed, found.distance) == (15, 16, 10000)


@bounds("KIM-4.3c")
def test_a_dash_never_hits_whatever_helps_the_shooter() -> None:
    found = shot("stuart", "tiger_1", 200, flank=True, extra=[("a gift", 2, "KIM-4.6a")])
    assert (found.needed, found.certain, chance(found)) == (None, False, Fraction(0))
    assert chance(shot("tiger_1", "sherman", 200)) == Fraction(9, 20)
    assert shot("stuart", "tiger_1", 200, options={"natural_extremes": "on"}).needed is None


@bounds("KIM-4.3c")
def test_above_the_die_nothing_hits_and_at_one_everything_does() -> None:
    over = shot("sherman", "tiger_1", 300, changes={"dug_in": True}, in_cover=True)
    assert (over.score, over.needed, over.certain) == (19, None, False)
    top = shot("sherman", "tiger_1", 300, in_cover=True)
    assert (top.needed, top.certain) == (20, False)
    sure = shot("tiger_1", "truck", 100, extra=[("a gift", 2, "KIM-4.6a")])
    assert (sure.needed, sure.certain) == (1, True)
    nearly = shot("tiger_1", "truck", 100, extra=[("a gift", 1, "KIM-4.6a")])
    assert (nearly.needed, nearly.certain) == (2, False)


@bounds("KIM-4.3c")
def test_with_natural_extremes_the_top_hits_and_a_one_misses() -> None:
    on = {"natural_extremes": "on"}
    over = shot("sherman", "tiger_1", 300, changes={"dug_in": True}, in_cover=True, options=on)
    assert over.needed == 20
    sure = shot("tiger_1", "truck", 100, extra=[("a gift", 2, "KIM-4.6a")], options=on)
    assert (sure.needed, sure.certain) == (2, False)
    assert shot("tiger_1", "sherman", 300, options=on).needed == 12


@rule("KIM-4.2a")
@pytest.mark.parametrize(
    ("kind", "changes", "needed"),
    [
        ("infantry", {}, 6),
        ("hq", {}, 6),
        ("armoured_infantry", {}, 7),
        ("infantry", {"specialist": True}, 7),
        ("artillery", {}, 7),
        ("pak40", {}, 7),
        ("truck", {}, 5),
        ("supply", {}, 5),
    ],
)
def test_the_infantry_chart_is_for_a_d10(kind: str, changes: dict[str, Any], needed: int) -> None:
    found = shot("infantry", kind, 150, changes=changes)
    assert (found.die, found.dice, found.needed, found.rows) == (10, 1, needed, ("KIM-4.2a",))


@rule("KIM-4.2a")
def test_a_tank_fires_at_infantry_and_guns_on_the_infantry_chart_without_its_gun_mark() -> None:
    for kind, needed in (("infantry", 6), ("pak40", 7)):
        found = shot("js_2", kind, 400)
        assert (found.die, found.needed, found.marks.lines) == (10, needed, [])


@rule("KIM-4.3a")
def test_against_armour_every_shooter_uses_the_armour_chart() -> None:
    for by in ("infantry", "artillery", "pak40", "sherman"):
        found = shot(by, "sherman")
        assert (found.die, found.rows) == (20, ("KIM-4.3a",))
        assert shot(by, "armoured_car").die == 20


@rule("KIM-4.2a")
@pytest.mark.parametrize(("face", "hits"), [(5, 0), (6, 1), (7, 1)])
def test_a_shot_hits_at_its_number(face: int, hits: int) -> None:
    state = field(inf("a", (500, 600)), inf("b", (500, 500), "blue"))
    g = game(state, [face])
    assert fire(g, shot_at(state, state.stands["a"], state.stands["b"])) == hits
    assert g.events[-1].seen.text == (
        f"A fires at B, 100 mm: needs 6 on a D10, {'hit' if hits else 'missed'}."
    )
    assert state.stands["b"].hits == 0, "applying hits is the caller's"


@rule("KIM-4.2b")
@pytest.mark.parametrize(
    ("by", "needed"), [("sherman", 6), ("pak40", 6), ("infantry", 7), ("stug3_late", 7), ("artillery", 7)]
)
def test_tanks_and_at_guns_add_one_against_armoured_infantry(by: str, needed: int) -> None:
    assert shot("sherman", "armoured_infantry").shift.total == 1
    assert shot(by, "armoured_infantry").needed == needed


@rule("KIM-4.2b")
def test_they_add_nothing_against_other_infantry() -> None:
    assert shot("pak40", "armoured_infantry").shift.lines
    assert not shot("pak40", "infantry").shift.lines


@rule("KIM-4.2c")
def test_small_arms_hit_an_open_spg_on_a_ten_where_no_at_weapon_reaches() -> None:
    near, far = shot("infantry", "marder3", 100), shot("infantry", "marder3", 100.1)
    assert (near.die, near.needed) == (20, 15)
    assert (far.die, far.needed) == (10, 10)
    assert shot("infantry", "marder3", 150.1).needed is None, "out of range"
    machine_guns = shot("ba64", "marder3", 150)
    assert (machine_guns.die, machine_guns.needed) == (10, 10)
    assert shot("infantry", "stug3_late", 120).needed is None, "that one has a roof"


@rule("KIM-4.2c")
@pytest.mark.parametrize(("by", "die"), [("infantry", 10), ("pak40", 10), ("artillery", 10), ("sherman", 20)])
def test_with_the_option_all_who_roll_a_d10_need_ten_on_an_open_spg(by: str, die: int) -> None:
    on = {"open_spg_row": "all_d10_shooters"}
    found = shot(by, "marder3", 100, options=on)
    assert (found.die, found.score) == (die, 10 if die == 10 else 13)
    assert shot(by, "marder3", 100).die == 20
    assert shot(by, "stug3_late", 100, options=on).die == 20


@rule("KIM-4.2d")
def test_a_specialist_stand_needs_seven() -> None:
    assert shot("infantry", "infantry", changes={"specialist": True}).needed == 7
    assert shot("infantry", "infantry").needed == 6
    assert shot("infantry", "truck", changes={"specialist": True}).needed == 5, "only infantry is specialist"


@bounds("KIM-4.3d")
@pytest.mark.parametrize(
    ("by", "die", "needed"),
    [
        ("sherman", 20, 6),
        ("stug3_late", 20, 5),
        ("armoured_car", 20, 8),
        ("infantry", 10, 5),
        ("pak40", 10, 5),
        ("artillery", 10, 5),
        ("ba64", 10, 5),
        ("apc", 10, 5),
    ],
)
def test_armour_fires_at_soft_skins_as_class_e_others_need_five(by: str, die: int, needed: int) -> None:
    found = shot(by, "truck", 100)
    assert (found.die, found.needed) == (die, needed)


@rule("KIM-5.3c")
@bounds("KIM-4.3d")
def test_from_the_air_soft_skins_are_class_e_and_infantry_is_easier() -> None:
    state = field(stand("b", "truck", (500, 500), "blue"), inf("c", (900, 900), "blue"))
    attack = squadron("s", "Sturmoviks", "red", (5000, 5000), 2)
    found = shot_by(state, attack, state.stands["b"], manner="air")
    assert (found.die, found.needed) == (20, 10)
    found = shot_by(state, attack, state.stands["c"], manner="air")
    assert (found.die, found.needed) == (10, 5)


@rule("KIM-5.3b")
@pytest.mark.parametrize(
    ("column", "needed"), [("medium", (14, 19)), ("short", (11, 14)), ("long", (17, None))]
)
def test_an_air_attack_has_one_column_and_no_flank(column: str, needed: tuple[int, int | None]) -> None:
    state = field(stand("b", "sherman", (500, 500), "blue", facing=180))
    for group, score in zip((2, 4), needed, strict=True):
        attack = squadron("s", "Sturmoviks", "red", (5000, 5000), group)
        options = {"air_column": column}
        found = shot_by(state, attack, state.stands["b"], manner="air", flank=True, options=options)
        assert found.needed == score


@rule("KIM-3.2c")
@pytest.mark.parametrize("by", ["infantry", "sherman", "flak36"])
def test_recon_needs_eight_on_a_d10_with_no_modifiers(by: str) -> None:
    plain = shot(by, "recon", 100)
    assert (plain.die, plain.needed) == (10, 8)
    changes = {"dug_in": True}
    assert shot(by, "recon", 100, changes=changes, in_cover=True, night=True, defending=True).needed == 8


@rule("KIM-4.4b")
@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        ("tiger_1", 16),
        ("tiger_2", 17),
        ("panther", 14),
        ("kv_1", 13),
        ("firefly", 13),
        ("churchill", 13),
        ("sherman", 12),
        ("pz3_late", 13),
        ("matilda", 13),
        ("t34_early", 13),
        ("t34_mid", 13),
        ("armoured_car", 10),
        ("light_tank", 11),
        ("m13_39", 11),
        ("cruiser", 11),
    ],
)
def test_a_vehicles_note_shifts_the_number(kind: str, needed: int) -> None:
    assert shot("tiger_1", "tiger_2", 200).marks.total == -1
    assert shot("tiger_1", kind, 200).needed == needed


@rule("KIM-4.5b")
@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        ("t34_late", 13),
        ("tiger_1", 12),
        ("su100", 12),
        ("js_2", 11),
        ("kv_1", 15),
        ("panther", 14),
        ("firefly", 14),
        ("sherman", 16),
        ("pz3_late", 16),
        ("churchill", 16),
        ("armoured_car", 20),
        ("cruiser", 19),
        ("pz3_early", 19),
        ("t70", 18),
        ("pz3_mid", 18),
    ],
)
def test_a_weapons_note_shifts_the_die(kind: str, needed: int) -> None:
    assert [line.rows for line in shot("js_2", "sherman", 200).marks.lines] == [("KIM-4.5b", "KIM-R03")]
    assert shot(kind, "sherman", 200).needed == needed


@rule("KIM-4.5c")
@pytest.mark.parametrize(
    ("year", "month", "needed"),
    [(1939, 9, 16), (1942, 3, 16), (1942, 4, 15), (1944, 5, 15), (1944, 6, 14), (1945, 4, 14)],
)
def test_hand_held_weapons_go_by_the_date(year: int, month: int, needed: int) -> None:
    found = shot("infantry", "sherman", 100, year=year, month=month)
    assert found.needed == needed
    assert [line.rows[0] for line in found.marks.lines] == ["KIM-4.5c"] * (needed != 15)
    assert shot("infantry", "infantry", 100, year=year, month=month).needed == 6


@rule("KIM-4.2a")
def test_an_hq_is_shot_at_as_infantry_or_as_its_jeep() -> None:
    assert shot("infantry", "hq").needed == 6
    as_model = {"hq_target": "as_model"}
    assert shot("infantry", "hq", options=as_model).needed == 5
    assert shot("sherman", "hq", options=as_model).die == 20
