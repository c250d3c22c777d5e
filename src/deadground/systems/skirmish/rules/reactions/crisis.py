"""The Crisis Test: one throw for the group, judged man by man, the worst result counts. NUTS-REACT-01 to -05

After the throws the results are carried out in falling Rep. All who shoot back in one group shoot together
(NUTS-FIRE-11), and that starts the next link of the chain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from deadground.core.agenda import Ask, Call, Done, Go, Next, procedure, question, step
from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.core.requests import AnyRequest
from deadground.core.tally import Tally
from deadground.core.view import View
from deadground.systems.skirmish.game import Chained, Skirmish, figures_of, take_first, their_side
from deadground.systems.skirmish.man import Result
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import piece_named, pieces_named
from deadground.systems.skirmish.reckoning import (
    Die,
    Giver,
    Read,
    Reckoning,
    against,
    begun,
    best_of,
    left_out,
)
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import at_most_two
from deadground.systems.skirmish.rules.activation.rep import in_falling_rep, rep_for
from deadground.systems.skirmish.rules.fire.outgunned import is_outgunned, why_outgunned
from deadground.systems.skirmish.rules.leaders.leadership import leader_die, leader_with_die, throw_leader_die
from deadground.systems.skirmish.rules.links import LINKS
from deadground.systems.skirmish.rules.reactions.modifiers import half_strength, modifier, tests_in_cover
from deadground.systems.skirmish.rules.reactions.reaction import (
    WORDS,
    Cause,
    Line,
    can_test,
    finish,
    score,
    worst,
)
from deadground.systems.skirmish.rules.stars.free_will import ROLL, free_will, may_choose, willed
from deadground.systems.skirmish.rules.troops.inspiring import Inspiration
from deadground.systems.skirmish.rules.troops.morale import INSPIRED_BY, RUTHLESS, who_inspires
from deadground.systems.skirmish.rules.troops.under_fire import WORDS as OWN_WORDS
from deadground.systems.skirmish.rules.troops.under_fire import as_they_are, goes_with, result_on, says
from deadground.systems.skirmish.state import Figure, SkirmishState

SHOOTS = ("return_fire", "snap_fire")
PASSED = ("2", "1", "0")
"""How many dice a test can pass, as the tables have it."""


@procedure("skirmish.crisis", rows=("NUTS-REACT-01", "NUTS-REACT-02"))
class Crisis(Chained):
    """Everybody who has cause tests, group by group; then what they scored is carried out in falling Rep. NR-28"""

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
        group, self.groups = take_first(self.groups)
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
        waiting = in_falling_rep(
            g, [id for id in self.reacting if g.figure(id).reaction.reacting is not None]
        )
        if not waiting:
            return Done()
        first = g.figure(next(iter(waiting)))
        if first.reaction.reacting in SHOOTS:
            together = [
                id
                for id in waiting
                if g.figure(id).group == first.group and g.figure(id).reaction.reacting in SHOOTS
            ]
            return Call(links.return_fire(together), then=self.next_man)
        carry_out = carried_out(first)
        if carry_out is None:
            finish(first)
            return Go(self.next_man)
        return Call(carry_out, then=self.next_man)


def carried_out(figure: Figure) -> Chained | None:
    """What carries out a result that is no shot; None for Carry On. NUTS-MOVE-12, NR-28"""
    cite("NUTS-MOVE-12")
    if figure.reaction.reacting in ("outgunned", "duck_back"):
        return links.duck_back(figure.id)
    if figure.reaction.reacting == "hunker_down":
        return links.hunker_down(figure.id)
    return links.leave_battlefield(figure.id) if figure.reaction.reacting == "leave_battlefield" else None


class Throw(msgspec.Struct, frozen=True):
    """The dice of a test: two for all, one for those in cover, the Leader's. NR-03"""

    base: Roll
    cover: Roll | None
    steady: Roll | None
    leader: Roll | None
    led_by: Figure | None

    @property
    def rolls(self) -> list[Roll]:
        return [roll for roll in (self.base, self.cover, self.steady, self.leader) if roll is not None]

    def as_taken(self, rep: int, shift: int, *, covered: bool, steady: bool) -> tuple[Die, ...]:
        """Every die as one man takes it: one more in cover, one fewer at half strength, the others left. NR-03"""
        own = len(self.base.faces) + min(0, shift)
        found = against(self.base.faces[:own], rep) + left_out(self.base.faces[own:], "half strength or less")
        if self.cover is not None:
            why = "half strength takes it away" if covered else "not in cover"
            found += (
                against(self.cover.faces, rep, "in cover") if shift > 0 else left_out(self.cover.faces, why)
            )
        if self.steady is not None:
            faces = self.steady.faces
            found += (
                against(faces, rep, "an example was made")
                if steady
                else left_out(faces, "no example was made of his unit")
            )
        if self.leader is not None and self.led_by is not None:
            found += best_of(self.leader.faces, self.led_by.rep, leader_die(self.led_by))
        return found


