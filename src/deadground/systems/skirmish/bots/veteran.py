"""`veteran`: a sergeant who plays the battle on in his head before a group of his men begins to act."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from deadground.core.agenda import Procedure
from deadground.core.lookahead import Budget, Rules, World, settled, told, weighed
from deadground.core.position import Position
from deadground.core.requests import Orders
from deadground.core.view import Outcome, View
from deadground.systems.skirmish.bots.chances import fitness, worth
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.plans import Mind, Notion
from deadground.systems.skirmish.bots.sergeant import Sergeant
from deadground.systems.skirmish.bots.staff import LEAVES, SQUAD, Staff
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.imagine import imagine
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.activation.turn import Battle, Turn
from deadground.systems.skirmish.state import SkirmishState, side_of

AS_USUAL = Notion("as usual")

RUSH = Notion("rush them", "hunt", caution=0.3, press=3.0)

NOTIONS = (
    AS_USUAL,
    Notion("go for it", "advance"),
    Notion("go after them", "hunt"),
    Notion("wait in cover", "wait"),
    Notion("keep to the place", "hold"),
    Notion("let nobody stir", "stay"),
    Notion("press on", press=3.0),
    RUSH,
    Notion("mind the danger less", caution=0.3),
)
"""What a group may be told by, the usual first."""

BUDGET = Budget(piece_turns=6000, most=48, least=24, ahead=20, short=20)
"""For a turn, shared out among the groups: a piece is a man, once for every group that will be asked. A game goes
on to its end: who holds a place is ahead until he loses it, so that a short one tells nothing."""

MEN = 0.3
"""What the men count for who are left to either side, beside a battle won."""

TOO_MANY = "There are too many men about to play it through in my head: I go by what I know."

RULES = Rules(Skirmish, {name: one.ruling for name, one in option.known.items()})


class Seasoned(Sergeant):
    """A sergeant who has learned that a squad had better rush men who only keep a place, and not stop half way."""

    def minded(self, picture: Picture) -> Mind:
        is_squad = len(picture.friends) <= SQUAD
        rushes = picture.they_hold and is_squad and self.mind.notion == AS_USUAL
        return self.mind.made_up(RUSH) if rushes else self.mind


class Told(Seasoned):
    """One in a game in the head: the first orders he gives are told him."""

    def __init__(self, rng: Random, first: Any) -> None:
        super().__init__(rng)
        self.first = first

    def orders(self, view: View[Any], request: Orders) -> Any:
        first, self.first = self.first, None
        return super().orders(view, request) if first is None else first


class Veteran(Seasoned):
    """A sergeant who plays every turn through in his head first; that takes him a second or two."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.luck = rng.getrandbits(64)

    def orders(self, view: View[Any], request: Orders) -> Any:
        """The best of the orders he can think of; what he thought is told where a sergeant tells anything."""
        picture = Picture(view)
        games = self._games(picture)
        ideas = self._ideas(view, request) if games else {}
        if not games or len(ideas) < 2:
            usual = super().orders(view, request)
            self._add(TOO_MANY if games == 0 and picture.state.turn == 1 else "")
            return usual
        found = weighed(
            list(ideas), games, lambda one, number: self._comes_to(picture, ideas[one][0], number)
        )
        best, self.note = ideas[settled(found)]
        self._add(told(found))
        return best

    def _add(self, thought: str) -> None:
        self.note = f"{self.note} {thought}".strip() if self.note else ""

    def _games(self, picture: Picture) -> int | None:
        """How many games he has for the orders that are asked for; None where he does not think: nor in a rush."""
        rushes = self.minded(picture) is not self.mind
        if rushes or Staff(picture, self.mind).posture in LEAVES or not begins(picture):
            return None
        groups = sum(one.side == picture.side for one in picture.state.groups.values())
        men = groups * (len(picture.friends) + len(picture.foes))
        return BUDGET.buys(men, picture.turns_left + 1)[0]

    def _ideas(self, view: View[Any], request: Orders) -> dict[str, tuple[Any, str]]:
        """Orders for the group and what is noted with them, by what they come of; each but once."""
        found: dict[str, tuple[Any, str]] = {}
        for notion in NOTIONS:
            sergeant = Seasoned(Random(0))
            sergeant.mind = self.mind.made_up(notion)
            given = sergeant.orders(view, request)
            if given not in [orders for orders, _ in found.values()]:
                found[notion.words] = given, sergeant.note
        return found

    def _comes_to(self, picture: Picture, orders: Any, number: int) -> float:
        """What it comes to in one game if a group gets some orders, and all goes on as usual."""
        view, luck = picture.view, Random(f"{self.luck}/{picture.state.turn}/{number}")
        state, players = imagine(view, luck), {seat: Sergeant(luck) for seat in view.seats}
        for seat in players:
            if side_of(state, seat) == picture.side:
                players[seat] = Told(luck, orders if seat == view.seat else None)
                players[seat].mind = self.mind
        world = World(RULES, view, state, agenda(picture), luck.randbytes(32))
        world.play(players, lambda state: False)
        return value(world.position, picture.side)


def begins(picture: Picture) -> bool:
    """Whether a group of the side whose phase it is gets its first orders of the turn."""
    request = picture.view.requests[0]
    if request.rows != ("NUTS-ACT-08", "NUTS-ACT-10") or picture.state.phase != picture.side:
        return False
    men = (picture.state.figures[id] for id in cast(Orders, request).units[0].pieces)
    return not any(one.doing.action or one.doing.fired for one in men)


def agenda(picture: Picture) -> list[Procedure]:
    """The battle, from the first orders of the group that is asked."""
    state, unit = picture.state, cast(Orders, picture.view.requests[0]).units[0]
    after = state.order[state.order.index(picture.side) + 1 :]
    acting = Activation(unit.id, tuple(unit.pieces), at="ask")
    return [Battle(at="turn_over"), Turn(after, at="next_phase"), Phase(picture.side, at="acted"), acting]


def value(end: Position[SkirmishState], side: str) -> float:
    """What a battle that is over is worth to a side, from 0 to 1: who has won it, and who is left."""
    outcome, state = cast(Outcome, end.outcome), end.state
    winners = {side_of(state, seat) for seat in outcome.winners} or {outcome.unplayed}
    left = [(one.side == side, worth(one) * fitness(one)) for one in state.figures.values()]
    ours, all_ = sum(worth for own, worth in left if own), sum(worth for _, worth in left)
    result = 0.5 if winners == {""} else float(side in winners)
    return (1 - MEN) * result + MEN * ours / max(0.1, all_)
