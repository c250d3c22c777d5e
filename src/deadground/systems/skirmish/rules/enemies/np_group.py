"""What a group that nobody plays does when it is active: its table, its move, its fire. NUTS-NP-01 to NUTS-NP-06"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deadground.core.agenda import Call, Done, Go, Next, Procedure, procedure, step
from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.plane import Point, facing_of, is_within, minus, square
from deadground.systems.skirmish.crews import machines_against, vehicles_in
from deadground.systems.skirmish.game import Skirmish, enemies_of, figures_of, members, their_side
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.activation.orders import LAWS, can_act
from deadground.systems.skirmish.rules.armour.gun_orders import gun_plan
from deadground.systems.skirmish.rules.armour.mounts import beside_it
from deadground.systems.skirmish.rules.armour.rounds import MainShot
from deadground.systems.skirmish.rules.enemies.np_moves import (
    Picture,
    any_cover,
    at_rest,
    edge_point,
    flank_of,
    halves,
    is_covered_and_in_range,
    place_to_fire_from,
    support_of,
    towards,
)
from deadground.systems.skirmish.rules.enemies.np_tables import WORDS, ask_table, confide, patrol_reaction
from deadground.systems.skirmish.rules.enemies.np_tanks import NpDrives
from deadground.systems.skirmish.rules.enemies.np_wounded import medics_act, who_fetches
from deadground.systems.skirmish.rules.enemies.pefs import SECTIONS, section_box
from deadground.systems.skirmish.rules.fire.aiming import may_turn
from deadground.systems.skirmish.rules.fire.ammo import Reload, ReloadPlan
from deadground.systems.skirmish.rules.fire.readiness import can_shoot
from deadground.systems.skirmish.rules.fire.shooting import ActiveFire
from deadground.systems.skirmish.rules.fire.targets import fire_plan
from deadground.systems.skirmish.rules.grenades.lobs import HAND_GRENADE, Lob
from deadground.systems.skirmish.rules.grenades.readying import ThingPlan, Unready, ready
from deadground.systems.skirmish.rules.grenades.throwing import ActiveThrow, throws_at
from deadground.systems.skirmish.rules.leaders.leadership import leader_of
from deadground.systems.skirmish.rules.movement.movement import Going, Move
from deadground.systems.skirmish.rules.reactions.casualties import leave_table
from deadground.systems.skirmish.rules.sight.cover import cover_at, is_concealed, is_in_cover
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.rules.wounded.wounded import Fetch
from deadground.systems.skirmish.state import BASE, Figure, Stance
from deadground.systems.skirmish.vehicle import Vehicle

OTHER_FLANK = 4
"""On this die and above they go round the right flank, below it the left. NUTS-NP-03"""


LINES = {
    "split": ("NUTS-NP-03",),
    "closer_cover": ("NUTS-NP-03",),
    "straight_on": ("NUTS-NP-03",),
    "any_cover": ("NUTS-NP-03",),
    "cover_to_fire": ("NUTS-NP-03", "NUTS-NP-05"),
    "split_if_hidden": ("NUTS-NP-05",),
    "stay": ("NUTS-NP-05",),
    "stay_or_any_cover": ("NUTS-NP-05",),
}
"""Where each line of the tables is printed."""


@procedure("skirmish.np_acts", rows=("NUTS-NP-01",))
class NpActs(Procedure):
    """A group does what its table says each time it activates, and only then. NUTS-NP-01, NR-78"""

    group: str
    men: tuple[str, ...]
    leaving: bool = False
    lobs: tuple[Lob, ...] = ()

    @step
    def begin(self, g: Skirmish) -> Next:
        """Empty weapons are reloaded on the way, and wounded friends fetched. Then the table for the mission, or
        what they are about. NS-42, NR-113
        """
        cite("NUTS-NP-01", "NR-78")
        if vehicles_in(g.state, self.group):
            return Call(NpDrives(self.group), then=self.over)
        men = self.able(g)
        empty = [one for one in men if one.arms.empty and Reload().why_not(g.state, one, g.options) is None]
        if empty:
            plan = ReloadPlan({one.id: next(iter(one.arms.empty)) for one in empty})
            Reload().carry_out(g, [one.id for one in empty], plan)
        if not men or not enemies_of(g.state, their_side(men)):
            return Done()
        pairs = who_fetches(g, men)
        return Call(Fetch(pairs), then=self.by_orders) if pairs else Go(self.by_orders)

    @step
    def by_orders(self, g: Skirmish) -> Next:
        """Medics see to the wounded, and who has not gone for one does as the table says. NR-113"""
        men = [one for one in self.able(g) if not one.doing.tried_to_fetch and not serves_a_gun(g, one)]
        goers = medics_act(g, men)
        going = {one.who for one in goers}
        men = [one for one in men if not one.aid.tending and one.id not in going]
        goers += self.goers(g, men) if men else []
        return Call(Move(tuple(goers)), then=self.moved) if goers else Go(self.moved)

    def able(self, g: Skirmish) -> list[Figure]:
        return [one for one in g.figures(self.men) if can_act(one)]

    def goers(self, g: Skirmish, men: list[Figure]) -> list[Going]:
        """Where everybody goes; those who go round a flank go on with that. NS-42"""
        picture = Picture(g, men)
        circling = [one for one in men if one.errand and not has_flank(g, picture, one)]
        rest = [one for one in men if one not in circling]
        goers = [circle(picture, one) for one in circling]
        for one in rest:
            one.errand = ""
        return goers + (self.by_table(g, picture, rest) if rest else [])

    def by_table(self, g: Skirmish, picture: Picture, men: list[Figure]) -> list[Going]:
        """The opposite of the player's mission; against a patrol what the group made of it. NS-11, NUTS-NP-06"""
        table = table_for(g, self.group)
        if table == "withdraw":
            self.leaving = True
            return [picture.going(one, towards(picture, one, edge_point(g.state, one))) for one in men]
        if table == "patrol":
            first, *_ = men
            goal = next_section(g, first)
            return [picture.going(one, towards(picture, one, goal)) for one in men]
        covered = table == "np_infantry_defend" and all(is_covered(picture, one) for one in men)
        return carried_out(g, picture, men, ask_table(g, table, self.group, in_cover=covered))

    @step
    def moved(self, g: Skirmish) -> Next:
        """Those who have come to their edge are gone; grenades at what is near and in cover. NUTS-NP-06, NS-42"""
        for one in self.able(g) if self.leaving else ():
            if is_within(one.at, edge_point(g.state, one), BASE):
                leave_table(g, one, "NUTS-NP-06")
        lobs = []
        for one in self.able(g):
            near = near_in_cover(g, one)
            if near is None and one.pack.readied:
                Unready().carry_out(g, [one.id], ThingPlan({one.id: one.pack.readied}))
            if near is None or one.doing.fired or one.arms.reloading:
                continue
            if one.pack.readied and not one.pack.ready_since:
                lobs += throws_at(g, one, [near])
            elif not one.pack.readied and dict(one.pack.gear).get(HAND_GRENADE) and can_ready(g, one):
                ready(g, one, HAND_GRENADE)
        self.lobs = tuple(lobs)
        return Go(self.fire)

    @step
    def fire(self, g: Skirmish) -> Next:
        """All who can shoot and hold no grenade shoot, paired off one to one; throws fall with their shots.

        Who has moved shoots at those before him. NUTS-FIRE-09, NUTS-FIRE-11, NUTS-ACT-08, NS-42
        """
        men = [one for one in self.able(g) if not (one.doing.fired or one.arms.reloading or one.pack.readied)]
        men = [one for one in men if LAWS["fire"].why_not(g.state, one, g.options) is None]
        foes = enemies_of(g.state, their_side(men)) if men else []
        crews = [one for one in men if serves_a_gun(g, one)]
        men = [one for one in men if one not in crews]
        shots = fire_plan(g.state, men, foes, g.options, turning=[one.id for one in men if may_turn(one)])
        guns = tuple(shot for one in crews for shot in rounds_of(g, one))
        if shots or guns:
            return Call(ActiveFire(tuple(shots), self.lobs, guns), then=self.over)
        return Call(ActiveThrow(self.lobs), then=self.over) if self.lobs else Done()

    @step
    def over(self, g: Skirmish) -> Next:
        return Done()


