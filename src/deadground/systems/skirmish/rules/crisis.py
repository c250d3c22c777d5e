"""The Crisis Test: one throw for the group, judged man by man, the worst result counts. NUTS-REACT-01 to -05

After the throws the results are carried out in falling Rep. All who shoot back in one group shoot together
(NUTS-FIRE-11), and that starts the next link of the chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from deadground.core.agenda import Ask, Call, Done, Go, Next, procedure, question, step
from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.core.requests import AnyRequest
from deadground.core.tally import Tally
from deadground.core.view import View
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Chained, Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules import chain
from deadground.systems.skirmish.rules.dice import at_most_two, passed
from deadground.systems.skirmish.rules.free_will import free_will, may_choose, willed
from deadground.systems.skirmish.rules.leadership import leader_with_die
from deadground.systems.skirmish.rules.modifiers import half_strength, modifier, tests_in_cover
from deadground.systems.skirmish.rules.outgunned import is_outgunned
from deadground.systems.skirmish.rules.reaction import WORDS, Cause, can_test, finish, score, worst
from deadground.systems.skirmish.rules.rep import rep_for
from deadground.systems.skirmish.state import Figure, Result, SkirmishState

SHOOTS = ("return_fire", "snap_fire")


@procedure("skirmish.crisis", rows=("NUTS-REACT-01", "NUTS-REACT-02"))
class Crisis(Chained):
    """Everybody who has cause tests, group by group; then what they scored is carried out in falling Rep."""

    causes: tuple[Cause, ...]
    hit: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    testers: tuple[str, ...] = ()
    reacting: tuple[str, ...] = ()

    @step
    def who_tests(self, g: Skirmish) -> Next:
        self.causes = tuple(cause for cause in self.causes if can_test(g.figure(cause.who)))
        if not self.causes:
            return Done()
        g.card(self)
        self.testers = in_falling_rep(g, dict.fromkeys(cause.who for cause in self.causes))
        self.groups = tuple(dict.fromkeys(g.figure(id).group for id in self.testers))
        return Go(self.next_group)

    @step
    def next_group(self, g: Skirmish) -> Next:
        if not self.groups:
            return Go(self.next_man)
        group, self.groups = self.groups[0], self.groups[1:]
        causes = tuple(cause for cause in self.causes if g.figure(cause.who).group == group)
        return Call(CrisisTest(group, causes, self.hit), then=self.tested)

    @step
    def tested(self, g: Skirmish) -> Next:
        """Those who keep an unfinished reaction carry it out where they began it. NUTS-REACT-09"""
        self.reacting += self.answer(tuple[str, ...])
        return Go(self.next_group)

    @step
    def next_man(self, g: Skirmish) -> Next:
        """The next who has not carried out what he scored, the highest Rep first; shooters of a group together."""
        waiting = in_falling_rep(g, [id for id in self.reacting if g.figure(id).reacting is not None])
        if not waiting:
            return Done()
        first = g.figure(waiting[0])
        if first.reacting in SHOOTS:
            together = [
                id for id in waiting if g.figure(id).group == first.group and g.figure(id).reacting in SHOOTS
            ]
            return Call(chain.return_fire(together), then=self.next_man)
        carry_out = carried_out(first)
        if carry_out is None:
            finish(first)
            return Go(self.next_man)
        return Call(carry_out, then=self.next_man)


def in_falling_rep(g: Skirmish, ids: Sequence[str] | dict[str, None]) -> tuple[str, ...]:
    """Men from the highest Rep to the lowest; of equal ones the first of the roster."""
    roster = {id: place for place, id in enumerate(g.state.figures)}
    return tuple(sorted(ids, key=lambda id: (-g.figure(id).rep, roster[id])))


def carried_out(figure: Figure) -> Chained | None:
    """What carries out a result that is no shot; None for Carry On. NUTS-MOVE-12"""
    cite("NUTS-MOVE-12")
    made = {
        "outgunned": chain.duck_back,
        "duck_back": chain.duck_back,
        "hunker_down": chain.hunker_down,
        "leave_battlefield": chain.leave_battlefield,
    }.get(str(figure.reacting))
    return cast(Chained, made(figure.id)) if made else None


class Throw(msgspec.Struct, frozen=True):
    """The dice of a test: two for all, one for those in cover, the Leader's. NR-03"""

    base: Roll
    cover: Roll | None
    leader: Roll | None
    led: int

    @property
    def rolls(self) -> list[Roll]:
        return [roll for roll in (self.base, self.cover, self.leader) if roll is not None]


