"""Checkpoints of many ranks for the cases about them: layouts, files and what is in them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.checkpoint_arguments import listed
from tests.parity.harness import Arrays, as_array
from tests.parity.strategies import Layouts, numbers, save, write

# A small network with its optimizer: names that belong together are cut alike.
TWO: Layouts = {
    "w": ([2], [0, -1], 0, 0),
    "adam_m.w": ([2], [0, -1], 0, 0),
    "b": ([2], [-1], 1, 2),
    "n": ([2], [-1], 0, 0),
}


SQUARE: Layouts = {
    "w": ([2, 2], [1, 0], 0, 0),
    "adam_m.w": ([2, 2], [1, 0], 0, 0),
    "b": ([2, 2], [0], 2, 2),
    "n": ([2, 2], [-1], 1, -1),
}


EIGHT: Layouts = {
    "w": ([2, 2, 2], [[1, 0], 2], 0, 0),
    "adam_m.w": ([2, 2, 2], [-1, 0], 2, 4),
    "b": ([2, 2, 2], [[2, 0]], 0, 0),
    "n": ([2, 2, 2], [1], 0, 0),
}


WHOLE = {"w": (16, 8), "adam_m.w": (16, 8), "b": (16,), "n": (8,), "lr": ()}


STAGE0: Layouts = {"w": ([2], [0, -1], 0, 0), "tied": ([2], [0], 0, 0)}


STAGE1: Layouts = {"v": ([2], [-1, 0], 0, 0), "tied": ([2], [0], 0, 0), "b": ([2], [-1], 1, 2)}


def slice_shapes(layouts: Layouts, whole: dict[str, tuple[int, ...]] = WHOLE) -> dict[str, Any]:
    """What one rank holds of each parameter."""
    return {name: slice_shape(shape, layouts.get(name)) for name, shape in whole.items()}


def slice_shape(shape: tuple[int, ...], what: Any) -> tuple[int, ...]:
    if what is None:
        return shape
    dev, tensor_map, step, size = what
    several = [m if isinstance(m, list) else [m] for m in tensor_map]
    cuts = [int(np.prod([dev[-1 - d] for d in ds if d >= 0])) for ds in several]
    if size == -1:
        size = int(np.prod(dev)) // int(np.prod(cuts))
    if step:
        cuts[0] *= size
    return tuple(n // k for n, k in zip(shape, cuts, strict=True))


def content(ms: Any, folder: str, end: str = ".ckpt") -> Arrays:
    """Every value of every file below a folder, and the order of the names in each."""
    result: Arrays = {"files": listed(folder, end)}
    for path in str(result["files"]).split():
        read = ms.load_checkpoint(f"{folder}/{path}", format=end[1:])
        result[f"{path}:names"] = np.array(" ".join(read))
        result |= {f"{path}:{name}": as_array(value) for name, value in read.items()}
    return result


def two_stages(ms: Any, folder: str) -> str:
    """The checkpoints of two stages of two ranks, and their merged strategy file."""
    write(ms, f"{folder}/strategies/s0.ckpt", STAGE0)
    write(ms, f"{folder}/strategies/s1.ckpt", STAGE1, stage=1)
    ms.merge_pipeline_strategys(f"{folder}/strategies", f"{folder}/merged.ckpt")
    whole = {"w": (8, 4), "tied": (8,), "v": (8, 4), "b": (8,), "global_step": (1,)}
    for ranks, layouts in ((range(2), STAGE0), (range(2, 4), STAGE1)):
        own = {n: s for n, s in whole.items() if n in layouts or n == "global_step"}
        save(ms, f"{folder}/staged", ranks, slice_shapes(layouts, own))
    return f"{folder}/merged.ckpt"


def shown(ms: Any, path: str) -> str:
    """What build_searched_strategy gives, as text."""
    result = ms.build_searched_strategy(path)
    return "\n".join(
        f"{name} {[list(d.dim) for d in one.dev_matrix]} {[list(m.dim) for m in one.tensor_map]} "
        f"{[list(m.dim) for m in one.param_split_shape]} {[list(m.dim) for m in one.indices_offset]} "
        f"{one.field} {one.opt_weight_shard_step} {one.opt_weight_shard_size}"
        for name, one in sorted(result.items())
    )


def slices(ms: Any, shapes: list[tuple[int, ...]], name: str = "w") -> list[Any]:
    return [ms.Parameter(ms.Tensor(numbers(s, 1000 * k)), name=name) for k, s in enumerate(shapes)]


def whole_net(ms: Any) -> Any:
    """A network that holds what WHOLE names, but for the learning rate."""

    class Net(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            for name, shape in WHOLE.items():
                if name not in ("lr", "adam_m.w"):
                    setattr(
                        self, name, ms.Parameter(ms.Tensor(np.zeros(shape, np.float32)), name=name)
                    )

    return Net()


def state(net: Any) -> Arrays:
    return {p.name: as_array(p) for p in net.get_parameters()}
