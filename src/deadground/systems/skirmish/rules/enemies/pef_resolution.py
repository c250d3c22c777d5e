"""Resolving a question mark: contact, perhaps, or a false alarm. NUTS-PEF-05 to NUTS-PEF-09, NR-72, NR-73"""

from __future__ import annotations

from collections.abc import Sequence

from deadground.core.agenda import Call, Done, Go, Next, procedure, step
from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.ground import Piece
from deadground.space.plane import Point, minus, square
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Chained, Skirmish, members, their_side
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import Reckoning, against, left_out
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.activation.groups import form_groups
from deadground.systems.skirmish.rules.enemies.np_forces import (
    defensive_position,
    described,
    enlist,
    no_bigger,
    parts_of,
    position_length,
    reinforcements,
)
from deadground.systems.skirmish.rules.enemies.np_places import (
    building_named,
    dig_in,
    houses_for,
    middle_of,
    set_up,
)
from deadground.systems.skirmish.rules.enemies.np_tables import patrol_reaction
from deadground.systems.skirmish.rules.enemies.pefs import add_pef, players, sees_pef
from deadground.systems.skirmish.rules.enemies.promise import met_by
from deadground.systems.skirmish.rules.movement.status import stops_moving
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.sighting import have_seen, see_each_other
from deadground.systems.skirmish.rules.wounded.confronting import confront
from deadground.systems.skirmish.state import Figure, Pef, Side


