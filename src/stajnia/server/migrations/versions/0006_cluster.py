"""Who serves: the processes of a house, which of them has which table, what they do and count together."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("address", sa.String(255), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("proof", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("rooms", sa.Integer, nullable=False),
        sa.Column("leaving", sa.Boolean, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("node", sa.String(40), index=True),
        sa.Column("epoch", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "jobs",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "buckets",
        sa.Column("key", sa.String(160), primary_key=True),
        sa.Column("left", sa.Float, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
    )
