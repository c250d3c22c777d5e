"""The whole book: importing it makes every chapter's procedures, cards and guides known."""

from __future__ import annotations

from deadground.systems.skirmish.rules.activation import activation, dropping, side_actions
from deadground.systems.skirmish.rules.activation.turn import Battle
from deadground.systems.skirmish.rules.armour import struck
from deadground.systems.skirmish.rules.enemies import np_group, pef_resolution, pefs
from deadground.systems.skirmish.rules.fire import ammo, shooting
from deadground.systems.skirmish.rules.grenades import readying, throwing
from deadground.systems.skirmish.rules.house_rules import crawling, platoon_command
from deadground.systems.skirmish.rules.links import LINKS
from deadground.systems.skirmish.rules.melee import assault_card, charge, charge_card, close_assault, melee
from deadground.systems.skirmish.rules.movement import involuntary, movement, prone_card, walking
from deadground.systems.skirmish.rules.reactions import captives, crisis, recover
from deadground.systems.skirmish.rules.sight import in_sight, stepping
from deadground.systems.skirmish.rules.troops import foe_reaction, inspiring
from deadground.systems.skirmish.rules.vehicles import (
    changing_places,
    driving,
    ducking,
    hatches,
    leaving,
    manning,
    pushing,
    riding,
    towing,
    vehicle_crisis,
    vehicle_tests,
)
from deadground.systems.skirmish.rules.wounded import fetch_card, wounded

CHAPTERS = (
    activation,
    movement,
    prone_card,
    stepping,
    walking,
    in_sight,
    shooting,
    readying,
    throwing,
    dropping,
    side_actions,
    ammo,
    crisis,
    recover,
    involuntary,
    charge,
    charge_card,
    close_assault,
    assault_card,
    melee,
    captives,
    foe_reaction,
    fetch_card,
    wounded,
    crawling,
    platoon_command,
    pefs,
    pef_resolution,
    np_group,
    driving,
    ducking,
    leaving,
    vehicle_tests,
    vehicle_crisis,
    hatches,
    changing_places,
    riding,
    pushing,
    manning,
    towing,
)

LINKS.activation = activation.Activation
LINKS.approach = movement.approach
LINKS.charge = charge.Charge
LINKS.crisis = crisis.Crisis
LINKS.duck_back = involuntary.DuckBack
LINKS.fetch = wounded.Fetch
LINKS.foe_reaction = foe_reaction.FoeReaction
LINKS.hunker_down = involuntary.HunkerDown
LINKS.in_sight = in_sight.InSightTest
LINKS.inspiration = inspiring.Inspiration
LINKS.leave_battlefield = involuntary.LeaveBattlefield
LINKS.np_acts = np_group.NpActs
LINKS.recover = recover.RecoverFromHunkerDown
LINKS.resolve_pef = pef_resolution.ResolvePef
LINKS.return_fire = shooting.ReturnFire
LINKS.search_house = pef_resolution.SearchHouse
LINKS.struck = struck.struck
LINKS.vehicle_ducks = ducking.VehicleDucksBack
LINKS.vehicle_hunkers = leaving.VehicleHunkersDown
LINKS.vehicle_leaves = leaving.VehicleLeavesBattlefield
LINKS.vehicle_recovers = vehicle_tests.VehicleRecovers
LINKS.crisis_of_all = vehicle_crisis.crisis_of_all
LINKS.walk = walking.Walk

__all__ = ["CHAPTERS", "Battle"]
