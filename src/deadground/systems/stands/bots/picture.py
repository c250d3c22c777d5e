"""What a bot makes of its view: who is where, what is wanted, where it is dangerous and where one can shoot."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from deadground.core.memory import Memory
from deadground.core.view import View
from deadground.space.crowd import Crowd
from deadground.space.lazy import lazy
from deadground.space.plane import Facing, Point, distance, root, vector
from deadground.space.units import Tenths, mm
from deadground.systems.stands.bots.chances import (
    Table,
    is_fighter,
    lives_left,
    spread,
    table,
    worth,
    worth_of,
)
from deadground.systems.stands.bots.grid import AWAY, COVERED, OFF_X, OFF_Y, Bools, Floats, grid_of
from deadground.systems.stands.game import enemies_of, kind_of, stands_of
from deadground.systems.stands.kinds import Kind, kind
from deadground.systems.stands.rules.visibility.look import is_dug_in
from deadground.systems.stands.scenario_file import scenario_named
from deadground.systems.stands.state import Stand, StandsState, Unit, side_of
from deadground.systems.stands.victory import Hold

LAST_TURNS = 3
"""When no more turns than this are left, who holds what decides."""


FIELDS: Memory[Hashable, Floats] = Memory(200)
"""Where danger and targets were found to be: cards and routes of one turn mostly ask about the same enemies."""


class Aim(msgspec.Struct, frozen=True):
    """A place that counts: what holding it brings, and what it would bring the enemy."""

    name: str
    at: Point
    within: Tenths
    points: int
    denies: int

    @property
    def weight(self) -> int:
        return self.points + self.denies


class Picture:
    """A battle as one side sees it at one moment."""

    def __init__(self, view: View[Any]) -> None:
        state: StandsState = view.state
        self.view = view
        self.state = state
        self.options = view.options
        self.side = side_of(state, view.seat)
        self.seat = state.seats[view.seat]
        self.date = (state.year, state.month)
        self.grid = grid_of(state)
        self.friends = stands_of(state, self.side)
        self.own = [one for one in self.friends if one.command in self.seat.commands]
        self.enemies = [one for one in enemies_of(state, self.side) if not one.hidden]
        self.turns_left = state.last_turn - state.turn
        """How many turns come after this one."""
        self._fields: dict[tuple[str, str], Floats] = {}

    @lazy
    def on_table(self) -> list[Stand]:
        """Everybody whose base can be in a line of fire."""
        return [one for one in self.state.stands.values() if not one.hidden]

    @lazy
    def fighters(self) -> list[Stand]:
        """The own stands that count for ground."""
        return [one for one in self.own if is_fighter(kind_of(one))]

    @lazy
    def foes(self) -> list[Stand]:
        """The enemies on the table that fight."""
        return [one for one in self.enemies if is_fighter(kind_of(one))]

    @lazy
    def crowd(self) -> Crowd:
        """Where the enemies on the table stand."""
        return Crowd(one.base for one in self.enemies)

    @lazy
    def units(self) -> dict[str, list[Stand]]:
        """The own stands that take cards, by unit."""
        found: dict[str, list[Stand]] = {}
        for one in self.own:
            if kind_of(one).troop not in ("hq", "supply"):
                found.setdefault(one.unit, []).append(one)
        return found

    def unit(self, id: str) -> Unit:
        return self.state.units[id]

    @lazy
    def aims(self) -> list[Aim]:
        return aims_of(self.state.scenario, self.side)

    @lazy
    def balance(self) -> float:
        """Own strength to what the enemy is thought to have left; what is told but not seen counts for less."""
        own = sum(worth(one) for one in self.friends if is_fighter(kind_of(one)))
        seen = sum(worth(one) for one in self.foes)
        dead = sum(worth_of(one.kind) for one in self.state.fallen.values() if one.side != self.side)
        told = sum(worth_of(word) * count for word, count in self.state.sides[self.side].known_enemy)
        return own / max(1.0, seen + 0.8 * max(0.0, told - dead - seen))

    @lazy
    def forward(self) -> tuple[int, int]:
        """The way the side looks across the table."""
        return {"north": (0, 1), "south": (0, -1), "west": (1, 0), "east": (-1, 0)}[
            self.state.sides[self.side].edge
        ]

    def leftness(self, at: Point) -> int:
        """How far to the left of the middle of the table a point lies, as the side looks across it."""
        x, y = at[0] - self.grid.ground.width // 2, at[1] - self.grid.ground.height // 2
        fx, fy = self.forward
        return fy * x - fx * y

    @lazy
    def _shooters(self) -> list[tuple[str, tuple[int, int], Floats]]:
        """The enemies who shoot: of which kind, in which square, and as 1 and 0 what they can shoot at about it."""
        found = []
        for enemy in self.enemies:
            if shoots(kind_of(enemy)):
                cell = self.grid.cell(enemy.at)
                under_fire = self.grid.window(cell).shot & arc_mask(enemy.facing, half_arc(enemy))
                found.append((enemy.kind, cell, under_fire.astype(np.float32)))
        return found

    @lazy
    def _marks(self) -> list[tuple[str, tuple[int, int], Floats]]:
        """The enemies to shoot at: of which kind, in which square, and what a hit from about there is worth."""
        found = []
        for enemy in self.enemies:
            cell = self.grid.cell(enemy.at)
            weight = self.weight(enemy) * (COVERED if self.grid.cover[cell] else np.float32(1))
            found.append((enemy.kind, cell, self.grid.window(cell).under_fire * np.float32(weight)))
        return found

    @lazy
    def _enemies_now(self) -> Hashable:
        """All that decides who is in danger where, and what can be hit from where, as a key."""
        return (
            self.grid,
            self.date,
            tuple((one.kind, one.at, one.facing, half_arc(one), self.weight(one)) for one in self.enemies),
        )

    def _field(self, word: str, kind_id: str, work_out: Callable[[str], Floats]) -> Floats:
        """A field that is kept: with this picture, and for others in which the enemies are the same. Kinds that hit
        or are hit alike have the same."""
        found = self._fields.get((word, kind_id))
        if found is None:
            question = word, self._tables(word, kind_id), self._enemies_now
            found = FIELDS.recall(question, lambda: work_out(kind_id))
            self._fields[word, kind_id] = found
        return found

    def _tables(self, word: str, kind_id: str) -> tuple[Table, ...]:
        """The chances of the enemies' kinds at a kind, or of a kind at theirs."""
        if word == "threat":
            return tuple(
                [table(self.date, shooter, kind_id) for shooter in self._kinds if shoots(kind(shooter))]
            )
        return tuple([table(self.date, kind_id, target) for target in self._kinds])

    @lazy
    def _kinds(self) -> list[str]:
        """The kinds of the enemies, each once."""
        return list(dict.fromkeys(one.kind for one in self.enemies))

    def threat(self, kind_id: str) -> Floats:
        """For each square, the hits that a stand of a kind would have to expect there in a turn, in the open."""
        return self._field("threat", kind_id, self._threat)

    def _threat(self, kind_id: str) -> Floats:
        found = np.zeros(self.grid.cover.shape, np.float32)
        for shooter, cell, under_fire in self._shooters:
            about = self.grid.about(found, cell)
            about += spread(self.date, shooter, kind_id) * under_fire
        return found

    def targets(self, kind_id: str) -> Floats:
        """For each square, what the best shot from there at an enemy that is known would be worth."""
        return self._field("targets", kind_id, self._targets)

    def _targets(self, kind_id: str) -> Floats:
        found = np.zeros(self.grid.cover.shape, np.float32)
        for target, cell, worth_of_hit in self._marks:
            about = self.grid.about(found, cell)
            np.maximum(about, spread(self.date, kind_id, target) * worth_of_hit, out=about)
        return found

    def weight(self, enemy: Stand) -> float:
        """What it is worth to hit an enemy: his value over the hits he bears, and more if he sits on an aim."""
        more = (2.5 if self.turns_left <= LAST_TURNS else 1.5) if self.is_on_aim(enemy) else 1.0
        return worth(enemy) / 2.5 / lives_left(enemy) * more

    @lazy
    def _on_aim(self) -> dict[str, bool]:
        return {}

    def is_on_aim(self, one: Stand) -> bool:
        """Whether a stand is at a place that counts, and fights for it."""
        found = self._on_aim.get(one.id)
        if found is None:
            near = any(distance(one.at, aim.at) <= aim.within for aim in self.aims)
            found = self._on_aim[one.id] = near and is_fighter(kind_of(one))
        return found

    def in_cover(self, one: Stand) -> bool:
        return bool(self.grid.cover[self.grid.cell(one.at)]) or is_dug_in(self.state, one)

    def danger(self, one: Stand) -> float:
        """The hits a stand must expect where it is."""
        there = float(self.threat(one.kind)[self.grid.cell(one.at)])
        return there * float(COVERED) if self.in_cover(one) else there

    @lazy
    def _nearest(self) -> dict[Point, Stand | None]:
        return {}

    def nearest_foe(self, at: Point) -> Stand | None:
        """The enemy on the table who is nearest to a place."""
        if at not in self._nearest:
            (x, y), away = at, []
            for one in self.enemies:
                dx, dy = one.at[0] - x, one.at[1] - y
                away.append(dx * dx + dy * dy)
            least = root(min(away, default=0))
            near = [one for one, square in zip(self.enemies, away, strict=True) if root(square) == least]
            self._nearest[at] = min(near, key=lambda one: one.id, default=None)
        return self._nearest[at]


