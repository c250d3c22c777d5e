"""The plugin behind `@rule`, tried on small test suites of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from deadground.testing import proof, rule
from deadground.testing.rules import rows_of

ENGINE = """
from deadground.core.citing import cite, way_in

def rule_of(*rows):
    cite(*rows)

shoot = way_in(rule_of)
"""

HEAD = """
import pytest
from deadground.testing import bounds, rule
from engine import rule_of, shoot
"""

PASSES = """
@rule("KIM-4.3a", "KIM-4.6b")
def test_both():
    shoot("KIM-4.3a", "KIM-4.6b", "KIM-1.1a")

@rule("KIM-4.3a")
@pytest.mark.parametrize("cell", [1, 2, 3])
def test_cells(cell):
    shoot("KIM-4.3a")
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project with its own package, engine and settings, and only the plugins it needs."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    plugins = "-p xdist -p deadground.testing.rule_plugin"
    pytester.makeini(f"[pytest]\ntestpaths = tests\naddopts = {plugins}\npythonpath = .\n")
    pytester.makepyfile(engine=ENGINE)
    (pytester.mkdir("src") / "deadground").mkdir()
    pytester.mkdir("tests")
    return pytester


def add(suite: pytest.Pytester, name: str, body: str) -> None:
    (suite.path / "tests" / f"test_{name}.py").write_text(HEAD + body, "utf-8")


def proven(suite: pytest.Pytester) -> Any:
    file = suite.path / "build" / "proven.json"
    return json.loads(file.read_bytes())["rows"] if file.exists() else None


def test_a_whole_green_run_is_written(suite: pytest.Pytester) -> None:
    add(suite, "fire", PASSES)
    result = suite.runpytest()
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(["rule rows: 2 proven, written to build/proven.json"])
    both = "tests/test_fire.py::test_both"
    cells = [f"tests/test_fire.py::test_cells[{cell}]" for cell in (1, 2, 3)]
    assert proven(suite) == {"KIM-4.3a": [both, *cells], "KIM-4.6b": [both]}
    stored = proof.read(suite.path / "build" / "proven.json")
    assert stored.source_digest == proof.source_digest(suite.path / "src/deadground", suite.path / "tests")
    assert [file.name for file in (suite.path / "build").iterdir()] == ["proven.json"]


def test_workers_give_the_same_as_one_process(suite: pytest.Pytester) -> None:
    add(suite, "fire", PASSES)
    add(suite, "skip", '@rule("KIM-1.1a")\ndef test_no():\n    pytest.skip("later")\n')
    suite.runpytest("-n", "0").assert_outcomes(passed=4, skipped=1)
    alone = proven(suite)
    (suite.path / "build" / "proven.json").unlink()
    suite.runpytest("-n", "2").assert_outcomes(passed=4, skipped=1)
    assert proven(suite) == alone
    assert sorted(alone) == ["KIM-4.3a", "KIM-4.6b"]


def test_a_row_that_was_not_cited_fails_the_test(suite: pytest.Pytester) -> None:
    add(suite, "fire", '@rule("KIM-4.3a", "KIM-4.6b")\ndef test_one():\n    shoot("KIM-4.6b")\n')
    result = suite.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*never cited KIM-4.3a in this test; it cited KIM-4.6b"])
    assert proven(suite) is None


def test_a_bare_call_proves_nothing(suite: pytest.Pytester) -> None:
    body = """
@rule("KIM-4.6b")
def test_bare():
    rule_of("KIM-4.6b")

@rule("KIM-4.6b", "KIM-1.1a")
def test_both_ways():
    rule_of("KIM-4.6b")
    shoot("KIM-1.1a", "KIM-4.6b")
"""
    add(suite, "fire", body)
    result = suite.runpytest()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["no player came to KIM-4.6b in this test, only bare calls did: play it*"])
    assert proven(suite) is None


def test_a_row_that_is_read_and_not_played_needs_no_player(suite: pytest.Pytester) -> None:
    """KIM-4.3a is a table."""
    add(suite, "fire", '@rule("KIM-4.3a")\ndef test_cell():\n    rule_of("KIM-4.3a")\n')
    suite.runpytest().assert_outcomes(passed=1)
    assert list(proven(suite)) == ["KIM-4.3a"]


