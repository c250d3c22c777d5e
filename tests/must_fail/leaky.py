"""Card games that let a secret out, each in a way of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from deadground.core import saves
from deadground.core.agenda import PROCEDURES, Ask, Call, Next, Procedure, procedure, question, step
from deadground.core.faults import Fault
from deadground.core.messages import SeenView
from deadground.core.records import Public, state
from deadground.core.requests import (
    AnyRequest,
    Confirm,
    Gesture,
    Path,
    PathValue,
    Request,
    gestures_on,
    guide,
)
from deadground.core.scene import Line, Look, Scene
from deadground.core.table import Table
from deadground.testing.cards import queries, rules
from deadground.testing.cards.shapes import Phases
from deadground.testing.cards.state import Cards, CardsState
from deadground.testing.cards.system import CardsSystem


@procedure("bad.game")
class VariantGame(rules.TheGame):
    """The card game with another sequence of turns."""

    turns: str

    @step
    def play(self, g: Cards) -> Next:
        return Call(PROCEDURES[self.turns](), then=self.play)


class Variant(CardsSystem):
    """A card game in which one phase is exchanged for a faulty one."""

    name: ClassVar[str] = "bad cards"
    turns: ClassVar[type[Phases]]

    def opening(self, setup: Any) -> Procedure:
        return VariantGame(self.turns.key)


def exchanged(key: str, old: type[Procedure], new: type[Procedure]) -> type[Phases]:
    """The printed turns with one phase exchanged."""

    class Turns(rules.Turns):
        sequence = tuple(new if phase is old else phase for phase in rules.Turns.sequence)

    return procedure(key)(Turns)


def hidden_name(g: Cards) -> str:
    """The name of a patrol of south that north does not know, or nothing."""
    hidden = [piece.name for piece in queries.own(g.state, "south") if not piece.shown]
    return hidden[0] if hidden else ""


@procedure("bad.whispering_orders")
class WhisperingOrders(rules.GiveOrders):
    """Keeps a hidden enemy in its own fields and speaks of him in the prompt."""

    whispered: str = ""

    def seats(self, game: Cards) -> Iterable[str]:
        self.whispered = hidden_name(game)
        return super().seats(game)

    def ask(self, view: Any) -> AnyRequest:
        prompt = f"Give your patrols their orders; mind {self.whispered}."
        return msgspec.structs.replace(super().ask(view), prompt=prompt)


class SecretInPrompt(Variant):
    turns = exchanged("bad.turns_prompt", rules.GiveOrders, WhisperingOrders)


OVERHEARD: dict[str, str] = {}


@guide("bad.march")
class TattlingGuide(rules.MarchGuide):
    """Refuses with what it overheard elsewhere."""

    def faults(self, view: Any, request: Request, value: dict[str, PathValue]) -> list[Fault]:
        found = super().faults(view, request, value)
        return [Fault(f.at, f"{f.reason}; {OVERHEARD['name']} is near", f.rows) for f in found]


@procedure("bad.tattling_march")
class TattlingMarch(rules.March):
    """Tells the guide about a hidden enemy behind the view's back."""

    def seats(self, game: Cards) -> Iterable[str]:
        OVERHEARD["name"] = hidden_name(game)
        return super().seats(game)

    def ask(self, view: Any) -> AnyRequest:
        request = super().ask(view)
        if not isinstance(request, Path):
            raise TypeError("a march is a path")
        return msgspec.structs.replace(request, guide="bad.march")


class SecretInRefusal(Variant):
    turns = exchanged("bad.turns_refusal", rules.March, TattlingMarch)


@procedure("bad.listening_march")
class ListeningMarch(rules.March):
    """Overhears the name of a hidden enemy and says nothing."""

    def seats(self, game: Cards) -> Iterable[str]:
        OVERHEARD["name"] = hidden_name(game)
        return super().seats(game)


def rumour() -> Line:
    return Line(f"Mind {OVERHEARD.get('name') or 'nobody'}.")


class SecretInScene(Variant):
    """Draws a digest that speaks of a hidden enemy."""

    turns = exchanged("bad.turns_scene", rules.March, ListeningMarch)

    def scene(self, view: Any) -> Scene:
        return Scene(width=10, height=10, digest=(rumour(),))


class SecretInLook(Variant):
    """Draws nothing, but answers a question with a hidden enemy."""

    turns = exchanged("bad.turns_look", rules.March, ListeningMarch)

    def scene(self, view: Any) -> Scene:
        return Scene(width=10, height=10)

    @property
    def looks(self) -> Mapping[str, Callable[[Any, Mapping[str, Any]], Look]]:
        return {"rumour": lambda view, given: Look(lines=(rumour(),))}