def serves_a_gun(g: Skirmish, one: Figure) -> bool:
    """Whether a man is at a gun that can still be fired: there he stays. NR-267"""
    gun = g.state.guns.get(one.berth.gun) if one.berth.gun else None
    return gun is not None and not gun.is_out and not gun.aboard and one in beside_it(g.state, gun)


def rounds_of(g: Skirmish, one: Figure) -> Iterator[MainShot]:
    """What he fires the gun at that he serves: at vehicles, and only if he sees none at others. NR-267"""
    cite("NR-267")
    foes = [*machines_against(g.state, one.side), *enemies_of(g.state, one.side)]
    known = [foe for foe in foes if g.is_known(foe, one.side)]
    tanks = [foe for foe in known if isinstance(foe, Vehicle)]
    first = next(gun_plan(g.state, one, tanks, g.options), None)
    yield from [first] if first else gun_plan(g.state, one, known, g.options)


def table_for(g: Skirmish, group: str) -> str:
    """The table a group rolls on, or what it does without one. NUTS-NP-01, NS-11"""
    cite("NUTS-NP-01", "NS-11")
    leader = leader_of(g.state, group)
    if leader is not None and g.state.mission == "patrol":
        return by_stance(g, group, leader)
    side = g.state.sides[g.state.groups[group].side]
    attacks = g.state.mission == "defend" or (not g.state.mission and side.attacker)
    return "np_infantry_attack" if attacks else "np_infantry_defend"


