"""For every option that is offered one small play, and what each of its values comes to in it.

@plays("flame_dice", {"single": False, "per_target": True})
def who_is_hit(options):
    return bool(told(acted(table(...), dice=[3], options=options), "damage"))

The plays differ in nothing but the value, so an option that no rule reads cannot come to two things. They go the
ways of players: procedures and orders, what is asked at the table, squads as they are made and checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deadground.core.match import Match
from deadground.core.roster import SquadOrder
from deadground.systems.skirmish.armies.check import faults_of
from deadground.systems.skirmish.armies.choices import offer
from deadground.systems.skirmish.armies.making import made_by
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.activation.turn import Battle, Turn
from deadground.systems.skirmish.rules.fire.shooting import ActiveFire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.melee.melee import Melee
from deadground.systems.skirmish.rules.movement.involuntary import LeaveBattlefield
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.state import Marker
from deadground.systems.skirmish.system import SKIRMISH
from tests.systems.skirmish.acting import acted, in_sight, refused, statuses, told
from tests.systems.skirmish.armies.dice import squad
from tests.systems.skirmish.armies.germans import germans, with_man
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.orders import charge, fire, move, steps, throw, to
from tests.systems.skirmish.solo import mark, solo
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import RIFLE, foe, given, man, point, table

Options = dict[str, str]
Playing = Callable[[Options], Any]

PLAYS: dict[str, tuple[Playing, Mapping[str, Any]]] = {}
"""By option: the play, and by value what it comes to."""


def plays(option: str, comes_to: Mapping[str, Any]) -> Callable[[Playing], Playing]:
    """This play shows what an option does."""

    def keep(play: Playing) -> Playing:
        PLAYS[option] = play, comes_to
        return play

    return keep


def shot() -> ActiveFire:
    """X of blue fires at `a`."""
    return ActiveFire((Shot("x", RIFLE, (Aim("a", 1),)),))


def fired_on() -> Crisis:
    """What `a` makes of it."""
    return Crisis((Cause("a", "fired_on", ("x",)),))


LOCKED: dict[str, Any] = {"rep": 1, "weapons": ()}
"""Two who fight with bare hands throw two dice each."""

HILL = "  - {id: hill, kind: hill, level: 1, polygon: [[0, 20], [48, 20], [48, 22], [0, 22]]}"
"""It lies right across the table, and nobody sees over it."""


# Tests and what moves them


@plays("half_strength_scope", {"unit": 1, "group": 0})
def passed_alone_of_two_in_the_group_and_of_three_in_the_squad(options: Options) -> Any:
    """NR-04: at half strength the second die does not count."""
    state = table(man("a", (10, 30)), man("b", (30, 30)), man("c", (33, 30)), foe("x", (10, 10)))
    state.groups["red-1"].strength = 2
    p = acted(state, dice=[6, 1], procedure=fired_on(), options=options)
    return p.last("crisis_test").data["results"][0]["passed"]


@plays("recover_damage_modifiers", {"off": 2, "on": 3})
def dice_of_one_who_is_hit_in_a_trench(options: Options) -> Any:
    """NR-05."""
    state = table(man("a", (10, 30)), foe("x", (10, 20)), foe("y", (30, 2)), foe("z", (40, 2)))
    state.markers["t"] = Marker("t", "trench", point((10, 20)), 1000, facing=0)
    p = acted(state, fire("red-1", a="x"), dice=[6, 6], fill=1, options=options)
    return sum(len(roll.faces) for roll in p.last("recover").rolls)


@plays("man_down_rep_filter", {"off": ["b"], "on": []})
def who_tests_when_a_lesser_man_goes_down(options: Options) -> Any:
    """NR-26."""
    state = table(man("a", (10, 30), rep=3), man("b", (10, 33)), foe("x", (10, 10)))
    p = acted(state, dice=[6, 2], procedure=shot(), options=options)
    return [one["figure"] for test in told(p, "crisis_test") for one in test["results"]]


@plays("house_9_shared_test", {"off": ["a"], "on": ["a", "b"]})
def who_tests_when_his_neighbour_is_fired_on(options: Options) -> Any:
    state = table(man("a", (10, 30)), man("b", (14, 30)), foe("x", (10, 10)))
    p = acted(state, dice=[1], procedure=shot(), options=options)
    return [one["figure"] for one in told(p, "crisis_test")[0]["results"]]


@plays("recover_to_duck_back", {"moves": 35.9, "stays": 30})
def where_one_who_passes_one_die_is_then(options: Options) -> Any:
    """NR-170: a wall is 5.4" off."""
    hunkered = acted(table(man("a", (10, 30)), foe("x", (10, 10))), dice=[], procedure=fired_on()).state
    hunkered.map = given("  - {id: wall, kind: wall, line: [[0, 35.4], [40, 35.4]]}")
    p = acted(hunkered, dice=[4, 5], options=options)
    return round(p.state.figures["a"].at[1] / 254, 1)