ALL_ROUND: Bools = np.ones(AWAY.shape, np.bool_)


def shoots(what: Kind) -> bool:
    """Whether a kind is to be feared for its fire."""
    return what.troop not in ("hq", "supply", "recon")


def half_arc(one: Stand) -> int:
    """Half of a stand's arc of fire in degrees; a hidden one faces as it likes."""
    what: Kind = kind_of(one)
    if one.hidden or what.turret:
        return 180
    return 90 if what.is_infantry else 45


@lru_cache(maxsize=256)
def _mask(step: int, half: int) -> Bools:
    x, y = vector(step * 100)
    length = np.maximum(AWAY, 1)
    along = (OFF_X * x + OFF_Y * y) / np.hypot(x, y)
    slack = np.float32(np.cos(np.radians(min(half + 6, 180))))
    return np.asarray(along * 250 / length >= slack, np.bool_)


def arc_mask(facing: Facing, half: int) -> Bools:
    """The squares of a window that a stand's arc takes in, a little generously."""
    return ALL_ROUND if half >= 180 else _mask(facing // 100, half)


@lru_cache(maxsize=64)
def aims_of(scenario: str, side: str) -> list[Aim]:
    """The places that a scenario gives points for, whoever gets them."""
    found: dict[tuple[int, int], Aim] = {}
    for one in scenario_named(scenario).file.victory:
        if not isinstance(one, Hold):
            continue
        at = mm(one.at[0]), mm(one.at[1])
        known = found.get(at) or Aim(one.name, at, mm(one.within), 0, 0)
        own = one.side == side
        found[at] = msgspec.structs.replace(
            known,
            name=one.name if own else known.name,
            points=known.points + one.points * own,
            denies=known.denies + one.points * (not own),
        )
    return list(found.values())
