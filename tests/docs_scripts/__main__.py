"""Run the scripts and print a table."""

from __future__ import annotations

import argparse
import dataclasses
import tempfile
from pathlib import Path

from tests.docs_scripts import cuts
from tests.docs_scripts.folder import lay_data, lay_script
from tests.docs_scripts.job import Outcome, run
from tests.docs_scripts.scripts import ALONE, FIRST_STEP, SCRIPTS, Script

_HEAD = "| script | processes | on each process | compared with | figures | largest difference | seconds | |"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.docs_scripts", description=__doc__)
    parser.add_argument("checkout", type=Path, help="a checkout of mindspore-ai/docs")
    parser.add_argument("names", nargs="*", help="scripts whose path contains one of these; all")
    parser.add_argument("--workers", type=int, help="processes instead of what run.sh asks for")
    parser.add_argument("--mnist", type=Path, help="a real MNIST_Data to cut the data from")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one run (600)")
    parser.add_argument("--keep", type=Path, help="a folder for the runs' folders and logs")
    given = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory(prefix="docs_scripts") as folder:
        where = (given.keep or Path(folder)).resolve()
        where.mkdir(parents=True, exist_ok=True)
        data = Path(tempfile.mkdtemp(prefix="data", dir=where)) / "MNIST_Data"
        lay_data(data, given.mnist)
        print(_HEAD, "|---" * 8 + "|", sep="\n", flush=True)
        for script in SCRIPTS:
            if not given.names or any(name in script.path for name in given.names):
                if given.workers and script.workers > 1:
                    script = dataclasses.replace(script, workers=given.workers)
                print(_row(script, given, where, data), flush=True)


def _row(script: Script, given: argparse.Namespace, where: Path, data: Path) -> str:
    job = _run(script, given, where, data, script.workers)
    alone = None if script.against == ALONE else _run(script, given, where, data, 1)
    problem = job.problem or (alone.problem and f"one process: {alone.problem}" if alone else "")
    count, worst = (0, 0.0) if problem or alone is None else _compare(script, job, alone)
    cells = [
        script.path,
        str(script.workers),
        cuts.told(job.held),
        script.against,
        str(count),
        f"{worst:.1e}" if count else "",
        f"{job.seconds:.0f}",
        problem or cuts.missing(script, job.held) or "ran",
    ]
    return "| " + " | ".join(cells) + " |"


def _run(
    script: Script, given: argparse.Namespace, where: Path, data: Path, workers: int
) -> Outcome:
    folder = Path(tempfile.mkdtemp(prefix="run", dir=where)) / script.name.replace("/", ".")
    lay_script(script, given.checkout, folder, data, alone=workers == 1)
    return run(script, folder, workers, given.timeout)


def _compare(script: Script, job: Outcome, alone: Outcome) -> tuple[int, float]:
    """How many figures, and the largest difference."""
    ours, other = job.curve, alone.curve
    steps = 1 if script.against == FIRST_STEP else max(len(ours), len(other))
    if len(ours) < steps or len(other) < steps:
        return steps, float("inf")
    return steps, max(
        (abs(a - b) for a, b in zip(ours[:steps], other[:steps], strict=True)), default=0.0
    )


if __name__ == "__main__":
    main()
