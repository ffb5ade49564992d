"""Losses as primitives: what they are called with, and their settings."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.args_no_kernel import is_mindspore
from tests.parity.harness import Arrays, case, rand
from tests.parity.tables import Formula, Row, formulas, table

X, LABELS = rand(3, 4), np.array([1, 0, 3], np.int64)
WEIGHT = np.array([0.5, 1.0, 2.0, 1.5], np.float32)
SIGNS = np.sign(rand(3, 4, seed=9))
A, B, C = (rand(3, 4, seed=i) for i in range(3))


def margins(ms: Any, x: Any, y: Any, w: Any) -> Any:
    make = ms.ops.MultiMarginLoss
    return (
        make(p=2, margin=0.5, reduction="none")(x, y, w),
        make(margin=2.0, reduction="sum")(x, y, w),
        make(p=2)(x, y, w),
    )


GRADED: dict[str, Row] = {
    "weights_of_classes": (
        lambda ms, x, w, y: (
            ms.ops.nll_loss(x, y, w),
            ms.ops.nll_loss(x, y, w, 1, "sum"),
            ms.ops.cross_entropy(x, y, w, 0, "mean", 0.2),
            ms.ops.cross_entropy(x, y, w, reduction="none"),
        ),
        (X, WEIGHT, LABELS.astype(np.int32)),
    ),
    "weights_of_a_primitive": (
        lambda ms, x, w, y: ms.ops.NLLLoss(reduction="sum", ignore_index=1)(x, y, w)[0],
        (X, WEIGHT, LABELS.astype(np.int32)),
    ),
    "weights_of_elements": (
        lambda ms, x, w, v, y: (
            ms.ops.binary_cross_entropy_with_logits(x, y.astype(ms.float32), w, v),
            ms.ops.binary_cross_entropy(x / 5 + 0.5, y.astype(ms.float32), w),
        ),
        (X, np.abs(A), WEIGHT, (SIGNS > 0).astype(np.int32)),
    ),
    "margins": (margins, (X, LABELS, WEIGHT)),
}


def triplets(eps: float, p: int, margin: float, swap: bool) -> np.ndarray:
    def away(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return (np.abs(a - b + eps) ** p).sum(1) ** (1 / p)

    far = np.minimum(away(A, C), away(B, C)) if swap else away(A, C)
    return np.maximum(away(A, B) - far + margin, 0)


FORMULAS: dict[str, Formula] = {
    "signs": (
        lambda ms, x, y: (
            ms.ops.SoftMarginLoss(reduction="sum")(x, y),
            ms.ops.SoftMarginLoss(reduction="none")(x, y),
        ),
        lambda x, y: (np.log1p(np.exp(-x * y)).sum(), np.log1p(np.exp(-x * y))),
        (X, SIGNS),
    ),
    "triplets": (
        lambda ms, a, b, c: (
            ms.ops.TripletMarginLoss(p=3, swap=True, eps=0.5, reduction="none")(
                a, b, c, ms.Tensor(2.0, ms.float32)
            ),
            ms.ops.TripletMarginLoss(reduction="sum")(a, b, c, ms.Tensor(1.0, ms.float32)),
        ),
        lambda a, b, c: (
            triplets(0.5, 3, 2.0, True),
            triplets(1e-6, 2, 1.0, False).sum(),
        ),
        (A, B, C),
    ),
}
table(__name__, GRADED, rtol=1e-4, atol=1e-5)
formulas(__name__, FORMULAS, rtol=1e-4, atol=1e-5)


@case(jit=False, rtol=1e-4, atol=1e-5)
def sequence(ms: Any, run: Any) -> Arrays:
    """Two equal labels need three steps: the second loss is infinite, which the kernel never zeroes."""
    steps = np.log(rand(4, 2, 3, low=0.2, high=0.6))
    labels = ms.Tensor([[0, 1], [0, 0]], ms.int32)
    lengths = ms.Tensor([4, 2], ms.int32), ms.Tensor([2, 2], ms.int32)
    make = ms.ops.CTCLossV2
    kept = make(blank=2, reduction="none")(ms.Tensor(steps), labels, *lengths)[0].asnumpy()
    loss = make(blank=2, zero_infinity=True)(ms.Tensor(steps), labels, *lengths)[0].asnumpy()
    return {"kept": kept, "loss": np.where(np.isinf(kept), 0, kept) if is_mindspore(ms) else loss}
