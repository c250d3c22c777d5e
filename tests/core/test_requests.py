"""Requests: what is sampled is legal, what is listed is all there is, and no answer ever makes a check fail."""

from __future__ import annotations

from itertools import chain, combinations, permutations, product
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deadground.core.faults import Fault
from deadground.core.requests import (
    Allocate,
    AnyRequest,
    Card,
    Confirm,
    Guide,
    Number,
    Option,
    Order,
    OrderedUnit,
    Orders,
    Path,
    PathValue,
    Pick,
    Place,
    Request,
    Share,
    Spot,
    Suggestion,
    Walker,
    guide,
)
from deadground.core.requests.ground import Box, Point, length
from deadground.core.requests.lists import LISTED

ids = st.sampled_from(["a", "b", "c", "d", "e"])
rows = st.just(("T-1",))


@st.composite
def picks(draw: st.DrawFn) -> Pick:
    names = draw(st.lists(ids, unique=True, min_size=1))
    refused = draw(st.lists(st.booleans(), min_size=len(names), max_size=len(names)))
    options = tuple(
        Option(name, name.upper(), refused=Fault("value", "not now", ("T-2",)) if no else None)
        for name, no in zip(names, refused, strict=True)
    )
    least = draw(st.integers(0, refused.count(False)))
    return Pick("?", options=options, least=least, most=draw(st.integers(least, 6)), rows=("T-1",))


@st.composite
def allocates(draw: st.DrawFn) -> Allocate:
    shares = tuple(
        Share(name, name.upper(), most=draw(st.integers(0, 4)))
        for name in draw(st.lists(ids, unique=True, min_size=1))
    )
    shares = tuple(msgspec.structs.replace(s, least=draw(st.integers(0, s.most))) for s in shares)
    low, high = sum(share.least for share in shares), sum(share.most for share in shares)
    least = draw(st.integers(0, high))
    most = draw(st.integers(max(least, low), high + 2))
    return Allocate("?", shares=shares, least=least, most=most, rows=("T-1",))


@st.composite
def numbers(draw: st.DrawFn) -> Number:
    low = draw(st.integers(-1000, 1000))
    return Number("?", low=low, high=draw(st.integers(low, low + 2000)), rows=("T-1",))


@st.composite
def boxes(draw: st.DrawFn, wide: int) -> Box:
    west, north = draw(st.integers(-50, 50)), draw(st.integers(-50, 50))
    return west, north, draw(st.integers(west, west + wide)), draw(st.integers(north, north + wide))


@st.composite
def places(draw: st.DrawFn) -> Place:
    """Spots whose boxes and points overlap, so that one piece may have to make way for another."""
    names = draw(st.lists(ids, unique=True, min_size=1))
    spots = []
    standing: set[Point] = set()
    for name in names:
        west, north, east, south = draw(boxes(2))
        legal = list(product(range(west, east + 1), range(north, south + 1)))
        free = [point for point in legal if point not in standing]
        if not free:
            continue
        own = draw(st.sampled_from(free))
        standing.add(own)  # so that some arrangement of all the pieces exists
        points = draw(st.none() | st.lists(st.sampled_from(legal), max_size=3))
        chosen = () if points is None else tuple(dict.fromkeys([*points, own]))
        spots.append(Spot(name, name.upper(), (west, north, east, south), chosen))
    order = draw(st.permutations(spots))
    return Place("?", spots=tuple(order), facing=draw(st.booleans()), apart=True, rows=("T-1",))


@st.composite
def paths(draw: st.DrawFn) -> Path:
    walkers = tuple(
        Walker(name, name.upper(), draw(st.tuples(small, small)), draw(st.integers(0, 60)), draw(boxes(80)))
        for name in draw(st.lists(ids, unique=True))
    )
    return Path("?", walkers=walkers, rows=("T-1",))


small = st.integers(-60, 60)


