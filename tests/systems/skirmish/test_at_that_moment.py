"""What a shot or throw needs when its moment has come, whatever was declared before. NR-19, NR-37, NR-53"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.fire.shooting import ActiveFire, ReturnFire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.grenades.lobs import Lob
from deadground.systems.skirmish.rules.grenades.throwing import ActiveThrow
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.state import Marker, SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.acting import acted, read_by, refused, statuses, told
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.orders import charge, fire, move, throw, to
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import LMG, RIFLE, foe, man, point, table

BAZOOKA = "core.bazooka"
FLAME = "core.flamethrower"


def in_sight() -> InSightTest:
    return InSightTest("red-1", ("blue-1",))


def won(rep: int) -> list[int]:
    """The dice of an In Sight that men who have not moved win, led by one of this Rep."""
    return [1] * (rep - 1) + [6] * 3


@rule("NUTS-SIGHT-09", "NUTS-LOS-01")
@pytest.mark.parametrize(("aside", "shoots"), [(0.9, False), (2.5, True)])
def test_a_friend_who_has_charged_into_the_line_stops_the_shot(aside: float, shoots: bool) -> None:
    """NR-19, NR-37. The charger comes to stand before X, half an inch from the line to Y or farther."""
    state = table(
        man("low", (10, 30), rep=3),
        man("high", (10 + aside, 29.2), rep=5),
        foe("x", (10, 25)),
        foe("y", (10, 21.5)),
    )
    orders = [charge("red-1", high="x"), fire("red-1", low="y")]
    p = acted(state, *orders, dice=[*won(5), 6, 6, 1, 1], procedure=in_sight())
    assert [shot["shooter"] for shot in told(p, "shots")][:1] == (["low"] if shoots else [])
    assert bool(told(p, "no_target")) == (not shoots)


@rule("NUTS-SIGHT-09", "NUTS-GREN-05")
@pytest.mark.parametrize(("aside", "throws"), [(0.9, False), (2.5, True)])
def test_a_friend_who_has_charged_into_the_line_stops_the_throw(aside: float, throws: bool) -> None:
    """NR-19, NR-37: he throws at those of the test whom he sees, and Y he sees no more."""
    state = table(
        man("low", (10, 30), rep=3, weapons=(), **HELD),
        man("high", (10 + aside, 30.2), rep=5),
        foe("x", (10, 27.8)),
        foe("y", (10, 24.2)),
    )
    orders = [charge("red-1", high="x"), throw("red-1", low=("grenade", (10, 24.2)))]
    p = acted(state, *orders, dice=[*won(5), 6, 6, 1, 1], procedure=in_sight())
    assert bool(told(p, "throw")) == throws
    assert bool(told(p, "no_target")) == (not throws)


@rule("NUTS-SIGHT-09", "NUTS-GREN-05")
@pytest.mark.parametrize(
    ("y", "spots"), [((12.9, 25), [(10, 25)]), ((13.1, 25), [(13.1, 25)]), ((12, 15), [])]
)
def test_a_throw_at_one_who_has_fallen_goes_to_another(y: Any, spots: list[Any]) -> None:
    """NR-19. The shot of the higher Rep has killed X; Y is in the blast still, or beside it, or out of reach."""
    state = table(
        man("a", (8, 30), rep=5), man("b", (11, 30), weapons=(), **HELD), foe("x", (10, 25)), foe("y", y)
    )
    state.figures["y"].group = "blue-1"
    orders = [fire("red-1", a="x"), throw("red-1", b=("grenade", (10, 25)))]
    p = acted(state, *orders, dice=[*won(5), 6, 1, *([1, 1] if spots else [])], procedure=in_sight())
    assert [event["figure"] for event in told(p, "down")][:1] == ["x"]
    assert [event["at"] for event in told(p, "throw")] == [point(at) for at in spots]


@rule("NUTS-SIGHT-09", "NUTS-GREN-05")
@pytest.mark.parametrize("status", ["carry_on", "duck_back"])
def test_a_winner_who_has_ducked_throws_what_he_was_told_to(status: Any) -> None:
    """NR-23: once his ducking is over he may act like another."""
    state = table(man("a", (10, 30), status=status, **HELD), foe("x", (10, 25)))
    p = acted(
        state, throw("red-1", a=("grenade", (10, 25))), dice=[*won(4), 1, 1], fill=1, procedure=in_sight()
    )
    assert [event["result"] for event in told(p, "throw")] == ["lands"]
    assert p.state.figures["a"].pack.gear == (("grenade", 1),)


@rule("NUTS-SIGHT-09")
@pytest.mark.parametrize(("thrower", "first"), [(5, "throw"), (3, "shots")])
def test_throws_and_shots_of_one_in_sight_go_in_the_order_of_rep(thrower: int, first: str) -> None:
    state = table(
        man("a", (10, 30), rep=4),
        man("b", (12, 30), rep=thrower, **HELD),
        foe("x", (8, 25)),
        foe("y", (11.5, 24.6)),
    )
    dice = [*won(max(4, thrower)), 1, 1, 1]
    orders = [fire("red-1", a="x"), throw("red-1", b=("grenade", (11.5, 24.6)))]
    p = acted(state, *orders, dice=dice, fill=6, procedure=in_sight())
    kinds = [event.kind for event in p.events if event.kind in ("shots", "throw")]
    assert kinds[0] == first


def gun(**mate: Any) -> SkirmishState:
    """A machine-gunner with his loader beside him."""
    return table(
        man("a", (10, 25), weapons=(LMG,)),
        man("mate", (11, 25), **{"loads_for": "a", **mate}),
        foe("x", (10, 15)),
        foe("y", (12, 15)),
    )


TWO_ONES = [1, 1, 2, 2]
AT_X = [("x", 4)]


@rule("NUTS-AMMO-03")
@pytest.mark.parametrize(
    ("mate", "dry"),
    [({"weapons": ()}, False), ({"reloading": RIFLE, "empty": (RIFLE,), "busy": True}, True)],
)
def test_a_loader_who_reloads_feeds_no_gun(mate: dict[str, Any], dry: bool) -> None:
    """NR-38. Two 1s: the gun is empty unless he serves it."""
    p = acted(gun(**mate), fire("red-1", LMG, a=AT_X), dice=TWO_ONES)
    assert (p.state.figures["a"].arms.empty == (LMG,)) == dry
    assert p.state.figures["mate"].arms.feeding != dry


@rule("NUTS-AMMO-03", "NUTS-SIGHT-09")
@pytest.mark.parametrize("rep", [3, 4, 5])
def test_a_loader_who_shoots_in_an_in_sight_does_not_feed_in_it(rep: int) -> None:
    """He shoots before the gun, with it, or after it."""
    state = gun(rep=rep)
    shot = [1, *TWO_ONES] if rep == 5 else [*TWO_ONES, 1]
    orders = [both(fire("red-1", LMG, a=AT_X), fire("red-1", RIFLE, mate="y"))]
    p = acted(state, *orders, dice=[*won(max(4, rep)), *shot], procedure=in_sight())
    assert p.state.figures["a"].arms.empty == (LMG,)
    assert not p.state.figures["mate"].arms.feeding


@rule("NUTS-AMMO-03", "NUTS-SIGHT-09")
def test_a_loader_who_has_thrown_before_the_gun_shoots_does_not_feed_it() -> None:
    """NR-141. His Rep is the higher, and his throw is settled by itself."""
    state = gun(rep=5, weapons=(), **HELD)
    state.figures["y"].at = point((11.5, 20))
    state.figures["y"].group = "blue-1"
    orders = [fire("red-1", LMG, a=AT_X), throw("red-1", mate=("grenade", (11.5, 20)))]
    p = acted(state, *orders, dice=[*won(5), 2, 2, 6, 6, 6, *TWO_ONES], procedure=in_sight())
    assert [event.kind for event in p.events if event.kind in ("throw", "shots")][:2] == ["throw", "shots"]
    assert p.state.figures["a"].arms.empty == (LMG,)
    assert not p.state.figures["mate"].arms.feeding


@rule("NUTS-AMMO-03", "NUTS-MOVE-12")
def test_a_loader_who_shoots_back_does_not_feed() -> None:
    state = gun(reacting="return_fire", causes=("y",))
    state.figures["a"].reaction = state.figures["a"].reaction.but(reacting="return_fire", causes=("x",))
    p = acted(state, dice=[*TWO_ONES, 1], procedure=ReturnFire(("a", "mate")))
    assert p.state.figures["a"].arms.empty == (LMG,)
    assert not p.state.figures["mate"].arms.feeding


@rule("NUTS-FIRE-19")
@pytest.mark.parametrize(("mate", "shoots"), [(False, True), (True, False)])
def test_a_launcher_is_served_by_who_does_nothing_else(mate: bool, shoots: bool) -> None:
    """NR-141. It shoots every turn with two men and every second turn with one, and it shot in the last."""
    state = table(
        man("a", (10, 25), weapons=(BAZOOKA,), last_shot=((BAZOOKA, 1),)),
        man("mate", (11, 25), loads_for="a"),
        foe("x", (10, 15)),
        foe("y", (13, 15)),
        turn=2,
    )
    order = fire("red-1", BAZOOKA, a="x")
    p = acted(state, both(order, fire("red-1", RIFLE, mate="y")) if mate else order, dice=[])
    assert ("a" in [event["shooter"] for event in told(p, "shots")]) == shoots
    assert p.state.figures["a"].doing.fired == shoots
    texts = [event.text for event in read_by(p, "red") if event.kind == "no_target"]
    assert len(texts) == (not shoots)
    assert "no_target" not in [event.kind for event in read_by(p, "blue")]


def both(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Two fire orders of one group as one."""
    shots = {**one["plan"]["shots"], **other["plan"]["shots"]}
    return {**one, "pieces": [*one["pieces"], *other["pieces"]], "plan": {"shots": shots}}


