"""Fire, and shooting back. DUEL-3 to DUEL-8"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from deadground.core.agenda import Ask, Call, Done, Next, Procedure, procedure, question, step
from deadground.core.charts import Charts
from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.core.faults import Fault
from deadground.core.odds import at_least, percent
from deadground.core.requests import AnyRequest, Confirm
from deadground.core.tally import Tally
from deadground.core.view import View
from deadground.testing.duel import queries
from deadground.testing.duel.state import Duel, DuelState, Man

CHARTS = Charts.load(Path(__file__).parents[1] / "data")
TO_HIT = CHARTS["duel.to_hit"]
REACH = max(TO_HIT.axes[0].bands.values())


@procedure("duel.shot", rows=("DUEL-3", "DUEL-6"))
class Shot(Procedure):
    """One man fires at another, who may shoot back; his shot is a Shot too, and that is all the nesting."""

    shooter: str
    target: str
    answers: int = 0

    @step
    def fire(self, g: Duel) -> Next:
        shooter, target = g.man(self.shooter), g.man(self.target)
        self.answers = sum(1 for _ in g.unfinished(Shot)) - 1
        resolve(g, shooter, target, snapped=self.answers >= 2)
        if may_shoot_back(g, target):
            return Ask(self.shoot_back, target.side, then=self.answered)
        return Done()

    @question
    def shoot_back(self, view: View[DuelState]) -> AnyRequest:
        shooter, target = view.state.men[self.shooter], view.state.men[self.target]
        paces = queries.distance(view.state, target, shooter)
        chance = chance_to_hit(target, shooter, paces, snapped=self.answers >= 1)
        return Confirm(
            f"{shooter.name} fired at {target.name}. Shoot back?",
            yes=f"Shoot back ({percent(chance)} to hit)",
            no="Keep quiet",
            proposal=True,
            rows=("DUEL-6",),
        )

    @step
    def answered(self, g: Duel) -> Next:
        if not self.answer(bool):
            return Done()
        return Call(Shot(self.target, self.shooter), then=self.settled)

    @step
    def settled(self, g: Duel) -> Next:
        return Done()


def targets(state: DuelState, man: Man) -> list[Man]:
    """Those of the nearest enemies whom the table reaches, nearest first. DUEL-3"""
    return [foe for foe in queries.enemies(state, man) if queries.distance(state, man, foe) <= REACH]


def why_no_shot(state: DuelState, man: Man) -> Fault | None:
    """Why a man cannot fire, if he cannot. DUEL-3, DUEL-7"""
    if man.rounds == 0:
        return Fault("value", f"{man.name} has no round left; he must reload", ("DUEL-7",))
    nearest = queries.nearest(state, man)
    if queries.distance(state, man, nearest) > REACH:
        return Fault("value", f"{nearest.name} is out of reach", ("DUEL-3",))
    return None


def may_shoot_back(g: Duel, man: Man) -> bool:
    """Whether a man who was shot at is in a state to answer. DUEL-6, DUEL-R1"""
    cite("DUEL-6")
    if man.out or man.rounds == 0:
        return False
    return man.stance == "standing" or g.option("shoot_back") == "anyone"


def resolve(g: Duel, shooter: Man, target: Man, *, snapped: bool = False) -> bool:
    """One round: a d6 against the score for distance and stance. True if it hits. DUEL-3, DUEL-4, DUEL-7"""
    paces = queries.distance(g.state, shooter, target)
    score = TO_HIT.number(paces, target.stance)
    shift = modifiers(shooter, target, snapped)
    die = g.roll(1, D6, "shot", shooter.side)
    shooter.rounds -= 1
    shooter.aimed = False
    hit = score is not None and die.one + shift.total >= score
    needs = "no score will do" if score is None else f"needs {score}"
    g.tell(
        "shot",
        f"{shooter.name} fires at {target.name}, {paces} paces: {needs}, {'hit' if hit else 'missed'}.",
        "DUEL-2",
        "DUEL-3",
        "DUEL-7",
        rolls=[die],
        tallies=[shift],
        shooter=shooter.id,
        target=target.id,
        hit=hit,
    )
    if hit and not target.out:
        shooter.hits += 1
        wound(g, target)
    return hit


def modifiers(shooter: Man, target: Man, snapped: bool) -> Tally:
    """What helps and hinders a shot. DUEL-4"""
    shift = Tally("shot", limit=2, rows=("DUEL-4",))
    shift.on_die("aimed", +1, "DUEL-4", when=shooter.aimed)
    shift.on_die("wounded", -1, "DUEL-4", when=shooter.wounds > 0)
    shift.on_die("snapped off", -1, "DUEL-4", when=snapped)
    shift.on_score("target moving", +1, "DUEL-4", when=target.moving)
    return shift


def wound(g: Duel, target: Man) -> None:
    """A first hit wounds and throws down, a second puts out. DUEL-5"""
    target.wounds += 1
    target.stance = "down"
    word = "is out" if target.out else "is wounded and down"
    g.tell("wound", f"{target.name} {word}.", "DUEL-5", man=target.id)


def burst(g: Duel, shooter: Man, rounds: dict[str, int]) -> None:
    """Each round has a die of its own; nobody answers. DUEL-8"""
    g.tell("burst", f"{shooter.name} fires a burst.", "DUEL-8", man=shooter.id)
    for target, count in rounds.items():
        for _ in range(count):
            resolve(g, shooter, g.man(target))


def chance_to_hit(shooter: Man, target: Man, paces: int, *, snapped: bool = False) -> Fraction:
    """The exact chance of one round, by the same table and modifiers. DUEL-3, DUEL-4"""
    score = TO_HIT.number(paces, target.stance)
    if score is None:
        return Fraction(0)
    return at_least(score - modifiers(shooter, target, snapped).total, D6)
