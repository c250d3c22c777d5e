"""Since you left: a few lines, from the seat's own view, from where it last looked."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.bots.roster import make_bot
from deadground.core.events import SeenEvent
from deadground.core.match import Match
from deadground.core.scene import Scene, Shape, SideSign, Token, Trace
from deadground.server.api_games import Moment
from deadground.server.chronicle import Chronicle, Game, Told
from deadground.server.since import (
    NOTHING,
    Now,
    Stretch,
    asked,
    first_missed,
    ground,
    hits,
    joined,
    last_lines,
    listed,
    losses,
    newcomers,
    parted,
    sentences,
    since_left,
    title_of,
)
from deadground.systems.stands.system import STANDS
from tests.server.notices.receivers import wait_for
from tests.server.notices.test_notices import until_asked

SIDES = (SideSign("red", "Reds"), SideSign("blue", "Blues", mine=True))
HELD = "The hill is taken (Reds 2); The hill is held (Blues 3)"
HILL = Shape(kind="ring", look="objective", points=((0, 0),), radius=100, label=HELD)


def token(id: str, side: str, x: int = 1000, seen: int = 0) -> Token:
    return Token(
        id=id,
        at=(x, 0),
        facing=0,
        width=10,
        depth=10,
        side=side,
        symbol="s",
        title=f"{id} of {side}",
        seen=seen,
    )


def scene(*tokens: Token, fallen: tuple[Trace, ...] = (), hill: bool = False) -> Scene:
    return Scene(
        width=2000,
        height=2000,
        sides=SIDES,
        tokens={one.id: one for one in tokens},
        traces={one.id: one for one in fallen},
        shapes={"hill": HILL} if hill else {},
    )


def test_losses_of_each_side_ones_own_first() -> None:
    before = scene(token("a", "red"), token("b", "blue"))
    after = scene(
        fallen=(Trace("a", (0, 0), "x", "red"), Trace("b", (0, 0), "x", "blue"), Trace("hole", (0, 0), "x"))
    )
    assert list(losses(before, after)) == ["You lost b of blue.", "Reds lost a of red."]
    assert not list(losses(after, after))


def test_a_loss_that_was_never_on_the_table_is_named_by_its_trace() -> None:
    after = scene(fallen=(Trace("z", (0, 0), "x", "red", "Scouts, lost in turn 3"),))
    assert list(losses(scene(), after)) == ["Reds lost Scouts."]


def test_hits_on_each_side_that_were_not_there_before() -> None:
    hurt = msgspec.structs.replace(token("a", "red"), hits=1)
    assert list(hits(scene(token("a", "red")), scene(hurt))) == ["Hits on Reds: a of red."]
    assert not list(hits(scene(hurt), scene(hurt)))


def test_turns_in_which_nothing_happened_are_told_as_one() -> None:
    quiet = [Stretch([moment(turn)], [NOTHING]) for turn in (1, 2, 3)]
    loud = Stretch([moment(4)], ["You lost a."])
    found = joined([*quiet, loud, Stretch([moment(5)], [NOTHING])])
    assert [title_of(one.told) for one in found] == ["Turns 1 to 3", "Turn 4, fire", "Turn 5, fire"]


def test_what_is_of_one_turn_is_told_by_phase_and_what_is_long_ago_together() -> None:
    phases = [moment(2, "Movement"), moment(2, "Fire"), moment(2, "Fire")]
    assert [title_of(one) for one in parted(phases)] == ["Turn 2, movement", "Turn 2, fire"]
    turns = parted([moment(turn) for turn in range(9)])
    assert [title_of(one) for one in turns][:2] == ["Turns 1 to 3", "Turn 4, fire"]
    assert title_of([moment(0, "")]) == "Before the first turn"


def moment(turn: int, phase: str = "Fire") -> Told:
    return Told(Moment(n=0, turn=turn, phase=phase, title="", kinds=[]), 0, ())


def test_exchanges_of_fire_are_told_in_the_words_of_ones_own_side() -> None:
    def fight(n: int) -> Told:
        sums = {"blue": f"Exchange over: he lost {n}.", "red": f"Exchange over: you lost {n}."}
        return Told(moment(1).moment, 0, (SeenEvent("exchange_over", "", {"sums": sums}),))

    quiet = scene(token("a", "red"))
    assert sentences(quiet, quiet, [fight(1)]) == ["Exchange over: he lost 1."]
    told = sentences(quiet, quiet, [fight(n) for n in range(5)])
    assert told == [*(f"Exchange over: he lost {n}." for n in (2, 3, 4)), "2 more exchanges before."]
    assert sentences(quiet, quiet, [moment(1)]) == [NOTHING]


def test_newcomers_are_those_of_others_that_are_seen_now() -> None:
    before = scene(token("a", "red"))
    after = scene(token("a", "red"), token("c", "red"), token("ghost", "red", seen=2), token("mine", "blue"))
    assert list(newcomers(before, after)) == ["New on the table: c of red."]


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ((), ("blue",), ["“The hill is held”: you stand there now."]),
        (("red",), ("blue",), ["“The hill is held”: you stand there now."]),
        (("blue", "red"), ("red",), ["“The hill is held”: Reds stands there now."]),
        (("blue",), ("blue", "red"), ["“The hill is held”: you and Reds stand there now."]),
        (("blue",), (), ["“The hill is held”: nobody is seen there any more."]),
        (("blue",), ("blue",), []),
    ],
)
def test_ground_won_and_lost(before: tuple[str, ...], after: tuple[str, ...], says: list[str]) -> None:
    then = scene(*(token(side, side, 50) for side in before), hill=True)
    now = scene(*(token(side, side, 99) for side in after), token("far", "red", 101), hill=True)
    assert list(ground(then, now)) == says


def test_long_lists_are_cut() -> None:
    assert listed(["a", "b", "a"]) == "2 a, b"
    assert listed("abcdefg") == "a, b, c, d and 3 others"
    assert listed("abcde") == "a, b, c, d and 1 other"


def test_what_is_asked_now() -> None:
    assert asked(Now("red", ("Lay your cards.",), ("red",))) == "Lay your cards."
    assert asked(Now("red", (), ("red", "blue_left"))) == "The table waits for Blue left."
    assert asked(Now("red", over="Red has won.")) == "The fight is over. Red has won."
    assert asked(Now("red")) == ""


def test_without_a_map_the_last_lines_of_the_log_are_told() -> None:
    events = [SeenEvent("shot", f"Shot {n}.") for n in range(5)] + [SeenEvent("masked", "Something.")]
    assert last_lines(events) == ["Shot 2.", "Shot 3.", "Shot 4.", "2 more lines in the log."]


@pytest.fixture(scope="module")
def battle() -> Match[Any]:
    """The first lesson, played to its end by two bots."""
    match = Match.begin(STANDS, STANDS.prepare("first-lesson"), bytes(32))
    bots = {seat: make_bot(STANDS, "steady", match.seed, seat) for seat in match.setup.seats}
    while match.outcome is None:
        seat = match.to_act()[0]
        match.submit(bots[seat].choose(match.view(seat)))
    return match


def test_a_battle_in_a_few_lines(battle: Match[Any]) -> None:
    seat = battle.setup.seats[0]
    told = since_left(Chronicle(), Game.of(battle), Now.of(battle, seat), 10)
    assert told.moment is not None
    assert told.moment > 0
    assert told.events == len(battle.log(seat)) - 10
    assert 1 < len(told.turns) <= 6
    most = 6  # losses and hits of two sides, a place, who is new
    assert all(1 <= len(turn.lines) <= most for turn in told.turns)
    text = " ".join(line for turn in told.turns for line in turn.lines)
    assert "You lost " in text
    assert "German lost " in text


def test_nothing_is_told_that_the_seats_own_log_and_map_do_not_show(battle: Match[Any]) -> None:
    """Every name in it was in a log line or on the map of this seat."""
    seat = battle.setup.seats[0]
    game, chronicle = Game.of(battle), Chronicle()
    known = " ".join(event.text for event in battle.log(seat))
    for one in chronicle.moments(game, seat):
        shown = chronicle.seen(game, seat, chronicle.moments(game, seat), one.moment.n).scene
        known += msgspec.json.encode(shown).decode()
    told = since_left(chronicle, game, Now.of(battle, seat), 0)
    for turn in told.turns:
        for line in turn.lines:
            if line != NOTHING and (" lost " in line or line.startswith("New")):
                names = line.rstrip(".").split(" lost " if " lost " in line else ": ", 1)[1]
                for name in names.split(" and ")[0].split(", "):
                    assert name.lstrip("0123456789 ") in known


def test_who_saw_everything_missed_nothing(battle: Match[Any]) -> None:
    seat = battle.setup.seats[0]
    told = since_left(Chronicle(), Game.of(battle), Now.of(battle, seat), len(battle.log(seat)))
    assert (told.events, told.moment, told.turns) == (0, None, [])
    assert first_missed(Game.of(battle), seat, 10**6) == len(battle.journal)


def last_since(player: Any) -> int:
    """The latest `since` that a tab was sent."""
    found = [msgspec.json.decode(frame) for frame in player.frames]
    seen = [one["seen"] for one in found if one["type"] == "since"]
    return int(seen[-1])


def test_who_comes_back_is_told_from_where_he_left(
    client: Any, two: Any, sit: Any, visit: Any, sql: Any
) -> None:
    red, blue = two
    with visit(blue) as other:
        other.catch_up()
        assert last_since(other) == len(other.log)
    wait_for(lambda: sql("select seen from visits where seat = 'blue'"))
    player = sit(red)
    until_asked(player, "blue")
    back = sit(blue)
    back.catch_up()
    seen = last_since(back)
    assert seen < len(back.log)
    address = f"/api/games/{blue['game']}/since"
    told = client.get(address, params={"token": blue["token"], "seen": seen}).json()
    assert told["events"] == len(back.log) - seen
    assert told["turns"][-1]["title"] == "Meanwhile"
    assert told["turns"][-1]["lines"]
    assert told["asked"] == back.view["requests"][0]["prompt"]


def test_a_tab_that_was_hidden_is_told_too(two: Any, sit: Any) -> None:
    red, blue = two
    other = sit(blue)
    other.call("attend", visible=False)
    until_asked(sit(red), "blue")
    other.call("attend", visible=True)
    other.catch_up()
    assert last_since(other) < len(other.log)


def test_a_second_tab_of_a_seat_that_is_there_has_missed_nothing(
    two: Any, sit: Any, visit: Any, sql: Any
) -> None:
    red, blue = two
    with visit(blue):
        pass
    wait_for(lambda: sql("select seen from visits where seat = 'blue'"))
    sit(blue)
    until_asked(sit(red), "blue")
    second = sit(blue)
    second.catch_up()
    assert last_since(second) == len(second.log)


def test_every_tab_that_sits_down_gets_exactly_one(two: Any, sit: Any) -> None:
    red, blue = two
    for opened in (red, blue, blue):
        player = sit(opened)
        player.catch_up()
        kinds = [msgspec.json.decode(frame)["type"] for frame in player.frames]
        assert kinds.count("since") == 1


@pytest.mark.parametrize("seen", ["-1", "x", "1.5"])
def test_a_number_that_is_none_is_refused(client: Any, two: Any, seen: str) -> None:
    red, _ = two
    answer = client.get(f"/api/games/{red['game']}/since", params={"token": red["token"], "seen": seen})
    assert answer.status_code == 400
