"""Games, their seats and their journals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("system", sa.String, nullable=False),
        sa.Column("scenario", sa.String, nullable=False),
        sa.Column("save", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("bot", sa.String),
        sa.Column("token", sa.String),
        sa.UniqueConstraint("game", "token", name="seats_token"),
    )
    op.create_table(
        "entries",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    for table in ("entries", "seats", "games"):
        op.drop_table(table)
