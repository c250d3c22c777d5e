"""Where one thing comes in the way of another: moves that are stopped, prisoners, weapons that change hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from deadground.core.agenda import Procedure
from deadground.core.dice import Scripted
from deadground.core.requests import Path
from deadground.space.bases import CONTACT
from deadground.space.plane import is_within
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.movement.involuntary import DuckBack, LeaveBattlefield
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import BASE, Figure, SkirmishState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import ORDERS, acted, told
from tests.systems.skirmish.orders import charge, move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, SMG, At, foe, man, point, table

DOWN: dict[str, Any] = {"status": "out_of_the_fight", "prone": True}
HILL = "  - {id: h, kind: hill, level: 1, polygon: [[18, 21.15], [22, 21.15], [22, 40], [18, 40]]}\n"
"""Behind it X at (30, 20) sees who comes up along x = 10 from y = 21.9."""
LOW_HILL = "  - {id: h, kind: hill, level: 1, polygon: [[18, 26.56], [22, 26.56], [22, 40], [18, 40]]}\n"
"""Behind it Y at (30, 25) sees who comes up along x = 10 from y = 27.6."""


def card(name: str, **men: str) -> dict[str, Any]:
    part = "who" if name in ("fetch", "tend") else "what"
    return {"unit": "red-1", "card": name, "pieces": list(men), "plan": {part: men}}


def no_group(state: SkirmishState, *ids: str) -> SkirmishState:
    for id in ids:
        state.figures[id].group = ""
    return state


# Moves that an In Sight interrupts


def seen_at_the_end(way: dict[str, Any], finish: Any, start: float = 29.9) -> tuple[Play[SkirmishState], Any]:
    """A is seen as he comes to y = 21.9, wins, shoots X; how he may finish then, and how he does."""
    x = foe("x", (30, 20), facing=270, rep=3, weapons=())
    state = table(man("a", (10, start), rep=5), x, pieces=HILL)
    asked = None
    with playing(state, Activation("red-1"), dice=[1] * 5 + [6] * 50) as p:
        p.choose("red", [move("red-1", a=way)], as_is=True)
        while p.match.to_act():
            request = p.asked("red")
            answer = [] if request.prompt.startswith(ORDERS) else request.proposal
            if request.prompt.startswith("Finish"):
                asked, answer = request, request.proposal if finish is None else finish
            p.choose("red", answer)
        p.nothing_pending()
        p.script = Scripted()
    return p, asked


@rule("NUTS-ACT-08")
@pytest.mark.parametrize(("answer", "looks"), [(None, 3000), ({"a": {"points": [], "facing": 100}}, 100)])
def test_who_is_seen_on_his_last_inch_is_asked_where_he_looks(answer: Any, looks: int) -> None:
    p, asked = seen_at_the_end(to((10, 21.9), facing=300), answer)
    assert isinstance(asked, Path)
    assert p.state.figures["a"].facing == looks


@rule("NUTS-ACT-08")
def test_or_stays_as_he_is() -> None:
    p, _ = seen_at_the_end(to((10, 21.9), facing=300), {})
    assert p.state.figures["a"].facing not in (0, 3000), "he has turned to whom he shot at"


@rule("NUTS-ACT-08")
def test_who_stays_on_his_way_may_turn() -> None:
    p, _ = seen_at_the_end(to((10, 20)), {"a": {"points": [], "facing": 2700}}, start=26)
    assert p.state.figures["a"].facing == 2700


@rule("NUTS-MOVE-04")
def test_who_is_seen_on_his_last_inch_drops_as_he_was_told_to_and_is_not_asked() -> None:
    p, asked = seen_at_the_end(to((10, 21.9), prone=True), None)
    assert p.state.figures["a"].prone
    assert asked is None


@rule("NUTS-WOUND-05", "NUTS-SIGHT-03")
def test_a_medic_who_treats_takes_no_two_inches() -> None:
    medic = man("m", (12, 30), medic=True, weapons=())
    x = foe("x", (30, 20), facing=270, rep=3, weapons=())
    state = table(medic, man("a", (10, 29), rep=5), man("c", (13, 30), **DOWN), x, pieces=HILL)
    with playing(no_group(state, "c"), Activation("red-1")) as p:
        p.choose("red", [card("tend", m="c")], as_is=True)
        p.choose("red", [move("red-1", a=to((10, 21.2)))], as_is=True)
        request = p.asked("red")
        assert isinstance(request, Path)
        assert [one.piece for one in request.walkers] == ["a"]
        p.pending(red='Move up to 2" more')


@rule("NUTS-ACT-08")
@pytest.mark.parametrize(("away", "rows"), [(1.0, set()), (1.1, {"NUTS-ACT-08"})])
def test_who_has_stayed_fetches_only_a_man_beside_him(away: float, rows: set[str]) -> None:
    state = no_group(table(man("a", (10, 30), action="stay"), man("c", (10, 30 - away), **DOWN)), "c")
    with playing(state, Activation("red-1"), dice=[] if rows else [1]) as p:
        p.choose("red", [move("red-1", a=to(facing=90))], as_is=True)
        if rows:
            assert set(p.refuse("red", [card("fetch", a="c")])[0].rows) == rows
        else:
            p.choose("red", [card("fetch", a="c")], as_is=True)
        p.choose("red", [])
        p.nothing_pending()
    assert bool(p.state.figures["a"].aid.carries) == (not rows)


# Nobody ends on another's base


def ends_free(p: Play[SkirmishState], one: str, other: str) -> bool:
    first, second = (p.state.figures[id] for id in (one, other))
    return not is_within(first.at, second.at, 2 * BASE - 4)


def stopped(
    procedure: Procedure, *men: Any, pieces: str, dice: Sequence[int], orders: Any = ()
) -> Play[SkirmishState]:
    return acted(table(*men, pieces=pieces), *orders, dice=dice, procedure=procedure, fill=6)


def shot_down(at: At) -> Any:
    """Y, whose shot knocks A down."""
    return foe("y", at, facing=270, rep=5, weapons=(RIFLE,))


SEEN_AND_HIT = [6, 6, 6, 1, 1, 1, 1, 1]
"""A has no success and Y has five."""
KNOCKED_DOWN = [5, 5, 1, 1]
"""A hit, damage that calls for a Recover Test, two passed."""


@rule("NUTS-MOVE-06")
def test_who_is_knocked_down_on_his_way_to_cover_makes_room() -> None:
    wall = "  - {id: wall, kind: wall, line: [[7, 25.5], [13, 25.5]]}\n"
    a = man("a", (10, 30), facing=180, reacting="duck_back", status="duck_back", causes=("x",))
    b = man("b", (10, 28), prone=True, facing=250, weapons=())
    men = (a, b, foe("x", (10, 44), facing=0, weapons=()), shot_down((30, 25)))
    p = stopped(DuckBack("a"), *men, pieces=LOW_HILL + wall, dice=[*SEEN_AND_HIT, *KNOCKED_DOWN])
    assert p.state.figures["a"].prone
    assert ends_free(p, "a", "b")


@rule("NUTS-MOVE-11")
def test_who_is_knocked_down_as_he_leaves_makes_room() -> None:
    post = (
        "  - {id: h, kind: hill, level: 1, polygon: [[21.9, 26.85], [22, 26.85], [22, 28.5], [21.9, 28.5]]}\n"
    )
    men = (man("a", (10, 30), status="leave_battlefield"), man("b", (7.4, 30), facing=250, prone=True))
    run = [1, 6]
    p = stopped(
        LeaveBattlefield("a"),
        *men,
        shot_down((30, 25)),
        pieces=post,
        dice=[*run, *[1] * 5, *KNOCKED_DOWN],
    )
    assert (p.state.figures["a"].prone, p.state.figures["a"].status) == (True, "leave_battlefield")
    assert ends_free(p, "a", "b")


def charged(*more: Any, dice: Sequence[int], **targets: str) -> Play[SkirmishState]:
    """A charges X, and comes into sight of Y on his last inches."""
    men = (man("a", (10, 30)), *more, foe("x", (10, 24.5), rep=2, weapons=()), shot_down((30, 25)))
    return acted(table(*men, pieces=LOW_HILL), charge("red-1", **targets), dice=dice)


CHARGES = [6, 6, 1, 1]
"""X passes none and A two."""


@rule("NUTS-MELEE-05")
def test_who_is_knocked_down_as_he_charges_makes_room() -> None:
    b = man("b", (10, 28), prone=True, facing=250, weapons=())
    p = charged(b, dice=[*CHARGES, 6, 6, 1, 1, 1, 1, 1, *KNOCKED_DOWN], a="x")
    assert p.state.figures["a"].prone
    assert ends_free(p, "a", "b")


@rule("NUTS-MELEE-05")
def test_each_charger_is_told_to_come_from_where_he_was() -> None:
    """Also one whose friend was stopped on his last inches."""
    dice = [1, 1, 1, 1, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, *KNOCKED_DOWN, 1, 1]
    p = charged(man("b", (8, 28.5)), dice=dice, a="x", b="x")
    assert [(one["figure"], one["start"]) for one in told(p, "contact")] == [("b", point((8, 28.5)))]


@rule("NUTS-WOUND-06")
def test_who_is_healed_under_anothers_base_makes_room() -> None:
    medic, c = man("m", (10, 30), medic=True, weapons=()), man("c", (10.5, 30), **DOWN)
    state = no_group(table(medic, c, man("b", (11.4, 30))), "c")
    p = acted(state, card("tend", m="c"), dice=[1, 1])
    assert p.state.figures["c"].status == "carry_on"
    assert ends_free(p, "c", "m")
    assert ends_free(p, "c", "b")


@rule("NUTS-REACT-11")
def test_who_is_taken_under_anothers_base_makes_room() -> None:
    state = table(man("a", (10, 30)), foe("v", (10.5, 30), **DOWN), foe("y", (40, 3), facing=0))
    p = acted(no_group(state, "v"), dice=[])
    assert p.state.figures["v"].status == "captured"
    assert ends_free(p, "a", "v")


# Prisoners


def with_four(*more: Any, **changes: Any) -> SkirmishState:
    """A with four prisoners beside him; V hunkers 5" away."""
    ids = tuple(f"p{n}" for n in range(4))
    taken = [foe(id, (8 + n, 31), status="captured") for n, id in enumerate(ids)]
    men = (man("a", (10, 30), escorts=ids, **changes), *taken, *more)
    return no_group(table(*men), *ids)


