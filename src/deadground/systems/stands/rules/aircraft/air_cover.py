"""Air cover: what it stops, counted anew each turn, squadron for squadron. KIM-5.4b, KIM-5.5, KIM-R69, KIM-R70"""

from __future__ import annotations

import msgspec

from deadground.core.agenda import Ask, Done, Next, Procedure, procedure, question, step
from deadground.core.citing import cite
from deadground.core.requests import AnyRequest, Option, Pick
from deadground.core.view import View
from deadground.systems.stands.game import Stands
from deadground.systems.stands.rules.aircraft.air_plans import MISSIONS, air_seats, go_home, overhead
from deadground.systems.stands.state import Squadron, StandsState, side_of


class Cover(msgspec.Struct, frozen=True):
    """What a side's cover meets: those it stops in any case, and those it chooses `left` from."""

    stopped: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    left: int = 0


def surplus(state: StandsState, side: str) -> int:
    """A side's covering squadrons that no enemy cover meets. KIM-5.5b, KIM-R70"""
    cite("KIM-5.5b", "KIM-R70")
    own = len(overhead(state, "air_cover", side))
    return max(0, own - (len(overhead(state, "air_cover")) - own))


def cover_of(state: StandsState, side: str) -> Cover:
    """Announced interdiction first, then recon and ground attack as the covering player likes. KIM-5.4b, KIM-5.5a

    A squadron that only waits attacks nobody yet and uses up no cover. KIM-R106
    """
    cite("KIM-5.4b", "KIM-5.5a", "KIM-R69", "KIM-R70", "KIM-R106")
    left = surplus(state, side)
    waiting = [one for one in overhead(state, "interdiction") if one.attacks]
    others = overhead(state, "recon") + overhead(state, "ground_attack")
    stopped: list[str] = []
    for rank in (waiting, others):
        enemies = [one.id for one in rank if one.side != side]
        if len(enemies) > left:
            return Cover(tuple(stopped), tuple(enemies) if left else (), left)
        stopped += enemies
        left -= len(enemies)
    return Cover(tuple(stopped))


def air_cover(g: Stands) -> bool:
    """Stop what is stopped in any case; whether there is anything to choose. KIM-5.5a, KIM-5.5b"""
    sides = tuple(g.state.sides)
    if all(overhead(g.state, "air_cover", side) for side in sides):
        g.tell("air_cover", "Cover meets cover over the table.", "KIM-5.5b", "KIM-R70")
    found = [cover_of(g.state, side) for side in sides]
    if any(cover.among for cover in found):
        return True
    for cover in found:
        stop(g, cover.stopped)
    return False


@procedure("stands.cover_choice", rows=("KIM-5.5a",))
class CoverChoice(Procedure):
    """A side with fewer covering squadrons than there are missions says which ones it stops. KIM-R70"""

    @step
    def begin(self, g: Stands) -> Next:
        sides = [side for side in g.state.sides if cover_of(g.state, side).among]
        return Ask(self.which, air_seats(g, sides), then=self.chosen)

    @question
    def which(self, view: View[StandsState]) -> AnyRequest:
        cover = cover_of(view.state, side_of(view.state, view.seat))
        squadrons = [view.state.squadrons[id] for id in cover.among]
        return Pick(
            "Pick the enemy squadrons that your air cover stops.",
            options=tuple(
                Option(one.id, f"{one.name}: {MISSIONS[one.mission].lower()}") for one in squadrons
            ),
            least=cover.left,
            most=cover.left,
            proposal=list(cover.among[: cover.left]),
            rows=self.rows,
        )

    @step
    def chosen(self, g: Stands) -> Next:
        picked = tuple(id for ids in self.answer(dict[str, list[str]]).values() for id in ids)
        certain = [id for side in g.state.sides for id in cover_of(g.state, side).stopped]
        stop(g, (*certain, *picked))
        return Done()


def stop(g: Stands, ids: tuple[str, ...]) -> None:
    """Cover sends a mission home, but only puts interdiction off. KIM-5.5a, KIM-5.4b"""
    for id in sorted(ids):
        one = g.state.squadrons[id]
        if one.mission == "interdiction" and g.option("interdiction_vs_cover") == "delay":
            put_off(g, one)
        else:
            go_home(one)
            text = f"Air cover stops the mission of {one.name}."
            g.tell("air_cover", text, "KIM-5.5a", "KIM-R70", squadron=id)


def put_off(g: Stands, one: Squadron) -> None:
    """The attack is put off by one turn, and lost when the squadron's turns run out. KIM-5.4b, KIM-R69"""
    one.put_off = g.state.turn
    text = f"Air cover puts the attack of {one.name} off by a turn."
    g.tell("air_cover", text, "KIM-5.4b", "KIM-R69", squadron=one.id)


__all__ = ["Cover", "CoverChoice", "air_cover", "cover_of", "surplus"]
