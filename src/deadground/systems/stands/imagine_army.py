"""The enemy's army as a seat may imagine it: what was announced, units, headquarters, morale, chits, cards."""

from __future__ import annotations

from collections import Counter
from random import Random

from deadground.systems.stands.game import kind_of, stands_of
from deadground.systems.stands.kinds import kind, kinds
from deadground.systems.stands.state import Command, Stand, StandsState, Unit

STANDS_A_CARD = (2, 3, 4)
"""How many stands of an imagined unit share a card."""

UNLED = ("hq", "supply")
"""Troops that go where they like, without a card."""

CHITS = (2, 8)
GENERAL_CARDS = (0, 2)
OFF_TABLE_SHOTS = (1, 3)
"""The fewest and the most that are imagined of what a side keeps to itself."""

GIVES_GROUND = (0.4, 0.6)
LEAVES = 0.15
"""The part of a command's stands whose loss is imagined to shake it, and the part more at which it leaves."""


def unseen(state: StandsState, side: str, foe: str, rng: Random) -> list[str]:
    """Kinds of enemy stands that were announced and not yet seen; some of them are hidden on the table."""
    known = [one.kind for one in state.stands.values() if one.side == foe]
    known += [one.kind for one in state.fallen.values() if one.side == foe]
    by_kind = Counter(known)
    by_troop = Counter(str(kind(one).troop) for one in known)
    exact = state.sides[side].intelligence != "totals"
    left = [
        word if exact else a_kind_of(state, foe, word, known, rng)
        for word, count in state.sides[side].known_enemy
        for _ in range(count - (by_kind[word] if exact else by_troop[word]))
    ]
    return rng.sample(left, rng.randint(0, len(left)))


def a_kind_of(state: StandsState, foe: str, troop: str, known: list[str], rng: Random) -> str:
    """A kind of a troop type: one the enemy has shown, else one his nation has, else any."""
    alike = [one for one in known if kind(one).troop == troop]
    fielded = [one for one in kinds().values() if one.troop == troop and not one.id.startswith("off_table")]
    his = [one.id for one in fielded if one.nation in ("", state.sides[foe].name.lower())]
    return rng.choice(alike or his or [one.id for one in fielded])


def with_army(state: StandsState, side: str, foe: str, rng: Random) -> None:
    """All that stands behind an enemy's stands, so that the rules and a player find what they look for."""
    own = Counter(one.kind for one in stands_of(state, side))
    if state.sides[foe].intelligence == "totals":
        own = Counter(kind_of(one).troop for one in stands_of(state, side))
    army = state.sides[foe]
    army.known_enemy = tuple(sorted(own.items()))
    army.general_cards = rng.randint(*GENERAL_CARDS)
    army.off_table_shots = rng.randint(*OFF_TABLE_SHOTS) if army.off_table else 0
    stands = stands_of(state, foe)
    raise_units(state, stands, rng)
    fallen = [one for one in state.fallen.values() if one.side == foe]
    commands = [one for one in state.commands.values() if one.side == foe]
    lost = Counter(rng.choice(commands).id for _ in fallen) if commands else Counter[str]()
    for command in commands:
        with_staff(command, [one for one in stands if one.command == command.id], lost[command.id], rng)
    man_templates(state, foe, stands, rng)


def raise_units(state: StandsState, stands: list[Stand], rng: Random) -> None:
    """Units for the stands of an enemy, who shows the stands alone; by the name that a stand bears in brackets."""
    units: dict[tuple[str, str], list[Stand]] = {}
    for one in stands:
        name = one.name.partition(" (")[2].rstrip(")") or one.name
        units.setdefault((one.command, name), []).append(one)
    for (command, name), own in units.items():
        id = f"imagined-{command}-{name}"
        cards = 0 if kind_of(own[0]).troop in UNLED else -(-len(own) // rng.choice(STANDS_A_CARD))
        state.units[id] = Unit(id, own[0].side, command, name, cards)
        for one in own:
            one.unit = id


def with_staff(command: Command, stands: list[Stand], lost: int, rng: Random) -> None:
    """A command's headquarters and column as far as they are known, what it has lost and bears, and its chits."""
    by_troop = {kind_of(one).troop: one.id for one in stands}
    command.hq, command.supply = by_troop.get("hq", ""), by_troop.get("supply", "")
    command.losses = lost
    whole = len(stands) + lost
    least = 1 if command.retired else lost + 1
    command.first_morale = max(least, round(whole * rng.uniform(*GIVES_GROUND)))
    command.second_morale = command.first_morale + max(1, round(whole * LEAVES))
    if any(kind_of(one).artillery for one in stands):
        command.chits = command.chits_a_day = rng.randint(*CHITS)


def man_templates(state: StandsState, foe: str, stands: list[Stand], rng: Random) -> None:
    """A gun for each template of the enemy: one that is known or imagined, else one beyond the table."""
    guns = [one for one in stands if kind_of(one).artillery]
    for template in state.templates.values():
        if template.side != foe:
            continue
        if guns:
            gun = rng.choice(guns)
            template.gun, template.gun_kind, template.fired_from = gun.id, gun.kind, gun.at
        else:
            template.gun_kind = f"off_table_{state.sides[foe].off_table_group}"
            template.fired_from = state.sides[foe].off_table_at
