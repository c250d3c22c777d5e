"""What is settled though nobody came or looked: who gives himself up, who sees whom. NR-131, NR-147, NR-188"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from deadground.core.dice import Scripted
from deadground.systems.skirmish.rules.activation.activation import Phase
from deadground.systems.skirmish.rules.grenades.blasts import dropped, tank
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.movement.status import become
from deadground.systems.skirmish.rules.reactions.casualties import capture, take_down
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.rules.wounded.confronting import give_up_all
from deadground.systems.skirmish.rules.wounded.prisoners import keep_prisoners
from deadground.systems.skirmish.state import Figure, SkirmishState, change
from deadground.testing import bounds, rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import MANY
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, foe, man, point, table

HILL = "  - {id: h, kind: hill, level: 1, polygon: [[43, 1.8], [46, 1.8], [46, 8], [43, 8]]}\n"
DOWN: dict[str, Any] = {"status": "out_of_the_fight", "prone": True}
HUNKERS: dict[str, Any] = {"status": "hunker_down", "weapons": ()}
TAKEN: dict[str, Any] = {"status": "captured", "weapons": ()}


def here(*men: Figure, **changes: Any) -> SkirmishState:
    """Who is down or taken has no group. Z of blue stands far away, behind a hill."""
    state = table(*men, foe("z", (47, 1), facing=0, weapons=()), pieces=HILL, **changes)
    for one in men:
        if one.status in ("out_of_the_fight", "captured"):
            one.group = ""
    return state


def phase(state: SkirmishState, *orders: dict[str, Any], dice: Sequence[int] = ()) -> Play[SkirmishState]:
    """Red's phase: its first group gets these orders, and nobody does anything else."""
    with playing(state, Phase("red"), dice=[*dice, *[6] * MANY]) as p:
        first = True
        while seats := p.match.to_act():
            request = p.asked(seats[0])
            if request.prompt.startswith("Choose a group"):
                p.choose("red", ["red-1"] if first else ["end_phase"])
                first = False
            else:
                p.choose(seats[0], list(orders) if orders else [])
                orders = ()
        p.nothing_pending()
        p.script = Scripted()
    return p


@rule("NUTS-MOVE-09", "NUTS-WOUND-06")
@pytest.mark.parametrize(("away", "taken"), [(4, True), (4.1, False)])
def test_whom_a_medic_brings_back_confronts_who_hunkers_before_him(away: float, taken: bool) -> None:
    """The medic himself looks the other way."""
    state = here(
        man("m", (10, 20), medic=True, facing=180, weapons=()),
        man("w", (10, 19), facing=0, **DOWN),
        foe("x", (10, 19 - away), **HUNKERS),
    )
    tend = {"unit": "red-1", "card": "tend", "pieces": ["m"], "plan": {"who": {"m": "w"}}}
    p = phase(state, tend, dice=[1, 1])
    assert (p.state.figures["x"].status == "captured") == taken
    assert p.state.figures["w"].aid.escorts == (("x",) if taken else ())


@rule("NUTS-MOVE-09")
def test_a_friend_who_goes_out_of_the_line_lets_another_confront() -> None:
    state = here(
        man("a", (10, 20), weapons=()),
        man("b", (10, 18.5), facing=180, weapons=()),
        foe("x", (10, 16.5), facing=0, **HUNKERS),
    )
    p = phase(state, move("red-1", b=to((14, 20), facing=180)))
    assert p.state.figures["a"].aid.escorts == ("x",)


@rule("NUTS-MOVE-09")
def test_who_slips_away_beside_a_man_who_leads_four_is_his_fifth() -> None:
    """NR-180: he is taken all the same. His own guard is too far away."""
    four = [foe(f"p{n}", (20 + n, 25), **TAKEN) for n in range(4)]
    state = here(
        man("a", (20, 26), escorts=("p0", "p1", "p2", "p3"), weapons=()),
        man("c", (26, 30), escorts=("q",), weapons=()),
        foe("q", (22, 23.8), **TAKEN),
        *four,
    )
    p = phase(state, move("red-1", a=to(facing=10)))
    assert p.state.figures["q"].status == "captured"
    assert p.state.figures["a"].aid.escorts == ("p0", "p1", "p2", "p3", "q")
    assert p.state.figures["c"].aid.escorts == ()


