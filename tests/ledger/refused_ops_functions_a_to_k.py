"""Arguments of the functions of mindspore.ops, a to k, that are refused or said to have no effect."""

from __future__ import annotations

from typing import Any

import numpy as np
from msacc.ops.function.nn_func import multi_head_attention_forward

import msacc as ms
from msacc import ops
from tests.ledger.row import Row, rows

ONES = ms.Tensor(np.ones((2, 1, 4), np.float32))


def flash(**given: Any) -> Any:
    return ops.flash_attention_score(ONES, ONES, ONES, 2, **given)


def forward(**given: Any) -> Any:
    inside, outside = (ms.Tensor(np.ones((n, 4), np.float32)) for n in (12, 4))
    whole = (ONES, ONES, ONES, 4, 2, inside, None, None, None, False, 0.0, outside, None)
    return multi_head_attention_forward(*whole, **given)


_FLASH = "mindspore.ops.flash_attention_score"
_FORWARD = "mindspore.ops.function.nn_func.multi_head_attention_forward"

ROWS: list[Row] = [
    *rows(
        _FLASH,
        "padding_mask",
        lambda: flash(padding_mask=ONES),
        NotImplementedError,
        "MindSpore reserves it.",
    ),
    *rows(
        _FLASH,
        "inner_precise",
        lambda: flash(inner_precise=1),
        None,
        "torch's kernel chooses its own precision.",
    ),
    *rows(
        _FORWARD,
        "is_causal",
        lambda: forward(is_causal=True),
        NotImplementedError,
        "MindSpore adds 1 to the scores of earlier keys, which hides nothing.",
    ),
    *rows(
        _FORWARD,
        "dtype",
        lambda: forward(dtype=ms.float64),
        None,
        "The computation stays in the dtype of the inputs.",
    ),
    *rows(
        "mindspore.ops.clip_by_global_norm",
        "use_norm",
        lambda: ops.clip_by_global_norm((ONES,), use_norm=1.0),
        ValueError,
        "MindSpore has None alone as well.",
    ),
]
