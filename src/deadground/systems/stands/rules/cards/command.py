"""Command: what a card and a failed roll leave a stand free to do, and who must roll for his card. KIM-1.3

`may` is asked by every other chapter before a stand moves, turns, fires or charges.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from deadground.core.agenda import Done, Next, Procedure, procedure, step
from deadground.core.citing import cite
from deadground.core.dice import D10, Roll
from deadground.core.faults import Fault
from deadground.space.plane import Point, cross, distance, minus
from deadground.space.units import Tenths, shown
from deadground.systems.stands.game import Stands, ground_of, kind_of, named_together
from deadground.systems.stands.kinds import Kind
from deadground.systems.stands.state import Command, Limit, OrderWord, Stand, StandsState

What = Literal["move", "turn", "fire", "indirect", "charge", "act", "snap"]

DOES: dict[What, str] = {
    "move": "move",
    "turn": "turn on the spot",
    "fire": "fire",
    "indirect": "fire indirectly",
    "charge": "charge",
    "act": "work at a task",
    "snap": "take a snap shot",
}

WITHOUT_CARDS = ("hq", "supply")
"""The troops that move without a card and are given none. KIM-1.3h, KIM-R91"""

NO_OPTIONS: Mapping[str, str] = {}


class Rights(msgspec.Struct, frozen=True):
    """What an order gives a right to, the words for it, and its row."""

    label: str
    row: str
    gives: tuple[What, ...] = ()
    arrow: bool = False
    hint: str = ""


RIGHTS: dict[OrderWord, Rights] = {
    "move": Rights("Move", "KIM-1.2e", ("move",), True, "within 90 degrees of the arrow, no fire"),
    "move_and_fire": Rights(
        "Move and Fire", "KIM-1.2f", ("move", "turn", "fire"), True, "a shorter or worse shot after the move"
    ),
    "change_formation": Rights("Change Formation", "KIM-1.2g", ("turn",), True, "turn to the arrow, no fire"),
    "fire": Rights("Stand and Fire", "KIM-1.2h", ("fire", "indirect"), hint="no move; guns also indirectly"),
    "opportunity": Rights("Opportunity Fire", "KIM-1.2i", ("snap",), hint="snap shots and ambush only"),
    "charge": Rights("Charge", "KIM-1.2j", ("charge",), hint="a close assault, before other movement"),
    "prone": Rights("Prone", "KIM-1.2k", hint="harder to hit; no move, no fire, no fight"),
    "action": Rights("Action", "KIM-1.2l", ("act",), hint="one step of a task"),
    "dummy": Rights("Dummy", "KIM-1.2m", hint="nothing, but it looks like an order"),
    "": Rights("no card", "KIM-1.2b"),
}
"""The order cards of KIM-1.2e to KIM-1.2m; a stand without one is as with Dummy. KIM-R78"""


def may(
    stand: Stand, what: What, options: Mapping[str, str] = NO_OPTIONS, *, at: str = "value"
) -> Fault | None:
    """Why a stand's order, or a failed command roll, does not let it do something; None if it may. KIM-1.2, KIM-1.3

    It asks only about the card: sight, range, ground and contact are for others to look at.
    """
    if is_without_cards(stand):
        return _may_without_card(stand, what, at)
    wrong = suits(kind_of(stand), stand.order)
    if wrong is not None:
        return _fault(at, f"{stand.name} {wrong[0]}", *wrong[1])
    return _may_by_card(stand, what, options, at) or _may_by_limit(stand, what, at)


def is_without_cards(stand: Stand) -> bool:
    """Whether a stand is given no cards: an HQ or a supply stand. KIM-1.3h, KIM-R91"""
    return kind_of(stand).troop in WITHOUT_CARDS


def _may_without_card(stand: Stand, what: What, at: str) -> Fault | None:
    """An HQ or supply stand moves without a card and never attacks. KIM-1.3h, KIM-R91"""
    if what in ("move", "turn"):
        cite("KIM-1.3h", "KIM-R91")
        return None
    word = "an HQ" if kind_of(stand).troop == "hq" else "a supply stand"
    return _fault(at, f"{stand.name} is {word}: it moves, but cannot {DOES[what]}", "KIM-1.3h", "KIM-R91")


def _may_by_card(stand: Stand, what: What, options: Mapping[str, str], at: str) -> Fault | None:
    """What the card gives; no card gives nothing. KIM-1.2e to KIM-1.2m, KIM-R78"""
    card = RIGHTS[stand.order]
    rows = (card.row,) if stand.order else (card.row, "KIM-R78")
    if what in card.gives or (what == "fire" and _falls_back(stand, options)):
        if what == "indirect" and not kind_of(stand).artillery:
            return _fault(at, f"{stand.name} is not artillery and cannot fire indirectly", card.row)
        cite(*rows)
        return None
    with_ = f"the {card.label} card" if stand.order else "no card"
    return _fault(at, f"{stand.name} has {with_} and cannot {DOES[what]}", *rows)


def _falls_back(stand: Stand, options: Mapping[str, str]) -> bool:
    """Whether an Opportunity Fire card that was not used may fire after all. KIM-1.2i, KIM-R27"""
    if stand.order != "opportunity":
        return False
    cite("KIM-R27")
    return options.get("opportunity_falls_back_to_fire") == "on" and not stand.fired


def _may_by_limit(stand: Stand, what: What, at: str) -> Fault | None:
    """What a failed command roll takes away. KIM-1.3b, KIM-1.3c, KIM-R33"""
    if not stand.limit:
        return None
    row = "KIM-1.3b" if stand.limit == "half" else "KIM-1.3c"
    lost: tuple[What, ...] = ("indirect", "charge", "act")
    if stand.limit == "direct":
        lost = (*lost, "move", "turn")
    if what in lost:
        return _fault(at, f"{stand.name} failed its command roll and cannot {DOES[what]}", row, "KIM-R33")
    cite(row)
    return None


def _fault(at: str, reason: str, *rows: str) -> Fault:
    cite(*rows)
    return Fault(at, reason, rows)


def suits(kind: Kind, order: OrderWord) -> tuple[str, tuple[str, ...]] | None:
    """Why a card does not suit a kind, with rows; None if it does.

    KIM-1.2j, KIM-1.2k, KIM-3.2a, KIM-4.19b, KIM-4.19c
    """
    label = RIGHTS[order].label
    if kind.troop in WITHOUT_CARDS:
        return "is given no cards", ("KIM-1.3h", "KIM-R91")
    if kind.troop == "recon" and order not in ("", "move", "change_formation", "dummy"):
        return f"is recon, which can only move, not take a {label} card", ("KIM-3.2a",)
    if order == "prone" and not kind.is_infantry:
        return "is no infantry and cannot go prone", ("KIM-1.2k",)
    if order == "charge" and (kind.is_gun or kind.troop == "soft_skin"):
        word = "a gun in tow" if kind.is_gun else "unarmed"
        return f"is {word} and cannot charge", ("KIM-1.2j", "KIM-R119")
    if order == "move_and_fire" and not (kind.is_infantry or kind.turret):
        rows = ("KIM-4.19c",) if kind.is_gun or kind.troop == "spg" else ("KIM-4.19b",)
        return "cannot move and fire" + ("" if kind.is_gun else " without a turret"), rows
    return None


def show_card(stand: Stand) -> None:
    """Turn over a stand's card: at the reveal, or when a hidden stand comes onto the table. KIM-1.2d, KIM-R36"""
    cite("KIM-1.2d", "KIM-R36")
    stand.shown_order, stand.shown_arrow = stand.order, stand.arrow


