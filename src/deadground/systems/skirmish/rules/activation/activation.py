"""Activation: which groups may act, in what order, and what an active group does. NUTS-ACT-05 to NUTS-ACT-10"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

import msgspec

from deadground.core.agenda import Ask, Call, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import AnyRequest, Guide, Option, Order, Pick, Request, Suggestion, guide
from deadground.core.view import View
from deadground.space.units import shown
from deadground.systems.skirmish.crews import is_leaving, vehicles_in
from deadground.systems.skirmish.game import (
    Skirmish,
    enemies_of,
    figures_of,
    ground_of,
    members,
    named_together,
    take_first,
    their_side,
)
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.quick.behind import note_behind
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation import upkeep
from deadground.systems.skirmish.rules.activation.groups import (
    are_near,
    form_groups,
    may_split_off,
    split_off,
    with_crews,
)
from deadground.systems.skirmish.rules.activation.held_back import tell_held_back
from deadground.systems.skirmish.rules.activation.orders import (
    FINISHED,
    LAWS,
    CardLaw,
    SkirmishView,
    can_act,
    joined,
    may_be_told,
    orders_for,
    reasons_to_ask,
)
from deadground.systems.skirmish.rules.armour.knocked_out import bail_out
from deadground.systems.skirmish.rules.deployment.coming_on import ComingOn
from deadground.systems.skirmish.rules.deployment.placing import coming_now
from deadground.systems.skirmish.rules.enemies.pefs import MovePef, next_pef, note_answered, unknown_in_sight
from deadground.systems.skirmish.rules.enemies.promise import ShowItself, overdue
from deadground.systems.skirmish.rules.fire.shooting import ActiveFire
from deadground.systems.skirmish.rules.grenades.lobs import Lob
from deadground.systems.skirmish.rules.grenades.throwing import ThrowPlan
from deadground.systems.skirmish.rules.house_rules.platoon_command import PlatoonCommand, commander_in
from deadground.systems.skirmish.rules.leaders.leadership import leader_among, leader_of, seat_leading
from deadground.systems.skirmish.rules.melee.melee import Melee
from deadground.systems.skirmish.rules.movement.arriving import come_about
from deadground.systems.skirmish.rules.movement.status import ACTED, all_stationary
from deadground.systems.skirmish.rules.reactions.captives import touched
from deadground.systems.skirmish.rules.reactions.casualties import forget
from deadground.systems.skirmish.rules.reactions.recover import RecoverFromHunkerDown
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.sighting import (
    come_into_view,
    could_trigger,
    new_sighting,
    seen_already,
)
from deadground.systems.skirmish.rules.wounded.confronting import give_up_all, hated_in_reach
from deadground.systems.skirmish.rules.wounded.prisoners import keep_prisoners
from deadground.systems.skirmish.seats import commander_of
from deadground.systems.skirmish.state import Figure, Group, Side, SkirmishState
from deadground.systems.skirmish.thread import surname
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.systems.skirmish.victory import is_decided
from deadground.systems.skirmish.whereabouts import clock

END = "end_phase"
MOST_NAMED = 3
"""So many men are named one by one when a group acts."""


@procedure("skirmish.phase", rows=("NUTS-ACT-05", "NUTS-ACT-06"))
class Phase(Procedure):
    """One side's phase: eligible groups from the highest leader Rep down, each finished before the next begins.

    NS-02, NR-06
    """

    side: str
    leaving: tuple[str, ...] = ()
    meeting: tuple[str, ...] = ()
    commander: str = ""
    """The platoon leader or sergeant whose group is acting. NUTS-HOUSE-07"""

    @step
    def begin(self, g: Skirmish) -> Next:
        """Groups are fixed; groups in sight of each other count as seen. NS-02, NR-10

        Before that crews get out of vehicles that were disabled. NR-94
        """
        state = g.state
        state.phase, state.stage, state.sides[self.side].passing = self.side, "phase", 0
        bail_out(g, self.side)
        form_groups(g, self.side)
        for group in state.groups.values():
            group.done = False
        for pef in state.pefs.values():
            pef.done = False
        for figure in state.figures.values():
            forget(figure, ACTED)
        name, die = state.sides[self.side].name, state.sides[self.side].die
        text = f"{name} has the phase: leaders of Rep {die} and up may act."
        g.tell("phase", text, *self.rows, side=self.side, die=die, clock=clock(state))
        driving = (one for one in state.vehicles.values() if one.side == self.side)
        leaving: tuple[Figure | Vehicle, ...] = (*figures_of(state, self.side), *driving)
        self.leaving = tuple(
            one.id for one in leaving if one.status == "leave_battlefield" and not one.aboard
        )
        if g.option("in_sight_at_phase_start") == "on":
            self.meeting = tuple(id for id, group in state.groups.items() if group.side == self.side)
            state.sighted = ()
        else:
            seen_already(g, self.side)
        look_round(g)
        return Call(ComingOn(), then=self.next_leaving) if coming_now(state) else Go(self.next_leaving)

    @step
    def next_leaving(self, g: Skirmish) -> Next:
        """Who leaves runs on, whatever the die says; who is held in a melee fights first. NR-22, NR-171"""
        if not self.leaving:
            return Go(self.next_meeting)
        first, others = take_first(self.leaving)
        if first in g.state.vehicles:
            self.leaving = others
            return Call(links.vehicle_leaves(first), then=self.next_leaving)
        figure = g.figure(first)
        if not is_held(g, figure):
            return Go(self.run_on)
        return Call(Melee(tuple((first, other) for other in figure.melee.fighting), True), then=self.run_on)

    @step
    def run_on(self, g: Skirmish) -> Next:
        first, self.leaving = take_first(self.leaving)
        figure = g.figure(first)
        if figure.status != "leave_battlefield" or is_held(g, figure):
            return Go(self.next_leaving)
        cite("NR-22")
        return Call(links.leave_battlefield(first), then=self.next_leaving)

    @step
    def next_meeting(self, g: Skirmish) -> Next:
        """With the option, groups that see each other as the phase begins take a test at once. NR-10"""
        while self.meeting:
            group, self.meeting = take_first(self.meeting)
            watched = could_trigger(g, members(g.state, group))
            sighting = new_sighting(g, watched) if watched else None
            if sighting is not None:
                test = links.in_sight(sighting.group, sighting.others, extra=False)
                return Call(test, then=self.next_meeting)
        return Go(self.next_group)

    @step
    def next_group(self, g: Skirmish) -> Next:
        """Groups whose leader's Rep reaches the die, until none is left or the owner has had enough. NUTS-ACT-05

        Those who have not acted group anew as they stand. NS-02. What came of an exchange in which nobody
        was active is settled before: prisoners without a guard, who is confronted, who is touched.
        NS-36, NR-131, NR-132
        """
        all_stationary(g)
        keep_prisoners(g)
        give_up_all(g)
        touching = touched(g)
        if touching:
            return Call(touching, then=self.next_group)
        if is_decided(g):
            return Done()
        waiting = [id for id, group in g.state.groups.items() if group.side == self.side and not group.done]
        form_groups(g, self.side, [one.id for id in waiting for one in members(g.state, id)])
        met = unknown_in_sight(g, list(g.state.figures.values())) or come_into_view(g, self.side)
        if met is not None:
            return Call(links.met(met, extra=False), then=self.next_group)
        note_answered(g)
        may = [id for id in g.state.groups if may_activate(g.state, id, self.side) is None]
        seat = commander_of(g.state, self.side)
        acts = None if seat else self.next_by_itself(g, may)
        if acts is not None:
            return Call(acts, then=self.next_group)
        if not may or not seat:
            tell_held_back(g, self.side)
            g.tell("phase_over", f"{g.state.sides[self.side].name} has no group left to act.", "NUTS-ACT-07")
            return Done()
        g.tell("may_act", f"{g.state.sides[self.side].name} chooses a group.", "NUTS-ACT-06", side=self.side)
        return Ask(self.which, seat, then=self.chosen)

    def next_by_itself(self, g: Skirmish, may: list[str]) -> Procedure | None:
        """On a side nobody plays every group that may acts, and question marks in the place of Rep 4. NR-70, NS-42

        Of the same Rep those who are known act first.
        """
        cite("NUTS-NP-01", "NS-42", "NR-70", "NR-78")
        late = overdue(g, self.side)
        if late is not None:
            return ShowItself(late.id)
        pef = next_pef(g, self.side)
        group = max(may, key=lambda id: leader_rep(g.state, id), default="")
        if group and (pef is None or leader_rep(g.state, group) >= number("pef_rep")):
            g.state.sides[self.side].passing = leader_rep(g.state, group)
            return Activation(group)
        return MovePef(pef.id) if pef else None

    @question
    def which(self, view: View[SkirmishState]) -> AnyRequest:
        state = view.state
        groups = [group for group in state.groups.values() if group.side == self.side and not group.done]
        groups.sort(key=lambda group: -leader_rep(state, group.id))
        options = [group_option(state, group, self.side) for group in groups]
        men = [one for group in groups for one in may_split_off(state, members(state, group.id))]
        options += [Option(one.id, one.name, "split off from his group") for one in men]
        options.append(Option(END, "No more groups", "leave the others where they are"))
        best = next(option.id for option in options if option.refused is None)
        return Pick(
            "Choose a group to act.",
            options=tuple(options),
            most=max(1, len(men)),
            proposal=[best],
            guide="skirmish.groups",
            rows=self.rows,
        )

    @step
    def chosen(self, g: Skirmish) -> Next:
        picked = self.answer(list[str])
        if picked == [END]:
            return Done()
        first, *_ = picked
        group = first if first in g.state.groups else split_off(g, with_crews(g.state, picked))
        g.state.sides[self.side].passing = leader_rep(g.state, group)
        commander = commander_in(g.state, group, g.options)
        self.commander = commander.id if commander else ""
        return Call(Activation(group), then=self.acted)

    @step
    def acted(self, g: Skirmish) -> Next:
        """With house rule 7 a platoon leader who has acted brings others into action. NUTS-HOUSE-07"""
        if not self.commander:
            return Go(self.next_group)
        return Call(PlatoonCommand(self.commander), then=self.next_group)


def leader_rep(state: SkirmishState, group: str) -> int:
    """The Rep of the leader of a group. NR-06"""
    leader = leader_of(state, group)
    return leader.rep if leader else 0


def may_activate(state: SkirmishState, id: str, side: str) -> Fault | None:
    """Why a group may not act now. NUTS-ACT-05, NUTS-ACT-06, NR-07"""
    group = state.groups[id]
    if group.side != side or group.done:
        return Fault("value", "it has acted in this phase", ("NUTS-ACT-06",))
    men = members(state, id)
    if all(is_leaving(state, one) for one in men):
        return Fault("value", "they are leaving the battlefield", ("NUTS-MOVE-11", "NR-22"))
    return rep_fault(state.sides[side], leader_rep(state, id))


def rep_fault(side: Side, rep: int) -> Fault | None:
    """The leader's Rep must reach the die, and no group with a lower Rep may have acted. NUTS-ACT-05, NR-07"""
    cite("NUTS-ACT-05", "NUTS-ACT-06", "NUTS-ACT-13")
    if rep < side.die:
        return Fault("value", f"its leader has Rep {rep}, the die is {side.die}", ("NUTS-ACT-05",))
    if side.passing and rep > side.passing:
        reason = f"a group of Rep {side.passing} has acted, so this one of Rep {rep} was passed over"
        return Fault("value", reason, ("NUTS-ACT-06", "NR-07"))
    return None