def hidden_id(g: Cards) -> str:
    """The id of a patrol of south that north does not know, or nothing."""
    return next((piece.id for piece in queries.own(g.state, "south") if not piece.shown), "")


@state
class NotingState(CardsState):
    """Names a patrol in a field that does not say so, and that nobody masks."""

    noted: Public[str] = ""


@procedure("bad.noting_march")
class NotingMarch(rules.March):
    def seats(self, game: Cards) -> Iterable[str]:
        if isinstance(game.state, NotingState):
            game.state.noted = hidden_id(game)
        return super().seats(game)


class NameInUnmarkedField(Variant):
    turns = exchanged("bad.turns_noting", rules.March, NotingMarch)
    state_type = NotingState

    def new_state(self, setup: Any) -> CardsState:
        return NotingState(**msgspec.structs.asdict(super().new_state(setup)))


@procedure("bad.pointing_march")
class PointingMarch(rules.March):
    """Overhears the id of a hidden enemy."""

    def seats(self, game: Cards) -> Iterable[str]:
        OVERHEARD["id"] = hidden_id(game)
        return super().seats(game)


class NameInLook(Variant):
    """Answers a question with the id of a hidden enemy, without a word about him."""

    turns = exchanged("bad.turns_pointing", rules.March, PointingMarch)

    def scene(self, view: Any) -> Scene:
        return Scene(width=10, height=10)

    @property
    def looks(self) -> Mapping[str, Callable[[Any, Mapping[str, Any]], Look]]:
        return {"who": lambda view, given: Look(value=OVERHEARD.get("id", ""))}


guide("bad.gesture")(rules.MarchGuide)


@gestures_on("bad.gesture")
def tattle(view: Any, request: Request, draft: Any, gesture: Gesture) -> Look:
    """Makes an honest draft and speaks of a hidden enemy."""
    return Look(value={}, lines=(rumour(),))


@procedure("bad.march_by_hand")
class MarchByHand(ListeningMarch):
    def ask(self, view: Any) -> AnyRequest:
        request = super().ask(view)
        if not isinstance(request, Path):
            raise TypeError("a march is a path")
        return msgspec.structs.replace(request, guide="bad.gesture")


class SecretInGesture(Variant):
    """Speaks of a hidden enemy when a patrol is dragged."""

    turns = exchanged("bad.turns_gesture", rules.March, MarchByHand)

    def scene(self, view: Any) -> Scene:
        return Scene(width=10, height=10)


@procedure("bad.open_ambushes")
class OpenAmbushes(rules.Ambushes):
    """Asks only those who have an ambush to spring, before everybody's eyes."""

    quiet = None

    def entitled(self, game: Cards) -> Iterable[str]:
        return [seat for seat in queries.by_card(game.state) if queries.ambushes(game.state, seat)]


class SecretInWhoIsAsked(Variant):
    turns = exchanged("bad.turns_asked", rules.Ambushes, OpenAmbushes)


@procedure("bad.telling_march")
class TellingMarch(rules.March):
    """Tells everybody that a hidden patrol marched."""

    def reveal(self, game: Cards, answers: dict[str, Any]) -> Next:
        game.tell("rustle", f"Something moves: {hidden_name(game)}.", "CARDS-3")
        return super().reveal(game, answers)


class SecretInEvent(Variant):
    turns = exchanged("bad.turns_event", rules.March, TellingMarch)


class DigestOfEverything(Table[Any]):
    """Digests the whole state for a seat instead of what the seat sees."""

    def seen(self, seat: str, *, whole: bool = False) -> SeenView:
        everything = msgspec.json.encode(self.match.position.state)
        digest = hashlib.blake2b(everything, digest_size=8).hexdigest()
        return msgspec.structs.replace(super().seen(seat, whole=whole), digest=digest)


class ExportOfEverything(Table[Any]):
    """Gives a seat the whole game during play."""

    def export(self, seat: str) -> bytes:
        return saves.save(self.match)


@procedure("bad.peeking_contact")
class PeekingContact(rules.Contact):
    """Asks north something only while south has a patrol in hiding on its back row."""

    @step
    def peek(self, g: Cards) -> Next:
        back = queries.home_rows("south")[0]
        at_home = any(not p.shown and p.at[1] == back for p in queries.own(g.state, "south"))
        seat = "north" if at_home else "south"
        return Ask(self.nothing_much, seat, then=self.next_fight, quiet="contact")

    @question
    def nothing_much(self, view: Any) -> AnyRequest:
        return Confirm("Ready?")


PeekingContact.steps = ("peek", "next_fight")


class SecretInBeingAsked(Variant):
    turns = exchanged("bad.turns_being_asked", rules.Contact, PeekingContact)
