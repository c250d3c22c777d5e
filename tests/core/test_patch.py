"""Patches: what a client makes of the changes is what the server has, the order of keys included."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deadground.core.patch import Change, apply, diff

scalars = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", "b"])
keys = st.sampled_from("abcd")
plain = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(keys, inner, max_size=4)
        | st.lists(st.tuples(keys, inner), max_size=4).map(dict)
    ),
    max_leaves=12,
)


@given(plain, plain)
@example({"a": 1, "b": 2}, {"b": 2, "a": 1})
@example({"a": {"c": [], "d": 0}}, {"a": {"d": 0, "c": []}})
@example([1, 0], [True, False])
@example({"a": [{"a": 1, "b": 1}]}, {"a": [{"b": 1, "a": 1}]})
def test_applying_the_difference_gives_the_new_value(old: Any, new: Any) -> None:
    changes = diff(old, new)
    # Both sides of the wire: the changes are plain JSON, and the encoding shows order and type as well.
    travelled = msgspec.json.decode(msgspec.json.encode(changes), type=list[Change])
    assert msgspec.json.encode(apply(deepcopy(old), travelled)) == msgspec.json.encode(new)


@given(plain)
def test_nothing_changed_is_no_change(value: Any) -> None:
    assert diff(value, deepcopy(value)) == []


def test_only_what_changed_travels() -> None:
    old = {"turn": 1, "men": {"a": {"rounds": 5, "wounds": 0}, "b": {"rounds": 5}}, "path": [[1, 1], [2, 2]]}
    new = {"turn": 1, "men": {"a": {"rounds": 4, "wounds": 0}, "c": {}}, "path": [[1, 1], [2, 3]]}
    assert diff(old, new) == [
        Change(("men", "b"), gone=True),
        Change(("men", "a", "rounds"), 4),
        Change(("men", "c"), {}),
        Change(("path", 1, 1), 3),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [((1, {"a": 1, "b": 2}), (1, {"b": 2, "a": 1})), ((1,), [1]), ({"a": (1, 2)}, {"a": (1, 3)})],
)
def test_a_tuple_travels_whole(old: Any, new: Any) -> None:
    (change,) = diff(old, new)
    assert apply(old, [change]) == new
    assert diff(new, new) == []
