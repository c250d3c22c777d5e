"""What a weapon does, in a few words for a sheet: its numbers, its notes in our own words. COT-WEAP-07, NS-07"""

from __future__ import annotations

from deadground.systems.skirmish.weapons import Mode, Weapon


def range_words(one: Weapon) -> str:
    mode = one.plain
    return f'{mode.min_range}-{mode.range}"' if mode.min_range else f'{mode.range}"'


def target_words(one: Weapon) -> str:
    """Target Rating, circle or path."""
    mode = one.plain
    parts = [str(mode.target)] if mode.target else []
    parts += [f'{mode.circle}" circle'] if mode.circle else []
    parts += [f'{mode.path}" path'] if mode.path else []
    return ", ".join(parts)


def impact_words(one: Weapon) -> str:
    """Impact against figures, APR against armour."""
    mode = one.plain
    parts = [str(mode.impact)] if mode.impact is not None else []
    parts += [f"APR {mode.apr}"] if mode.apr is not None else []
    return " / ".join(parts)


def note_words(one: Weapon) -> list[str]:
    """Everything that is special about a weapon."""
    found = [mode_words(mode) for mode in one.modes[1:]]
    if one.plain.apr_far:
        up_to, beyond = one.plain.apr_far
        found.append(f'APR {beyond} beyond {up_to}"')
    if one.rep:
        found.append(f"{one.rep:+} Rep to fire")
    if one.jam:
        dice, face, turns = one.jam
        found.append(f"jams when {dice} dice show {face}; {turns} turn to clear")
    if one.malfunction:
        found.append("each 1 is rolled again; a second 1 and it blows up")
    if max(one.shots_every) > 1:
        full, alone = one.shots_every
        found.append(f"shoots every {turns_words(full)}, with one man every {turns_words(alone)}")
    elif one.shots_every != (0, 0):
        found.append("one shot a turn")
    if one.moved:
        found.append(
            "no shot in the turn it moved" if one.moved == "no_shot" else "Target 3 in the turn it moved"
        )
    return found


def mode_words(mode: Mode) -> str:
    match mode.name:
        case "scope":
            return f'{mode.range}" with a scope'
        case "stock":
            return f'{mode.range}" with its stock'
        case "full_auto":
            return f'full auto: {mode.range}", Target {mode.target}'
        case "building":
            return f'{mode.range}" against large buildings'
        case _:
            return f"Target {mode.target} with two men"


def turns_words(turns: int) -> str:
    return {1: "turn", 2: "2nd turn", 3: "3rd turn"}[turns]
