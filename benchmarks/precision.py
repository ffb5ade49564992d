"""Mixed precision against float32: steps in float16 and bfloat16 at every level, beside torch's autocast by hand.

    OMP_NUM_THREADS=1 python benchmarks/precision.py [--models lenet mlp "short gpt"] [--modes PyNative graph]
        [--types bfloat16 float16] [--rounds 5] [--quick] [--json FILE]

A figure is the speed, 1 being that of the same side, in the same mode, in float32: torch's autocast beside torch,
eager or compiled, and msacc's levels beside msacc. All sides take turns in one run; CPU seconds, on a GPU seconds.
`--quick` has tiny networks, which shows that the program runs.
"""

from __future__ import annotations

import argparse
import logging
import os
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from both_ways_steps import msacc_step, torch_step
from taking_turns import rounds_of, write

import msacc as ms
from msacc.common.settings import settings
from msacc.common.torch_private import has_bfloat16_products, has_float16_products

# What is compared are compiled graphs.
os.environ.setdefault("MSACC_JIT_LEVEL", "O1")

MODELS = ["lenet", "mlp", "short gpt"]
LEVELS = ["O2", "O3", "auto"]
TYPES = {"bfloat16": (torch.bfloat16, ms.bfloat16), "float16": (torch.float16, ms.float16)}


def sides(name: str, mode: str, kind: str, quick: bool) -> dict[str, Callable[[], Any]]:
    """Float32 and the low type, by hand and with MindSpore's names."""
    theirs, ours = TYPES[kind]
    options = None if mode == "PyNative" else {}
    jit_level = None if mode == "PyNative" else "O1"
    made = {
        "torch": torch_step(name, quick, None, options),
        "autocast": torch_step(name, quick, theirs, options),
        "msacc": msacc_step(name, quick, jit_level=jit_level),
    }
    return made | {level: msacc_step(name, quick, level, ours, jit_level) for level in LEVELS}


def row(name: str, mode: str, kind: str, rounds: int, quick: bool) -> list[Any]:
    """One network in one mode and type."""
    torch.compiler.reset()
    made = sides(name, mode, kind, quick)
    losses = {side: float(step()) for side, step in made.items()}
    first = losses["torch"]
    assert all(abs(loss - first) < 3e-2 * abs(first) for loss in losses.values()), losses
    taken = rounds_of(made, rounds, quick)

    def speed(one: str, of: str) -> float:
        return statistics.median(b / a for a, b in zip(taken[one], taken[of], strict=True))

    levels = [speed(level, "msacc") for level in LEVELS]
    alike = speed("msacc", "torch")
    return [name, kind, mode, speed("autocast", "torch"), *levels, alike]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", nargs="+", choices=MODELS, default=MODELS)
    parser.add_argument(
        "--modes", nargs="+", choices=["PyNative", "graph"], default=["PyNative", "graph"]
    )
    parser.add_argument("--types", nargs="+", choices=TYPES, default=list(TYPES))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", type=Path, help="also write the table to this file")
    args = parser.parse_args()
    logging.getLogger("msacc").setLevel(logging.ERROR)
    rows = [
        row(name, mode, kind, args.rounds, args.quick)
        for name in args.models
        for kind in args.types
        for mode in args.modes
    ]
    has = {True: "has instructions", False: "has no instructions"}
    known = f"bfloat16 ({has[has_bfloat16_products()]}) and float16 ({has[has_float16_products()]})"
    here = (
        f"the processor, of which torch knows: {known}" if settings.device.type == "cpu" else "CUDA"
    )
    levels = [f"msacc {level}" for level in LEVELS]
    table = {
        "title": f"Mixed precision against float32 on {here}",
        "columns": ["network", "type", "mode", "torch autocast", *levels, "float32, msacc/torch"],
        "rows": rows,
        "notes": [
            "speed, 1 being that of the same side and mode in float32; the last column is msacc's in "
            "float32, 1 being torch's"
        ],
    }
    write(args.json, [table])


if __name__ == "__main__":
    main()
