"""Fanatic Foes who come upon each other when one of them hunkers or is Out of the Fight. COT-ATTR-07, LR-057"""

from __future__ import annotations

from deadground.core.agenda import Call, Done, Go, Next, procedure, step
from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.plane import minus, square
from deadground.systems.skirmish.game import Chained, Skirmish, enemies_of, take_first
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import own_throw
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.activation.orders import can_act
from deadground.systems.skirmish.rules.fire.damage import dispatch
from deadground.systems.skirmish.rules.fire.duties_of_fire import as_if_up, let_fly
from deadground.systems.skirmish.rules.fire.readiness import usable_weapons
from deadground.systems.skirmish.rules.fire.targets import Shot, all_dice
from deadground.systems.skirmish.rules.melee.charge_reach import why_no_charge
from deadground.systems.skirmish.rules.movement.status import become
from deadground.systems.skirmish.rules.reactions.casualties import capture
from deadground.systems.skirmish.rules.sight.line_of_sight import line_is_open
from deadground.systems.skirmish.rules.troops.morale import foes_meet
from deadground.systems.skirmish.rules.wounded.confronting import note_met
from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.weapons import weapon

WORDS = {
    "charge": "charges",
    "shoot": "shoots",
    "surrender": "gives himself up",
    "melee_or_finish": "goes for him",
    "accept_surrender": "takes him prisoner",
    "captured": "takes him prisoner",
}


@procedure("skirmish.foe_reaction", rows=("COT-ATTR-07", "LR-057"))
class FoeReaction(Chained):
    """A man comes upon a hated enemy who hunkers or is Out of the Fight. Both throw; `Done` is always True.

    One who is Out of the Fight does not throw. What both do follows in the order of the dice passed.
    """

    figure: str
    foe: str
    acts: tuple[tuple[str, str], ...] = ()
    """Who does what next: "hunkered" or "other", and the word of the table."""

    @step
    def test(self, g: Skirmish) -> Next:
        """2d6 against Rep for each. COT-ATTR-07"""
        g.card(self)
        other, foe = g.figure(self.figure), g.figure(self.foe)
        note_met(other, foe)
        throwers = [other] if foe.status == "out_of_the_fight" else [other, foe]
        dice = [g.roll(number("foes_dice"), D6, f"Fanatic Foe: {one.name}", one.side) for one in throwers]
        many = [at_most_two(passed(roll.faces, g.rep(one))) for roll, one in zip(dice, throwers, strict=True)]
        self.acts = foes_meet(many[1] if len(many) > 1 else None, many[0])
        names = {"other": other.name, "hunkered": foe.name}
        counts = " and ".join(f"{one.name} passes {count}" for one, count in zip(throwers, many, strict=True))
        deeds = "; ".join(f"{names[who]} {WORDS[what]}" for who, what in self.acts)
        text = f"{other.name} comes upon {foe.name}, a hated foe: {counts}. {deeds}."
        results = [{"figure": one.id, "passed": count} for one, count in zip(throwers, many, strict=True)]
        how = [own_throw(one, roll.faces) for one, roll in zip(throwers, dice, strict=True)]
        g.tell_of([other, foe], "foe_reaction", text, *self.rows, rolls=dice, reckoned=how, results=results)
        return Go(self.next_act)

    @step
    def next_act(self, g: Skirmish) -> Next:
        if not self.acts:
            g.sum_up(self)
            return Done(True)
        (who, what), self.acts = take_first(self.acts)
        other, foe = g.figure(self.figure), g.figure(self.foe)
        if who == "hunkered":
            return self.hunkered_acts(g, foe, other, what)
        return self.other_acts(g, other, foe, what)

    def hunkered_acts(self, g: Skirmish, foe: Figure, other: Figure, what: str) -> Next:
        """He charges or shoots at the nearest enemy, and carries on from then on; or he gives himself up. LR-209"""
        if foe.status != "hunker_down" or foe.melee.fighting:
            return Go(self.next_act)
        if what == "surrender":
            capture(g, foe, other, "gives himself up", *self.rows)
            return Go(self.next_act)
        become(g, foe, "carry_on")
        foe.doing = foe.doing.but(spent=0, bonus=0)
        seen = [one for one in enemies_of(g.state, foe.side) if line_is_open(g.state, foe, one, g.options)]
        if not seen:
            return Go(self.next_act)
        nearest = min(seen, key=lambda one: square(minus(one.at, foe.at)))
        return self.attack(g, foe, nearest, charging=what == "charge")

    def other_acts(self, g: Skirmish, other: Figure, foe: Figure, what: str) -> Next:
        """He goes for him, shoots at him, or takes him prisoner, if both are still as they were. LR-057"""
        if not can_act(other) or foe.status not in ("hunker_down", "out_of_the_fight"):
            return Go(self.next_act)
        if what == "captured":
            capture(g, foe, other, "falls into enemy hands,", *self.rows)
            return Go(self.next_act)
        if what == "melee_or_finish" and foe.status == "out_of_the_fight":
            dispatch(g, foe, other)
            return Go(self.next_act)
        return self.attack(g, other, foe, charging=what == "melee_or_finish")

    def attack(self, g: Skirmish, one: Figure, target: Figure, *, charging: bool) -> Next:
        """A charge, or a shot of all his dice; who cannot charge shoots, who can do neither does nothing. LR-209"""
        cite("LR-209")
        if charging and why_no_charge(g.state, one, target, g.options) is None:
            return Call(links.charge([(one.id, target.id)]), then=self.next_act)
        shot = shot_at(g, one, target)
        if shot is None:
            text = f"{one.name} can do nothing to {target.name}."
            g.tell_of([one, target], "no_attack", text, "LR-209", figure=one.id, target=target.id)
            return Go(self.next_act)
        return Call(links.crisis_after(g, let_fly(g, "foe", [shot])), then=self.next_act)


def shot_at(g: Skirmish, one: Figure, target: Figure) -> Shot | None:
    """All dice of his best weapon at one man, turning if he must; one who lies there is aimed at like another."""
    weapons = usable_weapons(g.state, one, as_if_up(target), g.options)
    if not weapons:
        return None
    return all_dice(g.state, one, target, max(weapons, key=lambda id: weapon(id).rank))
