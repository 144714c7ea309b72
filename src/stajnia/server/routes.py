"""Every endpoint of the HTTP side."""

from __future__ import annotations

from stajnia.server import analyses, games, lobby, me, records, statistics

ENDPOINTS = (*me.ROUTES, *statistics.ROUTES, *games.ROUTES, *lobby.ROUTES, *records.ROUTES, *analyses.ROUTES)
