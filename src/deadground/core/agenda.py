"""The agenda: procedures in progress, as plain data.

A procedure is a small struct with its own local values. Its steps are named methods; the saved game holds the
name of the next step. A step does its work in ordinary Python, rolls dice inline, and ends in one of four ways:

    Go(self.resume)                             carry on with another step of this procedure
    Call(Escape(stack), then=self.look_again)   run another procedure first; its result is `self.reply`
    Ask(self.fire_or_duck, seat, then=self.act) ask one or more seats; the answer is `self.reply`
    Done(result)                                finished; the caller gets the result

What a seat is asked is written by a *question*: a method that sees only that seat's view. It is run again
whenever the request is wanted, so a save need not hold it and a secret cannot slip into it from the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any, ClassVar, TypeAlias, TypeVar

import msgspec

from deadground.core.plain import is_plain
from deadground.core.requests import AnyRequest

ProcedureClass = TypeVar("ProcedureClass", bound="type[Procedure]")
T = TypeVar("T")
Method = TypeVar("Method", bound=Callable[..., Any])


class Go:
    """Carry on with a step of the same procedure."""

    __slots__ = ("step",)

    def __init__(self, step: Callable[..., Next]) -> None:
        self.step = step.__name__


class Call:
    """Run another procedure, then carry on with a step of this one."""

    __slots__ = ("procedure", "then")

    def __init__(self, procedure: Procedure, then: Callable[..., Next]) -> None:
        self.procedure = procedure
        self.then = then.__name__


class Ask:
    """Ask one or more seats a question; when all have answered, carry on with a step.

    One seat: `reply` is its value. Several (given as a list or tuple): `reply` maps seat to value, and nobody
    sees another's answer before all are in. `quiet` is what the other seats read instead of who is being
    waited for, where that would betray a secret.

    `veiled` goes further, for questions that come up while the rules run: as long as one veiled question
    follows another, a seat that is not asked sees what it saw when the first was asked, and nothing in its view,
    log or messages tells whether another came after it. The first must ask everybody whom the later ones may
    keep waiting, with the same `quiet`, and its answers are final: taking one back would tell as much.

    `known` says that everybody at the table can tell what may be answered. Such a question is not put when every
    seat has a single legal answer: those are taken and logged. Any other is put all the same, because a pause
    that does not come would betray a secret.
    """

    __slots__ = ("known", "question", "quiet", "seats", "several", "then", "veiled")

    def __init__(
        self,
        question: Callable[..., AnyRequest],
        seats: str | Iterable[str],
        then: Callable[..., Next],
        *,
        quiet: str | None = None,
        veiled: bool = False,
        known: bool = False,
    ) -> None:
        self.question = question.__name__
        self.several = not isinstance(seats, str)
        self.seats = (seats,) if isinstance(seats, str) else tuple(seats)
        self.then = then.__name__
        self.quiet = quiet
        self.veiled = veiled
        self.known = known


class Done:
    """The procedure is finished; the result, plain data, becomes its caller's reply."""

    __slots__ = ("result",)

    def __init__(self, result: Any = None) -> None:
        self.result = result


Next: TypeAlias = Go | Call | Ask | Done

PARTS: dict[Callable[..., Any], str] = {}
"""Which functions are steps and which are questions."""


def step(method: Method) -> Method:
    """Mark a method as a step: `def name(self, game) -> Next`."""
    PARTS[method] = "step"
    return method


def question(method: Method) -> Method:
    """Mark a method as a question: `def name(self, view) -> a request`."""
    PARTS[method] = "question"
    return method


class Procedure(msgspec.Struct, kw_only=True):
    """One rule sequence in progress. Fields of subclasses are ids and plain values, never pieces or secrets."""

    at: str = ""
    reply: Any = None

    key: ClassVar[str] = ""
    rows: ClassVar[tuple[str, ...]] = ()
    steps: ClassVar[tuple[str, ...]] = ()
    questions: ClassVar[tuple[str, ...]] = ()
    holds_keys: ClassVar[tuple[str, ...]] = ()
    """Fields that hold the key of another procedure, so that a save follows it when it is renamed."""
    is_link: ClassVar[bool] = False
    """Whether it is a link in a chain of reactions, for whoever measures how long those are."""

    def answer(self, kind: type[T]) -> T:
        """The reply as the type a step wants, such as `dict[str, PathValue]`."""
        return msgspec.convert(self.reply, kind)

    @property
    def picked(self) -> str:
        """The one id of a pick's reply."""
        (id,) = self.reply
        return str(id)


PROCEDURES: dict[str, type[Procedure]] = {}

OWN = ("at", "reply")
"""The fields of every procedure."""


def procedure(key: str, rows: tuple[str, ...] = ()) -> Callable[[ProcedureClass], ProcedureClass]:
    """Register a procedure under the key that saves know it by, with the rule rows it carries out."""

    def register(cls: ProcedureClass) -> ProcedureClass:
        if key in PROCEDURES and PROCEDURES[key].__qualname__ != cls.__qualname__:
            raise TypeError(f"two procedures are called '{key}'")
        cls.key, cls.rows = key, rows
        cls.steps, cls.questions = parts(cls, "step"), parts(cls, "question")
        if not cls.steps:
            raise TypeError(f"the procedure '{key}' has no step")
        for field in msgspec.structs.fields(cls):
            if field.name not in OWN and not is_plain(field.type, any_too=True):
                raise TypeError(
                    f"{cls.__name__}.{field.name}: a procedure holds ids, plain values and tuples"
                )
        PROCEDURES[key] = cls
        return cls

    return register


def parts(cls: type, kind: str) -> tuple[str, ...]:
    """The names of a class's steps or questions, in the order written, those of its bases first."""
    names: dict[str, None] = {}
    for base in reversed(cls.__mro__):
        for name, member in vars(base).items():
            if isinstance(member, FunctionType) and PARTS.get(member) == kind:
                names.setdefault(name)
    return tuple(names)


class AgendaError(Exception):
    """A rule ended a step in a way the kernel cannot follow."""


class Frame(msgspec.Struct, frozen=True):
    """A procedure as a save holds it."""

    key: str
    at: str
    reply: Any
    fields: dict[str, Any]


def pack(running: Procedure) -> Frame:
    fields = {
        name: msgspec.to_builtins(getattr(running, name))
        for name in running.__struct_fields__
        if name not in OWN
    }
    return Frame(running.key, running.at, running.reply, fields)


def unpack(frame: Frame) -> Procedure:
    cls = PROCEDURES.get(frame.key)
    if cls is None:
        raise AgendaError(f"no procedure is called '{frame.key}'")
    if frame.at not in cls.steps:
        raise AgendaError(f"'{frame.key}' has no step '{frame.at}'")
    return msgspec.convert({**frame.fields, "at": frame.at, "reply": frame.reply}, cls)
