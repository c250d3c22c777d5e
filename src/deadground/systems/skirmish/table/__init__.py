"""The table of a skirmish as a page draws it. Whoever imports it makes gestures and odds known to the questions."""

from deadground.systems.skirmish.odds import star
from deadground.systems.skirmish.table import gestures, short_ways

REGISTERED = (gestures, short_ways, star)
