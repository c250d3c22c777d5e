"""Bringing a database up to the tables of today."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from deadground.server.tables import HEAD

SCRIPTS = Path(__file__).parent / "migrations"


class NotOurs(Exception):
    """Why a database is none that can be served here, in words."""


def bring_up_to_date(engine: Engine) -> None:
    """Look through a database and run the migrations that are missing, all or none."""
    with engine.begin() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            raise NotOurs(f"it is damaged ({str(found).splitlines()[-1]}); restore a back-up")
        tables = inspect(connection).get_table_names()
        if tables and not {"alembic_version", "games"} <= set(tables):
            raise NotOurs("it is a database, but not one of Deadground")
        if not tables or revision_of(connection) != HEAD:
            upgrade(connection)


def revision_of(connection: Connection) -> str | None:
    """Which revision a database is at."""
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
        raise NotOurs("a newer version of Deadground has written it") from error