@rule("NUTS-REACT-06", "NUTS-REACT-07")
@pytest.mark.parametrize(("option", "trench", "dice"), [("on", True, 3), ("on", False, 2), ("off", True, 2)])
def test_who_is_hit_in_cover_has_its_die_in_his_recover_test(option: str, trench: bool, dice: int) -> None:
    """NR-05, NR-103."""
    state = table(man("a", (10, 30)), foe("x", (10, 20)), foe("y", (30, 2)), foe("z", (40, 2)))
    if trench:
        state.markers["t"] = Marker("t", "trench", point((10, 20)), 1000, facing=0)
    p = acted(
        state,
        fire("red-1", a="x"),
        dice=[6, 6],
        fill=1,
        options={"recover_damage_modifiers": option},
    )
    (recover,) = [event for event in p.events if event.kind == "recover"]
    assert sum(len(roll.faces) for roll in recover.rolls) == dice


def dice_of_recovery(wall: float, sends: tuple[str, tuple[float, float]], hit: list[int]) -> int:
    """How many dice X, at 14.6" of his column, throws to recover when he is hit with a low wall near him."""
    low = f"  - {{id: wall, kind: wall, line: [[5, {wall}], [15, {wall}]], tags: {{dv: 1}}}}"
    state = table(
        man("a", (10, 19.3), weapons=(FLAME,), **HELD),
        foe("x", (10, 14.6)),
        foe("y", (30, 2)),
        foe("z", (40, 2)),
        pieces=low,
    )
    on = {"recover_damage_modifiers": "on"}
    p = acted(state, throw("red-1", a=sends), dice=hit, fill=1, options=on)
    (recover,) = [event for event in p.events if event.kind == "recover"]
    return sum(len(roll.faces) for roll in recover.rolls)


