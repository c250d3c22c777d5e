"""Blasts: who is in the circle, what protects him, what else goes off. NUTS-GREN-04, NUTS-GREN-07 to -10, -17"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.plane import Point, along, facing_of, minus
from deadground.space.units import Tenths
from deadground.systems.skirmish.charts import whole
from deadground.systems.skirmish.game import Skirmish, ground_of, named_together
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece, are_enemies, pieces_named
from deadground.systems.skirmish.reckoning import own_throw
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import passed
from deadground.systems.skirmish.rules.activation.dropping import lose_one, part_with
from deadground.systems.skirmish.rules.fire.damage import Hit, damage_of
from deadground.systems.skirmish.rules.fire.to_hit import hits
from deadground.systems.skirmish.rules.grenades.caught import caught, is_past_harm
from deadground.systems.skirmish.rules.grenades.lobs import SMOKE, munition
from deadground.systems.skirmish.rules.house_rules.switched import impact_in_blast, is_safe_prone
from deadground.systems.skirmish.rules.reactions.casualties import note
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.sight.cover import Cover, covers, dug, is_stationary
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import DOWN, Figure, Marker, SkirmishState
from deadground.systems.skirmish.vehicle import Gun, Vehicle
from deadground.systems.skirmish.weapons import malfunction_dice, malfunctions, weapon

SIXTH_OF_A_TURN = 600


class Blast(msgspec.Struct, frozen=True):
    """Something that goes off. `by` is whose it is."""

    name: str
    at: Point
    across: Tenths
    impact: int
    by: str = ""
    floor: int = 0
    dive: bool = False
    """Whether those in it may dive: for a grenade dropped at somebody's feet. NR-55"""
    sheltered: bool = True
    """Whether cover and lying down help against it."""
    apr: int | None = None
    """What it does to armour: of high explosive its Impact. NS-27"""


def go_off(g: Skirmish, blast: Blast) -> Fallout:
    """Everybody in the circle takes damage, but for those who are sheltered, prone or dive. NUTS-GREN-08"""
    men = caught(g.state, blast.at, blast.across, g.options)
    where = f"on {named_together(men)}" if men else "and catches nobody"
    text = f"The {blast.name} goes off {where}."
    g.tell_of(
        men, "blast", text, "NUTS-GREN-08", at=blast.at, across=blast.across, men=[one.id for one in men]
    )
    for side in g.in_the_dark(men):
        g.tell_unseen(
            side, f"The {blast.name} goes off on {g.named_for(side, men)}.", "NUTS-GREN-08", men=men
        )
    fallout = Fallout()
    for figure in men:
        if is_past_harm(figure):
            continue
        if not isinstance(figure, Figure):
            fallout += hurt(g, figure, blast.impact, blast.by, blast.at, apr=blast.apr)
            continue
        if is_spared(g, blast, figure):
            fallout += Fallout(missed=((figure.id, blast.by),))
        else:
            impact = impact_in_blast(g.options, figure, blast.impact) if blast.sheltered else blast.impact
            fallout += hurt(g, figure, impact, blast.by, blast.at)
        fallout += what_he_sets_off(g, figure)
    return fallout


def is_spared(g: Skirmish, blast: Blast, figure: Figure) -> bool:
    """Whether a man in the circle is unharmed; he takes a Crisis Test all the same. NUTS-GREN-07, -09, -10"""
    if not blast.sheltered:
        return False
    cite("NUTS-GREN-07")
    cover = shelter(g.state, figure, blast.at, blast.floor)
    if cover is not None and blast.impact <= cover.value:
        text = f"{figure.name} is unharmed behind {cover.name}, Defensive Value {cover.value}."
        g.tell_of([figure], "spared", text, "NUTS-GREN-09", figure=figure.id)
        return True
    if is_safe_prone(g.options, figure):
        text = f"{figure.name} is prone and unharmed."
        g.tell_of([figure], "spared", text, "NUTS-GREN-10", figure=figure.id)
        return True
    return (blast.dive or g.option("dive_for_all_blasts") == "on") and dives(g, figure)


