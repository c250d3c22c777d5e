"""Every way to shoot, throw or be hurt, crossed with everything that is owed; and nobody goes round the road."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from deadground.core.citing import recording
from deadground.systems import skirmish
from deadground.systems.registry import catalogue
from deadground.systems.skirmish.man import Berth
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.armour.rounds import MainShot
from deadground.systems.skirmish.rules.fire.duties_of_fire import EXEMPT, Duty, Way, owes
from deadground.systems.skirmish.rules.fire.shooting import ActiveFire, ReturnFire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.grenades.lobs import Lob
from deadground.systems.skirmish.rules.grenades.throwing import ActiveThrow
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.melee.melee import Melee
from deadground.systems.skirmish.rules.reactions.crisis import CrisisTest
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.rules.troops.foe_reaction import FoeReaction
from deadground.systems.skirmish.state import DOWN, Marker, SkirmishState, change
from deadground.testing.duties import Cell, DutyTable, assignments_to, calls_of
from tests.systems.skirmish.acting import read_by, told
from tests.systems.skirmish.doings import STARRED, Doing, first_doer, is_hurt
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.machines import gun
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import RIFLE, At, foe, man, point, table

CATALOGUE = catalogue("skirmish")
PACKAGE = Path(skirmish.__file__).parent
DUTIES = DutyTable[Doing](
    get_args(Way), get_args(Duty), {(way, duty): row for (way, duty), row in EXEMPT.items()}
)

BAZOOKA, FLAME = "core.bazooka", "core.flamethrower"
ANTON: dict[str, Any] = {"name": "Anton"}


def two(x: At, *more: Any, x_: dict[str, Any] | None = None, **anton: Any) -> SkirmishState:
    """Anton, and X at a place, who looks at him."""
    return table(man("a", (10, 30), **{**ANTON, **anton}), foe("x", x, **(x_ or {})), *more)


def shot(who: str = "a", at: str = "x", weapon: str = RIFLE) -> Shot:
    return Shot(who, weapon, (Aim(at, 1),))


def sent(
    what: str, at: At, state: SkirmishState, hits: list[int], barely: list[int], target: str = "", **more: Any
) -> Doing:
    """Anton sends something at a spot."""
    one, other = Lob("a", what, point(at), target), Lob("b", what, point(at), target)
    both = ActiveThrow((one, other))
    return Doing(state, ActiveThrow((one,)), hits, barely, both=both, for_all=True, **more)


@DUTIES.scene("active")
def active() -> Doing:
    return Doing(two((10, 20)), ActiveFire((shot(),)), [6], [4], both=ActiveFire((shot(), shot("b"))))


WON = [1, 1, 1, 4, 4, 4]
"""Anton is quicker than X."""


@DUTIES.scene("in_sight")
def in_sight() -> Doing:
    test = InSightTest("red-1", ("blue-1",))
    return Doing(two((10, 20)), test, [*WON, 6], [*WON, 4, 4], both=test)


@DUTIES.scene("return")
def return_() -> Doing:
    state = two((10, 20), reacting="return_fire", causes=("x",))
    return Doing(state, ReturnFire(("a",)), [6], [4], both=ReturnFire(("a", "b")))


@DUTIES.scene("snap")
def snap() -> Doing:
    """A snap shot hits with 10 or not at all."""
    state = two((10, 20), reacting="snap_fire", causes=("x",))
    return Doing(state, ReturnFire(("a",)), [6], [6], both=ReturnFire(("a", "b")))


@DUTIES.scene("charge_fire")
def charge_fire() -> Doing:
    """X charges, passes none of his dice, and Anton both of his."""
    tested = [1, 1, 6, 6]
    state = two((10, 25))
    return Doing(state, Charge((("x", "a"),)), [*tested, 6], [*tested, 4], between=(10, 27.5))


@DUTIES.scene("foe")
def foe_() -> Doing:
    """Anton comes upon X, whom he hates, and passes one die; X none."""
    state = two((10, 26), x_={"status": "hunker_down"})
    state.foes = (("red", "blue"),)
    tested = [4, 5, 5, 5]
    return Doing(state, FoeReaction("a", "x"), [*tested, 6], [*tested, 4], between=(10, 28))


@DUTIES.scene("example")
def example() -> Doing:
    """Anton is Ruthless, C about to break; with one die passed Anton shoots the nearest who hunkers, X."""
    state = table(
        man("a", (10, 30), attributes=("ruthless",), **ANTON),
        man("x", (10, 27), status="hunker_down", facing=180),
        man("c", (13, 27)),
        foe("f", (40, 10), shot_with=RIFLE),
    )
    for one in ("a", "x", "c"):
        state.figures[one].group = "red-1"
    test = CrisisTest("red-1", (Cause("c", "fired_on", ("f",)),))
    tested = [5, 6, 4, 5]
    asked = {"Say whether Anton inspires": True}
    return Doing(state, test, [*tested, 6], [*tested, 4], asked, between=(10, 28.5))


@DUTIES.scene("throw")
def throw() -> Doing:
    """Short of X, so that a trench would shelter him."""
    state = two((10, 24.5), **HELD)
    out = {"readied": "", "gear": ()}
    return sent("grenade", (10, 25.7), state, [1, 1], [1, 1], spent=out, between=(10, 27))


@DUTIES.scene("launcher")
def launcher() -> Doing:
    state = two((10, 20), weapons=(BAZOOKA,))
    return sent(BAZOOKA, (10, 20), state, [6], [4], "x")


@DUTIES.scene("flame")
def flame() -> Doing:
    state = two((10, 22), weapons=(FLAME,))
    return sent(FLAME, (10, 22), state, [6], [4], spent={"fuel": 0}, between=(10, 26))


@DUTIES.scene("main_gun")
def main_gun() -> Doing:
    """Anton serves a gun: high explosive short of X, so that a trench would shelter him."""
    pak = gun("p", (10, 28.4), type="german.pak_38")
    state = two((10, 20))
    state.guns, state.figures["a"].berth = {"p": pak}, Berth(posts=("gunner",), gun="p")
    shell = MainShot("a", he=True, at=point((10, 21.2)))

    def empty(state: SkirmishState) -> None:
        state.guns["p"].unloaded = True

    fired = ActiveFire((), guns=(shell,))
    return Doing(state, fired, [1, 1], [1, 1], runs_out=empty, for_all=True, between=(10, 24))


@DUTIES.scene("blast")
def blast() -> Doing:
    """Anton shoots H, who drops a readied grenade beside X."""
    state = two((10, 20), foe("h", (11.5, 20), facing=0, **HELD), x_={"facing": 0})
    dead = [6, 1]
    return Doing(state, ActiveFire((shot(at="h"),)), dead, dead, doer="h", between=(10.75, 20), for_all=True)


@DUTIES.scene("melee")
def melee() -> Doing:
    state = two((10, 29), fighting=("x",), x_={"fighting": ("a",)})
    won = [1] * 6
    return Doing(state, Melee((("a", "x"),)), won, won, between=(10, 29.5))


@DUTIES.scene("dispatch")
def dispatch() -> Doing:
    state = two((10, 26), x_={"status": "out_of_the_fight", "group": "", "prone": True})
    answers = {
        "Give the group its orders": [move("red-1", a=to((10, 27)))],
        "Anton has come to X": ["dispatch"],
    }
    return Doing(state, Activation("red-1"), [], [], answers, between=(10, 26.5))


@DUTIES.check("line")
def line(doing: Doing, owed: bool) -> None:
    """A little smoke is between them when it happens."""
    doing.state.markers["smoke"] = Marker("smoke", "smoke", point(doing.between), 100, 9)
    assert is_hurt(doing.play()) != owed


@DUTIES.check("not_into_melee")
def not_into_melee(doing: Doing, owed: bool) -> None:
    """X fights with another man; over one who has fallen another fights with his friend."""
    x = doing.x
    other = doing.join("m", (0, -1), "blue" if x.side == "red" else "red", facing=180)
    with_him = x if x.status not in DOWN else doing.join("n", (0, -2), x.side)
    other.melee = other.melee.but(fighting=(with_him.id,))
    with_him.melee = with_him.melee.but(fighting=(*with_him.melee.fighting, "m"))
    assert is_hurt(doing.play()) != owed


@DUTIES.check("order")
def order(doing: Doing, owed: bool) -> None:
    """A man of higher Rep does the same and is told later; or he stands by where only one can do it."""
    a = doing.state.figures["a"]
    same: dict[str, Any] = {
        "weapons": a.arms.weapons,
        "gear": a.pack.gear,
        "readied": a.pack.readied,
        "group": a.group,
    }
    told_to: dict[str, Any] = {"reacting": a.reaction.reacting, "causes": a.reaction.causes}
    doing.state.figures["b"] = man("b", (11.5, 30), rep=5, **same, **told_to)
    doing.procedure = doing.both or doing.procedure
    dice = [1, *doing.hits] if isinstance(doing.procedure, InSightTest) else None  # B rolls, with a die more
    assert first_doer(doing.play(dice)) == ("b" if owed else "a")


@DUTIES.check("ammunition")
def ammunition(doing: Doing, owed: bool) -> None:
    """He has nothing left to do it with."""
    if doing.runs_out:
        doing.runs_out(doing.state)
    else:
        change(doing.by, **(doing.spent or {"empty": doing.by.arms.weapons}))
    assert is_hurt(doing.play()) != owed


@DUTIES.check("loader")
def loader(doing: Doing, owed: bool) -> None:
    """A mate who has nothing else to do serves him; one who reloads does not."""
    mate = doing.join("mate", (1, 0), doing.by.side, loads_for=doing.doer, weapons=(), group=doing.by.group)
    assert doing.play().state.figures["mate"].arms.feeding == owed
    mate.arms = mate.arms.but(reloading=RIFLE)
    assert not doing.play().state.figures["mate"].arms.feeding


@DUTIES.check("shot_spent")
def shot_spent(doing: Doing, owed: bool) -> None:
    p = doing.play()
    assert is_hurt(p)
    assert p.state.figures[doing.doer].doing.fired == owed


@DUTIES.check("star")
def star(doing: Doing, owed: bool) -> None:
    """X is a Star: his power is thrown, or he cheats death."""
    assert owed
    doing.x.star, doing.x.star_dice = True, 5
    p = doing.play()
    assert any(told(p, kind) for kind in STARRED)
    assert p.state.figures["x"].status != "obviously_dead"


@DUTIES.check("prisoner")
def prisoner(doing: Doing, owed: bool) -> None:
    """X is a prisoner: nobody shoots at him, and what hits everybody takes him from his escort."""
    assert owed
    x = doing.x
    for one in doing.state.figures.values():
        one.melee = one.melee.but(fighting=tuple(id for id in one.melee.fighting if id != "x"))
    x.status = "captured"
    x.group = ""
    x.melee = x.melee.but(fighting=())
    doing.join("e", (-3.5, 0), "blue" if x.side == "red" else "red", escorts=("x",), group="")
    p = doing.play()
    assert is_hurt(p) == doing.for_all
    assert (p.state.figures["x"].status == "captured") == (not doing.for_all)
    assert ("x" in p.state.figures["e"].aid.escorts) == (not doing.for_all)


@DUTIES.check("cover")
def cover(doing: Doing, owed: bool) -> None:
    """X is in a trench."""
    assert is_hurt(doing.play(doing.barely))
    doing.state.markers["trench"] = Marker("trench", "trench", doing.x.at, 254)
    assert is_hurt(doing.play(doing.barely)) != owed


@DUTIES.check("causes")
def causes(doing: Doing, owed: bool) -> None:
    """A friend of X is near and sees it."""
    doing.join("y", (-3.5, 0), doing.x.side, facing=90, weapons=(), group=doing.x.group)
    p = doing.play()
    assert is_hurt(p)
    tested = {one["figure"] for event in told(p, "crisis_test") for one in event["results"]}
    assert ("y" in tested) == owed


@DUTIES.check("who_may_know")
def who_may_know(doing: Doing, owed: bool) -> None:
    """Nobody of blue looks at Anton; what is done to X blue learns all the same."""
    doing.state.knowledge = "ghosts"
    for one in doing.state.figures.values():
        if one.side == "blue":
            one.facing = 0
    look_round(game(doing.state))
    p = doing.play()
    assert is_hurt(p)
    read = read_by(p, "blue")
    named = [event for event in read if "Anton" in event.text or "a" in event.data.values()]
    assert bool(named) != owed
    assert doing.x.side == "red" or any("X" in event.text for event in read)


@pytest.mark.parametrize(
    ("way", "duty", "rows"),
    [
        ("active", "shot_spent", set()),
        ("return", "shot_spent", {"NUTS-MOVE-12"}),
        ("in_sight", "order", set()),
        ("charge_fire", "order", {"NR-46"}),
    ],
)
def test_what_is_not_owed_is_cited_by_its_row(way: Any, duty: Any, rows: set[str]) -> None:
    with recording() as cited:
        assert owes(way, duty) == (not rows)
    assert cited.rows == rows


@pytest.mark.parametrize("way", get_args(Way))
def test_each_way_hurts_where_nothing_speaks_against_it(way: Any) -> None:
    assert is_hurt(DUTIES.scenes[way]().play())


@pytest.mark.parametrize("cell", DUTIES.cells(), ids=str)
def test_every_cell_of_ways_and_duties(cell: Cell) -> None:
    DUTIES.play(cell)


def test_no_way_and_no_duty_is_missing() -> None:
    assert DUTIES.gaps([*CATALOGUE.rows, *CATALOGUE.rulings]) == []


ROAD = "rules/fire/duties_of_fire.py"


@pytest.mark.parametrize(
    ("function", "modules"),
    [
        ("volley", {ROAD}),
        ("send", {ROAD, "odds/grenade.py"}),
        ("have_shot", {"rules/fire/fire.py", "rules/grenades/grenades.py"}),
        ("hurt", {"rules/grenades/blasts.py", "rules/grenades/flame.py", "rules/grenades/grenades.py"}),
        ("damage_of", {"rules/grenades/blasts.py", "odds/damage.py"}),
        ("take_down", {"rules/fire/damage.py"}),
        ("cheats_death", {"rules/fire/damage.py"}),
        ("recover_from_damage", {"rules/fire/damage.py", "rules/melee/melee.py"}),
    ],
)
def test_nobody_goes_round_the_road(function: str, modules: set[str]) -> None:
    """The odds take the same dice as the table, on a table of their own."""
    assert {place.module for place in calls_of(PACKAGE, function)} == modules


def test_an_active_shot_is_spent_on_the_road() -> None:
    """A loader spends his by feeding, a medic by tending, who takes over a gun or changes places by that; a charger
    loses his who falls short."""
    written = {place.module for place in assignments_to(PACKAGE, "fired")}
    assert {module for module in written if module.startswith("rules/")} == {
        ROAD,
        "rules/melee/charge.py",
        "rules/fire/fire.py",
        "rules/wounded/medics.py",
        "rules/vehicles/changing_places.py",
        "rules/vehicles/manning.py",
        "rules/activation/upkeep.py",
    }
