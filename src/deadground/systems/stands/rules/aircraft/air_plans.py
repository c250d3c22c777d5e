"""The day's air plan: when each squadron appears, and for what. KIM-5.1a"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import Any

from deadground.core.agenda import Done, Next, procedure
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import AnyRequest, Guide, Option, Pick, Request, guide
from deadground.core.shapes import Sealed
from deadground.core.view import View
from deadground.systems.stands.game import Stands
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.fire.support import commander_of
from deadground.systems.stands.state import Squadron, StandsState, side_of

MISSIONS = {
    "recon": "Air recon",
    "ground_attack": "Ground attack",
    "interdiction": "Interdiction",
    "air_cover": "Air cover",
}

Sortie = tuple[int, str]
"""The turn of an appearance and its mission."""


def turns_of(state: StandsState, mission: str) -> int:
    """How many turns a mission is over the table."""
    return number(state, f"air_turns_{mission}")


def day_begins(state: StandsState) -> bool:
    """Whether the turn that begins is the first of a day: the moment for `AirPlans`. KIM-5.1a"""
    cite("KIM-5.1a")
    return state.turn not in state.night_turns and (state.turn == 1 or state.turn - 1 in state.night_turns)


def day_turns(state: StandsState) -> list[int]:
    """The turns from now until the next night, or the end. KIM-5.1a"""
    cite("KIM-5.1a")
    nights = [turn for turn in state.night_turns if turn >= state.turn]
    return list(range(state.turn, min([*nights, state.last_turn + 1])))


def own_squadrons(state: StandsState, side: str) -> list[Squadron]:
    """The squadrons a side still has. KIM-5.1a, KIM-5.6b"""
    cite("KIM-5.1a", "KIM-5.6b")
    return [one for one in state.squadrons.values() if one.side == side and not one.lost]


def air_seats(g: Stands, sides: Iterable[str]) -> tuple[str, ...]:
    """The commanders of these sides, in the order of the seats."""
    commanders = {commander_of(g.state, side) for side in sides}
    return tuple(seat for seat in g.seats if seat in commanders)


def line_id(squadron: str, turn: int, mission: str) -> str:
    return f"{squadron}@{turn}:{mission}"


def read_line(line: str) -> tuple[str, Sortie]:
    squadron, _, sortie = line.rpartition("@")
    turn, _, mission = sortie.partition(":")
    return squadron, (int(turn), mission)


def plans_of(lines: Iterable[str]) -> dict[str, list[Sortie]]:
    """What a list of appearances plans for each squadron, in the order of turns."""
    found: dict[str, list[Sortie]] = {}
    for line in lines:
        squadron, sortie = read_line(line)
        found.setdefault(squadron, []).append(sortie)
    return {squadron: sorted(sorties) for squadron, sorties in found.items()}


@guide("stands.air_plan")
class AirPlanGuide(Guide):
    """No more appearances than the scenario grants, and no squadron in two places. KIM-5.1a"""

    def faults(self, view: View[StandsState], request: Request, value: list[str]) -> list[Fault]:
        return [
            fault
            for id, sorties in plans_of(value).items()
            for fault in plan_faults(view.state, view.state.squadrons[id], sorties)
        ]

    def sample(self, view: View[StandsState], request: Any, rng: Random) -> list[str]:
        lines = list(request.open)
        rng.shuffle(lines)
        picked: list[str] = []
        for line in lines:
            if rng.random() < 0.5 and not self.faults(view, request, [*picked, line]):
                picked.append(line)
        return picked


def plan_faults(state: StandsState, squadron: Squadron, sorties: list[Sortie]) -> list[Fault]:
    """Everything that is wrong with a squadron's plan for the day. KIM-5.1a"""
    faults = []
    if len(sorties) > squadron.a_day:
        times = "once" if squadron.a_day == 1 else f"{squadron.a_day} times"
        reason = f"{squadron.name} appears {times} a day, not {len(sorties)}"
        faults.append(Fault("value", reason, ("KIM-5.1a",)))
    for (turn, mission), (after, _) in pairwise(sorties):
        if after < turn + turns_of(state, mission):
            reason = f"{squadron.name} is still over the table in turn {after}"
            faults.append(Fault("value", reason, ("KIM-5.1a",)))
    return faults


