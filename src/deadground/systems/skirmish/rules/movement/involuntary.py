"""Involuntary movement: Duck Back, Hunker Down, Leave the Battlefield. NUTS-MOVE-06 to NUTS-MOVE-11"""

from __future__ import annotations

from typing import cast

from deadground.core.agenda import Call, Done, Go, Next, procedure, step
from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.cover import nearest_cover
from deadground.space.paths import Path, cut
from deadground.space.plane import Point, distance, minus, square
from deadground.space.units import Tenths
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.skirmish.game import Chained, Skirmish, ground_of
from deadground.systems.skirmish.man import Result
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece, pieces_named
from deadground.systems.skirmish.reckoning import own_throw
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.grenades.flame import first_flame
from deadground.systems.skirmish.rules.movement.going import (
    can_cross,
    has_room,
    normal_move,
    within_allowance,
)
from deadground.systems.skirmish.rules.movement.movement import held_back
from deadground.systems.skirmish.rules.movement.standing import (
    come_to_rest,
    runs_into,
    short_of_enemies,
    stand,
    turn,
)
from deadground.systems.skirmish.rules.movement.status import leave_melee
from deadground.systems.skirmish.rules.reactions.casualties import leave_table, note
from deadground.systems.skirmish.rules.reactions.reaction import LASTING, finish
from deadground.systems.skirmish.rules.sight.cover import cover_at
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards
from deadground.systems.skirmish.rules.wounded.confronting import give_up
from deadground.systems.skirmish.rules.wounded.wounded import FetchDucking, in_reach_ducking
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState
from deadground.systems.skirmish.terrain import terrain_of


def causers(state: SkirmishState, figure: Figure) -> list[TablePiece]:
    """Those who caused a man's test and are still there to be hidden from."""
    return [one for one in pieces_named(state, figure.reaction.causes) if one.on_table]


def is_covered_at(state: SkirmishState, figure: Figure, at: Point) -> bool:
    """Whether a man would be in cover at a place from all who caused his test, or where they fell. NR-24, NR-115

    With no enemy to take cover from he wants cover all round. NR-120
    """
    cite("NR-24", "NR-115", "NR-120")
    places = [one.at for one in pieces_named(state, figure.reaction.causes) if not one.aboard]
    return all(cover_at(state, at, place) for place in places or [at])


def place_in_cover(
    state: SkirmishState, figure: Figure, options: Options = DEFAULTS, used: Tenths = 0
) -> Point | None:
    """The nearest place within 6" where a man is in cover from all who caused his test, if there is one. NR-24

    In any direction, forward too. If he is in such cover already he stays. What the ground costs does not matter,
    but he cannot go through what nobody can cross, nor stand where somebody stands, nor run through flame or the
    enemy. NR-110, NR-172
    """
    cite("NUTS-MOVE-06")

    def is_exposed(at: Point) -> bool:
        return not is_covered_at(state, figure, at)

    def is_open(at: Point) -> bool:
        if at == figure.at:
            return True
        way = (figure.at, at)
        return has_room(state, figure, at) and can_cross(state, way) and is_free(state, figure, way)

    if not is_exposed(figure.at):
        return figure.at
    found = nearest_cover(
        ground_of(state),
        figure.base,
        number("duck_back") - used,
        lambda piece: terrain_of(piece).cover != "no",
        is_exposed,
        allowed=is_open,
    )
    return found.at if found else None