def shelter(state: SkirmishState, figure: Figure, at: Point, floor: int = 0) -> Cover | None:
    """The best cover between a man and the burst. Ground that holds them both is none. NUTS-GREN-09

    A trench that was dug for this battle is ground like any other. NUTS-PEF-09
    """
    cite("NUTS-GREN-09")
    ground, still = ground_of(state), is_stationary(figure)
    around = {piece.id for piece in ground.pieces_at(at)} if figure.floor == floor else set()
    around |= {cover.piece for cover in dug(state, at, "cover", still)}
    found = [
        cover
        for cover in (
            *covers(ground, figure.at, at, still, "cover"),
            *dug(state, figure.at, "cover", still),
        )
        if not (cover.inside and cover.piece in around)
    ]
    return max(found, key=lambda cover: cover.value, default=None)


def dives(g: Skirmish, figure: Figure) -> bool:
    """1d6 at or under his Rep and a man has dropped prone in time. NUTS-GREN-07, NR-55"""
    dice = g.roll(number("dive_dice"), D6, "dive", figure.side)
    escaped = passed(dice.faces, g.rep(figure)) > 0
    words = "dives and is unharmed" if escaped else "does not get down in time"
    g.tell_of(
        [figure],
        "dive",
        f"{figure.name} {words}.",
        "NUTS-GREN-07",
        "NR-55",
        rolls=[dice],
        reckoned=[own_throw(figure, dice.faces)],
        figure=figure.id,
    )
    if escaped and not figure.prone:
        figure.prone = True
        look_round(g)
    return escaped


def hurt(
    g: Skirmish, figure: TablePiece, impact: int, by: str, at: Point | None = None, *, apr: int | None = None
) -> Fallout:
    """What one hit, a blast or flame does. NUTS-GREN-08"""
    return hurt_by(g, figure, [Hit(by, impact, at, apr)])


def hurt_by(g: Skirmish, figure: TablePiece, blows: Sequence[Hit]) -> Fallout:
    """Damage to one man by all that hit him together. NR-40

    Of whatever is no man it is told that it is hit: what that does to it is the affair of what it is. A vehicle or
    a gun is pierced or not. NUTS-FIRE-18, NS-25
    """
    by = tuple(dict.fromkeys(hit.by for hit in blows))
    for shooter in pieces_named(g.state, by):
        if isinstance(shooter, Figure) and are_enemies(shooter, figure):
            note(shooter, "hit")
    if isinstance(figure, Vehicle | Gun):
        return links.struck(g, figure, blows)
    if isinstance(figure, Figure):
        damage_of(g, figure, blows)
    else:
        g.tell_of(
            [figure], "struck", f"{figure.name} is hit.", "NUTS-FIRE-04", figure=figure.id, by=blows[0].by
        )
    return Fallout(hit=tuple((figure.id, id) for id in by))


def what_he_sets_off(g: Skirmish, figure: TablePiece) -> Fallout:
    """What a man who was hit by fire, or caught in a blast, makes go off. NUTS-GREN-04, NUTS-GREN-17"""
    if not isinstance(figure, Figure):
        return Fallout()
    return dropped(g, figure) + tank(g, figure)


def dropped(g: Skirmish, figure: Figure) -> Fallout:
    """A casualty drops what he held readied, and it goes off where he stands; from fire or melee. NUTS-GREN-04"""
    cite("NUTS-GREN-04")
    if not figure.pack.readied or figure.status not in DOWN:
        return Fallout()
    one = munition(g.state, figure, figure.pack.readied)
    use_up(figure, figure.pack.readied)
    if one is None:
        return Fallout()
    g.tell_of(
        [figure], "dropped", f"{figure.name} drops a readied {one.name}.", "NUTS-GREN-04", figure=figure.id
    )
    if one.impact is None:
        return lay_smoke(g, figure.at) if one.what == SMOKE else Fallout()
    return go_off(g, Blast(one.name, figure.at, one.across, one.impact, figure.id, figure.floor))


