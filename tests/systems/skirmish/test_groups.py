"""Units and groups: who is together, who splits off. NR-10, NS-02"""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.activation.groups import form_groups, partition, split_off
from deadground.systems.skirmish.rules.sight.sighting import have_seen
from deadground.testing import rule
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, table

WALL_OF_WOODS = "  - {id: wood, kind: woods, polygon: [[11, 0], [12, 0], [12, 48], [11, 48]]}"


@rule("NUTS-ACT-12")
@pytest.mark.parametrize(("apart", "groups"), [(3.99, 1), (4, 1), (4.01, 2)])
def test_members_are_within_four_inches(apart: float, groups: int) -> None:
    state = table(man("a", (10, 10)), man("b", (10 + apart, 10)))
    assert len(partition(state, "red")) == groups


@rule("NUTS-ACT-12")
def test_one_of_two_must_see_the_other() -> None:
    """Back to back nobody sees; if one looks, it is enough."""
    state = table(man("a", (10, 10), facing=270), man("b", (13, 10), facing=90))
    assert len(partition(state, "red")) == 2
    state.figures["a"].facing = 900
    assert len(partition(state, "red")) == 1
    behind = table(man("a", (10, 10)), man("b", (13, 10)), pieces=WALL_OF_WOODS)
    assert len(partition(behind, "red")) == 2


@rule("NUTS-ACT-12")
def test_chains_count_and_a_group_may_mix_units() -> None:
    state = table(
        man("a", (10, 10)), man("b", (13, 10), unit="blue_squad"), man("c", (16, 10)), man("d", (25, 10))
    )
    assert partition(state, "red") == [["a", "b", "c"], ["d"]]


@rule("NUTS-ACT-12")
def test_a_hunkered_man_stays_a_member_but_links_nobody() -> None:
    state = table(man("a", (10, 10)), man("b", (13, 10), status="hunker_down"), man("c", (16, 10)))
    assert partition(state, "red") == [["a", "b"], ["c"]]
    alone = table(man("a", (10, 10), status="hunker_down"), man("b", (13, 10), status="hunker_down"))
    assert partition(alone, "red") == [["a"], ["b"]]


@rule("NUTS-ACT-12")
@pytest.mark.parametrize("status", ["out_of_the_fight", "obviously_dead", "captured", "gone"])
def test_the_fallen_and_the_taken_are_in_no_group(status: str) -> None:
    state = table(man("a", (10, 10)), man("b", (11, 10), status=status))
    assert partition(state, "red") == [["a"]]


@rule("NUTS-ACT-12")
def test_one_who_leaves_the_field_is_a_group_of_one() -> None:
    state = table(man("a", (10, 10)), man("b", (11, 10), status="leave_battlefield"))
    assert partition(state, "red") == [["a"], ["b"]]


@rule("NUTS-ACT-12")
def test_an_owner_may_split_men_off_when_he_activates_them() -> None:
    state = table(
        man("a", (10, 40), rep=5, rank="squad_leader"),
        man("b", (12, 40)),
        man("c", (14, 40)),
        foe("x", (10, 5)),
    )
    with playing(state, Phase("red")) as p:
        assert set(p.options("red")) == {"red-1", "a", "b", "c", "end_phase"}
        p.choose("red", ["a", "c"])
        new = p.state.figures["a"].group
        assert new == p.state.figures["c"].group != p.state.figures["b"].group
        p.choose("red", [])
        assert p.options("red") == [p.state.figures["b"].group, "end_phase"]
        p.choose("red", "end_phase")
        p.nothing_pending()


@rule("NUTS-ACT-12", "NUTS-ACT-05")
def test_men_who_split_off_come_from_one_group_and_need_a_leader_who_reaches_the_die() -> None:
    state = table(
        man("a", (10, 40), rep=5),
        man("b", (12, 40), rep=3),
        man("c", (30, 40), rep=5),
        man("d", (32, 40), rep=5),
        foe("x", (10, 5)),
    )
    state.sides["red"].die = 4
    with playing(state, Phase("red")) as p:
        assert p.refuse("red", ["a", "c"])[0].rows == ("NUTS-ACT-12", "NS-02")
        assert p.refuse("red", ["b"])[0].rows == ("NUTS-ACT-05",)
        assert p.refuse("red", ["red-1", "c"])[0].rows == ("NUTS-ACT-12",)
        p.choose("red", "end_phase")
        p.nothing_pending()


