"""The rows of a file, one process of the job: `program.py ROWS`. Rank 0 prints a line for each."""

from __future__ import annotations

import json
import sys
import traceback
from pathlib import Path

import msacc as ms
from msacc.communication import get_rank, init
from tests.step.rows import Row
from tests.step.run import difference, limit


def outcome(row: Row, rank: int) -> dict[str, object]:
    """How the row ended."""
    try:
        apart, moved = difference(row, rank)
    except (NotImplementedError, TypeError, ValueError) as error:
        text = f"{type(error).__name__}: {error}"
        return {"refused": text, "where": traceback.format_exc(limit=-3)}
    return {"apart": apart, "moved": moved, "exact": apart <= limit(row, moved)}


def main(path: str) -> None:
    rows = [Row(*parts) for parts in json.loads(Path(path).read_text())]
    if rows[0].ranks > 1:
        init()
    rank = get_rank() if rows[0].ranks > 1 else 0
    ms.set_context(mode=ms.PYNATIVE_MODE)
    for row in rows:
        found = outcome(row, rank)
        if rank == 0:
            print("row", json.dumps([*row, found]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
