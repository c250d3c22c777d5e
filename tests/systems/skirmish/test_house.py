"""House rules: each with its switch on and off. NR-96, NR-97, NR-99, NR-100, NR-109"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.core.match import Match
from deadground.core.saves import load, save
from deadground.systems.skirmish import options
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.fire.fire import volley
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.grenades.blasts import Blast, go_off
from deadground.systems.skirmish.rules.leaders.leadership import leader_with_die
from deadground.systems.skirmish.rules.reactions.crisis import line_of
from deadground.systems.skirmish.rules.reactions.reaction import Cause, Fallout, causes_of
from deadground.systems.skirmish.rules.sight.in_sight_pools import pool
from deadground.systems.skirmish.system import SKIRMISH
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, RIFLE, SMG, foe, man, point, table

KNOWN = options.option.known
HOUSE = [name for name in KNOWN if name.startswith("house_")]


def grenade_on(state: Any) -> Blast:
    return Blast("hand grenade", state.figures["a"].at, 5 * 254, 2, "x")


@bounds("NUTS-HOUSE-01", "NUTS-GREN-08")
@pytest.mark.parametrize(
    ("option", "prone", "dice", "status"),
    [
        ("off", True, [], "carry_on"),
        ("on", True, [1, 4, 4], "carry_on"),
        ("on", True, [1, 4, 5], "out_of_the_fight"),
        ("on", True, [1, 5, 5], "obviously_dead"),
        ("on", False, [1], "obviously_dead"),
        ("on", False, [2], "out_of_the_fight"),
    ],
)
def test_house_1_prone_in_a_blast(option: str, prone: bool, dice: list[int], status: str) -> None:
    """NR-96: Impact 2 becomes 0, so that even a 1 is above it and the Recover Test decides."""
    state = table(man("a", (10, 30), prone=prone), foe("x", (10, 10)))
    go_off(game(state, dice, {"house_1_prone_in_blast": option}), grenade_on(state))
    assert state.figures["a"].status == status


@bounds("NUTS-HOUSE-01")
def test_house_1_a_man_of_rep_four_escapes_with_four_ninths() -> None:
    """The author's own figure: of 36 throws of the Recover Test 16 pass both dice."""
    unhurt = 0
    for first in range(1, 7):
        for second in range(1, 7):
            state = table(man("a", (10, 30), prone=True, rep=4), foe("x", (10, 10)))
            go_off(game(state, [1, first, second], {"house_1_prone_in_blast": "on"}), grenade_on(state))
            unhurt += state.figures["a"].status == "carry_on"
    assert unhurt * 9 == 4 * 36


WALL = "  - {id: wall, kind: wall, line: [[5, 29.5], [15, 29.5]]}"


@bounds("NUTS-HOUSE-02")
@pytest.mark.parametrize(
    ("option", "away", "shooter", "pieces", "hit"),
    [
        ("off", 1, {}, "", False),
        ("on", 1, {}, "", True),
        ("on", 1.1, {}, "", False),
        ("on", 1, {"prone": True}, "", False),
        ("on", 1, {}, WALL, False),
    ],
)
def test_house_2_shooting_down_at_a_prone_man(
    option: str, away: float, shooter: dict[str, Any], pieces: str, hit: bool
) -> None:
    """A total of 8 misses a prone man."""
    state = table(man("a", (10, 30), prone=True), foe("x", (10, 30 - away), rep=4, **shooter), pieces=pieces)
    g = game(state, [4, 2] if hit else [4], {"house_2_shooting_down": option})
    assert bool(volley(g, [Shot("x", RIFLE, (Aim("a", 1),))]).hit) == hit


@rule("NUTS-HOUSE-03")
@pytest.mark.parametrize(("option", "end", "legal"), [("off", 2, False), ("on", 2, True), ("on", 2.1, False)])
def test_house_3_a_prone_man_crawls_two_inches(option: str, end: float, legal: bool) -> None:
    state = table(man("a", (10, 30), prone=True))
    with playing(state, Activation("red-1"), options={"house_3_crawling": option}) as p:
        crawl = [move("red-1", "crawl", a=to((10, 30 - end)))]
        if legal:
            p.choose("red", crawl)
            assert p.state.figures["a"].prone
            p.nothing_pending()
        else:
            assert p.refuse("red", crawl)
            p.pending(red="Give the group its orders")
    assert (p.state.figures["a"].at == point((10, 28))) == legal


