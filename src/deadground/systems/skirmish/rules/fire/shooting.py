"""When men shoot: of their own will, and when a result tells them to. NUTS-ACT-10, NUTS-FIRE-10, NUTS-MOVE-12"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from deadground.core.agenda import Ask, Call, Done, Go, Next, procedure, question, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import AnyRequest, Option, Order, Pick
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import machines_against
from deadground.systems.skirmish.game import Chained, Skirmish, enemies_of, take_first, their_side
from deadground.systems.skirmish.pieces import TablePiece, pieces_named, pieces_on_table
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    card_law,
    orders_for,
    why_idle,
)
from deadground.systems.skirmish.rules.armour.from_inside import why_not_out
from deadground.systems.skirmish.rules.armour.gun_orders import (
    GivenRound,
    as_given_round,
    gun_faults,
    gun_plan,
    main_shot_of,
    random_guns,
)
from deadground.systems.skirmish.rules.armour.rounds import MainShot, open_to
from deadground.systems.skirmish.rules.fire.aiming import aimed_at, may_turn, whom_he_may
from deadground.systems.skirmish.rules.fire.duties_of_fire import Deed, let_fly
from deadground.systems.skirmish.rules.fire.outgunned import can_make_out
from deadground.systems.skirmish.rules.fire.readiness import can_shoot, target_rating, usable_weapons
from deadground.systems.skirmish.rules.fire.targets import (
    Shot,
    as_given,
    fire_plan,
    pairing_faults,
    shot_faults,
    shot_from,
    spread,
    with_spares_rolled,
)
from deadground.systems.skirmish.rules.grenades.lobs import Lob, can_fire, usable_lobs
from deadground.systems.skirmish.rules.grenades.throwing import ThrowPlan, throws_at
from deadground.systems.skirmish.rules.leaders.leadership import seat_leading
from deadground.systems.skirmish.rules.reactions.reaction import finish, score
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards
from deadground.systems.skirmish.rules.troops.under_fire import aims_again
from deadground.systems.skirmish.state import Figure, SkirmishState


class GivenShot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shot as a plan has it."""

    weapon: str
    aims: tuple[tuple[str, int], ...]
    mode: str = ""


class FirePlan(Plan, frozen=True):
    """Who shoots, and who fires a main gun: a gunner can do both, with the gun beside it. NS-28"""

    shots: dict[str, GivenShot] = {}
    guns: dict[str, GivenRound] = {}


@card_law("fire")
class Fire(CardLaw[FirePlan]):
    """An active shot, or the shot of one who won an In Sight. NUTS-ACT-10, NR-19, NR-31"""

    plan_type = FirePlan
    plan_words = "a fire plan"
    label = "Fire"
    needs_sight = True
    as_one = True
    rows = ("NUTS-ACT-10", "NUTS-FIRE-05")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        """Once when active; one who won an In Sight shoots besides. NUTS-ACT-10, NR-19"""
        if figure.reaction.successes >= 0 or figure.reaction.reacting is not None:
            return None
        if figure.doing.fired:
            return Fault(figure.id, f"{figure.name} has used the shot of this activation", ("NUTS-ACT-10",))
        if figure.arms.reloading:
            return Fault(figure.id, f"{figure.name} is reloading", ("NR-38",))
        return why_not_out(state, figure) if figure.aboard else why_idle(figure)

    def men_of(self, plan: dict[str, Any]) -> list[str]:
        return list(dict.fromkeys(super().men_of(plan)))

    def why_nobody(self, view: SkirmishView, figures: Sequence[Figure]) -> Fault | None:
        return self.why_nobody_at(view, figures)

    def plan_faults(
        self, view: SkirmishView, plan: FirePlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        faults = [
            fault
            for id, given in plan.shots.items()
            for fault in shot_faults(
                view.state,
                shot_of(id, given),
                whom_he_may(view.state.figures[id], targets),
                view.options,
                f"{at}.plan.shots.{id}",
                turning=may_turn(view.state.figures[id]),
            )
        ]
        if plan.guns:
            faults += gun_faults(
                view.state,
                plan.guns,
                lambda one: whom_he_may(one, targets),
                view.options,
                f"{at}.plan.guns",
            )
        return faults or self.paired(view, plan, f"{at}.plan.shots", targets)

    def paired(self, view: SkirmishView, plan: FirePlan, at: str, targets: Targets) -> list[Fault]:
        """Those who choose their targets pair off one to one. NUTS-FIRE-09"""
        men = [view.state.figures[id] for id in plan.shots]
        if not men or men[0].reaction.reacting is not None:
            return []
        first, *_ = men
        shots = [shot_of(id, given) for id, given in plan.shots.items()]
        turning = {one.id: may_turn(one) for one in men}
        return pairing_faults(
            view.state, shots, aimed_at(view.state, first, targets), view.options, at, turning
        )

    def propose(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets
    ) -> dict[str, Any] | None:
        """The fire plan. NUTS-FIRE-09"""
        if not figures:
            return None
        first, *_ = figures
        if first.reaction.reacting is not None:
            return self.one_by_one(view, figures, targets)
        foes = aimed_at(view.state, first, targets)
        turning = [one.id for one in figures if may_turn(one)]
        shots = fire_plan(view.state, figures, foes, view.options, turning=turning)
        guns = {
            one.id: as_given_round(shot)
            for one in figures
            for shot in gun_plan(view.state, one, foes, view.options)
        }
        return plan_with({shot.shooter: as_given(shot) for shot in shots}, guns)

    def one_by_one(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random | None = None
    ) -> dict[str, Any] | None:
        """Shots in which each man looks for his own targets alone."""
        shots: dict[str, Any] = {}
        guns: dict[str, Any] = {}
        for one in figures:
            foes = aimed_at(view.state, one, targets)
            if rng is not None:
                rng.shuffle(foes)
            turning = [one.id] if may_turn(one) else []
            for shot in fire_plan(view.state, [one], foes, view.options, turning=turning):
                if rng is not None and one.reaction.reacting is None and rng.random() < 0.5:
                    shot = spread(view.state, shot, view.options, turning=may_turn(one))
                shots[one.id] = as_given(shot)
            tried = (
                gun_plan(view.state, one, foes, view.options)
                if rng is None
                else random_guns(view.state, one, foes, view.options, rng)
            )
            for laid in tried:
                guns[one.id] = as_given_round(laid)
        return plan_with(shots, guns)

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        return self.one_by_one(view, figures, targets, rng)

    def matters(self, view: SkirmishView, figures: Sequence[Figure]) -> bool:
        """Whether one of these men, who act of their own will, has anybody to shoot at."""
        for one in figures:
            foes = aimed_at(view.state, one, None)
            if can_shoot(view.state, one, foes, view.options, turning=may_turn(one)):
                return True
            if next(open_to(view.state, one, foes, view.options), None) is not None:
                return True
        return False

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: FirePlan) -> Chained:
        shots = tuple(shot_of(id, plan.shots[id]) for id in figures if id in plan.shots)
        guns = tuple(main_shot_of(id, plan.guns[id]) for id in figures if id in plan.guns)
        return ActiveFire(shots, guns=guns)


