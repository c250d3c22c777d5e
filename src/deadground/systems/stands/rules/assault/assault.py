"""Close assault: charges, defensive fire and melee. KIM-7.1, KIM-7.2, KIM-7.3

In the charges phase both sides first say who leads, then all charges go in, then all defensive fire is rolled,
and only then does any of it take effect. Melee comes after all movement and fire.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from deadground.core.agenda import Ask, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.odds import percent
from deadground.core.requests import AnyRequest, Guide, Option, Pick, Request, guide
from deadground.core.view import View
from deadground.space.bases import gap_is_within
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, kind_of, seat_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.assault import melee
from deadground.systems.stands.rules.assault.charge_moves import (
    charge_each_other,
    charge_home,
    go_back,
    step_up,
)
from deadground.systems.stands.rules.assault.contact import (
    Parties,
    Role,
    assaulting,
    assaults,
    charge_target,
    has_fire_card,
    place,
    release,
    why_no_way,
)
from deadground.systems.stands.rules.assault.leads import (
    gets_there,
    lead_words,
    one_each,
    party_of,
    unbarred,
    whom_it_meets,
    why_not,
)
from deadground.systems.stands.rules.fire.chits import chit_faults, unpaid_lines, why_no_chit
from deadground.systems.stands.rules.fire.duties_of_fire import acting_under_fire, shoot
from deadground.systems.stands.rules.fire.firing import Shot, chance, may_fire, shot_at
from deadground.systems.stands.rules.fire.hits import hit
from deadground.systems.stands.rules.fire.volleys import aim_at, open_together
from deadground.systems.stands.rules.visibility.visibility import reveal
from deadground.systems.stands.state import Stand, StandsState, side_of

__all__ = ["Charges", "CloseCombat"]

CloseCombat = melee.CloseCombat
StandsView = View[StandsState]
AT = ">"
DECLARING = "The charges are being declared."
FIGHTING = "Close combat in progress."


@procedure("stands.charges", rows=("KIM-7.1a", "KIM-7.1b", "KIM-7.1c"))
class Charges(Procedure):
    """The charges phase of both sides: declarations, contact, defensive fire, its effects. KIM-7.1, KIM-7.2"""

    leads: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    shots: tuple[tuple[str, str], ...] = ()

    @step
    def declare(self, g: Stands) -> Next:
        """Who has a stand on the table that could lead is asked, and may let nobody go. Hidden ones alone lead of
        themselves, for a question that nothing on the table explains would betray them. KIM-R104, KIM-R121
        """
        able = {seat: able_to_lead(g.state, seat, g.options) for seat in g.state.seats}
        choosing = [seat for seat, own in able.items() if any(not g.stand(id).hidden for id in own)]
        if choosing:
            return Ask(self.who_leads, choosing, then=self.declared, quiet=DECLARING)
        return Go(self.declared)

    @question
    def who_leads(self, view: StandsView) -> AnyRequest:
        """Those with a Charge card: the enemy each would take, or why it cannot lead. KIM-7.1a, KIM-R121"""
        cite("KIM-R121")
        state, shown = view.state, []
        proposal: dict[str, str] = {}
        for id, refused in why_not(state, view.seat, view.options).items():
            stand = state.stands[id]
            enemy = None if refused else charge_target(state, stand, view.options)
            if enemy is not None:
                proposal.setdefault(stand.group or enemy.id, stand.id)
            at = lead_words(state, stand, enemy, view.options) if enemy else ""
            shown.append(Option(stand.id, stand.name, at, refused=refused))
        return Pick(
            "Pick the stands that lead a charge; others with the card go in beside them.",
            options=tuple(shown),
            least=0,
            most=len(shown),
            proposal=unbarred(state, proposal.values(), view.options),
            guide="stands.leads",
            rows=self.rows,
        )

    @step
    def declared(self, g: Stands) -> Next:
        options, answers = g.options, self.reply or {}
        declared = [
            id
            for seat in g.state.seats
            for id in (answers[seat] if seat in answers else able_to_lead(g.state, seat, options))
        ]
        self.leads = tuple(one_each(g.state, declared, options))
        return Go(self.contact)

    @step
    def contact(self, g: Stands) -> Next:
        """Charges go in, the shortest first; one reached, or whose enemy is engaged, stays. KIM-7.1b, KIM-R103"""
        aims = {id: charge_target(g.state, g.stand(id), g.options) for id in self.leads}
        for id, aim in aims.items():
            if aim is None or not is_free(g, id) or not is_free(g, aim.id):
                continue
            lead = g.stand(id)
            enemy = whom_it_meets(g, lead, aim, self.leads)
            if enemy is None or not is_free(g, enemy.id):
                continue
            back = aims.get(enemy.id)
            if why := why_no_way(g.state, lead, enemy):
                stay_put(g, lead, enemy, why.reason)
                continue
            if not gets_there(g.state, lead, enemy, self.leads, mutual=back is lead):
                stay_put(g, lead, enemy, "those beside it leave it no room")
                continue
            fronts = {id: lead, enemy.id: enemy}
            mine = ready(g, lead, enemy, self.leads)
            theirs: dict[Role, Stand] = {}
            if back is lead and id in g.state.stands:
                theirs = ready(g, enemy, lead, self.leads)
            if mine and theirs:
                parties = charge_each_other(g, mine, theirs)
            elif mine and enemy.id in g.state.stands:
                parties = charge_home(g, mine, enemy)
            elif theirs and id in g.state.stands:
                parties = charge_home(g, theirs, lead)
            else:
                continue
            self.met = (*self.met, *parties.attackers, *(parties.defenders if parties.mutual else ()))
            close_up(g, [parties], fronts)
        return Go(self.next_support)

    def fresh(self, state: StandsState) -> list[Parties]:
        """The assaults of this turn, not those that go on from the one before."""
        return [parties for parties in assaults(state) if parties.attackers[0] in self.met]

    @step
    def next_support(self, g: Stands) -> Next:
        """Every seat of a side that is assaulted is asked for supporting fire, before any die. KIM-7.2c

        With a stand that could fire or without, hidden or not: the pause is the same. KIM-R104
        """
        cite("KIM-7.2c", "KIM-R104")
        sides = {g.stand(id).side for one in self.fresh(g.state) for id in assaulted(one)}
        seats = [seat for seat in g.seats if side_of(g.state, seat) in sides]
        if not seats:
            return Go(self.defensive_fire)
        return Ask(self.support, seats, then=self.supported, quiet=FIGHTING)

    @question
    def support(self, view: StandsView) -> AnyRequest:
        """At whom the stands near one that is assaulted fire, with the odds. KIM-7.2c, KIM-R94"""
        state = view.state
        options: list[Option] = []
        best: list[str] = []
        for stand in sorted(state.stands.values(), key=place):
            if seat_of(state, stand) != view.seat or why_no_chit(state, stand, view.options) is not None:
                continue
            targets = supporting_targets(state, stand, self.met, view.options)
            shots = [defensive_shot(state, stand, target, view.options) for target in targets]
            shots.sort(key=chance, reverse=True)
            options += [support_option(state, shot) for shot in shots]
            best += [option.id for option in options[len(options) - len(shots) :][:1] if chance(shots[0])]
        return Pick(
            "Pick who fires in support; the others keep their shot for the fire phase.",
            options=tuple(options),
            least=0,
            most=len({shooter_of(option.id) for option in options}),
            proposal=self.paid(state, best, view.options),
            guide="stands.support",
            rows=("KIM-7.2c",),
        )

    def paid(self, state: StandsState, best: list[str], options: Options) -> list[str]:
        """Of some shots in support those that leave the assaulted stands their chits. KIM-4.15a, KIM-R144"""
        own = [id for one in self.fresh(state) for id, _ in defenders_shot(state, one, options)]
        guns = [state.stands[id] for id in (*own, *map(shooter_of, best))]
        unpaid = chit_faults(state, guns, options)
        return [id for id in best if shooter_of(id) not in unpaid]

    @step
    def supported(self, g: Stands) -> Next:
        picked = [id for ids in self.answer(dict[str, list[str]]).values() for id in ids]
        self.reply = None
        pairs = [(shooter, target) for shooter, _, target in (id.partition(AT) for id in picked)]
        self.shots = tuple(sorted(pairs, key=lambda pair: place(g.stand(pair[0]))))
        return Go(self.defensive_fire)

    @step
    def defensive_fire(self, g: Stands) -> Next:
        """All dice first, then all hits, then the attackers close up or go back. KIM-7.2a, KIM-7.2b, KIM-7.2c

        It is their shot for the turn. Artillery that was named pays its chit first, and without one stays silent.
        KIM-R63, KIM-4.15a, KIM-R144
        """
        options, state = g.options, g.state
        fresh = self.fresh(state)
        fronts = {id: g.stand(id) for one in fresh for id in (one.attackers[0], one.defenders[0])}
        own = [shot for parties in fresh for shot in defenders_shot(state, parties, options)]
        aims = [aim_at("defensive", g.stand(one), g.stand(target), named=False) for one, target in own]
        aims += [aim_at("defensive", g.stand(one), g.stand(target)) for one, target in self.shots]
        firing = [(aim.shooter, *aim.targets) for aim in open_together(g, aims)]
        shots = [defensive_shot(state, one, target, options) for one, target in firing]
        rows = [defensive_row(one) for one, _ in firing]
        rolled = [
            shoot(g, "defensive", shot, "defensive fire", row) for shot, row in zip(shots, rows, strict=True)
        ]
        for (one, target), hits, row in zip(firing, rolled, rows, strict=True):
            for _ in range(hits):
                hit(g, target, one.id, row)
        close_up(g, fresh, fronts)
        return Done()


@guide("stands.support")
class SupportGuide(Guide):
    """One shot a stand, and a chit for every gun that needs one. KIM-4.15a, KIM-7.2c, KIM-R87"""

    def faults(self, view: StandsView, request: Request, value: list[str]) -> list[Fault]:
        shooters = [shooter_of(id) for id in value]
        twice = [
            Fault(f"value[{i}]", f"{view.state.stands[id].name} has one shot a turn", ("KIM-7.2c", "KIM-R87"))
            for i, id in enumerate(shooters)
            if id in shooters[:i]
        ]
        return twice + unpaid_lines(view.state, shooters, view.options)

    def sample(self, view: StandsView, request: Any, rng: Random) -> list[str]:
        lines: dict[str, list[str]] = {}
        for id in request.open:
            lines.setdefault(shooter_of(id), []).append(id)
        picked: list[str] = []
        for own in lines.values():
            line = rng.choice(own)
            if rng.random() < 0.8 and not self.faults(view, request, [*picked, line]):
                picked.append(line)
        return picked


def shooter_of(line: str) -> str:
    return line.partition(AT)[0]


def support_option(state: StandsState, shot: Shot) -> Option:
    label = f"{state.stands[shot.shooter].name} at {state.stands[shot.target].name}"
    return Option(f"{shot.shooter}{AT}{shot.target}", label, f"{percent(chance(shot))} to hit")


def assaulted(parties: Parties) -> tuple[str, ...]:
    """The stands of an assault that somebody charges: of two that charge each other, both."""
    return (*parties.defenders, *(parties.attackers if parties.mutual else ()))


def able_to_lead(state: StandsState, seat: str, options: Options) -> list[str]:
    """The stands of a seat that could lead a charge now."""
    return [id for id, refused in why_not(state, seat, options).items() if refused is None]


def is_free(g: Stands, id: str) -> bool:
    """Whether a stand is still there and nobody has reached it."""
    return id in g.state.stands and not g.stand(id).in_contact_with


def stay_put(g: Stands, lead: Stand, enemy: Stand, why: str) -> None:
    """A charge is not made because somebody or something is in the way; its side hears why. KIM-R44, KIM-R103"""
    text = f"{lead.name} does not charge {enemy.name}: {why}."
    g.tell("no_charge", text, "KIM-7.1b", "KIM-R44", "KIM-R103", to=g.seats_of(lead.side), stand=lead.id)


def ready(g: Stands, lead: Stand, enemy: Stand, leads: Iterable[str]) -> dict[Role, Stand]:
    """Those who set out on a charge: hidden ones are seen, and area fire takes its toll. KIM-3.3a, KIM-4.12b

    A lead that is lost before it has moved leads nobody. KIM-R103
    """
    setting_out = party_of(g.state, lead, enemy, leads)
    for stand in setting_out.values():
        reveal(g, stand, "it charges", "KIM-7.1a")
    there = {role: stand for role, stand in setting_out.items() if acting_under_fire(g, stand)}
    if "lead" in there:
        return there
    text = f"{lead.name} is lost before its charge begins: nobody goes in."
    g.tell("no_charge", text, "KIM-4.12b", "KIM-R103", stand=lead.id)
    return {}


def defenders_shot(state: StandsState, parties: Parties, options: Options) -> list[tuple[str, str]]:
    """The assaulted stand fires at the lead stand, if it has the card and that is in its arc. KIM-7.2a, KIM-R94

    It does so of itself. KIM-R164
    """
    cite("KIM-R164")
    lead = state.stands[parties.attackers[0]]
    return [
        (defender.id, lead.id)
        for defender in (state.stands[id] for id in parties.defenders)
        if may_defend(state, defender, lead, options)
    ]


def supporting_targets(state: StandsState, stand: Stand, met: Iterable[str], options: Options) -> list[Stand]:
    """The stands charging now that one not itself assaulted may fire at. KIM-7.2c, KIM-R94"""
    if not has_fire_card(stand, options):
        return []
    if stand.in_contact_with:
        cite("KIM-7.2c")
        return []
    near = number(state, "supporting_fire_range")
    return [
        attacker
        for defender in state.stands.values()
        if defender.side == stand.side and gap_is_within(defender.base, stand.base, near)
        for attacking in (assaulting(state, defender.id),)
        if attacking and attacking[0].id in met
        for attacker in attacking
        if may_defend(state, stand, attacker, options)
    ]


def may_defend(state: StandsState, shooter: Stand, target: Stand, options: Options) -> bool:
    return has_fire_card(shooter, options) and may_fire(
        state, shooter, target, manner="defensive", options=options
    )


def defensive_row(shooter: Stand) -> str:
    """The row by which a stand has defensive fire: it is assaulted itself, or it is near one that is."""
    return "KIM-7.2a" if shooter.in_contact_with else "KIM-7.2c"


def defensive_shot(state: StandsState, shooter: Stand, target: Stand, options: Options) -> Shot:
    """A shot of the assaulted stand or of a supporter, with the defender's bonus unless that is for melee only.

    KIM-7.2a, KIM-7.2c, KIM-R57
    """
    cite("KIM-R57", defensive_row(shooter))
    bonus = option(options, "assault_bonus") == "all_dice"
    extra = []
    if shooter.in_contact_with and kind_of(shooter).is_gun:
        extra.append(melee.gun_shift(state))
    if melee.is_marked(shooter) and option(options, "marked_penalty") == "all_fire":
        extra.append(melee.marked_shift(state))
    return shot_at(state, shooter, target, manner="defensive", defending=bonus, extra=extra, options=options)


def close_up(g: Stands, fresh: Iterable[Parties], fronts: Mapping[str, Stand]) -> None:
    """Where a lead stand was lost before melee, the one behind it steps up or all go back. KIM-7.2b"""
    for parties in fresh:
        for mine, theirs in ((parties.attackers, parties.defenders), (parties.defenders, parties.attackers)):
            charged = parties.mutual or mine == parties.attackers
            if charged and mine[0] not in g.state.stands:
                lead_lost(g, fronts[mine[0]], mine, theirs)


def lead_lost(g: Stands, lead: Stand, party: tuple[str, ...], enemies: tuple[str, ...]) -> None:
    """Defensive fire destroyed the lead stand: the one behind steps up, or all go back. KIM-7.2b, KIM-R95"""
    left = melee.alive(g.state, party)
    behind = next((stand for stand in left if stand.charge_role == "behind"), None)
    if behind is None or not step_up(g, behind, lead):
        text = f"{lead.name} is lost with nobody behind it: the assault is over."
        g.tell("assault_ends", text, "KIM-7.2b", "KIM-R95", lead=lead.id)
        go_back(g, melee.alive(g.state, party), "KIM-7.2b")
        release(melee.alive(g.state, enemies))
        return
    for enemy in melee.alive(g.state, enemies):
        enemy.in_contact_with = behind.id
    g.tell("steps_up", f"{behind.name} takes the place of {lead.name}.", "KIM-7.2b", stand=behind.id)