def note_contact(g: Stands, *stands: Stand) -> None:
    """These stands have fired or been fired upon: their units are in contact from now on. KIM-1.3d"""
    for stand in stands:
        unit = g.state.units.get(stand.unit)
        if unit is not None and not unit.in_contact:
            unit.in_contact = True
            cite("KIM-1.3d")


class CardGroup(msgspec.Struct, frozen=True):
    """The stands that obey one card this turn. KIM-1.2b"""

    order: OrderWord
    stands: tuple[Stand, ...]

    @property
    def first(self) -> Stand:
        return self.stands[0]


def card_groups(state: StandsState) -> list[CardGroup]:
    """Every card that was laid, with its stands. KIM-1.2b"""
    found: dict[tuple[str, str], list[Stand]] = {}
    for stand in state.stands.values():
        if stand.order and stand.group:
            found.setdefault((stand.side, stand.group), []).append(stand)
    return [CardGroup(stands[0].order, tuple(stands)) for stands in found.values()]


def own_hqs(state: StandsState, command: Command) -> list[Stand]:
    """The HQ stands a command group may be led from: its own, and those it is merged with. KIM-1.3f, KIM-1.3g"""
    cite("KIM-1.3f")
    commands = [command]
    if command.merged_with:
        cite("KIM-1.3g")
        commands += [state.commands[id] for id in command.merged_with]
    return [state.stands[one.hq] for one in commands if one.hq in state.stands]


