"""The one reader of data files: strict YAML whose every complaint names file and line.

YAML 1.2 core schema: only ``true`` and ``false`` are booleans, there are no base-60 numbers and no dates.
What one reader takes for text and another for a boolean (``off``, ``yes``, ``n``) is refused as a value, and
so is a number with leading zeros. Anchors, aliases, tags, duplicate keys and several documents in one file
are refused too: a data file says what it says, once, where you look.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

import msgspec
import yaml

from deadground.core import advice

T = TypeVar("T")

_shaping = threading.Lock()
"""msgspec learns a shape when it first meets it; two threads that meet the same one at once bring Python down."""

Step = str | int
Value = Any

MAX_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 100
MAX_DIGITS = 18  # what certainly fits into 64 bits

_PACKAGE = Path(__file__).resolve().parents[1]
_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_WORDS: dict[str, Value] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_AMBIGUOUS = frozenset(("y", "n", "yes", "no", "on", "off"))
_NUMERIC_START = frozenset("0123456789+-.")
_INT = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


class DataError(Exception):
    """A data file that cannot be used: where, what is wrong and, if known, what would be right."""

    def __init__(self, file: str, line: int | None, problem: str, advice: str = "") -> None:
        super().__init__(file, line, problem, advice)
        self.file = file
        self.line = line
        self.problem = problem
        self.advice = advice

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{where}: {self.problem}" + (f" ({self.advice})" if self.advice else "")


class FileRefused(Exception):
    """A file with several things wrong: every fault with its line, in their order."""

    def __init__(self, faults: list[DataError]) -> None:
        self.faults = sorted(faults, key=lambda fault: fault.line or 0)
        super().__init__("\n".join(map(str, self.faults)))


class _Mark(NamedTuple):
    """Where a node stands, with the marks of what is inside it."""

    line: int
    inside: Any = None  # a dict or list of marks, as the value has it


class Document:
    """A parsed file: its plain value and the line of everything in it."""

    __slots__ = ("_mark", "name", "value")

    def __init__(self, name: str, value: Value, mark: _Mark) -> None:
        self.name = name
        self.value = value
        self._mark = mark

    def line(self, path: tuple[Step, ...] = ()) -> int:
        """The line of the value at ``path``, or of the nearest thing around it that exists."""
        mark = self._mark
        for step in path:
            try:
                mark = mark.inside[step]
            except (KeyError, IndexError, TypeError):
                break
        return mark.line

    def error(self, path: tuple[Step, ...], problem: str, advice: str = "") -> DataError:
        """An error about the value at ``path``, for checks that no type can express."""
        return DataError(self.name, self.line(path), problem, advice)

    def to(self, shape: type[T]) -> T:
        """The value as ``shape``; nothing is converted silently."""
        try:
            with _shaping:
                return msgspec.convert(self.value, shape, strict=True)
        except msgspec.ValidationError as fault:
            found = advice.explain(fault, self.value, shape)
            raise self.error(found.path, found.problem, found.advice) from None


def read(path: Path | str, shape: type[T]) -> T:
    """The file as a value of ``shape``."""
    return load(path).to(shape)


def parse(text: str, shape: type[T], name: str = "<text>") -> T:
    """The text as a value of ``shape``; ``name`` stands for the file in messages."""
    return document(text, name).to(shape)


def fault_in(read: Callable[[], object]) -> str:
    """What is wrong with a file that is read so; "" for one that can be."""
    try:
        read()
    except DataError as fault:
        return str(fault)
    return ""


def load(path: Path | str) -> Document:
    """The file as plain values with their lines."""
    name = shown(path)
    raw = _bytes(Path(path), name)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw.count(b"\n", 0, fault.start) + 1
        raise DataError(name, line, "this is not UTF-8 text", "save the file as UTF-8") from None
    return document(text, name)


def document(text: str, name: str = "<text>") -> Document:
    """The text as plain values with their lines."""
    if len(text) > MAX_BYTES:
        raise _too_big(name)
    try:
        value, mark = _Builder(name).build(yaml.parse(text, Loader=_PARSER))
    except yaml.MarkedYAMLError as fault:
        raise _syntax_error(fault, text, name) from None
    except UnicodeEncodeError as fault:
        line = text.count("\n", 0, fault.start) + 1
        raise DataError(name, line, "a character that is not text: half of a surrogate pair") from None
    except yaml.reader.ReaderError as fault:
        line = text.count("\n", 0, fault.position) + 1
        raise DataError(name, line, f"a character that YAML does not allow: {fault.reason}") from None
    return Document(name, value, mark)


@cache
def text_digest(file: Path) -> str:
    """A digest of a text file, the same however its lines end; "" where there is none."""
    if not file.is_file():
        return ""
    return hashlib.blake2b(file.read_text("utf-8").encode(), digest_size=8).hexdigest()


def shown(path: Path | str) -> str:
    """The path as messages show it: from the working folder or the package, not from the machine's root."""
    full = Path(path).resolve()
    for base in (Path.cwd(), _PACKAGE.parent):
        if full.is_relative_to(base):
            return full.relative_to(base).as_posix()
    return str(path)


def _bytes(path: Path, name: str) -> bytes:
    if not path.exists():
        raise DataError(name, None, "there is no such file")
    if not path.is_file():
        raise DataError(name, None, "this is not a file")
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise DataError(name, None, f"the file cannot be read: {fault.strerror}") from None
    if len(raw) > MAX_BYTES:
        raise _too_big(name)
    return raw


def _too_big(name: str) -> DataError:
    return DataError(name, None, f"the file is bigger than {MAX_BYTES // 1024 // 1024} MB")


