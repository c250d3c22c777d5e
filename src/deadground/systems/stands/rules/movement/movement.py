"""The movement phase: routes are given in secret, then all walk them at the same time. KIM-2.1a to KIM-2.5f

The phase is cut into equal steps of time. What happens at the end of one step is settled in a fixed order: hidden
stands come into view, mines and area fire, bad going and halt range, snap shots; within one kind all dice come
before all effects. Nothing depends on which side is listed first. KIM-R66
"""

from __future__ import annotations

from typing import Any, Literal

from deadground.core.agenda import Ask, Call, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.citing import cite
from deadground.core.dice import D10
from deadground.core.requests import AnyRequest, Path, PathValue, Walker
from deadground.core.view import View
from deadground.space.paths import cut, length, straightened
from deadground.space.walks import STEPS_TOGETHER
from deadground.systems.stands.game import Stands, ground_of, stands_of
from deadground.systems.stands.rules.cards.command import may
from deadground.systems.stands.rules.cards.plans import AT_HALT
from deadground.systems.stands.rules.fire.duties_of_fire import acting_under_fire
from deadground.systems.stands.rules.fire.snap_shots import QUIET, snap_shots_at
from deadground.systems.stands.rules.movement.allowance import allowance, most, why_no_move
from deadground.systems.stands.rules.movement.arrivals import turn
from deadground.systems.stands.rules.movement.clock import Clock, end_walk
from deadground.systems.stands.rules.movement.room import leave_room_unturned
from deadground.systems.stands.rules.movement.routes import crowding, route_faults, whole
from deadground.systems.stands.rules.visibility.visibility import is_owner, reveal_moving, reveal_seen
from deadground.systems.stands.state import Stand, StandsState, side_of

StandsView = View[StandsState]


@procedure("stands.movement", rows=("KIM-1.1a", "KIM-2.1a"))
class Movement(Procedure):
    """The phase. `groups` are the sides still to move, those that move together in one group."""

    groups: tuple[tuple[str, ...], ...] = ()
    tick: int = 0

    @step
    def begin(self, g: Stands) -> Next:
        self.groups = order_of_sides(g)
        return Go(self.ask_routes)

    @step
    def ask_routes(self, g: Stands) -> Next:
        """Everybody is asked, those who move later too: until all have answered, and then until the walk is over,
        each reads the same, so that a snap shot somebody is asked about is no pause of its own. KIM-R104
        """
        if not self.groups:
            return Done()
        seats = [seat for seat in g.seats if side_of(g.state, seat)]
        return Ask(self.give_routes, seats, then=self.committed, quiet=QUIET, veiled=True)

    @question
    def give_routes(self, view: StandsView) -> AnyRequest:
        """Routes for the stands of a seat's own commands that may move; those planned are proposed. KIM-R66"""
        state = view.state
        moves = side_of(state, view.seat) in self.groups[0]
        stands = [stand for stand in state.stands.values() if moves and may_be_asked(view, stand)]
        return Path(
            "Give your stands their routes." if moves else "The enemy moves.",
            walkers=tuple(walker(state, stand) for stand in stands),
            when_met=AT_HALT,
            proposal=planned(view, stands),
            guide="stands.routes",
            rows=self.rows,
        )

    @step
    def committed(self, g: Stands) -> Next:
        answers = self.answer(dict[str, dict[str, PathValue]])
        self.reply = None
        self.tick = 0
        for side in self.groups[0]:
            for stand in stands_of(g.state, side):
                set_out(g, stand, PathValue())
        for given in answers.values():
            for id, value in given.items():
                set_out(g, g.stand(id), value)
        return Go(self.under_way)

    @step
    def under_way(self, g: Stands) -> Next:
        """Before anybody moves: who moves is seen, and who moves under fire is rolled for. KIM-R51, KIM-4.12b

        To turn by a card counts as a move. KIM-1.2g, KIM-R163
        """
        active = [stand for side in self.groups[0] for stand in stands_of(g.state, side) if is_active(stand)]
        for stand in sorted(active, key=lambda stand: stand.id):
            if stand.route:
                reveal_moving(g, stand)
            elif new_facing(stand) != stand.facing:
                reveal_moving(g, stand, "it turns", "KIM-1.2g", "KIM-R163")
        for stand in sorted(active, key=lambda stand: stand.id):
            acting_under_fire(g, stand)
        reveal_seen(g)
        return Go(self.clock)

    @step
    def clock(self, g: Stands) -> Next:
        """Step after step until all have arrived, or a snap shot falls due. KIM-R66"""
        clock = Clock(g, self.groups[0], self.tick)
        while self.tick < STEPS_TOGETHER and clock.courses:
            self.tick = clock.next_step()
            clock.tick(self.tick)
            shots = snap_shots_at(g, self.tick, clock.in_sights(), self.groups[0])
            if shots:
                return Call(shots[0], then=self.shot_at)
        return Go(self.arrive)

    @step
    def shot_at(self, g: Stands) -> Next:
        shots = snap_shots_at(g, self.tick, None, self.groups[0])
        return Call(shots[0], then=self.shot_at) if shots else Go(self.clock)

    @step
    def arrive(self, g: Stands) -> Next:
        """Movers end their walk, friends make room, and all take the facing they were given. KIM-2.2a, KIM-R44"""
        moving = [stand for side in self.groups[0] for stand in stands_of(g.state, side)]
        for stand in moving:
            end_walk(g, stand)
        face(g, [stand for stand in moving if stand.id in g.state.stands])
        self.groups = self.groups[1:]
        return Go(self.ask_routes)


