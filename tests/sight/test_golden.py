"""Kept traces of every map: sixty lines each, what they pass through and how long they are inside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import deadground.systems
from deadground.space.plane import Point
from deadground.space.sight import Trace, trace
from deadground.systems.maps import read_map
from deadground.testing.playthroughs import compare

GOLDEN = Path(__file__).parent / "golden"
SYSTEMS = Path(deadground.systems.__file__).parent
MAPS = sorted(SYSTEMS.glob("*/maps/*.yaml"))
LINES = 60


def ends(width: int, height: int, seed: str) -> Iterator[tuple[Point, Point]]:
    """Lines all over a table: many of middling length, some across all of it."""
    rng = Random(seed)
    for _ in range(LINES):
        a = rng.randint(0, width), rng.randint(0, height)
        reach = rng.choice((1500, 3000, 6000, 20_000))
        b = a[0] + rng.randint(-reach, reach), a[1] + rng.randint(-reach, reach)
        yield a, (min(max(b[0], 0), width), min(max(b[1], 0), height))


def told(found: Trace) -> str:
    """A trace in one line."""
    inside = [f"{passage.piece.id} {passage.length}" for passage in found.passages]
    crossed = [f"{crossing.piece.id} at {crossing.begins}" for crossing in found.crossings]
    levels = f"level {found.start_level} to {found.end_level}"
    return "; ".join([f"{found.start} {found.end} {found.length}", levels, *inside, *crossed])


@pytest.mark.parametrize("path", MAPS, ids=[path.stem for path in MAPS])
def test_traces_of_a_map_are_as_they_were(path: Path, request: pytest.FixtureRequest) -> None:
    ground = read_map(path).ground
    now = [told(trace(ground, a, b)) for a, b in ends(ground.width, ground.height, path.stem)]
    file = GOLDEN / f"{path.stem}.txt"
    if request.config.getoption("--accept"):
        file.write_text("\n".join(now) + "\n", "utf-8")
    if not file.exists():
        pytest.fail(f"there is no {file.name}; run pytest with --accept to keep one", pytrace=False)
    parted = compare(file.read_text("utf-8").splitlines(), now, file.name)
    if parted:
        pytest.fail(parted, pytrace=False)


def test_every_map_has_its_traces() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == {path.stem for path in MAPS}
    assert len(MAPS) >= 8
