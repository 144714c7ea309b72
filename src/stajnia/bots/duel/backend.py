"""Exact play compiled where it was built, else plain Python: `backend` has the functions of `python_twin`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stajnia.bots.duel import python_twin as backend

    COMPILED: bool
else:
    COMPILED = False
    if not os.environ.get("STAJNIA_PURE"):
        try:
            from stajnia.bots.duel import _exact as backend

            COMPILED = True
        except ImportError:
            pass
    if not COMPILED:
        from stajnia.bots.duel import python_twin as backend

__all__ = ["COMPILED", "backend"]
