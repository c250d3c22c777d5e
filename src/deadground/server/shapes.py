"""Learning the shape of every struct before there are threads.

msgspec learns a struct's shape when it first reads one, and notes it before it is done, because a struct may
hold its own kind. A second thread that reads one at that moment finds half a shape, and the process ends with a
segmentation fault. What is learned in one go at the start is only looked up later.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import msgspec


def learn_shapes() -> None:
    """Learn all structs that have been imported. It is quick for those that are known already."""
    for shape in every_struct(msgspec.Struct):
        try:
            msgspec.json.Decoder(shape)
        except TypeError:
            # It cannot be read from JSON; it may still be read from plain values, or cannot be read at all.
            with contextlib.suppress(TypeError, NameError):
                msgspec.msgpack.Decoder(shape)
        except NameError:
            continue


def every_struct(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """A struct's descendants, each once for every way that leads to it."""
    for shape in base.__subclasses__():
        yield shape
        yield from every_struct(shape)
