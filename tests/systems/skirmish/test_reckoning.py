"""What a card shows of a throw: who gave cause, the dice that counted and those that did not, every modifier."""

from __future__ import annotations

from collections import Counter
from typing import Any

from deadground.bots.roster import make_bot
from deadground.core.bot import chosen
from deadground.core.events import SeenEvent
from deadground.core.match import Match
from deadground.systems.skirmish.rules.fire.shooting import ActiveFire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.system import SKIRMISH
from deadground.testing import rule
from deadground.testing.play import SEED
from tests.systems.skirmish.acting import acted
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import LMG, foe, man, point, table

WALL = "  - {id: wall, kind: wall, line: [[8, 29.5], [11, 29.5]]}"
RIFLE = "core.ba_rifle"


def card(p: Any, kind: str, seat: str = "red") -> dict[str, Any]:
    """The last card of a kind as a seat gets it."""
    found = [one for one in p.match.log(seat) if one.kind == kind]
    face: dict[str, Any] = found[-1].data["face"]
    return face


def dice(man: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(one["face"], one["fate"], one.get("of", "")) for one in man["dice"]]


def changes(p: Any, kind: str, man: dict[str, Any]) -> list[list[tuple[str, int]]]:
    """What a man's tallies say, by the places that his card names."""
    told = p.last(kind).tallies
    return [[(line.reason, line.amount) for line in told[place].lines] for place in man["tallies"]]


@rule("NUTS-REACT-02", "NUTS-REACT-03", "NUTS-REACT-04")
def test_each_man_of_a_crisis_test_shows_his_cause_his_dice_and_what_changed_them() -> None:
    """One throw for two: the man behind the wall counts the die for cover, the other one leaves it."""
    state = table(
        man("a", (10, 30), rep=4),
        man("b", (14, 30), rep=3),
        man("down", (13, 31), status="out_of_the_fight"),
        foe("x", (10, 10), weapons=(RIFLE,), shot_with=RIFLE),
        pieces=WALL,
    )
    causes = (
        Cause("a", "fired_on", ("x",)),
        Cause("b", "fired_on", ("x",)),
        Cause("b", "man_down", ("x",), point((13, 31)), "down"),
    )
    p = acted(state, dice=[5, 4, 1], procedure=Crisis(causes))
    found = card(p, "crisis_test")
    a, b = found["men"]
    assert (a["rep"], dice(a)) == (4, [(5, "failed", ""), (4, "passed", ""), (1, "passed", "in cover")])
    assert (b["rep"], dice(b)) == (3, [(5, "failed", ""), (4, "failed", ""), (1, "left", "not in cover")])
    assert changes(p, "crisis_test", a) == [[("Crisis Test", 2), ("in cover", 1)]]
    assert "tallies" not in b, "nothing changes his two dice"
    assert [(one["line"], one["says"]) for one in b["reads"]] == [
        ("Fired On", "hunker_down"),
        ("Man Down", "leave_battlefield"),
    ]
    assert [one["words"] for one in found["givers"]["b"]] == ["fired on by X", "Down is down"]


@rule("NUTS-REACT-04")
def test_cover_and_half_strength_are_both_told_where_they_cancel() -> None:
    state = table(
        man("a", (10, 30), rep=4),
        man("gone", (40, 40), status="obviously_dead"),
        foe("x", (10, 10), weapons=(RIFLE,), shot_with=RIFLE),
        pieces=WALL,
    )
    state.units["red_squad"].strength = 2
    p = acted(state, dice=[5, 6, 1], procedure=Crisis((Cause("a", "fired_on", ("x",)),)))
    (a,) = card(p, "crisis_test")["men"]
    assert (a["pips"], a["result"]) == (0, "hunker_down"), "5, 6 and 1: 0 of 2"
    assert dice(a)[-1] == (1, "left", "half strength takes it away")
    assert changes(p, "crisis_test", a)[0] == [
        ("Crisis Test", 2),
        ("in cover", 1),
        ("half strength or less", -1),
    ]


@rule("NUTS-FIRE-13", "NUTS-FIRE-14")
def test_who_is_outgunned_reads_by_whose_weapon_and_its_rank() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10), weapons=(LMG,), shot_with=LMG))
    p = acted(state, dice=[1, 1], procedure=Crisis((Cause("a", "fired_on", ("x",)),)))
    found = card(p, "crisis_test")
    (a,) = found["men"]
    assert (a["pips"], a["result"], a["reads"][0]["line"]) == (2, "duck_back", "Outgunned")
    (giver,) = found["givers"]["a"]
    assert giver["words"].startswith("fired on by X: ")
    assert "outranks what he can answer with now" in giver["words"]


def test_who_shot_unseen_is_not_named_to_those_who_do_not_know_him() -> None:
    """Blue knows its own; red reads the line of the table, and nobody's name."""
    state = table(
        man("a", (10, 30), seen_by=("blue",)), foe("x", (10, 10), weapons=(RIFLE,), shot_with=RIFLE)
    )
    state.knowledge = "ghosts"
    state.figures["x"].sightings = state.figures["x"].sightings.but(seen_by=())
    p = acted(state, dice=[6, 6], procedure=Crisis((Cause("a", "fired_on", ("x",)),)))
    own, theirs = card(p, "crisis_test"), card(p, "crisis_test", "blue")
    assert [one["id"] for one in theirs["givers"]["a"]] == ["x"]
    assert own["givers"] == {"a": []}
    assert own["men"][0]["reads"]


