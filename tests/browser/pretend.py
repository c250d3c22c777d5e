"""A pretend table that asks one question of every kind, checked by the real request classes."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from deadground.core.events import SeenEvent
from deadground.core.faults import Fault
from deadground.core.messages import (
    AckMessage,
    AnyCall,
    AnyMessage,
    ChooseCall,
    PatchMessage,
    RefusalMessage,
    SeenView,
    SuggestCall,
    ViewMessage,
    encode_message,
)
from deadground.core.patch import diff
from deadground.core.requests import (
    Allocate,
    AnyRequest,
    Card,
    Confirm,
    Number,
    Option,
    OrderedUnit,
    Orders,
    Path,
    Pick,
    Place,
    Share,
    Spot,
    Suggestion,
    Walker,
)
from deadground.server.pulse import BEAT

decode_call = msgspec.json.Decoder(AnyCall).decode

FIELD = (0, 0, 12000, 8000)
REFUSED = Fault("value", "he has no rounds left", ("KIM-6.1a",))

QUESTIONS: dict[str, AnyRequest] = {
    "pick": Pick(
        "Who fires?",
        options=(
            Option("ash", "Ash", "42 % to hit"),
            Option("bull", "Bull", "17 % to hit"),
            Option("cole", "Cole", "", REFUSED),
        ),
        proposal=["ash"],
    ),
    "some": Pick(
        "Who goes along?",
        options=tuple(Option(name.lower(), name) for name in ("Ash", "Bull", "Cole")),
        least=0,
        most=2,
    ),
    "number": Number("How many rounds?", low=1, high=5, unit="rounds", proposal=2),
    "confirm": Confirm("Charge the wall?", yes="Charge", no="Hold", proposal=False),
    "allocate": Allocate(
        "Share out the dice.",
        shares=(Share("gun", "The gun", 4, 1), Share("crew", "Its crew", 4, hint="in cover")),
        least=4,
        most=4,
        unit="dice",
        proposal={"gun": 3, "crew": 1},
    ),
    "place": Place(
        "Put your men behind the hedge.",
        spots=(Spot("ash", "Ash", FIELD), Spot("bull", "Bull", FIELD, ((1000, 2000), (1500, 2000)))),
        facing=True,
    ),
    "path": Path(
        "Move your men.",
        walkers=(
            Walker("ash", "Ash", (1000, 1000), 2032, FIELD),
            Walker("bull", "Bull", (1500, 1000), 2032, FIELD),
        ),
        proposal={"ash": {"points": [[2000, 1000]]}},
        rows=("KIM-5.1a",),
    ),
    "orders": Orders(
        "Lay your cards.",
        units=(
            OrderedUnit("tanks", "Tanks", ("T1", "T2", "T3"), 2, ("move", "fire")),
            OrderedUnit("guns", "Guns", ("G1",), 1, ("fire",)),
        ),
        cards=(Card("move", "Move", True, "250 mm at most"), Card("fire", "Fire")),
        proposal=[{"unit": "tanks", "card": "move", "pieces": ["T1", "T2", "T3"], "arrow": 900}],
    ),
}

SUGGESTED = {
    "orders": [
        Suggestion(
            "Guns only",
            [{"unit": "guns", "card": "fire", "pieces": ["G1"], "arrow": None}],
            "the tanks are hidden where they are",
        )
    ]
}


STATUS: dict[str, Any] = {"names": {}, "mine": True, "rewinds": False}
"""As much of how a game stands as the page asks for."""


class Pretend:
    """Asks one question, takes a legal answer, then waits for the other side."""

    def __init__(self, question: AnyRequest, *log: SeenEvent) -> None:
        self.log = log
        self.question = msgspec.structs.replace(question, serial=7, seat="red")
        self.taken: list[Any] = []
        self.view = SeenView(
            game="pretend",
            system="pretend",
            scenario="hedge",
            seat="red",
            seats=("red", "blue"),
            options={},
            state={"turn": 3, "men": {"m1": {"name": "Ash", "at": [1000, 1000], "hits": 0}}},
            requests=(self.question,),
            former=(),
            waiting=("red",),
            can_undo=False,
            take_back=None,
            outcome=None,
            marks=(),
            lent={},
            loanable=(),
            runs_plan=False,
            news=(),
            overrules=(),
            commitment="",
            digest="",
        )

    def open(self, page: Page, server: str) -> None:
        mine = json.dumps([{"game": "pretend", "token": "t", "seat": "red"}])
        page.add_init_script(f"localStorage.setItem('deadground.games', {json.dumps(mine)})")
        page.route_web_socket("**/api/games/pretend/table", self._sit)
        page.route("**/api/games/pretend", lambda route: route.fulfill(json=STATUS))
        page.goto(f"{server}/play/pretend")
        page.get_by_role("form").first.wait_for()

    def _sit(self, line: WebSocketRoute) -> None:
        def tell(message: AnyMessage) -> None:
            line.send(encode_message(message).decode())

        def hear(text: str | bytes) -> None:
            if text == BEAT.decode():
                line.send(text)
                return
            for message in self._answers(decode_call(text)):
                tell(message)

        line.on_message(hear)
        tell(ViewMessage(version=1, view=self.view, log=self.log, log_start=0))

    def _answers(self, call: Any) -> list[AnyMessage]:
        if isinstance(call, SuggestCall):
            suggestions = [*self.question.suggest(None, call.most), *SUGGESTED.get(self.question.kind, [])]
            return [AckMessage(version=1, call=call.call, suggestions=tuple(suggestions))]
        faults = tuple(self.question.check(None, call.choice.value))
        if not isinstance(call, ChooseCall):
            return [AckMessage(version=1, call=call.call, faults=faults)]
        if faults:
            return [RefusalMessage(version=1, call=call.call, faults=faults)]
        self.taken.append(call.choice.value)
        after = msgspec.structs.replace(self.view, requests=(), waiting=("blue",))
        changes = diff(msgspec.to_builtins(self.view), msgspec.to_builtins(after))
        return [
            AckMessage(version=1, call=call.call),
            PatchMessage(version=2, since=1, changes=tuple(changes), events=()),
        ]
