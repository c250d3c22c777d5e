"""The turn: two activation dice, the higher side first, until the battle is over. NUTS-ACT-01 to NUTS-ACT-04"""

from __future__ import annotations

from deadground.core.agenda import Call, Done, Go, Next, Procedure, procedure, step
from deadground.core.dice import D6
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules import upkeep
from deadground.systems.skirmish.rules.activation import Phase
from deadground.systems.skirmish.rules.groups import form_groups
from deadground.systems.skirmish.rules.sighting import look_round
from deadground.systems.skirmish.victory import is_decided, verdict

SEVEN = 7


@procedure("skirmish.battle", rows=("NUTS-ACT-04",))
class Battle(Procedure):
    """The whole battle."""

    @step
    def muster(self, g: Skirmish) -> Next:
        for side in g.state.sides:
            form_groups(g, side)
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
        g.tell("turn", f"Turn {state.turn} of {state.last_turn}.", "NUTS-ACT-04", turn=state.turn)
        faces = throw_activation(g)
        for side, face in faces.items():
            state.sides[side].die = face
        self.left = state.order = tuple(sorted(faces, key=lambda side: -faces[side]))
        if sum(faces.values()) == SEVEN:
            reinforcement_check(g, self.left[0])
        return Go(self.next_phase)

    @step
    def next_phase(self, g: Skirmish) -> Next:
        """The higher die has the first phase. NUTS-ACT-04"""
        if is_decided(g):
            return Done()
        if not self.left:
            return Go(self.end)
        side, self.left = self.left[0], self.left[1:]
        return Call(Phase(side), then=self.next_phase)

    @step
    def end(self, g: Skirmish) -> Next:
        g.state.stage, g.state.phase = "end_of_turn", ""
        upkeep.end_turn(g)
        return Done()


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
        random_event(g, rolls[0].one)


def random_event(g: Skirmish, number: int) -> None:
    """A double is passed to the random events, where they are in use. NUTS-ACT-02, NR-08"""


def reinforcement_check(g: Skirmish, side: str) -> None:
    """The side with the higher die may get reinforcements, before anybody activates. NUTS-ACT-03"""
    text = f"A seven: {g.state.sides[side].name} checks for reinforcements."
    g.tell("reinforcements", text, "NUTS-ACT-03", side=side)
