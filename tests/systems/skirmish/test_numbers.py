"""The single numbers of the book, chapter by chapter, as they are printed."""

from __future__ import annotations

from deadground.space.units import inches
from deadground.systems.skirmish.numbers import number
from deadground.testing import bounds, rule


def far(*names: str) -> list[int]:
    """Distances by name, in inches; they are whole ones."""
    found = [number(name) for name in names]
    assert not any(one % inches(1) for one in found)
    return [one // inches(1) for one in found]


def count(*names: str) -> list[int]:
    return [number(name) for name in names]


@rule("NUTS-MOVE-01")
@bounds("NUTS-MOVE-02", "NUTS-MOVE-06", "NUTS-MOVE-08")
def test_a_move_its_dice_and_the_way_to_cover() -> None:
    assert far("normal_move", "duck_back") == [8, 6]
    assert count("fast_move_dice") == [2]


@rule("NUTS-ACT-12")
@bounds("NUTS-MOVE-09", "NUTS-MOVE-11", "NUTS-LEAD-02")
def test_surrender_leaving_and_how_near_a_group_keeps() -> None:
    assert far("surrender", "leave_battlefield_full", "group_distance", "leader_distance") == [4, 16, 4, 4]


@rule("NUTS-WOUND-04")
@bounds("NUTS-WOUND-01", "NUTS-WOUND-02", "NUTS-WOUND-03")
def test_fetching_the_wounded() -> None:
    assert count("willing_dice", "most_passed_carrying", "medic_rep") == [1, 1, 4]
    assert far("pick_up_wounded") == [2]


@rule("NUTS-WOUND-06", "NUTS-WOUND-10")
@bounds("NUTS-WOUND-05", "NUTS-WOUND-09")
def test_treating_them_and_what_comes_after() -> None:
    assert count("medic_dice", "lowest_rep_wounded", "recovery_dice") == [2, 1, 2]
    assert far("way_station") == [4]


@rule("NUTS-MELEE-04")
@bounds("NUTS-MELEE-02", "NUTS-MELEE-13", "NUTS-HOUSE-06")
def test_charge_and_melee() -> None:
    assert far("charge_spot") == [6]
    assert count("charge_dice", "front_degrees", "flank_degrees") == [2, 60, 120]
    assert count("front_in_melee", "most_to_a_side", "subdued_by") == [90, 2, 2]


@bounds("NUTS-SIGHT-03", "NUTS-SIGHT-09", "NUTS-LOS-03", "NUTS-LOS-04")
def test_coming_into_sight_and_seeing_by_night_and_in_woods() -> None:
    assert far("in_sight_bonus_move", "in_sight_charge", "night_sight") == [2, 6, 12]
    assert far("sight_in_woods", "sight_in_woods_at_night", "edge_of_woods") == [12, 6, 1]


@rule("NUTS-LOS-07")
@bounds("NUTS-LOS-05")
def test_bad_weather_and_what_one_stands_behind() -> None:
    assert far("sight_in_bad_weather", "sight_in_bad_weather_at_night") == [12, 6]
    assert far("behind_cover") == [1]


@bounds("NUTS-REACT-01", "NUTS-REACT-02", "NUTS-REACT-06")
def test_reactions() -> None:
    assert far("man_down") == [4]
    assert count("crisis_dice", "recover_dice") == [2, 2]


@rule("NUTS-FIRE-01")
@bounds("NUTS-FIRE-07", "NUTS-FIRE-08")
def test_fire() -> None:
    assert count("surely_missed", "surely_hit") == [7, 10]
    assert far("swath_inch", "empty_inch") == [1, 1]


@bounds("NUTS-AMMO-01", "NUTS-AMMO-03")
def test_ammunition() -> None:
    assert count("ones_to_run_dry", "ones_with_a_loader") == [2, 3]
    assert far("loader_distance") == [2]


@rule("NUTS-GREN-02", "NUTS-GREN-05", "NUTS-GREN-06", "NUTS-GREN-07")
def test_grenades() -> None:
    assert count("ready_dice", "throwing_dice", "dive_dice") == [1, 2, 1]
    assert far("drop_over") == [1]


@bounds("NUTS-GREN-16", "NUTS-GREN-17", "NUTS-GREN-18")
def test_flame() -> None:
    assert count("last_shot_on", "shots_after_a_one", "tank_rep", "crossing_dice") == [1, 1, 3, 2]
    assert far("tank_circle") == [5]


@bounds("NUTS-STAR-01", "NUTS-STAR-03")
def test_stars() -> None:
    assert count("star_die_lost", "cheating_death_costs") == [6, 1]


@bounds("NUTS-HOUSE-01", "NUTS-HOUSE-02", "NUTS-HOUSE-03")
def test_house_rules_of_the_prone() -> None:
    assert count("prone_in_blast_impact") == [-2]
    assert far("shooting_down", "crawl") == [1, 2]


@bounds("NUTS-HOUSE-07", "NUTS-HOUSE-09")
def test_house_rules_of_command_and_shared_tests() -> None:
    assert far("platoon_command", "shared_test") == [12, 4]


@rule("NUTS-PEF-02", "NUTS-PEF-03", "NUTS-PEF-06")
@bounds("NUTS-PEF-07")
def test_question_marks() -> None:
    assert count("pef_rep", "pef_dice", "pef_dice_when_wary", "pef_dice_counted") == [4, 2, 3, 2]
    assert far("building_in_sight") == [12]


@rule("NUTS-PEF-09", "NUTS-NP-02", "NUTS-NP-04")
def test_the_side_nobody_plays() -> None:
    assert far("position_length") == [6]
    assert count("np_outnumbers") == [2]
