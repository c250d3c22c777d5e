"""The data file reader: what it reads, what it refuses, and that it says where."""

from __future__ import annotations

import enum
import pickle
import time
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
import yaml

from deadground.core import loader
from deadground.core.loader import DataError, document, load, parse, read, shown


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Gun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    range: int = 0
    kind: Literal["rifle", "pistol"] = "rifle"
    colour: Colour = Colour.RED
    cells: dict[str, list[int]] = {}
    rolls: dict[int, str] = {}
    old: bool = False

    def __post_init__(self) -> None:
        if self.range < 0:
            raise ValueError("a range is never negative")


class Foot(msgspec.Struct, frozen=True, tag="foot", tag_field="kind", forbid_unknown_fields=True):
    pace: int


class Wheel(msgspec.Struct, frozen=True, tag="wheel", tag_field="kind", forbid_unknown_fields=True):
    axles: int


def fault(text: str, shape: Any = Any) -> DataError:
    with pytest.raises(DataError) as caught:
        parse(text, shape, "guns.yaml")
    assert caught.value.file == "guns.yaml"
    assert str(caught.value).startswith("guns.yaml")
    return caught.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("FALSE", False),
        ("null", None),
        ("[~]", [None]),
        ("12", 12),
        ("-3", -3),
        ("+4", 4),
        ("0", 0),
        ("1.5", 1.5),
        (".5", 0.5),
        ("2e3", 2000.0),
        ("1941-06-22", "1941-06-22"),
        ("12:30", "12:30"),
        ("1:30:00", "1:30:00"),
        ("1_000", "1_000"),
        ("2-3", "2-3"),
        ("+", "+"),
        ("-", [None]),
        ("'off'", "off"),
        ('"012"', "012"),
        ("|\n  on\n", "on\n"),
        ("offal", "offal"),
        ("<<: 1", {"<<": 1}),
        ("{x: 3, y: 5}", {"x": 3, "y": 5}),
        ("{2: a, 12: b}", {2: "a", 12: "b"}),
        ("a:", {"a": None}),
        ("é: ü", {"é": "ü"}),
    ],
)
def test_plain_values(text: str, value: object) -> None:
    found = document(text).value
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("word", ["y", "n", "yes", "No", "ON", "off", "Off", "Y", "N"])
def test_bare_words_that_may_be_booleans_are_refused_with_the_way_out(word: str) -> None:
    error = fault(f"night: true\nsmoke: {word}\n")
    assert error.line == 2
    assert f"bare `{word}`" in error.problem
    assert f'"{word}"' in error.advice
    assert ("true" if word.lower() in ("y", "yes", "on") else "false") in error.advice
    assert str(error).startswith("guns.yaml:2: ")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "duplicate key `a`"),
        ("a:\n  b: 1\n  'b': 2\n", 3, "line 2"),
        ("a: &x 1\nb: 2\n", 1, "anchor &x"),
        ("a: 1\nb: [1,\n *x]\n", 3, "alias *x"),
        ("- 1\n- !!str 2\n", 2, "tag"),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("a: 007\n", 1, "leading zero"),
        ("a: 0x1F\n", 1, "decimal"),
        ("a: 0o17\n", 1, "decimal"),
        ("a: .inf\n", 1, "finite"),
        ("a: " + "9" * 5000, 1, "5000 digits"),
        ("true: 1\n", 1, "`true` used as a key"),
        ("a: 1\n1.5: 1\n", 2, "`1.5` used as a key"),
        ("? [1]\n: 2\n", 1, "used as a key"),
        ("a: 1\nb: [1, 2\nc: 3\n", 3, "not YAML"),
        ("a:\n\tb: 1\n", 2, "never with tabs"),
        ("a: 1\nb: \x01\n", 2, "does not allow"),
        ("a: 1\nb: \ud800\n", 2, "surrogate"),
        ("", 1, "empty"),
        ("# nothing\n", 1, "empty"),
        ("---\n", 1, "empty"),
    ],
)
def test_refused_with_the_line(text: str, line: int, words: str) -> None:
    error = fault(text)
    assert error.line == line
    assert words in str(error)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("- name: a\n- name: b\n  range: far\n", 3, "expected whole number for `range`, found text"),
        ("- name: a\n- name: 7\n", 2, "put it in quotes"),
        ("- name: a\n  range: '7'\n", 2, "without quotes"),
        ("- name: a\n- range: 7\n", 2, "the field `name` is missing"),
        ("- name: a\n  kind: riffle\n", 2, "did you mean `rifle`?"),
        ("- name: a\n  kind: cannon\n", 2, "allowed: pistol, rifle"),
        ("- name: a\n  colour: green\n", 2, "allowed: red, blue"),
        ("- name: a\n  rnage: 3\n", 2, "did you mean `range`?"),
        ("- name: a\n  weight: 3\n", 2, "allowed: name, range, kind"),
        ("- name: a\n  cells:\n    short: [1]\n    long:\n      - 1\n      - x\n", 6, "`long`"),
        ("- name: a\n  rolls:\n    1: a\n    2: b\n    3: 3\n", 5, "expected text"),
        ("- name: a\n  rolls:\n    1: a\n    two: b\n", 4, "the key `two` does not belong here"),
        ("- name: a\n  cells:\n    short: [1]\n    5: [1]\n", 4, "quote it"),
        ("- name: a\n- name: b\n  range: -1\n", 2, "a range is never negative"),
        ("name: a\n", 1, "expected list, found mapping"),
        ("- name: a\n- \n", 2, "expected mapping, found nothing"),
    ],
)
def test_wrong_shapes_name_line_and_remedy(text: str, line: int, words: str) -> None:
    error = fault(text, list[Gun])
    assert error.line == line
    assert words in str(error)


