"""Two rules at once: hit while hunkering, seen while running for cover, won against while fighting.

NR-24, NR-101, NR-114, NR-115
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.activation.turn import Turn
from deadground.systems.skirmish.rules.fire.shooting import ReturnFire
from deadground.systems.skirmish.rules.movement.involuntary import DuckBack, HunkerDown, LeaveBattlefield
from deadground.systems.skirmish.rules.reactions.casualties import take_down
from deadground.systems.skirmish.rules.reactions.crisis import Crisis, CrisisTest
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.scenario_file import scenario_named
from deadground.systems.skirmish.setup import battle
from deadground.systems.skirmish.state import Marker
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import fire, move, steps, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, point, table

RUN = """
  - {id: hill, kind: hill, level: 1, polygon: [[20, 10], [21, 10], [21, 31.5], [20, 31.5]]}
  - {id: wall, kind: wall, line: [[4, 35], [16, 35]]}
"""
"""A wall to run to, and a hill that hides the runner from the east until he is near it."""


def running(result: str, **changes: Any) -> Any:
    """A man on his way to the wall, of whom somebody in the east knows nothing yet."""
    return table(
        man("a", (10, 30), reacting=result, status=result, causes=("x",), **changes),
        foe("x", (10, 10)),
        foe("other", (36, 30), facing=270),
        pieces=RUN,
    )


# Hit while he reacts


@rule("NUTS-MOVE-09", "NUTS-REACT-07")
def test_a_bullet_does_not_bring_a_hunkered_man_back_into_the_fight() -> None:
    """He is knocked down, and hunkers until he passes a Recover Test from Hunker Down."""
    state = table(man("a", (10, 30), status="hunker_down", under_cover=True), foe("x", (10, 10)))
    a = state.figures["a"]
    take_down(game(state), a, "carry_on", "x")
    assert (a.status, a.prone, a.reaction.reacting) == ("hunker_down", True, None)
    with playing(state, Activation("red-1"), dice=[6, 1, 6]) as p:
        p.nothing_pending()
    assert p.last("recover").data["passed"] == 1


@rule("NUTS-REACT-07")
@bounds("NUTS-MOVE-11")
def test_nor_does_it_keep_a_man_from_leaving() -> None:
    state = table(man("a", (10, 30), status="leave_battlefield"), foe("x", (10, 10)))
    a = state.figures["a"]
    take_down(game(state), a, "carry_on", "x")
    assert (a.status, a.prone) == ("leave_battlefield", True)


@rule("NUTS-REACT-07")
@bounds("NUTS-REACT-09")
@pytest.mark.parametrize(("reacting", "status"), [("duck_back", "duck_back"), (None, "carry_on")])
def test_hit_on_the_way_to_cover_he_is_no_better_off_than_ducked_back(reacting: Any, status: str) -> None:
    """One who has ducked already has a later test to thank, and carries on. NR-23"""
    state = table(
        man("a", (10, 30), status="duck_back", reacting=reacting, hidden_from=("x",)), foe("x", (10, 10))
    )
    a = state.figures["a"]
    take_down(game(state), a, "carry_on", "x")
    assert (a.status, a.prone, a.reaction.reacting, a.reaction.hidden_from) == (status, True, None, ())


@rule("NUTS-MOVE-11", "NUTS-REACT-09")
@pytest.mark.parametrize("reacting", ["leave_battlefield", None])
def test_knocked_down_as_he_runs_he_lies_there_until_his_next_phase(reacting: Any) -> None:
    """In his first run as in later ones. A 6 hits, a 6 is no damage, and he passes his Recover Test."""
    hill = "  - {id: hill, kind: hill, level: 1, polygon: [[5, 15], [14, 15], [14, 16], [5, 16]]}"
    state = table(
        man("a", (10, 30), reacting=reacting, status="leave_battlefield"), foe("other", (4, 5)), pieces=hill
    )
    with playing(state, LeaveBattlefield("a"), dice=[6, 6, *[6] * 4, *[1] * 4, 6, 6, 1, 1]) as p:
        p.choose("blue", [fire(p.state.figures["other"].group, other="a")])
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.status, a.prone, a.reaction.reacting) == ("leave_battlefield", True, None)
    assert a.at > point((5, 30)), "8 inches would have brought him to 2"
    down = a.at
    p.state.sides["red"].die = 6
    with playing(p.state, Phase("red"), dice=[6, 6]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].at != down
    assert not p.state.figures["a"].prone


@rule("NUTS-REACT-07")
@pytest.mark.parametrize(("card", "far"), [("fast_move", 42), ("move", 37)])
def test_knocked_down_in_a_fast_move_he_does_not_get_up_for_the_dice_it_passes(card: str, far: float) -> None:
    """His dice would have been aces: no throw is made, and he is not asked where to go."""
    state = table(man("a", (17, 30), weapons=()), foe("x", (36, 30), facing=270), pieces=RUN)
    state.sighted = ()
    with playing(state, Activation("red-1"), dice=[*[1] * 4, 6, 6, 1, 1]) as p:
        p.choose("red", [move("red-1", card, a=to((17, far)))])
        p.choose("red", {})
        p.choose("blue", [fire("blue-1", x="a")])
        p.nothing_pending()
    assert "fast_move_throw" not in [event.kind for event in p.events]
    assert p.state.figures["a"].prone


@rule("NUTS-MOVE-08", "NUTS-REACT-09")
def test_knocked_down_on_the_way_to_hunker_down_he_hunkers_where_he_fell() -> None:
    """NR-114: in the open, so without the die for cover, and seen by whom he ran from."""
    state = running("hunker_down", hunkered_before=True)
    with playing(state, HunkerDown("a"), dice=[*[1] * 4, 6, 6, 1, 1]) as p:
        p.choose("blue", [fire(p.state.figures["other"].group, other="a")])
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.status, a.prone, a.reaction.reacting, a.reaction.under_cover, a.reaction.hidden_from) == (
        "hunker_down",
        True,
        None,
        False,
        (),
    )
    assert "hunkered" in a.deeds.record
    assert not a.doing.moving


@rule("NUTS-MOVE-02")
def test_the_fast_moves_of_one_answer_have_one_throw() -> None:
    """However they are ordered: the dice are the group's. A 4 and a 5: Rep 5 passes both, Rep 4 one."""
    state = table(man("a", (10, 40), rep=5), man("b", (13, 40), rep=4), foe("x", (40, 46), facing=90))
    with playing(state, Activation("red-1"), dice=[4, 5]) as p:
        orders = [move("red-1", "fast_move", **{id: to((x, 24.1))}) for id, x in (("a", 10), ("b", 13))]
        p.choose("red", orders)
        p.nothing_pending()
    assert [event.text for event in p.events if event.kind == "fast_move_throw"] == [
        "Fast Move: A passes 2, B passes 1."
    ]
    assert [round(p.state.figures[id].at[1] / 254, 1) for id in "ab"] == [24.1, 28.0]