@rule("NUTS-HOUSE-03")
@pytest.mark.parametrize(("dice", "far"), [([4, 4], 4), ([4, 5], 3), ([5, 5], 2)])
def test_house_3_and_may_try_a_fast_move_from_there(dice: list[int], far: int) -> None:
    """Half of his 2" for each die passed."""
    state = table(man("a", (10, 30), prone=True))
    with playing(state, Activation("red-1"), dice=dice, options={"house_3_crawling": "on"}) as p:
        p.choose("red", [move("red-1", "fast_crawl", a=to((10, 26)))])
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.at, a.prone, a.doing.fast_moving) == (point((10, 30 - far)), True, True)


@rule("NUTS-HOUSE-03")
def test_house_3_only_prone_men_crawl_and_only_as_their_action() -> None:
    state = table(man("a", (10, 30)), man("b", (12, 30), prone=True))
    with playing(state, Activation("red-1"), options={"house_3_crawling": "on"}) as p:
        assert "on his feet" in p.refuse("red", [move("red-1", "crawl", a=to((10, 29)))])[0].reason
        p.choose("red", [move("red-1", b=to((12, 29)))])
        p.refuse("red", [move("red-1", "crawl", b=to((12, 28)))])
        p.pending(red="Give the group its orders")


@rule("NUTS-HOUSE-03")
@pytest.mark.parametrize(("card", "far", "legal"), [("crawl", 2, True), ("fast_crawl", 3, False)])
def test_house_3_an_escort_crawls_with_his_prisoners_but_not_fast(card: str, far: int, legal: bool) -> None:
    """NS-36, NR-173: they go at a normal move, and a Fast crawl is a Fast Move."""
    prisoner = foe("p", (11, 30), status="captured")
    state = table(man("a", (10, 30), prone=True, escorts=("p",)), prisoner)
    with playing(state, Activation("red-1"), options={"house_3_crawling": "on"}) as p:
        crawl = [move("red-1", card, a=to((10, 30 - far)))]
        if legal:
            p.choose("red", crawl)
            p.nothing_pending()
            assert p.state.figures["p"].at == point((11, 28))
        else:
            assert {"NS-36", "NR-173"} <= {row for fault in p.refuse("red", crawl) for row in fault.rows}
            p.pending(red="Give the group its orders")


@bounds("NUTS-HOUSE-04", "NUTS-HOUSE-05")
def test_the_forces_of_house_4_and_5_are_kept_as_printed() -> None:
    """They wait for reinforcements: squads, rolls for more, question marks, and what the Investment Level gains."""
    table = chart("house_missions")
    printed = {"attack": [(1, 3, 0, 1), (0, 0, 3, 1)], "defend": [(1, 2, 0, 1), (0, 4, 0, 1)]}
    for mission, sides in printed.items():
        found = [[table.number(mission, side, one) for one in table.lines(2)] for side in ("player", "enemy")]
        assert found == [list(cells) for cells in sides]


def platoon(**changes: Any) -> Any:
    """The lieutenant of Rep 5, and two men of Rep 2 who stand apart; the die is 4."""
    state = table(
        man("lt", (10, 30), rank="platoon_leader", rep=5),
        man("near", (10, 18), rep=2, facing=180),
        man("far", (22.1, 30), rep=3),
        foe("x", (40, 2), facing=0),
        **changes,
    )
    state.sides["red"].die = 4
    return state


@rule("NUTS-HOUSE-07")
@pytest.mark.parametrize("option", ["off", "on"])
def test_house_7_a_platoon_leader_brings_groups_near_him_into_action(option: str) -> None:
    """12" off and in sight; his own die would not have let the man of Rep 2 act."""
    with playing(platoon(), Phase("red"), options={"house_7_platoon_command": option}) as p:
        p.choose("red", "red-1", [])
        if option == "on":
            assert p.options("red") == ["red-2"], "the other is more than 12 inches off"
            p.choose("red", ["red-2"])
            assert p.asked("red").units[0].pieces == ("near",)  # type: ignore[union-attr]
            p.choose("red", [])
        p.nothing_pending()


@rule("NUTS-HOUSE-07")
def test_house_7_not_without_sight_nor_for_another_platoon_nor_by_a_squad_leader() -> None:
    house = "  - {id: house, kind: structure, polygon: [[8, 22], [12, 22], [12, 25], [8, 25]]}"
    blind, stranger, lesser = platoon(pieces=house), platoon(), platoon()
    unit = stranger.units["red_squad"]
    stranger.units["other"] = type(unit)("other", "red", "Other", "squad", "2nd", 1)
    stranger.figures["near"].unit = "other"
    lesser.figures["lt"].rank = "squad_leader"
    for state in (blind, stranger, lesser):
        with playing(state, Phase("red"), options={"house_7_platoon_command": "on"}) as p:
            p.choose("red", "red-1", [])
            p.nothing_pending()


