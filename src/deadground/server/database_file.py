"""The file that games are kept in: made for its owner alone, served by one server, and known again at every write.

SQLite goes on writing to a file that was moved away, and a file that was written over may go unnoticed for long. So
the server holds the file open and looks, before every commit, whether it is still the one at its place and whole.
Whoever closes a file gives up all locks that SQLite has on it, so this one is closed last.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

OWNER_ALONE = 0o600
MAGIC = b"SQLite format 3\0"
HEADER = 100
"""Bytes at the start of the file: the magic word, the size of a page at 16, the number of pages at 28."""

LARGEST_PAGE = 65_536
"""Its size does not fit into the two bytes there are for it, so it is written as 1."""

LOOKS, BETWEEN_LOOKS = 5, 0.1
"""While a restore is being written out, the first page may for a moment tell of pages that are still to come."""

MOVED = "the database file {} was moved away or replaced; put it back, or start the server anew"
DAMAGED = "the database file {} is damaged; restore a back-up"
TAKEN = "the database {} is in use by another server{}: one server for a database"
LINKED = (
    "the database {} has a second name (a hard link), and another server could have it by that: make a copy"
)


class FileTrouble(Exception):
    """What is wrong with the file, in words."""


def make_for_owner(path: Path) -> None:
    """Make an empty file that nobody else can read, if there is none; SQLite makes those beside it alike."""
    with contextlib.suppress(OSError):  # if it cannot be made, SQLite says why
        if not path.exists():
            path.touch(OWNER_ALONE)


class DatabaseFile:
    """The file of an open database."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open = os.open(path, os.O_RDONLY)

    def check(self, whole: bool = True) -> None:
        """Raise `FileTrouble` if this is no longer the file at its place, or no longer a `whole` database.

        Players and whoever asks for the server's health read the words, so they name no folder.
        """
        here = os.fstat(self._open)
        try:
            there = self._path.stat()
        except OSError:
            raise FileTrouble(MOVED.format(self._path.name)) from None
        if (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino):
            raise FileTrouble(MOVED.format(self._path.name))
        for _ in range(LOOKS):
            if not whole or self._is_whole():
                return
            sleep(BETWEEN_LOOKS)
        raise FileTrouble(DAMAGED.format(self._path.name))

    def _is_whole(self) -> bool:
        """Whether the file begins as a database does and is as long as it says itself."""
        header = os.pread(self._open, HEADER, 0)
        page = int.from_bytes(header[16:18], "big")
        size = (LARGEST_PAGE if page == 1 else page) * int.from_bytes(header[28:32], "big")
        return header[: len(MAGIC)] == MAGIC and os.fstat(self._open).st_size >= size

    def close(self) -> None:
        os.close(self._open)


@contextmanager
def served_alone(path: Path) -> Iterator[None]:
    """Hold a database for this server, or raise `FileTrouble` if another has it. The system lets go if we die.

    The lock goes by the name of the file, as SQLite's own journal beside it does; so it may have one name alone.
    """
    place = path.resolve()
    if place.is_file() and place.stat().st_nlink > 1:
        raise FileTrouble(LINKED.format(path))
    place = place.with_name(f"{place.name}.lock")
    try:
        lock = os.open(place, os.O_CREAT | os.O_RDWR, OWNER_ALONE)
    except OSError as error:
        raise FileTrouble(f"the file {place} cannot be made: {error.strerror}") from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(lock, 20, 0).decode("ascii", "replace").strip()
            raise FileTrouble(TAKEN.format(path, f" (process {holder})" if holder else "")) from None
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode("ascii"), 0)
        yield
    finally:
        os.close(lock)
