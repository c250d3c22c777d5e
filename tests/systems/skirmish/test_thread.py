"""The thread: what a card shows, the rule in a dozen words, and the sentence that adds a chain up."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish import thread
from deadground.systems.skirmish.rules.fire.shooting import ActiveFire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.thread import CARDS, exchange_over, face
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table


@pytest.mark.parametrize("kind", sorted(CARDS))
def test_every_rule_is_told_in_a_dozen_words_at_most(kind: str) -> None:
    title, rule = CARDS[kind]
    assert title
    assert len(rule.split()) <= 12


def test_what_has_no_card_shows_none() -> None:
    assert face(table(man("a", (1, 1))), "turn", {"turn": 2}) is None


def shots(*men: Any, hit: bool) -> list[dict[str, Any]]:
    """The events of a shot of `a` at `x`, with faces that hit or miss."""
    state = table(*men)
    dice = [6, 2] if hit else [1, 5, 6]
    with playing(state, ActiveFire((Shot("a", "core.ba_rifle", (Aim("x", 1),)),)), dice=dice) as p:
        found = p.events
        p.nothing_pending()
    return [{"kind": one.kind, "text": one.text, **one.data} for one in found if one.data.get("thread")]


def test_a_shot_shows_whom_it_is_at_his_pips_and_where() -> None:
    told = shots(man("a", (10, 30), rep=4), foe("x", (10, 20)), hit=True)
    (shot,) = [one for one in told if one["kind"] == "shots"]
    assert shot["face"]["title"] == "Fire"
    (x,) = shot["face"]["men"]
    assert (x["id"], x["name"], x["pips"], x["of"], x["result"]) == ("x", "X", 1, 1, "hit")
    assert shot["face"]["lines"] == [[(10 * 254, 30 * 254), (10 * 254, 20 * 254)]]


def test_a_crisis_test_shows_pips_and_result_of_each_man() -> None:
    told = shots(man("a", (10, 30), rep=4), foe("x", (10, 20), rep=4), hit=False)
    (test,) = [one for one in told if one["kind"] == "crisis_test"]
    (one,) = test["face"]["men"]
    assert (one["pips"], one["of"], one["result"]) == (0, 2, "hunker_down")
    assert len(test["thread"]) > 1, "it lies inside the shot that caused it"


def test_the_exchange_is_added_up_for_each_side_as_you_and_he() -> None:
    told = shots(man("a", (10, 30), rep=5), foe("x", (10, 20)), hit=True)
    over = told[-1]
    assert over["kind"] == "exchange_over"
    assert over["men"] == ["x"]
    assert over["sums"]["red"] == "Exchange over: he lost one, you none."
    assert over["sums"]["blue"] == "Exchange over: he lost none, you one."


def test_the_sum_counts_the_lost_and_says_how_the_others_are() -> None:
    state = table(
        man("a", (10, 30), status="duck_back"),
        man("b", (12, 30), status="duck_back"),
        foe("x", (10, 20), status="obviously_dead"),
        foe("y", (12, 20), status="hunker_down"),
    )
    men = list(state.figures.values())
    assert exchange_over(state, men, "red") == (
        "Exchange over: he lost one, you none, one of his hunkered down, two ducked back."
    )
    assert exchange_over(state, men, "blue") == (
        "Exchange over: he lost none, you one, two of his ducked back, one hunkered down."
    )
    assert exchange_over(state, [], "red") == "Exchange over: nobody lost."
    assert "you" not in exchange_over(state, men)
    assert thread.count(14) == "14"
