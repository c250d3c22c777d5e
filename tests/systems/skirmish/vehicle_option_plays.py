"""The plays of `option_plays.py` for options of vehicles and guns."""

from __future__ import annotations

from typing import Any

from tests.systems.skirmish.acting import acted, refused, told
from tests.systems.skirmish.machines import PZIV, field, gun, met, vehicle
from tests.systems.skirmish.option_plays import Options, plays
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.table import man, point
from tests.systems.skirmish.test_guns_in_fire import crew, shot
from tests.systems.skirmish.test_main_guns import HIT, KV2, duel, round_at


@plays("turret_plus_one", {"armour": 2, "number": 4})
def the_number_against_a_turret(options: Options) -> Any:
    """NR-91: APR 6 against a side of 3."""
    p = acted(duel(), round_at("x"), dice=[4, 5, 2], options=options)
    return told(p, "penetration")[0]["number"]


@plays("top_armor", {"listed": 1, "side_minus_two": -2})
def the_number_of_a_shell_that_bursts_on_a_sturmtiger(options: Options) -> Any:
    """COT-R30: high explosive of Impact 4 against a printed 3, or 8 less 2."""
    state = duel(type=KV2, foe_type="german.sturmtiger")
    shell = round_at("x", gunner="t_3", he=True, aims=[], at=list(point((24, 14))))
    return told(acted(state, shell, dice=HIT, options=options), "penetration")[0]["number"]


@plays("men_in_the_open", {"seen": set(), "armour": {"NUTS-FIRE-18", "NS-25"}})
def a_rifle_aimed_at_a_head_in_a_hatch(options: Options) -> Any:
    """NR-247."""
    state = met(field(vehicle("x", (24, 20), side="blue"), men=(man("a", (24, 34)),)))
    return refused(state, fire("red-1", a="x"), options=options)


@plays("brewed_up_includes_disabled", {"off": [], "on": ["y"]})
def whoever_sees_a_friend_disabled(options: Options) -> Any:
    """NR-89."""
    state = met(
        field(
            vehicle("t", (24, 34)),
            vehicle("x", (24, 14), side="blue", facing=90, type=PZIV),
            vehicle("y", (24, 8), side="blue", facing=180, type=PZIV),
        )
    )
    p = acted(state, round_at("x"), dice=[*HIT, 3, 4], fill=1, options=options)
    return [one["vehicle"] for one in told(p, "vehicle_crisis")]


@plays("errata_single_20mm_rof", {"on": set(), "off": {"LR-113"}})
def two_rolls_of_a_flak_28(options: Options) -> Any:
    """LR-112."""
    flak = gun("a", (24, 34), type="german.flak_28_30")
    men = crew(flak, (23, 35.6), (25, 35.6))
    state = met(field(vehicle("x", (24, 10), side="blue", facing=90), men=tuple(men), guns=(flak,)))
    return refused(state, shot(rolls=2), options=options)


@plays("errata_sdkfz_234_3_howitzer", {"on": {"COT-VEH-16", "NS-35"}, "off": set()})
def a_234_3_at_fifty_inches(options: Options) -> Any:
    """LR-128."""
    t = vehicle("t", (24, 30), type="german.sdkfz_234_3", facing=180)
    state = met(field(t, vehicle("x", (24, 84), side="blue", facing=90, type=PZIV), size=(48, 96)))
    return refused(state, round_at("x", gunner="t_3"), options=options)
