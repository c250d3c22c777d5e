"""Movement: normal, fast, and going prone. NUTS-MOVE-01 to NUTS-MOVE-05"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from deadground.core.agenda import Ask, Call, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.core.faults import Fault
from deadground.core.requests import AnyRequest, Order, Path, PathValue
from deadground.core.requests.ground import why_no_facing
from deadground.space.paths import cut, length, rest, without_repeats
from deadground.space.plane import FULL_TURN, Point
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Skirmish, ground_of, named_together, their_side
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import own_throw
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.activation.orders import (
    CardLaw,
    Plan,
    SkirmishView,
    Targets,
    can_act,
    card_law,
    why_idle,
)
from deadground.systems.skirmish.rules.grenades.flame import before_crossing, cross, first_flame
from deadground.systems.skirmish.rules.leaders.leadership import seat_leading
from deadground.systems.skirmish.rules.movement import arriving
from deadground.systems.skirmish.rules.movement.exits import get_through, is_at_exit
from deadground.systems.skirmish.rules.movement.going import (
    from_own_edge,
    left_to_go,
    normal_move,
    path_cost,
    rising,
    why_no_run,
    within_allowance,
)
from deadground.systems.skirmish.rules.movement.standing import (
    come_to_rest,
    get_up,
    halt_before,
    short_of_enemies,
    turn,
)
from deadground.systems.skirmish.rules.movement.walking import tread
from deadground.systems.skirmish.rules.reactions.captives import touched
from deadground.systems.skirmish.rules.reactions.casualties import walk_off
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.stepping import TRIES, crowded, path_faults, somewhere, walker
from deadground.systems.skirmish.rules.troops.looting import first_loot, search
from deadground.systems.skirmish.rules.troops.shirking import shirks
from deadground.systems.skirmish.state import INCH, LOST, Figure, Marker, SkirmishState

LEAST_TOLD = 0.05
"""Less than this, in inches, would be told as a move of 0.0"."""


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where one man goes: the points of his path, where he looks at its end, and whether he drops prone there."""

    points: tuple[Point, ...] = ()
    facing: int | None = None
    prone: bool = False


class MovePlan(Plan, frozen=True):
    paths: dict[str, Way]


class Going(msgspec.Struct, frozen=True):
    """A man on his way: his whole path, from where he stood. `off`: at his own edge he goes from the table."""

    who: str
    path: tuple[Point, ...]
    facing: int | None = None
    prone: bool = False
    off: bool = False


@card_law("move")
class MoveCard(CardLaw[MovePlan]):
    """Move up to the full distance, or stay and turn. NUTS-ACT-08, NUTS-MOVE-01, NR-38"""

    plan_type = MovePlan
    plan_words = "a plan of paths"
    label = "Move"
    rows = ("NUTS-ACT-08", "NUTS-MOVE-01")
    fast = False

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        """One main action in an activation; a normal move may be broken off for a shot and gone on with. NR-106"""
        if figure.doing.action and not self.goes_on(figure):
            return Fault(figure.id, f"{figure.name} has taken his action", ("NUTS-ACT-08",))
        return why_idle(figure)

    def goes_on(self, figure: Figure) -> bool:
        """Whether a man is in the middle of a normal move. NR-106"""
        return figure.doing.action == "move" and not figure.prone and left_to_go(figure) > 0

    def most(self, figure: Figure) -> Tenths:
        return left_to_go(figure)

    def plan_faults(
        self, view: SkirmishView, plan: MovePlan, order: Order, at: str, targets: Targets
    ) -> list[Fault]:
        goers = [id for id, way in plan.paths.items() if way.points]
        faults = []
        for id, way in plan.paths.items():
            where = f"{at}.plan.paths.{id}"
            faults += self.way_faults(view.state, view.state.figures[id], way, where, goers)
        ends = {id: next(reversed(plan.paths[id].points)) for id in goers}
        return faults + crowded(view.state, ends, f"{at}.plan.paths")

    def way_faults(
        self, state: SkirmishState, figure: Figure, way: Way, at: str, goers: Sequence[str]
    ) -> list[Fault]:
        faults = path_faults(state, figure, way.points, self.most(figure), f"{at}.points", goers)
        ground, edge = ground_of(state), figure.base.radius
        if any(
            not (edge <= x <= ground.width - edge and edge <= y <= ground.height - edge)
            for x, y in way.points
        ):
            faults.append(Fault(f"{at}.points", f"{figure.name} would leave the table", self.rows))
        if not way.points and figure.prone and not way.prone and not can_rise(figure):
            faults.append(
                Fault(f"{at}.prone", f"{figure.name} has no movement left to get up", ("NUTS-MOVE-05",))
            )
        if way.facing is not None and (wrong := why_no_facing(way.facing)):
            faults.append(Fault(f"{at}.facing", wrong, self.rows))
        return faults

    def sample(
        self, view: SkirmishView, figures: Sequence[Figure], targets: Targets, rng: Random
    ) -> dict[str, Any] | None:
        """Random straight walks, each where nobody else of the plan ends. NUTS-MOVE-01"""
        ways: dict[str, Any] = {}
        for one in figures:
            goer = walker(view.state, one, self.most(one))
            for _ in range(TRIES):
                end = somewhere(rng, one.at, goer.most, goer.box)
                way = {"points": [list(end)], "facing": rng.randrange(FULL_TURN), "prone": rng.random() < 0.1}
                order = Order("", self.id, (), None, {"paths": {**ways, one.id: way}})
                if end != one.at and not self.faults(view, order, "", targets):
                    ways[one.id] = way
                    break
        return {"paths": ways} if ways else None

    def matters(self, view: SkirmishView, figures: Sequence[Figure]) -> bool:
        """One who has not moved yet is worth asking about; so is one with half of his move left after a shot, and
        one with a wounded man to carry on."""
        return any(
            not one.doing.action
            or (one.doing.fired and 2 * left_to_go(one) >= normal_move(one))
            or (one.aid.carries and left_to_go(one) > 0)
            for one in figures
        )

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: MovePlan) -> Procedure:
        return Move(goers_of(g, figures, plan.paths), self.fast)


@card_law("fast_move")
class FastMoveCard(MoveCard):
    """A normal move, then a throw that may add half a move for each die passed. NUTS-MOVE-02"""

    label = "Fast Move"
    as_one = True
    asks_again = False
    rows = ("NUTS-ACT-08", "NUTS-MOVE-02")
    fast = True

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        return why_no_run(figure) or why_idle(figure)

    def most(self, figure: Figure) -> Tenths:
        return left_to_go(figure) + number("fast_move_dice") * (normal_move(figure) // 2)


@procedure("skirmish.move", rows=("NUTS-MOVE-01",))
class Move(Procedure):
    """Men of an active group walk their paths together, and are stopped where somebody comes into sight.

    NR-19, NR-20
    """

    goers: tuple[Going, ...]
    fast: bool = False
    willing: bool = False
    """Whether nobody shirks any more: the last part of a charge, or a man who goes for a friend. LR-040"""
    thrown: bool = False
    walked: tuple[tuple[str, int], ...] = ()
    """How far each has come along his path."""
    trodden: tuple[tuple[str, tuple[Point, ...]], ...] = ()
    """The way by which each has come to where he is."""
    turned: tuple[str, ...] = ()
    """Those who look another way than the one they went. NR-130"""
    daring: tuple[tuple[str, str], ...] = ()
    """Who stands before which flame."""
    through: tuple[tuple[str, str], ...] = ()
    """Who has dared to cross which flame. NUTS-GREN-18"""

    @step
    def set_out(self, g: Skirmish) -> Next:
        """Who stays turns where he is; who goes gets up first. NUTS-ACT-08, NUTS-MOVE-05"""
        self.goers = tuple(goes for going in self.goers if (goes := self.sets_out(g, going)))
        if self.fast and self.goers:
            men = g.figures(going.who for going in self.goers)
            text = f"Fast Move: {named_together(men)}."
            g.tell_of(men, "fast_move", text, "NUTS-MOVE-02", "NR-20", men=[one.id for one in men])
        return Go(self.walk)

    def sets_out(self, g: Skirmish, going: Going) -> Going | None:
        """A man's way as far as he can go now, if he goes.

        What others of his group have met since he was told may have thrown him down, and then he stays down until
        he is next active; or he has gone elsewhere with his two inches. NUTS-REACT-07, NUTS-MOVE-01, NR-200
        """
        figure = g.figure(going.who)
        cite("NUTS-ACT-08")
        if len(going.path) == 1:
            self.stay(g, figure, going)
            return None
        if not self.can_set_out(figure):
            return None
        if not self.willing and shirks(g, figure, next(reversed(going.path))):
            figure.doing = figure.doing.but(action="stay")
            return None
        self.get_up(g, figure)
        figure.doing = figure.doing.but(
            action="fast_move" if self.fast else "move", moving=True, moved_in=g.state.turn
        )
        figure.doing = figure.doing.but(fast_moving=figure.doing.fast_moving or self.fast)
        if self.fast:
            return going
        path = within_allowance(g.state, going.path, left_to_go(figure))
        return msgspec.structs.replace(going, path=path)

    def can_set_out(self, figure: Figure) -> bool:
        """Whether a man is on his feet, or has half a move left to get up. NUTS-MOVE-05"""
        return can_rise(figure)

    def get_up(self, g: Skirmish, figure: Figure) -> None:
        """Who goes gets up first. NUTS-MOVE-05"""
        get_up(g, figure)

    def is_on_the_move(self, figure: Figure) -> bool:
        """Whether a man can go on: one who was knocked down may stand when next active. NUTS-REACT-07"""
        return can_act(figure) and not figure.prone

    def half(self, figure: Figure) -> Tenths:
        """What each die passed adds to a Fast Move. NUTS-MOVE-02"""
        return normal_move(figure) // 2

    def stay(self, g: Skirmish, figure: Figure, going: Going) -> None:
        """Stay where he is, turning if wanted; dropping prone, or getting up for half of his move."""
        figure.doing = figure.doing.but(action="stay")
        self.look(figure, going.facing)
        if going.prone:
            drop_prone(g, figure)
        elif can_rise(figure):
            get_up(g, figure)

    def look(self, figure: Figure, facing: int | None) -> None:
        """A man looks where he was told to. NUTS-ACT-08"""
        if facing is not None and facing != figure.facing:
            turn(figure, facing)
            self.turned += (figure.id,)

    @step
    def walk(self, g: Skirmish) -> Next:
        """All go at the same pace. Fast movers first go as far as a normal move takes them. NUTS-MOVE-02"""
        on_foot = [going for going in self.goers if can_act(g.figure(going.who))]
        self.goers = tuple(on_foot)
        if not on_foot:
            return Go(self.look_about)
        paths = {going.who: self.allowed(g, going) for going in on_foot}
        starts = {id: g.figure(id).at for id in paths}
        gone, sighting = tread(g, paths, 0, self.how(g))
        self.walked = tuple((id, min(gone, length(path))) for id, path in paths.items())
        self.note_trodden(paths, gone)
        for id, path in paths.items():
            charge(g, g.figure(id), path, gone)
            tell_move(g, g.figure(id), path, gone, starts[id])
        if sighting is None:
            return Go(self.arrive)
        then = self.interrupted if sighting.others else self.found_out
        return Call(links.met(sighting, extra=True), then=then)

    def how(self, g: Skirmish) -> arriving.Way:
        """Men whom nobody plays are no patrol that finds out. NUTS-PEF-05"""
        played = seat_leading(g, [g.figure(going.who) for going in self.goers])
        return "walk" if played else "non player move"

    def note_trodden(self, paths: Mapping[str, tuple[Point, ...]], gone: Tenths) -> None:
        """What each has gone of his path, added to the way he came by."""
        ways = dict(self.trodden)
        for id, path in paths.items():
            before, new = ways.get(id, ()), cut(path, min(gone, length(path)))
            ways[id] = without_repeats((*before, *new)) if before and before[-1] == new[0] else new
        self.trodden = tuple(ways.items())

    def allowed(self, g: Skirmish, going: Going) -> tuple[Point, ...]:
        """A man's path as far as his movement takes him; only a Fast Move is drawn further than that. NUTS-MOVE-02

        Before flame he halts, and before an enemy who has come to stand in his way; a Looter where something lies.
        NUTS-GREN-18, NUTS-MELEE-01, LR-040
        """
        left = left_to_go(g.figure(going.who))
        path = within_allowance(g.state, going.path, left) if self.fast else going.path
        path = short_of_enemies(g.state, g.figure(going.who), path)
        loot = first_loot(g, g.figure(going.who), path)
        path = cut(path, loot[0]) if loot else path
        ahead = self.flame_ahead(g, going.who, path)
        return cut(path, ahead[0] - 1) if ahead else path

    def flame_ahead(self, g: Skirmish, who: str, path: tuple[Point, ...]) -> tuple[Tenths, Marker] | None:
        """The flame on a man's way that he has not dared yet. NUTS-GREN-18"""
        return first_flame(g.state, path, [flame for one, flame in self.through if one == who])

    def before_flames(self, g: Skirmish) -> list[tuple[str, Marker]]:
        """Those who stand before flame that lies on their way, and which. NUTS-GREN-18"""
        found = []
        for going in self.goers if any(one.kind == "flame" for one in g.state.markers.values()) else ():
            ahead = self.flame_ahead(g, going.who, rest(going.path, dict(self.walked)[going.who]))
            if ahead and ahead[0] <= 1:
                found.append((going.who, ahead[1]))
        return found

    @step
    def dared(self, g: Skirmish) -> Next:
        """Who carries on crosses, and goes on if the flame does not bring him down. NUTS-GREN-18"""
        fallout, walked = Fallout(), dict(self.walked)
        for who, flame in self.daring:
            if can_act(g.figure(who)):
                self.through += ((who, flame),)
                fallout += cross(g, g.figure(who))
        self.daring = ()
        self.goers = tuple(
            msgspec.structs.replace(going, path=rest(going.path, walked[going.who]))
            for going in self.goers
            if can_act(g.figure(going.who)) and not g.figure(going.who).prone
        )
        return Call(links.crisis_after(g, fallout), then=self.walk)

    @step
    def arrive(self, g: Skirmish) -> Next:
        """Fast movers throw once they have gone their normal move. Then all look and drop as they were told."""
        walked = dict(self.walked)
        self.loot(g)
        flames = self.before_flames(g)
        if flames:
            self.daring = tuple((who, flame.id) for who, flame in flames)
            causes = [before_crossing(g.figure(who), flame) for who, flame in flames]
            return Call(links.crisis(causes), then=self.dared)
        if self.fast and not self.thrown and self.goers:
            self.throw(g)
            self.goers = tuple(
                msgspec.structs.replace(going, path=rest(going.path, walked[going.who]))
                for going in self.goers
            )
            return Go(self.walk)
        for going in self.goers:
            figure = g.figure(going.who)
            if going.off and figure.aid.carries and from_own_edge(g.state, figure) <= 0:
                walk_off(g, figure)
                continue
            if self.leaves_by_exit(g, figure):
                get_through(g, figure)
                continue
            if walked[going.who] < length(going.path):
                halt_before(g, figure, rest(going.path, walked[going.who]))
            come_to_rest(g.state, figure, dict(self.trodden)[going.who])
            self.end(g, going, going.facing)
        return Go(self.look_about)

    def leaves_by_exit(self, g: Skirmish, figure: Figure) -> bool:
        """Whether a man's move ends with his base at an exit of his side. NR-205"""
        return can_act(figure) and not figure.knocked_down and is_at_exit(g.state, figure.side, figure.at)

    def end(self, g: Skirmish, going: Going, facing: int | None) -> None:
        """A man's move ends where he stands: he looks where he is told to, and drops if he was. NUTS-MOVE-04"""
        self.look(g.figure(going.who), facing)
        if going.prone:
            drop_prone(g, g.figure(going.who))

    def loot(self, g: Skirmish) -> None:
        """Looters who have come to something go no further. LR-040"""
        for going in self.goers:
            figure = g.figure(going.who)
            if search(g, figure):
                come_to_rest(g.state, figure, dict(self.trodden)[going.who])
        self.goers = tuple(going for going in self.goers if can_act(g.figure(going.who)))

    def throw(self, g: Skirmish) -> None:
        """2d6 for the group, compared with each man's own Rep: half a move for each passed. NUTS-MOVE-02"""
        cite("NUTS-MOVE-03")
        self.thrown = True
        men = g.figures(going.who for going in self.goers)
        dice = g.roll(number("fast_move_dice"), D6, "fast move", their_side(men))
        words, how, results = [], [], []
        for figure in men:
            many = held_back(figure, at_most_two(passed(dice.faces, g.rep(figure))))
            figure.doing = figure.doing.but(bonus=many * self.half(figure))
            words.append(f"{figure.name} passes {many}")
            results.append({"figure": figure.id, "passed": many})
            how.append(
                own_throw(figure, dice.faces, "carries a man: one at most" if figure.aid.carries else "")
            )
        alike = len(men) > 1 and len({one["passed"] for one in results}) == 1
        text = f"Fast Move: {f'all pass {many}' if alike else ', '.join(words)}."
        g.tell_of(men, "fast_move_throw", text, "NUTS-MOVE-02", rolls=[dice], reckoned=how, results=results)

    @step
    def found_out(self, g: Skirmish) -> Next:
        """Where nobody was they go on. NUTS-PEF-06"""
        if self.reply:
            return Go(self.interrupted)
        self.from_here(g)
        return Go(self.walk)

    def from_here(self, g: Skirmish) -> None:
        """What is left of each man's way, from where he stands."""
        walked = dict(self.walked)
        self.goers = tuple(
            msgspec.structs.replace(
                going, path=(g.figure(going.who).at, *rest(going.path, walked[going.who])[1:])
            )
            for going in self.goers
        )

    @step
    def interrupted(self, g: Skirmish) -> Next:
        """Who was not stopped by a result, nor knocked down, may finish his move. NR-19, NUTS-REACT-07"""
        cite("NR-19")
        self.goers = tuple(going for going in self.goers if self.is_on_the_move(g.figure(going.who)))
        if not self.goers:
            return Go(self.look_about)
        if self.fast and not self.thrown:
            self.throw(g)
        seat = seat_leading(g, [g.figure(going.who) for going in self.goers])
        if not seat:
            return self.walk_on(g)
        if not any(can_finish(g.figure(going.who), going) for going in self.goers):
            return self.finish(g, {})
        return Ask(self.finish_move, seat, then=self.go_on)

    def walk_on(self, g: Skirmish) -> Next:
        """Those whom nobody plays go on as they meant to. NS-42"""
        there = [going for going in self.goers if left_to_go(g.figure(going.who)) <= 0]
        for going in there:
            self.end(g, going, going.facing)
        self.goers = tuple(
            going for going in self.goers if going not in there and not g.figure(going.who).prone
        )
        self.from_here(g)
        return Go(self.walk)

    @question
    def finish_move(self, view: SkirmishView) -> AnyRequest:
        """Who has come to his end may still look where he was told to, now that he knows who is there. NR-182"""
        going = {one.who: one for one in self.goers}
        men = [one for one in (view.state.figures[id] for id in going) if can_finish(one, going[one.id])]
        there = [one.id for one in men if left_to_go(one) <= 0]
        return Path(
            "Finish the move, or stay.",
            walkers=tuple(walker(view.state, one, left_to_go(one)) for one in men),
            proposal={id: {"points": [], "facing": going[id].facing} for id in there},
            guide="skirmish.paths",
            unit="in",
            rows=("NR-19",),
        )

    @step
    def go_on(self, g: Skirmish) -> Next:
        return self.finish(g, self.answer(dict[str, PathValue]))

    def finish(self, g: Skirmish, given: Mapping[str, PathValue]) -> Next:
        """Who stays may turn, and drops here if he was told to at his move's end. NUTS-MOVE-04, NR-19, NR-182"""
        cite("NR-182")
        old = {going.who: going for going in self.goers}
        for id, going in old.items():
            value = given.get(id, PathValue())
            if not value.points:
                self.end(g, going, value.facing)
        self.goers = tuple(
            Going(id, (g.figure(id).at, *value.points), value.facing, old[id].prone, old[id].off)
            for id, value in given.items()
            if value.points
        )
        for going in self.goers:
            self.get_up(g, g.figure(going.who))
        return Go(self.walk)

    @step
    def look_about(self, g: Skirmish) -> Next:
        """Who was stopped on another's base makes room, and at an exit goes off; who has turned may see somebody.

        NS-01, NR-130, NR-205
        """
        for id, way in self.trodden:
            figure = g.figure(id)
            if self.leaves_by_exit(g, figure):
                get_through(g, figure)
            elif figure.at == way[-1] and figure.status not in LOST:
                come_to_rest(g.state, figure, way)
        look_round(g)
        looking = [one for one in g.figures(dict.fromkeys(self.turned)) if can_act(one)]
        sighting = arriving.come_about(g, "end facing", looking) if looking else None
        if sighting is None:
            return Go(self.over)
        return Call(links.met(sighting, extra=bool(self.trodden)), then=self.look_about)

    @step
    def over(self, g: Skirmish) -> Next:
        """Who lies in reach of anybody is dealt with. NUTS-REACT-11"""
        touching = touched(g)
        return Call(touching, then=self.over) if touching else Done()


