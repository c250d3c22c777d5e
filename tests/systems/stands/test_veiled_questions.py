"""What a player is asked in the middle of movement betrays no hidden stand. KIM-R104

Two worlds are compared: in one a hidden stand is asked about, in the other there is none and its owner has not
committed yet. The other seat's view, log and messages must be the same.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core.messages import UndoCall
from deadground.core.table import Table
from deadground.space.units import mm
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.state import StandsState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.field import field, gun, inf, point, tank
from tests.systems.stands.nights import night
from tests.systems.stands.system import playing

WOOD = """
  - {id: wood, kind: woods, polygon: [[300, 840], [700, 840], [700, 1100], [300, 1100]]}
"""
DRIVE = {"bert": {"points": [list(point((500, 600)))]}}


def advance(order: str = "ask", *, hidden: bool = True) -> StandsState:
    """Bert drives south towards a wood in which, in one world, a hidden gun waits for what comes into its range."""
    lurking = (
        [gun("pak", (500, 850), order="opportunity", hidden=True, standing_order=order)] if hidden else []
    )
    state = field(
        *lurking,
        inf("anna", (1500, 1500), order="move", arrow=0),
        tank("bert", (500, 350), side="blue", facing=180, order="move", arrow=1800),
        pieces=WOOD,
    )
    for one in state.stands.values():
        one.start_at = one.at
    return state


class Watcher:
    """Blue's end of the table: every message it gets."""

    def __init__(self, p: Play[StandsState]) -> None:
        self.p = p
        self.table: Table[Any] = Table(p.match)
        self.got = [msgspec.to_builtins(self.table.join("blue"))]

    def after(self, seat: str, value: Any) -> None:
        self.p.choose(seat, value)
        news = self.table.news("blue")
        self.got += [] if news is None else [msgspec.to_builtins(news)]

    def everything(self) -> Any:
        """All that blue sees, has read and was sent, and what it is told if it tries to take its choice back."""
        undo = self.table.call("blue", UndoCall(call=7))[0]
        log = [msgspec.to_builtins(event) for event in self.p.match.log("blue")]
        return msgspec.to_builtins(self.table.seen("blue")), log, self.got, msgspec.to_builtins(undo)


@rule("KIM-4.17a", "KIM-4.17b")
@pytest.mark.parametrize("red_first", [True, False])
def test_a_question_about_a_hidden_stand_looks_like_a_player_who_has_not_committed(red_first: bool) -> None:
    with playing(advance(), Movement()) as p:
        asked = Watcher(p)
        for seat, value in [("red", {}), ("blue", DRIVE)][:: 1 if red_first else -1]:
            asked.after(seat, value)
        p.pending(red="Bert crosses the sights of Pak. Fire?")
        assert p.match.view("blue").waiting == ("Movement in progress.",)
        assert not p.match.view("blue").can_undo
        with playing(advance(hidden=False), Movement()) as q:
            waits = Watcher(q)
            waits.after("blue", DRIVE)
            q.pending(red="Give your stands their routes.")
            assert asked.everything() == waits.everything()
        asked.after("red", False)
        p.nothing_pending()
    with playing(advance(hidden=False), Movement()) as q:
        waits = Watcher(q)
        waits.after("blue", DRIVE)
        waits.after("red", {})
        q.nothing_pending()
    assert [event["text"] for event in asked.got[-1]["events"]] == [
        "Bert sets out, up to 250 mm.",
        "Bert moves 250 mm.",
    ]
    assert asked.got[-1]["events"] == waits.got[-1]["events"], "a shot not taken is never noticed"


@rule("KIM-4.17a", "KIM-4.17b")
def test_who_is_asked_sees_the_table_as_it_is_now() -> None:
    with playing(advance(), Movement()) as p:
        p.choose("blue", DRIVE)
        p.choose("red", {})
        assert p.view("red").stands["bert"].at == p.state.stands["bert"].at != point((500, 350))
        assert p.view("blue").stands["bert"].at == point((500, 350))
        p.pending(red="Bert crosses")


@rule("KIM-4.17a", "KIM-1.2i")
@pytest.mark.parametrize(
    ("order", "fires"),
    [
        ("first", True),
        ("armour", True),
        ("nearer:450", True),
        ("nearer:300", True),
        ("nearer:200", False),
        ("chance:1", True),
        ("chance:100", False),
        ("ask", True),
    ],
)
def test_a_hidden_stand_has_every_standing_order(order: str, fires: bool) -> None:
    with playing(advance(order), Movement(), dice=[20] if fires else []) as p:
        p.choose("blue", DRIVE)
        p.choose("red", {})
        if order == "ask":
            p.choose("red", True)
        p.nothing_pending()
    assert p.state.stands["pak"].fired is fires
    assert p.state.stands["pak"].hidden
    assert ("bert" in p.state.stands) is not fires


@rule("KIM-2.1a")
def test_with_one_side_after_the_other_the_side_at_rest_commits_too() -> None:
    """Else a pause while the enemy walks could only be a question to a hidden stand."""
    state = advance()
    state.sides["blue"].attacker = True
    with playing(state, Movement(), options={"movement_order": "alternating"}) as p:
        p.pending(blue="Give your stands their routes.", red="The enemy moves.")
        p.choose("blue", DRIVE)
        seen = msgspec.to_builtins(Table(p.match).seen("blue"))
        p.choose("red", {})
        p.pending(red="Bert crosses")
        assert msgspec.to_builtins(Table(p.match).seen("blue")) == seen


@rule("KIM-6.2d", "KIM-6.1d")
def test_at_night_a_question_about_a_bump_is_not_noticed_either() -> None:
    state = night(tank("a", (500, 800)), gun("b", (500, 500), side="blue", facing=180, hidden=True))
    seen = []
    with playing(state, NightTurn(), options={"reveal": "by_owner"}) as p:
        p.choose("red", {"a": {"points": [[mm(500), mm(400)]]}})
        p.choose("blue", {})
        p.choose("red", [])
        seen.append(msgspec.to_builtins((Table(p.match).seen("red"), p.match.log("red"))))
        p.choose("blue", [])
        p.pending(blue="Pick who fires at the vehicle")
        seen.append(msgspec.to_builtins((Table(p.match).seen("red"), p.match.log("red"))))
    assert seen[0] == seen[1]
