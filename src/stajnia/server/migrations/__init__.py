"""Every change of the database since the first version; Alembic runs them at start."""
