"""Arguments of the functions of mindspore.ops, l to z, that are refused or said to have no effect."""

from __future__ import annotations

from typing import Any

import numpy as np
from msacc.ops.operations.nn_ops import FlashAttentionScore

import msacc as ms
from msacc import ops
from tests.ledger.row import Row, rows


def flash(place: int = 0, value: Any = None, **settings: Any) -> Any:
    q = ms.Tensor(np.ones((1, 2, 4), np.float32))
    masks = [None] * 7
    masks[place] = value
    return FlashAttentionScore(1, **settings)(q, q, q, *masks)


_CALL = "mindspore.ops.operations.nn_ops.FlashAttentionScore.__call__"

ROWS: list[Row] = [
    Row(
        _CALL, "padding_mask", lambda: flash(2, (2,)), NotImplementedError, "MindSpore reserves it."
    ),
    *rows(
        "mindspore.ops.operations.nn_ops.FlashAttentionScore",
        "inner_precise",
        lambda: flash(inner_precise=1),
        None,
        "torch's kernel chooses its own precision.",
    ),
    *rows(
        "mindspore.ops.scatter_nd_update",
        "use_locking",
        lambda: ops.scatter_nd_update(
            ms.Parameter(ms.Tensor([1.0, 2.0])),
            ms.Tensor([[0]]),
            ms.Tensor([3.0]),
            use_locking=False,
        ),
        None,
        "Updates run one after the other anyway.",
    ),
    *rows(
        "mindspore.ops.lrn",
        "norm_region",
        lambda: ops.lrn(ms.Tensor(np.ones((1, 2, 3, 3), np.float32)), norm_region="WITHIN_CHANNEL"),
        ValueError,
        "MindSpore has its default alone.",
    ),
]
