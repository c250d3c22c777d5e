"""Fire of one moment: all that is legal can be named, and nothing hangs on places and names.

KIM-R66, KIM-R143, KIM-R144
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from deadground.core.requests import Pick
from deadground.space.bases import overlap
from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.rules.fire.support import PreBattleBombardment
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.field import At, field, gun, hq, inf, point, stand, tank
from tests.systems.stands.guns import arty, battle, shelled
from tests.systems.stands.scenes import Hand, texts
from tests.systems.stands.shootings import Shooting
from tests.systems.stands.system import playing

NOBODY: list[str] = []
NAME = "Name your targets"
PER_STAND = {"chit_cost": "per_stand"}


def shots(p: Play[StandsState]) -> set[tuple[str, str]]:
    return {(event.data["shooter"], event.data["target"]) for event in p.events if event.kind == "shot"}


def row_of_targets(count: int) -> StandsState:
    """A rifle stand before a crescent of enemies, none behind another."""
    places = [(500 - 90 + 20 * n, 480 + abs(5 - n)) for n in range(count)]
    enemies = [inf(f"b{n}", at, side="blue", facing=180, width=150) for n, at in enumerate(places)]
    return field(inf("a", (500, 600), order="fire"), *enemies)


@rule("KIM-1.2h", "KIM-4.18a")
@pytest.mark.parametrize("count", [8, 9, 10])
def test_every_legal_shot_may_be_named_however_many_there_are(count: int) -> None:
    state = row_of_targets(count)
    lines = [f"a>b{n}" for n in range(count)]
    for line in lines:
        with playing(state, FirePhase(), dice=[1]) as p:
            assert sorted(p.options("red")) == lines
            p.choose("red", [line])
            p.choose("blue", NOBODY)
            p.nothing_pending()
        assert shots(p) == {("a", line[2:])}


@rule("KIM-1.2h", "KIM-4.3c")
def test_a_shot_that_cannot_hit_is_legal_but_nobody_is_told_to_fire_it() -> None:
    """A short 75 mm gun does nothing to a King Tiger from afar."""
    state = field(
        tank("a", (500, 800), order="fire"),
        tank("b", (500, 400), side="blue", facing=180, kind="tiger_2"),
    )
    with playing(state, FirePhase(), dice=[20]) as p:
        request = p.asked("red")
        assert isinstance(request, Pick)
        assert [(one.id, one.hint) for one in request.options] == [("a>b", "0% to destroy")]
        assert request.proposal == []
        p.choose("red", ["a>b"])
        p.choose("blue", NOBODY)
        p.nothing_pending()
    assert (shots(p), set(p.state.stands)) == ({("a", "b")}, {"a", "b"})


@rule("KIM-1.2h", "KIM-4.13a")
@pytest.mark.parametrize(("line", "manner"), [("g>b", "direct"), ("g~b", "indirect")])
def test_artillery_may_fire_indirectly_at_what_it_could_fire_at_directly(line: str, manner: str) -> None:
    state = battle(arty("g", (500, 600)), inf("b", (500, 500), side="blue", facing=180, seen_at_start=True))
    with playing(state, FirePhase(), dice=[1]) as p:
        assert p.options("red") == ["g>b", "g~b"]
        assert p.asked("red").proposal == ["g>b"]
        p.choose("red", [line])
        p.choose("blue", NOBODY)
        p.nothing_pending()
    assert p.last("shot").data["manner"] == manner


Change = Callable[[At], At]

WHERE: dict[str, Change] = {
    "as it is": lambda at: at,
    "mirrored west to east": lambda at: (1000 - at[0], at[1]),
    "mirrored north to south": lambda at: (at[0], 1000 - at[1]),
    "turned about": lambda at: (1000 - at[0], 1000 - at[1]),
}
NAMES: dict[str, dict[str, str]] = {
    "as they are": {},
    "renamed": {"ann": "zoe", "ben": "abe", "hid": "mia", "two": "bob", "staff": "aaa"},
}


def moved(state: StandsState, where: Change, names: dict[str, str]) -> StandsState:
    """The same battle elsewhere on the table and under other names; whoever looked at somebody still does."""
    across, down = (place != 0 for place in where((0, 0)))
    for one in state.stands.values():
        x, y = where((one.at[0] / 10, one.at[1] / 10))
        one.at = point((x, y))
        one.facing = (-one.facing if across else one.facing) % 3600
        one.facing = (1800 - one.facing if down else one.facing) % 3600
        one.id = names.get(one.id, one.id)
        if one.template_at is not None:
            one.template_at = point(where((one.template_at[0] / 10, one.template_at[1] / 10)))
    state.stands = {one.id: one for one in sorted(state.stands.values(), key=lambda one: one.id)}
    return state


def fired(state: StandsState, names: dict[str, str], red: list[str], blue: list[str]) -> set[tuple[str, str]]:
    """Who fires at whom, by the names that all had before."""

    def line(id: str) -> str:
        way = "~" if "~" in id else ">"
        shooter, target = id.split(way)
        return f"{names.get(shooter, shooter)}{way}{names.get(target, target)}"

    answers = {("red", NAME): [line(id) for id in red], ("blue", NAME): [line(id) for id in blue]}
    p = Shooting(state, FirePhase(), answers=answers, shooter="", target="").play()
    before = {new: old for old, new in names.items()}
    return {(before.get(a, a), before.get(b, b)) for a, b in shots(p)}


def across_an_ambush(x: float = 490) -> StandsState:
    """Ben of blue fires past a hidden stand of red that opens fire in the same moment, and lies in his line."""
    return field(
        inf("ann", (x, 600), order="dummy", width=200),
        gun("hid", (x, 550), order="fire", hidden=True),
        tank("ben", (500, 450), side="blue", facing=180, order="fire"),
    )


def behind_an_ambush() -> StandsState:
    """An HQ that is the nearest target until a hidden stand beside it opens fire."""
    return field(
        hq("staff", (500, 600)),
        gun("hid", (440, 540), order="fire", hidden=True),
        tank("ben", (500, 450), side="blue", facing=180, order="fire"),
    )


def guns_in_the_dark() -> StandsState:
    """Two hidden guns, each with a template on the other."""
    one, other = (300, 800), (450, 150)
    return battle(
        arty("hid", one, hidden=True, template_kind="speculative", template_at=point(other)),
        arty("two", other, "blue", 180, hidden=True, template_kind="speculative", template_at=point(one)),
    )


SCENES: dict[str, tuple[Callable[[], StandsState], list[str], list[str], set[tuple[str, str]]]] = {
    "a line": (across_an_ambush, ["hid>ben"], ["ben>ann"], {("hid", "ben"), ("ben", "ann")}),
    "an HQ": (behind_an_ambush, ["hid>ben"], ["ben>staff"], {("hid", "ben"), ("ben", "staff")}),
    "templates": (guns_in_the_dark, [], [], {("hid", "two"), ("two", "hid")}),
}


@rule("KIM-1.1a", "KIM-3.3a")
@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("names", NAMES)
def test_who_fires_hangs_neither_on_places_nor_on_names(scene: str, where: str, names: str) -> None:
    made, red, blue, expected = SCENES[scene]
    state = moved(made(), WHERE[where], NAMES[names])
    assert fired(state, NAMES[names], red, blue) == expected


@rule("KIM-1.1a", "KIM-4.18a", "KIM-3.3a")
@pytest.mark.parametrize("x", [480, 490, 499, 500, 501, 510, 520])
def test_a_named_shot_is_fired_wherever_the_ambusher_appears(x: float) -> None:
    state = across_an_ambush(x)
    assert fired(state, {}, ["hid>ben"], ["ben>ann"]) == {("hid", "ben"), ("ben", "ann")}


@rule("KIM-4.18a", "KIM-3.3a")
def test_one_side_after_the_other_an_ambusher_does_bar_the_line_and_the_shooter_hears_of_it() -> None:
    state = across_an_ambush()
    state.sides["red"].attacker = True
    with playing(state, FirePhase(), dice=[1], options={"fire_order": "alternating"}) as p:
        p.choose("red", ["hid>ben"])
        p.choose("blue", ["ben>ann"])
        p.nothing_pending()
    assert shots(p) == {("hid", "ben")}
    assert not p.state.stands["ben"].fired
    silent = [
        text for text in p.log_of("blue") if text.startswith("Ben stays silent: no line from Ben to Ann")
    ]
    assert len(silent) == 1
    assert not any("silent" in text for text in p.log_of("red"))


@rule("KIM-4.18a")
@pytest.mark.parametrize(("x", "has_room"), [(537, True), (534, False), (530, False)])
def test_a_hidden_stand_that_fires_faces_its_target_as_far_as_there_is_room(x: float, has_room: bool) -> None:
    """A friend stands beside it: 7 mm are room for a quarter of a turn, 4 are not. KIM-4.9b, KIM-R152"""
    state = field(
        tank("hid", (500, 500), order="fire", hidden=True),
        inf("friend", (x, 500)),
        inf("bert", (600, 400), side="blue", facing=180),
    )
    with playing(state, FirePhase(), dice=[1]) as p:
        p.choose("red", ["hid>bert"])
        p.choose("blue", [])
        p.nothing_pending()
    one, friend = p.state.stands["hid"], p.state.stands["friend"]
    assert not overlap(one.base, friend.base)
    assert (one.facing == 450) == has_room
    assert 0 <= one.facing <= 900


@rule("KIM-4.15a", "KIM-1.1a")
def test_who_must_stay_silent_takes_no_chit_from_another() -> None:
    """The gun that was named has no line any more; the template that another planned is paid for. KIM-R144"""
    state = across_an_ambush()
    state.sides["red"].attacker = True
    state.commands["blue_command"].chits = 1
    ben = state.stands["ben"]
    ben.kind = "artillery"
    spot = point((1500, 900))
    state.stands["gus"] = arty("gus", (1500, 300), "blue", 180, template_kind="speculative", template_at=spot)
    options = {"fire_order": "alternating", "chit_cost": "per_stand"}
    with playing(state, FirePhase(), dice=[1], options=options) as p:
        p.choose("red", ["hid>ben"])
        p.choose("blue", ["ben>ann"])
        p.nothing_pending()
    assert not p.state.stands["ben"].fired
    assert p.state.stands["gus"].fired
    assert p.state.commands["blue_command"].chits == 0


@rule("KIM-4.12b", "KIM-1.1a")
@pytest.mark.parametrize("caught", [True, False])
def test_who_is_lost_to_area_fire_as_he_fires_is_no_target_any_more(caught: bool) -> None:
    """The foe is about to fire under shells: if they catch him, the gun that named him pays nothing."""
    state = battle(
        arty("gun", (500, 600)),
        gun("foe", (500, 500), side="blue", facing=180, order="fire"),
    )
    answers = {("red", NAME): ["gun>foe"], ("blue", NAME): ["foe>gun"]}
    scene = Shooting(state, FirePhase(), answers=answers, shells=(500, 440)).under_fire()
    p = scene.play(area_hits=caught)
    assert bool(scene.shots(p)) is not caught
    assert p.state.stands["gun"].fired is not caught
    assert p.state.commands["red_command"].chits == (3 if caught else 2)
    assert any("Xaver stays silent: Yorck is gone." in text for text in p.log_of("red")) is caught


@rule("KIM-4.11a", "KIM-4.14a", "KIM-3.3a")
@pytest.mark.parametrize("where", WHERE)
def test_before_the_battle_too_guns_fire_at_what_was_there_when_they_were_aimed(where: str) -> None:
    """Both sides bombard: the spot is fired at blind, though the gun that was hidden there has shown itself."""
    state = moved(guns_in_the_dark(), WHERE[where], {})
    for side in state.sides.values():
        side.pre_battle = True
    spots = {id: {"at": list(one.template_at or one.at)} for id, one in state.stands.items()}
    answers = {("red", "Aim"): {"hid": spots["hid"]}, ("blue", "Aim"): {"two": spots["two"]}}
    p = Shooting(state, PreBattleBombardment(), answers=answers, shooter="", target="").play()
    assert shots(p) == {("hid", "two"), ("two", "hid")}
    assert {event.data["manner"] for event in p.events if event.kind == "shot"} == {"speculative"}


def two_guns(**changes: Any) -> tuple[Stand, Stand]:
    return arty("g", (450, 600), **changes), arty("k", (550, 600), **changes)


def before(chits: int, *others: Stand, **changes: Any) -> StandsState:
    """Two guns of one command on two cards, with an enemy before them."""
    guns = two_guns(**changes)
    for n, one in enumerate(guns):
        one.group = f"card {n}"
    return battle(*guns, inf("b", (500, 500), side="blue", facing=180), *others, chits=chits)


@rule("KIM-4.15a")
@pytest.mark.parametrize("cost", ["per_stand", "per_card"])
@pytest.mark.parametrize("chits", [0, 1, 2])
def test_no_more_guns_are_named_than_chits_pay_for(cost: str, chits: int) -> None:
    both = ["g>b", "k>b"]
    with playing(before(chits), FirePhase(), dice=[1] * chits, options={"chit_cost": cost}) as p:
        assert p.options("red") == (both if chits else [])
        assert p.asked("red").proposal == both[:chits]
        if chits == 1:
            (fault,) = p.refuse("red", both)
            assert (fault.at, fault.rows) == ("value[1]", ("KIM-4.15a",))
            assert fault.reason == "Red command has no artillery chit left for K"
        p.choose("red", both[::-1][:chits])
        p.choose("blue", NOBODY)
        p.nothing_pending()
    assert shots(p) == {(id, "b") for id in "kg"[:chits]}
    assert p.state.commands["red_command"].chits == 0


@rule("KIM-4.15a", "KIM-4.14a")
@pytest.mark.parametrize(("chits", "fires"), [(1, {"g"}), (2, {"g", "k"})])
def test_a_named_shot_is_paid_before_a_template_and_who_goes_without_says_so(
    chits: int, fires: set[str]
) -> None:
    """K lies further west: places do not decide."""
    state = before(chits)
    blind = state.stands["k"]
    blind.at, blind.template_kind, blind.template_at = point((400, 600)), "speculative", point((400, 300))
    with playing(state, FirePhase(), dice=[1], options={"chit_cost": "per_stand"}) as p:
        p.choose("red", ["g>b"])
        p.choose("blue", NOBODY)
        p.nothing_pending()
    assert {id for id in "gk" if p.state.stands[id].fired} == fires
    silent = "K stays silent: Red command has no artillery chit left for K."
    assert (silent in p.log_of("red")) is (chits == 1)
    assert silent not in p.log_of("blue")


@rule("KIM-4.15a", "KIM-4.12b", "KIM-4.14a")
@pytest.mark.parametrize("caught", [True, False])
def test_the_chit_of_one_whose_target_is_gone_pays_for_the_next(caught: bool) -> None:
    """One chit: the foe is about to fire under shells, and if they catch him the template is fired. KIM-R144"""
    state = before(1, gun("foe", (500, 300), side="blue", facing=180, order="fire"))
    waits = state.stands["k"]
    waits.template_kind, waits.template_at = "speculative", point((550, 300))
    answers = {("red", NAME): ["g>foe"], ("blue", NAME): ["foe>g"]}
    scene = Shooting(state, FirePhase(), answers=answers, shooter="k", shells=(500, 240), options=PER_STAND)
    shelled(state, (500, 240), side="red")
    p = scene.play(area_hits=caught)
    assert [p.state.stands[id].fired for id in "gk"] == [not caught, caught]
    assert p.state.commands["red_command"].chits == 0
    silent = [event.data["stand"] for event in p.events if event.kind == "silent"]
    assert silent == (["g"] if caught else ["k"])


@rule("KIM-4.15a", "KIM-4.12b")
def test_who_waits_for_a_chit_in_vain_is_not_rolled_for_under_area_fire() -> None:
    state = before(1)
    waits = state.stands["k"]
    waits.template_kind, waits.template_at = "speculative", point((550, 300))
    scene = Shooting(
        state,
        FirePhase(),
        answers={("red", NAME): ["g>b"]},
        shooter="k",
        shells=(550, 650),
        options=PER_STAND,
    ).under_fire()
    p = scene.play()
    assert not scene.rolled_under_fire(p)
    assert [p.state.stands[id].fired for id in "gk"] == [True, False]


@rule("KIM-4.15a")
def test_a_random_answer_can_always_be_paid() -> None:
    with playing(before(1), FirePhase(), options={"chit_cost": "per_stand"}) as p:
        request = p.asked("red")
        seen = set()
        for seed in range(20):
            picked = request.sample(p.match.view("red"), Random(seed))
            assert request.check(p.match.view("red"), picked) == []
            seen.add(tuple(picked))
        assert seen == {(), ("g>b",), ("k>b",)}
        p.pending(red=NAME, blue=NAME)


@rule("KIM-4.15a", "KIM-1.2h")
def test_a_line_dragged_without_a_chit_says_why() -> None:
    hand = Hand(before(0), FirePhase())
    assert texts(hand.drag("g", to="b")) == ["Red command has no artillery chit left for G."]


def crowd(seed: int) -> StandsState:
    """A dozen stands at random places, half of them hidden, on Stand and Fire."""
    rng = Random(seed)
    made = []
    for n in range(12):
        side, kind = ("red", "blue")[n % 2], rng.choice(("infantry", "pak40", "sherman", "artillery", "hq"))
        at = (rng.randrange(350, 651), rng.randrange(350, 651))
        hidden, order = rng.random() < 0.5, "" if kind == "hq" else "fire"
        facing = rng.randrange(0, 360, 15)
        one = stand(f"s{n}", kind, at, side, facing, hidden=hidden, order=order, seen_at_start=True)
        if kind == "artillery" and rng.random() < 0.5:
            one.template_kind = "speculative"
            one.template_at = point((rng.randrange(350, 651), rng.randrange(350, 651)))
        made.append(one)
    return battle(*made)


@rule("KIM-1.1a", "KIM-4.18a")
def test_a_crowd_fires_alike_however_it_lies_on_the_table() -> None:
    """Each names what it would be proposed as the table lies; mirrored and renamed it fires the same shots."""
    names = {f"s{n}": f"t{25 - n}" for n in range(12)}
    counted = 0
    for seed in range(12):
        lines: dict[str, list[str]] = {}
        with playing(crowd(seed), FirePhase()) as p:
            for seat in p.match.to_act():
                lines[seat] = list(p.asked(seat).proposal)
            p.pending(red=NAME, blue=NAME)
        plain = fired(crowd(seed), {}, lines.get("red", []), lines.get("blue", []))
        counted += len(plain)
        for where, own in product(WHERE.values(), ({}, names)):
            state = moved(crowd(seed), where, own)
            assert fired(state, own, lines.get("red", []), lines.get("blue", [])) == plain
    assert counted > 40
