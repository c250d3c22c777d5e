"""Seats that are asked for, how long the others wait for an absent player, and games off somebody's list."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "patience",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("hours", sa.Integer, nullable=False),
    )
    op.create_table(
        "seat_wishes",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.String, primary_key=True),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("to", sa.String, nullable=False),
        sa.Column("commands", sa.LargeBinary, nullable=False),
        sa.Column("agreed", sa.LargeBinary, nullable=False),
        sa.Column("asked", sa.DateTime, nullable=False),
    )
    op.add_column("held", sa.Column("forgotten", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("held", "forgotten")
    for table in ("seat_wishes", "patience"):
        op.drop_table(table)
