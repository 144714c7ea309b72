"""Whose the lines of chat are that were said before that was kept: theirs who sit there under that name. A line that is
nobody's goes, since nobody could have it deleted."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

chat = sa.table("chat", *map(sa.column, ("line", "id", "seat", "name", "person")))
tables = sa.table("tables", *map(sa.column, ("id", "body")))


def upgrade() -> None:
    connection = op.get_bind()
    ownerless = chat.c.person.is_(None)
    for (id,) in connection.execute(sa.select(chat.c.id).where(ownerless).distinct()).all():
        body = connection.execute(sa.select(tables.c.body).where(tables.c.id == id)).scalar()
        for seat, (person, name) in enumerate(_sitters(body)):
            theirs = ownerless & (chat.c.id == id) & (chat.c.seat == seat) & (chat.c.name == name)
            if person:
                connection.execute(sa.update(chat).where(theirs).values(person=person))
    connection.execute(sa.delete(chat).where(ownerless))


def _sitters(body: str | None) -> list[tuple[str, str]]:
    """Person and name on every seat; nobody where the table cannot be read."""
    try:
        return [(str(s.get("person", "")), str(s.get("name", ""))) for s in json.loads(body or "{}")["seats"]]
    except (ValueError, LookupError, TypeError, AttributeError):
        return []
