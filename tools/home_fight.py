"""Records the fight that plays behind the first button: web/src/home/fight.json.

A bot plays the first patrol on a server that runs already: `.venv/bin/python tools/home_fight.py http://127.0.0.1:8700`.
Several are played, and the one with most to look at is kept.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import httpx

OUT = Path(__file__).resolve().parents[1] / "web" / "src" / "home" / "fight.json"
BATTLE = {"system": "skirmish", "scenario": "first-patrol"}
TRIES = 8
MOST = 40
"""Frames that are kept; the battle is told in about a minute."""


def scenes(server: str) -> list[dict[str, Any]]:
    """Every scene of a battle between bots in which a piece stands elsewhere than before."""
    with httpx.Client(base_url=server, timeout=60) as client:
        opened = client.post("/api/games", json=BATTLE).json()
        game = f"/api/games/{opened['game']}"
        given = {"token": opened["seats"][0]["token"], "all": "true"}
        while not client.post(f"{game}/go-on", params=given).json()["outcome"]:
            pass
        moments = client.get(f"{game}/history", params=given).json()["moments"]
        found: list[dict[str, Any]] = []
        for moment in moments:
            scene = client.get(f"{game}/moments/{moment['n']}", params=given).json()["scene"]
            scene["tokens"] = {id: one for id, one in scene["tokens"].items() if not one["seen"]}
            if not found or places(scene) != places(found[-1]):
                found.append(scene)
    return found


def places(scene: dict[str, Any]) -> dict[str, list[int]]:
    return {id: [*one["at"], one["facing"] // 10] for id, one in scene["tokens"].items()}


def pieces(found: list[dict[str, Any]]) -> int:
    """How many pieces there are in a battle at one time or another."""
    return len({id for scene in found for id in scene["tokens"]})


def main() -> None:
    played = [scenes(sys.argv[1].rstrip("/")) for _ in range(TRIES)]
    found = max(played, key=lambda one: (pieces(one), len(one)))
    found = found[:: -(-len(found) // MOST)]
    signs = {side["id"]: side["sign"] for side in found[0]["sides"]}
    tokens = {id: one for scene in reversed(found) for id, one in scene["tokens"].items()}
    looks = ("symbol", "width", "depth")
    fight = {
        "width": found[0]["width"],
        "height": found[0]["height"],
        "pieces": [
            {key: one[key] for key in looks} | {"side": signs[one["side"]]} for one in tokens.values()
        ],
        "frames": [[places(scene).get(id) for id in tokens] for scene in found],
    }
    OUT.write_text(json.dumps(fight, separators=(",", ":")) + "\n", "utf-8")
    sys.stdout.write(f"{len(found)} frames, {OUT.stat().st_size // 1000} kB\n")


if __name__ == "__main__":
    main()
