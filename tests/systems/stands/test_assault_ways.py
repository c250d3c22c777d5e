"""What may lie in the way of a charge. KIM-7.1b, KIM-R44, KIM-R103"""

from __future__ import annotations

import pytest

from deadground.space.bases import overlap
from deadground.space.plane import facing_of, minus
from deadground.systems.stands.rules.assault.assault import Charges, CloseCombat
from deadground.systems.stands.rules.assault.contact import why_no_lead
from deadground.testing import rule
from tests.systems.stands.assaults import charger, charging, foe
from tests.systems.stands.field import At, field, inf, point
from tests.systems.stands.guns import shelled
from tests.systems.stands.system import playing

POND = "  - {id: pond, kind: water, name: Duck Pond, polygon: [[485, WEST], [515, WEST], [515, 460], [485, 460]]}"


@rule("KIM-7.1b", "KIM-7.1a")
@pytest.mark.parametrize("wet", [True, False])
def test_nobody_charges_through_ground_that_cannot_be_entered(wet: bool) -> None:
    """The pond lies on the line between the two, or just beside it."""
    pond = (
        POND.replace("WEST", "455")
        if wet
        else POND.replace("WEST", "455").replace("485", "520").replace("515", "540")
    )
    state = field(charger("a", (500, 500)), foe("b", (500, 420)), pieces=pond)
    fault = why_no_lead(state, state.stands["a"], {})
    if wet:
        assert fault is not None
        assert fault.reason == "Duck Pond lies between A and B"
        assert fault.rows == ("KIM-7.1b", "KIM-R92", "KIM-R103")
    else:
        assert fault is None
    with charging(state) as p:
        p.nothing_pending()
    assert bool(p.state.stands["b"].in_contact_with) is not wet


@rule("KIM-7.1b", "KIM-7.1a")
@pytest.mark.parametrize(("x", "stopped"), [(500, True), (529, True), (530, False), (560, False)])
def test_a_charge_does_not_end_on_a_friend(x: int, stopped: bool) -> None:
    friend = inf("f", (x, 466), order="dummy", facing=0)
    state = field(charger("a", (500, 500)), foe("b", (500, 420)), friend)
    fault = why_no_lead(state, state.stands["a"], {})
    assert (fault is not None) is stopped
    if fault is not None:
        assert fault.reason == "F stands in the way of A"
        assert fault.rows == ("KIM-7.1b", "KIM-R44", "KIM-R103")
    with charging(state) as p:
        p.nothing_pending()
    assert bool(p.state.stands["b"].in_contact_with) is not stopped


@rule("KIM-7.1c")
def test_one_beside_the_lead_stops_short_of_a_friend_and_of_barred_ground() -> None:
    friend = inf("f", (465, 440), order="dummy")
    water = "  - {id: pond, kind: water, polygon: [[520, 400], [600, 400], [600, 480], [520, 480]]}"
    state = field(
        charger("a", (500, 500)),
        charger("l", (465, 505)),
        charger("r", (540, 505)),
        foe("b", (500, 420)),
        friend,
        pieces=water,
    )
    with charging(state) as p:
        p.nothing_pending()
    left, right = p.state.stands["l"], p.state.stands["r"]
    assert (left.charge_role, right.charge_role) == ("left", "right")
    assert left.at[1] >= 4699, "it comes up to the friend and no further"
    assert right.at[1] > 4800, "its centre stays out of the water"


@rule("KIM-7.1a")
def test_hidden_stands_that_could_lead_cause_no_question() -> None:
    """One on the table is a choice; those in hiding alone lead of themselves. KIM-R104, KIM-R121"""
    for hidden in (True, False):
        pair = [charger("a", (500, 500), hidden=hidden), charger("c", (900, 500), hidden=True)]
        state = field(*pair, foe("b", (500, 420)), foe("d", (900, 420)))
        with playing(state, Charges(), options={"reveal": "by_owner"}) as p:
            if hidden:
                p.pending(blue="Pick who fires in support")
            else:
                p.pending(red="Pick the stands that lead")
        assert p.state.stands["d"].in_contact_with == ("c" if hidden else "")


