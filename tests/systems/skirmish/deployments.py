"""Small battles in which men are set up and come on, as scenario files say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256

from deadground.core.loader import document
from deadground.systems.maps import parse_map
from deadground.systems.skirmish.game import MAPS
from deadground.systems.skirmish.scenario_file import SCENARIOS, Scenario, read_scenario
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.system import SkirmishSystem
from deadground.testing.play import Play, play

TABLE = """
name: Six sections
unit: in
size: [72, 48]
level_height: 3
zones:
  entry:
    late: [{edge: north, from: [60, 0], to: [72, 0]}]
  exits:
    - {id: gap, from: [72, 20], to: [72, 28]}
  setup: {post: [5, 6]}
  areas: {hollow: [[2, 40], [20, 40], [20, 46], [2, 46]]}
features:
  - {id: pond, kind: water, polygon: [[8, 42], [11, 42], [11, 44], [8, 44]]}
"""
MAPS.given["six-sections"] = parse_map(TABLE, "six-sections")

BATTLE = """
scenario: Test
about: A battle of tests.
map: six-sections
turns: 6
{more}
sides:
  - id: red
    name: Red
    edge: south
    {red}
    units:
      - id: first
        name: First
        men:
          - {{name: Ada, at: [4, 43], rep: 5, rank: squad_leader, weapons: [core.smg]}}
          - {{name: Bea, at: [6, 43], weapons: [core.ba_rifle]}}
      - id: second
        name: Second
        men:
          - {{name: Cleo, at: [36, 47.4], rep: 5, rank: squad_leader, weapons: [core.ba_rifle]}}
          - {{name: Dora, at: [37.5, 47.4], weapons: [core.ba_rifle]}}
  - id: blue
    name: Blue
    edge: north
    {blue}
    units:
      - id: post
        name: Post
        men:
          - {{name: Xaver, at: [60, 10], facing: 180, rep: 5, rank: squad_leader, weapons: [core.ba_rifle]}}
          - {{name: Yves, at: [62, 10], facing: 180, weapons: [core.ba_rifle]}}
"""


def battle(red: str = "", blue: str = "", more: str = "") -> str:
    """The text of a battle in which sides come on as they say."""
    return BATTLE.format(red=red, blue=blue, more=more)


def read(text: str, id: str = "battle") -> Scenario:
    return read_scenario(document(text, "battle.yaml"), id)


class OneBattle(SkirmishSystem):
    """The skirmish with a battle that lies in no file."""

    def __init__(self, scenario: str) -> None:
        self.scenario = scenario

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {self.scenario: "A battle of tests."}


@contextmanager
def on_the_shelf(text: str) -> Iterator[OneBattle]:
    """The skirmish with that battle, as long as it is wanted."""
    name = f"test-{sha256(text.encode()).hexdigest()[:8]}"
    SCENARIOS.given[name] = read(text, name)
    try:
        yield OneBattle(name)
    finally:
        del SCENARIOS.given[name]


@contextmanager
def begun(text: str, dice: Iterable[int] = (), **options: str) -> Iterator[Play[SkirmishState]]:
    """That battle, played from its beginning to where the test leaves it."""
    with on_the_shelf(text) as system, play(system, system.scenario, dice=dice, options=options) as p:
        yield p
        p.pending(**{seat: p.asked(seat).prompt for seat in p.match.to_act()})


def by_name(p: Play[SkirmishState], name: str) -> Figure:
    everybody = (*p.state.figures.values(), *p.state.to_come.values())
    return next(one for one in everybody if one.name == name)


def end_turn(p: Play[SkirmishState]) -> None:
    """Both sides let their phases go by."""
    turn = p.state.turn
    while p.state.turn == turn and p.outcome is None:
        p.choose(p.match.to_act()[0], "end_phase")