@rule("NUTS-SIGHT-05", "NUTS-SIGHT-06", "NUTS-SIGHT-08")
def test_an_in_sight_shows_the_pool_of_each_and_dice_that_were_thrown_again() -> None:
    state = table(man("a", (10, 20), rep=3), foe("x", (10, 10), rep=3))
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[1, 6, 6, 2, 5, 5, 1, 2, 6, 4, 4, 4]) as p:
        a, x = card(p, "in_sight_test")["men"]
        p.pending(red="You saw them first")
    again = "equal, thrown again"
    assert dice(a)[:3] == [(1, "left", again), (6, "left", again), (6, "left", again)]
    assert dice(a)[3:] == [(1, "passed", ""), (2, "passed", ""), (6, "failed", "")]
    assert [fate for _, fate, _ in dice(x)][3:] == ["failed", "failed", "failed"]
    assert changes(p, "in_sight_test", a) == [[("Rep", 3)]]


@rule("NUTS-FIRE-01", "NUTS-FIRE-02", "NUTS-FIRE-04")
def test_a_shot_shows_what_each_die_came_to_and_why_it_missed() -> None:
    shot = Shot("a", RIFLE, (Aim("x", 1),))
    wall = "  - {id: wall, kind: wall, line: [[8, 20.5], [12, 20.5]]}"
    for face, words in [
        (3, "7, never enough"),
        (4, "8, a miss: in cover"),
        (5, "9, a miss: in cover"),
        (6, "10, always enough"),
    ]:
        state = table(man("a", (10, 30), rep=4), foe("x", (10, 20)), pieces=wall)
        p = acted(state, dice=[face], procedure=ActiveFire((shot,)))
        (x,) = card(p, "shots")["men"]
        assert dice(x) == [(face, "passed" if face == 6 else "failed", words)]
        assert changes(p, "shots", x) == [[("Rep", 4)]]
    (x,) = card(p, "damage")["men"]
    assert dice(x)[0][2] == "above Impact 3: Recover Test"
    (x,) = card(p, "recover")["men"]
    assert (x["pips"], x["rep"], x["reads"][0]["line"]) == (0, 4, "Damage")


@rule("NUTS-MELEE-04", "NUTS-MELEE-05")
def test_a_charge_shows_the_dice_of_both_and_what_the_target_may_do() -> None:
    state = table(man("a", (10, 24), rep=4), foe("x", (10, 20), rep=3))
    p = acted(state, dice=[2, 5, 4, 6], procedure=Charge((("a", "x"),)))
    a, x = card(p, "charge_test")["men"]
    assert (a["id"], a["pips"], [fate for _, fate, _ in dice(a)]) == ("a", 1, ["passed", "failed"])
    assert (x["id"], x["pips"], x["result"]) == ("x", 1, "snap_fires")
    assert [fate for _, fate, _ in dice(x)] == ["passed", "failed"]
    assert changes(p, "charge_test", a) == [[("charge", 2)]]
    assert changes(p, "charge_test", x) == [[("charged", 2)]]


def test_every_result_of_a_battle_is_reckoned_from_what_its_card_shows() -> None:
    """Whoever knows the tables comes to the same: dice, Rep, tallies and lines of each man, and nothing else."""
    setup = SKIRMISH.prepare("five-a-side")
    players = {seat: make_bot(SKIRMISH, "sergeant", SEED, seat) for seat in setup.seats}
    match = Match.begin(SKIRMISH, setup, SEED)
    while match.outcome is None:
        seat = match.to_act()[0]
        match.submit(chosen(players[seat], match.view(seat)))
    seen = Counter(
        told.kind
        for seat in setup.seats
        for told in match.log(seat)
        for one in told.data.get("face", {}).get("men", ())
        if told.kind in RECKONED and told.rolls and comes_to(told, one)
    )
    assert min(seen[kind] for kind in RECKONED) > 0


RECKONED = ("crisis_test", "in_sight_test", "shots", "recover")


def comes_to(told: SeenEvent, one: dict[str, Any]) -> bool:
    """Reckons a man's result anew; everything must agree."""
    tallies = [told.tallies[place] for place in one.get("tallies", ())]
    thrown = [(die["face"], die["fate"], die.get("of", "")) for die in one.get("dice", ())]
    own = [(face, fate) for face, fate, of in thrown if fate != "left" and not of.startswith("Leader Die")]
    passed = sum(fate == "passed" for _, fate, _ in thrown)
    if told.kind == "shots":
        assert one["pips"] == passed
        assert all(int(of.split(",")[0]) == face + tallies[0].total for face, _, of in thrown)
        return True
    if told.kind == "in_sight_test":
        assert (one["pips"], len(own)) == (passed, max(0, tallies[0].total))
        assert all((face <= 3) == (fate == "passed") for face, fate in own)
        return True
    of_dice = [tally.total for tally in tallies if "dice" in tally.title]
    assert len(own) == (of_dice or [2])[0]
    assert all((face <= one["rep"]) == (fate == "passed") for face, fate in own)
    assert one["pips"] == min(2, passed)
    assert told.kind == "recover" or one["reads"]
    return True
