"""Whom a view of stands names: nobody whom it does not contain. KIM-3.1a"""

from __future__ import annotations

from deadground.core.records import redact
from deadground.systems.stands.state import Fallen, Loan, Squadron
from deadground.systems.stands.table.scene_tokens import unit_by_name
from tests.systems.stands.field import field, inf


def test_a_hidden_stand_is_named_by_none_that_is_seen() -> None:
    """X is hidden, Y is not; Z was lost in sight of all."""
    passed = ("x", "y", "z")
    own = inf("a", (500, 900), target="x", in_contact_with="x", passed_up=passed, snap_at="y")
    state = field(own, inf("x", (500, 500), "blue", hidden=True), inf("y", (600, 500), "blue"))
    state.fallen["z"] = Fallen("z", "blue", "infantry", "Z", (0, 0), 1)
    state.squadrons["wing"] = Squadron("wing", "blue", "Wing", first_target="x", struck="y")
    view = redact(state, "red")
    a, wing = view.stands["a"], view.squadrons["wing"]
    assert (a.target, a.in_contact_with, a.passed_up, a.snap_at) == ("", "", ("y", "z"), "y")
    assert (wing.first_target, wing.struck) == ("", "y")
    assert redact(state, "blue").squadrons["wing"].first_target == "x"


def test_the_enemys_units_are_not_named_and_his_stands_still_go_together() -> None:
    """What a stand is called says to which unit it belongs; the id of the unit does not."""
    state = field(inf("a", (500, 900)), inf("y", (600, 500), "blue", name="Rifles 1 (1st Company)"))
    view = redact(state, "red")
    assert (view.stands["a"].unit, view.stands["y"].unit) == ("red_unit", "")
    assert unit_by_name(view.stands["y"]) == "1st Company)"


def test_who_knows_only_what_may_be_there_reads_of_no_command_before_its_stands_are_seen() -> None:
    """KIM-8.2b: neither who leads it, nor what it is merged with, nor that it is lent."""
    state = field(inf("a", (500, 900)), inf("x", (500, 500), "blue", hidden=True))
    state.sides["red"].intelligence = "pool"
    state.commands["red_command"].merged_with = ("blue_command",)
    state.loans["blue_command"] = Loan("blue_command", "blue", "bot")
    view = redact(state, "red")
    assert list(view.commands) == ["red_command"]
    assert (view.seats["blue"].commands, view.commands["red_command"].merged_with) == ((), ())
    assert view.loans == {}
    state.stands["x"].hidden = False
    view = redact(state, "red")
    assert view.seats["blue"].commands == ("blue_command",)
    assert list(view.loans) == ["blue_command"]


def test_what_chits_were_paid_for_stays_though_it_names_no_record() -> None:
    """KIM-R22: by option the cards of a unit, which have no id of their own."""
    state = field(inf("a", (500, 900)), inf("x", (500, 500), "blue", hidden=True))
    state.commands["red_command"].paid_for = ("red_unit.1", "red_command", "a")
    assert redact(state, "red").commands["red_command"].paid_for == ("red_unit.1", "red_command", "a")
