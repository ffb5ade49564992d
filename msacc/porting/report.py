"""A report as tables on a terminal, and as JSON."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from msacc.porting.project import Report
from msacc.porting.verdicts import Use, Verdict

_STYLES = {
    Verdict.RUNS: "green",
    Verdict.NO_EFFECT: "cyan",
    Verdict.DIFFERS: "yellow",
    Verdict.REFUSED: "red",
    Verdict.UNKNOWN: "red",
}
_PLACES = 3  # shown of each finding; --json has them all


def as_json(report: Report) -> str:
    """Every use, and the counts."""
    content: dict[str, Any] = {
        "path": report.path,
        "files": report.files,
        "written_for": report.written_for,
        "counts": {v.value: n for v, n in counts(report).items()},
        "unread": report.unread,
        "ends": len(report.ends),
        "uses": [_entry(use) for use in report.uses],
    }
    return json.dumps(content, indent=1)


def _entry(use: Use) -> dict[str, Any]:
    return {
        "file": use.file,
        "line": use.line,
        "name": use.name,
        "argument": use.argument,
        "verdict": use.verdict.value,
        "text": use.judgement.text,
        "ascend": use.ascend,
        "removed": use.judgement.removed,
        "conditional": use.judgement.conditional,
        "guarded": use.guarded,
    }


def counts(report: Report) -> dict[Verdict, int]:
    """The number of uses of each verdict."""
    found = Counter(use.verdict for use in report.uses)
    return {verdict: found[verdict] for verdict in Verdict}


def show(report: Report, console: Console) -> None:
    """The findings, the worst last, and a table that sums them up."""
    by_finding: dict[tuple[Verdict, str, str], list[Use]] = defaultdict(list)
    for use in report.uses:
        if use.verdict is not Verdict.RUNS or use.judgement.removed or use.ascend:
            by_finding[use.verdict, use.subject, use.judgement.text].append(use)
    for verdict in Verdict:
        columns = (Column(heading, overflow="fold") for heading in ("name", "why", "where"))
        table = Table(*columns, title=_title(verdict), title_style=_STYLES[verdict])
        for (kind, subject, text), uses in sorted(by_finding.items(), key=lambda i: i[0][1]):
            if kind is verdict:
                table.add_row(escape(subject), escape(_why(uses[0], text)), escape(_where(uses)))
        if table.row_count:
            console.print(table)
    console.print(_summary(report))
    for file in report.unread:
        console.print(escape(f"{file}: not read, it is no Python that this version knows."))


def _title(verdict: Verdict) -> str:
    if verdict is Verdict.RUNS:
        return "runs, though MindSpore 2.10 has it no more or it is Ascend's"
    if verdict is Verdict.UNKNOWN:
        return "unknown: not there, and not in MindSpore 2.10"
    return verdict.value


def _why(use: Use, text: str) -> str:
    notes = ["Ascend's alone"] if use.ascend and "Ascend" not in text else []
    if use.judgement.conditional:
        notes.append("where its value is not the default")
    if use.guarded and use.verdict.fails:
        notes.append("guarded")
    return "; ".join([*([text] if text else []), *notes])


def _where(uses: list[Use]) -> str:
    places = list(dict.fromkeys(f"{use.file}:{use.line}" for use in uses))
    more = f"\nand {len(places) - _PLACES} more" if len(places) > _PLACES else ""
    return "\n".join(places[:_PLACES]) + more


def _summary(report: Report) -> Table:
    written = f", written for mindspore {report.written_for}" if report.written_for else ""
    title = f"{report.path}: {report.files} files{written}"
    table = Table("verdict", "uses", "names", title=escape(title))
    for verdict, number in counts(report).items():
        names = {use.subject for use in report.uses if use.verdict is verdict}
        table.add_row(verdict.value, str(number), str(len(names)), style=_STYLES[verdict])
    removed = {use.subject for use in report.uses if use.judgement.removed}
    ascend = {use.subject for use in report.uses if use.ascend}
    table.add_section()
    table.add_row("Ascend's alone", str(sum(u.ascend for u in report.uses)), str(len(ascend)))
    gone = sum(u.judgement.removed for u in report.uses)
    table.add_row("not in MindSpore 2.10", str(gone), str(len(removed)))
    return table
