"""Differences between two plain values, so that a view can travel as what changed.

`apply(old, diff(old, new)) == new`, the order of keys included: where that order would be lost, the whole map
is sent again.
"""

from __future__ import annotations

from typing import Any

import msgspec

Way = tuple[str | int, ...]

encode = msgspec.json.Encoder().encode


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One difference: the path to it, and the new value; or that it is gone."""

    at: Way
    set: Any = None
    gone: bool = False


def diff(old: Any, new: Any, at: Way = ()) -> list[Change]:
    """The changes that turn a plain value into another. Most of a view is as it was, and is passed over whole."""
    if old is new:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        if alike(old, new):
            return []
        if keeps_order(old, new):
            changes = [Change((*at, key), gone=True) for key in old if key not in new]
            for key, value in new.items():
                if key not in old:
                    changes.append(Change((*at, key), value))
                elif old[key] is not value:
                    changes += diff(old[key], value, (*at, key))
            return changes
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        if alike(old, new):
            return []
        return [
            change
            for i, (one, other) in enumerate(zip(old, new, strict=True))
            if one is not other
            for change in diff(one, other, (*at, i))
        ]
    return [] if same(old, new) else [Change(at, new)]


def alike(old: Any, new: Any) -> bool:
    """Whether two values are one and the same all the way down. It may say no where `diff` finds nothing."""
    return bool(old == new) and encode(old) == encode(new)


def same(old: Any, new: Any) -> bool:
    """Whether two values are one and the same to a reader, the order of keys included."""
    if type(old) is not type(new) or old != new:
        return False
    return not isinstance(new, dict | tuple) or encode(old) == encode(new)


def keeps_order(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Whether the keys kept come first in `new`, in their old order."""
    kept = [key for key in old if key in new]
    return list(new)[: len(kept)] == kept


def in_old_order(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The same map with the keys that were there before in their old order: for maps whose order means nothing."""
    kept = [key for key in old if key in new]
    return {key: new[key] for key in (*kept, *(key for key in new if key not in old))}


def apply(old: Any, changes: list[Change]) -> Any:
    """The value after the changes. The old one may be used up in the making."""
    for change in changes:
        if not change.at:
            old = change.set
            continue
        *way, last = change.at
        target = old
        for part in way:
            target = target[part]
        if change.gone:
            del target[last]
        else:
            target[last] = change.set
    return old
