"""Vehicles as the lists, their notes and our readings have them. COT-VEH-01 to -05, LR-120 to LR-153"""

from __future__ import annotations

import pytest

from deadground.systems.registry import catalogue
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.gun_lists import all_guns
from deadground.systems.skirmish.list_switches import switches
from deadground.systems.skirmish.options import option as known
from deadground.systems.skirmish.vehicle_lists import (
    VehicleType,
    all_vehicles,
    armour_of,
    families,
    flags,
    vehicle,
)
from deadground.systems.skirmish.vehicle_tables import ENTRIES, LISTS, flags_of, marks_of, nation_of
from deadground.systems.skirmish.weapons import all_weapons
from deadground.testing import bounds, rule
from tests.systems.skirmish.vehicles.lines import cells_of

SUPPLEMENT = [one for one in all_vehicles().values() if one.book == "supplement"]


@rule("COT-VEH-01")
def test_picking_a_line_gives_everything_about_the_vehicle() -> None:
    one = vehicle("german.tiger_i")
    assert (one.name, one.nation, one.family, one.gear) == ("Pz VIE Tiger I", "german", "tank", "tracked")
    assert (one.front, one.side, one.top) == (8, 6, 3)
    assert (one.speed_road, one.speed_cross, one.crew, one.men) == (18, 8, (2, 3), 5)
    (gun,) = one.guns
    assert (gun.apr, gun.he, gun.shots, gun.turret, gun.arc) == (9, (8, 3), 1, 0, None)
    assert [(mg.place, mg.turret) for mg in one.machine_guns] == [("hull", None), ("coaxial", 0)]
    assert (one.flags, one.stand_in) == ((), False)


@rule("COT-VEH-03")
def test_the_entries_of_a_gun_cell_belong_to_the_turrets_in_order() -> None:
    """LR-133, LR-137"""
    one = vehicle("soviet.t_35")
    assert [(gun.turret, gun.apr, gun.he, gun.arc) for gun in one.guns] == [
        (0, 6, (6, 3), None),
        (1, 4, (5, 2), (345, 135)),
        (2, 4, (5, 2), (165, 315)),
        (3, None, None, (225, 15)),
        (4, None, None, (45, 195)),
    ]
    assert [mg.turret for mg in one.machine_guns] == [0, 1, 2]
    assert (one.turrets, one.crew, one.men) == (5, (3, 4, 1, 1, 1, 1), 11)
    assert [gun.weapons for gun in one.guns[3:]] == [("soviet.lmg",)] * 2


@bounds("COT-VEH-03")
def test_the_small_turrets_of_the_t_28_and_the_flame_tank() -> None:
    """LR-122, LR-137, LR-114"""
    one = vehicle("soviet.t_28")
    assert [(gun.arm, gun.turret, gun.arc) for gun in one.guns] == [
        ("gun", 0, None),
        ("machine_gun", 1, (225, 15)),
        ("machine_gun", 2, (345, 135)),
    ]
    assert [mg.place for mg in one.machine_guns] == ["coaxial"]
    flame = vehicle("german.panzer_ii_flamm")
    assert [(gun.arm, gun.arc) for gun in flame.guns] == [
        ("machine_gun", None),
        ("flamethrower", (180, 0)),
        ("flamethrower", (0, 180)),
    ]


@bounds("COT-VEH-03")
def test_guns_in_a_sponson() -> None:
    """LR-134, LR-135, LR-136"""
    lee, italian = vehicle("soviet.m3_lee"), vehicle("italian.m11_39")
    assert [(gun.at, gun.turret, gun.apr, gun.he, gun.arc) for gun in lee.guns] == [
        ("sponson", None, 6, (6, 3), (330, 90)),
        ("turret", 0, 4, (5, 2), None),
    ]
    assert [(mg.place, mg.turret) for mg in lee.machine_guns] == [("coaxial", 0), ("cupola", 0)]
    assert [(gun.at, gun.turret, gun.arc) for gun in italian.guns] == [("sponson", None, (330, 30))]
    assert [(mg.place, mg.turret, mg.count) for mg in italian.machine_guns] == [("turret", 0, 2)]


