"""The Recover Test: after damage, and to shake off Hunker Down. NUTS-REACT-06 to NUTS-REACT-08"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from deadground.core.agenda import Ask, Call, Done, Next, procedure, question, step
from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.core.requests import AnyRequest
from deadground.core.tally import Tally
from deadground.core.view import View
from deadground.space.plane import Point
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Chained, Skirmish
from deadground.systems.skirmish.man import Result
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import Die, Read, Reckoning, against, begun, best_of
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.activation.rep import rep_for
from deadground.systems.skirmish.rules.leaders.leadership import leader_die, leader_with_die, throw_leader_die
from deadground.systems.skirmish.rules.reactions.modifiers import half_strength, modifier
from deadground.systems.skirmish.rules.reactions.reaction import WORDS, finish, score
from deadground.systems.skirmish.rules.sight.cover import is_in_cover
from deadground.systems.skirmish.rules.stars.free_will import free_will, may_choose, willed
from deadground.systems.skirmish.rules.troops.morale import INSPIRED_BY, who_inspires
from deadground.systems.skirmish.rules.wounded.confronting import confront
from deadground.systems.skirmish.state import Figure, SkirmishState


def recover_from_damage(g: Skirmish, figure: Figure, hit_from: Sequence[Point] = ()) -> Result:
    """2d6 against his own Rep, no Leader Die and no Star's choice: carries on, out, or dead. NUTS-REACT-07

    `hit_from` are the places he was hit from by fire or blast; there is no cover from a blow in melee.
    """
    extra = damage_modifiers(g, figure, hit_from)
    count = max(0, number("recover_dice") + extra.total)
    dice = g.roll(count, D6, "recover from damage", figure.side)
    rep, changed = rep_for(g, figure, "recover")
    many = at_most_two(passed(dice.faces, rep))
    result = cast(Result, chart("recover_test").look_up("damage", str(many)).value)
    text = f"{figure.name}, Recover Test: {many} passed."
    rows = ("NUTS-REACT-06", "NUTS-REACT-07", "NR-05")
    says = "knocked_down" if result == "carry_on" else result
    g.tell_of(
        [figure],
        "recover",
        text,
        *rows,
        rolls=[dice],
        tallies=[
            begun(extra, "Recover Test", number("recover_dice"), "NUTS-REACT-06"),
            begun(changed, "Rep", figure.rep, "NUTS-REACT-06"),
        ],
        reckoned=[of_recover(figure, rep, against(dice.faces, rep), "Damage", says, "NUTS-REACT-07")],
        figure=figure.id,
        passed=many,
    )
    return result


def of_recover(figure: Figure, rep: int, dice: tuple[Die, ...], line: str, says: str, row: str) -> Reckoning:
    """How a man's dice were counted, and the line of the Recover Test that he reads."""
    read = Read(line, says, ("NUTS-REACT-06", row))
    return Reckoning(who=figure.id, rep=rep, dice=dice, tallies=(0, 1), reads=(read,))


def damage_modifiers(g: Skirmish, figure: Figure, hit_from: Sequence[Point]) -> Tally:
    """None, or with the option those of the other tests: the cover is that in which he was hit. NR-05, NR-103"""
    extra = Tally("Recover Test dice")
    if g.option("recover_damage_modifiers") == "on":
        extra.on_die(
            "half strength or less", modifier("half_strength"), "NUTS-REACT-04", when=half_strength(g, figure)
        )
        covered = any(is_in_cover(g.state, figure, place, g.options) for place in hit_from)
        extra.on_die("in cover", modifier("in_cover"), "NUTS-REACT-04", "NR-103", when=covered)
    return extra


