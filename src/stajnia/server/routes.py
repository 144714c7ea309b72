"""Every endpoint of the HTTP side."""

from __future__ import annotations

from stajnia.server import games, lobby, me, records

ENDPOINTS = (*me.ROUTES, *games.ROUTES, *lobby.ROUTES, *records.ROUTES)
