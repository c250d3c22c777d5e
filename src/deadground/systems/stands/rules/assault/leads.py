"""Who leads a charge, and who goes in with it. KIM-7.1"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.odds import percent
from deadground.core.requests import Guide, Request, guide
from deadground.core.view import View
from deadground.space.bases import overlap
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, enemies_of, seat_of
from deadground.systems.stands.rules.assault import melee
from deadground.systems.stands.rules.assault.charge_moves import have_room, ways_home, ways_together
from deadground.systems.stands.rules.assault.contact import (
    Parties,
    Role,
    apart,
    charge_target,
    line_of_charge,
    place,
    supporters,
    why_no_lead,
)
from deadground.systems.stands.rules.visibility.visibility import reveal
from deadground.systems.stands.state import Stand, StandsState, side_of

StandsView = View[StandsState]


def charging(state: StandsState, seat: str) -> list[Stand]:
    """The stands of a seat with a Charge card."""
    mine = [
        one for one in state.stands.values() if one.order == "charge" and one.side == side_of(state, seat)
    ]
    return [stand for stand in mine if seat_of(state, stand) == seat]


def why_not(state: StandsState, seat: str, options: Options) -> dict[str, Fault | None]:
    """For each stand of a seat with a Charge card why it cannot lead, or None. KIM-7.1a, KIM-R103

    Its own party bars it if it does so when all others lead who could: the fewer lead, the more go in beside it.
    """
    found = {one.id: why_no_lead(state, one, options) for one in charging(state, seat)}
    aims = {id: charge_target(state, state.stands[id], options) for id, fault in found.items() if not fault}
    for id, enemy in aims.items():
        others = {other: its_enemy for other, its_enemy in aims.items() if its_enemy is not enemy}
        found[id] = why_barred(state, id, {id: enemy, **others})
    return found


def why_barred(state: StandsState, id: str, aims: Mapping[str, Stand | None]) -> Fault | None:
    """Why a lead stand does not get to its enemy for those who go in with it. KIM-R44, KIM-R103

    Other leads are taken to go in too, each at its own, and the enemy to stand where he is: what he does nobody
    knows yet.
    """
    lead, enemy = state.stands[id], aims[id]
    if enemy is None:
        return None
    party = party_of(state, lead, enemy, aims)
    ways = ways_home(party, enemy)
    for other, its_enemy in aims.items():
        if other != id and its_enemy is not None:
            ways |= ways_home({"lead": state.stands[other]}, its_enemy)
    if have_room(state, ways, party):
        return None
    reason = f"those beside {lead.name} leave it no room to reach {enemy.name}"
    return Fault("value", reason, ("KIM-7.1b", "KIM-R44", "KIM-R103"))


def one_each(state: StandsState, leads: Iterable[str], options: Options) -> dict[str, Stand]:
    """Leads, each with its enemy, the shortest charge first; of those at the same enemy the first alone.

    KIM-7.1c, KIM-R103
    """
    cite("KIM-R103")
    aims = {id: charge_target(state, state.stands[id], options) for id in leads}
    aimed: dict[str, str] = {}

    def length(id: str) -> tuple[Any, ...]:
        lead, enemy = state.stands[id], aims[id]
        return (apart(lead.base, enemy.base) if enemy else 0, place(lead))

    for id in sorted(aims, key=length):
        enemy = aims[id]
        if enemy is not None:
            aimed.setdefault(enemy.id, id)
    return {id: state.stands[enemy] for enemy, id in aimed.items()}


def unbarred(state: StandsState, leads: Iterable[str], options: Options) -> list[str]:
    """Of some leads those who may go together: one at each enemy, and none in the way of its own. KIM-R103"""
    kept = one_each(state, leads, options)
    while barred := next((id for id in kept if why_barred(state, id, kept)), None):
        del kept[barred]
    return list(kept)


def lead_words(state: StandsState, lead: Stand, enemy: Stand, options: Options) -> str:
    """Whom a lead would charge, and what a round of melee between the two would bring. KIM-7.3a"""
    parties = Parties((lead.id,), (enemy.id,))
    win, lose = (melee.odds_of(state, parties, party, options) for party in ((lead.id,), (enemy.id,)))
    return f"at {enemy.name}: a round destroys it with {percent(win)}, or the lead with {percent(lose)}"


@guide("stands.leads")
class LeadsGuide(Guide):
    """No two stands lead a charge at the same enemy, and none is in the way of its lead. KIM-7.1c, KIM-R103"""

    def faults(self, view: StandsView, request: Request, value: list[str]) -> list[Fault]:
        kept = one_each(view.state, value, view.options)
        found = []
        for i, id in enumerate(value):
            if id not in kept:
                reason = f"{view.state.stands[id].name} would charge an enemy whom another stand charges"
                found.append(Fault(f"value[{i}]", reason, ("KIM-7.1c", "KIM-R103")))
            elif barred := why_barred(view.state, id, kept):
                found.append(Fault(f"value[{i}]", barred.reason, barred.rows))
        return found

    def sample(self, view: StandsView, request: Request, rng: Random) -> Any:
        return unbarred(view.state, request.own_sample(rng), view.options)


def party_of(state: StandsState, lead: Stand, enemy: Stand, leads: Iterable[str]) -> dict[Role, Stand]:
    """A lead stand and those who go in with it. KIM-7.1c"""
    return {"lead": lead, **supporters(state, lead, line_of_charge(lead, enemy), leads)}


def gets_there(state: StandsState, lead: Stand, enemy: Stand, leads: Iterable[str], *, mutual: bool) -> bool:
    """Whether those who go in with a lead stand leave it room to reach its enemy. KIM-R44, KIM-R103"""
    mine = party_of(state, lead, enemy, leads)
    if not mutual:
        return have_room(state, ways_home(mine, enemy), mine)
    theirs = party_of(state, enemy, lead, leads)
    return have_room(state, ways_together(mine, theirs), mine, theirs)


def whom_it_meets(g: Stands, lead: Stand, enemy: Stand, leads: Iterable[str]) -> Stand | None:
    """Whom a lead stand charges when hidden enemies in the way of its party have been found. KIM-R44, KIM-R161"""
    ways = ways_home(party_of(g.state, lead, enemy, leads), enemy)
    places = [place for going in ways.values() for place in going.places]
    hidden = [one for one in enemies_of(g.state, lead.side) if one.hidden]
    met = [one for one in hidden if any(overlap(place, one.base) for place in places)]
    for one in met:
        reveal(g, one, "somebody runs into it", "KIM-R44", "KIM-R161")
    return charge_target(g.state, lead, g.options) if met else enemy
