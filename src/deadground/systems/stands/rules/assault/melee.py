"""Melee: what becomes of the assaults that stand when all movement and fire is over. KIM-7.3"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from deadground.core.agenda import Ask, Call, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.odds import percent
from deadground.core.requests import AnyRequest, Confirm, Option, Pick
from deadground.core.view import View
from deadground.space.plane import Point
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, kind_of, seat_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.assault.charge_moves import go_back, is_free_place, step_up
from deadground.systems.stands.rules.assault.contact import Parties, assaults, release
from deadground.systems.stands.rules.assault.ranks import close_ranks
from deadground.systems.stands.rules.fire.duties_of_fire import open_fire, ready_to_fire, shoot
from deadground.systems.stands.rules.fire.firing import Shot, chance, shot_at
from deadground.systems.stands.rules.fire.hits import destroy, hit, lives
from deadground.systems.stands.rules.fire.ranges import is_armed
from deadground.systems.stands.rules.movement.arrivals import Going, go, straight
from deadground.systems.stands.state import Stand, StandsState

StandsView = View[StandsState]
Shift = tuple[str, int, str]
PRESS, WITHDRAW = "press", "withdraw"


@procedure("stands.close_combat", rows=("KIM-7.3e",))
class CloseCombat(Procedure):
    """The close combat phase: every assault that still stands, one after the other. KIM-7.3e"""

    fought: tuple[str, ...] = ()

    @step
    def next_melee(self, g: Stands) -> Next:
        """Fire into the contact, or a melee beside it, may have taken somebody out of an assault. KIM-R110"""
        cite("KIM-7.3e", "KIM-R63")
        close_ranks(g, g.state.fallen)
        for parties in assaults(g.state):
            lead = parties.attackers[0]
            if lead not in self.fought:
                self.fought = (*self.fought, *parties.attackers, *parties.defenders)
                return Call(Melee(parties.attackers, parties.defenders, parties.mutual), then=self.next_melee)
        return Done()


@procedure("stands.melee", rows=("KIM-7.3a", "KIM-7.3b", "KIM-7.3c"))
class Melee(Procedure):
    """One assault, round after round until a side is gone or the attacker has had enough. KIM-7.3"""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    mutual: bool = False
    winner: str = ""
    place: Point = (0, 0)

    @property
    def parties(self) -> Parties:
        return Parties(self.attackers, self.defenders, self.mutual)

    @step
    def begin(self, g: Stands) -> Next:
        """Prone stands and guns taken in the rear die without a roll. KIM-1.2k, KIM-7.3d"""
        foe = g.stand(self.attackers[0]).in_contact_with
        there = g.state.stands.get(foe) or g.state.fallen.get(foe)
        if there is None:
            release(alive(g.state, self.attackers))
            return Done()
        self.place = there.at
        if self.defenders:
            fronts = self.fronts(g)
            for assaulted in fronts if self.mutual else fronts[1:]:
                lose_helpless(g, assaulted)
            self.close_up(g, fronts)
        return Go(self.round if self.attackers and self.defenders else self.decide)

    @step
    def round(self, g: Stands) -> Next:
        """Both sides roll together, one die a stand; then the hits are taken. KIM-7.3a, KIM-R62

        All who fight are rolled for under area fire first, for they fire. KIM-4.12b, KIM-R142
        """
        options, state = g.options, g.state
        fronts = self.fronts(g)
        for stand in alive(state, (*self.attackers, *self.defenders)):
            if fights(state, stand):
                ready_to_fire(g, "melee", stand)
        self.close_up(g, fronts)
        if not (self.attackers and self.defenders):
            return Go(self.decide)
        fronts = self.fronts(g)
        for party, front in zip((self.attackers, self.defenders), reversed(fronts), strict=True):
            for stand in alive(state, party):
                if fights(state, stand):
                    open_fire(g, "melee", stand, front.at)
        shots = [
            *party_shots(state, self.parties, self.attackers, options),
            *party_shots(state, self.parties, self.defenders, options),
        ]
        for shot, hits in [(shot, shoot(g, "melee", shot, "melee", "KIM-7.3a")) for shot in shots]:
            enemies = self.defenders if shot.shooter in self.attackers else self.attackers
            take_hits(g, enemies, hits, shot.shooter)
        self.close_up(g, fronts)
        return Go(self.decide)

    def fronts(self, g: Stands) -> list[Stand]:
        """The front stands of attackers and defenders."""
        return [g.stand(party[0]) for party in (self.attackers, self.defenders)]

    def close_up(self, g: Stands, fronts: Sequence[Stand]) -> None:
        """The next of a party steps up where its front stand is lost. KIM-R62, KIM-R95"""
        state = g.state
        for front, party in zip(fronts, (self.attackers, self.defenders), strict=True):
            left = alive(state, party) if front.id not in state.stands else []
            while left and not step_up(g, left[0], front):
                left = alive(state, party)
            if left:
                g.tell("steps_up", f"{left[0].name} carries on.", "KIM-R62", "KIM-R95", stand=left[0].id)
        self.attackers = tuple(stand.id for stand in alive(state, self.attackers))
        self.defenders = tuple(stand.id for stand in alive(state, self.defenders))
        meet(state, self.attackers, self.defenders)
        self.place = fronts[0 if self.defenders else 1].at

    @step
    def decide(self, g: Stands) -> Next:
        """Is it over? If not, the attacker presses on or withdraws. KIM-7.3b"""
        cite("KIM-7.3b")
        attackers, defenders = alive(g.state, self.attackers), alive(g.state, self.defenders)
        if attackers and defenders:
            asked = [attackers[0], defenders[0]] if self.mutual else [attackers[0]]
            return Ask(
                self.press_on, [seat_of(g.state, one) for one in asked], then=self.answered, known=True
            )
        if attackers or (self.mutual and defenders):
            winner = (attackers or defenders)[0]
            self.winner = winner.id
            if not is_free_place(g.state, winner, self.place):
                release([*attackers, *defenders])
                return Done()
            return Ask(self.take_place, seat_of(g.state, g.stand(self.winner)), then=self.over)
        release(defenders)
        return Done()

    @question
    def press_on(self, view: StandsView) -> AnyRequest:
        """Another round or back, with what either side may expect of the round. KIM-7.3b"""
        state = view.state
        mine, theirs = self.attackers, self.defenders
        if state.stands[mine[0]].side != state.seats[view.seat].side:
            mine, theirs = theirs, mine
        win, lose = (odds_of(state, self.parties, party, view.options) for party in (mine, theirs))
        hint = f"{percent(win)} to destroy {state.stands[theirs[0]].name}, "
        hint += f"{percent(lose)} to lose {state.stands[mine[0]].name}"
        hopeless = None
        if not can_hurt(state, self.parties, view.options):
            hopeless = Fault("value", "neither side can hurt the other", ("KIM-7.3b",))
        return Pick(
            f"{state.stands[theirs[0]].name} still stands. Press on or withdraw?",
            options=(
                Option(PRESS, "Press on", hint, refused=hopeless),
                Option(WITHDRAW, "Withdraw", "straight back to the halt range"),
            ),
            proposal=[PRESS if win >= lose and not hopeless else WITHDRAW],
            rows=("KIM-7.3b",),
        )

    @step
    def answered(self, g: Stands) -> Next:
        back = [
            g.stand(id) for party in (self.attackers, self.defenders) for id in party if self.withdraws(g, id)
        ]
        if back:
            go_back(g, back, "KIM-7.3b")
            release(alive(g.state, (*self.attackers, *self.defenders)))
            return Done()
        names = g.stand(self.attackers[0]).name, g.stand(self.defenders[0]).name
        g.tell("presses_on", f"{names[0]} and {names[1]} fight on.", "KIM-7.3b", "KIM-R62")
        return Done() if g.option("melee_rounds") == "one_per_turn" else Go(self.round)

    def withdraws(self, g: Stands, id: str) -> bool:
        """Whether the seat of a stand's party has called it back."""
        if not self.mutual and id in self.defenders:
            return False
        party = self.attackers if id in self.attackers else self.defenders
        return bool(self.reply[seat_of(g.state, g.stand(party[0]))] == [WITHDRAW])

    @question
    def take_place(self, view: StandsView) -> AnyRequest:
        name = view.state.stands[self.winner].name
        return Confirm(
            f"Does {name} take the place of the enemy?",
            yes="Take it",
            no="Stay",
            proposal=True,
            rows=("KIM-R62",),
        )

    @step
    def over(self, g: Stands) -> Next:
        """The lead stand may take the place of the defender who is gone. KIM-R62"""
        lead = g.stand(self.winner)
        if self.answer(bool):
            text = f"{lead.name} takes the place of the enemy."
            g.tell("takes_place", text, "KIM-7.3b", "KIM-R62", stand=lead.id)
            go(g, {lead.id: Going("taking a place", straight(lead.base, self.place))})
        release(alive(g.state, (*self.attackers, *self.defenders)))
        return Done()


