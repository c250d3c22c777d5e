"""A pupil who follows a lesson without a page: he does what it offers, and else what is proposed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import Any

from deadground.bots.roster import make_bot, usual_of
from deadground.core.events import SeenEvent
from deadground.core.faults import Refused
from deadground.core.lesson import Lesson, Near, Offer, Place, Sign, Step, Told
from deadground.core.looks import edit
from deadground.core.match import Match
from deadground.core.requests import AnyRequest, Gesture, Orders
from deadground.core.scene import Force, Scene, Token
from deadground.core.system import System
from deadground.space.bases import Base, gap, stand

TENTHS = {"mm": 10, "in": 254}


class Pupil:
    """One battle by the book of a lesson against a bot."""

    def __init__(self, system: System[Any], scenario: str, seed: bytes, opponent: str = "") -> None:
        lesson = system.lesson(scenario)
        assert lesson is not None
        self.system = system
        self.lesson: Lesson = lesson
        self.tenths = TENTHS[lesson.unit]
        self.match: Match[Any] = Match.begin(system, system.prepare(scenario), seed)
        self.seat = lesson.seat
        self.bots = {
            seat: make_bot(system, opponent or usual_of(system), seed, seat)
            for seat in self.match.setup.seats
            if seat != self.seat
        }
        self.shown: list[str] = []
        self.refused: list[str] = []
        self.done: set[str] = set()
        self.read_news = 0
        self.begun: Any = None

    def play(self) -> None:
        """To the end of the battle."""
        while self.match.outcome is None:
            self.move_on()

    def move_on(self) -> None:
        """One decision, the pupil's or a bot's."""
        seat = self.match.to_act()[0]
        if seat == self.seat:
            self.answer()
        else:
            bot = self.bots[seat]
            self.match.submit(bot.choose(self.match.view(seat)), bot.note)

    def answer(self) -> None:
        """One question, step by step of the lesson."""
        serial = self.request.serial
        draft = self.begun = self.first_draft()
        for _ in range(30):
            step = self.next_step(draft)
            if step is None and not self.has_news:
                break
            if step is None:
                self.read_news = self.scene.clock.turn
                continue
            self.shown.append(step.id)
            self.done.add(self.key(step))
            if step.offer is None:
                continue
            if step.offer.accept and step.when.news:
                self.read_news = self.scene.clock.turn
            elif step.offer.accept:
                break
            elif step.offer.stay:
                draft = []
                break
            else:
                draft = self.take(step, step.offer, draft)
        assert self.request.serial == serial
        self.match.submit(self.request.choice(draft))

    def first_draft(self) -> Any:
        """What is proposed; cards of last turn with their moves, as far as they can be laid again."""
        request = self.request
        if request.kind != "orders" or not request.proposal:
            return request.proposal
        try:
            found = edit(self.match, self.seat, request.serial, request.proposal, Gesture(act="repeat"))
        except Refused:
            return request.proposal
        wrong = [fault.at for fault in found.faults]
        return [
            order
            for i, order in enumerate(found.value)
            if not any(at.startswith(f"value[{i}]") for at in wrong)
        ]

    def take(self, step: Step, offer: Offer, draft: Any) -> Any:
        """What the offer makes of a draft; where the table refuses, the unit stays."""
        if offer.staff:
            return self.match.suggest(self.seat, self.request.serial, 1)[0].value
        pieces = tuple(self.stands_of(offer.unit))
        given = {"card": offer.card} if offer.card else {}
        gesture = Gesture(act="card", pieces=pieces, given=given)
        if offer.to or offer.onto_enemy or offer.short:
            gesture = Gesture(pieces=pieces, to=self.goal(offer), given=given)
        try:
            found = edit(self.match, self.seat, self.request.serial, draft, gesture)
            own = [f"value[{i}]" for i, one in enumerate(found.value) if set(pieces) & set(one["pieces"])]
            faults = [str(one.reason) for one in found.faults if one.at.startswith(tuple(own))]
            if not faults:
                return found.value
        except Refused as refusal:
            faults = [str(refusal)]
        self.refused.append(f"{step.id}: {faults[0]}")
        return edit(
            self.match, self.seat, self.request.serial, draft, Gesture(act="clear", pieces=pieces)
        ).value

    def goal(self, offer: Offer) -> tuple[int, int] | str:
        if offer.to is not None:
            return round(offer.to[0] * self.tenths), round(offer.to[1] * self.tenths)
        pair = self.nearest(offer.unit)
        assert pair is not None
        own, enemy = pair
        if offer.onto_enemy:
            return enemy.id
        part = offer.short * self.tenths / max(1.0, apart(own, enemy))
        x, y = (round(e + (o - e) * part) for o, e in zip(own.at, enemy.at, strict=True))
        return x, y

    # What the seat sees

    @property
    def request(self) -> AnyRequest:
        return self.match.requests(self.seat)[0]

    @property
    def scene(self) -> Scene:
        scene = self.system.scene(self.match.view(self.seat))
        assert scene is not None
        return scene

    @property
    def has_news(self) -> bool:
        """Whether the turn has a digest that was not read yet."""
        scene = self.scene
        return bool(scene.digest) and self.read_news != scene.clock.turn

    def stands_of(self, unit: str) -> list[str]:
        """The pieces of a unit that cards are asked for: a unit of the question, or those of the forces."""
        units = getattr(self.request, "units", ())
        asked = [id for one in units if one.label == unit for id in one.pieces]
        own = list(pieces_of(unit, self.scene.forces))
        return asked or [id for one in units for id in one.pieces if id in own]

    def nearest(self, unit: str, able: bool = False) -> tuple[Token, Token] | None:
        tokens = self.scene.tokens
        own = [tokens[id] for id in self.stands_of(unit) if id in tokens]
        foes = [one for one in self.foes_in_sight() if not (able and one.state)]
        pairs = [(gap(base(a), base(b)), a.id, b.id) for a in own for b in foes]
        if not pairs:
            return None
        _, a, b = min(pairs)
        return tokens[a], tokens[b]

    def foes_in_sight(self) -> list[Token]:
        side = next(sign.id for sign in self.scene.sides if sign.mine)
        return [
            one
            for one in self.scene.tokens.values()
            if one.side != side and not one.seen and one.symbol not in ("hq", "question")
        ]

    # The steps

    def next_step(self, draft: Any) -> Step | None:
        return next(
            (
                step
                for step in self.lesson.steps
                if self.key(step) not in self.done and self.holds(step.when, draft)
            ),
            None,
        )

    def key(self, step: Step) -> str:
        if step.each_time:
            return f"{step.id} at {self.request.serial}"
        return f"{step.id} {self.scene.clock.turn}" if step.each_turn else step.id

    def holds(self, sign: Sign, draft: Any) -> bool:
        request, turn = self.request, self.scene.clock.turn
        return all(
            (
                not sign.asked or request.guide == sign.asked,
                not sign.row or sign.row in request.rows,
                sign.news == self.has_news or not (sign.news or sign.asked),
                sign.turn in (0, turn),
                sign.from_turn <= turn,
                not sign.waiting or self.is_waiting(sign.waiting, draft),
                not sign.untouched or draft == self.begun,
                not sign.proposed or self.is_proposed(sign.proposed, draft),
                not sign.can or self.is_open(sign.can),
                not sign.cannot or not self.is_open(sign.cannot),
                self.asks_so_many(sign),
                sign.near is None or self.is_near(sign.near),
                self.is_so_many(sign),
                not sign.clear or not self.foes_in_sight(),
                sign.told is None or self.found(sign.told),
                sign.untold is None or not self.found(sign.untold),
            )
        )

    def is_so_many(self, sign: Sign) -> bool:
        side = next(one.id for one in self.scene.sides if one.mine)
        own = sum(one.side == side for one in self.scene.tokens.values())
        return sign.at_least <= own and (not sign.at_most or own <= sign.at_most)

    def orders_of(self, unit: str, draft: Any) -> list[Any]:
        stands = set(self.stands_of(unit))
        return [order for order in draft or () if stands & set(order["pieces"])]

    def is_waiting(self, unit: str, draft: Any) -> bool:
        known = self.stands_of(unit)
        return bool(known) and self.orders_of(unit, draft) == self.orders_of(unit, self.begun)

    def is_proposed(self, card: str, draft: Any) -> bool:
        orders = (self.request.proposal, draft) if self.request.kind == "orders" else ((), ())
        return all(any(order["card"] == card for order in some or ()) for some in orders)

    def is_open(self, card: str) -> bool:
        request = self.request
        return isinstance(request, Orders) and any(one.id == card and not one.hint for one in request.cards)

    def asks_so_many(self, sign: Sign) -> bool:
        request = self.request
        asked = sum(len(unit.pieces) for unit in request.units) if isinstance(request, Orders) else 0
        return sign.asks_least <= asked and (not sign.asks_most or asked <= sign.asks_most)

    def is_near(self, near: Near) -> bool:
        away = (
            self.to_enemy(near.unit, near.able)
            if near.place is None
            else self.to_place(near.unit, near.place)
        )
        if away is None:
            return False
        away = away // self.tenths if self.lesson.unit == "mm" else away / self.tenths
        return (not near.within or away <= near.within) and away > near.beyond

    def to_enemy(self, unit: str, able: bool) -> float | None:
        pair = self.nearest(unit, able)
        return gap(*map(base, pair)) if pair else None

    def to_place(self, unit: str, place: Place) -> float | None:
        x, y = (part * self.tenths for part in place)
        own = [self.scene.tokens[id].at for id in self.stands_of(unit) if id in self.scene.tokens]
        return min((hypot(at[0] - x, at[1] - y) for at in own), default=None)

    def found(self, told: Told) -> bool:
        return any(matches(told, event, self.seat) for event in self.match.log(self.seat))


def matches(told: Told, event: SeenEvent, side: str) -> bool:
    """Whether a line of the log is what a step waits for."""
    owners = {roll.owner for roll in event.rolls}
    return (
        event.kind == told.kind
        and told.manner in ("", event.data.get("manner"))
        and (not told.by or (bool(owners) and (side in owners) == (told.by == "me")))
        and told.says in event.text
    )


def pieces_of(unit: str, forces: Iterable[Force]) -> Iterator[str]:
    """The pieces of a unit by its name in the forces."""
    for force in forces:
        if force.label == unit:
            yield from force.tokens
        yield from pieces_of(unit, force.branches)


def base(token: Token) -> Base:
    return stand(token.at, token.width, token.depth, token.facing)


def apart(one: Token, other: Token) -> float:
    return hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])
