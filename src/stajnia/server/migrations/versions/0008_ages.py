"""How old lines and uploaded records are, so that those that are too old are found without looking at all."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_index("ix_chat_at", "chat", ["at"])
    op.create_index("ix_records_at", "records", ["at"])
