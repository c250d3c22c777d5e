"""The rules page's part of the API. What it tells is what `deadground rules` tells."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from deadground.cli.rules import Report
from deadground.core.advice import near
from deadground.core.catalogue import Catalogue, Row, Ruling
from deadground.server import playable
from deadground.server.api import Measured, Rule, RuleLine, RuleOption, RuleRuling, Rules, SystemRules
from deadground.server.problems import NotFound, documented
from deadground.systems import registry


@get("/api/rules", sync_to_thread=True)
def rules() -> Rules:
    """Every rule row, by system, and which of them tests have proven."""
    report = Report(registry.catalogues())
    systems = [
        SystemRules(name, registry.TITLES[name], len(found.rows), report.count(list(found.rows.values())))
        for name, found in report.catalogues.items()
    ]
    rows = [
        RuleLine(
            id=row.id,
            title=row.title,
            system=name,
            area=row.area,
            chapter=chapter(name, row),
            kind=row.kind,
            rulings=list(row.rulings),
            proven=row.id in report.proven,
        )
        for name, found in report.catalogues.items()
        for row in found.rows.values()
    ]
    return Rules(systems, rows, Measured(report.measured[1]) if report.measured else None)


@get("/api/rules/{rule:str}", sync_to_thread=True, responses=documented(404))
def rule(rule: FromPath[str]) -> Rule:
    """One rule row with its source, its rulings and the tests that prove it. Capitals do not matter."""
    report = Report({**registry.catalogues(), "duel": playable.duel_rows()})
    for system, found in report.catalogues.items():
        row = next((row for id, row in found.rows.items() if id.lower() == rule.lower()), None)
        if row is not None:
            return in_full(system, found, row, report.proven.get(row.id))
    known = [id for found in report.catalogues.values() for id in found.rows]
    raise NotFound(f"there is no rule row {rule}", near(rule, known))


def in_full(system: str, found: Catalogue, row: Row, proven_by: list[str] | None) -> Rule:
    return Rule(
        id=row.id,
        title=row.title,
        does=row.does,
        kind=row.kind,
        area=row.area,
        chapter=chapter(system, row),
        system=system,
        source=row.source,
        rulings=[told(found.rulings[id]) for id in row.rulings],
        proven_by=proven_by,
    )


def chapter(system: str, row: Row) -> str:
    return registry.chapters().get(system, {}).get(row.area, row.area)


def told(ruling: Ruling) -> RuleRuling:
    return RuleRuling(
        id=ruling.id,
        question=ruling.heading,
        ruling=ruling.ruling,
        why=ruling.why,
        options=[RuleOption.of(option) for option in ruling.options],
        stand_in=ruling.stand_in,
    )
