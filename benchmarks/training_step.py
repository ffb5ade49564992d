"""The training step of this checkout against that of another one: time, memory, messages, as ratios in one run.

    OMP_NUM_THREADS=1 python benchmarks/training_step.py --against CHECKOUT [--ranks 1 2 4]
        [--models lenet mlp transformer] [--modes pynative graph] [--ways ...] [--rounds 15] [--json FILE]

Both sides' processes are started together and take turns, a few steps each; a ratio (this / other, below 1 is
better) is the median over the rounds, `best` the ratio of each side's least CPU seconds. CPU seconds, of all ranks
together, are the steadier figure on a machine that others use. Memory is the most that one rank's tensors take during a
step, counted from the tensors themselves in PyNative mode; in graph mode, where a graph keeps tensors to itself, the
most resident memory of the whole process (VmHWM), of which torch itself and its compiler are some 700 MB. `ops` are
torch ops and `messages` what gloo sent in one step, both as torch's profiler sees them on rank 0. Both sides' rank r is
bound to the same core, so that neither has the quieter one. `--against` this checkout itself shows how far the
machine's noise goes.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from pathlib import Path
from typing import Any

from training_step_job import Job
from training_step_models import MODELS

# What is compared are compiled graphs.
os.environ.setdefault("MSACC_JIT_LEVEL", "O1")

WAYS = ("plain", "GradAccumulation", "AutoParallel", "level1", "level2", "level3")
# Seconds of a turn, at least one step.
TURN = 0.25
# Rounds with one network: where its tensors happen to lie in memory makes more of a difference than what is
# compared, so that each side builds anew, in graph mode less often, for it compiles.
EACH = {"pynative": 1, "graph": 8}


def turn(job: Job, steps: int) -> dict[str, float]:
    """Seconds of one turn: the slowest rank's on the wall, all ranks' of the CPU."""
    found = job.tell("run", steps)
    wall, cpu = max(f["wall"] for f in found), sum(f["cpu"] for f in found)
    return {"wall": wall, "cpu": cpu, "loss": found[0]["loss"]}


def compare(jobs: list[Job], way: str, mode: str, rounds: int) -> dict[str, Any]:
    """Ratios of the first job to the second."""
    steps, turns = take_turns(jobs, way, mode, rounds)
    seen = [job.tell("look")[0] for job in jobs]
    how = ["resident"] if mode == "graph" else ["counted", way]
    peaks = [max(f["peak"] for f in job.tell(*how)) for job in jobs]
    found: dict[str, Any] = {"MB": peaks[0] / 2**20, "memory": peaks[0] / peaks[1]}
    for clock in ("wall", "cpu"):
        found[clock] = statistics.median(a[clock] / b[clock] for a, b in turns)
    found["best"] = min(a["cpu"] for a, _ in turns) / min(b["cpu"] for _, b in turns)
    found["ms"] = 1000 * statistics.median(a["cpu"] for a, _ in turns) / steps
    found |= {"ops": [s["ops"] for s in seen], "messages": [s["messages"] for s in seen]}
    return found


def take_turns(
    jobs: list[Job], way: str, mode: str, rounds: int
) -> tuple[int, list[tuple[dict[str, float], dict[str, float]]]]:
    """How many steps a turn has, and each round's turns of both jobs; which goes first alternates."""
    steps, turns = 0, []
    for k in range(rounds):
        if k % EACH[mode] == 0:
            for job in jobs:
                job.tell("build", way)
            once = min(turn(job, 1)["wall"] for job in jobs)
            steps = steps or max(1, round(TURN / once))
        pair = {i: turn(jobs[i], steps) for i in ((0, 1) if k % 2 else (1, 0))}
        turns.append((pair[0], pair[1]))
        assert abs(pair[0]["loss"] - pair[1]["loss"]) <= 1e-4 * abs(pair[1]["loss"]) + 1e-6, pair
    return steps, turns


def row(model: str, mode: str, ranks: int, way: str, found: dict[str, Any]) -> str:
    """One line of the table."""
    new, old = found["messages"]
    sent = new if new == old else f"{new} (was {old})"
    return (
        f"{model:12}{mode:9}{ranks:5} "
        f"{way:17}{found['wall']:6.2f}{found['cpu']:6.2f}{found['best']:6.2f}{found['memory']:8.3f}"
        f"{found['ms']:10.1f}{found['MB']:9.1f}{found['ops'][0]:7}/{found['ops'][1]:<7} {sent}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", type=Path, required=True, help="another checkout")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS))
    parser.add_argument("--modes", nargs="+", choices=EACH, default=["pynative", "graph"])
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS))
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    args = parser.parse_args()
    checkouts = [Path(__file__).resolve().parent.parent, args.against.resolve()]
    print(
        f"{'':26} {'':18}{'ratios':>20}\n{'model':12}{'mode':9}{'ranks':>5} {'step':17}{'wall':>6}{'CPU':>6}{'best':>6}"
        f"{'memory':>8}{'CPU ms':>10}{'MB':>9}{'ops new/old':>15} messages"
    )
    table = []
    for model, mode, ranks in [
        (m, o, r) for m in args.models for r in args.ranks for o in args.modes
    ]:
        jobs = [Job(checkout, ranks, model, mode) for checkout in checkouts]
        for way in args.ways:
            found = compare(jobs, way, mode, args.rounds)
            print(row(model, mode, ranks, way, found), flush=True)
            table.append({"model": model, "mode": mode, "ranks": ranks, "way": way, **found})
        for job in jobs:
            job.end()
    if args.json:
        args.json.write_text(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()
