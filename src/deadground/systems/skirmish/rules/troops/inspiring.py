"""Ruthless men: a squad that breaks is tested again, or an example is made. COT-ATTR-01 to COT-ATTR-04, LR-050"""

from __future__ import annotations

from collections.abc import Iterable

from deadground.core.agenda import Ask, Call, Done, Go, Next, procedure, question, step
from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.core.requests import AnyRequest, Confirm, Option, Pick
from deadground.core.view import View
from deadground.space.plane import distance
from deadground.systems.skirmish.game import Chained, Skirmish, figures_of, named_together, take_first
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import own_throw
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.fire.duties_of_fire import let_fly, of_no_shot
from deadground.systems.skirmish.rules.fire.targets import fire_plan
from deadground.systems.skirmish.rules.reactions.reaction import Cause, Fallout, can_test
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.rules.stars.free_will import ROLL, may_choose, willed
from deadground.systems.skirmish.rules.troops.morale import (
    INSPIRED_BY,
    RUTHLESS,
    Comrade,
    inspiration,
    who_is_the_example,
)
from deadground.systems.skirmish.state import Figure, SkirmishState

WORDS = {
    "retest": "they pull themselves together",
    "example_and_retest": "he makes an example",
    "man_down_test": "it makes things worse",
}
"""What an Inspiration test comes to, in words."""


@procedure("skirmish.inspiration", rows=("COT-ATTR-01", "COT-ATTR-03"))
class Inspiration(Chained):
    """A Ruthless man may inspire those who are about to break. `Done` is the dice of their retest, 0 for none.

    LR-050, LR-053
    """

    leader: str
    shaken: tuple[str, ...]
    by: tuple[str, ...]
    """The enemies who caused the test."""
    hunkered: tuple[str, ...] = ()
    """Men of the unit who hunkered already, and have still to take their Recover Tests. LR-004"""
    again: int = 0
    """The dice of the retest that follows an example. COT-ATTR-03"""

    @step
    def begin(self, g: Skirmish) -> Next:
        g.card(self)
        seat = g.seat_of(g.figure(self.leader))
        return Ask(self.whether, seat, then=self.said) if seat else Go(self.test)

    @question
    def whether(self, view: View[SkirmishState]) -> AnyRequest:
        figures = view.state.figures
        names = named_together(figures[id] for id in self.shaken)
        return Confirm(
            f"Say whether {figures[self.leader].name} inspires {names}.", proposal=True, rows=self.rows
        )

    @step
    def said(self, g: Skirmish) -> Next:
        if not self.answer(bool):
            return Done(0)
        leader = g.figure(self.leader)
        if may_choose(g, leader):
            return Ask(self.how_well, g.seat_of(leader), then=self.chosen)
        return Go(self.test)

    @question
    def how_well(self, view: View[SkirmishState]) -> AnyRequest:
        """A Star who is the Ruthless man says how many dice he passes. LR-053"""
        found = ((many, WORDS[inspiration(int(many)).result]) for many in ("2", "1", "0"))
        options = [Option(many, words[0].upper() + words[1:], f"passes {many}d6") for many, words in found]
        options.append(Option(ROLL, "Throw the dice"))
        prompt = f"Say how well {view.state.figures[self.leader].name} inspires them, or throw the dice."
        return Pick(prompt, options=tuple(options), proposal=["2"], rows=("COT-ATTR-03", "LR-053"))

    @step
    def chosen(self, g: Skirmish) -> Next:
        cite("LR-053")
        leader = g.figure(self.leader)
        many = willed(g, leader, self.picked)
        return Go(self.test) if many is None else self.comes_to(g, leader, many)

    @step
    def test(self, g: Skirmish) -> Next:
        """2d6 against his Rep. COT-ATTR-03"""
        leader = g.figure(self.leader)
        dice = g.roll(number("inspiration_dice"), D6, "inspiration", leader.side)
        return self.comes_to(g, leader, at_most_two(passed(dice.faces, g.rep(leader))), dice)

    def comes_to(self, g: Skirmish, leader: Figure, many: int, *rolls: Roll) -> Next:
        """What it comes to, once in a turn. COT-ATTR-02, COT-ATTR-03"""
        cite("COT-ATTR-02")
        unit = g.state.units[leader.unit]
        unit.inspired = g.state.turn
        g.shows(leader, RUTHLESS)
        found = inspiration(many)
        text = f"{leader.name} inspires his squad: {many} passed, {WORDS[found.result]}."
        faces = [face for roll in rolls for face in roll.faces]
        how = [own_throw(leader, faces, "" if rolls else "as he chose, by Free Will")]
        g.tell_of(
            [leader],
            "inspiration",
            text,
            *self.rows,
            rolls=rolls,
            reckoned=how,
            figure=leader.id,
            passed=many,
        )
        if found.result == "man_down_test":
            self.hunkered = tuple(
                one.id
                for one in figures_of(g.state, leader.side)
                if one.unit == leader.unit and one.status == "hunker_down" and one.id not in self.shaken
            )
            return Call(links.crisis(self.man_down(g, leader)), then=self.rally)
        if found.result == "example_and_retest":
            unit.steadied = found.later_dice
            self.again = found.retest_dice
            fallout = make_an_example(g, leader, self.shaken)
            return Call(links.crisis_after(g, fallout), then=self.example_made)
        return Done(found.retest_dice)

    @step
    def example_made(self, g: Skirmish) -> Next:
        return Done(self.again)

    def man_down(self, g: Skirmish, leader: Figure) -> list[Cause]:
        """The whole unit tests as for a man down, but for those whose test it was. COT-ATTR-03"""
        return [
            Cause(one.id, "man_down", self.by, leader.at)
            for one in figures_of(g.state, leader.side)
            if one.unit == leader.unit and one.id not in self.shaken and can_test(one)
        ]

    @step
    def rally(self, g: Skirmish) -> Next:
        """Who hunkered already takes a Recover Test instead. COT-ATTR-03, LR-004"""
        cite("LR-004")
        while self.hunkered:
            id, self.hunkered = take_first(self.hunkered)
            if g.figure(id).status == "hunker_down":
                return Call(links.recover(id), then=self.rally)
        return Done(0)


def make_an_example(g: Skirmish, leader: Figure, shaken: Iterable[str]) -> Fallout:
    """He shoots one of his own, by the ordinary rules; nobody shoots back or tests for it. COT-ATTR-04, LR-052

    What a grenade does that he drops is another matter. NR-191
    """
    cite("COT-ATTR-04", "NR-191")
    friends = [
        one
        for one in figures_of(g.state, leader.side)
        if one.id != leader.id and has_los(g.state, leader, one, g.options)
    ]
    broken = set(shaken) | {one.id for one in friends if one.status in INSPIRED_BY}
    seen = [Comrade(one.id, distance(one.at, leader.at), one.id in broken) for one in friends]
    while seen:
        chosen = who_is_the_example(seen)
        shots = fire_plan(g.state, [leader], [g.figure(chosen)], g.options, turning=[leader.id])
        if shots:
            return of_no_shot(let_fly(g, "example", shots), leader.id)
        seen = [one for one in seen if one.id != chosen]
    return Fallout()
