"""CPU seconds of `import msacc` over those of `import torch`: `python benchmarks/imports.py [--rounds 9] [--json
FILE]`.

Each in a process of its own, in turn, with Python's caches filled by a first one: the statement alone, and the whole
process with Python's beginning and end. The ratio is the median of the rounds'.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

_PROGRAM = "import time; a = time.process_time(); import {}; print(time.process_time() - a)"


def seconds(module: str) -> tuple[float, float]:
    """CPU seconds of importing one module, and of a process that does so and ends."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", _PROGRAM.format(module)]
    # Without bytecode files on disk the figure would be that of Python's compiler.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    whole = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return float(done.stdout), whole


def row(name: str, pairs: list[tuple[float, float]]) -> list[str | float]:
    """A line of the table: medians of both, and of their ratios."""
    torch, msacc = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(b / a for a, b in pairs)
    return [name, round(torch, 2), round(msacc, 2), round(ratio, 3)]


def main() -> None:
    """Print the medians and the median ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    args = parser.parse_args()
    found = [(seconds("torch"), seconds("msacc")) for _ in range(args.rounds + 1)][1:]
    rows = [
        row(name, [(torch[part], msacc[part]) for torch, msacc in found])
        for part, name in enumerate(("the statement", "a process that does nothing else"))
    ]
    for name, torch_, msacc_, ratio in rows:
        print(f"{name}: import torch {torch_} s, import msacc {msacc_} s of CPU: ratio {ratio}")
    if args.json:
        columns = ["", "import torch, CPU s", "import msacc, CPU s", "ratio"]
        table = {"title": "Import", "columns": columns, "rows": rows, "notes": []}
        args.json.write_text(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
