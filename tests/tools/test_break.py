"""The tool that breaks rules, tried on a toy whose first rule is tested well and whose second is not."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FILES = {
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["src", "tests"]\n',
    "src/deadground/testing/toy/catalogue.yaml": "".join(f"- id: TOY-{n}\n" for n in range(1, 6)),
    "src/deadground/testing/toy/rules.py": '''"""The toy. TOY-1 to TOY-3"""

LEAST = 4


def hits(die):
    """TOY-1"""
    return "é" != die >= LEAST


def double(n):
    """TOY-2"""
    return n * 2
''',
    "src/deadground/testing/toy/data/table.yaml": "rows: [TOY-4]\nsource: {section: 7}\ncells: {a: [5, null]}\n",
    "src/deadground/__init__.py": "",
    "src/deadground/testing/__init__.py": "",
    "tests/marks.py": "def rule(*rows):\n    return lambda test: test\n",
    "tests/test_toy.py": """from deadground.testing.toy.rules import double, hits
from marks import rule

@rule("TOY-1")
def test_hits():
    assert [hits(die) for die in range(1, 7)] == [False] * 3 + [True] * 3

@rule("TOY-2")
def test_double():
    assert double(0) == 0

@rule("TOY-3", "TOY-9")
def test_nothing():
    pass
""",
}

MORE_RULES = '''"""More. TOY-5"""

def modifiers(tally, man, foes):
    tally.on_die("aimed", 1, "TOY-4", when=man.aimed)
    if man.wounded:
        return [foe for foe in foes if foe is not man and not foe.out]
    while 1 < man.rounds <= 3 or man not in foes:
        man.rounds += f"{7}" == "7"
    return None


class Shot(Procedure):
    """TOY-2"""

    @step
    def fire(self, range: int = 2) -> Literal[3]:
        pass
'''


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    file = Path(__file__).parents[2] / "tools" / "break.py"
    spec = importlib.util.spec_from_file_location("breaking", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        file = tmp_path / "toy" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return tmp_path / "toy"


def changes(tool: ModuleType, toy: Path, file: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Kind, new line and rows of every mutant of a file."""
    text = (toy / file).read_text("utf-8")
    mutants = tool.mutants_of(tool.System.find(toy, "toy"), toy)
    found = []
    for mutant in mutants:
        if mutant.file == file:
            new = mutant.applied(text).splitlines()[mutant.line - 1].strip()
            found.append((mutant.kind, new, mutant.rows))
    return found