class TakeCover(Chained):
    """What Duck Back and Hunker Down have in common: to the nearest cover, or prone where he is. NR-24"""

    figure: str
    reaction: str = ""
    used: int = 0
    """What he has used of his 6" to take up a wounded friend. NUTS-WOUND-02"""
    asked: bool = False
    way: tuple[Point, ...] = ()
    """From where he set out to the cover he makes for."""

    @step
    def look_for_cover(self, g: Skirmish) -> Next:
        """He goes at once, or drops where he is and his turn is over. NUTS-MOVE-06, NUTS-MOVE-08"""
        g.card(self)
        figure = g.figure(self.figure)
        self.reaction = str(figure.reaction.reacting)
        leave_melee(g, figure)
        if self.may_fetch(g, figure):
            self.asked = True
            return Call(FetchDucking(self.figure), then=self.fetched)
        at = place_in_cover(g.state, figure, g.options, self.used)
        if at is None:
            self.drop(g, figure)
            self.settle(g, in_cover=False)
            return Done()
        if at == figure.at:
            g.tell_of(
                [figure],
                "stays",
                f"{figure.name} is in cover and stays there.",
                *self.rows,
                figure=self.figure,
            )
            self.settle(g, in_cover=True)
            return Done()
        stand(figure)
        figure.floor = 0
        figure.doing = figure.doing.but(moved_in=g.state.turn)
        inches = distance(figure.at, at) / INCH
        text = f'{figure.name} {self.words} to cover, {inches:.1f}" away.'
        g.tell_of([figure], "takes_cover", text, *self.rows, figure=self.figure, path=(figure.at, at))
        self.way = figure.at, at
        return Call(links.walk(self.figure, self.way, carrying_out=self.reaction), then=self.arrived)

    def may_fetch(self, g: Skirmish, figure: Figure) -> bool:
        """Whether he may go for a wounded friend on his way."""
        return False

    @step
    def fetched(self, g: Skirmish) -> Next:
        """He has gone for a wounded friend, or not; one who was stopped has other things to carry out now."""
        self.used = self.answer(int)
        figure = g.figure(self.figure)
        if figure.melee.fighting and figure.reaction.reacting == self.reaction:
            self.settle(g, in_cover=False)
            return Done()
        return Go(self.look_for_cover) if figure.reaction.reacting == self.reaction else Done()

    @step
    def arrived(self, g: Skirmish) -> Next:
        """One who was stopped on the way lies where he fell, or has worse to carry out now. NUTS-REACT-09"""
        figure = g.figure(self.figure)
        knocked_down = figure.status == LASTING[cast(Result, self.reaction)]
        if self.reply or knocked_down:
            self.settle(g, in_cover=bool(self.reply) and self.is_in_it(g, figure))
        return Done()

    def is_in_it(self, g: Skirmish, figure: Figure) -> bool:
        """Whether he has come to his cover. If somebody has come to stand there meanwhile he makes room, and drops
        where that leaves him without any. NS-01, NR-134, NR-172"""
        start, goal = self.way or (figure.at, figure.at)
        come_to_rest(g.state, figure, (start, figure.at))
        if figure.at == goal or is_covered_at(g.state, figure, figure.at):
            return True
        self.drop(g, figure)
        return False

    def drop(self, g: Skirmish, figure: Figure) -> None:
        """He has no cover, and his turn is over. NUTS-MOVE-06, NUTS-MOVE-08"""
        cite("NUTS-MOVE-04")
        figure.prone = True
        text = f"{figure.name} finds no cover and drops prone."
        g.tell_of([figure], "prone", text, *self.rows, figure=self.figure)

    def settle(self, g: Skirmish, *, in_cover: bool) -> None:
        """Where he ends he is stationary; in cover he neither sees nor is seen by the cause. NUTS-MOVE-07, NR-36"""
        cite("NUTS-MOVE-07", "NUTS-MOVE-08", "NR-24", "NR-36")
        figure = g.figure(self.figure)
        causes = causers(g.state, figure)
        if causes:
            turn(figure, facing_towards(figure, nearest(figure, causes).at))
        figure.doing = figure.doing.but(moving=False)
        figure.reaction = figure.reaction.but(
            under_cover=in_cover, hidden_from=tuple(one.id for one in causes) if in_cover else ()
        )
        finish(figure)
        look_round(g)

    @property
    def words(self) -> str:
        return "runs"


def nearest(figure: Figure, others: list[TablePiece]) -> TablePiece:
    return min(others, key=lambda one: square(minus(one.at, figure.at)))


@procedure("skirmish.duck_back", rows=("NUTS-MOVE-06",))
class DuckBack(TakeCover):
    """A man seeks cover and safety. He is ducked back until he is next active or a test says otherwise. NR-23"""

    def may_fetch(self, g: Skirmish, figure: Figure) -> bool:
        """A man who ducks back may go for a wounded friend first, and is asked once. NUTS-WOUND-01, NR-82"""
        if self.asked:
            return False
        figure.doing = figure.doing.but(tried_to_fetch=False)
        return bool(g.seat_of(figure) and in_reach_ducking(g.state, figure))

    @property
    def words(self) -> str:
        return "ducks back"


