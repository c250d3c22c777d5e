"""The duel: two lines of riflemen who shoot back. A small open game that proves the kernel.

It has the rooms of a real system (state, queries, rules, data, catalogue) and is not in the registry of systems.
"""

from deadground.testing.duel.system import DUEL

__all__ = ["DUEL"]
