"""The night turn: secret routes that run together, digging in, clashes in the dark, and hiding before dawn. KIM-6.1

Both sides are asked at the same time, first for routes, then for who digs in; what one side answers the other reads
nowhere. Nothing depends on which side is listed first. KIM-R66
"""

from __future__ import annotations

from msgspec.structs import replace

from deadground.core.agenda import Ask, Call, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.records import rename
from deadground.core.requests import AnyRequest, Option, Path, PathValue, Pick
from deadground.space.paths import straightened
from deadground.space.walks import STEPS_TOGETHER
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, seat_of
from deadground.systems.stands.rules.cards.cards import clear_cards
from deadground.systems.stands.rules.cards.tasks import DIG_IN
from deadground.systems.stands.rules.fire.chits import bring_supply
from deadground.systems.stands.rules.fire.fixed import dig_in_guns
from deadground.systems.stands.rules.fire.snap_shots import QUIET
from deadground.systems.stands.rules.morale.morale import why_retiring
from deadground.systems.stands.rules.movement.arrivals import turn
from deadground.systems.stands.rules.movement.clock import end_walk
from deadground.systems.stands.rules.movement.routes import whole
from deadground.systems.stands.rules.night.night_clash import (
    Meeting,
    NightClock,
    Snap,
    clash,
    meet,
    night_snap_words,
    snaps_of,
)
from deadground.systems.stands.rules.night.night_routes import (
    StandsView,
    night_walker,
    own_stands,
    why_no_digging,
)
from deadground.systems.stands.rules.visibility.positions import leave_on_table
from deadground.systems.stands.rules.visibility.sight_rules import may_hide_at_night
from deadground.systems.stands.rules.visibility.visibility import (
    may_go_into_hiding,
    reveal_moving,
    reveal_seen,
)
from deadground.systems.stands.seats.umpire_settles import SettleNightRoutes, has_umpire
from deadground.systems.stands.state import Sighting, Stand, StandsState, side_of


