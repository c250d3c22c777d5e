"""Resolving fire: the throw to hit, and what comes of it. NUTS-FIRE-01 to NUTS-FIRE-06, NUTS-FIRE-11"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.core.tally import Tally
from deadground.systems.skirmish.attributes import effects_on
from deadground.systems.skirmish.game import Skirmish, named_together
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece, gap_between
from deadground.systems.skirmish.reckoning import Die, Reckoning
from deadground.systems.skirmish.rules.activation.dropping import lose_one
from deadground.systems.skirmish.rules.armour.from_inside import (
    as_he_shoots,
    has_moved,
    laid_on,
    stands_at,
)
from deadground.systems.skirmish.rules.armour.laying import turn_weapon
from deadground.systems.skirmish.rules.armour.mounts import bearing
from deadground.systems.skirmish.rules.armour.soft import apr_of_shot, is_sheltered
from deadground.systems.skirmish.rules.fire.ammo import jam, may_have_loader, run_dry
from deadground.systems.skirmish.rules.fire.damage import Hit
from deadground.systems.skirmish.rules.fire.readiness import helpers, mode_of, power_against
from deadground.systems.skirmish.rules.fire.targets import Shot, places
from deadground.systems.skirmish.rules.fire.to_hit import hits, why_hit
from deadground.systems.skirmish.rules.grenades.blasts import Blast, come_down, hurt_by, what_he_sets_off
from deadground.systems.skirmish.rules.house_rules.switched import counts_as_prone
from deadground.systems.skirmish.rules.movement.standing import turn
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.sight.cover import is_in_cover, is_stationary
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards
from deadground.systems.skirmish.rules.troops.luck import poses_no_more
from deadground.systems.skirmish.rules.troops.under_fire import HURRIED
from deadground.systems.skirmish.rules.troops.unit_types import woman_rep
from deadground.systems.skirmish.state import INCH, Figure
from deadground.systems.skirmish.vehicle import Gun, Vehicle
from deadground.systems.skirmish.weapons import Mode, rep_to_fire, weapon


def volley(g: Skirmish, shots: Sequence[Shot], busy: Collection[str] = ()) -> Fallout:
    """All shots in the order given, then the damage of all who are hit; nobody tests before. NUTS-FIRE-11, NR-41

    Whoever is hit more than once, by one man or by several, takes all of it together. NR-40. `busy` do something
    else than feed a gun.
    """
    cite("NUTS-FIRE-11", "NUTS-FIRE-12", "NUTS-FIRE-20", "NR-41")
    missed: list[tuple[str, str]] = []
    struck_by: dict[str, list[Hit]] = {}
    bursts: list[tuple[Blast, bool]] = []
    for shot in shots:
        mode = mode_of(weapon(shot.weapon), shot.mode)
        by = stands_at(g.state, g.figure(shot.shooter))
        found = shoot(g, shot, busy)
        struck = {target for target, hit in found if hit and (not mode.circle or is_machine(g.piece(target)))}
        for target, hit in found:
            if target in struck and hit:
                struck_by.setdefault(target, []).append(blow_of(g, by, mode, g.piece(target)))
        missed += [(target, by.id) for target, _ in found if target not in struck]
        if mode.circle:
            impact = power_against(mode, False) or 0
            bursts += [
                (burst_on(g, shot, target, mode.circle, impact), hit)
                for target, hit in found
                if not is_machine(g.piece(target))
            ]
    fallout = Fallout(
        tuple(dict.fromkeys(missed)),
        tuple(
            dict.fromkeys(
                (id, hit.by)
                for id, blows in struck_by.items()
                for hit in blows
                if not is_machine(g.piece(id))
            )
        ),
    )
    lying = [id for id in struck_by if is_lying(g.piece(id))]
    for id, blows in struck_by.items():
        piece = g.piece(id)
        if not piece.is_out or id in lying:
            fallout += hurt_by(g, piece, blows) + what_he_sets_off(g, piece)
    for blast, on_target in bursts:
        fallout += come_down(g, blast, g.piece(blast.by).at, hit=on_target)
    return fallout


def is_machine(target: TablePiece) -> bool:
    """Whether it is a vehicle or a gun, which is pierced or not."""
    return not target.is_round and isinstance(target, Vehicle | Gun)


def blow_of(g: Skirmish, by: TablePiece, mode: Mode, target: TablePiece) -> Hit:
    """A hit as what it hit takes it: Impact against men, APR against armour. NUTS-FIRE-18"""
    apr = apr_of_shot(mode, gap_between(by, target)) if is_machine(target) else None
    return Hit(by.id, power_against(mode, False) or 0, by.at, apr)


def is_lying(target: TablePiece) -> bool:
    """Whether it is a man who is Out of the Fight: a hated foe is shot at all the same. LR-209"""
    return isinstance(target, Figure) and target.status == "out_of_the_fight"


def burst_on(g: Skirmish, shot: Shot, target: str, across: int, impact: int) -> Blast:
    """A round with a circle that is shot at a man: it bursts where he is, or goes astray. NS-07"""
    cite("NS-07")
    by = stands_at(g.state, g.figure(shot.shooter)).id
    return Blast(weapon(shot.weapon).name, g.piece(target).at, across * INCH, impact, by)


def shoot(g: Skirmish, shot: Shot, busy: Collection[str] = ()) -> list[tuple[str, bool]]:
    """The dice of one man in falling order, the highest to the first target. NUTS-FIRE-05, NUTS-FIRE-06

    For each die that went on somebody: on whom, and whether it hit.
    """
    shooter, one = g.figure(shot.shooter), weapon(shot.weapon)
    targets = [g.piece(aim.target) for aim in shot.aims if aim.target]
    lay_or_turn(g, shooter, shot, targets[0])
    order = places(shot)
    dice = g.roll(len(order), D6, "shots", shooter.side)
    faces = sorted(dice.faces, reverse=True)
    found: list[tuple[str, bool]] = []
    told: list[dict[str, object]] = []
    how: dict[str, tuple[Die, ...]] = {id: () for id, _ in order if id}
    for face, (id, place) in zip(faces, order, strict=True):
        if id:
            total = face + to_hit(g, shot, first=not found).total
            against = list(circumstances(g, shot, g.piece(id), place))
            hit = hits(total, against)
            found.append((id, hit))
            told.append({"target": id, "die": face, "total": total, "hit": hit})
            how[id] += (Die(face, "passed" if hit else "failed", why_hit(total, against)),)
        else:
            how[id] = (*how.get(id, ()), Die(face, "left", "for the ground between them"))
    many = sum(hit for _, hit in found)
    verb = "snap fires" if shot.snap else "fires"
    result = how_many(many, len(found))
    text = f"{shooter.name} {verb} at {named_together(targets)}, {one.name}: {result}."
    rows = ("NUTS-FIRE-01", "NUTS-FIRE-05", "NUTS-FIRE-06")
    tally = to_hit(g, shot, first=True)
    g.tell_of(
        [shooter, *targets],
        "shots",
        text,
        *rows,
        rolls=[dice],
        tallies=[tally],
        shooter=shooter.id,
        weapon=one.id,
        reckoned=[Reckoning(who=id, dice=dice, tallies=(0,) if id else ()) for id, dice in how.items()],
        dice=told,
        hits=many,
    )
    for side in g.in_the_dark([shooter, *targets]):
        unseen = f"{g.named_for(side, [shooter])} {verb} at {g.named_for(side, targets)}: {result}."
        g.tell_unseen(side, unseen, *rows, men=targets)
    have_shot(g, shooter, shot, dice.faces, busy)
    for target in targets:
        if isinstance(target, Figure):
            poses_no_more(g, target)
    return found


def lay_or_turn(g: Skirmish, shooter: Figure, shot: Shot, first: TablePiece) -> None:
    """He turns to his first target; of a crew it is the turret that turns, if his weapon is in one. NS-22, NS-28"""
    vehicle = g.state.vehicles.get(shooter.aboard)
    if vehicle is None:
        turn(shooter, facing_towards(shooter, first.at))
        return
    mounted = laid_on(g.state, shooter, shot.weapon, first.at)
    if mounted is not None:
        turn_weapon(vehicle, mounted, bearing(vehicle, first.at))
    vehicle.shot_with = shot.weapon


def how_many(hits: int, dice: int) -> str:
    """The dice of a man that hit, in words."""
    if dice == 1:
        return "a hit" if hits else "a miss"
    return f"{hits or 'none'} of {dice} hit"


def have_shot(
    g: Skirmish, shooter: Figure, shot: Shot, faces: tuple[int, ...], busy: Collection[str] = ()
) -> None:
    """What a shot leaves behind: a weapon that may be empty, or used up, a loader who did nothing else. NS-07"""
    one = weapon(shot.weapon)
    shooter.arms = shooter.arms.but(shot_with=one.id)
    if one.shots_every != (0, 0):
        kept = [(id, turn) for id, turn in shooter.arms.last_shot if id != one.id]
        shooter.arms = shooter.arms.but(last_shot=(*kept, (one.id, g.state.turn)))
    served = helpers(g.state, shooter, busy)
    built_in = shooter.berth.in_vehicle
    run_dry(g, shooter, one, faces, served=built_in or (bool(served) and may_have_loader(one)))
    jam(g, shooter, one, faces)
    for helper in served:
        helper.doing = helper.doing.but(fired=True)
        helper.arms = helper.arms.but(feeding=True)
    if one.used_up:
        lose_one(shooter, one.id)


def to_hit(g: Skirmish, shot: Shot, *, first: bool) -> Tally:
    """What is added to a die: the shooter's Rep, and what his weapon and his eye add. NUTS-FIRE-01, NR-34"""
    cite("NR-34")
    shooter, one = g.figure(shot.shooter), weapon(shot.weapon)
    shift = Tally(f"to hit, {shooter.name}")
    shift.on_die("Rep", g.rep(shooter), "NUTS-FIRE-01", "NR-34")
    shift.on_die(one.name, rep_to_fire(one), *one.rows)
    if HURRIED in shooter.deeds.record:
        shift.on_die("in haste", number("hurried_rep"), "COT-UNIT-06")
    if shooter.woman:
        shift.on_die("a woman with a heavy weapon", woman_rep(one, g.options), "COT-UNIT-12")
    steady = one.kind == "sniper_rifle" and is_stationary(shooter)
    shift.on_die("sniper rifle, stationary", number("sniper_bonus"), "NS-07", when=steady)
    if first and one.long_arm and not shot.snap and not steady:
        for attribute, effect in effects_on(shooter.attributes, "first_rifle_die"):
            shift.on_die(attribute.name, effect.score, *attribute.rows)
            g.shows(shooter, attribute.id)
    return shift


