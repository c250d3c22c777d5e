"""Seats that people have given up or lost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "once_held",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
    )


def downgrade() -> None:
    op.drop_table("once_held")