def group_option(state: SkirmishState, group: Group, side: str) -> Option:
    men = members(state, group.id)
    leader = leader_of(state, group.id)
    others = [one for one in men if leader is None or one.id != leader.id]
    label = named_together(men)
    if leader is not None and len(others) > 1:
        label = f"{leader.name} and {len(others)} men"
    hint = f"Rep {leader.rep}: {', '.join(surname(one) for one in others)}" if leader and others else ""
    return Option(group.id, label, hint, may_activate(state, group.id, side))


@guide("skirmish.groups")
class ChooseGroup(Guide):
    """One group as it is, or some men of one group who split off from it. NUTS-ACT-12, NS-02"""

    manner = "groups"

    def faults(self, view: SkirmishView, request: Request, value: list[str]) -> list[Fault]:
        state = view.state
        men = [state.figures[id] for id in value if id in state.figures]
        if not men or len(men) < len(value):
            return (
                [Fault("value", "choose one group, or men of one group", ("NUTS-ACT-12",))]
                if len(value) > 1
                else []
            )
        if len({one.group for one in men}) > 1:
            return [Fault("value", "men who split off come from one group", ("NUTS-ACT-12", "NS-02"))]
        walking = [one for one in men if not one.aboard]
        if walking and not are_near(walking):
            reason = f"men who split off stand within {shown(number('group_distance'), 'in')} of each other"
            return [Fault("value", reason, ("NUTS-ACT-12", "NS-02"))]
        if all(is_leaving(state, one) for one in men):
            return [Fault("value", "they are leaving the battlefield", ("NR-22",))]
        fault = rep_fault(state.sides[their_side(men)], split_rep(state, men))
        return [fault] if fault else []

    def sample(self, view: SkirmishView, request: Request, rng: Random) -> list[str]:
        """Mostly a group, now and then one man of it."""
        asked = cast(Pick, request)
        groups = [id for id in asked.open if id in view.state.groups]
        men = [[id] for id in asked.open if id in view.state.figures and not request.check(view, [id])]
        if men and rng.random() < 0.15:
            return rng.choice(men)
        return [rng.choice(groups)] if groups and rng.random() < 0.9 else [END]

    def suggest(self, view: SkirmishView, request: Request, k: int) -> list[Suggestion]:
        asked = cast(Pick, request)
        found = [one for one in asked.options if one.refused is None and one.id not in view.state.figures]
        return [Suggestion(one.label, [one.id], one.hint) for one in found][:k]


