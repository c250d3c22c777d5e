"""What tests of rules stand on: marks, scripted dice, the conformance suite, small games."""

from deadground.testing.rules import bounds, rule

__all__ = ["bounds", "rule"]
