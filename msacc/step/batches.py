"""One call's batch, cut over micro-batches and over processes, and what is said of its size."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from msacc.common.notice import once
from msacc.common.tensor import Tensor, wrap


def split(inputs: tuple[Any, ...], parts: int, remainder: str = "error") -> list[tuple[Any, ...]]:
    """Cut each Tensor along axis 0 into `parts` contiguous pieces; other inputs go to every piece.

    ValueError for a size that `parts` does not divide, unless `remainder` is "short": the last pieces are
    shorter then, or missing.
    """
    if parts == 1:
        return [inputs]
    sizes = {a.shape[0] for a in inputs if isinstance(a, Tensor) and a.shape}
    size = max(sizes, default=0)
    if remainder == "error":
        for given in sorted(sizes):
            if given % parts:
                raise ValueError(
                    f"For micro batch initialization, the 0th dimension shape of input({given}) must be "
                    f"divided by micro size({parts})"
                )
    each = -(-size // parts)
    starts = range(0, size, each)
    return [tuple(_part(a, start, each) for a in inputs) for start in starts]


def _part(value: Any, start: int, length: int) -> Any:
    if not isinstance(value, Tensor) or not value.shape:
        return value
    return wrap(value._t[start : start + length])


def rows(inputs: Sequence[Any]) -> int:
    """The number of samples in a batch; 0 where no input has a first axis."""
    return max((a.shape[0] for a in inputs if isinstance(a, Tensor) and a.shape), default=0)


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
