"""Deployment: men are set up where the scenario lets them, unseen; others come on in their turn. NR-206"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

import pytest

from deadground.bots.roster import make_bot, usual_of
from deadground.core.bot import chosen
from deadground.core.loader import DataError
from deadground.core.match import Match
from deadground.core.records import redact
from deadground.core.requests import Place
from deadground.space.units import inches
from deadground.systems.skirmish.rules.deployment.placing import nearest_first
from deadground.systems.skirmish.rules.deployment.zones import zone_of
from deadground.systems.skirmish.rules.reactions.modifiers import half_strength
from deadground.systems.skirmish.scenario_file import Comes
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.testing.play import Play
from tests.systems.skirmish.deployments import battle, begun, by_name, end_turn, on_the_shelf, read
from tests.systems.skirmish.system import game

HOLLOW = "comes: [{units: [first], area: hollow}]"
LATER = "comes: [{units: [second], turn: 2, by: south}]"
POST = "comes: [{area: post}]"


def places(p: Play[SkirmishState], seat: str, **moved: tuple[float, float]) -> dict[str, Any]:
    """What is proposed to a player, some of his men elsewhere."""
    value = {id: dict(place) for id, place in p.asked(seat).proposal.items()}
    for name, at in moved.items():
        value[by_name(p, name.capitalize()).id]["at"] = [inches(at[0]), inches(at[1])]
    return value


def put_now(p: Play[SkirmishState], seat: str) -> list[str]:
    """Whom a player is asked to put in their places."""
    request = p.asked(seat)
    assert isinstance(request, Place)
    return [spot.label for spot in request.spots]


def told(p: Play[SkirmishState], seat: str, value: Mapping[str, Any]) -> list[str]:
    return [fault.reason for fault in p.asked(seat).check(p.match.view(seat), value)]


def test_each_player_is_asked_for_those_whom_the_scenario_lets_him_put() -> None:
    with begun(battle(red=HOLLOW, blue=POST)) as p:
        assert set(p.match.to_act()) == {"red", "blue"}
        assert put_now(p, "red") == ["Ada", "Bea"], "the second squad stands where it is"
        assert not told(p, "red", p.asked("red").proposal)


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ((20, 43), []),
        ((20.1, 43), ["Ada cannot be put at (20.1, 43)"]),
        ((9, 43), ["Ada cannot stand at (9, 43)"]),
        ((6.9, 43), ["Ada would stand on Bea", "Bea would stand on Ada"]),
        ((7.1, 43), []),
    ],
)
def test_where_a_man_may_be_put(at: tuple[float, float], reason: list[str]) -> None:
    """In the zone, on ground where one can stand, on nobody's base: at the boundary and beyond it."""
    with begun(battle(red=HOLLOW)) as p:
        assert told(p, "red", places(p, "red", ada=at)) == reason


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ((48, 24), []),
        ((47.9, 24), []),
        ((47.9, 23.9), ["Xaver belongs to sections 4 and 5, and not to (47.9, 23.9)"]),
        ((23.9, 30), ["Xaver cannot be put at (23.9, 30)"]),
    ],
)
def test_sections_are_counted_down_the_columns_from_the_north_west(
    at: tuple[float, float], reason: list[str]
) -> None:
    with begun(battle(blue="comes: [{sections: [4, 5]}]")) as p:
        assert told(p, "blue", places(p, "blue", xaver=at)) == reason


def test_nobody_is_put_half_over_the_edge_of_the_table() -> None:
    with begun(battle(blue=POST)) as p:
        assert told(p, "blue", places(p, "blue", xaver=(60, 0.4))) == [
            "Xaver would not stand wholly on the table"
        ]
        assert not told(p, "blue", places(p, "blue", xaver=(60, 0.5)))


def test_nobody_sees_the_others_before_all_have_set_up() -> None:
    with begun(battle(red=HOLLOW, blue=POST), dice=(4, 3)) as p:
        view = p.match.view("red").state
        assert {one.side for one in view.figures.values()} == {"red"}
        before = view
        p.choose("blue", places(p, "blue", xaver=(50, 20)))
        assert p.match.view("red").state == before, "that the other is done tells nothing of where"
        p.choose("red", places(p, "red", ada=(15, 45)))
        state = p.state
        assert by_name(p, "Ada").at == (inches(15), inches(45))
        assert by_name(p, "Xaver").at == (inches(50), inches(20))
        assert {one.side for one in p.match.view("red").state.figures.values()} == {"red", "blue"}
        assert (state.stage, state.turn) != ("deployment", 0)


@pytest.mark.parametrize(("hidden", "ghosts"), [("false", 2), ("true", 0)])
def test_who_did_not_set_up_in_hiding_was_seen_at_it(hidden: str, ghosts: int) -> None:
    text = battle(
        red=HOLLOW,
        blue=f"comes: [{{area: post, hidden: {hidden}}}]",
        more="options: {table_knowledge: ghosts}\nlight: night",
    )
    with begun(text, dice=(4, 3)) as p:
        p.choose("red", p.asked("red").proposal)
        p.choose("blue", p.asked("blue").proposal)
        seen = p.match.view("red").state
        assert not any(one.side == "blue" for one in seen.figures.values()), (
            "they are too far to be seen by night"
        )
        assert len(seen.ghosts) == ghosts


