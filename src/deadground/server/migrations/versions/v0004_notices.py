"""Who wants to be told that a seat is needed and how, and how far each seat has followed its game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.String, primary_key=True),
        sa.Column("webhook", sa.String, nullable=False),
        sa.Column("mail", sa.String, nullable=False),
        sa.Column("stop", sa.String, nullable=False, index=True),
        sa.Column("noticed", sa.Boolean, nullable=False),
        sa.Column("trouble", sa.String, nullable=False),
    )
    op.create_table("unmailed", sa.Column("address", sa.String, primary_key=True))
    op.create_table(
        "visits",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.String, primary_key=True),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("left", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    for table in ("visits", "unmailed", "notices"):
        op.drop_table(table)
