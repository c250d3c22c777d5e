"""Old saves of the skirmish, carried over to the layout of today."""

from __future__ import annotations

from deadground.systems.kit.migrations import Migrations, Plain, pieces_of_orders, states_in

DEALINGS = {"came upon ": "came_upon", "searched ": "searched"}
TOOK, GEAR = "took ", "/gear"


def unpack_dealings(plain: Plain) -> Plain:
    """Whom a man had dealt with was written into words of his record, ids and all; it has a field of its own."""
    for state in states_in(plain):
        for figure in state["figures"].values():
            dealt = {word: dealing for word in figure["record"] if (dealing := dealing_in(word))}
            figure["record"] = [word for word in figure["record"] if word not in dealt]
            figure["dealings"] = list(dealt.values())
    return plain


def dealing_in(word: str) -> list[str] | None:
    """What a word of an old record says of another man; None for a word of another kind."""
    for begins, how in DEALINGS.items():
        if word.startswith(begins):
            return [how, word.removeprefix(begins)]
    if word.startswith(TOOK) and word.endswith(GEAR):
        return ["took_gear", word.removeprefix(TOOK).removesuffix(GEAR)]
    return None


PARTS = {
    "arms": ("weapons", "empty", "jammed", "reloading", "shot_with", "last_shot", "loads_for", "feeding"),
    "pack": ("gear", "readied", "ready_since", "fuel"),
    "reaction": ("successes", "reacting", "causes", "hidden_from", "under_cover", "hunkered_before"),
    "doing": (
        "action",
        "spent",
        "bonus",
        "moving",
        "fast_moving",
        "fired",
        "busy",
        "moved_in",
        "thrown",
        "tried_to_fetch",
    ),
    "melee": ("fighting", "evenly", "rear_round"),
    "aid": ("carries", "carried_by", "tending", "treated", "escorts"),
    "deeds": ("record", "dealings"),
    "sightings": ("seen_by", "seen_at"),
}
"""The fields that were a man's own before he was put together from parts."""

FOR_NOW = "for now "


def put_together(plain: Plain) -> Plain:
    """A man is put together from parts; what words of his record and of a building's marker packed has fields."""
    plain = pieces_of_orders(plain)
    for state in states_in(plain):
        for figure in state["figures"].values():
            for part, names in PARTS.items():
                figure[part] = {name: figure.pop(name) for name in names if name in figure}
            unpack_record(figure["deeds"])
        for marker in state["markers"].values():
            marker["building"] = None
            if marker["kind"] == "building":
                kind, levels, areas, value = marker["what"].split("/")
                marker["what"] = ""
                marker["building"] = {
                    "kind": kind,
                    "levels": int(levels),
                    "areas": int(areas),
                    "value": int(value),
                }
    return plain


def unpack_record(deeds: Plain) -> None:
    words = deeds["record"]
    deeds["took"] = [word.removeprefix(TOOK) for word in words if word.startswith(TOOK)]
    deeds["for_now"] = [word.removeprefix(FOR_NOW) for word in words if word.startswith(FOR_NOW)]
    deeds["record"] = [word for word in words if not word.startswith((TOOK, FOR_NOW))]


def with_bystanders(plain: Plain) -> Plain:
    """There can be others than soldiers on a table, men inside of something, secrets, and ground that changes."""
    for state in states_in(plain):
        state["bystanders"], state["changes"] = {}, []
        state.setdefault("to_come", {})
        for figure in (*state["figures"].values(), *state["to_come"].values()):
            figure["aboard"] = ""
        for marker in state["markers"].values():
            marker["secret"] = False
    return plain


def with_vehicles(plain: Plain) -> Plain:
    """There can be vehicles and guns, and men who serve them."""
    for state in states_in(plain):
        state["vehicles"], state["guns"] = {}, {}
        for figure in (*state["figures"].values(), *state["to_come"].values()):
            figure["berth"] = {"posts": [], "gun": "", "on_deck": False}
    return plain


MIGRATIONS: Migrations = {1: unpack_dealings, 2: put_together, 3: with_bystanders, 4: with_vehicles}
ACT_MIGRATIONS: Migrations = {2: pieces_of_orders}
