"""The committed record of what is proven: it is true of the catalogues, their waiting lists and the versions."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from deadground.systems import registry
from deadground.testing import proof

FILE = Path(registry.__file__).parent / proof.RECORD


def test_the_record_is_of_these_rows_and_versions(request: pytest.FixtureRequest) -> None:
    """That just the rows which do not wait are proven is found by a whole run."""
    versions = {name: system.version for name, system in registry.systems().items()}
    now = {
        name: proof.Recorded(
            versions.get(name, ""), len(found.rows), len(found.rows.keys() - found.waiting.keys())
        )
        for name, found in registry.catalogues().items()
    }
    if request.config.getoption("--accept"):
        FILE.write_text(written(now), "utf-8")
    assert proof.recorded() == now, "see that it is meant, then run this test with --accept"


def written(record: dict[str, proof.Recorded]) -> str:
    """The file: its heading as it is, and a line for each system."""
    heading = [line for line in FILE.read_text("utf-8").splitlines() if line.startswith("#")]
    lines = [
        f"{name}: {{{', '.join(f'{key}: {value!r}' for key, value in msgspec.structs.asdict(one).items())}}}"
        for name, one in record.items()
    ]
    return "\n".join([*heading, *lines]) + "\n"
