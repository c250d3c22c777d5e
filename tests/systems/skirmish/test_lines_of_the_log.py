"""What the log tells once, to whom, and in an order that reads. NR-108, NUTS-SIGHT-08, NUTS-LEAD-05"""

from __future__ import annotations

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.reactions.casualties import take_down
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.testing import bounds, rule
from tests.systems.skirmish.acting import acted
from tests.systems.skirmish.orders import charge, move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, table


@rule("NUTS-WOUND-02")
def test_who_picks_up_a_wounded_friend_has_had_no_exchange() -> None:
    """NR-108: the enemy, who sees nothing of it, reads nothing."""
    state = table(
        man("a", (10, 40), star=True),
        man("w", (10, 39), status="out_of_the_fight", prone=True, group=""),
        foe("x", (40, 2), facing=0),
        knowledge="ghosts",
    )
    fetch = {"unit": "red-1", "card": "fetch", "pieces": ["a"], "plan": {"who": {"a": "w"}}}
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [fetch])
        assert "picks_up_wounded" in [event.kind for event in p.events]
        assert "exchange_over" not in [event.kind for event in p.events]
        assert p.log_of("blue") == []
        p.pending(red="Give the group its orders")


@rule("NUTS-MOVE-05", "NUTS-MOVE-01")
def test_who_gets_up_to_walk_is_told_of_first() -> None:
    for prone, rises in ((True, ["A gets up."]), (False, [])):
        p = acted(table(man("a", (10, 40), prone=prone)), move("red-1", a=to((10, 37))), dice=[])
        told = [event.text for event in p.events if event.kind in ("rises", "moves")]
        assert told == [*rises, 'A moves 3.0".']


@rule("NUTS-MOVE-05", "NUTS-MELEE-02")
def test_so_is_who_gets_up_to_charge() -> None:
    state = table(man("a", (10, 30), prone=True), foe("x", (10, 25), weapons=()))
    p = acted(state, charge("red-1", a="x"), dice=[1, 1, 6, 6], fill=1)
    assert p.log.index("A gets up.") < p.log.index(p.last("contact").text)


@rule("NUTS-SIGHT-03")
def test_the_two_inches_are_told() -> None:
    house = "  - {id: house, kind: structure, polygon: [[12, 28], [16, 28], [16, 40], [12, 40]]}"
    state = table(man("a", (10, 32)), foe("x", (26, 26.6), facing=270, weapons=()), pieces=house)
    with playing(state, Activation("red-1"), dice=[1, 1, 1, 1]) as p:
        p.choose("red", [move("red-1", a=to((10, 26)))])
        at = p.state.figures["a"].at
        p.choose("red", {"a": {"points": [[at[0] - 381, at[1]]]}})
        assert p.last("moves").text == 'A moves 1.5" more.'
        p.pending(red="Finish the move")


@rule("NUTS-SIGHT-08")
def test_those_who_look_elsewhere_are_told_last_and_once() -> None:
    state = table(
        man("a", (10, 30), facing=180),
        foe("x", (10, 15), weapons=()),
        foe("y", (30, 15), facing=0),
    )
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[1, 6, 6, 6]) as p:
        text = p.last("in_sight_test").text
        assert text == "In Sight: X scores 1 with 4 dice; the others look elsewhere. X is quicker."
        p.nothing_pending()


@bounds("NUTS-LEAD-05")
def test_who_leads_a_half_squad_is_told_once() -> None:
    """NR-161: its leader takes the squad, and falls."""
    state = table(
        man("s", (10, 30), rank="squad_leader", half=1),
        man("j", (11, 31), rank="junior_nco", half=2),
        man("m", (12, 32), half=2),
        foe("x", (40, 2), facing=0),
    )
    g = game(state)
    for id in ("s", "j"):
        take_down(g, state.figures[id], "obviously_dead")
    told = [event.seen.text for event in g.events if event.seen.kind in ("takes_over", "stands_in")]
    assert told == ["J takes over the squad.", "M leads the half-squad for now."]
