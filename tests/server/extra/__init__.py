"""Puts the test game beside the real ones, before the server is imported."""

from pathlib import Path

HERE = Path(__file__).parent


def install() -> None:
    import stajnia.bots
    import stajnia.games

    if "tiny" not in stajnia.games.NAMES:
        stajnia.games.__path__.append(str(HERE / "games"))
        stajnia.bots.__path__.append(str(HERE / "bots"))
        stajnia.games.NAMES = (*stajnia.games.NAMES, "tiny")  # type: ignore[assignment]  # one more than there are


def remove() -> None:
    """Takes it away again, for tests that look at all games."""
    import stajnia.bots
    import stajnia.games

    stajnia.games.__path__.remove(str(HERE / "games"))
    stajnia.bots.__path__.remove(str(HERE / "bots"))
    stajnia.games.NAMES = stajnia.games.NAMES[:-1]  # type: ignore[assignment]  # as many as there are
