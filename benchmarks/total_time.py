"""CPU seconds after N training steps: op by op, compiled at once, by the automatic level, MindSpore's graph mode.

    python benchmarks/total_time.py --mindspore-python /path/to/venv-with-mindspore/bin/python
        [--networks gpt vit ...] [--picture FILE] [--json FILE]

Nothing is on disk. Each side's first step and its later ones are measured in a process of its own with one thread,
compilers included and imports before that not; sums for N steps are made of both. Of the automatic level the first step
is measured and the call that compiles is read; the rest follows from the other two. `of the best`: against the better
of op by op and compiled at once, plus a second.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

NETWORKS = ("gpt", "vit", "unet", "resnet50", "convnext", "encoder-decoder", "lenet", "mlp")
STEPS = (1, 10, 100, 1_000, 10_000)
SIDES = {"op by op": "O0", "compiled": "O1", "automatic": ""}


def cpu() -> float:
    """CPU seconds of this process and of those that it waited for."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def measure(name: str) -> dict[str, float]:
    """The first step, the least of later ones, and the call that compiles under the automatic level."""
    import mindspore as ms
    from large_networks import network

    ms.set_context(mode=ms.GRAPH_MODE)
    ms.set_seed(1)
    start = cpu()
    net, inputs = network(name)
    optimizer = ms.nn.Adam(net.trainable_params(), 1e-3)
    step = ms.nn.TrainOneStepCell(net, optimizer).set_train()
    step(*inputs).asnumpy()
    first, later, begun = cpu() - start, [], time.monotonic()
    while len(later) < 10 or (len(later) < 50 and time.monotonic() - begun < 5):
        before = cpu()
        step(*inputs).asnumpy()
        later.append(cpu() - before)
    stats = getattr(getattr(ms, "graph", None), "stats", None)  # msacc's own
    progress = stats().automatic.values() if stats is not None else ()
    at = max((each.compile_at for each in progress), default=0)
    return {"first": first, "later": min(later), "compile_at": at}


def run(name: str, python: str, level: str | None) -> dict[str, float]:
    """`measure` in a fresh process; a level makes it one of msacc."""
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "OMP_NUM_THREADS": "1", "MSACC_LOG_LEVEL": "ERROR"}
        command = [python, __file__, "--side", name]
        if level is not None:
            command[1:1] = ["-m", "msacc"]
            env |= {"MSACC_JIT_LEVEL": level, "TORCHINDUCTOR_CACHE_DIR": cache}
            env["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
        out = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
    return dict(json.loads(out.splitlines()[-1]))


def totals(found: dict[str, dict[str, float]], steps: int) -> dict[str, float]:
    """CPU seconds of each side after some steps."""
    sums = {side: f["first"] + (steps - 1) * f["later"] for side, f in found.items()}
    plain, compiled, automatic = (found[side] for side in SIDES)
    at = int(automatic["compile_at"])
    if steps >= at:
        compiling = compiled["first"] + (steps - at) * compiled["later"]
        sums["automatic"] = automatic["first"] + (at - 2) * plain["later"] + compiling
    return sums


def rows(name: str, found: dict[str, dict[str, float]]) -> list[list[Any]]:
    """A line for each number of steps."""
    lines = []
    for steps in STEPS:
        sums = totals(found, steps)
        best = min(sums["op by op"], sums["compiled"])
        theirs = sums.get("MindSpore")
        line: list[Any] = [name, steps, *(round(sums[side], 1) for side in SIDES)]
        line += [round(theirs, 1) if theirs else "", round(sums["automatic"] / (best + 1), 2)]
        line.append(round(sums["automatic"] / theirs, 3) if theirs else "")
        lines.append(line)
    return lines


def draw(found: dict[str, dict[str, dict[str, float]]], path: Path) -> None:
    """Curves of all sides, a picture for each network."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, (len(found) + 1) // 2, figsize=(13, 6), squeeze=False)
    steps = sorted({round(10 ** (n / 8)) for n in range(33)})
    for axis, (name, sides) in zip(axes.flat, found.items(), strict=False):
        for side in sides:
            style = {"linewidth": 2.5} if side == "automatic" else {"linestyle": "--"}
            axis.loglog(steps, [totals(sides, n)[side] for n in steps], label=side, **style)
        axis.set_title(name)
    axes[0][0].legend()
    figure.supxlabel("training steps")
    figure.supylabel("CPU seconds in all")
    figure.tight_layout()
    figure.savefig(path, dpi=90)


def main() -> None:
    """Print the table, or one side's figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mindspore-python", help="a Python that has real MindSpore")
    parser.add_argument("--networks", nargs="+", choices=NETWORKS, default=NETWORKS)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--side", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.side:
        print(json.dumps(measure(args.side)))
        return
    columns = ["network", "steps", *SIDES, "MindSpore", "of the best", "of MindSpore"]
    print("".join(f"{column:>17}" for column in columns))
    found, table = {}, []
    for name in args.networks:
        sides = {side: run(name, sys.executable, level) for side, level in SIDES.items()}
        if args.mindspore_python:
            sides["MindSpore"] = run(name, args.mindspore_python, None)
        found[name] = sides
        table += rows(name, sides)
        for line in table[-len(STEPS) :]:
            print("".join(f"{cell!s:>17}" for cell in line), flush=True)
    if args.picture:
        draw(found, args.picture)
    if args.json:
        content = {"title": "Time in all", "columns": columns, "rows": table, "notes": []}
        args.json.write_text(json.dumps(content, indent=1))


if __name__ == "__main__":
    main()