def by_stance(g: Skirmish, group: str, leader: Figure) -> str:
    """Against a patrol: hold, go back, or patrol on, and roll again on meeting somebody. NS-42"""
    unit = g.state.units[leader.unit]
    men, foes = members(g.state, group), enemies_of(g.state, leader.side)
    seen = any(has_los(g.state, one, foe, g.options) for one in men if one.able for foe in foes)
    if unit.stance in ("", "patrol") and seen:
        patrol_reaction(g, group)
    stance: Stance = unit.stance
    if stance in ("withdraw", "patrol"):
        confide(g, leader.side, f"{leader.name}: {WORDS[stance]}.", "NUTS-NP-06", "NS-42")
        return stance
    return "np_infantry_defend"


def carried_out(g: Skirmish, picture: Picture, men: Sequence[Figure], says: str) -> list[Going]:
    """A line of a table, man by man. NUTS-NP-03, NUTS-NP-05"""
    cite(*LINES[says])
    if says in ("split", "split_if_hidden"):
        return split(g, picture, men, hidden_only=says == "split_if_hidden")
    support = support_of(men)
    return [one_goes(picture, one, says, is_support=one is support) for one in men]


def one_goes(picture: Picture, one: Figure, says: str, *, is_support: bool) -> Going:
    """What a line of a table has one man do before he fires."""
    if says == "closer_cover":
        place = place_to_fire_from(picture, one, closer=True)
        return picture.going(one, place, prone=place is None)
    if says == "straight_on":
        return straight_on(picture, one, is_support=is_support)
    if is_covered_and_in_range(picture, one):
        return picture.going(one, None, prone=one.prone)
    if says == "stay":
        return picture.going(one, None, prone=one.prone or not is_covered(picture, one))
    if says == "stay_or_any_cover":
        return picture.going(one, any_cover(picture, one), prone=one.prone and is_covered(picture, one))
    place = place_to_fire_from(picture, one)
    if place is None and says == "any_cover":
        return picture.going(one, any_cover(picture, one))
    return picture.going(one, place, prone=place is None)


def straight_on(picture: Picture, one: Figure, *, is_support: bool) -> Going:
    """A full move at the nearest enemy, while the support weapon fires if in sight and range. NUTS-NP-03, NS-42"""
    near = min(picture.foes, key=lambda foe: square(minus(foe.at, one.at)))
    if is_support and can_shoot(picture.g.state, one, picture.foes, picture.g.options, turning=True):
        return picture.going(one, None, prone=one.prone)
    return picture.going(one, towards(picture, one, near.at))


def split(g: Skirmish, picture: Picture, men: Sequence[Figure], *, hidden_only: bool) -> list[Going]:
    """Half with the support weapon fire from cover, half go round a flank. NUTS-NP-03, NUTS-NP-05

    On the defence only if there is covered or concealed ground to do it on.
    """
    cite("NUTS-NP-05" if hidden_only else "NUTS-NP-03")
    firing, going = halves(men)
    goers = [one_goes(picture, one, "cover_to_fire", is_support=False) for one in firing]
    if not going:
        return goers
    die = g.roll(1, D6, "which flank", their_side(men))
    flank = "right" if die.one >= OTHER_FLANK else "left"
    for one in going:
        place = towards(picture, one, flank_of(picture, one, flank))
        if hidden_only and not is_hidden_at(picture, one, place):
            goers.append(one_goes(picture, one, "cover_to_fire", is_support=False))
        else:
            one.errand = "right" if flank == "right" else "left"
            goers.append(picture.going(one, place))
    confide(g, their_side(men), f"They try the {flank} flank.", "NS-42", rolls=[die])
    return goers


