"""Gestures on the fire plan: a line dragged from a shooter to his target. KIM-1.2h, KIM-4.2a"""

from __future__ import annotations

from collections.abc import Iterable

from deadground.core.faults import Fault, Refused, did_you_mean
from deadground.core.requests import Gesture, Pick, gestures_on
from deadground.core.scene import Line, Look, Shape
from deadground.core.view import View
from deadground.systems.stands.rules.fire.fire_phase import (
    DIRECT,
    INDIRECT,
    FirePlanGuide,
    best_shot,
    shooter_of,
)
from deadground.systems.stands.rules.fire.shots import chance_words
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.table.drawing import short_name, shot_shape

StandsView = View[StandsState]

ACTS = ("drag", "clear", "repeat", "show")


@gestures_on("stands.fire_plan")
def edit_fire_plan(view: StandsView, request: Pick, draft: list[str] | None, gesture: Gesture) -> Look:
    """What a gesture makes of a fire plan. `repeat` lays the shots proposed, `show` draws what there is."""
    if gesture.act not in ACTS:
        raise Refused(Fault("act", f"no act is called '{gesture.act}': {did_you_mean(gesture.act, ACTS)}"))
    plan = list(draft or [])
    lines: list[Line] = []
    if gesture.act == "drag":
        plan, lines = dragged(view, request, plan, gesture)
    elif gesture.act == "clear":
        plan = [id for id in plan if gesture.pieces and shooter_of(id) not in gesture.pieces]
    elif gesture.act == "repeat":
        plan = list(request.proposal or [])
    drawn = plan if gesture.act != "drag" else [id for id in plan if shooter_of(id) in gesture.pieces]
    shots = [shot for id in drawn for shot in shot_of(view, id)]
    return Look(
        lines=(*lines, *(line for line, _ in shots)), shapes=tuple(one for _, one in shots), value=plan
    )


def dragged(
    view: StandsView, request: Pick, plan: list[str], gesture: Gesture
) -> tuple[list[str], list[Line]]:
    """The plan with the lines of some shooters moved to a target. One who cannot fire at it keeps his line."""
    target = view.state.stands.get(gesture.to) if isinstance(gesture.to, str) else None
    if target is None:
        raise Refused(Fault("to", "drag to the stand that is to be fired at", request.rows))
    offered = {option.id for option in request.options}
    lines = []
    for i, id in enumerate(gesture.pieces):
        shooter = view.state.stands.get(id)
        if shooter is None:
            raise Refused(Fault(f"pieces[{i}]", f"no stand is called '{id}'", request.rows))
        line = next((one for one in ways(shooter, target) if one in offered), None)
        if line is None:
            lines.append(why_not(view, request, shooter, target))
        else:
            plan = [one for one in plan if shooter_of(one) != id] + [line]
    return plan, lines


def ways(shooter: Stand, target: Stand) -> Iterable[str]:
    return (f"{shooter.id}{way}{target.id}" for way in (DIRECT, INDIRECT))


def why_not(view: StandsView, request: Pick, shooter: Stand, target: Stand) -> Line:
    """Why a shooter has no line to a target."""
    direct = next(iter(ways(shooter, target)))
    fault = FirePlanGuide().explain(view, request, direct, "to")[0]
    return Line(f"{fault.reason}.", fault.rows)


def shot_of(view: StandsView, id: str) -> list[tuple[Line, Shape]]:
    """A planned shot in words and as a line; nothing for one that cannot be fired."""
    shooter = view.state.stands.get(shooter_of(id))
    target = view.state.stands.get(id.replace(INDIRECT, DIRECT).partition(DIRECT)[2])
    shot = best_shot(view.state, shooter, target, view.options) if shooter and target else None
    if shooter is None or target is None or shot is None:
        return []
    words = chance_words(view.state, shot, view.options)
    text = f"{short_name(view.state, shooter)} at {target.name}: {words}."
    return [(Line(text, shot.rows), shot_shape(view.state, shot))]
