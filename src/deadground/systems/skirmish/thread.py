"""What a card of the thread shows: who at whom, pips and result of each man, where it was, the rule in a few words.

A chain of sight, fire and reaction is told as events; those inside it carry the cards they lie in (`game.Chained`).
What is made here goes with such an event, so that a page can draw the card and knows no rule. It holds nothing that
the event itself does not tell: only men whom it names, and places only of men whom all its readers know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from deadground.systems.skirmish.pieces import TablePiece, piece_in
from deadground.systems.skirmish.reckoning import Reckoning
from deadground.systems.skirmish.state import LOST, Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle

Man = dict[str, Any]
"""A man on a card: `id`, `name`, and as far as they apply `pips` of `of` dice, a `result`, and what it comes from:
his `rep`, his `dice`, the places of his `tallies` in the event, what he `reads` in the table, and a `note`."""

CARDS: dict[str, tuple[str, str]] = {
    "in_sight": ("Come into sight", "New in sight: two more inches, then see who is quicker."),
    "unseen": ("Unseen", "Nobody of yours sees who it is."),
    "out_of_sight": ("Out of sight", "The two inches took them out of sight again: no test."),
    "in_sight_test": ("In Sight", "Dice by the leader's Rep; 1 to 3 scores; most acts first."),
    "ducks": ("No shot", "Who is quicker but can neither shoot nor charge takes cover."),
    "spare": ("Left over", "When every enemy has a shooter, the rest roll for a target."),
    "shots": ("Fire", "Die plus Rep must reach the number; the highest die goes first."),
    "empty": ("Out of ammunition", "Two ones or more run a weapon dry until it is reloaded."),
    "damage": ("Damage", "A 1 kills, up to Impact puts out, above it he recovers."),
    "down": ("Down", "Friends within four inches who see it must test."),
    "takes_over": ("Takes over", "When a leader is lost the next in rank has his post."),
    "stands_in": ("Stands in", "Who has the highest Rep leads the half-squad for now."),
    "recover": ("Recover", "Two dice, each up to his Rep is passed."),
    "recovered": ("Recover", "Two passed carries on, one ducks back, none runs."),
    "crisis_test": ("Crisis Test", "One throw for all; each man counts dice up to his Rep."),
    "gunnery": ("Main gun", "Two dice up to the gunner's Rep; one passed hits anywhere."),
    "penetration": ("Penetration", "Two dice against APR less armour: one disables, two destroy."),
    "gun_struck": ("Gun hit", "Two dice against APR less its Defensive Value."),
    "building_struck": ("Building hit", "Two dice against APR less its Defensive Value."),
    "who_is_hit": ("Who is hit", "Each of those whom nothing shields is as likely as the next."),
    "loads": ("Loading", "Up to the loader's Rep, and the next round is in."),
    "unloaded": ("Empty chamber", "Without a loader it takes an activation more."),
    "brews_up": ("Brews up", "It burns, and so does whoever stands about it."),
    "gets_out": ("Out of it", "Survivors are set down on the side away from the shot."),
    "assaults": ("Close assault", "Both throw against Rep; the vehicle fires one machine gun."),
    "brings_home": ("Close assault", "Two dice against Rep: two strike the top, one the side."),
    "getting_stuck": ("Getting stuck", "One die up to the driver's Rep: half speed, or no further."),
    "track_damage": ("Track damage", "A hit on the flank: a 1, and the vehicle is immobile."),
    "vehicle_crisis": ("Vehicle Crisis Test", "Two dice, each up to the commander's Rep is passed."),
    "vehicle_recovers": ("Vehicle Recover Test", "Two passed acts, one ducks back, none leaves."),
    "vehicle_ducks": ("Ducks back", "Up to six inches to cover or out of sight, hatches shut."),
    "vehicle_hunkers": ("Hunkers down", "It stays, hatches shut, until its commander recovers."),
    "vehicle_leaves": ("Leaves", "Full speed to the nearest edge, in every phase of its side."),
    "bails_out": ("Bail out", "They get out on the side away from the shot."),
    "free_will": ("Free Will", "A Star says himself how many dice he passes."),
    "star_power": ("Star Power", "A Star's own dice turn damage aside while they last."),
    "larger_than_life": ("Larger than Life", "Only a better man kills a Star outright."),
    "cheats_death": ("Cheats death", "A Star lives, and is worse for it."),
    "takes_cover": ("Takes cover", "To the nearest real cover within six inches, at once."),
    "stays": ("Stays in cover", "He is in cover already, and keeps his head down."),
    "prone": ("Drops prone", "No cover within six inches: flat on the ground."),
    "runs": ("Leaves", "To the nearest edge, now and in each phase."),
    "left": ("Gone", "Who reaches the edge has left the battle."),
    "captured": ("Captured", "Hunkered men give up to an enemy within four inches."),
    "throws_down": ("Disarmed", "Prisoners throw down what they carry, and there it lies."),
    "charges": ("Charge", "Six inches or less, and in sight, to close with a man."),
    "charge_test": ("Charge Test", "Both throw; who passes more decides whether he shoots."),
    "charge_short": ("Short", "Who does not come within six inches charges nobody."),
    "contact": ("Contact", "Base to base: now they fight hand to hand."),
    "drops": ("Drops it", "Charged men let go of what they hold."),
    "melee_round": ("Melee", "Dice by Rep; 1 to 3 scores; more successes win."),
    "melee_damage": ("Melee damage", "A 1 kills, up to the margin puts out, above he recovers."),
    "breaks_off": ("Breaks off", "An active man may leave a melee by this option."),
    "rises": ("Gets up", "Getting up costs half a move."),
    "throw": ("Grenade", "Two dice against Rep: on the spot, or it goes astray."),
    "launch": ("Launch", "Die plus Rep must reach the number, or it goes astray."),
    "flame": ("Flame", "Everybody in its path may burn."),
    "crosses_flame": ("Through the fire", "Who crosses flame throws for damage."),
    "fuel": ("Fuel", "A flame-thrower has only so many shots."),
    "stray": ("Astray", "A die says where a miss comes down."),
    "blast": ("Blast", "Everybody under the circle is caught."),
    "dive": ("Dives away", "He throws to get out from under it."),
    "dropped": ("Dropped grenade", "A man who falls with a live grenade drops it."),
    "spared": ("Spared", "Cover took the blast for him."),
    "smoke": ("Smoke", "Nobody sees through it while it lasts."),
    "tank": ("Tank goes up", "A hit flame-thrower may explode."),
    "willing": ("Will he go?", "A die up to his Rep, and he goes for his friend."),
    "picks_up_wounded": ("Picked up", "Two inches to lift him; then both go slowly."),
    "medic": ("Medic", "The medic's dice say whether he fights on."),
    "platoon_command": ("Platoon command", "A platoon leader who acted brings others into action."),
    "fast_move": ("Fast Move", "Declared before it is thrown; harder to hit, and worse shots."),
    "fast_move_throw": ("Fast Move", "Each die up to his Rep adds half a move."),
    "moves": ("Moves on", "A short move inside another."),
    "readies": ("Readies", "A die up to his Rep, and it is ready at once."),
    "pef": ("Question mark", "Lowest two dice against the Investment Level: both passed is an enemy."),
    "pef_house": ("A building", "Within twelve inches one looks whether somebody is in it."),
    "pef_nothing": ("Nobody there", "One passed: three dice for the next, lowest two count; none: nerves."),
    "house_silent": ("Silent", "Whoever goes in looks again, with three dice."),
    "pef_contact": ("Contact", "One die says which table tells what they are."),
    "pef_table": ("Who they are", "One die, the Investment Level and the mission name the force."),
    "pef_building": ("A building", "Where none is near enough one is rolled and set down."),
    "pef_position": ("Dug in", "Six inches and half a die for each squad."),
    "pef_force": ("There they are", "They stand where the question mark was, and are met at once."),
    "inspiration": ("Inspiration", "A Ruthless man's two dice against his Rep, before they break."),
    "fanatic_foes": ("Hated foes", "Two dice against the leader's Rep: fanatic, steady or terrified."),
    "foe_reaction": ("Hated foes", "Both throw against Rep; who passes more acts first."),
    "no_attack": ("No way to him", "Who can neither charge nor shoot does nothing."),
    "lucky": ("Lucky", "Once in a battle a damage die is thrown again."),
    "poser": ("Poser", "Shot at for the first time, his Rep falls by one."),
    "shirker": ("Shirker", "Ordered forward he throws a die: a low one, and he stays."),
    "looter": ("Looter", "What lies within two inches of his way is searched first."),
    "exchange_over": ("Exchange over", ""),
}
"""For each kind of event that a chain tells: what its card is called, and its rule in a dozen words at most."""

RESULTS = {
    "ducks": "duck_back",
    "runs": "leave_battlefield",
    "left": "leave_battlefield",
    "captured": "captured",
    "charges": "charge",
    "contact": "charge",
    "empty": "empty",
    "spared": "carry_on",
    "larger_than_life": "carry_on",
    "cheats_death": "carry_on",
    "damage": "hit",
    "brews_up": "brewed_up",
}
"""What has become of the one man whom an event is about, where its kind says so."""

UNSPOKEN = ("crisis_test", "in_sight_test")
"""Cards whose men say all that the sentence of the event says, unless one of them keeps an older result."""

MOST_PASSED = 2


def face(
    state: SkirmishState, kind: str, data: Mapping[str, Any], reckoned: Sequence[Reckoning] = ()
) -> dict[str, Any] | None:
    """What the card of an event shows; None for an event that has no card.

    `reckoned` goes with its men in their order, and has dice that are no single man's besides. Who gave them cause
    stands apart, so that a reader who does not know him still reads of those who test. NR-108
    """
    if kind not in CARDS:
        return None
    title, rule = CARDS[kind]
    shown = list(men(state, kind, data))
    how = [how_reckoned(one) for one in reckoned if one.who]
    return {
        "title": title,
        "rule": rule,
        "spoken": kind not in UNSPOKEN or any(one.get("kept") for one in data.get("results", ())),
        "men": [one | found for one, found in zip(shown, how, strict=True)] if how else shown,
        "dice": [die for one in reckoned if not one.who for die in one.dice],
        "lines": list(lines(state, kind, data)),
        "givers": {one.who: one.givers for one in reckoned if one.givers},
    }


def how_reckoned(one: Reckoning) -> Man:
    """What a man's result comes from, as far as there is something to say."""
    found = {
        "rep": one.rep,
        "dice": one.dice,
        "tallies": one.tallies,
        "reads": one.reads,
        "note": one.note,
    }
    return {name: value for name, value in found.items() if value}


