"""Steps of sharded training against torch's own: hsdp level1 and DDP, level2 and level3 and FSDP2, in one run.

    OMP_NUM_THREADS=1 python benchmarks/sharded.py [--ranks 1 2 4] [--models mlp gpt] [--modes pynative graph]
        [--levels level1 level2 level3] [--rounds 9] [--quick] [--json FILE]

An MLP of 1.6 million parameters with Momentum and a GPT of 10 million with Adam. Both sides' processes (gloo) are
started together and take turns; rank r of both is bound to the same core. Both begin with the same values, see the same
data, and their losses must agree to 1e-4. A ratio (msacc / torch, below 1 is better) is the median over the rounds:
CPU seconds of all ranks together, and seconds on the wall of the slowest rank. The other side, written by hand:

    level1    DistributedDataParallel with gradients as views of its buckets
    level2    FSDP2, fully_shard(reshard_after_forward=False): parameters whole from forward to backward
    level3    FSDP2, fully_shard

each with torch's fused optimizers (FSDP2 has no fused SGD: foreach); in graph mode under torch.compile, FSDP2 block by
block, as torch advises. FSDP2 gathers a block of the GPT at a time and each linear layer of the MLP; level3 each layer.
`messages` are what gloo sent in one step, as torch's profiler sees them on rank 0.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from pathlib import Path
from typing import Any

from sharded_models import MODELS
from training_step_job import Job

# What is compared are compiled graphs.
os.environ.setdefault("MSACC_JIT_LEVEL", "O1")

OTHER = {"level1": "DDP", "level2": "FSDP2 kept", "level3": "FSDP2"}
# Seconds of a turn, at least one step.
TURN = 0.2
_SIDE = Path(__file__).with_name("sharded_side.py")
_COLUMNS = ("network", "mode", "processes", "msacc", "torch", "CPU ratio", "wall ratio")
_MORE = ("CPU ms", "messages of msacc", "messages of torch")


def turn(job: Job, steps: int) -> dict[str, float]:
    """Seconds of one turn: all ranks' of the CPU, the slowest rank's on the wall."""
    found = job.tell("run", steps)
    return {"cpu": sum(f["cpu"] for f in found), "wall": max(f["wall"] for f in found)}


def compare(jobs: tuple[Job, Job], level: str, rounds: int) -> dict[str, Any]:
    """Ratios of msacc's step to torch's; AssertionError where the losses differ."""
    losses = [
        job.tell("build", way)[0] for job, way in zip(jobs, (level, OTHER[level]), strict=True)
    ]
    for own, theirs in zip(*losses, strict=True):
        assert abs(own - theirs) <= 1e-4 * abs(theirs), (level, losses)
    once = min(turn(job, 1)["wall"] for job in jobs)
    steps, turns = max(1, round(TURN / once)), []
    for k in range(rounds):
        pair = {i: turn(jobs[i], steps) for i in ((0, 1) if k % 2 else (1, 0))}
        turns.append((pair[0], pair[1]))
    found: dict[str, Any] = {
        clock: statistics.median(a[clock] / b[clock] for a, b in turns) for clock in ("cpu", "wall")
    }
    found["ms"] = 1000 * statistics.median(a["cpu"] for a, _ in turns) / steps
    return found | {"messages": [job.tell("look")[0]["messages"] for job in jobs]}


def row(model: str, mode: str, ranks: int, level: str, found: dict[str, Any]) -> list[Any]:
    """One line of the table."""
    figures = [round(found["cpu"], 2), round(found["wall"], 2), round(found["ms"], 1)]
    return [model, mode, ranks, level, OTHER[level], *figures, *found["messages"]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS))
    parser.add_argument("--modes", nargs="+", default=["pynative", "graph"])
    parser.add_argument("--levels", nargs="+", choices=OTHER, default=list(OTHER))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--quick", action="store_true", help="two processes, five rounds")
    parser.add_argument("--json", type=Path, help="also write the table to this file")
    args = parser.parse_args()
    if args.quick:
        args.ranks, args.rounds = [2], 5
    os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", "/tmp/sharded_benchmark")
    checkout, table = Path(__file__).resolve().parent.parent, []
    print(*(f"{name:>10}" for name in (*_COLUMNS, *_MORE)))
    for model, mode, ranks in [
        (m, o, r) for m in args.models for r in args.ranks for o in args.modes
    ]:
        sides = [Job(checkout, ranks, side, model, mode, side=_SIDE) for side in ("msacc", "torch")]
        for level in args.levels:
            table.append(
                row(model, mode, ranks, level, compare((sides[0], sides[1]), level, args.rounds))
            )
            print(*(f"{value!s:>10}" for value in table[-1]), flush=True)
        for job in sides:
            job.end()
    if args.json:
        title = "Sharded steps: hsdp against DDP and FSDP2"
        notes = [" ".join(part.split()) for part in __doc__.split("\n\n")[2:]]
        found = {"title": title, "columns": [*_COLUMNS, *_MORE], "rows": table, "notes": notes}
        args.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