@procedure("skirmish.resolve_pef", rows=("NUTS-PEF-05", "NUTS-PEF-06"))
class ResolvePef(Chained):
    """A group has a line to a question mark. `Done` says whether an enemy was there.

    `extra`: the group was moving, and has two inches more. `came`: the question mark moved into sight. `keen`: it
    is looked for with 3d6 whatever went before. NR-72
    """

    pef: str
    group: str
    extra: bool = False
    came: bool = False
    keen: bool = False
    found: tuple[str, ...] = ()
    """The men it turned out to be."""
    meeting: tuple[str, ...] = ()
    """Their groups that have not met the player yet."""

    @step
    def look(self, g: Skirmish) -> Next:
        """2d6 against the Enemy Investment Level, or the lowest two of 3d6; then it is gone. NUTS-PEF-06"""
        g.card(self)
        pef = g.state.pefs.pop(self.pef)
        side = g.state.sides[pef.side]
        if met_by(g.state, side.id):
            return self.promised(g, pef, side)
        keen, g.state.wary = self.keen or g.state.wary, False
        dice = g.roll(
            number("pef_dice_when_wary" if keen else "pef_dice"), D6, f"what is {pef.name}", side.id
        )
        faces, counted = sorted(dice.faces), number("pef_dice_counted")
        lowest = faces[:counted]
        many = at_most_two(passed(lowest, side.investment))
        result = str(chart("pef_resolution").look_up(str(many)).value)
        which = "the 2 lowest dice" if keen else "2 dice"
        text = f"{self.who(g, pef)} sees {pef.name}: {many} of {which} passed."
        level = side.investment
        g.tell(
            "pef",
            text,
            *self.rows,
            rolls=[dice],
            reckoned=[
                Reckoning(dice=against(lowest, level) + left_out(faces[counted:], "the lowest two count"))
            ],
            pef=pef.id,
            at=pef.at,
            result=result,
            level=level,
        )
        if result == "contact":
            return self.contact(g, pef, side)
        g.state.wary = result == "maybe"
        words = (
            "nothing there yet, but the next one is looked at with 3d6" if g.state.wary else "a false alarm"
        )
        g.tell("pef_nothing", f"{pef.name}: {words}.", "NUTS-PEF-06", "NR-73", pef=pef.id, result=result)
        self.note_house(g, pef, silent=True)
        return Done(False)

    def promised(self, g: Skirmish, pef: Pef, side: Side) -> Next:
        """The first to be seen is an enemy where the battle says so: no dice are thrown for it. NR-196"""
        g.state.wary = False
        text = f"{self.who(g, pef)} sees {pef.name}: the first one is an enemy, by this battle's own rule."
        g.tell("pef", text, "NR-196", pef=pef.id, at=pef.at, result="contact", level=side.investment)
        return self.contact(g, pef, side)

    def who(self, g: Skirmish, pef: Pef) -> str:
        """The nearest man of the group who sees it."""
        men = sorted(members(g.state, self.group), key=lambda one: square(minus(one.at, pef.at)))
        nearest, *_ = men
        return next((one for one in men if sees_pef(g.state, one, pef, g.options)), nearest).name

    def note_house(self, g: Skirmish, pef: Pef, *, silent: bool) -> None:
        """What a building holds is resolved once from outside, and again inside a silent one. NUTS-PEF-07"""
        if not pef.building or pef.building in g.state.near_houses:
            return
        g.state.near_houses = (*g.state.near_houses, pef.building)
        if silent:
            g.state.silent_houses = (*g.state.silent_houses, pef.building)
            tell_silent(g, pef.building)

    def contact(self, g: Skirmish, pef: Pef, side: Side) -> Next:
        """One die says which table; what it names is set up on the spot and met at once. NUTS-PEF-06, NR-72"""
        die = g.roll(1, D6, "what kind of enemy", side.id)
        total = die.one + (g.state.mission == "attack")
        table = str(chart("pef_contact").look_up(total).value)
        words = table.replace("_", " ")
        g.tell("pef_contact", f"Contact: {words}.", "NUTS-PEF-06", "NR-71", rolls=[die], table=table)
        self.note_house(g, pef, silent=False)
        place = "cover"
        if table == "enemy_reinforcements":
            force = reinforcements(g, side)
        else:
            force, place = defensive_position(g, side)
        self.raise_men(g, pef, side, no_bigger(force, side.most), place)
        return Go(self.meet)

    def raise_men(self, g: Skirmish, pef: Pef, side: Side, force: str, place: str) -> None:
        parts = parts_of(g, side, force)
        near = nearest_player(g, pef.side, pef.at)
        first = bool(met_by(g.state, side.id))
        raised: list[Figure] = []
        for part in parts:
            unit, men = enlist(g, side, part, raised)
            g.state.units[unit.id] = unit
            raised += men
        houses = [(building_named(g.state, pef.building), raised)] if pef.building else []
        if place == "building" and not houses:
            houses = houses_for(g, pef.at, raised)
        for house, men in houses:
            set_up(g, men, middle_of(house), near.at, house, in_sight=first)
        if not houses and place in ("position", "building"):
            dig_in(g, raised, pef.at, near.at, position_length(g, parts))
        elif not houses:
            set_up(g, raised, pef.at, near.at, None, in_sight=first)
        self.found = tuple(one.id for one in raised)
        g.join(raised)
        self.meeting = tuple(form_groups(g, side.id, self.found))
        for id in self.meeting if self.came else ():
            g.state.groups[id].done = True
            for one in members(g.state, id):
                one.doing = one.doing.but(moving=True, moved_in=g.state.turn)
        confront(g, raised)
        look_round(g)
        self.tell_force(g, pef, f"{described(parts)}{where([house for house, _ in houses], place)}")

    def tell_force(self, g: Skirmish, pef: Pef, what: str) -> None:
        """What it is, for everybody; those of them who are not seen yet are not pointed at. NR-108"""
        lookers = [id for id, side in g.state.sides.items() if side.played]
        seen = [one.id for one in g.figures(self.found) if all(g.is_known(one, side) for side in lookers)]
        g.tell("pef_force", f"{pef.name} is {what}.", "NR-72", pef=pef.id, men=seen, at=pef.at)

    @step
    def meet(self, g: Skirmish) -> Next:
        """An In Sight at once; the side whose phase it is counts as active, and as having moved if it has. NR-72"""
        cite("NR-72")
        here = [id for id in self.meeting if id in g.state.groups]
        if self.came:
            while here:
                first, *here = here
                self.meeting = tuple(here)
                self.acts_now(g, first)
                others = tuple(dict.fromkeys(one.group for one in seen_by(g, first) if one.group))
                if others:
                    return Call(links.in_sight(first, others, extra=False), then=self.meet)
            return Go(self.react)
        met = self.next_to_meet(g, here)
        if met is None:
            return Go(self.react)
        group, others = met
        extra, self.extra = self.extra and group == self.group, False
        return Call(links.in_sight(group, others, extra=extra), then=self.meet)

    def acts_now(self, g: Skirmish, group: str) -> None:
        """Of those who came one group acts at a time, and none when all have met the player. NUTS-ACT-07"""
        cite("NUTS-ACT-07")
        for one in g.state.groups.values():
            one.active = one.id == group

    def next_to_meet(self, g: Skirmish, here: list[str]) -> tuple[str, tuple[str, ...]] | None:
        """A group that sees some of them for the first time, and which; whoever found them comes first. NR-186"""
        cite("NR-186")
        new = [
            (one.group, id) for id in here for one in seen_by(g, id) if not have_seen(g.state, one.group, id)
        ]
        if not new:
            return None
        first, _ = min(new, key=lambda pair: pair[0] != self.group)
        return first, tuple(dict.fromkeys(id for group, id in new if group == first))

    @step
    def react(self, g: Skirmish) -> Next:
        """Against a patrol each group says now what it makes of it. NUTS-NP-06, NS-11"""
        for one in g.figures(self.found):
            if self.came:
                stops_moving(g, one, "end_of_activation")
        if self.came:
            self.acts_now(g, "")
        groups = dict.fromkeys(one.group for one in g.figures(self.found) if one.group)
        for id in groups:
            if g.state.mission == "patrol":
                patrol_reaction(g, id)
        g.sum_up(self)
        return Done(True)


