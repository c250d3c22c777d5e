"""Retrieving wounded: who is willing, picking a man up, carrying him. NUTS-WOUND-01 to NUTS-WOUND-03"""

from __future__ import annotations

from deadground.core.agenda import Ask, Call, Done, Go, Next, procedure, question, step
from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.core.requests import AnyRequest, Option, Pick
from deadground.space.bases import CONTACT
from deadground.space.paths import Path, cut, length
from deadground.space.plane import distance
from deadground.space.units import Tenths, shown
from deadground.systems.skirmish.game import Chained, Skirmish, in_one_breath
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import are_touching, are_within
from deadground.systems.skirmish.reckoning import own_throw
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import passed
from deadground.systems.skirmish.rules.activation.orders import SkirmishView, can_act
from deadground.systems.skirmish.rules.grenades.flame import first_flame
from deadground.systems.skirmish.rules.movement.going import is_taken, left_to_go, path_cost
from deadground.systems.skirmish.rules.movement.movement import Approach, Going
from deadground.systems.skirmish.rules.movement.standing import bring_along, runs_into
from deadground.systems.skirmish.rules.movement.status import drop_carried
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import Figure, SkirmishState

NOBODY = "nobody"


def is_wounded(figure: Figure) -> bool:
    """Out of the Fight, and lying on the table. NUTS-REACT-11, NUTS-WOUND-01"""
    return figure.status == "out_of_the_fight" and not figure.aboard


def touches(one: Figure, other: Figure) -> bool:
    """Base to base, or standing over him. NS-01"""
    return are_touching(one, other)


def is_there(figure: Figure, casualty: Figure) -> bool:
    """Whether a man has come to a wounded man whom nobody else has taken up. NUTS-WOUND-02"""
    cite("NUTS-WOUND-02")
    return is_wounded(casualty) and not casualty.aid.carried_by and touches(figure, casualty)


def way_to_casualty(figure: Figure, casualty: Figure) -> Path:
    """Straight to where their bases touch; one point for a man who is there already."""
    if touches(figure, casualty):
        return (figure.at,)
    beside = figure.base.radius + casualty.base.radius
    return cut((figure.at, casualty.at), distance(figure.at, casualty.at) - beside)


def why_no_fetching(
    state: SkirmishState, figure: Figure, casualty: Figure | None, most: Tenths
) -> tuple[str, str] | None:
    """Why a man cannot go for another, and the row, if he cannot. `most` is what he may spend on the way.

    He runs into no enemy, and stands on nobody beside him. NUTS-MELEE-01, NS-01
    """
    if (
        casualty is None
        or casualty.side != figure.side
        or not is_wounded(casualty)
        or casualty.id == figure.id
    ):
        return "that is no wounded friend", "NUTS-WOUND-01"
    if casualty.aid.carried_by:
        return f"{casualty.name} is being carried already", "NUTS-WOUND-02"
    near = are_within(figure, casualty, most + CONTACT)
    way = way_to_casualty(figure, casualty) if near else ()
    if not near or length(way) > most:
        return f"{figure.name} cannot reach {casualty.name}", "NUTS-WOUND-02"
    cost = path_cost(state, way)
    if cost is None or cost > most:
        return f"{figure.name} cannot reach {casualty.name}", "NUTS-WOUND-02"
    enemy = runs_into(state, figure, way)
    if enemy is not None:
        return f"{figure.name} would run into {enemy.name}; that takes a charge", "NUTS-MELEE-01"
    friend = is_taken(state, way[-1], figure) if len(way) > 1 else None
    if friend is not None:
        return f"{friend.name} stands where {figure.name} would", "NS-01"
    return None


def will_go(figure: Figure) -> float:
    """How likely a man is to be willing. NUTS-WOUND-01, NR-82"""
    return 1.0 if figure.star else min(D6, figure.rep) / D6


def is_willing(g: Skirmish, figure: Figure) -> bool:
    """A Star may always choose to go; a Grunt must pass 1d6 against Rep, once. NUTS-WOUND-01, NR-82"""
    cite("NUTS-WOUND-01", "NR-82")
    figure.doing = figure.doing.but(tried_to_fetch=True)
    if figure.star:
        return True
    die = g.roll(number("willing_dice"), D6, "willing to fetch wounded", figure.side)
    goes = bool(passed(die.faces, g.rep(figure)))
    text = f"{figure.name} {'goes' if goes else 'will not go'} for the wounded."
    rows = ("NUTS-WOUND-01", "NR-82")
    how = [own_throw(figure, die.faces)]
    g.tell_of([figure], "willing", text, *rows, rolls=[die], reckoned=how, figure=figure.id, willing=goes)
    return goes


