"""Where a stand would rather be: progress, danger, cover and shots weighed against each other, square by square.

All is counted in tenths of a millimetre of progress, so that a weight says how far one would go out of one's way.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from deadground.space.plane import Point
from deadground.systems.stands.bots.chances import is_fighter, lives_left, worth
from deadground.systems.stands.bots.eyes import looked
from deadground.systems.stands.bots.grid import AWAY, CELL, RADIUS, Bools, Floats, apart
from deadground.systems.stands.bots.guns import FIELD_OF_FIRE, GUNS_REACH, nearest_mark
from deadground.systems.stands.bots.lanes import squares_of
from deadground.systems.stands.bots.moves import clear_of
from deadground.systems.stands.bots.picture import LAST_TURNS, Picture
from deadground.systems.stands.bots.staff import Staff, middle
from deadground.systems.stands.bots.standing import Task, slow_of
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.state import Stand

BESIDE = 1000
"""From squares so near to an enemy a march is halted beside him, and he can be charged."""

HEARD = 3800
"""A stand so near to its headquarters is in command."""

DANGER = 250
"""What a hit to be expected weighs, for each point of worth: the enemy's fire is shared by all who come."""

IN_A_LANE = 1500
"""How far anybody goes out of his way to leave a gun of his own side its shot."""

SHOTS = 2500
"""What the best shot from a square weighs, for each point of worth it may cost the enemy."""


class Sense(NamedTuple):
    """A score for each square about a stand, and the score of staying."""

    score: Floats
    stay: float