@rule("COT-VEH-04")
def test_machine_gun_codes_say_what_is_there() -> None:
    """LR-139, LR-140, LR-145"""
    heavy, twin = vehicle("soviet.isu_152"), vehicle("italian.m15_42")
    assert [(mg.place, mg.optional) for mg in heavy.machine_guns] == [("aa", True)]
    assert [(mg.place, mg.count) for mg in twin.machine_guns] == [("aa", 1), ("hull", 2), ("coaxial", 1)]
    bike = vehicle("finnish.motorcycle")
    assert [(mg.place, mg.optional) for mg in bike.machine_guns] == [("hull", True)]
    assert set(bike.flags) == {"optional_machine_gun", "sidecar"}
    flak = vehicle("german.wirbelwind")
    assert "flak" in flak.flags
    assert [mg.place for mg in flak.machine_guns] == ["hull"]
    assert flak.guns[0].shots == 6


@pytest.mark.parametrize(
    ("id", "rear"),
    [("soviet.kv_2", 1), ("soviet.is_2", 1), ("soviet.is_2m", 1), ("soviet.kv_1", 0), ("italian.ab40", 1)],
)
def test_rear_machine_guns(id: str, rear: int) -> None:
    """COT-VEH-22, LR-123"""
    assert sum(mg.place == "rear" for mg in vehicle(id).machine_guns) == rear


@rule("COT-VEH-05")
def test_speeds_and_crews_of_every_notation() -> None:
    """LR-144, LR-146, LR-153"""
    found = {
        id: (vehicle(id).speed_road, vehicle(id).speed_cross, vehicle(id).speed_water)
        for id in ("soviet.t_34_76", "german.schimmwagen", "soviet.nkl_26")
    }
    assert found == {
        "soviet.t_34_76": (24, 16, 0),
        "german.schimmwagen": (32, 16, 6),
        "soviet.nkl_26": (28, 0, 0),
    }
    crews = {id: (vehicle(id).crew, vehicle(id).carried) for id in CREWS}
    assert crews == CREWS


CREWS = {
    "german.pz_iv_h": ((2, 3), 0),
    "german.jagdpanther": ((5,), 0),
    "german.sdkfz_251_1": ((2,), 10),
    "german.sdkfz_251_10": ((2, 4), 0),
    "german.sdkfz_7": ((2,), 8),
    "german.sdkfz_7_1": ((2, 4), 0),
    "german.sdkfz_10_4_5": ((2, 4), 0),
    "german.opel_blitz": ((2,), 12),
    "german.maultier": ((2,), 12),
    "german.kubelwagen": ((2,), 2),
    "german.kettenrad": ((1,), 2),
    "german.motorcycle": ((1,), 0),
    "hungarian.staff_car": ((2,), 2),
    "hungarian.lehel_a": ((2,), 8),
    "italian.lancia_90_53": ((2, 4), 0),
    "soviet.gaz_jeep": ((1,), 3),
    "soviet.ford_gpa": ((1,), 3),
    "soviet.universal_carrier": ((2,), 4),
    "soviet.t_20": ((2,), 6),
    "soviet.yag_10": ((2, 4), 0),
    "soviet.zis_5": ((2, 3), 0),
}


@rule("COT-VEH-17")
@pytest.mark.parametrize(
    ("id", "open"),
    [
        ("german.marder_ii", True),
        ("german.marder_iii", True),
        ("soviet.su_76m", True),
        ("hungarian.lehel_a", True),
        ("soviet.t_20", True),
        ("soviet.su_85", False),
        ("german.panzer_i", False),
        ("german.opel_blitz", False),
    ],
)
def test_open_tops_are_marked_or_have_a_dash_over_armour(id: str, open: bool) -> None:
    """LR-126"""
    assert ("open_topped" in vehicle(id).flags) is open


OPEN_WITHOUT_A = """
german.pz_38t_flakpanzer german.panzerjager_35r german.marder_iii german.nashorn german.grille german.maultier
german.sdkfz_7 german.sdkfz_7_1 german.sdkfz_7_2 italian.semovente_90_53 soviet.su_57 soviet.zis_30 soviet.zis_5
soviet.t_20
"""


