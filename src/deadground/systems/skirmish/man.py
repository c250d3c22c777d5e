"""The parts that a man is made of: his arms and pack, his reaction, what he is doing, whom he fights and cares for.

A part is frozen: `man.arms = man.arms.but(empty=())`. What everybody asks of a man stays in `Figure` itself.
"""

from __future__ import annotations

from typing import Annotated, Literal

from deadground.core.records import Part, Public, part
from deadground.core.references import names
from deadground.space.plane import Point
from deadground.space.units import Tenths

Result = Literal[
    "carry_on",
    "return_fire",
    "snap_fire",
    "outgunned",
    "duck_back",
    "hunker_down",
    "leave_battlefield",
    "out_of_the_fight",
    "obviously_dead",
]
"""What a Reaction Test can come to, from best to worst. NUTS-REACT-10"""

Action = Literal["", "stay", "move", "fast_move", "charge"]
"""The main action an active man has taken. NUTS-ACT-08"""

FigureId = Annotated[str, names("figures", "to_come")]
PieceId = Annotated[str, names("figures", "to_come", "bystanders", "vehicles", "guns")]
"""Whoever and whatever has a base on the table: `pieces.py` says which collections hold them."""
GunId = Annotated[str, names("guns")]
LootId = Annotated[str, names("figures", "markers")]
Dealing = Literal["came_upon", "searched", "took_gear", "was_beside"]
"""Came upon a hated enemy in this turn; stopped to search; took the gear of; was beside, wounded, as a medic became
active. LR-057, LR-040, COT-SQUAD-06, NR-81"""

NO_TEST = -1
"""The successes of a man who has no In Sight Test to act in. NUTS-SIGHT-08"""


Post = Literal[
    "commander",
    "driver",
    "gunner",
    "loader",
    "hull_gunner",
    "second_loader",
    "second_driver",
    "turret_2",
    "turret_3",
    "turret_4",
    "turret_5",
    "number",
]
"""What one of a crew serves as; a `number` lends a hand. NS-29, COT-VEH-18, COT-VEH-25"""


@part
class Berth(Part, frozen=True):
    """His place in a vehicle, or at a gun: a man can serve at several posts, but no two at the same. NS-29"""

    posts: Public[tuple[Post, ...]] = ()
    """None for one who is carried."""
    gun: Public[GunId] = ""
    """The gun that he serves."""
    on_deck: Public[bool] = False
    """Whether he rides on a tank, where everybody sees him. NS-30"""

    @property
    def in_vehicle(self) -> bool:
        """Whether he serves in what he is inside of, and at no gun."""
        return bool(self.posts) and not self.gun


@part
class Arms(Part, frozen=True):
    """What a man shoots and fights with, and how it is with it."""

    weapons: Public[tuple[str, ...]] = ()
    """Ids of weapons.py, the one in his hands first."""
    empty: Public[tuple[str, ...]] = ()
    """Weapons that are out of ammunition: whoever sees him run dry is told. NUTS-AMMO-01"""
    jammed: Public[tuple[tuple[str, int], ...]] = ()
    """Weapons that are jammed, each with the last turn that goes by with clearing it. COT-WEAP-12"""
    reloading: Public[str] = ""
    """The weapon that is loaded again when this activation ends. NR-38"""
    shot_with: Public[str] = ""
    """The weapon he shot with last: what those he shot at compare theirs with. NR-60, NR-102"""
    last_shot: Public[tuple[tuple[str, int], ...]] = ()
    """The turn in which each weapon with a rate of fire last shot. NUTS-FIRE-19"""
    loads_for: Public[FigureId] = ""
    """Whose dedicated loader he is. NUTS-AMMO-03"""
    feeding: Public[bool] = False
    """Whether that is what he has done with the shot of this activation: he may go on feeding. NUTS-AMMO-03"""


@part
class Pack(Part, frozen=True):
    """What he carries besides weapons."""

    gear: Public[tuple[tuple[str, int], ...]] = ()
    """What he carries besides weapons, and how many: grenades, Molotovs, vests."""
    readied: Public[str] = ""
    """What he holds readied. NUTS-GREN-02"""
    ready_since: Public[bool] = False
    """Whether it was readied with a failed die in this activation, and must wait. NUTS-GREN-02"""
    fuel: Public[int] = -1
    """Shots left in a flame-thrower; -1 for no end. NUTS-GREN-16"""


