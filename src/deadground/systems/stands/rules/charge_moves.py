"""How stands come into contact, step up and go back again. KIM-7.1, KIM-7.2b, KIM-7.3b"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deadground.core.citing import cite
from deadground.space.arcs import Wedge
from deadground.space.plane import FULL_TURN, Point, along, distance
from deadground.space.units import Tenths
from deadground.systems.stands.game import Stands
from deadground.systems.stands.rules.arrivals import (
    Going,
    Way,
    go,
    leave_works,
    lies_on_somebody,
    put,
    straight,
)
from deadground.systems.stands.rules.contact import Parties, Role, line_of_charge, release, way_to_contact
from deadground.systems.stands.state import Fallen, Stand, StandsState

Party = Mapping[Role, Stand]
"""A lead stand and those who go in with it."""


def charge_home(g: Stands, party: Party, defender: Stand) -> Parties:
    """A lead stand and those with it go straight at the defender until it touches him. KIM-7.1b"""
    lead = party["lead"]
    behind = (defender.facing + FULL_TURN // 2) % FULL_TURN
    rear = Wedge(defender.at, behind, g.figure("rear_assault_degrees") * 10)
    defender.in_contact_with, defender.taken_in_rear = lead.id, rear.holds(lead.at)
    engage(g, party, defender)
    charge(g, charges(party, "charge", way_to_contact(lead.base, defender.base, lead.facing)))
    return Parties(ids_of(party), (defender.id,))


def charge_each_other(g: Stands, mine: Party, theirs: Party) -> Parties:
    """Of two that charge each other the first goes half of the way and the other the rest, together. KIM-R103"""
    cite("KIM-R103")
    first, second = mine["lead"], theirs["lead"]
    engage(g, mine, second)
    engage(g, theirs, first)
    half = way_to_contact(first.base, second.base, first.facing) // 2
    met = first.base.moved(along(first.at, first.facing, half))
    rest = way_to_contact(second.base, met, second.facing)
    charge(g, charges(mine, "mutual charge", half) | charges(theirs, "mutual charge", rest))
    return Parties(ids_of(mine), ids_of(theirs), mutual=True)


def ids_of(party: Party) -> tuple[str, ...]:
    return tuple(stand.id for stand in party.values())


def engage(g: Stands, party: Party, defender: Stand) -> None:
    """Those who charge are in contact with the enemy they go at, and the lead faces him. KIM-7.1b, KIM-7.1c

    All have left their works, those too who have no way to go or no room for it. KIM-R130
    """
    cite("KIM-R130")
    lead = party["lead"]
    defender.assaulted = True
    put(lead, lead.at, line_of_charge(lead, defender))
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


def charges(party: Party, way: Way, far: Tenths) -> dict[str, Going]:
    """The ways of a party: all go as far as the lead stand, along its line. KIM-7.1b, KIM-R103"""
    line = party["lead"].facing
    return {
        stand.id: Going(
            way if role == "lead" else "charge beside", straight(stand.base, along(stand.at, line, far))
        )
        for role, stand in party.items()
    }


def step_up(g: Stands, stand: Stand, fallen: Stand | Fallen) -> bool:
    """A stand takes the place of the lead stand that was lost; whether it is still there to fight. KIM-7.2b

    If that one never reached the enemy, the other carries the charge home. KIM-R103
    """
    stand.charge_role = "lead"
    put(stand, stand.at, fallen.facing)
    place, enemy = stand.base.moved(fallen.at), g.state.stands.get(stand.in_contact_with)
    far = way_to_contact(place, enemy.base, fallen.facing) if enemy else 0
    end = along(fallen.at, fallen.facing, far)
    go(g, {stand.id: Going("stepping up", straight(stand.base, end))})
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