@rule("NUTS-MOVE-09")
def test_a_fifth_prisoner_is_guarded_and_goes_nowhere() -> None:
    state = with_four(foe("v", (10, 25), status="hunker_down"))
    p = acted(state, move("red-1", a=to((11.2, 26))), dice=[])
    a, v = p.state.figures["a"], p.state.figures["v"]
    assert (v.status, v.at, a.aid.escorts[-1]) == ("captured", point((10, 25)), "v")


@rule("NUTS-MOVE-09")
def test_and_slips_away_if_his_captor_goes_on() -> None:
    state = with_four(foe("v", (10, 25), status="hunker_down"))
    p = acted(state, move("red-1", a=to((13, 26), (14.5, 26))), dice=[])
    a, v = p.state.figures["a"], p.state.figures["v"]
    assert (v.status, v.at, len(a.aid.escorts)) == ("hunker_down", point((10, 25)), 4)


@rule("NUTS-MOVE-09")
def test_or_another_man_takes_him_along() -> None:
    state = with_four(foe("v", (10, 25), status="hunker_down"), man("b", (12, 28)))
    p = acted(state, move("red-1", a=to((11.2, 26))), dice=[])
    assert (p.state.figures["b"].aid.escorts, len(p.state.figures["a"].aid.escorts)) == (("v",), 4)


