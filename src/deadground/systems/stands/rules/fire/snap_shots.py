"""Snap shots and ambushes: an Opportunity Fire card interrupts movement with one direct shot. KIM-4.17, KIM-3.2b

At the end of a step of the clock every shot that falls due is decided (by its standing order, or by asking), then
all dice fall, then all effects follow. Who is asked, and whether anybody is, must tell the others nothing: the
question is veiled, and the others go on seeing the table as it was when the routes were given. KIM-R104
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import msgspec

from deadground.core.agenda import Ask, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import AnyRequest, Confirm
from deadground.core.view import View
from deadground.space.plane import Point, between, distance, facing_of, is_within, minus
from deadground.space.units import Tenths
from deadground.systems.stands.game import Stands, kind_of, seat_of
from deadground.systems.stands.rules.cards.command import may, own_hqs
from deadground.systems.stands.rules.fire.chits import chit_faults
from deadground.systems.stands.rules.fire.duties_of_fire import shoot
from deadground.systems.stands.rules.fire.firing import may_fire
from deadground.systems.stands.rules.fire.firing import range_of as reach_of
from deadground.systems.stands.rules.fire.hits import hit
from deadground.systems.stands.rules.fire.shots import chance_words
from deadground.systems.stands.rules.fire.snap_law import (
    is_ambush,
    is_passing,
    is_recon,
    is_recon_coming,
    obeys,
    snap_shot,
)
from deadground.systems.stands.rules.fire.volleys import aim_at, open_together
from deadground.systems.stands.rules.movement.allowance import allowance, most
from deadground.systems.stands.rules.movement.arrivals import STEP, go_straight
from deadground.systems.stands.rules.movement.clock import end_walk
from deadground.systems.stands.rules.visibility.visibility import reveal, reveal_seen
from deadground.systems.stands.state import Stand, StandsState

QUIET = "Movement in progress."
"""What everybody else reads while somebody decides."""


InSights = Collection[tuple[str, str]] | None
"""Those who wait, each with the movers who could be in his sights: whoever is not named is not, whoever is may not
be. None: anybody could be in anybody's."""


def snap_shots_at(
    g: Stands, tick: int, in_sights: InSights = None, sides: tuple[str, ...] = ()
) -> list[Procedure]:
    """The snap shots that fall due at the end of a step, settled together; none if nobody has one. KIM-R66

    `sides` are those that are under way, if not all: who moves later has no more than planned his route.
    """
    return [SnapShots(tick, sides=sides)] if next(due(g, in_sights, sides), None) else []


def due(g: Stands, in_sights: InSights = None, sides: tuple[str, ...] = ()) -> Iterator[tuple[Stand, Stand]]:
    """Every stand that may shoot at a mover now, with the mover, in an order that favours no side.

    A mover that its standing order lets pass may still come near enough later.
    """
    if in_sights is not None and not in_sights:
        return
    waiting = [one for one in g.state.stands.values() if one.order == "opportunity" and not one.fired]
    if in_sights is not None:
        named = {shooter for shooter, _ in in_sights}
        waiting = [one for one in waiting if one.id in named]
    if not waiting:
        return
    movers = [
        one
        for one in g.state.stands.values()
        if len(one.route) > 1 and not one.hidden and one.side in (sides or g.state.sides)
    ]
    for shooter in sorted(waiting, key=lambda stand: stand.at):
        if may(shooter, "snap", g.options) is not None or why_unpaid(g, shooter) is not None:
            continue
        reach = reach_of(g.state, shooter, "snap", g.options)
        legal = [
            one
            for one in movers
            if one.side != shooter.side
            and one.id not in shooter.passed_up
            and (in_sights is None or (shooter.id, one.id) in in_sights)
            and is_within(shooter.at, one.at, reach)
            and is_due(g, shooter, one, movers)
            and obeys(g, shooter, one) is not False
        ]
        if legal:
            yield shooter, min(legal, key=lambda one: (distance(shooter.at, one.at), one.at))


def why_unpaid(g: Stands, shooter: Stand) -> Fault | None:
    """Why a gun has no chit for a snap shot, with those who have decided on theirs. KIM-4.15a, KIM-R144"""
    if not kind_of(shooter).artillery:
        return None
    decided = [one for one in g.state.stands.values() if one.snap_at and one.snap_at in one.passed_up]
    return chit_faults(g.state, [*decided, shooter], g.options).get(shooter.id)


def is_due(g: Stands, shooter: Stand, target: Stand, movers: Iterable[Stand]) -> bool:
    """Whether a mover gives a stand its snap shot. An HQ is screened only by one that gives it too. KIM-R90"""
    cite("KIM-R170")
    others = (one for one in movers if one.side == target.side and gives_a_shot(g, shooter, one))
    if not may_fire(g.state, shooter, target, manner="snap", options=g.options, targets=others):
        return False
    return gives_a_shot(g, shooter, target)


def gives_a_shot(g: Stands, shooter: Stand, mover: Stand) -> bool:
    """An ambush, recon that comes into range, or a passing target. KIM-4.17a, KIM-4.17b, KIM-3.2b"""
    return is_ambush(g, shooter, mover) or is_recon_coming(g, shooter, mover) or is_passing(g, shooter, mover)