@rule("NUTS-REACT-06", "NUTS-REACT-07", "NUTS-GREN-08")
@pytest.mark.parametrize(("lands", "dice"), [(16.1, 3), (13.5, 2)])
def test_cover_from_a_blast_is_cover_from_where_it_goes_off(lands: float, dice: int) -> None:
    """NR-05, NR-103. The wall is between him and the thrower, but not always between him and the grenade."""
    assert dice_of_recovery(15.5, ("grenade", (10, lands)), [1, 1, 6]) == dice


@rule("NUTS-REACT-06", "NUTS-REACT-07", "NUTS-GREN-15")
@pytest.mark.parametrize(("wall", "dice"), [(15.5, 3), (13.5, 2)])
def test_cover_from_flame_is_cover_from_who_pours_it(wall: float, dice: int) -> None:
    """NR-05, NR-103. It is poured past X, so that the wall behind him is between him and the spot."""
    assert dice_of_recovery(wall, (FLAME, (10, 12)), [6, 6]) == dice


def brawl(at: tuple[float, float] = (10, 15), **armed: Any) -> SkirmishState:
    """A away from a melee of M and X; Y stands free beside it."""
    return table(
        man("a", (10, 25), **{"weapons": (BAZOOKA,), **armed}),
        man("m", (at[0], at[1] - 1), fighting=("x",)),
        foe("x", at, fighting=("m",)),
        foe("y", (16, 15)),
    )