# In sight


@plays("in_sight_at_phase_start", {"off": 0, "on": 1})
def tests_as_a_phase_begins(options: Options) -> Any:
    """NR-10."""
    state = table(man("a", (10, 30), **LOCKED), foe("x", (10, 10), **LOCKED))
    dice = [1, 6] if "on" in options.values() else []
    with playing(state, Phase("red"), dice=dice, options=options) as p:
        p.choose("red", "end_phase")
        p.nothing_pending()
    return len(told(p, "in_sight_test"))


@plays("in_sight_bonus_move", {"free": 0, "charged": 2 * 254})
def spent_on_the_two_inches(options: Options) -> Any:
    """NR-11."""
    state = table(man("a", (10, 30), rep=1), foe("x", (10, 10), rep=1, weapons=()))
    test = InSightTest("red-1", ("blue-1",), extra=True)
    with playing(state, test, dice=[1, 6], options=options) as p:
        p.choose("red", steps(a=(10, 28)))
        p.pending(red="You saw them first")
    return p.state.figures["a"].doing.spent


@plays("in_sight_multi_group", {"best_group": ["x", "y"], "pairwise": ["a", "y"]})
def who_wins_with_two_against_one_and_three(options: Options) -> Any:
    """NR-13."""
    state = table(man("a", (20, 30), rep=3), foe("x", (10, 10), rep=3), foe("y", (30, 10), rep=3))
    test = InSightTest("red-1", ("blue-1", "blue-2"))
    with playing(state, test, dice=[1, 1, 6, 1, 6, 6, 1, 1, 1], options=options) as p:
        running = p.match.position.agenda[-1]
        assert isinstance(running, InSightTest)
        (seat,) = p.match.to_act()
        p.pending(**{seat: "You saw them first"})
    return sorted(running.winners)


@plays("in_sight_strict_order", {"np_only": [], "all": ["NUTS-SIGHT-09", "NR-17"]})
def why_a_winner_may_not_charge(options: Options) -> Any:
    """NR-17: he could shoot."""
    state = table(man("a", (10, 26), rep=3), foe("x", (10, 20), rep=1))
    dice = [1, 1, 1, 6]
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=dice, options=options) as p:
        faults = p.match.check(p.asked("red").choice([charge("red-1", a="x")]))
        p.pending(red="You saw them first")
    return [row for fault in faults for row in fault.rows]


@plays("house_8_in_sight", {"off": 4, "on": 3})
def dice_to_see_one_who_lies(options: Options) -> Any:
    state = table(man("a", (10, 30), rep=4), foe("x", (10, 10), weapons=(), rep=1, prone=True))
    p = acted(state, dice=[], fill=1, procedure=InSightTest("red-1", ("blue-1",)), options=options)
    return len(p.last("in_sight_test").rolls[0].faces)


# Lines of sight


@plays("figures_block_los", {"friendly": (False, True), "any": (False, False), "none": (True, True)})
def seen_past_a_friend_and_past_an_enemy(options: Options) -> Any:
    """NR-37."""
    friend = table(man("a", (10, 30)), man("b", (10, 20)), foe("x", (10, 10)))
    enemy = table(man("a", (10, 30)), foe("y", (10, 20)), foe("x", (10, 10)))
    return in_sight(friend, options), in_sight(enemy, options)


@plays("duck_back_hidden_from", {"cause": True, "all": False})
def seen_by_one_who_did_not_make_him_duck(options: Options) -> Any:
    """NR-24."""
    ducked: dict[str, Any] = {"status": "duck_back", "hidden_from": ("b",), "under_cover": True}
    wall = "  - {id: w, kind: wall, line: [[6, 20.6], [14, 20.6]]}"
    men = man("a", (12, 30)), man("b", (8, 30)), foe("x", (10, 20), **ducked)
    return in_sight(table(*men, pieces=wall), options)


