"""At whom guns may fire indirectly: all who see for them are looked for at once. KIM-4.13a, KIM-R18"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deadground.core.memory import is_quick
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import kind_of, stands_of
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.fire.indirect import may_fire_indirectly
from deadground.systems.stands.rules.visibility.sight_rules import who_sees
from deadground.systems.stands.state import Stand, StandsState

Pair = tuple[str, str]


def indirect_shots(
    state: StandsState, aims: Iterable[tuple[Stand, Sequence[Stand]]], options: Options
) -> set[Pair] | None:
    """The guns and targets of all indirect shots that may be fired, by guns with whom they reach.

    None: nothing is known, because somebody listens to citations or only its own command sees for a gun.
    """
    if not is_quick() or option(options, "spotters") != "army":
        return None
    if_seen = [
        (gun, target)
        for gun, near in aims
        for target in near
        if (target.seen_at_start or kind_of(gun).troop == "spg")
        and may_fire_indirectly(state, gun, target, options, is_spotted=True)
    ]
    seen = {
        side: who_sees(state, stands_of(state, side), targets_of(side, if_seen), options=options)
        for side in {gun.side for gun, _ in if_seen}
    }
    return {(gun.id, target.id) for gun, target in if_seen if target.id in seen[gun.side]}


def targets_of(side: str, shots: Iterable[tuple[Stand, Stand]]) -> list[Stand]:
    """At whom the guns of a side fire, each named once."""
    return list({target.id: target for gun, target in shots if gun.side == side}.values())
