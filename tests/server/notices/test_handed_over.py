"""A seat that is given to somebody else: the one before is no longer called, and nothing of his is shown."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from tests.server import by_link
from tests.server.notices.receivers import Hook, PostOffice


def test_nothing_of_the_one_before_is_left(
    client: Any, wish: Any, visit: Any, hook: Hook, office: PostOffice, sql: Any
) -> None:
    opened = by_link.begin(client)
    client.cookies.clear()
    ben = by_link.joined(client, by_link.link_of(opened))
    south = {"game": opened["game"], **ben["seats"][0]}
    with visit(south):
        wish(south, webhook=hook.url, mail="ben@example.org")
    assert sql("select count(*) from notices") == [(1,)]
    with visit(south) as player, pytest.raises(WebSocketDisconnect):
        player.call("leave_seat")
    address = f"/api/games/{opened['game']}/seats/south/link"
    link = client.post(address, params=by_link.key_of(opened, "north")).json()
    assert sql("select count(*) from notices") == [(0,)]
    assert sql("select count(*) from visits where seat = 'south'") == [(0,)]
    client.cookies.clear()
    cleo = by_link.joined(client, link["token"], "Cleo")
    found = wish({"game": opened["game"], **cleo["seats"][0]}).json()
    assert (found["webhook"], found["mail"]) == ("", "")
