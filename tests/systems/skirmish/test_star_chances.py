"""What a Star may choose comes with its odds, as far as his player can know them. NUTS-STAR-04"""

from __future__ import annotations

from typing import Any

from deadground.systems.skirmish.rules.reactions.crisis import CrisisTest
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.testing import rule
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import man, point
from tests.systems.skirmish.test_crisis import fired_on, under_fire


def hints(p: Any) -> dict[str, str]:
    return {one.id: one.hint for one in p.asked("red").options}


@rule("NUTS-STAR-04")
def test_a_star_alone_sees_what_his_shots_and_what_the_dice_would_do() -> None:
    """Rep 5 and two dice: both passed 25 in 36, one 10, none 1. Aimed he hits with 5 and 6, in haste with a 6."""
    state = under_fire(man("star", (10, 30), rep=5, star=True))
    with playing(state, CrisisTest("red-1", fired_on("star"))) as p:
        told = hints(p)
        assert told["roll"].endswith(". 69% returns fire, 28% snap fires, 3% hunkers down.")
        aimed, hasty = (int(told[id].split(". ")[1].split("%")[0]) for id in ("2", "1"))
        assert aimed > hasty > 0
        assert "reckoned with Rep 4 where it is not known yet" in told["2"], "his enemy's Rep is a secret"
        assert "%" not in told["0"]
        p.choose("red", "2")
        p.nothing_pending()


@rule("NUTS-STAR-04")
def test_where_haste_makes_no_difference_it_is_said() -> None:
    """At a man behind a wall both need the same to hit."""
    wall = "  - {id: wall, kind: wall, line: [[9, 10.6], [11, 10.6]]}"
    state = under_fire(man("star", (10, 30), rep=5, star=True), pieces=wall)
    with playing(state, CrisisTest("red-1", fired_on("star"))) as p:
        told = hints(p)
        assert told["1"].endswith(", as if he aimed: here haste makes no difference.")
        assert "no difference" not in told["2"]
        p.choose("red", "2")
        p.nothing_pending()


@rule("NUTS-STAR-04", "NUTS-LEAD-01")
def test_a_leader_beside_him_makes_the_dice_better() -> None:
    state = under_fire(man("star", (10, 30), rep=5, star=True), man("nco", (12, 30), rank="squad_leader"))
    with playing(state, CrisisTest("red-1", fired_on("star"))) as p:
        assert "88% returns fire" in hints(p)["roll"]
        p.choose("red", "2")
        p.nothing_pending()


@rule("NUTS-STAR-04")
def test_who_saw_a_friend_fall_is_told_what_the_dice_would_do_whoever_shot() -> None:
    """Nobody sees the shooter; where the friend fell is known all the same."""
    star = man("star", (10, 30), rep=5, star=True)
    state = under_fire(star, man("b", (12, 30), status="out_of_the_fight"), man("c", (20, 30)))
    causes = (Cause("star", "man_down", ("nobody",), point((12, 30))),)
    with playing(state, CrisisTest("red-1", causes)) as p:
        assert hints(p)["roll"].endswith(". 69% carries on, 28% ducks back, 3% leaves the battlefield.")
        p.choose("red", "2")
        p.nothing_pending()


@rule("NUTS-STAR-04")
def test_a_shooter_nobody_sees_gives_no_odds_away() -> None:
    state = under_fire(man("star", (10, 30), rep=5, star=True))
    with playing(state, CrisisTest("red-1", fired_on("star", by=("nobody",)))) as p:
        assert not [hint for hint in hints(p).values() if "%" in hint]
        p.choose("red", "0")
        p.nothing_pending()


def test_asking_throws_no_dice_and_changes_nothing() -> None:
    state = under_fire(man("star", (10, 30), rep=5, star=True))
    with playing(state, CrisisTest("red-1", fired_on("star")), dice=[5, 6]) as p:
        assert hints(p) == hints(p)
        p.choose("red", "roll")
        p.nothing_pending()