def _syntax_error(fault: yaml.MarkedYAMLError, text: str, name: str) -> DataError:
    mark = fault.problem_mark or fault.context_mark
    line = mark.line + 1 if mark else None
    context = f" {fault.context}" if fault.context else ""
    lines = text.splitlines()
    tabbed = line is not None and line <= len(lines) and "\t" in lines[line - 1]
    hint = "YAML is indented with spaces, never with tabs" if tabbed else ""
    return DataError(name, line, f"this is not YAML: {fault.problem or 'unreadable'}{context}", hint)


class _Frame:
    """A list or mapping that is still being filled."""

    __slots__ = ("key", "line", "marks", "values")

    def __init__(self, line: int, values: Value, marks: Any) -> None:
        self.line = line
        self.values = values
        self.marks = marks
        self.key: _Key | None = None


class _Key(NamedTuple):
    value: Step
    line: int


class _Builder:
    """Builds values from parser events: no recursion, so depth costs nothing and is refused by number."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.stack: list[_Frame] = []
        self.result: tuple[Value, _Mark] | None = None

    def build(self, events: Iterator[Any]) -> tuple[Value, _Mark]:
        for event in events:
            self._take(event)
        if self.result is None:
            raise DataError(self.name, 1, "the file is empty")
        return self.result

    def _take(self, event: Any) -> None:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self._scalar(event)
        elif kind is yaml.MappingStartEvent:
            self._open(event, {}, {})
        elif kind is yaml.SequenceStartEvent:
            self._open(event, [], [])
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            frame = self.stack.pop()
            self._add(frame.values, _Mark(frame.line, frame.marks))
        elif kind is yaml.AliasEvent:
            self._refuse(event, f"alias *{event.anchor}", "aliases are not allowed, write the value out")
        elif kind is yaml.DocumentStartEvent and self.result is not None:
            self._refuse(event, "a second document in one file", "one file holds one document")

    def _refuse(self, event: Any, problem: str, advice: str) -> NoReturn:
        raise DataError(self.name, event.start_mark.line + 1, problem, advice)

    def _check(self, event: Any) -> None:
        if event.anchor is not None:
            self._refuse(event, f"anchor &{event.anchor}", "anchors are not allowed, write the value out")
        if event.tag is not None:
            self._refuse(event, f"tag {event.tag}", "tags are not allowed, quote the value if it is text")

    def _open(self, event: Any, values: Value, marks: Any) -> None:
        self._check(event)
        if len(self.stack) >= MAX_DEPTH:
            self._refuse(event, f"nested deeper than {MAX_DEPTH} levels", "")
        top = self.stack[-1] if self.stack else None
        if top and type(top.values) is dict and top.key is None:
            self._refuse(event, "a list or mapping used as a key", "a key is text or a whole number")
        self.stack.append(_Frame(event.start_mark.line + 1, values, marks))

    def _scalar(self, event: Any) -> None:
        self._check(event)
        line = event.start_mark.line + 1
        top = self.stack[-1] if self.stack else None
        is_key = top is not None and type(top.values) is dict and top.key is None
        value = event.value if event.style else self._plain(event, is_key)
        if top is not None and is_key:
            self._key(event, top, value, line)
        elif self.stack or event.style or event.value:
            self._add(value, _Mark(line))

    def _key(self, event: Any, frame: _Frame, value: Value, line: int) -> None:
        if type(value) is not str and type(value) is not int:
            self._refuse(event, f"`{event.value}` used as a key", "a key is text or a whole number; quote it")
        if value in frame.values:
            first = frame.marks[value].line
            self._refuse(event, f"duplicate key `{value}`", f"it stands in line {first} already")
        frame.key = _Key(value, line)

    def _add(self, value: Value, mark: _Mark) -> None:
        if not self.stack:
            self.result = (value, mark)
            return
        frame = self.stack[-1]
        if frame.key is None:
            frame.values.append(value)
            frame.marks.append(mark)
        else:
            # An entry is found at its key: the value may begin some lines below.
            frame.values[frame.key.value] = value
            frame.marks[frame.key.value] = _Mark(frame.key.line, mark.inside)
            frame.key = None

    def _plain(self, event: Any, is_key: bool) -> Value:
        text: str = event.value
        if text in _WORDS:
            return _WORDS[text]
        # A key is always text, so `y:` for a coordinate misleads nobody; a value might be meant as a boolean.
        if not is_key and len(text) <= 3 and text.lower() in _AMBIGUOUS:
            self._refuse(event, f"bare `{text}` is text to one reader and a boolean to another", _quote(text))
        return self._number(event, text) if text[0] in _NUMERIC_START else text

    def _number(self, event: Any, text: str) -> Value:
        if _INT.fullmatch(text):
            digits = text.lstrip("+-")
            if len(digits) > 1 and digits[0] == "0":
                self._refuse(
                    event, f"`{text}` has a leading zero", "drop the zero, or quote it if it is text"
                )
            if len(digits) > MAX_DIGITS:
                self._refuse(
                    event, f"a number of {len(digits)} digits", f"at most {MAX_DIGITS} digits are read"
                )
            return int(text)
        if _FLOAT.fullmatch(text):
            return float(text)
        if _OTHER_BASE.fullmatch(text):
            self._refuse(event, f"`{text}` is not a decimal number", "write it in decimal, or quote it")
        if _NOT_FINITE.fullmatch(text):
            self._refuse(event, f"`{text}` is not a finite number", "quote it if it is text")
        return text


def _quote(text: str) -> str:
    truth = "true" if text.lower() in ("y", "yes", "on") else "false"
    return f'write "{text}" in quotes for the word, or {truth} for the boolean'
