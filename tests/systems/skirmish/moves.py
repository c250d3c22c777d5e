"""One scene for every way to move, for the test of duties: M goes, mostly due north, from `start` to `end`.

What a duty needs (a river, an enemy, somebody who hunkers) is added by a `Setting`. Red has the only seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Literal, NamedTuple

from msgspec.structs import asdict, replace

from deadground.core.agenda import Procedure
from deadground.core.dice import Scripted
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.deployment.coming_on import ComingOn
from deadground.systems.skirmish.rules.deployment.set_up import Deployment
from deadground.systems.skirmish.rules.enemies.pefs import MovePef
from deadground.systems.skirmish.rules.movement.involuntary import DuckBack, LeaveBattlefield
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.sighting import pair
from deadground.systems.skirmish.scenario_file import SCENARIOS, Comes
from deadground.systems.skirmish.state import (
    Figure,
    Marker,
    Pef,
    Reserve,
    SkirmishState,
    Stance,
    Unit,
    change,
)
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.testing.play import Play
from tests.systems.skirmish.deployments import battle, read
from tests.systems.skirmish.machines import TRUCK, crew_for, gun, vehicle
from tests.systems.skirmish.orders import charge, move, steps, to
from tests.systems.skirmish.solo import mark, solo
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import At, foe, group, man, point

FALLING = Random(4).choices(range(1, 7), k=400)
ONES = [1] * 400
DOWN: dict[str, Any] = {"status": "out_of_the_fight", "prone": True}
FAR_SOUTH = (20, 44)
TURN = 3


class Setting(NamedTuple):
    """What is on the table besides the scene itself; `strangers` have not been seen yet."""

    men: Sequence[Figure] = ()
    pieces: str = ""
    pefs: tuple[Pef, ...] = ()
    flame: At | None = None
    strangers: bool = False
    ghosts: bool = False
    dice: Sequence[int] = ()
    """What falls after the scene's own dice."""


class Cast(NamedTuple):
    """What a scene is played with."""

    men: Sequence[Figure]
    procedure: Procedure
    answers: Sequence[Any] = ()
    pieces: str = ""
    pefs: tuple[Pef, ...] = ()
    dice: Sequence[int] = ()
    falling: Sequence[int] = FALLING
    options: dict[str, str] = {}
    strangers: tuple[str, ...] = ()
    """Groups that red has not seen, whatever the setting says."""
    edge: Literal["north", "south"] = "south"
    stance: Stance = ""
    arrange: Callable[[SkirmishState], None] = lambda state: None


