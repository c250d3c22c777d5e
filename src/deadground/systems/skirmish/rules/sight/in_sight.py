"""The In Sight Test: who comes into view, who is quicker, and what the quicker do. NUTS-SIGHT-01 to -11"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile
from typing import ClassVar, cast

import msgspec

from deadground.core.agenda import Ask, Call, Done, Go, Next, procedure, question, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import AnyRequest, Manner, Order, Orders, PathValue, Request, guide
from deadground.space.plane import is_within
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import vehicle_of
from deadground.systems.skirmish.game import (
    Chained,
    Skirmish,
    members,
    named_together,
    take_first,
    their_side,
)
from deadground.systems.skirmish.man import NO_TEST
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.orders import (
    SkirmishView,
    WinnersOrders,
    orders_for,
    targets_of,
)
from deadground.systems.skirmish.rules.activation.rep import in_falling_rep
from deadground.systems.skirmish.rules.armour.from_inside import armed_crew, stands_at
from deadground.systems.skirmish.rules.armour.gun_orders import gun_plan, main_shot_of
from deadground.systems.skirmish.rules.armour.rounds import MainShot
from deadground.systems.skirmish.rules.enemies.pefs import unknown_in_sight
from deadground.systems.skirmish.rules.fire.aiming import may_turn
from deadground.systems.skirmish.rules.fire.duties_of_fire import Deed, let_fly, why_not_now
from deadground.systems.skirmish.rules.fire.shooting import FirePlan, shot_of
from deadground.systems.skirmish.rules.fire.targets import Shot, fire_plan, with_spares_rolled
from deadground.systems.skirmish.rules.grenades.lobs import Lob, can_fire
from deadground.systems.skirmish.rules.grenades.throwing import ThrowPlan, catches, throws_at
from deadground.systems.skirmish.rules.leaders.leadership import seat_leading
from deadground.systems.skirmish.rules.melee.charge_card import can_charge_now, nearest
from deadground.systems.skirmish.rules.reactions.reaction import Fallout, score
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.in_sight_pools import decided, scores
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.rules.sight.sighting import (
    have_seen,
    looks_at,
    note_sighted,
    on_the_lookout,
    opponents,
    pairs_in_sight,
    see_each_other,
)
from deadground.systems.skirmish.rules.sight.stepping import may_step, step_request, take_steps
from deadground.systems.skirmish.rules.troops.foes import meet_foes
from deadground.systems.skirmish.rules.wounded.confronting import confront, hated_in_reach
from deadground.systems.skirmish.state import Figure, SkirmishState

NO_ACTION = ("hunker_down", "leave_battlefield")


class Act(msgspec.Struct, frozen=True):
    """What a winner does when his turn comes: shoots, throws, charges somebody, or ducks back. NUTS-SIGHT-09"""

    who: str
    shot: Shot | None = None
    charge: str = ""
    lob: Lob | None = None
    gun: MainShot | None = None
    """With the main gun; the gun beside it may shoot as well. NS-28"""


@procedure("skirmish.in_sight", rows=("NUTS-SIGHT-02", "NUTS-SIGHT-04"))
class InSightTest(Chained):
    """A group has come into sight of others. `only` are newcomers to a test that is not over yet, of either side.

    NUTS-SIGHT-10

    NR-12, NR-17, NR-19
    """

    group: str
    others: tuple[str, ...]
    extra: bool = False
    only: tuple[str, ...] = ()
    involved: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    beaten: tuple[str, ...] = ()
    """Those of this test whom the winners may act against: with the option of pairs, men of both sides. NR-19"""
    sides: tuple[str, ...] = ()
    """Winning sides that still have to say what they do."""
    acts: tuple[Act, ...] = ()
    busy: tuple[str, ...] = ()
    """Those who shoot, throw or charge in this test, and so feed no gun. NUTS-AMMO-03"""
    fallout: Fallout = Fallout()

    @step
    def come_into_sight(self, g: Skirmish) -> Next:
        """Two more inches for every man of the group that came into sight. NUTS-SIGHT-03"""
        g.card(self)
        men = on_the_lookout(g.state, members(g.state, self.group))
        there = [one for other in self.others for one in members(g.state, other)]
        there = on_the_lookout(g.state, there)
        self.tell_sighting(g, men, there)
        seat = seat_leading(g, men)
        if self.extra and seat and any(may_step(g.state, one, g.options) for one in men):
            return Ask(self.two_inches, seat, then=self.stepped)
        return Go(self.test)

    def tell_sighting(self, g: Skirmish, men: list[Figure], there: list[Figure]) -> None:
        """Those who have come into sight of each other."""
        pairs = pairs_in_sight(g.state, men, there, g.options)
        ours = list({a.id: a for a, _ in pairs}.values())
        theirs = list({b.id: b for _, b in pairs}.values())
        verb = "comes" if len(ours) == 1 else "come"
        text = f"{named_together(ours)} {verb} into sight of {named_together(theirs)}."
        here, seen = [one.id for one in ours], [one.id for one in theirs]
        g.tell_of([*ours, *theirs], "in_sight", text, *self.rows, men=here, seen=seen)
        for side in g.in_the_dark([*ours, *theirs]):
            text = f"{g.named_for(side, ours)} {verb} into sight of {g.named_for(side, theirs)}."
            g.tell_unseen(side, text, *self.rows, men=[*ours, *theirs])

    @question
    def two_inches(self, view: SkirmishView) -> AnyRequest:
        return step_request(view, self.group)

    @step
    def stepped(self, g: Skirmish) -> Next:
        """Whoever hunkers within 4" of them now surrenders, as he would to men on the move. NUTS-MOVE-09, NR-101"""
        given = self.answer(dict[str, PathValue])
        take_steps(g, given)
        confront(g, g.figures(given))
        look_round(g)
        return Go(self.come_upon)

    @step
    def come_upon(self, g: Skirmish) -> Next:
        """A question mark that the two inches bring into view is resolved first. NUTS-PEF-05"""
        men = members(g.state, self.group)
        met = unknown_in_sight(g, men) or hated_in_reach(g, men)
        return Call(links.find_out(met, extra=False), then=self.come_upon) if met else Go(self.test)

    @step
    def test(self, g: Skirmish) -> Next:
        """Who takes part, who rolls, who wins. A sighting undone by the two inches counts for nothing. NR-10"""
        self.take_part(g)
        if not self.involved:
            g.tell("out_of_sight", "They are out of sight again.", "NUTS-SIGHT-03", "NR-10")
            return Done()
        involved = g.figures(self.involved)
        look_round(g, involved)
        meet_foes(g, involved)
        found = scores(g, self.group, self.others, involved)
        for one in found:
            for figure in involved:
                if figure.group == one.group:
                    figure.reaction = figure.reaction.but(successes=one.successes)
        won = decided(g, found)
        winning, losing = {winner for winner, _ in won}, {loser for _, loser in won}
        self.beaten = tuple(one.id for one in involved if one.group in losing)
        winners = [one for one in involved if one.group in winning and may_act(g, one, involved)]
        self.winners = tuple(one.id for winner in winners for one in self.who_act(g, winner))
        self.sides = tuple(dict.fromkeys(g.figure(id).side for id in self.winners))
        return Go(self.plan)

    def who_act(self, g: Skirmish, winner: Figure) -> list[Figure]:
        """A winner himself; for one who commands a vehicle those of its crew who can fire. NUTS-VEH-08, NR-250"""
        vehicle = vehicle_of(g.state, winner)
        if vehicle is None:
            return [winner]
        cite("NUTS-VEH-08", "NR-250")
        foes = self.foes(g.state, winner.side)
        crew = [
            one for one in armed_crew(g.state, vehicle) if can_fire_at_seen(g.state, one, foes, g.options)
        ]
        for one in crew:
            one.reaction = one.reaction.but(successes=winner.reaction.successes)
        return crew or [winner]

    def foes(self, state: SkirmishState, side: str) -> list[Figure]:
        """Those whom the winners of a side may act against. NR-19"""
        found = (state.figures.get(id) for id in self.beaten)
        return [one for one in found if one is not None and one.side != side]

    def take_part(self, g: Skirmish) -> None:
        """All who see an enemy of the groups concerned or are seen by one; in a test for newcomers, they and whom
        they meet. NUTS-SIGHT-04, NUTS-SIGHT-10"""
        cite("NUTS-SIGHT-04", "NR-12")
        ours = on_the_lookout(g.state, members(g.state, self.group))
        new = [
            one
            for one in opponents(g.state, their_side(ours))
            if one.group in self.others or (self.extra and not have_seen(g.state, self.group, one.group))
        ]
        pairs = pairs_in_sight(g.state, ours, new, g.options)
        if self.only:
            pairs = [(one, other) for one, other in pairs if one.id in self.only or other.id in self.only]
        self.others = tuple(dict.fromkeys(other.group for _, other in pairs))
        self.involved = tuple(dict.fromkeys(one.id for pair in pairs for one in pair))
        note_sighted(g.state, self.group, self.others)
        _, *unfinished = links.in_sights(g)
        for test in unfinished:
            test.involved = tuple(dict.fromkeys((*test.involved, *self.only)))

    @step
    def plan(self, g: Skirmish) -> Next:
        """The winners say what they do; who has no choice is not asked. NUTS-SIGHT-09"""
        if not self.sides:
            return self.begin(g)
        side, others = take_first(self.sides)
        men = self.with_choice(g.state, side, g.options)
        if not men:
            self.sides = others
            return Go(self.plan)
        seat = seat_leading(g, men)
        if seat:
            return Ask(self.what_they_do, seat, then=self.planned)
        foes = self.foes(g.state, side)
        targets = as_targets(g.state, foes)
        shots = fire_plan(g.state, men, targets, g.options)
        guns = [shot for one in men for shot in gun_plan(g.state, one, targets, g.options)]
        armed = {shot.shooter for shot in shots} | {shot.gunner for shot in guns}
        lobs = [lob for one in men if one.id not in armed for lob in throws_at(g, one, foes)]
        acts = [*with_weapons(shots, guns), *(Act(lob.who, lob=lob) for lob in lobs)]
        settled = {act.who for act in acts}
        charged: list[str] = []
        for one in men:
            near = near_enough(g.state, one, foes, g.options)
            if one.id not in settled and near:
                charged.append(nearest(one, [foe for foe in near if foe.id not in charged] or near).id)
                acts.append(Act(one.id, charge=charged[-1]))
        return self.note(g, acts)

    def with_choice(self, state: SkirmishState, side: str, options: Options) -> list[Figure]:
        """Winners of a side who can shoot or charge, the highest Rep first."""
        foes = self.foes(state, side)
        men = [state.figures[id] for id in self.winners if id in state.figures]
        men = [one for one in men if one.side == side and has_choice(state, one, foes, options)]
        return sorted(men, key=lambda one: -one.rep)

    @question
    def what_they_do(self, view: SkirmishView) -> AnyRequest:
        side, _ = take_first(self.sides)
        men = self.with_choice(view.state, side, view.options)
        first, *_ = men
        return orders_for(
            view,
            "You saw them first: fire, or charge.",
            first.group,
            men,
            cards=("fire", "throw", "charge"),
            targets=as_targets(view.state, self.foes(view.state, side)),
            guide="skirmish.in_sight",
            rows=("NUTS-SIGHT-09",),
        )

    @step
    def planned(self, g: Skirmish) -> Next:
        acts: list[Act] = []
        for order in self.answer(list[Order]):
            if order.card == "fire":
                plan = msgspec.convert(order.plan, FirePlan)
                shots = [shot_of(id, given) for id, given in plan.shots.items()]
                acts += with_weapons(shots, [main_shot_of(id, given) for id, given in plan.guns.items()])
            elif order.card == "throw":
                lobs = msgspec.convert(order.plan, ThrowPlan).lobs()
                acts += [Act(lob.who, lob=lob) for lob in lobs]
            else:
                acts += [Act(id, charge=str(target)) for id, target in order.plan["targets"].items()]
        return self.note(g, acts)

    def note(self, g: Skirmish, acts: Sequence[Act]) -> Next:
        """What a side's winners do; the targets of those left over are rolled. NUTS-FIRE-09, NR-19"""
        shots = [act.shot for act in acts if act.shot is not None]
        turning = {shot.shooter: may_turn(g.figure(shot.shooter)) for shot in shots}
        side, self.sides = take_first(self.sides)
        foes = self.foes(g.state, side)
        targets = as_targets(g.state, foes)
        settled = {shot.shooter: shot for shot in with_spares_rolled(g, shots, targets, turning)}
        self.acts += tuple(msgspec.structs.replace(act, shot=settled.get(act.who)) for act in acts)
        return Go(self.plan)

    def begin(self, g: Skirmish) -> Next:
        """From the highest Rep to the lowest. Who can neither shoot nor charge ducks back. NUTS-SIGHT-09"""
        cite("NUTS-SIGHT-09", "NR-17")
        acts = {act.who: act for act in self.acts}
        self.busy = tuple(acts)
        winners = [id for id in self.winners if id in acts or not has_mate(g.state, id, acts)]
        self.acts = tuple(acts.get(id, Act(id)) for id in in_falling_rep(g, winners))
        return Go(self.next_act)

    @step
    def next_act(self, g: Skirmish) -> Next:
        """Shots that follow each other fall together, and so do charges; throws and Duck Backs are settled singly.

        Who went down before his turn came does nothing. NUTS-SIGHT-09
        """
        cite("NUTS-SIGHT-09")
        acts = [act for act in self.acts if g.figure(act.who).reaction.successes >= 0]
        if not acts:
            return Go(self.losers)
        first, *_ = acts
        if first.shot is None and first.lob is None and first.gun is None:
            together = list(takewhile(lambda act: bool(act.charge), acts)) or [first]
            self.acts = tuple(acts[len(together) :])
            for act in together:
                g.figure(act.who).reaction = g.figure(act.who).reaction.but(successes=NO_TEST)
            if first.charge:
                charges = tuple((act.who, act.charge) for act in together)
                return Call(links.charge(charges), then=self.next_act)
            return self.ducks(g, g.figure(first.who))
        together = list(takewhile(lambda act: act.shot is not None and act.gun is None, acts)) or [first]
        self.acts = tuple(acts[len(together) :])
        deeds = [deed for act in together for deed in self.aimed_now(g, act)]
        for act in together:
            g.figure(act.who).reaction = g.figure(act.who).reaction.but(successes=NO_TEST)
        self.fallout += let_fly(g, "in_sight", deeds, self.busy)
        return Go(self.next_act)

    def aimed_now(self, g: Skirmish, act: Act) -> list[Deed]:
        """His shot or throw, when his turn has come; at another where he cannot reach whom he meant any more.

        That one is down, fights with a friend, or a friend stands in the line. NUTS-SIGHT-09, NR-19, NR-37, NR-53
        """
        figure = g.figure(act.who)
        meant = [deed for deed in (act.gun, act.shot, act.lob) if deed is not None]
        foes = self.foes(g.state, figure.side)
        seen = [one for one in foes if has_los(g.state, figure, one, g.options)]
        is_open = [deed for deed in meant if why_not_now(g, "in_sight", figure, deed, self.busy) is None]
        if is_open and (act.lob is None or catches(g.state, figure, act.lob, seen, g.options)):
            return is_open
        targets = in_view(g.state, figure, foes, g.options)
        shots = fire_plan(g.state, [figure], targets, g.options, turning=[])
        guns = gun_plan(g.state, figure, targets, g.options)
        found: list[Deed] = [*guns, *shots, *throws_at(g, figure, seen)]
        if not found:
            text = f"{figure.name} has nobody left to shoot at."
            g.tell_of([figure], "no_target", text, "NUTS-SIGHT-09", "NR-19", "NR-53", figure=figure.id)
        return found[:1]

    def ducks(self, g: Skirmish, figure: Figure) -> Next:
        """He can do nothing to those he sees, and takes cover from them. NUTS-SIGHT-09"""
        foes = self.foes(g.state, figure.side)
        seen = [one.id for one in foes if see_each_other(g.state, figure, one, g.options)]
        g.tell_of(
            [figure],
            "ducks",
            f"{figure.name} can neither fire nor charge.",
            "NUTS-SIGHT-09",
            figure=figure.id,
        )
        if figure.aboard:
            score(g, g.state.vehicles[figure.aboard], "duck_back", seen)
            return Call(links.vehicle_ducks(figure.aboard, seen), then=self.next_act)
        score(g, figure, "duck_back", seen)
        return Call(links.duck_back(figure.id), then=self.next_act)

    @step
    def losers(self, g: Skirmish) -> Next:
        """When all winners have acted the losers take the tests they have earned. NUTS-SIGHT-11"""
        cite("NUTS-SIGHT-11")
        for one in g.state.figures.values():
            if one.id in self.involved or one.id in self.winners:
                one.reaction = one.reaction.but(successes=NO_TEST)
        return Call(links.crisis_after(g, self.fallout), then=self.over)

    @step
    def over(self, g: Skirmish) -> Next:
        g.sum_up(self)
        return Done()


