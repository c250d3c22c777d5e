"""Speculative fire, and what the firer is not told. KIM-4.14, KIM-R26, KIM-R66"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core.records import redact
from deadground.systems.stands.game import Stands
from deadground.systems.stands.rules.fire.indirect import why_no_speculative
from deadground.systems.stands.rules.fire.volleys import Landed, aim_blind, fire_together, settle
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing import bounds, rule
from tests.systems.stands.field import At, inf, point, stand, tank
from tests.systems.stands.guns import arty, battle, told
from tests.systems.stands.system import game

GUN = (1000, 1500)
SPOT = (1000, 900)


def lurking(id: str = "h", at: At = SPOT, kind: str = "infantry", **changes: Any) -> Stand:
    """A hidden enemy."""
    return stand(id, kind, at, **{"side": "blue", "hidden": True, **changes})


def fired_blind(g: Stands, *guns: str) -> list[Landed]:
    """What guns land on the spot together; the chit of the turn is paid already."""
    g.state.commands["red_command"].paid_for = ("red_command",)
    return fire_together(
        g, [aim_blind(g.state, "speculative", g.stand(id), point(SPOT)) for id in guns or ("g",)]
    )


def shot_blind(state: StandsState, dice: list[int], **options: str) -> Stands:
    """The gun fires at the spot, and what lands is applied."""
    g = game(state, dice=dice, options=options)
    settle(g, fired_blind(g))
    return g


@rule("KIM-4.2a")
@bounds("KIM-4.14a")
@pytest.mark.parametrize(
    ("kind", "needs"),
    [("infantry", 8), ("armoured_infantry", 9), ("pak40", 9), ("truck", 7), ("artillery", 9)],
)
def test_minus_two_on_the_number_of_its_kind(kind: str, needs: int) -> None:
    for face in (needs - 1, needs):
        state = battle(arty("g", GUN), lurking(kind=kind))
        g = shot_blind(state, [face])
        one = state.stands.get("h")
        assert (one is None or one.hits == 1) == (face == needs)
        assert len(g.rolls) == 1


@rule("KIM-4.3a")
@bounds("KIM-4.14a")
@pytest.mark.parametrize(("away", "needs"), [(150, 15), (300, 18)])
def test_armour_on_a_d20_with_minus_two(away: float, needs: int) -> None:
    for face in (needs - 1, needs):
        state = battle(arty("g", (1000, 900 + away)), lurking(kind="sherman"))
        shot_blind(state, [face])
        assert ("h" in state.stands) == (face < needs)


@bounds("KIM-4.14a")
@pytest.mark.parametrize(("off", "under"), [(0, True), (39.9, True), (40, True), (40.1, False)])
def test_any_part_of_the_stand_under_50_by_50(off: float, under: bool) -> None:
    for at in ((1000 + off, 900), (1000, 900 - off)):
        state = battle(arty("g", GUN), lurking(at=at))
        g = shot_blind(state, [1] if under else [])
        assert len(g.rolls) == int(under)


@bounds("KIM-4.14a")
def test_each_hidden_enemy_under_it_and_nobody_else_is_rolled_for() -> None:
    state = battle(
        arty("g", GUN),
        lurking("a", (980, 900)),
        lurking("b", (1020, 900), hits=1),
        lurking("c", (1000, 900), kind="hq"),
        lurking("d", (1000, 900), kind="supply"),
        lurking("e", (1000, 900), side="red"),
        lurking("f", (1000, 900), hidden=False),
    )
    g = shot_blind(state, [8, 8])
    assert len(g.rolls) == 2
    assert sorted(state.stands) == ["a", "c", "d", "e", "f", "g"]
    assert state.stands["a"].hits == 1
    assert [state.stands[id].hits for id in "cdef"] == [0, 0, 0, 0]


@bounds("KIM-4.14a", "KIM-4.15a")
def test_what_forbids_it() -> None:
    def rows(gun: Stand, spot: At = SPOT, chits: int = 1) -> list[tuple[str, ...]]:
        faults = why_no_speculative(battle(gun, chits=chits), gun, point(spot), {})
        return [fault.rows for fault in faults]

    assert rows(arty("g", GUN)) == []
    assert rows(arty("g", (1000, 1700))) == []
    assert rows(arty("g", (1000, 1700.1))) == [("KIM-4.13a", "KIM-4.7a")]
    assert rows(arty("g", GUN, facing=180)) == [("KIM-4.9a",)]
    assert rows(arty("g", GUN, kind="pak40")) == [("KIM-4.13a", "KIM-R17")]
    assert rows(arty("g", GUN, kind="sexton")) == []
    assert rows(arty("g", GUN, limit="half")) == [("KIM-1.3b", "KIM-R33")]
    assert rows(arty("g", GUN, order="move")) == [("KIM-1.2e",)]
    assert rows(arty("g", GUN), chits=0) == [("KIM-4.15a",)]
    assert rows(arty("g", GUN, fired=True)) == [("KIM-4.2a", "KIM-R87")]


def seen_by_red(state: StandsState) -> bytes:
    """All that red can know of a state."""
    return msgspec.json.encode(redact(state, "red"))


def heard_by_red(g: Stands) -> list[Any]:
    return [event.for_seat("red") for event in g.events if event.for_seat("red") is not None]


@bounds("KIM-4.14a")
@pytest.mark.parametrize(
    ("there", "dice"),
    [
        ([lurking()], [7]),
        ([lurking()], [8]),
        ([lurking(), lurking("i", (1020, 900))], [8, 1]),
        ([lurking(kind="hq")], []),
        ([lurking(at=(300, 300))], []),
    ],
    ids=["missed", "hit", "two", "an HQ", "elsewhere"],
)
def test_the_firer_is_told_nothing(there: list[Stand], dice: list[int]) -> None:
    nobody = battle(arty("g", GUN))
    empty = shot_blind(nobody, [])
    state = battle(arty("g", GUN), *(msgspec.structs.replace(one) for one in there))
    g = shot_blind(state, dice)
    assert heard_by_red(g) == heard_by_red(empty)
    assert told(g, "red") == ["speculative"]
    assert seen_by_red(state) == seen_by_red(nobody)
    private = [[event.seen_by for event in one.events if event.seen_by is not None] for one in (g, empty)]
    assert all(("red" not in seats) for events in private for seats in events)
    assert all(events for events in private), "the take-back rule sees a private line in every case"


@bounds("KIM-4.14a")
def test_the_owner_hears_all_of_it() -> None:
    g = shot_blind(battle(arty("g", GUN), lurking()), [8])
    assert told(g, "blue") == ["speculative", "under_speculative", "shot", "marked"]
    empty = shot_blind(battle(arty("g", GUN)), [])
    assert told(empty, "blue") == ["speculative", "under_speculative"]
    assert empty.events[1].seen.text == "The shells fall on nobody."


@bounds("KIM-4.14a")
@pytest.mark.parametrize("announce", ["off", "on"])
@pytest.mark.parametrize(("away", "in_view"), [(600, True), (600.1, False)])
def test_a_stand_destroyed_is_seen_only_by_those_who_look(away: float, in_view: bool, announce: str) -> None:
    state = battle(arty("g", (1000, 1600)), lurking(hits=1), tank("o", (1000 - away, 900)))
    g = shot_blind(state, [8], announce_speculative_hits=announce)
    assert "h" not in state.stands
    shown = in_view or announce == "on"
    assert state.fallen["h"].seen == shown
    assert ("h" in redact(state, "red").fallen) == shown
    assert told(g, "red") == (["speculative", "seen_lost"] if shown else ["speculative"])


@bounds("KIM-4.14a")
@pytest.mark.parametrize("announce", ["off", "on"])
@pytest.mark.parametrize("face", [7, 8])
def test_a_hit_that_only_marks_is_announced_by_option(face: int, announce: str) -> None:
    state = battle(arty("g", GUN), lurking(at=(1010, 900)), inf("o", (1000, 1000)))
    g = shot_blind(state, [face], announce_speculative_hits=announce)
    heard = face == 8 and announce == "on"
    assert told(g, "red") == (["speculative", "heard"] if heard else ["speculative"])
    assert state.stands["h"].hidden
    if heard:
        assert g.events[-1].seen.text == "Something is hit at (1000, 900)."


@bounds("KIM-4.14a", "KIM-4.1a")
def test_two_guns_on_one_spot_roll_each() -> None:
    state = battle(arty("g", GUN), arty("k", (1100, 1500)), lurking())
    g = game(state, dice=[8, 8])
    landed = fired_blind(g, "g", "k")
    assert state.stands["h"].hits == 0
    settle(g, landed)
    assert "h" not in state.stands


@bounds("KIM-4.14a", "KIM-4.1a")
def test_a_stand_revealed_before_losses_are_removed_falls_in_the_open() -> None:
    state = battle(arty("g", GUN), lurking(hits=1))
    g = game(state, dice=[8])
    landed = fired_blind(g)
    state.stands["h"].hidden = False
    settle(g, landed)
    assert state.fallen["h"].seen
    assert told(g, "red") == ["speculative", "destroyed"]
