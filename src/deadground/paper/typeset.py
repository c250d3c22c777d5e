"""Printed sheets: a template of ours and plain data, set by typst."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import typst

TEMPLATES = Path(__file__).parent

Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, str] = {"a4": "a4", "letter": "us-letter"}
"""What typst calls them."""


def typeset(template: str, data: Any, paper: Paper = "a4") -> bytes:
    """A PDF of a template with its data."""
    inputs = {"data": json.dumps(data, ensure_ascii=False), "paper": PAPERS[paper]}
    return typst.compile(str(TEMPLATES / f"{template}.typ"), format="pdf", sys_inputs=inputs)
