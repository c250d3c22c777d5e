"""Named options read where there is no game: by queries on a state or a view. Reading one cites its ruling."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from deadground.core.catalogue import Catalogue
from deadground.core.citing import cite
from deadground.core.system import NamedOption, named_options

Options = Mapping[str, str]

DEFAULTS: Options = {}
"""Every option at its default."""


@cache
def known() -> dict[str, NamedOption]:
    """Every named option of this system's rulings."""
    return {option.name: option for option in named_options(Catalogue.load(Path(__file__).parent))}


def option(options: Options, name: str) -> str:
    """The value of a named option; what is not said is at its default."""
    found = known()[name]
    cite(found.ruling)
    return options.get(name, found.default)
