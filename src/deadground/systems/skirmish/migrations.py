"""Old saves of the skirmish, carried over to the layout of today."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

DEALINGS = {"came upon ": "came_upon", "searched ": "searched"}
TOOK, GEAR = "took ", "/gear"


def unpack_dealings(plain: dict[str, Any]) -> dict[str, Any]:
    """Whom a man had dealt with was written into words of his record, ids and all; it has a field of its own."""
    veils = (plain["pending"] or {}).get("veils", {}).values()
    for state in (plain["state"], *(veil["state"] for veil in veils)):
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


MIGRATIONS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: unpack_dealings}
