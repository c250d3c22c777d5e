"""Pictures: every kind is drawn, valid, the same everywhere, and not too big."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

import deadground
from deadground.space.ground import Ground, piece
from deadground.space.kinds import KINDS
from deadground.space.pictures import Options, map_svg, sight_overlay, sight_svg, thumbnail_svg
from deadground.space.pictures.art import Art
from deadground.space.pictures.drawings import DRAWINGS, LOOKS
from deadground.space.sight import Finding, judge, trace
from deadground.systems.maps import read_map

FILES = sorted((Path(deadground.__file__).parent / "systems").glob("*/maps/*.yaml"))
SVG = "{http://www.w3.org/2000/svg}"

DIGESTS = """
import hashlib, json, sys
from deadground.systems.maps import read_map
from deadground.space.pictures import map_svg
print(json.dumps([hashlib.sha256(map_svg(read_map(file).ground).encode()).hexdigest() for file in sys.argv[1:]]))
"""


def the_tool() -> ModuleType:
    file = Path(__file__).parents[2] / "tools" / "specimen.py"
    spec = importlib.util.spec_from_file_location("specimen_tool", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


specimen = the_tool()


def ids(file: Path) -> str:
    return file.stem


def test_every_kind_has_a_drawing() -> None:
    assert set(DRAWINGS) == set(KINDS)
    assert set(LOOKS) <= set(KINDS)


@pytest.mark.parametrize(("kind", "look"), specimen.samples())
def test_every_kind_and_look_leaves_ink(kind: str, look: str) -> None:
    one = specimen.specimen(0, kind, look)
    art = Art(Ground(30_000, 30_000, [one], unit="in"), 100, "t")
    DRAWINGS[kind](art, one)
    assert sum(len(drawn) for layer in art.layers.values() for drawn in layer) > 100


@pytest.mark.parametrize(("kind", "look"), [one for one in specimen.samples() if one[1]])
def test_a_look_changes_the_picture(kind: str, look: str) -> None:
    def drawn(look: str) -> str:
        one = specimen.specimen(0, kind, look)
        plain = piece(
            "same", kind, one.shape, specimen.specimen(0, kind, "").points, width=one.width, tags=one.tags
        )
        return map_svg(Ground(30_000, 30_000, [plain], unit="in"))

    assert drawn(look) != drawn("")


def test_the_specimen_sheet_names_every_kind_and_is_up_to_date() -> None:
    sheet = specimen.FILE.read_text("utf-8")
    labels = {text.text for text in ElementTree.fromstring(sheet).iter(f"{SVG}text")}
    assert {kind.replace("_", " ") for kind in KINDS} <= labels
    assert sheet == specimen.drawn(), "run tools/specimen.py"


@pytest.mark.parametrize("file", FILES, ids=ids)
def test_a_map_is_a_valid_and_moderate_picture(file: Path) -> None:
    ground = read_map(file).ground
    drawn = map_svg(ground)
    root = ElementTree.fromstring(drawn)
    assert root.get("role") == "img"
    assert [root[0].tag, root[1].tag] == [f"{SVG}title", f"{SVG}desc"]
    assert len(drawn.encode()) < 400_000
    assert len(gzip.compress(drawn.encode(), mtime=0)) < 100_000


@pytest.mark.parametrize("file", FILES, ids=ids)
def test_references_lead_somewhere(file: Path) -> None:
    root = ElementTree.fromstring(map_svg(read_map(file).ground, Options(prefix="one")))
    named = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(named)) == len(named)
    assert all(name is not None and name.startswith("one-") for name in named)
    used = {
        value
        for element in root.iter()
        for value in element.attrib.values()
        if value.startswith(("#one", "url("))
    }
    assert {value.removeprefix("url(").removesuffix(")").removeprefix("#") for value in used} <= set(named)


@pytest.mark.parametrize("file", FILES, ids=ids)
def test_nothing_in_a_picture_needs_leave_from_the_page(file: Path) -> None:
    for element in ElementTree.fromstring(map_svg(read_map(file).ground)).iter():
        assert element.tag.removeprefix(SVG) not in ("script", "style", "image", "foreignObject")
        assert not any(key == "style" or key.startswith("on") for key in element.attrib)


@pytest.mark.parametrize("file", FILES, ids=ids)
def test_a_thumbnail_is_small(file: Path) -> None:
    small = thumbnail_svg(read_map(file).ground)
    ElementTree.fromstring(small)
    assert len(small.encode()) < 40_000


def test_pictures_are_the_same_in_every_process() -> None:
    here = [hashlib.sha256(map_svg(read_map(file).ground).encode()).hexdigest() for file in FILES]
    for seed in ("1", "2"):
        command = [sys.executable, "-c", DIGESTS, *map(str, FILES)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
        assert json.loads(done.stdout) == here


ODD: dict[str, list[list[tuple[int, int]]]] = {
    "area": [
        [(5000, 5000), (5012, 5003), (5004, 5011)],
        [(100, 100), (9000, 120), (9000, 121)],
        [(0, 0), (10_000, 0), (10_000, 8000), (0, 8000)],
        [(1000, 1000), (6000, 1000), (6000, 1001), (1002, 1001), (1002, 6000), (1000, 6000)],
    ],
    "line": [[(5000, 5000), (5001, 5001)], [(0, 4000), (8000, 4000), (300, 4010)], [(0, 0), (10_000, 8000)]],
    "point": [[(0, 0)]],
}
"""Specks, slivers, whole tables, lines that double back."""


@pytest.mark.parametrize("kind", KINDS)
def test_odd_shapes_are_drawn_too(kind: str) -> None:
    for shape in KINDS[kind]:
        for points in ODD[shape]:
            for look in ("", *LOOKS.get(kind, ())):
                one = piece("odd", kind, shape, points, name="Odd", tags={"look": look} if look else {})  # type: ignore[arg-type]
                ElementTree.fromstring(map_svg(Ground(10_000, 8000, [one], unit="mm")))


def test_a_crowded_table_is_drawn_more_simply_in_good_time() -> None:
    corners = [(0, 0), (60_000, 0), (60_000, 40_000), (0, 40_000)]
    pieces = [piece(f"wood_{i}", "woods", "area", corners) for i in range(300)]
    assert len(map_svg(Ground(60_000, 40_000, pieces, unit="mm"))) < 2_000_000


def table() -> Ground:
    wood = piece(
        "wood", "woods", "area", [(4000, 1000), (8000, 1000), (8000, 5000), (4000, 5000)], name="Äpfel & <Co>"
    )
    wall = piece("wall", "wall", "line", [(2000, 0), (2000, 6000)])
    return Ground(12_000, 6_000, [wood, wall], unit="in", name="A & B")


def test_options_add_and_leave_out() -> None:
    bare = map_svg(table(), Options(names=False, framed=False))
    assert "Äpfel &amp; &lt;Co&gt;</text>" not in bare
    assert 'viewBox="0 0 12000 6000"' in bare
    full = map_svg(table(), Options(grid=2540, title="Tête", note="a note"))
    for wanted in ("Äpfel &amp; &lt;Co&gt;</text>", "Tête", "a note", "inches", ">N</text>"):
        assert wanted in full
    assert full.count("v6000") == map_svg(table()).count("v6000") + 4
    assert ">N</text>" not in map_svg(table(), Options(north=False))
    assert "inches" not in map_svg(table(), Options(scale_bar=False))


def test_a_picture_says_in_words_what_it_shows() -> None:
    root = ElementTree.fromstring(map_svg(table()))
    assert root[0].text == "A & B"
    assert root[1].text == "A table with 1 woods, 1 wall. Named: Äpfel & <Co>."


def blocked_by_woods(traced: object) -> list[Finding]:
    return [Finding(True, "too deep in the wood", ("ROW-1", "ROW-2"), "wood", (5000, 3000), 4000)]


def test_a_blocked_line_is_drawn_with_its_reason() -> None:
    verdict = judge(trace(table(), (1000, 3000), (11_000, 3000)), [blocked_by_woods])
    drawn = sight_overlay(verdict)
    root = ElementTree.fromstring(drawn)
    assert root[0].text == (
        'Sight line of 39.37": blocked after 15.75": too deep in the wood (ROW-1, ROW-2).'
    )
    texts = [text.text for text in root.iter("text")]
    assert texts == ['woods 15.75"', "too deep in the wood", "ROW-1, ROW-2"]
    solid, dashed = "M1000 3000l4000 0", "M5000 3000l6000 0"
    assert [path.get("d") for path in root.iter("path")].count(solid) == 2
    assert [
        path.get("stroke-dasharray") is not None for path in root.iter("path") if path.get("d") == dashed
    ] == [True]
    assert ElementTree.fromstring(sight_svg(verdict)).tag == f"{SVG}svg"


def test_a_clear_line_is_solid_to_its_end() -> None:
    verdict = judge(trace(table(), (1000, 500), (11_000, 500)), [])
    root = ElementTree.fromstring(sight_overlay(verdict))
    assert root[0].text == 'Sight line of 39.37": seen.'
    paths = list(root.iter("path"))
    assert not any(path.get("stroke-dasharray") for path in paths)
    assert "M1000 500l10000 0" in [path.get("d") for path in paths]
    assert "M2000 500h0" in [path.get("d") for path in paths]


def test_a_finding_without_a_point_blocks_so_far_along() -> None:
    def cap(traced: object) -> list[Finding]:
        return [Finding(True, "beyond sight", (), begins=2500)]

    verdict = judge(trace(table(), (1000, 500), (11_000, 500)), [cap])
    assert "M1000 500l2500 0" in sight_overlay(verdict)
