"""Fire: the table, the modifiers, wounds, rounds and bursts. DUEL-3 to DUEL-5, DUEL-7, DUEL-8"""

from __future__ import annotations

import pytest

from deadground.core.requests import Allocate, Confirm, Pick
from deadground.testing import rule
from deadground.testing.duel import DUEL
from deadground.testing.duel.rules.fire import TO_HIT, Shot
from deadground.testing.duel.rules.turn import Turn
from deadground.testing.play import play
from tests.testing.duel.field import DOWN, OUT, WOUNDED, Changes, also, field

AIMED: Changes = {"aimed": True}
MOVING: Changes = {"moving": True}
MACHINE_PISTOL: Changes = {"weapon": "machine pistol"}

CELLS = [
    (5, 2, 3),
    (25, 2, 3),
    (26, 3, 4),
    (75, 3, 4),
    (76, 4, 6),
    (150, 4, 6),
    (151, 5, None),
    (300, 5, None),
]
"""The first and last distance of each band, with the scores against a man on his feet and one who is down."""


def shot(red: Changes, blue: Changes, die: int, gap: int = 120) -> bool:
    """One shot of red at blue, who has no round to answer with. True if it hits."""
    men = {"red1": red, "blue1": also(blue, {"rounds": 0})}
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[die], arrange=field(gap, **men)) as p:
        p.nothing_pending()
    hit: bool = p.last("shot").data["hit"]
    assert p.state.men["red1"].hits == int(hit)
    assert p.state.men["blue1"].wounds == blue.get("wounds", 0) + int(hit)
    return hit


@rule("DUEL-3")
@pytest.mark.parametrize("stance", ["standing", "down"])
@pytest.mark.parametrize(("paces", "standing", "down"), CELLS)
def test_every_cell_of_the_table(paces: int, standing: int, down: int | None, stance: str) -> None:
    score = standing if stance == "standing" else down
    hits = [die for die in range(1, 7) if shot({}, {"stance": stance}, die, paces)]
    assert hits == ([] if score is None else list(range(score, 7)))


@rule("DUEL-3")
@pytest.mark.parametrize(("paces", "standing", "down"), CELLS)
def test_the_log_says_what_is_needed(paces: int, standing: int, down: int | None) -> None:
    for stance, score in (("standing", standing), ("down", down)):
        arranged = field(paces, blue1={"stance": stance, "rounds": 0})
        with play(DUEL, "pair", Shot("red1", "blue1"), dice=[1], arrange=arranged) as p:
            p.nothing_pending()
        needs = "no score will do" if score is None else f"needs {score}"
        assert p.log == [f"Anders fires at Albert, {paces} paces: {needs}, missed."]


@rule("DUEL-3")
@pytest.mark.parametrize(
    ("gap", "red", "blue", "chance"),
    [(25, AIMED, {}, "100%"), (25, {}, {}, "83%"), (151, {}, DOWN, "0%"), (150, {}, DOWN, "17%")],
)
def test_the_chance_shown_is_that_of_the_table(gap: int, red: Changes, blue: Changes, chance: str) -> None:
    with play(DUEL, "pair", Turn("red"), dice=[1], arrange=field(gap, red1=red, blue1=blue)) as p:
        p.choose("red", "red1", "fire")
        request = p.asked("red")
        assert isinstance(request, Pick)
        assert request.options[0].hint == f"{chance} to hit"
        p.choose("red", "blue1")
        if p.match.to_act():
            p.choose("blue", False)
        p.nothing_pending()


@rule("DUEL-3")
def test_no_score_hits_a_man_lying_down_far_away_however_well_aimed() -> None:
    assert not shot(AIMED, DOWN, 6, 151)
    assert shot(AIMED, DOWN, 5, 150)


@rule("DUEL-3")
@pytest.mark.parametrize("paces", [151, 300])
def test_the_errata_speak_for_the_dash(paces: int) -> None:
    cell = TO_HIT.look_up(paces, "down")
    assert (cell.value, cell.layer) == (None, "errata")
    assert TO_HIT.look_up(paces, "standing").layer == "printed"
    assert TO_HIT.look_up(150, "down").layer == "printed"


