"""What a question mark turns out to be: the force, its men, and where they stand. NUTS-PEF-08, NUTS-PEF-09, NR-72

Men come from the list of their nation as a player's would; teams are taken from a squad made for them. NS-06
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.core.roster import Man, SquadOrder
from deadground.core.tally import Tally
from deadground.space.units import shown
from deadground.systems.skirmish.armies.names import a_name
from deadground.systems.skirmish.armies.squads import make_squad, platoon_leader_rep
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.lists import column, own_weapons, variant_of, weapon_list
from deadground.systems.skirmish.man import Arms, Pack
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.house_rules.switched import is_on
from deadground.systems.skirmish.state import INCH, Figure, Rank, Side, Unit

SIZES = ("two_riflemen", "lmg_team", "half_squad", "squad", "platoon")
"""Forces from small to big, for battles in which there is nothing bigger than so much."""

RANKS: dict[str, Rank] = {"nco": "squad_leader", "jr_nco": "junior_nco", "commander": "platoon_leader"}
NAMES = {
    "two_riflemen": "two riflemen",
    "lmg_team": "a light machine gun team",
    "launcher_team": "an anti-tank team",
    "half_squad": "a half-squad",
    "squad": "a squad",
    "sniper": "a sniper",
    "platoon_leader": "a platoon leader",
    "medic": "a medic",
}


class Part(msgspec.Struct, frozen=True):
    """A unit of a force: what it is, and its men on paper."""

    what: str
    men: tuple[Man, ...]

    @property
    def is_squad(self) -> bool:
        """Whether it has a piece of a Defensive Position to itself. NR-107"""
        return self.what in ("squad", "half_squad")


def reinforcements(g: Skirmish, side: Side) -> str:
    """The Enemy Reinforcement Table, for a contact. NUTS-PEF-06, NS-16"""
    die = g.roll(1, D6, "enemy reinforcements", side.id)
    shift = Tally("Enemy Reinforcement Table")
    shift.on_die("Investment Level, beyond the usual", side.investment - number("usual_investment"), "NS-16")
    shift.on_die(f"mission: {g.state.mission}", mission_shift(g), "NS-16")
    total = die.one + shift.total
    text = f"Enemy Reinforcement Table: {total}."
    g.tell("pef_table", text, "NUTS-PEF-06", "NS-16", rolls=[die], tallies=[shift], total=total)
    return str(chart("enemy_reinforcements").look_up(total).value)


def mission_shift(g: Skirmish) -> int:
    """One more on an Attack or Defend, one less on a Patrol. NS-16"""
    cite("NS-16")
    return {"": 0, "patrol": -1}.get(g.state.mission, 1)


def defensive_position(g: Skirmish, side: Side) -> tuple[str, str]:
    """The Enemy Defensive Position Table: the force, and what it lies in. NUTS-PEF-08"""
    die = g.roll(1, D6, "enemy defensive position", side.id)
    shift = Tally("Enemy Defensive Position Table")
    shift.on_die("Investment Level", side.investment, "NUTS-PEF-08")
    total = max(2, die.one + shift.total)
    table = chart("enemy_defensive_position")
    force, place = str(table.look_up(total, "force").value), str(table.look_up(total, "place").value)
    text = f"Enemy Defensive Position Table: {total}."
    g.tell("pef_table", text, "NUTS-PEF-08", rolls=[die], tallies=[shift], total=total)
    return force, place


def no_bigger(force: str, most: str) -> str:
    """A force where there is nothing bigger than so much: one squad of it is met, or as much as there is."""
    words = force.split()
    if not most or all(word in SIZES and SIZES.index(word) <= SIZES.index(most) for word in words):
        return force
    sized = [word for word in words if word in SIZES]
    return most if any(SIZES.index(word) > SIZES.index(most) for word in sized) else (sized or words)[0]


def parts_of(g: Skirmish, side: Side, force: str) -> list[Part]:
    """The units of a force with their men. NS-06, NS-16"""
    found: list[Part] = []
    for word in force.split():
        for what in each(g, side, word):
            found.append(Part(what, men_of(g, side, what)))
    return found


def each(g: Skirmish, side: Side, word: str) -> Iterator[str]:
    """One word of a table as the units it stands for."""
    if word == "asset":
        yield an_asset(g, side)
    elif word == "platoon":
        squads = column(side.nation, side.force, side.year, g.options).squads
        there = sum(unit.side == side.id and unit.kind == "squad" for unit in g.state.units.values())
        yield from ["squad"] * max(1, squads - there)
    else:
        yield word


def an_asset(g: Skirmish, side: Side) -> str:
    """A platoon asset; a leader or medic who is there already is rolled again. NS-16"""
    there = {unit.name for unit in g.state.units.values() if unit.side == side.id}
    while True:
        die = g.roll(1, D6, "platoon asset", side.id)
        asset = str(chart("platoon_assets").look_up(die.one).value)
        if asset.endswith("team") or unit_name(asset) not in there:
            return asset


def men_of(g: Skirmish, side: Side, what: str) -> tuple[Man, ...]:
    """The men of one unit, taken from a squad made by the dice of its list. NS-06"""
    order = SquadOrder(nation=side.nation, unit=side.force, year=side.year, player=False, named=False)
    men = make_squad(g, order, g.options).men
    riflemen = [man for man in men if man.role == "rifleman"] or list(men[-2:])
    first, last = next(iter(riflemen)), next(reversed(riflemen))
    change = msgspec.structs.replace
    if what == "two_riflemen":
        cite("NS-16")
        return change(first, rep=4), change(last, rep=3)
    if what == "sniper":
        return (sniper(g, first),)
    if what == "lmg_team":
        return lmg_team(men)
    if what == "launcher_team":
        tube = launcher(side.nation)
        return change(first, role="launcher", weapons=(tube,)), last
    if what == "half_squad":
        return half_squad(men)
    if what == "platoon_leader":
        return (change(next(iter(men)), role="commander", rep=platoon_leader_rep(g)),)
    if what == "medic":
        return (change(first, role="medic", rep=number("medic_rep"), weapons=(), gear={}),)
    return men


def sniper(g: Skirmish, man: Man) -> Man:
    """Rep 4 on 1 to 3, else 5; a sniper rifle; Stealthy; alone. NS-18"""
    cite("NS-18")
    die = g.roll(1, D6, "sniper Rep").one
    return msgspec.structs.replace(
        man, rep=4 if die <= 3 else 5, weapons=("core.sniper_rifle",), attributes=("stealthy",)
    )


def lmg_team(men: Sequence[Man]) -> tuple[Man, ...]:
    """Gunner and loader; where the list gives no loader, a rifleman. NS-06"""
    gun = next((man for man in men if man.role == "lmg_gunner"), men[-1])
    other = next((man for man in men if man.role == "lmg_assistant"), men[-2])
    return gun, other


def half_squad(men: Sequence[Man]) -> tuple[Man, ...]:
    """The Junior NCO, gunner and loader, and riflemen up to half of the squad, rounded down. NS-03"""
    cite("NS-03")
    first = [man for man in men if man.role in ("jr_nco", "lmg_gunner", "lmg_assistant")]
    rest = [man for man in men if man not in first and man.role != "nco"]
    return tuple([*first, *rest][: max(2, len(men) // 2)])


LAUNCHERS = ("bazooka", "piat", "panzerschreck", "atr")
"""What an anti-tank team of two carries: the first of these that its nation has. NS-06"""


def launcher(nation: str) -> str:
    """The launcher of a nation's anti-tank team, its anti-tank rifle if there is none. NS-06"""
    theirs = own_weapons(nation)
    tubes = [f"{weapon_list(nation)}.{word}" for word in LAUNCHERS]
    return next((id for id in tubes if id in theirs), f"{weapon_list(nation)}.ba_rifle")


