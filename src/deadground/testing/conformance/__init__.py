"""The conformance suite: what every system must do, whatever its rules. `conform` is the one function to call.

    from deadground.testing.conformance import conform

    def test_my_system() -> None:
        conform(MY_SYSTEM, "first battle")

It plays random legal games and, at their decisions, puts the same questions to any system: does play end, can
somebody always act, do save, load and clone agree, does replay give every digest again, does undo stop at a die, do
worlds that look alike to a seat give it the same answers, and does nothing secret ever get out.
"""

from deadground.testing.conformance.suite import NotConforming, Report, conform

__all__ = ["NotConforming", "Report", "conform"]