def men(state: SkirmishState, kind: str, data: Mapping[str, Any]) -> Iterator[Man]:
    """The men of a card in the order in which they are told."""
    if kind == "shots":
        yield from shot_at(state, data["dice"])
    elif kind == "in_sight_test":
        yield from who_is_quicker(state, data["results"])
    elif kind == "crisis_test":
        for one in data["results"]:
            yield man(state, one["figure"], one["passed"], MOST_PASSED, one["result"])
    elif kind == "penetration":
        yield man(state, data["vehicle"], data["passed"], MOST_PASSED, data["outcome"])
    elif kind in ("foe_reaction", "fast_move_throw"):
        for one in data["results"]:
            yield man(state, one["figure"], one["passed"], MOST_PASSED)
    elif kind == "charge_test":
        for one in data["results"]:
            yield man(state, one["charger"], one["passed"])
            yield man(state, data["target"], one["against"], result=one["answer"])
    elif kind == "melee_round":
        best = max(data["successes"])
        for id, many in zip(data["men"], data["successes"], strict=True):
            yield man(state, id, many, result="first" if many == best else "")
    else:
        yield from the_one(state, kind, data)


def the_one(state: SkirmishState, kind: str, data: Mapping[str, Any]) -> Iterator[Man]:
    """The man whom an event is about, or all whom it names."""
    id = data.get("figure") or data.get("casualty") or data.get("target")
    if not id:
        yield from (man(state, one) for one in data.get("men", ()))
        return
    result = data.get("result") or RESULTS.get(kind, "")
    if kind == "down":
        result = "knocked_down" if data["status"] == "carry_on" else data["status"]
    if kind in ("takes_cover", "stays", "prone"):
        result = state.figures[id].status
    if kind == "willing":
        result = "carry_on" if data["willing"] else "stays"
    passed = data.get("passed")
    yield man(state, id, passed, None if passed is None else MOST_PASSED, result)


