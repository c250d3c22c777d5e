"""What a stands bot is asked, and the methods that answer it."""

from __future__ import annotations

from deadground.core import answering


class Answers(answering.Answers):
    """A bot that answers the questions of stands."""

    BY_GUIDE = {
        "stands.cards": "cards",
        "stands.routes": "routes",
        "stands.fire_plan": "fire",
        "stands.leads": "leads",
        "stands.pre_battle": "bombard",
        "stands.air_plan": "air_plan",
    }
    BY_ROW = {
        "KIM-7.3b": "press_on",
        "KIM-4.10a": "call_in",
        "KIM-4.17a": "snap_shot",
        "KIM-6.1a": "night_work",
    }
