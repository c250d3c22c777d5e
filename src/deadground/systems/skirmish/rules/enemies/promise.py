"""A battle that promises an enemy: the first question mark seen is one, and one shows itself in time. NR-196"""

from __future__ import annotations

from deadground.core.agenda import Call, Done, Next, Procedure, procedure, step
from deadground.core.citing import cite
from deadground.space.plane import between, distance, minus, square
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.enemies.pefs import away_from_players, go_until_seen, players
from deadground.systems.skirmish.rules.movement.status import all_stationary
from deadground.systems.skirmish.scenario_file import file_of
from deadground.systems.skirmish.state import INCH, Pef, SkirmishState

CLOSE = INCH
"""How near it comes to a man who does not see it before: closer than whatever he could be behind. NR-36"""


def met_by(state: SkirmishState, side: str) -> int:
    """The turn by whose end a man of this side is promised in sight; 0 once one was met, or for none. NR-196"""
    file = file_of(state)
    if file is None or any(one.side == side for one in state.figures.values()):
        return 0
    return file.pefs.met_by


def tell_promise(g: Skirmish, side: str) -> None:
    """What the battle promises is said as it begins. NR-196"""
    turn = met_by(g.state, side)
    if turn:
        text = (
            f"This battle's own rule: the first question mark that is seen is an enemy, and one shows itself "
            f"by the end of turn {turn}."
        )
        g.tell("promise", text, "NR-196", turn=turn)


def overdue(g: Skirmish, side: str) -> Pef | None:
    """The question mark that shows itself now: nobody was met, and the turn of the promise has come. NR-196

    The nearest to the player; one in a building only where there is no other.
    """
    turn = met_by(g.state, side)
    if not turn or g.state.turn < turn:
        return None
    cite("NR-196")
    waiting = [pef for pef in g.state.pefs.values() if pef.side == side and not pef.done]
    return min(
        waiting,
        key=lambda pef: (bool(pef.building), away_from_players(g.state, pef), pef.number),
        default=None,
    )


@procedure("skirmish.show_itself", rows=("NR-196",))
class ShowItself(Procedure):
    """A question mark comes straight at the nearest man until somebody sees it, without dice. NR-196"""

    pef: str

    @step
    def come(self, g: Skirmish) -> Next:
        all_stationary(g)
        pef = g.state.pefs[self.pef]
        pef.done, pef.building = True, ""
        start = pef.at
        near = min(players(g.state, pef.side), key=lambda one: square(minus(one.at, start)))
        far = distance(start, near.at)
        end = between(start, near.at, max(0, far - CLOSE), far) if far else start
        seen_by = go_until_seen(g, pef, (start, end))
        text = f"{pef.name} has waited long enough and comes into sight, as this battle promised."
        g.tell("pef_moves", text, *self.rows, pef=pef.id, start=start, end=pef.at)
        if seen_by is None:
            return Done()
        return Call(links.resolve_pef(pef.id, seen_by.group, came=True), then=self.over)

    @step
    def over(self, g: Skirmish) -> Next:
        return Done()
