"""`veteran`: steady's craft, and before cards and routes he plays the battle on in his head."""

from __future__ import annotations

from random import Random
from typing import Any

from deadground.core.agenda import Procedure
from deadground.core.lookahead import Budget, Rules, World, settled, told, weighed
from deadground.core.requests import AnyRequest, Path
from deadground.core.view import Outcome, View
from deadground.space.plane import distance
from deadground.systems.stands.bots.chances import is_fighter, lives_left, worth
from deadground.systems.stands.bots.picture import Picture, aims_of
from deadground.systems.stands.bots.plans import Craft, Mind, Resolve, Temper, main_aim
from deadground.systems.stands.bots.steady import Steady
from deadground.systems.stands.game import Stands, kind_of
from deadground.systems.stands.imagine import imagine
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.cards.cards import PlaceCards
from deadground.systems.stands.rules.cards.turn import Battle
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.scenario_file import scenario_named
from deadground.systems.stands.state import StandsState, side_of
from deadground.systems.stands.victory import verdict

AS_PLANNED = Resolve("as planned")

OTHERS = (
    Resolve("press on", None, Temper("bold", "time is worth more than safety", 0.4, 0.35, 2, 0.1), "attack"),
    Resolve("take care", None, Temper("cautious", "no ground is worth a battalion", 2.5, 0.1, 3, 0.4)),
    Resolve("stand fast", posture="hold"),
)
"""What may be done otherwise than planned."""

FLANKS = (Resolve("go left", "left"), Resolve("go right", "right"), Resolve("go in at the centre", "centre"))

BUDGET = Budget(piece_turns=800, most=48, least=8, ahead=8, short=2)
"""For cards, and again for routes; a piece is a stand."""

CRAFT = Craft(keeps_off=3500, stands_off=4000, looks=True, danger=2.0, shots=2.0, mostly=0.7, near=3500)
"""His armour shells men on foot from where they cannot answer, and all of it; his own men keep their heads up."""

RESULT, GROUND = 0.4, 0.3
"""What counts: who would win now, and who is near the places, which is all the same when the battle is over; the
rest is strength."""

NEAR = 3000
"""So far from a place a stand is half as much there."""

TOO_MANY = "There are too many stands about to play it through in my head: I go by the plan."

CLEARLY = 0.5
"""By how much another way must come out better than the usual one in a single game: the dice alone swing a battle
by as much, and there are few games."""

RULES = Rules(Stands, {name: one.ruling for name, one in option.known.items()})


class Veteran(Steady):
    """A commander who plays every turn through in his head first; that takes him a second or two."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.mind.craft = CRAFT
        self.luck = rng.getrandbits(64)
        self._thoughts = ""

    def cards(self, view: View[Any], request: AnyRequest) -> Any:
        laid = super().cards(view, request)
        self.note = f"{self.note} {self._thoughts}".strip()
        return laid

    def minded(self, picture: Picture) -> Mind:
        """Cards and routes are thought about each by itself: he keeps nothing in mind between them."""
        state, self._thoughts = picture.state, ""
        games, turns = BUDGET.buys(len(state.stands), picture.turns_left + 1)
        if not games:
            self._thoughts = TOO_MANY if state.turn == 1 else ""
            return self.mind
        until = state.turn + turns
        found = weighed(
            choices(picture, self.mind),
            games,
            lambda one, number: self._comes_to(picture, one, number, until),
        )
        self._thoughts = told({one.words: came for one, came in found.items()})
        return self.mind.made_up(settled(found, CLEARLY))

    def _comes_to(self, picture: Picture, resolve: Resolve, number: int, until: int) -> float:
        """What a resolve comes to in one game, if it is kept up to the beginning of a turn."""
        view, luck = picture.view, Random(f"{self.luck}/{picture.state.turn}/{number}")
        state = imagine(view, luck)
        players = {seat: Steady(luck) for seat in view.seats if side_of(state, seat)}
        for seat, player in players.items():
            if side_of(state, seat) == picture.side:
                player.mind = self.mind.made_up(resolve)
        world = World(RULES, view, state, agenda(view), luck.randbytes(32))
        world.play(players, lambda state: state.turn >= until)
        return value(world.position.state, world.position.outcome, picture.side)


def choices(picture: Picture, mind: Mind) -> list[Resolve]:
    """As planned, or otherwise; another flank only where that is another place."""
    main = main_aim(picture, mind.plan(picture))
    other = [one for one in FLANKS if one.plan and main_aim(picture, one.plan) != main]
    return [AS_PLANNED, *other[:1], *OTHERS]


def agenda(view: View[Any]) -> list[Procedure]:
    """The battle, from the cards or the routes that are asked for."""
    phase = Movement if isinstance(view.requests[0], Path) else PlaceCards
    return [Battle(phase.key, at="next_phase")]


def value(state: StandsState, outcome: Outcome | None, side: str) -> float:
    """What a battle is worth to a side, from 0 to 1: who has won it, or would if it were over, ground, strength."""
    file = scenario_named(state.scenario).file
    found = verdict(state, file.victory, margin=file.margin, over=True)
    winner = found.winner if found else ""
    result = 0.5 if not winner else float(winner == side)
    strength, near = share(strengths(state), side), ground(state, side) if outcome is None else result
    return RESULT * result + GROUND * near + (1 - RESULT - GROUND) * strength


def strengths(state: StandsState) -> list[tuple[str, float]]:
    """What every stand that fights is worth, by side."""
    fighters = (one for one in state.stands.values() if is_fighter(kind_of(one)))
    return [(one.side, worth(one) * lives_left(one)) for one in fighters]


def ground(state: StandsState, side: str) -> float:
    """The part of the places that is a side's, by who is near them in what strength."""
    aims = aims_of(state.scenario, side)
    whole = sum(aim.weight for aim in aims)
    found = 0.0
    for aim in aims:
        near = [
            (one.side, worth(one) * lives_left(one) / (1 + (distance(one.at, aim.at) / NEAR) ** 2))
            for one in state.stands.values()
            if is_fighter(kind_of(one))
        ]
        found += aim.weight * share(near, side)
    return found / whole if whole else 0.5


def share(worths: list[tuple[str, float]], side: str) -> float:
    """The part of all that is a side's."""
    return sum(worth for own, worth in worths if own == side) / max(0.1, sum(worth for _, worth in worths))