@rule("NUTS-ACT-12")
def test_a_group_keeps_its_name_and_what_it_has_seen_when_it_is_formed_anew() -> None:
    state = table(man("a", (10, 10)), man("b", (12, 10)), man("c", (14, 10)), foe("x", (10, 40)))
    state.sighted = (("blue-1", "red-1"),)
    state.figures["c"].at = (254 * 30, 254 * 10)
    g = game(state)
    first, second = form_groups(g, "red")
    assert first == "red-1"
    assert second != "red-1"
    assert state.figures["c"].group == second
    assert have_seen(state, "blue-1", second)
    assert have_seen(state, second, "blue-1")


@rule("NUTS-ACT-12")
@pytest.mark.parametrize("new_id", ["aaa", "zzz"])
def test_men_who_split_off_have_seen_whom_their_group_has_seen(
    new_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = table(man("a", (10, 10)), man("b", (12, 10)), foe("x", (10, 40)))
    state.sighted = (("blue-1", "red-1"),)
    g = game(state)
    monkeypatch.setattr(g, "new_id", lambda: new_id)
    new = split_off(g, ["b"])
    assert have_seen(state, "blue-1", new)
    assert have_seen(state, new, "blue-1")
    assert state.figures["a"].group == "red-1"


@rule("NUTS-ACT-12")
def test_groups_are_fixed_when_their_sides_phase_begins() -> None:
    state = table(man("a", (10, 40)), man("b", (12, 40)), foe("x", (10, 5)))
    state.figures["b"].at = (254 * 30, 254 * 40)
    with playing(state, Phase("red")) as p:
        assert p.state.figures["a"].group != p.state.figures["b"].group
        p.pending(red="Choose a group")


@rule("NUTS-ACT-07")
def test_an_activation_ends_with_nobody_active() -> None:
    state = table(man("a", (10, 40)), foe("x", (10, 5)))
    with playing(state, Activation("red-1")) as p:
        assert p.state.groups["red-1"].active
        p.choose("red", [])
        p.nothing_pending()
    assert not p.state.groups["red-1"].active


@rule("NUTS-ACT-12", "NUTS-ACT-05")
def test_those_who_have_not_acted_group_anew_when_the_next_is_chosen() -> None:
    """NS-02: the first group walks up to the second, which does not wait any longer for the man who was away."""
    state = table(
        man("a", (10, 40), rep=5),
        man("b", (20, 40), rep=4),
        man("c", (26, 40), rep=4),
        foe("x", (10, 5), facing=0),
    )
    with playing(state, Phase("red")) as p:
        p.choose("red", "red-1", [])
        p.state.figures["c"].at = (254 * 22, 254 * 40)
        p.choose("red", "red-2", [])
        assert p.state.figures["c"].group == "red-3"
        p.choose("red", "end_phase")
        p.nothing_pending()


@rule("NUTS-ACT-12", "NUTS-ACT-05")
def test_those_who_wait_and_have_come_together_are_one_group_for_the_next_choice() -> None:
    """NS-02: the third man has come up to the second while the first group acted; who has acted stays apart."""
    state = table(
        man("a", (18, 40), rep=5),
        man("b", (24, 40), rep=4),
        man("c", (36, 40), rep=4),
        foe("x", (10, 5), facing=0),
    )
    with playing(state, Phase("red")) as p:
        p.choose("red", "red-1")
        p.state.figures["b"].at = (254 * 20, 254 * 40)
        p.state.figures["c"].at = (254 * 22, 254 * 40)
        p.choose("red", [])
        assert [p.state.figures[id].group for id in "abc"] == ["red-1", "red-2", "red-2"]
        p.choose("red", "end_phase")
        p.nothing_pending()


@rule("NUTS-ACT-12")
@pytest.mark.parametrize(("away", "legal"), [(4, True), (4.1, False)])
def test_men_who_split_off_stand_within_four_inches_of_each_other(away: float, legal: bool) -> None:
    """NS-02: the man between them is left behind."""
    state = table(man("a", (10, 40)), man("b", (12, 40)), man("c", (10 + away, 40)), foe("x", (40, 2)))
    with playing(state, Phase("red")) as p:
        if not legal:
            assert 'within 4"' in p.refuse("red", ["a", "c"])[0].reason
        together = ["a", "c"] if legal else ["a", "b"]
        p.choose("red", together)
        group = p.state.figures["a"].group
        assert [one.id for one in p.state.figures.values() if one.group == group] == together
        p.pending(red="Give the group its orders")
