"""What a veteran knows beside looking ahead, and which ways he thinks of."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from deadground.bots.roster import make_bot
from deadground.core.bot import chosen
from deadground.core.match import Match
from deadground.core.requests import Orders
from deadground.core.view import View
from deadground.lab.simulation import seed_of
from deadground.systems.skirmish.bots import veteran as skirmish
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.plans import Mind
from deadground.systems.skirmish.bots.staff import Staff
from deadground.systems.skirmish.imagine import imagine
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.stands.bots import plans as stands_plans
from deadground.systems.stands.bots import staff as stands_staff
from deadground.systems.stands.bots.eyes import best_from
from deadground.systems.stands.bots.ground_sense import GroundSense
from deadground.systems.stands.bots.orders import CardPlan
from deadground.systems.stands.bots.picture import Picture as StandsPicture
from deadground.systems.stands.bots.plans import Craft
from deadground.systems.stands.bots.steady import Steady
from deadground.systems.stands.bots.veteran import CRAFT
from deadground.systems.stands.state import Stand
from tests.bots.test_stands_judgement import SEED, begun, first, put


def first_orders(scenario: str, seat: str) -> View[Any]:
    """What a seat sees when a group of its men is first asked for orders."""
    setup = SKIRMISH.prepare(scenario)
    dice = seed_of(setup, 1, 0)
    match = Match.begin(SKIRMISH, setup, dice)
    bots = {one: make_bot(SKIRMISH, "sergeant", dice, one) for one in setup.seats}
    while not (match.to_act()[0] == seat and skirmish.begins(Picture(match.view(seat)))):
        acting = match.to_act()[0]
        match.submit(chosen(bots[acting], match.view(acting)))
    return match.view(seat)


@pytest.mark.parametrize(
    ("scenario", "seat", "rushes"),
    [("five-a-side", "soviet", True), ("five-a-side", "german", False), ("crossroads", "german", False)],
)
def test_a_squad_rushes_those_who_only_keep_a_place(scenario: str, seat: str, rushes: bool) -> None:
    veteran = skirmish.Veteran(Random(1))
    mind = veteran.minded(Picture(first_orders(scenario, seat)))
    assert (mind.notion == skirmish.RUSH) == rushes


def test_who_rushes_does_not_stop_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skirmish, "weighed", lambda *_: pytest.fail("he thinks"))
    view = first_orders("five-a-side", "soviet")
    given = skirmish.Veteran(Random(1)).orders(view, cast(Orders, view.requests[0]))
    assert given == skirmish.Seasoned(Random(1)).orders(view, cast(Orders, view.requests[0]))


def test_a_notion_says_what_it_is_about_how_much_danger_counts_and_how_much_an_inch() -> None:
    picture, mind = Picture(first_orders("five-a-side", "soviet")), Mind(Random(1))
    usual, rush = Staff(picture, mind), Staff(picture, mind.made_up(skirmish.RUSH))
    assert rush.posture == "hunt"
    assert rush.caution == pytest.approx(0.3 * usual.caution)
    assert (usual.press, rush.press) == (1.0, 3.0)


def test_the_ideas_of_a_veteran_all_differ_and_the_usual_one_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, weighed = first_orders("five-a-side", "german"), []

    def comes_to(self: Any, picture: Picture, orders: Any, number: int) -> float:
        weighed.extend([orders] if number == 0 else [])
        return float(orders in weighed[1:2])

    monkeypatch.setattr(skirmish.Veteran, "_comes_to", comes_to)
    usual = skirmish.Seasoned(Random(1)).orders(view, cast(Orders, view.requests[0]))
    taken = skirmish.Veteran(Random(1)).orders(view, cast(Orders, view.requests[0]))
    assert weighed[0] == usual
    assert taken == weighed[1]
    assert all(one not in weighed[:number] for number, one in enumerate(weighed))


def test_orders_are_played_on_to_the_end_of_the_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever keeps a place is ahead until he loses it: what a game comes to is known when it is over."""
    ends = []
    real = skirmish.value

    def value(end: Any, side: str) -> float:
        ends.append(end.outcome)
        return real(end, side)

    monkeypatch.setattr(skirmish, "value", value)
    view = first_orders("five-a-side", "german")
    skirmish.Veteran(Random(1)).orders(view, cast(Orders, view.requests[0]))
    assert len(ends) >= skirmish.BUDGET.least
    assert None not in ends


def test_who_leads_is_imagined_a_better_man_than_a_soldier() -> None:
    view = first_orders("five-a-side", "soviet")
    hidden = [id for id, one in view.state.figures.items() if one.side == "german" and not one.shown_rep]
    worlds = [imagine(view, Random(number)).figures for number in range(40)]
    reps = {(figures[id].rank == "soldier", figures[id].rep) for figures in worlds for id in hidden}
    assert reps == {(True, 3), (True, 4), (False, 4), (False, 5)}


