"""Games with an owner's own book: in force in that game alone, in replays and in the processes of bots too."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from deadground.bots.random import RandomBot
from deadground.core import saves
from deadground.core.bot import chosen
from deadground.core.charts import STAND_IN
from deadground.core.faults import SetupError
from deadground.core.match import Match
from deadground.core.own_book import Cells, OwnBook, in_force
from deadground.core.own_cells import differing, fits, open_charts, takes_at
from deadground.core.replay import audit
from deadground.server.bot_worker import Bots, asked_of, bot_secret, decode_answered
from deadground.systems.registry import systems
from deadground.systems.skirmish.charts import shipped
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.skirmish.terrain import terrain
from deadground.systems.skirmish.weapons import weapon

SEED = bytes(range(32))
BATTLE = "crossroads"
CELLS: Cells = {
    "core_weapons": {"smg/range": 6, "german_lmg/range": 9, "ba_rifle/range": 5},
    "terrain": {"structure/sight": "open", "woods/sight": "open", "road/going": "slow"},
}


def begun(cells: Mapping[str, Any] | None = None) -> Match[Any]:
    details = {"own_book": cells} if cells else {}
    return Match.begin(SKIRMISH, SKIRMISH.prepare(BATTLE, details=details), SEED)


def played(match: Match[Any], most: int = 60) -> list[str]:
    """The digests of a match that is played at random for a while."""
    for step in range(most):
        if match.outcome is not None:
            break
        move(match, step)
    return [entry.digest for entry in match.journal]


def move(match: Match[Any], step: int) -> None:
    seat = match.to_act()[0]
    match.submit(chosen(RandomBot(Random(step)), match.view(seat)))


def test_every_stand_in_takes_what_it_has() -> None:
    """A cell that would refuse our own value could not be put back."""
    misfits = [
        (chart.name, keys, cell.value)
        for chart in open_charts(shipped())
        for keys, cell in chart.cells(STAND_IN).items()
        if not fits(takes_at(chart, keys), cell.value)
    ]
    assert misfits == []
    assert len(open_charts(shipped())) >= 12


def test_a_value_in_force_is_what_rules_look_up() -> None:
    with in_force(OwnBook(CELLS)):
        assert weapon("core.smg").range == 6
        assert terrain("woods").sight == "open"
    assert weapon("core.smg").range == 24
    assert terrain("woods").sight == "woods"


def test_a_ground_is_another_for_each_book() -> None:
    """What is kept about lines of sight goes by the ground."""
    state = begun().position.state
    ours = ground_of(state)
    with in_force(OwnBook(CELLS)):
        mine = ground_of(state)
        assert ground_of(state) is mine
    assert mine is not ours
    assert ground_of(state) is ours


def test_cells_that_each_look_well_and_cannot_be_read_together_are_refused() -> None:
    bands = "6 = Rep 3"
    assert SKIRMISH.book_faults({"core_units": {"rep/british": bands}}) == []
    faults = SKIRMISH.book_faults({"core_units": {"rep/british": "Rep"}})
    assert "cannot stand here" in faults[0].reason


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({"terrain": {"woods/value": 12}}, "terrain:woods/value: '12' cannot stand here"),
        ({"terrain": 3}, "this is no book of cells"),
        ({"moon": {"a": 1}}, "there is no table 'moon'"),
    ],
)
def test_a_game_with_cells_that_cannot_stand_does_not_begin(cells: Any, reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        SKIRMISH.prepare(BATTLE, details={"own_book": cells})


def test_a_system_without_stand_ins_takes_no_book() -> None:
    with pytest.raises(SetupError, match="has no tables to type over"):
        systems()["stands"].prepare("first-lesson", details={"own_book": CELLS})


def test_games_with_different_books_do_not_touch_each_other() -> None:
    """Played in turns, move by move, each comes out as it does alone."""
    books: list[Cells | None] = [None, CELLS, {"core_weapons": {"smg/range": 6, "ba_rifle/range": 12}}]
    alone = [played(begun(cells)) for cells in books]
    assert len({tuple(one) for one in alone}) == 3, "the books make a difference"
    together = [begun(cells) for cells in books]
    for step in range(60):
        for match in together:
            if match.outcome is None:
                move(match, step)
    assert [[entry.digest for entry in match.journal] for match in together] == alone


def test_a_game_is_saved_loaded_and_audited_without_anybodys_file() -> None:
    match = begun(CELLS)
    played(match)
    again = saves.load(saves.save(match), systems())
    assert again.setup.own_book == OwnBook(CELLS)
    assert again.position.digest() == match.position.digest()
    assert list(audit(again)) == []
    assert played(again, 5) == played(match, 5)


def test_a_bot_in_a_process_of_its_own_knows_the_book() -> None:
    match = begun(CELLS)
    for step in range(25):
        seat = match.to_act()[0]
        answered = decode_answered(Bots(systems()).answer(asked_of(match, seat, "random")))
        assert answered.failed == ""
        chance = Random()
        chance.seed(bot_secret(SEED, seat) + str(match.requests(seat)[0].serial).encode())
        assert answered.choice == chosen(RandomBot(chance), match.view(seat)), f"at step {step}"
        match.submit(answered.choice)


def test_the_others_are_told_what_differs() -> None:
    told = differing(shipped(), begun(CELLS).setup.own_book)
    assert ("Weapons of the core rules", "smg, range", 24, 6) in [
        (one.title, one.cell, one.ours, one.own) for one in told
    ]
    assert len(told) == 6