class Counted(msgspec.Struct, frozen=True):
    """How a man counts a throw: what he passes, against what, each die, and what changed his dice and his Rep."""

    many: int
    rep: int
    dice: tuple[Die, ...]
    tallies: tuple[Tally, ...]


@procedure("skirmish.crisis_test", rows=("NUTS-REACT-02", "NUTS-REACT-03"))
class CrisisTest(Chained):
    """The test of one group: Stars say what they will, then one throw is compared with each man's own Rep. NR-03"""

    group: str
    causes: tuple[Cause, ...]
    hit: tuple[str, ...] = ()
    again: int = 0
    """The dice of a test that is taken again, for those who were inspired. COT-ATTR-03"""
    stars: tuple[str, ...] = ()
    chosen: tuple[tuple[str, int], ...] = ()
    shaken: tuple[tuple[str, int], ...] = ()
    """Who is about to break with how many passed, while somebody may still inspire him. COT-ATTR-01"""
    new: tuple[str, ...] = ()

    @step
    def begin(self, g: Skirmish) -> Next:
        """Chargers and engineers read lines of their own. COT-UNIT-06, LR-005"""
        g.card(self)
        self.causes = tuple(as_they_are(g, cause) for cause in self.causes)
        self.stars = tuple(id for id in self.testers if may_choose(g, g.figure(id)))
        return Go(self.next_star)

    @property
    def testers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(cause.who for cause in self.causes))

    @step
    def next_star(self, g: Skirmish) -> Next:
        if not self.stars:
            return Go(self.throw)
        star, _ = take_first(self.stars)
        return Ask(self.will, g.seat_of(g.figure(star)), then=self.said)

    @question
    def will(self, view: View[SkirmishState]) -> AnyRequest:
        star, _ = take_first(self.stars)
        lines = {cause.line for cause in self.causes_for(star)}
        words = " and ".join(sorted(line.replace("_", " ") for line in lines))
        follows = {many: result_of(sorted(lines), many) for many in PASSED}
        chances = self.star_chances(view, star, follows)
        return free_will(view.state.figures[star], f"Crisis Test, {words}", follows, chances)

    def star_chances(
        self, view: View[SkirmishState], star: str, follows: dict[str, Result]
    ) -> dict[str, str]:
        """The odds of what a Star may choose, in words. A shooter he does not see gives nothing away."""
        causes = self.causes_for(star)
        by = [id for cause in causes if cause.at is None for id in cause.by]
        if any(piece_named(view.state, id) is None for id in by):
            return {}

        def passes(g: Skirmish) -> int:
            figure = g.figure(star)
            covered = tests_in_cover(g, figure, causes)
            return self.passed_by(g, figure, self.dice(g, any_covered=covered), covered).many

        shooters = [id for cause in causes if cause.line != "man_down" for id in cause.by]
        shots = {
            many: LINKS.shot_words(view, star, shooters, result == "snap_fire")
            for many, result in follows.items()
            if result in SHOOTS
        }
        hasty = next((many for many in shots if follows[many] == "snap_fire"), "")
        if "%" in shots.get(hasty, "") and len(set(shots.values())) < len(shots):
            shots[hasty] += ", as if he aimed: here haste makes no difference"
        return {**shots, ROLL: LINKS.thrown_words(view, follows, passes)}

    @step
    def said(self, g: Skirmish) -> Next:
        star, self.stars = take_first(self.stars)
        many = willed(g, g.figure(star), self.picked)
        if many is not None:
            self.chosen = (*self.chosen, (star, many))
        return Go(self.next_star)

    @step
    def throw(self, g: Skirmish) -> Next:
        """One throw for all who test; each counts it for himself and takes the worst line. NUTS-REACT-05, -09"""
        chosen = dict(self.chosen)
        throwing = [id for id in self.testers if id not in chosen]
        covered = [id for id in throwing if tests_in_cover(g, g.figure(id), self.causes_for(id))]
        dice = self.dice(g, any_covered=bool(covered)) if throwing else None
        told, how, counts = [], [], {}
        tallies: list[Tally] = []
        for id in in_falling_rep(g, self.testers):
            throws = dice if id not in chosen else None
            counted = self.passed_by(g, g.figure(id), throws, id in covered) if throws else None
            counts[id] = counted.many if counted else chosen[id]
            if g.is_read:
                how.append(self.explained(g, id, counts[id], counted, len(tallies)))
            tallies += counted.tallies if counted else ()
        leader, held = self.who_may_be_inspired(g, counts)
        for id, many in counts.items():
            told.append(self.told_of(g, g.figure(id), many) if id in held else self.count(g, id, many))
        names = "; ".join(text for text, _ in told)
        g.tell_of(
            g.figures(self.testers),
            "crisis_test",
            f"Crisis Test: {names}.",
            *self.rows,
            "NR-03",
            rolls=dice.rolls if dice else (),
            tallies=tallies,
            reckoned=how,
            results=[data for _, data in told],
        )
        if leader is None:
            return Done(self.new)
        self.shaken = tuple((id, counts[id]) for id in held)
        by = tuple(dict.fromkeys(id for cause in self.causes for id in cause.by))
        return Call(Inspiration(leader.id, held, by), then=self.inspired)

    def count(self, g: Skirmish, id: str, many: int) -> tuple[str, dict[str, object]]:
        """A man scores, and is noted if he has something new to carry out. NUTS-REACT-09"""
        figure = g.figure(id)
        before = figure.reaction.reacting
        told = self.scored(g, figure, many)
        if before is None or figure.reaction.reacting != before:
            self.new += (id,)
        return told

    def who_may_be_inspired(
        self, g: Skirmish, counts: dict[str, int]
    ) -> tuple[Figure | None, tuple[str, ...]]:
        """A Ruthless man, and those about to break whom he may inspire, once in a test. COT-ATTR-01"""
        cite("COT-ATTR-01")
        side = their_side(g.figures(self.testers))
        if self.again or not any(RUTHLESS in one.attributes for one in figures_of(g.state, side)):
            return None, ()
        breaking = [id for id, many in counts.items() if self.result_for(g, id, many)[1] in INSPIRED_BY]
        return who_inspires(g, breaking)

    def result_for(self, g: Skirmish, id: str, many: int) -> tuple[list[Line], Result]:
        """The lines of the table that a man reads, and the worst of them; a sniper has had enough on 0. NS-18"""
        figure = g.figure(id)
        lines = [line_of(g, figure, cause) for cause in self.causes_for(id)]
        if many == 0 and g.state.units[figure.unit].kind == "sniper":
            cite("NS-18", "NR-160")
            return lines, "leave_battlefield"
        return lines, result_of(lines, str(many))

    def told_of(self, g: Skirmish, figure: Figure, many: int) -> tuple[str, dict[str, object]]:
        """What a man is about to do, as long as it is not settled."""
        lines, result = self.result_for(g, figure.id, many)
        text = f"{figure.name} passes {many} and is about to break"
        return text, {"figure": figure.id, "passed": many, "result": result, "lines": lines}

    @step
    def inspired(self, g: Skirmish) -> Next:
        """They take the test again, or do what they scored. COT-ATTR-03"""
        self.again = self.answer(int)
        causes = tuple(
            cause for cause in self.causes if cause.who in dict(self.shaken) and can_test(g.figure(cause.who))
        )
        if self.again and causes:
            return Call(CrisisTest(self.group, causes, self.hit, again=self.again), then=self.tested_again)
        for id, many in self.shaken if not self.again else ():
            if can_test(g.figure(id)):
                self.count(g, id, many)
        return Done(self.new)

    @step
    def tested_again(self, g: Skirmish) -> Next:
        return Done(self.new + self.answer(tuple[str, ...]))

    def causes_for(self, id: str) -> list[Cause]:
        return [cause for cause in self.causes if cause.who == id]

    def dice(self, g: Skirmish, *, any_covered: bool) -> Throw:
        """Base, base, cover, leader, in this order. NR-03"""
        side = their_side(g.figures(self.testers))
        base = g.roll(self.again or number("crisis_dice"), D6, "crisis test", side, ordered=True)
        cover = g.roll(modifier("in_cover"), D6, "crisis test, in cover", side) if any_covered else None
        more = 0 if self.again else max(steadied(g, one) for one in g.figures(self.testers))
        steady = g.roll(more, D6, "crisis test, an example was made", side) if more else None
        leader = leader_with_die(g.state, self.group, self.hit)
        if leader is None:
            return Throw(base, cover, steady, None, None)
        die, _ = throw_leader_die(g, leader)
        return Throw(base, cover, steady, die, leader)

    def passed_by(self, g: Skirmish, figure: Figure, dice: Throw, covered: bool) -> Counted:
        """How many dice of the throw a man passes. Cover and half strength cancel each other. NR-03"""
        cite("NR-03")
        changed = Tally(f"dice of {figure.name}")
        changed.on_die("in cover", modifier("in_cover"), "NUTS-REACT-04", "NR-103", when=covered)
        halved = half_strength(g, figure)
        changed.on_die("half strength or less", modifier("half_strength"), "NUTS-REACT-04", when=halved)
        shift, more = changed.total, steadied(g, figure) if dice.steady else 0
        changed.on_die("an example was made", more, "COT-ATTR-04")
        rep, of_rep = rep_for(g, figure, "crisis")
        counted = dice.as_taken(rep, shift, covered=covered, steady=bool(more))
        many = at_most_two(sum(one.fate == "passed" for one in counted))
        tallies = [
            begun(tally, words, first, "NUTS-REACT-02")
            for tally, words, first in (
                (changed, "Crisis Test", len(dice.base.faces)),
                (of_rep, "Rep", figure.rep),
            )
            if tally.lines
        ]
        return Counted(many, rep, counted, tuple(tallies))

    def explained(self, g: Skirmish, id: str, many: int, counted: Counted | None, tallies: int) -> Reckoning:
        """What a man's result comes from: his dice, who gave him cause, and every line he reads. NUTS-REACT-05"""
        figure, causes = g.figure(id), self.causes_for(id)
        lines, result = self.result_for(g, id, many)
        reads = [Read(line_named(line), says(line, str(many)), ("NUTS-REACT-03",)) for line in lines]
        givers = [
            giver for cause, line in zip(causes, lines, strict=True) for giver in givers_of(g, cause, line)
        ]
        note = "" if counted else "as he chose, by Free Will"
        if result == "hunker_down" and figure.reaction.hunkered_before:
            note = "his second Hunker Down: he leaves the battlefield"
        elif result == "leave_battlefield" and all(read.says != result for read in reads):
            note = "a sniper who passes none has had enough"
        elif any("outgunned" in line and not cause.by for cause, line in zip(causes, lines, strict=True)):
            note = "nobody to shoot back at"
        return Reckoning(
            who=id,
            rep=counted.rep if counted else None,
            dice=counted.dice if counted else (),
            tallies=tuple(tallies + place for place in range(len(counted.tallies))) if counted else (),
            reads=tuple(dict.fromkeys(reads)),
            note=note,
            givers=tuple(dict.fromkeys(givers)),
        )

    def scored(self, g: Skirmish, figure: Figure, many: int) -> tuple[str, dict[str, object]]:
        """The worst of all lines that apply, and what the man must carry out, with all that goes with it.

        NUTS-REACT-05, NUTS-REACT-09, NUTS-FIRE-14, COT-UNIT-06
        """
        cite("NUTS-REACT-05")
        causes = self.causes_for(figure.id)
        lines, result = self.result_for(g, figure.id, many)
        shots = result in SHOOTS
        by = [id for cause in causes for id in cause.by if not shots or cause.line != "man_down"]
        before = figure.reaction.reacting
        does = score(g, figure, result, by)
        why = because(does, result, lines, str(many))
        own = (says(line, str(many)) for line in lines if result_on(line, str(many)) == does != before)
        word = next(own, "")
        goes_with(g, figure, word)
        kept = does == before != result
        text = f"{figure.name} passes {many} and {'still ' if kept else ''}{OWN_WORDS.get(word, WORDS[does])}{why}"
        data = {"figure": figure.id, "passed": many, "result": does, "lines": lines, "kept": kept}
        return text, data