def test_bounds_must_be_cited_and_prove_nothing(suite: pytest.Pytester) -> None:
    body = '@bounds("KIM-4.6b")\ndef test_edges():\n    rule_of("{}")\n'
    add(suite, "fire", PASSES.replace(', "KIM-4.6b"', "") + body.format("KIM-4.6b"))
    suite.runpytest().assert_outcomes(passed=5)
    assert list(proven(suite)) == ["KIM-4.3a"]
    add(suite, "fire", body.format("KIM-1.1a"))
    result = suite.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*never cited KIM-4.6b in this test; it cited KIM-1.1a"])
    add(suite, "fire", body.replace("KIM", "KOM"))
    suite.runpytest().assert_outcomes(errors=1)


OTHERWISE = "stands has 3 rows and 2 of them proven, and proven.yaml says otherwise"
ROW = "- {{id: {}, title: One, does: It., kind: procedure, area: '4', source: {{document: B, section: S}}}}\n"


@pytest.mark.parametrize("workers", ["0", "2"])
@pytest.mark.parametrize(
    ("waiting", "rows", "done", "unlike"),
    [
        ("KIM-1.1a: The Night\n", 3, 2, []),
        ("", 3, 2, ["KIM-1.1a is not proven and not listed as waiting"]),
        ("KIM-1.1a: The Night\nKIM-4.6b: Fire\n", 3, 2, ["KIM-4.6b is proven and listed as waiting"]),
        ("KIM-1.1a: The Night\n", 3, 1, [OTHERWISE]),
        ("KIM-1.1a: The Night\n", 3, 3, [OTHERWISE]),
        ("KIM-1.1a: The Night\n", 4, 2, [OTHERWISE]),
        ("KIM-1.1a: The Night\n", 0, 0, [OTHERWISE]),
    ],
    ids=[
        "true",
        "a row is missing",
        "a row too many",
        "proves more",
        "proves less",
        "fewer rows",
        "no record",
    ],
)
def test_what_is_proven_is_what_is_committed(
    suite: pytest.Pytester, waiting: str, rows: int, done: int, unlike: list[str], workers: str
) -> None:
    folder = suite.path / "src" / "deadground" / "systems" / "stands"
    folder.mkdir(parents=True)
    (folder / "catalogue.yaml").write_text("".join(map(ROW.format, ("KIM-4.3a", "KIM-4.6b", "KIM-1.1a"))))
    if waiting:
        (folder / "waiting.yaml").write_text(waiting, "utf-8")
    record = f"stands: {{version: '1', rows: {rows}, proven: {done}}}\n" if rows else "{}\n"
    (folder.parent / "proven.yaml").write_text(record, "utf-8")
    add(suite, "fire", PASSES)
    result = suite.runpytest("-n", workers)
    assert result.ret == (1 if unlike else 0)
    if unlike:
        left = "rule rows: proven.json is left as it was: what is committed about proof is not true"
        result.stdout.fnmatch_lines([left, *(f"  {fault}" for fault in unlike)])
        assert proven(suite) is None
    part = suite.runpytest("tests/test_fire.py::test_both")
    assert part.ret == 0


def test_what_a_fixture_cites_does_not_count(suite: pytest.Pytester) -> None:
    body = """
@pytest.fixture
def table():
    shoot("KIM-4.3a")
    yield
    shoot("KIM-4.3a")

@rule("KIM-4.3a")
def test_set_up_only(table):
    pass
"""
    add(suite, "fire", body)
    result = suite.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*never cited KIM-4.3a in this test; it cited nothing"])