@st.composite
def orders(draw: st.DrawFn) -> Orders:
    cards = tuple(
        Card(name, name, arrow=draw(st.booleans())) for name in draw(st.lists(ids, unique=True, min_size=1))
    )
    units = tuple(
        OrderedUnit(
            name,
            name.upper(),
            tuple(f"{name}{n}" for n in range(draw(st.integers(0, 4)))),
            draw(st.integers(0, 3)),
            tuple(draw(st.lists(st.sampled_from([card.id for card in cards]), unique=True))),
        )
        for name in draw(st.lists(ids, unique=True))
    )
    return Orders("?", units=units, cards=cards, rows=("T-1",))


requests = st.one_of(
    picks(), allocates(), numbers(), places(), paths(), orders(), st.just(Confirm("?", rows=("T-1",)))
)


@given(requests, st.integers(0, 2**32))
@example(
    Place(
        "?", spots=(Spot("x", "X", (0, 0, 9, 9), ((0, 0), (1, 1))), Spot("y", "Y", (0, 0, 9, 9), ((0, 0),)))
    ),
    0,
)
@example(Place("?", spots=(Spot("x", "X", (0, 0, 1, 0)), Spot("y", "Y", (0, 0, 0, 0)))), 1)
@example(Place("?", spots=(Spot("x", "X", (0, 0, 0, 0), ((0, 0), (5, 5))),)), 0)
def test_what_is_sampled_is_legal(request: AnyRequest, seed: int) -> None:
    rng = Random(seed)
    for _ in range(5):
        value = request.sample(None, rng)
        assert request.check(None, value) == []
        assert msgspec.json.decode(msgspec.json.encode(value)) == value, "a choice is plain data"


@given(requests)
def test_what_is_suggested_is_legal_and_not_more_than_asked(request: AnyRequest) -> None:
    for most in (0, 1, 3):
        suggestions = request.suggest(None, most)
        assert len(suggestions) <= most
        assert all(request.check(None, suggestion.value) == [] for suggestion in suggestions)


def test_the_proposal_is_suggested_first() -> None:
    options = (Option("a", "A"), Option("b", "B", "the hint"))
    assert Pick("?", options=options, proposal=["b"]).suggest(None)[0] == Suggestion("B", ["b"], "the hint")
    assert [s.value for s in Confirm("?", proposal=False).suggest(None)] == [False, True]
    assert Number("?", low=0, high=9, proposal=4).suggest(None) == [Suggestion("As proposed", 4)]


@given(picks())
def test_a_pick_lists_every_legal_value_once(request: Pick) -> None:
    names = [option.id for option in request.options]
    every = chain.from_iterable(combinations(names, count) for count in range(len(names) + 1))
    legal = [list(value) for value in every if not request.check(None, list(value))]
    assert sorted(request.listed(None) or []) == sorted(legal)


@given(numbers())
def test_a_number_lists_every_legal_value(request: Number) -> None:
    listed = request.listed(None)
    if request.high - request.low < LISTED:
        assert listed == [n for n in range(request.low - 5, request.high + 6) if not request.check(None, n)]
    else:
        assert listed is None


def test_what_cannot_be_counted_is_not_listed() -> None:
    many = tuple(Option(str(n), str(n)) for n in range(20))
    assert Pick("?", options=many, most=10).listed(None) is None
    assert Path("?", walkers=()).listed(None) is None
    assert Confirm("?").listed(None) == [True, False]


ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    10**40,
    -(10**40),
    1.5,
    float("nan"),
    float("inf"),
    "",
    "a",
    "\u202egnol\u0000",
    "x" * 10_000,
    b"bytes",
    [],
    [[]],
    ["a", "a"],
    [None],
    [1],
    ["zz"] * 500,
    {},
    {"a": None},
    {"a": 10**40},
    {"a": float("nan")},
    {1: 2},
    {None: None},
    {"zz": 3},
    {"a": {"at": [0]}},
    {"a": {"at": [10**40, 0], "facing": 0}},
    {"a": {"points": [[0, 0]] * 500, "facing": -1}},
    {"a": {"points": "no"}},
    [{"unit": "a", "card": "a", "pieces": []}],
    [{"unit": "zz", "card": "a", "pieces": ["a0", "a0"], "arrow": 10**40}],
    [{"unit": "a"}],
    {"a": {"a": {"a": {}}}},
    object(),
    {1, 2},
    (),
]