@rule("DUEL-3")
def test_beyond_300_paces_there_is_no_shot() -> None:
    with play(DUEL, "pair", Turn("red"), arrange=field(301, red1=MACHINE_PISTOL)) as p:
        p.choose("red", "red1")
        assert p.options("red") == ["aim", "stance", "advance"]
        refused = p.refused_options("red")
        assert {id: fault.reason for id, fault in refused.items()} == {
            "fire": "Albert is out of reach",
            "burst": "Albert is out of reach",
        }
        assert p.refuse("red", "fire")[0].rows == ("DUEL-3",)
        assert p.asked("red").proposal == ["aim"]
        p.pending(red="What does Anders do?")


@rule("DUEL-3")
def test_at_300_paces_there_is_a_shot() -> None:
    arranged = field(300, red1=MACHINE_PISTOL, blue1={"rounds": 0})
    with play(DUEL, "pair", Turn("red"), dice=[5], arrange=arranged) as p:
        p.choose("red", "red1")
        assert p.options("red")[:2] == ["fire", "burst"]
        p.choose("red", "fire", "blue1")
        p.nothing_pending()
    assert p.state.men["blue1"].wounds == 1


@rule("DUEL-1", "DUEL-3")
def test_only_the_five_nearest_enemies_are_fired_at() -> None:
    men = {"blue9": {"ahead": 60}, "blue3": OUT}
    with play(DUEL, "company", Turn("red"), arrange=field(**men)) as p:
        p.choose("red", "red4", "fire")
        assert p.options("red") == [f"blue{n}" for n in (9, 4, 5, 2, 6)]
        p.refuse("red", "blue1")
        p.refuse("red", "blue3")
        p.refuse("red", "red1")
        p.pending(red="Fire at whom?")


@rule("DUEL-3")
@pytest.mark.parametrize(("red", "blue"), [({}, {}), ({}, WOUNDED), ({}, AIMED), (MOVING, {})])
def test_what_does_not_modify_a_shot(red: Changes, blue: Changes) -> None:
    assert [die for die in range(1, 7) if shot(red, blue, die)] == [4, 5, 6]


@rule("DUEL-4")
@pytest.mark.parametrize(
    ("red", "blue", "needed"),
    [
        (AIMED, {}, 3),
        (WOUNDED, {}, 5),
        ({}, MOVING, 5),
        (also(AIMED, WOUNDED), {}, 4),
        (AIMED, MOVING, 4),
        (WOUNDED, MOVING, 6),
        (also(AIMED, WOUNDED), MOVING, 5),
    ],
)
def test_modifiers(red: Changes, blue: Changes, needed: int) -> None:
    assert [die for die in range(1, 7) if shot(red, blue, die)] == list(range(needed, 7))
    with play(DUEL, "pair", Turn("red"), arrange=field(red1={**red}, blue1=blue)) as p:
        p.choose("red", "red1", "fire")
        request = p.asked("red")
        assert isinstance(request, Pick)
        chance = {3: "67%", 4: "50%", 5: "33%", 6: "17%"}[needed]
        assert request.options[0].hint == f"{chance} to hit"
        p.pending(red="Fire at whom?")


@rule("DUEL-4")
def test_the_log_names_each_modifier() -> None:
    arranged = field(red1=also(AIMED, WOUNDED), blue1=also(MOVING, {"rounds": 0}))
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[6], arrange=arranged) as p:
        p.nothing_pending()
    (tally,) = p.last("shot").tallies
    assert [(line.reason, line.amount, line.on, line.rows) for line in tally.lines] == [
        ("aimed", 1, "die", ("DUEL-4",)),
        ("wounded", -1, "die", ("DUEL-4",)),
        ("target moving", 1, "score", ("DUEL-4",)),
    ]
    assert (tally.total, tally.limit) == (-1, 2)


@rule("DUEL-4", "DUEL-6")
@pytest.mark.parametrize(("die", "hit"), [(4, False), (5, True)])
def test_an_answer_to_an_answer_is_snapped_off(die: int, hit: bool) -> None:
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[3, 3, die]) as p:
        assert shoot_back_label(p.asked("blue")) == "Shoot back (50% to hit)"
        p.choose("blue", True)
        assert shoot_back_label(p.asked("red")) == "Shoot back (33% to hit)"
        p.choose("red", True)
        if not hit:
            p.choose("blue", False)
        p.nothing_pending()
    assert p.last("shot").data["hit"] is hit
    assert [line.reason for line in p.last("shot").tallies[0].lines] == ["snapped off"]


