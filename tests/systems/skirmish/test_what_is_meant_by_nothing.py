"""What holds where nothing is said: records as they begin, numbers that the rules fix, the order of the cards."""

from __future__ import annotations

from deadground.systems.skirmish.attributes import Effect
from deadground.systems.skirmish.rules.activation.activation import MOST_NAMED
from deadground.systems.skirmish.rules.activation.dice import SUCCESS
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.activation.turn import SEVEN
from deadground.systems.skirmish.rules.book import CHAPTERS
from deadground.systems.skirmish.rules.enemies.np_group import OTHER_FLANK
from deadground.systems.skirmish.rules.enemies.np_moves import ASIDE, MACHINE_GUN
from deadground.systems.skirmish.rules.enemies.pefs import SECTIONS, STEP
from deadground.systems.skirmish.rules.grenades.blasts import SIXTH_OF_A_TURN
from deadground.systems.skirmish.rules.melee.charge import TURNS
from deadground.systems.skirmish.rules.movement.involuntary import DuckBack
from deadground.systems.skirmish.rules.movement.standing import BESIDE
from deadground.systems.skirmish.rules.sight.in_sight_pools import Score
from deadground.systems.skirmish.rules.troops.equipment import WHOLE_SQUAD
from deadground.systems.skirmish.state import (
    BASE,
    INCH,
    Figure,
    Ghost,
    Group,
    Marker,
    Pef,
    Seat,
    Side,
    SkirmishState,
    Unit,
)
from deadground.systems.skirmish.weapons import Kind, Mode
from tests.systems.skirmish.table import man


def test_a_man_as_he_begins() -> None:
    """NR-108, NS-01"""
    one = Figure(id="a", name="A", side="red", unit="u", at=(0, 0), facing=0)
    assert (
        one.rep,
        one.half,
        one.floor,
        one.shown_rep,
        one.reaction.successes,
        one.doing.spent,
        one.doing.bonus,
    ) == (
        4,
        0,
        0,
        0,
        -1,
        0,
        0,
    )
    assert (one.doing.moved_in, one.pack.fuel, one.melee.evenly, one.star_dice) == (0, -1, 0, -1)
    assert (INCH, BASE) == (254, 127)
    assert one.base.radius == 127


def test_sides_units_and_groups_as_they_begin() -> None:
    """NR-108, NR-04, NS-02"""
    side = Side(id="red", name="Red")
    assert (side.die, side.investment, side.year, side.passing) == (0, 3, 1944, 0)
    unit = Unit(id="u", side="red", name="U")
    assert (unit.strength, unit.inspired, unit.steadied, unit.quiet, unit.visited) == (0, 0, 0, 0, ())
    group = Group(id="g", side="red")
    assert (group.strength, group.active, group.done) == (1, False, False)


def test_what_lies_about_as_it_begins() -> None:
    """NR-108"""
    marker = Marker("m", "smoke", (0, 0))
    assert (marker.across, marker.until, marker.facing) == (0, 0, 0)
    assert Pef(id="p", number=2, side="blue", at=(0, 0)).name == "?2"
    ghost = Ghost("g", "x", "red", (0, 0), 0, 1)
    assert (ghost.name, ghost.weapon) == ("", "")


def test_a_battle_as_it_begins() -> None:
    """NR-108"""
    state = SkirmishState(
        scenario="s",
        map="m",
        seats={"red": Seat(id="red", side="red")},
        sides={},
        units={},
        figures={},
        groups={},
        markers={},
        ghosts={},
    )
    assert (state.turn, state.last_turn, state.pef_count, state.stage) == (1, 12, 0, "set_up")


