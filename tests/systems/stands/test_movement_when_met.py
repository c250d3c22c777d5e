"""What a route says for an enemy in its way may be changed when it is given. KIM-2.4a, KIM-R66"""

from __future__ import annotations

from typing import Literal

import pytest

from deadground.systems.stands.rules.movement.movement import Movement
from deadground.testing import rule
from tests.systems.stands.field import field, inf, tank
from tests.systems.stands.marches import march, place, to
from tests.systems.stands.system import playing

WOOD = """
  - {id: wood, kind: woods, polygon: [[430, 530], [570, 530], [570, 620], [430, 620]]}
"""


@rule("KIM-2.4a")
@pytest.mark.parametrize(
    ("plan", "said", "goes_on"),
    [
        ("halt", "", False),
        ("round", "", True),
        ("halt", "round", True),
        ("round", "halt", False),
    ],
)
def test_halt_or_go_round_as_the_route_says_last(
    plan: Literal["halt", "round"], said: str, goes_on: bool
) -> None:
    state = field(
        tank("a", (460, 800), order="move", arrow=0, at_halt=plan),
        inf("b", (520, 690), side="blue", facing=180),
    )
    p = march(state, {"a": {**to((460, 560)), "when_met": said}})
    assert any(event.kind == "goes_round" for event in p.events) is goes_on
    assert (place(p, "a")[1] < 690) is goes_on


@rule("KIM-2.4a")
def test_the_plan_is_proposed_and_nonsense_is_refused() -> None:
    state = field(
        tank("a", (460, 800), order="move", arrow=0, at_halt="round", route=((4600, 8000), (4600, 6000))),
    )
    with playing(state, Movement()) as p:
        assert p.asked("red").proposal["a"]["when_met"] == "round"
        (fault,) = p.refuse("red", {"a": {**to((460, 600)), "when_met": "ram"}})
        assert fault.at == "value.a.when_met"
        assert fault.reason == "'ram' is not what A may do when it is stopped: halt, round"
        p.choose("blue", {})
        p.choose("red", {"a": to((460, 600))})
        p.nothing_pending()
