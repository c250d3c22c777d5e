"""What a shot is worth: chances to hit, who outguns whom, what a man is worth to his side."""

from __future__ import annotations

from functools import lru_cache

from deadground.core.own_book import per_book
from deadground.systems.skirmish.rules.fire.to_hit import hits
from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.weapons import Weapon, weapon

USUAL_REP = 4
"""What an enemy is taken for who has not shown his Rep."""

FACES = 6
ANSWERS = 0.85
"""How often a man who is shot at, missed and not outgunned shoots back."""


@lru_cache(maxsize=512)
def chance(rep: int, *against: str) -> float:
    """The chance of one die to hit, with what speaks against it."""
    return sum(hits(face + rep, iter(against)) for face in range(1, FACES + 1)) / FACES


def rep_of(figure: Figure) -> int:
    """A man's Rep as far as it is known."""
    return figure.rep or figure.shown_rep or USUAL_REP


def arm_of(figure: Figure) -> Weapon | None:
    """The best weapon a man can shoot with, as far as one knows."""
    return best_of(figure.arms.weapons, figure.arms.empty)


@per_book
def best_of(weapons: tuple[str, ...], empty: tuple[str, ...]) -> Weapon | None:
    """The best of some weapons that are not all loaded."""
    usable = [weapon(id) for id in weapons if id not in empty]
    shot = [one for one in usable if one.modes[0].target and not one.readied]
    return max(shot, key=lambda one: one.rank, default=None)


def against(target: Figure, *, in_cover: bool) -> tuple[str, ...]:
    """What speaks against a shot at a man."""
    found = {
        "target_in_cover": in_cover,
        "target_prone": target.prone,
        "target_fast_moving": target.doing.fast_moving,
    }
    return tuple(why for why, is_so in found.items() if is_so)


def hit_chance(shooter: Figure, target: Figure, dice: int, *, in_cover: bool) -> float:
    """The chance that one of some dice hits."""
    why = against(target, in_cover=in_cover)
    if shooter.doing.fast_moving:
        why += ("shooter_fast_moving",)
    return 1.0 - (1.0 - chance(rep_of(shooter), *why)) ** dice


def threat(figure: Figure) -> float:
    """How dangerous an enemy is who sees somebody: about so many dice."""
    arm = arm_of(figure)
    if arm is None or figure.status in ("leave_battlefield", "captured"):
        return 0.0
    dice = min(2.5, 0.5 + 0.5 * arm.modes[0].target)
    ready = {"carry_on": 1.0, "duck_back": 0.7}.get(figure.status, 0.15)
    return dice * ready * (0.5 if figure.melee.fighting else 1.0)


def reach_of(figure: Figure) -> int:
    """How far a man shoots, in inches."""
    arm = arm_of(figure)
    return arm.range if arm else 0


def worth(figure: Figure) -> float:
    """What a man is worth to his side: an automatic weapon and a leader count for more."""
    arm = arm_of(figure)
    value = 0.6 if arm is None else 1.0 if arm.rank <= 1 else 1.3 if arm.rank <= 3 else 2.0
    if figure.rank != "soldier":
        value += 0.4
    return value + (0.4 if figure.star else 0.0)


def fitness(figure: Figure) -> float:
    """How much of a man can still be counted on."""
    return {"carry_on": 1.0, "duck_back": 0.9, "hunker_down": 0.3}.get(figure.status, 0.0)
