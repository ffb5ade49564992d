"""CPU seconds of `import msacc` over those of `import torch`: `python benchmarks/imports.py [--rounds 9] [--json FILE]`.

Fresh processes in turn, the medians; the first of each side, which fills caches, does not count.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
from pathlib import Path


def seconds(module: str) -> float:
    """CPU seconds of a process that imports one module."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the medians and the median ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    args = parser.parse_args()
    found = [(seconds("torch"), seconds("msacc")) for _ in range(args.rounds + 1)][1:]
    torch, msacc = (statistics.median(column) for column in zip(*found))
    ratio = statistics.median(b / a for a, b in found)
    print(f"import torch {torch:.2f} s, import msacc {msacc:.2f} s of CPU: ratio {ratio:.3f}")
    if args.json:
        columns = ["import torch, CPU s", "import msacc, CPU s", "ratio"]
        row = [round(torch, 2), round(msacc, 2), round(ratio, 3)]
        table = {"title": "Import", "columns": columns, "rows": [row], "notes": []}
        args.json.write_text(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
