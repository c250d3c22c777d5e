"""The card game: sealed orders, hidden hands and hidden pieces on a board of five by five squares.

It proves that the kernel keeps secrets. It is not in the registry of systems.
"""

from deadground.testing.cards.system import CARDS

__all__ = ["CARDS"]
