"""Strategy files and slices for the cases about distributed checkpoints."""

from __future__ import annotations

import importlib
import os
import random
from typing import Any

import numpy as np

# name: (device matrix, tensor map, optimizer step, optimizer size)
Layouts = dict[str, tuple[list[int], list[Any], int, int]]


def messages(ms: Any) -> Any:
    """Each side's own classes of the protobuf messages."""
    return importlib.import_module(f"{ms.__name__}.train.node_strategy_pb2")


def layout(ms: Any, dev: list[int], tensor_map: list[Any], step: int = 0, size: int = 0) -> Any:
    """One ParallelLayouts message."""
    result = messages(ms).ParallelLayouts(
        field=0, opt_weight_shard_step=step, opt_weight_shard_size=size
    )
    result.dev_matrix.add().dim.extend(dev)
    if any(isinstance(entry, list) for entry in tensor_map):
        for entry in tensor_map:
            result.tensor_map.add().dim.extend(entry if isinstance(entry, list) else [entry])
        if len(tensor_map) == 1:
            result.tensor_map.add()
    else:
        result.tensor_map.add().dim.extend(tensor_map)
    result.param_split_shape.add()
    result.indices_offset.add()
    return result


def write(ms: Any, path: str, layouts: Layouts, stage: int = 0) -> str:
    """A protobuf strategy file."""
    result = messages(ms).ParallelStrategyMap(current_stage=stage)
    for name, what in layouts.items():
        item = result.parallel_strategy_item.add(node_name=name)
        item.parallel_strategys.stage = stage
        item.parallel_strategys.parallel_strategy.add().dim.extend(what[0])
        entry = result.parallel_layout_item.add(param_name=name)
        entry.parallel_layouts.CopyFrom(layout(ms, *what))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(result.SerializeToString())
    return path


def save(
    ms: Any, folder: str, ranks: range, shapes: dict[str, tuple[int, ...]], **options: Any
) -> dict[int, str]:
    """Each rank's checkpoint in `folder`/rank_<n>, its numbers telling rank and place: {rank: file}."""
    end = options.get("format", "ckpt")
    files = {}
    for rank in ranks:
        os.makedirs(f"{folder}/rank_{rank}", exist_ok=True)
        values = [
            {"name": name, "data": ms.Tensor(numbers(shape, 100000 * k + 1000 * rank))}
            for k, (name, shape) in enumerate(shapes.items())
        ]
        files[rank] = f"{folder}/rank_{rank}/net-1_2.{end}"
        ms.save_checkpoint(values, files[rank], **options)
    return files


def numbers(shape: tuple[int, ...], start: int) -> np.ndarray:
    """Float32 numbers that tell where they come from."""
    return (np.arange(np.prod(shape, dtype=int)) + start).reshape(shape).astype(np.float32)


def at_random(count: int, seed: int, nested: bool) -> list[tuple[int, Any, Any]]:
    """(axes, source, target) layouts of parameters; a target of None is not cut."""
    draw = random.Random(seed)
    result = []
    for _ in range(count):
        axes = draw.choice([1, 2, 2, 3])
        source = _one(draw, axes, nested)
        result.append((axes, source, None if draw.random() < 0.15 else _one(draw, axes, nested)))
    return result


def _one(draw: random.Random, axes: int, nested: bool) -> tuple[list[int], list[Any], int, int]:
    left, grid = draw.choice([2, 4, 4, 8, 8, 8]), []
    while left > 1:
        grid.append(draw.choice([n for n in (1, 2, 4, 8) if n <= left]))
        left //= grid[-1]
    free = list(range(len(grid)))[::-1]
    if draw.random() < 0.4:
        draw.shuffle(free)
        optimizer = False
    else:
        optimizer = True
    tensor_map: list[Any] = []
    for _ in range(axes):
        if nested and len(free) > 1 and draw.random() < 0.5:
            tensor_map.append([free.pop(0), free.pop(0)])
        else:
            tensor_map.append(free.pop(0) if free and draw.random() < 0.5 else -1)
    spare = [i for i in range(len(grid)) if len(grid) - 1 - i in free and grid[i] > 1]
    if not optimizer or not spare or draw.random() < 0.4:
        return grid, tensor_map, 0, 0
    step = int(np.prod(grid[spare[-1] + 1 :]))
    return grid, tensor_map, step, draw.choice([-1, grid[spare[-1]]])
