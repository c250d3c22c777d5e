"""Where the built page lives, and whether it still agrees with its sources.

Standard library only, and nothing of ours: `run.py` and the build hook run this file by itself,
before anything is installed.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
FOLDER = PACKAGE / "server" / "page"
STAMP = "BUILD.json"
WEB = PACKAGE.parents[1] / "web"
"""The sources, in a checkout; an installed package has none."""

NOT_SOURCES = {"node_modules", "generated"}


def source_files(web: Path = WEB) -> list[Path]:
    """Every file that can change the page, in an order that is the same on every machine."""
    found: list[Path] = []
    for folder, folders, names in os.walk(web):
        folders[:] = [name for name in folders if name not in NOT_SOURCES]
        found += [Path(folder, name) for name in names]
    return sorted(found, key=lambda file: file.relative_to(web).as_posix())


def source_hash(web: Path = WEB) -> str:
    """A SHA-256 over names and contents, so that a moved file counts as a change."""
    total = hashlib.sha256()
    for file in source_files(web):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        total.update(f"{file.relative_to(web).as_posix()} {content}\n".encode())
    return total.hexdigest()


def built_hash(folder: Path = FOLDER) -> str | None:
    """The hash of the sources that the page in `folder` was built from; None without a whole page."""
    try:
        stamp = json.loads((folder / STAMP).read_text("utf-8"))
        found = stamp["sources"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found if isinstance(found, str) and (folder / "index.html").is_file() else None


def write_stamp(sources: str, folder: Path = FOLDER) -> None:
    """Written last, so that a build which broke off half-way counts as none."""
    (folder / STAMP).write_text(json.dumps({"sources": sources}) + "\n", "utf-8")


def fault(folder: Path = FOLDER, web: Path = WEB) -> str | None:
    """What is wrong with the built page, in a few words; None if it can be served and shipped."""
    built = built_hash(folder)
    if built is None:
        return "the page is not built"
    if web.is_dir() and built != source_hash(web):
        return "the page is older than its sources"
    return None