@procedure("stands.snap_shots", rows=("KIM-1.2i", "KIM-4.17a"))
class SnapShots(Procedure):
    """All snap shots of one step."""

    tick: int
    asked: int = 0
    sides: tuple[str, ...] = ()

    @step
    def decide(self, g: Stands) -> Next:
        """By standing orders where there are any; the others are asked one by one."""
        for shooter, target in due(g, sides=self.sides):
            if shooter.snap_at:
                continue
            if obeys(g, shooter, target) is None:
                shooter.snap_at = target.id
                seat = seat_of(g.state, shooter)
                return Ask(self.fire_now, seat, then=self.answered, quiet=QUIET, veiled=True)
            self._note(shooter, target.id, True)
        return Go(self.shoot)

    @question
    def fire_now(self, view: View[StandsState]) -> AnyRequest:
        shooter = next(stand for stand in asking(view.state) if view.seat == seat_of(view.state, stand))
        target = view.state.stands[shooter.snap_at]
        shot = snap_shot(view.state, shooter, target, view.options)
        return Confirm(
            f"{target.name} crosses the sights of {shooter.name}. Fire?",
            yes=f"Fire ({chance_words(view.state, shot, view.options)})",
            no="Let it pass",
            proposal=True,
            rows=("KIM-4.17a", "KIM-4.17b"),
        )

    @step
    def answered(self, g: Stands) -> Next:
        shooter = next(asking(g.state))
        self._note(shooter, shooter.snap_at, self.answer(bool))
        self.asked += 1
        return Go(self.decide)

    def _note(self, shooter: Stand, target: str, fires: bool) -> None:
        """A shot that is decided on, or a target that is let go by."""
        shooter.passed_up = (*shooter.passed_up, target)
        shooter.snap_at = target if fires else ""

    @step
    def shoot(self, g: Stands) -> Next:
        """All are rolled for under area fire, then all dice, then all effects. KIM-4.17c, KIM-4.17d, KIM-R66"""
        shooters = sorted((one for one in g.state.stands.values() if one.snap_at), key=lambda one: one.at)
        aims = [aim_at("snap", one, g.stand(one.snap_at)) for one in shooters]
        for one in shooters:
            one.snap_at = ""
        firing = [(aim.shooter, *aim.targets) for aim in open_together(g, aims)]
        rolled = [(one, target, roll_snap_shot(g, one, target)) for one, target in firing]
        for shooter, target, hits in sorted(rolled, key=lambda one: one[2] == 0):
            settle_snap_shot(g, shooter, target, hits)
        reveal_seen(g)
        return Done()


def asking(state: StandsState) -> Iterator[Stand]:
    """The stand that is being asked about: its shot is written down and not yet decided on."""
    return (one for one in state.stands.values() if one.snap_at and one.snap_at not in one.passed_up)


def roll_snap_shot(g: Stands, shooter: Stand, target: Stand) -> int:
    """The one shot an Opportunity Fire card gives. KIM-1.2i, KIM-4.17a"""
    rows = ("KIM-1.2i", "KIM-3.2b" if is_recon(target) else "KIM-4.17b" if shooter.hidden else "KIM-4.17a")
    return shoot(g, "snap", snap_shot(g.state, shooter, target, g.options), "snap shot", *rows)


def settle_snap_shot(g: Stands, shooter: Stand, target: Stand, hits: int) -> None:
    """What a snap shot does to the mover and to a hidden shooter. KIM-4.17c, KIM-4.17d, KIM-3.2b

    Hits come before misses: recon that one of several has hit does not fall back, and from several misses once.
    """
    if not hits:
        if shooter.hidden:
            reveal(g, shooter, "its shot missed", "KIM-4.17d", "KIM-R29")
        if is_recon(target) and target.id in g.state.stands and target.route:
            fall_back(g, target)
        return
    if shooter.hidden:
        cite("KIM-4.17d", "KIM-R29")
    for _ in range(hits):
        if target.id in g.state.stands:
            hit(g, target, shooter.id, "KIM-4.17c", "KIM-R28")
    if target.id in g.state.stands:
        end_walk(g, target)


def fall_back(g: Stands, recon: Stand) -> None:
    """Recon that was missed falls back one full move towards its HQ, which may be hidden: no name. KIM-3.2b"""
    hqs = own_hqs(g.state, g.command(recon))
    end_walk(g, recon)
    recon.end_facing = -1
    if not hqs or hqs[0].at == recon.at:
        return
    text = f"{recon.name} falls back towards its HQ."
    g.tell("falls_back", text, "KIM-3.2b", to=g.who_knows([recon]), stand=recon.id)
    home = facing_of(minus(hqs[0].at, recon.at))
    go_straight(g, recon, "recon back", home, full_move(g.state, recon, hqs[0].at))


def full_move(state: StandsState, recon: Stand, goal: Point) -> Point:
    """Where a full move straight towards a place ends: 500 only along a road. KIM-2.3a, KIM-R154"""
    cite("KIM-R154")
    free, away = msgspec.structs.replace(recon, limit=""), distance(recon.at, goal)

    def end(far: Tenths) -> Point:
        return between(recon.at, goal, far, away)

    longest = min(most(state, free), away)
    least = min(longest, allowance(state, free, (recon.at, end(longest))).tenths)
    steps = range(longest, least, -STEP)
    return end(
        next((far for far in steps if allowance(state, free, (recon.at, end(far))).tenths >= far), least)
    )


def forget_snap_shots(g: Stands) -> None:
    """What a new turn forgets."""
    for stand in g.state.stands.values():
        stand.start_at, stand.came_by, stand.passed_up, stand.snap_at = stand.at, (), (), ""


__all__ = ["SnapShots", "forget_snap_shots", "snap_shots_at"]
