"""Armies: command groups, units and stands as a tree, read from files in armies. KIM-1.2a

An army file says what an army is made of; where its stands begin is for a scenario to say.

    army: 14th Corps
    commands:
      - id: infantry_division
        name: 3rd Infantry Division
        morale: [14, 17]                   # left out: a fight to the last man
        chits: 8                           # for the whole game; or chits_a_day
        hq: {kind: hq}
        recon: [{kind: recon}]             # none, one or two
        units:
          - {id: brigade_321, name: 321st Brigade, cards: 2, stands: [{kind: infantry, count: 8}]}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from deadground.core.advice import near
from deadground.core.citing import cite, way_in
from deadground.core.loader import DataError, Document, Step
from deadground.systems.map_file import Id, Name
from deadground.systems.stands.kinds import Kind, Troop, kinds

ARMIES = Path(__file__).parent / "armies"

MOST_RECON = 2
"""KIM-3.2a"""

Way = tuple[Step, ...]
Count = Annotated[int, Meta(ge=0, le=99)]
PassNumber = Annotated[int, Meta(ge=1, le=11)]
BaseLength = Annotated[int, Meta(ge=10, le=120)]
"""Millimetres."""

Role = Literal["unit", "hq", "recon", "supply"]


class StandList(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Some stands of a unit that are alike. `fixed` is true of towed anti-tank guns unless it is said otherwise."""

    kind: str
    count: Annotated[int, Meta(ge=1, le=60)] = 1
    name: Name = ""
    specialist: bool = False
    engineer: bool = False
    dug_in: bool = False
    hidden: bool = False
    fixed: bool | None = None
    width: BaseLength | None = None
    depth: BaseLength | None = None


