"""The server's own fixtures, for tests that treat it badly."""

from __future__ import annotations

from tests.server.conftest import (
    begin,
    client,
    database,
    empty_database,
    known_dice,
    page_folder,
    sit,
    sql,
    start,
    store,
)

__all__ = [
    "begin",
    "client",
    "database",
    "empty_database",
    "known_dice",
    "page_folder",
    "sit",
    "sql",
    "start",
    "store",
]
