"""Interdiction and ground attack: announced, aimed in secret, fired at, and flown. KIM-5.3, KIM-5.4

`AirTurn` comes as the turn begins, `AirAttacks` before the fire of the ground and `AirLosses` after it, so that all
dice of the phase fall before any loss (KIM-R66).
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from deadground.core.agenda import Ask, Call, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.odds import percent
from deadground.core.requests import AnyRequest, Guide, Option, Pick, Request, guide
from deadground.core.view import View
from deadground.space.plane import distance, is_within
from deadground.space.units import shown
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, enemies_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.aircraft.air_plans import air_seats, appear, go_home, overhead, send_home
from deadground.systems.stands.rules.aircraft.anti_aircraft import AntiAircraft, Flight
from deadground.systems.stands.rules.assault.contact import why_no_fire_into_melee
from deadground.systems.stands.rules.fire.duties_of_fire import shoot
from deadground.systems.stands.rules.fire.firing import Shot, chance, shot_by, squadron
from deadground.systems.stands.rules.fire.hits import hit
from deadground.systems.stands.state import Squadron, Stand, StandsState, side_of

AT = ">"


@procedure("stands.air_turn", rows=("KIM-5.4a",))
class AirTurn(Procedure):
    """As a turn begins: those whose time is over leave, and interdiction announces its attack.

    A squadron overhead is asked about whether it has a target or not: else its silence would tell the enemy that
    nobody sees him, and its question that somebody does, who may be hidden. So it is in `AirAttacks`.
    """

    @step
    def begin(self, g: Stands) -> Next:
        send_home(g)
        appear(g, ("interdiction",))
        ready = {one.side for one in overhead(g.state, "interdiction") if not one.attacks}
        if not ready:
            return Done()
        return Ask(self.attack_now, air_seats(g, ready), then=self.announced)

    @question
    def attack_now(self, view: View[StandsState]) -> AnyRequest:
        own = overhead(view.state, "interdiction", side_of(view.state, view.seat))
        options = tuple(
            Option(one.id, one.name) for one in own if may_announce(view.state, one, view.options)
        )
        return Pick(
            "Pick the interdicting squadrons that attack this turn.",
            options=options,
            least=0,
            most=len(options),
            proposal=[option.id for option in options],
            rows=self.rows,
        )

    @step
    def announced(self, g: Stands) -> Next:
        picked = {id for ids in self.answer(dict[str, list[str]]).values() for id in ids}
        for one in overhead(g.state, "interdiction"):
            if one.id in picked:
                one.attacks = True
                text = f"Interdiction by {one.name} is announced for this turn."
                g.tell("announced", text, "KIM-5.4a", squadron=one.id)
        return Done()


def may_announce(state: StandsState, one: Squadron, options: Options) -> bool:
    """Whether there is anything in view that it could attack, and it has not said so yet. KIM-5.4a"""
    cite("KIM-5.4a")
    return not one.attacks and bool(targets_of(state, one, options))


def attackers(state: StandsState, side: str = "") -> list[Squadron]:
    """The squadrons that attack this turn. KIM-5.3a, KIM-5.4a"""
    bombing = overhead(state, "ground_attack", side)
    waiting = overhead(state, "interdiction", side)
    return bombing + [one for one in waiting if one.attacks and one.put_off != state.turn]


def is_second_pass(state: StandsState, one: Squadron) -> bool:
    """The turn after the first pass, and interdiction always. KIM-5.3b, KIM-5.4a"""
    cite("KIM-5.3b", "KIM-5.4a")
    return one.mission == "interdiction" or state.turn > one.since


def why_no_air_target(
    state: StandsState, one: Squadron, target: Stand, options: Options, at: str = "value"
) -> Fault | None:
    """Why a squadron may not attack a stand. KIM-5.3a, KIM-5.4a, KIM-R63, KIM-R97"""
    row = "KIM-5.4a" if one.mission == "interdiction" else "KIM-5.3a"
    cite(row)
    if target.side == one.side or target.hidden or not target.seen_at_start:
        return Fault(at, f"{target.name} was not in view when the turn began", (row,))
    if fault := why_no_fire_into_melee(target, options):
        return fault
    if one.first_target_at is None or target.id == one.first_target:
        return None
    limit = number(state, "air_second_target")
    if not is_within(target.at, one.first_target_at, limit):
        gap = shown(distance(target.at, one.first_target_at), "mm")
        reason = f"{target.name} is {gap} from the first target, more than {shown(limit, 'mm')}"
        return Fault(at, reason, (row, "KIM-R97"))
    return None


def targets_of(state: StandsState, one: Squadron, options: Options) -> list[Stand]:
    enemies = enemies_of(state, one.side)
    return [target for target in enemies if why_no_air_target(state, one, target, options) is None]


def air_shot(state: StandsState, one: Squadron, target: Stand, options: Options) -> Shot:
    """A pass over a target: from above there is no range, no flank and no hull down. KIM-5.3b, KIM-5.3c, KIM-R67"""
    cite("KIM-R67", "KIM-R68")
    second = is_second_pass(state, one)
    group = number(state, "air_second_pass_group" if second else "air_first_pass_group")
    firer = squadron(one.id, one.name, one.side, target.at, group)
    return shot_by(state, firer, target, manner="air", options=options)


@guide("stands.air_targets")
class AirTargetGuide(Guide):
    """One target a squadron. KIM-5.3a"""

    def faults(self, view: View[StandsState], request: Request, value: list[str]) -> list[Fault]:
        flying = [id.partition(AT)[0] for id in value]
        return [
            Fault(f"value[{i}]", f"{view.state.squadrons[id].name} attacks one stand a turn", ("KIM-5.3a",))
            for i, id in enumerate(flying)
            if id in flying[:i]
        ]

    def sample(self, view: View[StandsState], request: Any, rng: Random) -> list[str]:
        lines: dict[str, list[str]] = {}
        for id in request.open:
            lines.setdefault(id.partition(AT)[0], []).append(id)
        return [rng.choice(own) for own in lines.values()]


@procedure("stands.air_attacks", rows=("KIM-5.3a", "KIM-5.4a"))
class AirAttacks(Procedure):
    """Targets in secret, anti-aircraft fire, then the dice of the passes; `AirLosses` applies the hits."""

    flights: tuple[Flight, ...] = ()

    @step
    def begin(self, g: Stands) -> Next:
        sides = {one.side for one in attackers(g.state)}
        if not sides:
            return Go(self.finish)
        return Ask(self.on_whom, air_seats(g, sides), then=self.dive)

    @question
    def on_whom(self, view: View[StandsState]) -> AnyRequest:
        own = attackers(view.state, side_of(view.state, view.seat))
        options = [option for one in own for option in pass_options(view, one)]
        return Pick(
            "Pick whom your squadrons attack.",
            options=tuple(options),
            least=0,
            most=len(own),
            proposal=best_of(options),
            guide="stands.air_targets",
            rows=self.rows,
        )

    @step
    def dive(self, g: Stands) -> Next:
        picked = [id for ids in self.answer(dict[str, list[str]]).values() for id in ids]
        self.reply = None
        pairs = [id.split(AT, 1) for id in sorted(picked)]
        self.flights = tuple(Flight(one, g.stand(target).at, target) for one, target in pairs)
        for one, target in pairs:
            text = f"Attack from the air: {g.state.squadrons[one].name} on {g.stand(target).name}."
            g.tell("air_attack", text, *self.rows, squadron=one, target=target)
        if not self.flights:
            return Go(self.finish)
        return Call(AntiAircraft(self.flights), then=self.strike)

    @step
    def strike(self, g: Stands) -> Next:
        """Those that came through attack. KIM-5.3b, KIM-5.3c"""
        for flight in self.flights:
            one, target = g.state.squadrons[flight.squadron], g.state.stands.get(flight.target)
            if one.mission and target is not None:
                one.struck = target.id
                shot = air_shot(g.state, one, target, g.options)
                one.struck_hits = shoot(g, "air", shot, "air attack", "KIM-5.3a")
                if one.first_target_at is None:
                    one.first_target, one.first_target_at = target.id, target.at
        return Go(self.finish)

    @step
    def finish(self, g: Stands) -> Next:
        """An interdicting squadron attacks once; what found no target has lost its pass. KIM-5.4a, KIM-R97"""
        for one in attackers(g.state):
            if is_second_pass(g.state, one):
                go_home(one)
        return Done()


def pass_options(view: View[StandsState], one: Squadron) -> Iterable[Option]:
    """A squadron's targets, the best chance first."""
    state = view.state
    targets = targets_of(state, one, view.options)
    shots = [(target, air_shot(state, one, target, view.options)) for target in targets]
    for target, shot in sorted(shots, key=lambda pair: (-chance(pair[1]), pair[0].id)):
        label = f"{one.name} on {target.name}"
        yield Option(f"{one.id}{AT}{target.id}", label, f"{percent(chance(shot))} to hit")


def best_of(options: list[Option]) -> list[str]:
    """The first line of every squadron."""
    found: dict[str, str] = {}
    for option in options:
        found.setdefault(option.id.partition(AT)[0], option.id)
    return list(found.values())


@procedure("stands.air_losses", rows=("KIM-5.3a",))
class AirLosses(Procedure):
    """The hits of the air attacks, when the ground has fired too. KIM-R66"""

    @step
    def fall(self, g: Stands) -> Next:
        for one in sorted(g.state.squadrons.values(), key=lambda squadron: squadron.id):
            target = g.state.stands.get(one.struck)
            for _ in range(one.struck_hits if target else 0):
                hit(g, g.state.stands[one.struck], one.id, *self.rows)
            one.struck, one.struck_hits = "", 0
        return Done()
