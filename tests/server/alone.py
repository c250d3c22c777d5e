"""A loop of its own for a test that needs one, whatever else runs in the thread of the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


def run(main: Coroutine[Any, Any, ResultT]) -> ResultT:
    """As `asyncio.run`, in another thread: a browser that is open for other tests keeps a loop running here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, main).result()
