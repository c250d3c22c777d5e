"""Write the lock files anew: newest versions that fit, with hashes, without download addresses.

An address would tie everybody to the registry of whoever ran this last; the hashes alone make sure
that everybody installs the same files, wherever they come from. Run it in the test environment.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHON_LOCKS: dict[str, list[str]] = {
    "requirements.lock": ["pyproject.toml", "--group=setup"],
    "requirements-dev.lock": ["pyproject.toml", "--group=dev", "--constraint=requirements.lock"],
    "requirements-uv.lock": ["--group=uv"],
    "requirements-node.lock": ["--group=node"],
}
NODE_PROJECTS = ["web", "tools/browser"]
COMPILE = ["pip", "compile", "--quiet", "--upgrade", "--universal", "--python-version=3.11"]
PLAIN = ["--generate-hashes", "--no-header", "--no-annotate"]


def lock_python(name: str, sources: list[str]) -> None:
    command = [sys.executable, "-m", "uv", *COMPILE, *PLAIN, f"--output-file={name}", *sources]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def lock_node(folder: Path) -> None:
    """npm notes where to send money for each package; those are addresses too, so they go."""
    subprocess.run(["npm", "install", "--package-lock-only", "--ignore-scripts"], cwd=folder, check=True)
    lock = folder / "package-lock.json"
    content = json.loads(lock.read_text("utf-8"))
    for package in content["packages"].values():
        package.pop("funding", None)
    lock.write_text(json.dumps(content, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    for name, sources in PYTHON_LOCKS.items():
        lock_python(name, sources)
    for project in NODE_PROJECTS:
        lock_node(ROOT / project)
