"""The tables of a side that nobody plays: their dice, and what they say. NUTS-NP-01 to NUTS-NP-06

What the throws were and what came of them is kept in a diary, which opens when the battle is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.core.events import DIARY
from deadground.core.tally import Tally
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.game import Skirmish, members, named_together, their_side
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.leaders.leadership import leader_of
from deadground.systems.skirmish.state import LOST, SkirmishState, Stance

WORDS = {
    "defend_then_patrol": "hold here, and go on with the patrol once they are driven off",
    "defend_then_withdraw": "hold here, and go back once they are driven off",
    "withdraw": "fall back from cover to cover",
    "split": "half fire from cover, half go round the flank",
    "split_if_hidden": "half fire from cover, half go round the flank under cover",
    "closer_cover": "go forward to nearer cover and fire",
    "straight_on": "come straight on while the support weapon fires",
    "cover_to_fire": "fire from cover",
    "any_cover": "get into cover",
    "stay": "stay where they are and fire",
    "stay_or_any_cover": "stay in cover",
    "patrol": "go on with the patrol",
}
"""What a group means to do, as its diary says it."""


def confide(
    g: Skirmish, side: str, text: str, *rows: str, rolls: Iterable[Roll] = (), tallies: Iterable[Tally] = ()
) -> None:
    """A line of the diary: nobody reads it before the battle is over."""
    g.tell(DIARY, text, *rows, rolls=rolls, tallies=tallies, to=(), side=side)


def on_table(state: SkirmishState, side: str, *, own: bool) -> int:
    """The figures of a side, or of the others, that count: not lost, not surrendered, not leaving. NR-75"""
    return sum(
        (one.side == side) == own and one.status not in (*LOST, "leave_battlefield")
        for one in state.figures.values()
    )


def outnumbers(state: SkirmishState, side: str) -> bool:
    """Whether a side has at least twice the figures of the player. Question marks count nothing. NR-75"""
    cite("NR-75")
    return on_table(state, side, own=True) >= number("np_outnumbers") * on_table(state, side, own=False)


def pool(g: Skirmish, table: str, side: str, *, in_cover: bool) -> Tally:
    """The dice of a table. NUTS-NP-02, NUTS-NP-04, NUTS-NP-06"""
    dice = Tally(f"Dice on {table.replace('_', ' ').removeprefix('np ')}")
    listed = chart("np_dice")
    row = {"np_infantry_attack": "NUTS-NP-02", "np_infantry_defend": "NUTS-NP-04"}.get(table, "NUTS-NP-06")
    dice.on_die("dice", whole(listed.number(table, "dice")), row)
    more = whole(listed.number(table, "twice_as_many"))
    dice.on_die("twice as many", more, row, "NR-75", when=outnumbers(g.state, side))
    dice.on_die("in cover", whole(listed.number(table, "in_cover")), row, when=in_cover)
    return dice


def ask_table(g: Skirmish, table: str, group: str, *, in_cover: bool) -> str:
    """What an infantry table says a group does: dice against its leader's Rep, no Leader Die. NR-76"""
    cite("NUTS-NP-01", "NR-76")
    men = members(g.state, group)
    leader = leader_of(g.state, group)
    side, rep = their_side(men), leader.rep if leader else 0
    tally = pool(g, table, side, in_cover=in_cover)
    dice = g.roll(tally.total, D6, table, side)
    many = at_most_two(passed(dice.faces, rep))
    figures = "twice" if outnumbers(g.state, side) else "otherwise"
    says = str(chart(table).look_up(str(many), figures).value)
    text = f"{named_together(men)}, {many}d6 passed against Rep {rep}: {WORDS[says]}."
    confide(g, side, text, "NUTS-NP-01", *chart(table).rows, rolls=[dice], tallies=[tally])
    return says


def patrol_reaction(g: Skirmish, group: str) -> None:
    """What a group makes of meeting a patrol: once, after its first contact. NUTS-NP-06, NS-11

    Who leaves the battlefield has no part in it.
    """
    men = [one for one in members(g.state, group) if one.status != "leave_battlefield"]
    if not men:
        return
    side = g.state.sides[their_side(men)]
    tally = pool(g, "np_patrol_reaction", side.id, in_cover=False)
    dice = g.roll(tally.total, D6, "patrol reaction", side.id)
    many = at_most_two(passed(dice.faces, side.investment))
    stance = cast(Stance, chart("np_patrol_reaction").look_up(str(many)).value)
    for id in dict.fromkeys(one.unit for one in men):
        g.state.units[id].stance, g.state.units[id].quiet = stance, 0
    text = (
        f"A patrol is met. {named_together(men)}, {many}d6 passed against {side.investment}: {WORDS[stance]}."
    )
    confide(g, side.id, text, "NUTS-NP-06", rolls=[dice], tallies=[tally])
