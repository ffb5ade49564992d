"""Training steps on a GPU against hand-written torch: eager, compiled, compiled with CUDA graphs, with fused attention.

    python benchmarks/gpu.py [--models lenet gpt2 ...] [--precisions float32 ...] [--sides pynative eager ...]
        [--rounds 7] [--first] [--json FILE] [--device cpu --quick]

All sides of a network start from the same weights and give the same loss. In float16 and bfloat16 torch's side is under
autocast, msacc's at the level that is named. A row is a side: seconds of building it and of its first step, the step in
which msacc's compiled, milliseconds of a later step, `speed` and `peak of` beside torch's side alike (PyNative mode
beside eager, graph mode beside compiled, O2 beside compiled with mode="reduce-overhead"), waits for the device in two
steps, operations outside of compiled code and launches of CUDA graphs in one step. `--first` stops after the first
step, of weights of each side's own. `--device cpu --quick` shows that the program runs. on_gpu.py runs this and more.
"""

from __future__ import annotations

import argparse
import functools
import logging
import statistics
from pathlib import Path
from typing import Any

import torch
from both_ways import NETWORKS
from both_ways_steps import Step
from gpu_sides import (
    ALIKE,
    BY_HAND,
    OWN,
    PRECISIONS,
    first_step,
    has,
    launches,
    make,
    peak,
    problems,
    settle,
    waits,
)
from taking_turns import ratio, rounds_of, write

from msacc.common.settings import settings
from msacc.common.torch_private import cuda_graph_skips

MODELS = [name for name in NETWORKS if name != "short gpt"]
SMALL = ["lenet", "mlp", "resnet18", "gpt", "lstm"]
SIDES = [*OWN, *BY_HAND]
COLUMNS = ["network", "precision", "side", "build s", "first s", "compiled at", "later ms", "speed"]
COLUMNS += ["peak MiB", "peak of", "waits", "outside", "graphs", "problem"]
NOTES = [
    "speed, peak of: beside torch's side alike (pynative: eager, automatic and o1: compile, o2: cuda_graphs)",
    "waits: for the device in two steps; outside: operations outside of compiled code in one step; graphs: CUDA graphs",
]


class Comparison:
    """The rows of all networks, written anew after each finding."""

    def __init__(self, args: Any):
        self.args = args
        self.rows: list[dict[str, Any]] = []

    def save(self) -> None:
        """To the file."""
        if self.args.json is not None:
            write(self.args.json, [self.table()], prints=False)

    def table(self) -> dict[str, Any]:
        """As tables are kept."""
        rows = [[row.get(column) for column in COLUMNS] for row in self.rows]
        title = f"Training steps on {where()}"
        return {"title": title, "columns": COLUMNS, "rows": rows, "notes": NOTES}

    def compare(self, network: str, precision: str) -> None:
        """All sides of one network in one precision."""
        torch.compiler.reset()
        found: dict[str, dict[str, Any]] = {}
        steps: dict[str, Step] = {}
        for side in self.args.sides:
            if has(network, side):
                row = {"network": network, "precision": precision, "side": side}
                self.rows.append(row)
                found[side] = row
                self.begin(row, steps)
                self.save()
        if self.args.first:
            return
        _check_losses(list(found.values()), precision)
        rounds_of(steps, self.args.rounds, self.args.quick, lambda taken: self.note(found, taken))
        for side, step in steps.items():
            self.look(found[side], step)
            self.save()

    def begin(self, row: dict[str, Any], steps: dict[str, Step]) -> None:
        """The first steps of a side."""
        which = row["network"], row["precision"], row["side"]
        skipped = cuda_graph_skips()
        try:
            making = functools.partial(make, *which, self.args.quick, not self.args.first)
            step, first = first_step(making)
            row.update(first)
            if not self.args.first:
                row["compiled at"] = settle(row["side"], step)
                row["peak MiB"] = peak(step)
                steps[row["side"]] = step
            row["problem"] = problems(row["side"], skipped)
        except Exception as error:  # the other sides are measured all the same
            row["problem"] = f"{type(error).__name__}: {str(error)[:300]}"

    def note(self, found: dict[str, dict[str, Any]], taken: dict[str, list[float]]) -> None:
        """What the rounds say so far."""
        for side, seconds in taken.items():
            found[side]["later ms"] = 1000 * statistics.median(seconds)
            alike = ALIKE.get(side)
            if alike in taken:
                found[side]["speed"] = ratio(taken, side, [alike])
                peaks = found[side]["peak MiB"], found[alike]["peak MiB"]
                found[side]["peak of"] = peaks[0] / peaks[1] if all(peaks) else None
        self.save()

    def look(self, row: dict[str, Any], step: Step) -> None:
        """What a step hands to the device."""
        try:
            row["waits"] = waits(step)
            row.update(launches(step))
        except Exception as error:  # a profiler that doesn't run here takes nothing from the times
            row["problem"] = f"{row['problem']} {type(error).__name__}: {str(error)[:200]}".strip()


def _check_losses(rows: list[dict[str, Any]], precision: str) -> None:
    """All sides begin with the same loss; in a low type as near as that is. One that does not says so."""
    losses = [row["loss"] for row in rows if "loss" in row]
    if not losses:
        return
    middle = statistics.median(losses)
    allowed = (1e-3 if PRECISIONS[precision][1] is None else 3e-2) * abs(middle)
    for row in rows:
        if "loss" in row and not abs(row["loss"] - middle) <= allowed:
            row["problem"] = f"loss {row['loss']:.4f} instead of {middle:.4f}. {row['problem']}"


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    parser.add_argument("--quick", action="store_true", help="tiny networks, one step a turn")
    parser.add_argument("--models", nargs="+", choices=MODELS, default=SMALL)
    parser.add_argument("--precisions", nargs="+", choices=PRECISIONS, default=list(PRECISIONS))
    parser.add_argument("--sides", nargs="+", choices=SIDES, default=SIDES)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--first", action="store_true", help="first steps alone")
    parser.add_argument("--json", type=Path, help="also write the table to this file")
    return parser


def main() -> None:
    parser = options()
    args = parser.parse_args()
    if args.device == "cuda" and not torch.cuda.is_available():
        parser.error("there is no CUDA device; --device cpu --quick shows that the program runs")
    settings.device = torch.device(args.device)
    logging.getLogger("msacc").setLevel(logging.ERROR)
    comparison = Comparison(args)
    for network in args.models:
        for precision in args.precisions:
            comparison.compare(network, precision)
    write(args.json, [comparison.table()])


def where() -> str:
    """The device."""
    if settings.device.type != "cuda":
        return "the CPU (which shows only that the program runs)"
    return str(torch.cuda.get_device_name())


if __name__ == "__main__":
    main()
