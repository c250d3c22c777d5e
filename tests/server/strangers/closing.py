"""How a line was closed."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect


def closed(session: Any) -> tuple[int, str]:
    """Read until the line is closed: the code, and the reason."""
    with pytest.raises(WebSocketDisconnect) as end:
        read_on(session)
    return end.value.code, end.value.detail


def read_on(session: Any) -> None:
    while True:
        session.receive_text(timeout=20)
