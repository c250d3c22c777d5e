"""What a player may know of the enemy. NR-108"""

from __future__ import annotations

from typing import Any

from deadground.core.records import redact
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.fire.outgunned import is_outgunned
from deadground.systems.skirmish.rules.fire.shooting import ReturnFire
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.reactions.captives import TouchFallen
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.scenario_file import scenario_named
from deadground.systems.skirmish.setup import battle, knowledge
from deadground.testing import rule
from tests.systems.skirmish.orders import fire, move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, point, table

HOUSE = "  - {id: house, kind: structure, polygon: [[0, 20], [12, 20], [12, 30], [0, 30]]}"


def secretive(**changes: Any) -> Any:
    return table(
        man("a", (10, 35), rep=5, attributes=("brawler",), readied="core.grenade", empty=("core.ba_rifle",)),
        foe("x", (12, 10), weapons=()),
        pieces=HOUSE,
        **changes,
    )


def test_on_an_open_table_all_see_men_weapons_that_ran_dry_and_status_and_no_more() -> None:
    with playing(secretive(), Phase("red")) as p:
        seen = p.view("blue").figures["a"]
        assert (seen.at, seen.arms.weapons, seen.status) == (point((10, 35)), ("core.ba_rifle",), "carry_on")
        assert (seen.rep, seen.attributes, seen.pack.readied, seen.group) == (0, (), "", "")
        assert seen.arms.empty == ("core.ba_rifle",)
        own = p.view("red").figures["a"]
        assert (own.rep, own.attributes, own.pack.readied) == (5, ("brawler",), "core.grenade")
        assert "red-1" not in p.view("blue").groups
        p.pending(red="Choose a group")


def test_a_rep_is_known_once_it_was_used() -> None:
    state = secretive()
    game(state).rep(state.figures["a"])
    with playing(state, Phase("red")) as p:
        assert p.view("blue").figures["a"].shown_rep == 5
        p.pending(red="Choose a group")


def test_with_ghosts_nobody_is_shown_whom_no_friend_sees() -> None:
    with playing(secretive(knowledge="ghosts"), Phase("red")) as p:
        assert set(p.view("blue").figures) == {"x"}
        assert set(p.view("red").figures) == {"a"}
        p.pending(red="Choose a group")


def test_with_ghosts_who_looks_on_is_shown_whom_every_seat_sees() -> None:
    state = table(man("a", (14, 35)), man("b", (5, 35)), foe("x", (12, 10)), pieces=HOUSE, knowledge="ghosts")
    look_round(game(state))
    assert set(redact(state, "red").figures) == {"a", "b", "x"}
    assert set(redact(state, "blue").figures) == {"a", "x"}
    assert set(redact(state, "observer").figures) == {"a", "x"}
    assert redact(state, "observer").figures["a"].rep == 0


def test_one_who_goes_out_of_sight_leaves_a_ghost_with_the_turn() -> None:
    state = secretive(knowledge="ghosts", turn=3)
    g, a, x = game(state), state.figures["a"], state.figures["x"]
    a.at = point((14, 35))
    look_round(g)
    assert (a.sightings.seen_by, x.sightings.seen_by) == (("blue",), ("red",))
    a.at = point((10, 35))
    look_round(g)
    assert a.sightings.seen_by == ()
    (ghost,) = [one for one in state.ghosts.values() if one.side == "blue"]
    assert (ghost.at, ghost.turn, ghost.name, ghost.weapon) == (point((14, 35)), 3, "A", "core.ba_rifle")
    assert ghost.known_to(state, "blue")
    assert not ghost.known_to(state, "red")
    a.at = point((14, 35))
    look_round(g)
    assert not state.ghosts


def test_a_walk_out_of_sight_is_not_told_to_the_enemy() -> None:
    state = secretive(knowledge="ghosts")
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((5, 35)))], [])
        p.nothing_pending()
    assert any("moves" in line for line in p.log_of("red"))
    assert not any("moves" in line for line in p.log_of("blue"))


def test_by_mode_two_players_see_the_whole_table() -> None:
    """`by_mode`: ghosts are for a player alone."""
    assert knowledge({"table_knowledge": "by_mode"}) == "open"
    assert knowledge({"table_knowledge": "open"}) == "open"
    assert knowledge({"table_knowledge": "ghosts"}) == "ghosts"


def test_a_battle_begins_as_its_scenario_says() -> None:
    state = battle(scenario_named("crossroads"), {})
    assert list(state.sides) == ["german", "soviet"]
    weber = state.figures["german_patrol_1"]
    assert (weber.name, weber.rank, weber.rep, weber.at) == (
        "Unteroffizier Weber",
        "squad_leader",
        5,
        point((16, 3)),
    )
    assert (weber.facing, weber.arms.weapons, weber.unit) == (1800, ("core.smg",), "german_patrol")
    assert state.units["german_patrol"].strength == 4
    assert (state.last_turn, state.light, state.weather) == (8, "day", "clear")


def test_a_ghost_stands_where_a_walker_was_seen_last() -> None:
    state = secretive(knowledge="ghosts")
    state.figures["a"].at = point((14, 35))
    state.sighted = (("blue-1", "red-1"),)
    look_round(game(state))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((7, 35)))], [])
        p.nothing_pending()
    (ghost,) = p.view("blue").ghosts.values()
    assert 12 * 254 <= ghost.at[0] < 12.3 * 254, "at the corner of the house"
    assert "a" not in p.view("blue").figures


