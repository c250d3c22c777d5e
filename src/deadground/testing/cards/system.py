"""The card game as a system the kernel can run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import ClassVar

import msgspec

from deadground.core.agenda import Procedure
from deadground.core.records import copy_state
from deadground.core.system import Setup, System
from deadground.core.view import View
from deadground.testing.cards import queries
from deadground.testing.cards.rules import TheGame
from deadground.testing.cards.state import DECK, SEATS, Cards, CardsState, Piece, Side

NAMES = ("Heron", "Plover", "Curlew", "Otter", "Badger", "Marten")


class CardsSystem(System[CardsState]):
    """Sealed cards, hidden hands, hidden pieces."""

    name: ClassVar[str] = "cards"
    title: ClassVar[str] = "The card game"
    version: ClassVar[str] = "3"
    state_type = CardsState
    game_type = Cards

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {
            "meeting": "Three patrols a side on five by five squares, all hidden.",
            "daylight": "The same, with one patrol of each side in the open.",
        }

    def seats(self, scenario: str) -> tuple[str, ...]:
        return SEATS

    def new_state(self, setup: Setup) -> CardsState:
        names = tuple(setup.details.get("names", NAMES))
        return CardsState(
            pieces={},
            sides={seat: Side(seat, 3) for seat in SEATS},
            names=names,
            deck=DECK,
            deck_left=len(DECK),
            in_the_open=1 if setup.scenario == "daylight" else 0,
        )

    def opening(self, setup: Setup) -> Procedure:
        return TheGame()

    def imagine(self, view: View[CardsState], rng: Random) -> CardsState:
        """The unseen cards and the unseen enemy patrols, at random where nothing forbids."""
        state = copy_state(view.state)
        seat, foe = view.seat, queries.foe_of(view.seat)
        seen = {*state.sides[seat].hand, *state.discards}
        unseen = [card for card in DECK if card not in seen]
        rng.shuffle(unseen)
        state.sides[foe].hand = tuple(unseen[: state.sides[foe].cards])
        rest = unseen[state.sides[foe].cards :]
        state.deck = tuple(sorted(rest[: state.deck_left]))
        self._imagine_patrols(state, seat, foe, rng)
        return state

    def _imagine_patrols(self, state: CardsState, seat: str, foe: str, rng: Random) -> None:
        if not state.pieces:
            return
        taken = {piece.at for piece in state.pieces.values()}
        free = [point for point in queries.squares(queries.every_row()) if point not in taken]
        missing = state.sides[foe].pieces - len(queries.own(state, foe))
        for n, at in enumerate(rng.sample(free, missing)):
            id = f"imagined{n}{rng.randrange(10**6)}"
            piece = Piece(id, f"imagined {n}", foe, at)
            if any(own.order for own in queries.own(state, seat)):
                piece.order = rng.choice(("march", "lie low"))
            state.pieces[id] = piece

    def invariants(self, state: CardsState) -> Iterable[str]:
        for seat, side in state.sides.items():
            if state.pieces and len(queries.own(state, seat)) != side.pieces:
                yield f"{seat} should have {side.pieces} patrols"
            if len(side.hand) != side.cards:
                yield f"{seat} should hold {side.cards} cards"
        if len(state.deck) != state.deck_left:
            yield f"the deck should have {state.deck_left} cards"
        for piece in state.pieces.values():
            if not (0 <= piece.at[0] <= queries.EDGE and 0 <= piece.at[1] <= queries.EDGE):
                yield f"{piece.name} is off the board"

    def planted(self, setup: Setup, marker: Callable[[], str]) -> Setup:
        return msgspec.structs.replace(setup, details={"names": [marker() for _ in NAMES]})


CARDS = CardsSystem()
