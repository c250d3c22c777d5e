"""Nations keep their shape and colour in every battle, on its sheet as on its table."""

from __future__ import annotations

import pytest

from deadground.core.match import Match
from deadground.core.signs import signs_of
from deadground.systems import registry

BATTLES = [(system, scenario) for system in registry.systems().values() for scenario in system.scenarios]

SIGNS = {"Soviet": 0, "German": 1, "British": 2}


@pytest.mark.parametrize(
    ("system", "scenario"), BATTLES, ids=[f"{system.name} {scenario}" for system, scenario in BATTLES]
)
def test_a_nation_has_its_own_sign_on_the_sheet_and_on_the_table(system: object, scenario: str) -> None:
    (found,) = (one for one in registry.systems().values() if one is system)
    sheet = {side.name: side.sign for side in found.sheet(scenario).sides}
    assert sheet == {name: SIGNS[name] for name in sheet}
    match = Match.begin(found, found.prepare(scenario), bytes(32))
    scene = found.scene(match.view(found.seats(scenario)[0]))
    assert scene is not None
    assert {side.name: side.sign for side in scene.sides} == sheet


def test_who_would_have_the_sign_of_another_gets_one_that_is_free() -> None:
    assert signs_of(["soviet", "soviet"]) == (0, 1)
    assert signs_of(["german", "romanian", "soviet"]) == (1, 3, 0)
    assert signs_of(["martian", "german", "venusian"]) == (0, 1, 2)
