"""The compiled core where it was built, else plain Python: `core` has the functions of `pure`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stajnia.bots.duel import pure as core

    COMPILED: bool
else:
    COMPILED = False
    if not os.environ.get("STAJNIA_PURE"):
        try:
            from stajnia.bots.duel import _exact as core

            COMPILED = True
        except ImportError:
            pass
    if not COMPILED:
        from stajnia.bots.duel import pure as core

__all__ = ["COMPILED", "core"]
