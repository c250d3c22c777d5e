"""Turns a msgspec complaint about a data file into a place, a problem and a hint of what would be right."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

Path = tuple[str | int, ...]

_AT = re.compile(r"^(?P<problem>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_EXPECTED = re.compile(r"Expected `(.*?)`, got `(.*?)`$")
_BOUND = re.compile(r"Expected `(?:int|float)` (<=|>=|<|>) (\S+)")
_BOUNDS = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than"}
_INVALID = re.compile(r"Invalid (?:enum )?value '?(.*?)'?$")
_PLAIN = {
    "object": "mapping",
    "array": "list",
    "str": "text",
    "int": "whole number",
    "float": "number",
    "bool": "true or false",
    "null": "nothing",
}


class Finding(NamedTuple):
    path: Path
    problem: str
    advice: str


def explain(fault: msgspec.ValidationError, value: Any, shape: Any) -> Finding:
    """Where in ``value`` the fault lies, what it is, and what ``shape`` would accept there."""
    problem, is_key, pattern = _split(str(fault))
    path = _locate(pattern, value, shape, str(fault))
    if is_key:
        return _bad_key(path, value, shape, problem, str(fault))
    kinds = list(_kinds_at(inspect.type_info(shape), path, value))
    if unknown := _UNKNOWN.fullmatch(problem):
        name = unknown[1]
        fields = [field for kind in kinds for field in _fields(kind)]
        return Finding((*path, name), f"unknown field `{name}`", _choose(name, fields))
    if missing := _MISSING.fullmatch(problem):
        return Finding(path, f"the field `{missing[1]}` is missing", f"add `{missing[1]}: …`")
    if invalid := _INVALID.fullmatch(problem):
        allowed = [word for kind in kinds for word in _values(kind)] or _tags(shape, path, value)
        return Finding(path, f"`{invalid[1]}` is not allowed{_named(path)}", _choose(invalid[1], allowed))
    if expected := _EXPECTED.fullmatch(problem):
        return Finding(path, *_mismatch(path, expected[1], expected[2]))
    if bound := _BOUND.fullmatch(problem):
        wanted = f"{_BOUNDS[bound[1]]} {bound[2]}"
        return Finding(path, f"{_at(value, path)} is not allowed{_named(path)}", wanted)
    return Finding(path, problem[:1].lower() + problem[1:] + _named(path), "")


def near(word: str, known: Iterable[str], count: int = 3) -> list[str]:
    """The known words most like ``word``, best first; capitals do not matter."""
    by_lower = {name.lower(): name for name in known}
    return [by_lower[name] for name in difflib.get_close_matches(word.lower(), by_lower, count, 0.6)]


def _split(message: str) -> tuple[str, bool, str]:
    found = _AT.match(message)
    if found is None:
        return message, False, ""
    return found["problem"], found["key"] is not None, found["path"] or ""


def _locate(pattern: str, value: Any, shape: Any, message: str) -> Path:
    """The path with its steps into mappings, which msgspec leaves open, filled in."""
    path: Path = ()
    for step in _STEP.finditer(pattern):
        if step["name"] is not None:
            path = (*path, step["name"])
        elif step["index"] is not None:
            path = (*path, int(step["index"]))
        else:
            key = _culprit(path, value, shape, message)
            if key is None:
                break
            path = (*path, key)
    return path


def _culprit(path: Path, value: Any, shape: Any, message: str) -> str | int | None:
    """The key of the mapping at ``path`` whose entry gives this very message, found by halving."""
    entries = _at(value, path)
    if not isinstance(entries, dict):
        return None
    keys = list(entries)
    while len(keys) > 1:
        half = keys[: len(keys) // 2]
        reduced = _replaced(value, path, {key: entries[key] for key in half})
        keys = half if _message(reduced, shape) == message else keys[len(half) :]
    return keys[0] if keys else None


def _message(value: Any, shape: Any) -> str:
    try:
        msgspec.convert(value, shape, strict=True)
    except msgspec.ValidationError as fault:
        return str(fault)
    return ""


def _replaced(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    changed = value.copy()
    changed[path[0]] = _replaced(value[path[0]], path[1:], new)
    return changed


def _at(value: Any, path: Path) -> Any:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _bad_key(path: Path, value: Any, shape: Any, problem: str, message: str) -> Finding:
    key = _culprit(path, value, shape, message)
    expected = _EXPECTED.fullmatch(problem)
    hint = f"a key here is {_name(expected[1])}" if expected else problem[:1].lower() + problem[1:]
    if expected and expected[1] == "str":
        hint += "; quote it"
    return Finding(path if key is None else (*path, key), f"the key `{key}` does not belong here", hint)


def _kinds_at(kind: inspect.Type, path: Path, value: Any) -> Iterator[inspect.Type]:
    """The types that ``path`` may lead to; a union is followed along each branch that fits the tag."""
    for branch in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        if isinstance(branch, inspect.StructType) and not _fits(branch, value):
            continue
        if not path:
            yield branch
        elif (inner := _inner(branch, path[0])) is not None:
            yield from _kinds_at(inner, path[1:], _at(value, path[:1]))


def _fits(kind: inspect.StructType, value: Any) -> bool:
    if kind.tag_field is None or not isinstance(value, dict):
        return True
    return value.get(kind.tag_field, kind.tag) == kind.tag


def _inner(kind: inspect.Type, step: str | int) -> inspect.Type | None:
    if isinstance(kind, inspect.StructType):
        return next((field.type for field in kind.fields if field.encode_name == step), None)
    if isinstance(kind, inspect.DictType):
        return kind.value_type
    if isinstance(kind, inspect.TupleType):
        return kind.item_types[int(step)] if int(step) < len(kind.item_types) else None
    return getattr(kind, "item_type", None)


def _fields(kind: inspect.Type) -> list[str]:
    return [field.encode_name for field in kind.fields] if isinstance(kind, inspect.StructType) else []


def _values(kind: inspect.Type) -> list[str]:
    if isinstance(kind, inspect.LiteralType):
        return [str(value) for value in kind.values]
    if isinstance(kind, inspect.EnumType):
        return [str(member.value) for member in kind.cls]
    return []


def _tags(shape: Any, path: Path, value: Any) -> list[str]:
    """The tags allowed at ``path``, if that is where a tagged union keeps its tag."""
    if not path:
        return []
    parent, found = path[:-1], []
    untagged = _replaced(value, parent, None)
    for kind in _kinds_at(inspect.type_info(shape), parent, untagged):
        if isinstance(kind, inspect.StructType) and kind.tag_field == path[-1]:
            found.append(str(kind.tag))
    return found


def _choose(word: str, allowed: list[str]) -> str:
    close = near(word, allowed, 1)
    if close:
        return f"did you mean `{close[0]}`?"
    return "allowed: " + ", ".join(dict.fromkeys(allowed)) if allowed else ""


def _name(kind: str) -> str:
    return " or ".join(_PLAIN.get(part.strip(), part.strip()) for part in kind.split("|"))


def _named(path: Path) -> str:
    names = [step for step in path if isinstance(step, str)]
    return f" for `{names[-1]}`" if names else ""


def _mismatch(path: Path, wanted: str, got: str) -> tuple[str, str]:
    problem = f"expected {_name(wanted)}{_named(path)}, found {_name(got)}"
    if wanted == "str" and got in ("int", "float", "bool"):
        return problem, "put it in quotes"
    if got == "str" and wanted in ("int", "float", "bool"):
        return problem, "write it without quotes"
    return problem, ""