def because(does: Result, scored: Result, lines: Sequence[Line], many: str) -> str:
    """Why a man does what he does, where it is not a shot at him that he answers. NUTS-REACT-03, NUTS-MOVE-10"""
    if does == "leave_battlefield" and scored == "hunker_down":
        return ", his second Hunker Down"
    if does == "duck_back" and any("outgunned" in line for line in lines):
        return ", outgunned"
    return " (man down)" if "man_down" in lines and result_on("man_down", many) == does else ""


def line_named(line: Line) -> str:
    """A line of the table by its name."""
    return (
        line.replace("_", " ").title()
        if line in ("fired_on", "man_down")
        else line.replace("_", " ").capitalize()
    )


def givers_of(g: Skirmish, cause: Cause, line: Line) -> Iterator[Giver]:
    """Who gave a man cause to test: who shot at him and with what if that outguns him, or who fell beside him."""
    if cause.line == "man_down":
        if cause.fallen:
            yield Giver(cause.fallen, f"{g.figure(cause.fallen).name} is down")
        return
    for shooter in pieces_named(g.state, cause.by):
        why = why_outgunned(g, g.figure(cause.who), shooter) if "outgunned" in line else ""
        yield Giver(shooter.id, f"fired on by {shooter.name}{why}")


def steadied(g: Skirmish, figure: Figure) -> int:
    """Dice more in the tests of a unit since an example was made of one of them. COT-ATTR-04"""
    more = g.state.units[figure.unit].steadied
    if more:
        cite("COT-ATTR-04")
    return more


def result_of(lines: Sequence[Line], many: str) -> Result:
    """The worst result of some lines of the table for a number of dice passed. NUTS-REACT-03, NUTS-REACT-05"""
    return worst(result_on(line, many) for line in lines)


def line_of(g: Skirmish, figure: Figure, cause: Cause) -> Line:
    """The line of the table: Outgunned takes the place of Fired On for one who is. NR-28"""
    cite("NR-28")
    if cause.line == "fired_on" and is_outgunned(g, figure, cause.by):
        return "outgunned"
    return cause.line
