"""Melee: rounds of one on one, many on one, breaking off. NUTS-MELEE-09 to NUTS-MELEE-13

Men come into melee only by charging, and are locked with each other from then on. A round is fought when a charger
comes into contact, and in each phase in which one of the two is active (NR-52).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import dropwhile

from deadground.core.agenda import Ask, Call, Done, Go, Next, procedure, question, step
from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.core.requests import AnyRequest, Option, Pick
from deadground.core.tally import Tally
from deadground.systems.skirmish.game import Chained, Skirmish, take_first
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import Die, Reckoning, scoring
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import successes
from deadground.systems.skirmish.rules.activation.orders import SkirmishView
from deadground.systems.skirmish.rules.fire.damage import RECOVER, as_result, damage_words, settle
from deadground.systems.skirmish.rules.grenades.blasts import dropped
from deadground.systems.skirmish.rules.melee.melee_dice import damage_line, pool
from deadground.systems.skirmish.rules.movement.standing import get_up
from deadground.systems.skirmish.rules.movement.status import leave_melee
from deadground.systems.skirmish.rules.reactions.captives import touched
from deadground.systems.skirmish.rules.reactions.casualties import capture, note
from deadground.systems.skirmish.rules.reactions.recover import recover_from_damage
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.troops.equipment import impact_on
from deadground.systems.skirmish.seats import commander_of
from deadground.systems.skirmish.state import Figure, SkirmishState

Pair = tuple[str, str]
"""Two men who fight: the active one, or the charger, first."""


def lock(one: Figure, other: Figure) -> None:
    """Two men are in melee with each other."""
    one.melee = one.melee.but(fighting=(*one.melee.fighting, other.id))
    other.melee = other.melee.but(fighting=(*other.melee.fighting, one.id))


@procedure("skirmish.melee", rows=("NUTS-MELEE-10", "NUTS-MELEE-13"))
class Melee(Chained):
    """One round for each pair of men. `when_active`: they were locked already and one of them is active now.

    NR-47, NR-49
    """

    pairs: tuple[Pair, ...]
    when_active: bool = False
    undecided: tuple[str, ...] = ()
    """Active men who still have to say whether they break off. NR-49"""
    capturing: tuple[str, ...] = ()
    """Those who fight this round to capture. NUTS-HOUSE-06"""
    settled: int = 0
    """How many of the pairs, from the first, have their order."""

    @step
    def begin(self, g: Skirmish) -> Next:
        g.card(self)
        cite("NUTS-MELEE-12", "NR-49", "NR-52")
        men = tuple(dict.fromkeys(one for one, _ in self.pairs if self.when_active))
        for id in men:
            get_up(g, g.figure(id))
        look_round(g)
        if g.option("melee_break_off") == "when_active":
            self.undecided = tuple(id for id in men if g.seat_of(g.figure(id)))
        return Go(self.next_undecided)

    @step
    def next_undecided(self, g: Skirmish) -> Next:
        """Nobody breaks off by choice, but with the option an active man may. NUTS-MELEE-12, NR-49"""
        if not self.undecided:
            self.pairs = tuple(pair for pair in self.pairs if are_locked(g.state, pair))
            return Go(self.in_what_order)
        first, _ = take_first(self.undecided)
        return Ask(self.go_on_or_leave, g.seat_of(g.figure(first)), then=self.decided)

    @question
    def go_on_or_leave(self, view: SkirmishView) -> AnyRequest:
        first, _ = take_first(self.undecided)
        name = view.state.figures[first].name
        options = (Option("fight", "Go on fighting"), Option("break_off", "Break off"))
        prompt = f"Say what {name} does: he is in melee."
        return Pick(prompt, options=options, proposal=["fight"], rows=("NR-49",))

    @step
    def decided(self, g: Skirmish) -> Next:
        first, self.undecided = take_first(self.undecided)
        figure = g.figure(first)
        if self.picked == "break_off":
            leave_melee(g, figure)
            g.tell_of([figure], "breaks_off", f"{figure.name} breaks off.", "NR-49", figure=figure.id)
        return Go(self.next_undecided)

    @step
    def in_what_order(self, g: Skirmish) -> Next:
        """In each melee the side with more men decides in what order they attack. NUTS-MELEE-13"""
        cite("NUTS-MELEE-13")
        if self.settled >= len(self.pairs):
            return Go(self.next_round)
        crowd = self.crowd
        seat = commander_of(g.state, larger_side(g.state, crowd)) if len(crowd) > 1 else ""
        return Ask(self.order, seat, then=self.chosen) if seat else self.settle(crowd)

    @property
    def crowd(self) -> list[Pair]:
        """The next melee that has no order yet: all pairs who hang together, directly or through others."""
        first, *others = self.pairs[self.settled :]
        found = [first]
        for pair in found:
            joined = [other for other in others if not set(other).isdisjoint(pair)]
            found += joined
            others = [other for other in others if other not in joined]
        return found

    def settle(self, crowd: Sequence[Pair]) -> Next:
        """One melee has its order."""
        done, left = self.pairs[: self.settled], self.pairs[self.settled :]
        self.pairs = (*done, *crowd, *(pair for pair in left if pair not in crowd))
        self.settled += len(crowd)
        return Go(self.in_what_order)

    @question
    def order(self, view: SkirmishView) -> AnyRequest:
        figures = view.state.figures
        options = tuple(
            Option(f"{one}/{other}", f"{figures[one].name} and {figures[other].name}")
            for one, other in self.crowd
        )
        return Pick(
            "Say in what order they fight.",
            options=options,
            least=len(options),
            most=len(options),
            proposal=[option.id for option in options],
            rows=("NUTS-MELEE-13",),
        )

    @step
    def chosen(self, g: Skirmish) -> Next:
        by_id = {f"{one}/{other}": (one, other) for one, other in self.crowd}
        return self.settle([by_id[id] for id in self.answer(list[str])])

    @step
    def next_round(self, g: Skirmish) -> Next:
        """The next pair who are both still in it; who may capture is asked first. NUTS-HOUSE-06"""
        self.pairs = tuple(dropwhile(lambda pair: not are_locked(g.state, pair), self.pairs))
        if not self.pairs:
            return Go(self.over)
        cite("NUTS-HOUSE-06")
        pair, _ = take_first(self.pairs)
        seats = [seat for one in g.figures(pair) if (seat := g.seat_of(one))]
        if g.option("house_6_capture") == "on" and seats:
            return Ask(self.what_for, seats, then=self.said)
        return Go(self.fight)

    @question
    def what_for(self, view: SkirmishView) -> AnyRequest:
        pair, _ = take_first(self.pairs)
        own = next(one for one in (view.state.figures[id] for id in pair) if is_own(view, one))
        options = (Option("kill", "To kill"), Option("capture", "To capture"))
        prompt = f"Say how {own.name} fights."
        return Pick(prompt, options=options, proposal=["kill"], rows=("NUTS-HOUSE-06",))

    @step
    def said(self, g: Skirmish) -> Next:
        wanted = self.answer(dict[str, list[str]])
        pair, _ = take_first(self.pairs)
        self.capturing = tuple(one.id for one in g.figures(pair) if wanted.get(g.seat_of(one)) == ["capture"])
        return Go(self.fight)

    @step
    def fight(self, g: Skirmish) -> Next:
        pair, self.pairs = take_first(self.pairs)
        one, other = g.figures(pair)
        fight_round(g, one, other, self.capturing)
        self.capturing = ()
        fallout = dropped(g, one) + dropped(g, other)
        return Call(links.crisis_after(g, fallout), then=self.next_round)

    @step
    def over(self, g: Skirmish) -> Next:
        """Whoever has put his enemy out of the fight touches him. NUTS-REACT-11"""
        touching = touched(g)
        if touching:
            return Call(touching, then=self.over)
        g.sum_up(self)
        return Done()


def is_own(view: SkirmishView, figure: Figure) -> bool:
    return figure.side == view.state.seats[view.seat].side


def are_locked(state: SkirmishState, pair: Pair) -> bool:
    one, other = pair
    return other in state.figures[one].melee.fighting


def larger_side(state: SkirmishState, pairs: Sequence[Pair]) -> str:
    """The side with more men in these fights; of equal ones that of the active men or chargers. NUTS-MELEE-13"""
    sides = [state.figures[id].side for id in dict.fromkeys(id for pair in pairs for id in pair)]
    return max(dict.fromkeys(sides), key=sides.count)


def fight_round(g: Skirmish, one: Figure, other: Figure, capturing: Sequence[str] = ()) -> None:
    """Both throw; who has more successes goes on to damage, equal ones are Evenly Matched. NUTS-MELEE-10"""
    tallies = [pool(g, one, other), pool(g, other, one)]
    rolls = [
        g.roll(max(0, tally.total), D6, f"melee: {figure.name}", figure.side)
        for tally, figure in zip(tallies, (one, other), strict=True)
    ]
    mine, theirs = (successes(roll.faces) for roll in rolls)
    tell_round(g, (one, other), (mine, theirs), rolls, tallies)
    one.melee = one.melee.but(rear_round="")
    note(one, "fought")
    note(other, "fought")
    if mine == theirs:
        cite("NR-51")
        one.melee = one.melee.but(evenly=one.melee.evenly + 1)
        other.melee = other.melee.but(evenly=other.melee.evenly + 1)
        return
    winner, loser = (one, other) if mine > theirs else (other, one)
    margin = abs(mine - theirs)
    if winner.id in capturing:
        subdue(g, winner, loser, margin)
    else:
        strike(g, winner, loser, margin)


def tell_round(
    g: Skirmish,
    men: Sequence[Figure],
    scores: tuple[int, int],
    rolls: Sequence[Roll],
    tallies: Iterable[Tally],
) -> None:
    """The successes of both."""
    words = " and ".join(f"{man.name} scores {score}" for man, score in zip(men, scores, strict=True))
    mine, theirs = scores
    matched = ": evenly matched" if mine == theirs else ""
    g.tell_of(
        men,
        "melee_round",
        f"Melee: {words}{matched}.",
        "NUTS-MELEE-08",
        "NUTS-MELEE-10",
        rolls=rolls,
        tallies=tallies,
        reckoned=[
            Reckoning(who=man.id, dice=scoring([rolls[place]]), tallies=(place,))
            for place, man in enumerate(men)
        ],
        men=[man.id for man in men],
        successes=list(scores),
    )


def strike(g: Skirmish, winner: Figure, loser: Figure, margin: int) -> None:
    """1d6 against the number of extra successes, one fewer for a man in a vest. NUTS-MELEE-11, COT-EQUIP-01"""
    die = g.roll(1, D6, "melee damage", winner.side)
    impact = impact_on(margin, dict(loser.pack.gear))
    line = damage_line(die.one, impact)
    how = Reckoning(
        who=loser.id, dice=(Die(die.one, "failed", damage_words(die.one, impact, "the margin,")),)
    )
    text = f"{winner.name} strikes {loser.name}, {margin} more."
    rows = ("NUTS-MELEE-11", "NR-47")
    men = [winner, loser]
    g.tell_of(men, "melee_damage", text, *rows, rolls=[die], reckoned=[how], figure=loser.id, by=winner.id)
    result = recover_from_damage(g, loser) if line == RECOVER else as_result(line)
    settle(g, loser, result, winner.id)


def subdue(g: Skirmish, winner: Figure, loser: Figure, margin: int) -> None:
    """Who fights to capture subdues his enemy by 2 or more successes; by 1 he is Out of the Fight. NUTS-HOUSE-06

    The second is damage like other damage, the first is none. NR-142
    """
    cite("NUTS-HOUSE-06", "NR-142")
    if margin >= number("subdued_by"):
        capture(g, loser, winner, "is subdued and gives himself up", "NUTS-HOUSE-06")
    else:
        settle(g, loser, "out_of_the_fight", winner.id)
