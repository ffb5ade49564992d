"""A network run once under `record`, on msacc or, in a process of its own, on MindSpore itself.

Nothing of msacc is imported here: the Python of another environment runs this file.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import sys
from collections.abc import Callable
from typing import Any

import numpy as np


def run(ms: Any, record: Any, path: Any, net: Any, inputs: tuple[Any, ...], loss: Any) -> None:
    """Record a call of `net` and the gradients of its weights; `loss`: of its result, or None for `weighted`."""
    loss = loss or (lambda out: weighted(out, ms.Tensor, lambda t: t.astype(ms.float32)))
    trained = list(net.trainable_params())
    places = tuple(i for i, x in enumerate(inputs) if getattr(x, "dtype", None) == ms.float32)
    with record(path, net):
        if not (trained or places):
            net(*inputs)
            return
        ms.value_and_grad(lambda *xs: loss(net(*xs)), places or None, trained or None)(*inputs)


def weighted(
    out: Any,
    tensor: Callable[[np.ndarray], Any],
    cast: Callable[[Any], Any],
    part: tuple[int, int] = (0, 1),
) -> Any:
    """A scalar that every float of `out` moves: the sum with fixed weights.

    `part`: rank and number of the processes, each of which has that part of the rows and takes the weights of these.
    """
    rank, size = part
    draw = np.random.RandomState(1)
    total: Any = 0.0
    for leaf in leaves(out):
        if "float" in str(leaf.dtype).lower():
            if size > 1 and not leaf.ndim:
                raise ValueError("a result without axes has no row for each sample of the batch")
            weights = np.asarray(draw.randn(*(size * n for n in leaf.shape[:1]), *leaf.shape[1:]))
            weights = (np.split(weights, size)[rank] if size > 1 else weights).astype(np.float32)
            total = total + (cast(leaf) * tensor(weights)).sum()
    return total


def leaves(values: Any) -> list[Any]:
    """The tensors in nested tuples, lists and dicts."""
    if isinstance(values, dict):
        values = list(values.values())
    if isinstance(values, (tuple, list)):
        return [leaf for value in values for leaf in leaves(value)]
    return [values] if hasattr(values, "dtype") else []


def named(source: str) -> dict[str, Any]:
    """What a script, without its `__main__` part, or a module defines."""
    if source.endswith(".py"):
        sys.path.insert(0, os.path.dirname(os.path.abspath(source)))
        return runpy.run_path(source, run_name=os.path.basename(source)[:-3])
    sys.path.insert(0, os.getcwd())
    return vars(importlib.import_module(source))


def main(record: Any, task_file: str) -> None:
    """What `compare` asks of another Python: `task_file` is JSON with network, training, inputs, weights and output."""
    import mindspore as ms

    with open(task_file, encoding="utf-8") as file:
        task = json.load(file)
    ms.set_context(mode=ms.PYNATIVE_MODE)
    ms.set_seed(1)
    source, _, expression = task["network"].partition(":")
    net = eval(expression, named(source))  # the user's own command line
    net = net if isinstance(net, ms.nn.Cell) else net()
    net.set_train(task["training"])
    put(net, dict(np.load(task["weights"])), task["names"], ms.Tensor)
    arrays, dtypes = np.load(task["inputs"]), task["dtypes"]
    inputs = [ms.Tensor(arrays[str(i)], getattr(ms, kind)) for i, kind in enumerate(dtypes)]
    run(ms, record, task["output"], net, tuple(inputs), None)


def put(
    net: Any, weights: dict[str, np.ndarray], names: dict[str, str], tensor: Callable[..., Any]
) -> None:
    """Set the parameters by name. `names`: paths here for paths in `weights`. ValueError for what has no value."""
    net.check_names_and_refresh_name()
    given = {renamed(name, names): array for name, array in weights.items()}
    lacking, misshapen = [], []
    for parameter in net.get_parameters():
        array = given.get(parameter.name, given.get(without_wrappers(parameter.name)))
        if array is None:
            lacking.append(parameter.name)
        elif array.shape != tuple(parameter.shape):
            misshapen.append(f"{parameter.name} is {tuple(parameter.shape)}, not {array.shape}")
        else:
            parameter.set_data(tensor(array, parameter.dtype))
    if lacking or misshapen:
        problems = [f"no values for {', '.join(lacking)}"] if lacking else []
        raise ValueError(
            f"The second network cannot take the first's weights: {'; '.join(problems + misshapen)}; "
            "'names' maps paths of the first to paths of the second."
        )


def without_wrappers(name: str) -> str:
    """A path without the Cells that mixed precision puts around others."""
    return ".".join(piece for piece in name.split(".") if piece not in ("_backbone", "_op"))


def renamed(name: str, names: dict[str, str]) -> str:
    """`name`, or what the longest of `names` that it begins with makes of it."""
    path, number, call = name.partition("#")
    for old in sorted(names, key=len, reverse=True):
        if path == old or path.startswith(old + "."):
            return names[old] + path[len(old) :] + number + call
    return name
