"""House rule 7: platoon leaders and sergeants bring other groups into action. NUTS-HOUSE-07, NR-109"""

from __future__ import annotations

from deadground.core.agenda import Ask, Call, Done, Go, Next, procedure, question, step
from deadground.core.citing import cite
from deadground.core.requests import AnyRequest, Option, Pick
from deadground.space.plane import is_within
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Chained, Skirmish, members, named_together, take_first
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.orders import SkirmishView
from deadground.systems.skirmish.rules.house_rules.switched import is_on
from deadground.systems.skirmish.rules.leaders.leadership import (
    commander_of_platoon,
    is_carrying_on,
    leader_of,
)
from deadground.systems.skirmish.rules.sight.line_of_sight import line_is_open
from deadground.systems.skirmish.state import Figure, SkirmishState

COMMANDERS = ("platoon_leader", "platoon_sergeant")


def commander_in(state: SkirmishState, group: str, options: Options) -> Figure | None:
    """Who leads a group and commands a platoon, if the house rule is played. NUTS-HOUSE-07"""
    cite("NUTS-HOUSE-07")
    leader = leader_of(state, group)
    if leader is None or not commands_platoon(state, leader) or not is_on(options, "house_7_platoon_command"):
        return None
    return leader


def commands_platoon(state: SkirmishState, leader: Figure) -> bool:
    """A platoon leader, a platoon sergeant, or whoever has taken their place. NUTS-LEAD-05"""
    platoon = state.units[leader.unit].platoon
    return leader.rank in COMMANDERS or commander_of_platoon(state, leader.side, platoon) is leader


def under_command(state: SkirmishState, commander: Figure, options: Options) -> list[str]:
    """Groups of his platoon that have not acted, whose leaders are within 12" of him and in sight, by Rep."""
    found = []
    for id, group in state.groups.items():
        leader = leader_of(state, id)
        if (
            group.side != commander.side
            or group.done
            or leader is None
            or leader.status == "leave_battlefield"
            or leader.aboard
        ):
            continue
        near = is_within(leader.at, commander.at, number("platoon_command"))
        if (
            near
            and same_platoon(state, leader, commander)
            and line_is_open(state, commander, leader, options)
        ):
            found.append((-leader.rep, id))
    return [id for _, id in sorted(found, key=lambda one: one[0])]


def same_platoon(state: SkirmishState, one: Figure, other: Figure) -> bool:
    return state.units[one.unit].platoon == state.units[other.unit].platoon


@procedure("skirmish.platoon_command", rows=("NUTS-HOUSE-07",))
class PlatoonCommand(Chained):
    """The commander's group has acted; now he sends others, whatever their leaders' Rep. NUTS-HOUSE-07, NR-109"""

    commander: str
    sent: tuple[str, ...] = ()

    @step
    def begin(self, g: Skirmish) -> Next:
        commander = g.figure(self.commander)
        if not is_carrying_on(commander) or not under_command(g.state, commander, g.options):
            return Done()
        g.card(self)
        text = f"{commander.name} may bring other groups into action."
        g.tell_of([commander], "platoon_command", text, *self.rows, "NR-109", figure=self.commander)
        return Ask(self.whom, g.seat_of(commander), then=self.chosen)

    @question
    def whom(self, view: SkirmishView) -> AnyRequest:
        state = view.state
        groups = under_command(state, state.figures[self.commander], view.options)
        options = tuple(Option(id, named_together(members(state, id))) for id in groups)
        prompt = f"Choose the groups that {state.figures[self.commander].name} brings into action."
        return Pick(prompt, options=options, least=0, most=len(options), proposal=groups, rows=self.rows)

    @step
    def chosen(self, g: Skirmish) -> Next:
        wanted = self.answer(list[str])
        ordered = under_command(g.state, g.figure(self.commander), g.options)
        self.sent = tuple(id for id in ordered if id in wanted)
        return Go(self.next_group)

    @step
    def next_group(self, g: Skirmish) -> Next:
        """In falling Rep, each finished before the next."""
        while self.sent:
            id, self.sent = take_first(self.sent)
            if id in g.state.groups and not g.state.groups[id].done:
                return Call(links.activation(id), then=self.next_group)
        return Done()