@procedure("skirmish.crisis_test", rows=("NUTS-REACT-02", "NUTS-REACT-03"))
class CrisisTest(Chained):
    """The test of one group: Stars say what they will, then one throw is compared with each man's own Rep."""

    group: str
    causes: tuple[Cause, ...]
    hit: tuple[str, ...] = ()
    stars: tuple[str, ...] = ()
    chosen: tuple[tuple[str, int], ...] = ()

    @step
    def begin(self, g: Skirmish) -> Next:
        g.card(self)
        self.stars = tuple(id for id in self.testers if may_choose(g, g.figure(id)))
        return Go(self.next_star)

    @property
    def testers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(cause.who for cause in self.causes))

    @step
    def next_star(self, g: Skirmish) -> Next:
        if not self.stars:
            return Go(self.throw)
        return Ask(self.will, g.seat_of(g.figure(self.stars[0])), then=self.said)

    @question
    def will(self, view: View[SkirmishState]) -> AnyRequest:
        lines = {cause.line for cause in self.causes if cause.who == self.stars[0]}
        words = " and ".join(sorted(line.replace("_", " ") for line in lines))
        return free_will(view.state.figures[self.stars[0]], f"Crisis Test, {words}")

    @step
    def said(self, g: Skirmish) -> Next:
        star, self.stars = self.stars[0], self.stars[1:]
        many = willed(g, g.figure(star), self.picked)
        if many is not None:
            self.chosen = (*self.chosen, (star, many))
        return Go(self.next_star)

    @step
    def throw(self, g: Skirmish) -> Next:
        """One throw for all who test; each counts it for himself and takes the worst line."""
        chosen = dict(self.chosen)
        throwing = [id for id in self.testers if id not in chosen]
        covered = [id for id in throwing if tests_in_cover(g, g.figure(id), self.causes_for(id))]
        dice = self.dice(g, any_covered=bool(covered)) if throwing else None
        told, tallies, new = [], [], []
        for id in in_falling_rep(g, self.testers):
            figure = g.figure(id)
            if dice is None or id in chosen:
                many = chosen[id]
            else:
                many, tally = self.passed_by(g, figure, dice, id in covered)
                tallies += [tally]
            before = figure.reacting
            told.append(self.scored(g, figure, many))
            if before is None or figure.reacting != before:
                new.append(id)
        names = "; ".join(text for text, _ in told)
        g.tell_of(
            g.figures(self.testers),
            "crisis_test",
            f"Crisis Test: {names}.",
            *self.rows,
            "NR-03",
            rolls=dice.rolls if dice else (),
            tallies=tallies,
            results=[data for _, data in told],
        )
        return Done(new)

    def causes_for(self, id: str) -> list[Cause]:
        return [cause for cause in self.causes if cause.who == id]

    def dice(self, g: Skirmish, *, any_covered: bool) -> Throw:
        """Base, base, cover, leader, in this order. NR-03"""
        side = g.figure(self.testers[0]).side
        base = g.roll(number("crisis_dice"), D6, "crisis test", side, ordered=True)
        cover = g.roll(modifier("in_cover"), D6, "crisis test, in cover", side) if any_covered else None
        leader = leader_with_die(g.state, self.group, self.hit)
        if leader is None:
            return Throw(base, cover, None, 0)
        die = g.roll(1, D6, "leader die", side)
        return Throw(base, cover, die, passed(die.faces, g.rep(leader)))

    def passed_by(self, g: Skirmish, figure: Figure, dice: Throw, covered: bool) -> tuple[int, Tally]:
        """How many dice of the throw a man passes. Cover and half strength cancel each other. NR-03"""
        cite("NR-03")
        tally = Tally(f"dice of {figure.name}")
        tally.on_die("in cover", modifier("in_cover"), "NUTS-REACT-04", "NR-103", when=covered)
        tally.on_die(
            "half strength or less", modifier("half_strength"), "NUTS-REACT-04", when=half_strength(g, figure)
        )
        faces = dice.base.faces
        if tally.total > 0 and dice.cover is not None:
            faces += dice.cover.faces
        elif tally.total < 0:
            faces = faces[:-1]
        rep, changed = rep_for(g, figure, "crisis")
        tally.lines += changed.lines
        return at_most_two(passed(faces, rep) + dice.led), tally

    def scored(self, g: Skirmish, figure: Figure, many: int) -> tuple[str, dict[str, object]]:
        """The worst of all lines that apply, and what the man must carry out. NUTS-REACT-05, NUTS-REACT-09"""
        cite("NUTS-REACT-05")
        causes = self.causes_for(figure.id)
        lines = [line_of(g, figure, cause) for cause in causes]
        table = chart("crisis_test")
        result = worst(cast(Result, table.look_up(line, str(many)).value) for line in lines)
        shots = result in SHOOTS
        by = [id for cause in causes for id in cause.by if not shots or cause.line == "fired_on"]
        does = score(g, figure, result, by)
        text = f"{figure.name} passes {many} and {WORDS[does]}"
        data = {"figure": figure.id, "passed": many, "result": does, "lines": lines}
        return text, data


def line_of(g: Skirmish, figure: Figure, cause: Cause) -> str:
    """The line of the table: Outgunned takes the place of Fired On for one who is. NR-28"""
    cite("NR-28")
    if cause.line == "fired_on" and is_outgunned(g, figure, cause.by):
        return "outgunned"
    return cause.line