def use_up(figure: Figure, what: str) -> None:
    """One fewer of something carried."""
    figure.pack = figure.pack.but(
        gear=tuple((id, count - (id == what)) for id, count in figure.pack.gear if count - (id == what) > 0)
    )
    if "." in what and weapon(what).used_up:
        lose_one(figure, what)
    if figure.pack.readied == what:
        figure.pack = figure.pack.but(readied="", ready_since=False)


def tank(g: Skirmish, figure: Figure) -> Fallout:
    """The tank of a flame-thrower may explode when its operator is hit or caught in a blast. NUTS-GREN-17, NR-62"""
    carried = [id for id in figure.arms.weapons if weapon(id).plain.path]
    if not carried:
        return Fallout()
    die = g.roll(1, D6, "flame-thrower tank", figure.side)
    explodes = hits(die.one + number("tank_rep"), ())
    words = "explodes" if explodes else "holds"
    text = f"The tank of {figure.name} {words}."
    g.tell_of([figure], "tank", text, "NUTS-GREN-17", "NR-62", rolls=[die], figure=figure.id)
    return explode(g, figure, carried, "tank") if explodes else Fallout()


def explode(g: Skirmish, figure: Figure, carried: Sequence[str], name: str) -> Fallout:
    """A tank of flame goes up where its operator stands, and everybody near is hit as by it. NUTS-GREN-17"""
    for id in carried:
        part_with(figure, id)
    impact = whole(weapon(next(iter(carried))).impact)
    across = number("tank_circle")
    return go_off(g, Blast(name, figure.at, across, impact, figure.id, figure.floor, sheltered=False))


def blow_up(g: Skirmish, figure: Figure, with_: str, faces: Sequence[int]) -> Fallout:
    """Each 1 of an Ampulomet's shot is followed by another die, and a second 1 blows it up. COT-WEAP-11, LR-106"""
    one = weapon(with_)
    many = malfunction_dice(one, faces)
    if not many:
        return Fallout()
    dice = g.roll(many, D6, "malfunction", figure.side)
    blown = malfunctions(one, dice.faces)
    text = f"The {one.name} of {figure.name} {'blows up' if blown else 'holds'}."
    g.tell_of([figure], "malfunction", text, "COT-WEAP-11", "LR-106", rolls=[dice], figure=figure.id)
    return explode(g, figure, [one.id], one.name) if blown else Fallout()


def come_down(g: Skirmish, blast: Blast, from_: Point, *, hit: bool) -> Fallout:
    """A launched round bursts where it was aimed, or off it by the direction die. NS-01, NS-07"""
    if hit:
        return go_off(g, blast)
    cite("NS-01", "NS-07")
    die = g.roll(1, D6, "direction", "")
    line = facing_of(minus(blast.at, from_))
    off = along(blast.at, (line + die.one * SIXTH_OF_A_TURN) % (6 * SIXTH_OF_A_TURN), number("scatter"))
    ground = ground_of(g.state)
    at = (max(0, min(off[0], ground.width)), max(0, min(off[1], ground.height)))
    g.tell("stray", f"The {blast.name} goes astray.", "NS-01", "NS-07", rolls=[die], at=at)
    return go_off(g, msgspec.structs.replace(blast, at=at))


def lay_smoke(g: Skirmish, at: Point) -> Fallout:
    """A cloud that blocks sight to the end of the next turn. LR-041"""
    id = g.new_id()
    until = g.state.turn + number("smoke_turns")
    g.state.markers[id] = Marker(id, "smoke", at, number("smoke_circle"), until)
    g.tell("smoke", "Smoke spreads.", "LR-041", at=at, until=until)
    look_round(g)
    return Fallout()
