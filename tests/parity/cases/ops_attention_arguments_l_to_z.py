"""Arguments of attention in mindspore.ops, whose kernels Ascend alone has: by the documented formula."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, rand
from tests.parity.table import Rows, group, row

# Two heads of four; five queries, six keys.
Q, K, V = (rand(2, 2, s, 4, seed=s) for s in (5, 6, 7))
V = V[:, :, :6]
SHIFT = rand(1, 2, 5, 6, seed=8)
MASK = np.zeros((5, 6), np.uint8)
MASK[:, 4] = MASK[1, 2] = 1
TRIANGLE = np.triu(np.ones((2048, 2048), np.uint8), 1)
AHEAD = np.arange(6) - np.arange(5)[:, None]

PLACES = {
    "BNSD": (0, 1, 2, 3),
    "BSND": (0, 2, 1, 3),
    "SBH": (2, 0, 1, 3),
    "BSH": (0, 2, 1, 3),
}


def laid_out(x: np.ndarray, layout: str) -> np.ndarray:
    turned = x.transpose(PLACES[layout])
    return turned.reshape(*turned.shape[:2], -1) if layout.endswith("H") else turned


def attention(hidden: np.ndarray, shift: Any = 0) -> np.ndarray:
    scores = np.where(hidden, -np.inf, Q @ K.transpose(0, 1, 3, 2) * 0.5 + shift)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return (weights / weights.sum(-1, keepdims=True) @ V).astype(np.float32)


ORDER = ("real_shift", "drop_mask", "padding_mask", "attn_mask")

# Name -> (the settings, the inputs, where not to look, the shift).
FLASH: dict[str, tuple[dict[str, Any], dict[str, np.ndarray], Any, Any]] = {
    "layout": ({"input_layout": "BNSD"}, {}, False, 0),
    "sequence_first": ({"input_layout": "SBH"}, {"attn_mask": MASK}, MASK > 0, 0),
    "shift": ({"input_layout": "BSND"}, {"real_shift": SHIFT}, False, SHIFT),
    "window": (
        {"input_layout": "SBH", "pre_tokens": 2, "next_tokens": 1},
        {"attn_mask": MASK},
        (MASK > 0) | (AHEAD > 1) | (AHEAD < -2),
        0,
    ),
    "whole_mask": (
        {"sparse_mode": 1, "pre_tokens": 1},
        {"attn_mask": MASK, "real_shift": SHIFT},
        MASK > 0,
        SHIFT,
    ),
    "triangle": ({"sparse_mode": 2}, {"attn_mask": TRIANGLE}, AHEAD > 0, 0),
    "triangle_from_end": ({"sparse_mode": 3}, {"attn_mask": TRIANGLE}, AHEAD > 1, 0),
}


@case(jit=False, rtol=1e-4, atol=1e-5)
def flash(ms: Any, run: Any) -> Arrays:
    result = {}
    for name, (settings, inputs, hidden, shift) in FLASH.items():
        layout = settings.get("input_layout", "BSH")
        if is_mindspore(ms):
            result[name] = laid_out(attention(np.asarray(hidden), shift), layout)
            continue
        kind = importlib.import_module("msacc.ops.operations.nn_ops").FlashAttentionScore
        op = kind(head_num=2, scale_value=0.5, **settings)
        tensors = (ms.Tensor(np.ascontiguousarray(laid_out(x, layout))) for x in (Q, K, V))
        masks = [ms.Tensor(inputs[k]) if k in inputs else None for k in ORDER]
        result[name] = op(*tensors, *masks)[3].asnumpy()
    return result


@case(jit=False)
def dropped(ms: Any, run: Any) -> Arrays:
    """Of weights 1/64, half are kept and doubled: the mean of ones stays, with a spread."""
    if is_mindspore(ms):
        return {"mean": np.array(True), "spread": np.array(True)}
    kind = importlib.import_module("msacc.ops.operations.nn_ops").FlashAttentionScore
    ms.set_seed(1)
    zeros, ones = (ms.ops.full((1, 1, 64, 64), v, dtype=ms.float32) for v in (0.0, 1.0))
    out = kind(1, keep_prob=0.5, input_layout="BNSD")(zeros, zeros, ones)[3].asnumpy()[..., 0]
    return {
        "mean": np.array(abs(out.mean() - 1) < 0.08),
        "spread": np.array(abs(out.std() - 0.125) < 0.05),
    }


def rotated(x: np.ndarray, cos: np.ndarray, sin: np.ndarray) -> np.ndarray:
    """Mode 1: neighbouring pairs are turned."""
    pairs = np.stack([-x[..., 1::2], x[..., ::2]], -1).reshape(x.shape)
    return x * cos + pairs * sin


ROTARY: Rows = {
    "pairs": row(
        lambda ms, x, c, s: ms.ops.rotary_position_embedding(x=x, cos=c, sin=s, mode=1),
        Q,
        rand(1, 1, 5, 4, seed=9),
        rand(1, 1, 5, 4, seed=10),
        formula=rotated,
    ),
    "halves": row(
        lambda ms, x, c, s: ms.ops.rotary_position_embedding(x, c, s),
        Q,
        rand(1, 1, 5, 4, seed=9),
        rand(1, 1, 5, 4, seed=10),
        formula=lambda x, c, s: x * c + np.concatenate([-x[..., 2:], x[..., :2]], -1) * s,
    ),
}
group(__name__, "rotary", ROTARY)
