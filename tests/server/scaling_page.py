"""What the trials of a house tell goes into docs/scaling.md, between marks."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "scaling.md"


def write(name: str, text: str, page: Path = PAGE) -> None:
    """Put this in the place of what stands between `<!-- NAME: ... -->` and `<!-- end of NAME -->`."""
    place = re.compile(rf"(<!-- {name}: .*? -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    fresh, found = place.subn(lambda m: f"{m[1]}\n{text}\n\n{m[2]}", page.read_text("utf-8"))
    assert found == 1, f"{page.name} has no place for {name}"
    page.write_text(fresh, "utf-8")
