"""Two clients that play a duel over sockets and keep account of what they sent and what was acknowledged."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

from deadground.core.journal import Chose
from tests.server.player import Player
from tests.server.running import Running

SEATS = ("red", "blue")


class Account:
    """What one client knows of its own choices in one game."""

    def __init__(self) -> None:
        self.acknowledged: list[dict[str, Any]] = []
        self.sent: dict[str, Any] | None = None
        """The choice that was sent and is not acknowledged yet."""


class Duel:
    """A game, with the account of each seat."""

    def __init__(self, server: Running) -> None:
        body = {"system": "duel", "scenario": "company", "seats": {"red": "me", "blue": "screen"}}
        opened = httpx.post(f"{server.address}api/games", json=body).json()
        self.game: str = opened["game"]
        self.tokens = {seat["seat"]: seat["token"] for seat in opened["seats"]}
        self.accounts = {seat: Account() for seat in SEATS}
        self.over = False

    def opened(self, seat: str) -> dict[str, Any]:
        return {"game": self.game, "token": self.tokens[seat]}

    def play_until_cut(
        self, server: Running, rng: Random, ready: threading.Barrier
    ) -> list[threading.Thread]:
        """Let both play, each in a thread of its own, until the line is cut or the game is over."""
        threads = [
            threading.Thread(target=self._play, args=(server, seat, Random(rng.random()), ready))
            for seat in SEATS
        ]
        for thread in threads:
            thread.start()
        return threads

    def _play(self, server: Running, seat: str, rng: Random, ready: threading.Barrier) -> None:
        account = self.accounts[seat]
        try:
            with server.sit(self.opened(seat)) as player:
                player._rng = rng
                ready.wait(20)
                while player.request() is not None:
                    self._choose(player, account)
                self.over = True
        except (ConnectionClosed, OSError):
            pass

    def _choose(self, player: Player, account: Account) -> None:
        account.sent = player.choice()
        answer = player.call("choose", choice=account.sent)
        if answer.__struct_config__.tag == "ack":
            account.acknowledged.append(account.sent)
            account.sent = None
            player.read()

    def settle(self, match: Any) -> None:
        """Hold the journal against the accounts: all that was acknowledged, and of the rest all or nothing."""
        for seat, account in self.accounts.items():
            kept = [
                {
                    "serial": act.choice.serial,
                    "seat": seat,
                    "kind": act.choice.kind,
                    "value": act.choice.value,
                }
                for act in (entry.act for entry in match.journal)
                if isinstance(act, Chose) and act.choice.seat == seat
            ]
            told = account.acknowledged
            assert kept[: len(told)] == told, f"{seat} lost an acknowledged choice"
            assert kept[len(told) :] in ([], [account.sent]), f"{seat} has something it never sent"
            account.acknowledged, account.sent = kept, None
