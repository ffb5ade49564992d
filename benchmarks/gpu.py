"""Steps on a GPU against hand-written torch: eager, compiled, and compiled with CUDA graphs, as ratios in one run.

    python benchmarks/gpu.py [--models lenet gpt ...] [--precisions float32 ...] [--rounds 7] [--json FILE]
        [--device cpu --quick]

Both sides start from the same weights and give the same loss. A ratio is msacc's speed, 1 being that of torch run
alike: PyNative beside eager, graph mode beside compiled, O2 beside compiled with mode="reduce-overhead"; `best` is
msacc's fastest beside torch's fastest. In float16 and bfloat16 torch's side is under autocast, msacc's at the level
that is named. `graph` tells whether O2 made one CUDA graph of the step, and `waits` how often a step of each kind of
msacc's waited for the device. `pytest -m gpu` checks the rest. `--device cpu --quick` shows that the program runs.
"""

from __future__ import annotations

import argparse
import logging
import os
import statistics
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from both_ways import NETWORKS, msacc_step, torch_step
from taking_turns import ratio, rounds_of, write

import msacc as ms
from msacc.common.settings import settings
from msacc.common.torch_private import cuda_graph_skips

# What is compared are compiled graphs.
os.environ.setdefault("MSACC_JIT_LEVEL", "O1")

# Of msacc: the level, and the type it is for; torch's side is under autocast to the same type.
PRECISIONS: dict[str, tuple[str, Any]] = {
    "float32": ("O0", None),
    "bfloat16 O2": ("O2", ms.bfloat16),
    "float16 O2": ("O2", ms.float16),
    "float16 O3": ("O3", ms.float16),
}
MODELS = [name for name in NETWORKS if name != "short gpt"]
LOW = {ms.bfloat16: torch.bfloat16, ms.float16: torch.float16}
ALIKE = {"PyNative": "eager", "graph": "compiled", "graph O2": "CUDA graphs"}


def sides(name: str, quick: bool, level: str, low: Any) -> dict[str, Callable[[], Any]]:
    """Three ways by hand and three of msacc's."""
    by_hand = LOW.get(low)
    options: dict[str, Any] = {"mode": "reduce-overhead"}
    return {
        "eager": torch_step(name, quick, by_hand),
        "compiled": torch_step(name, quick, by_hand, {}),
        "CUDA graphs": torch_step(name, quick, by_hand, options),
        "PyNative": msacc_step(name, quick, level, low),
        "graph": msacc_step(name, quick, level, low, "O1"),
        "graph O2": msacc_step(name, quick, level, low, "O2"),
    }


def check_losses(made: dict[str, Callable[[], Any]], low: Any) -> None:
    """All sides begin with the same loss; in a low type as near as that is."""
    losses = {name: float(step()) for name, step in made.items()}
    first = losses["eager"]
    allowed = (1e-3 if low is None else 3e-2) * abs(first)
    assert all(abs(loss - first) <= allowed for loss in losses.values()), losses


def waits(step: Callable[[], Any]) -> int:
    """How often two steps of a kind wait for the device."""
    if settings.device.type != "cuda":
        return 0
    torch.cuda.set_sync_debug_mode("warn")
    try:
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            step()
            step()
    finally:
        torch.cuda.set_sync_debug_mode("default")
    return sum("synchroniz" in str(warning.message) for warning in seen)


def row(name: str, precision: str, rounds: int, quick: bool) -> list[Any]:
    """One network in one precision."""
    level, low = PRECISIONS[precision]
    torch.compiler.reset()
    ms.graph.reset()
    skipped = cuda_graph_skips()
    made = sides(name, quick, level, low)
    check_losses(made, low)
    taken = rounds_of(made, rounds, quick)
    whole = not any(ms.graph.stats().cuda_graphs.values()) and cuda_graph_skips() == skipped
    recorded = bool(ms.graph.stats().cuda_graphs) and whole
    ratios = [ratio(taken, one, [other]) for one, other in ALIKE.items()]
    ours = min(ALIKE, key=lambda one: statistics.median(taken[one]))
    best = ratio(taken, ours, list(ALIKE.values()))
    eager = 1000 * statistics.median(taken["eager"])
    waited = " ".join(str(waits(made[one])) for one in ALIKE)
    return [name, precision, *ratios, best, eager, "one" if recorded else "no", waited]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    parser.add_argument("--quick", action="store_true", help="tiny networks, one step a turn")
    parser.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS))
    parser.add_argument("--precisions", nargs="+", choices=PRECISIONS, default=list(PRECISIONS))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path, help="also write the table to this file")
    args = parser.parse_args()
    if args.device == "cuda" and not torch.cuda.is_available():
        parser.error("there is no CUDA device; --device cpu --quick shows that the program runs")
    settings.device = torch.device(args.device)
    logging.getLogger("msacc").setLevel(logging.ERROR)
    columns = ["network", "precision", "PyNative", "graph", "graph O2", "best", "eager ms"]
    table = {
        "title": f"Training steps on {where()}",
        "columns": [*columns, "CUDA graph", "waits"],
        "rows": [row(n, p, args.rounds, args.quick) for n in args.models for p in args.precisions],
        "notes": [
            "ratios: msacc's speed, 1 being torch's by hand: eager, compiled, compiled with CUDA graphs, the fastest",
            "waits for the device in two steps: PyNative, graph, graph O2",
        ],
    }
    write(args.json, [table])


def where() -> str:
    """The device."""
    if settings.device.type != "cuda":
        return "the CPU (which shows only that the program runs)"
    return str(torch.cuda.get_device_name())


if __name__ == "__main__":
    main()
