"""The turn: two activation dice, the higher side first, until the battle is over. NUTS-ACT-01 to NUTS-ACT-04"""

from __future__ import annotations

from deadground.core.agenda import Call, Done, Go, Next, Procedure, procedure, step
from deadground.core.dice import D6
from deadground.core.records import rename
from deadground.space.units import inches
from deadground.systems.skirmish.game import Skirmish, take_first
from deadground.systems.skirmish.rules.activation import upkeep
from deadground.systems.skirmish.rules.activation.activation import Phase
from deadground.systems.skirmish.rules.activation.groups import form_groups
from deadground.systems.skirmish.rules.deployment.set_up import Deployment, sets_up
from deadground.systems.skirmish.rules.enemies.np_group import beaten_away
from deadground.systems.skirmish.rules.enemies.pefs import place_pefs
from deadground.systems.skirmish.rules.enemies.promise import tell_promise
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.wounded.aftermath import medics_come
from deadground.systems.skirmish.scenario_file import file_of
from deadground.systems.skirmish.victory import is_decided, verdict
from deadground.systems.skirmish.whereabouts import clock

SEVEN = 7


@procedure("skirmish.battle", rows=("NUTS-ACT-04",))
class Battle(Procedure):
    """The whole battle."""

    @step
    def muster(self, g: Skirmish) -> Next:
        """Everybody and everything gets an id that tells nothing, before anybody looks round. NR-108"""
        for held in ("figures", "to_come", "vehicles", "guns"):
            rename(g.state, held, {id: g.new_id() for id in getattr(g.state, held)})
        medics_come(g)
        for side in g.state.sides:
            form_groups(g, side)
        return Call(Deployment(), then=self.look) if sets_up(g.state) else Go(self.look)

    @step
    def look(self, g: Skirmish) -> Next:
        """Question marks are laid where nobody of the player sees them, and all look round. NUTS-PEF-01, NR-108"""
        lay_question_marks(g)
        look_round(g)
        return Go(self.begin_turn)

    @step
    def begin_turn(self, g: Skirmish) -> Next:
        return Call(Turn(), then=self.turn_over)

    @step
    def turn_over(self, g: Skirmish) -> Next:
        """There is no turn limit but the scenario's. NUTS-ACT-04"""
        if verdict(g):
            return Done()
        g.state.turn += 1
        return Go(self.begin_turn)


@procedure("skirmish.turn", rows=("NUTS-ACT-01", "NUTS-ACT-04"))
class Turn(Procedure):
    """One turn: dice, what they bring, and a phase for each side."""

    left: tuple[str, ...] = ()

    @step
    def throw(self, g: Skirmish) -> Next:
        """One die a side; doubles are thrown again, a seven may bring reinforcements. NUTS-ACT-01 to NUTS-ACT-03"""
        state = g.state
        state.stage, state.phase = "activation", ""
        text = f"Turn {state.turn} of {state.last_turn}."
        g.tell("turn", text, "NUTS-ACT-04", turn=state.turn, clock=clock(state))
        thrown = throw_activation(g)
        faces = opened(g, thrown)
        for side, face in faces.items():
            state.sides[side].die = face
        self.left = state.order = in_order(g, faces)
        if sum(thrown.values()) == SEVEN:
            reinforcement_check(g, max(thrown, key=thrown.__getitem__))
        return Go(self.next_phase)

    @step
    def next_phase(self, g: Skirmish) -> Next:
        """The higher die has the first phase. NUTS-ACT-04"""
        if is_decided(g):
            return Done()
        if not self.left:
            return Go(self.end)
        side, self.left = take_first(self.left)
        return Call(Phase(side), then=self.next_phase)

    @step
    def end(self, g: Skirmish) -> Next:
        g.state.stage, g.state.phase = "end_of_turn", ""
        upkeep.end_turn(g)
        beaten_away(g)
        return Done()


def opened(g: Skirmish, faces: dict[str, int]) -> dict[str, int]:
    """A scenario may let a side begin: in the first turn everybody of it may act, before the others. NUTS-ACT-04"""
    opening = opening_of(g)
    if opening not in faces:
        return faces
    g.tell("opening", f"{g.state.sides[opening].name} begins this battle: its die counts as 1.", side=opening)
    return {**faces, opening: 1}


def lay_question_marks(g: Skirmish) -> None:
    """Those of the scenario, for the side that nobody plays. NUTS-PEF-01"""
    enemy = next((side.id for side in g.state.sides.values() if not side.played), "")
    file = file_of(g.state)
    if enemy and file is not None:
        places = ((inches(x), inches(y)) for x, y in file.pefs.at)
        place_pefs(g, enemy, file.pefs.rolled, places)
        tell_promise(g, enemy)


def in_order(g: Skirmish, faces: dict[str, int]) -> tuple[str, ...]:
    """The higher die first; in the first turn the side that the scenario lets begin. NUTS-ACT-04"""
    begins = opening_of(g)
    return tuple(sorted(faces, key=lambda side: (side != begins, -faces[side])))


def opening_of(g: Skirmish) -> str:
    """The side that begins, in the first turn of a scenario that says so. NUTS-ACT-04"""
    file = file_of(g.state) if g.state.turn == 1 else None
    return file.opening if file else ""


def throw_activation(g: Skirmish) -> dict[str, int]:
    """Each side's die, kept for the whole turn. NUTS-ACT-01, NUTS-ACT-02"""
    sides = list(g.state.sides)
    while True:
        rolls = [g.roll(1, D6, "activation", side) for side in sides]
        faces = dict(zip(sides, (roll.one for roll in rolls), strict=True))
        words = ", ".join(f"{g.state.sides[side].name} {face}" for side, face in faces.items())
        doubles = len(set(faces.values())) < len(sides)
        row = "NUTS-ACT-02" if doubles else "NUTS-ACT-01"
        again = " Doubles: thrown again." if doubles else ""
        g.tell("activation_dice", f"Activation: {words}.{again}", row, rolls=rolls, faces=faces)
        if not doubles:
            return faces


def reinforcement_check(g: Skirmish, side: str) -> None:
    """The side with the higher die may get reinforcements, before anybody activates. NUTS-ACT-03"""
    text = f"A seven: {g.state.sides[side].name} looks for reinforcements. None are to come in this battle."
    g.tell("reinforcements", text, "NUTS-ACT-03", side=side)
