"""Scenes of arrivals: for each way a table on which one stand is about to take it, and what could be in its way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from deadground.core.loader import document
from deadground.space.units import mm
from deadground.systems.stands.rules.assault.assault import Charges
from deadground.systems.stands.rules.assault.melee import CloseCombat
from deadground.systems.stands.rules.cards.turn import Battle
from deadground.systems.stands.rules.fire.snap_shots import SnapShots
from deadground.systems.stands.rules.morale.morale import MoraleTest
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.scenario_file import SCENARIOS, scenario_from
from deadground.systems.stands.setup import battle
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing.play import NotAsPlayed, Play
from tests.systems.stands.assaults import answer_leads, answer_support, charger, foe
from tests.systems.stands.field import At, field, hq, inf, point, stand, table, tank
from tests.systems.stands.marches import to
from tests.systems.stands.nights import set_off, sitting
from tests.systems.stands.scenarios import TEXT
from tests.systems.stands.system import playing

Box = tuple[float, float, float, float]


class Setting(NamedTuple):
    """What a check adds to a scene: fields of the walker, other stands, ground, and the dice that this costs."""

    walker: dict[str, Any] = {}
    more: Iterable[Stand] = ()
    pieces: str = ""
    dice: tuple[int, ...] = ()
    state: dict[str, Any] = {}


class Arrival(NamedTuple):
    """A way about to be taken by the stand called A.

    `end` and `faces` is where it comes to in the open. `hazard` is a spot that its base comes to and did not touch,
    `ahead` ground that it comes to and ends in. `friend` leaves no room at the end, `near` is an enemy nearer to it
    than 50, and from the end, not before, one sees `lurker` in a wood. `word` is the event that tells of it.
    `hemmed_in` leaves it no way round the hazard, where it would go round it.
    """

    take: Callable[[Setting], Play[StandsState]]
    end: At
    faces: int
    hazard: At
    ahead: Box
    friend: Stand
    near: Stand
    lurker: At
    word: str
    hemmed_in: Setting = Setting()


def walker(p: Play[StandsState]) -> Stand:
    return next(one for one in p.state.stands.values() if one.name == "A")


def piece(id: str, kind: str, box: Box) -> str:
    west, north, east, south = box
    corners = [[west, north], [east, north], [east, south], [west, south]]
    return f"  - {{id: {id}, kind: {kind}, polygon: {corners}}}\n"


def table_of(s: Setting, *stands: Stand, pieces: str = "", **changes: Any) -> StandsState:
    """A battle with the scene's stands and what the check adds; the first stand is the walker."""
    for name, value in s.walker.items():
        setattr(stands[0], name, value)
    return field(*stands, *s.more, pieces=pieces + s.pieces, **{**changes, **s.state})


def played(
    state: StandsState, procedure: Any, s: Setting, answers: Callable[[Play[StandsState]], None], *first: int
) -> Play[StandsState]:
    """A procedure played out; an answer that is refused leaves everybody where he is."""
    found: list[Play[StandsState]] = []
    options = {"minimum_move": "off", "retire": "march_off", "melee_rounds": "one_per_turn"}
    try:
        with playing(state, procedure, dice=(*first, *s.dice), options=options) as p:
            found.append(p)
            answers(p)
            p.pending(**{seat: p.asked(seat).prompt for seat in p.match.to_act()})
    except NotAsPlayed as refused:
        if "was refused" not in str(refused) and "nothing is asked" not in str(refused):
            raise
    return found[0]


def routes(red: dict[str, Any]) -> Callable[[Play[StandsState]], None]:
    def answer(p: Play[StandsState]) -> None:
        p.choose("red", red)
        p.choose("blue", {})

    return answer


def by_night(ways: dict[str, Any]) -> Callable[[Play[StandsState]], None]:
    def answer(p: Play[StandsState]) -> None:
        set_off(p, ways)
        for seat in p.match.to_act():
            p.choose(seat, [])

    return answer


def charges_home(p: Play[StandsState]) -> None:
    answer_leads(p)
    answer_support(p, {})


def choosing(*words: Any) -> Callable[[Play[StandsState]], None]:
    return lambda p: p.choose("red", *words)


def enemy(at: At) -> Stand:
    return inf("n", at, "blue", order="dummy")


def ally(at: At) -> Stand:
    return inf("f", at, order="dummy")


def fighting(id: str, at: At, role: str, start: At, **changes: Any) -> Stand:
    """One of a charge that has come home to B."""
    return inf(id, at, charge_role=role, in_contact_with="b", charged_from=point(start), **changes)


# The ways


