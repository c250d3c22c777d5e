"""Writes src/deadground/space/octant.py: sine and cosine of the first octant as whole numbers.

The values are worked out to fifty places with `decimal`, so that no machine's mathematics library has a say.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, getcontext
from pathlib import Path

OUT = Path(__file__).parents[1] / "src" / "deadground" / "space" / "octant.py"
SCALE = 1 << 24
TINY = Decimal(10) ** -45

HEAD = '''"""The one table that directions come from: sine and cosine of the first octant, in tenths of a degree.

Whole numbers, so that every machine turns a facing into the same vector. The other seven octants are mirror images
of this one; `plane.vector` puts them together. tools/directions.py writes this file.
"""

from __future__ import annotations

SCALE = 1 << 24
"""The length of every direction vector, as nearly as whole numbers allow."""

# fmt: off
'''


def arc_tangent_of_inverse(x: int) -> Decimal:
    term = total = Decimal(1) / x
    n, sign = 3, -1
    while abs(term) > TINY:
        term /= x * x
        total += sign * term / n
        n, sign = n + 2, -sign
    return total


def series(angle: Decimal, first: Decimal, n: int) -> Decimal:
    """The power series of sine (from the angle, n = 1) or cosine (from one, n = 0)."""
    term = total = first
    while abs(term) > TINY:
        term = -term * angle * angle / ((n + 1) * (n + 2))
        total += term
        n += 2
    return total


def octant() -> tuple[list[int], list[int]]:
    getcontext().prec = 50
    pi = 4 * (4 * arc_tangent_of_inverse(5) - arc_tangent_of_inverse(239))
    angles = [pi * i / 1800 for i in range(451)]
    sines = [series(angle, angle, 1) for angle in angles]
    cosines = [series(angle, Decimal(1), 0) for angle in angles]
    return [whole(s) for s in sines], [whole(c) for c in cosines]


def whole(value: Decimal) -> int:
    return int((value * SCALE).to_integral_value())


def table(name: str, values: Sequence[int]) -> str:
    lines = [f"{name} = ("]
    row = "   "
    for value in values:
        if len(row) + len(f" {value},") > 110:
            lines.append(row)
            row = "   "
        row += f" {value},"
    return "\n".join([*lines, row, ")\n"])


def text() -> str:
    sines, cosines = octant()
    return f"{HEAD}{table('SIN', sines)}\n{table('COS', cosines)}# fmt: on\n"


if __name__ == "__main__":
    OUT.write_text(text())
