"""Printed sheets: a template of ours and plain data, set by typst. Without typst there is a plain message."""

from __future__ import annotations

import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

TEMPLATES = Path(__file__).parent

Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, str] = {"a4": "a4", "letter": "us-letter"}
"""What typst calls them."""

MISSING = "printing needs typst, which is not installed here: pip install 'deadground[pdf]'"


class NoTypesetter(Exception):
    """There is no typst on this machine."""

    def __init__(self) -> None:
        super().__init__(MISSING)


def has_typesetter() -> bool:
    """Whether sheets can be printed here."""
    return find_spec("typst") is not None


def typeset(template: str, data: Any, paper: Paper = "a4") -> bytes:
    """A PDF of a template with its data."""
    try:
        typst = import_module("typst")
    except ImportError:
        raise NoTypesetter from None
    inputs = {"data": json.dumps(data, ensure_ascii=False), "paper": PAPERS[paper]}
    made: bytes = typst.compile(str(TEMPLATES / f"{template}.typ"), format="pdf", sys_inputs=inputs)
    return made