@guide("skirmish.in_sight")
class InSightOrders(WinnersOrders):
    """Winners shoot, or charge within 6" where they may choose to. NUTS-SIGHT-09, NR-17"""

    manner: ClassVar[Manner] = "exchange"

    def faults(self, view: SkirmishView, request: Request, value: list[Order]) -> list[Fault]:
        faults = super().faults(view, request, value)
        state, asked = view.state, cast(Orders, request)
        foes = [state.figures[id] for id in targets_of(asked, "fire") or () if id in state.figures]
        for i, order in enumerate(value):
            for id in order.pieces if order.card == "charge" else ():
                figure = state.figures[id]
                if must_shoot(state, figure, foes, view.options):
                    reason = f"{figure.name} can shoot, and so may not charge"
                    faults.append(Fault(f"value[{i}].pieces", reason, ("NUTS-SIGHT-09", "NR-17")))
                elif not near_enough(state, figure, foes, view.options):
                    reason = f'{figure.name} has nobody within 6" to charge'
                    faults.append(Fault(f"value[{i}].pieces", reason, ("NUTS-SIGHT-09",)))
        return faults


def may_act(g: Skirmish, figure: Figure, involved: Iterable[Figure]) -> bool:
    """Whether a man whose side wins may do anything. NUTS-SIGHT-07, NR-12, NR-23

    Those who duck, hunker or leave go on with that, and so do those in melee, who cannot break off. One who has
    finished ducking may shoot. Nobody acts against enemies he does not see. NUTS-MELEE-12, NR-49
    """
    cite("NUTS-SIGHT-07", "NR-12")
    vehicle = vehicle_of(g.state, figure)
    if vehicle is not None and vehicle.status in NO_ACTION:
        return False
    if figure.status in NO_ACTION or figure.reaction.reacting is not None or figure.melee.fighting:
        return False
    foes = [one for one in involved if one.side != figure.side]
    return any(looks_at(g.state, figure, one, g.options) for one in foes)


