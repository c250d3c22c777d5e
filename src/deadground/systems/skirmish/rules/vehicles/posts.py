"""Who serves at which post: survivors move up, and the driver's seat is filled first. NS-29, NR-264"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from deadground.core.citing import cite
from deadground.systems.skirmish.crews import crew_of
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.man import Post
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.systems.skirmish.vehicle_kinds import seats

Posts = tuple[Post, ...]

FILLED: Sequence[Post] = [post for post in get_args(Post) if post not in ("commander", "number")]
"""Empty posts are filled in this order. Who commands besides is said in crews.py. NS-20, NS-29"""

IN_HULL: Sequence[Post] = ("driver", "second_driver", "hull_gunner")
ANYWHERE: Sequence[Post] = ("commander", "number")

WORDS: dict[Post, str] = {post: post.replace("_", " ") for post in get_args(Post)}
WORDS["number"] = "spare hand"


def posts_of(state: SkirmishState, vehicle: Vehicle) -> list[Post]:
    """The posts that a vehicle of its type has, in the order in which they are filled."""
    return [post for post in get_args(Post) if any(post in seat for seat in seats(type_of(vehicle)))]


def move_up(state: SkirmishState, vehicle: Vehicle) -> dict[str, Posts]:
    """The posts of those who are able to act in a vehicle, when all have moved up to what stands empty: each who
    sits further down the list moves up, the driver's seat is filled first, and the last ones stay empty. NS-29,
    NR-264"""
    cite("NS-29", "NR-264")
    men = [one for one in crew_of(state, vehicle) if one.able]
    found: dict[str, Posts] = {}
    for one in men:
        taken = [post for posts in found.values() for post in posts]
        own = tuple(post for post in one.berth.posts if post == "number" or post not in taken)
        found[one.id] = own or ("number",)
    wanted = posts_of(state, vehicle)
    for post in (one for one in FILLED if one in wanted):
        if any(post in posts for posts in found.values()):
            continue
        who = who_moves_up(found, post)
        if who:
            commands = tuple(one for one in found[who] if one == "commander")
            found[who] = (*commands, post)
    return found


def who_moves_up(found: dict[str, Posts], post: Post) -> str:
    """Who takes an empty post: the next on the list below it; if there is nobody else whoever is left drives."""
    below = {who: rank for who, posts in found.items() if (rank := rank_of(posts)) > FILLED.index(post)}
    if below:
        return min(below, key=below.__getitem__)
    return next(iter(found), "") if post == "driver" else ""


def rank_of(posts: Posts) -> int:
    """How far down the list a man sits by the first of his posts; who only commands is above it."""
    ranks = [FILLED.index(post) for post in posts if post in FILLED]
    if ranks:
        return min(ranks)
    return -1 if "commander" in posts else len(FILLED)


def fill_posts(g: Skirmish, vehicle: Vehicle) -> None:
    """Somebody in a vehicle can serve no more, or can again: the others move up. NS-29"""
    changed = []
    for id, posts in move_up(g.state, vehicle).items():
        one = g.figure(id)
        if posts != one.berth.posts:
            one.berth = one.berth.but(posts=posts)
            changed.append(f"{one.name} is {in_words(posts)}")
    if changed:
        text = f"In {vehicle.name} {', '.join(changed)} now."
        g.tell("moves_up", text, "NS-29", "NR-264", to=g.seats_of(vehicle.side), vehicle=vehicle.id)


def in_words(posts: Posts) -> str:
    return " and ".join(WORDS[post] for post in posts)


def drives(posts: Posts) -> bool:
    return "driver" in posts


def fits_one_man(vehicle: Vehicle, posts: Posts) -> bool:
    """Whether one man can serve at these posts: as the type seats him, or all in the hull or all about the gun."""
    if posts in seats(type_of(vehicle)):
        return True
    where = {post in IN_HULL for post in posts if post not in ANYWHERE}
    return len(where) <= 1 and len(set(posts)) == len(posts)
