"""Armies as trees: the book's example, cards, recon, specialists, morale, and what is refused."""

from __future__ import annotations

from collections import Counter

import pytest

from deadground.core.loader import DataError, document, load
from deadground.systems.stands.army import (
    ARMIES,
    army_from,
    army_size,
    formations,
    size_of,
)
from deadground.systems.stands.setup import battle
from deadground.testing.rules import rule
from tests.systems.stands.scenarios import scenario

ARMY = """\
army: Test
commands:
  - id: first
    name: First
    morale: [3, 4]
    chits: 2
    hq: {kind: hq}
    recon: [{kind: recon}, {kind: recon}]
    supply: {kind: supply}
    units:
      - {id: rifles, name: Rifles, cards: 2, stands: [{kind: infantry, count: 2}]}
      - {id: guns, name: Guns, stands: [{kind: m30}]}
"""


def refused(old: str, new: str) -> str:
    assert ARMY.count(old) == 1
    with pytest.raises(DataError) as fault:
        army_from(document(ARMY.replace(old, new), "army.yaml"))
    return str(fault.value)


@rule("KIM-1.2a")
def test_the_printed_corps_loads() -> None:
    corps = army_from(load(ARMIES / "fourteenth-corps.yaml"))
    assert corps.army == "14th Corps"
    assert [(group.name, size_of(group)) for group in corps.commands] == [
        ("3rd Infantry Division", 27),
        ("79th Tank Division", 29),
    ]
    assert army_size(corps) == 56
    found = {
        one.name: (one.cards, dict(Counter(stand.kind for stand in one.stands)))
        for group in corps.commands
        for one in formations(group)
    }
    assert found == {
        "3rd Infantry Division HQ": (0, {"hq": 1}),
        "321st Brigade": (2, {"infantry": 8}),
        "323rd Brigade": (2, {"infantry": 8}),
        "1st Artillery Regiment": (1, {"q25pdr": 4}),
        "17th AT Regiment": (1, {"at_17pdr": 2}),
        "56th Tank Regiment": (2, {"sherman": 4}),
        "79th Tank Division HQ": (0, {"hq": 1}),
        "23rd Tank Regiment": (4, {"sherman": 4, "firefly": 4}),
        "24th Tank Regiment": (4, {"cromwell": 4, "churchill": 4}),
        "324th Brigade": (2, {"armoured_infantry": 8}),
        "89th Artillery": (1, {"sexton": 4}),
    }


