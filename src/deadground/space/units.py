"""Lengths are whole tenths of a millimetre. An inch is exactly 254 of them, a foot 3,048.

People write millimetres, inches and feet; this module turns those into tenths and back. What does not come out
even is rounded once, half away from zero.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Literal

LengthUnit = Literal["mm", "in", "ft"]
Tenths = int

IN_TENTHS: dict[LengthUnit, int] = {"mm": 10, "in": 254, "ft": 3048}
SIGNS: dict[LengthUnit, str] = {"mm": " mm", "in": '"', "ft": "'"}

REACH = 65_535
"""No coordinate is further from the origin than this, so that products of three fit into 64 bits."""

LONGEST = 1_000_000
"""A number above this, in any unit, is a slip and not a length."""


def round_div(number: int, by: int) -> int:
    """A quotient rounded to the nearest whole number, half away from zero."""
    if by < 0:
        number, by = -number, -by
    return (2 * number + by) // (2 * by) if number >= 0 else -((2 * -number + by) // (2 * by))


@lru_cache(maxsize=4096)
def tenths(amount: int | float | str | Decimal, unit: LengthUnit) -> Tenths:
    """An amount of a unit in tenths of a millimetre. A float is read as the decimal it prints as."""
    try:
        exact = Decimal(str(amount))
        if abs(exact) > LONGEST:
            raise ValueError
        numerator, denominator = exact.as_integer_ratio()
    except (InvalidOperation, ValueError, OverflowError):
        raise ValueError(f"'{amount}' is not a length") from None
    return round_div(numerator * IN_TENTHS[unit], denominator)


def mm(amount: int | float | str) -> Tenths:
    return tenths(amount, "mm")


def inches(amount: int | float | str) -> Tenths:
    return tenths(amount, "in")


def feet(amount: int | float | str) -> Tenths:
    return tenths(amount, "ft")


def amount(length: Tenths, unit: LengthUnit) -> Decimal:
    """Tenths as an amount of a unit, to two places."""
    exact = Decimal(length) / IN_TENTHS[unit]
    return exact.quantize(Decimal("0.01")).normalize() + 0


def shown_at(point: tuple[int, int], unit: LengthUnit) -> str:
    """A place as players read it, across and down: (38.5, 42)."""
    return f"({amount(point[0], unit):f}, {amount(point[1], unit):f})"


@lru_cache(maxsize=16_384)
def shown(length: Tenths, unit: LengthUnit) -> str:
    """A length as players read it: 7.6", 250 mm."""
    return f"{amount(length, unit):f}{SIGNS[unit]}"