def test_the_test_s_own_failure_is_shown_first(suite: pytest.Pytester) -> None:
    add(suite, "fire", '@rule("KIM-4.3a")\ndef test_one():\n    assert 1 == 2\n')
    result = suite.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*assert 1 == 2"])
    result.stdout.no_fnmatch_line("*never cited*")


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (
            '@rule("KIM-4.3a")\n@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.skip)])\n'
            'def test_some(n):\n    shoot("KIM-4.3a")\n',
            ["KIM-4.6b"],
        ),
        ('@rule("KIM-4.3a")\n@pytest.mark.skip\ndef test_not():\n    pass\n', ["KIM-4.6b"]),
        ('@rule("KIM-4.3a")\n@pytest.mark.xfail\ndef test_not():\n    assert False\n', ["KIM-4.6b"]),
        ('@rule("KIM-4.3a")\n@pytest.mark.xfail\ndef test_x():\n    shoot("KIM-4.3a")\n', ["KIM-4.6b"]),
        ('@rule("KIM-4.6b")\ndef test_not():\n    pytest.importorskip("no_such_thing")\n', ["KIM-4.3a"]),
    ],
    ids=["one parameter skipped", "skipped", "xfail", "xpass", "skipped inside"],
)
def test_a_row_counts_only_if_all_its_tests_passed(
    suite: pytest.Pytester, body: str, left: list[str]
) -> None:
    add(suite, "fire", PASSES)
    add(suite, "more", body)
    suite.runpytest()
    assert sorted(proven(suite)) == left


def test_one_failing_parameter_stops_the_file(suite: pytest.Pytester) -> None:
    add(suite, "fire", PASSES)
    suite.runpytest()
    before = (suite.path / "build" / "proven.json").read_bytes()
    cells = (
        '@rule("KIM-1.1a")\n@pytest.mark.parametrize("n", [1, 2])\ndef test_n(n):\n    shoot("KIM-1.1a")\n'
    )
    add(suite, "more", cells + "    assert n == 1\n")
    result = suite.runpytest()
    result.assert_outcomes(passed=5, failed=1)
    result.stdout.fnmatch_lines(["rule rows: proven.json is left as it was: the run was not green"])
    assert (suite.path / "build" / "proven.json").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["-k", "test"], "-k was given"),
        (["-m", "not slow"], "-m was given"),
        (["--deselect", "tests/test_fire.py::test_both"], "--deselect was given"),
        (["--ignore", "tests/test_other.py"], "--ignore was given"),
        (["--lf"], "--lf was given"),
        (["tests/test_fire.py"], "only some paths were run"),
        (["tests/test_fire.py::test_both"], "only some paths were run"),
        (["tests/test_fire.py", "-n", "2"], "only some paths were run"),
        (["-k", "both", "-n", "2"], "-k was given"),
    ],
)
def test_a_chosen_part_writes_nothing(suite: pytest.Pytester, arguments: list[str], reason: str) -> None:
    add(suite, "fire", PASSES)
    result = suite.runpytest(*arguments)
    assert result.ret == 0
    result.stdout.fnmatch_lines([f"rule rows: proven.json is left as it was: {reason}"])
    assert proven(suite) is None


@pytest.mark.parametrize("workers", ["0", "2"])
@pytest.mark.parametrize(
    "body",
    [
        "def test_other():\n    pass\n\npytest.skip('not today', allow_module_level=True)\n",
        "def test_dropped():\n    pass\n",
    ],
    ids=["a module skips itself", "a hook deselects"],
)
def test_what_is_left_out_quietly_is_noticed(suite: pytest.Pytester, body: str, workers: str) -> None:
    add(suite, "fire", PASSES)
    add(suite, "other", body)
    (suite.path / "tests" / "conftest.py").write_text(
        "def pytest_collection_modifyitems(config, items):\n"
        "    gone = [item for item in items if 'dropped' in item.name]\n"
        "    items[:] = [item for item in items if item not in gone]\n"
        "    if gone:\n"
        "        config.hook.pytest_deselected(items=gone)\n",
        "utf-8",
    )
    result = suite.runpytest("-n", workers)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["rule rows: proven.json is left as it was: some tests were left out"])
    assert proven(suite) is None


@pytest.mark.parametrize("arguments", [["tests"], ["./tests/"]])
def test_the_configured_path_may_be_named(suite: pytest.Pytester, arguments: list[str]) -> None:
    add(suite, "fire", PASSES)
    suite.runpytest(*arguments)
    assert proven(suite)


