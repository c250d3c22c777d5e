"""House rules, each switched by an option of its own. NUTS-HOUSE-01 to NUTS-HOUSE-05, -08 to -13, NR-109

Fighting to capture (6) lies with melee; crawling (3) and platoon command (7) have pages of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from deadground.core.charts import Chart
from deadground.core.citing import cite
from deadground.core.tally import Tally
from deadground.space.plane import is_within
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.options import Options, option
from deadground.systems.skirmish.state import Figure

Mission = Literal["attack", "defend"]


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


def counts_as_prone(options: Options, target: Figure, shooter: Figure, *, in_cover: bool) -> bool:
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


class Forces(msgspec.Struct, frozen=True):
    """What a side begins a mission with besides what it has anyway."""

    squads: int
    rolls: int
    """Rolls on the Reinforcement Table."""
    pefs: int
    investment: int
    """What its Investment Level gains for this mission. NR-99"""


def forces(mission: Mission, side: Literal["player", "enemy"], options: Options) -> Forces | None:
    """The forces of houses 4 and 5; None where the book's own are used. NUTS-HOUSE-04, NUTS-HOUSE-05, NR-99"""
    cite("NUTS-HOUSE-04" if mission == "attack" else "NUTS-HOUSE-05", "NR-99")
    rule = "house_4_attack_forces" if mission == "attack" else "house_5_defend_forces"
    if not is_on(options, rule):
        return None
    table = chart("house_missions")
    return Forces(*(whole(table.number(mission, side, entry)) for entry in table.lines(2)))


class HouseVehicle(msgspec.Struct, frozen=True, kw_only=True):
    """A vehicle of house rule 10 as printed; None where the table has a dash. NUTS-HOUSE-10, NUTS-HOUSE-11"""

    id: str
    name: str
    front: int | None
    side: int | None
    top: int | None
    open_top: bool
    apr: tuple[int, ...]
    """More than one for a vehicle with two versions. NS-35"""
    howitzer: bool
    """Whether its first gun has the mark: no direct fire beyond 48". NS-35"""
    shots: int
    he: tuple[int, int] | None
    """Blast circle and Impact. NR-100"""
    aa: str
    hull: str
    coaxial: str
    speed: tuple[int, int]
    crew: int


class HouseGun(msgspec.Struct, frozen=True, kw_only=True):
    """An infantry gun of house rule 10. NUTS-HOUSE-12"""

    id: str
    name: str
    apr: int
    howitzer: bool
    he: tuple[int, int]
    crew: int
    dv: int
    size: str


def house_vehicles(nation: str, options: Options) -> list[HouseVehicle]:
    """The vehicles that house rule 10 adds to a nation or puts in the place of its own. NR-97"""
    cite("NR-97")
    if not is_on(options, "house_10_vehicles"):
        return []
    table = chart("house_vehicles")
    return [vehicle(table, id) for id in table.lines() if id.startswith(f"{nation}_")]


def vehicle(table: Chart, id: str) -> HouseVehicle:
    """A vehicle as its line of the table has it. NUTS-HOUSE-10, NUTS-HOUSE-11"""

    def cell(entry: str) -> int | str | None:
        return table.look_up(id, entry).value

    apr, he = str(cell("apr") or ""), cell("he")
    return HouseVehicle(
        id=id,
        name=str(cell("name")),
        front=table.number(id, "front"),
        side=table.number(id, "side"),
        top=table.number(id, "top"),
        open_top=cell("open") == "yes",
        apr=tuple(int(one.rstrip("*")) for one in apr.split(" or ") if one),
        howitzer="*" in apr,
        shots=table.number(id, "shots") or 1,
        he=pair(str(he)) if he else None,
        aa=str(cell("aa") or ""),
        hull=str(cell("hull") or ""),
        coaxial=str(cell("coaxial") or ""),
        speed=pair(str(cell("speed"))),
        crew=whole(table.number(id, "crew")),
    )


def house_guns(nation: str, options: Options) -> list[HouseGun]:
    """The infantry guns of house rule 10. NUTS-HOUSE-12, NS-34"""
    cite("NS-34")
    if not is_on(options, "house_10_vehicles"):
        return []
    table = chart("house_guns")
    return [gun(table, id) for id in table.lines() if id.startswith(f"{nation}_")]


def gun(table: Chart, id: str) -> HouseGun:
    """An infantry gun as its line of the table has it. NUTS-HOUSE-12"""
    apr = str(table.look_up(id, "apr").value)
    return HouseGun(
        id=id,
        name=str(table.look_up(id, "name").value),
        apr=int(apr.rstrip("*")),
        howitzer="*" in apr,
        he=pair(str(table.look_up(id, "he").value)),
        crew=whole(table.number(id, "crew")),
        dv=whole(table.number(id, "dv")),
        size=str(table.look_up(id, "size").value),
    )


def pair(printed: str) -> tuple[int, int]:
    """Two numbers printed with a stroke between them."""
    first, second = printed.split("/")
    return int(first), int(second)
