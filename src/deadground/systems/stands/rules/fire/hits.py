"""What hits do: a marker, or the end of a stand. KIM-4.1"""

from __future__ import annotations

from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.state import Fallen, Stand, StandsState


def lives(state: StandsState, stand: Stand, options: Options) -> int:
    """How many hits destroy a stand: two for infantry of all kinds, one for all else. KIM-4.1a"""
    return number(state, "infantry_lives" if is_hit_as_infantry(stand, options) else "other_lives")


def is_hit_as_infantry(stand: Stand, options: Options) -> bool:
    """Infantry of all kinds and an HQ, unless that is taken for the jeep that it is. KIM-4.1a, KIM-R35"""
    kind = kind_of(stand)
    return kind.is_infantry and not (kind.troop == "hq" and option(options, "hq_target") == "as_model")


def hit(g: Stands, target: Stand, by: str, *rows: str) -> None:
    """One hit: a first one marks an infantry stand, its second removes it, all else is removed at once.

    A stand that is gone already takes no more. KIM-4.1a, KIM-R88
    """
    if target.id not in g.state.stands:
        return
    target.hits += 1
    why = hit_by(g.state, by)
    if target.hits >= lives(g.state, target, g.options):
        destroy(g, target, why, "KIM-4.1a", "KIM-R88", *rows)
        return
    g.tell(
        "marked",
        f"{target.name} is {why} and carries a marker.",
        "KIM-4.1a",
        *rows,
        to=g.who_knows([target]),
        stand=target.id,
    )


def hit_by(state: StandsState, by: str) -> str:
    """Who hit a stand, in words; a hidden enemy is not named."""
    shooter = state.stands.get(by)
    return "hit" if shooter is None or shooter.hidden else f"hit by {shooter.name}"


def destroy(g: Stands, target: Stand, why: str, *rows: str) -> None:
    """A stand is removed from the table; its command counts the loss and a trace stays. KIM-4.1a, KIM-R76"""
    if target.id not in g.state.stands:
        return
    del g.state.stands[target.id]
    g.state.fallen[target.id] = Fallen(
        id=target.id,
        side=target.side,
        kind=target.kind,
        name=target.name,
        at=target.at,
        turn=g.state.turn,
        seen=not target.hidden,
        facing=target.facing,
        command=target.command,
        unit=target.unit,
        width=target.width,
        depth=target.depth,
        specialist=target.specialist,
        engineer=target.engineer,
        fixed=target.fixed,
        in_contact_with=target.in_contact_with,
    )
    g.command(target).losses += 1
    g.tell(
        "destroyed",
        f"{target.name} is destroyed: {why}.",
        *rows,
        "KIM-R76",
        to=g.who_knows([target]),
        stand=target.id,
    )