@bounds("NUTS-MOVE-09")
@pytest.mark.parametrize("fights", [True, False])
def test_who_fights_confronts_nobody_as_he_guards_nobody(fights: bool) -> None:
    state = here(man("a", (10, 20)), foe("x", (10, 17), **HUNKERS), foe("y", (11, 20)))
    if fights:
        change(state.figures["a"], fighting=("y",))
        change(state.figures["y"], fighting=("a",))
    give_up_all(game(state))
    assert (state.figures["x"].status == "captured") != fights


# What each side sees of prisoners


def led(**changes: Any) -> SkirmishState:
    """P is led behind the back of A, and nobody of red sees him."""
    state = here(
        man("a", (10, 20), escorts=("p",), **changes), foe("p", (10, 21), **TAKEN), knowledge="ghosts"
    )
    look_round(game(state))
    return state


def seen_by(state: SkirmishState, id: str) -> tuple[str, ...]:
    """The sides that see a man."""
    return state.figures[id].sightings.seen_by


def test_who_slips_away_unseen_is_out_of_sight_and_leaves_a_ghost() -> None:
    """NR-108, NR-188."""
    state = led()
    g = game(state)
    assert seen_by(state, "p") == ("red",)
    state.figures["p"].at = point((10, 40))
    keep_prisoners(g)
    assert state.figures["p"].status == "hunker_down"
    assert seen_by(state, "p") == ()
    assert [(ghost.of, ghost.side) for ghost in state.ghosts.values()] == [("p", "red")]


@pytest.mark.parametrize(
    ("status", "seen"), [("carry_on", ("red",)), ("duck_back", ("red",)), ("hunker_down", ())]
)
def test_who_hunkers_shows_nobody_not_even_his_prisoner(status: Any, seen: tuple[str, ...]) -> None:
    """NR-147, NR-180: he brings nobody along."""
    state = led()
    become(game(state), state.figures["a"], status)
    look_round(game(state))
    assert seen_by(state, "p") == seen


def test_who_is_taken_with_empty_hands_behind_his_captors_back_is_known_to_him() -> None:
    """NR-188: whoever brings a prisoner along knows where he is."""
    state = here(man("a", (10, 20)), foe("p", (10, 21), weapons=(), **DOWN), knowledge="ghosts")
    g = game(state)
    look_round(g)
    capture(g, state.figures["p"], state.figures["a"], "falls into enemy hands,")
    assert seen_by(state, "p") == ("red",)


def test_who_is_taken_over_by_another_guard_is_known_where_he_is_now() -> None:
    """NR-108: no ghost of him will stay where he was before."""
    state = here(
        man("a", (10, 20), escorts=("p",), status="hunker_down"),
        man("b", (10, 23), facing=180),
        foe("p", (10, 21), **TAKEN),
        knowledge="ghosts",
    )
    g = game(state)
    look_round(g)
    keep_prisoners(g)
    p = state.figures["p"]
    assert state.figures["b"].aid.escorts == ("p",)
    assert dict(p.sightings.seen_at)["red"] == p.at
    assert p.sightings.seen_by == ("red",)


# What is settled before a group is chosen


@rule("NUTS-REACT-11")
def test_who_lies_beside_an_enemy_is_dealt_with_before_a_group_is_chosen() -> None:
    """NR-132: an exchange between two activations has put him there."""
    state = here(man("a", (10, 20), weapons=()), foe("x", (10, 19), weapons=(), **DOWN))
    with playing(state, Phase("red")) as p:
        assert p.asked("red").prompt.startswith("A has come to X")
        p.choose("red", "capture")
        assert p.state.figures["a"].aid.escorts == ("x",)
        p.pending(red="Choose a group to act.")


