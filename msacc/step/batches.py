"""Splits a call's batch into micro-batches and over processes, and logs the effective batch size."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from msacc.common import tensor_marks
from msacc.common.sparse import COOTensor, CSRTensor, RowTensor
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import leaves, like
from msacc.common.warn_once import once

# Types that hold samples and cannot be cut: passed on, every micro-batch would get all samples.
_UNCUT = (np.ndarray, torch.Tensor, COOTensor, CSRTensor, RowTensor)


def split(inputs: tuple[Any, ...], pieces: int, remainder: str = "error") -> list[tuple[Any, ...]]:
    """Cut each Tensor along axis 0 into so many contiguous pieces, those in tuples, lists and dicts too.

    Other inputs go to every piece. ValueError without rows, or for a size that `pieces` does not divide, unless
    `remainder` is "short": the last pieces are shorter then, or missing. TypeError for arrays and sparse Tensors.
    """
    if pieces == 1:
        return [inputs]
    for position, value in enumerate(inputs):
        _check_cut(value, f"input {position}")
    size = rows(inputs)
    if not size:
        raise ValueError(
            f"A batch is cut into {pieces} along axis 0 of its Tensors, but no input has rows there; give Tensors "
            "with an axis of samples."
        )
    if remainder == "error":
        for length in sorted(_sizes(inputs)):
            if length % pieces:
                raise ValueError(
                    f"For micro batch initialization, the 0th dimension shape of input({length}) must be "
                    f"divided by micro size({pieces}): give a batch (or a part for each process) of as many rows as "
                    "micro_size divides, or another micro_size."
                )
    each = -(-size // pieces)
    starts = range(0, size, each)
    return [tuple(_rows_of(a, start, each) for a in inputs) for start in starts]


def _check_cut(value: object, where: str) -> None:
    """TypeError for what holds samples and is neither a Tensor nor a tuple, list or dict of them."""
    if isinstance(value, (list, tuple)):
        for position, item in enumerate(value):
            _check_cut(item, f"{where}[{position}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_cut(item, f"{where}[{key!r}]")
    elif isinstance(value, _UNCUT):
        raise TypeError(
            f"A batch is cut into micro-batches along axis 0 of its Tensors, but {where} is a {type(value).__name__}: "
            "give a Tensor, or a tuple, list or dict of Tensors."
        )


def _rows_of(value: Any, start: int, length: int) -> Any:
    if isinstance(value, (list, tuple)):
        return like(value, [_rows_of(item, start, length) for item in value])
    if isinstance(value, dict):
        return {key: _rows_of(item, start, length) for key, item in value.items()}
    if not isinstance(value, Tensor) or not value.shape:
        return value
    return wrap(tensor_marks.keep_varying(value._t, value._t[start : start + length]))


def share(inputs: tuple[Any, ...], processes: int, rank: int) -> tuple[Any, ...]:
    """One process's part of a batch that all are fed; ValueError where they cannot share it evenly."""
    for length in sorted(_sizes(inputs)):
        if length % processes:
            raise ValueError(
                f"dataset_strategy 'full_batch': {processes} processes cannot share a batch of {length} rows evenly. "
                f"Give a batch size that {processes} divides, with drop_remainder=True."
            )
    return split(inputs, processes)[rank] if rows(inputs) else inputs


def _sizes(inputs: Sequence[Any]) -> set[int]:
    """The lengths of all first axes."""
    return {t.shape[0] for t in leaves(list(inputs)) if t.shape}


def rows(inputs: Sequence[Any]) -> int:
    """The number of samples in a batch; 0 where no input has a first axis."""
    return max(_sizes(inputs), default=0)


def announce(micro: Sequence[Any], window: int, ranks: int) -> None:
    """Log `micro x window x ranks = effective batch` once, where there is more than one micro-batch."""
    size = rows(micro)
    if window * ranks == 1 or not size:
        return
    once(
        f"effective-batch:{window}:{ranks}",
        f"effective batch: {size} (micro-batch) x {window} (window) x {ranks} (processes) = "
        f"{size * window * ranks}. The learning rate is as given; msacc.train.scale_learning_rate scales it.",
        logging.INFO,
    )
