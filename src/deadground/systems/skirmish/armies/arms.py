"""Which weapons the men of a squad get: by role, by the player's picks, by the notes of the column. COT-SQUAD-15"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault, Refused
from deadground.core.roster import Man, Role, SquadOrder
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.armies.throws import Throws, how_many, one_of
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.lists import Column, in_service, light_machine_guns, unit, weapon_list
from deadground.systems.skirmish.weapons import all_weapons

MP44_ORDER: tuple[Role, ...] = ("rifleman", "launcher", "lmg_assistant")
"""Who gets the MP44s of a squad first; NCOs and gunners never do. LR-089"""


class Arms:
    """The weapons of a squad: each open question is settled once for the unit (LR-009)."""

    def __init__(
        self,
        dice: Throws,
        order: SquadOrder,
        says: Column,
        supply: Mapping[str, str],
        options: Options,
        *,
        guns: str,
    ) -> None:
        cite("COT-SQUAD-15")
        self.dice = dice
        self.order = order
        self.supply = supply
        self.options = options
        self.list = weapon_list(order.nation)
        self.nco = self.pick("nco", says.nco)
        self.jr_nco = self.pick("jr_nco", says.jr_nco)
        self.gun = self.machine_gun(guns) if guns != "0" else ""
        self.riflemen = self.pick("riflemen", says.riflemen)
        self.first_riflemen = list(says.first_riflemen)

    def of(self, role: Role) -> tuple[str, ...]:
        """What a man of a role has in his hands, and besides: gunners a pistol (NS-06)."""
        if role == "nco":
            return (self.nco,)
        if role == "jr_nco":
            return (self.jr_nco,)
        if role == "lmg_gunner":
            return self.gun, f"{self.list}.pistol"
        if role == "rifleman" and self.first_riflemen:
            first, *self.first_riflemen = self.first_riflemen
            return (first,)
        return (self.riflemen,)

    def pick(self, what: str, choices: Sequence[str]) -> str:
        """What the player says, else a die among what is in service."""
        offered = [id for id in self.offered(choices) if self.is_in_service(id)]
        wanted = self.order.picks.get(what, "")
        full = wanted if "." in wanted else f"{self.list}.{wanted}"
        if wanted and full not in offered:
            known = ", ".join(id.removeprefix(f"{self.list}.") for id in offered)
            raise Refused(
                Fault(f"picks.{what}", f"'{wanted}' is not offered here: {known}", ("COT-SQUAD-15",))
            )
        return full if wanted else one_of(self.dice, offered, f"weapon: {what.replace('_', ' ')}")

    def is_in_service(self, id: str) -> bool:
        return in_service(id, self.order.year, self.order.month, self.options)

    def offered(self, choices: Sequence[str]) -> list[str]:
        """The weapons of a cell, and the same of a supplier's list where there is one for them. COT-EQUIP-04"""
        found = list(choices)
        if self.supply:
            cite("COT-EQUIP-04")
        for id in choices:
            supplier = self.supply.get(all_weapons()[id].category, self.order.nation)
            foreign = f"{supplier}.{id.partition('.')[2]}"
            if foreign in all_weapons() and foreign not in found:
                found.append(foreign)
        return found

    def machine_gun(self, guns: str) -> str:
        """The squad's LMG, or the anti-tank rifle the Jaegers rolled. COT-ARMY-14, LR-083, LR-086"""
        if guns == "atr":
            return f"{self.list}.atr"
        found = [*light_machine_guns(self.order.nation, self.order.year, self.options)]
        supplier = self.supply.get("machine_guns", self.order.nation)
        if supplier != self.order.nation:
            found += light_machine_guns(supplier, self.order.year, self.options)
        return self.pick("lmg", found)

    def issue_options(self, men: tuple[Man, ...]) -> tuple[Man, ...]:
        """The weapons that a note lets some of the riflemen have. COT-ARMY-11, COT-ARMY-12"""
        key = f"{self.order.nation}_{unit(self.order.nation, self.order.unit).column}"
        if key in chart("notes_rifles").lines():
            return self.issue_rifles(men, key)
        if key in chart("notes_mp44").lines():
            return self.issue_mp44s(men, key)
        return men

    def issue_rifles(self, men: tuple[Man, ...], key: str) -> tuple[Man, ...]:
        """Up to so many of another rifle, unless the NCO has one. COT-ARMY-11"""
        table = chart("notes_rifles")
        line = str(table.look_up(key, "weapon").value)
        barred = table.look_up(key, "unless_nco_has").value
        id = f"{self.list}.{line}"
        if (barred and self.nco == f"{self.list}.{barred}") or not self.is_in_service(id):
            return men
        most = whole(table.number(key, "riflemen"))
        count = int(self.choice(line, [str(n) for n in range(most + 1)]))
        return rearmed(men, id, count, ("rifleman",))

    def issue_mp44s(self, men: tuple[Man, ...], key: str) -> tuple[Man, ...]:
        """A die of MP44s for those who want them; riflemen first, surplus is lost. COT-ARMY-12, LR-089"""
        table = chart("notes_mp44")
        line = str(table.look_up(key, "weapon").value)
        id = f"{self.list}.{line}"
        if not self.is_in_service(id) or self.choice(line, ["no", "yes"]) == "no":
            return men
        count = how_many(self.dice, str(table.look_up(key, "dice").value), "how many MP44s")
        return rearmed(men, id, count, MP44_ORDER)

    def choice(self, what: str, choices: Sequence[str]) -> str:
        """What the player says of something he may have, else a die. LR-009, COT-ARMY-11"""
        wanted = self.order.picks.get(what, "")
        if wanted and wanted not in choices:
            raise Refused(Fault(f"picks.{what}", f"'{wanted}' cannot be: {', '.join(choices)}", ("LR-009",)))
        return wanted or one_of(self.dice, choices, f"option: {what.replace('_', ' ')}")


def rearmed(men: tuple[Man, ...], id: str, count: int, roles: Sequence[Role]) -> tuple[Man, ...]:
    """The first so many men of these roles with another weapon in their hands. COT-ARMY-11, COT-ARMY-12"""
    places = [i for role in roles for i, man in enumerate(men) if man.role == role][:count]
    return tuple(
        msgspec.structs.replace(man, weapons=(id, *man.weapons[1:])) if i in places else man
        for i, man in enumerate(men)
    )