def test_those_who_come_later_are_nowhere_until_their_turn() -> None:
    with begun(battle(red=LATER, more="light: night"), dice=(4, 3, 3, 4)) as p:
        state = p.state
        assert sorted(one.name for one in state.to_come.values()) == ["Cleo", "Dora"]
        assert "Cleo" not in {one.name for one in state.figures.values()}
        assert not redact(state, "blue").to_come, "the enemy knows of none"
        assert len(redact(state, "red").to_come) == 2
        end_turn(p)
        assert p.match.to_act() == ("blue",), "the second turn, and the enemy's phase"
        assert len(p.state.to_come) == 2
        p.choose("blue", "end_phase")
        assert put_now(p, "red") == ["Cleo", "Dora"]
        assert told(p, "red", places(p, "red", cleo=(36, 46.9))) == ["Cleo cannot be put at (36, 46.9)"]
        assert not told(p, "red", places(p, "red", cleo=(36, 47)))
        p.choose("red", places(p, "red", cleo=(20, 47)))
        assert by_name(p, "Cleo").at == (inches(20), inches(47))
        assert not p.state.to_come
        assert by_name(p, "Cleo").group in p.options("red"), "they may act in that phase"
        assert not by_name(p, "Cleo").doing.moving, "and have not moved"


def test_whoever_sees_them_come_on_may_be_quicker() -> None:
    """By day the post looks down the table: an In Sight Test, before anybody of them acts. NUTS-SIGHT-02"""
    with begun(battle(red=LATER), dice=(4, 3, 3, 4, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1)) as p:
        end_turn(p)
        p.choose("blue", "end_phase")
        p.choose("red", p.asked("red").proposal)
        assert p.asked("blue").prompt.startswith("You saw them first")


def test_who_finds_no_room_comes_a_turn_later() -> None:
    """A way on of two inches with two men in it has no room for two more."""
    with begun(battle(red=LATER), dice=(4, 3, 4, 3, 4, 3)) as p:
        state = p.state
        wide = [
            Figure(f"wall-{n}", "Wall", "red", "red_first", (n * inches(1), inches(47)), 0) for n in range(73)
        ]
        for one in wide:
            one.status = "hunker_down"
            state.figures[one.id] = one
        end_turn(p)
        state = p.state
        assert len(state.to_come) == 2
        assert "found no room to come on" in " ".join(p.log)
        for one in wide:
            state.figures.pop(one.id, None)
        end_turn(p)
        assert put_now(p, "red") == ["Cleo", "Dora"]


def test_nobody_is_beaten_who_has_men_to_come() -> None:
    with begun(battle(red=LATER), dice=(4, 3, 3, 4)) as p:
        for one in p.state.figures.values():
            if one.side == "red":
                one.status, one.group = "gone", ""
        end_turn(p)
        assert p.outcome is None


@pytest.mark.parametrize(
    ("red", "line", "what"),
    [
        ("comes: [{units: [third], area: hollow}]", 11, "no unit of this side is called 'third'"),
        ("comes: [{area: wood}]", 11, "the map has no area 'wood' (hollow, post)"),
        ("comes: [{sections: [7]}]", 11, "sections [7] (some of 1 to 6, or an `area`)"),
        (
            "comes: [{turn: 2, by: sky}]",
            11,
            "nobody can come on by 'sky' (one of north, east, south, west, late)",
        ),
        ("comes: [{turn: 2, area: hollow}]", 11, "Red comes on neither here nor there"),
        ("comes: [{area: hollow, by: south}]", 11, "Red comes on neither here nor there"),
        ("comes: [{turn: 7, by: south}]", 11, "turn 7 (1 to 6)"),
        ("comes: [{area: hollow, hidden: true}]", 11, "Red cannot be hidden here"),
        ("comes: [{units: [second], area: hollow}]", 21, "Cleo is not in the area hollow"),
    ],
)
def test_what_is_wrong_with_a_deployment_is_told_at_its_line(red: str, line: int, what: str) -> None:
    with pytest.raises(DataError) as found:
        read(battle(red=red))
    assert str(found.value).startswith(f"battle.yaml:{line}: {what}")


def test_bots_play_such_a_battle_to_its_end_and_reveal_nothing() -> None:
    """Every choice of the way is legal, and a save in the midst of the set-up opens again."""
    text = battle(
        red="comes: [{units: [first], area: hollow}, {units: [second], turn: 2, by: south}]",
        blue="comes: [{sections: [5, 6], hidden: true}]",
        more="options: {table_knowledge: ghosts}",
    )
    with on_the_shelf(text) as system:
        setup = system.prepare(system.scenario)
        dice = bytes(range(32))
        match = Match.begin(system, setup, dice)
        bots = {seat: make_bot(system, usual_of(system), dice, seat) for seat in setup.seats}
        while match.outcome is None:
            seat = match.to_act()[0]
            match.submit(chosen(bots[seat], match.view(seat)))
    assert "come on." in " ".join(event.seen.text for entry in match.journal for event in entry.events)


