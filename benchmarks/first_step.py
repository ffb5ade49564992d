"""CPU and wall seconds of the first training step: compiled cold and warm, beside MindSpore and an older checkout.

    python benchmarks/first_step.py --mindspore-python /path/to/venv-with-mindspore/bin/python [--against CHECKOUT]
        [--networks lenet mlp] [--rounds 5] [--json FILE]

Each figure is of a fresh process, from the building of the network to the end of its first step, compilers included and
imports of the package before that not. `automatic`: as scripts run that choose no level; the others are compiled at the
first call (O1). `cold`: nothing of this network was compiled before, but the machine was
prepared by `python -m msacc doctor --warm`; `unprepared`: an empty folder; `warm`: the process before compiled the
same. `--against` adds the cold step of another checkout of msacc, in an empty folder.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


def measure(network: str) -> dict[str, float]:
    """The first step under whatever `import mindspore` gives."""
    import mindspore as ms  # noqa: F401  (imported before the clock starts)
    from steps import mindspore_step

    wall, before = time.perf_counter(), os.times()
    out = mindspore_step(network, "graph")()
    float(out.asnumpy())
    spent = [now - then for now, then in zip(os.times()[:4], before[:4], strict=True)]
    return {"cpu": sum(spent), "wall": time.perf_counter() - wall}


def run(
    python: str, network: str, checkout: Path | None, cache: Path | None, level: str = "O1"
) -> dict[str, float]:
    """`measure` in a fresh process."""
    env = {**os.environ, "OMP_NUM_THREADS": "1", "MSACC_LOG_LEVEL": "ERROR"}
    env["MSACC_JIT_LEVEL"] = level
    if checkout is not None:
        env |= {"PYTHONPATH": str(checkout), "TORCHINDUCTOR_CACHE_DIR": str(cache)}
    alias = ["-m", "msacc"] if checkout is not None else []
    command = [python, *alias, str(HERE / "first_step.py"), "--side", network]
    # Where Python begins comes before PYTHONPATH.
    out = subprocess.run(
        command, env=env, cwd=checkout, check=True, capture_output=True, text=True
    ).stdout
    return dict(json.loads(out.splitlines()[-1]))


def one_round(network: str, args: Any, prepared: Path) -> dict[str, dict[str, float]]:
    """Every kind of first step once."""
    own, found = HERE.parent, {}
    with tempfile.TemporaryDirectory() as made:
        cold, empty, old = (Path(made, name) for name in ("cold", "empty", "old"))
        shutil.copytree(prepared, cold)
        found["automatic"] = run(sys.executable, network, own, cold, level="")
        found["cold"] = run(sys.executable, network, own, cold)
        found["warm"] = run(sys.executable, network, own, cold)
        found["unprepared"] = run(sys.executable, network, own, empty)
        if args.against:
            found["before"] = run(sys.executable, network, args.against.resolve(), old)
    if args.mindspore_python:
        found["MindSpore"] = run(args.mindspore_python, network, None, None)
    return found


def row(network: str, rounds: list[dict[str, dict[str, float]]]) -> list[list[Any]]:
    """A line for each kind: seconds, and ratios to MindSpore's and to the older checkout's cold step."""
    table = []
    for kind in rounds[0]:
        cpu = statistics.median(r[kind]["cpu"] for r in rounds)
        wall = statistics.median(r[kind]["wall"] for r in rounds)
        ratios = []
        for other in ("before", "MindSpore"):
            pairs = [(r[kind]["cpu"], r[other]["cpu"]) for r in rounds if other in r]
            ratios.append(round(statistics.median(a / b for a, b in pairs), 2) if pairs else "")
        table.append([network, kind, round(cpu, 1), round(wall, 1), *ratios])
    return table


COLUMNS = ["network", "first step", "CPU s", "wall s", "of before (CPU)", "of MindSpore (CPU)"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mindspore-python", help="a Python that has real MindSpore")
    parser.add_argument("--against", type=Path, help="an older checkout of msacc")
    parser.add_argument("--networks", nargs="+", default=["lenet", "mlp"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="also write the table to this file")
    parser.add_argument("--side", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.side:
        print(json.dumps(measure(args.side)))
        return
    table = []
    print("".join(f"{column:>20}" for column in COLUMNS))
    with tempfile.TemporaryDirectory() as prepared:
        command = [sys.executable, "-m", "msacc", "doctor", "--quick", "--warm"]
        env = {**os.environ, "PYTHONPATH": str(HERE.parent), "TORCHINDUCTOR_CACHE_DIR": prepared}
        subprocess.run(command, env=env, check=True, capture_output=True)
        for network in args.networks:
            rounds = [one_round(network, args, Path(prepared)) for _ in range(args.rounds)]
            for line in row(network, rounds):
                print("".join(f"{cell!s:>20}" for cell in line), flush=True)
                table.append(line)
    if args.json:
        title, notes = "First step in graph mode", [" ".join(__doc__.split("\n\n")[2].split())]
        found = {"title": title, "columns": COLUMNS, "rows": table, "notes": notes}
        args.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