@procedure("skirmish.hunker_down", rows=("NUTS-MOVE-08",))
class HunkerDown(TakeCover):
    """A man seeks cover and does not want to fight; he does nothing until he passes a Recover Test. NUTS-MOVE-09"""

    def settle(self, g: Skirmish, *, in_cover: bool) -> None:
        super().settle(g, in_cover=in_cover)
        note(g.figure(self.figure), "hunkered")
        give_up(g, g.figure(self.figure))

    @property
    def words(self) -> str:
        return "hunkers down, running"


@procedure("skirmish.leave_battlefield", rows=("NUTS-MOVE-11",))
class LeaveBattlefield(Chained):
    """A man makes for the nearest table edge at Fast Move, at once and in each phase of his side. NR-22"""

    figure: str
    start: Point = (0, 0)

    @step
    def run(self, g: Skirmish) -> Next:
        g.card(self)
        figure = g.figure(self.figure)
        leave_melee(g, figure)
        stand(figure)
        figure.reaction = figure.reaction.but(hidden_from=(), under_cover=False)
        figure.doing = figure.doing.but(fast_moving=True)
        figure.reaction = figure.reaction.but(reacting="leave_battlefield")
        self.start = figure.at
        path = within_allowance(g.state, self.way_out(g.state, figure), self.reach(g, figure))
        path = short_of_enemies(g.state, figure, short_of_flame(g.state, path))
        return Call(links.walk(self.figure, path, carrying_out=figure.reaction.reacting), then=self.arrived)

    def way_out(self, state: SkirmishState, figure: Figure) -> tuple[Point, Point]:
        """Straight to the nearest edge that he can reach; where flame or an enemy is in the way, to the nearest
        without. NUTS-MOVE-11, NR-110, NR-116, NR-172
        """
        cite("NR-116")
        ways = [(figure.at, edge) for edge in nearest_edges(state, figure.at)]
        ways = [way for way in ways if can_cross(state, way)] or ways
        return next((way for way in ways if is_free(state, figure, way)), ways[0])

    def reach(self, g: Skirmish, figure: Figure) -> int:
        """A normal move and a Fast Move throw, or with the option a full 16". NR-22"""
        if g.option("leave_battlefield_speed") == "full_16":
            return number("leave_battlefield_full")
        dice = g.roll(number("fast_move_dice"), D6, "leave the battlefield", figure.side)
        count = held_back(figure, at_most_two(passed(dice.faces, g.rep(figure))))
        whole = normal_move(figure) + count * (normal_move(figure) // 2)
        text = f"{figure.name} runs for the edge of the table: {count} passed."
        how = [own_throw(figure, dice.faces, "carries a man: one at most" if figure.aid.carries else "")]
        g.tell_of([figure], "runs", text, *self.rows, "NR-22", rolls=[dice], reckoned=how, figure=self.figure)
        return whole

    @step
    def arrived(self, g: Skirmish) -> Next:
        figure = g.figure(self.figure)
        if self.reply:
            finish(figure)
            if is_at_edge(g.state, figure.at):
                leave_table(g, figure, *self.rows)
            else:
                come_to_rest(g.state, figure, (self.start, figure.at))
                look_round(g)
        elif figure.melee.fighting:
            finish(figure)
        return Done()


def nearest_edges(state: SkirmishState, at: Point) -> list[Point]:
    """The nearest point of each edge, the nearest first; of equal ones north, east, south, west. NR-22"""
    ground = ground_of(state)
    x, y = at
    edges = ((x, 0), (ground.width, y), (x, ground.height), (0, y))
    return sorted(edges, key=lambda edge: square(minus(edge, at)))


def short_of_flame(state: SkirmishState, path: Path) -> Path:
    """A path up to the flame on it: who runs of no will of his own does not dare it. NR-110"""
    ahead = first_flame(state, path)
    return cut(path, ahead[0] - 1) if ahead else path


def is_free(state: SkirmishState, figure: Figure, way: Path) -> bool:
    """Whether neither flame nor an enemy is in a man's way. NR-110, NR-172"""
    cite("NUTS-MELEE-01", "NR-110", "NR-172")
    return first_flame(state, way) is None and runs_into(state, figure, way) is None


def is_at_edge(state: SkirmishState, at: Point) -> bool:
    """Whether a place is at the edge of the table: the middle of a base counts. NR-22, NR-192"""
    cite("NR-192")
    ground = ground_of(state)
    return at[0] in (0, ground.width) or at[1] in (0, ground.height)
