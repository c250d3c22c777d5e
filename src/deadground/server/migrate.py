"""Bringing a database up to the tables of today."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from deadground.server.tables import HEAD

SCRIPTS = Path(__file__).parent / "migrations"


class UnknownRevision(Exception):
    """A database whose revision is none of ours."""


def bring_up_to_date(engine: Engine) -> None:
    """Run the migrations that are missing, all or none."""
    with engine.begin() as connection:
        if revision_of(connection) != HEAD:
            upgrade(connection)


def revision_of(connection: Connection) -> str | None:
    """Which revision a database is at; None if it is new."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("select version_num from alembic_version")).scalar()


def upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise UnknownRevision("a newer version of Deadground has written it") from error