FIELDS = ["at", "facing", "points", "unit", "card", "pieces", "arrow"]

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | ids,
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | ids | st.sampled_from(FIELDS), inner),
    max_leaves=8,
)


def deep(levels: int) -> Any:
    nest: Any = []
    for _ in range(levels):
        nest = [nest]
    return nest


@given(requests, anything | st.sampled_from(ODD))
def test_no_answer_makes_a_check_fail(request: AnyRequest, value: Any) -> None:
    faults = request.check(None, value)
    msgspec.json.encode(faults)
    assert all(fault.at.startswith("value") and fault.reason and fault.rows for fault in faults)
    if not faults:
        plain = msgspec.to_builtins(msgspec.convert(value, request.value_type))
        assert request.check(None, plain) == [], "what the journal keeps must be as legal as what was sent"
        msgspec.json.encode(plain)


EACH: list[AnyRequest] = [
    Pick(
        "?", options=(Option("a", "A"), Option("b", "B", refused=Fault("value", "not now", ("T-2",)))), most=2
    ),
    Number("?", low=2, high=4),
    Confirm("?"),
    Allocate("?", shares=(Share("a", "A", 3, 1), Share("b", "B", 2)), least=2, most=3),
    Place(
        "?", spots=(Spot("a", "A", (0, 0, 9, 9)), Spot("b", "B", (0, 0, 9, 9), ((1, 1), (2, 2)))), facing=True
    ),
    Path(
        "?",
        walkers=(Walker("a", "A", (0, 0), 50, (0, 0, 100, 100)),),
        when_met=(Option("halt", "Halt"), Option("round", "Go round")),
    ),
    Orders(
        "?",
        units=(OrderedUnit("u", "U", ("u1", "u2", "u3"), 2, ("go", "stay")),),
        cards=(Card("go", "Go", arrow=True), Card("stay", "Stay"), Card("rare", "Rare")),
    ),
]


@pytest.mark.parametrize("request_", EACH, ids=lambda request: request.kind)
def test_every_odd_value_is_answered_with_faults(request_: AnyRequest) -> None:
    for value in [*ODD, deep(5000), 10**5000, {"a": 10**5000}, {"a": {"at": [10**5000, 1]}}]:
        faults = request_.check(None, value)
        assert faults or value in ([], {}, True, ()) or request_.kind == "path", value


def placed(**where: tuple[int, int, int | None]) -> dict[str, Any]:
    return {piece: {"at": [x, y], "facing": facing} for piece, (x, y, facing) in where.items()}


def order(
    card: str, *stands: str, arrow: int | None = None, unit: str = "u", plan: Any = None
) -> dict[str, Any]:
    return {"unit": unit, "card": card, "pieces": list(stands), "arrow": arrow, "plan": plan or {}}