def test_one_is_killed_and_one_survives(
    tool: ModuleType, toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool.main(["toy", "--root", str(toy), "-n", "20", "--json"]) == 0
    printed = capsys.readouterr()
    found: dict[str, Any] = json.loads(printed.out)
    assert (found["mutants"], found["killed"], found["survived"]) == (8, 4, 2)
    assert (found["killed_by_cited"], found["killed_by_others"]) == (4, 0)
    assert (found["too_long"], found["no_row"], found["no_test"]) == (0, 0, 2)
    told = [line.partition(":")[0] for line in printed.err.splitlines() if ": src" in line]
    assert [told.count(word) for word in ("killed by cited", "survived", "no test of its rows")] == [4, 2, 2]
    survivors = {(one["why"], one["file"].rsplit("/", 1)[1], one["diff"]) for one in found["survivors"]}
    assert survivors == {
        ("", "rules.py", "-    return n * 2\n+    return n * 1"),
        ("", "rules.py", "-    return n * 2\n+    return n * 3"),
        ("no test of its rows", "table.yaml", "-cells: {a: [5, null]}\n+cells: {a: [4, null]}"),
        ("no test of its rows", "table.yaml", "-cells: {a: [5, null]}\n+cells: {a: [6, null]}"),
    }
    for name, text in FILES.items():
        assert (toy / name).read_text("utf-8") == text


def test_the_mutants_of_rules(tool: ModuleType, toy: Path) -> None:
    assert changes(tool, toy, "src/deadground/testing/toy/rules.py") == [
        ("constant", "LEAST = 3", ("TOY-1", "TOY-2", "TOY-3")),
        ("constant", "LEAST = 5", ("TOY-1", "TOY-2", "TOY-3")),
        ("comparison", 'return "é" == die >= LEAST', ("TOY-1",)),
        ("comparison", 'return "é" != die > LEAST', ("TOY-1",)),
        ("constant", "return n * 1", ("TOY-2",)),
        ("constant", "return n * 3", ("TOY-2",)),
    ]


def test_every_kind_of_mutant(tool: ModuleType, toy: Path) -> None:
    name = "src/deadground/testing/toy/rules.py"
    (toy / name).write_text(MORE_RULES, "utf-8")
    tally, both = 'tally.on_die("aimed", ', ', "TOY-4", when=man.aimed)'
    loop = "while 1 < man.rounds <= 3 or man not in foes:"
    kept = "return [foe for foe in foes if "
    assert changes(tool, toy, name) == [
        ("tally", "pass", ("TOY-4",)),
        ("constant", f"{tally}0{both}", ("TOY-4",)),
        ("constant", f"{tally}2{both}", ("TOY-4",)),
        ("condition", f'{tally}1, "TOY-4", when=(not (man.aimed)))', ("TOY-4",)),
        ("condition", "if (not (man.wounded)):", ("TOY-4",)),
        ("condition", f"{kept}(not (foe is not man and not foe.out))]", ("TOY-4",)),
        ("comparison", f"{kept}foe is man and not foe.out]", ("TOY-4",)),
        ("condition", f"while (not ({loop[6:-1]})):", ("TOY-4",)),
        ("comparison", loop.replace("<", "<=", 1), ("TOY-4",)),
        ("comparison", loop.replace("<=", "<"), ("TOY-4",)),
        ("constant", loop.replace("1", "0"), ("TOY-4",)),
        ("constant", loop.replace("1", "2"), ("TOY-4",)),
        ("constant", loop.replace("3", "2"), ("TOY-4",)),
        ("constant", loop.replace("3", "4"), ("TOY-4",)),
        ("comparison", loop.replace("not in", "in"), ("TOY-4",)),
        ("comparison", 'man.rounds += f"{7}" != "7"', ("TOY-4",)),
        ("constant", "def fire(self, range: int = 1) -> Literal[3]:", ("TOY-2",)),
        ("constant", "def fire(self, range: int = 3) -> Literal[3]:", ("TOY-2",)),
    ]


def test_how_much_a_cache_keeps_is_no_rule(tool: ModuleType, toy: Path) -> None:
    """The same comes out whatever its size, so no test could tell. Other calls count."""
    name = "src/deadground/testing/toy/rules.py"
    cached = "@lru_cache(maxsize=16)\ndef reach(rep: int) -> int:\n    return rep * 2\n"
    (toy / name).write_text(f'"""TOY-1"""\n\nWAYS = Memory(500)\nLEAST = least(4)\n\n\n{cached}', "utf-8")
    assert [new for _, new, _ in changes(tool, toy, name)] == [
        "LEAST = least(3)",
        "LEAST = least(5)",
        "return rep * 1",
        "return rep * 3",
    ]


CITING = '''"""TOY-1"""

def hits(die):
    if die > 3:
        cite("TOY-1")
    if die > 5:
        cite("TOY-1")
        return True
    if die > 1:
        cite("TOY-1")
    else:
        die.falls()
    while die.left:
        cite("TOY-1")
'''


def test_what_decides_only_whether_a_row_is_cited_is_no_rule(tool: ModuleType, toy: Path) -> None:
    """Where something else is done as well, or otherwise, it is one."""
    name = "src/deadground/testing/toy/rules.py"
    (toy / name).write_text(CITING, "utf-8")
    assert [new for _, new, _ in changes(tool, toy, name)] == [
        "if (not (die > 5)):",
        "if die >= 5:",
        "if die > 4:",
        "if die > 6:",
        "if (not (die > 1)):",
        "if die >= 1:",
        "if die > 0:",
        "if die > 2:",
        "while (not (die.left)):",
    ]


def test_what_random_play_tries_is_no_rule(tool: ModuleType, toy: Path) -> None:
    name = "src/deadground/testing/toy/rules.py"
    sample = "def sample(self, rng: Random) -> int:\n    return rng.randint(1, 6)\n"
    (toy / name).write_text(
        f'"""TOY-1"""\n\n{sample}\n\ndef reach(rep: int) -> int:\n    return 2\n', "utf-8"
    )
    assert [new for _, new, _ in changes(tool, toy, name)] == ["return 1", "return 3"]


def test_the_mutants_of_data_carry_the_rows_of_their_file(tool: ModuleType, toy: Path) -> None:
    assert changes(tool, toy, "src/deadground/testing/toy/data/table.yaml") == [
        ("cell", "cells: {a: [4, null]}", ("TOY-4",)),
        ("cell", "cells: {a: [6, null]}", ("TOY-4",)),
    ]


def test_comments_at_the_head_of_a_data_file_name_the_rows_of_entries_without(
    tool: ModuleType, toy: Path
) -> None:
    file = "src/deadground/testing/toy/data/kinds.yaml"
    text = "# What they share: TOY-2.\nkinds:\n  - {rank: 3}\n  - {rank: 5, rows: [TOY-4]}\n# TOY-5\n"
    (toy / file).write_text(text, "utf-8")
    assert [rows for _, _, rows in changes(tool, toy, file)] == [("TOY-2",)] * 2 + [("TOY-4",)] * 2


def test_which_tests_are_run(tool: ModuleType, toy: Path) -> None:
    tests = tool.Tests(tool.System.find(toy, "toy"), toy)
    every = [f"tests/test_toy.py::test_{name}" for name in ("hits", "double", "nothing")]
    assert tests.of(("TOY-1",)) == every[:1]
    assert tests.of(("TOY-2", "TOY-1")) == [every[1], every[0]]
    assert tests.of(("TOY-4",)) == []
    assert tests.of(()) == []
    assert tests.all == every


def test_a_test_cites_a_ruling_in_its_docstring_or_that_of_its_file(tool: ModuleType, toy: Path) -> None:
    """A rule row is cited by a mark alone: to name it in passing proves nothing."""
    (toy / "src/deadground/testing/toy/rulings.yaml").write_text("- id: TR-1\n", "utf-8")
    file = toy / "tests" / "test_toy.py"
    more = 'def test_more():\n    """TR-1, TOY-3"""\n\n\ndef helper():\n    """TR-1"""\n'
    file.write_text(f"{file.read_text('utf-8')}\n\n{more}", "utf-8")
    tests = tool.Tests(tool.System.find(toy, "toy"), toy)
    assert tests.of(("TR-1",)) == ["tests/test_toy.py::test_more"]
    assert tests.of(("TOY-3",)) == ["tests/test_toy.py::test_nothing"]
    file.write_text(f'"""The toy, by TR-1 and TOY-3."""\n\n{file.read_text("utf-8")}', "utf-8")
    tests = tool.Tests(tool.System.find(toy, "toy"), toy)
    assert len(tests.of(("TR-1",))) == 4
    assert tests.of(("TOY-3",)) == ["tests/test_toy.py::test_nothing"]


def test_a_seed_always_chooses_the_same_and_evenly(tool: ModuleType) -> None:
    mutants = [tool.Mutant("cell", "a", n, n, n, "", ()) for n in range(50)]
    mutants += [tool.Mutant("tally", "b", n, n, n, "", ()) for n in range(3)]
    assert tool.sampled(mutants, 10, 1) == tool.sampled(mutants, 10, 1) != tool.sampled(mutants, 10, 2)
    assert [mutant.kind for mutant in tool.sampled(mutants, 8, 1)] == ["cell", "tally"] * 3 + ["cell"] * 2


def test_a_section_names_all_its_rows(tool: ModuleType, tmp_path: Path) -> None:
    home = tmp_path / "src/deadground/testing/toy"
    home.mkdir(parents=True)
    rows = ("TOY-1.1a", "TOY-1.1b", "TOY-1.11a", "TOY-R1")
    (home / "catalogue.yaml").write_text("".join(f"- id: {row}\n" for row in rows), "utf-8")
    system = tool.System.find(tmp_path, "toy")
    assert system.named_in("How it goes. TOY-1.1") == {"TOY-1.1a", "TOY-1.1b"}
    assert system.named_in("TOY-1.1b, TOY-R1") == {"TOY-1.1b", "TOY-R1"}


def test_what_the_cited_tests_let_live_is_tried_with_all_of_the_system(tool: ModuleType, toy: Path) -> None:
    """The rule of hits says that it is TOY-2, whose test looks at something else."""
    file = toy / "src/deadground/testing/toy/rules.py"
    file.write_text(file.read_text("utf-8").replace('"""TOY-1"""', '"""TOY-2"""'), "utf-8")
    found = tool.report(tool.break_system(toy, "toy", 20, 0, 1, 30))
    named = [one["diff"].splitlines()[-1] for one in found["by_others"]]
    assert named == ['+    return "é" == die >= LEAST', '+    return "é" != die > LEAST']
    assert (found["killed"], found["killed_by_cited"], found["killed_by_others"]) == (4, 2, 2)
    assert (found["survived"], found["no_test"]) == (2, 2)
    told = tool.told(found)
    assert "killed by others: src/deadground/testing/toy/rules.py:8 (comparison; TOY-2)\n-    return" in told
    assert (
        "4 killed (2 by the tests that cite their rows, 2 by others of the system; 0 took too long)" in told
    )


def test_the_other_tests_are_left_out_when_asked(tool: ModuleType, toy: Path) -> None:
    file = toy / "src/deadground/testing/toy/rules.py"
    file.write_text(file.read_text("utf-8").replace('"""TOY-1"""', '"""TOY-2"""'), "utf-8")
    found = tool.report(tool.break_system(toy, "toy", 20, 0, 1, 30, cited_only=True))
    assert (found["killed"], found["survived"], found["killed_by_others"]) == (2, 4, 0)


def test_a_place_that_cites_no_row_is_not_killed_and_told_by_itself(tool: ModuleType, toy: Path) -> None:
    """Not even by a run of all tests that takes too long."""
    (toy / "src/deadground/testing/toy/rules.py").write_text(
        "LEAST = 4\n\n\ndef hits(die):\n    return die >= LEAST\n\n\ndef double(n):\n    return n + n\n",
        "utf-8",
    )
    found = tool.report(tool.break_system(toy, "toy", 20, 0, 1, 30))
    assert (found["mutants"], found["killed"], found["survived"]) == (5, 0, 0)
    assert (found["too_long"], found["no_row"], found["no_test"]) == (0, 3, 2)
    assert [one["why"] for one in found["survivors"]].count("no row cited") == 3
    assert "0 survived, 3 no row cited, 2 no test of its rows" in tool.told(found)


def test_a_copy_has_the_text_of_the_page_as_well(tool: ModuleType, toy: Path, tmp_path: Path) -> None:
    """Where there is one: some tests hold the rules against it."""
    (toy / "web/src").mkdir(parents=True)
    (toy / "web/src/words.ts").write_text("export {}", "utf-8")
    (toy / "web/other.ts").write_text("export {}", "utf-8")
    copy = tool.Copy(toy, tmp_path / "copy")
    assert [file.name for file in (copy.root / "web").rglob("*.ts")] == ["words.ts"]


@pytest.mark.parametrize("killers", ["cited", "others"])
def test_a_run_that_does_not_end_is_a_kill(
    tool: ModuleType, toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killers: str
) -> None:
    monkeypatch.setattr(tool, "PATIENCE", 1)
    tests = toy / "tests" / "test_toy.py"
    tests.write_text(
        "def test_passes():\n    pass\n\n\ndef test_ends():\n    while True:\n        pass\n", "utf-8"
    )
    mutant = tool.mutants_of(tool.System.find(toy, "toy"), toy)[0]
    passes, ends = ([f"tests/test_toy.py::test_{name}"] for name in ("passes", "ends"))
    cited, others = (ends, []) if killers == "cited" else (passes, ends)
    verdict = tool.Copy(toy, tmp_path / "copy").try_out(mutant, cited, others, 2)
    assert (verdict.killers, verdict.why) == (killers, "took too long")


def test_who_only_waits_has_not_taken_long(tool: ModuleType, toy: Path, tmp_path: Path) -> None:
    """Processor time counts: a busy machine kills no mutant."""
    tests = toy / "tests" / "test_toy.py"
    tests.write_text("from time import sleep\n\ndef test_waits():\n    sleep(2.5)\n", "utf-8")
    assert tool.Copy(toy, tmp_path / "copy").run(["tests/test_toy.py"], 2) == 0


def test_nothing_is_broken_unless_the_tests_pass_first(tool: ModuleType, toy: Path) -> None:
    (toy / "tests" / "test_toy.py").write_text("def test_x():\n    assert False\n", "utf-8")
    with pytest.raises(SystemExit, match="no tests of 'toy'"):
        tool.break_system(toy, "toy", 1, 0, 1, 30)
    (toy / "tests" / "test_toy.py").write_text("@rule('TOY-1')\ndef test_x():\n    assert False\n", "utf-8")
    with pytest.raises(SystemExit, match="fail before anything is broken"):
        tool.break_system(toy, "toy", 1, 0, 1, 30)


def test_an_unknown_system_is_named(tool: ModuleType, toy: Path) -> None:
    with pytest.raises(SystemExit, match="there is no system or test game 'tpy'"):
        tool.System.find(toy, "tpy")


def test_only_the_modules_that_are_named_are_broken(
    tool: ModuleType, toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool.main(["toy", "--root", str(toy), "-n", "20", "--json", "--only", "table"]) == 0
    assert json.loads(capsys.readouterr().out)["mutants"] == 2
    with pytest.raises(SystemExit, match="there is nothing to break in tabel"):
        tool.main(["toy", "--root", str(toy), "--only", "tabel"])
