"""The rules of the card game, in the order of the sheet. CARDS-1 to CARDS-6"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any, ClassVar

from deadground.core.agenda import Call, Done, Go, Next, Procedure, procedure, step
from deadground.core.dice import D6
from deadground.core.faults import Fault
from deadground.core.requests import (
    AnyRequest,
    Card,
    Guide,
    Option,
    Order,
    OrderedUnit,
    Orders,
    Path,
    PathValue,
    Pick,
    Place,
    PlaceValue,
    Request,
    Spot,
    Walker,
    guide,
)
from deadground.core.shapes import Sealed
from deadground.core.view import View
from deadground.testing.cards import queries
from deadground.testing.cards.queries import BOX
from deadground.testing.cards.shapes import Phases, Window
from deadground.testing.cards.state import HAND, SEATS, SQUARE, Cards, CardsState, Piece

CardsView = View[CardsState]


@procedure("cards.game", rows=("CARDS-1",))
class TheGame(Procedure):
    """Deal, place, and play turns."""

    @step
    def deal(self, g: Cards) -> Next:
        deck = list(g.state.deck)
        for side in g.state.sides.values():
            drawn = [draw(g, deck, side.seat) for _ in range(HAND)]
            side.hand, side.cards = tuple(drawn), len(drawn)
        g.state.deck, g.state.deck_left = tuple(deck), len(deck)
        g.tell("dealt", "The cards are dealt.", "CARDS-1")
        return Call(Placing(), then=self.play)

    @step
    def play(self, g: Cards) -> Next:
        return Call(Turns(), then=self.play)


def draw(g: Cards, deck: list[int], seat: str) -> int:
    """One card from anywhere in the deck. Nobody but the owner may see the roll, so no event tells of it."""
    return deck.pop(g.roll(1, len(deck), "draw", seat).one - 1)


@procedure("cards.placing", rows=("CARDS-1",))
class Placing(Sealed):
    """Both sides place their patrols in secret."""

    def seats(self, game: Cards) -> Iterable[str]:
        return SEATS

    def ask(self, view: CardsView) -> AnyRequest:
        points = queries.squares(queries.home_rows(view.seat))
        spots = tuple(Spot(f"patrol {n}", f"patrol {n}", BOX, points) for n in (1, 2, 3))
        return Place("Place your patrols.", spots=spots, rows=self.rows)

    def reveal(self, game: Cards, answers: dict[str, Any]) -> Next:
        placed = self.answer(dict[str, dict[str, PlaceValue]])
        names = iter(game.state.names)
        for seat in SEATS:
            for value in placed[seat].values():
                id = game.new_id()
                game.state.pieces[id] = Piece(id, next(names), seat, value.at)
        for piece in game.state.pieces.values():
            if len(shown(game.state, piece.side)) < game.state.in_the_open:
                game.show(piece, "CARDS-1")
        return Done()


def shown(state: CardsState, seat: str) -> list[Piece]:
    return [piece for piece in queries.own(state, seat) if piece.shown]


@procedure("cards.turns", rows=("CARDS-2",))
class Turns(Phases):
    """The printed sequence of play."""

    def turn_begins(self, game: Cards) -> None:
        game.state.turn = self.turn
        game.tell("turn", f"Turn {self.turn}.", "CARDS-2", turn=self.turn)

    def turn_ends(self, game: Cards) -> None:
        through = [seat for seat in SEATS if broke_through(game.state, seat)]
        left = {seat: game.state.sides[seat].pieces for seat in SEATS}
        if through:
            winners = through if len(through) == 1 else []
            game.finish(winners, f"{' and '.join(through)} broke through", "CARDS-6")
        elif self.turn >= game.state.last_turn or min(left.values()) == 0:
            best = [seat for seat in SEATS if left[seat] == max(left.values())]
            reason = "the last turn is over" if min(left.values()) else "a side has no patrol left"
            game.finish(best if len(best) == 1 else [], reason, "CARDS-2")


def broke_through(state: CardsState, seat: str) -> bool:
    back_row = queries.home_rows(queries.foe_of(seat))[0]
    return any(piece.at[1] == back_row for piece in queries.own(state, seat))


@procedure("cards.play_cards", rows=("CARDS-2",))
class PlayCards(Sealed):
    """Both play a card face down."""

    def seats(self, game: Cards) -> Iterable[str]:
        return SEATS

    def ask(self, view: CardsView) -> AnyRequest:
        hand = view.state.sides[view.seat].hand
        options = tuple(Option(str(card), f"Card {card}") for card in hand)
        return Pick("Play a card.", options=options, proposal=[str(max(hand))], rows=self.rows)

    def reveal(self, game: Cards, answers: dict[str, Any]) -> Next:
        deck = list(game.state.deck)
        for seat in SEATS:
            side = game.state.sides[seat]
            (picked,) = answers[seat]
            side.played = int(picked)
            side.hand = (*(card for card in side.hand if card != side.played), draw(game, deck, seat))
        game.state.deck, game.state.deck_left = tuple(deck), len(deck)
        game.state.discards += tuple(game.state.sides[seat].played for seat in SEATS)
        played = ", ".join(f"{seat} {game.state.sides[seat].played}" for seat in SEATS)
        game.tell("played", f"Cards: {played}.", "CARDS-2")
        return Done()


@procedure("cards.give_orders", rows=("CARDS-2",))
class GiveOrders(Sealed):
    """Both give orders; those of hidden patrols stay secret."""

    def seats(self, game: Cards) -> Iterable[str]:
        return SEATS

    def ask(self, view: CardsView) -> AnyRequest:
        cards = (Card("march", "March"), Card("lie low", "Lie low"))
        units = tuple(
            OrderedUnit(piece.id, piece.name, (piece.id,), 1, ("march", "lie low"))
            for piece in queries.own(view.state, view.seat)
        )
        return Orders(
            "Give your patrols their orders.", units=units, cards=cards, proposal=[], rows=self.rows
        )

    def reveal(self, game: Cards, answers: dict[str, Any]) -> Next:
        orders = self.answer(dict[str, list[Order]])
        for piece in game.state.pieces.values():
            given = [order.card for order in orders[piece.side] if order.unit == piece.id]
            piece.order = "march" if given == ["march"] else "lie low"
        return Done()


@guide("cards.march")
class MarchGuide(Guide):
    """One square along a row or column, only with the order to march. CARDS-3"""

    def faults(self, view: CardsView, request: Request, value: dict[str, PathValue]) -> list[Fault]:
        faults = []
        for id, path in value.items():
            piece = view.state.pieces[id]
            if path.points and piece.order != "march":
                faults.append(Fault(f"value.{id}", f"{piece.name} has no order to march", ("CARDS-3",)))
            elif len(path.points) > 1 or any(not queries.neighbours(piece.at, p) for p in path.points):
                reason = f"{piece.name} goes one square along a row or column"
                faults.append(Fault(f"value.{id}.points", reason, ("CARDS-3",)))
        return faults

    def sample(self, view: CardsView, request: Request, rng: Random) -> dict[str, Any]:
        return {piece.id: {"points": step_of(piece, rng)} for piece in queries.own(view.state, view.seat)}


def step_of(piece: Piece, rng: Random) -> list[tuple[int, int]]:
    """A random legal step, or none."""
    board = queries.squares(queries.every_row())
    around = [point for point in board if queries.neighbours(piece.at, point)]
    return [rng.choice(around)] if piece.order == "march" and rng.random() < 0.9 else []


@procedure("cards.march", rows=("CARDS-3",))
class March(Sealed):
    """Both march at once."""

    def seats(self, game: Cards) -> Iterable[str]:
        return SEATS

    def ask(self, view: CardsView) -> AnyRequest:
        walkers = tuple(
            Walker(piece.id, piece.name, piece.at, SQUARE, BOX)
            for piece in queries.own(view.state, view.seat)
        )
        return Path("March.", walkers=walkers, guide="cards.march", proposal={}, rows=self.rows)

    def reveal(self, game: Cards, answers: dict[str, Any]) -> Next:
        paths = self.answer(dict[str, dict[str, PathValue]])
        for piece in game.state.pieces.values():
            path = paths[piece.side].get(piece.id, PathValue())
            if path.points:
                (piece.at,) = path.points
                told = None if piece.shown else (piece.side,)
                game.tell("marches", f"{piece.name} marches.", "CARDS-3", to=told, piece=piece.id)
            piece.order = ""
        return Done()


@procedure("cards.ambushes", rows=("CARDS-4",))
class Ambushes(Window):
    """Both sides are asked whether anybody has a hidden patrol there or not: the question must tell nothing."""

    quiet: ClassVar[str | None] = "movement in progress"

    def entitled(self, game: Cards) -> Iterable[str]:
        return queries.by_card(game.state)

    def prompt(self, view: CardsView) -> str:
        return "Spring an ambush, or let it pass?"

    def offer(self, view: CardsView) -> tuple[Option, ...]:
        return tuple(
            Option(f"{piece.id}:{enemy.id}", f"{piece.name} takes on {enemy.name}", "4 or more on a d6")
            for piece, enemy in queries.ambushes(view.state, view.seat)
        )

    def reaction(self, game: Cards, seat: str, picked: str) -> Procedure:
        piece, _, enemy = picked.partition(":")
        return Ambush(piece, enemy)


@procedure("cards.ambush", rows=("CARDS-4",))
class Ambush(Procedure):
    """A hidden patrol shows itself and strikes."""

    piece: str
    enemy: str

    @step
    def strike(self, g: Cards) -> Next:
        piece, enemy = g.state.pieces[self.piece], g.state.pieces[self.enemy]
        g.show(piece, "CARDS-4")
        die = g.roll(1, D6, "ambush", piece.side)
        word = "takes it" if die.one >= 4 else "misses"
        g.tell("ambush", f"{piece.name} ambushes {enemy.name} and {word}.", "CARDS-4", rolls=[die])
        if die.one >= 4:
            g.remove(enemy, "CARDS-4")
        return Done()


@procedure("cards.contact", rows=("CARDS-5",))
class Contact(Procedure):
    """Enemies in one square fight, square by square."""

    @step
    def next_fight(self, g: Cards) -> Next:
        for piece, enemy in product(queries.own(g.state, "north"), queries.own(g.state, "south")):
            if piece.at == enemy.at and not (piece.order or enemy.order):
                fight(g, piece, enemy)
                return Go(self.next_fight)
        for piece in g.state.pieces.values():
            piece.order = ""
        return Done()


def fight(g: Cards, piece: Piece, enemy: Piece) -> None:
    """Each side throws a die, the higher card adds one, the lower total is lost. CARDS-5"""
    g.show(piece, "CARDS-5")
    g.show(enemy, "CARDS-5")
    dice = {p.side: g.roll(1, D6, "contact", p.side) for p in (piece, enemy)}
    totals = {seat: die.one for seat, die in dice.items()}
    totals[queries.by_card(g.state)[0]] += 1
    g.tell("contact", f"{piece.name} meets {enemy.name}.", "CARDS-5", rolls=dice.values(), totals=totals)
    if totals["north"] != totals["south"]:
        g.remove(piece if totals["north"] == min(totals.values()) else enemy, "CARDS-5")
    else:
        piece.order = enemy.order = "lie low"


Turns.sequence = (PlayCards, GiveOrders, March, Ambushes, Contact)
