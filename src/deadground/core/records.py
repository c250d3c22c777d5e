"""Records: the plain data a game is made of, and who may see which field of it.

A state is a `State` whose fields are plain values or collections of `Record`s; a record's fields are plain:
scalars, ids, enums, tuples and frozen structs of them (`plain.py`). So a copy is one shallow copy per record, and
nothing is shared by accident. Each field carries a mark:

    id: Public[str]                            shown to every seat that knows the record
    ammo: Annotated[int, owners(masked=0)]     shown to the seats that own the record, 0 to the others
    seen: Annotated[bool, foes(masked=False)]  shown to the seats that play against it, False to all others
    trap: Annotated[bool, hidden(masked=False)]    shown to no player, only to a seat that sees all

Fields that belong together can be a `Part`, a frozen struct with a mark at each of its own fields:
`arms: Public[Arms]` shows of the arms what their marks say, `arms: Annotated[Arms, owners(masked=Arms())]` all of
them or nothing.

A class with an unmarked field, or with a field that is not plain, fails when it is imported. A view is made by
`redact`: the same state class, unknown records absent, unknown fields at their masked value. Fields that name other
records by their ids say so in their type (`references.py`), and a view tells no id of a record it does not contain.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import copy
from functools import cache
from typing import Annotated, Any, Literal, Self, TypeVar

import msgspec

from deadground.core.plain import fields_of, is_plain
from deadground.core.references import Reference, reference, renamed, told

T = TypeVar("T")
RecordClass = TypeVar("RecordClass", bound="type[Record]")
PartClass = TypeVar("PartClass", bound="type[Part]")
StateClass = TypeVar("StateClass", bound="type[State]")
StateT = TypeVar("StateT", bound="State")


class Secrecy(msgspec.Struct, frozen=True):
    """Who sees a field of a record they know, and what the others see instead."""

    to: Literal["public", "owners", "foes", "hidden"]
    masked: Any = None


PUBLIC = Secrecy("public")
Public = Annotated[T, PUBLIC]


def owners(*, masked: Any) -> Secrecy:
    return Secrecy("owners", masked)


def foes(*, masked: Any) -> Secrecy:
    return Secrecy("foes", masked)


def hidden(*, masked: Any) -> Secrecy:
    return Secrecy("hidden", masked)


class Record(msgspec.Struct):
    """One thing in the game. Subclasses are decorated with `@record` and may narrow who knows and who owns."""

    def known_to(self, state: Any, seat: str) -> bool:
        """Whether the seat knows that this record exists."""
        return True

    def owned_by(self, state: Any, seat: str) -> bool:
        """Whether the seat sees the fields marked `owners`."""
        return False

    def opposed_by(self, state: Any, seat: str) -> bool:
        """Whether the seat sees the fields marked `foes`: what is known of the record, and not to its owner."""
        return False


class Part(msgspec.Struct, frozen=True):
    """Fields of a record that belong together. Subclasses are frozen and decorated with `@part`."""

    def but(self, **changes: Any) -> Self:
        """The same, with some fields otherwise: `man.arms = man.arms.but(empty=())`."""
        return msgspec.structs.replace(self, **changes)


class State(msgspec.Struct):
    """The whole of a game's facts. Subclasses are decorated with `@state`."""


class Secret(msgspec.Struct, frozen=True):
    """A field that not every seat may see; one of a part says which field of the record the part is."""

    name: str
    mark: Secrecy
    part: str = ""


class Masks(msgspec.Struct, frozen=True):
    """What a seat sees in place of fields it may not see: of the record itself, and of each of its parts."""

    whole: dict[str, Any]
    parts: tuple[tuple[str, dict[str, Any]], ...]


class Held(msgspec.Struct, frozen=True):
    """How a state field is built: a plain value, one record, or a dict or list of records or plain values."""

    name: str
    holds: Literal["plain", "record", "dict", "list"]
    record: type[Record] | None
    mark: Secrecy


class Referring(msgspec.Struct, frozen=True):
    """A field of a state, or the records in it, with what in them names records that a seat may not know."""

    shape: Held
    of_records: tuple[Reference, ...]
    own: Reference | None


PARTS: dict[type[Part], tuple[Secret, ...]] = {}
RECORDS: dict[type[Record], tuple[Secret, ...]] = {}
REFERENCES: dict[type[Record], tuple[Reference, ...]] = {}
REFERRING: dict[type[State], tuple[Referring, ...]] = {}
PIECES: dict[type[State], tuple[str, ...]] = {}
"""The collections of a state whose records not every seat knows."""
NAMED: dict[type[State], tuple[str, ...]] = {}
"""The collections of a state whose records are named elsewhere in it."""
STATES: dict[type[State], tuple[Held, ...]] = {}
SECRETIVE: dict[type[State], bool] = {}