def test_collecting_proves_nothing(suite: pytest.Pytester) -> None:
    add(suite, "fire", PASSES)
    suite.runpytest("--collect-only")
    assert proven(suite) is None


@pytest.mark.parametrize("workers", ["0", "2"])
def test_an_unknown_row_fails_at_collection(suite: pytest.Pytester, workers: str) -> None:
    add(suite, "fire", '@rule("KIM-4.3z")\ndef test_one():\n    shoot("KIM-4.3z")\n')
    result = suite.runpytest("-n", workers)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*test_one names the unknown rule row `KIM-4.3z`; did you mean KIM-4.3*"])
    assert proven(suite) is None


def test_methods_can_be_marked(suite: pytest.Pytester) -> None:
    add(
        suite,
        "fire",
        'class TestFire:\n    @rule("KIM-4.3a")\n    def test_it(self):\n        shoot("KIM-4.3a")\n',
    )
    suite.runpytest()
    assert proven(suite) == {"KIM-4.3a": ["tests/test_fire.py::TestFire::test_it"]}


TURNS = """
from deadground.core.citing import is_heard

TOLD = []

@pytest.fixture
def table():
    TOLD.append("laid out")
    yield
    TOLD.append("put away")

@rule("KIM-4.3a")
def test_marked(table):
    shoot("KIM-4.3a")
    TOLD.append("heard" if is_heard() else "unheard")

@bounds("KIM-4.6b")
def test_edges():
    rule_of("KIM-4.6b")
    TOLD.append("heard" if is_heard() else "unheard")

def test_unmarked():
    each = ["laid out", "heard", "put away", "laid out", "unheard", "put away"]
    assert TOLD == [*each, "heard", "unheard"]
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_marked_tests_are_played_twice_with_fixtures_of_their_own(
    suite: pytest.Pytester, workers: str
) -> None:
    add(suite, "turns", TURNS)
    suite.runpytest("--twice", "-n", workers, "--dist", "loadfile").assert_outcomes(passed=5)
    assert list(proven(suite)) == ["KIM-4.3a"]


@pytest.mark.parametrize("workers", ["0", "2"])
@pytest.mark.parametrize(("way", "turn"), [("is_heard()", "test_q (unheard)"), ("not is_heard()", "test_q")])
def test_what_fails_in_one_turn_only_fails_and_says_in_which(
    suite: pytest.Pytester, way: str, turn: str, workers: str
) -> None:
    head = "from deadground.core.citing import is_heard\n\n"
    add(suite, "quick", f'{head}@rule("KIM-4.3a")\ndef test_q():\n    shoot("KIM-4.3a")\n    assert {way}\n')
    result = suite.runpytest("--twice", "-n", workers)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.re_match_lines([rf"_+ {turn.replace('(', '[(]').replace(')', '[)]')} _+"])
    assert proven(suite) is None


def test_one_to_four_rows() -> None:
    def test() -> None:
        pass

    assert rows_of(rule("A", "B")(rule("B", "C")(test))) == ("A", "B", "C")
    with pytest.raises(ValueError, match="1 to 4 rule rows, not 5"):
        rule("D", "E")(test)
    with pytest.raises(ValueError, match="1 to 4 rule rows, not 0"):
        rule()(lambda: None)


def test_the_digest_sees_names_and_bytes(tmp_path: Path) -> None:
    package, tests = tmp_path / "package", tmp_path / "tests"
    for folder in (package, tests):
        folder.mkdir()
        (folder / "a.py").write_text("1", "utf-8")
    first = proof.source_digest(package, tests)
    assert first.startswith(proof.source_digest(package, None))
    (tests / "note.log").write_text("ignored", "utf-8")
    assert proof.source_digest(package, tests) == first
    (tests / "a.py").write_text("2", "utf-8")
    changed = proof.source_digest(package, tests)
    assert changed != first
    assert changed.split("-")[0] == first.split("-")[0]
    (package / "a.py").rename(package / "b.yaml")
    assert proof.source_digest(package, tests).split("-")[0] != first.split("-")[0]
