"""Who shoots at whom: fire is massed until a target is as good as dead, then it goes on to the next."""

from __future__ import annotations

import re

from deadground.core.requests import Option, Pick
from deadground.space.plane import Point, facing_of, is_within, minus, root
from deadground.systems.stands.bots.chances import lives_left, table, worth
from deadground.systems.stands.bots.grid import COVERED
from deadground.systems.stands.bots.moves import turned_by
from deadground.systems.stands.bots.picture import Picture, half_arc
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.fire.fire_phase import payable, shooter_of, target_of
from deadground.systems.stands.rules.visibility.sight_rules import has_line_of_fire
from deadground.systems.stands.state import Stand

CHANCE = re.compile(r"(\d+)%")

LONGEST = 4500
LOOKED_AT = 4
"""How many of the best targets a stand looks along the line to."""

LEAST_FOR_A_CHIT = 0.1
"""No chit is paid for a shot with less hope than this."""

WORTH_BEING_SEEN = 31
"""The least chance, in a hundred, for which a stand in hiding opens fire."""

AT_HAND = 1000
"""Who is so near finds a stand in hiding anyway: it fires while it can."""


def is_worth_being_seen(picture: Picture, one: Stand, target: Stand, chance: float) -> bool:
    """Whether a stand in hiding gives itself away for a shot: a good one, or the last it will have."""
    is_last = picture.turns_left <= 0 or is_within(one.at, target.at, AT_HAND)
    return is_last or chance * 100 >= WORTH_BEING_SEEN


def best_now(picture: Picture, one: Stand, *, armour_only: bool = False) -> tuple[float, Stand | None]:
    """A stand's best direct shot from where it is: its chance, and at whom."""
    for chance, enemy in marks_of(picture, one, armour_only=armour_only):
        if has_line_of_fire(picture.state, one, enemy, options=picture.options):
            return chance, enemy
    return 0.0, None


def marks_of(picture: Picture, one: Stand, *, armour_only: bool = False) -> list[tuple[float, Stand]]:
    """The few best targets in a stand's range and arc with their chances, the best first; whatever is between."""
    found = []
    x, y = one.at
    for enemy in picture.enemies:
        dx, dy = enemy.at[0] - x, enemy.at[1] - y
        if abs(dx) > LONGEST or abs(dy) > LONGEST:
            continue
        away = root(dx * dx + dy * dy)
        if away > LONGEST or (armour_only and not kind_of(enemy).is_armoured_vehicle):
            continue
        chance = table(picture.date, one.kind, enemy.kind).at(away)
        if chance <= 0 or not bears_on(one, enemy.at):
            continue
        chance *= float(COVERED) if picture.in_cover(enemy) else 1.0
        found.append((chance, -away, enemy.id))
    best = sorted(found, reverse=True)[:LOOKED_AT]
    return [(chance, picture.state.stands[id]) for chance, _, id in best]


def bears_on(one: Stand, at: Point) -> bool:
    """Whether a place lies in a stand's arc of fire."""
    return turned_by(facing_of(minus(at, one.at)), one.facing) <= half_arc(one) * 10


class Volley:
    """Shots being given out, with what each target has left to bear after those before."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.alive: dict[str, list[float]] = {}

    def lives(self, target: Stand) -> list[float]:
        """The chances that a target has so many lives left, none first."""
        found = self.alive.get(target.id)
        if found is None:
            found = self.alive[target.id] = [0.0] * lives_left(target) + [1.0]
        return found

    def gain(self, target: Stand, chance: float) -> float:
        """What one more shot at a target is worth: a kill in full, a mark in part."""
        lives = self.lives(target)
        kill = lives[1] * chance
        mark = sum(lives[2:]) * chance
        return (kill + 0.45 * mark) * self.picture.weight(target) * worth(target)

    def fire(self, target: Stand, chance: float) -> None:
        lives = self.lives(target)
        for left in range(1, len(lives)):
            hit = lives[left] * chance
            lives[left] -= hit
            lives[left - 1] += hit


def allotted(picture: Picture, request: Pick) -> list[str]:
    """One line for every stand that has a shot worth firing."""
    by_shooter: dict[str, list[Option]] = {}
    for option in request.options:
        by_shooter.setdefault(shooter_of(option.id), []).append(option)
    volley = Volley(picture)
    chosen: list[str] = []
    order = sorted(by_shooter, key=lambda id: (len(by_shooter[id]), -chance_of(by_shooter[id][0]), id))
    for id in order:
        shooter = picture.state.stands[id]
        lines = [(line, chance_of(line), picture.state.stands[target_of(line.id)]) for line in by_shooter[id]]
        line, chance, target = max(lines, key=lambda one: (volley.gain(one[2], one[1]), one[1], one[0].id))
        if not chance or (kind_of(shooter).artillery and chance < LEAST_FOR_A_CHIT):
            continue
        if shooter.hidden and not is_worth_being_seen(picture, shooter, target, chance):
            continue
        volley.fire(target, chance)
        chosen.append(line.id)
    return payable(picture.state, chosen, picture.options)


def chance_of(option: Option) -> float:
    """The chance that a line of the fire plan names."""
    found = CHANCE.search(option.hint)
    return int(found[1]) / 100 if found else 0.0
