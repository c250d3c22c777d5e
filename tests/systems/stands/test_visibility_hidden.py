"""Hidden stands: when they go on the table, who reads of it, and when they may hide again. KIM-3.3, KIM-5.2a"""

from __future__ import annotations

import time
from random import Random

import pytest

from deadground.core.records import redact
from deadground.systems.stands.game import ground_of, stands_of
from deadground.systems.stands.rules.cards.command import may
from deadground.systems.stands.rules.cards.turn import remember_who_is_seen
from deadground.systems.stands.rules.visibility.sight_rules import (
    is_hidden_from_air,
    line_of_fire,
    may_hide_at_night,
    sees,
    who_sees,
)
from deadground.systems.stands.rules.visibility.visibility import (
    PlaceSeen,
    may_go_into_hiding,
    reveal,
    reveal_firing,
    reveal_moving,
    reveal_seen,
)
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing.rules import bounds, rule
from tests.systems.stands.field import field, gun, inf, stand, tank
from tests.systems.stands.system import game, playing
from tests.systems.stands.test_visibility import HILL, WOOD, at, square


def swapped(state: StandsState) -> StandsState:
    """The same battle with sides, seats and stands listed the other way round."""
    for name in ("sides", "stands", "seats"):
        setattr(state, name, dict(reversed(getattr(state, name).items())))
    return state


@bounds("KIM-3.3a")
@pytest.mark.parametrize(("distance", "seen"), [(599, True), (600, True), (601, False)])
def test_a_hidden_stand_goes_on_the_table_when_an_enemy_sees_it(distance: float, seen: bool) -> None:
    state = field(inf("a", (100, 500)), inf("b", (100 + distance, 500), "blue", hidden=True))
    g = game(state)
    assert reveal_seen(g) == (("b",) if seen else ())
    assert state.stands["b"].hidden is not seen
    assert [event.seen.text for event in g.events] == (["B is put on the table: A sees it."] if seen else [])
    if not seen:
        reveal(g, state.stands["b"], "it steps forward")
        reveal(g, state.stands["b"], "it steps forward again")
    (event,) = g.events
    assert event.seen_by is None
    assert "KIM-3.3a" in event.seen.rows
    assert "b" in redact(state, "red").stands


@bounds("KIM-3.3a")
def test_in_a_wood_a_hidden_stand_is_found_at_100() -> None:
    for distance, seen in ((100, True), (101, False)):
        state = field(at(530 - distance), inf("b", (530, 500), "blue", hidden=True), pieces=WOOD)
        assert reveal_seen(game(state)) == (("b",) if seen else ())
    assert reveal_seen(game(field(at(485), inf("b", (600, 500), "blue", hidden=True), pieces=WOOD))) == ("b",)


@bounds("KIM-3.3a")
def test_at_night_a_hidden_stand_is_found_by_night_sight() -> None:
    def found(distance: float, nights: tuple[int, ...]) -> tuple[str, ...]:
        state = field(
            at(100), inf("b", (100 + distance, 500), "blue", hidden=True), night_turns=nights, turn=3
        )
        return reveal_seen(game(state))

    assert found(101, (3,)) == ()
    assert found(100, (3,)) == ("b",)
    assert found(101, (2, 4)) == ("b",)


@bounds("KIM-3.3a")
def test_own_stands_do_not_reveal_each_other() -> None:
    state = field(inf("a", (100, 500)), inf("b", (130, 500), hidden=True))
    assert reveal_seen(game(state)) == ()
    state.stands["c"] = inf("c", (200, 500), "blue")
    assert reveal_seen(game(state)) == ("b",)


@bounds("KIM-3.3a")
def test_both_sides_alike_and_at_once_in_any_order_of_listing() -> None:
    def battle() -> StandsState:
        return field(
            inf("z", (100, 500), hidden=True),
            inf("m", (120, 700), "red", hidden=True),
            inf("a", (400, 500), "blue", hidden=True),
        )

    one, other = game(battle()), game(swapped(battle()))
    assert reveal_seen(one) == reveal_seen(other) == ("a", "m", "z")
    assert [event.seen for event in one.events] == [event.seen for event in other.events]
    assert [event.seen.text for event in one.events] == [
        "A is put on the table: Z sees it.",
        "M is put on the table: A sees it.",
        "Z is put on the table: A sees it.",
    ]


