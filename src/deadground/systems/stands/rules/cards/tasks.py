"""Action cards and the tasks they work at: blowing a bridge, clearing mines, digging in. KIM-1.2l"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.plane import distance
from deadground.space.units import shown
from deadground.systems.stands.game import Stands, kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.cards.command import card_groups, may
from deadground.systems.stands.rules.visibility.look import is_dug_in
from deadground.systems.stands.state import Stand, StandsState, Task

DIG_IN = "dig_in"
"""The task that infantry has in every battle. KIM-R84"""


def is_suited(stand: Stand, task: Task) -> bool:
    """Whether a task is one of this stand's: `who` lists troop types or engineers. KIM-1.2l"""
    kind = kind_of(stand)
    words = {str(kind.troop)}
    if kind.is_infantry:
        words.add("infantry")
    if stand.engineer:
        words.add("engineers")
    return task.side == stand.side and not words.isdisjoint(task.who)


def steps_of(state: StandsState, task: Task) -> int:
    """How many Actions a task takes; 1 where the scenario does not say. KIM-1.2l, KIM-R84"""
    return task.steps or number(state, "task_steps")


def is_done(state: StandsState, task: Task) -> bool:
    return task.done >= steps_of(state, task)


def tasks_for(state: StandsState, stand: Stand) -> tuple[str, ...]:
    """The tasks a stand can work at, those of the scenario first. KIM-1.2l, KIM-R84"""
    cite("KIM-1.2l")
    own = [task.id for task in state.tasks.values() if is_suited(stand, task) and not is_done(state, task)]
    if kind_of(stand).is_infantry and not is_dug_in(state, stand):
        cite("KIM-R84")
        own.append(DIG_IN)
    return tuple(own)


def why_no_task(state: StandsState, stand: Stand, task: str = "", *, at: str = "value") -> Fault | None:
    """Why an Action card is of no use to a stand, or not for this task. KIM-1.2l"""
    possible = tasks_for(state, stand)
    if not possible:
        return Fault(at, f"{stand.name} has no task to work at", ("KIM-1.2l", "KIM-R84"))
    if task and task not in possible:
        return Fault(at, f"'{task}' is no task of {stand.name}: {', '.join(possible)}", ("KIM-1.2l",))
    return None


def why_too_far(stand: Stand, task: Task) -> Fault | None:
    """Why a task cannot be worked at from where the stand is. KIM-1.2l"""
    if task.near is None or distance(stand.at, task.near) <= task.within:
        return None
    reason = f"{stand.name} is further than {shown(task.within, 'mm')} from {task.name}"
    return Fault("value", reason, ("KIM-1.2l",))


def carry_out_actions(g: Stands) -> None:
    """Every Action card of this turn adds one step to the task of its stands. KIM-1.2l

    A card is one step however many stands obey it, but each of its stands digs in for itself. Who was assaulted had
    no time for it. KIM-R117
    """
    for stand in g.state.stands.values():
        if stand.moved:
            stand.digging = 0
    for group in card_groups(g.state):
        workers = [
            stand for stand in group.stands if may(stand, "act") is None and not had_to_fight(g, stand)
        ]
        for chosen in dict.fromkeys(task_of(g.state, stand) for stand in workers):
            here = [stand for stand in workers if task_of(g.state, stand) == chosen]
            if chosen == DIG_IN:
                for stand in here:
                    dig(g, stand)
            elif chosen:
                work(g, g.state.tasks[chosen], here)


def had_to_fight(g: Stands, stand: Stand) -> bool:
    """Whether an assault has kept a stand from its task this turn. KIM-1.2l, KIM-R117"""
    if not stand.assaulted and not stand.in_contact_with:
        return False
    text = f"{stand.name} was assaulted and did not get to its task."
    g.tell("no_action", text, "KIM-1.2l", "KIM-R117", to=g.who_knows([stand]), stand=stand.id)
    return True


def task_of(state: StandsState, stand: Stand) -> str:
    """The task a stand was told to work at, or else the first it can; "" if it has none left."""
    possible = tasks_for(state, stand)
    return stand.task if stand.task in possible else next(iter(possible), "")


def dig(g: Stands, stand: Stand) -> None:
    """One step of digging in. KIM-1.2l, KIM-R84"""
    stand.digging += 1
    done = stand.digging >= g.number("dig_in_steps")
    if done:
        stand.dug_in, stand.digging = True, 0
    text = f"{stand.name} {'is dug in' if done else 'digs'}."
    g.tell("digs", text, "KIM-1.2l", "KIM-R84", to=g.who_knows([stand]), stand=stand.id, done=done)


def work(g: Stands, task: Task, stands: list[Stand]) -> None:
    """One step of a scenario's task, if one of the card's stands is near enough. KIM-1.2l"""
    near = [stand for stand in stands if why_too_far(stand, task) is None]
    if not near or is_done(g.state, task):
        for stand in stands:
            text = f"{stand.name} cannot work at {task.name} from here."
            g.tell("no_action", text, "KIM-1.2l", to=g.who_knows([stand]), stand=stand.id)
        return
    task.done += 1
    steps = steps_of(g.state, task)
    text = f"{near[0].name} works at {task.name}: {task.done} of {steps}."
    masked = f"Somebody works at {task.name}: {task.done} of {steps}."
    to = g.who_knows(near[:1])
    g.tell("action", text, "KIM-1.2l", "KIM-R84", to=to, masked=masked, task=task.id, done=task.done)
    if is_done(g.state, task):
        complete(g, task, near)


def complete(g: Stands, task: Task, workers: list[Stand]) -> None:
    """A task is done, and what it changes on the table is changed. KIM-1.2l

    `dig_in` digs in the stands that did the last step, `clear ID` clears a minefield, and after `blow ID` nobody
    crosses that bridge.
    """
    g.tell("task_done", f"{task.name} is done.", "KIM-1.2l", task=task.id, effect=task.effect)
    word, _, id = task.effect.partition(" ")
    if word == "dig_in":
        for stand in workers:
            stand.dug_in = True
    elif word == "clear":
        g.state.minefields[id].cleared = True
    elif word == "blow":
        cite("KIM-R132")
        g.state.impassable = (*g.state.impassable, id)
