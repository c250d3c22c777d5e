"""Prisoners go with their escort, and slip away when nobody guards them. NS-36, NR-101"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.plane import is_within
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.movement.standing import bring_along
from deadground.systems.skirmish.rules.reactions.casualties import capture
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.wounded.guards import escort_of
from deadground.systems.skirmish.rules.wounded.prisoners import keep_prisoners
from deadground.systems.skirmish.state import Ghost, change
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import fire, move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table


def escorted(*more: Any, prisoners: int = 1, away: float = 1, **changes: Any) -> Any:
    ids = tuple(f"p{n}" for n in range(prisoners))
    taken = [foe(id, (10 + n / 10, 30 - away), status="captured", **changes) for n, id in enumerate(ids)]
    return table(man("a", (10, 30), escorts=ids), *taken, foe("x", (40, 2), facing=0), *more)


def test_prisoners_are_in_contact_with_their_escort_wherever_he_goes() -> None:
    with playing(escorted(prisoners=4), Activation("red-1")) as p:
        assert "prisoners" in p.refuse("red", [move("red-1", "fast_move", a=to((10, 38)))])[0].reason
        p.choose("red", [move("red-1", a=to((10, 38)))])
        p.nothing_pending()
    figures = p.state.figures
    assert figures["a"].aid.escorts == ("p0", "p1", "p2", "p3")
    assert len({figures[id].at for id in figures["a"].aid.escorts}) == 4
    assert all(is_within(figures[id].at, figures["a"].at, 256) for id in figures["a"].aid.escorts)


@pytest.mark.parametrize(("away", "kept"), [(4, True), (4.1, False)])
def test_an_escort_must_be_within_four_inches(away: float, kept: bool) -> None:
    state = escorted(away=away)
    assert (escort_of(state, state.figures["p0"]) is not None) == kept


@pytest.mark.parametrize(
    "changes", [{"status": "hunker_down"}, {"fighting": ("x",)}, {"status": "out_of_the_fight"}]
)
def test_one_who_cannot_act_guards_nobody(changes: dict[str, Any]) -> None:
    state = escorted()
    change(state.figures["a"], **changes)
    assert escort_of(state, state.figures["p0"]) is None


@rule("NUTS-MOVE-09")
def test_who_is_not_guarded_hunkers_again_and_gives_himself_up_when_next_confronted() -> None:
    state = escorted(away=5)
    keep_prisoners(game(state))
    assert (state.figures["p0"].status, state.figures["a"].aid.escorts) == ("hunker_down", ())
    assert state.figures["p0"].group in state.groups
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 28)))], [])
        p.nothing_pending()
    assert p.state.figures["p0"].status == "captured"


@pytest.mark.parametrize(
    ("taken_as", "before", "left_as"),
    [
        ("out_of_the_fight", (), "out_of_the_fight"),
        ("hunker_down", (), "hunker_down"),
        ("hunker_down", ("was_down",), "hunker_down"),
        ("hunker_down", ("was_down", "taken_wounded"), "hunker_down"),
    ],
    ids=["wounded", "hunkered", "healed before", "taken before"],
)
def test_a_prisoner_is_left_as_he_was_taken(taken_as: Any, before: tuple[str, ...], left_as: str) -> None:
    """NS-36: the wounded lies where he is left; who was healed, and taken on his feet, hunkers."""
    state = table(
        man("a", (10, 30)), foe("p", (10, 25), status=taken_as, record=before), foe("x", (40, 2), facing=0)
    )
    capture(game(state), state.figures["p"], state.figures["a"], "gives himself up", "NUTS-MOVE-09")
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [])
        p.nothing_pending()
    p0, a = p.state.figures["p"], p.state.figures["a"]
    assert (p0.status, bool(p0.group), a.aid.escorts) == (left_as, left_as == "hunker_down", ())


@pytest.mark.parametrize(("others", "taken"), [(3, True), (4, False)])
def test_another_man_takes_over_if_he_has_fewer_than_four(others: int, taken: bool) -> None:
    ids = tuple(f"q{n}" for n in range(others))
    more = [foe(id, (12 + n / 10, 27), status="captured") for n, id in enumerate(ids)]
    state = escorted(*more, man("b", (12, 26), escorts=ids), away=5)
    keep_prisoners(game(state))
    assert ("p0" in state.figures["b"].aid.escorts) == taken
    assert state.figures["p0"].status == ("captured" if taken else "hunker_down")


@bounds("NUTS-MOVE-09")
def test_prisoners_stand_at_the_sides_of_their_escort_and_behind_him() -> None:
    """NS-36: base to base, the first to his right; at the edge they stay on the table."""
    men = [foe(f"x{n}", (20, 20 + n), status="hunker_down") for n in range(4)]
    state = table(man("a", (20, 30)), *men)
    a = state.figures["a"]
    for one in men:
        capture(game(state), one, a, "gives himself up", "NUTS-MOVE-09")
    bring_along(state, [a])
    x, y = a.at
    places = [(one.at[0] - x, one.at[1] - y) for one in men]
    assert places == [(254, 0), (127, 220), (-127, 220), (-254, 0)]
    a.at = point((47.9, 47.9))
    bring_along(state, [a])
    assert all(min(one.at) >= 0 and max(one.at) <= 48 * 254 for one in men)
    assert not any(is_within(one.at, a.at, 251) for one in men), "and on nobody's base"


@rule("NUTS-MOVE-09")
def test_nobody_leads_a_fifth() -> None:
    """NS-36, NR-180: another man near him does."""
    state = escorted(man("b", (12.5, 27)), foe("y", (10, 24), status="hunker_down"), prisoners=4)
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 28)))], [])
        p.nothing_pending()
    figures = p.state.figures
    assert figures["a"].aid.escorts == ("p0", "p1", "p2", "p3")
    assert figures["b"].aid.escorts == ("y",)
    assert figures["y"].status == "captured"


@rule("NUTS-REACT-11")
def test_who_is_taken_where_somebody_stands_over_him_makes_room() -> None:
    """NR-181"""
    state = table(man("a", (10, 30)), foe("y", (10.3, 30), status="out_of_the_fight", prone=True, group=""))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", "capture")
        p.pending(red="Give the group its orders")
    a, y = p.state.figures["a"], p.state.figures["y"]
    assert (a.at, y.status) == (point((10, 30)), "captured")
    assert not is_within(y.at, a.at, 250)
    assert is_within(y.at, a.at, 380), "no further than he must"


@rule("NUTS-MOVE-09")
def test_turning_to_shoot_confronts_as_any_look_does() -> None:
    """NR-131: he hunkers behind the back of one who then turns that way, 4" off and one who is further."""
    state = table(
        man("a", (20, 30)),
        foe("x", (34, 30), facing=270, weapons=()),
        foe("y", (23.5, 31.5), status="hunker_down", facing=0),
        foe("z", (24.5, 28), status="hunker_down", facing=0),
    )
    with playing(state, Activation("red-1"), dice=[1, 1, 1]) as p:
        assert p.state.figures["y"].status == "hunker_down"
        p.choose("red", [fire("red-1", a="x")])
        assert [p.state.figures[id].status for id in ("y", "z")] == ["captured", "hunker_down"]
        p.pending(red="Give the group its orders")