# Tested again before he is there


@rule("NUTS-REACT-09")
@pytest.mark.parametrize(("dice", "status"), [([4, 5], "hunker_down"), ([5, 5], "leave_battlefield")])
def test_who_runs_to_hunker_down_tests_again_and_can_only_do_worse(dice: list[int], status: str) -> None:
    """NR-114"""
    state = table(
        man("a", (10, 30), reacting="hunker_down", status="hunker_down", hunkered_before=True),
        foe("x", (10, 10), facing=0),
    )
    more = [6, 6] if status == "leave_battlefield" else []
    with playing(state, Crisis((Cause("a", "fired_on", ("x",)),)), dice=[*dice, *more]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == status


@rule("NUTS-REACT-09", "NUTS-MOVE-08")
def test_he_breaks_on_the_way_and_never_comes_to_his_wall() -> None:
    state = running("hunker_down", hunkered_before=True)
    with playing(state, HunkerDown("a"), dice=[*[1] * 4, 1, 5, 5, 6, 6]) as p:
        p.choose("blue", [fire(p.state.figures["other"].group, other="a")])
        p.nothing_pending()
    a = p.state.figures["a"]
    assert a.status == "leave_battlefield"
    assert a.reaction.hidden_from == ()


@rule("NUTS-REACT-09")
@pytest.mark.parametrize(
    ("dice", "words", "spoken"),
    [([4, 4], "A passes 2 and still ducks back.", True), ([5, 5], "A passes 0 and hunkers down.", False)],
)
def test_it_is_told_that_he_keeps_what_he_had(dice: list[int], words: str, spoken: bool) -> None:
    """Two passed would be Return Fire; the card of the page says so too."""
    state = table(
        man("a", (10, 30), reacting="duck_back", status="duck_back", causes=("x",)), foe("x", (10, 10))
    )
    with playing(state, Crisis((Cause("a", "fired_on", ("x",)),)), dice=dice) as p:
        p.nothing_pending()
    told = p.last("crisis_test")
    assert told.text == f"Crisis Test: {words}"
    assert told.data["face"]["spoken"] is spoken


@rule("NUTS-REACT-03", "NUTS-REACT-05")
@pytest.mark.parametrize(
    ("lines", "dice", "words"),
    [
        (["man_down"], [4, 4], "A passes 2 and carries on (man down)."),
        (["fired_on", "man_down"], [4, 4], "A passes 2 and returns fire."),
        (["fired_on", "man_down"], [4, 5], "A passes 1 and ducks back (man down)."),
        (["fired_on"], [5, 5], "A passes 0 and hunkers down."),
    ],
)
def test_it_is_told_which_line_of_the_table_counts(lines: list[Any], dice: list[int], words: str) -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10)))
    causes = tuple(
        Cause("a", line, ("x",), point((12, 30)) if line == "man_down" else None) for line in lines
    )
    with playing(state, CrisisTest("red-1", causes), dice=dice) as p:
        p.nothing_pending()
    assert p.last("crisis_test").text == f"Crisis Test: {words}"