def test_with_ghosts_a_fallen_enemy_is_known_to_whoever_touches_him() -> None:
    """Though nobody sees him, as the finder faces the other way."""
    state = table(
        man("a", (10, 20)),
        foe("x", (10, 21), status="out_of_the_fight", group=""),
        foe("y", (40, 5)),
        knowledge="ghosts",
    )
    with playing(state, TouchFallen("a", "x")) as p:
        p.pending(red="A has come to X")
        p.choose("red", "capture")
        p.nothing_pending()
    assert p.state.figures["x"].status == "captured"


HEDGE = "  - {id: hedge, kind: hedge, line: [[0, 17.5], [40, 17.5]]}"


def test_with_ghosts_nobody_throws_at_an_enemy_of_whom_he_does_not_know() -> None:
    """A grenade needs no line of sight, so this must be asked for. NR-59"""
    held: dict[str, Any] = {"weapons": (), "readied": "grenade", "gear": (("grenade", 1),)}
    for seen_by, asked in (((), False), (("red",), True)):
        state = table(
            man("a", (10, 20), reacting="return_fire", causes=("x",), **held),
            foe("x", (10, 15), seen_by=seen_by),
            pieces=HEDGE,
            knowledge="ghosts",
        )
        with playing(state, ReturnFire(("a",))) as p:
            if asked:
                p.pending(red="Shoot back")
            else:
                p.nothing_pending()
        assert is_outgunned(game(state), state.figures["a"], ["x"]) != asked


def test_seeing_one_man_again_forgets_his_ghost_alone() -> None:
    state = table(
        man("a", (14, 35)),
        man("b", (16, 35)),
        foe("x", (12, 10)),
        foe("y", (30, 10)),
        pieces=HOUSE,
        knowledge="ghosts",
    )
    g = game(state)
    look_round(g)
    for id in ("a", "b"):
        state.figures[id].at = point((5, 35 if id == "a" else 37))
    state.figures["y"].at = point((5, 10))
    look_round(g)
    assert sorted(ghost.name for ghost in state.ghosts.values() if ghost.side == "blue") == ["A", "B"]
    state.figures["a"].at = point((14, 35))
    look_round(g)
    assert [ghost.name for ghost in state.ghosts.values() if ghost.side == "blue"] == ["B"]


def test_who_wins_an_in_sight_knows_whom_he_has_won_against() -> None:
    """NR-108: the sides see each other in the test itself, whatever they knew before."""
    state = table(man("a", (10, 20)), foe("x", (10, 10)), knowledge="ghosts")
    state.sighted = ()
    assert state.figures["a"].sightings.seen_by == ()
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[*[6] * 4, *[1] * 4]) as p:
        p.pending(blue="You saw them first: fire, or charge.")
    assert p.state.figures["a"].sightings.seen_by == ("blue",)


@rule("NUTS-MOVE-12")
def test_with_ghosts_too_a_man_turns_to_shoot_back_at_one_behind_him() -> None:
    """NR-31: he may turn on the spot. NR-108: the rules use real sight, and his side knows the man from then on."""
    for table_knowledge in ("open", "ghosts"):
        state = table(
            man("a", (10, 20), facing=180, reacting="return_fire", causes=("x",), weapons=(SMG, RIFLE)),
            foe("x", (10, 10), rep=4),
            knowledge=table_knowledge,
        )
        with playing(state, ReturnFire(("a",)), dice=[1, 5, 5]) as p:
            p.choose("red", [fire("red-1", a="x")])
            p.nothing_pending()
        assert p.state.figures["a"].facing == 0
        assert p.state.figures["x"].sightings.seen_by == (("red",) if table_knowledge == "ghosts" else ())


@rule("NUTS-SIGHT-04", "NUTS-FIRE-01")
def test_who_is_seen_and_shot_at_by_somebody_nobody_sees_is_told_so_much() -> None:
    """A has his back to X, who sees him. He is hit, and the story says at least from where: NR-108."""
    state = table(
        man("a", (10, 20), facing=180, seen_by=("blue",)), foe("x", (10, 10), rep=6), knowledge="ghosts"
    )
    state.sighted = ()
    test = InSightTest("red-1", ("blue-1",))
    with playing(state, test, dice=[*[1] * 6, 4, 6, 1, 1]) as p:
        p.choose("blue", [fire("blue-1", x="a")])
        p.nothing_pending()
    red = [event for entry in p.match.journal for one in entry.events if (event := one.for_seat("red"))]
    assert [event.text for event in red if event.kind == "unseen"] == [
        "A comes into sight of somebody unseen.",
        "Somebody unseen fires at A: a hit.",
    ]
    assert not any("X" in event.text or "x" in str(event.data) for event in red if event.kind == "unseen")
    blue = [event for entry in p.match.journal for one in entry.events if (event := one.for_seat("blue"))]
    assert "unseen" not in [event.kind for event in blue]


@rule("NUTS-MELEE-01")
def test_who_is_charged_from_behind_by_somebody_unseen_is_told_so_much() -> None:
    """NR-108: until they are hand to hand nobody of red sees X."""
    state = table(
        man("a", (10, 20), facing=180, weapons=(), seen_by=("blue",)), foe("x", (10, 15)), knowledge="ghosts"
    )
    with playing(state, Charge((("x", "a"),)), dice=[*[6] * 3, *[1] * 12]) as p:
        p.nothing_pending()
    red = [event for entry in p.match.journal for one in entry.events if (event := one.for_seat("red"))]
    assert red[0].text == "Somebody unseen charges A."
    assert "X charges A." not in [event.text for event in red]