@rule("NUTS-MOVE-11")
def test_who_leaves_the_battlefield_brings_nobody_along() -> None:
    a = man("a", (10, 30), escorts=("p",), status="leave_battlefield")
    state = table(a, man("b", (30, 30)), foe("p", (9, 30), status="captured"), foe("y", (40, 3), facing=0))
    no_group(state, "p").sides["red"].die = 1
    with playing(state, Phase("red"), dice=[1, 1]) as p:
        p.choose("red", ["red-2"], [])
        p.nothing_pending()
    prisoner = p.state.figures["p"]
    assert (p.state.figures["a"].status, prisoner.status) == ("gone", "hunker_down")
    assert prisoner.at == point((9, 30))


# Weapons that change hands


def handed_on(what: str, turn: int = 2, **changes: Any) -> Play[SkirmishState]:
    """A lays a weapon aside, and B picks it up."""
    men = (man("a", (10, 30), weapons=(what,), **changes), man("b", (11, 30), weapons=()))
    with playing(table(*men, foe("x", (10, 22), weapons=()), turn=turn), Activation("red-1")) as p:
        p.choose("red", [card("lay_aside", a=what)], as_is=True)
        (marker,) = p.state.markers
        p.choose("red", [card("pick_up", b=marker)], as_is=True)
        p.choose("red", [])
        p.nothing_pending()
    return p