ALL_FAULTS: list[tuple[int, Any, list[tuple[str, str]]]] = [
    (
        0,
        ["zz", "b", "a", "a"],
        [
            ("value[0]", "'zz' is not on the list"),
            ("value[1]", "not now"),
            ("value[3]", "'A' is picked twice"),
            ("value", "pick 1 to 2, not 4"),
        ],
    ),
    (1, 5, [("value", "5 is not 2 to 4")]),
    (1, 1, [("value", "1 is not 2 to 4")]),
    (2, "yes", [("value", "not a confirm choice")]),
    (
        3,
        {"zz": 1, "b": 3},
        [
            ("value.zz", "not one of the targets"),
            ("value.a", "A takes 1 to 3, not 0"),
            ("value.b", "B takes 0 to 2, not 3"),
            ("value", "give 2 to 3 in all, not 4"),
        ],
    ),
    (3, {"a": 1}, [("value", "give 2 to 3 in all, not 1")]),
    (
        4,
        placed(zz=(1, 1, 0), a=(10, 0, None)),
        [
            ("value.zz", "not one of the pieces"),
            ("value.a.at", "A cannot be put at (1, 0)"),
            ("value.a.facing", "A needs a facing"),
            ("value.b", "B has no place"),
        ],
    ),
    (
        4,
        placed(a=(1, 1, 0), b=(1, 1, 3600)),
        [("value.b.facing", "0 to 359.9"), ("value.b.at", "where A is")],
    ),
    (4, placed(a=(0, 0, 3599), b=(3, 3, 0)), [("value.b.at", "B cannot be put at (0.3, 0.3)")]),
    (
        5,
        {"a": {"points": [[-1, 0], [49, 0]], "facing": 3600, "when_met": "fly"}, "zz": {}},
        [
            ("value.zz", "not one of the pieces"),
            ("value.a.points[0]", "A may not go to (-0.1, 0)"),
            ("value.a.points", "A may go 5 mm, the path is 5.1 mm"),
            ("value.a.facing", "0 to 359.9 degrees"),
            ("value.a.when_met", "'fly' is not what A may do when it is stopped: halt, round"),
        ],
    ),
    (
        6,
        [
            order("stay", "u1", unit="zz"),
            order("rare", "u1"),
            order("go", "u1", "u9"),
            order("stay", "u2", arrow=5),
            order("go", arrow=3600),
        ],
        [
            ("value[0].unit", "'zz' is not one of your units"),
            ("value[1].card", "U has no card 'rare'"),
            ("value[2].arrow", "a Go card needs an arrow"),
            ("value[2].pieces", "'u1' has two cards"),
            ("value[2].pieces", "'u9' does not belong to U"),
            ("value[3].arrow", "a Stay card takes no arrow"),
            ("value[4].arrow", "0 to 359.9 degrees"),
            ("value[4].pieces", "laid on none of its pieces"),
            ("value", "U has 2 cards, not 4"),
        ],
    ),
    (6, [order("stay", "u1", plan={"u1": 3})], [("value[0].plan", "no plan goes with these cards")]),
    (6, [order("stay", "u1", plan=[1])], [("value", "not a orders choice")]),
]


@pytest.mark.parametrize(("which", "value", "faults"), ALL_FAULTS)
def test_all_faults_are_told_at_once_with_their_places(
    which: int, value: Any, faults: list[tuple[str, str]]
) -> None:
    found = EACH[which].check(None, value)
    assert [fault.at for fault in found] == [at for at, _ in faults]
    for fault, (_, reason) in zip(found, faults, strict=True):
        assert reason in fault.reason


@pytest.mark.parametrize(
    ("which", "value"),
    [
        (0, ["a"]),
        (1, 2),
        (1, 4),
        (2, False),
        (3, {"a": 3}),
        (3, {"a": 1, "b": 1}),
        (4, placed(a=(0, 0, 0), b=(1, 1, 3599))),
        (4, placed(a=(9, 9, 0), b=(2, 2, 0))),
        (5, {}),
        (5, {"a": {"points": [[30, 40]]}}),
        (5, {"a": {"points": [[30, 0], [30, 20]], "facing": 3599}}),
        (6, []),
        (6, [order("go", "u1", arrow=0), order("stay", "u2", "u3")]),
    ],
)
def test_what_is_just_within_bounds_is_legal(which: int, value: Any) -> None:
    assert EACH[which].check(None, value) == []


def test_pieces_may_share_a_place_where_they_need_not_stand_apart() -> None:
    spots = (Spot("a", "A", (0, 0, 0, 0)), Spot("b", "B", (0, 0, 0, 0)))
    together = Place("?", spots=spots, apart=False)
    assert together.check(None, together.sample(None, Random(0))) == []
    assert together.check(None, placed(a=(0, 0, 5), b=(0, 0, None)))[0].at == "value.a.facing"


