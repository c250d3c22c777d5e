"""What a side that has lost may do otherwise next time: only what the battle itself has shown, dearest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deadground.core.events import SeenEvent
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.weapons import weapon

MOST = 3
"""Pieces of advice that somebody remembers."""


def next_time(state: SkirmishState, events: Sequence[SeenEvent], side: str) -> tuple[str, ...]:
    """The advice that cost most men or dice in this battle."""
    found = [
        *shot_in_the_open(state, events, side),
        *slower(events, side),
        *left_lying(state, side),
        *unanswered(state, side),
        *silent_guns(state, events, side),
    ]
    return tuple(words for _, words in sorted(found, key=lambda one: -one[0])[:MOST])


def shot_in_the_open(
    state: SkirmishState, events: Sequence[SeenEvent], side: str
) -> Iterator[tuple[int, str]]:
    """Hits that only a man in the open takes. NUTS-FIRE-05"""
    own = {one.id for one in state.figures.values() if one.side == side}
    dice = [
        die
        for event in events
        if event.kind == "shots"
        for man in event.data["face"]["men"]
        if man["id"] in own
        for die in man.get("dice", ())
        if die["fate"] == "passed"
    ]
    bare = sum(die.get("of", "").endswith(", enough") for die in dice)
    if bare:
        yield (
            3 * bare,
            f"{bare} of {len(dice)} hits on your men would have missed in cover: end every move behind a wall, "
            "in a ditch, a wood or a house, and drop prone where there is none.",
        )


def slower(events: Sequence[SeenEvent], side: str) -> Iterator[tuple[int, str]]:
    """In Sight Tests that the enemy won, and those in which the side's man had moved. NUTS-SIGHT-05"""
    tests = [
        event
        for event in events
        if event.kind == "in_sight_test"
        and {side} < {one["side"] for one in event.data["results"] if one["dice"]}
    ]
    lost = [event for event in tests if not is_quicker(event, side)]
    moved = sum(has_moved(event, side) for event in lost)
    if moved:
        when = "each time" if moved == len(lost) > 1 else f"{moved} time{'s' if moved > 1 else ''}"
        yield (
            2 * moved,
            f"The enemy was quicker in {len(lost)} of {len(tests)} In Sight throws, and {when} your man had just "
            "moved, which costs a die: where somebody is expected, wait in cover and let him come.",
        )


def is_quicker(event: SeenEvent, side: str) -> bool:
    scores = {one["side"]: one["successes"] for one in event.data["results"]}
    return all(scores[side] > score for other, score in scores.items() if other != side)


def has_moved(event: SeenEvent, side: str) -> bool:
    """Whether the man who threw for a side had a die less for having moved."""
    rollers = {one["roller"] for one in event.data["results"] if one["side"] == side}
    places = [place for man in event.data["face"]["men"] if man["id"] in rollers for place in man["tallies"]]
    return any(line.reason == "moved" for place in places for line in event.tallies[place].lines)


def left_lying(state: SkirmishState, side: str) -> Iterator[tuple[int, str]]:
    """The wounded whom somebody was left to bring off. NUTS-WOUND-01"""
    own = men_of(state, side)
    men = [one for one in own if one.status == "out_of_the_fight" and not one.aid.carried_by]
    if men and any(one.able for one in own):
        were = f"{men[0].name} was" if len(men) == 1 else f"{len(men)} wounded were"
        yield (len(men), f"{were} left lying: drag a man onto a wounded friend, and he fetches him.")


def unanswered(state: SkirmishState, side: str) -> Iterator[tuple[int, str]]:
    """Question marks that nobody has looked at."""
    marks = sum(pef.side != side for pef in state.pefs.values())
    if marks:
        what = "One question mark was" if marks == 1 else f"{marks} question marks were"
        yield (
            2 * marks,
            f"{what} never answered: send somebody where he sees it, or wait; they come nearer.",
        )


def silent_guns(state: SkirmishState, events: Sequence[SeenEvent], side: str) -> Iterator[tuple[int, str]]:
    """Machine guns that have not fired a shot."""
    fired = {event.data["shooter"] for event in events if event.kind == "shots"}
    for one in men_of(state, side):
        if one.id not in fired and any(weapon(id).loader for id in one.arms.weapons):
            yield (
                2,
                f"{one.name}'s machine gun never fired: set it down early where it sees far, and let the others "
                "move under its eyes.",
            )


def men_of(state: SkirmishState, side: str) -> list[Figure]:
    return [one for one in state.figures.values() if one.side == side]