@rule("NUTS-MOVE-10")
@pytest.mark.parametrize(
    ("before", "words"),
    [(False, "hunkers down"), (True, "leaves the battlefield, his second Hunker Down")],
)
def test_it_is_told_that_a_second_hunker_down_makes_him_leave(before: bool, words: str) -> None:
    state = table(man("a", (10, 30), hunkered_before=before), foe("x", (10, 10)))
    with playing(state, CrisisTest("red-1", (Cause("a", "fired_on", ("x",)),)), dice=[5, 5]) as p:
        p.nothing_pending()
    assert p.last("crisis_test").text == f"Crisis Test: A passes 0 and {words}."


# Nobody to take cover from


@rule("NUTS-MOVE-06", "NUTS-MOVE-07")
@pytest.mark.parametrize(("y", "at", "prone"), [(26, 26.5, False), (40, 30, True)])
def test_who_ducks_from_a_man_who_fell_since_takes_cover_from_where_he_was(
    y: float, at: float, prone: bool
) -> None:
    """NR-115: the table is not in order because the shooter is dead."""
    wall = f"  - {{id: wall, kind: wall, line: [[0, {y}], [40, {y}]]}}"
    state = table(
        man("a", (10, 30), reacting="duck_back", status="duck_back", causes=("x",)),
        foe("x", (10, 10), status="obviously_dead"),
        pieces=wall,
    )
    with playing(state, DuckBack("a")) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (round(a.at[1] / 254, 1), a.prone, a.reaction.under_cover) == (at, prone, not prone)
    assert a.reaction.hidden_from == (), "there is nobody left to hide from"


