"""Pieces of terrain in a sentence."""

from __future__ import annotations

import pytest

from deadground.space.ground import Piece


@pytest.mark.parametrize(
    ("kind", "name", "called"),
    [
        ("woods", "", "the wood"),
        ("woods", "Bird Woods", "Bird Woods"),
        ("sunflowers", "", "the field of sunflowers"),
        ("objective_building", "", "the objective building"),
    ],
)
def test_a_piece_is_one_thing_in_a_sentence(kind: str, name: str, called: str) -> None:
    assert Piece(id="a", kind=kind, shape="area", points=(), name=name).called == called