@pytest.mark.parametrize(
    ("order", "rows"),
    [
        (("core.bazooka", (10, 15), "x"), {"NR-53", "NR-140"}),
        (("core.bazooka", (12, 15)), {"NR-53", "NR-140"}),
        (("core.bazooka", (12.1, 15)), set()),
        (("core.bazooka", (16, 15), "y"), set()),
    ],
)
def test_nothing_is_launched_into_a_melee(order: Any, rows: set[str]) -> None:
    """NR-53, NS-07: a circle of 3" reaches 1.5", and touches the base of a man 2" off."""
    assert refused(brawl(), throw("red-1", a=order)) == rows


@rule("NUTS-GREN-05")
def test_a_grenade_may_be_thrown_into_a_melee() -> None:
    """NR-53: its blast is for everybody."""
    state = brawl(at=(10, 21), weapons=(RIFLE,), **HELD)
    p = acted(state, throw("red-1", a=("grenade", (10, 21))), dice=[1, 1], fill=2)
    assert statuses(p, "m", "x") == ["out_of_the_fight"] * 2


@rule("NUTS-FIRE-04")
def test_nobody_reads_who_shot_whom_he_does_not_see() -> None:
    """NR-108. X looks away from A, and nobody of blue sees him."""
    state = table(man("a", (10, 30), name="Anton"), foe("x", (10, 20), facing=0), knowledge="ghosts")
    look_round(game(state))
    events = read_by(acted(state, fire("red-1", a="x"), dice=[6, 1]), "blue")
    assert {"damage", "down"} <= {event.kind for event in events}
    assert not [event for event in events if "Anton" in event.text or "a" in event.data.values()]


@rule("NUTS-MOVE-09")
@pytest.mark.parametrize(("knowledge", "named"), [("ghosts", False), ("open", True)])
def test_nobody_reads_who_took_him_prisoner_unseen(knowledge: Any, named: bool) -> None:
    """NR-101, NR-108. A hunkered man sees nobody."""
    state = table(
        man("a", (10, 30), name="Anton"),
        foe("x", (10, 20), status="hunker_down", facing=0),
        knowledge=knowledge,
    )
    look_round(game(state))
    p = acted(state, move("red-1", a=to((10, 23))), dice=[])
    assert p.state.figures["x"].status == "captured"
    (event,) = [event for event in read_by(p, "blue") if event.kind == "captured"]
    assert ("Anton" in event.text) == named
    assert ("a" in event.data.values()) == named


