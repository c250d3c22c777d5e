"""`deadground bench`: the shape of what it prints. How fast is never a test."""

from __future__ import annotations

import sys

import pytest

from deadground.testing.benches import NAMES
from tests.cli.conftest import Ask

FIELDS = ["bench", "ratio", "aim", "ours", "peer", "how", "more"]


def test_json_has_the_published_shape(ask: Ask) -> None:
    document = ask("bench", "kernel", "--seconds", 0.2, "--json").json
    assert list(document) == FIELDS
    assert document["bench"] == "kernel"
    assert document["ours"] > 0
    assert document["peer"] > 0
    assert document["ratio"] > 0
    assert (document["more"]["pieces"], document["more"]["fields"]) == (40, 12)
    assert document["more"]["clone_ratio"] > 0


def test_without_the_peer_our_own_rate_is_given(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    document = ask("bench", "kernel", "--seconds", 0.2, "--json").json
    assert (document["peer"], document["ratio"]) == (None, None)
    assert document["ours"] > 0


def test_all_benches_are_a_list_and_a_table(ask: Ask) -> None:
    documents = ask("bench", "--seconds", 0.2, "--json").json
    assert [document["bench"] for document in documents] == list(NAMES)
    answer = ask("bench", "--seconds", 0.2)
    assert answer.status == 0
    assert "clone ratio" in answer.out


def test_an_unknown_bench_is_refused(ask: Ask) -> None:
    assert "did you mean 'kernel'?" in ask("bench", "kernal").refusal
