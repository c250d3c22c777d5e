"""Several players a side, and lending: a seat or a command is played by a team-mate or a bot."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.core import lending
from deadground.core.faults import Refused, SetupError
from deadground.core.messages import (
    AnswerBackCall,
    AskBackCall,
    ChooseCall,
    LendCall,
    SuggestCall,
    TakeHomeCall,
    UndoCall,
)
from deadground.core.table import Table
from deadground.systems.stands.system import STANDS
from deadground.testing import rule
from deadground.testing.conformance import conform
from tests.systems.stands.seats import (
    BIG,
    FOUR,
    battle,
    big_battle,
    commands_of,
    play_on,
    propose,
    refusal,
    sound,
    taken,
)

TWO = {"soviet": 2, "german": 2}
CROSSINGS = "vesnya-crossings"


def lend(seat: str, to: str, *commands: str) -> LendCall:
    return LendCall(call=1, seat=seat, to=to, commands=commands)


def home(seat: str, *commands: str) -> TakeHomeCall:
    return TakeHomeCall(call=1, seat=seat, commands=commands)


# --- several players ---


def test_a_side_is_shared_out_among_its_players() -> None:
    match = battle(CROSSINGS, players=TWO)
    assert match.setup.seats == ("soviet", "soviet_2", "german", "german_2")
    assert commands_of(match) == {
        "soviet": ("soviet-brigade",),
        "soviet_2": ("soviet-regiment",),
        "german": ("german-panzer",),
        "german_2": ("german-grenadier",),
    }
    assert [seat.commander for seat in match.position.state.seats.values()] == [True, False, True, False]
    assert match.to_act() == match.setup.seats, "the reveal waits for all"


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ({"soviet": 3}, "takes 1 to 2 players, not 3"),
        ({"soviet": 0}, "takes 1 to 2 players, not 0"),
        ({"soviet": True}, "takes 1 to 2 players, not True"),
        ({"soviet": "two"}, "takes 1 to 2 players, not 'two'"),
        ({"soviets": 2}, "no side 'soviets': did you mean 'soviet'"),
        ([2, 2], "gives a number for a side"),
    ],
)
def test_players_that_do_not_fit_are_refused(players: Any, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        STANDS.prepare(CROSSINGS, details={"players": players})


def test_a_battle_of_several_players_conforms() -> None:
    conform(STANDS, CROSSINGS, details={"players": TWO, "umpire": True}, games=1, share=0.04, seed=4)


# --- a whole seat ---


def test_a_lent_seat_is_asked_through_its_borrower() -> None:
    match = battle(CROSSINGS, players=TWO)
    table = Table(match)
    for seat in match.setup.seats:
        table.join(seat)
    taken(table, "soviet_2", lend("soviet_2", "soviet"))
    assert table.seen("soviet").lent == {"soviet_2": "soviet"}
    assert [request.seat for request in table.seen("soviet").requests] == ["soviet", "soviet_2"]
    assert table.seen("soviet_2").requests == ()
    borrowed = table.seen("soviet").requests[1]
    units = {match.position.state.units[unit.id].command for unit in getattr(borrowed, "units", ())}
    assert units == {"soviet-regiment"}
    choice = borrowed.choice([])
    assert "is lent to soviet: take it home first" in refusal(
        table, "soviet_2", ChooseCall(call=1, choice=choice)
    )
    assert "not of soviet_2" in refusal(table, "german", ChooseCall(call=1, choice=choice))
    taken(table, "soviet", SuggestCall(call=1, as_seat="soviet_2", serial=borrowed.serial))
    taken(table, "soviet", ChooseCall(call=1, choice=choice))
    assert "soviet_2" in match.position.sealed
    taken(table, "soviet", UndoCall(call=1, as_seat="soviet_2"))
    assert "soviet_2" not in match.position.sealed
    sound(match)


def test_a_seat_that_is_taken_home_answers_again() -> None:
    match = battle(CROSSINGS, players=TWO)
    table = Table(match)
    taken(table, "soviet_2", lend("soviet_2", "soviet"))
    taken(table, "soviet_2", home("soviet_2"))
    assert table.seen("soviet").lent == {}
    assert [request.seat for request in table.seen("soviet").requests] == ["soviet"]
    (own,) = table.seen("soviet_2").requests
    taken(table, "soviet_2", ChooseCall(call=1, choice=own.choice([])))
    assert refusal(table, "soviet_2", home("soviet_2")) == "seat: soviet_2 is not lent"
    sound(match)


def test_general_cards_stay_the_commanders_unless_his_whole_seat_is_lent() -> None:
    """His own request, with the general cards in it, goes to the borrower as a whole."""
    match = battle(CROSSINGS, players=TWO)
    table = Table(match)
    (his,) = table.seen("soviet").requests
    regiment = [
        one.id for one in getattr(his, "units", ()) if unit_command(match, one.id) == "soviet-regiment"
    ]
    assert regiment, "general cards let him lay for any unit"
    taken(table, "soviet", lend("soviet", "soviet_2"))
    own, borrowed = table.seen("soviet_2").requests
    assert not [one for one in getattr(own, "units", ()) if unit_command(match, one.id) == "soviet-brigade"]
    assert [one.id for one in getattr(borrowed, "units", ())] == [one.id for one in getattr(his, "units", ())]


def unit_command(match: Any, unit: str) -> str:
    return str(match.position.state.units[unit].command)


@pytest.mark.parametrize("by", ["soviet_2", "soviet", "umpire"])
def test_owner_army_commander_and_umpire_may_lend(by: str) -> None:
    table = Table(battle(CROSSINGS, players=TWO, umpire=True))
    taken(table, by, lend("soviet_2", "bot"))
    assert table.seen("german").lent == {"soviet_2": "bot"}
    taken(table, by, home("soviet_2"))


@pytest.mark.parametrize(
    ("by", "call", "said"),
    [
        ("german", lend("soviet_2", "bot"), "only soviet_2, its army commander or the umpire may do that"),
        ("soviet_2", lend("soviet", "soviet_2"), "only soviet, its army commander or the umpire may do that"),
        ("soviet", lend("soviet", "german"), "german does not play for the side of soviet"),
        ("soviet", lend("soviet", "soviet"), "'soviet' is no other seat at this table"),
        ("soviet", lend("soviet", "nobody"), "'nobody' is no other seat at this table"),
        ("soviet", lend("nobody", "bot"), "there is no seat 'nobody' at this table"),
        ("soviet", lend("soviet", "umpire"), "umpire does not play for the side of soviet"),
        ("umpire", lend("umpire", "bot"), "umpire sees everything and cannot be lent"),
        ("soviet", lend("soviet", "bot", "soviet-brigade"), "a bot takes over a whole seat"),
        (
            "soviet",
            lend("soviet", "soviet_2", "german-panzer"),
            "soviet has no command 'german-panzer' to lend",
        ),
        ("soviet", lend("soviet", "soviet_2", "soviet-brigade"), "that is all soviet commands"),
        ("soviet", home("soviet", "soviet-brigade"), "soviet has not lent 'soviet-brigade'"),
        ("soviet", home("soviet"), "soviet is not lent"),
    ],
)
def test_what_cannot_be_lent_is_refused_with_the_reason(by: str, call: Any, said: str) -> None:
    table = Table(battle(CROSSINGS, players=TWO, umpire=True))
    assert said in refusal(table, by, call)


def test_a_seat_is_lent_once_and_not_in_a_circle() -> None:
    table = Table(battle(CROSSINGS, players=TWO))
    taken(table, "soviet", lend("soviet_2", "soviet"))
    assert "soviet_2 is lent to soviet already" in refusal(table, "soviet_2", lend("soviet_2", "bot"))
    assert "soviet_2 is lent to soviet itself" in refusal(table, "soviet", lend("soviet", "soviet_2"))
    taken(table, "soviet", lend("soviet", "bot"))
    assert lending.played_by(table.match, "soviet_2") == "bot"


def test_a_bot_answers_for_the_seat_it_was_lent() -> None:
    match = battle(CROSSINGS, players=TWO)
    table = Table(match)
    taken(table, "soviet_2", lend("soviet_2", "bot"))
    (request,) = match.requests("soviet_2")
    call = ChooseCall(call=1, choice=request.choice([]))
    assert "is lent to bot" in refusal(table, "soviet_2", call)
    taken(table, "bot", call)
    assert "soviet_2" in match.position.sealed
    assert "not of german" in refusal(
        table, "bot", ChooseCall(call=1, choice=match.requests("german")[0].choice([]))
    )


def test_a_borrower_agrees_to_a_take_back_for_the_seat_it_plays() -> None:
    match = battle(CROSSINGS, players={"soviet": 2})
    table = Table(match)
    propose(match, "soviet", "soviet_2", "german")
    taken(table, "soviet_2", lend("soviet_2", "soviet"))
    taken(table, "german", AskBackCall(call=1))
    taken(table, "soviet", AnswerBackCall(call=1, agrees=True))
    taken(table, "soviet", AnswerBackCall(call=1, as_seat="soviet_2", agrees=True))
    assert "german" in match.to_act()


def test_lending_tells_the_enemy_nothing_but_who_plays() -> None:
    match = battle(CROSSINGS, players=TWO)
    table = Table(match)
    before = table.join("german").view
    taken(table, "soviet_2", lend("soviet_2", "soviet"))
    after = table.seen("german")
    assert (after.state, after.requests, after.waiting) == (before.state, before.requests, before.waiting)


# --- single commands ---


def test_a_command_changes_hands_with_the_next_cards_and_comes_home_so() -> None:
    match = big_battle(2)
    table = Table(match)
    before = commands_of(match)
    assert before["red"] == ("red-g0", "red-g1")
    taken(table, "red", lend("red", "red_2", "red-g1"))
    assert commands_of(match) == before
    assert "has no command" in refusal(table, "red", lend("red", "red_2", "red-g1"))
    next_turn(match)
    assert commands_of(match)["red"] == ("red-g0",)
    assert commands_of(match)["red_2"] == ("red-g2", "red-g3", "red-g1")
    asked = getattr(match.requests("red_2")[0], "units", ())
    assert "red-g1" in {unit_command(match, unit.id) for unit in asked}
    sound(match)
    taken(table, "red", home("red", "red-g1"))
    assert "red-g1" in commands_of(match)["red_2"]
    next_turn(match)
    assert commands_of(match) == before
    assert match.position.state.loans == {}
    sound(match)


def next_turn(match: Any) -> None:
    turn = match.position.state.turn
    while match.position.state.turn == turn:
        propose(match, match.to_act()[0])


def test_a_loan_that_had_not_begun_is_called_off() -> None:
    match = big_battle(2)
    lending.lend(match, "red", "red", "red_2", ("red-g0",))
    lending.take_home(match, "red", "red", ("red-g0",))
    assert match.position.state.loans == {}
    with pytest.raises(Refused, match="has not lent"):
        lending.take_home(match, "red", "red", ("red-g0",))


# --- whole battles ---


def test_a_battle_with_lending_in_its_midst_is_played_to_its_end() -> None:
    match, rng = battle(CROSSINGS, players=TWO, umpire=True), Random(6)
    seats = ("soviet", "soviet_2", "german", "german_2")
    while match.outcome is None:
        play_on(match, rng, 7)
        if match.outcome is None:
            seat = rng.choice(seats)
            if seat in match.position.aside.lent:
                lending.take_home(match, "umpire", seat)
            else:
                mate = {
                    "soviet": "soviet_2",
                    "soviet_2": "soviet",
                    "german": "german_2",
                    "german_2": "german",
                }
                to = "bot" if mate[seat] in match.position.aside.lent else mate[seat]
                lending.lend(match, "umpire", seat, to)
    sound(match)


def test_four_players_a_side_play_to_the_end() -> None:
    match = big_battle(4, umpire=True)
    assert match.setup.seats == (
        *("red", "red_2", "red_3", "red_4"),
        *("blue", "blue_2", "blue_3", "blue_4"),
        "umpire",
    )
    play_on(match, Random(9))
    assert match.outcome is not None
    sound(match)


def test_four_players_a_side_conform() -> None:
    details = {"players": {"red": 4, "blue": 4}, "umpire": True}
    conform(BIG, FOUR, details=details, games=1, share=0.04, seed=5)


# --- what a page is told of it ---


def offers(match: Any, seat: str) -> dict[str, tuple[str, ...]]:
    """To whom a seat may lend which seats."""
    return {one.seat: one.to for one in Table(match).seen(seat).loanable}


@rule("KIM-8.2a")
def test_a_view_says_what_may_be_lent_and_to_whom() -> None:
    match = battle(CROSSINGS, players=TWO, umpire=True)
    assert offers(match, "soviet_2") == {"soviet_2": ("soviet", "bot")}
    assert offers(match, "soviet") == {"soviet": ("soviet_2", "bot"), "soviet_2": ("soviet", "bot")}
    assert set(offers(match, "umpire")) == {"soviet", "soviet_2", "german", "german_2"}
    lending.lend(match, "soviet", "soviet_2", "soviet")
    assert offers(match, "soviet") == {"soviet": ("bot",), "soviet_2": ()}
    assert [(one.seat, one.lent) for one in Table(match).seen("soviet_2").loanable] == [
        ("soviet_2", "soviet")
    ]


@rule("KIM-8.2a")
def test_what_is_not_offered_would_be_refused() -> None:
    match = battle(CROSSINGS, players=TWO, umpire=True)
    for by in match.setup.seats:
        for seat in match.setup.seats:
            for to in (*match.setup.seats, "bot"):
                trial = match.clone(bytes(32))
                offered = to in offers(match, by).get(seat, ())
                if offered:
                    lending.lend(trial, by, seat, to)
                else:
                    with pytest.raises(Refused):
                        lending.lend(trial, by, seat, to)


@rule("KIM-8.2a")
def test_a_view_says_which_commands_are_lent_and_until_when() -> None:
    match = big_battle(2)

    def told() -> list[tuple[str, str, str, bool]]:
        (mine,) = (one for one in Table(match).seen("red_2").loanable if one.seat == "red_2")
        return [(one.label, one.to, one.note, one.home) for one in mine.commands]

    assert told() == [("red 2", "", "", False), ("red 3", "", "", False)]
    lending.lend(match, "red_2", "red_2", "red", ("red-g3",))
    assert told() == [("red 2", "", "", False), ("red 3", "red", "goes over next turn", True)]
    while match.position.state.turn < 2:
        propose(match, match.to_act()[0])
    assert told() == [("red 2", "", "", False), ("red 3", "red", "", True)]
    lending.take_home(match, "red_2", "red_2", ("red-g3",))
    assert told()[-1] == ("red 3", "red", "comes home next turn", False)


@rule("KIM-8.2a")
def test_the_tree_of_forces_says_who_commands_what_where_several_share_a_side() -> None:
    shared = battle(CROSSINGS, players={"soviet": 2})
    sides = {force.side: force for force in STANDS.scene(shared.view("german")).forces}
    assert sides["soviet"].seat == "soviet"
    assert [one.seat for one in sides["soviet"].branches] == ["soviet", "soviet_2"]
    assert {sides["german"].seat, *(one.seat for one in sides["german"].branches)} == {""}


def test_a_team_mates_units_are_not_said_to_be_left_out() -> None:
    """The commander could lay a general card on them; that they have none of his is nothing he forgot."""
    match = big_battle(2)
    while match.requests("red") == () or match.requests("red")[0].kind != "orders":
        propose(match, match.to_act()[0])
    left = STANDS.looks["left_out"](match.view("red"), {"draft": []}).lines
    assert [line.text.partition(":")[0] for line in left] == ["Foot 0", "Guns 0", "Foot 1", "Guns 1"]
