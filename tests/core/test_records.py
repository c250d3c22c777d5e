"""Records: what a class may hold, copies that share nothing, and what each seat is shown."""

from __future__ import annotations

import enum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from deadground.core.records import (
    PUBLIC,
    Part,
    Public,
    Record,
    State,
    copy_state,
    foes,
    has_secrets,
    hidden,
    learned,
    owners,
    part,
    record,
    redact,
    state,
)


@part
class Arms(Part, frozen=True):
    """What belongs together: one field for all to see, one for its owner, one for nobody."""

    weapon: Public[str] = "rifle"
    rounds: Annotated[int, owners(masked=-1)] = 5
    faulty: Annotated[bool, hidden(masked=False)] = False


class Sketch(msgspec.Struct, frozen=True):
    """A plain value with names in it: no part, so it is shown or masked whole."""

    at: tuple[int, int]
    of: str = ""


@record
class Gunner(Record):
    id: Public[str]
    side: Public[str]
    arms: Public[Arms] = Arms()
    spare: Annotated[Arms, owners(masked=Arms())] = Arms()
    sketches: Public[tuple[Sketch, ...]] = ()

    def owned_by(self, state: Any, seat: str) -> bool:
        return seat == self.side


@state
class Battery(State):
    gunners: Public[dict[str, Gunner]]


class Mood(enum.Enum):
    CALM = "calm"
    SHAKEN = "shaken"


@record
class Scout(Record):
    """A piece with every kind of field and mark."""

    id: Public[str]
    side: Public[str]
    seen: Public[bool] = False
    spotter: Public[str] = ""
    way: Public[tuple[tuple[int, int], ...]] = ()
    mood: Annotated[Mood, owners(masked=Mood.CALM)] = Mood.CALM
    ammo: Annotated[int, owners(masked=-1)] = 3
    doom: Annotated[Literal["", "mine"], hidden(masked="")] = ""

    def known_to(self, state: Any, seat: str) -> bool:
        return self.seen or seat == self.side

    def owned_by(self, state: Any, seat: str) -> bool:
        return seat in (self.side, self.spotter)


@record
class Clock(Record):
    """A lone record."""

    turn: Public[int]
    alarm: Annotated[int | None, hidden(masked=None)]


@state
class Field(State):
    """A state with every kind of collection."""

    scouts: Public[dict[str, Scout]]
    queue: Public[list[Scout]]
    clock: Public[Clock]
    marks: Public[list[str]]
    score: Public[dict[str, int]]
    deck: Annotated[tuple[int, ...], hidden(masked=())]
    plans: Annotated[list[str], hidden(masked=[])]
    turn: Public[int] = 1


def field() -> Field:
    return Field(
        scouts={
            "n1": Scout("n1", "north", seen=True, mood=Mood.SHAKEN, doom="mine"),
            "n2": Scout("n2", "north", ammo=7),
            "s1": Scout("s1", "south", way=((1, 2), (3, 4))),
        },
        queue=[Scout("q1", "south"), Scout("q2", "north", seen=True)],
        clock=Clock(4, 9),
        marks=["ford"],
        score={"north": 1},
        deck=(5, 6),
        plans=["flank"],
    )


def test_a_seat_is_shown_what_it_may_know() -> None:
    full = field()
    seen = redact(full, "south")
    assert list(seen.scouts) == ["n1", "s1"]
    assert seen.scouts["n1"] == Scout("n1", "north", seen=True, mood=Mood.CALM, ammo=-1, doom="")
    assert seen.scouts["s1"] == full.scouts["s1"]
    assert [scout.id for scout in seen.queue] == ["q1", "q2"]
    assert [scout.ammo for scout in seen.queue] == [3, -1]
    assert seen.clock == Clock(4, None)
    assert (seen.deck, seen.plans) == ((), [])
    assert (seen.marks, seen.score, seen.turn) == (["ford"], {"north": 1}, 1)
    assert [scout.id for scout in redact(full, "north").queue] == ["q2"]
    own = redact(full, "north").scouts["n1"]
    assert (own.mood, own.doom) == (Mood.SHAKEN, ""), "what is hidden is hidden from the owner too"
    assert list(redact(full, "stranger").scouts) == ["n1"]
    assert full == field(), "looking must change nothing"


def mutable_parts(value: Any) -> list[int]:
    """The identities of everything in a state that can be changed."""
    found: list[int] = []

    def visit(one: Any) -> None:
        if isinstance(one, msgspec.Struct):
            found.append(id(one))
            for name in one.__struct_fields__:
                visit(getattr(one, name))
        elif isinstance(one, dict | list):
            found.append(id(one))
            for inner in one.values() if isinstance(one, dict) else one:
                visit(inner)

    visit(value)
    return found