def shoot_back_label(request: object) -> str:
    assert isinstance(request, Confirm)
    return request.yes


@rule("DUEL-6")
def test_an_answer_to_a_first_shot_is_not_snapped_off() -> None:
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[3, 4]) as p:
        p.choose("blue", True)
        p.nothing_pending()
    assert p.last("shot").data == {"shooter": "blue1", "target": "red1", "hit": True}
    assert p.last("shot").tallies[0].lines == ()


@rule("DUEL-4")
@pytest.mark.parametrize(("die", "hit"), [(5, False), (6, True)])
def test_modifiers_count_for_two_at_most(die: int, hit: bool) -> None:
    men = {"red1": WOUNDED, "blue1": MOVING}
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[1, 1, die], arrange=field(**men)) as p:
        p.choose("blue", True)
        p.choose("red", True)
        if not hit:
            p.choose("blue", False)
        p.nothing_pending()
    (tally,) = p.last("shot").tallies
    assert [line.reason for line in tally.lines] == ["wounded", "snapped off", "target moving"]
    assert (tally.total, p.last("shot").data["hit"]) == (-2, hit)


@rule("DUEL-4")
def test_an_aim_is_spent_by_one_round() -> None:
    arranged = field(red1=also(AIMED, MACHINE_PISTOL))
    with play(DUEL, "pair", Turn("red"), dice=[3, 3], arrange=arranged) as p:
        p.choose("red", "red1", "burst", {"blue1": 2})
        p.nothing_pending()
    assert [event.data["hit"] for event in p.events if event.kind == "shot"] == [True, False]
    assert not p.state.men["red1"].aimed


@rule("DUEL-5")
def test_the_first_hit_wounds_and_throws_down() -> None:
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[4]) as p:
        p.nothing_pending()
    man = p.state.men["blue1"]
    assert (man.wounds, man.stance, man.out) == (1, "down", False)
    assert p.log[1:] == ["Albert is wounded and down."]
    assert p.last("wound").data == {"man": "blue1"}


@rule("DUEL-5")
@pytest.mark.parametrize("stance", ["standing", "down"])
def test_the_second_hit_puts_out(stance: str) -> None:
    arranged = field(red1={"hits": 1}, blue1=also(WOUNDED, {"stance": stance}))
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[6], arrange=arranged) as p:
        p.nothing_pending()
    man = p.state.men["blue1"]
    assert (man.wounds, man.stance, man.out) == (2, "down", True)
    assert p.log[1:] == ["Albert is out."]
    assert p.state.men["red1"].hits == 2


@rule("DUEL-5")
def test_a_man_who_is_out_is_hit_no_more() -> None:
    arranged = field(red1=MACHINE_PISTOL, blue1=WOUNDED)
    with play(DUEL, "pair", Turn("red"), dice=[6, 6, 6], arrange=arranged) as p:
        p.choose("red", "red1", "burst", {"blue1": 3})
        p.nothing_pending()
    assert (p.state.men["blue1"].wounds, p.state.men["red1"].hits) == (2, 1)
    assert [event.kind for event in p.events] == ["burst", "shot", "wound", "shot", "shot"]


@rule("DUEL-7")
def test_a_shot_takes_a_round() -> None:
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[1]) as p:
        p.choose("blue", False)
        p.nothing_pending()
    assert [man.rounds for man in p.state.men.values()] == [4, 5]
    assert "DUEL-7" in p.last("shot").rows


@rule("DUEL-7")
def test_a_man_without_a_round_cannot_fire() -> None:
    with play(DUEL, "pair", Turn("red"), arrange=field(red1=also(MACHINE_PISTOL, {"rounds": 0}))) as p:
        p.choose("red", "red1")
        for plan in ("fire", "burst"):
            (fault,) = p.refuse("red", plan)
            assert (fault.reason, fault.rows) == ("Anders has no round left; he must reload", ("DUEL-7",))
        assert p.options("red") == ["aim", "reload", "stance", "advance"]
        p.pending(red="What does Anders do?")


@rule("DUEL-7")
def test_the_last_round_can_be_fired() -> None:
    arranged = field(red1=also(MACHINE_PISTOL, {"rounds": 1}))
    with play(DUEL, "pair", Turn("red"), dice=[1], arrange=arranged) as p:
        p.choose("red", "red1")
        assert p.options("red")[:2] == ["fire", "burst"]
        p.choose("red", "fire", "blue1")
        p.choose("blue", False)
        p.nothing_pending()
    assert p.state.men["red1"].rounds == 0