class Scene(NamedTuple):
    """A way about to be taken. Where a scene has no way of its own, things are put where it ends."""

    cast: Callable[[], Cast]
    start: At
    end: At
    looks_at: At | None = None
    """Due north, where nothing is said."""
    who: str = "m"
    turns: bool = False
    """Whether it is the look that brings things about, and not the going."""

    @property
    def middle(self) -> At:
        return (self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2

    def take(self, setting: Setting) -> Play[SkirmishState]:
        """The way taken, if it is allowed, with what is proposed for all else."""
        cast = self.cast()
        state = solo(
            *cast.men,
            *setting.men,
            pefs=(*cast.pefs, *setting.pefs),
            pieces=cast.pieces + setting.pieces,
            turn=TURN,
            knowledge="ghosts" if setting.ghosts else "open",
            most="lmg_team",
        )
        state.sides["red"].edge = cast.edge
        state.units["blue_squad"].stance = cast.stance
        cast.arrange(state)
        if setting.flame:
            state.markers["f"] = Marker("f", "flame", point(setting.flame), 300, 99)
        for one in state.figures.values():
            if one.status in ("out_of_the_fight", "captured"):
                one.group = ""
        state.sighted = tuple(seen_before(state, cast, setting))
        look_round(game(state))
        dice = [*cast.dice, *setting.dice, *cast.falling]
        with playing(state, cast.procedure, dice=dice, options=cast.options) as p:
            left = list(cast.answers)
            while seats := p.match.to_act():
                answer(p, seats[0], left)
            p.nothing_pending()
            p.script = Scripted()
        return p

    def mover(self, p: Play[SkirmishState]) -> Figure | Pef | Vehicle | None:
        """The man, the vehicle or the question mark; of men who turn up the first. None where it is gone."""
        if self.who.startswith("p"):
            return p.state.pefs.get(self.who)
        if self.who in p.state.vehicles:
            return p.state.vehicles[self.who]
        return next(iter(self.men(p)), None)

    def men(self, p: Play[SkirmishState]) -> list[Figure]:
        """The man who moves, or all who turn up; of a vehicle its commander."""
        if self.who in p.state.vehicles:
            return [one for one in p.state.figures.values() if "commander" in one.berth.posts]
        if self.who == "new":
            return [
                one for one in p.state.figures.values() if one.side == "blue" and one.unit != "blue_squad"
            ]
        return [one for one in p.state.figures.values() if one.id == self.who]


def seen_before(state: SkirmishState, cast: Cast, setting: Setting) -> Iterator[tuple[str, str]]:
    """Everybody has seen everybody, but those who are to come into sight."""
    ours = {one.group for one in cast.men}
    for one, red in state.groups.items():
        for other, blue in state.groups.items():
            known = not setting.strangers or {one, other} <= ours
            if (red.side, blue.side) == ("red", "blue") and known and other not in cast.strangers:
                yield pair(one, other)


def answer(p: Play[SkirmishState], seat: str, left: list[Any]) -> None:
    """What the scene has to say, if it may; else what is proposed, and no orders but its own."""
    asked = p.asked(seat)
    otherwise = [] if asked.prompt.startswith("Give the group") else asked.proposal
    if not left or is_aside(asked.prompt):
        p.choose(seat, otherwise)
        return
    wanted = left.pop(0)
    if p.match.check(asked.choice(wanted)):
        p.refuse(seat, wanted)
        wanted = otherwise
    p.choose(seat, wanted)


def is_aside(prompt: str) -> bool:
    """What is asked besides, by the way."""
    return "out of the fight" in prompt


def goer(at: At, **changes: Any) -> Figure:
    """M, who shoots at nobody."""
    return man("m", at, rep=5, weapons=(), **changes)


def ordered(order: dict[str, Any], *men: Figure, **changes: Any) -> Cast:
    return Cast(men, Activation("red-1"), ([order],), **changes)


def walk() -> Scene:
    return Scene(lambda: ordered(move("red-1", m=to((20, 26))), goer((20, 30))), (20, 30), (20, 26))


def fast_move() -> Scene:
    order = move("red-1", "fast_move", m=to((20, 26)))
    return Scene(lambda: ordered(order, goer((20, 32))), (20, 32), (20, 26))


def crawl() -> Scene:
    order = move("red-1", "crawl", m=to((20, 28)))
    on = {"house_3_crawling": "on"}
    return Scene(lambda: ordered(order, goer((20, 30), prone=True), options=on), (20, 30), (20, 28))


def turning() -> Scene:
    order = move("red-1", m=to(facing=0))
    return Scene(lambda: ordered(order, goer((20, 28), facing=180)), (20, 20), (20, 28), turns=True)


def end_facing() -> Scene:
    order = move("red-1", m=to((20, 30), facing=0))
    return Scene(lambda: ordered(order, goer((20, 28), facing=180)), (20, 28), (20, 30), turns=True)


def two_inches() -> Scene:
    """B walks into sight of X, and M, of the same group, uses his two inches."""
    hill = "  - {id: west, kind: hill, level: 1, polygon: [[10, 24], [12, 24], [12, 29], [10, 29]]}\n"

    def cast() -> Cast:
        men = (
            goer((20, 30)),
            man("b", (17, 31), rep=5),
            foe("x", (4, 26), facing=90, rep=1, weapons=()),
        )
        first = [move("red-1", b=to((17, 33.5)))]
        return Cast(men, Activation("red-1"), (first, steps(m=(20, 28))), pieces=hill, strangers=("blue-1",))

    return Scene(cast, (20, 30), (20, 28))


WALL = "  - {id: wall, kind: wall, line: [[17, 26.5], [23, 26.5]]}\n"


def duck_back() -> Scene:
    def cast() -> Cast:
        m = goer((20, 30), reacting="duck_back", status="duck_back", causes=("x",))
        return Cast((m, foe("x", FAR_SOUTH, facing=0, weapons=())), DuckBack("m"), pieces=WALL)

    return Scene(cast, (20, 30), (20, 26), looks_at=FAR_SOUTH)


def leaving() -> Scene:
    def cast() -> Cast:
        m = man("m", (24, 12), status="leave_battlefield")
        return Cast((m, man("b", FAR_SOUTH, facing=180)), LeaveBattlefield("m"), dice=[6, 6])

    return Scene(cast, (24, 12), (24, 4))


def charging() -> Scene:
    def cast() -> Cast:
        men = goer((20, 30)), foe("x", (20, 24.5), rep=1, weapons=())
        return ordered(charge("red-1", m="x"), *men, dice=[1] * 4, falling=ONES)

    return Scene(cast, (20, 30), (20, 25.5))


def fetch() -> Scene:
    order = {"unit": "red-1", "card": "fetch", "pieces": ["m"], "plan": {"who": {"m": "w"}}}
    return Scene(
        lambda: ordered(order, goer((20, 30)), man("w", (20, 25), **DOWN), dice=[1]),
        (20, 30),
        (20, 26),
    )


def fetch_ducking() -> Scene:
    def cast() -> Cast:
        m = goer((20, 30), reacting="duck_back", status="duck_back", causes=("x",))
        men = m, man("w", (20, 26), **DOWN), foe("x", FAR_SOUTH, facing=0, weapons=())
        return Cast(men, DuckBack("m"), (["w"],), dice=[1])

    return Scene(cast, (20, 30), (20, 27), looks_at=FAR_SOUTH)


def carrying(m: Figure) -> tuple[Figure, Figure]:
    return m, man("w", (m.at[0] / 254, m.at[1] / 254), carried_by="m", facing=90, **DOWN)


def carry_off() -> Scene:
    order = {"unit": "red-1", "card": "carry_off", "pieces": ["m"], "plan": {"who": {"m": "w"}}}

    def cast() -> Cast:
        men = carrying(goer((24, 8), carries="w"))
        return ordered(order, *men, man("b", FAR_SOUTH, facing=180), edge="north")

    return Scene(cast, (24, 8), (24, 4))


def carried() -> Scene:
    return Scene(
        lambda: ordered(move("red-1", m=to((20, 26))), *carrying(goer((20, 30), carries="w"))),
        (20, 30),
        (20, 26),
        who="w",
    )


def prisoner() -> Scene:
    def cast() -> Cast:
        m, taken = goer((19, 30), escorts=("taken",)), foe("taken", (20, 30), status="captured")
        return ordered(move("red-1", m=to((19, 26))), m, taken)

    return Scene(cast, (19, 30), (19, 26), who="taken")


def non_player_move() -> Scene:
    """A group that goes home."""

    def cast() -> Cast:
        m = foe("m", (20, 30), rep=5, facing=0, weapons=())
        return Cast((m, man("b", (40, 46), facing=180, weapons=())), Activation("blue-1"), stance="withdraw")

    return Scene(cast, (20, 30), (20, 22), looks_at=(40, 46))


def question_mark() -> Scene:
    hill = "  - {id: north, kind: hill, level: 1, polygon: [[10, 10], [30, 10], [30, 12], [10, 12]]}\n"

    def cast() -> Cast:
        men = (man("b", (20, 5), facing=0, weapons=()),)
        return Cast(men, MovePef("p1"), pieces=hill, pefs=(mark(1, (20, 30)),), dice=[1, 1], falling=ONES)

    return Scene(cast, (20, 30), (20, 22), who="p1")


def turning_up(die: int) -> Callable[[], Cast]:
    """What B sees is an enemy; the die says by which table."""

    def cast() -> Cast:
        men = (man("b", (20, 44), weapons=(), rep=1, facing=0),)
        return Cast(men, Activation("red-1"), pefs=(mark(9, (20, 26)),), dice=[1, 1, die], falling=ONES)

    return cast


def set_up() -> Scene:
    return Scene(turning_up(6), (21.75, 26), (21.75, 26), who="new", looks_at=FAR_SOUTH)


def reinforcements() -> Scene:
    return Scene(turning_up(1), (20, 26), (20, 26), who="new", looks_at=FAR_SOUTH)


def battle_in_which(name: str, comes: Comes) -> str:
    """A battle whose red men all come on like this."""
    if name not in SCENARIOS.given:
        plain = read(battle(), name)
        red, blue = plain.file.sides
        SCENARIOS.given[name] = replace(
            plain, file=replace(plain.file, sides=(replace(red, comes=(comes,)), blue))
        )
    return name


def deployment() -> Scene:
    """Red puts his men in the section they stand in."""

    def arrange(state: SkirmishState) -> None:
        state.scenario = battle_in_which("all-set-up", Comes(sections=(2,)))

    def cast() -> Cast:
        return Cast((man("m", (20, 30), weapons=()),), Deployment(), arrange=arrange)

    return Scene(cast, (20, 30), (20, 30))


def coming_on() -> Scene:
    """He comes by the north edge and looks down the table."""

    def arrange(state: SkirmishState) -> None:
        state.scenario = battle_in_which("all-come-on", Comes(turn=TURN, by="north"))
        state.phase = "red"
        state.to_come["m"] = Reserve(**asdict(state.figures.pop("m")), turn=TURN, by="north")

    def cast() -> Cast:
        return Cast((man("m", (20, 1), facing=180, weapons=()),), ComingOn(), arrange=arrange)

    return Scene(cast, (20, 1), (20, 1), looks_at=(20, 44))


def arranged(*vehicles: Vehicle) -> Callable[[SkirmishState], None]:
    """The vehicles are there, and the groups are formed with them."""

    def arrange(state: SkirmishState) -> None:
        state.vehicles = {one.id: one for one in vehicles}
        for one in vehicles:
            state.units[one.unit] = Unit(one.unit, one.side, one.name, "crew")
        group(state)

    return arrange


def driving() -> Scene:
    """A tank drives ahead; its commander looks out."""

    def cast() -> Cast:
        tank = vehicle("v", (20, 32), type=TRUCK)
        order = {"unit": "red-1", "card": "drive", "pieces": ["v_2"]}
        plan = {"ways": {"v_2": {"points": [list(point((20, 26)))]}}}
        crew = crew_for(tank, reps=(5, 5, 5, 5))
        return Cast(crew, Activation("red-1"), ([{**order, "plan": plan}],), arrange=arranged(tank))

    return Scene(cast, (20, 32), (20, 26), who="v")


def getting_out() -> Scene:
    """M gets out of a lorry to the east of it, and looks down the table."""

    def cast() -> Cast:
        lorry = vehicle("v", (18.4, 30), type=TRUCK)
        order = {"unit": "red-1", "card": "get_out", "pieces": ["m"]}
        plan = {"places": {"m": {"at": list(point((20, 30))), "facing": 1800}}}
        m = goer((18.4, 30), aboard="v")
        answers = ([{**order, "plan": plan}],)
        return Cast((m, *crew_for(lorry)), Activation("red-1"), answers, arrange=arranged(lorry))

    return Scene(cast, (20, 30), (20, 30), looks_at=(20, 44))


def bailing_out() -> Scene:
    """M drives a lorry that was disabled from the south, and is set down to the north of it."""

    def cast() -> Cast:
        lorry = vehicle("v", (20, 28), type=TRUCK, condition="disabled", hit_from=point((20, 44)))
        m = goer((20, 28), aboard="v")
        change(m, posts=("driver",))
        return Cast((m,), Phase("red"), dice=[1, 1], arrange=arranged(lorry))

    return Scene(cast, (20, 28), (20, 25.48), looks_at=(20, 44))


def pushing_a_gun() -> Scene:
    """M and another push a gun to the north; it stands to the west of M."""

    def cast() -> Cast:
        pak = gun("g", (18.4, 28), type="german.pak_37t_37mm")
        order = {"unit": "red-1", "card": "push_gun", "pieces": ["m"]}
        plan = {"guns": {"m": {"at": list(point((18.4, 25)))}}}
        m, other = goer((20, 28)), man("o", (16.8, 28), rep=4, weapons=())
        for one, post in ((m, "gunner"), (other, "loader")):
            change(one, posts=(post,), gun="g")

        def arrange(state: SkirmishState) -> None:
            state.guns = {"g": pak}

        return Cast((m, other), Activation("red-1"), ([{**order, "plan": plan}],), arrange=arrange)

    return Scene(cast, (20, 28), (20, 25))
