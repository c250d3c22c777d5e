"""Every refusal has a reason and its rows; who is not seen is hidden by something, which is named."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from deadground import systems
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.testing import rule
from tests.systems.skirmish.orders import charge
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table

HOUSE = "  - {id: house, kind: structure, name: the barn, polygon: [[9, 26], [11, 26], [11, 28], [9, 28]]}"
CHAPTERS = sorted(Path(systems.__file__).parent.glob("*/rules/**/*.py"))


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_every_refusal_of_a_chapter_cites_its_rows(chapter: Path) -> None:
    made = [
        call
        for call in ast.walk(ast.parse(chapter.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Fault"
    ]
    bare = [ast.unparse(call) for call in made if len(call.args) + len(call.keywords) < 3]
    assert bare == []


@rule("NUTS-MELEE-02", "NUTS-LOS-01")
@pytest.mark.parametrize("pieces", [HOUSE, ""])
def test_who_cannot_charge_because_he_does_not_see_reads_what_hides_the_man(pieces: str) -> None:
    state = table(man("a", (10, 29), rank="squad_leader"), foe("x", (10, 25)), pieces=pieces)
    with playing(state, Activation("red-1"), dice=[]) as p:
        checked = p.match.check(p.asked("red").choice([charge("red-1", a="x")]))
        p.pending(red="Give the group its orders")
    found = [one for one in checked if "does not see" in one.reason]
    assert [one.reason for one in found] == (["A does not see X: the barn is in the way"] if pieces else [])
    assert all("NUTS-LOS-01" in one.rows and "NUTS-MELEE-02" in one.rows for one in found)
