"""Former answers: what a seat said before it was undone or taken back, so that it need not say it all again.

An answer belongs to a question. It is given back where the same question is open again: where nothing but sealed
answers to it has come since the table went back, or where the game stands exactly as it stood then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from deadground.core.journal import (
    Chose,
    Entry,
    Lent,
    PutRight,
    Rewound,
    TookBack,
    TookHome,
    Undid,
    Withdrew,
    line_to,
)
from deadground.core.requests import Choice

Answer = tuple[Entry, Choice]


def former_answer(journal: list[Entry], seat: str, sealed: Collection[str]) -> Choice | None:
    """What a seat answered to the question it is asked now; None if it did not.

    `sealed` are the seats that have answered it by now. Who borrows a seat gets no answer of its owner, nor
    the owner his.
    """
    since: Counter[str] = Counter()
    n = len(journal) - 1
    while n >= 0:
        entry, act = journal[n], journal[n].act
        if isinstance(act, PutRight) or (isinstance(act, Lent | TookHome) and act.seat == seat):
            return None
        if isinstance(act, Undid | TookBack | Rewound):
            is_same = all(count == 1 and one in sealed for one, count in since.items() if count)
            answers = answers_of(struck_out(journal, n, act.to), seat)
            found = answers[:1] if is_same else as_it_stood(journal, answers)
            if found:
                return found[0][1]
            n = act.to
            continue
        if entry.rolls:
            return None
        if isinstance(act, Withdrew):
            if act.seat == seat and not since[seat]:
                return answers_of(journal[:n], seat)[-1][1]
            since[act.seat] -= 1
        elif isinstance(act, Chose):
            since[act.choice.seat] += 1
        n -= 1
    return None


def struck_out(journal: list[Entry], n: int, to: int) -> list[Entry]:
    """What entry `n` struck out by going back to `to`; nothing where it went over to what had been struck out."""
    kept, line = line_to(journal, to), line_to(journal, n - 1)
    return line[len(kept) :] if line[: len(kept)] == kept else []


def as_it_stood(journal: list[Entry], answers: list[Answer]) -> list[Answer]:
    """The answers that were given when the game stood as it stands now."""
    now = journal[-1].digest
    return [(entry, choice) for entry, choice in answers if journal[entry.after].digest == now]


def answers_of(entries: list[Entry], seat: str) -> list[Answer]:
    return [
        (entry, entry.act.choice)
        for entry in entries
        if isinstance(entry.act, Chose) and entry.act.choice.seat == seat
    ]