def alive(state: StandsState, party: Iterable[str]) -> list[Stand]:
    return [state.stands[id] for id in party if id in state.stands]


def meet(state: StandsState, attackers: Sequence[str], defenders: Sequence[str]) -> None:
    """Each party is in contact with the front stand of the other."""
    for party, enemies in ((attackers, defenders), (defenders, attackers)):
        for stand in alive(state, party):
            stand.in_contact_with = enemies[0] if enemies else ""


def lose_helpless(g: Stands, defender: Stand) -> None:
    """A prone stand and a gun taken in the rear are lost without a roll. KIM-1.2k, KIM-7.3d"""
    if defender.order == "prone":
        lost = [defender]
        if g.option("prone_loss") == "unit":
            lost = [
                one for one in g.state.stands.values() if one.unit == defender.unit and one.order == "prone"
            ]
        for stand in lost:
            destroy(g, stand, "caught prone", "KIM-1.2k", "KIM-R58")
    elif defender.taken_in_rear and kind_of(defender).is_gun:
        destroy(g, defender, "assaulted from the rear", "KIM-7.3d", "KIM-R64")


def party_shots(state: StandsState, parties: Parties, party: Sequence[str], options: Options) -> list[Shot]:
    """One shot for each stand of a party that can fight, at the front stand of the other. KIM-7.3a, KIM-R61"""
    attacking = party == parties.attackers or parties.mutual
    enemies = parties.defenders if party == parties.attackers else parties.attackers
    cite("KIM-7.3a")
    return [
        melee_shot(state, stand, state.stands[enemies[0]], defending=not attacking, options=options)
        for stand in alive(state, party)
        if fights(state, stand)
    ]


