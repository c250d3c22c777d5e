"""A watch over a bot at play: three things that a steady commander never does.

It reads what the bot saw and chose, and what came of it. A fault is a sentence; a clean game has none.
"""

from __future__ import annotations

from typing import Any

from deadground.core.journal import Entry
from deadground.core.requests import Choice, Path, Pick
from deadground.core.view import View
from deadground.space.plane import is_within
from deadground.systems.stands.bots.moves import APART
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.bots.shelter import shelter, steps_into_cover
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.fire.fire_phase import shooter_of
from deadground.systems.stands.rules.movement.allowance import why_no_move
from deadground.systems.stands.rules.movement.routes import route_faults
from deadground.systems.stands.state import Stand


class Watch:
    """The faults of the seats that are watched, over any number of games."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.charges = 0
        self.chits = 0
        self.sheltered = 0
        self._exposed: dict[str, list[str]] = {}

    def before(self, view: View[Any], choice: Choice) -> None:
        """Look at a choice before it is made."""
        request = view.requests[0]
        if request.guide == "stands.cards":
            self._look_for_shelter(view, choice)
        elif isinstance(request, Path) and request.guide == "stands.routes":
            self._stays_in_the_open(view, choice)
        elif isinstance(request, Pick) and request.guide == "stands.fire_plan":
            self._hopeless_shots(view, request, choice)

    def after(self, side: str, entry: Entry, stands: dict[str, Stand]) -> None:
        """Look at what came of it: every charge goes in with two to one.

        Unless shells thinned it on the way, or one of those who were to go in was charged at the same moment: the
        card is laid and cannot be taken back.
        """
        shelled = any(
            event.seen.kind == "shot" and event.seen.data.get("manner") == "area" for event in entry.events
        )
        charges = [event.seen for event in entry.events if event.seen.kind == "charge"]
        caught = {stands[charge.data["defender"]].command for charge in charges}
        for charge in charges:
            lead = stands[charge.data["lead"]]
            if lead.side == side:
                self.charges += 1
                if len(charge.data["party"]) < 2 and not shelled and lead.command not in caught:
                    self.faults.append(f"charged at under two to one: {charge.text}")

    def _look_for_shelter(self, view: View[Any], choice: Choice) -> None:
        """Who is in the open under fire with cover beside him, as the cards are laid."""
        picture = Picture(view)
        self._exposed[view.seat] = [
            one.id for one in picture.own if not one.hidden and shelter(picture, one) is not None
        ]
        charging = {id for order in choice.value if order["card"] == "charge" for id in order["pieces"]}
        carded = {id for order in choice.value for id in order["pieces"]}
        for id in self._exposed[view.seat]:
            if id not in carded:
                self.faults.append(f"left without a card in the open: {view.state.stands[id].name}")
        self._exposed[view.seat] = [id for id in self._exposed[view.seat] if id in carded - charging]

    def _stays_in_the_open(self, view: View[Any], choice: Choice) -> None:
        """Those must move, unless something holds them or their card's arrow points away from all cover."""
        picture = Picture(view)
        for id in self._exposed.pop(view.seat, []):
            one = view.state.stands.get(id)
            if one is None or one.limit or one.in_contact_with:
                continue
            if id in choice.value:
                self.sheltered += 1
            elif why_no_move(view.state, one, view.options, "") is not None or self._could_go(
                picture, one, choice
            ):
                self.faults.append(
                    f"turn {view.state.turn}: stays in the open beside cover: {one.name}, {one.order or 'no card'}"
                )

    def _could_go(self, picture: Picture, one: Stand, choice: Choice) -> bool:
        """Whether its card and its friends leave a stand a way into the cover beside it."""
        ends = [tuple(route["points"][-1]) for route in choice.value.values()]
        standing = [
            other.at for other in picture.friends if other.id not in choice.value and other.id != one.id
        ]
        return any(
            not any(is_within(end, other, APART) for other in (*ends, *standing))
            and not route_faults(picture.state, one, (end,), options=picture.options)
            for end in steps_into_cover(picture, one)
        )

    def _hopeless_shots(self, view: View[Any], request: Pick, choice: Choice) -> None:
        hints = {option.id: option.hint for option in request.options}
        for line in choice.value:
            gun = view.state.stands[shooter_of(line)]
            if kind_of(gun).artillery:
                self.chits += 1
                if hints[line].startswith("0%"):
                    self.faults.append(f"a chit for nothing: {gun.name}")