class GroundSense:
    """The eye for ground of one staff."""

    def __init__(self, staff: Staff) -> None:
        self.staff = staff
        self.picture: Picture = staff.picture
        self.craft = staff.mind.craft
        self.lanes = squares_of(staff.picture.grid, staff.lanes)
        self.ends: dict[str, Point] = {}
        """Where those go who have been given their routes already."""

    def of(self, one: Stand) -> Sense:
        kind = kind_of(one)
        task = self.staff.task_of(one)
        if kind.troop == "hq":
            score = self._near(one, self._post(one), 700, danger=5000, cover=100) - self._unheard(one)
        elif kind.troop == "supply":
            score = self._near(one, self._guns(one), 3000, danger=8000, cover=300)
        elif task is None or (self.staff.posture == "beaten" and not self._holds(one, task)):
            score = self._safe(one)
        elif kind.troop == "recon":
            score = self._goes(one, task, stop=3500, danger=9000, cover=600, shots=0)
        elif kind.artillery:
            mark = nearest_mark(self.picture, one)
            post = task.aim.at if mark is None else mark.at
            score = self._near(one, post, GUNS_REACH, danger=5000, cover=500)
        elif kind.is_gun:
            score = self._goes(
                one, task, stop=FIELD_OF_FIRE, danger=5000, cover=500, shots=SHOTS * self.craft.shots
            )
        else:
            score = self._fights(one, task)
        return Sense(score, float(score[RADIUS, RADIUS]))

    def _holds(self, one: Stand, task: Task) -> bool:
        return task.far <= task.aim.within * 2

    def _fights(self, one: Stand, task: Task) -> Floats:
        """A fighter on its way to a place: armour stands off while the enemy is there, men on foot go in."""
        if one.id in self.staff.go_in:
            return self._goes(one, task, stop=task.aim.within // 2, danger=50, cover=50, shots=0)
        pressed = self.staff.is_pressed(task)
        on_foot = kind_of(one).is_infantry
        stop = task.aim.within // 2
        storms = self.staff.storms(task.aim)
        if not on_foot and not pressed and not storms and self.staff.foes_at(task.aim, 1500):
            stop = self.craft.stands_off
        weight = worth(one) / lives_left(one) * self.staff.temper.caution * self._odds_against()
        danger = DANGER * self.craft.danger
        shots = SHOTS * self.craft.shots / (2 if pressed and not storms else 1)
        score = self._goes(
            one,
            task,
            stop=stop,
            danger=(danger / 3 if pressed or storms else danger) * weight,
            cover=100 if pressed else 250,
            shots=shots,
        )
        if 0 < self.picture.turns_left <= LAST_TURNS:
            score = score + 700 * self._beside_holders(one)
        elif not on_foot and not pressed and not storms:
            walkers = [foe for foe in self.picture.foes if kind_of(foe).is_infantry]
            if walkers:
                score = score - np.where(clear_of(self.picture, one, walkers, self.craft.keeps_off), 0, 900)
        if self.craft.looks and self.picture.enemies:
            score = looked(self.picture, one, self.ends, score, shots)
        return np.asarray(score, np.float32)

    def _odds_against(self) -> float:
        """Who is the weaker cannot afford what the stronger can."""
        return float(min(4.0, max(1.0, self.picture.balance**-3)))

    def _beside_holders(self, one: Stand) -> Bools:
        """The squares from which those who hold a place can be charged next turn."""
        holders = [foe for foe in self.picture.foes if self.picture.is_on_aim(foe)]
        return ~clear_of(self.picture, one, holders, BESIDE)

    def _goes(
        self, one: Stand, task: Task, *, stop: float, danger: float, cover: float, shots: float
    ) -> Floats:
        """Nearer is better until near enough; danger counts against a square, cover and shots for it."""
        grid = self.picture.grid
        ways = grid.about(grid.ways(grid.cell(task.aim.at), slow_of(one)), grid.cell(one.at))
        score = -np.maximum(ways, stop)
        return self._weighed(one, score, danger, cover, shots)

    def _weighed(self, one: Stand, score: Floats, danger: float, cover: float, shots: float) -> Floats:
        grid, cell = self.picture.grid, self.picture.grid.cell(one.at)
        score = score + cover * grid.about(grid.cover, cell)
        if self.picture.enemies and danger:
            there = grid.about(self.picture.threat(one.kind), cell)
            score = score - danger * there * grid.about(grid.shield, cell)
        if self.picture.enemies and shots and is_fighter(kind_of(one)):
            score = score + shots * grid.about(self.picture.targets(one.kind), cell)
        if self.lanes is not None:
            score = score - IN_A_LANE * grid.about(self.lanes, cell)
        if grid.has_mines:
            score = score - 400 * grid.about(grid.mines, cell)
        return np.asarray(score, np.float32)

    def _near(self, one: Stand, post: Point, within: int, *, danger: float, cover: float) -> Floats:
        """Close to a point, and out of trouble."""
        grid = self.picture.grid
        row, col = grid.cell(one.at)
        rows = np.arange(row - RADIUS, row + RADIUS + 1)[:, None] - RADIUS
        cols = np.arange(col - RADIUS, col + RADIUS + 1)[None, :] - RADIUS
        away = np.hypot(rows * CELL - post[1], cols * CELL - post[0])
        score = -np.maximum(away, within) - 900 * grid.about(grid.bad, (row, col))
        return self._weighed(one, score.astype(np.float32), danger, cover, 0)

    def _unheard(self, one: Stand) -> Floats:
        """What it costs a headquarters to be out of reach of its units: each would have to roll for its card."""
        cost = np.zeros(AWAY.shape, np.float32)
        row, col = self.picture.grid.cell(one.at)
        for unit, stands in self.picture.units.items():
            if stands[0].command != one.command:
                continue
            far = np.zeros(AWAY.shape, np.float32)
            for r, c in {self.picture.grid.cell(self.ends.get(other.id, other.at)) for other in stands}:
                np.maximum(far, apart(r - row, c - col), out=far)
            far = far * CELL - HEARD
            cost += np.where(far > 0, 300 * self.picture.unit(unit).cards + 0.3 * far, 0)
        return cost

    def _post(self, one: Stand) -> Point:
        """Where a headquarters belongs: behind the middle of its own, where all of them hear it."""
        own = [other for other in self.picture.fighters if other.command == one.command]
        if not own:
            return one.at
        points = [self.ends.get(other.id, other.at) for other in own]
        x, y = sum(at[0] for at in points) // len(points), sum(at[1] for at in points) // len(points)
        fx, fy = self.picture.forward
        return x - fx * 1200, y - fy * 1200

    def _guns(self, one: Stand) -> Point:
        guns = [
            other for other in self.picture.own if other.command == one.command and kind_of(other).artillery
        ]
        return middle(guns) if guns else one.at

    def _safe(self, one: Stand) -> Floats:
        """Out of fire, in cover, and rather nearer to home."""
        grid = self.picture.grid
        fx, fy = self.picture.forward
        row, col = grid.cell(one.at)
        rows = np.arange(row - RADIUS, row + RADIUS + 1)[:, None]
        cols = np.arange(col - RADIUS, col + RADIUS + 1)[None, :]
        score = (-0.3 * CELL * (rows * fy + cols * fx)).astype(np.float32)
        return self._weighed(one, score, 6000, 800, 0)
