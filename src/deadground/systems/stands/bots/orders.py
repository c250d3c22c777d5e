"""The cards of `steady`: what each stand means to do, put together into the few cards its unit has."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np

from deadground.space.plane import Facing, Point, distance
from deadground.systems.stands.bots.charges import Assault, assaults_of
from deadground.systems.stands.bots.grid import AWAY, RADIUS
from deadground.systems.stands.bots.ground_sense import GroundSense
from deadground.systems.stands.bots.guns import (
    INDIRECT,
    battery_marks,
    nearest_mark,
    should_come_up,
    should_displace,
)
from deadground.systems.stands.bots.hand import Hand
from deadground.systems.stands.bots.moves import in_arrow, toward, within_march
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.bots.shelter import shelter
from deadground.systems.stands.bots.shots import WORTH_BEING_SEEN, bears_on, best_now, is_worth_being_seen
from deadground.systems.stands.bots.staff import Staff, middle
from deadground.systems.stands.bots.standing import Task
from deadground.systems.stands.bots.works import is_at_work
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.cards.command import suits
from deadground.systems.stands.rules.movement.allowance import chart_move
from deadground.systems.stands.rules.visibility.look import is_dug_in
from deadground.systems.stands.state import Stand

Word = Literal["fire", "ambush", "move", "turn", "work", "dig", "prone", "wait"]

COMES_BY = 8500
"""An enemy further off than this does not come into anybody's sights this turn."""


SHELTER = 5.0
"""Nothing weighs more with a stand than getting out of fire into cover that is at hand."""

DISPLACES = 1.7
"""A gun that has to go elsewhere takes the others of its card along, rather than wait with them."""

STEPS_ASIDE = 2.6
"""Who stands before a gun of his own side that has a shot makes way for it, rather than fire himself."""

A_SHOT = 0.1
"""A gun on the table has nothing better to do than to fire, if it has so much hope."""


class Intent(NamedTuple):
    """What a stand means to do, and how much hangs on it."""

    word: Word
    weight: float