def plan_with(shots: dict[str, Any], guns: dict[str, Any]) -> dict[str, Any] | None:
    """A plan of these shots; a part that is empty is left out, and without any there is none."""
    return {**({"shots": shots} if shots else {}), **({"guns": guns} if guns else {})} or None


def shot_of(shooter: str, given: GivenShot, *, snap: bool = False) -> Shot:
    return shot_from(shooter, msgspec.to_builtins(given), snap=snap)


@procedure("skirmish.active_fire", rows=("NUTS-ACT-10", "NUTS-FIRE-11"))
class ActiveFire(Chained):
    """Men of an active group shoot, and throw if some are told to; then those concerned test. NUTS-FIRE-11"""

    shots: tuple[Shot, ...]
    lobs: tuple[Lob, ...] = ()
    guns: tuple[MainShot, ...] = ()

    @step
    def fire(self, g: Skirmish) -> Next:
        g.card(self)
        men = g.figures(shot.shooter for shot in self.shots)
        turning = {one.id: may_turn(one) for one in men}
        side = their_side(men)
        foes = [*enemies_of(g.state, side), *machines_against(g.state, side)]
        shots = with_spares_rolled(g, self.shots, foes, turning)
        fallout = let_fly(g, "active", (*shots, *self.lobs, *self.guns))
        return Call(links.crisis_after(g, fallout), then=self.over)

    @step
    def over(self, g: Skirmish) -> Next:
        g.sum_up(self)
        return Done()


