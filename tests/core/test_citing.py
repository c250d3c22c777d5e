"""Citing rule rows: who hears what."""

from __future__ import annotations

from threading import Thread

import pytest

from deadground.core import citing
from deadground.core.citing import cite, recording, way_in


def test_a_recorder_hears_what_is_cited_inside_its_block() -> None:
    cite("A-1")
    with recording() as heard:
        cite("A-2", "A-3")
        cite("A-2")
    cite("A-4")
    assert heard.rows == {"A-2", "A-3"}
    assert "A-3" in heard
    assert len(heard) == 2
    assert sorted(heard) == ["A-2", "A-3"]


def test_blocks_nest_and_end_even_when_they_fail() -> None:
    def fail() -> None:
        cite("A-1")
        raise RuntimeError

    with recording() as outer:
        with pytest.raises(RuntimeError), recording() as inner:
            fail()
        cite("A-2")
    assert inner.rows == {"A-1"}
    assert outer.rows == {"A-1", "A-2"}


def test_other_threads_are_heard() -> None:
    with recording() as heard:
        thread = Thread(target=cite, args=("A-1",))
        thread.start()
        thread.join()
    assert heard.rows == {"A-1"}


def test_what_is_cited_below_a_way_in_is_played() -> None:
    @way_in
    def play(row: str, *, fails: bool = False) -> str:
        cite(row)
        if fails:
            raise RuntimeError
        return row

    @way_in
    def table(row: str) -> None:
        play(row)
        cite("A-5")

    with recording() as heard:
        cite("A-1")
        assert play("A-2") == "A-2"
        with pytest.raises(RuntimeError):
            play("A-3", fails=True)
        table("A-4")
        cite("A-6")
    assert heard.played == {"A-2", "A-3", "A-4", "A-5"}
    assert heard.rows == heard.played | {"A-1", "A-6"}
    assert play.__name__ == "play"


def test_another_thread_is_not_below_the_way_in_of_this_one() -> None:
    def elsewhere(row: str) -> None:
        thread = Thread(target=cite, args=(row,))
        thread.start()
        thread.join()

    with recording() as heard:
        way_in(elsewhere)("A-1")
        elsewhere("A-2")
        Thread(target=way_in(cite), args=("A-3",)).run()
    assert heard.rows == {"A-1", "A-2", "A-3"}
    assert heard.played == {"A-3"}


def test_nothing_listens_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(citing, "_active", ())
    cite("A-1")
    assert citing._active == ()
