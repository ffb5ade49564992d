"""`python -m tests.step [--strength N] [--sample N] [--graphs LEVEL] [--write]`: run the matrix and print its table.

Rows are chosen so that every combination of N axes' values occurs: about 350 rows for 2, which is the default, about
3000 for 3. A row takes about two seconds of CPU, those in graph mode more, and a process four to start, one for each
rank of sixty rows: on two free cores about a quarter of an hour for 2, about two hours for 3. What is done is told
after each sixty rows.

With `--graphs` only rows in graph mode run, at that jit level: "switch" compiles at the second call; MSACC_REGIONS=all
in the environment makes a region of each Cell that occurs twice.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.step.jobs import Found, portions, run_job
from tests.step.rows import AXES, NAMES, Row, cover

_PAGE = Path(__file__).parents[2] / "docs" / "training_step.md"
_MARK = "<!-- the table of python -m tests.step -->\n"


def table(found: list[Found]) -> str:
    """By value of each axis: how many rows are exact, refused, wrong, and the largest difference."""
    lines = [
        "| | | rows | exact | refused | largest difference | of the update |",
        "|---|---|---|---|---|---|---|",
    ]
    for place, (name, values) in enumerate(zip(NAMES, AXES, strict=True)):
        for value in values:
            lines.append(_line(name, value, [f for f in found if f.row[place] == value]))
    lines.append(_line("all", "", found))
    return "\n".join(lines) + "\n"


def _line(name: str, value: object, found: list[Found]) -> str:
    run = [f for f in found if not f.refused]
    # Low precision has a table row of its own; elsewhere it would hide the rest.
    sharp = [f for f in run if not f.low] or run
    apart = max((f.apart for f in sharp), default=0.0)
    share = max((f.apart / f.moved for f in sharp if f.moved), default=0.0)
    exact = sum(f.exact for f in run)
    return f"| {name} | {value} | {len(found)} | {exact} | {len(found) - len(run)} | {apart:.0e} | {share:.0e} |"


def run(rows: Sequence[Row]) -> list[Found]:
    """Run the rows, and tell after each job how far it is."""
    found: list[Found] = []
    start = time.monotonic()
    for part in portions(rows):
        found += run_job(part)
        wrong = sum(not f.as_expected for f in found)
        minutes = (time.monotonic() - start) / 60
        print(
            f"{len(found)} of {len(rows)} rows, {wrong} wrong, {minutes:.0f} min", file=sys.stderr
        )
    return found


def asked_for() -> argparse.Namespace:
    """The command line."""
    summary, _, more = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(
        "python -m tests.step", description=summary.partition(": ")[2], epilog=more
    )
    parser.add_argument(
        "--strength", type=int, default=2, help="axes whose values meet in every combination (2)"
    )
    parser.add_argument(
        "--sample", type=int, help="run only so many of the rows, drawn at random, always the same"
    )
    parser.add_argument(
        "--graphs", choices=("O0", "O1", "O2", "switch"), help="rows in graph mode, at this level"
    )
    parser.add_argument(
        "--write", action="store_true", help="put the table into docs/training_step.md"
    )
    asked = parser.parse_args()
    if asked.write and (asked.sample is not None or asked.graphs):
        parser.error("--write wants the whole table, without --sample and --graphs")
    return asked


def main() -> int:
    asked = asked_for()
    rows = cover(asked.strength)
    if asked.graphs:
        os.environ["MSACC_STEP_GRAPHS"] = asked.graphs
        if asked.graphs == "O2":
            os.environ["MSACC_JIT_LEVEL"] = "O2"  # compiles at the first call on the CPU too
        rows = [row for row in rows if row.mode == "graph"]
    if asked.sample is not None:
        rows = random.Random(1).sample(rows, min(asked.sample, len(rows)))
    found = run(rows)
    text = table(found)
    print(text)
    wrong = [f for f in found if not f.as_expected]
    for f in wrong:
        print(f"WRONG {f.row}: {f.refused or f'{f.apart:.1e} of {f.moved:.1e}'}")
    if asked.write:
        head, _, rest = _PAGE.read_text().partition(_MARK)
        _PAGE.write_text(head + _MARK + "\n" + text + "\n" + rest.partition("\n\n")[2].lstrip("\n"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
