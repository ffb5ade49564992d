"""Arguments of mint.nn's losses, and of kl_div, linear and one_hot.

MindSpore's CPU build has no kernels for some: their formulas, of elementary operations, stand on its side.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import rand
from tests.parity.table import Rows, each, group, row

X = rand(2, 3)
Y = rand(2, 3, seed=1)
CHANCE = rand(2, 3, seed=2, low=0.1, high=0.9)
LABEL = rand(2, 3, seed=3, low=0.1, high=0.9)
SIGN = np.array([[1, -1, 1], [-1, -1, 1]], np.float32)
PLACES = np.array([[2, 0], [1, 1]], np.int64)
WEIGHT = rand(2, 3, seed=4, low=0.5)
SHARE = rand(3, seed=5, low=0.5)
PAIR = np.array([1, -1, -1], np.int64)
A, B = rand(3, 4, seed=6), rand(3, 4, seed=7)
B[1] = A[1] + 0.1


def divergence(ms: Any, x: Any, y: Any) -> Any:
    """Both logarithms."""
    return ms.ops.exp(y) * (y - x)


def cosine(ms: Any, a: Any, b: Any, margin: float) -> Any:
    top, lengths = (a * b).sum(1), (a * a).sum(1) * (b * b).sum(1)
    angle = top / ms.ops.sqrt(lengths)
    apart = ms.ops.relu(angle - margin)
    return ms.ops.where(ms.Tensor(PAIR == 1), 1 - angle, apart)


def soft(ms: Any, x: Any, y: Any) -> Any:
    return ms.ops.log(1 + ms.ops.exp(-y * x))


FUNCTIONS: Rows = {
    "kl_div": row(
        lambda ms, x, y: ms.mint.nn.functional.kl_div(
            input=x, target=y, reduction="batchmean", log_target=True
        ),
        X,
        Y,
        instead=lambda ms, x, y: divergence(ms, x, y).sum() / 2,
    ),
    "kl_div_none": row(
        lambda ms, x, y: ms.mint.nn.functional.kl_div(x, y, reduction="none"),
        X,
        LABEL,
        instead=lambda ms, x, y: y * (ms.ops.log(y) - x),
    ),
    "linear": row(
        lambda ms, x, w, b: ms.mint.nn.functional.linear(input=x, weight=w, bias=b),
        X,
        rand(4, 3, seed=1),
        rand(4, seed=2),
    ),
    "one_hot": row(
        lambda ms, at: ms.mint.nn.functional.one_hot(tensor=at, num_classes=4),
        PLACES,
        instead=lambda ms, at: ms.Tensor(np.eye(4, dtype=np.int64)[PLACES]),
    ),
}
LAYERS: Rows = {
    "BCELoss": row(
        lambda ms, x, y: ms.mint.nn.BCELoss(weight=ms.Tensor(WEIGHT), reduction="sum")(x, y),
        CHANCE,
        LABEL,
    ),
    "BCEWithLogitsLoss": row(
        lambda ms, x, y: ms.mint.nn.BCEWithLogitsLoss(
            weight=ms.Tensor(WEIGHT), reduction="none", pos_weight=ms.Tensor(SHARE)
        )(x, y),
        X,
        LABEL,
    ),
    "CosineEmbeddingLoss": row(
        lambda ms, a, b: ms.mint.nn.CosineEmbeddingLoss(margin=0.2, reduction="sum")(
            input1=a, input2=b, target=ms.Tensor(PAIR)
        ),
        A,
        B,
        instead=lambda ms, a, b: cosine(ms, a, b, 0.2).sum(),
    ),
    "KLDivLoss": row(
        lambda ms, x, y: (
            ms.mint.nn.KLDivLoss(reduction="sum", log_target=True)(x, y),
            ms.mint.nn.KLDivLoss(reduction="none", log_target=True)(x, y),
        ),
        X,
        Y,
        instead=lambda ms, x, y: (divergence(ms, x, y).sum(), divergence(ms, x, y)),
    ),
    "L1Loss": row(
        lambda ms, x, y: (
            ms.mint.nn.L1Loss(reduction="sum")(x, y),
            ms.mint.nn.L1Loss(reduction="none")(x, y),
        ),
        X,
        Y,
        instead=lambda ms, x, y: (ms.ops.abs(x - y).sum(), ms.ops.abs(x - y)),
    ),
    "MSELoss": row(
        lambda ms, x, y: (
            ms.mint.nn.MSELoss(reduction="sum")(x, y),
            ms.mint.nn.MSELoss(reduction="none")(x, y),
        ),
        X,
        Y,
        instead=lambda ms, x, y: (((x - y) ** 2).sum(), (x - y) ** 2),
    ),
    "SmoothL1Loss": row(
        lambda ms, x, y: (
            ms.mint.nn.SmoothL1Loss(reduction="sum", beta=0.3)(x, y),
            ms.mint.nn.SmoothL1Loss(reduction="none", beta=3.0)(x, y),
        ),
        X,
        Y,
    ),
    "SoftMarginLoss": row(
        lambda ms, x, y: (
            ms.mint.nn.SoftMarginLoss(reduction="sum")(x, y),
            ms.mint.nn.SoftMarginLoss(reduction="none")(x, y),
        ),
        X,
        SIGN,
        instead=lambda ms, x, y: (soft(ms, x, y).sum(), soft(ms, x, y)),
    ),
}
each(__name__, FUNCTIONS, jit=False, rtol=1e-4, atol=1e-5)
group(__name__, "functions_in_a_graph", FUNCTIONS, rtol=1e-4, atol=1e-5)
each(__name__, LAYERS, jit=False, rtol=1e-4, atol=1e-5)
