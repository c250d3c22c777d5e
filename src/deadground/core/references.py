"""References: fields that name a record by its id. A view never names a record that it does not contain.

A field says in its type that it holds ids, and in which collections of the state those are found:

    ManId = Annotated[str, names("men")]

    carries: Public[ManId] = ""
    causes: Public[tuple[ManId, ...]] = ()
    entries: Annotated[tuple[tuple[ManId, Point], ...], hidden(masked=())] = ()

`redact` takes out what names a record that is not in the view: an id alone becomes "", an item of a tuple is left
out whole, and so it goes field by field in a struct. What names no record at all stays, so that a field may hold
ids and other words. The conformance suite finds a field that holds an id and does not say so.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping, Set
from typing import Any, Literal

import msgspec
from msgspec.structs import astuple, replace

from deadground.core.plain import fields_of, is_frozen_struct


class Names(msgspec.Struct, frozen=True):
    """Says of a type that it is the id of a record in one of these collections."""

    collections: tuple[str, ...]


def names(*collections: str) -> Names:
    return Names(collections)


class Held(msgspec.Struct, frozen=True):
    """Where ids lie in a value: it is one itself, each of its items holds some, or those at certain places do.

    The places of a struct are its fields, in their order.
    """

    how: Literal["id", "each", "parts", "fields"]
    names: Names | None = None
    inside: tuple[tuple[int, Held], ...] = ()

    @property
    def item(self) -> Held:
        """How each item holds ids."""
        return self.inside[0][1]


def holding(where: str, hint: Any) -> Held | None:
    """How a value of a type holds ids; None for one that holds none."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        found = [one for one in hint.__metadata__ if isinstance(one, Names)]
        return Held("id", found[0]) if found else holding(where, arguments[0])
    is_struct = is_frozen_struct(hint)
    places = fields_of(hint).values() if is_struct else arguments
    inside = tuple(
        (place, held) for place, one in enumerate(places) if (held := holding(where, one)) is not None
    )
    if not inside:
        return None
    if is_struct:
        return Held("fields", None, inside)
    if origin is dict:
        return Held("each", None, ((0, Held("parts", None, inside)),))
    if origin not in (tuple, list):
        raise TypeError(f"{where}: ids are kept alone or in collections, not in {hint}")
    several = origin is list or arguments[-1] is Ellipsis
    return Held("each" if several else "parts", None, inside)


def items_of(value: Any) -> Any:
    return value.items() if isinstance(value, dict) else value


def ids_in(value: Any, held: Held) -> Iterator[str]:
    """Every id in a value; an empty one names nobody."""
    if held.names is not None:
        if value:
            yield value
    elif held.how == "each":
        for one in items_of(value):
            yield from ids_in(one, held.item)
    else:
        places = astuple(value) if held.how == "fields" else value
        for place, part in held.inside:
            yield from ids_in(places[place], part)


def told(value: Any, held: Held, secret: Set[str]) -> Any:
    """What a view tells of a value that may name secret records."""
    if held.how == "id":
        return "" if value in secret else value
    if held.how == "fields":
        return with_fields(value, held, lambda one, part: told(one, part, secret))
    kept = [one for one in items_of(value) if not any(id in secret for id in ids_in(one, held.item))]
    return value if len(kept) == len(value) else type(value)(kept)


def renamed(value: Any, held: Held, collection: str, new: Mapping[str, str]) -> Any:
    """The same value with other ids for some records of a collection."""
    if held.names is not None:
        return new.get(value, value) if collection in held.names.collections else value
    if held.how == "each":
        return type(value)(renamed(one, held.item, collection, new) for one in items_of(value))
    if held.how == "fields":
        return with_fields(value, held, lambda one, part: renamed(one, part, collection, new))
    parts = dict(held.inside)
    return tuple(
        renamed(one, parts[place], collection, new) if place in parts else one
        for place, one in enumerate(value)
    )


def with_fields(value: Any, held: Held, change: Callable[[Any, Held], Any]) -> Any:
    """A struct with the fields that hold ids changed."""
    fields = value.__struct_fields__
    return replace(
        value, **{fields[place]: change(getattr(value, fields[place]), part) for place, part in held.inside}
    )


class Reference(msgspec.Struct, frozen=True):
    """A field that holds ids, and the collections they are found in."""

    field: str
    held: Held
    collections: tuple[str, ...]


def reference(where: str, field: str, hint: Any) -> Reference | None:
    """How a field of this type refers to records; None for one that does not."""
    held = holding(f"{where}.{field}", hint)
    if held is None:
        return None
    if held.how == "parts":
        raise TypeError(f"{where}.{field}: a pair of ids that may be unknown is kept in a tuple of such")
    collections = dict.fromkeys(name for one in all_names(held) for name in one.collections)
    return Reference(field, held, tuple(collections))


def all_names(held: Held) -> Iterator[Names]:
    if held.names is not None:
        yield held.names
    for _, part in held.inside:
        yield from all_names(part)