@plays("fold_hides", {"from_beyond_2": False, "deeper_than_2": True})
def seen_in_a_fold_not_deep_but_from_afar(options: Options) -> Any:
    """COT-R89."""
    fold = "  - {id: fold, kind: fold, level: -1, polygon: [[20, 10], [30, 10], [30, 30], [20, 30]]}"
    return in_sight(table(man("a", (10, 20), facing=90), foe("x", (22, 20)), pieces=fold), options)


@plays("pef_in_cover", {"at_edge": False, "seen": True})
def found_deep_in_a_wood(options: Options) -> Any:
    """NR-162: a man comes out from behind a house."""
    pieces = (
        "  - {id: house, kind: structure, polygon: [[0, 34], [12, 34], [12, 36], [0, 36]]}\n"
        "  - {id: wood, kind: woods, polygon: [[4, 2], [40, 2], [40, 12], [4, 12]]}"
    )
    state = solo(man("a", (11, 38)), pefs=(mark(1, (14, 4)),), pieces=pieces, near_houses=("house",))
    return bool(told(acted(state, move("red-1", a=to((14, 38))), dice=[], options=options), "pef"))


@plays(
    "stationary_from",
    {
        "end_of_activation": (False, False),
        "end_of_turn": (True, False),
        "next_activation": (True, True),
    },
)
def moving_after_his_activation_and_after_the_turn(options: Options) -> Any:
    """NR-36."""
    state = table(man("a", (10, 40), rep=6), foe("x", (10, 5), rep=6), pieces=HILL)
    with playing(state, Turn(), dice=[5, 4], options=options) as p:
        p.choose("red", "red-1", [move("red-1", a=to((12, 40)))])
        acted_ = p.state.figures["a"].doing.moving
        p.choose("blue", "end_phase")
        p.nothing_pending()
    return acted_, p.state.figures["a"].doing.moving


# Going


@plays("leave_battlefield_speed", {"roll": 36, "full_16": 44})
def where_a_leaver_comes_to(options: Options) -> Any:
    """NR-22."""
    state = table(man("a", (20, 28), status="leave_battlefield"), foe("x", (40, 2), facing=0))
    p = acted(state, dice=[], procedure=LeaveBattlefield("a"), options=options)
    return p.state.figures["a"].at[1] / 254


@plays("house_3_crawling", {"off": False, "on": True})
def may_crawl(options: Options) -> Any:
    crawl = move("red-1", "crawl", a=to((10, 28)))
    return not refused(table(man("a", (10, 30), prone=True)), crawl, options=options)


@plays("house_7_platoon_command", {"off": [], "on": ["red-2"]})
def groups_that_a_lieutenant_may_bring_into_action(options: Options) -> Any:
    state = table(
        man("lt", (10, 30), rank="platoon_leader", rep=5),
        man("near", (10, 18), rep=2, facing=180),
        foe("x", (40, 2), facing=0),
    )
    state.sides["red"].die = 4
    with playing(state, Phase("red"), options=options) as p:
        p.choose("red", "red-1", [])
        found = p.options("red") if p.match.to_act() else []
        if found:
            p.choose("red", [])
        p.nothing_pending()
    return found


@plays("pef_ignores_die", {"off": 0, "on": 1})
def question_marks_that_move_on_a_five(options: Options) -> Any:
    """NR-70."""
    state = solo(man("a", (24, 46)), pefs=(mark(1, (24, 4)),), pieces=HILL)
    state.sides["blue"].die = 5
    return len(told(acted(state, dice=[], procedure=Phase("blue"), options=options), "pef_moves"))


# Fire, blasts and flame


@plays("house_2_shooting_down", {"off": False, "on": True})
def hit_lying_before_the_shooter(options: Options) -> Any:
    state = table(man("a", (10, 30), prone=True), foe("x", (10, 29)))
    p = acted(state, dice=[4], procedure=shot(), options=options)
    return told(p, "shots")[0]["dice"][0]["hit"]