def is_hit(g: Skirmish, shot: Shot, target: TablePiece, total: int, place: int) -> bool:
    """Whether a total hits a target at its place in the order. NUTS-FIRE-01 to NUTS-FIRE-03"""
    return hits(total, circumstances(g, shot, target, place))


def circumstances(g: Skirmish, shot: Shot, target: TablePiece, place: int) -> Iterator[str]:
    """What speaks against a shot at a target. NUTS-FIRE-02, NUTS-FIRE-03, NR-35"""
    shooter = as_he_shoots(g.state, g.figure(shot.shooter))
    covered = is_in_cover(g.state, target, shooter.at, g.options)
    if is_machine(target) and not covered:
        covered = is_sheltered(g.state, target, shooter, mode_of(weapon(shot.weapon), shot.mode).apr)
    hurried = bool(g.state.vehicles) and has_moved(g.state, g.figure(shot.shooter))
    found = {
        "shooter_fast_moving": shooter.doing.fast_moving,
        "snap_fire": shot.snap or target.id in shot.snap_at or is_burdened(shooter) or hurried,
        "target_in_cover": covered,
        "target_prone": counts_as_prone(g.options, target, shooter, in_cover=covered),
        "target_fast_moving": target.is_fast,
        "second_target": place == 1,
        "third_target": place >= 2,
    }
    return (why for why, is_so in found.items() if is_so)


def is_burdened(shooter: Figure) -> bool:
    """Who carries a wounded man shoots with the penalty of snap fire. NUTS-WOUND-03"""
    cite("NUTS-WOUND-03")
    return bool(shooter.aid.carries)
