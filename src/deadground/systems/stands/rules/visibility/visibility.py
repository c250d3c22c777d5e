"""Hidden stands, and how they come on the table. KIM-3.3

What is decided here never depends on which side is listed first: all that is seen is found before anything is
revealed, and it is told in the order of the stands' opaque ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from deadground.core.agenda import Done, Next, procedure
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.requests import AnyRequest, Option, Pick
from deadground.core.shapes import Sealed
from deadground.core.view import View
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, enemies_of
from deadground.systems.stands.rules.cards.command import show_card
from deadground.systems.stands.rules.visibility.sight_rules import who_sees
from deadground.systems.stands.state import Stand, StandsState, side_of


def reveal(g: Stands, stand: Stand, why: str, *rows: str) -> None:
    """Put a hidden stand on the table, for everybody; there it stays until a night turn. KIM-3.3a, KIM-3.3b"""
    if not stand.hidden:
        return
    stand.hidden = False
    stand.shown_since = g.state.turn
    show_card(stand)
    g.tell("revealed", f"{stand.name} is put on the table: {why}.", "KIM-3.3a", *rows, stand=stand.id)


def reveal_seen(g: Stands) -> tuple[str, ...]:
    """Put on the table every hidden stand that an enemy can see now; who they are. KIM-3.3a, KIM-R52

    Hidden enemies look too, but are not named. With the option `by_owner` nothing happens of itself: see
    `PlaceSeen`.
    """
    if g.option("reveal") == "by_owner":
        return ()
    seen = hidden_in_view(g.state, options={"inside_view": g.option("inside_view")})
    revealed = {id for id in seen if g.stand(id).hidden}
    for id in sorted(revealed):
        by = g.stand(seen[id])
        named = not by.hidden or by.id in revealed
        reveal(g, g.stand(id), f"{by.name} sees it" if named else "an enemy sees it")
    return tuple(sorted(revealed))


def hidden_in_view(state: StandsState, *, options: Options) -> dict[str, str]:
    """Every hidden stand that an enemy can see, with the nearest that does."""
    night = state.turn in state.night_turns
    found: dict[str, str] = {}
    for side in state.sides:
        hidden = [stand for stand in state.stands.values() if stand.side == side and stand.hidden]
        if hidden:
            found |= who_sees(state, enemies_of(state, side), hidden, night=night, options=options)
    return found


def reveal_moving(g: Stands, stand: Stand, why: str = "it moves", *rows: str) -> None:
    """A hidden stand that moves goes on the table; with the option it may move unseen. KIM-3.3a, KIM-R51"""
    if stand.hidden and g.option("hidden_may_move_unseen") == "off":
        reveal(g, stand, why, *rows)


def reveal_firing(g: Stands, stand: Stand) -> None:
    """A hidden stand that opens fire goes on the table. KIM-3.3a"""
    reveal(g, stand, "it opens fire")


def may_go_into_hiding(state: StandsState, stand: Stand) -> Fault | None:
    """Why a stand may not be taken off the table again: not before a night turn. KIM-3.3b"""
    if stand.hidden or state.turn in state.night_turns:
        return None
    reason = f"{stand.name} is known to the enemy until a night turn"
    return Fault(stand.id, reason, ("KIM-3.3b",))


@procedure("stands.place_seen", rows=("KIM-3.3a", "KIM-3.3b"))
class PlaceSeen(Sealed):
    """With the option `by_owner` each owner judges which of his hidden stands are seen. KIM-R52

    Everybody is asked when all movement is over, with hidden stands or without, so that the question tells
    nothing. KIM-R108
    """

    def seats(self, game: Stands) -> Iterable[str]:
        return tuple(seat for seat in game.seats if side_of(game.state, seat))

    def ask(self, view: View[StandsState]) -> AnyRequest:
        own = side_of(view.state, view.seat)
        options = tuple(
            Option(stand.id, stand.name)
            for stand in view.state.stands.values()
            if stand.side == own and stand.hidden and is_owner(view.state, view.seat, stand)
        )
        return Pick(
            "Put on the table the stands that the enemy can see now; they may not be taken back.",
            options=options,
            least=0,
            most=len(options),
            proposal=[],
            rows=self.rows,
        )

    def reveal(self, game: Stands, answers: dict[str, Any]) -> Next:
        cite("KIM-R108")
        placed = {id for picked in answers.values() for id in picked}
        for id in sorted(placed):
            reveal(game, game.stand(id), "its owner says it is seen", "KIM-3.3b")
        return Done(sorted(placed))


def is_owner(state: StandsState, seat: str, stand: Stand) -> bool:
    """Whether a stand belongs to a command group of a seat."""
    return stand.command in state.seats[seat].commands
