"""CPU seconds of `import msacc` over those of `import torch`: `python benchmarks/imports.py [ROUNDS]`.

Fresh processes in turn, the medians; the first of each side, which fills caches, does not count.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys


def seconds(module: str) -> float:
    """CPU seconds of a process that imports one module."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the medians and their ratio."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    found = [(seconds("torch"), seconds("msacc")) for _ in range(rounds + 1)][1:]
    torch, msacc = (statistics.median(column) for column in zip(*found))
    print(
        f"import torch {torch:.2f} s, import msacc {msacc:.2f} s of CPU: ratio {msacc / torch:.3f}"
    )


if __name__ == "__main__":
    main()
