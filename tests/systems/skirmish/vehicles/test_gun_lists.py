"""Guns as the lists and our readings have them. COT-GUN-01 to COT-GUN-06, LR-155 to LR-159, NS-34"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.gun_lists import GUN_LISTS, all_guns, gun
from deadground.testing import bounds, rule


@rule("COT-GUN-02")
def test_a_gun_is_all_that_its_line_says() -> None:
    one = gun("german.pak_40")
    assert (one.name, one.apr, one.he, one.shots) == ("PaK 40 7.5cm", 8, (6, 3), 1)
    assert (one.weight, one.crew, one.flags, one.defence) == ("heavy", 4, (), None)
    assert gun("german.flakvierling_38").shots == 6


WEIGHTS = {"light": 19, "medium": 13, "heavy": 10, "immobile": 11}


@bounds("COT-GUN-01", "COT-GUN-06")
def test_every_printed_gun_has_a_weight_class() -> None:
    """LR-158"""
    printed = [
        gun(f"{table.partition('_')[0]}.{line}") for table in GUN_LISTS for line in chart(table).lines()
    ]
    counted = {weight: sum(one.weight == weight for one in printed) for weight in WEIGHTS}
    assert counted == WEIGHTS
    assert sum(counted.values()) == 53
    assert gun("soviet.aa_12_7mm").weight == gun("romanian.aa_12_7mm").weight == "light"


@pytest.mark.parametrize(
    ("id", "shots"),
    [
        ("soviet.aa_12_7mm", 4),
        ("soviet.autocannon_37mm", 3),
        ("romanian.aa_12_7mm", 4),
        ("finnish.at_mg_l35", 4),
        ("german.flak_28_30", 2),
        ("soviet.aa_85mm", 1),
    ],
)
def test_rates_of_fire_wherever_they_stand(id: str, shots: int) -> None:
    """LR-112, LR-158"""
    assert gun(id).shots == shots


def test_the_single_20mm_gun_has_its_rate_unless_switched_off() -> None:
    """LR-112"""
    option = "errata_single_20mm_rof"
    assert gun("german.flak_28_30", {option: "on"}).shots == 2
    assert gun("german.flak_28_30", {option: "off"}).shots == 1
    assert gun("german.flak_37", {option: "off"}).shots == 3


HOWITZERS = """
finnish.lk_76mm finnish.h_13_114mm german.ig_75mm german.lefh_18 hungarian.skoda_75mm hungarian.skoda_100mm
italian.mountain_65mm italian.gun_75mm italian.cannone_105mm romanian.skoda_75mm romanian.skoda_100mm
soviet.regimental_76mm soviet.howitzer_122mm soviet.howitzer_152mm german_core.ig_75 german_core.ig_150
"""


def test_howitzers_are_those_with_a_star() -> None:
    """COT-GUN-08, LR-131: the Obice da 210/25 has none."""
    assert [id for id, one in all_guns().items() if "howitzer" in one.flags] == HOWITZERS.split()


@pytest.mark.parametrize("id", ["hungarian.skoda_100mm", "romanian.skoda_100mm"])
def test_the_star_of_a_crew_belongs_to_the_gun(id: str) -> None:
    """LR-155"""
    assert (gun(id).crew, gun(id).flags) == (8, ("howitzer",))
    nation, _, line = id.partition(".")
    assert chart(f"{nation}_guns").as_printed(line, "crew").value == "8*"


def test_the_taper_bore_gun_loses_power_with_range_as_the_rifle_does() -> None:
    """LR-103"""
    far = {id: one.apr_far for id, one in all_guns().items() if one.apr_far}
    assert far == {"german.pak_28_20": (30, 1)}


def test_guns_of_the_core_lists() -> None:
    """NUTS-HOUSE-12, NS-34"""
    core = {
        id: (one.apr, one.he, one.crew, one.defence, one.weight, one.stand_in)
        for id, one in all_guns().items()
        if one.book == "core"
    }
    assert core == {
        "german_core.ig_75": (9, (6, 3), 4, 3, "light", False),
        "german_core.ig_150": (12, (12, 4), 6, 3, "medium", False),
        "british.6_pdr": (10, (5, 2), 4, 3, "light", True),
        "american.57mm": (10, (5, 2), 4, 3, "light", True),
        "german_core.pak_40": (11, (6, 3), 5, 3, "medium", True),
        "russian_core.45mm": (7, (5, 2), 4, 3, "light", True),
    }


@pytest.mark.parametrize("id", all_guns())
def test_every_gun_is_within_bounds(id: str) -> None:
    one = gun(id)
    assert 2 <= one.apr <= 12
    assert 2 <= one.crew <= 8
    assert 1 <= one.shots <= 6
    assert one.he is None or (5 <= one.he[0] <= 12 and 1 <= one.he[1] <= 4)
    assert (one.defence is None) is (one.book == "supplement")


def test_an_unknown_gun_is_named_with_the_nearest() -> None:
    with pytest.raises(KeyError, match=r"did you mean 'german\.pak_40'"):
        gun("german.pak40")
