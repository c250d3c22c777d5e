"""Every value of every named option that belongs to infantry play has a test that names it.

An option that no rule reads says which rows it waits for.

A test names a value if option and value stand in it in quotes, or in a constant of its module that it uses.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from deadground.core.catalogue import OptionSpec
from deadground.core.faults import SetupError
from deadground.systems import registry, skirmish
from deadground.systems.skirmish.system import SKIRMISH

HERE = Path(__file__).parent

AREAS = {
    "NUTS": [
        "ACT",
        "MOVE",
        "SIGHT",
        "FIRE",
        "AMMO",
        "LOS",
        "REACT",
        "LEAD",
        "MELEE",
        "GREN",
        "WOUND",
        "STAR",
        "HOUSE",
    ],
    "COT": ["SQUAD", "UNIT", "ATTR", "EQUIP", "ARMY", "WEAP"],
}

BESIDES = ("NR-56", "LR-036", "LR-080", "LR-088")
"""Rulings on blasts, women, the Pioneers and the dates of weapons that name no row themselves."""


def is_infantry(id: str) -> bool:
    book, area, *_ = id.split("-")
    return area in AREAS.get(book, ())


def options() -> dict[str, OptionSpec]:
    """The options of all rulings that rows of infantry play name, or that name such rows."""
    catalogue = registry.catalogue("skirmish")
    named = {ruling for row in catalogue.rows.values() if is_infantry(row.id) for ruling in row.rulings}
    return {
        option.name: option
        for ruling in catalogue.rulings.values()
        if ruling.id in named or ruling.id in BESIDES or any(is_infantry(row) for row in ruling.rows)
        for option in ruling.options
        if not option.waits
    }


def test_there_are_218_rows_and_their_options() -> None:
    rows = [id for id in registry.catalogue("skirmish").rows if is_infantry(id)]
    assert len(rows) == 218
    assert len(options()) == 37


def texts(node: ast.AST) -> set[str]:
    return {
        one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }


@cache
def every_test() -> tuple[tuple[str, set[str]], ...]:
    """Every test with all words it has in quotes, those of the constants of its module that it uses included."""
    return tuple(found for path in sorted(HERE.rglob("test_*.py")) for found in found_in(path))


def found_in(path: Path) -> Iterator[tuple[str, set[str]]]:
    tree = ast.parse(path.read_text("utf-8"))
    if path == Path(__file__):
        return
    constants = {
        target.id: texts(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            used = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
            yield (
                f"{path.name}::{node.name}",
                texts(node).union(*(constants.get(name, set()) for name in used)),
            )


@pytest.mark.parametrize("name", sorted(options()))
def test_every_value_is_named_by_a_test(name: str) -> None:
    option = options()[name]
    naming = [words for _, words in every_test() if name in words]
    assert naming, f"no test names the option {name}"
    for value in option.values:
        named = any(value in words for words in naming)
        assert named, f"no test names {name} = {value}"


def read_by_rules() -> set[str]:
    """Every text in quotes in the sources of the system."""
    package = Path(skirmish.__file__).parent
    return set().union(*(texts(ast.parse(path.read_text("utf-8"))) for path in package.rglob("*.py")))


def test_an_option_waits_exactly_where_no_rule_reads_it() -> None:
    words = read_by_rules()
    waiting = {one.name for one in SKIRMISH.options if one.waits}
    idle = {one.name for one in SKIRMISH.options if one.name not in words}
    assert waiting == idle


def test_an_option_that_waits_is_neither_set_nor_offered() -> None:
    option = next(one for one in SKIRMISH.options if one.waits and len(one.values) > 1)
    other = next(value for value in option.values if value != option.default)
    assert (
        SKIRMISH.prepare("crossroads", {option.name: option.default}).options[option.name] == option.default
    )
    with pytest.raises(SetupError, match=f"option '{option.name}' changes nothing yet"):
        SKIRMISH.prepare("crossroads", {option.name: other})
