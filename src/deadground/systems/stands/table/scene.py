"""The table of a stands battle as a seat sees it, for the page to draw. Everything comes from the seat's view."""

from __future__ import annotations

from deadground.core.scene import Clock, Scene, SideSign
from deadground.core.signs import signs_of
from deadground.core.view import View
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.state import Phase, StandsState
from deadground.systems.stands.table.scene_forces import digest, forces
from deadground.systems.stands.table.scene_shapes import shapes
from deadground.systems.stands.table.scene_tokens import Reader, tokens, traces

DAY: tuple[tuple[Phase, str], ...] = (
    ("cards", "Cards"),
    ("command", "Command"),
    ("area_fire", "Area fire"),
    ("charges", "Charges"),
    ("movement", "Movement"),
    ("fire", "Fire"),
    ("close_combat", "Close combat"),
    ("lift", "Area fire lifts"),
    ("morale", "Morale"),
)
"""The phases of a day turn and what they are called. KIM-1.1a"""

NIGHT: tuple[tuple[Phase, str], ...] = (("night", "Night"), ("morale", "Morale"))


def scene(view: View[StandsState]) -> Scene:
    """The whole table."""
    state, ground = view.state, ground_of(view.state)
    reader = Reader(view)
    return Scene(
        width=ground.width,
        height=ground.height,
        map=state.map,
        sides=sides(state, reader.side),
        tokens=tokens(reader),
        traces=traces(state),
        shapes=shapes(reader),
        forces=forces(reader),
        clock=clock(state),
        reference=True,
        digest=digest(reader),
    )


def sides(state: StandsState, own: str) -> tuple[SideSign, ...]:
    signs = zip(state.sides.values(), signs_of(list(state.sides)), strict=True)
    return tuple(
        SideSign(side.id, side.name, side.id == own, "attacks" if side.attacker else "", sign)
        for side, sign in signs
    )


def clock(state: StandsState) -> Clock:
    """Turn and phase; before the first turn no phase is marked."""
    night = state.turn in state.night_turns
    phases = NIGHT if night else DAY
    word = "Night turn" if night else "Turn"
    title = f"{word} {state.turn} of {state.last_turn}"
    if state.phase == "deployment":
        return Clock("Setting up", 0, state.last_turn)
    if state.phase == "set_up":
        title = f"Before turn 1 of {state.last_turn}"
    here = next((i for i, (phase, _) in enumerate(phases) if phase == state.phase), -1)
    return Clock(title, state.turn, state.last_turn, tuple(name for _, name in phases), here)
