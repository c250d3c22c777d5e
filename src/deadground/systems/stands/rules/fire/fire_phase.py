"""The fire phase: both sides name their targets together, and losses are removed after all dice. KIM-1.1a, KIM-R66

Every legal shot lies ready as a line with its chance; a seat picks among them, one for a stand. Guns that planned a
speculative template fire it here too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec

from deadground.core.agenda import Call, Done, Go, Next, procedure, step
from deadground.core.faults import Fault
from deadground.core.requests import AnyRequest, Guide, Option, Pick, Request, guide
from deadground.core.shapes import Sealed
from deadground.core.view import View
from deadground.space.plane import Point
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, enemies_of, kind_of
from deadground.systems.stands.quick.screens import who_is_screened
from deadground.systems.stands.quick.spotters import Pair, indirect_shots
from deadground.systems.stands.rules.cards.command import may
from deadground.systems.stands.rules.fire.chits import chit_faults, unpaid_lines, why_no_chit
from deadground.systems.stands.rules.fire.duties_of_fire import stay_silent
from deadground.systems.stands.rules.fire.firing import (
    Shot,
    chance,
    distance,
    may_fire,
    range_of,
    shot_at,
    why_no_shot,
    why_not_free,
)
from deadground.systems.stands.rules.fire.indirect import (
    indirect_shot,
    may_fire_indirectly,
    why_no_indirect,
    why_no_speculative,
)
from deadground.systems.stands.rules.fire.shots import chance_words
from deadground.systems.stands.rules.fire.support import OffTableFire
from deadground.systems.stands.rules.fire.volleys import Aim, Landed, aim_at, aim_blind, fire_together, settle
from deadground.systems.stands.rules.visibility.visibility import is_owner
from deadground.systems.stands.state import Stand, StandsState

DIRECT, INDIRECT = ">", "~"


class FireLine(msgspec.Struct, frozen=True):
    """A shot that may be fired: by whom, at whom, directly or indirectly, with its chance in words; `can_hit`: not
    only legal."""

    shooter: str
    target: str
    way: str
    chance: str
    can_hit: bool = True

    @property
    def id(self) -> str:
        return f"{self.shooter}{self.way}{self.target}"


class Foreknown(NamedTuple):
    """What was found out for many shots at once: whether anybody is in the way of a pair's line, and which pairs
    may fire indirectly. A pair that is not in the first has to be asked about, and all if there is no second."""

    screened: Mapping[Pair, bool]
    indirect: Collection[Pair] | None


NOTHING = Foreknown({}, None)


def all_lines(state: StandsState, shooters: Iterable[Stand], options: Options) -> list[FireLine]:
    """Every legal shot of some stands. Lines that are surely screened or clear are found together, and so is who
    sees for the guns."""
    reached = [(one, in_reach(state, one, options)) for one in shooters]
    aims = [(one, near) for one, near in reached if not is_unpaid(state, one, options)]
    pairs = [(one.id, target.id) for one, near in aims for target in near]
    screened, clear = who_is_screened(state, pairs, options)
    indirect = indirect_shots(state, [(one, near) for one, near in aims if may_lob(one)], options)
    known = Foreknown(dict.fromkeys(screened, True) | dict.fromkeys(clear, False), indirect)
    return [line for one, near in aims for line in lines_of(state, one, near, known, options)]


def in_reach(state: StandsState, shooter: Stand, options: Options) -> list[Stand]:
    """The enemies on the table who are not too far off for any shot that a stand's card lets it fire."""
    reach = farthest(state, shooter, options)
    enemies = enemies_of(state, shooter.side) if reach >= 0 else []
    return [one for one in enemies if not one.hidden and distance(shooter, one) <= reach]


def lines_of(
    state: StandsState,
    shooter: Stand,
    targets: Iterable[Stand],
    known: Foreknown,
    options: Options,
) -> list[FireLine]:
    """The legal shots of a stand at some enemies, the best chance first. KIM-1.2f, KIM-1.2h

    At those from whom others surely screen it there is no direct one.
    """
    found: list[tuple[Any, FireLine]] = []
    for target in targets:
        for shot in legal_shots(state, shooter, target, options, known):
            way = INDIRECT if shot.manner == "indirect" else DIRECT
            words = chance_words(state, shot, options)
            line = FireLine(shooter.id, target.id, way, words, shot.needed is not None)
            found.append(((-chance(shot), distance(shooter, target)), line))
    return [line for _, line in sorted(found, key=lambda one: (one[0], one[1].id))]


