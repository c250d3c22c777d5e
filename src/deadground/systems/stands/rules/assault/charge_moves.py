"""How stands come into contact, step up and go back again. KIM-7.1, KIM-7.2b, KIM-7.3b"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deadground.core.citing import cite
from deadground.space.arcs import Wedge
from deadground.space.bases import Base
from deadground.space.plane import FULL_TURN, Facing, Point, along, distance, facing_of, minus
from deadground.space.units import Tenths
from deadground.systems.stands.game import Stands
from deadground.systems.stands.rules.assault.contact import (
    Parties,
    Role,
    as_it_charges,
    line_of_charge,
    release,
    way_to_contact,
)
from deadground.systems.stands.rules.movement.arrivals import (
    Going,
    Way,
    as_ground_lets,
    go,
    leave_room,
    leave_works,
    lies_on_somebody,
    straight,
    straight_turned,
)
from deadground.systems.stands.state import Fallen, Stand, StandsState

Party = Mapping[Role, Stand]
"""A lead stand and those who go in with it."""


def charge_home(g: Stands, party: Party, defender: Stand) -> Parties:
    """A lead stand and those with it go straight at the defender until it touches him. KIM-7.1b

    Whether they come from behind him is noted. KIM-7.3d, KIM-R64
    """
    lead = party["lead"]
    behind = (defender.facing + FULL_TURN // 2) % FULL_TURN
    rear = Wedge(defender.at, behind, g.number("rear_assault_degrees") * 10)
    defender.in_contact_with, defender.taken_in_rear = lead.id, rear.holds(lead.at)
    ways = ways_home(party, defender)
    engage(g, party, defender)
    charge(g, ways)
    return Parties(ids_of(party), (defender.id,))


def charge_each_other(g: Stands, mine: Party, theirs: Party) -> Parties:
    """Of two that charge each other the first goes half of the way and the other the rest, together. KIM-R103"""
    cite("KIM-R103")
    ways = ways_together(mine, theirs)
    engage(g, mine, theirs["lead"])
    engage(g, theirs, mine["lead"])
    charge(g, ways)
    return Parties(ids_of(mine), ids_of(theirs), mutual=True)


def ways_home(party: Party, defender: Stand) -> dict[str, Going]:
    """How a party goes in, its lead until it touches the defender. KIM-7.1b"""
    lead = party["lead"]
    base, line = as_it_charges(lead, defender), line_of_charge(lead, defender)
    return charges(party, "charge", base, line, way_to_contact(base, defender.base, line))


def ways_together(mine: Party, theirs: Party) -> dict[str, Going]:
    """How two parties go in that charge each other, until their leads touch. KIM-R103"""
    one, other = mine["lead"], theirs["lead"]
    first, second = as_it_charges(one, other), as_it_charges(other, one)
    line, back = line_of_charge(one, other), line_of_charge(other, one)
    half = way_to_contact(first, second, line) // 2
    met = first.moved(along(first.at, line, half))
    rest = way_to_contact(second, met, back)
    return charges(mine, "mutual charge", first, line, half) | charges(
        theirs, "mutual charge", second, back, rest
    )


def have_room(state: StandsState, ways: Mapping[str, Going], *parties: Party) -> bool:
    """Whether every lead gets to the enemy, with those who go in beside it where they come to. KIM-R44, KIM-R103"""
    cite("KIM-R44", "KIM-R103")
    gone = {id: Going(one.way, as_ground_lets(state, state.stands[id], one)) for id, one in ways.items()}
    leave_room(state, gone)
    leads = [party["lead"].id for party in parties]
    return all(len(gone[id].places) == len(ways[id].places) for id in leads)


def ids_of(party: Party) -> tuple[str, ...]:
    return tuple(stand.id for stand in party.values())


def engage(g: Stands, party: Party, defender: Stand) -> None:
    """Those who charge are in contact with the enemy they go at. KIM-7.1b, KIM-7.1c

    All have left their works, those too who have no way to go or no room for it. KIM-R130
    """
    cite("KIM-R130")
    lead = party["lead"]
    defender.assaulted = True
    for role, stand in party.items():
        stand.charge_role, stand.in_contact_with, stand.charged_from = role, defender.id, stand.at
        leave_works(stand)
    with_it = ", ".join(stand.name for stand in party.values() if stand is not lead)
    g.tell(
        "charge",
        f"{lead.name} charges {defender.name}{f', with {with_it}' if with_it else ''}.",
        "KIM-1.2j",
        "KIM-7.1b",
        "KIM-7.1c",
        lead=lead.id,
        defender=defender.id,
        party=list(ids_of(party)),
    )


def charge(g: Stands, ways: dict[str, Going]) -> None:
    """All go in together, and how far each has gone is known."""
    starts = {id: g.stand(id).at for id in ways}
    go(g, ways)
    for id, start in starts.items():
        if id in g.state.stands:
            g.stand(id).moved = distance(start, g.stand(id).at)


def charges(party: Party, way: Way, lead: Base, line: Facing, far: Tenths) -> dict[str, Going]:
    """The ways of a party: the lead turns to its enemy, and all go as far as it, along its line.

    KIM-7.1b, KIM-R103
    """
    goings = {}
    for role, stand in party.items():
        base = lead if role == "lead" else stand.base
        places = straight_turned(stand, base, along(stand.at, line, far))
        goings[stand.id] = Going(way if role == "lead" else "charge beside", places)
    return goings


def step_up(g: Stands, stand: Stand, fallen: Stand | Fallen) -> bool:
    """A stand takes the place of the lead stand that was lost; whether it is still there to fight. KIM-7.2b

    If that one never reached the enemy, the other carries the charge home. KIM-R103
    """
    stand.charge_role = "lead"
    turned = stand.base.moved(stand.at, fallen.facing)
    place, enemy = turned.moved(fallen.at), g.state.stands.get(stand.in_contact_with)
    line = facing_of(minus(enemy.at, fallen.at)) if enemy else fallen.facing
    far = way_to_contact(place, enemy.base, line) if enemy else 0
    end = along(fallen.at, line, far)
    go(g, {stand.id: Going("stepping up", straight_turned(stand, turned, end))})
    return stand.id in g.state.stands


def go_back(g: Stands, stands: Iterable[Stand], *rows: str) -> None:
    """Attackers go straight back the way they came, to where the charge began, those behind first.

    KIM-7.1b, KIM-7.2b, KIM-7.3b
    """
    back = [stand for stand in stands if stand.charged_from is not None]
    back.sort(key=lambda stand: stand.charge_role != "behind")
    if back:
        names = ", ".join(stand.name for stand in back)
        text = f"Back to where the charge began: {names}."
        g.tell("withdrawal", text, "KIM-7.1b", *rows, stands=[stand.id for stand in back])
    go(
        g,
        {
            stand.id: Going("going back", straight(stand.base, stand.charged_from or stand.at))
            for stand in back
        },
    )
    release(back)


def is_free_place(state: StandsState, stand: Stand, place: Point) -> bool:
    """Whether the place of an enemy who is gone is free for a stand that faces as it does. KIM-R44, KIM-R62"""
    cite("KIM-R44", "KIM-R62")
    return not lies_on_somebody(state, stand, stand.base.moved(place))