@bounds("KIM-3.3a")
def test_an_enemy_that_stays_hidden_sees_and_is_not_named() -> None:
    state = field(
        inf("lurker", (510, 500), hidden=True), inf("b", (300, 500), "blue", hidden=True), pieces=WOOD
    )
    g = game(state)
    assert reveal_seen(g) == ("b",)
    assert state.stands["lurker"].hidden
    (event,) = g.events
    assert event.seen.text == "B is put on the table: an enemy sees it."
    assert "lurker" not in str(event).lower()


@bounds("KIM-3.3a")
def test_firing_and_moving_reveal() -> None:
    state = field(inf("a", (100, 500), hidden=True), inf("b", (200, 500), hidden=True))
    g = game(state)
    reveal_firing(g, state.stands["a"])
    reveal_moving(g, state.stands["b"])
    assert [event.seen.text for event in g.events] == [
        "A is put on the table: it opens fire.",
        "B is put on the table: it moves.",
    ]
    assert not state.stands["a"].hidden
    assert not state.stands["b"].hidden


@bounds("KIM-3.3a")
def test_with_the_option_a_hidden_stand_moves_unseen_until_an_enemy_sees_it() -> None:
    state = field(inf("a", (100, 500), hidden=True), inf("b", (800, 500), "blue"))
    g = game(state, options={"hidden_may_move_unseen": "on"})
    reveal_moving(g, state.stands["a"])
    assert reveal_seen(g) == ()
    assert state.stands["a"].hidden
    state.stands["a"].at = (2000, 5000)
    reveal_moving(g, state.stands["a"])
    assert reveal_seen(g) == ("a",)
    off = game(field(inf("a", (100, 500), hidden=True)), options={"hidden_may_move_unseen": "off"})
    reveal_moving(off, off.stand("a"))
    assert not off.stand("a").hidden


@rule("KIM-3.3a")
def test_by_owner_nothing_is_revealed_of_itself_and_everybody_is_asked() -> None:
    state = field(
        inf("a", (100, 500)),
        inf("b", (300, 500), "blue", hidden=True),
        inf("c", (900, 500), "blue", hidden=True),
    )
    options = {"reveal": "by_owner"}
    assert reveal_seen(game(state, options=options)) == ()
    assert reveal_seen(game(field(*state.stands.values()), options={"reveal": "automatic"})) == ("b",)
    state.stands["b"].hidden = True
    with playing(state, PlaceSeen(), options=options) as p:
        p.pending(red="Put on the table", blue="Put on the table")
        assert p.options("red") == []
        assert p.options("blue") == ["b", "c"]
        p.choose("red", [])
        p.choose("blue", ["c"])
        p.nothing_pending()
    assert p.result == ["c"]
    assert (p.state.stands["b"].hidden, p.state.stands["c"].hidden) == (True, False)
    assert p.log_of("red") == ["C is put on the table: its owner says it is seen."]


@rule("KIM-3.3a")
def test_a_player_places_only_the_stands_of_his_own_commands() -> None:
    state = field(
        inf("b", (300, 500), "blue", hidden=True),
        inf("c", (900, 500), "blue", hidden=True, command="other"),
    )
    with playing(state, PlaceSeen(), options={"reveal": "by_owner"}) as p:
        assert p.options("blue") == ["b"]
        faults = p.refuse("blue", ["c"])
        assert [fault.rows for fault in faults] == [("KIM-3.3a", "KIM-3.3b")]
        p.choose("blue", ["b"])
        p.choose("red", [])
        p.nothing_pending()


@bounds("KIM-3.3b")
def test_what_is_on_the_table_stays_there_until_a_night_turn() -> None:
    state = field(at(100), inf("b", (600, 500), "blue", hidden=True), pieces=WOOD, night_turns=(4,), turn=3)
    g = game(state)
    reveal(g, state.stands["b"], "its owner was mistaken", "KIM-3.3b")
    fault = may_go_into_hiding(state, state.stands["b"])
    assert fault is not None
    assert fault.rows == ("KIM-3.3b",)
    state.stands["a"] = inf("a", (1500, 1500))
    assert reveal_seen(g) == ()
    assert not state.stands["b"].hidden
    state.turn = 4
    assert may_go_into_hiding(state, state.stands["b"]) is None


@bounds("KIM-3.3b")
@pytest.mark.parametrize(("distance", "may"), [(49, False), (50, False), (51, True), (300, True)])
def test_in_a_wood_a_stand_hides_again_with_no_enemy_within_night_sight(distance: float, may: bool) -> None:
    one = inf("b", (530, 500), "blue")
    state = field(inf("a", (530 - distance, 500)), one, pieces=WOOD, night_turns=(1,))
    fault = may_hide_at_night(state, one)
    assert (fault is None) is may
    if fault:
        assert fault.reason == "B is in sight of A"


