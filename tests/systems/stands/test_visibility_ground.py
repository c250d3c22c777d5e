"""How stands lie on ground of less simple shape: bent woods, slopes askew, hills on hills, hollows. KIM-3.1"""

from __future__ import annotations

from deadground.space.kinds import KINDS
from deadground.space.units import mm
from deadground.systems.maps import parse_map
from deadground.systems.stands.game import MAPS
from deadground.systems.stands.rules.visibility.sight_rules import is_hull_down, sees
from deadground.systems.stands.terrain import terrain
from deadground.testing.rules import bounds
from tests.systems.stands.field import field, inf, point, tank
from tests.systems.stands.test_visibility import HILL, at, looks, square

LOZENGE = "- {id: hill, kind: hill, level: 1, polygon: [[700, 500], [900, 700], [700, 900], [500, 700]]}"


@bounds("KIM-3.1c")
def test_the_crest_lies_half_way_along_any_line() -> None:
    target = tank("b", (740, 750), "blue")
    state = field(target, pieces=LOZENGE)
    for viewer, hull_down in (
        ((400, 400), True),  # the corner far off
        ((1100, 1100), False),
        ((640, 660), True),  # from the near slope
        ((720, 728), False),  # from the far slope too
        ((760, 772), False),
        ((740, 100), True),
        ((740, 1300), False),
        ((100, 750), True),
        ((1300, 750), False),
    ):
        assert is_hull_down(state, target, point(viewer)) is hull_down, viewer


@bounds("KIM-3.1a")
def test_on_a_hill_upon_a_hill_the_crest_is_that_of_the_upper() -> None:
    both = f"{square('hill', 300, 900, ', level: 1', 'lower')}\n{square('hill', 500, 700, ', level: 2', 'upper')}"
    assert looks(at(590, "blue"), at(100), both).seen
    assert looks(at(100), at(590, "blue"), both).seen
    assert not looks(at(100), at(610, "blue"), both).seen
    assert not looks(at(100), at(850, "blue"), both).seen
    verdict = looks(at(400), at(850, "blue"), both)
    assert verdict.why is not None
    assert (verdict.why.by, verdict.why.begins) == ("upper", 1000)
    same = (
        f"{square('hill', 300, 700, ', level: 1', 'one')}\n{square('hill', 600, 1000, ', level: 1', 'other')}"
    )
    assert not looks(at(1300), at(690, "blue"), same).seen


@bounds("KIM-3.1a")
def test_a_hollow_on_a_hill_has_its_lip_as_high_as_the_hill() -> None:
    hollow = square("hill", 300, 1200, ", level: 2") + "\n" + square("fold", 600, 1000, ", level: 1")
    verdict = looks(at(400), at(650, "blue"), hollow)
    assert verdict.why is not None
    assert (verdict.why.by, verdict.why.begins) == ("fold", 2000)
    back = looks(at(650), at(400, "blue"), hollow)
    assert back.why is not None
    assert (back.why.by, back.why.begins, back.why.at) == ("fold", 500, point((600, 500)))


@bounds("KIM-3.1a")
def test_from_the_lip_and_from_deep_in_a_hollow() -> None:
    hollow = square("fold", 600, 1000, ", level: -1")
    assert looks(at(600), at(300, "blue"), hollow).seen
    assert looks(at(300, "blue"), at(600), hollow).seen
    tor = f"{hollow}\n{square('hill', 300, 420, ', level: 2')}"
    assert looks(at(400, "blue"), at(900), tor).seen
    assert looks(at(900), at(400, "blue"), tor).seen
    assert not looks(at(650), at(400, "blue"), f"{hollow}\n{square('hill', 300, 420, ', level: 1')}").seen


@bounds("KIM-3.1d")
def test_across_the_bay_of_a_bent_wood_one_does_not_see_through_its_other_arm() -> None:
    corners = (
        "[[300, 300], [800, 300], [800, 700], [700, 700], [700, 400], [400, 400], [400, 700], [300, 700]]"
    )
    bent = f"- {{id: bent, kind: woods, polygon: {corners}}}"
    assert looks(at(385), at(690, "blue", 600), bent).seen
    verdict = looks(at(385, y=600), at(850, "blue", 600), bent)
    assert verdict.why is not None
    assert (verdict.why.by, verdict.why.begins, verdict.why.reason) == (
        "bent",
        3150,
        "the wood is in the way",
    )


@bounds("KIM-3.1d")
def test_edges_are_touched_on_any_side_and_of_any_concealing_ground() -> None:
    for kind, more in (("woods", ""), ("ridge", ", level: 1")):
        piece = f"- {{id: p, kind: {kind}{more}, polygon: [[500, 500], [800, 500], [800, 800], [500, 800]]}}"
        for looker, target in (
            ((485, 650), (600, 650)),
            ((815, 650), (700, 650)),
            ((650, 485), (650, 600)),
            ((650, 815), (650, 700)),
        ):
            assert looks(inf("a", looker), inf("b", target, "blue"), piece).seen, (kind, looker)
            off = (2 * looker[0] - target[0]) / 50 + looker[0] * 49 / 50, looker[1]
            if looker[1] == 650:
                assert not looks(inf("a", off), inf("b", target, "blue"), piece).seen, (kind, off)


@bounds("KIM-3.1a")
def test_where_a_map_gives_no_height_of_a_level_the_figure_does() -> None:
    features = f"{HILL}\n{square('hill', 300, 420, ', level: 3', 'tor')}"
    text = f"name: Flat\nunit: mm\nsize: [2000, 2000]\nfeatures:\n{features}\n"
    MAPS.given["flat"] = parse_map(text, "flat")
    looker, near, far = at(400), at(820, "blue"), at(990, "blue")
    for state in (
        field(map="flat"),
        field(pieces=features),
        field(pieces=features, numbers={"level_height": 1}),
    ):
        assert sees(state, looker, far).seen
        assert not sees(state, looker, near).seen
    assert sees(field(map="flat", numbers={"level_height": 1}), looker, near).seen
    assert not sees(field(pieces=HILL, numbers={"eye_height": mm(20)}), looker, near).seen
    assert sees(field(pieces=HILL, numbers={"eye_height": mm(20.1)}), looker, near).seen


def kinds_that(does: str) -> set[str]:
    return {kind for kind, ground in terrain().items() if getattr(ground, does)}


def test_every_kind_of_ground_is_on_the_chart() -> None:
    closing = {"woods", "orchard", "town", "structure", "objective_building", "rubble", "smoke"}
    assert set(terrain()) == set(KINDS)
    assert kinds_that("blocks") == closing
    assert kinds_that("conceals") == closing | {"ridge", "river", "gully"}
    assert kinds_that("overhead") == closing | {"river", "gully", "bunker"}
    assert kinds_that("works") == {"bunker", "trench", "foxholes"}
    assert kinds_that("low") == {"river", "stream", "gully"}
    assert kinds_that("lifts") == {"bridge"}
