"""House rules, each switched by an option of its own. NUTS-HOUSE-01, -02, -08, -09, -13, NR-109

Fighting to capture (6) lies with melee; crawling (3) and platoon command (7) have pages of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deadground.core.citing import cite
from deadground.core.tally import Tally
from deadground.space.plane import is_within
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.state import Figure


def is_on(options: Options, rule: str) -> bool:
    """Whether a house rule is played; none is unless it is switched on. NUTS-HOUSE-13, NR-109"""
    cite("NUTS-HOUSE-13")
    return option(options, rule) == "on"


def is_safe_prone(options: Options, figure: Figure) -> bool:
    """Prone figures are safe from a blast, but not with house rule 1. NUTS-HOUSE-01"""
    cite("NUTS-HOUSE-01")
    return figure.prone and not is_on(options, "house_1_prone_in_blast")


def impact_in_blast(options: Options, figure: Figure, impact: int) -> int:
    """With house rule 1 the Impact of a blast on a prone man is 2 lower. NUTS-HOUSE-01, NR-96"""
    cite("NUTS-HOUSE-01", "NR-96")
    if figure.prone and is_on(options, "house_1_prone_in_blast"):
        return impact + number("prone_in_blast_impact")
    return impact


def counts_as_prone(options: Options, target: TablePiece, shooter: Figure, *, in_cover: bool) -> bool:
    """A prone man is harder to hit, but in the open not for a standing enemy within 1". NUTS-HOUSE-02"""
    cite("NUTS-HOUSE-02")
    if not target.prone or in_cover or shooter.prone or not is_on(options, "house_2_shooting_down"):
        return target.prone
    return not is_within(shooter.at, target.at, number("shooting_down"))


def in_sight_dice(options: Options, dice: Tally, seen: Sequence[Figure]) -> None:
    """Enemies who are all prone, or all camouflaged, are harder to see; both add up. NUTS-HOUSE-08, NR-100"""
    cite("NUTS-HOUSE-08", "NR-100")
    if not seen or not is_on(options, "house_8_in_sight"):
        return
    table = chart("house_in_sight")
    prone, hidden = all(one.prone for one in seen), all(one.camouflaged for one in seen)
    dice.on_die("enemy prone", whole(table.number("enemy_prone")), "NUTS-HOUSE-08", when=prone)
    dice.on_die("enemy camouflaged", whole(table.number("enemy_camouflaged")), "NUTS-HOUSE-08", when=hidden)


def near_a_target(figure: Figure, targets: Iterable[Figure]) -> list[Figure]:
    """The men shot at who are within 4" of a friend. NUTS-HOUSE-09"""
    return [
        one for one in targets if one.id != figure.id and is_within(one.at, figure.at, number("shared_test"))
    ]
