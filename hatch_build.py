"""The build hook: no wheel or source archive without the page that belongs to its sources.

It never builds the page itself, so that a wheel can be made from a source archive without Node.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CarryThePage(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable install comes before the first build of the page, so it asks for none."""
        if version == "editable":
            return
        root = Path(self.root)
        fault = runpy.run_path(str(root / "src/deadground/page.py"))["fault"]()
        if fault:
            raise SystemExit(f"deadground: {fault}. Run `python3 run.py setup`, then build again.")
        if self.target_name == "wheel" and (root / "build/proven.json").is_file():
            build_data["force_include"]["build/proven.json"] = "deadground/proven.json"