class UnitList(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit: its stands and the cards it is given; a pass number of its own if it has one."""

    id: Id
    name: Name
    stands: list[StandList]
    cards: Count = 1
    pass_number: PassNumber | None = None


class CommandGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A command group: its HQ, its units, its recon and supply stands, its chits and its morale numbers."""

    id: Id
    name: Name
    hq: StandList
    units: list[UnitList]
    recon: list[StandList] = []
    supply: StandList | None = None
    pass_number: PassNumber | None = None
    morale: tuple[Count, Count] | None = None
    chits: Count = 0
    chits_a_day: Count = 0


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An army as its file has it."""

    army: Name
    commands: list[CommandGroup]
    nation: Name = ""
    note: str = ""
    general_cards: Count = 0


class Formation(msgspec.Struct, frozen=True):
    """What is set up in one place: a unit, or the lone stand of an HQ, a patrol or a supply column.

    An HQ and a supply stand need no card; a recon stand has one of its own (KIM-R89, KIM-R91).
    """

    key: str
    """As scenarios name it: the command group and the unit, `division.brigade_321`, `division.hq`."""
    role: Role
    name: str
    cards: int
    pass_number: int | None
    stands: tuple[StandList, ...]
    """One entry for each stand."""


def formations(group: CommandGroup) -> Iterator[Formation]:
    """A command group as formations: HQ, units in the order of the list, recon, supply. KIM-1.2a, KIM-1.2b"""
    cite("KIM-1.2a", "KIM-1.2b")
    yield Formation(f"{group.id}.hq", "hq", group.hq.name or f"{group.name} HQ", 0, None, (group.hq,))
    for unit in group.units:
        each = tuple(one for one in unit.stands for _ in range(one.count))
        yield Formation(f"{group.id}.{unit.id}", "unit", unit.name, unit.cards, unit.pass_number, each)
    for i, patrol in enumerate(group.recon):
        number = "" if i == 0 else f"{i + 1}"
        name = patrol.name or f"{group.name} recon{f' {number}' if number else ''}"
        yield Formation(f"{group.id}.recon{number}", "recon", name, 1, None, (patrol,))
    if group.supply is not None:
        name = group.supply.name or f"{group.name} supply"
        yield Formation(f"{group.id}.supply", "supply", name, 0, None, (group.supply,))


def size_of(group: CommandGroup) -> int:
    """The stands of a command group, HQ, recon and supply included."""
    return sum(len(formation.stands) for formation in formations(group))


def army_size(army: Army) -> int:
    return sum(size_of(group) for group in army.commands)


@way_in
def army_from(source: Document) -> Army:
    """The army in a file that was loaded."""
    army = source.to(Army)
    ArmyCheck(source).check(army)
    return army


class ArmyCheck:
    """What no type can say of an army, told with file and line. `way` is where the army stands in its file."""

    def __init__(self, source: Document, way: Way = ()) -> None:
        self.source = source
        self.way = way

    def check(self, army: Army) -> None:
        if not army.commands:
            raise self.wrong(("commands",), f"{army.army} has no command group", "at least one")
        self._no_doubles([group.id for group in army.commands], "commands", what="command groups")
        for i, group in enumerate(army.commands):
            self._group(group, "commands", i)

    def _group(self, group: CommandGroup, *at: Step) -> None:
        self._single(group.hq, "hq", "HQ", "KIM-1.3f", *at, "hq")
        self._recon(group, *at)
        if group.supply is not None:
            self._single(group.supply, "supply", "supply stand", "KIM-4.16a", *at, "supply")
        if not group.units:
            raise self.wrong((*at, "units"), f"{group.name} has no unit", "at least one")
        self._no_doubles([unit.id for unit in group.units], *at, "units", what="units")
        for k, unit in enumerate(group.units):
            self._unit(unit, *at, "units", k)
        self._morale(group, *at)
        self._chits(group, *at)

    def _recon(self, group: CommandGroup, *at: Step) -> None:
        """One or two recon stands a command group at most. KIM-3.2a"""
        cite("KIM-3.2a")
        if len(group.recon) > MOST_RECON:
            problem = f"{group.name} has {len(group.recon)} recon stands"
            raise self.wrong((*at, "recon", MOST_RECON), problem, "a command group has one or two, KIM-3.2a")
        for k, patrol in enumerate(group.recon):
            self._single(patrol, "recon", "recon stand", "KIM-3.2a", *at, "recon", k)

    def _single(self, one: StandList, troop: Troop, what: str, row: str, *at: Step) -> None:
        """A lone stand of a troop type that goes with its place in the tree."""
        cite(row)
        self._stands(one, *at)
        if kinds()[one.kind].troop != troop:
            raise self.wrong(
                (*at, "kind"), f"'{one.kind}' is no {what}", f"{_named(lambda k: k.troop == troop)}, {row}"
            )
        if one.count != 1:
            raise self.wrong((*at, "count"), f"{one.count} stands in one {what}", f"one, {row}")

    def _unit(self, unit: UnitList, *at: Step) -> None:
        """A unit has stands, and no more cards than stands to obey them. KIM-1.2b"""
        cite("KIM-1.2b")
        if unit.id in ("hq", "recon", "recon2", "supply"):
            raise self.wrong(
                (*at, "id"), f"a unit cannot be called '{unit.id}'", "the tree has its own place"
            )
        if not unit.stands:
            raise self.wrong((*at, "stands"), f"{unit.name} has {unit.cards} cards and no stands", "add some")
        for i, one in enumerate(unit.stands):
            self._stands(one, *at, "stands", i)
            if kinds()[one.kind].troop in ("hq", "recon", "supply"):
                troop = kinds()[one.kind].troop
                raise self.wrong(
                    (*at, "stands", i, "kind"),
                    f"'{one.kind}' is no stand of a unit",
                    f"list it under `{troop}`",
                )
        stands = sum(one.count for one in unit.stands)
        if unit.cards > stands:
            raise self.wrong(
                (*at, "cards"),
                f"{unit.name} has {unit.cards} cards for {stands} stands",
                f"at most {stands}: a stand obeys one card, KIM-1.2b",
            )

    def _stands(self, one: StandList, *at: Step) -> None:
        kind = self.kind(one.kind, *at, "kind")
        if one.specialist:
            cite("KIM-4.2d")
            if kind.troop not in ("infantry", "armoured_infantry"):
                right = "only infantry stands are, KIM-4.2d"
                raise self.wrong((*at, "specialist"), f"'{one.kind}' cannot be specialist troops", right)
        if one.engineer:
            cite("KIM-R47")
            if kind.is_gun or kind.troop in ("hq", "recon", "supply"):
                right = "infantry and vehicles can be, KIM-R47"
                raise self.wrong((*at, "engineer"), f"'{one.kind}' cannot be engineers", right)
        if one.fixed and not kind.is_gun:
            right = "only towed guns are, KIM-4.6e"
            raise self.wrong((*at, "fixed"), f"'{one.kind}' cannot be in a fixed position", right)

    def kind(self, id: str, *at: Step) -> Kind:
        found = kinds().get(id)
        if found is None:
            raise self.wrong(at, f"no kind of stand is called '{id}'", nearest(id, kinds()))
        return found

    def _morale(self, group: CommandGroup, *at: Step) -> None:
        """Two numbers of lost stands, the second not below the first, neither out of reach. KIM-8.1a"""
        cite("KIM-8.1a")
        if group.morale is None:
            return
        first, second = group.morale
        size = size_of(group)
        if not 1 <= first <= second <= size:
            right = f"two numbers from 1 to {size}, the second not below the first; none: to the last man"
            raise self.wrong(
                (*at, "morale"), f"{group.name} has {size} stands and morale {first}/{second}", right
            )

    def _chits(self, group: CommandGroup, *at: Step) -> None:
        cite("KIM-8.2c")
        if group.chits and group.chits_a_day:
            right = "`chits` for the whole game or `chits_a_day`, KIM-4.15a"
            raise self.wrong((*at, "chits"), f"{group.name} has chits per game and per day", right)
        guns = any(kinds()[one.kind].artillery for formation in formations(group) for one in formation.stands)
        if (group.chits or group.chits_a_day) and not guns:
            field = "chits" if group.chits else "chits_a_day"
            raise self.wrong((*at, field), f"{group.name} has chits and no artillery", "leave them out")

    def _no_doubles(self, ids: list[str], *at: Step, what: str) -> None:
        for i, id in enumerate(ids):
            first = ids.index(id)
            if first != i:
                line = self.source.line((*self.way, *at, first, "id"))
                raise self.wrong(
                    (*at, i, "id"), f"two {what} are called '{id}'", f"the other is in line {line}"
                )

    def wrong(self, at: Way, problem: str, advice: str = "") -> DataError:
        return self.source.error((*self.way, *at), problem, advice)


def nearest(word: str, known: Iterable[str]) -> str:
    """What was perhaps meant, or all that is known."""
    names = sorted(known)
    close = near(word, names)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"one of {', '.join(names)}" if names else "there is none"


def _named(fits: Callable[[Kind], bool]) -> str:
    """The kinds that would do."""
    return "one of " + ", ".join(sorted(one.id for one in kinds().values() if fits(one)))
