"""docs/projects.md from the books."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tests.projects.books import ran, recorded
from tests.projects.case import HERE, Case, Project, projects

PAGE = HERE.parents[1] / "docs" / "projects.md"
HEAD = """# Projects that run

Real projects, unmodified, on small data. What each gives (losses of each step, metrics, sums of parameters) is compared
with what it gave on MindSpore 2.10's CPU build from the same start. "Apart" is the largest relative difference. Where
steps amplify rounding, "MindSpore's own" is how far MindSpore gets from itself when each parameter starts one rounding
away. "s" are seconds for the whole script, once on each side with other work on the machine: no benchmark. Written by
`python -m tests.projects page`; [tests/projects](../tests/projects/README.md) tells how to run them.
"""
COLUMNS = (
    "| case | version | apart | MindSpore's own | s | MindSpore's s | ran | torch |\n"
    "|---|---|---|---|---|---|---|---|\n"
)


def _row(project: Project, case: Case) -> str:
    mine, theirs = ran(project).entries, recorded(project).entries
    done = mine.get(case.name)
    record = theirs.get(case.like or case.name, {})
    name = case.name + (f", {case.processes} processes" if case.processes > 1 else "")
    if done is None:
        return f"| {name} | | not run | | | | | |\n"
    theirs_s = record["seconds"] if case.like is None else f"as {case.like}"
    own = f"{_largest(record['own']):.1e}" if case.spread else ""
    return (
        f"| {name} | {done['version']} | {done['largest']:.1e} | {own} | {done['seconds']} | {theirs_s} "
        f"| {done['date']} | {done['torch']} |\n"
    )


def _largest(own: dict[str, Any]) -> float:
    return max(float(np.max(share, initial=0.0)) for share in own.values())


def text() -> str:
    """The whole page."""
    parts = [HEAD]
    for project in (found for found in projects().values() if found.cases):
        rows = "".join(_row(project, case) for case in project.cases)
        notes = "".join(
            f"- {case.name}: {case.differs}\n" for case in project.cases if case.differs
        )
        parts.append(f"\n## {project.title}\n\n{project.source}\n\n{COLUMNS}{rows}")
        if notes:
            parts.append(f"\n{notes}")
    return "".join(parts)


def write(path: Path = PAGE) -> None:
    """Write the page."""
    path.write_text(text())