class CardPlan:
    """The cards of one turn."""

    def __init__(self, staff: Staff) -> None:
        self.staff = staff
        self.picture: Picture = staff.picture
        self.craft = staff.mind.craft
        self.sense = GroundSense(staff)
        self.hand = Hand(self.picture)
        self.reasons: list[str] = []
        self.sheltering: dict[str, Point] = {}
        """Those in the open under fire with cover beside them, and where they step into it."""
        self.staying: set[str] = set()
        """Those on a card to move whose leader finds nothing better in reach than where he is."""

    def laid(self) -> list[dict[str, Any]]:
        charging = {one.id: assault for assault in assaults_of(self.staff) for one in assault.party}
        for unit, stands in self.picture.units.items():
            assaults = {id(charging[one.id]): charging[one.id] for one in stands if one.id in charging}
            rest = [one for one in stands if one.id not in charging]
            waiting = list(assaults.values())
            while waiting:
                assault = waiting.pop(0)
                others = [*rest, *(one for later in waiting for one in later.party)]
                is_last = self.hand.left(unit) <= 1
                if (is_last and self._urgent(others)) or not self._charge(unit, assault):
                    rest += assault.party
            self._lay(unit, rest)
        return self.hand.laid

    def _charge(self, unit: str, assault: Assault) -> bool:
        """Lay the card for a charge; False if there is none left."""
        if not self.hand.lay(unit, "charge", assault.party):
            return False
        self.reasons.append(
            f"A charge by {self.picture.unit(unit).name}, {len(assault.party)} stands to one: {assault.enemy.name} "
            "is in the way."
        )
        return True

    def _lay(self, unit: str, stands: list[Stand]) -> None:
        """Group the stands of a unit by what they mean to do, the weightiest first."""
        groups: dict[Word, list[Stand]] = {}
        weights: dict[Word, float] = {}
        for one in stands:
            intent = self.intent(one)
            groups.setdefault(intent.word, []).append(one)
            weights[intent.word] = weights.get(intent.word, 0.0) + intent.weight
        cards = self.hand.left(unit)
        if len(groups) > cards:
            self._merge(groups, weights, max(1, cards))
        for word in sorted(groups, key=lambda word: (-weights[word], word)):
            self._card(unit, word, groups[word], weights[word])

    def _merge(self, groups: dict[Word, list[Stand]], weights: dict[Word, float], cards: int) -> None:
        """Fewer cards than wishes: those who only wait join those who fire, and the least wish gives way."""
        order: tuple[Word, ...] = ("wait", "dig", "prone", "ambush")
        for word in order:
            if len(groups) > cards and word in groups and "fire" in groups:
                groups["fire"] += groups.pop(word)
                weights["fire"] += weights.pop(word)
        if len(groups) > cards and "fire" in groups and "move" in groups:
            share = len(groups["fire"]) / (len(groups["fire"]) + len(groups["move"]))
            both = [*groups["fire"], *groups["move"]]
            if (self._urgent(groups["move"]) or share < self.craft.mostly) and all(
                suits(kind_of(one), "move_and_fire") is None for one in both
            ):
                groups["move"] = both
                weights["move"] += weights.pop("fire")
                del groups["fire"]
        if len(groups) > cards and "move" in groups and self._urgent(groups["move"]):
            weights["move"] = max(weights.values()) + 1
        while len(groups) > cards:
            least = min(groups, key=lambda word: (weights[word], word))
            most = max(groups, key=lambda word: (weights[word], word))
            groups[most] += groups.pop(least)
            weights.pop(least)

    def _urgent(self, stands: list[Stand]) -> bool:
        """Whether one of some stands would stay in the open under fire beside cover, if it had no card to move."""
        return any(one.id in self.sheltering or shelter(self.picture, one) is not None for one in stands)

    def intent(self, one: Stand) -> Intent:
        """What a stand means to do; one that would stay in the open under fire steps into cover that is at hand."""
        wish = self._wish(one)
        if one.id in self.staff.in_the_way:
            return Intent("move", STEPS_ASIDE)
        step = shelter(self.picture, one) if wish.word != "move" else None
        if step is None:
            return wish
        self.sheltering[one.id] = step
        return Intent("move", SHELTER)

    def _wish(self, one: Stand) -> Intent:
        """What a stand would like to do, by what it is and what it sees."""
        kind = kind_of(one)
        task = self.staff.task_of(one)
        if kind.troop == "recon":
            return Intent("move", 1.0)
        if one.id in self.staff.go_in or (
            task and one.id in self.staff.detached and not self._is_placed(one, task)
        ):
            return Intent("move", 3.6)
        if one.id in self.staff.works:
            return self._at_work(one)
        if one.hidden:
            return self._in_hiding(one, task)
        if kind.artillery:
            return self._gun_line(one, task)
        chance, enemy = best_now(self.picture, one)
        good = enemy is not None and chance >= (A_SHOT if kind.is_gun else self.staff.temper.good_shot)
        if enemy is not None and good and not (task and self._must_go(one, task, enemy)):
            return Intent("fire", 1.0 + 4 * chance)
        if task is None or kind.is_gun:
            moves = task is not None and should_displace(self.staff, one, task)
            return Intent("move", DISPLACES) if moves else Intent("wait", 0.3)
        if self._is_placed(one, task) and not self._must_clear(task):
            return self._on_the_spot(one)
        if self.staff.posture == "hold" and self.picture.in_cover(one) and task.far < 3 * task.aim.within:
            return Intent("wait", 0.5)
        return Intent("move", 2.0 if self.staff.is_pressed(task) else 1.4)

    def _at_work(self, one: Stand) -> Intent:
        """A stand with a task of its scenario goes there and does it."""
        task, _ = self.staff.works[one.id]
        return Intent("work", 3.6) if is_at_work(one, task) else Intent("move", 2.4)

    def _must_go(self, one: Stand, task: Task, enemy: Stand) -> bool:
        """Whether a shot must wait: the place would not be reached in time, or others hold it to the last."""
        if kind_of(one).is_gun or self.staff.posture != "attack":
            return False
        if self.picture.turns_left <= 1 and self.staff.foes_at(task.aim):
            return not self.picture.is_on_aim(enemy) and distance(one.at, task.aim.at) < 3000
        if not self.staff.is_pressed(task):
            return False
        return not self._is_placed(one, task) and not self.staff.foes_at(task.aim, 500)

    def _must_clear(self, task: Task) -> bool:
        """Whether the end is near and others are still there: then nobody sits still."""
        last = 0 < self.picture.turns_left <= 1 and self.staff.posture == "attack"
        return last and bool(self.staff.foes_at(task.aim))

    def _is_placed(self, one: Stand, task: Task) -> bool:
        return distance(one.at, task.aim.at) <= task.aim.within * 9 // 10

    def _on_the_spot(self, one: Stand) -> Intent:
        """On the place that counts: dig in while it is quiet, keep down under fire one cannot answer."""
        nearest = self.picture.nearest_foe(one.at)
        away = distance(nearest.at, one.at) if nearest else 10**6
        if kind_of(one).is_infantry:
            quiet = away > 6000 or (away > self.craft.near and self.picture.danger(one) < 0.1)
            if quiet and not is_dug_in(self.picture.state, one):
                return Intent("dig", 0.8)
            if away > self.craft.near and self.picture.danger(one) > 0.2:
                return Intent("prone", 0.6)
        return Intent("wait", 0.5)

    def _in_hiding(self, one: Stand, task: Task | None) -> Intent:
        """A hidden stand waits for a shot worth being seen for; if there is one already, it fires."""
        gun = kind_of(one).troop == "at_gun"
        chance, enemy = best_now(self.picture, one, armour_only=gun)
        if enemy is None and gun:
            chance, enemy = best_now(self.picture, one)
            enemy = enemy if enemy is not None and distance(enemy.at, one.at) < self.craft.near else None
        if enemy is not None and is_worth_being_seen(self.picture, one, enemy, chance):
            return Intent("fire", 2 + 4 * chance)
        if any(lane.gun.id == one.id for lane in self.staff.lanes):
            return Intent("fire", 2.0)
        if kind_of(one).artillery:
            return self._gun_line(one, task)
        if task and gun and should_displace(self.staff, one, task):
            return Intent("move", DISPLACES)
        if task and self.staff.posture == "attack" and self._is_left_behind(one, task):
            return Intent("move", 1.2)
        if not any(distance(foe.at, one.at) < COMES_BY for foe in self.picture.enemies):
            return Intent("wait", 0.2)
        return Intent("ambush", 1.5)

    def _is_left_behind(self, one: Stand, task: Task) -> bool:
        """Whether the battle has gone on without a stand in hiding: nobody will come by here."""
        nearest = self.picture.nearest_foe(one.at)
        if nearest is not None and distance(nearest.at, one.at) < 5500:
            return False
        return task.far > 4200 and self.picture.state.turn > 2

    def _gun_line(self, one: Stand, task: Task | None) -> Intent:
        """Artillery fires when there is a chit and somebody it can hurt; it turns to him, or moves up when out of
        range."""
        if not self.picture.state.commands[one.command].chits:
            return Intent("fire", 0.5)
        marks = [foe for foe in battery_marks(self.picture) if distance(foe.at, one.at) <= INDIRECT]
        if any(bears_on(one, foe.at) for foe in marks):
            return Intent("fire", 3.0)
        if marks:
            return Intent("turn", 1.2)
        return Intent("move", 1.2) if should_come_up(self.picture, one, task) else Intent("fire", 0.5)

    def _card(self, unit: str, word: Word, stands: list[Stand], weight: float) -> None:
        spare = weight >= 3.5
        if word in ("fire", "wait"):
            fit = [one for one in stands if suits(kind_of(one), "fire") is None]
            self.hand.lay(unit, "fire", fit, may_be_general=spare)
        elif word == "ambush":
            plan = {one.id: {"standing_order": self._standing_order(one)} for one in stands}
            self.hand.lay(unit, "opportunity", stands, plan=plan, may_be_general=spare)
        elif word == "dig":
            fit = [
                one for one in stands if kind_of(one).is_infantry and not is_dug_in(self.picture.state, one)
            ]
            self.hand.lay(unit, "action", fit, plan={one.id: {"task": "dig_in"} for one in fit})
        elif word == "work":
            plan = {one.id: {"task": self.staff.works[one.id][0].id} for one in stands}
            self.hand.lay(unit, "action", stands, plan=plan, may_be_general=spare)
        elif word == "turn":
            mark = nearest_mark(self.picture, stands[0])
            if mark is not None:
                self.hand.lay(unit, "change_formation", stands, toward(stands[0].at, mark.at))
        elif word == "prone":
            self.hand.lay(unit, "prone", [one for one in stands if kind_of(one).is_infantry])
        else:
            self._move(unit, stands, spare)

    def _standing_order(self, one: Stand) -> str:
        if one.hidden and self.picture.turns_left:
            return f"chance:{WORTH_BEING_SEEN}"
        return "chance:20" if kind_of(one).is_gun else "first"

    def _move(self, unit: str, stands: list[Stand], spare: bool) -> None:
        """A move, with fire at its end for those who can and may find somebody there."""
        lead = min(stands, key=lambda one: (distance(one.at, middle(stands)), one.id))
        steps = [toward(one.at, self.sheltering[one.id]) for one in stands if one.id in self.sheltering]
        arrow, goes = (steps[0], True) if steps else self._arrow(lead)
        self.staying |= set() if goes else {one.id for one in stands}
        meets = sum(self._meets(one) for one in stands)
        task = self.staff.task_of(lead)
        if kind_of(lead).is_infantry and task and self.staff.is_pressed(task) and not self.sheltering:
            meets //= 2
        if 3 * meets >= len(stands) and all(suits(kind_of(one), "move_and_fire") is None for one in stands):
            self.hand.lay(unit, "move_and_fire", stands, arrow, may_be_general=spare)
        else:
            self.hand.lay(unit, "move", stands, arrow, may_be_general=spare)

    def _meets(self, one: Stand) -> bool:
        """Whether somebody may be in range when the move is over."""
        near = 2000 if kind_of(one).is_infantry else 7500
        return any(distance(one.at, foe.at) <= near for foe in self.picture.enemies)

    def _arrow(self, one: Stand) -> tuple[Facing, bool]:
        """Towards the best square in reach; and whether a march in that direction is better than to stay."""
        sense = self.sense.of(one)
        grid, cell = self.picture.grid, self.picture.grid.cell(one.at)
        pace = chart_move(self.picture.state, one, "open")
        free = grid.walk(cell) & (pace >= AWAY) & ~grid.about(grid.barred, cell)
        scores = np.where(free, sense.score, -np.inf)
        best = int(scores.argmax())
        row, col = divmod(best, AWAY.shape[1])
        end = grid.middle(cell[0] + row - AWAY.shape[0] // 2, cell[1] + col - AWAY.shape[1] // 2)
        arrow = toward(one.at, end)
        marches = within_march(pace)[1] | grid.about(grid.bad, cell)
        marches[RADIUS, RADIUS] = False
        goes = np.where(marches & in_arrow(arrow), scores, -np.inf).max() > sense.stay
        return arrow, bool(goes)