@procedure("skirmish.recover", rows=("NUTS-REACT-06", "NUTS-REACT-08"))
class RecoverFromHunkerDown(Chained):
    """An active hunkered man tries to carry on; the Leader Die and a Star's choice apply. NUTS-REACT-08, NR-103"""

    figure: str
    spoken_to: bool = False
    """Whether a Ruthless man has had his say. COT-ATTR-01"""
    again: int = 0
    """The dice of a test that is taken again by one who was inspired. COT-ATTR-03"""

    @step
    def begin(self, g: Skirmish) -> Next:
        g.card(self)
        figure = g.figure(self.figure)
        if may_choose(g, figure):
            return Ask(self.choose, g.seat_of(figure), then=self.chosen)
        return self.settle(g, self.thrown(g))

    @question
    def choose(self, view: View[SkirmishState]) -> AnyRequest:
        table = chart("recover_test")
        follows = {many: cast(Result, table.look_up("hunker_down", many).value) for many in table.lines(1)}
        return free_will(view.state.figures[self.figure], "recover from Hunker Down", follows)

    @step
    def chosen(self, g: Skirmish) -> Next:
        many = willed(g, g.figure(self.figure), self.picked)
        return self.settle(g, self.thrown(g) if many is None else many)

    def thrown(self, g: Skirmish) -> int:
        """2d6 for this man alone, one more in cover and one less at half strength, and the Leader Die."""
        cite("NUTS-REACT-13")
        figure = g.figure(self.figure)
        extra = Tally("Recover Test dice")
        extra.on_die(
            "in cover", modifier("in_cover"), "NUTS-REACT-04", "NR-103", when=figure.reaction.under_cover
        )
        extra.on_die(
            "half strength or less", modifier("half_strength"), "NUTS-REACT-04", when=half_strength(g, figure)
        )
        steady = 0 if self.again else g.state.units[figure.unit].steadied
        extra.on_die("an example was made", steady, "COT-ATTR-04")
        first = self.again or number("recover_dice")
        dice = g.roll(first + extra.total, D6, "recover from Hunker Down", figure.side)
        rep, changed = rep_for(g, figure, "recover")
        many, rolls, counted = passed(dice.faces, rep), [dice], against(dice.faces, rep)
        leader = leader_with_die(g.state, figure.group)
        if leader is not None:
            die, led = throw_leader_die(g, leader)
            rolls.append(die)
            many += led
            counted += best_of(die.faces, leader.rep, leader_die(leader))
        many = at_most_two(many)
        says = str(chart("recover_test").look_up("hunker_down", str(many)).value)
        text = f"{figure.name}, Recover Test: {many} passed."
        g.tell_of(
            [figure],
            "recover",
            text,
            *self.rows,
            rolls=rolls,
            tallies=[
                begun(extra, "Recover Test", first, "NUTS-REACT-06"),
                begun(changed, "Rep", figure.rep, "NUTS-REACT-06"),
            ],
            reckoned=[of_recover(figure, rep, counted, "Hunker Down", says, "NUTS-REACT-08")],
            figure=figure.id,
            passed=many,
        )
        return many

    def settle(self, g: Skirmish, many: int) -> Next:
        figure = g.figure(self.figure)
        result = cast(Result, chart("recover_test").look_up("hunker_down", str(many)).value)
        if result in INSPIRED_BY and not self.spoken_to:
            self.spoken_to = True
            leader, _ = who_inspires(g, [self.figure])
            if leader is not None:
                return Call(links.inspiration(leader.id, [self.figure]), then=self.inspired)
        score(g, figure, result, figure.reaction.causes if result == "duck_back" else ())
        g.tell_of(
            [figure],
            "recovered",
            f"{figure.name} {WORDS[result]}.",
            *self.rows,
            figure=figure.id,
            result=result,
        )
        if result == "leave_battlefield":
            return Call(links.leave_battlefield(self.figure), then=self.over)
        if result == "duck_back" and g.option("recover_to_duck_back") == "moves":
            return Call(links.duck_back(self.figure), then=self.over)
        finish(figure)
        confront(g, [figure])
        return Done(result == "carry_on")

    @step
    def inspired(self, g: Skirmish) -> Next:
        """He takes the test again, or leaves, unless he has been shot as an example. COT-ATTR-03, COT-ATTR-04"""
        self.again = self.answer(int)
        if g.figure(self.figure).status != "hunker_down":
            return Done(False)
        return self.settle(g, self.thrown(g) if self.again else 0)

    @step
    def over(self, g: Skirmish) -> Next:
        return Done(False)
