"""Shapes are learned before there are threads. Two threads that learn one at the same time end the process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from deadground.server.lobby import Lobby
from deadground.server.playable import systems
from deadground.server.shapes import every_struct, learn_shapes
from deadground.server.store import Store

THREADS = """
import sys, threading, msgspec
from deadground.server.shapes import learn_shapes
sys.setswitchinterval(1e-6)

def nested(depth):
    shape = msgspec.defstruct("Leaf", [("x", int)])
    for n in range(depth):
        fields = [(f"f{i}", shape | None) for i in range(6)]
        shape = msgspec.defstruct(f"Branch{n}", fields)
    return shape

def document(depth):
    return {"x": 1} if depth == 0 else {"f0": document(depth - 1), **{f"f{i}": None for i in range(1, 6)}}

plain = document(12)
for _ in range(40):
    shape = nested(12)
    learn_shapes()
    together, wrong = threading.Barrier(6), []
    def read():
        together.wait()
        try:
            msgspec.convert(plain, shape)
        except BaseException as error:
            wrong.append(error)
    threads = [threading.Thread(target=read) for _ in range(6)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    assert not wrong, wrong
"""


def test_threads_that_read_a_learned_shape_for_the_first_time_do_no_harm() -> None:
    """Without the learning this ends with signal 11, on msgspec 0.22, every time it is tried."""
    done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_house_learns_every_shape_there_is(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned: list[object] = []
    monkeypatch.setattr(msgspec.json, "Decoder", learned.append)
    Lobby(store, systems(), tmp_path)
    assert set(every_struct(msgspec.Struct)) <= set(learned)


def test_a_shape_that_cannot_be_read_is_passed_over() -> None:
    class Odd(msgspec.Struct):
        """Holds something that no document holds."""

        it: Path | Store

    learn_shapes()
    assert Odd in every_struct(msgspec.Struct)
