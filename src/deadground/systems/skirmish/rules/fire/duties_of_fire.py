"""What every shot, throw and blow owes, however it comes about. NUTS-FIRE-11, NUTS-SIGHT-09, NR-19, NR-53

Whatever is shot, thrown, launched or poured goes this road: `let_fly`. It looks once more, when the moment has
come, whether it can be done (line, melee, ammunition), keeps the order of Rep, knows who is too busy to feed a gun,
and spends the active shot. Whoever is hurt by it, or by a blow, is hurt in `damage.py`, where a Star is protected.
What a way does not owe stands in `EXEMPT`, with its row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules.activation.rep import in_falling_rep
from deadground.systems.skirmish.rules.armour.main_gun import fire_main_gun
from deadground.systems.skirmish.rules.armour.rounds import MainShot, why_no_main_shot
from deadground.systems.skirmish.rules.fire.aiming import may_turn
from deadground.systems.skirmish.rules.fire.fire import volley
from deadground.systems.skirmish.rules.fire.readiness import why_no_shot, why_too_soon
from deadground.systems.skirmish.rules.fire.targets import Shot
from deadground.systems.skirmish.rules.grenades.grenades import send
from deadground.systems.skirmish.rules.grenades.lobs import Lob, why_no_lob
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.wounded.confronting import confront
from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.weapons import weapon

Occasion = Literal["active", "in_sight", "return", "charge_fire", "foe", "example"]
"""When a man shoots or throws: of his own will, as winner of an In Sight, told to by a test, at who charges him, at
a hated foe, and at one of his own as an example."""

Way = Literal[Occasion, "snap", "throw", "launcher", "flame", "main_gun", "blast", "melee", "dispatch"]
"""All ways to shoot, throw or be hurt."""

Duty = Literal[
    "line",
    "not_into_melee",
    "order",
    "ammunition",
    "loader",
    "shot_spent",
    "star",
    "prisoner",
    "cover",
    "causes",
    "who_may_know",
]
"""What is owed: a line of sight when it happens (NR-19, NR-37); nothing is shot into a melee (NR-53); the highest
Rep comes first (NUTS-SIGHT-09); nothing is shot without ammunition (NUTS-AMMO-01); a loader who does nothing else
feeds (NUTS-AMMO-03); the active shot is spent (NUTS-ACT-10); a Star is protected (NUTS-STAR-01 to -03); a prisoner
is no target, and has no escort once he is hit (NS-36); cover counts (NUTS-LOS-06); those concerned test
(NUTS-REACT-01); nobody reads of a man whom he does not know (NR-108)."""

EXEMPT: dict[tuple[Way, Duty], str] = {
    ("throw", "line"): "NUTS-GREN-06",
    ("launcher", "line"): "NS-07",
    ("blast", "line"): "NUTS-GREN-08",
    ("melee", "line"): "NUTS-MELEE-10",
    ("dispatch", "line"): "NUTS-REACT-11",
    ("throw", "not_into_melee"): "NR-53",
    ("blast", "not_into_melee"): "NR-53",
    ("melee", "not_into_melee"): "NUTS-MELEE-13",
    ("dispatch", "not_into_melee"): "NS-02",
    ("active", "order"): "NUTS-FIRE-11",
    ("charge_fire", "order"): "NR-46",
    ("foe", "order"): "LR-209",
    ("example", "order"): "COT-ATTR-04",
    ("throw", "order"): "NUTS-FIRE-11",
    ("launcher", "order"): "NUTS-FIRE-11",
    ("flame", "order"): "NUTS-FIRE-11",
    ("main_gun", "order"): "NUTS-FIRE-11",
    ("blast", "order"): "NUTS-GREN-08",
    ("melee", "order"): "NUTS-MELEE-13",
    ("dispatch", "order"): "NUTS-REACT-11",
    ("blast", "ammunition"): "NUTS-GREN-04",
    ("melee", "ammunition"): "NUTS-MELEE-08",
    ("dispatch", "ammunition"): "NUTS-REACT-11",
    ("throw", "loader"): "NUTS-GREN-01",
    ("flame", "loader"): "NUTS-GREN-16",
    ("main_gun", "loader"): "NS-23",
    ("blast", "loader"): "NUTS-GREN-04",
    ("melee", "loader"): "NUTS-MELEE-08",
    ("dispatch", "loader"): "NUTS-REACT-11",
    ("in_sight", "shot_spent"): "NR-19",
    ("return", "shot_spent"): "NUTS-MOVE-12",
    ("snap", "shot_spent"): "NUTS-MOVE-12",
    ("charge_fire", "shot_spent"): "NUTS-MELEE-05",
    ("foe", "shot_spent"): "LR-209",
    ("example", "shot_spent"): "COT-ATTR-04",
    ("blast", "shot_spent"): "NUTS-GREN-04",
    ("melee", "shot_spent"): "NR-52",
    ("dispatch", "shot_spent"): "NUTS-REACT-11",
    ("snap", "cover"): "NUTS-FIRE-03",
    ("melee", "cover"): "NUTS-MELEE-11",
    ("dispatch", "cover"): "NUTS-REACT-11",
    ("charge_fire", "causes"): "NR-45",
    ("example", "causes"): "COT-ATTR-04",
    ("melee", "causes"): "NR-27",
    ("dispatch", "causes"): "NUTS-REACT-01",
    ("charge_fire", "who_may_know"): "NR-108",
    ("melee", "who_may_know"): "NR-108",
}
"""What a way does not owe, and by which row. Snap fire misses with 8 and 9 in any case; men in melee know each
other, as do a charger and whom he charges."""

IN_REACTION: tuple[Occasion, ...] = ("in_sight", "return", "charge_fire")
"""When a man acts because a test says so. NR-59"""

TURNING: tuple[Occasion, ...] = ("return", "charge_fire", "foe", "example")
"""When he may turn to his target; in his own activation he may unless he has moved. NR-12, NR-31"""

ByHand = Shot | Lob
Deed = ByHand | MainShot


def owes(way: Way, duty: Duty) -> bool:
    """Whether a way has a duty; the row of an exemption is cited."""
    row = EXEMPT.get((way, duty))
    if row is not None:
        cite(row)
    return row is None


def doer(deed: Deed) -> str:
    """Who does it."""
    if isinstance(deed, MainShot):
        return deed.gunner
    return deed.shooter if isinstance(deed, Shot) else deed.who


def let_fly(g: Skirmish, way: Occasion, deeds: Sequence[Deed], busy: Collection[str] = ()) -> Fallout:
    """Everything that some men shoot and throw; those concerned test later. NUTS-FIRE-11

    Shots that follow each other fall together, each throw and each shot of a main gun by itself. What cannot be
    done any more when its moment has come is left undone. `busy` are others who act at the same time, and
    feed no gun. NUTS-AMMO-03
    Whoever hunkers within 4" of one who has turned to shoot gives himself up. NR-131
    """
    busy = {*busy, *(doer(deed) for deed in deeds)}
    fallout = Fallout()
    for together in runs(in_order(g, way, deeds)):
        done = [deed for deed in together if is_still_open(g, way, deed, busy)]
        if owes(way, "shot_spent"):
            for deed in done:
                g.figure(doer(deed)).doing = g.figure(doer(deed)).doing.but(fired=True)
        fallout += volley(g, [deed for deed in done if isinstance(deed, Shot)], busy)
        fallout += send(g, [deed for deed in done if isinstance(deed, Lob)], busy)
        for deed in done:
            if isinstance(deed, MainShot):
                fallout += fire_main_gun(g, deed)
    confront(g, [one for one in g.figures(map(doer, deeds)) if not one.aboard])
    return fallout


def in_order(g: Skirmish, way: Occasion, deeds: Sequence[Deed]) -> list[Deed]:
    """From the highest Rep to the lowest, where that is owed; else as they were told. NUTS-SIGHT-09"""
    if not owes(way, "order"):
        return list(deeds)
    cite("NUTS-SIGHT-09")
    men = in_falling_rep(g, dict.fromkeys(map(doer, deeds)))
    return sorted(deeds, key=lambda deed: men.index(doer(deed)))


def runs(deeds: Sequence[Deed]) -> Iterator[list[Deed]]:
    """Shots that follow each other together, each throw alone. NUTS-FIRE-11"""
    shots: list[Deed] = []
    for deed in deeds:
        if isinstance(deed, Shot):
            shots.append(deed)
            continue
        if shots:
            yield shots
        yield [deed]
        shots = []
    if shots:
        yield shots


def is_still_open(g: Skirmish, way: Occasion, deed: Deed, busy: Collection[str]) -> bool:
    """Whether a shot or throw can be done now that its moment has come; if not, his side hears why. NR-19, NR-53"""
    figure = g.figure(doer(deed))
    fault = why_not_now(g, way, figure, deed, busy)
    if fault is None:
        return True
    text = f"{figure.name} holds his fire: {fault.reason}."
    g.tell("no_target", text, *fault.rows, to=g.seats_of(figure.side), figure=figure.id)
    return False


def why_not_now(
    g: Skirmish, way: Occasion, figure: Figure, deed: Deed, busy: Collection[str] = ()
) -> Fault | None:
    """Why a man cannot do now what he was to do; `busy` serve no launcher. NR-19, NR-37, NR-53"""
    cite("NR-19", "NR-37", "NR-53")
    if not figure.able:
        return Fault(figure.id, f"{figure.name} cannot act", ("NUTS-REACT-10",))
    if isinstance(deed, MainShot):
        return why_no_main_shot(g.state, deed, g.options)
    with_ = deed.weapon if isinstance(deed, Shot) else deed.what
    slow = why_too_soon(g.state, figure, weapon(with_), busy) if "." in with_ else None
    return slow or why_not_there(g, way, figure, deed)


def why_not_there(g: Skirmish, way: Occasion, figure: Figure, deed: ByHand) -> Fault | None:
    """Why what he shoots or throws cannot go where it should. NR-37, NR-53, LR-209"""
    turning = way in TURNING or (way == "active" and may_turn(figure))
    if isinstance(deed, Lob):
        reacting = way in IN_REACTION
        return why_no_lob(g.state, figure, deed.what, deed.at, g.options, turning=turning, reacting=reacting)
    for aim in deed.aims:
        if aim.target:
            target = g.piece(aim.target)
            target = as_if_up(target) if way == "foe" and isinstance(target, Figure) else target
            fault = why_no_shot(
                g.state, figure, target, deed.weapon, g.options, mode=deed.mode, turning=turning
            )
            if fault is not None:
                return fault
    return None


def as_if_up(target: Figure) -> Figure:
    """A hated foe who is Out of the Fight is aimed at like another. LR-209"""
    cite("LR-209")
    standing = copy(target)
    if target.status == "out_of_the_fight":
        standing.status = "carry_on"
    return standing


def of_no_shot(fallout: Fallout, shooter: str) -> Fallout:
    """What something else than a man's own shots has done: a grenade dropped by one he hit. NR-45, NR-146"""
    cite("NR-45", "NR-146")
    missed = tuple((who, by) for who, by in fallout.missed if by != shooter)
    hit = tuple((who, by) for who, by in fallout.hit if by != shooter)
    return msgspec.structs.replace(fallout, missed=missed, hit=hit)
