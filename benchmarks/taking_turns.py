"""Sides that take turns, and what each costs a step."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from msacc.common.settings import settings

# Seconds of a turn, at least one step.
TURN = 0.3


def seconds(step: Callable[[], Any], steps: int) -> float:
    """What a step takes: on the wall on a GPU, which is waited for; of the CPU's time elsewhere."""
    on_gpu = settings.device.type == "cuda"
    clock = time.perf_counter if on_gpu else time.process_time
    if on_gpu:
        torch.cuda.synchronize()
    began = clock()
    for _ in range(steps):
        step()
    if on_gpu:
        torch.cuda.synchronize()
    return (clock() - began) / steps


def rounds_of(
    sides: dict[str, Callable[[], Any]],
    rounds: int,
    quick: bool,
    after: Callable[[dict[str, Any]], None] | None = None,
) -> dict[str, Any]:
    """Each side's seconds a step, round by round; which side begins changes. `after` each round it gets all so far."""
    counts = {}
    for name, step in sides.items():
        for _ in range(3):
            step()
        counts[name] = 1 if quick else max(1, round(TURN / seconds(step, 1)))
    taken: dict[str, list[float]] = {name: [] for name in sides}
    names = list(sides)
    for k in range(rounds):
        for name in names[k % len(names) :] + names[: k % len(names)]:
            taken[name].append(seconds(sides[name], counts[name]))
        if after is not None:
            after(taken)
    return taken


def ratio(taken: dict[str, list[float]], one: str, others: list[str]) -> float:
    """How fast `one` is, 1 being the fastest of the `others`: the median over the rounds."""
    fastest = min(others, key=lambda name: statistics.median(taken[name]))
    return statistics.median(b / a for a, b in zip(taken[one], taken[fastest], strict=True))


def _cell(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else "" if value is None else str(value)


def write(path: Path | None, tables: list[dict[str, Any]], prints: bool = True) -> None:
    """Print tables (title, columns, rows, notes), and write them to a file."""
    for table in tables if prints else ():
        print(f"\n{table['title']}")
        lines = [table["columns"], *table["rows"]]
        cells = [[_cell(c) for c in line] for line in lines]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        for line in cells:
            print(
                "  ".join(
                    cell.ljust(width) for cell, width in zip(line, widths, strict=True)
                ).rstrip()
            )
        for note in table["notes"]:
            print(f"- {note}")
    if path is not None:
        path.write_text(json.dumps(tables if len(tables) > 1 else tables[0], indent=1))