@procedure("stands.air_plans", rows=("KIM-5.1a",))
class AirPlans(Sealed):
    """Each commander fixes the day's appearances in secret; a plan for the whole day is proposed."""

    def seats(self, game: Stands) -> Iterable[str]:
        return air_seats(game, {one.side for one in game.state.squadrons.values() if not one.lost})

    def ask(self, view: View[StandsState]) -> AnyRequest:
        state = view.state
        squadrons = own_squadrons(state, side_of(state, view.seat))
        turns = day_turns(state)
        options = [
            Option(line_id(one.id, turn, mission), f"{one.name}, turn {turn}: {label}")
            for one in squadrons
            for turn in turns
            for mission, label in MISSIONS.items()
        ]
        return Pick(
            "Fix when your squadrons appear today, and for what.",
            options=tuple(options),
            least=0,
            most=sum(one.a_day for one in squadrons),
            proposal=proposed(state, squadrons, turns),
            guide="stands.air_plan",
            rows=self.rows,
        )

    def reveal(self, game: Stands, answers: dict[str, Any]) -> Next:
        """Written down and sealed until each appears: the plan of later days is left as it is."""
        today = day_turns(game.state)
        for seat, lines in answers.items():
            planned = plans_of(lines)
            for one in own_squadrons(game.state, side_of(game.state, seat)):
                later = [sortie for sortie in one.plan if sortie[0] not in today]
                one.plan = tuple(sorted([*planned.get(one.id, []), *later]))
            text = "Your air plan for the day is sealed."
            game.tell("air_plan", text, "KIM-5.1a", to=game.seats_of(side_of(game.state, seat)))
        return Done()


def proposed(state: StandsState, squadrons: Iterable[Squadron], turns: list[int]) -> list[str]:
    """The scenario's plan for each squadron, or where that has none a plan of our own: see `plain_plan`."""
    lines: list[str] = []
    for place, one in enumerate(squadrons):
        given = [sortie for sortie in one.plan if sortie[0] in turns]
        if not given or plan_faults(state, one, given):
            given = plain_plan(state, one, turns, place)
        lines += [line_id(one.id, *sortie) for sortie in given]
    return lines


def plain_plan(state: StandsState, squadron: Squadron, turns: list[int], place: int) -> list[Sortie]:
    """As many appearances as are granted, spread evenly over the day: a side's first squadron looks, then attacks;
    the next covers; and so in turn, so that no side flies one mission alone. KIM-5.1a
    """
    cite("KIM-5.1a")
    missions = (("recon", "ground_attack"), ("air_cover", "ground_attack"))[place % 2]
    plan: list[Sortie] = []
    for n in range(min(squadron.a_day, len(turns))):
        turn = turns[n * len(turns) // squadron.a_day]
        tried = [*plan, (turn, missions[min(n, 1)])]
        if not plan_faults(state, squadron, tried):
            plan = tried
    return plan


def is_over(state: StandsState, squadron: Squadron) -> bool:
    """Whether a squadron's time over the table has run out; nobody flies into the night. KIM-R106"""
    cite("KIM-5.1a", "KIM-R106")
    if any(squadron.since < night <= state.turn for night in state.night_turns):
        return True
    return state.turn >= squadron.since + turns_of(state, squadron.mission)


def go_home(squadron: Squadron) -> None:
    """The appearance is over; the next one that is planned stays. KIM-5.6b, KIM-R70"""
    squadron.mission, squadron.since, squadron.put_off = "", 0, 0
    squadron.first_target, squadron.first_target_at, squadron.attacks = "", None, False


def send_home(g: Stands) -> None:
    """Those whose time is over leave."""
    for one in g.state.squadrons.values():
        if one.mission and is_over(g.state, one):
            go_home(one)


def appear(g: Stands, missions: Iterable[str]) -> None:
    """Those come that were planned for this turn with one of these missions. KIM-5.1a"""
    wanted = tuple(missions)
    for one in sorted(g.state.squadrons.values(), key=lambda squadron: squadron.id):
        mission = dict(one.plan).get(g.state.turn, "")
        if one.lost or one.mission or mission not in wanted:
            continue
        one.plan = tuple(sortie for sortie in one.plan if sortie[0] != g.state.turn)
        one.mission, one.since = mission, g.state.turn
        text = f"Over the table: {one.name} ({g.state.sides[one.side].name}), {MISSIONS[mission].lower()}."
        g.tell("squadron", text, "KIM-5.1a", squadron=one.id, mission=mission)


def overhead(state: StandsState, mission: str, side: str = "") -> list[Squadron]:
    """The squadrons over the table on a mission, of one side or of all, in an order that favours none."""
    found = [one for one in state.squadrons.values() if one.mission == mission and side in ("", one.side)]
    return sorted(found, key=lambda one: one.id)