@rule("NUTS-MOVE-09")
def test_prisoners_whose_guard_has_fallen_slip_away_before_a_group_is_chosen() -> None:
    """NS-36"""
    state = here(
        man("a", (10, 20), escorts=("p",), **DOWN),
        man("b", (30, 30), facing=180),
        foe("p", (10, 21), **TAKEN),
    )
    with playing(state, Phase("red")) as p:
        assert (p.state.figures["p"].status, p.state.figures["a"].aid.escorts) == ("hunker_down", ())
        p.pending(red="Choose a group to act.")


# What each side sees when a melee or a charge is over, and through smoke


def test_who_fought_behind_an_enemys_back_is_out_of_his_sight_when_it_is_over() -> None:
    """NR-147: whoever fights knows whom he fights, and no longer."""
    state = here(
        man("a", (10, 20), fighting=("x",)),
        foe("x", (10, 19), facing=0, status="hunker_down", fighting=("a",)),
        knowledge="ghosts",
    )
    g = game(state)
    look_round(g)
    assert seen_by(state, "a") == ("blue",)
    become(g, state.figures["x"], "obviously_dead")
    assert seen_by(state, "a") == ()
    assert [(ghost.of, ghost.side) for ghost in state.ghosts.values()] == [("a", "blue")]


@rule("NUTS-MOVE-09")
def test_who_charges_one_who_gives_himself_up_on_the_way_looks_where_he_goes() -> None:
    """X is led along beside him by then; A does not turn round to him, and sees Y before him. NR-108"""
    state = here(
        man("a", (20, 30), weapons=()),
        man("b", (20, 26), prone=True, weapons=()),
        foe("x", (20, 25), facing=0, **HUNKERS),
        foe("y", (19, 10), facing=0, weapons=()),
        knowledge="ghosts",
    )
    look_round(game(state))
    with playing(state, Charge((("a", "x"),)), dice=[6, 6]) as p:
        p.nothing_pending()
    a, x, y = (p.state.figures[id] for id in "axy")
    assert (x.status, a.aid.escorts) == ("captured", ("x",))
    assert a.facing > 3300
    assert "contact" not in [event.kind for event in p.events]
    assert has_los(p.state, a, y)
    assert y.sightings.seen_by == ("red",)


@pytest.mark.parametrize("smoke", [True, False])
def test_smoke_that_a_fallen_man_dropped_hides_at_once(smoke: bool) -> None:
    """LR-041, NUTS-GREN-04, NR-108"""
    held: dict[str, Any] = {"gear": (("smoke_grenade", 1),), "readied": "smoke_grenade"} if smoke else {}
    state = here(
        man("a", (20, 30)), foe("x", (20, 24), **held), foe("y", (20, 15), facing=0), knowledge="ghosts"
    )
    g = game(state)
    look_round(g)
    assert seen_by(state, "y") == ("red",)
    become(g, state.figures["x"], "obviously_dead")
    dropped(g, state.figures["x"])
    assert seen_by(state, "y") == (() if smoke else ("red",))


def test_of_a_tank_that_exploded_nothing_is_left() -> None:
    """NUTS-GREN-17: neither its fuel nor when it shot last counts for another that he picks up."""
    flame = "core.flamethrower"
    state = here(man("a", (20, 30), weapons=(RIFLE, flame), last_shot=((flame, 1), (RIFLE, 1)), fuel=0))
    a = state.figures["a"]
    tank(game(state, [5, 6, 1, 1]), a)
    assert (a.arms.weapons, a.arms.last_shot, a.pack.fuel) == ((RIFLE,), ((RIFLE, 1),), -1)


@pytest.mark.parametrize("result", ["carry_on", "out_of_the_fight"])
def test_over_one_who_goes_down_those_behind_him_are_seen_at_once(result: Any) -> None:
    """NR-37, NR-108: he stood in the line of his friend; hunkered or not makes no difference."""
    state = here(
        man("a", (20, 30)),
        man("b", (20, 27), facing=180, status="hunker_down"),
        foe("x", (20, 20), facing=0),
        knowledge="ghosts",
    )
    g = game(state)
    look_round(g)
    assert seen_by(state, "x") == ()
    take_down(g, state.figures["b"], result)
    assert seen_by(state, "x") == ("red",)