@procedure("stands.night_turn", rows=("KIM-6.1a", "KIM-6.1b", "KIM-6.1c", "KIM-6.1d"))
class NightTurn(Procedure):
    """A whole night turn. `meetings` and `snaps` are the clashes of the step being settled: all on the table."""

    tick: int = 0
    meetings: tuple[Meeting, ...] = ()
    snaps: tuple[Snap, ...] = ()

    @step
    def begin(self, g: Stands) -> Next:
        """No cards and no command rolls: those of the day are taken up. KIM-6.1a, KIM-R74"""
        g.state.phase = "night"
        clear_cards(g.state)
        for stand in g.state.stands.values():
            stand.moved = stand.walk_from = stand.walked_before = 0
            stand.turned = stand.fired = False
        g.tell("night", "Night falls.", "KIM-6.1a", "KIM-R74")
        return Ask(self.give_routes, players(g), then=self.routes_given)

    @question
    def give_routes(self, view: StandsView) -> AnyRequest:
        """Each stand chooses by itself. KIM-6.1a, KIM-6.1b, KIM-R98"""
        return Path(
            "Give your stands their routes for the night.",
            walkers=tuple(night_walker(view.state, stand) for stand in own_stands(view)),
            proposal={},
            guide="stands.night_routes",
            rows=("KIM-6.1a", "KIM-6.1b", "KIM-6.1d"),
        )

    @step
    def routes_given(self, g: Stands) -> Next:
        for given in self.answer(dict[str, dict[str, PathValue]]).values():
            for id, value in given.items():
                set_out(g.stand(id), value)
        self.reply = None
        if has_umpire(g):
            return Call(SettleNightRoutes(), then=self.routes_settled)
        return Go(self.ask_diggers)

    @step
    def routes_settled(self, g: Stands) -> Next:
        """What the umpire settled is what is walked. KIM-6.1d"""
        routes = self.answer(dict[str, PathValue])
        for stand in in_order(g):
            set_out(stand, routes.get(stand.id, PathValue()))
        self.reply = None
        return Go(self.ask_diggers)

    @step
    def ask_diggers(self, g: Stands) -> Next:
        return Ask(self.choose_diggers, players(g), then=self.diggers_chosen, quiet=QUIET, veiled=True)

    @question
    def choose_diggers(self, view: StandsView) -> AnyRequest:
        """Who moves 50 at most may dig in. KIM-6.1a"""
        own = own_stands(view)
        return Pick(
            "Pick the stands that dig in tonight.",
            options=tuple(
                Option(stand.id, stand.name, refused=why_no_digging(view.state, stand)) for stand in own
            ),
            least=0,
            most=len(own),
            proposal=[],
            rows=("KIM-6.1a",),
        )

    @step
    def diggers_chosen(self, g: Stands) -> Next:
        for picked in self.answer(dict[str, list[str]]).values():
            for id in picked:
                g.stand(id).task = DIG_IN
        self.reply = None
        for stand in in_order(g):
            if stand.route:
                reveal_moving(g, stand)
        reveal_seen(g)
        return Go(self.clock)

    @step
    def clock(self, g: Stands) -> Next:
        """Step after step until all have arrived, or somebody bumps into an enemy. KIM-6.1d, KIM-R66"""
        clock = NightClock(g, self.tick)
        while self.tick < STEPS_TOGETHER and clock.courses:
            self.tick = clock.next_step()
            self.meetings = clock.night_step(self.tick)
            if self.meetings:
                return Go(self.contact)
        return Go(self.arrive)

    @step
    def contact(self, g: Stands) -> Next:
        """Those who may take a snap shot are asked first; the others notice nothing. KIM-6.2d, KIM-R104"""
        meet(g, self.meetings)
        self.snaps = snaps_of(g, self.meetings)
        seats = sorted({seat_of(g.state, g.stand(shooter)) for shooter, _ in self.snaps})
        if not seats:
            return Go(self.settle)
        return Ask(self.take_snap_shots, seats, then=self.shots_chosen, quiet=QUIET, veiled=True)

    @question
    def take_snap_shots(self, view: StandsView) -> AnyRequest:
        stands = view.state.stands
        options = tuple(
            Option(
                shooter,
                f"{stands[shooter].name} at {stands[target].name}",
                night_snap_words(view.state, stands[shooter], stands[target], view.options),
            )
            for shooter, target in self.snaps
            if seat_of(view.state, stands[shooter]) == view.seat
        )
        return Pick(
            "Pick who fires at the vehicle that ran into him.",
            options=options,
            least=0,
            most=len(options),
            proposal=[option.id for option in options],
            rows=("KIM-6.2d", "KIM-R74"),
        )

    @step
    def shots_chosen(self, g: Stands) -> Next:
        chosen = {id for picked in self.answer(dict[str, list[str]]).values() for id in picked}
        self.snaps = tuple(snap for snap in self.snaps if snap[0] in chosen)
        self.reply = None
        return Go(self.settle)

    @step
    def settle(self, g: Stands) -> Next:
        clash(g, self.meetings, self.snaps)
        self.meetings = self.snaps = ()
        return Go(self.clock)

    @step
    def arrive(self, g: Stands) -> Next:
        """Walks end, friends make room, all face as they were told; then the night's work is done."""
        for stand in in_order(g):
            if stand.route:
                end_walk(g, stand)
        turn(g, "night route", {one.id: one.end_facing for one in in_order(g) if one.end_facing >= 0})
        for stand in in_order(g):
            stand.end_facing = stand.stood_facing = -1
            if stand.task == DIG_IN:
                dig_in(g, stand)
        dig_in_guns(g)
        bring_supply(g)
        reveal_seen(g)
        return Ask(self.choose_hiders, players(g), then=self.dawn, known=True)

    @question
    def choose_hiders(self, view: StandsView) -> AnyRequest:
        """Who is in cover and out of enemy sight may be taken off the table. KIM-6.1c, KIM-R75"""
        own = [stand for stand in own_stands(view) if not stand.hidden]
        options = tuple(
            Option(stand.id, stand.name, refused=why_not_hide(view.state, stand, view.options))
            for stand in own
        )
        return Pick(
            "Pick the stands that go back into hiding.",
            options=options,
            least=0,
            most=len(options),
            proposal=[option.id for option in options if option.refused is None],
            rows=("KIM-6.1c", "KIM-R75"),
        )

    @step
    def dawn(self, g: Stands) -> Next:
        picked = [id for ids in self.answer(dict[str, list[str]]).values() for id in ids]
        hide(g, [g.stand(id) for id in sorted(picked)])
        for stand in g.state.stands.values():
            stand.walk_from = stand.walked_before = stand.moved = 0
            stand.fired = False
        return Done()


