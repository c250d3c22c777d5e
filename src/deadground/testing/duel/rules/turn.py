"""The turn: sides alternate, one man does one thing. DUEL-1, DUEL-2, DUEL-9"""

from __future__ import annotations

from deadground.core.agenda import Ask, Call, Done, Go, Next, Procedure, procedure, question, step
from deadground.core.odds import percent
from deadground.core.requests import Allocate, AnyRequest, Number, Option, Pick, Share
from deadground.core.view import View
from deadground.testing.duel import queries
from deadground.testing.duel.rules.fire import Shot, burst, chance_to_hit, targets, why_no_shot
from deadground.testing.duel.state import BURST, MAGAZINE, Duel, DuelState, Man

DuelView = View[DuelState]


@procedure("duel.fight", rows=("DUEL-1", "DUEL-9"))
class Fight(Procedure):
    """The whole fight."""

    side: int = 0

    @step
    def next_turn(self, g: Duel) -> Next:
        state = g.state
        for side in state.sides:
            if queries.is_beaten(state, side):
                g.finish(
                    [other for other in state.sides if other != side], f"{side} has no man left", "DUEL-9"
                )
                return Done()
        if state.turn > state.last_turn:
            g.finish([], f"dusk falls after turn {state.last_turn}", "DUEL-1")
            return Done()
        seat = state.sides[self.side]
        self.side = (self.side + 1) % len(state.sides)
        return Call(Turn(seat), then=self.turn_over)

    @step
    def turn_over(self, g: Duel) -> Next:
        if self.side == 0:
            g.state.turn += 1
        return Go(self.next_turn)


@procedure("duel.turn", rows=("DUEL-1",))
class Turn(Procedure):
    """One side's turn: a man is picked, then what he does."""

    seat: str
    man: str = ""

    @step
    def choose_man(self, g: Duel) -> Next:
        return Ask(self.who_acts, self.seat, then=self.man_chosen)

    @question
    def who_acts(self, view: DuelView) -> AnyRequest:
        men = queries.standing_of(view.state, self.seat)
        options = tuple([Option(man.id, man.name, man.weapon) for man in men])
        return Pick("Pick the man who acts.", options=options, proposal=[men[0].id], rows=self.rows)

    @step
    def man_chosen(self, g: Duel) -> Next:
        self.man = self.picked
        return Ask(self.what_he_does, self.seat, then=self.act)

    @question
    def what_he_does(self, view: DuelView) -> AnyRequest:
        """What he may do, and what he may not and why. DUEL-1, DUEL-3, DUEL-7, DUEL-8"""
        man = view.state.men[self.man]
        no_shot = why_no_shot(view.state, man)
        options = [FIRE if no_shot is None else Option("fire", "Fire", refused=no_shot)]
        if man.weapon == "machine pistol":
            options.append(
                BURST_FIRE if no_shot is None else Option("burst", "Fire a burst", refused=no_shot)
            )
        options.append(AIM)
        if man.rounds < MAGAZINE:
            options.append(RELOAD)
        options.append(GET_UP if man.stance == "down" else GET_DOWN)
        if man.stance == "standing":
            options.append(Option("advance", "Advance", f"up to {queries.room_ahead(view.state, man)} paces"))
        proposal = "fire" if no_shot is None else "aim"
        return Pick(f"What does {man.name} do?", options=tuple(options), proposal=[proposal], rows=self.rows)

    @step
    def act(self, g: Duel) -> Next:
        man = g.man(self.man)
        man.moving = False
        if self.picked == "fire":
            return Ask(self.at_whom, self.seat, then=self.fire)
        if self.picked == "burst":
            return Ask(self.how_to_spread, self.seat, then=self.fire_burst)
        if self.picked == "advance":
            return Ask(self.how_far, self.seat, then=self.advance)
        if self.picked == "aim":
            man.aimed = True
            g.tell("aims", f"{man.name} takes aim.", "DUEL-1", man=man.id)
        elif self.picked == "reload":
            man.rounds = MAGAZINE
            g.tell("reloads", f"{man.name} reloads.", "DUEL-7", man=man.id)
        else:
            man.stance = "standing" if man.stance == "down" else "down"
            g.tell("stance", f"{man.name} is {man.stance} now.", "DUEL-1", man=man.id)
        return Done()

    @question
    def at_whom(self, view: DuelView) -> AnyRequest:
        """The nearest enemies in reach, each with the chance to hit him. DUEL-3"""
        state = view.state
        man = state.men[self.man]
        options = tuple([Option(foe.id, foe.name, odds_of(state, man, foe)) for foe in targets(state, man)])
        return Pick("Fire at whom?", options=options, proposal=[options[0].id], rows=("DUEL-3",))

    @step
    def fire(self, g: Duel) -> Next:
        return Call(Shot(self.man, self.picked), then=self.over)

    @question
    def how_far(self, view: DuelView) -> AnyRequest:
        man = view.state.men[self.man]
        room = queries.room_ahead(view.state, man)
        return Number(f"How far does {man.name} go?", low=0, high=room, unit="paces", rows=("DUEL-2",))

    @step
    def advance(self, g: Duel) -> Next:
        man, paces = g.man(self.man), self.answer(int)
        man.ahead += paces
        man.moving = paces > 0
        man.aimed = False
        g.tell("advances", f"{man.name} goes {paces} paces forward.", "DUEL-2", man=man.id, paces=paces)
        return Done()

    @question
    def how_to_spread(self, view: DuelView) -> AnyRequest:
        man = view.state.men[self.man]
        most = min(BURST, man.rounds)
        foes = targets(view.state, man)
        shares = tuple(Share(foe.id, foe.name, most) for foe in foes)
        return Allocate(
            "Spread the burst.",
            shares=shares,
            least=1,
            most=most,
            unit="rounds",
            proposal={foes[0].id: most},
            rows=("DUEL-8",),
        )

    @step
    def fire_burst(self, g: Duel) -> Next:
        burst(g, g.man(self.man), self.answer(dict[str, int]))
        return Done()

    @step
    def over(self, g: Duel) -> Next:
        return Done()


FIRE = Option("fire", "Fire", "a shot at an enemy in reach")
BURST_FIRE = Option("burst", "Fire a burst", f"up to {BURST} rounds, never answered")
AIM = Option("aim", "Take aim", "+1 on his next shot")
RELOAD = Option("reload", "Reload", f"{MAGAZINE} rounds again")
GET_UP = Option("stance", "Get up")
GET_DOWN = Option("stance", "Get down")


def odds_of(state: DuelState, man: Man, foe: Man) -> str:
    """How likely a shot at an enemy is to hit, in words."""
    return f"{percent(chance_to_hit(man, foe, queries.distance(state, man, foe)))} to hit"