@procedure("skirmish.approach", rows=("NR-205",))
class Approach(Move):
    """A move to where something else is done: somebody is charged or fetched, or something picked up. NR-205"""

    def leaves_by_exit(self, g: Skirmish, figure: Figure) -> bool:
        return False


def goers_of(g: Skirmish, figures: Iterable[str], given: Mapping[str, Way]) -> tuple[Going, ...]:
    """Men with the ways that a plan gives them, from where they stand."""
    return tuple(
        Going(id, (g.figure(id).at, *given[id].points), given[id].facing, given[id].prone) for id in figures
    )


def approach(g: Skirmish, paths: Mapping[str, Any]) -> Approach:
    given = msgspec.convert({"paths": paths}, MovePlan).paths
    return Approach(goers_of(g, given, given))


def can_finish(figure: Figure, going: Going) -> bool:
    """Whether a man who was interrupted has anything left of his move: inches, or a look. NR-19, NR-182"""
    return left_to_go(figure) > 0 or going.facing not in (None, figure.facing)


def held_back(figure: Figure, many: int) -> int:
    """Who carries a wounded man passes at most 1d6. NUTS-WOUND-03"""
    if not figure.aid.carries:
        return many
    cite("NUTS-WOUND-03")
    return min(many, number("most_passed_carrying"))