@rule("NUTS-MOVE-09")
def test_his_captors_know_where_a_prisoner_is() -> None:
    """NR-188: he is led behind their backs, and no ghost stays where he was last seen."""
    state = table(
        man("a", (10, 30)),
        foe("y", (10, 26.5), status="hunker_down"),
        foe("x", (40, 2), facing=0),
        knowledge="ghosts",
    )
    look_round(game(state))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 29)))])
        p.choose("red", [move("red-1", a=to((10, 28), facing=0))])
        seen = p.view("red")
        assert (seen.figures["a"].aid.escorts, "y" in seen.figures, seen.ghosts) == (("y",), True, {})
        p.pending(red="Give the group its orders")


@rule("NUTS-REACT-11")
def test_who_is_found_leaves_no_ghost() -> None:
    """NR-108: they saw him last elsewhere, and stumble upon him now."""
    state = table(
        man("a", (10, 30), facing=0),
        foe("y", (10, 31), status="out_of_the_fight", prone=True, group=""),
        knowledge="ghosts",
    )
    state.ghosts["g"] = Ghost("g", "y", "red", point((5, 5)), 0, 1, "Y")
    with playing(state, Activation("red-1")) as p:
        assert p.state.ghosts == {}
        p.choose("red", "capture")
        assert (p.state.ghosts, "y" in p.view("red").figures) == ({}, True)
        p.pending(red="Give the group its orders")
