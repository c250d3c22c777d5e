"""Every rule row that the page is shown beside a line is a row of the catalogue, and every line is a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from deadground.core.match import Match
from deadground.core.messages import AckMessage, AnyCall
from deadground.core.scene import LOOKS, Line, Look
from deadground.core.table import Table
from deadground.systems.registry import catalogue
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.system import STANDS
from deadground.testing.conformance.questions import questions

TURNS = 25


def known() -> set[str]:
    book = catalogue("stands")
    return {*book.rows, *book.rulings}


def check(lines: Iterable[Line]) -> None:
    for line in lines:
        assert set(line.rows) <= known(), line
        assert line.text[0].isupper() or line.text[0].isdigit(), line
        assert line.text.endswith("."), line


def check_look(found: Look) -> None:
    check(found.lines)
    assert {shape.look for shape in found.shapes} <= set(LOOKS)


def asked(match: Match[StandsState], seat: str, call: AnyCall) -> None:
    answer, _ = Table(match).call(seat, call)
    if isinstance(answer, AckMessage) and answer.look is not None:
        check_look(answer.look)


@pytest.mark.parametrize("scenario", ["first-lesson", "vesnya-crossings"])
def test_lines_of_scenes_looks_and_gestures(scenario: str) -> None:
    rng = Random(11)
    match = Match.begin(STANDS, STANDS.prepare(scenario), bytes(range(32)))
    for _ in range(TURNS):
        for seat in match.to_act():
            scene = STANDS.scene(match.view(seat))
            check([line for token in scene.tokens.values() for line in token.lines])
            check(scene.digest)
            for call in questions(match, seat, rng):
                asked(match, seat, call)
        if match.outcome is not None:
            break
        seat = match.to_act()[0]
        view = match.view(seat)
        request = view.requests[0]
        match.submit(request.choice(request.sample(view, rng)))
