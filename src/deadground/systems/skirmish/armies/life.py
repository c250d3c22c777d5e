"""A squad from battle to battle: who is fit or replaced, what is picked up and kept. COT-SQUAD-01, -04 to -08"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, Protocol

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.weapons import all_weapons

Fitness = Literal["fit", "out_of_the_fight", "dead"]
"""How a man came out of a battle."""

DryChoice = Literal["gather_rounds", "change_weapon", "no_weapon"]


class Replacement(msgspec.Struct, frozen=True):
    """A Replacement roll that is due: for whom, who rolls, and at which Privation level."""

    for_man: str
    rolled_by: str
    privation: int


class Named(Protocol):
    """Anybody with a name: a man of a roster, or one of a battle."""

    @property
    def name(self) -> str: ...


def fit_for_next(
    men: Iterable[Named], fates: Mapping[str, Fitness], recovered: Iterable[str], options: Options
) -> list[str]:
    """The names of those who may take part in the next battle. COT-SQUAD-04, LR-025

    With `misses_one` whoever went Out Of the Fight misses it; with `core` he is there if he recovered.
    """
    cite("COT-SQUAD-04")
    misses_one = option(options, "oof_next_battle") == "misses_one"
    back = set() if misses_one else set(recovered)
    return [
        man.name
        for man in men
        if fates.get(man.name, "fit") == "fit" or (fates[man.name] == "out_of_the_fight" and man.name in back)
    ]


def replacements_due(
    squad: Iterable[Named], fates: Mapping[str, Fitness], privation: int = 0
) -> list[Replacement]:
    """One Replacement roll for each soldier lost, dead or Out Of the Fight. COT-SQUAD-05, LR-025, LR-026

    The squad leader rolls them all, at the squad's Privation level.
    """
    cite("COT-SQUAD-05")
    men = [man.name for man in squad]
    leader = next((name for name in men if fates.get(name, "fit") == "fit"), "")
    lost = [name for name in men if fates.get(name, "fit") != "fit"]
    return [Replacement(name, leader, privation) for name in lost]


def why_not_pick_up(*, player_squad: bool, battle_over: bool = False) -> Fault | None:
    """Why a man may not take what lies about; None if he may. COT-SQUAD-06, COT-SQUAD-08"""
    if not player_squad:
        cite("COT-SQUAD-06")
        return Fault("pick_up", "only the player's squad picks up weapons of the fallen", ("COT-SQUAD-06",))
    if battle_over:
        cite("COT-SQUAD-08")
        return Fault("pick_up", "the battle is over; what is left goes to other units", ("COT-SQUAD-08",))
    cite("COT-SQUAD-06")
    return None


def when_dry(nation: str, weapon: str, *, enemy_down_near: bool) -> tuple[DryChoice, ...]:
    """What a man may do whose weapon has run dry, if it is an enemy's; nothing special for his own. COT-SQUAD-07"""
    if all_weapons()[weapon].nation in (nation, "core", "supplement"):
        return ()
    cite("COT-SQUAD-07")
    return (
        ("gather_rounds", "change_weapon", "no_weapon") if enemy_down_near else ("change_weapon", "no_weapon")
    )


def kept_after_battle(picked_up: Iterable[str]) -> list[str]:
    """The captured weapons that stay: the special ones, picked up before the end. COT-SQUAD-08, LR-027"""
    cite("COT-SQUAD-08")
    return [id for id in picked_up if all_weapons()[id].special]