def test_unions_are_followed_by_their_tag() -> None:
    shape: Any = list[Foot | Wheel]
    assert parse("[{kind: wheel, axles: 2}]", shape) == [Wheel(2)]
    error = fault("- kind: foot\n  pace: 3\n- kind: wheel\n  axels: 2\n", shape)
    assert (error.line, error.advice) == (4, "did you mean `axles`?")
    error = fault("- kind: wing\n", shape)
    assert (error.line, error.advice) == (1, "allowed: foot, wheel")


def test_nested_mappings_lead_to_the_one_bad_entry() -> None:
    shape = dict[str, dict[str, dict[str, int]]]
    rows = "".join(f"r{i}:\n  c:\n    d: {i if i != 71 else 'x'}\n" for i in range(200))
    assert fault(rows, shape).line == 71 * 3 + 3


def test_convert_is_strict() -> None:
    assert parse("{name: a, old: true}", Gun) == Gun("a", old=True)
    assert fault("{name: a, old: 1}", Gun).problem.startswith("expected true or false")


def test_lines_of_values_and_of_what_is_not_there() -> None:
    found = document("a:\n  - b: 1\n    c: |\n      text\n  - d\n")
    assert found.line() == 1
    assert found.line(("a", 0, "c")) == 3
    assert found.line(("a", 1)) == 5
    assert found.line(("a", 0, "zz", "y")) == 2
    assert found.line(("a", 9)) == 1
    assert str(found.error(("a", 1), "no", "do")) == "<text>:5: no (do)"


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    good = tmp_path / "sub" / "gun.yaml"
    good.parent.mkdir()
    good.write_bytes("\ufeffname: Küchenbulle\n".encode())
    assert read(good, Gun).name == "Küchenbulle"
    good.write_text("name: a\nrange: x\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"^sub/gun\.yaml:2: expected whole number"):
        read(good, Gun)
    good.write_bytes(b"name: a\nnick: \xff\n")
    with pytest.raises(DataError, match=r"^sub/gun\.yaml:2: .*UTF-8"):
        load(good)
    with pytest.raises(DataError, match=r"^none\.yaml: there is no such file"):
        load("none.yaml")
    with pytest.raises(DataError, match=r"^sub: this is not a file"):
        load("sub")


def test_paths_inside_the_package_are_shown_from_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown(Path(loader.__file__)) == "deadground/core/loader.py"


def test_too_big_or_too_deep_is_refused_at_once(tmp_path: Path) -> None:
    started = time.perf_counter()
    big = tmp_path / "big.yaml"
    with big.open("wb") as file:
        file.truncate(loader.MAX_BYTES + 1)
    with pytest.raises(DataError, match="bigger than 8 MB"):
        load(big)
    assert document("[" * 100 + "]" * 100).line((0, 0)) == 1
    assert "deeper than 100" in fault("[" * 1_000_000).problem
    assert "deeper than 100" in fault("- " * 100_000).problem
    assert time.perf_counter() - started < 5  # a hang, not a slow machine, is what would break this


def test_errors_can_be_sent_between_processes() -> None:
    error = pickle.loads(pickle.dumps(DataError("a.yaml", 3, "wrong", "right")))
    assert str(error) == "a.yaml:3: wrong (right)"


def test_the_slow_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: [1, 'x', {b: t}]\nc: >-\n  d\n  e\n"
    fast = document(text).value
    monkeypatch.setattr(loader, "_PARSER", yaml.SafeLoader)
    assert document(text).value == fast == {"a": [1, "x", {"b": "t"}], "c": "d e"}
    assert fault("a: 1\nb: off\n").line == 2
