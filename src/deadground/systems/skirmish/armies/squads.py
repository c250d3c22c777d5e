"""Making a squad by dice: strength, specialists in order, weapons by role, Reps. COT-SQUAD-02, -10 to -15

Everything random goes through the dice it is given, each throw with its purpose. What a column leaves open (`BA or
SMG`) is picked by the player or, where he does not say, by a die with equal chances (LR-009).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from deadground.core.citing import cite, way_in
from deadground.core.faults import Fault, Refused, did_you_mean
from deadground.core.roster import Grade, Man, Role, Roster, SquadOrder
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.skirmish.armies.arms import Arms
from deadground.systems.skirmish.armies.cells import in_band
from deadground.systems.skirmish.armies.gear import equipped
from deadground.systems.skirmish.armies.names import a_name
from deadground.systems.skirmish.armies.people import with_attributes, with_kommissar, with_morale
from deadground.systems.skirmish.armies.rosters import CREW, CREW_ROLES, ROLE_NAMES
from deadground.systems.skirmish.armies.throws import Throws, one_die
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.lists import Column, column, own_weapons, squad_guns, unit, weapon_list
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.troops.equipment import availability
from deadground.systems.skirmish.rules.troops.unit_types import why_not_stiffened

PICKS = ("nco", "jr_nco", "lmg", "riflemen", "sa_rifle", "fg42", "mp44", "special", "kommissar", "star")
"""What a player may decide himself; what he leaves out is settled by a die. `star` are the Star's attributes."""


@way_in
def make_squad(dice: Throws, order: SquadOrder, options: Options = DEFAULTS) -> Roster:
    """A squad from its unit column. COT-SQUAD-02"""
    cite("COT-SQUAD-02")
    refuse_order(order)
    if unit(order.nation, order.unit).type in ("airborne", "naval"):
        cite("COT-UNIT-01")  # outside a drop they are made, start and fight like any other infantry
    says = column(order.nation, order.unit, order.year, options)
    supply = availability(dice, order.nation, options) if order.supply else {}
    size, guns = squad_size(dice, says), support(dice, says)
    roles = filled(size, guns, says.launchers, loaders=has_loaders(order.nation, guns))
    arms = Arms(dice, order, says, supply, options, guns=guns if "lmg_gunner" in roles else "0")
    men = tuple(
        Man(name=label, role=role, rep=rep_of(dice, order, says, role, label), weapons=arms.of(role))
        for role, label in labelled(roles)
    )
    roster = Roster(
        roster=order.title or f"{unit(order.nation, order.unit).name}, squad {order.squad}",
        nation=order.nation,
        unit=order.unit,
        year=order.year,
        month=order.month,
        start=order.start,
        player=order.player,
        squad=order.squad,
        grade=order.grade,
        stiffening=order.stiffening,
        supply=supply,
        options=dict(options),
        men=arms.issue_options(men),
    )
    roster = with_star(roster, order)
    roster = with_attributes(dice, roster, order.picks, options)
    roster = with_morale(dice, roster)
    roster = with_kommissar(dice, roster, order.picks, options)
    roster = equipped(dice, roster, order.picks)
    return with_names(dice, roster) if order.named else roster


@way_in
def make_crew(dice: Throws, order: SquadOrder, size: int) -> Roster:
    """A vehicle crew instead of a squad; its Reps go by grade (NS-05). COT-SQUAD-02"""
    cite("COT-SQUAD-02")
    refuse_crew(order)
    roles: list[Role] = [CREW_ROLES[min(i, len(CREW_ROLES) - 1)] for i in range(size)]
    pistol = f"{weapon_list(order.nation)}.pistol"
    men = tuple(
        Man(name=label, role=role, rep=graded_rep(dice, order.grade, role, label), weapons=(pistol,))
        for role, label in labelled(roles)
    )
    crew = Roster(
        roster=order.title or "Crew",
        nation=order.nation,
        unit=CREW,
        year=order.year,
        month=order.month,
        start=order.start,
        grade=order.grade,
        men=men,
    )
    return with_names(dice, crew) if order.named else crew


def refuse_order(order: SquadOrder) -> None:
    """Refuse what cannot be asked for, before a die is thrown."""
    faults = [
        Fault(f"picks.{what}", f"there is nothing called '{what}' to pick: {did_you_mean(what, PICKS)}")
        for what in order.picks
        if what not in PICKS
    ]
    stiffened = why_not_stiffened(order.nation, order.unit, order.stiffening) if order.stiffening else None
    if stiffened:
        faults.append(stiffened)
    if faults:
        raise Refused(*faults)