@rule("COT-WEAP-12")
@pytest.mark.parametrize(("until", "jammed"), [(1, False), (2, True), (3, True)])
def test_a_jammed_weapon_is_jammed_in_other_hands(until: int, jammed: bool) -> None:
    gun = "hungarian.chauchat"
    p = handed_on(gun, jammed=((gun, until),))
    a, b = p.state.figures["a"], p.state.figures["b"]
    assert (a.arms.jammed, b.arms.jammed) == ((), ((gun, until),) if jammed else ())


@rule("NUTS-FIRE-19")
def test_a_launcher_is_no_sooner_ready_in_other_hands() -> None:
    p = handed_on("core.bazooka", last_shot=(("core.bazooka", 1),))
    assert (p.state.figures["a"].arms.last_shot, p.state.figures["b"].arms.last_shot) == (
        (),
        (("core.bazooka", 1),),
    )


@rule("COT-WEAP-12", "COT-SQUAD-06")
def test_so_is_what_the_fallen_had() -> None:
    gun = "hungarian.chauchat"
    f = man("f", (10, 29), status="obviously_dead", weapons=(gun,), jammed=((gun, 3),), empty=(gun,))
    p = acted(no_group(table(man("a", (10, 30)), f), "f"), card("pick_up", a=f"f/{gun}"), dice=[])
    a = p.state.figures["a"]
    assert (a.arms.jammed, a.arms.empty, p.state.figures["f"].arms.empty) == (((gun, 3),), (gun,), ())


@rule("COT-SQUAD-06")
@pytest.mark.parametrize(("make", "side"), [(man, "red"), (foe, "")])
def test_only_what_was_an_enemys_is_nobodys(make: Callable[..., Any], side: str) -> None:
    """A friend's weapon stays the side's, who knows whether it is empty; one of the enemy does not."""
    f = make("f", (10, 29), status="obviously_dead", weapons=(SMG,), empty=(SMG,))
    with playing(no_group(table(man("a", (10, 30)), f), "f"), Activation("red-1")) as p:
        p.choose("red", [card("pick_up", a=f"f/{SMG}")], as_is=True)
        p.choose("red", [card("lay_aside", a=SMG)], as_is=True)
        p.choose("red", [])
        p.nothing_pending()
    (marker,) = p.state.markers.values()
    assert (marker.side, p.view("red").markers[marker.id].empty) == (side, bool(side))
    assert not [word for word in p.state.figures["a"].deeds.record if word.startswith("took")]


@rule("NUTS-ACT-09")
def test_who_ran_into_a_charge_lays_nothing_aside() -> None:
    with playing(
        table(man("a", (10, 30), rep=3), foe("x", (10, 9), weapons=())), Activation("red-1"), dice=[6, 6]
    ) as p:
        p.choose("red", [charge("red-1", a="x")], as_is=True)
        assert "has Fast Moved" in p.refuse("red", [card("lay_aside", a=RIFLE)])[0].reason
        p.choose("red", [])
        p.nothing_pending()


@rule("NUTS-AMMO-02")
def test_who_reloads_does_not_lay_it_aside_to_shoot_with_another() -> None:
    state = table(man("a", (10, 30), weapons=(RIFLE, SMG), empty=(RIFLE,)), foe("x", (10, 20), weapons=()))
    reload = {"unit": "red-1", "card": "reload", "pieces": ["a"], "plan": {"weapons": {"a": RIFLE}}}
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [reload], as_is=True)
        assert p.refuse("red", [card("lay_aside", a=RIFLE)])[0].reason == "A is reloading it"
        p.choose("red", [card("lay_aside", a=SMG)], as_is=True)
        p.choose("red", [])
        p.nothing_pending()
    assert (p.state.figures["a"].arms.weapons, p.state.figures["a"].arms.empty) == ((RIFLE,), ())


