"""A small scenario for tests, as text that can be changed in one place."""

from __future__ import annotations

import pytest

from deadground.core.loader import DataError, document
from deadground.systems.stands.scenario_file import Scenario, scenario_from
from tests.systems.stands.field import table

PIECES = """
  - {id: pond, kind: water, name: Duck Pond, polygon: [[450, 450], [550, 450], [550, 550], [450, 550]]}
  - {id: river, kind: river, width: 40, line: [[0, 800], [1000, 800]]}
  - {id: bridge, kind: bridge, width: 60, line: [[700, 760], [700, 840]]}
  - {id: mines, kind: minefield, polygon: [[100, 500], [200, 500], [200, 560], [100, 560]]}
  - {id: trench, kind: trench, width: 40, line: [[100, 600], [300, 600]]}
  - {id: knoll, kind: hill, level: 1, polygon: [[800, 400], [900, 400], [900, 500], [800, 500]]}
"""

TEXT = """\
scenario: Test
about: A test.
text: A page.
map: MAP
date: 1943-07
turns: 8
sides:
  - id: red
    name: Red
    edge: south
    attacker: true
    forces:
      army: Reds
      commands:
        - id: first
          name: First
          hq: {kind: hq}
          units:
            - {id: rifles, name: Rifles, cards: 2, stands: [{kind: infantry, count: 4}]}
            - {id: guns, name: Guns, stands: [{kind: zis3, count: 2}]}
    deployment:
      first.hq: {at: [500, 980]}
      first.rifles: {at: [300, 900], columns: 2}
      first.guns: {at: [400, 900]}
  - id: blue
    name: Blue
    edge: north
    forces:
      army: Blues
      commands:
        - id: first
          name: First
          hq: {kind: hq}
          units:
            - {id: tanks, name: Tanks, cards: 2, stands: [{kind: tiger_1}, {kind: pz4_mid, count: 2}]}
        - id: second
          name: Second
          hq: {kind: hq}
          units:
            - {id: foot, name: Foot, stands: [{kind: armoured_infantry, count: 3}]}
            - {id: howitzers, name: Howitzers, stands: [{kind: lefh18, count: 2}]}
    deployment:
      first.hq: {at: [500, 20]}
      first.tanks: {at: [500, 100]}
      second.hq: {at: [800, 20]}
      second.foot: {at: [800, 100]}
      second.howitzers: {at: [900, 50], columns: 1}
"""


EDGE = "    edge: north\n"


def blue(line: str) -> tuple[str, str]:
    """A line more for the blue side."""
    return EDGE, f"{EDGE}    {line}\n"


def text_with(*changes: tuple[str, str], more: str = "") -> str:
    """The scenario with some words changed, and with more lines before its sides."""
    text = TEXT.replace("MAP", table(PIECES, (1000, 1000)))
    for old, new in changes:
        assert text.count(old) == 1, f"{text.count(old)} times in the scenario: {old}"
        text = text.replace(old, new)
    return text.replace("sides:\n", f"{more}sides:\n", 1)


def scenario(*changes: tuple[str, str], more: str = "", id: str = "test") -> Scenario:
    return scenario_from(document(text_with(*changes, more=more), "test.yaml"), id)


def refused(*changes: tuple[str, str], more: str = "") -> tuple[str, str]:
    """The line that is named, as it stands in the text, and the complaint."""
    text = text_with(*changes, more=more)
    with pytest.raises(DataError) as found:
        scenario_from(document(text, "test.yaml"), "test")
    fault = found.value
    assert fault.file == "test.yaml"
    line = text.splitlines()[(fault.line or 1) - 1].strip()
    return line, f"{fault.problem} ({fault.advice})"