def test_the_armour_of_a_veteran_keeps_farther_from_men_on_foot() -> None:
    match = begun("first-lesson")
    state = match.position.state
    tank, man = first(state, "soviet", "tank"), first(state, "german", "infantry")
    put(tank, 400, 250)
    put(man, 640, 250)
    picture = StandsPicture(match.clone(SEED).view("soviet"))
    scores = []
    for craft in (Craft(), Craft(keeps_off=CRAFT.keeps_off)):
        mind = stands_plans.Mind(Random(1))
        mind.craft = craft
        mind = mind.made_up(stands_plans.Resolve("", "centre", stands_plans.Temper("", "", 1.0, 0.2, 3, 0.1)))
        scores.append(GroundSense(stands_staff.Staff(picture, mind)).of(picture.state.stands[tank.id]))
    steady, veteran = scores
    assert veteran.stay < steady.stay
    assert Craft().keeps_off < CRAFT.keeps_off


@pytest.fixture(name="in_file")
def _in_file() -> tuple[StandsPicture, Stand, Stand]:
    """Two tanks one behind the other before a grenadier: the one behind has no shot, whatever the grid says."""
    match = begun("first-lesson")
    state = match.position.state
    behind, front = [one for one in state.stands.values() if one.kind == "t34_mid"][:2]
    man = first(state, "german", "infantry")
    for one in state.stands.values():
        if one.side == "german":
            put(one, 870, 500)
    for one, x in ((behind, 440), (front, 500), (man, 700)):
        put(one, x, 250)
    picture = StandsPicture(match.clone(SEED).view("soviet"))
    stands = picture.state.stands
    return picture, stands[behind.id], stands[front.id]


def test_a_shot_that_his_own_side_bars_is_none(in_file: tuple[StandsPicture, Stand, Stand]) -> None:
    picture, behind, front = in_file
    assert picture.targets(behind.kind)[picture.grid.cell(behind.at)] > 0
    assert best_from(picture, behind, behind.at, {}) == 0
    assert best_from(picture, front, front.at, {}) > 0


def test_who_has_his_route_already_stands_where_it_ends(in_file: tuple[StandsPicture, Stand, Stand]) -> None:
    picture, behind, front = in_file
    assert best_from(picture, behind, behind.at, {front.id: (5000, 4000)}) > 0


def test_a_veteran_moves_where_there_is_a_shot_and_steady_takes_the_grids_word(
    in_file: tuple[StandsPicture, Stand, Stand],
) -> None:
    picture, behind, _ = in_file
    ranks = []
    for craft in (Craft(), Craft(looks=True)):
        mind = stands_plans.Mind(Random(1))
        mind.craft = craft
        sense = GroundSense(stands_staff.Staff(picture, mind)).of(behind)
        ranks.append(sense.stay)
    steady, veteran = ranks
    assert veteran < steady


def test_of_a_unit_with_one_card_a_veteran_moves_those_who_have_no_shot() -> None:
    """Two of three have a shot: for steady that is most of them, and the third stays where it sees nothing."""
    words = []
    for craft in (Craft(), CRAFT):
        match = begun("first-lesson")
        state = match.position.state
        tanks = [one for one in state.stands.values() if one.kind == "t34_mid"]
        for one, at in zip(tanks, ((332, 335), (357, 286), (355, 238)), strict=True):
            put(one, *at)
        steady = Steady(Random(1))
        steady.mind.craft = craft
        laid = steady.choose(match.clone(SEED).view("soviet")).value
        words.append(next(card["card"] for card in laid if tanks[2].id in card["pieces"]))
    assert words == ["fire", "move_and_fire"]


@pytest.mark.parametrize(("craft", "word"), [(Craft(), "prone"), (CRAFT, "wait")])
def test_the_men_of_a_veteran_keep_their_heads_up_before_an_enemy_who_may_come(
    craft: Craft, word: str
) -> None:
    match = begun("first-lesson")
    state = match.position.state
    man, tank = first(state, "german", "infantry"), first(state, "soviet", "tank")
    put(tank, man.at[0] // 10 - 300, man.at[1] // 10)
    mind = stands_plans.Mind(Random(1))
    mind.craft = craft
    mind = mind.made_up(stands_plans.Resolve("", posture="hold"))
    picture = StandsPicture(match.clone(SEED).view("german"))
    plan = CardPlan(stands_staff.Staff(picture, mind))
    assert plan.intent(picture.state.stands[man.id]).word == word
