"""The odds of something thrown, launched or poured at a spot. NUTS-GREN-05 to NUTS-GREN-15"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from deadground.core.chances import Heading, OddsError
from deadground.core.dice import DiceSource
from deadground.core.odds import Alike
from deadground.core.records import copy_state
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.odds.damage import tested_at
from deadground.systems.skirmish.odds.stage import (
    FRONT,
    MIDDLE,
    OURS,
    across,
    attributes_named,
    checked,
    game,
    odds,
    range_given,
    rep_given,
    soldier,
    stage,
    told_apart,
    weapon_named,
    words_among,
)
from deadground.systems.skirmish.odds.targets import At, Harm, in_a_row
from deadground.systems.skirmish.odds.words import (
    Having,
    Inches,
    Rep,
    WeaponId,
    With,
    chance_lines,
    harm_lines,
    percent,
)
from deadground.systems.skirmish.rules.grenades.grenades import send
from deadground.systems.skirmish.rules.grenades.lobs import Lob, Munition, munition
from deadground.systems.skirmish.state import DOWN, Figure, SkirmishState, Status
from deadground.systems.skirmish.weapons import Weapon

WORDS: dict[str, str] = {
    "prone": "the targets are prone",
    "cover": "a wall lies between the burst and the targets",
    "unseen": "the spot is out of the thrower's view",
    "snap": "it is thrown in Snap Fire",
    "thrower_fast": "the thrower is Fast Moving",
    "fast": "the targets are Fast Moving",
    "star": "the targets are Stars",
    "vest": "the targets wear assault vests",
}
"""What `--with` takes."""

SHORT = 1.0
"""How far before the targets a burst is that a wall shelters them from."""
NEAR = 4.0
"""Nearer spots can be reached over whatever hides them."""


class Man(Harm, frozen=True):
    """One man with his chances."""

    name: str

    def record(self) -> dict[str, Any]:
        return {"who": self.name, "rep": self.rep, **self.chances()}


class GrenadeOdds(msgspec.Struct, frozen=True):
    """A throw with its chances; the last of the men is the thrower himself."""

    weapon: Weapon
    where: dict[str, Fraction]
    """Where it comes down: `lands`, `misses` or goes `astray`, `dropped`."""
    men: tuple[Man, ...]
    down: Fraction
    """The chance that at least one of the targets is out of the fight or dead."""
    refused: str = ""

    def record(self) -> dict[str, Any]:
        """The published shape."""
        return {
            "weapon": self.weapon.id,
            "where": {word: float(chance) for word, chance in self.where.items()},
            "down": float(self.down),
            "men": [man.record() for man in self.men],
            "refused": self.refused,
        }

    def in_words(self) -> Iterator[str]:
        yield Heading(f"{self.weapon.name}, circle {self.weapon.circle} in, Impact {self.weapon.impact}")
        if self.refused:
            yield self.refused
            return
        yield from chance_lines(self.where, width=16)
        yield from harm_lines({one.name: one for one in self.men})
        yield f"somebody down {percent(self.down)}"


def grenade_odds(
    weapon: WeaponId = "core.grenade",
    rep: Rep = 4,
    at: At = (4,),
    range_: Inches = 5,
    words: With = (),
    attributes: Having = (),
    options: Mapping[str, str] | None = None,
) -> GrenadeOdds:
    """Something thrown, launched or poured at men. Tells where it comes down, and who is hurt."""
    one, said = weapon_named(weapon), words_among(words, WORDS)
    if range_given(range_) < NEAR and "unseen" in said:
        raise OddsError(f"--range {range_:g}: what hides a spot nearer than {NEAR:g} inches is reached over")
    thrower = soldier(
        "thrower",
        OURS,
        (MIDDLE, FRONT + range_),
        rep=rep_given(rep, "--rep"),
        weapon=one.id,
        attributes=attributes_named(attributes),
        fast_moving="thrower_fast" in said,
        readied=one.id,
    )
    state = stage([*in_a_row(at, said), thrower], pieces(range_, said))
    sent = munition(state, thrower, one.id)
    if sent is None:
        raise OddsError(f"a {one.name} is not sent at a spot: see the odds of fire (NUTS-FIRE-17)")
    if sent.impact is None:
        raise OddsError(f"a {one.name} is for armour alone (NUTS-FIRE-18)")
    short = SHORT if "cover" in said else 0.0
    far = range_ - short > sent.reach / 254
    refused = f"The spot is too far: it reaches {sent.reach / 254:g} inches ({sent.row})." if far else ""
    return reckoned(state, one, sent, said, checked(options or {}), refused)


def pieces(range_: float, said: frozenset[str]) -> list[str]:
    """A wall before the targets, a wood half-way to them."""
    left, right, near = MIDDLE - 20, MIDDLE + 20, FRONT + range_ / 2
    corners = [[left, near], [right, near], [right, near + 0.5], [left, near + 0.5]]
    return [
        *([across("wall", FRONT + 0.5)] if "cover" in said else ()),
        *([f"{{id: wood, kind: woods, polygon: {corners}}}"] if "unseen" in said else ()),
    ]


def reckoned(
    state: SkirmishState, one: Weapon, sent: Munition, said: frozenset[str], options: Options, refused: str
) -> GrenadeOdds:
    """The whole throw with all it does, for every kind of fall of its dice."""
    first = state.figures["target_1"]
    spot = (first.at[0], first.at[1] + round(254 * SHORT)) if "cover" in said else first.at
    straight = sent.how == "launched" and "cover" not in said and "unseen" not in said
    lob = Lob("thrower", one.id, spot, first.id if straight else "", "snap" in said)
    ids = list(state.figures)

    def resolve(dice: DiceSource) -> tuple[str, tuple[tuple[bool, Status], ...]]:
        g = game(copy_state(state), options, dice)
        fallout = send(g, [] if refused else [lob])
        hit = {who for who, _ in fallout.hit}
        where = next((word for event in g.events if (word := came_down(event.seen))), "lands")
        return where, tuple((id in hit, g.figure(id).status) for id in ids)

    found = odds(resolve, told_apart_here(state, one, sent)).chances
    where: dict[str, Fraction] = {}
    for (word, _), chance in found.items():
        where[word] = where.get(word, Fraction(0)) + chance
    men = tuple(man_of(state.figures[id], n, found) for n, id in enumerate(ids))
    down = sum(
        (chance for (_, men), chance in found.items() if any(is_lost(status) for _, status in men[:-1])),
        Fraction(0),
    )
    return GrenadeOdds(one, {} if refused else where, men, down, refused)


def came_down(event: Any) -> str:
    """What an event says of where it came down."""
    if event.kind == "throw":
        return str(event.data["result"])
    if event.kind == "launch":
        return "lands" if event.data["hit"] else "astray"
    return ""


def is_lost(status: Status) -> bool:
    return status in (*DOWN, "gone")


def man_of(
    figure: Figure, place: int, found: Mapping[tuple[str, tuple[tuple[bool, Status], ...]], Fraction]
) -> Man:
    def of(wanted: Any) -> Fraction:
        return sum((chance for (_, men), chance in found.items() if wanted(*men[place])), Fraction(0))

    return Man(
        figure.rep,
        of(lambda hit, _: hit),
        of(lambda _, status: is_lost(status)),
        of(lambda _, status: status == "obviously_dead"),
        figure.name,
    )


def told_apart_here(state: SkirmishState, one: Weapon, sent: Munition) -> Alike:
    """The kinds of faces that a throw tells apart; a launched round is read off the to-hit table as it falls."""
    reps = {tested_at(man) for man in state.figures.values()} | {man.rep for man in state.figures.values()}
    impact = sent.impact or 0
    prone = impact - 2
    found = dict(told_apart([impact], *sorted(reps)))
    found["damage"] = (1, prone - 1, prone, impact - 1, impact)
    return {**found, "throw": (state.figures["thrower"].rep,)}
