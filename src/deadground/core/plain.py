"""Plain values: what a state and an agenda are made of, so that a copy may share them and a save can hold them."""

from __future__ import annotations

import enum
import types
import typing
from typing import Annotated, Any, Literal

import msgspec


def is_plain(hint: Any, *, any_too: bool = False) -> bool:
    """Whether a type is a scalar, an enum, a choice of words, or a tuple or frozen struct of such.

    `any_too` lets `Any` pass, and a struct with maps in it: a procedure may hold orders and their plans as they
    were given, and never writes into them. What it holds is looked at by the conformance suite.
    """
    if isinstance(hint, typing.NewType):
        return is_plain(hint.__supertype__, any_too=any_too)
    if hint in (int, str, bool, type(None)):
        return True
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return is_plain(arguments[0], any_too=any_too)
    if origin is Literal:
        return True
    if origin in (tuple, typing.Union, types.UnionType):
        return all(one is Ellipsis or is_plain(one, any_too=any_too) for one in arguments)
    if is_frozen_struct(hint):
        return all(
            is_plain(field, any_too=any_too) or (any_too and is_map(field))
            for field in fields_of(hint).values()
        )
    return (any_too and hint is Any) or (isinstance(hint, type) and issubclass(hint, enum.Enum))


def is_map(hint: Any) -> bool:
    """Whether a type is a map of plain values."""
    return typing.get_origin(hint) is dict and all(
        is_plain(one, any_too=True) for one in typing.get_args(hint)
    )


def is_frozen_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint.__struct_config__.frozen


def fields_of(cls: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of a struct with their types, marks and all, in the order written; not its class variables."""
    hints = typing.get_type_hints(cls, include_extras=True)
    return {name: hints[name] for name in cls.__struct_fields__}
