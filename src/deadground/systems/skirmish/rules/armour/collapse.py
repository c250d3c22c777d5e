"""Buildings under fire of main guns: the area struck may come down on those in it. NUTS-VEH-15, NUTS-VEH-17"""

from __future__ import annotations

from deadground.core.tally import Tally
from deadground.space.ground import Piece
from deadground.space.plane import Point
from deadground.systems.skirmish.game import Skirmish, ground_of, named_together
from deadground.systems.skirmish.pieces import men_on_table, piece_named
from deadground.systems.skirmish.reckoning import Read, Reckoning, against
from deadground.systems.skirmish.rules.armour.penetration import pierces
from deadground.systems.skirmish.rules.fire.damage import recovers_or_not, settle
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import DOWN, Change, Figure, SkirmishState
from deadground.systems.skirmish.terrain import called, defensive_value, terrain_of

RESULTS = ("holds", "comes down", "comes down and buries all who are in it")
"""What none, one and two passed do."""


def building_at(state: SkirmishState, at: Point) -> Piece | None:
    """The building, or the area of one, that a place is in."""
    return next((one for one in ground_of(state).pieces_at(at) if terrain_of(one).sight == "building"), None)


def those_in(state: SkirmishState, house: Piece) -> list[Figure]:
    """Everybody in it, on whatever floor, who can be hurt still."""
    return [
        one
        for one in men_on_table(state)
        if one.status not in ("gone", "obviously_dead") and house.holds(one.at)
    ]


def strike_building(g: Skirmish, house: Piece, name: str, apr: int, by: str, from_: Point) -> Fallout:
    """2d6 against APR less its Defensive Value: two and it buries all in it, one and they take Recover Tests in the
    ruin, none and they take a Crisis Test. NUTS-VEH-17, NR-246"""
    tally = Tally("Penetration")
    tally.on_die("APR", apr, "NUTS-VEH-15")
    tally.on_die("Defensive Value", -defensive_value(house), "NUTS-VEH-15")
    shooter = piece_named(g.state, by)
    dice, many = pierces(g, tally.total, shooter.side if shooter else "")
    men = those_in(g.state, house)
    read = Read("Building", RESULTS[many], ("NUTS-VEH-17",))
    how = Reckoning(dice=against(dice.faces, tally.total), tallies=(0,), reads=(read,))
    g.tell(
        "building_struck",
        f"{called(house).capitalize()} is struck by {name}: it {RESULTS[many]}.",
        "NUTS-VEH-15",
        "NUTS-VEH-17",
        rolls=[dice],
        tallies=[tally],
        reckoned=[how],
        piece=house.id,
        passed=many,
    )
    if many == 0:
        return Fallout(missed=tuple((one.id, by) for one in men if one.status not in DOWN))
    comes_down(g, house, men)
    for one in men:
        if many > 1:
            settle(g, one, "obviously_dead", by)
        else:
            recovers_or_not(g, one, by, from_)
    look_round(g)
    return Fallout(hit=tuple((one.id, by) for one in men))


def comes_down(g: Skirmish, house: Piece, men: list[Figure]) -> None:
    """It is rubble from now on; whoever was upstairs is on the ground. NUTS-VEH-17"""
    g.state.changes = (*g.state.changes, Change(house.id, "rubble"))
    for one in men:
        one.floor = 0
    if men:
        text = f"{named_together(men)} {'is' if len(men) == 1 else 'are'} caught in it."
        g.tell_of(men, "caught_in_it", text, "NUTS-VEH-17", men=[one.id for one in men])
