"""Kept verdicts of the stands rules on their two maps: who sees whom, who has a free line of fire, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from deadground.space.ground import Ground
from deadground.space.plane import Point
from deadground.space.polygons import box_of
from deadground.space.sight import Verdict
from deadground.systems.stands.game import map_named
from deadground.systems.stands.rules.visibility.sight_rules import line_of_fire, sees
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing.playthroughs import compare
from tests.systems.stands.field import field, inf, tank

VERDICTS = Path(__file__).parent / "verdicts"
MAPS = ("first-lesson", "vesnya-crossings")
KINDS = ("woods", "town", "ridge", "hill", "fold", "river", "orchard")
PAIRS = 120


def places(ground: Ground, rng: Random) -> Point:
    """A place on the table, as often as not in or near some piece that matters."""
    if rng.random() < 0.4:
        return rng.randint(0, ground.width), rng.randint(0, ground.height)
    kind = rng.choice([kind for kind in KINDS if any(piece.kind == kind for piece in ground.pieces)])
    west, north, east, south = box_of(rng.choice([p for p in ground.pieces if p.kind == kind]).polygon)
    x, y = rng.randint(west - 200, east + 200), rng.randint(north - 200, south + 200)
    return min(max(x, 0), ground.width), min(max(y, 0), ground.height)


def pairs(state: StandsState, seed: str) -> Iterator[tuple[Stand, Stand]]:
    """Pairs of stands all over the table, tanks and infantry, many of them near each other."""
    ground, rng = map_named(state.map).ground, Random(seed)
    while True:
        looker, target = (make("a", (0, 0)) for make in (rng.choice((inf, tank)), rng.choice((inf, tank))))
        looker.at, target.at, target.id = places(ground, rng), places(ground, rng), "b"
        if rng.random() < 0.5:
            away = rng.choice((1000, 3000))
            x, y = target.at[0] + rng.randint(-away, away), target.at[1] + rng.randint(-away, away)
            looker.at = min(max(x, 0), ground.width), min(max(y, 0), ground.height)
        if looker.at != target.at:
            yield looker, target


def told(state: StandsState, looker: Stand, target: Stand) -> str:
    """A pair in one line: by day, by night, and the line of fire."""
    words = [
        f"{looker.kind} {looker.at} {target.kind} {target.at}",
        f"day: {in_words(sees(state, looker, target))}",
        f"night: {in_words(sees(state, looker, target, night=True))}",
        f"fire: {in_words(line_of_fire(state, looker, target))}",
    ]
    return "; ".join(words)


def in_words(verdict: Verdict) -> str:
    if verdict.why is None:
        return "yes"
    return f"{verdict.why.reason} at {verdict.why.begins} ({', '.join(verdict.why.rows)})"


@pytest.mark.parametrize("name", MAPS)
def test_verdicts_on_a_map_are_as_they_were(name: str, request: pytest.FixtureRequest) -> None:
    state = field(map=name)
    now = [told(state, *pair) for pair, _ in zip(pairs(state, name), range(PAIRS), strict=False)]
    file = VERDICTS / f"{name}.txt"
    if request.config.getoption("--accept"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(now) + "\n", "utf-8")
    if not file.exists():
        pytest.fail(f"there is no {file.name}; run pytest with --accept to keep one", pytrace=False)
    parted = compare(file.read_text("utf-8").splitlines(), now, file.name)
    if parted:
        pytest.fail(parted, pytrace=False)


@pytest.mark.parametrize("name", MAPS)
def test_the_pairs_show_every_kind_of_verdict(name: str) -> None:
    kept = (VERDICTS / f"{name}.txt").read_text("utf-8")
    for word in (
        "yes",
        "concealing ground",
        "higher ground",
        "crest",
        "from inside",
        "in the way",
        "hull down",
    ):
        assert word in kept
