"""The built page: its files, and its index for every path of its own."""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from stajnia.server.errors import Refused, fault_response
from stajnia.server.packing import Fixed

NO_PAGE = "The page has not been built yet. Run `make play` (or `npm run build` in web/), then reload.\n"
TEXTS = {".html", ".js", ".css", ".json", ".svg", ".txt", ".webmanifest"}  # worth packing


class PageFiles:
    def __init__(self, folder: Path, prefix: str = "") -> None:
        """`prefix`: the path under which the server stands."""
        self.folder = folder.resolve()
        self.prefix = prefix
        self._kept: dict[Path, tuple[int, Fixed]] = {}  # a megabyte in all; with the time of its last change

    async def response(self, request: Request, path: str) -> Response:
        """A file of the built page; every path of the page itself is its index."""
        if self.prefix and f"/{path}" == self.prefix:  # without the last slash
            return RedirectResponse(f"{self.prefix}/", 308)
        if path == "api" or path.startswith("api/"):
            return fault_response(Refused(404, "no_page"))
        try:
            file = (self.folder / path).resolve()
            inside = file.is_relative_to(self.folder) and file.is_file()
        except (OSError, ValueError):
            inside = False
        if inside:
            fixed = path.startswith("assets/")  # their names change with their content
            age = "public, max-age=31536000, immutable" if fixed else "no-cache"
            return await self._file(request, file, age)
        if "." in path.rsplit("/", 1)[-1]:
            return fault_response(Refused(404, "no_page"))
        index = self.folder / "index.html"
        if not index.is_file():
            return PlainTextResponse(NO_PAGE, 503)
        return await self._file(request, index, "no-cache")

    async def _file(self, request: Request, file: Path, age: str) -> Response:
        changed = file.stat().st_mtime_ns
        kept = self._kept.get(file)
        if kept is None or kept[0] != changed:
            body = await asyncio.to_thread(file.read_bytes)
            if file.suffix == ".html":  # it is the same at every path of the page: what it needs stands at ours
                body = body.replace(b'="./', b'="%s/' % self.prefix.encode())
            kept = self._kept[file] = changed, await Fixed.of(body, _media(file), worth=file.suffix in TEXTS)
        return kept[1].response(request, age)


def _media(file: Path) -> str:
    known = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}
    return known.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
