"""What is said, noted and drawn at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "said",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("channel", sa.String, primary_key=True),
        sa.Column("side", sa.String, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("text", sa.String, nullable=False),
    )
    op.create_table(
        "seat_notes",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.String, primary_key=True),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("replaced", sa.String, nullable=False),
    )
    op.create_table(
        "sketches",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("side", sa.String, primary_key=True),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("seat", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("points", sa.LargeBinary, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("drawn", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    for table in ("sketches", "seat_notes", "said"):
        op.drop_table(table)
