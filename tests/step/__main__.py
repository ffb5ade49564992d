"""`python -m tests.step [--strength N] [--write]`: run the matrix and print its table.

Rows are chosen so that every combination of N axes' values occurs (2 by default, 3: some thousands of rows).
`--write` puts the table into docs/training_step.md.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.step.jobs import Found, run_rows
from tests.step.rows import AXES, NAMES, cover

_PAGE = Path(__file__).parents[2] / "docs" / "training_step.md"
_MARK = "<!-- the table of python -m tests.step -->\n"


def table(found: list[Found]) -> str:
    """By value of each axis: how many rows are exact, refused, wrong, and the largest difference."""
    lines = [
        "| | | rows | exact | refused | largest difference | of the update |",
        "|---|---|---|---|---|---|---|",
    ]
    for place, (name, values) in enumerate(zip(NAMES, AXES)):
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


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.step")
    parser.add_argument("--strength", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    found = run_rows(cover(asked.strength))
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
