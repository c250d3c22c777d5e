"""What hits do, and who reads of shots and hits. KIM-4.1, KIM-4.2d"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.stands.rules.fire.firing import fire, shot_at
from deadground.systems.stands.rules.fire.hits import destroy, hit
from deadground.systems.stands.rules.fire.shots import chance_words
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing import bounds, rule
from tests.systems.stands.field import field, hq, inf, stand
from tests.systems.stands.system import game


def took(
    kind: str, hits: int, options: dict[str, str] | None = None, **changes: Any
) -> tuple[bool, StandsState]:
    """Whether a stand is still there after so many hits."""
    state = field(stand("b", kind, (500, 500), "blue", **changes))
    g = game(state, options=options)
    target: Stand = state.stands["b"]
    for _ in range(hits):
        hit(g, target, "a")
    return "b" in state.stands, state


@bounds("KIM-4.1a")
@pytest.mark.parametrize("kind", ["infantry", "armoured_infantry", "hq", "cavalry"])
def test_infantry_is_marked_first_and_removed_second(kind: str) -> None:
    left, state = took(kind, 1)
    assert left
    assert state.stands["b"].hits == 1
    assert state.commands["blue_command"].losses == 0
    left, state = took(kind, 2)
    assert not left
    assert state.commands["blue_command"].losses == 1


@rule("KIM-4.2d")
@bounds("KIM-4.1a")
def test_specialists_have_two_lives_as_well() -> None:
    assert took("infantry", 1, specialist=True)[0]
    assert not took("infantry", 2, specialist=True)[0]
    state = field(inf("a", (500, 600)), inf("b", (500, 500), "blue", specialist=True))
    assert shot_at(state, state.stands["a"], state.stands["b"]).needed == 7


@bounds("KIM-4.1a")
@pytest.mark.parametrize(
    "kind", ["sherman", "pak40", "artillery", "truck", "recon", "supply", "apc", "marder3"]
)
def test_all_else_is_removed_on_one_hit_and_leaves_a_trace(kind: str) -> None:
    left, state = took(kind, 1)
    assert not left
    trace = state.fallen["b"]
    assert (trace.kind, trace.at, trace.turn, trace.seen) == (kind, (5000, 5000), 1, True)


@rule("KIM-4.2d")
@bounds("KIM-4.1a")
@pytest.mark.parametrize(
    ("hits", "words"), [(0, "40% to hit, needs 7 on a D10"), (1, "40% to destroy, needs 7 on a D10")]
)
def test_a_chance_is_to_hit_until_one_hit_is_enough_to_destroy(hits: int, words: str) -> None:
    state = field(inf("a", (500, 600)), inf("b", (500, 500), "blue", specialist=True, hits=hits))
    shot = shot_at(state, state.stands["a"], state.stands["b"])
    assert chance_words(state, shot, {}) == words


@bounds("KIM-4.1a")
def test_a_third_hit_finds_nobody_and_counts_no_second_loss() -> None:
    left, state = took("infantry", 3)
    assert not left
    assert state.commands["blue_command"].losses == 1
    assert len(state.fallen) == 1


@bounds("KIM-4.1a")
def test_an_hq_as_its_model_falls_to_one_hit() -> None:
    assert took("hq", 1, {"hq_target": "infantry"})[0]
    assert not took("hq", 1, {"hq_target": "as_model"})[0]


@bounds("KIM-4.1a")
def test_what_befalls_a_hidden_stand_is_told_to_its_own_side() -> None:
    state = field(inf("b", (500, 500), "blue", hidden=True), hq("h", (900, 900), "blue"))
    g = game(state)
    hit(g, state.stands["b"], "a")
    hit(g, state.stands["b"], "a")
    assert [(event.seen.kind, event.seen_by) for event in g.events] == [
        ("marked", ("blue",)),
        ("destroyed", ("blue",)),
    ]
    assert not state.fallen["b"].seen
    destroy(g, state.stands["h"], "blown up", "KIM-4.1a")
    assert g.events[-1].seen_by is None
    assert g.events[-1].seen.text == "H is destroyed: blown up."


@rule("KIM-4.2a")
def test_a_hidden_shooter_is_told_to_its_own_side_the_others_read_what_was_hit() -> None:
    state = field(
        inf("a", (500, 600), hidden=True),
        inf("b", (500, 500), "blue"),
        inf("c", (600, 500), "blue", hidden=True),
    )
    g = game(state, [6, 6])
    fire(g, shot_at(state, state.stands["a"], state.stands["b"]))
    assert (g.events[-1].seen_by, g.events[-1].masked) == (("red",), "B is fired at: hit.")
    state.stands["a"].hidden = False
    fire(g, shot_at(state, state.stands["a"], state.stands["c"]))
    assert (g.events[-1].seen_by, g.events[-1].masked) == (("blue",), None)


@bounds("KIM-4.1a")
@pytest.mark.parametrize(("by", "word"), [("a", "hit by A"), ("h", "hit"), ("gone", "hit")])
def test_the_log_names_who_hit_unless_he_is_hidden_or_off_the_table(by: str, word: str) -> None:
    state = field(inf("a", (500, 600)), inf("h", (600, 600), hidden=True), inf("b", (500, 500), "blue"))
    g = game(state)
    hit(g, state.stands["b"], by)
    hit(g, state.stands["b"], by)
    assert [event.seen.text for event in g.events] == [
        f"B is {word} and carries a marker.",
        f"B is destroyed: {word}.",
    ]
