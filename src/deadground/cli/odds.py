"""``deadground odds``: the exact chances of a roll, as the rules reckon it. A system says what it can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, NamedTuple, get_args

import typer

from deadground.cli import Trouble
from deadground.cli.screen import console, print_json
from deadground.core.chances import Given, Heading, OddsError, Question
from deadground.core.faults import did_you_mean
from deadground.core.system import System

SET = typer.Option("--set", metavar="NAME=VALUE", help="A named option of the rules.")
WORDS = typer.Option("--words", help="List the circumstances and nothing else.")
JSON = typer.Option("--json", help="One record and nothing else.")


class Systems(typer.core.TyperGroup):
    """The systems that can be asked; none is read before somebody asks."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(with_odds())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        known = with_odds()
        if cmd_name not in known:
            raise Trouble(f"no odds can be had for '{cmd_name}': {did_you_mean(cmd_name, known)}")
        return typer.main.get_group(rolls_of(known[cmd_name]))


class Rolls(typer.core.TyperGroup):
    """The rolls of a system; names the nearest where there is no such roll."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        known = self.list_commands(ctx)
        if cmd_name not in known:
            raise Trouble(f"there is no roll '{cmd_name}': {did_you_mean(cmd_name, known)}")
        return super().get_command(ctx, cmd_name)


odds = typer.Typer(
    cls=Systems,
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="The exact chances of a roll, by the code that resolves it.",
)


@odds.callback()
def systems() -> None:
    """The systems whose odds can be had."""


def with_odds() -> Mapping[str, System[Any]]:
    from deadground.systems import registry

    return {name: system for name, system in registry.systems().items() if system.odds}


def rolls_of(system: System[Any]) -> typer.Typer:
    """The commands of a system, one for each question that it answers."""
    rolls = typer.Typer(
        cls=Rolls,
        add_completion=False,
        rich_markup_mode=None,
        no_args_is_help=True,
        help=f"{system.title}: {len(system.odds)} rolls.",
    )
    for name, question in system.odds.items():
        rolls.command(name)(command_for(question))
    return rolls


def command_for(question: Question) -> Callable[..., None]:
    """A command whose options are what the question may be given; Typer reads them from its signature."""
    everything = signature(question.answer, eval_str=True).parameters
    given = {name: Said.of(one) for name, one in everything.items() if name != "options"}

    def ask(set_: list[str] | None, as_json: bool, list_words: bool = False, **typed: Any) -> None:
        if list_words:
            return show_words(question.words)
        values = {name: said.value(typed[name]) for name, said in given.items()}
        try:
            found = question.answer(**values, options=chosen(set_))
        except OddsError as error:
            raise Trouble(str(error)) from None
        return print_json(found.record()) if as_json else show(found.in_words())

    ask.__doc__ = question.answer.__doc__
    ask.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            *(said.option() for said in given.values()),
            option("set_", list[str] | None, SET, None),
            *([option("list_words", bool, WORDS, False)] if question.words else ()),
            option("as_json", bool, JSON, False),
        ]
    )
    return ask


class Said(NamedTuple):
    """A parameter of a question, with what is said of it."""

    parameter: Parameter
    kind: Any
    given: Given

    @classmethod
    def of(cls, parameter: Parameter) -> Said:
        kind, given = get_args(parameter.annotation)
        return cls(parameter, kind, given)

    @property
    def name(self) -> str:
        return "--" + (self.given.name or self.parameter.name).replace("_", "-")

    def option(self) -> Parameter:
        """It as an option of a command: lists are typed with commas between."""
        default = self.parameter.default
        if isinstance(default, tuple):
            default = ",".join(map(str, default))
        info = typer.Option(self.name, metavar=self.given.unit or None, help=self.given.help)
        return option(self.parameter.name, self.kind if self.kind in (int, float) else str, info, default)

    def value(self, typed: Any) -> Any:
        """What was typed, as the question takes it."""
        if self.kind != Sequence[int]:
            return typed
        try:
            return [int(part) for part in typed.split(",") if part.strip()] or self.parameter.default
        except ValueError:
            raise Trouble(
                f"{self.name} {typed}: whole numbers between commas are wanted, as in 4,3"
            ) from None


def option(name: str, kind: Any, info: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=Annotated[kind, info], default=default)


def chosen(pairs: list[str] | None) -> dict[str, str]:
    """Named options as they were set."""
    given = pairs or []
    for pair in given:
        if "=" not in pair:
            raise Trouble(f"--set {pair}: NAME=VALUE is wanted")
    return {name.strip(): value.strip() for name, value in (pair.split("=", 1) for pair in given)}


def show_words(known: Mapping[str, str]) -> None:
    screen = console()
    for word, meaning in known.items():
        screen.print(f"{word:14}  {meaning}")


def show(lines: Iterable[str]) -> None:
    screen = console()
    for line in lines:
        screen.print(line, style="bold" if isinstance(line, Heading) else None)
