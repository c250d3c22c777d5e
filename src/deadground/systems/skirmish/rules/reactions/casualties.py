"""Men who go down, are taken, or leave the table. NUTS-REACT-07, NUTS-REACT-11, NUTS-MOVE-09, NS-36"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.man import Dealing, Deed, Result
from deadground.systems.skirmish.rules.activation.dropping import throw_down_all
from deadground.systems.skirmish.rules.leaders.leadership import hand_over
from deadground.systems.skirmish.rules.movement.going import normal_move
from deadground.systems.skirmish.rules.movement.standing import stand
from deadground.systems.skirmish.rules.movement.status import become
from deadground.systems.skirmish.rules.reactions.reaction import finish
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import Figure, Status

TAKEN_WOUNDED: Deed = "taken_wounded"
"""In the record of a prisoner who was Out of the Fight when he was taken. NS-36"""


def take_down(g: Skirmish, figure: Figure, result: Result, by: str = "") -> None:
    """A man is hit: knocked down but carrying on, Out of the Fight, or Obviously Dead. NUTS-REACT-07, NUTS-REACT-11

    Whatever he was about to do is over; who is only knocked down may stand when next active.
    """
    cite("NUTS-REACT-07")
    was = figure.status
    if result == "carry_on":
        knock_down(g, figure)
        tell_down(g, figure, result, "is knocked down", "NUTS-REACT-07", by)
        return
    if result == "out_of_the_fight":
        note(figure, "was_down")
        out_of_it(g, figure, "out_of_the_fight")
        tell_down(g, figure, result, "is out of the fight", "NUTS-REACT-11", by)
    else:
        out_of_it(g, figure, "obviously_dead")
        tell_down(g, figure, result, "is dead", "NUTS-REACT-11", by)
    hand_over(g, figure, was)


def knock_down(g: Skirmish, figure: Figure) -> None:
    """He lies where he is and carries on, unless he was doing worse: a hit is no way out of that. NUTS-REACT-09

    Who hunkers needs a Recover Test from Hunker Down, who leaves goes on until he is off the table, and one who was
    still on his way to cover has ducked back where he fell. NUTS-MOVE-09, NUTS-MOVE-11
    """
    cite("NUTS-REACT-09", "NUTS-MOVE-09", "NUTS-MOVE-11", "NR-114")
    on_his_way, looks_up = figure.reaction.reacting is not None, False
    if figure.status != "hunker_down" or on_his_way:
        looks_up = figure.keeps_down
        figure.reaction = figure.reaction.but(hidden_from=(), under_cover=False)
    if figure.status == "duck_back" and not on_his_way:
        become(g, figure, "carry_on")
    stood, figure.prone, figure.knocked_down = not figure.prone, True, True
    figure.doing = figure.doing.but(spent=normal_move(figure) + figure.doing.bonus)
    finish(figure)
    if stood or looks_up:  # he is in nobody's line any more, or hides no more (NR-37, NR-108)
        look_round(g)


def tell_down(g: Skirmish, figure: Figure, result: Result, words: str, row: str, by: str) -> None:
    """What the hit has done to him; whoever hunkered or left before does so still. NR-114"""
    text = f"{figure.name} {words}."
    g.tell_of([figure], "down", text, row, figure=figure.id, status=result, by=by, side=figure.side)


def out_of_it(g: Skirmish, figure: Figure, status: Status) -> None:
    """A man has no more part in the fighting, and nothing left to carry out. NS-02"""
    finish(figure)
    stand(figure)
    figure.prone = status == "out_of_the_fight"
    become(g, figure, status)


def capture(g: Skirmish, figure: Figure, by: Figure, reason: str, *rows: str) -> None:
    """A man is in the hands of the enemy, without a test. NUTS-MOVE-09, NUTS-REACT-11, NR-101"""
    was = figure.status
    (note if was == "out_of_the_fight" else forget)(figure, TAKEN_WOUNDED)
    out_of_it(g, figure, "captured")
    by.aid = by.aid.but(escorts=(*by.aid.escorts, figure.id))
    look_round(g, [figure])
    text = f"{figure.name} {reason} to {by.name}."
    g.tell_of([figure, by], "captured", text, *rows, figure=figure.id, by=by.id, side=figure.side)
    for side in g.in_the_dark([figure, by]):
        text = f"{g.named_for(side, [figure])} {reason} to {g.named_for(side, [by])}."
        text = text[0].upper() + text[1:]
        g.tell("captured", text, *rows, "NR-108", to=g.seats_of(side), figure=figure.id, by=by.id)
    throw_down_all(g, figure, fallen=was == "out_of_the_fight")
    hand_over(g, figure, was)


def leave_table(g: Skirmish, figure: Figure, *rows: str) -> None:
    """A man is off the table."""
    was = figure.status
    note(figure, "left")
    bring_off(g, figure)
    out_of_it(g, figure, "gone")
    g.tell_of(
        [figure], "left", f"{figure.name} leaves the battlefield.", *rows, figure=figure.id, side=figure.side
    )
    hand_over(g, figure, was)


def walk_off(g: Skirmish, carrier: Figure) -> None:
    """A man goes off the table of his own will, with the wounded man he carries. NUTS-WOUND-09, NR-111"""
    was = carrier.status
    note(carrier, "walked_off")
    bring_off(g, carrier)
    out_of_it(g, carrier, "gone")
    text = f"{carrier.name} goes off the table with him."
    g.tell_of([carrier], "walks_off", text, "NUTS-WOUND-09", "NR-111", figure=carrier.id)
    hand_over(g, carrier, was)


def bring_off(g: Skirmish, carrier: Figure) -> None:
    """Who is carried from the table is in safety. NUTS-WOUND-09"""
    if carrier.aid.carries:
        casualty = g.figure(carrier.aid.carries)
        note(casualty, "brought_off")
        out_of_it(g, casualty, "gone")
        text = f"{casualty.name} is carried from the battlefield."
        g.tell_of([carrier], "brought_off", text, "NUTS-WOUND-09", figure=casualty.id)


def note(figure: Figure, what: Deed) -> None:
    """What a campaign wants to know of a man, or what counts for the rest of the battle. NUTS-CAMP-04, NR-111"""
    if what not in figure.deeds.record:
        figure.deeds = figure.deeds.but(record=(*figure.deeds.record, what))


def forget(figure: Figure, what: Deed) -> None:
    """It does not count any more. NR-111"""
    if what in figure.deeds.record:
        figure.deeds = figure.deeds.but(record=tuple(one for one in figure.deeds.record if one != what))


def note_taken(figure: Figure, weapon: str) -> None:
    """He has a weapon from the enemy. COT-SQUAD-07"""
    if weapon not in figure.deeds.took:
        figure.deeds = figure.deeds.but(took=(*figure.deeds.took, weapon))


def note_dealing(figure: Figure, how: Dealing, id: str) -> None:
    """He keeps in mind how he has dealt with another, or with what lies on the ground."""
    if not has_dealt(figure, how, id):
        figure.deeds = figure.deeds.but(dealings=(*figure.deeds.dealings, (how, id)))


def has_dealt(figure: Figure, how: Dealing, id: str) -> bool:
    return (how, id) in figure.deeds.dealings
