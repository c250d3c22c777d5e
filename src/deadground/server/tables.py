"""The tables of the store. The migrations lead here step by step; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    DateTime,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

HEAD = "0001"
"""The newest revision. A database that is there already need not load the migration tool at all."""

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String, primary_key=True),
    Column("system", String, nullable=False),
    Column("scenario", String, nullable=False),
    Column("save", LargeBinary, nullable=False),
    Column("created", DateTime, nullable=False),
)
"""`save` is a saved game as JSON, with its latest position and an empty journal: that is in `entries`."""

seats = Table(
    "seats",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("seat", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("bot", String),
    Column("token", String),
    UniqueConstraint("game", "token", name="seats_token"),
)
"""`kind` is human, screen, bot or observer. A person's token is kept as its hash; a bot has a name instead."""

entries = Table(
    "entries",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),
)
"""The journals. The key refuses a second entry of the same number, whoever writes it."""