@pytest.mark.parametrize("path", sorted(ARMIES.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_army_that_ships_can_be_read(path: object) -> None:
    assert army_size(army_from(load(str(path)))) > 20


@rule("KIM-1.2a", "KIM-1.2b")
def test_the_tree_becomes_commands_units_and_stands_with_their_cards() -> None:
    state = battle(scenario())
    assert {id: (one.side, one.hq) for id, one in state.commands.items()} == {
        "red-first": ("red", "red-first-hq-1"),
        "blue-first": ("blue", "blue-first-hq-1"),
        "blue-second": ("blue", "blue-second-hq-1"),
    }
    assert {id: one.cards for id, one in state.units.items()} == {
        "red-first-hq": 0,
        "red-first-rifles": 2,
        "red-first-guns": 1,
        "blue-first-hq": 0,
        "blue-first-tanks": 2,
        "blue-second-hq": 0,
        "blue-second-foot": 1,
        "blue-second-howitzers": 1,
    }
    tanks = [one for one in state.stands.values() if one.unit == "blue-first-tanks"]
    assert [one.kind for one in tanks] == ["tiger_1", "pz4_mid", "pz4_mid"]
    assert {one.command for one in tanks} == {"blue-first"}


def test_stands_are_called_by_their_kind_and_unit() -> None:
    stands = battle(scenario()).stands
    assert stands["blue-first-tanks-2"].name == "PzIV, middle 2 (Tanks)"
    assert stands["blue-first-hq-1"].name == "First HQ"


@rule("KIM-1.2b")
def test_a_unit_has_no_more_cards_than_stands() -> None:
    assert army_from(document(ARMY)).commands[0].units[0].cards == 2
    found = refused("cards: 2", "cards: 3")
    assert found.startswith("army.yaml:11: Rifles has 3 cards for 2 stands (at most 2")
    assert "Rifles has 2 cards and no stands" in refused("stands: [{kind: infantry, count: 2}]", "stands: []")


@rule("KIM-3.2a")
def test_a_command_group_has_at_most_two_recon_stands_each_with_a_card() -> None:
    (group,) = army_from(document(ARMY)).commands
    assert [(one.key, one.cards) for one in formations(group) if one.role == "recon"] == [
        ("first.recon", 1),
        ("first.recon2", 1),
    ]
    found = refused(
        "recon: [{kind: recon}, {kind: recon}]", "recon: [{kind: recon}, {kind: recon}, {kind: recon}]"
    )
    assert found == "army.yaml:8: First has 3 recon stands (a command group has one or two, KIM-3.2a)"
    assert "'jeep' is no recon stand (one of recon" in refused("[{kind: recon},", "[{kind: jeep},")


@rule("KIM-4.16a")
def test_a_command_group_has_one_supply_stand() -> None:
    (group,) = army_from(document(ARMY)).commands
    assert [(one.key, one.cards) for one in formations(group) if one.role == "supply"] == [
        ("first.supply", 0)
    ]
    assert "'truck' is no supply stand (one of supply" in refused("{kind: supply}", "{kind: truck}")
    assert "2 stands in one supply stand" in refused("{kind: supply}", "{kind: supply, count: 2}")


@rule("KIM-4.2d")
def test_any_infantry_can_be_specialist_troops_and_nothing_else() -> None:
    picked = "{kind: infantry, count: 2, specialist: true}"
    army = army_from(document(ARMY.replace("{kind: infantry, count: 2}", picked)))
    assert army.commands[0].units[0].stands[0].specialist
    state = battle(scenario(("{kind: infantry, count: 4}", "{kind: infantry, count: 4, specialist: true}")))
    chosen = [one.id for one in state.stands.values() if one.specialist]
    assert chosen == [f"red-first-rifles-{i}" for i in (1, 2, 3, 4)]
    found = refused("{kind: m30}", "{kind: m30, specialist: true}")
    assert found == "army.yaml:12: 'm30' cannot be specialist troops (only infantry stands are, KIM-4.2d)"


@rule("KIM-8.2b")
def test_infantry_can_be_engineers_and_guns_cannot() -> None:
    state = battle(scenario(("{kind: infantry, count: 4}", "{kind: infantry, count: 4, engineer: true}")))
    assert sum(one.engineer for one in state.stands.values()) == 4
    assert "'m30' cannot be engineers" in refused("{kind: m30}", "{kind: m30, engineer: true}")


@rule("KIM-8.1a")
def test_morale_is_a_pair_of_lost_stands_or_none() -> None:
    morale = ("name: Second\n", "name: Second\n          morale: [4, 6]\n")
    state = battle(scenario(morale))
    pairs = {id: (one.first_morale, one.second_morale) for id, one in state.commands.items()}
    assert pairs == {"red-first": (0, 0), "blue-first": (0, 0), "blue-second": (4, 6)}


@rule("KIM-8.1a")
@pytest.mark.parametrize(
    ("pair", "fine"), [((7, 7), True), ((7, 8), False), ((4, 3), False), ((0, 3), False)]
)
def test_morale_numbers_can_be_reached(pair: tuple[int, int], fine: bool) -> None:
    text = ARMY.replace("[3, 4]", f"[{pair[0]}, {pair[1]}]")
    if fine:
        assert army_from(document(text)).commands[0].morale == pair
        return
    with pytest.raises(DataError) as fault:
        army_from(document(text, "army.yaml"))
    assert str(fault.value).startswith(f"army.yaml:5: First has 7 stands and morale {pair[0]}/{pair[1]} (two")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{kind: infantry,", "{kind: infantri,", "army.yaml:11: no kind of stand is called 'infantri' (did"),
        ("{kind: hq}", "{kind: infantry}", "army.yaml:7: 'infantry' is no HQ (one of hq, KIM-1.3f)"),
        ("{kind: m30}", "{kind: recon}", "army.yaml:12: 'recon' is no stand of a unit (list it under `recon`)"),
        ("id: guns", "id: rifles", "army.yaml:12: two units are called 'rifles' (the other is in line 11)"),
        ("id: guns", "id: supply", "army.yaml:12: a unit cannot be called 'supply'"),
        ("    chits: 2\n", "    chits: 2\n    chits_a_day: 1\n", "First has chits per game and per day"),
        ("{kind: m30}", "{kind: zis3}", "army.yaml:6: First has chits and no artillery (leave them out)"),
        ("{kind: m30}", "{kind: m30, count: 0}", "army.yaml:12:"),
        ("count: 2}", "count: 2, fixed: true}", "'infantry' cannot be in a fixed position"),
        ("name: Rifles", "nam: Rifles", "army.yaml:11: unknown field `nam` (did you mean `name`"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_army_is_said_with_its_line(old: str, new: str, said: str) -> None:
    assert said in refused(old, new)


def test_an_army_without_commands_or_units_is_refused() -> None:
    with pytest.raises(DataError, match="Test has no command group"):
        army_from(document("army: Test\ncommands: []\n"))
    with pytest.raises(DataError, match="First has no unit"):
        army_from(document(ARMY[: ARMY.index("    units:")] + "    units: []\n"))