def test_these_lines_are_open_topped_and_carry_no_letter() -> None:
    """COT-VEH-17, LR-126"""
    lines = [(table, line) for table in LISTS for line in chart(table).lines()]
    found = [
        f"{nation_of(table)}.{line}"
        for table, line in lines
        if "open_topped" in flags_of(nation_of(table), cells := cells_of(table, line))
        and "a" not in marks_of(cells)
    ]
    assert found == OPEN_WITHOUT_A.split()


@bounds("COT-VEH-02", "NUTS-VEH-03")
@pytest.mark.parametrize(
    ("id", "faces"),
    [
        ("german.tiger_i", (8, 6, 3, 3, 3)),
        ("soviet.kv_1", (7, 5, 2, 2, 2)),
        ("german.panzer_i", (2, 1, 0, 0, 0)),
        ("soviet.su_76m", (2, 1, 0, 0, 1)),
        ("german.marder_iii", (2, 1, 0, 0, 0)),
    ],
)
def test_rear_is_half_the_side_and_the_top_serves_below(id: str, faces: tuple[int, ...]) -> None:
    """LR-126. Faces: front, side, rear, top, bottom."""
    one = vehicle(id)
    found = [armour_of(one, face) for face in ("front", "side", "rear", "top", "bottom")]
    assert tuple(found) == faces


@rule("NUTS-VEH-03")
def test_core_vehicles_have_their_side_behind_and_soft_ones_no_rating() -> None:
    """NR-95, NR-97"""
    tank, car = vehicle("german_core.tiger_i"), vehicle("american.m8")
    assert [armour_of(tank, face) for face in ("front", "side", "rear", "top")] == [11, 8, 8, 2]
    assert (car.top, armour_of(car, "top")) == (2, 0)
    truck = vehicle("german.opel_blitz")
    assert not truck.is_armoured
    assert {armour_of(truck, face) for face in ("front", "side", "rear", "top", "bottom")} == {None}
    rated = [rating for one in all_vehicles().values() for rating in (one.front, one.side, one.top)]
    assert {rating for rating in rated if rating is not None} <= set(range(16))


@rule("NUTS-VEH-02")
def test_every_vehicle_fights_or_carries() -> None:
    uses = {one.use for one in all_vehicles().values()}
    assert uses == {"fighting", "transport"}
    for one in all_vehicles().values():
        armed = any(gun.arm != "machine_gun" for gun in one.guns)
        assert vehicle(one.id).use == "fighting" or not armed, one.id
    assert vehicle("german.sdkfz_251_1").use == vehicle("soviet.gaz_jeep").use == "transport"
    assert vehicle("german.sdkfz_251_10").use == vehicle("soviet.ba_64").use == "fighting"


@bounds("COT-VEH-01")
def test_the_panther_is_three_models_and_the_234_two() -> None:
    """LR-128, LR-129"""
    guns = {id: [mg.place for mg in vehicle(f"german.panther_{id}").machine_guns] for id in "adg"}
    assert guns == {
        "a": ["hull", "coaxial"],
        "d": ["aa", "hull", "coaxial"],
        "g": ["aa", "hull", "coaxial"],
    }
    short, long = vehicle("german.sdkfz_234_3"), vehicle("german.sdkfz_234_4")
    assert [(one.guns[0].apr, one.guns[0].arm) for one in (short, long)] == [(5, "howitzer"), (8, "gun")]
    assert "german.panther" not in all_vehicles()
    assert "german.sdkfz_234_3_4" not in all_vehicles()


@pytest.mark.parametrize(
    ("option", "id", "as_ruled", "as_switched"),
    [
        ("errata_single_20mm_rof", "german.sdkfz_10_4_5", 2, 1),
        ("errata_single_20mm_rof", "german.sdkfz_251_17", 2, 1),
        ("errata_single_20mm_rof", "german.sdkfz_222", 2, 2),
    ],
)
def test_single_20mm_guns_have_a_rate_of_fire_unless_switched_off(
    option: str, id: str, as_ruled: int, as_switched: int
) -> None:
    """LR-112"""
    assert vehicle(id).guns[0].shots == vehicle(id, {option: "on"}).guns[0].shots == as_ruled
    assert vehicle(id, {option: "off"}).guns[0].shots == as_switched