@rule("NUTS-GREN-08")
def test_who_is_in_a_blast_with_somebody_unseen_is_told_so() -> None:
    """NR-108. X and a man of red behind his back are both in it; blue sees neither him nor the thrower."""
    state = table(
        man("a", (10, 30), name="Anton", **HELD),
        man("b", (11, 26), name="Bruno"),
        foe("x", (10, 25), facing=0),
        knowledge="ghosts",
    )
    look_round(game(state))
    p = acted(state, throw("red-1", a=("grenade", (10, 25))), dice=[1, 1])
    texts = [event.text for event in read_by(p, "blue")]
    assert "The Hand grenade goes off on X and somebody unseen." in texts
    assert not [text for text in texts if "Anton" in text or "Bruno" in text]


@rule("NUTS-GREN-15")
def test_who_is_in_the_path_of_an_unseen_flame_is_told_so() -> None:
    """NR-108"""
    state = table(
        man("a", (10, 30), name="Anton", weapons=(FLAME,)), foe("x", (10, 22), facing=0), knowledge="ghosts"
    )
    look_round(game(state))
    p = acted(state, throw("red-1", a=(FLAME, (10, 22))), dice=[6])
    texts = [event.text for event in read_by(p, "blue") if event.kind == "unseen"]
    assert texts == ["Somebody unseen fires a Flame-thrower: 1 of 1 hit."]


@rule("NUTS-LOS-02")
@pytest.mark.parametrize(("action", "shoots"), [("", True), ("stay", True), ("move", False)])
def test_who_has_moved_does_not_turn_to_shoot(action: Any, shoots: bool) -> None:
    """NR-12. X is behind him when his shot comes."""
    state = table(man("a", (10, 30), facing=180, action=action), foe("x", (10, 20)))
    p = acted(state, dice=[], procedure=ActiveFire((Shot("a", RIFLE, (Aim("x", 1),)),)))
    assert bool(told(p, "shots")) == shoots
    assert p.state.figures["a"].doing.fired == shoots


@rule("NUTS-GREN-07", "NUTS-FIRE-11")
def test_who_falls_to_a_friends_grenade_throws_no_more() -> None:
    """The first drops his at his feet, and the other does not dive in time."""
    state = table(man("a", (10, 30), **HELD), man("b", (11.5, 30), **HELD), foe("x", (10, 25)))
    orders = throw("red-1", a=("grenade", (10, 25)), b=("grenade", (10, 25)))
    p = acted(state, orders, dice=[6, 6, 6, 6, 6])
    assert [event["figure"] for event in told(p, "throw")] == ["a"]


@rule("NUTS-GREN-07", "NUTS-MOVE-12")
def test_who_falls_to_a_friends_grenade_does_not_shoot_back() -> None:
    """The thrower has the higher Rep, and drops it."""
    told_to: dict[str, Any] = {"reacting": "return_fire", "causes": ("x",)}
    state = table(
        man("a", (10, 30), rep=3, **told_to),
        man("b", (11.5, 30), rep=5, weapons=(), **told_to, **HELD),
        foe("x", (10, 25)),
    )
    p = acted(state, dice=[6, 6, 6, 6, 6], procedure=ReturnFire(("b", "a")))
    assert [event["figure"] for event in told(p, "throw")] == ["b"]
    assert not told(p, "shots")


@rule("NUTS-GREN-02")
@pytest.mark.parametrize("since", [False, True])
def test_what_was_only_just_readied_is_thrown_in_reaction_alone(since: bool) -> None:
    held: dict[str, Any] = {**HELD, "ready_since": since}
    state = table(man("a", (10, 30), weapons=(), **held), foe("x", (10, 25)))
    order = throw("red-1", a=("grenade", (10, 25)))
    p = acted(state, order, dice=[*won(4), 1, 1], procedure=in_sight())
    assert told(p, "throw")
    p = acted(
        state,
        dice=[1, 1] if not since else [],
        procedure=ActiveThrow((Lob("a", "grenade", point((10, 25))),)),
    )
    assert bool(told(p, "throw")) != since