def shot_at(state: SkirmishState, dice: Iterable[Mapping[str, Any]]) -> Iterator[Man]:
    """Each target with its dice and hits."""
    found: dict[str, list[bool]] = {}
    for die in dice:
        found.setdefault(die["target"], []).append(die["hit"])
    for id, hits in found.items():
        yield man(state, id, sum(hits), len(hits), "hit" if any(hits) else "missed")


def who_is_quicker(state: SkirmishState, results: Iterable[Mapping[str, Any]]) -> Iterator[Man]:
    """Each who rolls for a group, with his successes; the best is first."""
    rolling = [one for one in results if one["roller"]]
    best = max((one["successes"] for one in rolling), default=0)
    for one in rolling:
        won = one["successes"] == best
        yield man(state, one["roller"], one["successes"], one["dice"], "first" if won else "")


def man(
    state: SkirmishState, id: str, pips: int | None = None, of: int | None = None, result: str = ""
) -> Man:
    name = surname(piece_in(state, id))
    return {"id": id, "name": name, "pips": pips, "of": of, "result": result}


def surname(figure: TablePiece) -> str:
    """The last word of a name, which is what men call each other."""
    return figure.name.split()[-1]


def lines(state: SkirmishState, kind: str, data: Mapping[str, Any]) -> Iterator[list[Any]]:
    """What is drawn on the map with the card: shots from man to man, ways from place to place."""
    figures = state.figures
    if kind == "shots":
        shooter = figures[data["shooter"]]
        start = (state.vehicles.get(shooter.aboard) or shooter).at
        targets = dict.fromkeys(die["target"] for die in data["dice"])
        yield from ([start, piece_in(state, id).at] for id in targets)
    elif kind == "gunnery":
        target = piece_in(state, data["target"]).at if data["target"] else data["at"]
        yield [piece_in(state, data["vehicle"]).at, target]
    elif kind in ("spare", "charges"):
        yield [figures[data.get("shooter") or data["figure"]].at, piece_in(state, data["target"]).at]
    elif kind == "takes_cover":
        yield list(data["path"])
    elif kind in ("throw", "launch", "flame"):
        yield [figures[data["figure"]].at, data["at"]]
    elif kind in ("moves", "contact") and "start" in data:
        yield [data["start"], data["end"]]


NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

MOVED: dict[str, str] = {
    "carry_on": "carrying on again",
    "duck_back": "ducked back",
    "hunker_down": "hunkered down",
    "leave_battlefield": "leaving",
}
"""What is said of men who are still there."""


def exchange_over(
    state: SkirmishState, changed: Iterable[Figure], reader: str = "", hit: Iterable[Vehicle] = ()
) -> str:
    """What an exchange has come to, in one sentence: who lost how many, which vehicles, and how the others are.

    The reader's side is you and the other one he; without a reader both go by their names.
    """
    men = list(changed)
    order = sorted(state.sides, key=lambda side: side == reader)
    lost = {side: sum(one.side == side and one.status in LOST for one in men) for side in order}
    names = {side: the_side(state, side, reader) for side in order}
    if any(lost.values()):
        first, *rest = order
        parts = [
            f"{names[first]} lost {count(lost[first])}",
            *(f"{names[one]} {count(lost[one])}" for one in rest),
        ]
    else:
        parts = ["nobody lost"]
    parts += [f"{one.name} {CONDITIONS[one.condition]}" for one in hit if one.condition in CONDITIONS]
    parts += [words for side in order for words in how_they_are(men, side, reader, names[side])]
    return f"Exchange over: {', '.join(parts)}."


CONDITIONS = {"immobile": "cannot move any more", "disabled": "knocked out", "destroyed": "destroyed"}


def the_side(state: SkirmishState, side: str, reader: str) -> str:
    if not reader:
        return state.sides[side].name
    return "you" if side == reader else "he"


def how_they_are(men: Iterable[Figure], side: str, reader: str, name: str) -> Iterator[str]:
    """How those of a side are who are still there: "two ducked back"."""
    of = "" if side == reader else " of his" if reader else f" on the {name} side"
    for status, words in MOVED.items():
        many = sum(one.side == side and one.status == status for one in men)
        if many:
            yield f"{count(many)}{of} {words}"


def count(many: int) -> str:
    return NUMBERS[many] if many < len(NUMBERS) else str(many)
