"""``deadground roster``: squads for the skirmish system, rolled or picked, checked, shown and printed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import randbelow
from typing import Annotated, Any

import msgspec
import typer

from deadground.cli import Trouble
from deadground.cli.own_book import in_workshop
from deadground.cli.roster_words import PaperSize, Star, Stiffen, settings
from deadground.cli.screen import console, listing, print_json
from deadground.core.faults import Fault, Refused
from deadground.core.loader import FileRefused, load
from deadground.core.roster import Grade, ListedNation, Offer, Roster, RosterSheet, SquadOrder, Start
from deadground.core.workshop import Workshop

roster = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Make, check, show and print squads for the skirmish system.",
)

Nation = Annotated[str, typer.Option(help="Whose squad; see `roster list`.", show_default=False)]
UnitName = Annotated[str, typer.Option(help="Which unit of its list; `crew` for a vehicle crew.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Write it here (.yaml or .json).", show_default=False),
]
File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A roster: a file, or the name of one that is kept.", show_default=False
    ),
]
House = Annotated[bool, typer.Option("--house", help="Take one that breaks its list; the sheet says so.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document and nothing else.")]
Paper = Annotated[PaperSize, typer.Option(help="The size of the sheet.")]


@roster.command("list")
def list_units(
    nation: Annotated[
        str | None,
        typer.Argument(metavar="[NATION]", help="One nation, with its columns.", show_default=False),
    ] = None,
    core: Annotated[bool, typer.Option("--core", help="The lists of the core rules alone.")] = False,
    year: Annotated[int, typer.Option(help="What may be picked in this year.")] = 1943,
    as_json: AsJson = False,
) -> None:
    """List the nations, or the units of one. Units come with their size and what may be picked."""
    with in_workshop() as shop, trouble():
        if nation is None:
            found = [nation_record(one) for one in shop.lists(core=core).nations]
        else:
            found = [unit_record(one) for one in shop.offers(nation, year)]
    if as_json:
        print_json(found)
    else:
        print_table(found)


@roster.command()
def new(
    nation: Nation,
    unit: UnitName = "infantry",
    year: Annotated[int, typer.Option(help="1941 to 1945.")] = 1943,
    month: Annotated[int, typer.Option(help="1 to 12; 0 for any.")] = 0,
    seed: Annotated[
        str | None,
        typer.Option(help="A word for the dice: the same one makes the same squad.", show_default=False),
    ] = None,
    pick: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT=WHICH",
            help="Decide yourself what a column leaves open: nco, jr_nco, lmg, riflemen, sa_rifle, fg42, mp44, "
            "special, kommissar, star (two attributes, a,b). What you leave out is rolled.",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Name your men, in their order.", show_default=False),
    ] = None,
    title: Annotated[str, typer.Option(help="What the squad is called.", show_default=False)] = "",
    start: Annotated[
        Start, typer.Option(help="What it is for; in a campaign men have attributes.")
    ] = "battle",
    star: Annotated[Star | None, typer.Option(help="Who is the Star.", show_default=False)] = None,
    grade: Annotated[Grade, typer.Option(help="Of a core list or a crew.")] = "regular",
    stiffen: Annotated[
        Stiffen | None, typer.Option(help="A Red Army squad with a man more.", show_default=False)
    ] = None,
    supply: Annotated[
        bool, typer.Option("--supply", help="Roll for German or Soviet equipment (Axis allies).")
    ] = False,
    crew: Annotated[int, typer.Option(help="How many men a vehicle crew has.")] = 4,
    platoon: Annotated[
        bool, typer.Option("--platoon", help="All squads of a platoon; the first is yours, with your Star.")
    ] = False,
    chosen: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="OPTION=VALUE", help="A named option of the rules.", show_default=False
        ),
    ] = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Make a squad, or a platoon, by the dice of its list. Strength, specialists, Reps and weapons are rolled."""
    order = SquadOrder(
        nation=nation,
        unit=unit,
        year=year,
        month=month,
        title=title,
        start=start,
        star=star,
        grade=grade,
        stiffening=stiffen or "",
        supply=supply,
        picks=settings(pick or [], "--pick"),
    )
    word = seed if seed is not None else str(randbelow(10**9))
    options = settings(chosen or [], "--set")
    if platoon and name:
        raise Trouble("--name is for the men of one squad, not of a platoon")
    with in_workshop() as shop, trouble():
        if platoon:
            squads = [checked(shop, one) for one in shop.platoon(order, word, options)]
            return give_platoon(shop, squads, out, as_json=as_json)
        made = checked(shop, shop.make(order, word, options, crew))
        return give(shop, renamed(shop, made, name or []), out, as_json=as_json)


@roster.command()
def show(file: File, house: House = False, as_json: AsJson = False) -> None:
    """Show a roster as it is printed, in plain text."""
    with in_workshop() as shop:
        print_sheet(shop.sheet(read(shop, file, house=house)), as_json=as_json)


@roster.command("print")
def print_roster(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A roster; none for --blank.", show_default=False)
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="OUT.pdf", help="Where to write it.")] = Path(
        "roster.pdf"
    ),
    paper: Paper = "a4",
    blank: Annotated[
        bool, typer.Option("--blank", help="An empty sheet; with --nation and --unit, headed.")
    ] = False,
    nation: Annotated[str, typer.Option(help="Of a blank sheet.", show_default=False)] = "",
    unit: Annotated[str, typer.Option(help="Of a blank sheet.", show_default=False)] = "",
    house: House = False,
) -> None:
    """Print a roster, or an empty sheet, as a PDF."""
    from deadground.paper.rosters import roster_pdf

    if blank == (file is not None):
        raise Trouble("give a roster, or --blank for an empty sheet")
    with in_workshop() as shop, trouble():
        sheet = shop.blank(nation, unit) if file is None else shop.sheet(read(shop, file, house=house))
    made = roster_pdf(sheet, paper)
    with writing(out):
        out.write_bytes(made)
    sys.stdout.write(f"{out}: {len(made)} bytes\n")


