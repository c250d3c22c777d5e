"""The battle as a table shows it: the scene of a view, looks at it, and gestures that become drafts of choices.

Whoever imports it makes the gestures known to the questions.
"""

from deadground.systems.stands.table import card_gestures, fire_gestures, route_gestures

REGISTERED = (card_gestures, fire_gestures, route_gestures)