def test_the_short_gun_of_the_234_can_be_a_plain_one() -> None:
    """LR-128"""
    on, off = (vehicle("german.sdkfz_234_3", {"errata_sdkfz_234_3_howitzer": way}) for way in ("on", "off"))
    assert (on.guns[0].arm, "howitzer" in on.flags) == ("howitzer", True)
    assert (off.guns[0].arm, "howitzer" in off.flags) == ("gun", False)
    assert set(on.flags) - set(off.flags) == {"howitzer"}


@pytest.mark.parametrize(
    ("id", "printed"),
    [
        ("soviet.t_26", (2, 1)),
        ("soviet.ot_26", (2, 1)),
        ("soviet.bt_7", (2, 1)),
        ("soviet.bt_7a", (2, 1)),
        ("soviet.t_28", (3, 1)),
        ("soviet.matilda_ii", (3, 1)),
    ],
)
def test_crews_that_look_reversed_can_be_turned_round(id: str, printed: tuple[int, int]) -> None:
    """LR-132"""
    assert vehicle(id).crew == vehicle(id, {"errata_reversed_crews": "off"}).crew == printed
    assert vehicle(id, {"errata_reversed_crews": "on"}).crew == printed[::-1]
    assert vehicle("finnish.vickers_6ton", {"errata_reversed_crews": "on"}).crew == (1, 2)


def test_readings_of_single_lines() -> None:
    """LR-120, LR-121, LR-122, LR-123, LR-124, LR-125, LR-142, LR-143"""
    car = vehicle("german.sdkfz_263")
    assert (car.front, car.side, car.top, car.crew, car.flags) == (2, 1, 1, (5,), ("two_drivers",))
    assert (car.stand_in, [gun.arm for gun in car.guns]) == (True, ["machine_gun"])
    assert vehicle("soviet.ba_10").guns[0].he == (5, 2)
    assert "snow_and_ice" not in vehicle("soviet.kv_2").flags
    assert "commander_guns" in vehicle("soviet.t_34_76").flags
    assert [id for id, one in all_vehicles().items() if "no_bow_gunner" in one.flags] == [
        "soviet.is_2",
        "soviet.is_2m",
        "soviet.su_76m",
    ]
    assert vehicle("italian.motorcycle").guns == ()
    rocket = vehicle("german.sturmtiger")
    assert (rocket.guns[0].arm, rocket.guns[0].apr, rocket.guns[0].he) == ("rocket_mortar", 12, (20, 4))


def test_weapons_in_place_of_a_rating() -> None:
    """LR-114, LR-145, LR-215"""
    assert vehicle("german.sdkfz_250_7").guns[0].weapons == ("german.mortar_80",)
    assert vehicle("german.sdkfz_251_1_ii").guns[0].he == (10, 4)
    assert vehicle("german.sdkfz_251_5").guns == ()
    assert vehicle("soviet.t_37a").guns[0].weapons == ("soviet.mmg",)
    assert vehicle("german.panzer_i").guns[0].weapons == ("german.mg34", "german.mg42")
    assert (vehicle("italian.l3_33").guns[0].count, vehicle("italian.ab40").guns[0].count) == (2, 2)
    bow, beside = vehicle("soviet.ot_34").guns[1], vehicle("soviet.kv_8").guns[1]
    assert (bow.arm, bow.at, bow.arc) == ("flamethrower", "hull", (315, 45))
    assert (beside.arm, beside.at, beside.arc) == ("flamethrower", "turret", None)
    for one in all_vehicles().values():
        of_guns = {id for gun in one.guns for id in gun.weapons}
        of_machine_guns = {id for mg in one.machine_guns for id in mg.weapons}
        assert of_guns | of_machine_guns <= set(all_weapons()), one.id


@bounds("COT-VEH-27")
def test_the_machine_gun_wagon() -> None:
    """LR-110, LR-147"""
    one = vehicle("soviet.tchanka")
    assert (one.speed_road, one.speed_cross, one.crew, one.front) == (10, 10, (2, 3), None)
    gun = all_weapons()[one.guns[0].weapons[0]]
    printed = chart("wagons")
    assert (gun.range, gun.target, f"{gun.impact}/APR{gun.apr}") == tuple(
        printed.look_up("tchanka", entry).value for entry in ("range", "targets", "impact")
    )