@rule("DUEL-7")
@pytest.mark.parametrize("rounds", [0, 1, 4])
def test_reloading_fills_the_magazine(rounds: int) -> None:
    with play(DUEL, "pair", Turn("red"), arrange=field(red1={"rounds": rounds})) as p:
        p.choose("red", "red1", "reload")
        p.nothing_pending()
    assert p.state.men["red1"].rounds == 5
    assert p.log == ["Anders reloads."]


@rule("DUEL-1", "DUEL-7")
def test_a_full_magazine_is_not_reloaded() -> None:
    with play(DUEL, "pair", dice=[1]) as p:
        p.choose("red", "red1")
        p.refuse("red", "reload")
        p.choose("red", "fire", "blue1")
        p.choose("blue", False, "blue1", "stance")
        p.choose("red", "red1", "reload")
        p.pending(blue="Pick the man who acts.")


@rule("DUEL-8")
def test_each_round_of_a_burst_has_a_die_of_its_own_and_is_not_answered() -> None:
    with play(DUEL, "patrol", Turn("red"), dice=[4, 3, 3]) as p:
        p.choose("red", "red3", "burst", {"blue3": 2, "blue2": 1})
        p.nothing_pending()
    assert p.log == [
        "Casimir fires a burst.",
        "Casimir fires at Cedric, 120 paces: needs 4, hit.",
        "Cedric is wounded and down.",
        "Casimir fires at Cedric, 120 paces: needs 6, missed.",
        "Casimir fires at Basil, 125 paces: needs 4, missed.",
    ]
    assert p.state.men["red3"].rounds == 2
    assert p.last("burst").data == {"man": "red3"}


@rule("DUEL-8")
@pytest.mark.parametrize(("rounds", "most"), [(5, 3), (4, 3), (3, 3), (2, 2), (1, 1)])
def test_a_burst_is_of_one_to_three_rounds(rounds: int, most: int) -> None:
    with play(DUEL, "patrol", Turn("red"), dice=[1] * most, arrange=field(red3={"rounds": rounds})) as p:
        p.choose("red", "red3", "burst")
        request = p.asked("red")
        assert isinstance(request, Allocate)
        assert request.proposal == {"blue3": most}
        assert [share.id for share in request.shares] == ["blue3", "blue2", "blue1"]
        for value in ({"blue1": 0}, {}, {"blue1": most + 1}, {"blue1": most, "blue2": 1}, {"red1": 1}):
            assert p.refuse("red", value)[0].rows == ("DUEL-8",)
        p.choose("red", {"blue1": most})
        p.nothing_pending()
    assert p.state.men["red3"].rounds == rounds - most


@rule("DUEL-8")
def test_a_burst_of_one_round_will_do() -> None:
    with play(DUEL, "patrol", Turn("red"), dice=[1]) as p:
        p.choose("red", "red3", "burst", {"blue1": 1})
        p.nothing_pending()


@rule("DUEL-8")
def test_a_burst_goes_to_those_of_the_five_nearest_who_are_in_reach() -> None:
    for gap, reached in (
        (290, ["blue9", "blue3", "blue2", "blue4", "blue1"]),
        (291, ["blue9", "blue3", "blue2", "blue4"]),
    ):
        with play(DUEL, "company", Turn("red"), arrange=field(gap, blue9={"ahead": 145})) as p:
            p.choose("red", "red3", "burst")
            request = p.asked("red")
            assert isinstance(request, Allocate)
            assert [share.id for share in request.shares] == reached
            assert p.refuse("red", {"blue5": 1})[0].rows == ("DUEL-8",)
            p.pending(red="Spread the burst.")


@rule("DUEL-8")
def test_only_a_machine_pistol_fires_bursts() -> None:
    with play(DUEL, "patrol", Turn("red"), dice=[1]) as p:
        p.choose("red", "red1")
        p.refuse("red", "burst")
        p.choose("red", "fire", "blue1")
        p.choose("blue", False)
        p.nothing_pending()
    with play(DUEL, "patrol", Turn("red"), dice=[1]) as p:
        p.choose("red", "red3", "burst", {"blue3": 1})
        p.nothing_pending()