def split_rep(state: SkirmishState, men: list[Figure]) -> int:
    """The Rep that men who split off would be led by. NR-06"""
    leader = leader_among(state, men)
    return leader.rep if leader else 0


@procedure("skirmish.activation", rows=("NUTS-ACT-07", "NUTS-ACT-08"))
class Activation(Procedure):
    """One group acts; every reaction it sets off is settled before the next group begins. NUTS-ACT-07

    NS-02, NR-23
    """

    group: str
    men: tuple[str, ...] = ()
    hunkered: tuple[str, ...] = ()
    rising: tuple[str, ...] = ()
    """Those who had their heads down as it began. NR-185"""
    asked: bool = False
    finished: bool = False
    """Whether the last answer said that the group is finished, unless something comes up. NR-151"""
    todo: tuple[Order, ...] = ()
    """The orders that are still to be carried out."""

    @step
    def begin(self, g: Skirmish) -> Next:
        men = members(g.state, self.group)
        leader = leader_of(g.state, self.group)
        g.state.groups[self.group].done = True
        self.rising = tuple(one.id for one in men if one.status in ("duck_back", "hunker_down"))
        upkeep.begin_activation(g, self.group)
        self.men = tuple(one.id for one in men)
        g.tell_of(men, "activation", acting(men, leader), *self.rows, men=self.men)
        resting: tuple[Figure | Vehicle, ...] = (*men, *vehicles_in(g.state, self.group))
        self.hunkered = tuple(one.id for one in resting if one.status == "hunker_down" and not one.aboard)
        return Go(self.next_hunkered)

    @step
    def next_hunkered(self, g: Skirmish) -> Next:
        """Those who hunker test before the group does anything else, and do nothing until they pass. NS-02"""
        if not self.hunkered:
            return Go(self.look_up)
        first, self.hunkered = take_first(self.hunkered)
        if first in g.state.vehicles:
            return Call(links.vehicle_recovers(first), then=self.next_hunkered)
        if g.figure(first).status != "hunker_down":
            return Go(self.next_hunkered)
        cite("NUTS-MOVE-09")
        return Call(RecoverFromHunkerDown(first), then=self.next_hunkered)

    @step
    def look_up(self, g: Skirmish) -> Next:
        """Who carries on after he had his head down may come into sight of somebody new. NUTS-SIGHT-02, NR-185"""
        men = [one for one in g.figures(self.rising) if can_act(one)]
        sighting = come_about(g, "turning", men) if men else None
        if sighting is None:
            return Go(self.fight)
        cite("NR-185")
        return Call(links.met(sighting, extra=False), then=self.look_up)

    @step
    def fight(self, g: Skirmish) -> Next:
        """Those who are locked in melee fight a round. NR-52"""
        cite("NR-52")
        pairs = tuple((id, other) for id in self.men for other in g.figure(id).melee.fighting)
        return Call(Melee(pairs, True), then=self.ask) if pairs else Go(self.ask)

    @step
    def ask(self, g: Skirmish) -> Next:
        """Asked again until nobody is told anything, or the group is finished and nothing matters. NR-151

        What its doings have brought into sight of others is settled first; before them nothing has. NR-190
        """
        give_up_all(g)
        touching = touched(g)
        if touching:
            return Call(touching, then=self.ask)
        men = g.figures(self.men)
        met = unknown_in_sight(g, men) or hated_in_reach(g, men)
        if met is None and self.asked:
            met = come_into_view(g, their_side(men))
        if met is not None:
            return Call(links.met(met, extra=False), then=self.ask)
        men = [one for one in g.figures(self.men) if may_be_told(g.state, one)]
        seat = seat_leading(g, men)
        if men and not seat:
            return Call(links.np_acts(self.group, (one.id for one in men)), then=self.have_acted)
        if not men:
            return Go(self.end)
        note_answered(g)
        return Ask(self.what, seat, then=self.ordered, known=self.asked)

    @question
    def what(self, view: SkirmishView) -> AnyRequest:
        """All men who can act. A group that is finished and finds nothing that matters has only one answer."""
        state = view.state
        men = [one for one in (state.figures[id] for id in self.men) if may_be_told(state, one)]
        done: list[str] = []
        if self.asked:
            look_about(state, men)
            cards = reasons_to_ask()
            done = [one.id for one in men if not matters(view, one, cards)]
        if self.finished and len(done) == len(men):
            men, done = [], []
        return orders_for(
            view,
            "Give the group its orders.",
            self.group,
            men,
            rows=("NUTS-ACT-08", "NUTS-ACT-10"),
            done=done,
        )

    @step
    def ordered(self, g: Skirmish) -> Next:
        orders = self.answer(list[Order])
        self.asked, self.finished = True, any(order.card == FINISHED for order in orders)
        told = [order for order in orders if order.card != FINISHED]
        if not told:
            return Go(self.end)
        self.todo = tuple(sorted(joined(told), key=lambda order: LAWS[order.card].place))
        return Go(self.next_order)

    @step
    def next_order(self, g: Skirmish) -> Next:
        """Card after card; who can no longer act, or may not be given his card any more, is left out.

        What the orders before it brought about may have put a man down, or taken out of his arms whom he carried.
        NUTS-ACT-08, NR-200
        """
        if not self.todo:
            return Go(self.ask)
        order, *others = self.todo
        self.todo = tuple(others)
        law = LAWS[order.card]
        plan = law.plan_of(order.plan)
        able = [one for one in g.figures(order.pieces) if may_be_told(g.state, one)]
        men = [one.id for one in able if is_still_open(g, law, one, plan)]
        carried_out = law.carry_out(g, men, plan) if men else None
        if isinstance(carried_out, ActiveFire):
            carried_out.lobs = self.thrown_with_it(g)
        return Call(carried_out, then=self.next_order) if carried_out else Go(self.next_order)

    def thrown_with_it(self, g: Skirmish) -> tuple[Lob, ...]:
        """What other men of the group throw in the same answer: shots and throws are one volley. NUTS-FIRE-11"""
        if not self.todo:
            return ()
        order, *others = self.todo
        if order.card != "throw":
            return ()
        self.todo = tuple(others)
        lobs = msgspec.convert(order.plan, ThrowPlan).lobs()
        return tuple(lob for lob in lobs if can_act(g.figure(lob.who)))

    @step
    def have_acted(self, g: Skirmish) -> Next:
        """Men whom nobody plays have done all they do: whom else they have come into sight of. NR-190"""
        met = come_into_view(g, their_side(g.figures(self.men)))
        return Call(links.met(met, extra=False), then=self.have_acted) if met else Go(self.end)

    @step
    def end(self, g: Skirmish) -> Next:
        touching = touched(g)
        if touching:
            return Call(touching, then=self.end)
        upkeep.end_activation(g)
        return Done()