@plays("house_1_prone_in_blast", {"off": ["hunker_down"], "on": ["obviously_dead"]})
def what_a_grenade_does_to_one_who_lies(options: Options) -> Any:
    state = table(man("a", (10, 20), **HELD), foe("x", (10, 15), prone=True, weapons=()))
    return statuses(acted(state, throw("red-1", a=("grenade", (10, 15))), dice=[1], options=options), "x")


@plays("dive_for_all_blasts", {"off": True, "on": False})
def killed_by_a_grenade_where_he_stands(options: Options) -> Any:
    """NR-55."""
    state = table(man("a", (10, 20), **HELD), foe("x", (10, 15), weapons=()))
    grenade = throw("red-1", a=("grenade", (10, 15)))
    return statuses(acted(state, grenade, dice=[], fill=1, options=options), "x") == ["obviously_dead"]


@plays("blast_circle", {"diameter": False, "radius": True})
def killed_by_a_grenade_four_inches_off(options: Options) -> Any:
    """NR-56."""
    state = table(man("a", (10, 20.8), **HELD), foe("x", (14, 15), weapons=()))
    grenade = throw("red-1", a=("grenade", (10, 15)))
    return statuses(acted(state, grenade, dice=[], fill=1, options=options), "x") == ["obviously_dead"]


@plays("flame_dice", {"single": 0, "per_target": 1})
def burnt_with_a_three_and_then_fours(options: Options) -> Any:
    """NR-61: with Rep 4 a four hits."""
    flame = "core.flamethrower"
    state = table(
        man("a", (10, 18), weapons=(flame,)), foe("x", (10, 15), weapons=()), foe("z", (10, 12), weapons=())
    )
    p = acted(state, throw("red-1", a=(flame, (10, 10))), dice=[3], fill=4, options=options)
    return len(told(p, "damage"))


# Melee


@plays("melee_break_off", {"crisis_only": False, "when_active": True})
def asked_whether_to_fight_on(options: Options) -> Any:
    """NR-49."""
    fights = man("a", (10, 21), fighting=("x",), **LOCKED), foe("x", (10, 20), fighting=("a",), **LOCKED)
    with playing(table(*fights), Activation("red-1"), dice=[6] * 4, options=options) as p:
        asked = bool(p.match.to_act())
        if asked:
            p.choose("red", "fight")
        p.nothing_pending()
    return asked


@plays("leaver_in_melee", {"held": ("leave_battlefield", 1), "runs": ("gone", 0)})
def what_becomes_of_a_leaver_who_is_locked(options: Options) -> Any:
    """NR-171: whether he is still there, and the rounds that are fought."""
    state = table(
        man("a", (20, 40), status="leave_battlefield", fighting=("x",), weapons=()),
        man("b", (40, 46), facing=180),
        foe("x", (20, 39), fighting=("a",), weapons=()),
        foe("y", (40, 2), facing=0),
    )
    state.sides["red"].die = 6
    p = acted(state, dice=[], procedure=Phase("red"), options=options)
    return p.state.figures["a"].status, len(told(p, "melee_round"))


@plays("house_6_capture", {"off": "out_of_the_fight", "on": "captured"})
def what_a_man_who_wins_by_two_and_means_to_capture_makes_of_his_enemy(options: Options) -> Any:
    state = table(man("a", (10, 21), fighting=("x",)), foe("x", (10, 20), fighting=("a",)))
    asked = "on" in options.values()
    dice = [1, 1, *[6] * 10, *([] if asked else [2])]
    with playing(state, Melee((("a", "x"),), True), dice=dice, options=options) as p:
        if asked:
            p.choose("blue", "kill")
            p.choose("red", "capture")
        status = p.state.figures["x"].status
        if p.match.to_act():
            p.choose("red", "capture")
        p.nothing_pending()
    return status


@plays("women_in_combat", {"on": 5, "off": 6})
def dice_of_a_woman_in_melee(options: Options) -> Any:
    """LR-036."""
    state = table(man("a", (10, 21), fighting=("x",), woman=True), foe("x", (10, 20), fighting=("a",)))
    return len(acted(state, dice=[], options=options).last("melee_round").rolls[0].faces)


# The battle as a whole