@bounds("KIM-3.3b")
def test_in_the_open_nobody_hides_and_dug_in_or_hull_down_he_does() -> None:
    enemy = inf("a", (400, 500))

    def fault(one: Stand, *others: Stand) -> bool:
        return may_hide_at_night(field(one, *others, pieces=HILL), one) is not None

    assert fault(inf("b", (1200, 500), "blue"), enemy)
    assert not fault(inf("b", (1200, 500), "blue", dug_in=True), enemy)
    assert fault(inf("b", (450, 500), "blue", dug_in=True), enemy)
    assert not fault(inf("b", (451, 500), "blue", dug_in=True), enemy)
    assert not fault(tank("b", (710, 500), "blue"), enemy)
    assert fault(tank("b", (690, 500), "blue"), enemy)
    assert fault(inf("b", (710, 500), "blue"), enemy)
    assert fault(tank("b", (710, 500), "blue"))


@bounds("KIM-5.2a")
@pytest.mark.parametrize(
    ("kind", "more", "hides"),
    [
        ("woods", "", True),
        ("town", "", True),
        ("orchard", "", True),
        ("gully", "", True),
        ("bunker", "", True),
        ("trench", "", False),
        ("foxholes", "", False),
        ("ridge", ", level: 1", False),
        ("hill", ", level: 1", False),
        ("wheat", "", False),
    ],
)
def test_what_hides_from_the_air(kind: str, more: str, hides: bool) -> None:
    one = inf("a", (600, 500), dug_in=True)
    assert is_hidden_from_air(field(one, pieces=square(kind, 500, 700, more)), one) is hides


@rule("KIM-3.2a")
def test_recon_only_moves() -> None:
    for order, what in (
        ("fire", "fire"),
        ("move_and_fire", "fire"),
        ("opportunity", "snap"),
        ("charge", "charge"),
    ):
        fault = may(stand("r", "recon", (100, 100), order=order), what)  # type: ignore[arg-type]
        assert fault is not None
        assert fault.rows == ("KIM-3.2a",)
    assert may(stand("r", "recon", (100, 100), order="move"), "fire") is not None
    assert may(stand("r", "recon", (100, 100), order="move"), "move") is None


@bounds("KIM-3.1a", "KIM-4.18a")
def test_a_view_gives_the_same_verdicts_as_the_state() -> None:
    rng = Random(7)
    stands = [
        inf(f"s{i}", (rng.randint(50, 1200), rng.randint(50, 900)), ("red", "blue")[i % 2], hidden=i % 3 == 0)
        for i in range(24)
    ]
    state = field(*stands, pieces=f"{WOOD}\n{HILL}")
    view = redact(state, "red")
    assert len(view.stands) < len(stands)
    for a in view.stands.values():
        for b in view.stands.values():
            if a.id != b.id:
                assert sees(view, a, b).why == sees(state, a, b).why
                assert line_of_fire(view, a, b).why == line_of_fire(state, a, b).why


def test_sixty_a_side_look_at_each_other_quickly() -> None:
    rng = Random(1)
    state = field(map="vesnya-crossings")
    ground = ground_of(state)
    for i in range(120):
        make = (inf, tank, gun)[i % 3]
        one = make(f"s{i}", (0, 0), ("red", "blue")[i % 2], hidden=True)
        one.at = rng.randint(0, ground.width), rng.randint(0, ground.height)
        state.stands[one.id] = one
    began = time.process_time()
    red, blue = stands_of(state, "red"), stands_of(state, "blue")
    seen = who_sees(state, red, blue) | who_sees(state, blue, red)
    took = time.process_time() - began
    assert len(seen) > 40
    assert took < 1.0, f"{took:.2f} s"


@bounds("KIM-3.1a")
def test_nobody_learns_from_his_own_stands_that_a_hidden_enemy_sees_them() -> None:
    """What bombardment may aim at is for the one who aims: to the others it would betray who is there."""
    state = field(inf("anna", (500, 500)), inf("bert", (500, 700), side="blue", hidden=True))
    remember_who_is_seen(game(state))
    assert state.stands["anna"].seen_at_start
    told = {seat: redact(state, seat).stands["anna"].seen_at_start for seat in ("red", "blue", "observer")}
    assert told == {"red": False, "blue": True, "observer": False}