@rule("NUTS-HOUSE-07", "NUTS-LEAD-05")
@pytest.mark.parametrize(
    ("status", "asked"),
    [
        ("out_of_the_fight", "Choose the groups that Lt brings into action"),
        ("carry_on", "Choose a group to act"),
    ],
)
def test_house_7_whoever_has_taken_over_the_platoon_commands_it(status: Any, asked: str) -> None:
    """The 1st Squad Leader does when the Platoon Leader is lost, and not before."""
    state = platoon()
    state.figures["lt"].rank = "first_squad_leader"
    state.figures["old"] = man("old", (40, 40), rank="platoon_leader", status=status)
    with playing(state, Phase("red"), options={"house_7_platoon_command": "on"}) as p:
        p.choose("red", "red-1", [])
        p.pending(red=asked)


@rule("NUTS-HOUSE-07")
def test_house_7_his_die_helps_the_group_he_is_with_alone() -> None:
    state = platoon()
    state.figures["nco"] = man("nco", (12, 30), rank="squad_leader")
    state.figures["nco"].group = "red-1"
    with playing(state, Phase("red"), options={"house_7_platoon_command": "on"}) as p:
        p.choose("red", "red-1", [], ["red-2"], [])
        p.nothing_pending()
    leader = leader_with_die(p.state, p.state.figures["lt"].group)
    assert leader is not None
    assert leader.id == "lt", "one die, that of the highest rank"
    assert leader_with_die(p.state, p.state.figures["near"].group) is None


@bounds("NUTS-HOUSE-08")
@pytest.mark.parametrize(
    ("option", "first", "second", "dice"),
    [
        ("off", {"prone": True, "camouflaged": True}, {"prone": True, "camouflaged": True}, 4),
        ("on", {}, {}, 4),
        ("on", {"prone": True}, {}, 4),
        ("on", {"prone": True}, {"prone": True}, 3),
        ("on", {"camouflaged": True}, {"camouflaged": True}, 3),
        ("on", {"prone": True, "camouflaged": True}, {"prone": True, "camouflaged": True}, 2),
    ],
)
def test_house_8_prone_and_camouflaged_enemies_are_harder_to_see(
    option: str, first: dict[str, Any], second: dict[str, Any], dice: int
) -> None:
    """NR-100: they add up; NR-109: all who are seen must be so."""
    state = table(man("a", (10, 30), rep=4), foe("x", (10, 10), **first), foe("y", (12, 10), **second))
    g = game(state, options={"house_8_in_sight": option})
    foes = [state.figures["x"], state.figures["y"]]
    assert pool(g, state.figures["a"], foes, None).total == dice


@bounds("NUTS-HOUSE-08")
def test_house_8_adds_to_concealment() -> None:
    wood = "  - {id: wood, kind: woods, polygon: [[5, 6], [15, 6], [15, 10.5], [5, 10.5]]}"
    state = table(man("a", (10, 30), rep=4), foe("x", (10, 10), prone=True), pieces=wood)
    g = game(state, options={"house_8_in_sight": "on"})
    assert pool(g, state.figures["a"], [state.figures["x"]], None).total == 2


@bounds("NUTS-HOUSE-09")
@pytest.mark.parametrize(
    ("option", "at", "tests"), [("off", 14, False), ("on", 14, True), ("on", 14.1, False)]
)
def test_house_9_friends_within_four_inches_share_the_test(option: str, at: float, tests: bool) -> None:
    state = table(man("a", (10, 30)), man("b", (at, 30)), foe("x", (10, 10)))
    found = causes_of(game(state, options={"house_9_shared_test": option}), Fallout(missed=(("a", "x"),)))
    assert [cause.who for cause in found] == (["a", "b"] if tests else ["a"])
    assert all(cause == Cause(cause.who, "fired_on", ("x",)) for cause in found)


