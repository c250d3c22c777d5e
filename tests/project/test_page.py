"""The built page is kept apart from its sources by a hash; these tests say what changes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from deadground import page


@pytest.fixture
def web(tmp_path: Path) -> Path:
    web = tmp_path / "web"
    (web / "src").mkdir(parents=True)
    (web / "index.html").write_text("<p>table</p>", "utf-8")
    (web / "src" / "main.ts").write_text("start();", "utf-8")
    return web


def build(web: Path, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text("<p>table</p>", "utf-8")
    page.write_stamp(page.source_hash(web), folder)
    return folder


def test_a_fresh_page_has_no_fault(web: Path, tmp_path: Path) -> None:
    assert page.fault(build(web, tmp_path / "page"), web) is None


def test_a_missing_page_is_a_fault(web: Path, tmp_path: Path) -> None:
    assert page.fault(tmp_path / "page", web) == "the page is not built"


def test_a_build_that_broke_off_is_a_fault(web: Path, tmp_path: Path) -> None:
    folder = build(web, tmp_path / "page")
    (folder / "index.html").unlink()
    assert page.fault(folder, web) == "the page is not built"


@pytest.mark.parametrize("stamp", ["", "[]", "{}", '{"sources": 5}'])
def test_a_broken_stamp_is_a_fault(web: Path, tmp_path: Path, stamp: str) -> None:
    folder = build(web, tmp_path / "page")
    (folder / page.STAMP).write_text(stamp, "utf-8")
    assert page.fault(folder, web) == "the page is not built"


def test_a_changed_a_moved_and_a_new_source_make_it_stale(web: Path, tmp_path: Path) -> None:
    folder = build(web, tmp_path / "page")
    main = web / "src" / "main.ts"
    for change in (
        lambda: main.write_text("start(1);", "utf-8"),
        lambda: main.rename(web / "main.ts"),
        lambda: (web / "src" / "new.ts").write_text("", "utf-8"),
    ):
        change()
        assert page.fault(folder, web) == "the page is older than its sources"
        build(web, folder)
        assert page.fault(folder, web) is None


def test_installed_and_generated_files_are_no_sources(web: Path, tmp_path: Path) -> None:
    folder = build(web, tmp_path / "page")
    for name in ("node_modules/vite", "src/generated"):
        (web / name).mkdir(parents=True)
        (web / name / "made.ts").write_text("made();", "utf-8")
    assert page.fault(folder, web) is None


def test_an_installed_package_has_no_sources_to_compare(web: Path, tmp_path: Path) -> None:
    assert page.fault(build(web, tmp_path / "page"), tmp_path / "nowhere") is None