# Who fights knows whom


@rule("NUTS-HOUSE-06")
def test_who_is_charged_from_behind_knows_whom_he_fights() -> None:
    """Where players see what their men see."""
    state = table(man("a", (10, 26), rep=5), foe("x", (10, 21), facing=0), knowledge="ghosts")
    look_round(game(state))
    options = {"house_6_capture": "on"}
    with playing(state, Activation("red-1"), dice=[1, 1], options=options) as p:
        p.choose("red", [charge("red-1", a="x")], as_is=True)
        assert "a" in p.view("blue").figures
        p.pending(red="Say how A fights", blue="Say how X fights")


CHARGED_TOGETHER = """
  - {{id: hill, kind: hill, level: 1, polygon: [[32, 22.6], [34, 22.6], [34, 24.6], [32, 24.6]]}}
  - {{id: rubble, kind: rubble, polygon: [[29, 21.5], [{edge}, 21.5], [{edge}, 23.5], [29, 23.5]]}}
"""


@rule("NUTS-MELEE-01", "NUTS-MELEE-02")
@pytest.mark.parametrize(("edge", "stopped"), [(30.9, True), (31.1, False)])
def test_a_charger_runs_over_nobody_who_has_come_between_meanwhile(edge: float, stopped: bool) -> None:
    """Z sees A come to grips with X and ducks into the rubble, beside or on the way of B, who charges next."""
    state = table(
        man("a", (22, 25), rep=2),
        man("b", (30, 25)),
        foe("x", (22, 19.5), rep=2, weapons=()),
        foe("y", (30, 19.5), rep=2, weapons=()),
        foe("z", (35, 22.5), rep=5, weapons=(), facing=315),
        pieces=CHARGED_TOGETHER.format(edge=edge),
    )
    p = acted(state, dice=[], fill=1, procedure=Charge((("a", "x"), ("b", "y"))))
    b, z = p.state.figures["b"], p.state.figures["z"]
    assert z.status == "duck_back"
    assert z.at == point((edge, 22.5))
    assert (b.at == point((30, 25))) is stopped
    assert ("B comes up short of Y." in p.log) is stopped


ONE_PLACE = "  - {id: wall, kind: wall, line: [[19.8, 26.5], [20.2, 26.5]]}\n"
"""There is cover for one behind it."""


def ducking_to_one_place(*others: Figure) -> SkirmishState:
    """A ducks back from W and has not been seen by the others."""
    a = man("a", (20, 30), rep=2, weapons=(), reacting="duck_back", status="duck_back", causes=("w",))
    state = table(a, foe("w", (20, 45)), *others, pieces=ONE_PLACE)
    state.sighted = (("blue-1", "red-1"),)
    return state


@rule("NUTS-MOVE-06")
def test_who_ducks_back_finds_a_friend_in_the_cover_he_made_for() -> None:
    """NR-134: X sees A run and shoots at B, who is there first."""
    b, x = man("b", (21.1, 30), rep=5, weapons=(), facing=180), foe("x", (20.5, 40), facing=0, rep=5)
    p = acted(ducking_to_one_place(b, x), dice=[], fill=1, procedure=DuckBack("a"))
    a, b = p.state.figures["a"], p.state.figures["b"]
    assert b.reaction.under_cover
    assert not is_within(a.at, b.at, 2 * BASE - CONTACT)
    assert a.at[1] > b.at[1], "a little back on his way"
    assert (a.status, a.prone, a.reaction.under_cover) == ("duck_back", True, False)


@rule("NUTS-MOVE-06", "NUTS-MELEE-01")
def test_nor_does_he_run_into_an_enemy_who_is_there_first() -> None:
    """NR-172: Z is quicker, has nothing to shoot with, and ducks back from A."""
    z = foe("z", (24, 25.2), facing=225, rep=5, weapons=())
    p = acted(ducking_to_one_place(z), dice=[], fill=1, procedure=DuckBack("a"))
    a, z = p.state.figures["a"], p.state.figures["z"]
    assert z.reaction.under_cover
    assert not is_within(a.at, z.at, 2 * BASE), "he halts before contact"
    assert (a.status, a.prone, a.reaction.under_cover) == ("duck_back", True, False)
