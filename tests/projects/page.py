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
away. "CPU s" are processor seconds for the whole script and the processes that it starts, imports and compilers
included, with nothing compiled on disk; "s" are seconds by the clock, once on each side with other work on the machine:
no benchmark. "Within" has for graph mode whether the CPU seconds are at most MindSpore's plus 10 or twice our own in
PyNative mode, and that bound. Written by `python -m tests.projects page`;
[tests/projects](../tests/projects/README.md) tells how to run them.
"""
COLUMNS = (
    "| case | version | apart | MindSpore's own | CPU s | MindSpore's CPU s | s | MindSpore's s | within "
    "| ran | torch |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|\n"
)
# Processor seconds that a case in graph mode may take beyond MindSpore's; and how many times our own in PyNative mode.
_BEYOND, _TIMES = 10.0, 2.0


def _row(project: Project, case: Case) -> str:
    mine, theirs = ran(project).entries, recorded(project).entries
    done = mine.get(case.name)
    record = theirs.get(case.like or case.name, {})
    name = case.name + (f", {case.processes} processes" if case.processes > 1 else "")
    if done is None:
        return f"| {name} | | not run | | | | | | | | |\n"
    theirs_s = record["seconds"] if case.like is None else f"as {case.like}"
    theirs_cpu = record.get("cpu_seconds", "") if case.like is None else ""
    own = f"{_largest(record['own']):.1e}" if case.spread else ""
    return (
        f"| {name} | {done['version']} | {done['largest']:.1e} | {own} | {done.get('cpu_seconds', '')} "
        f"| {theirs_cpu} | {done['seconds']} | {theirs_s} | {within(project, case)} "
        f"| {done['date']} | {done['torch']} |\n"
    )


def bound(project: Project, case: Case) -> float | None:
    """The processor seconds that a case in graph mode may take, where those of the other sides are known."""
    mine, theirs = ran(project).entries, recorded(project).entries
    other = project.pynative(case)
    bounds = [theirs.get(case.like or case.name, {}).get("cpu_seconds")]
    bounds = [seconds + _BEYOND for seconds in bounds if seconds is not None]
    if other is not None and (seconds := mine.get(other.name, {}).get("cpu_seconds")) is not None:
        bounds.append(seconds * _TIMES)
    return round(max(bounds), 1) if bounds else None


def within(project: Project, case: Case) -> str:
    """Whether a case in graph mode is within its bound, and the bound; nothing where that is unknown."""
    seconds = ran(project).entries[case.name].get("cpu_seconds")
    if not case.is_graph or seconds is None or (allowed := bound(project, case)) is None:
        return ""
    return f"{'yes' if seconds <= allowed else 'no'}, {allowed}"


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