def farthest(state: StandsState, shooter: Stand, options: Options) -> int:
    """How far a stand's card lets it fire at all, so that nobody looks along lines that cannot be; -1: nowhere."""
    reach = -1
    if why_not_free(shooter, "direct", options, "") is None:
        reach = range_of(state, shooter, "direct", options)
    kind = kind_of(shooter)
    if kind.troop == "spg" or (kind.artillery and may(shooter, "indirect", options) is None):
        reach = max(reach, range_of(state, shooter, "indirect", options))
    return reach


def is_unpaid(state: StandsState, shooter: Stand, options: Options) -> bool:
    """Whether a stand is a gun for which no chit is left. KIM-4.15a"""
    return kind_of(shooter).artillery and why_no_chit(state, shooter, options) is not None


def may_lob(shooter: Stand) -> bool:
    """Whether a stand is a gun that could fire indirectly at all. KIM-4.13a, KIM-R17"""
    kind = kind_of(shooter)
    return kind.artillery or kind.troop == "spg"


def legal_shots(
    state: StandsState, shooter: Stand, target: Stand, options: Options, known: Foreknown = NOTHING
) -> Iterator[Shot]:
    """The direct shot of a stand at another and the indirect one, each if it is legal, able to hit or not."""
    pair = shooter.id, target.id
    screened = known.screened.get(pair)
    if not screened and may_fire(state, shooter, target, options=options, is_screened=screened):
        yield shot_at(state, shooter, target, options=options)
    if known.indirect is None:
        lobs = may_lob(shooter) and may_fire_indirectly(state, shooter, target, options)
    else:
        lobs = pair in known.indirect
    if lobs:
        yield indirect_shot(state, shooter, target, options)


def best_shot(state: StandsState, shooter: Stand, target: Stand, options: Options) -> Shot | None:
    """A direct shot if it is legal, else an indirect one if that is, else none."""
    if is_unpaid(state, shooter, options):
        return None
    return next(legal_shots(state, shooter, target, options), None)


@guide("stands.fire_plan")
class FirePlanGuide(Guide):
    """One shot a stand, and a chit for every gun that needs one. KIM-4.2a, KIM-4.15a, KIM-R87"""

    def faults(self, view: View[StandsState], request: Request, value: list[str]) -> list[Fault]:
        shooters = [shooter_of(id) for id in value]
        twice = [
            Fault(
                f"value[{i}]", f"{view.state.stands[one].name} has one shot a turn", ("KIM-4.2a", "KIM-R87")
            )
            for i, one in enumerate(shooters)
            if one in shooters[:i]
        ]
        return twice + unpaid_lines(view.state, shooters, view.options)

    def explain(self, view: View[StandsState], request: Request, key: str, at: str) -> list[Fault]:
        """Everything that keeps a stand from a shot that was not offered: card, sight, range, arc, chit."""
        id, way, target = key.partition(INDIRECT if INDIRECT in key else DIRECT)
        shooter, enemy = view.state.stands.get(id), view.state.stands.get(target)
        if shooter is None or enemy is None:
            return [
                Fault(at, f"'{id if shooter is None else target}' is no stand that you know", ("KIM-1.2h",))
            ]
        if not is_owner(view.state, view.seat, shooter):
            return [Fault(at, f"{shooter.name} is not yours to fire with", ("KIM-1.2h",))]
        if way == INDIRECT:
            return why_no_indirect(view.state, shooter, enemy, view.options, at=at)
        faults = list(why_no_shot(view.state, shooter, enemy, options=view.options, at=at))
        unpaid = why_no_chit(view.state, shooter, view.options)
        return faults if unpaid is None else [*faults, msgspec.structs.replace(unpaid, at=at)]

    def sample(self, view: View[StandsState], request: Any, rng: Random) -> list[str]:
        by_shooter: dict[str, list[str]] = {}
        for option in request.options:
            by_shooter.setdefault(shooter_of(option.id), []).append(option.id)
        picked = [rng.choice(lines) for lines in by_shooter.values() if rng.random() < 0.8]
        return payable(view.state, picked, view.options)


def shooter_of(line: str) -> str:
    return line.split(DIRECT)[0].split(INDIRECT)[0]


def target_of(line: str) -> str:
    return line[len(shooter_of(line)) + 1 :]


