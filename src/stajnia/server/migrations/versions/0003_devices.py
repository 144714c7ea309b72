"""Which device a token belongs to and since when; whose a line of chat is, and under which id it was said."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tokens", sa.Column("created", sa.BigInteger))
    op.add_column("tokens", sa.Column("device", sa.String(40)))
    op.add_column("chat", sa.Column("person", sa.String(40)))
    op.add_column("chat", sa.Column("action", sa.String(64)))
    op.create_index("chat_action", "chat", ["id", "person", "action"], unique=True)
