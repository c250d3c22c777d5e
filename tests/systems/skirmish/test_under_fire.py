"""Lines of their own for those who are shot at: engineers, and men on their way to charge. COT-UNIT-06, LR-005"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.requests import Pick
from deadground.core.roster import Man, Roster
from deadground.systems.skirmish.armies.muster import mustered, unit_for
from deadground.systems.skirmish.lists import variant_of
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.enemies.np_forces import Part, enlist
from deadground.systems.skirmish.rules.fire.fire import to_hit
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.movement.going import left_to_go
from deadground.systems.skirmish.rules.reactions.crisis import Crisis, CrisisTest
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.troops.under_fire import goes_with, says
from deadground.systems.skirmish.scenario_file import scenario_named
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.orders import charge, steps
from tests.systems.skirmish.solo import solo
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, RIFLE, foe, man, point, table

WALL = "  - {id: wall, kind: wall, line: [[8, 29.3], [12, 29.3]]}"
FIRED_ON = (Cause("a", "fired_on", ("x",)),)
BOTH = (*FIRED_ON, Cause("a", "man_down", ("x",), (2540, 7620)))
TWO, ONE, NONE = [4, 4], [4, 5], [5, 5]


def pioneers(pieces: str = "", shooter: str = RIFLE, **changes: Any) -> SkirmishState:
    """A pioneer of Rep 4 who was shot at by X, and friends far away, so that nobody is at half strength."""
    state = table(
        man("a", (10, 30), **changes),
        man("b", (40, 44)),
        foe("x", (10, 20), shot_with=shooter, weapons=(shooter,)),
        pieces=pieces,
    )
    state.units["red_squad"].variant = "engineers"
    return state


def scored(state: SkirmishState, dice: list[int], causes: tuple[Cause, ...] = FIRED_ON) -> str:
    with playing(state, CrisisTest("red-1", causes), dice=dice) as p:
        p.nothing_pending()
    return str(p.state.figures["a"].reaction.reacting)


@rule("COT-UNIT-06")
@pytest.mark.parametrize(
    ("dice", "engineer", "other"),
    [
        (TWO, "return_fire", "return_fire"),
        (ONE, "duck_back", "snap_fire"),
        (NONE, "leave_battlefield", "hunker_down"),
    ],
)
def test_engineers_in_the_open_have_a_table_of_their_own(dice: list[int], engineer: str, other: str) -> None:
    assert scored(pioneers(), dice) == engineer
    state = pioneers()
    state.units["red_squad"].variant = ""
    assert scored(state, dice) == other


@rule("COT-UNIT-06")
@pytest.mark.parametrize(
    ("dice", "result", "text"),
    [
        ([4, 5, 4], "return_fire", "A passes 2 and returns fire"),
        ([4, 5, 5], "return_fire", "A passes 1 and returns fire in haste"),
        ([5, 5, 5], "hunker_down", "A passes 0 and hunkers down"),
    ],
)
def test_engineers_in_cover(dice: list[int], result: str, text: str) -> None:
    """The third die is that for cover."""
    with playing(pioneers(WALL), CrisisTest("red-1", FIRED_ON), dice=dice) as p:
        p.nothing_pending()
    assert p.state.figures["a"].reaction.reacting == result
    assert p.last("crisis_test").text == f"Crisis Test: {text}."


@rule("COT-UNIT-06")
@pytest.mark.parametrize(("dice", "total"), [([4, 5, 5], 5 + 3), ([4, 4, 5], 5 + 4)])
def test_the_shot_in_haste_counts_a_rep_less_and_the_next_does_not(dice: list[int], total: int) -> None:
    """The die shows 5, the Rep is 4. X is dead of it, or shot at and ducks: either way A aims as ever."""
    with playing(pioneers(WALL), Crisis(FIRED_ON), dice=[*dice, 5, 1]) as p:
        p.nothing_pending()
    shots = p.last("shots")
    assert shots.data["dice"][0]["total"] == total
    assert ("in haste" in [line.reason for tally in shots.tallies for line in tally.lines]) == (total == 8)
    assert to_hit(game(p.state), Shot("a", RIFLE, (Aim("x", 1),)), first=True).total == 4


@rule("COT-UNIT-06", "NUTS-FIRE-14")
@pytest.mark.parametrize(
    ("pieces", "dice", "result"),
    [
        ("", TWO, "duck_back"),
        ("", ONE, "duck_back"),
        ("", NONE, "leave_battlefield"),
        (WALL, [4, 4, 5], "duck_back"),
        (WALL, [4, 5, 5], "duck_back"),
        (WALL, [5, 5, 5], "hunker_down"),
    ],
)
def test_outgunned_engineers_duck_back(pieces: str, dice: list[int], result: str) -> None:
    assert scored(pioneers(pieces, shooter=LMG), dice) == result


@rule("COT-UNIT-06")
def test_engineers_who_cannot_shoot_back_duck_back_and_others_carry_on() -> None:
    """His rifle is empty. A Star is never outgunned, and still has no shot."""
    assert scored(pioneers(empty=(RIFLE,)), TWO) == "duck_back"
    with playing(pioneers(empty=(RIFLE,), star=True), CrisisTest("red-1", FIRED_ON)) as p:
        request = p.asked("red")
        assert isinstance(request, Pick)
        labels = [option.label for option in request.options]
        assert labels == ["He ducks back", "He ducks back", "He leaves the battlefield", "Throw the dice"]
        p.choose("red", ["2"])
        p.nothing_pending()
    assert p.state.figures["a"].reaction.reacting == "duck_back"


@rule("COT-UNIT-06")
def test_who_stops_or_lies_down_has_nothing_left_of_a_fast_move_either() -> None:
    for word in ("stop_and_fire", "go_prone"):
        state = pioneers(bonus=4 * 254, spent=254)
        a = state.figures["a"]
        assert left_to_go(a) == 11 * 254
        goes_with(game(state), a, word)
        assert left_to_go(a) == 0
    assert says("engineer_retrieving", "0") == "go_prone"


@rule("COT-UNIT-06")
def test_a_shot_in_haste_is_forgotten_with_the_next_line_of_the_table_and_not_without_one() -> None:
    for word, hurried in (("", True), ("go_on", False), ("return_fire_minus_1", True)):
        state = pioneers(record=("hurried",))
        goes_with(game(state), state.figures["a"], word)
        assert ("hurried" in state.figures["a"].deeds.record) is hurried
    assert says("engineer_in_cover", "1") == "return_fire_minus_1"


@rule("COT-UNIT-06")
def test_an_engineer_who_looks_away_turns_to_shoot_back() -> None:
    assert scored(pioneers(facing=180), TWO) == "return_fire"


FETCH = {"unit": "red-1", "card": "fetch", "pieces": ["a"], "plan": {"who": {"a": "b"}}}


SEEN_FIRST = [*[6] * 3, *[1] * 4]
"""In Sight: A moves and has three dice, none a success; the other has four."""
HOUSE = "  - {id: house, kind: structure, polygon: [[12, 28], [16, 28], [16, 40], [12, 40]]}"
LOOKOUT = (26, 26.6)
"""From here one sees past the house who comes up along x = 10 from y = 28.2."""


def shot_at_on_the_way(p: Any, order: dict[str, Any]) -> None:
    """He sets out, no two inches more; who sees him, and is quicker, shoots at him."""
    p.choose("red", [order], {})
    p.choose("blue", p.asked("blue").proposal)


@rule("COT-UNIT-06", "NUTS-WOUND-01")
@pytest.mark.parametrize(
    ("dice", "text"),
    [(TWO, "passes 2 and carries on"), (ONE, "passes 1 and carries on"), (NONE, "passes 0 and drops prone")],
)
def test_engineers_on_their_way_to_a_wounded_friend_go_on_or_lie_down(dice: list[int], text: str) -> None:
    """He is willing; X shoots with a 1 and misses. Who lies down has gone far enough."""
    state = pioneers(HOUSE)
    b, x = state.figures["b"], state.figures["x"]
    b.status, b.group, b.at = "out_of_the_fight", "", point((10, 27))
    x.at, x.facing, state.sighted = point(LOOKOUT), 2700, ()
    state.units["red_squad"].strength = 1
    with playing(state, Activation("red-1"), dice=[1, *SEEN_FIRST, 1, *dice]) as p:
        shot_at_on_the_way(p, FETCH)
        assert p.last("crisis_test").text == f"Crisis Test: A {text}."
        if dice == NONE:
            p.pending(red="Give the group its orders.")
        else:
            p.choose("red", steps(a=(10, 28)))
            p.pending(red="Give the group its orders.")
    a = p.state.figures["a"]
    assert (a.status, a.prone, a.aid.carries) == ("carry_on", dice == NONE, "" if dice == NONE else "b")


@rule("COT-UNIT-06")
@pytest.mark.parametrize(("dice", "prone"), [(ONE, False), (NONE, True)])
def test_engineers_with_a_friend_in_their_arms_do_the_same(dice: list[int], prone: bool) -> None:
    state = pioneers()
    a, b = state.figures["a"], state.figures["b"]
    b.status = "out_of_the_fight"
    b.group = ""
    b.aid = b.aid.but(carried_by="a")
    a.aid = a.aid.but(carries="b")
    state.units["red_squad"].strength = 1
    with playing(state, CrisisTest("red-1", FIRED_ON), dice=dice) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.reaction.reacting, a.prone, a.doing.spent > 0, a.aid.carries) == ("carry_on", prone, prone, "b")


@rule("COT-UNIT-06", "NUTS-REACT-05")
def test_a_friend_who_falls_counts_besides() -> None:
    """Fired On alone would let him carry out his shot; Man Down with one passed has him duck back in cover."""
    assert scored(pioneers(WALL), [4, 5, 5], BOTH) == "duck_back"
    assert scored(pioneers(WALL), [4, 4, 5], BOTH) == "return_fire"


@pytest.mark.parametrize(
    ("nation", "unit", "variant"),
    [
        ("soviet", "pioneers", "engineers"),
        ("german", "engineers", "engineers"),
        ("finnish", "combat_engineers", "engineers"),
        ("soviet", "partisans", "partisans"),
        ("german", "jugend", "jugend"),
        ("soviet", "infantry", ""),
        ("soviet", "nobody", ""),
        ("nowhere", "infantry", ""),
    ],
)
def test_a_roster_brings_its_own_rules_to_the_battle(nation: str, unit: str, variant: str) -> None:
    """So do the men a question mark turns into."""
    assert variant_of(nation, unit) == variant
    scenario = scenario_named("lipki-village")
    side = next(one for one in scenario.file.sides if one.roster)
    roster = Roster(
        roster="Own", nation=nation, unit=unit, year=1943, men=(Man(name="N", role="nco", rep=4),)
    )
    assert unit_for(mustered(side, roster)).variant == variant
    if nation != "nowhere" and unit != "nobody":
        state = solo(man("a", (10, 40)))
        state.sides["blue"].nation, state.sides["blue"].force = nation, unit
        part = Part("two_riflemen", ())
        assert enlist(game(state), state.sides["blue"], part)[0].variant == variant


def charging(**changes: Any) -> SkirmishState:
    """A has 11" to go to X; Y sees him when he has gone 2" of them."""
    y = foe("y", LOOKOUT, facing=270)
    return table(man("a", (10, 30), **changes), foe("x", (10, 19), weapons=(RIFLE,)), y, pieces=HOUSE)


@rule("COT-UNIT-06", "NUTS-MELEE-01")
@pytest.mark.parametrize(
    ("dice", "changes", "text"),
    [
        (TWO, {}, "A passes 2 and carries on"),
        (ONE, {"weapons": ()}, "A passes 1 and carries on"),
        (ONE, {"empty": (RIFLE,)}, "A passes 1 and carries on"),
    ],
)
def test_chargers_who_are_shot_at_go_on(dice: list[int], changes: dict[str, Any], text: str) -> None:
    """LR-005: whoever they are. He finishes his way to within 6" and both test; X passes more and shoots him."""
    with playing(
        charging(**changes), Activation("red-1"), dice=[*SEEN_FIRST, 1, *dice, 1, 1, 6, 6, 6, 1]
    ) as p:
        shot_at_on_the_way(p, charge("red-1", a="x"))
        assert p.last("crisis_test").text == f"Crisis Test: {text}."
        p.choose("red", steps(a=(10, 25)))
        p.nothing_pending()
    assert p.last("charge_test").data["results"][0]["charger"] == "a"
    assert p.state.figures["a"].status == "obviously_dead"