def enlist(g: Skirmish, side: Side, part: Part, others: Sequence[Figure] = ()) -> tuple[Unit, list[Figure]]:
    """A unit and its men as figures, not yet on the table; a sniper camouflaged with house rule 8. NR-04, NS-18"""
    kind: Literal["squad", "team", "sniper"] = "squad" if part.is_squad else "team"
    if part.what == "sniper":
        kind = "sniper"
    count = sum(unit.side == side.id for unit in g.state.units.values()) + 1
    variant = variant_of(side.nation, side.force)
    unit = Unit(f"{side.id}_{count}", side.id, unit_name(part.what), kind, "", len(part.men), variant)
    named = [one.name for one in (*g.state.figures.values(), *others)]
    men: list[Figure] = []
    for man in part.men:
        named.append(a_name(g, side.nation, named))
        men.append(figure_of(g.new_id(), named[-1], side, unit.id, man))
        men[-1].camouflaged = kind == "sniper" and is_on(g.options, "house_8_in_sight")
    gunners = [one for man, one in zip(part.men, men, strict=True) if man.role == "lmg_gunner"]
    loaders = [one for man, one in zip(part.men, men, strict=True) if man.role == "lmg_assistant"]
    for gunner, loader in zip(gunners, loaders, strict=False):
        loader.arms = loader.arms.but(loads_for=gunner.id)
    return unit, men


def figure_of(id: str, name: str, side: Side, unit: str, man: Man) -> Figure:
    return Figure(
        id=id,
        name=name,
        side=side.id,
        unit=unit,
        at=(0, 0),
        facing=0,
        rank=RANKS.get(man.role, "soldier"),
        arms=Arms(weapons=man.weapons),
        medic=man.role == "medic",
        rep=man.rep,
        attributes=man.attributes,
        pack=Pack(gear=tuple(man.gear.items())),
    )


def unit_name(what: str) -> str:
    """What a unit is called on the table."""
    name = NAMES[what]
    return name.removeprefix("a ").removeprefix("an ").capitalize()


def described(parts: Sequence[Part]) -> str:
    """A force in a sentence: a squad and a light machine gun team."""
    words = [NAMES[part.what] for part in parts]
    *before, last = words
    return f"{', '.join(before)} and {last}" if before else last


def position_length(g: Skirmish, parts: Sequence[Part]) -> int:
    """6" and half a die for each squad; a team alone counts as one. NUTS-PEF-09, NR-107"""
    cite("NUTS-PEF-09", "NR-107")
    squads = max(1, sum(part.is_squad for part in parts))
    dice = [g.roll(1, D6, "length of the position") for _ in range(squads)]
    halves = sum(-(-die.one // 2) for die in dice)
    length = squads * number("position_length") + halves * INCH
    text = f"They are dug in along {shown(length, 'in')}."
    g.tell("pef_position", text, "NUTS-PEF-09", "NR-107", rolls=dice, length=length)
    return length
