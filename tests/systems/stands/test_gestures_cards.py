"""One drag lays card, arrow and routes: shortened, drawn out, led round and spread as the rules allow."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.faults import Refused
from deadground.core.requests import Order
from deadground.space.plane import distance
from deadground.systems.stands.rules.cards.card_law import CARDS
from deadground.systems.stands.rules.cards.cards import PlaceCards
from deadground.systems.stands.rules.cards.plans import STANDING_ORDER, StandPlan
from deadground.systems.stands.state import StandsState, Unit
from deadground.systems.stands.table.looks import LOOKS
from tests.systems.stands.field import field, gun, hq, inf, stand, tank
from tests.systems.stands.scenes import Hand, look, looks_of, texts

LAKE = """
  - {id: lake, kind: water, polygon: [[400, 700], [700, 700], [700, 760], [400, 760]], tags: {impassable: true}}
"""
WOOD = """
  - {id: wood, kind: woods, name: Elm Wood, polygon: [[300, 560], [900, 560], [900, 720], [300, 720]]}
"""
ROAD = """
  - {id: road, kind: road, line: [[100, 900], [1900, 900]], width: 20}
"""


def platoon(*more: Any, cards: int = 2, **changes: Any) -> StandsState:
    """Three Shermans side by side at y 900 with their HQ behind, and an enemy far to the north."""
    tanks = [tank(id, (500 + 40 * i, 900)) for i, id in enumerate("abc")]
    state = field(hq("h", (540, 1000)), *tanks, inf("x", (540, 100), "blue"), *more, **changes)
    state.units["red_unit"].cards = cards
    return state


def laying(state: StandsState, **options: str) -> Hand:
    return Hand(state, PlaceCards(), **options)


def routes(draft: Any) -> dict[str, list[tuple[float, float]]]:
    """The routes of a draft in millimetres."""
    return {
        id: [(x / 10, y / 10) for x, y in own["route"]]
        for order in draft
        for id, own in order["plan"].items()
        if own.get("route")
    }


def test_a_drag_to_the_ground_lays_a_move_card_with_arrow_and_routes_in_kept_shape() -> None:
    hand = laying(platoon())
    found = hand.drag("a", "b", "c", to=(540, 660))
    (order,) = hand.draft
    assert (order["card"], order["pieces"], order["arrow"]) == ("move", ["a", "b", "c"], 0)
    assert routes(hand.draft) == {"a": [(500, 660)], "b": [(540, 660)], "c": [(580, 660)]}
    assert found.faults == ()
    assert texts(found)[0] == "240 of 250 mm, at least 125."
    assert len(looks_of(found, "ghost")) == len(looks_of(found, "route")) == 3
    assert looks_of(found, "arrow")


def test_a_drag_too_far_is_cut_to_the_allowance() -> None:
    hand = laying(platoon())
    found = hand.drag("a", "b", "c", to=(540, 200))
    assert routes(hand.draft) == {"a": [(500, 650)], "b": [(540, 650)], "c": [(580, 650)]}
    assert found.faults == ()
    assert texts(found)[0] == "250 of 250 mm, at least 125."


def test_a_drag_too_short_is_drawn_out_to_the_least_there_is() -> None:
    hand = laying(platoon())
    assert hand.drag("a", to=(500, 860)).faults == ()
    assert routes(hand.draft) == {"a": [(500, 775)]}


def test_with_the_least_off_a_short_drag_stays_short() -> None:
    hand = laying(platoon(), minimum_move="off")
    assert hand.drag("a", to=(500, 860)).faults == ()
    assert routes(hand.draft) == {"a": [(500, 860)]}


def test_a_way_is_led_round_ground_that_cannot_be_crossed() -> None:
    hand = laying(platoon(pieces=LAKE))
    found = hand.drag("c", to=(690, 690))
    assert found.faults == ()
    (way,) = routes(hand.draft).values()
    assert len(way) > 1


def test_where_no_way_is_legal_the_faults_are_given() -> None:
    state = platoon()
    state.stands["a"].in_contact_with = "x"
    found = laying(state).drag("a", to=(500, 700))
    assert "is in contact and cannot move" in found.faults[0].reason
    assert looks_of(found, "fault")


def test_what_stops_a_stand_on_its_way_is_foreseen() -> None:
    hand = laying(platoon(pieces=WOOD))
    found = hand.drag("a", "b", "c", to=(540, 760))
    assert not looks_of(found, "halt")
    found = hand.drag("a", "b", "c", to=(540, 660))
    assert texts(found)[:2] == [
        "195 of 250 mm, at least 125.",
        "A, B, C: stops one base inside Elm Wood.",
    ]
    ghosts = dict(looks_of(found, "ghost"))
    assert max(y for _, y in ghosts["a"]) == pytest.approx(720, abs=1)
    assert len(looks_of(found, "halt")) == 3


def test_an_enemy_in_view_halts_a_way() -> None:
    state = platoon(inf("y", (500, 730), "blue"))
    found = laying(state).drag("a", to=(500, 790))
    assert "A: halts before Y." in texts(found)
    (corners,) = dict(looks_of(found, "ghost")).values()
    assert min(y for _, y in corners) >= 730 + 15 + 50 - 5


@pytest.mark.parametrize(
    ("enemy", "dropped", "end"),
    [((540, 1900), 730, 704.9), ((540, 100), 730, 735.1), ((540, 100), 710, 704.9)],
    ids=["the near edge, from within", "the far edge, from behind", "dropped inside, inside"],
)
def test_infantry_dropped_at_a_wood_lines_its_edge_and_faces_the_enemy(
    enemy: tuple[int, int], dropped: int, end: float
) -> None:
    men = [inf(id, (500 + 40 * i, 840)) for i, id in enumerate("def")]
    state = field(hq("h", (540, 1000)), *men, inf("x", enemy, "blue"), pieces=WOOD)
    hand = laying(state)
    found = hand.drag("d", "e", "f", to=(540, dropped))
    assert found.faults == ()
    assert [way[-1][1] for way in routes(hand.draft).values()] == pytest.approx([end] * 3, abs=0.2)
    facings = {own["end_facing"] for own in hand.draft[0]["plan"].values()}
    assert all(
        (facing + 200) % 3600 < 400 if enemy[1] < 500 else abs(facing - 1800) < 200 for facing in facings
    )


def test_recon_goes_by_the_road_where_that_takes_it_further() -> None:
    state = field(
        hq("h", (100, 1000)), stand("r", "recon", (150, 900)), inf("x", (540, 100), "blue"), pieces=ROAD
    )
    found = laying(state).drag("r", to=(640, 900))
    assert texts(found)[0] == "490 of 500 mm, at least 200."


def test_a_way_follows_the_bends_of_a_road_that_leads_to_the_goal() -> None:
    road = "\n  - {id: road, kind: road, line: [[100, 900], [400, 900], [700, 700]], width: 20}\n"
    state = field(hq("h", (100, 1000)), tank("t", (150, 900)), inf("x", (1540, 100), "blue"), pieces=road)
    hand = laying(state)
    found = hand.drag("t", to=(690, 707))
    (way,) = routes(hand.draft).values()
    assert way[0] == (400, 900)
    assert way[1] == pytest.approx((483.2, 844.5), abs=0.2)
    assert (texts(found)[0], found.faults) == ("350 of 350 mm, at least 125.", ())


def test_a_group_of_which_one_is_off_the_road_stays_together() -> None:
    state = field(
        hq("h", (100, 1000)),
        tank("a", (150, 900)),
        tank("b", (150, 1000)),
        inf("x", (540, 100), "blue"),
        pieces=ROAD,
    )
    hand = laying(state)
    hand.drag("a", "b", to=(640, 950))
    ends = [way[-1][0] for way in routes(hand.draft).values()]
    assert ends == pytest.approx([400, 400], abs=1)


def test_ends_do_not_lie_on_each_other_or_on_others() -> None:
    state = platoon(inf("m", (540, 660)))
    hand = laying(state)
    hand.drag("a", "b", "c", to=(540, 660))
    ends = [(10 * way[-1][0], 10 * way[-1][1]) for way in routes(hand.draft).values()]
    for i, one in enumerate(ends):
        others = [*ends[:i], (5400, 6600)]
        assert all(distance((round(one[0]), round(one[1])), (round(x), round(y))) >= 299 for x, y in others)


def test_a_part_of_a_unit_takes_a_card_of_its_own() -> None:
    hand = laying(platoon())
    hand.drag("a", "b", "c", to=(540, 660))
    found = hand.drag("a", to=(300, 750))
    assert [order["pieces"] for order in hand.draft] == [["b", "c"], ["a"]]
    assert found.faults == ()


def test_with_no_card_left_a_part_joins_the_card_of_the_same_kind() -> None:
    hand = laying(platoon(cards=1))
    hand.drag("a", "b", "c", to=(540, 660))
    found = hand.drag("a", to=(400, 700))
    assert [order["pieces"] for order in hand.draft] == [["b", "c", "a"]]
    assert found.faults == ()


def test_another_card_without_one_left_is_said_to_be_too_much() -> None:
    hand = laying(platoon(cards=1))
    hand.drag("a", "b", "c", to=(540, 660))
    found = hand.act("card", "a", card="fire")
    assert any("1 card" in fault.reason for fault in found.faults)


def test_move_and_fire_laid_over_a_move_keeps_the_routes_and_shows_arcs() -> None:
    hand = laying(platoon())
    hand.drag("a", "b", "c", to=(540, 660))
    before = routes(hand.draft)
    found = hand.act("card", "a", "b", "c", card="move_and_fire")
    assert routes(hand.draft) == before
    assert hand.draft[0]["card"] == "move_and_fire"
    assert "Fires after the move with -2 on the die, into its front." in texts(found)
    assert len(looks_of(found, "arc")) == 3


def test_infantry_that_moves_and_fires_is_cut_to_its_shorter_move() -> None:
    state = platoon(inf("d", (700, 900)))
    hand = laying(state)
    hand.drag("d", to=(700, 760))
    found = hand.act("card", "d", card="move_and_fire")
    assert routes(hand.draft) == {"d": [(700, 800)]}
    assert found.faults == ()


def test_guns_are_left_out_of_a_card_that_is_not_for_them() -> None:
    hand = laying(platoon(gun("g", (700, 900))))
    found = hand.act("card", "a", "g", card="move_and_fire")
    assert hand.draft[0]["pieces"] == ["a"]
    assert texts(found)[0] == "G cannot move and fire; it is left out."


def test_dragged_onto_an_enemy_in_reach_stands_charge() -> None:
    hand = laying(platoon(inf("y", (500, 830), "blue")))
    hand.drag("a", to="y")
    assert (hand.draft[0]["card"], hand.draft[0]["plan"]) == ("charge", {"a": {"target": "y"}})


def test_dragged_onto_an_enemy_in_range_stands_fire_with_the_odds() -> None:
    hand = laying(platoon(tank("y", (500, 600), "blue", facing=180)))
    found = hand.drag("a", to="y")
    assert (hand.draft[0]["card"], hand.draft[0]["plan"]) == ("fire", {"a": {"target": "y"}})
    assert "A at Y: 25% to destroy, needs 16 on a D20." in texts(found)
    assert looks_of(found, "shot") == [("a", ((500, 900), (500, 600)))]


def test_dragged_onto_an_enemy_out_of_range_stands_move_up_to_him() -> None:
    hand = laying(platoon())
    hand.drag("a", to="x")
    assert hand.draft[0]["card"] == "move"
    assert routes(hand.draft)["a"][0][1] < 700


def test_artillery_dropped_on_ground_lays_a_template_and_on_a_stand_a_target() -> None:
    state = platoon(gun("g", (700, 900), kind="artillery"), inf("y", (700, 600), "blue"))
    state.commands["red_command"].chits = 5
    hand = laying(state)
    found = hand.drag("g", to=(700, 500))
    assert hand.draft[0]["plan"] == {"g": {"template_at": [7000, 5000], "template_kind": "area"}}
    assert "Area fire of G at 400 mm; chits 5 to 4." in texts(found)
    assert looks_of(found, "aim")
    hand.drag("g", to="y")
    assert hand.draft[0]["plan"] == {"g": {"target": "y"}}
    hand.drag("g", to=(700, 500), template="speculative")
    assert hand.draft[0]["plan"]["g"]["template_kind"] == "speculative"


def test_a_condition_lays_opportunity_fire_where_there_is_none() -> None:
    hand = laying(platoon())
    found = hand.act("condition", "a", "b", condition="nearer:100")
    (order,) = hand.draft
    assert (order["card"], order["plan"]) == (
        "opportunity",
        {"a": {"standing_order": "nearer:100"}, "b": {"standing_order": "nearer:100"}},
    )
    assert "Fires at what comes within 100 mm." in texts(found)
    assert hand.act("condition", "a", condition="sometimes").faults


def test_a_card_is_taken_back() -> None:
    hand = laying(platoon())
    hand.drag("a", "b", "c", to=(540, 660))
    hand.act("clear", "b")
    assert [order["pieces"] for order in hand.draft] == [["a", "c"]]
    assert "b" not in hand.draft[0]["plan"]
    hand.act("clear")
    assert hand.draft == []


def test_repeat_lays_the_cards_of_the_turn_before_and_moves_go_on() -> None:
    state = platoon(gun("g", (700, 900)))
    for id in "ab":
        state.stands[id].order, state.stands[id].arrow, state.stands[id].group = "move", 0, "red_unit.1"
    state.stands["g"].order, state.stands["g"].group = "fire", "red_unit.2"
    state.stands["g"].target = "x"
    hand = laying(state)
    found = hand.act("repeat")
    assert [(order["card"], order["pieces"]) for order in hand.draft] == [
        ("move", ["a", "b"]),
        ("fire", ["g"]),
    ]
    assert routes(hand.draft) == {"a": [(500, 650)], "b": [(540, 650)]}
    assert hand.draft[1]["plan"] == {"g": {"target": "x"}}
    assert found.faults == ()


def test_cards_that_were_laid_without_routes_get_some_along_their_arrows_and_drawn_ones_stay() -> None:
    hand = laying(platoon(gun("g", (700, 900)), cards=3))
    hand.drag("a", to=(300, 900))
    drawn = routes(hand.draft)
    hand.draft = [*hand.draft, order("move", "b", "c", arrow=0), order("fire", "g", arrow=None)]
    found = hand.act("routes")
    assert routes(hand.draft) == {**drawn, "b": [(540, 650)], "c": [(580, 650)]}
    assert [one["card"] for one in hand.draft if "g" in one["pieces"]] == ["fire"]
    assert found.faults == ()


def order(card: str, *stands: str, arrow: int | None) -> dict[str, Any]:
    return {"unit": "red_unit", "card": card, "pieces": list(stands), "arrow": arrow, "plan": {}}


def test_facing_and_halt_are_changed_without_moving_anybody() -> None:
    hand = laying(platoon())
    hand.drag("a", to=(500, 700))
    hand.act("facing", "a", facing=900)
    hand.act("at_halt", "a", at_halt="round")
    plan = hand.draft[0]["plan"]["a"]
    assert (plan["end_facing"], plan["at_halt"], routes(hand.draft)) == (900, "round", {"a": [(500, 700)]})
    hand.act("card", "b", card="change_formation")
    hand.act("facing", "b", facing=1800)
    assert hand.draft[1]["arrow"] == 1800


def test_a_hq_of_its_own_unit_is_planned_without_a_card_and_its_way_is_proposed_later() -> None:
    state = platoon()
    state.units["staff"] = Unit("staff", "red", "red_command", "Staff", 0)
    state.stands["h"].unit = "staff"
    hand = laying(state)
    found = hand.drag("h", to=(540, 1200))
    (order,) = hand.draft
    assert (order["unit"], order["card"], order["arrow"]) == ("staff", "", None)
    assert routes(hand.draft) == {"h": [(540, 1200)]}
    assert found.faults == ()
    assert look_left_out(state, [order]) == ["Red unit: no card, 3 without orders."]


def look_left_out(state: StandsState, draft: list[Any]) -> list[str]:
    return texts(LOOKS["left_out"](laying(state).match.view("red"), {"draft": draft}))


def test_what_a_commit_would_leave_out_is_listed() -> None:
    state = platoon()
    assert look_left_out(state, []) == ["Red unit: no card, 3 without orders."]
    one = {"unit": "red_unit", "card": "move", "pieces": ["a", "b"], "arrow": 0}
    assert look_left_out(state, [one]) == [
        "Red unit: 1 of 2 cards left, 1 without orders.",
        "Red unit: 2 with a Move card have no route.",
    ]
    assert look_left_out(state, [{**one, "pieces": ["a"]}])[1] == "Red unit: 1 with a Move card has no route."
    with pytest.raises(Refused):
        look(state, "left_out", draft=[])


def test_a_card_that_will_be_rolled_for_says_so_with_its_odds() -> None:
    state = platoon()
    state.stands["h"].at = (5400, 16000)
    found = laying(state).act("card", "a", card="fire")
    assert "Out of command (701.1 mm from H): the card needs 5 on a D10, 60%." in texts(found)


def test_who_would_see_it_there_is_told() -> None:
    state = platoon(inf("y", (540, 500), "blue"))
    found = laying(state).drag("b", to=(540, 700))
    assert "Y would see it there." in texts(found)
    assert looks_of(found, "sight") == [("b", ((540, 500), (540, 700)))]
    state.stands["y"].hidden = True
    assert "Y would see it there." not in texts(laying(state).drag("b", to=(540, 700)))


@pytest.mark.parametrize(
    ("pieces", "to", "given", "at"),
    [
        (("nobody",), (5000, 5000), {}, "pieces[0]"),
        (("x",), (5000, 5000), {}, "pieces[0]"),
        (("h",), (5000, 5000), {}, "pieces[0]"),
        ((), (5000, 5000), {}, "pieces"),
        (("a",), "nobody", {}, "to"),
        (("a",), (5000, 5000), {"card": "fly"}, "with.card"),
        (("a",), (5000, 5000), {"speed": 5}, "with"),
    ],
)
def test_bad_drags_are_refused(pieces: Any, to: Any, given: Any, at: str) -> None:
    hand = laying(platoon())
    where = to if isinstance(to, str) else (to[0] / 10, to[1] / 10)
    with pytest.raises(Refused) as refused:
        hand.drag(*pieces, to=where, **given)
    assert refused.value.faults[0].at == at


def test_unknown_acts_are_refused() -> None:
    with pytest.raises(Refused, match="no act is called 'dance'"):
        laying(platoon()).act("dance")


def test_a_second_unit_is_given_its_own_card_by_the_same_drag() -> None:
    state = platoon(inf("d", (700, 900), unit="other", command="red_command"))
    state.units["other"] = Unit("other", "red", "red_command", "Others")
    hand = laying(state)
    hand.drag("a", "d", to=(600, 780))
    assert [(order["unit"], order["pieces"]) for order in hand.draft] == [
        ("red_unit", ["a"]),
        ("other", ["d"]),
    ]


def test_a_draft_is_a_value_that_can_be_chosen() -> None:
    hand = laying(platoon())
    hand.drag("a", "b", "c", to=(540, 660))
    assert not hand.match.check(hand.request.choice(hand.draft))
    assert Order(**hand.draft[0]).card == "move"


def test_every_condition_that_is_offered_with_a_card_can_be_laid() -> None:
    offered = {card.id: card.conditions for card in CARDS}
    assert [id for id, conditions in offered.items() if conditions] == ["opportunity"]
    assert all(STANDING_ORDER.fullmatch(one.id) for one in offered["opportunity"])
    assert offered["opportunity"][0].id == StandPlan().standing_order