def test_the_page_shows_where_men_may_be_put_and_who_is_still_to_come() -> None:
    with begun(
        battle(red="comes: [{units: [first], area: hollow}, {units: [second], turn: 2, by: south}]")
    ) as p:
        mine, theirs = (p.match.system.scene(p.match.view(seat)) for seat in ("red", "blue"))
        assert mine is not None
        assert theirs is not None
        zone = mine.shapes["zone:0"]
        assert (zone.label, zone.points[0]) == ("the area hollow", (inches(2), inches(40)))
        assert "zone:0" not in theirs.shapes
        assert mine.clock.title == "Setting up"
        notes = {side.label: [branch.note for branch in side.branches] for side in mine.forces}
        assert notes["Red"] == ["2 of 2", "0 of 2", "2 to come"]
        assert "2 to come" not in [branch.note for side in theirs.forces for branch in side.branches]


@pytest.mark.parametrize("comes", ["{units: [first], area: hollow}", "{units: [first], turn: 2, by: two}"])
@pytest.mark.parametrize(("die", "here"), [(2, True), (3, False)])
def test_a_medic_who_stays_away_is_neither_set_up_nor_waited_for(comes: str, die: int, here: bool) -> None:
    """NR-112: a western squad has him on 1 or 2 with its first of two."""
    text = battle(red=f"nation: german\n    comes: [{comes}]").replace(
        "Bea, at: [6, 43]", "Bea, medic: true, at: [6, 43]"
    )
    text = text.replace("[4, 43]", "[4, 47]").replace("[6, 43]", "[6, 47]") if "turn" in comes else text
    text = text.replace("by: two", "by: south")
    with begun(text, dice=(6, die, 4, 3)[: 4 if "turn" in comes else 2], medic_present="rolled") as p:
        everybody = [one.name for one in (*p.state.figures.values(), *p.state.to_come.values())]
        assert ("Bea" in everybody) == here
        assert p.state.units["red_first"].strength == 1 + here
        if p.state.stage == "deployment":
            assert put_now(p, "red") == ["Ada", "Bea"][: 1 + here]


def test_a_unit_whose_other_half_is_still_to_come_is_whole() -> None:
    """NR-04: of two men one has found no room yet, and nobody is lost."""
    with begun(battle(red=LATER), dice=(4, 3)) as p:
        cleo = by_name(p, "Cleo")
        p.state.figures[cleo.id] = p.state.to_come.pop(cleo.id)
        g = game(p.state)
        assert not half_strength(g, cleo)
        by_name(p, "Dora").status = "gone"
        assert half_strength(g, cleo)


@pytest.mark.parametrize(("turn", "right"), [(6, True), (7, False)])
@pytest.mark.parametrize(
    "more", ["ground: [{{turn: {0}, piece: shed, becomes: rubble}}]", "pefs: {{met_by: {0}}}"]
)
def test_nothing_is_due_after_the_last_turn(more: str, turn: int, right: bool) -> None:
    text = battle(more=more.format(turn))
    if right:
        with pytest.raises(DataError, match="no piece of this map") if "shed" in more else nullcontext():
            read(text)
        return
    with pytest.raises(DataError, match=r"turn 7 \(1 to 6, a turn of this battle\)"):
        read(text)


@pytest.mark.parametrize(
    ("by", "at", "inside"),
    [
        ("north", (30, 1), True),
        ("north", (30, 1.1), False),
        ("south", (30, 47), True),
        ("south", (30, 46.9), False),
        ("west", (1, 30), True),
        ("west", (1.1, 30), False),
        ("east", (71, 30), True),
        ("east", (70.9, 30), False),
        ("late", (60, 1), True),
        ("late", (59.9, 1), False),
    ],
)
def test_who_comes_on_stands_within_an_inch_of_his_edge(
    by: str, at: tuple[float, float], inside: bool
) -> None:
    """NR-206: of each edge of the table, and of a way on."""
    zone = zone_of("six-sections", Comes(turn=2, by=by))
    assert zone.holds((inches(at[0]), inches(at[1]))) == inside


@pytest.mark.parametrize(("by", "name"), [("late", "the way on of late"), ("west", "the west edge")])
def test_where_they_come_on_is_named_as_the_map_has_it(by: str, name: str) -> None:
    """NR-206"""
    assert zone_of("six-sections", Comes(turn=2, by=by)).name == name


def test_who_has_no_room_in_his_place_is_proposed_the_nearest() -> None:
    """NR-206: his own place comes first, and then no place before one that is nearer."""
    own = (inches(5), inches(43))
    first, *others = nearest_first(own, zone_of("six-sections", Comes(area="hollow")))
    far = [(x - own[0]) ** 2 + (y - own[1]) ** 2 for x, y in others]
    assert first == own
    assert far == sorted(far)