def circle(picture: Picture, one: Figure) -> Going:
    return picture.going(one, towards(picture, one, flank_of(picture, one, one.errand)))


def is_covered(picture: Picture, one: Figure) -> bool:
    """Whether a man is in cover from the nearest enemy he knows of. NUTS-NP-04"""
    threat = picture.threat(one)
    return threat is not None and is_in_cover(picture.g.state, at_rest(one), threat, picture.g.options)


def is_hidden_at(picture: Picture, one: Figure, at: Point) -> bool:
    """Whether a place is covered or concealed from the nearest enemy. NUTS-NP-05"""
    threat = picture.threat(one)
    if threat is None or cover_at(picture.g.state, at, threat) is not None:
        return True
    there = at_rest(one)
    there.at = at
    return is_concealed(picture.g.state, there, threat, picture.g.options)


def has_flank(g: Skirmish, picture: Picture, one: Figure) -> bool:
    """Whether a man sees an enemy from the side or from behind. NS-38, NS-42"""
    cite("NS-38", "NS-42")
    return any(has_los(g.state, one, foe, g.options) and is_beside(foe, one) for foe in picture.foes)


def is_beside(foe: Figure, one: Figure) -> bool:
    """More than 60 degrees off the way a man looks is his flank or rear. NS-38"""
    dx, dy = minus(one.at, foe.at)
    if (dx, dy) == (0, 0):
        return False
    off = abs((facing_of((dx, dy)) - foe.facing + 1800) % 3600 - 1800)
    return off > 600


def near_in_cover(g: Skirmish, one: Figure) -> Figure | None:
    """The nearest enemy, if he is within 6", in sight and in cover. NS-42"""
    foes = enemies_of(g.state, one.side)
    near = min(foes, key=lambda foe: square(minus(foe.at, one.at)), default=None)
    if near is None or not is_within(near.at, one.at, number("np_grenade")):
        return None
    if not has_los(g.state, one, near, g.options) or not is_in_cover(g.state, near, one.at, g.options):
        return None
    return near


def can_ready(g: Skirmish, one: Figure) -> bool:
    return LAWS["ready"].why_not(g.state, one, g.options) is None


def next_section(g: Skirmish, one: Figure) -> Point:
    """The middle of the nearest section of 1 to 6 that the unit has not been in. NS-42"""
    cite("NS-42")
    unit = g.state.units[one.unit]
    for section in range(1, SECTIONS + 1):
        west, north, east, south = section_box(g.state, section)
        if west <= one.at[0] <= east and north <= one.at[1] <= south and section not in unit.visited:
            unit.visited = (*unit.visited, section)
    if len(unit.visited) == SECTIONS:
        unit.visited = ()
    middles = []
    for section in range(1, SECTIONS + 1):
        west, north, east, south = section_box(g.state, section)
        if section not in unit.visited:
            middles.append(((west + east) // 2, (north + south) // 2))
    return min(middles, key=lambda at: (square(minus(at, one.at)), at))


def beaten_away(g: Skirmish) -> None:
    """At the end of a turn: who has had no enemy in sight for two turns running goes back, or patrols on. NS-42"""
    for unit in g.state.units.values():
        if unit.stance not in ("defend_then_patrol", "defend_then_withdraw"):
            continue
        cite("NUTS-NP-06", "NS-42")
        left = [one for one in figures_of(g.state, unit.side) if one.unit == unit.id]
        if all(one.status == "leave_battlefield" for one in left):
            continue
        men = [one for one in left if one.able]
        foes = [foe for foe in enemies_of(g.state, unit.side) if foe.able]
        seen = any(has_los(g.state, one, foe, g.options) for one in men for foe in foes)
        unit.quiet = 0 if seen else unit.quiet + 1
        if unit.quiet >= number("quiet_turns"):
            unit.stance = "patrol" if unit.stance == "defend_then_patrol" else "withdraw"
            text = f"{unit.name}, no enemy in sight: {WORDS[unit.stance]}."
            confide(g, unit.side, text, "NUTS-NP-06", "NS-42")
