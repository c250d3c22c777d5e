"""A wheel carries the page, works away from the sources, and is refused with a stale page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

import pytest

from deadground import page

ROOT = Path(__file__).resolve().parents[2]
BIN = "Scripts" if os.name == "nt" else "bin"
BLANK = """
from deadground.paper.rosters import roster_pdf
from deadground.systems.registry import systems
print(roster_pdf(systems()["skirmish"].workshop.blank())[:4])
"""


def build(project: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """With the build tools of this environment, so that nothing is fetched."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(project)]
    return subprocess.run(command, capture_output=True, text=True)


def new_environment(folder: Path, wheel: Path) -> Path:
    """The wheel and the locked packages that players get, and nothing of this environment."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / BIN / "python"
    uv, pip = ["uv", "pip", "install", "--python", str(python)], ["pip", "--python", str(python), "install"]
    command = [sys.executable, "-m", *(uv if find_spec("uv") else pip)]
    locked = ["--require-hashes", "-r", str(ROOT / "requirements.lock")]
    for what in (locked, ["--no-deps", str(wheel)]):
        subprocess.run([*command, *what], check=True, capture_output=True)
    return python


def ask(python: Path, folder: Path, question: str) -> str:
    """What the installed package answers, away from the sources and deaf to this environment."""
    command = [str(python), "-I", "-c", question]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def test_a_wheel_runs_in_an_environment_of_its_own(tmp_path: Path) -> None:
    done = build(ROOT, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    wheel = next(tmp_path.glob("*.whl"))
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"deadground/{file.relative_to(page.PACKAGE).as_posix()}" for file in page_files()} <= names
    assert ("deadground/proven.json" in names) == (ROOT / "build" / "proven.json").is_file()

    python = new_environment(tmp_path / "env", wheel)
    answer = ask(python, tmp_path, "from deadground import page; print(page.fault(), page.FOLDER)")
    fault, folder = answer.split(" ", 1)
    assert fault == "None"
    assert Path(folder).is_relative_to(tmp_path / "env")
    sheet = ask(python, tmp_path, BLANK)
    assert sheet == "b'%PDF'", "sheets are printed with nothing more to install"
    assert served(python, tmp_path) == (page.FOLDER / "index.html").read_bytes()


def served(python: Path, folder: Path) -> bytes:
    """The first page that the installed server gives."""
    command = [str(python.parent / "deadground"), "serve", "--no-open", "--port", "0"]
    away = {"HOME": str(folder), "DEADGROUND_DATA": str(folder / "data"), "PATH": os.environ["PATH"]}
    with subprocess.Popen(command, cwd=folder, env=away, stdout=subprocess.PIPE, text=True) as server:
        try:
            said = server.stdout.readline() if server.stdout else ""
            address = next(word for word in said.split() if word.startswith("http:"))
            with urlopen(address, timeout=30) as answer:
                content: bytes = answer.read()
                return content
        finally:
            server.terminate()


@pytest.mark.parametrize("change", ["stale", "missing"])
def test_a_wheel_without_its_page_is_refused(tmp_path: Path, change: str) -> None:
    project = tmp_path / "project"
    shutil.copytree(ROOT / "src", project / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "web", project / "web", ignore=shutil.ignore_patterns("node_modules"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md"):
        shutil.copy(ROOT / name, project)
    if change == "stale":
        (project / "web" / "new.ts").write_text("later();", "utf-8")
    else:
        shutil.rmtree(project / "src" / "deadground" / "server" / "page")

    done = build(project, tmp_path / "out")
    assert done.returncode != 0
    assert "Run `python3 run.py setup`" in done.stdout + done.stderr
    assert list(tmp_path.glob("out/*.whl")) == []


def page_files() -> list[Path]:
    return [file for file in page.FOLDER.rglob("*") if file.is_file()]