def fights(state: StandsState, stand: Stand) -> bool:
    """Recon never fires, trucks and supply columns have nothing to fire with. KIM-3.2a, KIM-4.7a, KIM-R118"""
    if is_armed(state, stand):
        return True
    cite("KIM-R118")
    return False


def melee_shot(state: StandsState, stand: Stand, enemy: Stand, *, defending: bool, options: Options) -> Shot:
    """A stand's die in melee: the defender's bonus, -1 with a marker, -1 for guns that are assaulted.

    KIM-1.3h, KIM-7.3a, KIM-7.3c, KIM-7.3d
    """
    if kind_of(stand).troop == "hq":
        cite("KIM-1.3h", "KIM-R35")
    extra: list[Shift] = []
    if is_marked(stand):
        extra.append(marked_shift(state))
    if defending and kind_of(stand).is_gun:
        extra.append(gun_shift(state))
    return shot_at(state, stand, enemy, manner="melee", defending=defending, extra=extra, options=options)


def is_marked(stand: Stand) -> bool:
    """An infantry stand that carries a hit. KIM-7.3c"""
    return stand.hits > 0 and kind_of(stand).is_infantry


def marked_shift(state: StandsState) -> Shift:
    return "carries a hit", number(state, "marked_in_melee"), "KIM-7.3c"


def gun_shift(state: StandsState) -> Shift:
    return "gun under assault", number(state, "gun_in_melee"), "KIM-7.3d"


def take_hits(g: Stands, party: Iterable[str], hits: int, by: str) -> None:
    """Hits go to the first stand of a party that is left, then to the next. KIM-R62"""
    cite("KIM-R62")
    for _ in range(hits):
        left = alive(g.state, party)
        if left:
            hit(g, left[0], by, "KIM-7.3a")


def odds_of(state: StandsState, parties: Parties, party: Sequence[str], options: Options) -> Fraction:
    """The exact chance that a party destroys the front stand of the other in a round."""
    enemy = state.stands[(parties.defenders if party == parties.attackers else parties.attackers)[0]]
    chances = [Fraction(1)]
    for shot in party_shots(state, parties, party, options):
        one = chance(shot)
        hit_so, missed_so = [Fraction(0), *chances], [*chances, Fraction(0)]
        chances = [a * one + b * (1 - one) for a, b in zip(hit_so, missed_so, strict=True)]
    return sum(chances[lives(state, enemy, options) - enemy.hits :], Fraction(0))


def can_hurt(state: StandsState, parties: Parties, options: Options) -> bool:
    """Whether any die of either party could hit."""
    both = (parties.attackers, parties.defenders)
    return any(chance(shot) for party in both for shot in party_shots(state, parties, party, options))