def route() -> Arrival:
    def take(s: Setting) -> Play[StandsState]:
        state = table_of(s, inf("a", (1000, 1000), order="move", arrow=0))
        return played(state, Movement(), s, routes({"a": to((1000, 900))}))

    return Arrival(
        take,
        end=(1000, 900),
        faces=0,
        hazard=(1000, 980),
        ahead=(960, 880, 1040, 975),
        friend=ally((1000, 900)),
        near=enemy((1060, 900)),
        lurker=(1000, 815),
        word="moved",
    )


def night_route() -> Arrival:
    def take(s: Setting) -> Play[StandsState]:
        state = table_of(s, inf("a", (1000, 1000)), night_turns=(1,))
        return played(state, NightTurn(), s, by_night({"a": [(1000, 900)]}))

    return route()._replace(take=take, lurker=(1000, 855))


def charge() -> Arrival:
    def take(s: Setting) -> Play[StandsState]:
        return played(table_of(s, charger("a"), foe()), Charges(), s, charges_home)

    return Arrival(
        take,
        end=(500, 450.2),
        faces=0,
        hazard=(500, 475),
        ahead=(480, 437, 520, 482),
        friend=ally((500, 455)),
        near=enemy((560, 450)),
        lurker=(500, 355),
        word="charge",
    )


def charge_beside() -> Arrival:
    def take(s: Setting) -> Play[StandsState]:
        return played(table_of(s, charger("a", (535, 505)), charger("l"), foe()), Charges(), s, charges_home)

    return Arrival(
        take,
        end=(535, 455.2),
        faces=0,
        hazard=(535, 480),
        ahead=(517, 440, 560, 487),
        friend=ally((535, 450)),
        near=enemy((590, 405)),
        lurker=(600, 400),
        word="charge",
    )


def mutual_charge() -> Arrival:
    def take(s: Setting) -> Play[StandsState]:
        state = table_of(s, charger("a"), charger("b", (500, 420), "blue", 180))
        return played(state, Charges(), s, charges_home)

    return Arrival(
        take,
        end=(500, 475.3),
        faces=0,
        hazard=(500, 480),
        ahead=(480, 462, 520, 483),
        friend=ally((525, 470)),
        near=enemy((560, 475)),
        lurker=(500, 380),
        word="charge",
    )


def recon_back() -> Arrival:
    def take(s: Setting) -> Play[StandsState]:
        jeep = stand("a", "recon", (1000, 700), order="move", start_at=point((1000, 800)), moved=mm(100))
        jeep.route = point((1000, 800)), point((1000, 650))
        shooter = inf("b", (1000, 600), "blue", 180, order="opportunity", standing_order="first")
        state = table_of(s, jeep, shooter, hq("q", (1000, 1700)))
        return played(state, SnapShots(40), s, lambda p: None, 1)

    return Arrival(
        take,
        end=(1000, 1100),
        faces=1800,
        hazard=(1000, 730),
        ahead=(960, 720, 1040, 1130),
        friend=ally((1000, 1100)),
        near=enemy((1060, 1100)),
        lurker=(1000, 1185),
        word="falls_back",
    )


def going_back() -> Arrival:
    def take(s: Setting) -> Play[StandsState]:
        state = table_of(s, fighting("a", (500, 450), "lead", (500, 500)), foe(in_contact_with="a"))
        return played(state, CloseCombat(), s, choosing("withdraw"), 1, 1)

    return Arrival(
        take,
        end=(500, 500),
        faces=0,
        hazard=(500, 470),
        ahead=(480, 467, 520, 520),
        friend=ally((500, 500)),
        near=enemy((560, 500)),
        lurker=(500, 590),
        word="withdrawal",
    )


def stepping_up() -> Arrival:
    """Its base is 40 wide, so that it reaches further to the side than the one whose place it takes."""

    def take(s: Setting) -> Play[StandsState]:
        state = table_of(
            s,
            fighting("a", (500, 485), "behind", (500, 535), width=400),
            fighting("l", (500, 450), "lead", (500, 500), hits=1),
            foe(in_contact_with="l"),
        )
        return played(state, CloseCombat(), s, choosing("press"), 1, 1, 10)

    return Arrival(
        take,
        end=(500, 450),
        faces=0,
        hazard=(518, 455),
        ahead=(480, 437, 520, 468),
        friend=ally((534, 450)),
        near=enemy((560, 450)),
        lurker=(500, 358),
        word="steps_up",
    )


