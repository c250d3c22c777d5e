"""Battles that nobody looks back on: played by the thousand, and only what came of them is told."""

from __future__ import annotations

from deadground.core.citing import way_in
from deadground.core.dice import Ids
from deadground.core.journal import AnyAct, Chose, Entry
from deadground.core.match import Match
from deadground.core.memory import is_quick
from deadground.core.position import advance
from deadground.core.records import StateT


class Headless(Match[StateT]):
    """A match without digests, undo or a way back from a rule that fails, and of which no log is kept.

    The same seed and the same answers play the same game in a `Match`, which tells it and leaves a crash file that
    loads. Who listens to citations hears all of it, so that nothing is left out then.
    """

    @property
    def is_read(self) -> bool:
        return not is_quick()

    @way_in
    def enact(self, act: AnyAct) -> Entry:
        """Carry out an act and write it into the journal."""
        n, asked = len(self.journal), self.position.pending
        game = advance(
            self.system,
            self.setup,
            self.position,
            act,
            self.dice(n),
            Ids(self.seed, n),
            self.watch,
            is_read=self.is_read,
        )
        waited_for = self.to_act()
        is_same = self.position.pending is asked
        sealed = isinstance(act, Chose) and is_same
        views = [game.looked.get(seat) or self._look_again(seat, sealed) for seat in waited_for]
        entry = Entry(n, n - 1, act, tuple(game.rolls), tuple(game.events), "")
        self.write(entry, () if is_same else waited_for)
        for view in views:
            self._keep(view)
        return entry