def test_who_knows_of_a_man_and_whose_he_is() -> None:
    """NR-108"""
    one = man("x", (1, 1), side="blue")
    state = SkirmishState(
        scenario="s",
        map="m",
        seats={"r": Seat(id="r", side="red"), "b": Seat(id="b", side="blue")},
        sides={"red": Side(id="red", name="Red"), "blue": Side(id="blue", name="Blue")},
        units={},
        figures={"x": one},
        groups={"g": Group(id="g", side="blue")},
        markers={},
        ghosts={},
    )
    assert [one.known_to(state, seat) for seat in ("r", "b", "nobody")] == [True, True, True]
    state.knowledge = "ghosts"
    assert [one.known_to(state, seat) for seat in ("r", "b", "nobody")] == [False, True, False]
    one.sightings = one.sightings.but(seen_by=("red",))
    assert one.known_to(state, "r")
    assert [one.owned_by(state, seat) for seat in ("r", "b", "nobody")] == [False, True, False]
    assert [state.groups["g"].known_to(state, seat) for seat in ("r", "b")] == [False, True]
    assert [state.sides["red"].owned_by(state, seat) for seat in ("r", "b", "nobody")] == [True, False, False]
    assert [Ghost("g", "x", "red", (0, 0), 0, 1).known_to(state, seat) for seat in ("r", "b")] == [
        True,
        False,
    ]


def test_who_is_on_the_table_and_able() -> None:
    """NR-108, NS-11"""
    found = {
        status: (man("a", (1, 1), status=status).on_table, man("a", (1, 1), status=status).able)
        for status in ("carry_on", "duck_back", "hunker_down", "obviously_dead", "gone", "captured")
    }
    assert found == {
        "carry_on": (True, True),
        "duck_back": (True, True),
        "hunker_down": (True, False),
        "obviously_dead": (False, False),
        "gone": (False, False),
        "captured": (True, False),
    }


def test_numbers_that_the_rules_fix() -> None:
    """NS-42, NS-08, NR-15, NS-36, NS-38, NR-56, LR-030"""
    assert (SECTIONS, STEP, OTHER_FLANK, MACHINE_GUN) == (6, 63, 4, 4)
    assert ASIDE == (0, 508, -508, 1016, -1016)
    assert BESIDE == (900, 1500, 2100, 2700, 300, 3300)
    assert (TURNS[0], TURNS[1], len(TURNS), max(TURNS), min(TURNS)) == (0, 100, 35, 1700, -1700)
    assert (SUCCESS, SEVEN, SIXTH_OF_A_TURN, WHOLE_SQUAD, MOST_NAMED) == (3, 7, 600, 0, 3)
    assert Score("g", "red", "a", 2).successes == 0
    assert DuckBack("a").used == 0


def test_weapons_and_attributes_where_nothing_is_said() -> None:
    """NS-07, NS-04"""
    mode = Mode(range=10, target=1, impact=2)
    assert (mode.min_range, mode.circle, mode.path, mode.apr, mode.apr_far) == (0, 0, 0, None, None)
    kind = Kind(id="k", name="k", rank=1, weapons=())
    assert (kind.crew, kind.shots_every) == (1, (0, 0))
    effect = Effect(on="melee")
    assert (effect.dice, effect.rep, effect.score, effect.inches, effect.stays_on) == (0, 0, 0, 0, 0)


def test_the_order_of_the_cards() -> None:
    """Those of vehicles come first. NR-38, NR-58, NR-17, NR-82, NR-111, NR-81, NR-109, NR-151, NR-152, NS-20"""
    assert CHAPTERS, "every chapter's cards must be known"
    assert [law.id for law in sorted(LAWS.values(), key=lambda law: law.place)] == [
        "hatches",
        "seats",
        "get_out",
        "get_in",
        "tow",
        "drive",
        "push_gun",
        "man_gun",
        "reload",
        "ready",
        "unready",
        "lay_aside",
        "pick_up",
        "fire",
        "throw",
        "fetch",
        "put_down",
        "prone",
        "move",
        "fast_move",
        "crawl",
        "fast_crawl",
        "carry_off",
        "charge",
        "assault",
        "tend",
        "finished",
    ]