def taking_a_place() -> Arrival:
    def take(s: Setting) -> Play[StandsState]:
        a = fighting("a", (500, 450), "lead", (500, 500), width=400)
        state = table_of(s, a, foe(in_contact_with="a", hits=1))
        return played(state, CloseCombat(), s, choosing(True), 10, 1)

    return Arrival(
        take,
        end=(500, 420),
        faces=0,
        hazard=(518, 425),
        ahead=(480, 400, 520, 432),
        friend=ally((534, 420)),
        near=enemy((560, 420)),
        lurker=(500, 335),
        word="takes_place",
    )


def thrown_back() -> Arrival:
    """It comes from the side and turns north into an enemy, so that its way back is new ground."""

    def take(s: Setting) -> Play[StandsState]:
        state = table_of(s, inf("a", (1200, 600)), sitting(at=(1000, 500)), night_turns=(1,))
        return played(state, NightTurn(), s, by_night({"a": [(1000, 600), (1000, 450)]}))

    return Arrival(
        take,
        end=(1000, 730.3),
        faces=0,
        hazard=(1000, 650),
        ahead=(960, 640, 1040, 760),
        friend=ally((1000, 730)),
        near=enemy((1060, 730)),
        lurker=(1000, 778),
        word="goes_back",
    )


def marching_off() -> Arrival:
    def take(s: Setting) -> Play[StandsState]:
        state = table_of(s, inf("a", (1000, 1000)))
        state.commands["red_command"].retired = True
        for other in s.more:
            other.command = other.command.replace("red", "other")
        state.commands["other_command"] = type(state.commands["red_command"])("other_command", "red", "O", "")
        return played(state, MoraleTest(), s, lambda p: None)

    return Arrival(
        take,
        end=(1000, 1150),
        faces=1800,
        hazard=(1000, 1030),
        ahead=(960, 1020, 1040, 1180),
        friend=ally((1000, 1150)),
        near=enemy((1060, 1150)),
        lurker=(1000, 1235),
        word="marches",
    )


def making_room() -> Arrival:
    """A tank from behind is halted by an enemy whom it could not see, on the short way of the walker."""

    def take(s: Setting) -> Play[StandsState]:
        state = table_of(
            s,
            inf("a", (500, 690), order="move", arrow=0),
            tank("m", (500, 800), order="move", arrow=0),
            inf("b", (500, 590), "blue", hidden=True),
            pieces=piece("wood", "woods", (400, 400, 600, 600)),
        )
        return played(state, Movement(), s, routes({"a": to((500, 668)), "m": to((500, 600))}))

    return Arrival(
        take,
        end=(530, 670),
        faces=0,
        hazard=(520, 670),
        ahead=(517, 640, 580, 720),
        friend=ally((535, 670)),
        near=enemy((590, 670)),
        lurker=(624, 670),
        word="moved",
        hemmed_in=Setting(
            more=[inf("w", (455, 670), order="dummy"), inf("s", (500, 715), order="dummy")],
            state={"numbers": {"farthest_aside": mm(30)}},
        ),
    )


def entry() -> Arrival:
    def take(s: Setting) -> Play[StandsState]:
        dug_in = ", dug_in: true" if s.walker.get("dug_in") else ""
        text = TEXT.replace("MAP", table("", (1000, 1000)))
        text = text.replace("name: Guns, stands: [{kind: zis3, count: 2}]", "name: A, stands: [{kind: zis3}]")
        text = text.replace("guns: {at: [400, 900]}", f"guns: {{at: [700, 600], enters: 3{dug_in}}}")
        SCENARIOS.given["entry"] = scenario_from(document(text, "test.yaml"), "entry")
        state = battle(SCENARIOS.given["entry"])
        state.turn, state.map = 3, table(s.pieces, (1000, 1000))
        for name, value in s.state.items():
            setattr(state, name, value)
        for other in s.more:
            other.command, other.unit = f"{other.side}-first", next(iter(state.units))
            state.stands[other.id] = other
        return played(state, Battle(), s, lambda p: None)

    return Arrival(
        take,
        end=(700, 600),
        faces=0,
        hazard=(700, 600),
        ahead=(680, 580, 720, 620),
        friend=ally((700, 600)),
        near=enemy((760, 600)),
        lurker=(700, 510),
        word="enters",
    )


def turning() -> Arrival:
    """Its corner comes to where its front was not; at the edge of a wood one sees 100 into it."""

    def take(s: Setting) -> Play[StandsState]:
        state = table_of(s, inf("a", (1000, 1000), order="change_formation", arrow=450))
        return played(state, Movement(), s, routes({}))

    return Arrival(
        take,
        end=(1000, 1000),
        faces=450,
        hazard=(1000, 982),
        ahead=(980, 960, 1020, 983),
        friend=ally((1036, 1000)),
        near=enemy((1000, 919.9)),
        lurker=(1000, 890),
        word="turned",
    )