def players(g: Stands) -> tuple[str, ...]:
    """Every seat that plays for a side."""
    return tuple(seat for seat in g.seats if side_of(g.state, seat))


def in_order(g: Stands) -> list[Stand]:
    """All stands in an order that favours no side."""
    return sorted(g.state.stands.values(), key=lambda stand: stand.id)


def set_out(stand: Stand, value: PathValue) -> None:
    """A stand's route as it was given; one that stays may still turn, for no card is needed. KIM-6.1a, KIM-R74"""
    path = straightened(whole(stand, value.points))
    stand.route = path if len(path) > 1 else ()
    stand.stood_facing = stand.facing
    stand.end_facing = -1 if value.facing is None else value.facing


def dig_in(g: Stands, stand: Stand) -> None:
    """What was begun in the dark is done by dawn. KIM-6.1a"""
    stand.dug_in, stand.digging, stand.task = True, 0, ""
    g.tell("digs", f"{stand.name} is dug in.", "KIM-6.1a", to=g.who_knows([stand]), stand=stand.id, done=True)


def why_not_hide(state: StandsState, stand: Stand, options: Options) -> Fault | None:
    """Why a stand is not taken off the table: it marches off, is not in cover, or an enemy sees it.

    KIM-6.1c, KIM-3.3b, KIM-R75, KIM-R111
    """
    cite("KIM-6.1c", "KIM-R75")
    if marching := why_retiring(state, stand):
        cite("KIM-R111")
        return replace(marching, rows=(*marching.rows, "KIM-R111"))
    return may_go_into_hiding(state, stand) or may_hide_at_night(state, stand, options=options)


def hide(g: Stands, stands: list[Stand]) -> None:
    """Stands go off the table under new ids; a dug-in position stays. All are judged before any goes. KIM-6.1c

    A hidden enemy that sees one keeps it on the table; its owner reads only that somebody does. KIM-R75
    """
    seen = {stand.id for stand in stands if why_not_hide(g.state, stand, g.options)}
    new: dict[str, str] = {}
    sightings: dict[str, Sighting] = {}
    for stand in stands:
        if stand.id in seen:
            text = f"{stand.name} stays on the table: an enemy sees it."
            g.tell("stays", text, "KIM-6.1c", "KIM-R75", to=g.seats_of(stand.side), stand=stand.id)
            continue
        left = ", and its position stays" if stand.dug_in else ""
        text = f"{stand.name} is taken off the table{left}."
        g.tell("hides", text, "KIM-6.1c", "KIM-R75", stand=stand.id)
        if stand.dug_in:
            leave_on_table(g, stand)
        stand.hidden = True
        sightings[stand.id] = last_seen(g, stand)
        new[stand.id] = g.new_id()
    rename(g.state, "stands", new)
    g.state.sightings |= sightings  # after the renaming, or the new ids would be in them


def last_seen(g: Stands, stand: Stand) -> Sighting:
    """Where everybody saw a stand for the last time. KIM-6.1c"""
    return Sighting(
        stand.id,
        stand.side,
        stand.kind,
        stand.name,
        stand.at,
        stand.facing,
        stand.width,
        stand.depth,
        g.state.turn,
    )
