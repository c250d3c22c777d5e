"""The two ways of reading dice. NUTS-ACT-11"""

from __future__ import annotations

from collections.abc import Iterable

from deadground.core.citing import cite

SUCCESS = 3
"""A die that shows no more than this is a success. NUTS-ACT-11"""


def passed(faces: Iterable[int], number: int) -> int:
    """How many dice are passed: each that is equal to or below the number tested. NUTS-ACT-11, NR-01"""
    cite("NUTS-ACT-11", "NR-01")
    return sum(face <= number for face in faces)


def successes(faces: Iterable[int]) -> int:
    """How many dice show 1, 2 or 3. NUTS-ACT-11"""
    cite("NUTS-ACT-11")
    return sum(face <= SUCCESS for face in faces)


def at_most_two(count: int) -> int:
    """Tables that end at 2d6 treat more than two passes as two. NR-02"""
    cite("NUTS-ACT-11", "NR-02")
    return min(count, 2)