@pytest.mark.parametrize("make", [copy_state, lambda full: redact(full, "south")])
def test_a_copy_and_a_view_share_nothing(make: Any) -> None:
    full = field()
    first, second = make(full), make(full)
    parts = [mutable_parts(one) for one in (full, first, second)]
    assert len({part for some in parts for part in some}) == sum(map(len, parts))
    first.plans.append("spoilt")
    assert make(full).plans == second.plans


def test_a_copy_is_equal_in_every_field_and_order() -> None:
    full = field()
    assert copy_state(full) == full
    assert msgspec.json.encode(copy_state(full)) == msgspec.json.encode(full)


@pytest.mark.parametrize(
    ("change", "seat", "learns"),
    [
        (lambda f: setattr(f.scouts["n2"], "seen", True), "south", True),
        (lambda f: setattr(f.scouts["n2"], "seen", True), "north", False),
        (lambda f: setattr(f.scouts["n1"], "spotter", "south"), "south", True),
        (lambda f: setattr(f.scouts["n2"], "spotter", "south"), "south", False),
        (lambda f: setattr(f.scouts["n1"], "seen", False), "south", False),
        (lambda f: f.scouts.update(n3=Scout("n3", "north", seen=True)), "south", False),
        (lambda f: setattr(f.scouts["n1"], "ammo", 0), "south", False),
        (lambda f: f.scouts.pop("n2"), "south", False),
    ],
    ids=["shown", "own", "spotted", "spotted unknown", "hides", "new", "changed", "gone"],
)
def test_what_counts_as_learning(change: Any, seat: str, learns: bool) -> None:
    before, after = field(), field()
    change(after)
    assert learned(before, after, seat) is learns


@record
class Stone(Record):
    """A record without a secret."""

    weight: Public[int]


@state
class Quarry(State):
    """A state without a secret."""

    stones: Public[dict[str, Stone]]
    top: Public[Stone]
    names: Public[list[str]]


def test_a_state_knows_whether_it_has_secrets() -> None:
    assert has_secrets(Field)
    assert not has_secrets(Quarry)
    quarry = Quarry({"a": Stone(1)}, Stone(2), ["a"])
    seen = redact(quarry, "anybody")
    assert seen == quarry
    assert not set(mutable_parts(seen)) & set(mutable_parts(quarry))


BAD_FIELDS: list[tuple[Any, str]] = [
    (int, "must be marked"),
    (Annotated[int, "a note"], "must be marked"),
    (Annotated[int, owners(masked=0), hidden(masked=0)], "must be marked"),
    (Annotated[list[int], PUBLIC], "not"),
    (Annotated[set[str], PUBLIC], "not"),
    (Annotated[frozenset[str], PUBLIC], "not"),
    (Annotated[dict[str, int], PUBLIC], "not"),
    (Annotated[float, PUBLIC], "not"),
    (Annotated[tuple[int, float], PUBLIC], "not"),
    (Annotated[tuple[list[int], ...], PUBLIC], "not"),
    (Annotated[int | float, PUBLIC], "not"),
    (Annotated[bytes, PUBLIC], "not"),
    (Annotated[Any, PUBLIC], "not"),
    (Annotated[object, PUBLIC], "not"),
    (Annotated[Clock, PUBLIC], "not"),
    (Annotated[int, owners(masked="none")], "does not fit"),
    (Annotated[int, hidden(masked=None)], "does not fit"),
    (Annotated[int, foes(masked=None)], "does not fit"),
    (Annotated[Literal["a"], owners(masked="b")], "does not fit"),
    (Annotated[tuple[int, ...], owners(masked=[])], "must be"),
    (Annotated[Mood, owners(masked="calm")], "must be"),
]


@pytest.mark.parametrize(("hint", "reason"), BAD_FIELDS, ids=lambda value: str(value)[:60])
def test_a_record_with_a_bad_field_fails_at_import(hint: Any, reason: str) -> None:
    with pytest.raises(TypeError, match=rf"Bad\.inside.*{reason}"):
        record(type("Bad", (Record,), {"__annotations__": {"inside": hint}, "__module__": __name__}))


class Unmarked(Record):
    """A record that forgot its decorator."""

    id: Public[str]


