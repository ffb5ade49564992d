"""Start a job for the rows of each number of ranks, and read what became of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.launch.helpers import sizes
from tests.step.rows import Row, refusal
from tests.step.run import LOW

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).parent / "program.py"
# Rows of a job.
_MOST = 60


@dataclass(frozen=True)
class Found:
    """How one row ended."""

    row: Row
    refused: str = ""
    apart: float = 0.0
    moved: float = 0.0
    exact: bool = False

    @property
    def as_expected(self) -> bool:
        """Exact, or refused where that is known."""
        known = refusal(self.row)
        return known in self.refused if known else self.exact

    @property
    def low(self) -> bool:
        """Whether it computes in a low type."""
        return self.row.amp in LOW


def read(text: str) -> list[Found]:
    """The rows that a job's output tells of."""
    found = []
    for line in text.splitlines():
        at = line.find("row [")
        if at >= 0:
            *parts, outcome = json.loads(line[at + 4 :])
            found.append(Found(Row(*parts), **{k: outcome[k] for k in outcome if k != "where"}))
    return found


def portions(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows in jobs: of one number of ranks each, and few enough that a job that dies takes little along."""
    found = []
    for ranks in sorted({row.ranks for row in rows}):
        mine = [row for row in rows if row.ranks == ranks]
        found += [mine[i : i + _MOST] for i in range(0, len(mine), _MOST)]
    return found


def run_rows(rows: Sequence[Row], wait: float = 3600) -> list[Found]:
    """Run every row; RuntimeError with its output where a job dies."""
    return [found for part in portions(rows) for found in run_job(part, wait)]


def run_job(rows: Sequence[Row], wait: float = 3600) -> list[Found]:
    """Run rows of one number of ranks in one job of so many processes."""
    ranks = rows[0].ranks
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder, "rows.json")
        listed.write_text(json.dumps(rows))
        start = [sys.executable]
        if ranks > 1:
            start += [
                "-m",
                "msacc.launch",
                *sizes(ranks),
                "--join=True",
                f"--log_dir={folder}/logs",
            ]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
        done = subprocess.run(
            [*start, str(PROGRAM), str(listed)],
            cwd=folder, env=environment, capture_output=True, text=True, timeout=wait, check=False,
        )  # fmt: skip
    found = read(done.stdout + done.stderr)
    if done.returncode or len(found) != len(rows):
        raise RuntimeError(
            f"{len(found)} of {len(rows)} rows:\n{(done.stdout + done.stderr)[-4000:]}"
        )
    return found
