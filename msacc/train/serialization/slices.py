"""Slice files: what each process of a sharded run saved with integrated_save=False, and merging them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.train.serialization.into_net import load_param_into_net
from msacc.train.serialization.load import load_checkpoint

# The entry of a slice file that says where each slice belongs.
INDEX = "msacc_slices"


def merge_slices(files: Iterable[str]) -> dict[str, Parameter]:
    """Whole parameters from the slice files of all processes; ValueError if a part is missing."""
    whole: dict[str, np.ndarray] = {}
    covered: dict[str, int] = {}
    shapes: dict[str, tuple[int, ...]] = {}
    merged: dict[str, Parameter] = {}
    for file in files:
        entries: dict[str, Any] = load_checkpoint(file)
        index = json.loads(str(entries.pop(INDEX, "{}")))
        for name, value in entries.items():
            if name not in index:
                merged[name] = value
                continue
            low, high, shape = index[name]
            shapes[name] = tuple(shape)
            flat = whole.setdefault(name, np.empty(int(np.prod(shape)), value.asnumpy().dtype))
            flat[low:high] = value.asnumpy()
            covered[name] = covered.get(name, 0) + high - low
    for name, flat in whole.items():
        if covered[name] < flat.size:
            raise ValueError(
                f"'{name}' has {flat.size} values, but the files hold {covered[name]}: give the slice "
                "files of all processes."
            )
        merged[name] = Parameter(Tensor(flat.reshape(shapes[name])), name=name)
    return merged


def load_distributed_checkpoint(
    network: Cell | None,
    checkpoint_filenames: list[str] | None = None,
    predict_strategy: Any = None,
    train_strategy_filename: str | None = None,
    strict_load: bool = False,
    **kwargs: Any,
) -> Any:
    """Load the slice files of a sharded run into `network`; returns what load_param_into_net does.

    Without a network it returns {name: Parameter}. Strategy files are not needed and are refused;
    ValueError when the files do not make up every parameter.
    """
    if not checkpoint_filenames or not isinstance(checkpoint_filenames, (list, tuple)):
        raise TypeError(
            "For 'load_distributed_checkpoint', 'checkpoint_filenames' should be a list of files, but got "
            f"{checkpoint_filenames!r}."
        )
    if predict_strategy is not None or train_strategy_filename is not None or kwargs:
        raise NotImplementedError(
            "msacc's slice files carry their layout: leave predict_strategy, train_strategy_filename and "
            f"{sorted(kwargs)} out of load_distributed_checkpoint."
        )
    merged = merge_slices(checkpoint_filenames)
    return merged if network is None else load_param_into_net(network, merged, strict_load)
