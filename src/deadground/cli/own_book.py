"""The owner's own book for commands: what he typed over our stand-ins, from the data folder."""

from __future__ import annotations

from typing import Any

from deadground.cli import Trouble
from deadground.core.charts import Charts
from deadground.core.own_book import OwnBook, in_force


def own_book(system: str, charts: Charts | None) -> OwnBook | None:
    """The book that is kept for a system; one that does not fit the tables is trouble, line by line."""
    from deadground.core.loader import DataError, FileRefused
    from deadground.desk.books import BookDesk

    if charts is None:
        return None
    try:
        return BookDesk().read(system, charts)
    except (DataError, FileRefused) as fault:
        raise Trouble(str(fault)) from None


def by_own_book() -> Any:
    """`with by_own_book():` squads are made and checked by the lists as the owner has them."""
    from deadground.systems.skirmish.charts import shipped

    return in_force(own_book("skirmish", shipped()))
