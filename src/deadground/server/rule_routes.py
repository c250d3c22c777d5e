"""The rules page's part of the API. What it tells is what `deadground rules` tells."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from deadground.core.advice import near
from deadground.core.catalogue import Catalogue, Row, Ruling
from deadground.core.charts import Chart
from deadground.server import playable
from deadground.server.api import Rule, RuleLine, RuleOption, RuleRuling, Rules, RuleTable, SystemRules
from deadground.server.problems import NotFound, documented
from deadground.systems import registry
from deadground.testing.proof import Report


@get("/api/rules", sync_to_thread=True)
def rules() -> Rules:
    """Every rule row, by system, and which of them tests have proven."""
    report = Report(registry.catalogues())
    systems = [
        SystemRules(name, registry.TITLES[name], one.version, one.rows, one.proven, report.waits(name))
        for name, one in report.recorded.items()
    ]
    rows = [
        RuleLine(
            id=row.id,
            title=row.title,
            system=name,
            area=row.area,
            chapter=registry.chapter(name, row.area),
            kind=row.kind,
            rulings=list(row.rulings),
            proven=report.is_proven(name, row),
        )
        for name, found in report.catalogues.items()
        for row in found.rows.values()
    ]
    rulings = [id for found in report.catalogues.values() for id in found.rulings]
    return Rules(systems, rows, rulings)


@get("/api/rules/{rule:str}", sync_to_thread=True, responses=documented(404))
def rule(rule: FromPath[str]) -> Rule:
    """One rule row with its source, its rulings and the tests that prove it. Capitals do not matter."""
    system, row = row_named(rule)
    return in_full(system, row, Report(every_catalogue()))


@get("/api/rulings/{ruling:str}", sync_to_thread=True, responses=documented(404))
def ruling(ruling: FromPath[str]) -> RuleRuling:
    """How one unclear or missing rule is read, by its own name. Capitals do not matter."""
    every = {
        id: (system, one) for system, found in every_catalogue().items() for id, one in found.rulings.items()
    }
    known = {id.lower(): id for id in every}
    if ruling.lower() not in known:
        raise NotFound(f"there is no ruling {ruling}", near(ruling, list(every)))
    return told(*every[known[ruling.lower()]])


def row_named(rule: str) -> tuple[str, Row]:
    """A rule row and the system it belongs to. Capitals do not matter."""
    every = every_catalogue()
    for system, found in every.items():
        row = next((row for id, row in found.rows.items() if id.lower() == rule.lower()), None)
        if row is not None:
            return system, row
    raise NotFound(
        f"there is no rule row {rule}", near(rule, [id for found in every.values() for id in found.rows])
    )


def every_catalogue() -> dict[str, Catalogue]:
    return {**registry.catalogues(), "duel": playable.duel_rows()}


def in_full(system: str, row: Row, report: Report) -> Rule:
    found = report.catalogues[system]
    return Rule(
        id=row.id,
        title=row.title,
        does=row.does,
        kind=row.kind,
        area=row.area,
        chapter=registry.chapter(system, row.area),
        system=system,
        source=row.source,
        tables=[drawn(chart) for chart in registry.charts_of(system, row.id)],
        rulings=[told(system, found.rulings[id]) for id in row.rulings],
        proven=report.is_proven(system, row),
        waits_for=found.waiting.get(row.id, ""),
        proven_by=report.tests.get(row.id, []),
    )


def drawn(chart: Chart) -> RuleTable:
    columns, lines = chart.grid()
    return RuleTable(chart.heading, list(columns), [list(line) for line in lines])


def told(system: str, ruling: Ruling) -> RuleRuling:
    return RuleRuling(
        id=ruling.id,
        question=ruling.heading,
        ruling=ruling.ruling,
        why=ruling.why,
        options=[RuleOption.of(option, registry.chapter(system, option.waits)) for option in ruling.options],
        stand_in=ruling.stand_in,
        tables=[RuleTable("", list(one.columns), [list(line) for line in one.rows]) for one in ruling.tables],
    )
