"""`deadground data skirmish`: army lists and weapon tables as records, as printed and as used."""

from __future__ import annotations

from tests.cli.conftest import Ask


def test_every_column_is_a_record_with_its_printed_cells(ask: Ask) -> None:
    found = ask("data", "skirmish", "army_lists", "--json", "--layer", "printed").json
    assert len(found) == 10 + 10 + 6 + 5 + 5 + 5
    (pioneers,) = [one for one in found if one["column"] == "pioneers" and one["nation"] == "soviet"]
    assert pioneers["rep"] == "1-2 = Rep 3 3-5 = Rep 4 6 = Rep 6"
    assert {one["layer"] for one in found} == {"printed"}


def test_what_is_used_has_errata_and_stand_ins(ask: Ask) -> None:
    found = ask("data", "skirmish", "army_lists", "--json").json
    assert len(found) == 41 + 4
    (pioneers,) = [one for one in found if one["column"] == "pioneers" and one["nation"] == "soviet"]
    assert (pioneers["rep"], pioneers["layer"]) == ("1-2 = Rep 3 3-5 = Rep 4 6 = Rep 5", "errata")
    assert [one["nation"] for one in found if one["layer"] == "stand_in"] == [
        "italian",
        "finnish",
        "american",
        "british",
        "german_core",
        "russian_core",
    ]


def test_every_weapon_is_a_record(ask: Ask) -> None:
    printed = ask("data", "skirmish", "weapons", "--json", "--layer", "printed").json
    assert len([one for one in printed if one["nation"] not in ("core", "supplement")]) == 89
    (rifle,) = [one for one in printed if one["name"] == "Assault Rifle (MP-44)"]
    assert (rifle["range"], rifle["targets"], rifle["impact"]) == ("48/24 ⁽⁴⁾", "2/3*", 2)
    assert [one["weapon"] for one in printed if one["nation"] == "core"] == [
        "smg",
        "german_lmg",
        "grenade",
        "rifle_grenade",
        "at_grenade",
        "rifle_at_grenade",
        "molotov",
        "satchel",
        "flamethrower",
    ]
    used = ask("data", "skirmish", "weapons", "--json").json
    assert len([one for one in used if one["nation"] == "core"]) == 24


def test_stand_ins_are_marked_in_print(ask: Ask) -> None:
    out = ask("data", "skirmish", "core_units").out
    assert "SA†" in out
    assert "† a stand-in of ours" in out
    assert "†" not in ask("data", "skirmish", "soviet_small_arms").out


def test_single_tables_are_listed_beside_the_lists(ask: Ask) -> None:
    names = [one["table"] for one in ask("data", "skirmish", "--json").json]
    for name in (
        "army_lists",
        "weapons",
        "units",
        "attributes",
        "gear",
        "equipment_availability",
        "assault_equipment",
    ):
        assert name in names
    printed = [one["table"] for one in ask("data", "skirmish", "--json", "--layer", "printed").json]
    assert "core_units" not in printed
    assert len(ask("data", "skirmish", "arms", "--json").json) == 116