@part
class Reaction(Part, frozen=True):
    """What he has to carry out, and what hiding has made of him."""

    successes: Public[int] = NO_TEST
    """His group's successes in the In Sight Test he still has to act in. NUTS-SIGHT-08"""
    reacting: Public[Result | None] = None
    """The result he has not finished carrying out; a later test can only make it worse. NUTS-REACT-09"""
    causes: Public[tuple[PieceId, ...]] = ()
    """Who caused the test he is reacting to, or hunkers since: whom he shoots back at, from whom he takes cover."""
    hidden_from: Public[tuple[PieceId, ...]] = ()
    """Whom he neither sees nor is seen by, ducked back or hunkered in cover. NUTS-MOVE-07, NUTS-MOVE-08"""
    under_cover: Public[bool] = False
    """Whether his Duck Back or Hunker Down ended in cover; the +1d6 of a Recover Test. NR-103"""
    hunkered_before: Public[bool] = False
    """Whether a Hunker Down was scored for him in this battle: a second makes him leave. NUTS-MOVE-10"""


@part
class Doing(Part, frozen=True):
    """What he has done in the activation or turn that is running."""

    action: Public[Action] = ""
    """The main action of the activation that is running. NUTS-ACT-08"""
    spent: Public[Tenths] = 0
    """What he has used of his movement in the activation that is running."""
    bonus: Public[Tenths] = 0
    """What a Fast Move has added to his movement in this activation. NUTS-MOVE-02"""
    moving: Public[bool] = False
    """Whether he counts as moving, against cover and concealment. NR-36"""
    fast_moving: Public[bool] = False
    """From the declaration to the end of the turn. NR-20"""
    fired: Public[bool] = False
    """Whether he has used up, or lost, the shot of the activation that is running. NUTS-ACT-10"""
    busy: Public[bool] = False
    """Whether he reloads or picks something up in this activation: no Fast Move then. NUTS-ACT-09, NR-38"""
    moved_in: Public[int] = 0
    """The turn in which he last moved. NS-07"""
    thrown: Public[bool] = False
    """Whether he has thrown a grenade this turn. NUTS-GREN-01"""
    tried_to_fetch: Public[bool] = False
    """Whether he has been asked this activation or Duck Back. NR-82"""


@part
class Melee(Part, frozen=True):
    """Whom he is locked with."""

    fighting: Public[tuple[FigureId, ...]] = ()
    """Enemies he is locked in melee with. NUTS-MELEE-10"""
    evenly: Public[int] = 0
    """Evenly Matched results scored against him this turn. NUTS-MELEE-09"""
    rear_round: Public[FigureId] = ""
    """Whom he charged in the rear, until his first round with him is fought. NUTS-MELEE-09"""


@part
class Aid(Part, frozen=True):
    """Whom he looks after, and who looks after him."""

    carries: Public[FigureId] = ""
    """The wounded man he carries. NUTS-WOUND-02"""
    carried_by: Public[FigureId] = ""
    tending: Public[FigureId] = ""
    """The wounded man a medic spends this activation with. NUTS-WOUND-05"""
    treated: Public[bool] = False
    """Whether a medic has tried to bring him back. NUTS-WOUND-05"""
    escorts: Public[tuple[FigureId, ...]] = ()
    """Prisoners he brings along. NS-36"""


@part
class Sightings(Part, frozen=True):
    """Who sees him, and where he was seen."""

    seen_by: Public[tuple[str, ...]] = ()
    """The sides that see him now, besides his own."""
    seen_at: Public[tuple[tuple[str, Point], ...]] = ()
    """Where each side saw him last. NR-108"""


Deed = Literal[
    "hit",
    "fought",
    "was_down",
    "hunkered",
    "left",
    "walked_off",
    "got_through",
    "brought_off",
    "freed",
    "rep_lowered",
    "cheated_death",
    "returns",
    "prisoner",
    "lost",
    "luck_used",
    "shot_at",
    "acted",
    "searching",
    "hurried",
    "taken_wounded",
]
"""What a campaign wants to know of a man (NUTS-CAMP-04), and what counts for a while or until the battle ends."""


@part
class Deeds(Part, frozen=True):
    """What he has done and what befell him."""

    record: Public[tuple[Deed, ...]] = ()
    took: Public[tuple[str, ...]] = ()
    """Weapons that he has from the enemy. COT-SQUAD-07"""
    for_now: Public[tuple[str, ...]] = ()
    """Attributes that end with the battle. COT-ATTR-06"""
    dealings: Public[tuple[tuple[Dealing, LootId], ...]] = ()
    """Whom he has dealt with, and how."""
