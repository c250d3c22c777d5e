"""Memory: an answer is worked out once, and again whenever somebody listens to citations."""

from __future__ import annotations

from functools import partial

from deadground.core.citing import cite, recording
from deadground.core.memory import Memory


def test_a_question_is_worked_out_once() -> None:
    memory: Memory[str, int] = Memory(10)
    worked: list[str] = []

    def answer(question: str) -> int:
        worked.append(question)
        return len(question)

    assert [memory.recall(word, partial(answer, word)) for word in ("a", "bb", "a", "bb")] == [1, 2, 1, 2]
    assert worked == ["a", "bb"]
    assert memory.knows("a")
    assert not memory.knows("ccc")


def test_while_somebody_listens_every_row_is_cited_again() -> None:
    memory: Memory[int, int] = Memory(10)

    def answer() -> int:
        cite("ROW-1")
        return 7

    memory.recall(1, answer)
    with recording() as rows:
        assert not memory.knows(1)
        assert memory.recall(1, answer) == 7
    assert "ROW-1" in rows


def test_a_full_memory_forgets() -> None:
    memory: Memory[int, int] = Memory(2)
    for n in range(5):
        memory.recall(n, partial(int, n))
    assert not memory.knows(0)
    assert memory.knows(4)
