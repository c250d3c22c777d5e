"""Saves: nothing is lost, nothing that was changed is taken for whole, and old games find their way."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from deadground.core import saves
from deadground.core.agenda import Ask, Go, Next, Procedure, procedure, question, step
from deadground.core.faults import SaveError
from deadground.core.journal import Chose, Entry, Undid
from deadground.core.match import Match
from deadground.core.replay import audit
from deadground.core.requests import AnyRequest, Choice, Confirm, Number
from deadground.core.system import System
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL
from tests.core.tiny import SEED, TinyGame, TinySystem, choose, play_on, request_of

SYSTEMS: dict[str, System[Any]] = {"duel": DUEL, "cards": CARDS}


@procedure("test.saved")
class Saved(Procedure):
    """a and b answer in turn, with a die each."""

    seat: str = "a"

    @step
    def ask(self, g: TinyGame) -> Next:
        return Ask(self.well, self.seat, then=self.answered)

    @question
    def well(self, view: Any) -> AnyRequest:
        return Confirm("Well?")

    @step
    def answered(self, g: TinyGame) -> Next:
        die = g.roll(1, 6, "luck", self.seat)
        g.say(f"{self.seat}{die.one}")
        g.tell("said", f"{self.seat} says {self.reply}.", rolls=[die])
        self.seat = "b" if self.seat == "a" else "a"
        return Go(self.ask)


class SavedSystem(TinySystem):
    """A system of its own for each test to change."""

    migrations: ClassVar[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    act_migrations: ClassVar[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    setup_migrations: ClassVar[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    renamed: ClassVar[dict[str, str]] = {}

    def __init__(self) -> None:
        super().__init__(Saved, ("a", "b"))


@pytest.fixture
def tiny() -> SavedSystem:
    return SavedSystem()


@pytest.fixture
def match(tiny: SavedSystem) -> Match[Any]:
    match: Match[Any] = Match.begin(tiny, tiny.prepare("only"), SEED)
    for seat in ("a", "b", "a"):
        choose(match, seat, True)
    return match


def changed(document: bytes, change: Callable[[Any], object], *, rightly: bool = True) -> bytes:
    """A save with something in it changed; `rightly` renews its check, as a careful hand would."""
    plain = msgspec.json.decode(document)
    change(plain)
    if rightly:
        plain["check"] = saves.checksum(plain)
    return msgspec.json.encode(plain)


def test_every_moment_of_a_game_survives() -> None:
    for system in SYSTEMS.values():
        match = Match.begin(system, system.prepare(next(iter(system.scenarios))), SEED)
        rng = Random(3)
        while match.to_act():
            document = saves.save(match)
            again = saves.load(document, SYSTEMS)
            assert saves.save(again) == document
            for seat in match.setup.seats:
                assert again.requests(seat) == match.requests(seat)
                assert again.view(seat).state == match.view(seat).state
                assert again.log(seat) == match.log(seat)
            match = again
            play_on(match, rng, 1)
        assert saves.load(saves.save(match), SYSTEMS).outcome == match.outcome
        assert list(audit(match)) == []


def test_a_truncated_save_is_refused() -> None:
    match = Match.begin(DUEL, DUEL.prepare("pair"), SEED)
    play_on(match, Random(0), 12)
    document = saves.save(match)
    for end in range(0, len(document), 97):
        with pytest.raises(SaveError, match="not a whole saved game"):
            saves.load(document[:end], SYSTEMS)


@pytest.mark.parametrize(
    "document",
    [b"[]", b"{}", b"null", b"7", b'"save"', b'{"system": "duel"}', b'{"journal": [], "format": 1}'],
)
def test_a_foreign_document_is_refused(document: bytes) -> None:
    with pytest.raises(SaveError, match=r"not a saved game of Deadground"):
        saves.load(document, SYSTEMS)


@pytest.mark.parametrize(
    "document", [b"", b"PK\x03\x04", b"\xff\xfe{}", b"<html>", b"{" * 100_000, b"\x00" * 64]
)
def test_what_is_no_json_is_refused(document: bytes) -> None:
    with pytest.raises(SaveError, match="not a whole saved game"):
        saves.load(document, SYSTEMS)


CARELESS: list[tuple[str, Callable[[Any], object]]] = [
    ("a die", lambda p: p["journal"][1]["rolls"][0]["faces"].append(6)),
    ("a state", lambda p: p["position"]["state"]["words"].append("more")),
    ("a seed", lambda p: p.update(seed="00" * 32)),
    ("an entry less", lambda p: p["journal"].pop()),
    ("no check", lambda p: p.pop("check")),
    ("another check", lambda p: p.update(check="0" * 32)),
    ("something more", lambda p: p.update(more=1)),
    ("a serial", lambda p: p["serials"].update(a=99)),
]


@pytest.mark.parametrize("change", [c[1] for c in CARELESS], ids=[c[0] for c in CARELESS])
def test_a_save_that_was_changed_is_refused(
    match: Match[Any], tiny: SavedSystem, change: Callable[[Any], object]
) -> None:
    with pytest.raises(SaveError, match="changed after it was written"):
        saves.load(changed(saves.save(match), change, rightly=False), {"tiny": tiny})


CAREFUL: list[tuple[str, Callable[[Any], object], str]] = [
    ("newer format", lambda p: p.update(format=2), r"has format 2; this version of Deadground reads up to 1"),
    ("no format", lambda p: p.pop("format"), r"has format None"),
    ("newer schema", lambda p: p.update(schema=2), r"of tiny has schema 2; this version reads up to 1"),
    ("other system", lambda p: p.update(system="tinny"), r"'tinny' that is not here: did you mean 'tiny'"),
    ("no seed", lambda p: p.update(seed="zz"), "its seed is not one"),
    ("another seed", lambda p: p.update(seed="00" * 32), "not the one that was promised"),
    ("another promise", lambda p: p.update(commitment="00"), "not the one that was promised"),
    ("no serials", lambda p: p.update(serials={}), "serial numbers are not those of its seats"),
    ("a serial too many", lambda p: p["serials"].update(c=1), "serial numbers are not those of its seats"),
    ("no journal", lambda p: p.update(journal=[]), "journal has no beginning"),
    ("no beginning", lambda p: p["journal"].pop(0), "journal has no beginning"),
    ("a gap", lambda p: p["journal"].pop(1), "at entry 1, the entry calls itself 2 after 1"),
    ("a ring", lambda p: p["journal"][2].update(after=2), "at entry 2, the entry calls itself 2 after 2"),
    (
        "a leap ahead",
        lambda p: p["journal"][2].update(act={"act": "undid", "seat": "a", "to": 2}),
        "goes back to 2",
    ),
    ("an unknown act", lambda p: p["journal"][2]["act"].update(act="danced"), "layout of a game"),
    ("a word for a number", lambda p: p["journal"][2].update(n="two"), "layout of a game"),
    ("no position", lambda p: p.pop("position"), "layout of a game"),
    (
        "an unknown scenario",
        lambda p: p["setup"].update(scenario="onyl"),
        "cannot be set up: no scenario 'onyl'",
    ),
    (
        "an unknown option",
        lambda p: p["setup"]["options"].update(x="y"),
        "cannot be set up: unknown option 'x'",
    ),
    ("another seat", lambda p: p["setup"].update(seats=["a", "z"]), "its serial numbers|cannot be set up"),
]


@pytest.mark.parametrize(("change", "told"), [c[1:] for c in CAREFUL], ids=[c[0] for c in CAREFUL])
def test_a_save_that_was_changed_with_care_is_refused_too(
    match: Match[Any], tiny: SavedSystem, change: Callable[[Any], object], told: str
) -> None:
    with pytest.raises(SaveError, match=told):
        saves.load(changed(saves.save(match), change), {"tiny": tiny})


# --- old games ---


def without_words(plain: dict[str, Any]) -> dict[str, Any]:
    plain["state"]["words"] = plain["state"].pop("text").split(" ")
    return plain


def test_an_older_schema_is_carried_over(
    match: Match[Any], tiny: SavedSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    def older(plain: Any) -> None:
        words = plain["position"]["state"].pop("words")
        plain["position"]["state"]["text"] = "-".join(words)

    def with_spaces(plain: dict[str, Any]) -> dict[str, Any]:
        plain["state"]["text"] = plain["state"]["text"].replace("-", " ")
        return plain

    document = changed(saves.save(match), older)
    monkeypatch.setattr(SavedSystem, "schema", 3)
    monkeypatch.setattr(SavedSystem, "migrations", {1: with_spaces, 2: without_words})
    monkeypatch.setattr(Match, "position_at", None)  # the journal must not be needed
    again = saves.load(document, {"tiny": tiny})
    assert again.position.digest() == match.position.digest()
    assert msgspec.json.decode(saves.save(again))["schema"] == 3


@pytest.mark.parametrize("broken", [{}, {1: lambda plain: plain["nothing"]}, {1: lambda plain: None}])
def test_a_migration_that_fails_leaves_it_to_the_journal(
    match: Match[Any], tiny: SavedSystem, monkeypatch: pytest.MonkeyPatch, broken: Any
) -> None:
    document = saves.save(match)
    monkeypatch.setattr(SavedSystem, "schema", 2)
    monkeypatch.setattr(SavedSystem, "migrations", broken)
    assert saves.load(document, {"tiny": tiny}).position.digest() == match.position.digest()


def says_yes(act: dict[str, Any]) -> dict[str, Any]:
    """Schema 1 wrote "yes" and "no"."""
    if act["act"] == "chose":
        act["choice"]["value"] = act["choice"]["value"] == "yes"
    return act


def in_old_words(plain: Any, entries: slice = slice(None)) -> None:
    for entry in plain["journal"][entries]:
        if entry["act"]["act"] == "chose":
            entry["act"]["choice"]["value"] = "yes"


def test_acts_of_an_older_schema_are_carried_over_so_that_the_journal_can_be_played_again(
    match: Match[Any], tiny: SavedSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = changed(saves.save(match), in_old_words)
    monkeypatch.setattr(SavedSystem, "schema", 2)
    monkeypatch.setattr(SavedSystem, "migrations", {1: lambda plain: plain})
    monkeypatch.setattr(SavedSystem, "act_migrations", {1: says_yes})
    again = saves.load(document, {"tiny": tiny})
    assert again.journal == match.journal
    again.rewind("a", 0, "to the start")
    assert again.position.digest() == match.position_at(0).digest()
    kept = msgspec.json.decode(saves.save(again))
    assert (kept["schema"], kept["spelt"]) == (2, [])
    assert saves.load(saves.save(again), {"tiny": tiny}).journal == again.journal


def test_a_journal_that_went_on_under_a_newer_schema_is_read_entry_by_entry(
    match: Match[Any], tiny: SavedSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    def went_on(plain: Any) -> None:
        in_old_words(plain, slice(0, 3))
        plain["spelt"] = [[0, 1], [3, 2]]

    monkeypatch.setattr(SavedSystem, "schema", 2)
    monkeypatch.setattr(SavedSystem, "act_migrations", {1: says_yes})
    again = saves.load(changed(saves.save(match), went_on), {"tiny": tiny})
    assert again.journal == match.journal


def test_a_set_up_of_an_older_schema_is_carried_over(
    match: Match[Any], tiny: SavedSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = changed(saves.save(match), lambda plain: plain["setup"].update(scenario="the_only"))
    monkeypatch.setattr(SavedSystem, "schema", 2)
    monkeypatch.setattr(SavedSystem, "migrations", {1: lambda plain: plain})
    monkeypatch.setattr(SavedSystem, "setup_migrations", {1: lambda plain: {**plain, "scenario": "only"}})
    assert saves.load(document, {"tiny": tiny}).setup == match.setup


def test_renamed_procedures_and_steps_are_found(
    match: Match[Any], tiny: SavedSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = changed(
        saves.save(match), lambda p: p["position"]["agenda"][0].update(key="old.key", at="reply")
    )
    monkeypatch.setattr(SavedSystem, "renamed", {"old.key": "test.saved", "old.key.reply": "answered"})
    monkeypatch.setattr(Match, "position_at", None)
    again = saves.load(document, {"tiny": tiny})
    assert again.position.digest() == match.position.digest()


MISFITS: list[tuple[str, Callable[[Any], object]]] = [
    ("an unknown procedure", lambda p: p["agenda"][0].update(key="gone")),
    ("an unknown step", lambda p: p["agenda"][0].update(at="gone")),
    ("an unknown question", lambda p: p["pending"].update(question="gone")),
    ("a wrong field", lambda p: p["agenda"][0]["fields"].update(seat=7)),
    ("a wrong state", lambda p: p["state"].update(words=[1])),
    ("a lost state", lambda p: p.update(state={})),
    ("no agenda", lambda p: p.update(agenda=[])),
]


@pytest.mark.parametrize("change", [m[1] for m in MISFITS], ids=[m[0] for m in MISFITS])
def test_a_position_that_no_longer_fits_is_built_from_the_journal(
    match: Match[Any], tiny: SavedSystem, change: Callable[[Any], object]
) -> None:
    choose(match, "b", False)
    match.ask_back("b")
    match.answer_back("a", True)
    match.put_right("umpire", "because", dice=(6,))
    document = changed(saves.save(match), lambda p: change(p["position"]))
    again = saves.load(document, {"tiny": tiny})
    assert saves.save(again) == saves.save(match)
    choose(again, "b", True)
    assert again.position.state.words[-1] == "b6"


def kind_changed(self: Any, view: Any) -> AnyRequest:
    return Number("Well?", low=0, high=9)


def asks_another(self: Any, g: TinyGame) -> Next:
    return Ask(self.well, "b", then=self.answered)


def rolls_more(self: Any, g: TinyGame) -> Next:
    g.roll(2, 6, "luck", self.seat)
    return Go(self.ask)


def rolls_nothing(self: Any, g: TinyGame) -> Next:
    return Go(self.ask)


def fails_on_the_second(self: Any, g: TinyGame) -> Next:
    g.roll(1, 6, "luck", self.seat)
    if g.state.words:
        raise LookupError("no such thing")
    g.say("once")
    self.seat = "b"
    return Go(self.ask)


@pytest.mark.parametrize(
    ("part", "new", "told"),
    [
        ("well", kind_changed, "entry 1: a number is asked of a, not a confirm"),
        ("ask", asks_another, "entry 1: nothing is asked of a, not a confirm"),
        ("answered", rolls_more, "entry 1: the record has 1d6 for luck, the rules throw 2d6 for luck"),
        ("answered", rolls_nothing, "entry 1: the record has 1d6 more for luck"),
    ],
)
def test_a_journal_that_no_longer_fits_names_the_entry(
    match: Match[Any], tiny: SavedSystem, monkeypatch: pytest.MonkeyPatch, part: str, new: Any, told: str
) -> None:
    document = changed(saves.save(match), lambda p: p["position"].update(state={}))
    new.__name__ = part
    monkeypatch.setattr(Saved, part, new)
    with pytest.raises(SaveError, match=f"does not fit the rules of today at {told}"):
        saves.load(document, {"tiny": tiny})


def test_the_entry_named_is_the_one_the_rules_fail_on(
    tiny: SavedSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.begin(tiny, tiny.prepare("only"), SEED)
    choose(match, "a", True)
    match.rewind("a", 0, "again")
    for seat in ("a", "b"):
        choose(match, seat, True)
    document = changed(saves.save(match), lambda p: p["position"].update(state={}))
    fails_on_the_second.__name__ = "answered"
    monkeypatch.setattr(Saved, "answered", fails_on_the_second)
    with pytest.raises(SaveError, match="at entry 4: the rules fail on it: LookupError: no such thing"):
        saves.load(document, {"tiny": tiny})


# --- audit ---


def forged(match: Match[Any], number: int, /, **parts: Any) -> list[tuple[int | None, str]]:
    """What an audit finds after one entry was forged."""
    match.journal[number] = msgspec.structs.replace(match.journal[number], **parts)
    return [(finding.entry, finding.problem) for finding in audit(match)]


def test_an_honest_game_passes(match: Match[Any]) -> None:
    assert list(audit(match, match.commitment)) == []


def test_an_audit_finds_a_changed_die(match: Match[Any]) -> None:
    (roll,) = match.journal[2].rolls
    other = msgspec.structs.replace(roll, faces=(roll.faces[0] % 6 + 1,))
    assert forged(match, 2, rolls=(other,)) == [(2, "its rolls came out otherwise")]


def test_an_audit_finds_a_changed_event(match: Match[Any]) -> None:
    (event,) = match.journal[3].events
    other = msgspec.structs.replace(event, seen_by=("a",))
    assert forged(match, 3, events=(other,)) == [(3, "its events came out otherwise")]


def test_an_audit_finds_a_changed_note(match: Match[Any]) -> None:
    entry = match.ask_back("a")
    (event,) = entry.events
    other = msgspec.structs.replace(event, seen=msgspec.structs.replace(event.seen, text="a gives up."))
    assert forged(match, 4, events=(other,)) == [(4, "its events came out otherwise")]


def test_an_audit_finds_a_changed_choice(match: Match[Any]) -> None:
    choice = match.journal[2].act.choice  # type: ignore[union-attr]

    def with_choice(**parts: Any) -> Any:
        again = saves.load(saves.save(match), {"tiny": match.system})
        return forged(again, 2, act=Chose(msgspec.structs.replace(choice, **parts)))

    assert with_choice(value=False) == [(2, "its events came out otherwise")]
    assert with_choice(value=7)[0][0] == 2
    assert with_choice(seat="a") == [(2, "the rules fail on it: nothing is asked of a")]
    assert with_choice(serial=9) == [(2, "its act came out otherwise")]
    assert with_choice(kind="number") == [(2, "its act came out otherwise")]


def test_an_audit_finds_a_changed_digest_and_number(match: Match[Any]) -> None:
    assert forged(match, 1, digest="0" * 32) == [(1, "its digest came out otherwise")]
    assert forged(match, 1, n=5) == [(1, "the entry calls itself 5 after 0")]
    assert forged(match, 0, after=3) == [(0, "the entry calls itself 0 after 3")]


def test_an_audit_finds_an_undo_that_was_not_free(match: Match[Any]) -> None:
    match.go_back(Undid("a", 2))
    assert [(f.entry, f.problem) for f in audit(match)] == [
        (4, "the rules fail on it: a had nothing to undo")
    ]


def test_an_audit_finds_another_seed(match: Match[Any]) -> None:
    promised = match.commitment
    match.seed = bytes(32)
    found = list(audit(match, promised))
    assert "not the one that was promised" in found[0].problem
    assert found[1].entry is not None


def test_an_audit_finds_a_position_that_is_not_the_journals(match: Match[Any]) -> None:
    match.position.state.words.append("forged")
    assert [finding.problem for finding in audit(match)] == [
        "the position kept beside the journal is not the one the journal leads to"
    ]


# --- other processes ---

PLAY = """
from random import Random
from deadground.core.match import Match
from deadground.core import saves
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL
from tests.core.tiny import play_on
for system, scenario in ((DUEL, "patrol"), (CARDS, "meeting")):
    match = Match.begin(system, system.prepare(scenario), bytes(range(32)))
    play_on(match, Random(11))
    print(match.journal[-1].digest, len(match.journal), saves.checksum({"save": saves.save(match).hex()}))
"""


def test_another_process_plays_the_same_game() -> None:
    root = Path(__file__).parents[2]
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", PLAY],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1", "4242")
    ]
    told = [run.communicate() for run in runs]
    assert [error for _, error in told] == ["", "", ""]
    assert len({output for output, _ in told}) == 1
    assert len(told[0][0].split()) == 6


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = saves.write_file(tmp_path / "new" / "game.json", b"first")
    assert file.read_bytes() == b"first"
    monkeypatch.setattr(
        Path, "replace", lambda self, target: (_ for _ in ()).throw(OSError("the disk is full"))
    )
    with pytest.raises(OSError, match="full"):
        saves.write_file(file, b"second")
    assert file.read_bytes() == b"first"


def test_a_save_holds_no_time_and_no_place(match: Match[Any]) -> None:
    entry: Entry = match.journal[1]
    assert isinstance(entry.act, Chose)
    assert isinstance(entry.act.choice, Choice)
    twin = Match.begin(match.system, match.setup, SEED)
    for seat in ("a", "b", "a"):
        twin.submit(request_of(twin, seat).choice(True))
    assert saves.save(twin) == saves.save(match)