@procedure("stands.fire", rows=("KIM-1.1a", "KIM-1.2h"))
class FirePhase(Sealed):
    """All targets are named in secret, then all dice fall, then the losses. `rounds`: the sides still to fire."""

    rounds: tuple[tuple[str, ...], ...] = ()
    named: tuple[str, ...] = ()

    def seats(self, game: Stands) -> Iterable[str]:
        return [seat for side in game.state.sides for seat in game.seats_of(side)]

    def ask(self, view: View[StandsState]) -> AnyRequest:
        state, options = view.state, view.options
        shooters = [one for one in state.stands.values() if is_owner(state, view.seat, one)]
        lines = all_lines(state, shooters, options)
        firing = {line.shooter for line in lines}
        return Pick(
            "Name your targets: each stand has one shot.",
            options=tuple([option_of(state, line) for line in lines]),
            least=0,
            most=len(firing),
            proposal=payable(state, proposed(state, lines), options),
            guide="stands.fire_plan",
            rows=self.rows,
        )

    def reveal(self, game: Stands, answers: dict[str, Any]) -> Next:
        self.named = tuple(id for picked in answers.values() for id in picked)
        self.reply = None
        self.rounds = order_of_fire(game)
        return Call(OffTableFire(), then=self.volley)

    @step
    def volley(self, g: Stands) -> Next:
        """Those who fire together: rolled for under area fire, then all dice, then all losses. KIM-R66

        What off-table guns have landed is settled with the first of them.
        """
        if not self.rounds:
            return Done()
        sides, self.rounds = self.rounds[0], self.rounds[1:]
        landed = msgspec.convert(self.reply or [], list[Landed])
        self.reply = None
        settle(g, [*landed, *fire_together(g, aims_of(g, sides, self.named))])
        return Go(self.volley)


def option_of(state: StandsState, line: FireLine) -> Option:
    shooter, target = state.stands[line.shooter], state.stands[line.target]
    word = "indirectly at" if line.way == INDIRECT else "at"
    return Option(line.id, f"{shooter.name} {word} {target.name}", line.chance)


def proposed(state: StandsState, lines: Iterable[FireLine]) -> list[str]:
    """For every stand its planned target if that is still legal, else its best shot, if it can hit at all."""
    found: dict[str, str] = {}
    for line in lines:
        if not line.can_hit:
            continue
        planned = state.stands[line.shooter].target == line.target
        if line.shooter not in found or planned:
            found[line.shooter] = line.id
    return list(found.values())


def payable(state: StandsState, lines: Iterable[str], options: Options) -> list[str]:
    """Of some shots that are named together those that can be paid, the first before the last. KIM-4.15a"""
    named = list(lines)
    unpaid = chit_faults(state, [state.stands[shooter_of(line)] for line in named], options)
    return [line for line in named if shooter_of(line) not in unpaid]


def order_of_fire(g: Stands) -> tuple[tuple[str, ...], ...]:
    """All at once or, by option, one side after the other: the attacker first, else as listed. KIM-R66"""
    sides = tuple(g.state.sides)
    if g.option("fire_order") == "simultaneous":
        return (sides,)
    return tuple((side,) for side in sorted(sides, key=lambda side: not g.state.sides[side].attacker))


def blind(gun: Stand) -> Point | None:
    """Where a gun fires speculatively, if it planned to."""
    return gun.template_at if gun.template_kind == "speculative" and not gun.fired else None


def aims_of(g: Stands, sides: tuple[str, ...], named: tuple[str, ...]) -> list[Aim]:
    """What some sides fire at, in an order that favours none: as all of it is before the first shows himself.

    Who cannot fire as he was told stays silent, and his side hears why. KIM-R66, KIM-R143
    """
    lines = {shooter_of(id): id for id in named}
    firing = [one for one in g.state.stands.values() if one.side in sides and (one.id in lines or blind(one))]
    firing.sort(key=lambda one: one.at)
    faults = {one.id: why_not_now(g.state, one, lines.get(one.id, ""), g.options) for one in firing}
    for shooter in firing:
        if faults[shooter.id]:
            stay_silent(g, shooter, faults[shooter.id])
    return [aim_of(g.state, one, lines.get(one.id, "")) for one in firing if not faults[one.id]]


def why_not_now(state: StandsState, shooter: Stand, line: str, options: Options) -> list[Fault]:
    """What keeps a stand from the shot it was told to fire, or a gun from the template that it planned."""
    spot, target = blind(shooter), state.stands.get(target_of(line))
    if not line and spot is not None:
        return why_no_speculative(state, shooter, spot, options)
    if target is None:
        return [Fault("value", "its target is gone", ("KIM-R143",))]
    if INDIRECT in line:
        return why_no_indirect(state, shooter, target, options)
    if may_fire(state, shooter, target, options=options):
        return []
    return why_no_shot(state, shooter, target, options=options)


def aim_of(state: StandsState, shooter: Stand, line: str) -> Aim:
    """A named shot, or the speculative fire that a gun planned with its card. KIM-4.13a, KIM-4.14a"""
    spot = blind(shooter)
    if not line and spot is not None:
        return aim_blind(state, "speculative", shooter, spot)
    return aim_at("indirect" if INDIRECT in line else "direct", shooter, state.stands[target_of(line)])