def may_not_advance(state: StandsState, command: Command) -> Fault | None:
    """Why a command may not advance: its losses have reached its first number. KIM-8.1b, KIM-R76"""
    cite("KIM-8.1b", "KIM-R76")
    if not command.first_morale or command.losses < command.first_morale:
        return None
    reason = f"{command.name} has lost {command.losses} stands and no longer advances"
    return Fault("value", reason, ("KIM-8.1b", "KIM-R76"))


def command_distance(state: StandsState, group: CardGroup) -> tuple[Tenths, Stand] | None:
    """How far a group's furthest stand is from the nearest HQ it obeys, centre to centre; None if all are gone.

    KIM-1.3a, KIM-1.3f, KIM-1.3j, KIM-R32
    """
    hqs = own_hqs(state, state.commands[group.first.command])
    measured = [(max(distance(one.at, hq.at) for one in group.stands), hq) for hq in hqs]
    return min(measured, key=lambda found: found[0], default=None)


def pass_number(g: Stands, stand: Stand) -> int:
    """The score that passes: the unit's own, else the command group's, else the book's. KIM-1.3a, KIM-R31"""
    cite("KIM-R31")
    return g.unit(stand).pass_number or g.command(stand).pass_number or g.number("command_pass")


def is_past_line(state: StandsState, stand: Stand) -> bool:
    """Whether a stand is beyond the scenario's command line, seen from its own table edge. KIM-1.3e"""
    if not 0 <= state.command_line < len(state.lines):
        return False
    a, b = state.lines[state.command_line]
    home = middle_of_edge(state, stand.side)
    return cross(minus(b, a), minus(home, a)) * cross(minus(b, a), minus(stand.at, a)) < 0


def middle_of_edge(state: StandsState, side: str) -> Point:
    """The middle of a side's own table edge."""
    ground = ground_of(state)
    x, y = ground.width // 2, ground.height // 2
    middles = {"north": (x, 0), "south": (x, ground.height), "west": (0, y), "east": (ground.width, y)}
    return middles[state.sides[side].edge]


def must_roll_yet(g: Stands, group: CardGroup) -> bool:
    """Whether a group's unit makes command rolls at all yet. KIM-1.3d, KIM-1.3e, KIM-R100"""
    variant = g.option("command_rolls")
    if variant == "always":
        variant = g.state.command_rolls
    unit = g.unit(group.first)
    if variant == "after_contact":
        cite("KIM-1.3d")
        return unit.in_contact
    if variant == "past_line":
        cite("KIM-1.3e")
        return unit.past_line
    return True