def test_every_way_to_place_is_sampled() -> None:
    spots = (Spot("a", "A", (0, 0, 1, 0)), Spot("b", "B", (0, 0, 2, 0)), Spot("c", "C", (0, 0, 2, 0)))
    place, rng = Place("?", spots=spots), Random(1)
    seen = {tuple(value["at"][0] for value in place.sample(None, rng).values()) for _ in range(200)}
    assert seen == {way for way in permutations(range(3)) if way[0] < 2}


@pytest.mark.parametrize(
    ("a", "b", "tenths"),
    [
        ((0, 0), (3, 4), 5),
        ((0, 0), (1, 1), 1),
        ((0, 0), (2, 2), 3),
        ((0, 0), (65535, 65535), 92680),
        ((7, 7), (7, 7), 0),
    ],
)
def test_a_leg_is_its_root_rounded_to_the_nearest(a: Point, b: Point, tenths: int) -> None:
    assert length(a, b) == length(b, a) == tenths


@given(st.tuples(small, small), st.tuples(small, small))
def test_rounding_a_leg_is_exact(a: Point, b: Point) -> None:
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    tenths = length(a, b)
    assert (2 * tenths - 1) ** 2 < 4 * square < (2 * tenths + 1) ** 2 or square == tenths == 0


@guide("test.even")
class EvenGuide(Guide):
    """Only even numbers, and what the view forbids."""

    def faults(self, view: Any, request: Request, value: int) -> list[Fault]:
        faults = [Fault("value", f"{value} is odd", ("T-EVEN",))] if value % 2 else []
        return faults + ([Fault("value", "the view forbids it", ("T-VIEW",))] if value in view else [])

    def sample(self, view: Any, request: Request, rng: Random) -> int:
        return 2

    def suggest(self, view: Any, request: Request, k: int) -> list[Suggestion]:
        return [Suggestion("Two", 2, "it is even")][:k]


def test_a_guide_adds_its_own_law_on_what_the_seat_sees() -> None:
    number = Number("?", low=1, high=6, guide="test.even")
    assert [fault.reason for fault in number.check([5], 5)] == ["5 is odd", "the view forbids it"]
    assert number.check([4], 4)[0].rows == ("T-VIEW",)
    assert number.check([], 4) == []
    assert number.listed([4]) == [2, 6]
    assert number.sample([], Random(0)) == 2
    assert number.suggest([])[0].label == "Two"


def test_a_guide_sees_only_what_already_has_the_right_shape() -> None:
    number = Number("?", low=1, high=6, guide="test.even", rows=("T-1",))
    assert [fault.reason for fault in number.check(None, 7)] == ["7 is not 1 to 6"]
    assert number.check(None, "7")[0].rows == ("T-1",)


def test_two_guides_cannot_have_one_name() -> None:
    with pytest.raises(TypeError, match=r"two guides are called 'test\.even'"):
        guide("test.even")(EvenGuide)


@pytest.mark.parametrize("request_", EACH, ids=lambda request: request.kind)
def test_a_request_travels_as_plain_data(request_: AnyRequest) -> None:
    plain = msgspec.json.encode(request_)
    assert msgspec.json.decode(plain, type=AnyRequest) == request_
    assert msgspec.json.decode(plain)["kind"] == request_.kind
    numbered = msgspec.structs.replace(request_, serial=7, seat="red")
    choice = numbered.choice("anything")
    assert (choice.serial, choice.seat, choice.kind, choice.value) == (7, "red", request_.kind, "anything")


def test_a_path_value_stays_put_by_default() -> None:
    assert msgspec.convert({}, PathValue) == PathValue((), None)


@guide("test.unlucky")
class Unlucky(Guide):
    """Everything whose id is in capitals is unlucky."""

    def faults(self, view: Any, request: Request, value: Any) -> list[Fault]:
        ids = [one.card if isinstance(one, Order) else one for one in value]
        where = "value.{1}" if isinstance(value, dict) else "value[{0}].card"
        return [Fault(where.format(i, id), "unlucky", ("T-9",)) for i, id in enumerate(ids) if id.isupper()]


