"""Which game a battle was fought again in, and who sits where in it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "again",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("next", sa.String, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("chairs", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("again")
