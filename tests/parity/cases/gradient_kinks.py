"""Gradients where a function has none: at equal elements, at the ends of what clips, at zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import case

EQUAL = np.array([[3.0, 3.0, 1.0], [2.0, 5.0, 5.0], [4.0, 4.0, 4.0]], np.float32)
Table = dict[str, Callable[[Any, Any], Any]]

# Reductions and pairs of EQUAL.
TIES: Table = {
    "tensor_max_axis": lambda ms, x: x.max(axis=1),
    "tensor_max_last_kept": lambda ms, x: x.max(axis=-1, keepdims=True),
    "tensor_max_two_axes": lambda ms, x: x.max(axis=(0, 1)),
    "tensor_max_all": lambda ms, x: x.max(),
    "tensor_min_axis": lambda ms, x: x.min(axis=1),
    "tensor_min_all": lambda ms, x: x.min(),
    "ops_max": lambda ms, x: ms.ops.max(x, axis=1)[0],
    "ops_min": lambda ms, x: ms.ops.min(x, axis=1)[0],
    "ops_amax": lambda ms, x: ms.ops.amax(x, 1),
    "ops_amin": lambda ms, x: ms.ops.amin(x, 1),
    "reduce_max": lambda ms, x: ms.ops.ReduceMax()(x, 1),
    "argmax_with_value": lambda ms, x: ms.ops.ArgMaxWithValue(1)(x)[1],
    "mint_max_all": lambda ms, x: ms.mint.max(x),
    "mint_max_dim": lambda ms, x: ms.mint.max(x, 1)[0],
    "topk": lambda ms, x: ms.ops.topk(x, 1)[0],
    "median": lambda ms, x: ms.ops.median(x, 1)[0],
    "maximum": lambda ms, x: ms.ops.maximum(x, x * 1.0),
    "max_pool": lambda ms, x: ms.ops.max_pool2d(x.reshape(1, 1, 3, 3), (1, 3)),
    "logsumexp": lambda ms, x: ms.ops.logsumexp(x, 1),
    "sign": lambda ms, x: ms.ops.sign(x),
    "clamp": lambda ms, x: ms.ops.clamp(x, 3.0, 5.0),
    "clip_by_value": lambda ms, x: ms.ops.clip_by_value(x, 3.0, 5.0),
    "threshold": lambda ms, x: ms.ops.threshold(x, 3.0, 0.0),
    "smooth_l1_at_beta": lambda ms, x: ms.ops.smooth_l1_loss(x, x - 1, beta=1.0),
    "huber_at_delta": lambda ms, x: ms.ops.huber_loss(x, x - 1),
    "margin_ranking": lambda ms, x: ms.ops.margin_ranking_loss(x, x * 1, x * 0 + 1),
    "hinge_embedding": lambda ms, x: ms.ops.hinge_embedding_loss(
        x - 2.0, ms.Tensor(-np.ones((3, 3), np.float32))
    ),
    "cosine_embedding": lambda ms, x: ms.ops.cosine_embedding_loss(
        x[:2, :2] * 0 + ms.Tensor([[1.0, 0.0], [0.0, 1.0]]) * x[:2, :2],
        ms.Tensor([[0.0, 1.0], [1.0, 0.0]]),
        ms.Tensor([-1.0, -1.0]),
    ),
    "heaviside_numpy": lambda ms, x: ms.numpy.heaviside(x - 3.0, x * 2),
    "vander": lambda ms, x: ms.ops.vander(x[0], 3),
    "l1_at_equal": lambda ms, x: ms.ops.l1_loss(x, x * 1),
}  # fmt: skip

# Functions of one number, each at a place where its two sides differ.
KINKS: dict[str, tuple[str, float]] = {
    "relu": ("relu", 0),
    "relu6_low": ("relu6", 0),
    "elu": ("elu", 0),
    "celu": ("celu", 0),
    "hardsigmoid_low": ("hardsigmoid", -3),
    "hardsigmoid_high": ("hardsigmoid", 3),
    "hardtanh": ("hardtanh", 1),
    "hardshrink": ("hardshrink", 0.5),
    "softshrink": ("softshrink", 0.5),
    "abs": ("abs", 0),
    "sqrt": ("sqrt", 0),
}


for _name, _fn in TIES.items():
    case(name=_name, jit=False)(lambda ms, run, f=_fn: run(lambda x: f(ms, x), EQUAL))
for _name, (_op, _at) in KINKS.items():
    case(name=f"{_name}_kink", jit=False)(
        lambda ms, run, o=_op, a=_at: run(
            lambda x: getattr(ms.ops, o)(x), np.full(2, a, np.float32)
        )
    )