def must_shoot(state: SkirmishState, figure: Figure, foes: Sequence[Figure], options: Options) -> bool:
    """Whether a winner who can shoot may not charge instead: non-player men, or with the option everybody. NR-17"""
    cite("NUTS-SIGHT-09")
    strict = option(options, "in_sight_strict_order") == "all" or not state.sides[figure.side].played
    return strict and can_fire_at_seen(state, figure, foes, options)


def has_choice(state: SkirmishState, figure: Figure, foes: Sequence[Figure], options: Options) -> bool:
    """Whether a winner can shoot at somebody, or charge him. NUTS-SIGHT-09"""
    return can_fire_at_seen(state, figure, foes, options) or bool(near_enough(state, figure, foes, options))


def can_fire_at_seen(state: SkirmishState, figure: Figure, foes: Sequence[Figure], options: Options) -> bool:
    """Whether a winner can shoot or throw at one of those he sees. NR-19"""
    return can_fire(state, figure, in_view(state, figure, foes, options), options)


def as_targets(state: SkirmishState, foes: Iterable[Figure]) -> list[TablePiece]:
    """Enemies as pieces to be shot at: who commands a vehicle is shot at where it stands. NUTS-VEH-08"""
    return list({piece.id: piece for piece in (stands_at(state, one) for one in foes)}.values())


