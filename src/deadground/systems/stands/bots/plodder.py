"""`plodder`: straight to the nearest place that counts, and a shot at whoever is nearest."""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.core.requests import AnyRequest, Path, PathValue, Pick
from deadground.core.view import View
from deadground.space.plane import Point, distance
from deadground.systems.stands.bots.answers import Answers
from deadground.systems.stands.bots.chances import table
from deadground.systems.stands.bots.hand import Hand
from deadground.systems.stands.bots.moves import Places, march, toward
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.bots.shots import chance_of
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.cards.command import suits
from deadground.systems.stands.rules.fire.fire_phase import payable, shooter_of, target_of
from deadground.systems.stands.rules.movement.routes import crowding
from deadground.systems.stands.state import Stand

FOLLOWS = 2500
"""How near a headquarters keeps to its own: 250 mm."""


class Plodder(Answers):
    """Marches until somebody is in range, then stands and fires."""

    def cards(self, view: View[Any], request: AnyRequest) -> Any:
        picture = Picture(view)
        hand = Hand(picture)
        for unit, stands in picture.units.items():
            shooting = [one for one in stands if self.has_target(picture, one)]
            stays = kind_of(stands[0]).is_gun or stands[0].hidden
            if (stays or 2 * len(shooting) >= len(stands)) and kind_of(stands[0]).troop != "recon":
                hand.lay(unit, "fire", [one for one in stands if suits(kind_of(one), "fire") is None])
                continue
            middle = centre(stands)
            hand.lay(unit, "move", stands, toward(middle, self.goal(picture, middle)))
        return hand.laid

    def has_target(self, picture: Picture, one: Stand) -> bool:
        """Whether somebody is in range and in view, by eye."""
        window = picture.grid.window(picture.grid.cell(one.at)).line
        row, col = picture.grid.cell(one.at)
        for enemy in picture.enemies:
            if not table(picture.date, one.kind, enemy.kind).at(distance(one.at, enemy.at)):
                continue
            r, c = picture.grid.cell(enemy.at)
            if window[r - row + 18, c - col + 18]:
                return True
        return False

    def goal(self, picture: Picture, at: Point) -> Point:
        """The nearest place that counts; without one, the middle of the table."""
        ground = picture.grid.ground
        places = [aim.at for aim in picture.aims] or [(ground.width // 2, ground.height // 2)]
        return min(places, key=lambda place: (distance(place, at), place))

    def routes(self, view: View[Any], request: Path) -> Any:
        picture = Picture(view)
        moving = [picture.state.stands[walker.piece] for walker in request.walkers]
        places = Places(picture)
        goals = {one.id: self.marches_to(picture, one) for one in moving}
        routes: dict[str, Any] = {}
        for one in sorted(moving, key=lambda one: (distance(one.at, goals[one.id]), one.id)):
            ways = picture.grid.ways(picture.grid.cell(goals[one.id]), 15)
            cell = picture.grid.cell(one.at)
            found = march(picture, places, one, -picture.grid.about(ways, cell), None, -float(ways[cell]))
            if found is not None:
                routes[one.id] = found
        return kept(view, request, routes)

    def marches_to(self, picture: Picture, one: Stand) -> Point:
        """Fighters go for the goal; headquarters and columns keep to their own."""
        if kind_of(one).troop in ("hq", "supply"):
            own = [other for other in picture.fighters if other.command == one.command]
            if own and distance(centre(own), one.at) > FOLLOWS:
                return centre(own)
            return one.at
        return self.goal(picture, one.at)

    def fire(self, view: View[Any], request: Pick) -> Any:
        """For every shooter the nearest target that it can hit."""
        stands = view.state.stands
        nearest: dict[str, tuple[int, str]] = {}
        for option in request.options:
            shooter = shooter_of(option.id)
            away = distance(stands[shooter].at, stands[target_of(option.id)].at)
            if chance_of(option):
                nearest[shooter] = min(nearest.get(shooter, (away, option.id)), (away, option.id))
        return payable(view.state, [line for _, line in nearest.values()], view.options)


def centre(stands: list[Stand]) -> Point:
    """The middle of some stands."""
    return sum(one.at[0] for one in stands) // len(stands), sum(one.at[1] for one in stands) // len(stands)


def kept(view: View[Any], request: Path, routes: dict[str, Any]) -> dict[str, Any]:
    """The routes that end on nobody: where one would, its stand stays. The rest was asked of the rules before."""
    own = [walker.piece for walker in request.walkers]
    while routes:
        values = msgspec.convert(routes, dict[str, PathValue])
        crowded = crowding(view.state, values, own, view.options)
        if not crowded:
            break
        del routes[crowded[-1].at.split(".")[1]]
    return routes