@procedure("skirmish.return_fire", rows=("NUTS-MOVE-12", "NUTS-FIRE-10"))
class ReturnFire(Chained):
    """Men of one group shoot back at once at those who shot at them, some of them snap firing. NUTS-MOVE-12

    NR-30, NR-31
    """

    shooters: tuple[str, ...]
    undecided: tuple[str, ...] = ()
    """Stars and medics who were told to shoot and cannot. NR-30"""

    @step
    def begin(self, g: Skirmish) -> Next:
        g.card(self)
        cite(*self.rows)
        unable = [id for id in self.shooters if not answers(g, g.figure(id))]
        self.shooters = tuple(id for id in self.shooters if id not in unable)
        self.undecided = tuple(id for id in unable if has_choice(g, g.figure(id)))
        for id in unable:
            if id not in self.undecided:
                finish(g.figure(id))
        look_for_them(g, g.figures(self.shooters))
        return Go(self.aim)

    @step
    def aim(self, g: Skirmish) -> Next:
        """The owner is asked only if there is more than one way to shoot."""
        if not self.shooters:
            return Go(self.next_undecided)
        men = g.figures(self.shooters)
        at = {one.id: answers(g, one) for one in men}
        seat = seat_leading(g, men)
        if seat and any(is_free_choice(g.state, one, at[one.id], g.options) for one in men):
            return Ask(self.whom, seat, then=self.aimed)
        shots = [
            shot for one in men for shot in fire_plan(g.state, [one], at[one.id], g.options, turning=[one.id])
        ]
        guns = [shot for one in men for shot in gun_plan(g.state, one, at[one.id], g.options)]
        armed = {shot.shooter for shot in shots} | {shot.gunner for shot in guns}
        others = [one for one in men if one.id not in armed]
        return self.shoot(g, shots, [lob for one in others for lob in throws_at(g, one, at[one.id])], guns)

    @question
    def whom(self, view: SkirmishView) -> AnyRequest:
        men = [view.state.figures[id] for id in self.shooters]
        first, *_ = men
        causes = {id for one in men for id in one.reaction.causes}
        targets = [one for one in pieces_on_table(view.state) if one.id in causes]
        return orders_for(
            view,
            "Shoot back.",
            first.group,
            men,
            cards=("fire", "throw"),
            targets=targets,
            guide="skirmish.winners",
            rows=self.rows,
        )

    @step
    def aimed(self, g: Skirmish) -> Next:
        orders = self.answer(list[Order])
        plans = [msgspec.convert(order.plan, FirePlan) for order in orders if order.card == "fire"]
        shots = [shot_of(id, given) for plan in plans for id, given in plan.shots.items()]
        guns = [main_shot_of(id, given) for plan in plans for id, given in plan.guns.items()]
        lobs = [
            lob
            for order in orders
            if order.card == "throw"
            for lob in msgspec.convert(order.plan, ThrowPlan).lobs()
        ]
        return self.shoot(g, shots, lobs, guns)

    def shoot(
        self, g: Skirmish, shots: Sequence[Shot], lobs: Sequence[Lob], guns: Sequence[MainShot]
    ) -> Next:
        """All shots and throws of the group, then the tests of the other side. NUTS-FIRE-11, NR-59"""
        snapping = {id for id in self.shooters if g.figure(id).reaction.reacting == "snap_fire"}
        deeds: list[Deed] = [
            *(msgspec.structs.replace(shot, snap=shot.shooter in snapping) for shot in shots),
            *(msgspec.structs.replace(lob, snap=lob.who in snapping) for lob in lobs),
            *guns,
        ]
        for id in self.shooters:
            finish(g.figure(id))
        cite(*self.rows)
        fallout = let_fly(g, "return", deeds)
        for id in self.shooters:
            aims_again(g.figure(id))
        return Call(links.crisis_after(g, fallout), then=self.next_undecided)

    @step
    def next_undecided(self, g: Skirmish) -> Next:
        if not self.undecided:
            return Done()
        first, _ = take_first(self.undecided)
        return Ask(self.stand_or_duck, g.seat_of(g.figure(first)), then=self.decided)

    @question
    def stand_or_duck(self, view: SkirmishView) -> AnyRequest:
        first, _ = take_first(self.undecided)
        name = view.state.figures[first].name
        options = (Option("carry_on", "Carry on"), Option("duck_back", "Duck back"))
        prompt = f"{name} cannot shoot back: say what he does."
        return Pick(prompt, options=options, proposal=["carry_on"], rows=("NR-30",))

    @step
    def decided(self, g: Skirmish) -> Next:
        first, self.undecided = take_first(self.undecided)
        figure = g.figure(first)
        cite("NR-30")
        if self.picked == "carry_on" or figure.reaction.reacting is None:
            finish(figure)
            return Go(self.next_undecided)
        score(g, figure, "duck_back", figure.reaction.causes)
        return Call(links.duck_back(figure.id), then=self.next_undecided)


def is_free_choice(
    state: SkirmishState, shooter: Figure, targets: Sequence[TablePiece], options: Options
) -> bool:
    """Whether a man has more than one way to shoot at these: several targets, weapons, dice to share out. NR-31"""
    ways = [
        (target.id, with_)
        for target in targets
        for with_ in usable_weapons(state, shooter, target, options, turning=True)
    ]
    if next(open_to(state, shooter, targets, options), None) is not None:
        return True
    weapons = {with_ for _, with_ in ways}
    if any(
        one.what not in weapons for target in targets for one in usable_lobs(state, shooter, target, options)
    ):
        return True
    several = len({target for target, _ in ways}) > 1
    return len(weapons) > 1 or (several and any(target_rating(state, shooter, one) for one in weapons))


def answers(g: Skirmish, figure: Figure) -> list[TablePiece]:
    """Those who caused a man's test and whom he can shoot or throw at now, turning if he must. NR-31, NR-59"""
    return [
        one
        for one in pieces_named(g.state, figure.reaction.causes)
        if can_make_out(g, figure, one) and can_fire(g.state, figure, [one], g.options, turning=True)
    ]


def look_for_them(g: Skirmish, men: Sequence[Figure]) -> None:
    """Who was shot at by somebody his side knows nothing of turns to him before he shoots back. NR-31, NR-108"""
    for one in men if g.state.knowledge != "open" else ():
        foes = answers(g, one)
        if foes and not any(g.is_known(foe, one.side) for foe in foes):
            one.facing = facing_towards(one, next(iter(foes)).at)
            look_round(g)


def has_choice(g: Skirmish, figure: Figure) -> bool:
    """A Star or medic who cannot shoot may carry on or duck back, as his owner likes. NR-30"""
    cite("NR-30")
    return (figure.star or figure.medic) and bool(g.seat_of(figure))