def charge(g: Skirmish, figure: Figure, path: tuple[Point, ...], gone: Tenths) -> None:
    """What a man has spent by going so far along his path. NUTS-MOVE-01"""
    cost = path_cost(g.state, cut(path, min(gone, length(path)))) or 0
    figure.doing = figure.doing.but(spent=figure.doing.spent + cost)


def tell_move(g: Skirmish, figure: Figure, path: tuple[Point, ...], gone: Tenths, start: Point) -> None:
    """A man has moved: for those who see him. NUTS-MOVE-01"""
    inches = min(gone, length(path)) / INCH
    if inches >= LEAST_TOLD:
        text = f'{figure.name} moves {inches:.1f}".'
        g.tell_of([figure], "moves", text, "NUTS-MOVE-01", figure=figure.id, start=start, end=figure.at)


def can_rise(figure: Figure) -> bool:
    """Whether a man is on his feet, or has half a move left to get up. NUTS-MOVE-05"""
    return normal_move(figure) + figure.doing.bonus - figure.doing.spent >= rising(figure)


def drop_prone(g: Skirmish, figure: Figure) -> None:
    """An active man drops prone, which ends his movement; he may still shoot. NUTS-MOVE-04"""
    cite("NUTS-MOVE-04")
    lay_already, figure.prone = figure.prone, True
    figure.doing = figure.doing.but(spent=normal_move(figure) + figure.doing.bonus)
    if not lay_already:
        g.tell_of([figure], "prone", f"{figure.name} drops prone.", "NUTS-MOVE-04", figure=figure.id)