def part(cls: PartClass) -> PartClass:
    """Check a part's class and note its secrets."""
    PARTS[cls] = tuple(secrets_of(cls))
    return cls


def record(cls: RecordClass) -> RecordClass:
    """Check a record class and note its secrets and whom it names."""
    found = [reference(cls.__name__, name, hint) for name, hint in fields_of(cls).items()]
    RECORDS[cls], REFERENCES[cls] = tuple(secrets_of(cls)), tuple(one for one in found if one)
    return cls


def secrets_of(cls: type[Record] | type[Part]) -> Iterator[Secret]:
    """The fields of a record or a part that not every seat may see, those inside its parts too."""
    for name, hint in fields_of(cls).items():
        plain, mark = split(cls, name, hint)
        if not is_plain(plain):
            raise TypeError(
                f"{cls.__name__}.{name}: a record holds scalars, enums, tuples and frozen structs, not {plain}"
            )
        if mark.to != "public":
            check_masked(cls, name, plain, mark)
            yield Secret(name, mark)
        elif is_part(plain) and issubclass(cls, Record):
            yield from (msgspec.structs.replace(one, part=name) for one in known_part(cls, name, plain))
        elif any(known_part(cls, name, one) for one in parts_in(plain)):
            raise TypeError(f"{cls.__name__}.{name}: a part with secrets is a field of a record by itself")


def parts_in(hint: Any) -> Iterator[type[Part]]:
    """The parts that values of a type can hold or be."""
    if is_part(hint):
        yield hint
    for one in typing.get_args(hint):
        yield from parts_in(one)


def is_part(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Part)


def known_part(cls: type, name: str, kind: type[Part]) -> tuple[Secret, ...]:
    if kind not in PARTS:
        raise TypeError(f"{cls.__name__}.{name}: {kind.__name__} lacks its @part")
    return PARTS[kind]


def state(cls: StateClass) -> StateClass:
    """Check a state class and note how its fields are built."""
    shapes, own = [], {}
    for name, hint in fields_of(cls).items():
        inner, mark = split(cls, name, hint)
        own[name] = reference(cls.__name__, name, hint)
        if mark.to in ("owners", "foes"):
            raise TypeError(f"{cls.__name__}.{name}: a state has no owner; put the field into a record")
        if mark.to == "hidden":
            check_masked(cls, name, inner, mark)
        shapes.append(shape_of(cls, name, inner, mark))
    STATES[cls] = tuple(shapes)
    SECRETIVE[cls] = any(is_secretive(shape) for shape in shapes)
    PIECES[cls] = tuple(
        shape.name
        for shape in shapes
        if shape.holds == "dict" and shape.record and not is_known_to_all(shape.record)
    )
    REFERRING[cls] = tuple(referring(cls, STATES[cls], own))
    all_found = [found for one in REFERRING[cls] for found in (*one.of_records, one.own) if found]
    NAMED[cls] = tuple(dict.fromkeys(name for found in all_found for name in found.collections))
    return cls


def referring(
    cls: type[State], shapes: tuple[Held, ...], own: Mapping[str, Reference | None]
) -> Iterator[Referring]:
    """The fields of a state in which a record may be named that not every seat knows."""
    kinds = {shape.name: shape.record for shape in shapes if shape.holds == "dict" and shape.record}

    def is_secret(found: Reference) -> bool:
        for name in found.collections:
            if name not in kinds:
                raise TypeError(f"{found.field} names records in '{name}', of which {cls.__name__} has none")
        return any(not is_known_to_all(kinds[name]) for name in found.collections)

    for shape in shapes:
        of_records = REFERENCES[shape.record] if shape.record else ()
        secret = tuple(found for found in of_records if is_secret(found))
        itself = own[shape.name]
        itself = itself if itself and is_secret(itself) else None
        if secret or itself:
            yield Referring(shape, secret, itself)


def split(cls: type, name: str, hint: Any) -> tuple[Any, Secrecy]:
    """The type of a field without its mark, and the mark."""
    marks = [m for m in getattr(hint, "__metadata__", ()) if isinstance(m, Secrecy)]
    if len(marks) != 1:
        raise TypeError(f"{cls.__name__}.{name} must be marked public, owners, foes or hidden, once")
    return typing.get_args(hint)[0], marks[0]


def check_masked(cls: type, name: str, hint: Any, mark: Secrecy) -> None:
    try:
        fitting = msgspec.convert(mark.masked, hint)
    except msgspec.ValidationError as error:
        raise TypeError(f"{cls.__name__}.{name}: the masked value does not fit the field: {error}") from None
    if type(fitting) is not type(mark.masked) or fitting != mark.masked:
        raise TypeError(f"{cls.__name__}.{name}: the masked value must be {fitting!r}, not {mark.masked!r}")


