"""The battle: muster, bombardment, then turn after turn through the printed sequence of play. KIM-1.1a"""

from __future__ import annotations

from typing import ClassVar

from deadground.core.agenda import PROCEDURES, Call, Done, Go, Next, Procedure, procedure, step
from deadground.systems.stands.entry import arrive
from deadground.systems.stands.game import Stands, enemies_of, stands_of
from deadground.systems.stands.rules.aircraft.air import AirAttacks, AirLosses, AirTurn
from deadground.systems.stands.rules.aircraft.air_plans import AirPlans, day_begins
from deadground.systems.stands.rules.aircraft.air_recon import AirRecon
from deadground.systems.stands.rules.assault.assault import Charges
from deadground.systems.stands.rules.assault.melee import CloseCombat
from deadground.systems.stands.rules.cards.cards import PlaceCards
from deadground.systems.stands.rules.cards.command import RollCommand
from deadground.systems.stands.rules.cards.tasks import carry_out_actions
from deadground.systems.stands.rules.deployment.set_up import SetUp, who_sets_up
from deadground.systems.stands.rules.fire.bombardment import AreaFire, LiftAreaFire
from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.rules.fire.snap_shots import forget_snap_shots
from deadground.systems.stands.rules.fire.support import PreBattleBombardment
from deadground.systems.stands.rules.morale.morale import MoraleTest
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.rules.visibility.positions import see_positions
from deadground.systems.stands.rules.visibility.sight_rules import who_sees
from deadground.systems.stands.rules.visibility.visibility import PlaceSeen, reveal_seen
from deadground.systems.stands.scenario_file import scenario_named
from deadground.systems.stands.seats.loans import change_hands
from deadground.systems.stands.seats.umpire_settles import SettleAirPlans, has_umpire
from deadground.systems.stands.setup import Muster
from deadground.systems.stands.state import Phase, Stand
from deadground.systems.stands.victory import verdict

DAY: tuple[tuple[Phase, type[Procedure]], ...] = (
    ("cards", AirTurn),
    ("cards", PlaceCards),
    ("command", RollCommand),
    ("area_fire", AreaFire),
    ("charges", Charges),
    ("movement", AirRecon),
    ("movement", Movement),
    ("fire", AirAttacks),
    ("fire", FirePhase),
    ("fire", AirLosses),
    ("close_combat", CloseCombat),
    ("lift", LiftAreaFire),
    ("morale", MoraleTest),
)
"""The nine phases of a day turn in their order, with what aircraft do in them. KIM-1.1a"""

NIGHT: tuple[tuple[Phase, type[Procedure]], ...] = (("night", NightTurn), ("morale", MoraleTest))
"""A night turn ends as a day turn does: with the morale of the commands. KIM-8.1c, KIM-R111"""


@procedure("stands.battle", rows=("KIM-1.1a",))
class Battle(Procedure):
    """The whole battle. `phase` is the key of the phase that comes next."""

    phase: str = ""

    holds_keys: ClassVar[tuple[str, ...]] = ("phase",)

    @step
    def muster(self, g: Stands) -> Next:
        return Call(Muster(), then=self.set_up if who_sets_up(g.state) else self.bombard)

    @step
    def set_up(self, g: Stands) -> Next:
        """Where the scenario leaves it to the players where their stands begin. KIM-8.2b"""
        g.state.phase = "deployment"
        return Call(SetUp(), then=self.bombard)

    @step
    def bombard(self, g: Stands) -> Next:
        """Artillery of the side that may, before turn 1. KIM-4.11a"""
        if not any(side.pre_battle for side in g.state.sides.values()):
            return Go(self.begin_turn)
        remember_who_is_seen(g)
        see_positions(g)
        return Call(PreBattleBombardment(), then=self.begin_turn)

    @step
    def begin_turn(self, g: Stands) -> Next:
        """Who hid from the eyes of the night may stand in view by day. KIM-3.3a"""
        for stand in g.state.stands.values():
            make_ready(stand)
        word = "Night turn" if is_night(g) else "Turn"
        g.tell("turn", f"{word} {g.state.turn} of {g.state.last_turn}.", "KIM-1.1a", turn=g.state.turn)
        arrive(g)
        change_hands(g)
        forget_snap_shots(g)
        reveal_seen(g)
        remember_who_is_seen(g)
        see_positions(g)
        self.phase = phases(g)[0][1].key
        if day_begins(g.state) and any(not one.lost for one in g.state.squadrons.values()):
            return Call(AirPlans(), then=self.settle_air_plans)
        return Go(self.next_phase)

    @step
    def settle_air_plans(self, g: Stands) -> Next:
        """Where a person is the umpire he sees the plans before they are flown. KIM-5.1a"""
        return Call(SettleAirPlans(), then=self.next_phase) if has_umpire(g) else Go(self.next_phase)

    @step
    def next_phase(self, g: Stands) -> Next:
        if not self.phase:
            return Go(self.end_turn)
        sequence = phases(g)
        here = [kind.key for _, kind in sequence].index(self.phase)
        g.state.phase = sequence[here][0]
        self.phase = sequence[here + 1][1].key if here + 1 < len(sequence) else ""
        return Call(PROCEDURES[sequence[here][1].key](), then=self.next_phase)

    @step
    def end_turn(self, g: Stands) -> Next:
        """Tasks are worked at, and the scenario says who has won. KIM-1.2l, KIM-R83"""
        if not is_night(g):
            carry_out_actions(g)
        scenario = scenario_named(g.state.scenario)
        last = g.state.turn >= g.state.last_turn
        found = verdict(g.state, scenario.file.victory, margin=scenario.file.margin, over=last)
        if found is not None:
            winners = g.seats_of(found.winner) if found.winner else ()
            g.finish(winners, found.reason, "KIM-8.2d")
            return Done()
        g.state.turn += 1
        return Go(self.begin_turn)


def is_night(g: Stands) -> bool:
    return g.state.turn in g.state.night_turns


def phases(g: Stands) -> tuple[tuple[Phase, type[Procedure]], ...]:
    """The sequence of a turn; with the option `by_owner` owners judge after all movement who is seen. KIM-R52"""
    sequence = NIGHT if is_night(g) else DAY
    if g.option("reveal") == "automatic":
        return sequence
    here = next(n for n, (_, kind) in enumerate(sequence, 1) if kind in (Movement, NightTurn))
    return (*sequence[:here], (sequence[here - 1][0], PlaceSeen), *sequence[here:])


def make_ready(stand: Stand) -> None:
    """What a stand did last turn is over, but for an assault that goes on. KIM-R117"""
    stand.moved, stand.turned, stand.fired, stand.limit = 0, False, False, ""
    stand.assaulted = bool(stand.in_contact_with)


def remember_who_is_seen(g: Stands) -> None:
    """Who is visible to the enemy as the turn begins: what bombardment and aircraft may aim at. KIM-4.13a"""
    seen: set[str] = set()
    for side in g.state.sides:
        known = [stand for stand in enemies_of(g.state, side) if not stand.hidden]
        seen |= who_sees(g.state, stands_of(g.state, side), known, options=g.options).keys()
    for stand in g.state.stands.values():
        stand.seen_at_start = stand.id in seen