def is_still_open(g: Skirmish, law: CardLaw[Any], figure: Figure, plan: Any) -> bool:
    """Whether a man can still be given his order now that its turn has come; if not, his side hears why. NR-200"""
    fault = law.why_not(g.state, figure, g.options) or law.why_no_more(g.state, figure, plan)
    if fault is not None:
        cite("NR-200")
        text = f"{figure.name} does not do as he was told: {fault.reason}."
        g.tell("left_out", text, *fault.rows, "NR-200", to=g.seats_of(figure.side), figure=figure.id)
    return fault is None


def is_held(g: Skirmish, leaver: Figure) -> bool:
    """Whether a melee holds a man who leaves: only a Crisis Test failed in it ends it. NUTS-MELEE-12, NR-171"""
    cite("NUTS-MELEE-12")
    breaks_off = g.option("leaver_in_melee") == "runs" or g.option("melee_break_off") == "when_active"
    return bool(leaver.melee.fighting) and not breaks_off


def acting(men: list[Figure], leader: Figure | None) -> str:
    """A group begins to act, in a sentence; of a large one the leader is named."""
    if len(men) == 1:
        return f"{men[0].name} acts."
    if leader is None or len(men) <= MOST_NAMED:
        return f"{named_together(men)} act{f', led by {leader.name}' if leader else ''}."
    return f"{leader.name} and {len(men) - 1} men act."


def look_about(state: SkirmishState, men: Sequence[Figure]) -> None:
    """Men who have moved: whom the ground hides from them is looked at for all together, before each is asked."""
    if men:
        enemies = enemies_of(state, their_side(men))
        note_behind(ground_of(state), (one.at for one in men), (enemy.at for enemy in enemies))


def matters(view: SkirmishView, figure: Figure, cards: Sequence[CardLaw[Any]]) -> bool:
    """Whether any of some cards is still worth asking a man about. What he may be told is another matter. NR-151"""
    state, options = view.state, view.options
    return any(law.why_not(state, figure, options) is None and law.matters(view, [figure]) for law in cards)