def pick_up(g: Skirmish, figure: Figure, casualty: Figure) -> None:
    """He has the wounded man in his arms, who goes where he goes and is seen there. NUTS-WOUND-02, NR-108"""
    figure.aid = figure.aid.but(carries=casualty.id)
    casualty.aid = casualty.aid.but(carried_by=figure.id)
    bring_along(g.state, [figure])
    look_round(g, [casualty])
    text = f"{figure.name} picks up {casualty.name}."
    g.tell_of([figure], "picks_up_wounded", text, "NUTS-WOUND-02", figure=figure.id, casualty=casualty.id)


def put_down(g: Skirmish, figure: Figure) -> None:
    """He lays the wounded man down where he stands."""
    name = g.figure(figure.aid.carries).name
    drop_carried(g, figure)
    g.tell_of([figure], "puts_down", f"{figure.name} puts {name} down.", "NUTS-WOUND-02", figure=figure.id)


@procedure("skirmish.fetch", rows=("NUTS-WOUND-01", "NUTS-WOUND-02"))
class Fetch(Chained):
    """Active men go for wounded friends: each must be willing, goes there, picks him up, and has the rest left."""

    pairs: tuple[tuple[str, str], ...]

    @step
    def who_goes(self, g: Skirmish) -> Next:
        g.card(self)
        self.pairs = tuple(pair for pair in self.pairs if is_willing(g, g.figure(pair[0])))
        paths = {id: way_to_casualty(g.figure(id), g.figure(casualty)) for id, casualty in self.pairs}
        goers = tuple(Going(id, path) for id, path in paths.items() if len(path) > 1)
        if not goers:
            return Go(self.pick_up)
        return Call(Approach(goers, willing=True), then=self.pick_up)

    @step
    def pick_up(self, g: Skirmish) -> Next:
        """Who has come into contact and has 2" left takes him up; without a fight there is nothing to sum up.

        NUTS-WOUND-02
        """
        cost = number("pick_up_wounded")
        for id, wanted in self.pairs:
            figure, casualty = g.figure(id), g.figure(wanted)
            if can_act(figure) and is_there(figure, casualty) and left_to_go(figure) >= cost:
                figure.doing = figure.doing.but(spent=figure.doing.spent + cost)
                pick_up(g, figure, casualty)
        if g.changed_since(self):
            g.sum_up(self)
        return Done()


def in_reach_ducking(state: SkirmishState, figure: Figure) -> list[Figure]:
    """Wounded friends whom a man could take up on his way to cover, through no flame. NUTS-WOUND-01, NR-110"""
    most = number("duck_back") - number("pick_up_wounded")
    if figure.aid.carries or figure.doing.tried_to_fetch:
        return []
    wounded = [one for one in state.figures.values() if is_wounded(one)]
    return [
        one
        for one in wounded
        if why_no_fetching(state, figure, one, most) is None
        and first_flame(state, way_to_casualty(figure, one)) is None
    ]


@procedure("skirmish.fetch_ducking", rows=("NUTS-WOUND-01", "NUTS-WOUND-02"))
class FetchDucking(Chained):
    """A man who ducks back may go for a wounded friend first; `Done` is what he has used of his 6". NR-82"""

    figure: str
    casualty: str = ""
    used: int = 0

    @step
    def begin(self, g: Skirmish) -> Next:
        figure = g.figure(self.figure)
        g.card(self)
        return Ask(self.whom, g.seat_of(figure), then=self.said)

    @question
    def whom(self, view: SkirmishView) -> AnyRequest:
        figure = view.state.figures[self.figure]
        friends = in_reach_ducking(view.state, figure)
        most = shown(number("duck_back"), "in")
        goes = f"{will_go(figure):.0%} that he dares; then on to cover with what is left of his {most}"
        lying = in_one_breath([one.name for one in friends])
        prompt = f"Say whether {figure.name} goes for a wounded friend as he ducks back."
        options = (
            Option(NOBODY, "Go for nobody", f"he runs for the nearest cover; {lying} stays where he lies"),
            *(Option(one.id, f"Fetch {one.name}", goes) for one in friends),
        )
        return Pick(prompt, options=options, proposal=[NOBODY], rows=self.rows)

    @step
    def said(self, g: Skirmish) -> Next:
        figure = g.figure(self.figure)
        if self.picked == NOBODY or not is_willing(g, figure):
            return Done(self.used)
        self.casualty = self.picked
        path = way_to_casualty(figure, g.figure(self.casualty))
        self.used = path_cost(g.state, path) or 0
        if len(path) == 1:
            return self.take_up(g)
        walk = links.walk(self.figure, path, carrying_out=figure.reaction.reacting)
        return Call(walk, then=self.arrived)

    @step
    def arrived(self, g: Skirmish) -> Next:
        return self.take_up(g) if self.reply else Done(self.used)

    def take_up(self, g: Skirmish) -> Next:
        """Unless a friend has taken him up meanwhile, or he is no longer there to be fetched. NUTS-WOUND-02"""
        figure, casualty = g.figure(self.figure), g.figure(self.casualty)
        if not is_there(figure, casualty):
            return Done(self.used)
        pick_up(g, figure, casualty)
        return Done(self.used + number("pick_up_wounded"))
