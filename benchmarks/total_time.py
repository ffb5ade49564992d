"""CPU seconds after N training steps: PyNative, each level of graph mode, torch alone, and MindSpore's graph mode.

    python benchmarks/total_time.py --mindspore-python /path/to/venv-with-mindspore/bin/python
        [--networks gpt vit ...] [--amp] [--picture FILE] [--json FILE]

Nothing is on disk. Each side's first step and its later ones are measured in a process of its own with one thread,
compilers included and imports before that not; sums for N steps are made of both. Of the automatic level the first step
is measured and the call that compiles is read; the rest follows from O0 and O1. `of the best`: against the best of
PyNative, O0, O1, O2, torch eager and torch.compile, plus a second. `--amp`: level O2 in bfloat16 on all sides, autocast
for torch. A second table holds the first steps, cold and (with the compiled code of a process before) warm.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
NETWORKS = ("gpt", "vit", "unet", "resnet50", "convnext", "encoder-decoder", "lenet", "mlp")
STEPS = (1, 10, 100, 1_000, 10_000)
# The arguments of python for each side, and the jit level.
SIDES: dict[str, tuple[tuple[str, ...], str | None]] = {
    "PyNative": (("-m", "msacc", "SIDE", "--pynative"), ""),
    "O0": (("-m", "msacc", "SIDE"), "O0"),
    "O1": (("-m", "msacc", "SIDE"), "O1"),
    "O2": (("-m", "msacc", "SIDE"), "O2"),
    "automatic": (("-m", "msacc", "SIDE"), ""),
    "torch eager": (("SIDE", "--torch", "eager"), None),
    "torch.compile": (("SIDE", "--torch", "compile"), None),
}
COMPILED = ("O1", "O2", "torch.compile")
Figures = dict[str, float]


def run(name: str, python: str, arguments: tuple[str, ...], level: str | None) -> Figures:
    """A side's figures from a fresh process; of what is compiled also those of a second one: `warm`."""
    env = {**os.environ, "OMP_NUM_THREADS": "1", "MSACC_LOG_LEVEL": "ERROR"}
    command = [python, *(str(HERE / "total_time_side.py") if a == "SIDE" else a for a in arguments)]

    def figures() -> Figures:
        done = subprocess.run(
            [*command, name], env=env, check=True, stdout=subprocess.PIPE, text=True
        )
        return dict(json.loads(done.stdout.splitlines()[-1]))

    with tempfile.TemporaryDirectory() as cache:
        env |= {"TORCHINDUCTOR_CACHE_DIR": cache, "TORCHINDUCTOR_COMPILE_THREADS": "1"}
        if level:
            env["MSACC_JIT_LEVEL"] = level
        cold = figures()
        if level in ("O1", "O2") or "compile" in arguments:
            cold["warm"] = figures()["first"]
        return cold


def totals(sides: dict[str, Figures], steps: int) -> Figures:
    """CPU seconds of each side after some steps."""
    sums = {side: f["first"] + (steps - 1) * f["later"] for side, f in sides.items()}
    automatic, compiled = sides["automatic"], sides["O1"]
    at = int(automatic["compile_at"])
    waiting = min(steps, at - 1) - 1
    sums["automatic"] = automatic["first"] + waiting * sides["O0"]["later"]
    if steps >= at:
        sums["automatic"] += compiled["first"] + (steps - at) * compiled["later"]
    return sums


def rows(name: str, sides: dict[str, Figures]) -> list[list[Any]]:
    """A line for each number of steps."""
    lines = []
    for steps in STEPS:
        sums = totals(sides, steps)
        best = min(sums[side] for side in SIDES if side != "automatic")
        line: list[Any] = [name, steps, *(round(sums[side], 1) for side in SIDES)]
        theirs = sums.get("MindSpore")
        line += [round(theirs, 1) if theirs else "", round(sums["automatic"] / (best + 1), 2)]
        lines.append([*line, round(sums["automatic"] / theirs, 3) if theirs else ""])
    return lines


def first_steps(found: dict[str, dict[str, Figures]]) -> list[list[Any]]:
    """A line for each network and side: seconds of the first step, cold and warm, and milliseconds of later ones."""
    return [
        [name, side, round(f["first"], 1), round(f["warm"], 1) if "warm" in f else ""]
        + [round(1000 * f["later"], 1)]
        for name, sides in found.items()
        for side, f in sides.items()
        if side != "automatic"
    ]


def draw(found: dict[str, dict[str, Figures]], path: Path) -> None:
    """Curves of all sides, a picture for each network."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, (len(found) + 1) // 2, figsize=(15, 7), squeeze=False)
    steps = sorted({round(10 ** (n / 8)) for n in range(33)})
    for axis, (name, sides) in zip(axes.flat, found.items(), strict=False):
        curves = [totals(sides, n) for n in steps]
        for side in sides:
            style = {"linewidth": 2.5} if side == "automatic" else {"linestyle": "--"}
            axis.loglog(steps, [sums[side] for sums in curves], label=side, **style)
        axis.set_title(name)
    axes[0][0].legend(fontsize="small")
    figure.supxlabel("training steps")
    figure.supylabel("CPU seconds in all")
    figure.tight_layout()
    figure.savefig(path, dpi=90)


def table(columns: list[str], lines: list[list[Any]]) -> None:
    """Print lines below their columns."""
    print("".join(f"{column:>15}" for column in columns))
    for line in lines:
        print("".join(f"{cell!s:>15}" for cell in line), flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mindspore-python", help="a Python that has real MindSpore")
    parser.add_argument("--networks", nargs="+", choices=NETWORKS, default=NETWORKS)
    parser.add_argument("--amp", action="store_true", help="mixed precision on all sides")
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    columns = ["network", "steps", *SIDES, "MindSpore", "of the best", "of MindSpore"]
    found: dict[str, dict[str, Figures]] = {}
    lines: list[list[Any]] = []
    amp = ("--amp",) if args.amp else ()
    for name in args.networks:
        sides = {
            side: run(name, sys.executable, (*how, *amp), level)
            for side, (how, level) in SIDES.items()
        }
        if args.mindspore_python:
            sides["MindSpore"] = run(name, args.mindspore_python, ("SIDE", *amp), None)
        found[name] = sides
        lines += (new := rows(name, sides))
        table(columns, new)
    first_columns = ["network", "side", "cold s", "warm s", "later ms"]
    table(first_columns, first := first_steps(found))
    if args.picture:
        draw(found, args.picture)
    if args.json:
        how = ", level O2 in bfloat16" if args.amp else ""
        tables = [
            {"title": f"Time in all{how}", "columns": columns, "rows": lines, "notes": []},
            {"title": f"First steps{how}", "columns": first_columns, "rows": first, "notes": []},
        ]
        args.json.write_text(json.dumps(tables, indent=1))


if __name__ == "__main__":
    main()
