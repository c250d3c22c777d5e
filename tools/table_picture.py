"""The picture of the table in the README: a battle played on a real page until there is something to shoot at.

Run it in the project's environment: `.venv/bin/python tools/table_picture.py`. Every run gives another picture.
"""

from __future__ import annotations

import base64
import json
import math
import re
import struct
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from operator import itemgetter
from pathlib import Path

import httpx
from playwright.sync_api import Page

from deadground.testing.browser import chromium

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "docs" / "pictures" / "table.png"
WIDE, HIGH = 1440, 900
SCENARIO = "vesnya-bridgehead"
ENOUGH = 6
"""Shots that make a picture worth keeping."""

PIXELS = """async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  let text = "";
  for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
  return btoa(text);
}"""
"""Reads a picture in the page: no library of ours can."""

Colour = tuple[int, int, int]


def palette(counts: Counter[Colour]) -> dict[Colour, int]:
    """At most 256 boxes of colours, halved where they are widest; each colour with the number of its box."""
    boxes = [list(counts)]

    def width(box: list[Colour]) -> tuple[int, int]:
        return max((max(one[c] for one in box) - min(one[c] for one in box), c) for c in range(3))

    while len(boxes) < 256:
        widest = max(boxes, key=lambda box: width(box)[0] * math.log(1 + sum(counts[one] for one in box)))
        boxes.remove(widest)
        widest.sort(key=itemgetter(width(widest)[1]))
        boxes += [widest[: len(widest) // 2], widest[len(widest) // 2 :]]
    return {one: number for number, box in enumerate(boxes) for one in box}


def small_png(pixels: bytes, wide: int, high: int) -> bytes:
    """The same picture in 256 colours, a fraction as large."""
    colours = list(zip(pixels[0::4], pixels[1::4], pixels[2::4], strict=True))
    counts = Counter(colours)
    number = palette(counts)
    sums = [[0, 0, 0, 0] for _ in range(256)]
    for one, count in counts.items():
        for i, part in enumerate((*one, 1)):
            sums[number[one]][i] += part * count
    inks = bytes(round(part / every) for *parts, every in sums for part in parts)
    flat = bytes(number[one] for one in colours)
    rows = b"".join(b"\0" + flat[y * wide : (y + 1) * wide] for y in range(high))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"PLTE", inks) + chunk(b"IDAT", zlib.compress(rows, 9))
    return b"\x89PNG\r\n\x1a\n" + body + chunk(b"IEND", b"")


def begin(server: str) -> dict[str, object]:
    sheets = httpx.get(f"{server}/api/battles").json()
    (seats,) = (one["seats"] for one in sheets if one["scenario"] == SCENARIO)
    players = {seat: "bot:steady" if i else "me" for i, seat in enumerate(seats)}
    body = {"system": "stands", "scenario": SCENARIO, "seats": players}
    opened: dict[str, object] = httpx.post(f"{server}/api/games", json=body, timeout=60).json()
    return opened


def play(page: Page) -> None:
    """All stand and fire, until there are enough shots to name."""
    for _ in range(60):
        page.wait_for_timeout(500)
        if page.locator(".shot.on").count() >= ENOUGH:
            return
        stand = page.locator("form button", has_text="All stand and fire")
        if stand.count():
            stand.first.click()
            page.keyboard.press("Enter")
            page.wait_for_timeout(300)
        page.keyboard.press("Enter")
    raise SystemExit("Nobody came into range. Run it once more.")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        start = "from deadground.cli import main; main()"
        database = f"sqlite:///{folder}/games.sqlite"
        serve = [sys.executable, "-c", start, "serve", "--no-open", "--port", "0", "--database", database]
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
        try:
            found = re.search(r"http://\S+(?=/ )", server.stdout.readline() if server.stdout else "")
            if found is None:
                raise SystemExit("The server does not start.")
            opened = begin(found[0])
            page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
            for key, value in (("deadground.games", [opened]), ("deadground.table", {"pace": "once"})):
                page.add_init_script(f"localStorage.setItem('{key}', {json.dumps(json.dumps(value))})")
            page.goto(f"{found[0]}/play/{opened['game']}")
            page.locator("canvas[data-ready=true]").wait_for()
            play(page)
            taken = base64.b64encode(page.screenshot()).decode()
            pixels = base64.b64decode(page.evaluate(PIXELS, f"data:image/png;base64,{taken}"))
        finally:
            server.kill()
            server.wait()
    small = small_png(pixels, WIDE, HIGH)
    OUT.write_bytes(small)
    sys.stdout.write(f"{OUT.relative_to(ROOT)}: {len(small) // 1000} kB\n")


if __name__ == "__main__":
    main()