@plays(
    "table_knowledge",
    {
        "by_mode": ("open", "ghosts"),
        "open": ("open", "open"),
        "ghosts": ("ghosts", "ghosts"),
    },
)
def what_two_players_and_one_alone_see(options: Options) -> Any:
    """NR-108."""
    battles = (SKIRMISH.prepare(name, options) for name in ("crossroads", "first-patrol"))
    two, alone = (Match.begin(SKIRMISH, setup, bytes(32)).position.state.knowledge for setup in battles)
    return two, alone


@plays("medic_present", {"as_set_up": 0, "rolled": 1})
def medics_who_stay_away_on_a_three(options: Options) -> Any:
    """NR-112."""
    state = table(man("a", (10, 30)), man("doc", (12, 30), medic=True), foe("x", (10, 10)))
    state.sides["red"].nation = "german"
    state.figures["x"].status = "obviously_dead"
    rolled = [3] if "rolled" in options.values() else []
    return len(told(acted(state, dice=[*rolled, 6, 5], procedure=Battle(), options=options), "no_medic"))


@plays("after_battle", {"off": [], "on": ["returns"]})
def what_becomes_of_one_who_fell(options: Options) -> Any:
    """NR-112."""
    fallen = man("b", (12, 20), status="out_of_the_fight"), foe("x", (30, 10), status="obviously_dead")
    p = acted(table(man("a", (40, 20)), *fallen), dice=[6, 5], fill=4, procedure=Battle(), options=options)
    return [one["fate"] for one in told(p, "after_battle")]


@plays("oof_next_battle", {"misses_one": 4, "core": 5})
def men_of_five_who_go_out_again_when_one_is_healed(options: Options) -> Any:
    """LR-025."""
    setup = SKIRMISH.prepare("first-patrol", options)
    state = SKIRMISH.new_state(setup)
    *_, last = (one for one in state.figures.values() if state.sides[one.side].played)
    last.status = "out_of_the_fight"
    last.deeds = last.deeds.but(record=("returns",))
    details = SKIRMISH.on_with(setup, state)
    again = SKIRMISH.new_state(SKIRMISH.prepare("first-patrol", details=details))
    return sum(again.sides[one.side].played for one in again.figures.values())


# Squads as they are made and checked


@plays("squad_attributes", {"by_mode": (0, 5), "on": (5, 5), "off": (0, 0)})
def men_with_attributes_in_a_battle_and_in_a_campaign(options: Options) -> Any:
    """LR-024."""
    order: dict[str, Any] = {"nation": "soviet", "unit": "tank_riders", "year": 1943, "named": False}
    made = [made_by(SquadOrder(**order, start=start), "seed", options, 0) for start in ("battle", "campaign")]
    return tuple(sum(bool(one.attributes) for one in roster.men) for roster in made)


@plays("smoke_grenades", {"on": 6, "off": 0})
def men_with_smoke_in_an_assault_squad(options: Options) -> Any:
    """LR-041."""
    made = squad("soviet", "assault_troops", 1, *[4] * 6, 5, options=options)
    return sum(bool(one.gear.get("smoke_grenade")) for one in made.men)


@plays("italian_equipment_roll", {"off": False, "on": True})
def italians_are_offered_a_roll_for_german_equipment(options: Options) -> Any:
    """LR-061."""
    return offer("italian", "infantry", 1942, options=options).supply


@plays("errata_soviet_pioneer_rep", {"on": 5, "off": 6})
def the_best_rep_in_a_squad_of_pioneers(options: Options) -> Any:
    """LR-080."""
    made = made_by(SquadOrder(nation="soviet", unit="pioneers", year=1943), "sixes", options, 0)
    return max(one.rep for one in made.men)


@plays("weapon_dates", {"off": [], "on": ["LR-088", "COT-WEAP-15"]})
def why_there_is_no_mg_42_in_1941(options: Options) -> Any:
    """LR-088."""
    made = with_man(germans(year=1941, options=options), 2, weapons=("german.mg42", "german.pistol"))
    return [row for fault in faults_of(made) for row in fault.rows]


@plays("finnish_at_from_april_1944", {"off": False, "on": True})
def finns_wait_for_the_panzerfaust_in_1943(options: Options) -> Any:
    """LR-101."""
    finns = made_by(SquadOrder(nation="finnish", unit="infantry", year=1943), "finns", options, 0)
    made = with_man(finns, 0, weapons=("finnish.panzerfaust_30",))
    return "COT-WEAP-15" in {row for fault in faults_of(made) for row in fault.rows}
