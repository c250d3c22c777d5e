"""The built page: its files, and `index.html` for every address that the page itself understands."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, HeaderParameter

from deadground.page import STAMP
from deadground.server.problems import NotFound
from deadground.server.rule_routes import row_named

CLIENT_ROUTES = re.compile(
    r"/(rules(/[^/]+)?|play/[^/]+|battles/[^/]+/[^/]+|games/[^/]+/after|(join|move|stop)/?|rosters(/[^/]+)?|own-book)?"
)
Accept = Annotated[str, HeaderParameter(name="accept")]
NO_PAGES = ("/api/", "/assets/", "/schema")
"""Below these nobody expects a page."""

FOR_EVER = "public, max-age=31536000, immutable"
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Deadground: the page is not built</title>
<h1>The page is not built yet</h1>
<p>The server runs, but the page it should show is missing from this copy.</p>
<p>In a copy of the sources, <code>python3 run.py play</code> builds the page and opens it.
The API is described at <a href="/schema">/schema</a>.</p>
</html>
"""


@get("/", include_in_schema=False)
async def front_page(page_folder: NamedDependency[Path]) -> Response[bytes]:
    """The page at its own address."""
    return await asyncio.to_thread(found, page_folder, "/")


@get("/{path:path}", include_in_schema=False)
async def page_file(
    page_folder: NamedDependency[Path], path: FromPath[str], accept: Accept = ""
) -> Response[bytes]:
    """A file of the page, or the page itself for one of its own addresses.

    A person who opens an address that is none gets the page too, which says so; the status says it as well.
    """
    try:
        return await asyncio.to_thread(found, page_folder, path)
    except NotFound:
        if "text/html" not in accept or path.startswith(NO_PAGES):
            raise
        return await asyncio.to_thread(lambda: the_page(files_in(page_folder), 404))


def found(folder: Path, path: str) -> Response[bytes]:
    files = files_in(folder)
    name = path.removeprefix("/")
    if name in files and name != "index.html":
        kept = FOR_EVER if name.startswith("assets/") else "no-cache"
        return answer(files[name].read_bytes(), files[name].suffix, kept)
    if name != "index.html" and not CLIENT_ROUTES.fullmatch(path):
        raise NotFound(f"there is nothing at {path}")
    if name.startswith("rules/"):
        row_named(name.removeprefix("rules/"))
    return the_page(files)


def the_page(files: dict[str, Path], status: int = 200) -> Response[bytes]:
    if "index.html" not in files:
        return answer(NOT_BUILT.encode(), ".html", "no-store", 503)
    return answer(files["index.html"].read_bytes(), ".html", "no-cache", status)


def files_in(folder: Path) -> dict[str, Path]:
    """The files that may be served, by name. An address is looked up here and never joined to a path."""
    files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
    files.pop(STAMP, None)
    return files


def answer(content: bytes, suffix: str, kept: str, status: int = 200) -> Response[bytes]:
    kind = TYPES.get(suffix, "application/octet-stream")
    return Response(content, status_code=status, media_type=kind, headers={"cache-control": kept})
