"""A small battle in two versions that differ only in where a hidden stand is, each on a server of its own.

In the one it lies at the edge of a wood beside the road that the scouts take, in the other at the far end of that
wood. Its name is a marker that can be searched for. The dice of all games are the same, so that the same choices
lead to the same battle: whatever else differs in what a seat is sent would tell of the hidden stand.
"""

from __future__ import annotations

from collections.abc import Mapping

from deadground import cli
from deadground.core import match
from deadground.core.loader import document
from deadground.systems.stands.scenario_file import SCENARIOS, scenario_from
from deadground.systems.stands.system import STANDS, StandsSystem

SCENARIO = "ambush"
WITH, WITHOUT = "by the road", "far from it"
PLACE = {WITH: (385, 420), WITHOUT: (435, 505)}
SECRET = "Kestrel"
"""In the names of the hidden stand and its unit, and in nothing else."""

PLAYERS = {"red": 2, "blue": 2}
SEATS = ("red", "red_2", "blue", "blue_2", "umpire")

TEXT = """
scenario: Ambush
about: Scouts come down a road. Is there anybody in the wood?
text: A test.
map: first-lesson
date: 1943-08
turns: 4
nights: [3]
victory:
  - {{kind: losses, side: red, name: All are lost, stands: 8}}
sides:
  - id: red
    name: Red
    edge: west
    attacker: true
    intelligence: totals
    general_cards: 1
    squadrons: [{{id: wing, name: Red wing, a_day: 1}}]
    forces:
      army: Red column
      commands:
        - id: van
          name: Van
          hq: {{kind: hq, name: Van headquarters}}
          units:
            - {{id: point, name: Point, cards: 1, stands: [{{kind: infantry, count: 2, name: Scouts}}]}}
        - id: foot
          name: Rifle company
          hq: {{kind: hq, name: Rifle headquarters}}
          units:
            - {{id: rifles, name: Rifles, cards: 1, stands: [{{kind: infantry, count: 2, name: Rifles}}]}}
    deployment:
      van.hq: {{at: [60, 300]}}
      van.point: {{stands: [{{at: [190, 316]}}, {{at: [150, 316]}}]}}
      foot.hq: {{at: [25, 500]}}
      foot.rifles: {{stands: [{{at: [60, 540]}}, {{at: [60, 580]}}]}}
  - id: blue
    name: Blue
    edge: east
    intelligence: totals
    squadrons: [{{id: wing, name: Blue wing, a_day: 1}}]
    forces:
      army: Blue rearguard
      commands:
        - id: fore
          name: Fore company
          hq: {{kind: hq, name: Fore headquarters}}
          units:
            - id: lair
              name: {secret} platoon
              cards: 1
              stands: [{{kind: infantry, name: {secret}, hidden: true}}]
        - id: rear
          name: Rear company
          hq: {{kind: hq, name: Rear headquarters}}
          units:
            - {{id: men, name: Grenadiers, cards: 1, stands: [{{kind: infantry, count: 2, name: Grenadiers}}]}}
    deployment:
      fore.hq: {{at: [620, 420]}}
      fore.lair: {{stands: [{{at: [{x}, {y}], facing: 300}}]}}
      rear.hq: {{at: [855, 500]}}
      rear.men: {{stands: [{{at: [850, 540]}}, {{at: [850, 580]}}]}}
"""


class WithAmbush(StandsSystem):
    """Stands with this battle too."""

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {**super().scenarios, SCENARIO: "A test."}


def start(version: str) -> str:
    """The program of a server that has one version of the battle."""
    return f"from tests.browser.ambush import main; main({version!r})"


def main(version: str) -> None:
    """The `deadground` command with a version of the battle; every game has the same dice."""
    x, y = PLACE[version]
    text = TEXT.format(x=x, y=y, secret=SECRET)
    SCENARIOS.given[SCENARIO] = scenario_from(document(text, "ambush.yaml"), SCENARIO)
    STANDS.__class__ = WithAmbush
    vars(match)["new_seed"] = lambda: bytes(range(32))
    cli.main()
