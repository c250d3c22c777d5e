"""Every procedure is one that play comes to: tests start them alone, so somebody else must call them."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import deadground
from deadground.core.agenda import PROCEDURES
from deadground.systems import registry

PACKAGE = Path(deadground.__file__).parent


def words(file: Path) -> Counter[str]:
    """The names and the texts of a module's code."""
    found: Counter[str] = Counter()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Name):
            found[node.id] += 1
        elif isinstance(node, ast.Attribute):
            found[node.attr] += 1
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found[node.value] += 1
    return found


def test_every_procedure_of_a_system_is_called_by_name_or_by_key() -> None:
    """The key stands once where the procedure is registered."""
    assert registry.systems()
    used = sum((words(file) for file in PACKAGE.rglob("*.py")), Counter[str]())
    of_systems = {
        key: cls for key, cls in PROCEDURES.items() if cls.__module__.startswith("deadground.systems.")
    }
    assert len(of_systems) > 50
    assert [key for key, cls in of_systems.items() if not used[cls.__name__] and used[key] < 2] == []
