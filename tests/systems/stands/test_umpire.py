"""The umpire's seat: what he may overrule, what is refused, and who is told."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from deadground.cli.story import retold, story
from deadground.core.dice import D10, Ids, Scripted
from deadground.core.faults import Refused, SetupError
from deadground.core.journal import PutRight
from deadground.core.match import Match
from deadground.core.messages import ChooseCall, OverruleCall
from deadground.core.overrule import Overrule, overrule
from deadground.core.table import Table
from deadground.systems.stands.seats.umpire import DICE
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.system import STANDS
from tests.systems.stands.seats import (
    a_stand,
    battle,
    play_on,
    propose,
    refusal,
    rule,
    sent,
    sound,
    taken,
    to_phase,
    umpired,
)

PLAYED = Path(__file__).parents[2] / "playthroughs" / "stands"
HIDING = "vesnya-crossings"
"""A scenario in which both sides have hidden guns."""


def texts(match: Match[StandsState], seat: str) -> list[str]:
    return [event.text for event in match.log(seat)]


def test_the_seat_is_there_only_when_the_set_up_says_so() -> None:
    assert battle().setup.seats == ("soviet", "german")
    assert umpired().setup.seats == ("soviet", "german", "umpire")
    with pytest.raises(SetupError, match="true or false, not 'yes'"):
        STANDS.prepare("first-lesson", details={"umpire": "yes"})


def test_an_umpire_sees_everything_and_the_sides_what_they_saw_without_one() -> None:
    match = umpired(HIDING)
    assert match.view("umpire").state == match.position.state
    gun = a_stand(match, "german", hidden=True)
    assert gun.id in match.view("umpire").state.stands
    assert gun.id not in match.view("soviet").state.stands
    assert {event.text for event in match.log("umpire")} >= {*texts(match, "soviet"), *texts(match, "german")}


# --- each overrule ---


def test_a_stand_is_moved_and_turned() -> None:
    match = umpired()
    stand = a_stand(match, "soviet")
    rule(match, "move", "the base was knocked over", stand=stand.id, at=[5000, 4000], facing=900)
    moved = match.position.state.stands[stand.id]
    assert (moved.at, moved.facing) == ((5000, 4000), 900)
    said = f"Umpire: {stand.name} is put at 500, 400. the base was knocked over"
    for seat in match.setup.seats:
        assert texts(match, seat)[-1] == said
    assert match.marks == ["Umpire put right: the base was knocked over"]
    sound(match)


def test_a_hidden_stand_is_put_on_the_table() -> None:
    match = umpired(HIDING)
    gun = a_stand(match, "german", hidden=True)
    rule(match, "reveal", stand=gun.id)
    assert not match.view("soviet").state.stands[gun.id].hidden
    sound(match)


def test_a_stand_is_hidden_under_a_new_id_and_nobody_aims_at_it() -> None:
    match = umpired(HIDING)
    target = a_stand(match, "german")
    shooter = a_stand(match, "soviet")
    match.position.state.stands[shooter.id].target = target.id
    match._encoded = None
    rule(match, "hide", stand=target.id)
    state = match.position.state
    assert target.id not in state.stands
    (hidden,) = [one for one in state.stands.values() if one.name == target.name and one.side == "german"]
    assert hidden.hidden
    assert state.stands[shooter.id].target == ""
    table = Table(match)
    table.join("soviet")
    assert hidden.id not in sent(table, "soviet")
    assert match.view("soviet").state.sightings[target.id].at == target.at


@pytest.mark.parametrize(
    ("status", "field", "value"),
    [
        ("hit", "hits", 1),
        ("dug_in", "dug_in", True),
        ("fired", "fired", True),
        ("half", "limit", "half"),
        ("direct", "limit", "direct"),
    ],
)
def test_a_stand_is_marked(status: str, field: str, value: Any) -> None:
    match = umpired()
    stand = a_stand(match, "soviet")
    rule(match, "mark", stand=stand.id, status=status)
    assert getattr(match.position.state.stands[stand.id], field) == value
    with pytest.raises(Refused, match="already"):
        rule(match, "mark", stand=stand.id, status=status)
    sound(match)


def test_a_stand_is_removed_and_restored() -> None:
    match = umpired()
    stand = a_stand(match, "german")
    losses = match.position.state.commands[stand.command].losses
    rule(match, "remove", stand=stand.id)
    assert stand.id in match.position.state.fallen
    assert match.position.state.commands[stand.command].losses == losses + 1
    sound(match)
    rule(match, "restore", stand=stand.id)
    again = match.position.state.stands[stand.id]
    assert (again.at, again.facing, again.unit, again.kind) == (
        stand.at,
        stand.facing,
        stand.unit,
        stand.kind,
    )
    assert match.position.state.commands[stand.command].losses == losses
    assert stand.id not in match.position.state.fallen
    sound(match)


@pytest.mark.parametrize("engaged_with", ["fallen", "foe"])
def test_a_stand_lost_in_an_assault_is_restored_when_that_is_over(engaged_with: str) -> None:
    """Those who were in contact with it, or with whom it fought, close combat has not come to yet. KIM-R110"""
    match = umpired()
    fallen, other, foe = a_stand(match, "german"), a_stand(match, "soviet"), "gone"
    rule(match, "remove", stand=fallen.id)
    state = match.position.state
    state.fallen[fallen.id].in_contact_with = foe
    state.stands[other.id].in_contact_with = fallen.id if engaged_with == "fallen" else foe
    with pytest.raises(Refused, match="must be over first"):
        rule(match, "restore", stand=fallen.id)
    match.position.state.stands[other.id].in_contact_with = ""
    rule(match, "restore", stand=fallen.id)
    sound(match)


def test_a_roll_is_set_and_said_to_be_when_it_comes() -> None:
    match = umpired()
    hq = next(
        one for one in match.position.state.stands.values() if one.kind == "hq" and one.side == "soviet"
    )
    rule(match, "move", "so that they must roll", stand=hq.id, at=[200, 200])
    before = texts(match, "soviet")
    rule(match, "set_roll", "the die fell off the table", purpose="command", owner="soviet", faces=[10])
    told = [*before, "Umpire has set a roll that is still to come."]
    assert texts(match, "soviet") == told, "that one is set, and not which"
    assert match.marks_for("soviet")[-1] == "Umpire set a roll"
    assert texts(match, "umpire")[-2].endswith("command to 10: the die fell off the table")
    sound(match)
    for seat in ("soviet", "german"):
        view = match.view(seat)
        request = view.requests[0]
        match.submit(request.choice(request.suggest(view, 3)[-1].value))
    rolls = [roll for entry in match.journal for roll in entry.rolls if roll.purpose == "command"]
    (laid,) = [roll for roll in rolls if roll.note]
    assert (laid.faces, laid.owner) == ((10,), "soviet")
    assert laid.note == "set by Umpire: the die fell off the table"
    assert laid == next(roll for roll in rolls if roll.owner == "soviet")
    assert laid in [roll for event in match.log("soviet") for roll in event.rolls]
    assert match.position.aside.laid == ()
    sound(match)


def given_back(match: Match[StandsState]) -> list[str]:
    return [text for text in texts(match, "umpire") if "given back" in text]


@pytest.mark.parametrize(
    ("faces", "thrown", "back"),
    [
        ((10,), (10,), []),
        (
            (11,),
            (4,),
            ["The roll set for shot is given back, 11: it was thrown with a D10, as the dice fell."],
        ),
        ((3, 9), (3,), ["The roll set for shot is given back, 9: no more dice were thrown."]),
    ],
)
def test_a_roll_that_was_set_is_used_or_given_back(
    faces: tuple[int, ...], thrown: tuple[int, ...], back: list[str]
) -> None:
    match = umpired()
    rule(match, "set_roll", "a cocked die", purpose="shot", owner="soviet", faces=list(faces))
    position = match.position.copy()
    game = STANDS.game_type(
        position.state, [], match.setup.seats, match.setup.options, STANDS.rulings, Scripted(4), Ids(b"", 1)
    )
    game.laid = list(position.aside.laid)
    roll = game.roll(1, D10, "shot", "soviet")
    assert (roll.faces, game.laid) == (thrown, [])
    assert bool(roll.note) == (thrown == faces[:1])
    assert [(event.seen.text, event.seen_by) for event in game.events] == [
        (text, ("umpire",)) for text in back
    ]


def test_a_roll_set_twice_or_never_thrown_is_given_back() -> None:
    match = umpired()
    for face in (1, 2, 3):
        rule(match, "set_roll", "a cocked die", purpose="minefield", faces=[face])
    back = [
        f"The roll set for minefield is given back, {face}: another was set in its place." for face in (1, 2)
    ]
    assert given_back(match) == back
    new, again = (
        "has set a roll that is still to come.",
        "has changed the roll that was set and is still to come.",
    )
    told = [text for text in texts(match, "soviet") if text.endswith("still to come.")]
    assert told == [f"Umpire {new}", f"Umpire {again}", f"Umpire {again}"], "one roll is set, not three"
    while match.outcome is None:
        rule(match, "end_phase", "next")
    last = "The roll set for minefield is given back, 3: the game ended before it was thrown."
    assert given_back(match) == [*back, last]
    assert match.position.aside.laid == ()
    assert not any("given back" in text for text in texts(match, "soviet"))
    sound(match)


def test_every_roll_of_a_battle_can_be_set() -> None:
    """Read from the battles that are kept as text: a roll nobody throws by that name would wait for ever."""
    told = "".join(file.read_text("utf-8") for file in PLAYED.glob("*.txt"))
    found = re.findall(r"rolls \d+d(\d+) [\d ]+ for (.+?) \(", told)
    rolls = {(purpose, int(sides)) for sides, purpose in found}
    assert {purpose for purpose, _ in rolls} >= {"command", "shot", "indirect fire"}
    assert [one for one in rolls if one[1] > DICE.get(one[0], 0)] == []


def test_a_phase_is_ended_with_what_is_proposed() -> None:
    match = umpired()
    to_phase(match, "movement")
    propose(match, "soviet")
    rule(match, "end_phase", "time is up")
    assert match.position.state.phase != "movement"
    assert "Umpire ends the phase: time is up" in texts(match, "german")
    assert match.to_act()
    sound(match)


def test_ending_phase_after_phase_ends_the_battle() -> None:
    match = umpired()
    for _ in range(200):
        if match.outcome is not None:
            break
        rule(match, "end_phase", "on with it")
    assert match.outcome is not None
    sound(match)


# --- what is refused ---


@pytest.mark.parametrize(
    ("what", "fields", "said"),
    [
        ("teleport", {}, "'teleport' cannot be overruled"),
        ("move", {}, "Stand: is missing; To: is missing"),
        ("move", {"stand": "nobody", "at": [1, 1]}, "Stand: there is no such one among the stands"),
        ("move", {"stand": "STAND", "at": [1]}, "it is a place of two whole numbers"),
        ("move", {"stand": "STAND", "at": [1.5, 2]}, "it is a place of two whole numbers"),
        ("move", {"stand": "STAND", "at": [1, 1], "facing": 3600}, "Facing: it is from 0 to 359.9 degrees"),
        ("move", {"stand": "STAND", "at": [-1, 400]}, "is off the table at (-0.1, 40)"),
        ("move", {"stand": "STAND", "at": [10**7, 400]}, "is off the table at (1000000, 40)"),
        ("reveal", {"stand": "STAND"}, "is on the table already"),
        ("mark", {"stand": "STAND", "status": "happy"}, "Status: it is one of hit, unhurt"),
        ("mark", {"stand": "STAND", "status": "unhurt"}, "carries no marker already"),
        ("restore", {"stand": "STAND"}, "Lost stand: there is no such one among the fallen"),
        ("set_roll", {"purpose": "luck", "faces": [1]}, "What is rolled for: it is one of command"),
        ("set_roll", {"purpose": "command", "faces": []}, "Faces: name from 1 to 20 of them"),
        ("set_roll", {"purpose": "command", "faces": [1] * 21}, "Faces: name from 1 to 20 of them"),
        ("set_roll", {"purpose": "command", "faces": [0]}, "Faces: faces are from 1 to 10"),
        ("set_roll", {"purpose": "command", "faces": [11]}, "Faces: faces are from 1 to 10"),
        ("set_roll", {"purpose": "shot", "faces": [21]}, "Faces: faces are from 1 to 20"),
        ("set_roll", {"purpose": 7, "faces": [21]}, "What is rolled for: it is one of command"),
        ("set_roll", {"purpose": "command", "faces": [1], "owner": "umpire"}, "no such one among the sides"),
        ("end_phase", {"turn": 2}, "'turn' is no field of end_phase"),
    ],
)
def test_bad_overrules_are_refused_with_the_reason(what: str, fields: dict[str, Any], said: str) -> None:
    match = umpired()
    stand = a_stand(match, "soviet")
    given = {name: stand.id if value == "STAND" else value for name, value in fields.items()}
    call = OverruleCall(call=1, what=what, fields=given, reason="because")
    assert said in refusal(Table(match), "umpire", call).replace("fields.stand: ", "").replace(
        "fields.at: ", ""
    )


def test_an_overrule_needs_a_reason() -> None:
    table = Table(umpired())
    for reason, said in (
        ("", "needs a reason"),
        ("  \n", "needs a reason"),
        ("x" * 501, "500 letters at most"),
    ):
        call = OverruleCall(call=1, what="end_phase", reason=reason)
        assert said in refusal(table, "umpire", call)


@pytest.mark.parametrize("seat", ["soviet", "german"])
def test_no_other_seat_overrules(seat: str) -> None:
    table = Table(umpired())
    call = OverruleCall(call=1, what="end_phase", reason="I say so")
    assert refusal(table, seat, call) == "seat: only the umpire's seat may overrule"
    assert table.seen(seat).overrules == ()
    assert [kind.what for kind in table.seen("umpire").overrules] == [kind.what for kind in STANDS.overrules]


def test_the_umpire_is_offered_whom_each_field_may_name() -> None:
    table = Table(umpired())
    stands = table.match.position.state.stands
    offered = {
        kind.what: {id for id, _ in kind.fields[0].offered}
        for kind in table.seen("umpire").overrules
        if kind.fields
    }
    assert offered["move"] == set(stands)
    hidden = {id for id, one in stands.items() if one.hidden}
    assert (offered["reveal"], offered["hide"]) == (hidden, set(stands) - hidden)
    assert hidden


def test_without_an_umpire_nobody_overrules() -> None:
    table = Table(battle())
    call = OverruleCall(call=1, what="end_phase", reason="I say so")
    for seat in ("soviet", "german", "umpire"):
        assert refusal(table, seat, call) == "seat: only the umpire's seat may overrule"


def test_a_finished_battle_is_not_overruled() -> None:
    match = umpired()
    play_on(match, Random(3))
    with pytest.raises(Refused, match="the game is over"):
        rule(match, "end_phase")


def test_the_list_is_data_that_a_form_can_be_made_from() -> None:
    plain = msgspec.to_builtins(STANDS.overrules)
    assert [kind["what"] for kind in plain] == [
        "move",
        "reveal",
        "hide",
        "mark",
        "remove",
        "restore",
        "set_roll",
        "end_phase",
    ]
    assert plain[0]["fields"][0] == {
        "name": "stand",
        "label": "Stand",
        "kind": "key",
        "of": "stands",
        "choices": (),
        "least": 0,
        "most": 0,
        "needed": True,
        "by": "",
        "highest": {},
        "where": {},
        "offered": (),
        "unit": "",
    }
    wanted = {kind["what"]: kind["fields"][0]["where"] for kind in plain if kind["fields"]}
    assert wanted["reveal"] == {"hidden": True}, "what is to be shown is chosen among the hidden"
    assert wanted["hide"] == {"hidden": False}


# --- secrets ---


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("move", {"at": [9000, 5000]}),
        ("mark", {"status": "hit"}),
        ("remove", {}),
        ("mark", {"status": "fired"}),
    ],
)
def test_an_overrule_of_a_hidden_stand_is_not_told_to_the_enemy(what: str, fields: dict[str, Any]) -> None:
    match = umpired(HIDING)
    gun = a_stand(match, "german", hidden=True)
    table = Table(match)
    for seat in match.setup.seats:
        table.join(seat)
    before = sent(table, "soviet")
    rule(match, what, "zqsecret9", stand=gun.id, **fields)
    assert table.news("soviet") is None, "no patch, no new serial, nothing"
    assert sent(table, "soviet") == before
    assert "zqsecret9" in sent(table, "german")
    assert "zqsecret9" in sent(table, "umpire")
    assert match.marks == [], "what everybody may know"
    assert match.marks_for("soviet") == []
    assert match.marks_for("german") == match.marks_for("umpire") == ["Umpire put right: zqsecret9"]
    assert "zqsecret9" not in str(story(match, retold(match), "soviet"))
    assert "zqsecret9" in str(story(match, retold(match), "german"))
    sound(match)


def test_a_hidden_stand_that_is_removed_comes_back_hidden() -> None:
    match = umpired(HIDING)
    gun = a_stand(match, "german", hidden=True)
    table = Table(match)
    before = sent_after_joining(table, "soviet")
    rule(match, "remove", stand=gun.id)
    rule(match, "restore", stand=gun.id)
    assert match.position.state.stands[gun.id].hidden
    assert sent(table, "soviet") == before


def sent_after_joining(table: Table[StandsState], seat: str) -> str:
    table.join(seat)
    return sent(table, seat)


def test_all_marks_are_told_when_the_battle_is_over() -> None:
    match = umpired(HIDING)
    rule(match, "mark", "zqsecret9", stand=a_stand(match, "german", hidden=True).id, status="hit")
    assert Table(match).seen("soviet").marks == ()
    for _ in range(300):
        if match.outcome is None:
            rule(match, "end_phase", "on")
    assert "Umpire put right: zqsecret9" in Table(match).seen("soviet").marks


# --- the table goes on ---


def test_a_sealed_answer_that_no_longer_fits_is_given_back() -> None:
    match = umpired()
    stand = a_stand(match, "soviet")
    view = match.view("soviet")
    request = view.requests[0]
    orders = next(one.value for one in request.suggest(view, 3) if stand.id in str(one.value))
    match.submit(request.choice(orders))
    assert match.to_act() == ("german",)
    rule(match, "remove", stand=stand.id)
    assert match.to_act() == ("soviet", "german")
    assert match.requests("soviet")[0].serial == request.serial + 1
    play_on(match, Random(5))
    assert match.outcome is not None
    sound(match)


def test_a_choice_made_on_the_table_before_the_overrule_is_stale() -> None:
    match = umpired()
    table = Table(match)
    request = match.requests("soviet")[0]
    rule(match, "move", stand=a_stand(match, "soviet").id, at=[5000, 4000])
    stale = ChooseCall(call=1, choice=request.choice([]))
    assert "no longer open" in refusal(table, "soviet", stale)


def test_stands_in_an_assault_are_left_to_fight_it_out() -> None:
    match = umpired()
    stands = match.position.state.stands
    own, enemy = stands[a_stand(match, "soviet").id], stands[a_stand(match, "german").id]
    own.in_contact_with, enemy.in_contact_with = enemy.id, own.id
    for what, fields in (("move", {"at": [5000, 4000]}), ("hide", {}), ("remove", {})):
        with pytest.raises(Refused, match="is in an assault"):
            overrule(match, "umpire", Overrule(what, {"stand": own.id, **fields}), "because")


def test_an_overrule_is_one_put_right_entry() -> None:
    match = umpired()
    table = Table(match)
    stand = a_stand(match, "soviet")
    fields = {"stand": stand.id, "status": "hit"}
    taken(table, "umpire", OverruleCall(call=1, what="mark", fields=fields, reason=" a slip "))
    act = match.journal[-1].act
    assert act == PutRight("umpire", "a slip", overrule=Overrule("mark", fields), called="Umpire")


@pytest.mark.parametrize("scenario", ["first-lesson", "vesnya-crossings"])
def test_random_overrules_never_break_a_battle(scenario: str) -> None:
    """Whatever the umpire tries in mid-battle is refused or leaves a battle that goes on to its end."""
    match, rng, made = umpired(scenario), Random(11), 0
    while match.outcome is None:
        play_on(match, rng, rng.randint(1, 6))
        if match.outcome is not None:
            break
        try:
            overrule(match, "umpire", anything(match, rng), "so be it")
            made += 1
        except Refused:
            continue
    assert made >= 5
    sound(match)


def anything(match: Match[StandsState], rng: Random) -> Overrule:
    """A random overrule of the right form."""
    state = match.position.state
    kind = rng.choice([kind for kind in STANDS.overrules if kind.what != "end_phase" or rng.random() < 0.3])
    fields: dict[str, Any] = {}
    for field in kind.fields:
        if field.kind == "key":
            fields[field.name] = rng.choice([*getattr(state, field.of)] or [""])
        elif field.kind == "choice":
            fields[field.name] = rng.choice(field.choices)
        elif field.kind == "point":
            fields[field.name] = [rng.randint(0, 12000), rng.randint(0, 9000)]
        else:
            number = rng.randint(field.least, field.most)
            fields[field.name] = [number] if field.kind == "dice" else number
    return Overrule(kind.what, fields)


def test_the_umpire_reads_who_is_waited_for_where_the_players_may_not() -> None:
    match = umpired()
    to_phase(match, "movement")
    assert match.position.pending is not None
    assert match.position.pending.quiet == "Movement in progress."
    propose(match, "german")
    assert match.view("german").waiting == ("Movement in progress.",)
    assert match.view("umpire").waiting == ("soviet",)