@bounds("NUTS-HOUSE-09")
def test_house_9_each_tests_once_and_with_his_own_weapon() -> None:
    """NR-98: a neighbour who was shot at himself tests once; a rifle is outgunned where a machine gun is not."""
    state = table(
        man("a", (10, 30), weapons=(LMG,)),
        man("b", (12, 30)),
        man("hit", (11, 32)),
        foe("x", (10, 10), weapons=(SMG,), shot_with=SMG),
        foe("y", (12, 10), weapons=(SMG,), shot_with=SMG),
    )
    g = game(state, options={"house_9_shared_test": "on"})
    found = causes_of(g, Fallout(missed=(("a", "x"), ("b", "y"))))
    assert [(cause.who, cause.by) for cause in found][:2] == [("a", ("x",)), ("b", ("y",))]
    assert [cause.who for cause in found].count("b") == 1
    third = next(cause for cause in found if cause.who == "hit")
    assert third.by == ("x", "y")
    assert line_of(g, state.figures["a"], found[0]) == "fired_on"
    assert line_of(g, state.figures["hit"], third) == "outgunned"


@bounds("NUTS-HOUSE-09")
def test_house_9_needs_sight() -> None:
    wall = "  - {id: house, kind: structure, polygon: [[11, 28], [12, 28], [12, 32], [11, 32]]}"
    state = table(man("a", (10, 30)), man("b", (13, 30)), foe("x", (10, 10)), pieces=wall)
    g = game(state, options={"house_9_shared_test": "on"})
    assert [cause.who for cause in causes_of(g, Fallout(missed=(("a", "x"),)))] == ["a"]


VEHICLES = {
    "american_dukw": (None, None, None, None, None, None, "20/8", 2),
    "american_m8": (1, 1, 2, "yes", "6", "5/2", "28/16", 4),
    "american_m20": (1, 1, 2, "yes", None, None, "32/16", 5),
    "german_234_1": (4, 2, 1, "yes", "5", None, "32/16", 4),
    "german_234_2": (4, 2, 1, "yes", "9", "5/2", "32/16", 4),
    "german_234_3": (4, 2, 1, "yes", "9* or 12", "6/3", "32/16", 4),
    "german_234_4": (4, 2, 1, "yes", "10", "5/3", "32/16", None),
    "german_222": (3, 2, 1, "yes", "5", None, "32/14", 3),
}
GUNS = {
    "german_75_ig": ("9*", "6/3", 4, 3, "light"),
    "german_150_ig": ("12*", "12/4", 6, 3, "medium"),
}
"""The tables of house rule 10 as printed. They wait for vehicles; what nobody plays proves nothing."""


@rule("NUTS-HOUSE-10", "NUTS-HOUSE-11")
def test_house_10_vehicles_are_kept_as_printed() -> None:
    """NR-97: the crew of the 234/4 is ours."""
    table = chart("house_vehicles")
    entries = ("front", "side", "top", "open", "apr", "he", "speed", "crew")
    for id, cells in VEHICLES.items():
        assert tuple(table.as_printed(id, entry).value for entry in entries) == cells, id
    assert list(table.lines()) == list(VEHICLES)
    assert table.number("german_234_4", "crew") == 4


@rule("NUTS-HOUSE-12")
def test_house_10_guns_are_kept_as_printed() -> None:
    table = chart("house_guns")
    assert len(table.lines()) == len(GUNS)
    for id, cells in zip(table.lines(), GUNS.values(), strict=True):
        assert tuple(table.look_up(id, entry).value for entry in ("apr", "he", "crew", "dv", "size")) == cells


@rule("NUTS-HOUSE-13")
def test_each_house_rule_is_a_switch_of_its_own_off_by_default_and_saved() -> None:
    assert [name.split("_")[1] for name in HOUSE] == [str(n) for n in range(1, 11)]
    assert all((KNOWN[name].values, KNOWN[name].default) == (("off", "on"), "off") for name in HOUSE)
    for name in (one for one in HOUSE if not KNOWN[one].waits):
        setup = SKIRMISH.prepare("crossroads", {name: "on"})
        match = Match.begin(SKIRMISH, setup, bytes(32))
        for _ in range(3):
            (seat, *_) = match.to_act()
            request = match.requests(seat)[0]
            match.submit(request.choice(request.sample(match.view(seat), Random(1))))
        again = load(save(match), {"skirmish": SKIRMISH})
        assert [one for one in HOUSE if again.setup.options.get(one, "off") == "on"] == [name]


@rule("NUTS-HOUSE-07")
def test_house_7_he_may_send_nobody() -> None:
    with playing(platoon(), Phase("red"), options={"house_7_platoon_command": "on"}) as p:
        p.choose("red", "red-1", [], [])
        p.nothing_pending()
    assert not any(p.state.groups[group].done for group in ("red-2", "red-3"))
