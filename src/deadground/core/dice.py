"""Dice, rolled inline through a source that is live, scripted, recorded or forced.

A rule says `game.roll(2, D6, "crisis test")` and never knows where the faces come from. Dice that are not
`ordered` reach the rule sorted, so that exact odds may enumerate multisets instead of sequences.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

D3, D6, D8, D10, D12, D20, D100 = 3, 6, 8, 10, 12, 20, 100
MOST_SIDES = 256


class Roll(msgspec.Struct, frozen=True, gc=False):
    """One throw: what fell, what for, and whose it was. A seat sees it through the event that tells of it."""

    sides: int
    faces: tuple[int, ...]
    purpose: str
    owner: str = ""
    note: str = ""
    """Why the faces are not as they fell: who set them, and for what reason."""

    @property
    def total(self) -> int:
        return sum(self.faces)

    @property
    def one(self) -> int:
        """The face of a single die."""
        (face,) = self.faces
        return face

    def passes(self, number: int) -> int:
        """How many dice are equal to or under the number."""
        return sum(face <= number for face in self.faces)


class DiceSource(Protocol):
    """Where faces come from."""

    def faces(self, count: int, sides: int, purpose: str, ordered: bool) -> tuple[int, ...]: ...


class DiceError(Exception):
    """The dice asked for are not the dice that are there: a script run dry, a replay that went astray."""


def new_seed() -> bytes:
    """32 random bytes from the operating system: the secret that all dice of a match come from."""
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """What is published when a match begins, so that the seed can be checked when it ends."""
    return hashlib.sha256(b"deadground dice\n" + seed).hexdigest()


class Live:
    """The dice of journal entry `entry`: a byte stream made from the match seed and the entry's number.

    Every 64 bytes are HMAC-SHA512(seed, entry number, block number), both as 8 bytes, big end first. A byte
    that would favour low faces is passed over. An entry number is used once, so no dice come twice.
    """

    def __init__(self, seed: bytes, entry: int) -> None:
        self._seed = seed
        self._entry = entry.to_bytes(8, "big")
        self._bytes = self._stream()

    def _stream(self) -> Iterator[int]:
        block = 0
        while True:
            yield from hmac.digest(self._seed, self._entry + block.to_bytes(8, "big"), "sha512")
            block += 1

    def _die(self, sides: int) -> int:
        fair = 256 - 256 % sides
        return next(byte for byte in self._bytes if byte < fair) % sides + 1

    def faces(self, count: int, sides: int, purpose: str, ordered: bool) -> tuple[int, ...]:
        if not 2 <= sides <= MOST_SIDES:
            raise DiceError(f"a die has 2 to {MOST_SIDES} sides, not {sides} ({purpose})")
        return arranged((self._die(sides) for _ in range(count)), ordered)


class Ids:
    """Ids for pieces made in entry `entry`: opaque, so that neither an id nor a gap between ids tells anything."""

    def __init__(self, seed: bytes, entry: int) -> None:
        self._seed = seed
        self.entry = entry
        self._made = 0

    def new(self) -> str:
        self._made += 1
        label = b"id %d %d" % (self.entry, self._made)
        return "p" + hmac.digest(self._seed, label, "sha256")[:5].hex()


class Scripted:
    """The faces a test laid out, in order. Running out is an error; so is leaving any (`finish`)."""

    def __init__(self, *faces: int) -> None:
        self._left = list(faces)

    def faces(self, count: int, sides: int, purpose: str, ordered: bool) -> tuple[int, ...]:
        if count > len(self._left):
            raise DiceError(f"the script has {len(self._left)} dice left, {count} wanted for {purpose}")
        taken, self._left = self._left[:count], self._left[count:]
        for face in taken:
            if not 1 <= face <= sides:
                raise DiceError(f"the script has a {face} where a d{sides} is thrown for {purpose}")
        return arranged(taken, ordered)

    @property
    def left(self) -> tuple[int, ...]:
        return tuple(self._left)

    def finish(self) -> None:
        if self._left:
            raise DiceError(f"scripted dice left over: {self._left}")


class Recorded:
    """The rolls of a journal entry, given again. A roll that differs in dice or purpose is an error."""

    def __init__(self, rolls: Sequence[Roll]) -> None:
        self._rolls = iter(rolls)

    def faces(self, count: int, sides: int, purpose: str, ordered: bool) -> tuple[int, ...]:
        roll = next(self._rolls, None)
        if roll is None:
            raise DiceError(f"the record has no more rolls, but {purpose} throws {count}d{sides}")
        if (len(roll.faces), roll.sides, roll.purpose) != (count, sides, purpose):
            raise DiceError(
                f"the record has {len(roll.faces)}d{roll.sides} for {roll.purpose}, "
                f"the rules throw {count}d{sides} for {purpose}"
            )
        return roll.faces

    def finish(self) -> None:
        roll = next(self._rolls, None)
        if roll is not None:
            raise DiceError(f"the record has {len(roll.faces)}d{roll.sides} more for {roll.purpose}")


class Preset:
    """Dice somebody set by hand (put right), then another source. A record already holds those that were set.

    If one cannot show what it was set to, that one and all set after it fall as they fall: `unfit` says why.
    """

    def __init__(self, faces: Sequence[int], then: DiceSource) -> None:
        self._set = list(faces)
        self._then = then
        self.unfit = ""

    def faces(self, count: int, sides: int, purpose: str, ordered: bool) -> tuple[int, ...]:
        if any(face > sides for face in self._set[:count]):
            shown = ", ".join(map(str, self._set))
            self.unfit, self._set = f"given back, {shown}: it was thrown with a D{sides}", []
        taken, self._set = self._set[:count], self._set[count:]
        if isinstance(self._then, Recorded):
            return self._then.faces(count, sides, purpose, ordered)
        rest = self._then.faces(count - len(taken), sides, purpose, True) if len(taken) < count else ()
        return arranged((*taken, *rest), ordered)

    @property
    def left(self) -> tuple[int, ...]:
        return tuple(self._set)


def arranged(faces: Iterable[int], ordered: bool) -> tuple[int, ...]:
    return tuple(faces) if ordered else tuple(sorted(faces))