NO_LIST = """
bt_5 valentine stuart sherman_m4 sherman_m4a2_76 churchill white_scout_car m2_half_track m3_half_track m12 m16
zis_57
"""
GUN_TRUCKS = {
    "finnish.gaz_at_mg": (2, 4, (2, 4), 28),
    "finnish.gaz_20mm": (2, 2, (2, 4), 28),
    "soviet.gaz_aa_mg": (2, 4, (2, 2), 28),
    "hungarian.raba_botund_20mm": (2, 2, (2, 2), 32),
    "italian.fiat_38r_20mm": (2, 2, (2, 3), 28),
}
"""APR, rate of fire, crew and speed by road."""


def test_stand_ins_say_that_they_are_ours() -> None:
    """LR-120, LR-205, LR-206, NS-33: and nothing of the printed lists does."""
    ours = {one.id for one in SUPPLEMENT if one.stand_in}
    assert ours == {"german.sdkfz_263", *(f"soviet.{line}" for line in NO_LIST.split()), *GUN_TRUCKS}
    core = {one.id: one.stand_in for one in all_vehicles().values() if one.book == "core"}
    assert [id for id, is_ours in core.items() if not is_ours] == [
        "american.dukw",
        "american.m8",
        "american.m20",
        "german_core.234_1",
        "german_core.234_2",
        "german_core.234_3",
        "german_core.234_3_long",
        "german_core.234_4",
        "german_core.222",
    ]
    assert sum(core.values()) == 20


@pytest.mark.parametrize("id", GUN_TRUCKS)
def test_a_gun_truck_is_a_truck_with_a_gun(id: str) -> None:
    """COT-REINF-14, LR-206"""
    one = vehicle(id)
    assert (one.guns[0].apr, one.guns[0].shots, one.crew, one.speed_road) == GUN_TRUCKS[id]
    assert (one.front, one.side, one.top, one.carried) == (None, None, None, 0)
    assert "fires_standing" in one.flags


def ruled(name: str) -> list[list[str]]:
    """The lines of the table in a ruling."""
    (table,) = catalogue("skirmish").rulings[name].tables
    return [[str(cell) for cell in line] for line in table.rows]


def test_what_no_list_has_is_as_the_ruling_says() -> None:
    """LR-205"""
    found = chart("unlisted_vehicles")
    for line, cells in zip(found.lines(), ruled("LR-205"), strict=True):
        name, _, *values, notes = cells
        kept = [str(found.look_up(line, entry).value) for entry in ENTRIES]
        crew, _, letter = kept[-1].partition(" ^")
        assert [kept[0], *kept[1:-1], crew] == [kept[0], *values]
        assert name.startswith(kept[0])
        assert letter == next((mark for mark in "AE" if f", {mark}" in notes), "")


def test_core_vehicles_are_as_the_ruling_says() -> None:
    """NS-33"""
    found = chart("core_vehicles")
    entries = ("name", "front", "side", "top", "apr", "he", "aa", "hull", "coaxial", "speed", "crew")
    for line, cells in zip(found.lines(), ruled("NS-33"), strict=True):
        *values, notes = cells
        kept = {entry: str(found.look_up(line, entry).value) for entry in (*entries, "open")}
        kept["top"] += "/OT" if kept["open"] == "yes" else ""
        assert [kept[entry] for entry in entries] == values
        one = next(
            one
            for one in all_vehicles().values()
            if one.name == values[0] and one.stand_in and one.book == "core"
        )
        assert (one.use == "transport") is ("transport" in notes)
        assert (one.gear == "wheeled") is ("wheels" in notes)
        assert ("low_silhouette" in one.flags) is ("low silhouette" in notes)
        assert (one.turrets == 0) is ("no turret" in notes or one.use == "transport")


def test_core_vehicles_carry_what_the_ruling_says() -> None:
    """NS-30"""
    carried = {one.id: one.carried for one in all_vehicles().values() if one.book == "core" and one.carried}
    assert carried == {
        "american.dukw": 25,
        "american.m3_half_track": 12,
        "american.jeep": 3,
        "american.truck": 12,
        "british.universal_carrier": 3,
        "german_core.sdkfz_251": 12,
    }
    assert chart("passengers").number("tank_deck") == 6