@rule("NUTS-MOVE-06")
@pytest.mark.parametrize(("wood", "prone"), [(35, False), (37, True)])
def test_where_nobody_caused_it_only_ground_that_covers_from_all_sides_will_do(
    wood: float, prone: bool
) -> None:
    """NR-115: a friend's grenade, burning ground. The wall is nearer, and would cover from one side."""
    pieces = f"""
  - {{id: wall, kind: wall, line: [[0, 29], [40, 29]]}}
  - {{id: wood, kind: woods, polygon: [[5, {wood}], [15, {wood}], [15, 44], [5, 44]]}}
"""
    state = table(
        man("a", (10, 29.5), reacting="duck_back", status="duck_back"),
        foe("x", (40, 5), facing=0),
        pieces=pieces,
    )
    with playing(state, DuckBack("a")) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.prone, a.reaction.under_cover) == (prone, not prone)


# In the middle of other things


@rule("NUTS-SIGHT-07", "NUTS-SIGHT-09")
def test_who_fights_hand_to_hand_neither_shoots_nor_ducks_back_when_his_side_wins() -> None:
    """Nobody breaks off a melee because his friends saw somebody else first. NUTS-MELEE-12, NR-49"""
    state = table(
        man("a", (10, 30), fighting=("x",), rep=5),
        man("b", (12, 30)),
        foe("x", (10, 29), fighting=("a",)),
        foe("y", (30, 10)),
    )
    state.sighted = ()
    group = state.figures["y"].group
    dice = [*[1] * 4, *[6] * 4, 1, 5, 5]
    with playing(state, InSightTest("red-1", (group,)), dice=dice) as p:
        p.choose("red", [fire("red-1", b="y")])
        p.nothing_pending()
    assert p.state.figures["a"].melee.fighting == ("x",)
    assert p.state.figures["a"].status == "carry_on"


@rule("NUTS-MOVE-09", "NUTS-SIGHT-03")
@pytest.mark.parametrize(("end", "taken"), [(25.9, True), (26.2, False)])
def test_the_two_inches_before_an_in_sight_confront_a_hunkered_man_too(end: float, taken: bool) -> None:
    """NR-101"""
    state = table(
        man("a", (10, 27), moving=True),
        foe("x", (10, 22), status="hunker_down"),
        foe("y", (12, 10), weapons=()),
    )
    state.sighted = ()
    with playing(state, InSightTest("red-1", ("blue-2",), True), dice=[*[6] * 4, *[1] * 4]) as p:
        p.choose("red", steps(a=(10, end)))
        p.nothing_pending()
    assert (p.state.figures["x"].status == "captured") == taken


@rule("NUTS-MOVE-09", "NUTS-SIGHT-02")
def test_who_surrenders_as_he_comes_into_sight_is_taken_without_an_in_sight() -> None:
    """A comes round the hill, and sees X when he is within 4" of him already. NR-101"""
    hill = "  - {id: hill, kind: hill, level: 1, polygon: [[11, 20], [12, 20], [12, 28], [11, 28]]}"
    state = table(
        man("a", (10, 27), facing=180, weapons=()),
        foe("x", (13, 27), status="hunker_down", facing=90, weapons=()),
        foe("far", (2, 5), facing=0),
        pieces=hill,
    )
    state.sighted = ()
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 29.5), (13, 30)))])
        p.nothing_pending()
    assert "in_sight" not in [event.kind for event in p.events]
    assert p.state.figures["x"].status == "captured"


@rule("NUTS-SIGHT-03")
@bounds("NUTS-GREN-18")
@pytest.mark.parametrize(("end", "refused"), [((10, 28.1), False), ((10, 28.4), True)])
def test_the_two_inches_do_not_lead_through_flame(end: tuple[float, float], refused: bool) -> None:
    """The ground burns from 28.25 on; who wants to cross it takes a test in his own move. NR-11"""
    flame = Marker("fire", "flame", point((10, 29.75)), 3 * 254)
    state = table(man("a", (10, 27), facing=180), foe("x", (10, 45), facing=0), markers={"fire": flame})
    state.sighted = ()
    with playing(state, InSightTest("red-1", ("blue-1",), True)) as p:
        faults = p.asked("red").check(p.match.view("red"), steps(a=end))
        assert [fault.rows for fault in faults] == ([("NUTS-GREN-18", "NR-11")] if refused else [])
        p.pending(red='Move up to 2" more')


