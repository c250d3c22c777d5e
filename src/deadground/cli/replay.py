"""``deadground replay``: a game told again, step by step."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from deadground.cli import Trouble
from deadground.cli.hindsight import account_lines, hindsight
from deadground.cli.screen import print_json
from deadground.cli.shared import contents, header, saved
from deadground.cli.story import Step, cited, in_words, lines, retold, story
from deadground.core import saves
from deadground.core.account import Account
from deadground.core.events import SeenEvent
from deadground.core.faults import did_you_mean
from deadground.core.journal import Chose
from deadground.core.match import Match
from deadground.core.view import Outcome
from deadground.testing import fuzzing
from deadground.testing.games import games

HELP = "Enter: next   b: back   q: quit "


class Told(msgspec.Struct, frozen=True):
    """A game as a story: what it is, its steps, and how it stands at the end of them."""

    system: str
    scenario: str
    seat: str | None
    options: dict[str, str]
    marks: tuple[str, ...]
    steps: tuple[Step, ...]
    ending: str
    accounts: tuple[Account, ...] = ()
    """What the sides that kept a diary meant to do, and what became of it; for who is told the whole game."""
    crash: str | None = None


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A saved game or a seat's export.", show_default=False)
    ],
    seat: Annotated[
        str | None, typer.Option(help="Only what this seat could see.", show_default=False)
    ] = None,
    start: Annotated[int, typer.Option("--from", metavar="N", min=0, help="Begin with step N.")] = 0,
    whole: Annotated[bool, typer.Option("--all", help="Print everything at once.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document and nothing else.")] = False,
) -> None:
    """Step through a game. Tells choices, dice, modifiers and rule rows; a game that crashed is tried again."""
    told = told_export(file, seat) if is_export(contents(file)) else told_game(file, seat)
    if start >= len(told.steps) > 0:
        raise Trouble(f"there is no step {start}; the last is {len(told.steps) - 1}")
    told = msgspec.structs.replace(told, steps=told.steps[start:])
    if as_json:
        print_json(told)
    elif whole or not is_terminal():
        _print_all(told)
    else:
        _step_through(told)


def is_export(document: bytes) -> bool:
    """Whether a file is what a seat took away during play, and not a whole game."""
    try:
        plain = msgspec.json.decode(document)
    except (ValueError, RecursionError):
        return False
    return isinstance(plain, dict) and "view" in plain and "journal" not in plain


def told_game(file: Path, seat: str | None) -> Told:
    match, crash = saved(file), header(file).crash
    if seat is not None and seat not in match.setup.seats and not match.system.sees_all(seat):
        raise Trouble(f"there is no seat '{seat}' in this game: {did_you_mean(seat, match.setup.seats)}")
    again = list(retold(match))
    return Told(
        system=match.setup.system,
        scenario=match.setup.scenario,
        seat=seat,
        options=match.setup.options,
        marks=tuple(match.marks),
        steps=tuple(story(match, again, seat)),
        ending=ending(match.outcome, waiting(match, seat)),
        accounts=() if seat else hindsight(match, again),
        crash=None if crash is None or seat else told_crash(match, crash, contents(file)),
    )


def waiting(match: Match[Any], seat: str | None) -> tuple[str, ...]:
    """Whom the table waits for, as far as the seat can tell."""
    return match.to_act() if seat is None else match.view(seat).waiting


def ending(outcome: Outcome | None, waits: tuple[str, ...]) -> str:
    if outcome is None:
        return f"The game is not over; it waits for {', '.join(waits) or 'nobody'}."
    winners = " and ".join(outcome.winners) or outcome.unplayed
    return f"{winners + ' wins' if winners else 'A draw'}: {outcome.reason.rstrip('.')}.{cited(outcome.rows)}"


def told_crash(match: Match[Any], crash: saves.Crash, document: bytes) -> str:
    """What failed, on which act, and what happens when it is done again."""
    again = fuzzing.look_again(document, games())
    now = f"Done again, it fails: {again}" if again else "Done again, nothing is wrong."
    return f"{failed_on(match, crash)}\n{crash.error.rstrip()}\n{now}"


def failed_on(match: Match[Any], crash: saves.Crash) -> str:
    if not isinstance(crash.act, Chose):
        return f"It failed when the game was set up or put right ({type(crash.act).__name__.lower()})."
    choice = crash.act.choice
    request = next(iter(match.requests(choice.seat)), None)
    prompt = f"{request.prompt} " if request else ""
    return f"It failed on the next choice. {choice.seat}: {prompt}{in_words(request, choice.value)}"


def told_export(file: Path, seat: str | None) -> Told:
    try:
        export = msgspec.json.decode(contents(file), type=saves.SeatExport)
    except ValueError as error:
        raise Trouble(f"{file}: this does not have the layout of a seat's export: {error}") from None
    if export.format > saves.FORMAT:
        reads = f"this version of Deadground reads up to {saves.FORMAT}"
        raise Trouble(f"{file}: this export has format {export.format}; {reads}")
    view = export.view
    if seat not in (None, view.seat):
        raise Trouble(f"{file} is the export of {view.seat}; it does not show what {seat} saw")
    return Told(
        system=view.system,
        scenario=view.scenario,
        seat=view.seat,
        options=view.options,
        marks=view.marks,
        steps=tuple(told_event(n, event) for n, event in enumerate(export.log)),
        ending=ending(view.outcome, view.waiting),
    )


def told_event(n: int, event: SeenEvent) -> Step:
    return Step(n, "", (event,))


def is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def heading(told: Told) -> list[str]:
    seen = f", as {told.seat} saw it" if told.seat else ""
    options = ", ".join(f"{name}: {value}" for name, value in unusual(told).items())
    marked = [f"The game is marked: {mark}" for mark in told.marks]
    return [f"{told.system} / {told.scenario}{seen}", *([options] if options else []), *marked]


def unusual(told: Told) -> dict[str, str]:
    """The options of a game that were set otherwise than they stand by themselves."""
    usual = {option.name: option.default for option in games()[told.system].options}
    return {name: value for name, value in told.options.items() if value != usual.get(name)}


def _print_all(told: Told) -> None:
    for line in heading(told):
        _say(line)
    for step in told.steps:
        for line in lines(step):
            _say(line)
    _print_end(told)


def _print_end(told: Told) -> None:
    _say(told.ending)
    sides = (
        {side.id: side for side in games()[told.system].sheet(told.scenario).sides} if told.accounts else {}
    )
    for account in told.accounts:
        for line in account_lines(account, sides):
            _say(line)
    if told.crash:
        _say(told.crash)


def _step_through(told: Told) -> None:
    """One step at a time, to the end or until the reader has had enough."""
    for line in heading(told):
        _say(line)
    at = 0
    while at < len(told.steps):
        for line in lines(told.steps[at]):
            _say(line)
        try:
            word = input(HELP).strip().lower()
        except EOFError:
            return
        if word.startswith("q"):
            return
        at = max(0, at - 1) if word.startswith("b") else at + 1
    _print_end(told)


def _say(text: str) -> None:
    """Print a line or more. A file may come from anywhere, so nothing in it may steer the terminal."""
    for line in text.splitlines() or [""]:
        sys.stdout.write("".join(sign if sign.isprintable() else "?" for sign in line) + "\n")