def tell_silent(g: Skirmish, house: str) -> None:
    """A building in which nobody has shown himself. NUTS-PEF-07"""
    name = building_named(g.state, house).name or "the building"
    text = f"{name} is silent. Somebody must go in to be sure."
    g.tell("house_silent", text[0].upper() + text[1:], "NUTS-PEF-07", house=house)


def where(houses: Sequence[Piece], place: str) -> str:
    """What a force lies in, at the end of a sentence. NR-72"""
    if houses:
        return f" in {' and '.join(house.name or 'the building' for house in houses)}"
    return " in a dug position" if place != "cover" else ""


def seen_by(g: Skirmish, group: str) -> list[Figure]:
    """The player's men who and a group see each other. NR-72"""
    men = members(g.state, group)
    side = their_side(men)
    return [
        one
        for one in g.state.figures.values()
        if one.side != side and one.able and any(see_each_other(g.state, one, man, g.options) for man in men)
    ]


def nearest_player(g: Skirmish, side: str, at: Point) -> Figure:
    return min(players(g.state, side), key=lambda one: square(minus(one.at, at)))


@procedure("skirmish.search_house", rows=("NUTS-PEF-07",))
class SearchHouse(Chained):
    """A group comes near to a building for the first time, or goes into one that was silent. NUTS-PEF-07, NR-69

    `Done` says whether an enemy was there.
    """

    house: str
    group: str
    extra: bool = False
    left: int = 0
    """Levels that are still to be looked at."""
    entered: bool = False
    met: bool = False
    """Whether an enemy was on one of them."""

    @step
    def begin(self, g: Skirmish) -> Next:
        """From outside one question mark; inside one for each level. NUTS-PEF-07"""
        g.card(self)
        house = building_named(g.state, self.house)
        self.entered = self.house in g.state.silent_houses
        if self.entered:
            g.state.silent_houses = tuple(id for id in g.state.silent_houses if id != self.house)
        else:
            g.state.near_houses = (*g.state.near_houses, self.house)
        self.left = max(1, house.floors) if self.entered else 1
        return Go(self.next_level)

    @step
    def next_level(self, g: Skirmish) -> Next:
        """Inside with 3d6, counting the lowest two; every level, whatever the others held. NUTS-PEF-07, NR-69"""
        if not self.left or not any(one.able for one in members(g.state, self.group)):
            return Done(True) if self.met else self.silent(g)
        self.left -= 1
        cite("NUTS-PEF-07", "NR-69")
        house = building_named(g.state, self.house)
        enemy = next(side.id for side in g.state.sides.values() if not side.played)
        pef = add_pef(g, enemy, middle_of(house))
        text = f"{house.name or 'the building'} may hold somebody: {pef.name}."
        g.tell("pef_house", text[0].upper() + text[1:], "NUTS-PEF-07", pef=pef.id, house=self.house)
        return Call(ResolvePef(pef.id, self.group, self.extra, False, self.entered), then=self.looked)

    @step
    def looked(self, g: Skirmish) -> Next:
        self.met = self.met or bool(self.reply)
        return Go(self.next_level)

    def silent(self, g: Skirmish) -> Next:
        """Nobody has shown himself: who goes in looks again. NUTS-PEF-07"""
        if not self.entered and self.house not in g.state.silent_houses:
            g.state.silent_houses = (*g.state.silent_houses, self.house)
        if not self.entered:
            tell_silent(g, self.house)
        return Done(False)