@rule("COT-UNIT-06", "NUTS-MELEE-01")
def test_a_charger_who_passes_one_stops_and_fires_and_charges_no_more() -> None:
    """LR-005, LR-208: he stands where he was; his shot back misses, and Y hunkers after his own test."""
    with playing(charging(), Activation("red-1"), dice=[*SEEN_FIRST, 1, *ONE, 1, 6, 6]) as p:
        shot_at_on_the_way(p, charge("red-1", a="x"))
        p.pending(red="Give the group its orders.")
        reasons = [fault.reason for fault in p.refuse("red", [charge("red-1", a="x")])]
        assert reasons == ["A has taken his action"]
        p.pending(red="Give the group its orders.")
    assert "Crisis Test: A passes 1 and stops and returns fire." in p.log
    assert "A fires at Y, Bolt-action rifle: a miss." in p.log
    assert not [event for event in p.events if event.kind == "charge_test"]


@rule("COT-UNIT-06")
def test_a_charger_who_passes_none_ducks_back_and_does_not_hunker() -> None:
    with playing(charging(), Activation("red-1"), dice=[*SEEN_FIRST, 1, *NONE]) as p:
        shot_at_on_the_way(p, charge("red-1", a="x"))
        p.nothing_pending()
    assert p.state.figures["a"].status == "duck_back"
