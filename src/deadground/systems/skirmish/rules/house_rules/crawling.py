"""House rule 3: prone men crawl 2", and further if they try a Fast Move. NUTS-HOUSE-03, NR-109"""

from __future__ import annotations

from collections.abc import Sequence

from deadground.core.agenda import procedure
from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.activation.orders import can_act, card_law, why_idle
from deadground.systems.skirmish.rules.house_rules.switched import is_on
from deadground.systems.skirmish.rules.movement.going import normal_move, rising
from deadground.systems.skirmish.rules.movement.movement import Going, Move, MoveCard, MovePlan
from deadground.systems.skirmish.state import Figure, SkirmishState


@procedure("skirmish.crawl", rows=("NUTS-HOUSE-03",))
class Crawl(Move):
    """Men crawl along their paths and stay down."""

    def get_up(self, g: Skirmish, figure: Figure) -> None:
        """He stays prone, and has 2" to go. NR-109"""
        cite("NUTS-HOUSE-03")
        used = normal_move(figure) - rising(figure) - number("crawl")
        figure.doing = figure.doing.but(spent=max(figure.doing.spent, used))

    def is_on_the_move(self, figure: Figure) -> bool:
        """He lies anyway; a hit ends his movement for now. NUTS-REACT-07"""
        return can_act(figure) and figure.doing.spent < normal_move(figure)

    def half(self, figure: Figure) -> Tenths:
        """What a die passed adds: half of a crawl."""
        return number("crawl") // 2


@card_law("crawl")
class CrawlCard(MoveCard):
    """Crawl up to 2" without getting up. NUTS-HOUSE-03"""

    label = "Crawl"
    asks_again = False
    rows = ("NUTS-HOUSE-03", "NR-109")

    def is_played(self, options: Options) -> bool:
        cite("NUTS-HOUSE-03")
        return is_on(options, "house_3_crawling")

    def why_not(self, state: SkirmishState, figure: Figure, options: Options) -> Fault | None:
        if not figure.prone:
            return Fault(figure.id, f"{figure.name} is on his feet", self.rows)
        if figure.doing.action or figure.doing.spent:
            return Fault(figure.id, f"{figure.name} has taken his action", ("NUTS-ACT-08",))
        if self.fast and figure.doing.busy:
            return Fault(figure.id, f"{figure.name} is busy and cannot Fast Move", ("NUTS-ACT-09",))
        if self.fast and figure.aid.escorts:
            return Fault(figure.id, f"{figure.name} brings prisoners along", ("NS-36", "NR-173"))
        return why_idle(figure)

    def most(self, figure: Figure) -> Tenths:
        return number("crawl")

    def carry_out(self, g: Skirmish, figures: Sequence[str], plan: MovePlan) -> Crawl:
        given = plan.paths
        goers = tuple(Going(id, (g.figure(id).at, *given[id].points), given[id].facing) for id in figures)
        return Crawl(goers, self.fast)


@card_law("fast_crawl")
class FastCrawlCard(CrawlCard):
    """Crawl, and try for half as much again with each of two dice. NUTS-HOUSE-03"""

    label = "Fast crawl"
    as_one = True
    fast = True

    def most(self, figure: Figure) -> Tenths:
        return number("crawl") + number("fast_move_dice") * (number("crawl") // 2)
