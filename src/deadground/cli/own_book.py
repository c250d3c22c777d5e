"""The owner's own book for commands: what he typed over our stand-ins, from the data folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from deadground.cli import Trouble
from deadground.core.charts import Charts
from deadground.core.own_book import OwnBook, in_force
from deadground.core.workshop import Workshop


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


@contextmanager
def in_workshop() -> Iterator[Workshop]:
    """The workshop; everything inside is made and checked by the lists as the owner has them."""
    from deadground.systems import registry

    system, workshop = registry.with_workshop()
    with in_force(own_book(system.name, system.own_charts())):
        yield workshop
