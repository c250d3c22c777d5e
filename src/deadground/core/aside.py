"""What lies beside the game: dice laid by an umpire, seats that run their plans, seats that are lent.

It belongs to the position, so that it is saved, copied and gone back over with it; but no rule reads it, and no
view shows one seat's part of it to another.
"""

from __future__ import annotations

import msgspec

from deadground.core.dice import Roll, arranged


class Laid(msgspec.Struct, frozen=True):
    """A roll set beforehand: the next throw for a purpose, of one owner or of any; what is said of it; by whom."""

    purpose: str
    owner: str
    faces: tuple[int, ...]
    note: str
    by: str = ""

    def is_for(self, roll: Roll) -> bool:
        """Whether a throw is the one that was meant."""
        return self.purpose == roll.purpose and self.owner in ("", roll.owner)

    def fits(self, roll: Roll) -> bool:
        """Whether the dice that are thrown can show these faces."""
        return max(self.faces) <= roll.sides

    def over(self, roll: Roll, *, ordered: bool) -> Roll:
        """The throw as it was set; where more dice are thrown than were set, they show the same faces again."""
        faces = [self.faces[i % len(self.faces)] for i in range(len(roll.faces))]
        return msgspec.structs.replace(roll, faces=arranged(faces, ordered), note=self.note)


class Standing(msgspec.Struct, frozen=True):
    """That a seat runs its plan, and what it knew when it last answered for itself: all else is news to it."""

    known: tuple[str, ...] = ()


class Aside(msgspec.Struct, frozen=True):
    """What lies beside the game. `lent` tells for each seat that is lent who plays it: a seat, or a bot."""

    laid: tuple[Laid, ...] = ()
    standing: dict[str, Standing] = {}
    lent: dict[str, str] = {}


NOTHING = Aside()


def with_standing(aside: Aside, seat: str, standing: Standing | None) -> Aside:
    """The same with a seat's plan running, or no longer."""
    others = {other: kept for other, kept in aside.standing.items() if other != seat}
    return msgspec.structs.replace(aside, standing=others if standing is None else {**others, seat: standing})


def with_lent(aside: Aside, seat: str, to: str | None) -> Aside:
    """The same with a seat lent, or back with its owner."""
    others = {other: kept for other, kept in aside.lent.items() if other != seat}
    return msgspec.structs.replace(aside, lent=others if to is None else {**others, seat: to})


def replaced_by(aside: Aside, laid: Laid) -> tuple[Laid, ...]:
    """The rolls laid before for the same throw."""
    return tuple(kept for kept in aside.laid if (kept.purpose, kept.owner) == (laid.purpose, laid.owner))


def with_laid(aside: Aside, laid: Laid) -> Aside:
    """The same with a roll laid; one laid before for the same throw is taken away."""
    old = replaced_by(aside, laid)
    others = tuple(kept for kept in aside.laid if kept not in old)
    return msgspec.structs.replace(aside, laid=(*others, laid))
