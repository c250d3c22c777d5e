"""The rule systems: those that can be played, and the catalogues of all, each read when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from deadground.core.catalogue import Catalogue
from deadground.core.charts import Chart, Charts
from deadground.core.loader import load
from deadground.core.system import System
from deadground.core.workshop import Workshop

SYSTEMS = ("skirmish", "stands", "orsha")
TITLES = {
    "skirmish": "Skirmish, man to man",
    "stands": "Stands, with face-down orders",
    "orsha": "Orsha, the campaign",
}


def systems() -> Mapping[str, System[Any]]:
    """The systems that can be played, by name."""
    from deadground.systems.skirmish.system import SKIRMISH
    from deadground.systems.stands.system import STANDS

    return {STANDS.name: STANDS, SKIRMISH.name: SKIRMISH}


def with_workshop() -> tuple[System[Any], Workshop]:
    """The system that makes squads by army lists, and its workshop."""
    found = ((system, system.workshop) for system in systems().values())
    return next((system, workshop) for system, workshop in found if workshop is not None)


def tables(system: str, layer: str = "used") -> Mapping[str, list[dict[str, Any]]]:
    """What a system can list beside its printed charts: tables by name, as records, as printed or as used."""
    if system == "stands":
        from deadground.systems.stands.reference import tables as of_stands

        return of_stands()
    if system == "skirmish":
        from deadground.systems.skirmish.reference import tables as of_skirmish

        return of_skirmish(layer)
    return {}


def folder(system: str) -> Path:
    """Where the files of a system lie: catalogue, maps, printed tables."""
    return Path(__file__).parent / system


@cache
def catalogue(system: str) -> Catalogue:
    """The rule rows and rulings of one system."""
    if system not in SYSTEMS:
        raise KeyError(system)
    return Catalogue.load(folder(system))


def catalogues() -> dict[str, Catalogue]:
    """The catalogues of all systems, by name."""
    return {system: catalogue(system) for system in SYSTEMS}


@cache
def charts(system: str) -> Charts:
    """The printed tables of one system, without anything that an owner typed."""
    return Charts.load(folder(system) / "data")


def charts_of(system: str, row: str) -> list[Chart]:
    """The printed tables that a rule row is about."""
    return [chart for chart in charts(system).charts.values() if row in chart.rows]


@cache
def chapters() -> dict[str, dict[str, str]]:
    """What the areas of each catalogue are called, by system."""
    return load(Path(__file__).parent / "chapters.yaml").to(dict[str, dict[str, str]])


def chapter(system: str, area: str) -> str:
    """The heading of an area; the area itself where it has none."""
    return chapters().get(system, {}).get(area, area)