@rule("KIM-7.1b", "KIM-7.1a")
@pytest.mark.parametrize(("x", "turns"), [(500, True), (504, False), (510, False)])
def test_a_charge_from_touch_lays_the_lead_on_nobody(x: int, turns: bool) -> None:
    """Turned to an enemy whom it touches it would lie on him: it fights as it stands. KIM-R160"""
    state = field(charger("a", (500, 500)), foe("b", (x, 470)))
    with charging(state) as p:
        p.nothing_pending()
    a, b = p.state.stands["a"], p.state.stands["b"]
    assert a.in_contact_with == "b"
    assert not overlap(a.base, b.base)
    assert (a.at, a.facing) == (point((500, 500)), 0)
    assert turns is (a.facing == facing_of(minus(b.at, a.at)))


BY_OWNER = {"reveal": "by_owner"}
MET = "H is put on the table: somebody runs into it."


@rule("KIM-7.1b", "KIM-7.1a")
@pytest.mark.parametrize(
    ("at", "found", "taken"),
    [((500, 458), True, "h"), ((520, 455), True, ""), ((529, 455), True, ""), ((530, 455), False, "b")],
)
def test_a_hidden_enemy_whom_a_charge_would_run_into_is_found(at: At, found: bool, taken: str) -> None:
    """The charge is judged anew with him: he is nearer straight ahead, or he bars the way. KIM-R161"""
    state = field(charger("a", (500, 500)), foe("b", (500, 420)), foe("h", at, hidden=True))
    with charging(state, options=BY_OWNER) as p:
        p.nothing_pending()
    stands = p.state.stands
    assert stands["h"].hidden is not found
    assert (MET in p.log_of("red")) is found
    assert stands["a"].in_contact_with == taken
    assert not any(overlap(stands["a"].base, stands[id].base) for id in "bh")
    told = "A does not charge B: H stands in the way of A." in p.log_of("red")
    assert told is (found and not taken)


@rule("KIM-7.1c", "KIM-3.3a")
def test_one_beside_a_lead_finds_a_hidden_enemy_and_stops_short_of_him() -> None:
    """KIM-R161"""
    state = field(
        charger("a", (500, 500)),
        charger("l", (465, 505)),
        foe("b", (500, 420)),
        foe("h", (465, 455), hidden=True),
    )
    with charging(state, leads={"red": ["a"]}, options=BY_OWNER) as p:
        p.nothing_pending()
    stands = p.state.stands
    assert not stands["h"].hidden
    assert (stands["a"].in_contact_with, stands["l"].charge_role) == ("b", "left")
    assert not overlap(stands["l"].base, stands["h"].base)
    assert stands["l"].at[1] > 4840


@rule("KIM-7.3b", "KIM-3.3a")
def test_who_takes_a_place_stops_short_of_a_hidden_enemy_and_finds_him() -> None:
    """Turned as it charged the winner has less room than the enemy had. KIM-R161"""
    state = field(
        charger("a", (460, 490)),
        foe("b", (500, 420), kind="artillery"),
        foe("h", (531, 420), hidden=True),
    )
    with charging(state, options=BY_OWNER) as p:
        p.nothing_pending()
    with playing(p.state, CloseCombat(), options=BY_OWNER, dice=[10, 1]) as p:
        p.choose("red", True)
        p.nothing_pending()
    stands = p.state.stands
    assert "b" not in stands
    assert MET in p.log_of("blue")
    assert not overlap(stands["a"].base, stands["h"].base)


@rule("KIM-4.12b", "KIM-7.1b")
@pytest.mark.parametrize(("shells", "made"), [((500, 560), False), ((500, 420), True)])
def test_a_lead_lost_before_it_has_moved_leads_nobody(shells: At, made: bool) -> None:
    """One lost on the way is followed by the one behind. KIM-R103"""
    state = field(charger("a", (500, 500), hits=1), charger("c", (500, 531)), foe("b", (500, 420)))
    template = shelled(state, shells, side="blue")
    template.rolled = ("c",)
    with charging(state, leads={"red": ["a"]}, dice=[10]) as p:
        p.nothing_pending()
    stands = p.state.stands
    assert "a" not in stands
    assert stands["b"].in_contact_with == ("c" if made else "")
    assert (stands["c"].at == point((500, 531))) is not made
    told = "A is lost before its charge begins: nobody goes in."
    assert (told in p.log_of("red"), told in p.log_of("blue")) == (not made, not made)
