"""`run.py`: what it says when something fails, and what it does not do twice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import run

ROOT = Path(__file__).resolve().parents[2]
posix = pytest.mark.skipif(os.name == "nt", reason="the stand-ins are shell scripts")


def start(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(folder / "run.py"), *arguments],
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def stand_in(folder: Path, name: str, script: str) -> Path:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    file.chmod(0o755)
    return file


@pytest.fixture
def stamps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> run.Stamps:
    monkeypatch.setattr(run.Stamps, "FILE", tmp_path / "run.json")
    return run.Stamps()


@pytest.mark.parametrize(("arguments", "code"), [([], 2), (["dance"], 2), (["--help"], 0)])
def test_usage(arguments: list[str], code: int) -> None:
    done = start(ROOT, *arguments)
    assert done.returncode == code
    assert "run.py play" in done.stdout
    assert "run.py test" in done.stdout


@posix
def test_options_of_play_are_those_of_the_table(tmp_path: Path) -> None:
    """Without options it opens the table as well."""
    typed = f"{sys.executable} {tmp_path / 'start.py'} play"
    assert played(tmp_path) == ["serve", typed]
    assert played(tmp_path, "--port", "9000", "--no-open") == ["serve --port 9000 --no-open", typed]


def played(folder: Path, *options: str) -> list[str]:
    """How `play` calls the command, of which a stand-in is in a copy that is set up, and what was typed."""
    shutil.copy(ROOT / "run.py", folder)
    (folder / ".venv" / "bin").mkdir(parents=True, exist_ok=True)
    stand_in(folder / ".venv" / "bin", "deadground", 'echo "$@"; echo "$DEADGROUND_PLAY"')
    (folder / "start.py").write_text("import run\nrun.setup = lambda _: 0\nrun.main()\n", "utf-8")
    command = [sys.executable, str(folder / "start.py"), "play", *options]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(command, env=environment, capture_output=True, text=True).stdout.splitlines()


def test_help_and_mistakes_name_the_command_that_was_typed() -> None:
    environment = {**os.environ, "DEADGROUND_PLAY": "python3 run.py play"}
    command = [sys.executable, "-c", "from deadground.cli import main; main()", "serve"]
    asked = subprocess.run([*command, "--help"], env=environment, capture_output=True, text=True)
    assert "Usage: python3 run.py play [OPTIONS]" in asked.stdout
    wrong = subprocess.run([*command, "--prot", "1"], env=environment, capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "Try 'python3 run.py play --help' for help." in wrong.stderr


def test_a_failing_set_up_names_step_reason_and_remedy(tmp_path: Path) -> None:
    """A whole fresh copy, on a machine that can reach no index."""
    for file in [ROOT / "run.py", ROOT / "pyproject.toml", *ROOT.glob("requirements*.lock")]:
        shutil.copy(file, tmp_path)
    done = start(tmp_path, "play", PIP_NO_INDEX="1", PIP_FIND_LINKS="", PIP_CONFIG_FILE=os.devnull)
    step = "install requirements.lock" if find_spec("ensurepip") else "make .venv"
    assert done.returncode == 1
    assert f"Could not finish: {step}" in done.stderr
    assert "No matching distribution" in done.stderr
    assert "What to do: " in done.stderr
    assert "Check that this machine is online" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_failing_command_shows_its_last_lines_only() -> None:
    noisy = "import sys; print(*range(99), sep=chr(10), flush=True); sys.exit('the reason')"
    with pytest.raises(run.Trouble) as caught:
        run.do("try", [sys.executable, "-c", noisy], "Do it better.")
    message = str(caught.value)
    assert message.startswith("Could not finish: try\n")
    assert "the reason" in message
    assert "What to do: Do it better." in message
    assert "\n50\n" not in message


def test_a_missing_command_is_trouble_too(tmp_path: Path) -> None:
    with pytest.raises(run.Trouble, match="nothing-here"):
        run.do("try", [tmp_path / "nothing-here"])


def test_a_step_is_done_once_for_each_key_and_again_when_its_work_is_gone(
    stamps: run.Stamps, tmp_path: Path
) -> None:
    made, log = tmp_path / "made", []

    def step() -> None:
        made.touch()
        log.append("done")

    for key in ("a", "a", "b"):
        run.Stamps().once("step", key, step, made)
    assert len(log) == 2
    made.unlink()
    run.Stamps().once("step", "b", step, made)
    assert len(log) == 3


def test_a_step_that_fails_is_tried_again(stamps: run.Stamps) -> None:
    def fail() -> None:
        raise run.Trouble("step", "reason", "advice")

    for _ in range(2):
        with pytest.raises(run.Trouble):
            stamps.once("step", "key", fail)


@posix
@pytest.mark.parametrize(
    ("version", "good"),
    [("v20.19.0", True), ("v20.18.9", False), ("v18.20.1", False), ("v22.1.0", True), ("", False)],
)
def test_which_installed_node_is_new_enough(
    version: str, good: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, "node", f"echo {version}")
    stand_in(tmp_path, "npm", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (run.installed_node() is not None) == good


@posix
def test_a_browser_that_does_not_start_is_passed_over(
    stamps: run.Stamps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, "google-chrome", "exit 1")
    good = stand_in(tmp_path, "chromium", "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert next(run.browsers(stamps, run.Node(tmp_path, [], {}))) == (good, {})


def test_checks_keep_their_bytecode(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hundreds of processes would compile the same sources otherwise."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    env = run.environment(run.Node(tmp_path, [], {"PATH": "somewhere"}))
    assert "PYTHONDONTWRITEBYTECODE" not in env
    assert env["PATH"] == "somewhere"
    assert {*os.environ} - {*env} == {"PYTHONDONTWRITEBYTECODE"}


def saying(name: str, code: str, folder: Path) -> run.Check:
    return name, [sys.executable, "-c", code], folder


def test_every_check_runs_even_after_one_failed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bad, good = saying("bad", "raise SystemExit(3)", tmp_path), saying("good", "print('here')", tmp_path)
    for stages in ([[[bad, good]]], [[[bad], [good]]], [[[bad]], [[good]]]):
        assert run.run_checks(stages, dict(os.environ)) == 1
        shown = capfd.readouterr().out
        assert "FAILED  bad" in shown
        assert "ok  good" in shown
        assert shown.count("here") == 1
    assert run.run_checks([[[good]]], dict(os.environ)) == 0


def test_lanes_run_side_by_side_and_stages_one_after_the_other(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each of two lanes waits for what the other makes; the stage after them finds both."""
    meet = (
        "import pathlib, time\n"
        "pathlib.Path('{0}').touch()\n"
        "while not pathlib.Path('{1}').exists(): time.sleep(0.01)"
    )
    one, two = (saying(a, meet.format(a, b), tmp_path) for a, b in (("one", "two"), ("two", "one")))
    after = saying("after", "import os; print('found', *sorted(os.listdir()))", tmp_path)
    assert run.run_checks([[[one], [two]], [[after]]], dict(os.environ)) == 0
    assert "found one two" in capfd.readouterr().out


def test_the_tests_come_last_and_have_the_machine_for_themselves(tmp_path: Path) -> None:
    *_, last = run.checks(run.Node(tmp_path, ["npm"], {}))
    assert [check[0] for lane in last for check in lane] == ["pytest"]
