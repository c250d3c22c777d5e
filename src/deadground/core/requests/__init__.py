"""What the engine asks a seat: a closed set of seven kinds, each with check, sample, suggest and list.

All four see the asking seat's view only, so what a seat cannot see never refuses its choice. A choice is one
complete value; half-made ones are drafts, kept outside the journal.
"""

from deadground.core.requests.base import (
    Choice,
    Draft,
    Gesture,
    Guide,
    Manner,
    Request,
    Suggestion,
    gestures_on,
    guide,
)
from deadground.core.requests.ground import Path, PathValue, Place, PlaceValue, Spot, Walker
from deadground.core.requests.lists import Allocate, Confirm, Number, Option, Pick, Share
from deadground.core.requests.orders import Card, Condition, Order, OrderedUnit, Orders

AnyRequest = Pick | Path | Place | Allocate | Orders | Number | Confirm

__all__ = [
    "Allocate",
    "AnyRequest",
    "Card",
    "Choice",
    "Condition",
    "Confirm",
    "Draft",
    "Gesture",
    "Guide",
    "Manner",
    "Number",
    "Option",
    "Order",
    "OrderedUnit",
    "Orders",
    "Path",
    "PathValue",
    "Pick",
    "Place",
    "PlaceValue",
    "Request",
    "Share",
    "Spot",
    "Suggestion",
    "Walker",
    "gestures_on",
    "guide",
]