@pytest.mark.parametrize(
    ("request_", "value", "places"),
    [
        (
            Pick("?", options=(Option("a", "A"), Option("B", "B")), most=1, guide="test.unlucky"),
            ["zz", "a", "B"],
            ["value[0]", "value", "value[2].card"],
        ),
        (
            Orders(
                "?",
                units=(OrderedUnit("u", "U", ("u1", "u2"), 1, ("go",)),),
                cards=(Card("go", "Go"), Card("NO", "No")),
                guide="test.unlucky",
            ),
            [order("go", "u1", unit="zz"), order("go", "u2"), order("NO", "u1")],
            ["value[0].unit", "value[2].card", "value", "value[2].card"],
        ),
        (
            Path(
                "?",
                walkers=(
                    Walker("a", "A", (0, 0), 5, (0, 0, 9, 9)),
                    Walker("B", "B", (0, 0), 5, (0, 0, 9, 9)),
                ),
                guide="test.unlucky",
            ),
            {"zz": {}, "a": {"points": [[99, 0]]}, "B": {"points": [[9, 0]]}},
            ["value.zz", "value.a.points[0]", "value.a.points", "value.B.points", "value.B"],
        ),
        (
            Allocate(
                "?", shares=(Share("a", "A", 1), Share("B", "B", 1)), least=0, most=1, guide="test.unlucky"
            ),
            {"zz": 1, "B": 1},
            ["value.zz", "value", "value.B"],
        ),
        (
            Place(
                "?", spots=(Spot("a", "A", (0, 0, 9, 9)), Spot("B", "B", (0, 0, 9, 9))), guide="test.unlucky"
            ),
            {"a": {"at": [10, 0]}, "B": {"at": [1, 1]}},
            ["value.a.at", "value.B"],
        ),
    ],
    ids=lambda one: getattr(one, "kind", ""),
)
def test_faults_of_the_kind_and_of_the_system_are_told_together(
    request_: AnyRequest, value: Any, places: list[str]
) -> None:
    """What the guide finds has its place in the whole value, whatever the kind could make no sense of."""
    assert [fault.at for fault in request_.check(None, value)] == places


@pytest.mark.parametrize(
    ("request_", "only"),
    [
        (Pick("?", options=(Option("a", "A"),)), ["a"]),
        (Pick("?", options=(Option("a", "A"),), least=0), None),
        (Pick("?", options=(Option("a", "A"), Option("b", "B"))), None),
        (Pick("?", options=(Option("a", "A"), Option("b", "B")), least=2, most=2), ["a", "b"]),
        (
            Pick(
                "?",
                options=(Option("a", "A"), Option("b", "B", refused=Fault("", "no", ()))),
            ),
            ["a"],
        ),
        (Pick("?", options=(), least=0), []),
        (Pick("?", options=(Option("a", "A"),), least=0, most=0), []),
        (Pick("?", options=(), least=1), None),
        (Pick("?", options=(Option("B", "B"),), guide="test.unlucky"), None),
        (Number("?", low=3, high=3), 3),
        (Number("?", low=3, high=4), None),
        (Confirm("?"), None),
        (Allocate("?", shares=(Share("a", "A", 3),), least=0, most=0), {}),
        (Allocate("?", shares=(Share("a", "A", 3),), least=0, most=1), None),
        (Allocate("?", shares=(Share("a", "A", 2, 2),), least=0, most=5), {"a": 2}),
        (Path("?", walkers=()), {}),
        (Path("?", walkers=(Walker("a", "A", (0, 0), 5, (0, 0, 9, 9)),)), None),
        (Place("?", spots=()), {}),
        (Place("?", spots=(Spot("a", "A", (0, 0, 9, 9)),)), None),
        (Orders("?", units=(), cards=()), []),
        (Orders("?", units=(OrderedUnit("u", "U", ("u1",), 0, ("go",)),), cards=(Card("go", "Go"),)), []),
        (Orders("?", units=(OrderedUnit("u", "U", ("u1",), 1, ("go",)),), cards=(Card("go", "Go"),)), None),
    ],
)
def test_the_only_legal_answer(request_: AnyRequest, only: Any) -> None:
    assert request_.only(None) == only