def test_two_versions_of_a_house_rule_car() -> None:
    """NUTS-HOUSE-10, NS-35"""
    short, long = vehicle("german_core.234_3"), vehicle("german_core.234_3_long")
    assert [(one.guns[0].apr, one.guns[0].arm) for one in (short, long)] == [(9, "howitzer"), (12, "gun")]
    assert vehicle("german_core.234_1").guns[0].shots == 2


@pytest.mark.parametrize("table", LISTS)
def test_no_mark_of_a_list_is_left_without_a_meaning(table: str) -> None:
    """LR-124, LR-125, LR-135, LR-139: as used and as printed, where only the letter D has no key."""
    nation, notes = nation_of(table), chart("vehicle_notes")
    for line in chart(table).lines():
        for mark in marks_of(cells_of(table, line)):
            if mark != "sidecar":
                assert notes.look_up(f"{nation}_{mark}").value in flags(), (line, mark)
                printed = notes.as_printed(f"{nation}_{mark}").value
                assert (printed is None) is (mark == "d")


def test_every_flag_has_words_and_rows_and_every_word_a_vehicle() -> None:
    rules = catalogue("skirmish")
    used = {flag for one in all_vehicles().values() for flag in one.flags}
    assert used == set(flags())
    for one in flags().values():
        assert one.name
        assert one.says
        assert all(rules.resolve(row) for row in one.rows)


def test_every_vehicle_has_one_family_and_every_family_vehicles() -> None:
    """LR-215"""
    named = [id for family in families().values() for id in family.vehicles]
    assert len(named) == len(set(named))
    models = {"german.panther": "german.panther_g", "german.sdkfz_234_3_4": "german.sdkfz_234_4"}
    assert {models.get(id, id) for id in named} <= set(all_vehicles())
    assert {one.family for one in all_vehicles().values()} == set(families())


def sane(one: VehicleType) -> None:
    assert 1 <= one.men <= 11
    assert 0 <= one.carried <= 25
    assert 6 <= one.speed_road <= 36
    assert one.speed_cross <= one.speed_road
    assert bool(one.speed_water) is ("amphibious" in one.flags)
    assert (one.front is None) is (one.side is None)
    for gun in one.guns:
        assert gun.apr is None or 2 <= gun.apr <= 14
        assert (gun.apr is None) is (gun.arm not in ("gun", "howitzer", "rocket_mortar"))
        assert 1 <= gun.shots <= 6
        assert gun.arc is None or all(0 <= bearing < 360 for bearing in gun.arc)
        assert (gun.turret is None) is (gun.at != "turret")
        if gun.arm in ("machine_gun", "mortar", "flamethrower"):
            assert gun.weapons
        if gun.he:
            assert 5 <= gun.he[0] <= 20
            assert 1 <= gun.he[1] <= 4
    numbers = {*(gun.turret for gun in one.guns), *(mg.turret for mg in one.machine_guns)}
    assert numbers - {None} == set(range(one.turrets))
    assert ("howitzer" in one.flags) is any(gun.arm == "howitzer" for gun in one.guns)
    assert all(mg.turret is not None for mg in one.machine_guns if mg.place in ("rear", "cupola", "turret"))


@pytest.mark.parametrize("id", all_vehicles())
def test_every_vehicle_is_within_bounds(id: str) -> None:
    sane(vehicle(id))


def test_a_turret_stands_on_every_tank_but_the_smallest() -> None:
    """COT-VEH-05, LR-215"""
    for one in SUPPLEMENT:
        if one.family in ("tank", "aa_tank", "armoured_car"):
            assert one.turrets, one.id
            assert len(one.crew) > 1 or one.id in ("italian.ab40", "italian.ab41")
        if len(one.crew) == 1 and one.id not in ("italian.ab40", "italian.ab41"):
            assert not one.turrets, one.id


def test_an_unknown_vehicle_is_named_with_the_nearest() -> None:
    with pytest.raises(KeyError, match=r"did you mean 'german\.tiger_i'"):
        vehicle("german.tiger")


def test_switches_name_types_and_options_that_there_are() -> None:
    """LR-112, LR-128, LR-132"""
    for one in switches():
        assert set(one.of) <= {*all_vehicles(), *all_guns()}
        assert one.value in known.known[one.option].values
        assert one.value != known.known[one.option].default