@rule("NUTS-MOVE-04")
def test_who_was_told_to_drop_at_the_end_of_his_move_drops_where_he_stays() -> None:
    """His move is broken off by an In Sight, and he does not go on."""
    state = table(man("a", (10, 30), weapons=()), foe("x", (36, 30), facing=270, weapons=()), pieces=RUN)
    state.sighted = ()
    with playing(state, Activation("red-1"), dice=[1] * 4) as p:
        p.choose("red", [move("red-1", a=to((10, 34.5), prone=True))])
        p.choose("red", {})
        p.choose("red", {})
        p.nothing_pending()
    a = p.state.figures["a"]
    assert point((10, 30)) < a.at < point((10, 34.5))
    assert a.prone


@rule("NUTS-MOVE-04")
def test_who_lies_already_does_not_drop_once_more() -> None:
    state = table(man("a", (10, 30), prone=True), foe("x", (36, 30), facing=90))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to(facing=90, prone=True))])
        p.choose("red", [])
        p.nothing_pending()
    assert "prone" not in [event.kind for event in p.events]
    assert p.state.figures["a"].prone


@rule("NUTS-MOVE-11")
@pytest.mark.parametrize(("wreck", "end"), [("", (2, 24)), ("wreck", (10, 32)), ("river", (10, 32))])
def test_who_leaves_does_not_stop_before_what_nobody_can_cross(wreck: str, end: tuple[float, float]) -> None:
    """NR-116: the west is nearest, the south the nearest he can reach straight on."""
    pieces = {
        "": "",
        "wreck": "  - {id: hulk, kind: wreck, polygon: [[6, 20], [8, 20], [8, 28], [6, 28]]}",
        "river": "  - {id: river, kind: river, width: 1, line: [[5, 0], [5, 44]]}",
    }[wreck]
    state = table(
        man("a", (10, 24), status="leave_battlefield"),
        foe("x", (40, 5), facing=90),
        pieces=pieces,
        size=(48, 44),
    )
    with playing(state, LeaveBattlefield("a"), dice=[6, 6]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].at == point(end)


@rule("NUTS-MOVE-12")
def test_who_still_has_to_act_in_an_in_sight_turns_to_shoot_back() -> None:
    """NR-31 in the middle of NR-12: a friend ducked back and drew fire on him before his own turn came."""
    state = table(
        man(
            "a",
            (10, 30),
            facing=180,
            reacting="return_fire",
            causes=("x",),
            successes=2,
            weapons=(SMG, RIFLE),
        ),
        foe("x", (10, 15)),
    )
    with playing(state, ReturnFire(("a",)), dice=[1, 5, 5]) as p:
        p.choose("red", [fire("red-1", a="x")])
        p.nothing_pending()
    assert p.state.figures["a"].facing == 0


@bounds("NUTS-ACT-03")
@pytest.mark.parametrize(("dice", "side"), [([2, 5], "german"), ([5, 2], "soviet"), ([6, 1], "soviet")])
def test_a_seven_is_a_seven_in_the_turn_that_a_scenario_opens(dice: list[int], side: str) -> None:
    """Who begins the first patrol has a die of 1 for acting; the dice that were thrown make the seven."""
    state = battle(scenario_named("first-patrol"), {})
    g = game(state, dice)
    Turn().throw(g)
    assert [event.seen.data["side"] for event in g.events if event.seen.kind == "reinforcements"] == (
        [side] if side else []
    )
    assert (state.order[0], state.sides["soviet"].die) == ("soviet", 1)
