"""What may lie in the way of a charge. KIM-7.1b, KIM-R103"""

from __future__ import annotations

import pytest

from deadground.systems.stands.rules.assault import Charges
from deadground.systems.stands.rules.contact import why_no_lead
from deadground.testing import rule
from tests.systems.stands.assaults import charger, charging, foe
from tests.systems.stands.field import field, inf
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