def note_lines(g: Stands) -> None:
    """A unit of which a stand has crossed the command line makes rolls from then on. KIM-1.3e"""
    for stand in g.state.stands.values():
        unit = g.state.units.get(stand.unit)
        if unit is not None and not unit.past_line and is_past_line(g.state, stand):
            unit.past_line = True
            cite("KIM-1.3e")


@procedure("stands.roll_command", rows=("KIM-1.3a", "KIM-1.3b", "KIM-1.3c", "KIM-1.3j"))
class RollCommand(Procedure):
    """Every card too far from its HQ is rolled for; all dice fall before any effect."""

    @step
    def roll(self, g: Stands) -> Next:
        note_lines(g)
        rolled = []
        for group in card_groups(g.state):
            found = command_distance(g.state, group)
            if found is not None and found[0] <= g.number("command_radius"):
                continue
            if must_roll_yet(g, group):
                rolled.append((group, found, g.roll(1, D10, "command", group.first.side)))
        for group, found, die in rolled:
            settle(g, group, found, die)
        return Done()


def settle(g: Stands, group: CardGroup, found: tuple[Tenths, Stand] | None, die: Roll) -> None:
    """One command roll: a card that fails is limited by its distance. KIM-1.3a, KIM-1.3b, KIM-1.3c, KIM-1.3j"""
    needed = pass_number(g, group.first)
    passed = die.one >= needed
    far = found is None or found[0] > g.number("far_from_command")
    limit: Limit = "" if passed else "direct" if far else "half"
    rows = ["KIM-1.3a", "KIM-R32"]
    if found is None:
        rows += ["KIM-1.3j", "KIM-R34"]
    if limit:
        rows.append("KIM-1.3c" if far else "KIM-1.3b")
    where = "without an HQ" if found is None else f"{shown(found[0], 'mm')} from {found[1].name}"
    outcome = "passed" if passed else "failed"
    concerned = [*group.stands, *([found[1]] if found else [])]
    seen = named_together(one for one in group.stands if not one.hidden)
    g.tell(
        "command",
        f"{named_together(group.stands)}, {where}: command needs {needed}, {outcome}.",
        *rows,
        rolls=[die],
        to=g.who_knows(concerned),
        masked=f"{seen}: command {outcome}." if seen else None,
        stands=[one.id for one in group.stands],
        passed=passed,
    )
    if limit:
        fail(g, group, limit)


def fail(g: Stands, group: CardGroup, limit: Limit) -> None:
    """What a failed roll leaves; Prone and Dummy lose nothing unless failing replaces the card. KIM-R33"""
    replaces = g.option("failed_command") == "replaces"
    for stand in group.stands:
        if replaces:
            replace_card(stand, limit)
        if replaces or stand.order not in ("prone", "dummy"):
            stand.limit = limit


def replace_card(stand: Stand, limit: Limit) -> None:
    """Half a move and direct fire, or direct fire alone, whatever the card was. KIM-R33, `failed_command: replaces`

    A gun, which cannot do both, keeps a move if that was its card and fires if it was not; recon never fires.
    KIM-3.2a
    """
    never_fires = suits(kind_of(stand), "fire")
    cite(*(never_fires[1] if never_fires else ()))
    card: OrderWord = "dummy" if never_fires else "fire"
    if limit == "half":
        both = suits(kind_of(stand), "move_and_fire") is None
        moves = "move" in RIGHTS[stand.order].gives or never_fires is not None
        card = "move_and_fire" if both else "move" if moves else "fire"
        if stand.arrow < 0 and "move" in RIGHTS[card].gives:
            stand.arrow = stand.facing
    was_shown = stand.shown_order != ""
    stand.order = card
    stand.arrow = stand.arrow if RIGHTS[card].arrow else -1
    if was_shown:
        stand.shown_order, stand.shown_arrow = card, stand.arrow