BAD_STATES: list[tuple[Any, str]] = [
    (int, "must be marked"),
    (Annotated[int, owners(masked=0)], "no owner"),
    (Annotated[int, foes(masked=0)], "no owner"),
    (Annotated[dict[str, Unmarked], PUBLIC], "Unmarked lacks its @record"),
    (Annotated[Unmarked, PUBLIC], "Unmarked lacks its @record"),
    (Annotated[list[Unmarked], PUBLIC], "Unmarked lacks its @record"),
    (Annotated[dict[float, Scout], PUBLIC], "keys"),
    (Annotated[dict[str, float], PUBLIC], "a state holds"),
    (Annotated[dict[str, list[int]], PUBLIC], "a state holds"),
    (Annotated[set[str], PUBLIC], "a state holds"),
    (Annotated[dict[str, Scout | Clock], PUBLIC], "a state holds"),
    (Annotated[float, PUBLIC], "a state holds"),
    (Annotated[Scout, PUBLIC], "a lone record cannot be absent"),
    (Annotated[tuple[int, ...], hidden(masked=0)], "does not fit"),
    (Annotated[tuple[int, ...], hidden(masked=[])], "must be"),
]


@pytest.mark.parametrize(("hint", "reason"), BAD_STATES, ids=lambda value: str(value)[:60])
def test_a_state_with_a_bad_field_fails_at_import(hint: Any, reason: str) -> None:
    with pytest.raises(TypeError, match=rf"Bad\.inside.*{reason}"):
        state(type("Bad", (State,), {"__annotations__": {"inside": hint}, "__module__": __name__}))


@record
class Sniper(Scout):
    """A scout by another name: what is secret of a scout is secret of him."""


@state
class Nest(State):
    """Where snipers lie."""

    men: Public[dict[str, Sniper]]


def test_fields_of_a_base_are_kept_secret_too() -> None:
    seen = redact(Nest({"x": Sniper("x", "north", seen=True)}), "south")
    assert seen.men["x"].ammo == -1


@record
class Prey(Record):
    """A piece of which its hunters know more than its owner."""

    side: Public[str]
    tracked: Annotated[bool, foes(masked=False)] = True

    def owned_by(self, state: Any, seat: str) -> bool:
        return seat == self.side

    def opposed_by(self, state: Any, seat: str) -> bool:
        return seat in ("north", "south") and seat != self.side


@state
class Hunt(State):
    """Prey of both sides."""

    prey: Public[dict[str, Prey]]


@pytest.mark.parametrize(("seat", "shown"), [("north", False), ("south", True), ("stranger", False)])
def test_what_is_for_foes_is_kept_from_the_owner_and_from_those_who_look_on(seat: str, shown: bool) -> None:
    hunt = Hunt({"deer": Prey("north")})
    assert has_secrets(Hunt)
    assert redact(hunt, seat).prey["deer"].tracked is shown
    assert hunt.prey["deer"].tracked


def battery() -> Battery:
    arms = Arms("mortar", 2, True)
    return Battery({"g": Gunner("g", "red", arms, arms, (Sketch((1, 2), "hill"),))})


@pytest.mark.parametrize(
    ("seat", "arms", "spare"),
    [
        ("red", Arms("mortar", 2, False), Arms("mortar", 2, True)),
        ("blue", Arms("mortar", -1, False), Arms()),
    ],
)
def test_marks_work_inside_a_part(seat: str, arms: Arms, spare: Arms) -> None:
    full = battery()
    seen = redact(full, seat).gunners["g"]
    assert (seen.arms, seen.spare) == (arms, spare)
    assert seen.sketches == (Sketch((1, 2), "hill"),)
    assert full == battery()


def test_a_state_with_parts_is_saved_and_read() -> None:
    assert msgspec.json.decode(msgspec.json.encode(battery()), type=Battery) == battery()
    assert has_secrets(Battery)


class Loose(msgspec.Struct):
    """Not frozen: two records could share it, and one change it."""

    n: int = 0


class Unchecked(Part, frozen=True):
    """Without its decorator."""

    n: Public[int] = 0


@pytest.mark.parametrize(
    ("hint", "reason"),
    [
        (Public[Loose], "a record holds"),
        (Public[tuple[Loose, ...]], "a record holds"),
        (Public[Unchecked], "lacks its @part"),
        (Annotated[Arms | None, PUBLIC], "by itself"),
        (Annotated[tuple[Arms, ...], PUBLIC], "by itself"),
    ],
)
def test_a_part_that_could_not_be_masked_fails_at_import(hint: Any, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        record(type("Bad", (Record,), {"__annotations__": {"x": hint}}))


def test_an_unmarked_field_of_a_part_fails_at_import() -> None:
    with pytest.raises(TypeError, match=r"Bad\.x must be marked"):
        part(type("Bad", (Part,), {"__annotations__": {"x": int}}, frozen=True))