def shape_of(cls: type, name: str, hint: Any, mark: Secrecy) -> Held:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if is_record(hint):
        if hint.known_to is not Record.known_to:
            raise TypeError(f"{cls.__name__}.{name}: a lone record cannot be absent; keep it in a collection")
        return Held(name, "record", registered(cls, name, hint), mark)
    if origin in (dict, list):
        if origin is dict and not is_plain(arguments[0]):
            raise TypeError(f"{cls.__name__}.{name}: the keys of a collection are plain")
        holds: Literal["dict", "list"] = "dict" if origin is dict else "list"
        if is_record(arguments[-1]):
            return Held(name, holds, registered(cls, name, arguments[-1]), mark)
        if is_plain(arguments[-1]):
            return Held(name, holds, None, mark)
    if is_plain(hint):
        return Held(name, "plain", None, mark)
    raise TypeError(f"{cls.__name__}.{name}: a state holds plain values, records and collections of them")


def is_record(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Record)


def registered(cls: type, name: str, hint: type[Record]) -> type[Record]:
    if hint not in RECORDS:
        raise TypeError(f"{cls.__name__}.{name}: {hint.__name__} lacks its @record")
    return hint


def copy_state(full: StateT) -> StateT:
    """A copy that shares no mutable thing with the original."""
    new = copy(full)
    for shape in STATES[type(full)]:
        if shape.holds == "plain":
            continue
        value = getattr(full, shape.name)
        copied: Any
        if shape.holds == "dict":
            copied = {k: v.__copy__() for k, v in value.items()} if shape.record else value.copy()
        elif shape.holds == "list":
            copied = [v.__copy__() for v in value] if shape.record else value.copy()
        else:
            copied = copy(value)
        setattr(new, shape.name, copied)
    return new


def redact(full: StateT, seat: str) -> StateT:
    """What a seat may know of a state: the one place where secrets are removed."""
    if not has_secrets(type(full)):
        return copy_state(full)
    new = copy(full)
    for shape in not_as_it_is(type(full)):
        if shape.mark.to == "hidden":
            masked = shape.mark.masked
            setattr(new, shape.name, masked.copy() if isinstance(masked, dict | list) else masked)
        else:
            setattr(new, shape.name, redacted_field(full, shape, seat))
    forget_unknown(full, new)
    return new


@cache
def not_as_it_is(cls: type[State]) -> tuple[Held, ...]:
    """The fields of a state that a view does not share with it: those that are hidden, and all collections."""
    return tuple(shape for shape in STATES[cls] if shape.mark.to == "hidden" or shape.holds != "plain")


def forget_unknown(full: State, new: State) -> None:
    """Take out of a view what names records that it does not contain."""
    unknown = {
        name: set(there.keys() - getattr(new, name).keys())
        for name in NAMED[type(new)]
        if len(there := getattr(full, name)) > len(getattr(new, name))
    }
    if not unknown:
        return
    secret = set[str]().union(*unknown.values())
    for one in referring_to(type(new), tuple(unknown)):
        if one.own:
            setattr(new, one.shape.name, told(getattr(new, one.shape.name), one.own.held, secret))
        for found in one.of_records:
            forget_in(held_in(new, one.shape).values(), found, secret)


@cache
def referring_to(cls: type[State], names: tuple[str, ...]) -> tuple[Referring, ...]:
    """Where a state names records of some of its collections."""

    def names_one(found: Reference | None) -> bool:
        return found is not None and not set(names).isdisjoint(found.collections)

    found = (
        Referring(
            one.shape, tuple(filter(names_one, one.of_records)), one.own if names_one(one.own) else None
        )
        for one in REFERRING[cls]
    )
    return tuple(one for one in found if one.of_records or one.own)


def forget_in(ones: Collection[Record], found: Reference, secret: set[str]) -> None:
    """Take out of a field of some records what names secret ones."""
    field, held = found.field, found.held
    alone = held.how == "id"
    values = [getattr(one, field) for one in ones]
    if secret.isdisjoint(values) if alone else not any(values):
        return
    for one, value in zip(ones, values, strict=True):
        if value and (not alone or value in secret):
            setattr(one, field, told(value, held, secret))


def rename(full: State, collection: str, new: Mapping[str, str]) -> None:
    """Give records of a collection other ids, wherever they are named."""
    held: dict[str, Any] = getattr(full, collection)
    setattr(full, collection, {new.get(id, id): one for id, one in held.items()})
    for id in new.values():
        getattr(full, collection)[id].id = id
    for one in REFERRING[type(full)]:
        if one.own:
            value = getattr(full, one.shape.name)
            setattr(full, one.shape.name, renamed(value, one.own.held, collection, new))
        for found in one.of_records:
            for other in held_in(full, one.shape).values():
                value = getattr(other, found.field)
                if value:
                    setattr(other, found.field, renamed(value, found.held, collection, new))


