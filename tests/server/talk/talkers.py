"""A table of five who came by link: two players of one side, an enemy, an umpire and somebody who watches."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from deadground.core.match import Match
from deadground.server.kept import entries_as_json, save_without_journal
from deadground.server.seating import hashed
from deadground.server.store import NewGame, SeatRow, Store
from deadground.systems.stands.system import STANDS
from tests.server.player import Player

SCENARIO = "vesnya-crossings"
KINDS = {"german": "link", "german_2": "link", "soviet": "link", "umpire": "link", "observer": "observer"}
NAMES = {"german": "Anna", "german_2": "Bert", "soviet": "Clara", "umpire": "Dora", "observer": "Emil"}
ARROW = {"kind": "arrow", "points": [[100, 200], [3000, 4000]]}
Sit = Callable[[str], Player]
BESIDE = ("talk", "said", "notes", "sketches", "drawn", "rubbed_out")


def token_of(seat: str) -> str:
    return f"token-of-{seat}"


def lay_out(
    store: Store,
    game: str = "the-game",
    kinds: Mapping[str, str] = KINDS,
    scenario: str = SCENARIO,
    details: Mapping[str, Any] | None = None,
) -> str:
    """Keep a new game whose seats are taken; a token says whose it is."""
    wanted = {"players": {"german": 2}, "umpire": "umpire" in kinds} if details is None else details
    match = Match.begin(STANDS, STANDS.prepare(scenario, {}, wanted), seed=b"talk" * 8)
    rows = tuple(
        SeatRow(seat=seat, kind="bot", bot="steady", name="")
        if kind == "bot"
        else SeatRow(seat=seat, kind=kind, token=hashed(token_of(seat)), name=NAMES[seat])  # type: ignore[arg-type]
        for seat, kind in kinds.items()
    )
    new = NewGame(
        game=game,
        system=match.setup.system,
        scenario=scenario,
        save=save_without_journal(match),
        journal=entries_as_json(match.journal),
        seats=rows,
    )
    store.add(new).result()
    return game


def heard(player: Player, *types: str) -> list[dict[str, Any]]:
    """What a tab was told beside the game, up to now."""
    player.catch_up()
    frames = (json.loads(frame) for frame in player.frames)
    return [frame for frame in frames if frame["type"] in (types or BESIDE)]


def texts(player: Player) -> list[str]:
    """Everything that was said to a tab while it was there."""
    return [message["said"]["text"] for message in heard(player, "said")]


def reason(answer: Any) -> str:
    """Why a call was refused."""
    assert answer.__struct_config__.tag == "refusal", answer
    return "; ".join(fault.reason for fault in answer.faults)


def is_done(answer: Any) -> bool:
    return bool(answer.__struct_config__.tag == "ack")
