"""Invitations, names and the people who hold seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("name", sa.String, nullable=False, server_default=""))
    op.create_table(
        "people",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    for table, time in (("browsers", "created"), ("moves", "until")):
        op.create_table(
            table,
            sa.Column("token", sa.String, primary_key=True),
            sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False, index=True),
            sa.Column(time, sa.DateTime, nullable=False),
        )
    op.create_table(
        "held",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True, index=True),
        sa.Column("since", sa.DateTime, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("seat", sa.String, nullable=False),
        sa.Column("made", sa.DateTime, nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("seat", sa.String, nullable=False),
        sa.Column("made", sa.DateTime, nullable=False),
        sa.Column("spent", sa.DateTime),
        sa.Column("why", sa.String, nullable=False, server_default=""),
    )


def downgrade() -> None:
    for table in ("invitations", "keys", "held", "moves", "browsers", "people"):
        op.drop_table(table)
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("name")
