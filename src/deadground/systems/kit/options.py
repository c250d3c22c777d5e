"""Named options read where there is no game: by queries on a state or a view. Reading one cites its ruling."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from deadground.core.catalogue import Catalogue
from deadground.core.citing import cite
from deadground.core.system import NamedOption, named_options

Options = Mapping[str, str]

DEFAULTS: Options = {}
"""Every option at its default."""


class BookOptions:
    """The named options of a system's rulings, which lie in its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def known(self) -> dict[str, NamedOption]:
        return {option.name: option for option in named_options(Catalogue.load(self.folder))}

    def __call__(self, options: Options, name: str) -> str:
        """The value of a named option; what is not said is at its default."""
        found = self.known[name]
        cite(found.ruling)
        return options.get(name, found.default)