def refuse_crew(order: SquadOrder) -> None:
    """Refuse what squads have and crews have not. COT-SQUAD-02"""
    wanted = {
        "star": ROLE_NAMES[order.star] if order.star else "",
        "stiffening": order.stiffening,
        "supply": "equipment roll" if order.supply else "",
        "picks": ", ".join(order.picks),
    }
    faults = [Fault(at, f"a crew has no {what}", ("COT-SQUAD-02",)) for at, what in wanted.items() if what]
    if faults:
        raise Refused(*faults)


def squad_size(dice: Throws, says: Column) -> int:
    """Base and die, never more than the paper strength. COT-SQUAD-11, LR-020 to LR-022"""
    if not says.die:
        return says.men
    cite("COT-SQUAD-11")
    return min(says.base + dice.roll(1, says.die, "squad strength").one, says.men)


def support(dice: Throws, says: Column) -> str:
    """The LMG line of a column: how many, or `lmg` or `atr` where a die says which. COT-ARMY-10, COT-ARMY-14"""
    first, *others = says.lmg
    if not others:
        return first.gives
    cite("COT-ARMY-14" if first.gives == "lmg" else "COT-ARMY-10")
    return in_band(says.lmg, one_die(dice, "squad LMG")).gives


def has_loaders(of: str, guns: str) -> bool:
    """Whether a squad's machine guns have assistants; a BAR never has one (NS-07, COT-SQUAD-12)."""
    return guns == "atr" or any(one.loader for one in own_weapons(of).values() if one.id in squad_guns(of))


def filled(size: int, guns: str, launchers: int, *, loaders: bool = True) -> list[Role]:
    """The roles of a squad in the order in which they are filled. COT-SQUAD-12, COT-SQUAD-13, LR-023"""
    cite("COT-SQUAD-12", "COT-SQUAD-13")
    count = 1 if guns in ("lmg", "atr") else int(guns)
    order: list[Role] = ["nco", "jr_nco"]
    order += ["lmg_gunner"] * count
    order += ["lmg_assistant"] * (count if loaders else 0)
    order += ["launcher"] * launchers
    return (order + ["rifleman"] * size)[:size]


def labelled(roles: Sequence[Role]) -> Iterator[tuple[Role, str]]:
    """Each role with a name for it, numbered where there are several. COT-SQUAD-14"""
    for i, role in enumerate(roles):
        name = ROLE_NAMES[role]
        label = name[0].upper() + name[1:]
        yield role, f"{label} {roles[: i + 1].count(role)}" if roles.count(role) > 1 else label


def rep_of(dice: Throws, order: SquadOrder, says: Column, role: Role, label: str) -> int:
    """A soldier's Rep: one die on the bands of the column, or by grade. COT-SQUAD-14, LR-006, LR-039"""
    if role == "nco" and order.stiffening == "sergeant":
        return number("veteran_sergeant_rep")
    if not says.reps:
        return graded_rep(dice, order.grade, role, label)
    cite("COT-SQUAD-14", *says.rows)
    return int(in_band(says.reps, one_die(dice, "Rep", label) + says.rep_die).gives)


def graded_rep(dice: Throws, grade: Grade, role: Role, label: str) -> int:
    """A Rep by grade: leaders one better, at least 4 and at most 5, Junior NCOs at least 4. NS-05"""
    return rep_in_role(whole(chart("grades").number(grade, str(one_die(dice, "Rep", label)))), role)


def rep_in_role(rep: int, role: Role) -> int:
    """What a Rep by grade is in a role. NS-05"""
    if role in ("nco", "commander"):
        return min(max(rep + 1, 4), 5)
    return max(rep, 4) if role == "jr_nco" else rep


def platoon_leader_rep(dice: Throws) -> int:
    """The Rep of a Platoon Leader, who is in no squad. NS-05"""
    return whole(chart("grades").number("platoon_leader", str(one_die(dice, "Rep", "Platoon Leader"))))


def with_star(roster: Roster, order: SquadOrder) -> Roster:
    """The Star in the place of his role's first man, at his own Rep. NS-04"""
    at = next((i for i, man in enumerate(roster.men) if man.role == order.star), None)
    if at is None:
        if order.star:
            raise Refused(Fault("star", f"the squad has no {ROLE_NAMES[order.star]}", ("NS-04",)))
        return roster
    star = msgspec.structs.replace(roster.men[at], star=True, rep=number("star_rep"))
    return msgspec.structs.replace(roster, men=(*roster.men[:at], star, *roster.men[at + 1 :]))


def with_names(dice: Throws, roster: Roster) -> Roster:
    """The men with names, no family name twice."""
    taken: list[str] = []
    for man in roster.men:
        taken.append(a_name(dice, roster.nation, taken, woman=man.woman))
    men = [msgspec.structs.replace(man, name=name) for man, name in zip(roster.men, taken, strict=True)]
    return msgspec.structs.replace(roster, men=tuple(men))
