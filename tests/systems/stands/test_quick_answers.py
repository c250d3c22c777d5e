"""What answers yes or no says what the rule with its reasons says."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from deadground.bots.roster import make_bot
from deadground.core.match import Match
from deadground.space.bases import stand
from deadground.systems.stands.game import enemies_of, ground_of, kind_of
from deadground.systems.stands.rules.fire.indirect import may_fire_indirectly, why_no_indirect
from deadground.systems.stands.rules.movement.going import (
    Footing,
    bases_along,
    box_of_path,
    keeps_to_a_road,
    layers_on,
)
from deadground.systems.stands.state import StandsState, Template
from deadground.systems.stands.system import STANDS


def middle_of_battle(scenario: str, turns: int) -> StandsState:
    """A battle some turns after its beginning, as it is in the middle of its fire phase."""
    match = Match.begin(STANDS, STANDS.prepare(scenario), b"quick".ljust(32))
    players = {seat: make_bot(STANDS, "steady", match.seed, seat) for seat in match.setup.seats}
    while match.outcome is None:
        state = match.position.state
        if state.turn > turns and state.phase == "fire":
            break
        seat = match.to_act()[0]
        match.submit(players[seat].choose(match.view(seat)))
    return match.position.state


@pytest.mark.parametrize("scenario", ["vesnya-crossings", "olkhovka-line"])
def test_ground_that_slows_a_base_is_ground_that_can_be_named(scenario: str) -> None:
    state = STANDS.new_state(STANDS.prepare(scenario))
    ground, rng = ground_of(state), Random(3)
    state.templates["t"] = Template("t", "", "", (ground.width // 2, ground.height // 2), 1000)
    counts = [0, 0]
    for _ in range(600):
        at = rng.randrange(ground.width), rng.randrange(ground.height)
        base = stand(at, 300, rng.choice([200, 300]), rng.randrange(3600))
        footing = Footing(state, box_of_path((at,), base))
        assert footing.is_touched(base) == bool(footing.touched(base))
        assert footing.is_felt(base) == bool(footing.felt(base))
        on_way = any(way.touches(base) for way in (*footing.roads, *footing.crossings))
        assert footing.on_road(base) == on_way
        counts[footing.is_felt(base)] += 1
    assert min(counts) > 50


def test_a_path_keeps_to_a_road_when_one_road_is_beside_it_all_the_way() -> None:
    layers = layers_on(STANDS.new_state(STANDS.prepare("vesnya-crossings")))
    rng, kept = Random(5), [0, 0]
    for _ in range(300):
        road = rng.choice(layers.roads)
        start = rng.randrange(len(road.points) - 1)
        path = tuple(
            (x + rng.randrange(-1200, 1200), y + rng.randrange(-1200, 1200))
            for x, y in road.points[start : start + 2]
        )
        base = stand(path[0], 300, 300)
        plain = any(
            all(one.comes_within(there, 500) for there in bases_along(base, path)) for one in layers.roads
        )
        assert keeps_to_a_road(layers, base, path, 500) == plain
        kept[plain] += 1
    assert min(kept) > 20


def test_an_indirect_shot_is_fired_where_nothing_forbids_it() -> None:
    state = middle_of_battle("vesnya-bridgehead", 3)
    guns = [one for one in state.stands.values() if kind_of(one).artillery or kind_of(one).troop == "spg"]
    counts = [0, 0]
    for gun, chits, seen in product(guns, (0, 3), (True, False)):
        gun.order, gun.limit, gun.fired = "fire" if seen else "move", "", False
        state.commands[gun.command].chits = chits
        for target in enemies_of(state, gun.side):
            target.seen_at_start = seen or chits == 0
            may = may_fire_indirectly(state, gun, target, {})
            assert may == (not why_no_indirect(state, gun, target, {}))
            counts[may] += 1
    assert min(counts) > 10
