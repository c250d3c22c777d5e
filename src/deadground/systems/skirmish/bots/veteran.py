"""`veteran`: a sergeant who plays the battle on in his head before a group of his men begins to act."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from deadground.core.agenda import Procedure
from deadground.core.lookahead import Budget, Rules, World, settled, told, weighed
from deadground.core.requests import Orders
from deadground.core.view import Outcome, View
from deadground.systems.skirmish.bots.chances import fitness, worth
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.plans import Mind, Posture
from deadground.systems.skirmish.bots.sergeant import Sergeant
from deadground.systems.skirmish.bots.staff import LEAVES, Staff
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.imagine import imagine
from deadground.systems.skirmish.options import known
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.activation.turn import Battle, Turn
from deadground.systems.skirmish.state import SkirmishState, side_of
from deadground.systems.skirmish.victory import goals_of, is_met

USUAL = "as usual"

WORDS: dict[Posture, str] = {
    "advance": "go for it",
    "hunt": "go after them",
    "wait": "wait in cover",
    "hold": "keep to the place",
    "stay": "let nobody stir",
}
"""What a turn may be about, in the words of the diary."""

BUDGET = Budget(piece_turns=1500, most=64, least=12, ahead=6, short=2)
"""For a turn, shared out among the groups: a piece is a man, once for every group that will be asked."""

MEN = 0.3
"""What the men count for who are left to either side, beside a battle won."""

TOO_MANY = "There are too many men about to play it through in my head: I go by what I know."

RULES = Rules(Skirmish, {name: option.ruling for name, option in known().items()})


class Veteran(Sergeant):
    """A sergeant who plays every turn through in his head first; that takes him a second or two."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.luck = rng.getrandbits(64)
        self._thoughts = ""

    def orders(self, view: View[Any], request: Orders) -> Any:
        """What he thought is told where a sergeant tells anything: with the first orders of a turn."""
        self._thoughts = ""
        given = super().orders(view, request)
        self.note = f"{self.note} {self._thoughts}".strip() if self.note else ""
        return given

    def minded(self, picture: Picture) -> Mind:
        """Whenever a group acts he thinks ahead, but half as long when it has begun: he keeps nothing in mind."""
        state = picture.state
        if Staff(picture, self.mind).posture in LEAVES or not acts(picture):
            return self.mind
        groups = sum(one.side == picture.side for one in state.groups.values())
        men = groups * (len(picture.friends) + len(picture.foes))
        games, turns = BUDGET.buys(men, picture.turns_left + 1)
        if not games:
            self._thoughts = TOO_MANY if state.turn == 1 else ""
            return self.mind
        games = max(games // (2 if has_begun(picture) else 1), BUDGET.least)
        until = state.turn + turns
        minds = {USUAL: self.mind, **{words: self.mind.made_up(one) for one, words in WORDS.items()}}
        worths = weighed(
            list(minds), games, lambda one, number: self._comes_to(picture, minds[one], number, until)
        )
        self._thoughts = told(worths, games)
        return minds[settled(worths, games)]

    def _comes_to(self, picture: Picture, mind: Mind, number: int, until: int) -> float:
        """What a mind comes to in one game, if it is kept up to the beginning of a turn."""
        view, luck = picture.view, Random(f"{self.luck}/{picture.state.turn}/{number}")
        state, players = imagine(view, luck), {seat: Sergeant(luck) for seat in view.seats}
        for seat, player in players.items():
            if side_of(state, seat) == picture.side:
                player.mind = mind
        world = World(RULES, view, state, agenda(picture), luck.randbytes(32))
        world.play(players, lambda state: state.turn >= until)
        return value(world.position.state, world.position.outcome, picture.side)


def acts(picture: Picture) -> bool:
    """Whether a group of the side whose phase it is gets its orders."""
    request = picture.view.requests[0]
    return request.rows == ("NUTS-ACT-08", "NUTS-ACT-10") and picture.state.phase == picture.side


def has_begun(picture: Picture) -> bool:
    """Whether the group that is asked has done something in this turn."""
    men = (picture.state.figures[id] for id in cast(Orders, picture.view.requests[0]).units[0].stands)
    return any(one.action or one.fired for one in men)


def agenda(picture: Picture) -> list[Procedure]:
    """The battle, from the orders of the group that is asked."""
    state, unit = picture.state, cast(Orders, picture.view.requests[0]).units[0]
    after = state.order[state.order.index(picture.side) + 1 :]
    acting = Activation(unit.id, tuple(unit.stands), asked=has_begun(picture), at="ask")
    return [Battle(at="turn_over"), Turn(after, at="next_phase"), Phase(picture.side, at="acted"), acting]


def value(state: SkirmishState, outcome: Outcome | None, side: str) -> float:
    """What a battle is worth to a side, from 0 to 1: who has won it, or would if it were over, and who is left."""
    if outcome is not None:
        winners = {side_of(state, seat) for seat in outcome.winners} or {outcome.unplayed}
    else:
        winners = {next((goal.side for goal in goals_of(state) if is_met(state, goal, last=True)), "")}
    left = [(one.side == side, worth(one) * fitness(one)) for one in state.figures.values()]
    ours, all_ = sum(worth for own, worth in left if own), sum(worth for _, worth in left)
    result = 0.5 if winners == {""} else float(side in winners)
    return (1 - MEN) * result + MEN * ours / max(0.1, all_)