def redacted_field(full: State, shape: Held, seat: str) -> Any:
    value, kind = getattr(full, shape.name), shape.record
    if kind is None or not value:
        return value.copy()
    if shape.holds == "dict":
        items = value.items()
        known = items if is_known_to_all(kind) else [item for item in items if item[1].known_to(full, seat)]
        if not RECORDS[kind]:
            return {key: one.__copy__() for key, one in known}
        return redacted_records(full, known, kind, seat)
    if shape.holds == "list":
        known = [item for item in enumerate(value) if item[1].known_to(full, seat)]
        return list(redacted_records(full, known, kind, seat).values())
    return redacted_records(full, [(None, value)], kind, seat)[None]


def redacted_records(
    full: State, known: Iterable[tuple[Any, Any]], kind: type[Record], seat: str
) -> dict[Any, Record]:
    """Copies of some records of a kind without what a seat may not see; that is looked up once for all of them."""
    by_standing = [[masks(kind, owned, opposed) for opposed in (False, True)] for owned in (False, True)]
    can_be_opposed = kind.opposed_by is not Record.opposed_by
    redacted = {}
    for key, one in known:
        opposed = can_be_opposed and one.opposed_by(full, seat)
        unseen = by_standing[one.owned_by(full, seat)][opposed]
        new = redacted[key] = msgspec.structs.replace(one, **unseen.whole)
        for name, inside in unseen.parts:
            setattr(new, name, msgspec.structs.replace(getattr(new, name), **inside))
    return redacted


@cache
def masks(cls: type[Record], owned: bool, opposed: bool) -> Masks:
    """What a seat sees in place of the fields it may not see, by whether it owns a record or plays against it."""
    sees = {"owners": owned, "foes": opposed, "hidden": False}
    whole: dict[str, Any] = {}
    parts: dict[str, dict[str, Any]] = {}
    for secret in RECORDS[cls]:
        if not sees[secret.mark.to]:
            (parts.setdefault(secret.part, {}) if secret.part else whole)[secret.name] = secret.mark.masked
    return Masks(whole, tuple(parts.items()))


def is_known_to_all(kind: type[Record]) -> bool:
    """Whether no seat can be without knowledge of a record of this kind."""
    return kind.known_to is Record.known_to


def records_of(full: State) -> Iterator[tuple[str, Any, Record]]:
    """Every record of a state with its collection and key; a lone record has the key None."""
    for shape in STATES[type(full)]:
        if shape.record is None:
            continue
        value = getattr(full, shape.name)
        if shape.holds == "record":
            yield shape.name, None, value
        else:
            items = value.items() if shape.holds == "dict" else enumerate(value)
            for key, one in items:
                yield shape.name, key, one


def has_secrets(cls: type[State]) -> bool:
    """Whether any field or record of a state can be unknown to a seat."""
    return SECRETIVE[cls]


def is_secretive(shape: Held) -> bool:
    kind = shape.record
    return shape.mark.to == "hidden" or (
        kind is not None and (bool(RECORDS[kind]) or kind.known_to is not Record.known_to)
    )


def learned(before: State, after: State, seat: str) -> bool:
    """Whether a seat knows more in `after` about anything that was already there in `before`."""
    for shape in STATES[type(after)]:
        if shape.record is not None and can_be_learned(shape.record):
            there = held_in(before, shape)
            for key, one in held_in(after, shape).items():
                was = there.get(key)
                if was is not None and is_better_known(before, was, after, one, seat):
                    return True
    return False


def held_in(full: State, shape: Held) -> dict[Any, Any]:
    """The records of a field by their keys; a list's are their places, a lone record has the key None."""
    value = getattr(full, shape.name)
    if shape.holds == "dict":
        return value  # type: ignore[no-any-return]
    return dict(enumerate(value)) if shape.holds == "list" else {None: value}


@cache
def can_be_learned(kind: type[Record]) -> bool:
    """Whether a seat could come to know more of a record of this kind."""
    return not is_known_to_all(kind) or kind.owned_by is not Record.owned_by


def is_better_known(before: State, was: Record, after: State, one: Record, seat: str) -> bool:
    """Whether a seat has come to know of a record, or to see its owners' fields."""
    if was.known_to(before, seat) and not (one.owned_by(after, seat) and not was.owned_by(before, seat)):
        return False
    return one.known_to(after, seat)


def walk(value: Any, visit: Callable[[Any], None]) -> None:
    """Call `visit` on a value and on everything inside it."""
    visit(value)
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            walk(getattr(value, name), visit)
    elif isinstance(value, dict):
        for key, inner in value.items():
            walk(key, visit)
            walk(inner, visit)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            walk(inner, visit)
