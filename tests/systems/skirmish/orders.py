"""Answers to a group's orders, as tests write them: inches and degrees in, tenths inside."""

from __future__ import annotations

from typing import Any

from tests.systems.skirmish.table import At, point


def to(*points: At, facing: float | None = None, prone: bool = False) -> dict[str, Any]:
    """Where one man goes."""
    turned = None if facing is None else round(facing * 10) % 3600
    return {"points": [list(point(at)) for at in points], "facing": turned, "prone": prone}


def steps(**men: At) -> dict[str, Any]:
    """Short moves, in a Path request: one point for each man."""
    return {id: {"points": [list(point(at))]} for id, at in men.items()}


def move(group: str, card: str = "move", **men: dict[str, Any]) -> dict[str, Any]:
    return {"unit": group, "card": card, "pieces": list(men), "plan": {"paths": men}}


def fire(group: str, weapon: str = "core.ba_rifle", **targets: Any) -> dict[str, Any]:
    """Each man at one target with one die, or at several: a=[("x", 2), ("y", 1)]."""
    shots = {
        id: {"weapon": weapon, "mode": "", "aims": [list(aim) for aim in aims(target)]}
        for id, target in targets.items()
    }
    return {"unit": group, "card": "fire", "pieces": list(targets), "plan": {"shots": shots}}


def aims(target: Any) -> list[tuple[str, int]]:
    return [(target, 1)] if isinstance(target, str) else list(target)


def ready(group: str, **what: str) -> dict[str, Any]:
    return {"unit": group, "card": "ready", "pieces": list(what), "plan": {"what": what}}


def unready(group: str, **what: str) -> dict[str, Any]:
    return {"unit": group, "card": "unready", "pieces": list(what), "plan": {"what": what}}


def throw(group: str, **throws: Any) -> dict[str, Any]:
    """What each man throws, and where: a=("grenade", (10, 12)); with a third entry the man it is launched at."""
    given = {
        id: {"what": what, "at": list(point(at)), "target": target[0] if target else ""}
        for id, (what, at, *target) in throws.items()
    }
    return {"unit": group, "card": "throw", "pieces": list(throws), "plan": {"throws": given}}


def charge(group: str, **targets: str) -> dict[str, Any]:
    """Each man at his target, straight on."""
    return {"unit": group, "card": "charge", "pieces": list(targets), "plan": {"targets": targets}}


def finished(group: str) -> dict[str, Any]:
    """The word that the group is finished, unless something comes up."""
    return {"unit": group, "card": "finished", "pieces": [], "plan": {}}


def drop(group: str, *men: str) -> dict[str, Any]:
    """Men who drop prone where they are."""
    return {"unit": group, "card": "prone", "pieces": list(men), "plan": {"drops": dict.fromkeys(men, True)}}