def in_view(
    state: SkirmishState, figure: Figure, foes: Iterable[Figure], options: Options
) -> list[TablePiece]:
    """Those of some enemies whom a winner sees as he stands; a turret turns to look. NR-19, NS-22"""
    targets = as_targets(state, foes)
    if figure.aboard:
        return targets
    return [one for one in targets if has_los(state, figure, one, options)]


def with_weapons(shots: Iterable[Shot], guns: Iterable[MainShot]) -> list[Act]:
    """What each man does with his weapon and with the main gun he serves, as one act of his. NS-28"""
    fired, laid = {shot.shooter: shot for shot in shots}, {shot.gunner: shot for shot in guns}
    return [Act(id, fired.get(id), gun=laid.get(id)) for id in dict.fromkeys((*fired, *laid))]


def has_mate(state: SkirmishState, id: str, acts: Collection[str]) -> bool:
    """Whether others of his crew act: then their vehicle does not duck back for him. NR-250"""
    aboard = state.figures[id].aboard
    return bool(aboard) and any(state.figures[one].aboard == aboard for one in acts)


def near_enough(
    state: SkirmishState, figure: Figure, foes: Iterable[Figure], options: Options
) -> list[Figure]:
    """The enemies close enough for a man who won to charge. NUTS-SIGHT-09"""
    limit = number("in_sight_charge")
    near = [one for one in foes if is_within(figure.at, one.at, limit)]
    return can_charge_now(state, figure, near, options)
