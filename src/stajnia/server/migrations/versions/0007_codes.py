"""The short code of a table in a column of its own, so that it is found without looking at all tables."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

LETTERS = "ABCDEFGHJKLMNPRSTWXYZ"
tables = sa.table("tables", *map(sa.column, ("id", "code")))


def upgrade() -> None:
    op.add_column("tables", sa.Column("code", sa.String(6)))
    connection = op.get_bind()
    ids = [id for (id,) in connection.execute(sa.select(tables.c.id)) if isinstance(id, str)]
    if ids:
        fill = sa.update(tables).where(tables.c.id == sa.bindparam("table")).values(code=sa.bindparam("new"))
        connection.execute(fill, [{"table": id, "new": _code(id)} for id in ids])
    op.create_index("ix_tables_code", "tables", ["code"])


def _code(id: str) -> str:
    n = int.from_bytes(hashlib.sha256(id.encode()).digest()[:8], "big")
    return "".join(LETTERS[n // len(LETTERS) ** k % len(LETTERS)] for k in range(6))