def order_of_sides(g: Stands) -> tuple[tuple[str, ...], ...]:
    """All sides at once, or with the option one after the other: the attacker first, else by a die. KIM-R66"""
    sides = tuple(g.state.sides)
    if g.option("movement_order") == "simultaneous":
        return (sides,)
    attackers = [side for side in sides if g.state.sides[side].attacker]
    if len(attackers) != 1:
        attackers = []
        while len(attackers) != 1:
            dice = {side: g.roll(1, D10, "who moves first", side) for side in sides}
            best = max(die.one for die in dice.values())
            attackers = [side for side in sides if dice[side].one == best]
            names = " and ".join(g.state.sides[side].name for side in attackers)
            text = f"Rolled highest, for who moves first: {names}."
            g.tell("order", text, "KIM-1.1a", "KIM-R66", rolls=dice.values())
    return ((attackers[0],), *((side,) for side in sides if side != attackers[0]))


def may_be_asked(view: StandsView, stand: Stand) -> bool:
    """Whether a seat is asked about a stand: it leads it, and the stand may move or turn. KIM-R91"""
    if not is_owner(view.state, view.seat, stand):
        return False
    return why_no_move(view.state, stand, view.options, "") is None


def walker(state: StandsState, stand: Stand) -> Walker:
    ground = ground_of(state)
    return Walker(stand.id, stand.name, stand.at, most(state, stand), (0, 0, ground.width, ground.height))


def planned(view: StandsView, stands: list[Stand]) -> dict[str, Any]:
    """The routes planned with the cards, cut to what may be walked now; one that cannot be walked is left out."""
    found: dict[str, PathValue] = {}
    for stand in stands:
        facing = None if stand.end_facing < 0 else stand.end_facing
        if not stand.route and facing is None:
            continue
        path = whole(stand, stand.route)
        shorter = cut(path, min(length(path), allowance(view.state, stand, path).tenths))
        for way in (path, shorter):
            if not route_faults(view.state, stand, way[1:], facing, options=view.options):
                if len(way) > 1 or facing is not None:
                    found[stand.id] = PathValue(way[1:], facing, stand.at_halt)
                break
    own = [stand.id for stand in stands]
    while crowded := crowding(view.state, found, own, view.options):
        del found[crowded[-1].at.split(".")[1]]
    return {
        id: {
            "points": [list(point) for point in value.points],
            "facing": value.facing,
            "when_met": value.when_met,
        }
        for id, value in found.items()
    }


def set_out(g: Stands, stand: Stand, value: PathValue) -> None:
    """A stand's route as it was given for good."""
    path = straightened(whole(stand, value.points))
    stand.route = path if len(path) > 1 else ()
    stand.end_facing = -1 if value.facing is None else value.facing
    stand.at_halt = at_halt(stand, value)
    stand.walk_from = stand.walked_before = 0
    stand.stood_facing = stand.facing
    if len(path) > 1:
        stand.moved = 0
        allowed = allowance(g.state, stand, path)
        text = f"{stand.name} sets out, up to {allowed.tenths // 10} mm."
        own = g.seats_of(stand.side)
        g.tell("sets_out", text, *moves_by(stand), tallies=[allowed.tally], to=own, stand=stand.id)


def at_halt(stand: Stand, value: PathValue) -> Literal["halt", "round"]:
    """What a route says for an enemy in its way; one that says nothing is walked as it was planned. KIM-R66"""
    if not value.when_met:
        return stand.at_halt
    return "round" if value.when_met == "round" else "halt"


def moves_by(stand: Stand) -> tuple[str, ...]:
    """The row by which a stand moves: its card's, or none needed. KIM-1.2e, KIM-1.2f, KIM-1.3h, KIM-R91"""
    if stand.order == "move":
        return ("KIM-1.2e",)
    return ("KIM-1.2f",) if stand.order == "move_and_fire" else ("KIM-1.3h", "KIM-R91")


def is_active(stand: Stand) -> bool:
    """Whether a stand moves or turns in this phase."""
    return bool(stand.route) or new_facing(stand) is not None


def new_facing(stand: Stand) -> int | None:
    """Where a stand faces when the phase is over, if it was told. KIM-1.2g, KIM-2.2a, KIM-R81"""
    if stand.order == "change_formation" and stand.arrow >= 0:
        return stand.arrow if may(stand, "turn") is None and not stand.in_contact_with else None
    may_face = stand.moved or may(stand, "turn") is None
    return stand.end_facing if stand.end_facing >= 0 and may_face else None


def face(g: Stands, stands: list[Stand]) -> None:
    """A Change Formation card turns its stands to the arrow; movers face as they chose. KIM-1.2g, KIM-2.2a"""
    facings = {stand.id: facing for stand in stands if (facing := new_facing(stand)) is not None}
    told = [stand for stand in stands if stand.end_facing >= 0]
    for stand in stands:
        stand.route, stand.end_facing, stand.stood_facing = (), -1, -1
        stand.walk_from = stand.walked_before = 0
    cite("KIM-2.2a")
    for stand in turn(g, "turning", facings):
        del facings[stand.id]
        text = f"{stand.name} has no room to turn."
        g.tell("no_turn", text, "KIM-2.4a", "KIM-R152", to=g.seats_of(stand.side), stand=stand.id)
    for stand in told:
        if stand.id not in facings and stand.id in g.state.stands:
            leave_room_unturned(g, stand)
    if not facings:
        return
    for id in [id for id in facings if id in g.state.stands]:
        stand = g.stand(id)
        if stand.moved or stand.order == "move_and_fire":
            continue
        stand.turned = True
        text = f"{stand.name} turns to {stand.facing // 10} degrees and does not fire."
        g.tell("turned", text, "KIM-1.2g", "KIM-2.2a", to=g.who_knows([stand]), stand=stand.id)
    reveal_seen(g)
