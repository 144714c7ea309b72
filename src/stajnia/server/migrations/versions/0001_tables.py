"""People, tables and the log of moves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("link_to", sa.String(40)),
        sa.Column("expires", sa.BigInteger),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_open", "tables", ["state", "listed", "updated"])
    op.create_table(
        "sitters",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("id", sa.String(40), primary_key=True),
    )
    op.create_table(
        "log",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("action", sa.String(64)),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("log_action", "log", ["id", "seat", "action"], unique=True)