@contextmanager
def trouble() -> Iterator[None]:
    """What is refused is trouble."""
    try:
        yield
    except Refused as refused:
        raise told(refused.faults) from None


def told(faults: Sequence[Fault]) -> Trouble:
    """Everything that is wrong, with the rows it is wrong by."""
    return Trouble("; ".join(f"{fault.reason}{by_rows(fault)}" for fault in faults))


def by_rows(fault: Fault) -> str:
    return f" ({', '.join(fault.rows)})" if fault.rows else ""


def checked(shop: Workshop, made: Roster) -> Roster:
    """A squad that keeps to its list, as every one the dice make does but for its date."""
    faults = shop.faults(made)
    if faults:
        raise Trouble("; ".join(f"{fault.at}: {fault.reason}{by_rows(fault)}" for fault in faults))
    return made


def renamed(shop: Workshop, made: Roster, names: list[str]) -> Roster:
    """The squad with the first men named."""
    if len(names) > len(made.men):
        raise Trouble(f"{len(names)} names for {len(made.men)} men")
    men = [
        msgspec.structs.replace(man, name=names[i] if i < len(names) else man.name)
        for i, man in enumerate(made.men)
    ]
    return checked(shop, msgspec.structs.replace(made, men=tuple(men)))


def give(shop: Workshop, made: Roster, out: Path | None, *, as_json: bool) -> None:
    """Write a roster to its file, or show it."""
    if out is not None:
        with writing(out):
            out.write_text(shop.written(made, out.suffix), "utf-8", newline="\n")
    if as_json:
        print_json(shop.plain(made))
    elif out is not None:
        sys.stdout.write(f"{out}: {made.roster}, {len(made.men)} men\n")
    else:
        print_sheet(shop.sheet(made), as_json=False)


def give_platoon(shop: Workshop, squads: Sequence[Roster], out: Path | None, *, as_json: bool) -> None:
    """A file for each squad, its number behind the name; or all of them one after the other."""
    if as_json:
        if out is not None:
            raise Trouble("--platoon with --json writes no files; leave out one of --out and --json")
        return print_json([shop.plain(one) for one in squads])
    for one in squads:
        where = out.with_stem(f"{out.stem}-{one.squad}") if out else None
        give(shop, one, where, as_json=False)
    return None


def read(shop: Workshop, file: Path, *, house: bool) -> Roster:
    """A roster from its file; every fault of one that breaks its list goes to stderr, status 1."""
    try:
        return shop.checked(load(found(shop, file)), house=house)
    except FileRefused as refused:
        sys.stderr.write(f"{refused}\n")
        raise typer.Exit(1) from None


def found(shop: Workshop, file: Path) -> Path:
    """A file by its path, or a roster of the data folder by its name."""
    from deadground.desk.rosters import RosterDesk

    kept = RosterDesk(shop).files()
    if not file.exists() and str(file) not in kept:
        raise Trouble(f"there is no file {file}, and no roster of that name is kept")
    return file if file.exists() else kept[str(file)]


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """What cannot be written is said in one line."""
    try:
        yield
    except OSError as fault:
        raise Trouble(f"{file} cannot be written: {fault.strerror}") from None


def nation_record(one: ListedNation) -> dict[str, Any]:
    mark = "†" if one.stand_in else ""
    units = ", ".join(unit.id for unit in one.units)
    return {"nation": one.id, "name": one.name + mark, "stand_in": one.stand_in, "units": units}


def unit_record(one: Offer) -> dict[str, Any]:
    return {
        "unit": one.unit,
        "name": one.name + ("†" if one.stand_in else ""),
        "type": one.type.replace("_", " "),
        "men": one.men,
        "strength": one.strength,
        "squads": one.squads,
        "picks": "; ".join(f"{what}: {', '.join(answers)}" for what, answers in one.picks.items()),
    }


def print_table(records: list[dict[str, Any]]) -> None:
    shown = [name for name in records[0] if name != "stand_in"]
    table = listing(*shown, named=("unit",))
    for one in records:
        table.add_row(*(str(one[name]) for name in shown))
    console().print(table)
    if any("†" in str(one["name"]) for one in records):
        console().print("† a stand-in of ours, where the book's own list is missing", style="dim")


def print_sheet(found: RosterSheet, *, as_json: bool) -> None:
    """The sheet of a roster in plain text."""
    if as_json:
        return print_json(found)
    screen = console()
    screen.print(found.title, style="bold")
    screen.print(f"{found.subtitle}; {', '.join(f'{name.lower()} {value}' for name, value in found.facts)}")
    if found.house:
        screen.print(found.house, style="bold red")
        for fault in found.faults:
            screen.print(f"  {fault}")
    men = listing("name", "role", "Rep", "weapons", "attributes", "carries")
    for man in found.men:
        men.add_row(man.name, man.role, man.rep, man.weapons, man.attributes, man.carries)
    screen.print(men)
    arms = listing("weapon", "range", "Target", "Impact", "rank", "notes")
    for one in found.weapons:
        arms.add_row(one.name, one.range, one.target, one.impact, one.rank, one.notes)
    screen.print(arms)
    for name, does in found.explained:
        screen.print(f"{name}: {does}")
    for note in found.notes:
        screen.print(note, style="dim")
    return None
