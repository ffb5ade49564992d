"""Arguments of the losses and similarities of mindspore.ops, a to k."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import rand
from tests.parity.table import Rows, group, row

X, Y = rand(4, 3), rand(4, 3, seed=1)
SHARES = rand(4, 3, low=0.1, high=0.9)
TARGETS = rand(4, 3, seed=2, low=0.1, high=0.9)
WEIGHTS = rand(4, 3, seed=3, low=0.2, high=2)
SIDES = np.array([1, -1, -1, 1], np.int32)
SIGNS = np.sign(rand(4, 3, seed=4))
LOGS = np.log(np.exp(rand(6, 2, 4)) / np.exp(rand(6, 2, 4)).sum(-1, keepdims=True)).astype(
    np.float32
)
WORDS = np.array([[1, 3, 3], [2, 3, 1]], np.int32)
LENGTHS, SPOKEN = np.array([6, 5], np.int32), np.array([3, 2], np.int32)


def finite(ms: Any, x: Any, words: Any, lengths: Any, spoken: Any) -> Any:
    """MindSpore's kernel clears the gradient of an infinite loss, and against its documentation not the loss."""
    ours = ms.__name__ == "msacc"
    how = "sum" if ours else "none"
    loss = ms.ops.ctc_loss(x, words, lengths, spoken, reduction=how, zero_infinity=True)[0]
    return loss if ours else ms.ops.where(ms.ops.isinf(loss), ms.ops.zeros_like(loss), loss).sum()


REDUCED = {
    "cosine_embedding": row(
        lambda ms, x, y, t: ms.ops.cosine_embedding_loss(
            input1=x, input2=y, target=t, margin=0.3, reduction="none"
        ),
        X,
        Y,
        SIDES,
    ),
    "hinge": row(
        lambda ms, x, t: ms.ops.hinge_embedding_loss(
            inputs=x, targets=t, margin=2.0, reduction="sum"
        ),
        X,
        SIGNS,
        grad=False,
    ),
    "huber": row(
        lambda ms, x, t: ms.ops.huber_loss(input=x, target=t, reduction="none", delta=0.6), X, Y
    ),
    "huber_sum": row(lambda ms, x, t: ms.ops.huber_loss(x, t, "sum", 2.0), X, Y),
    "gaussian": row(
        lambda ms, x, t, v: ms.ops.gaussian_nll_loss(
            x=x, target=t, var=v, full=True, eps=0.5, reduction="sum"
        ),
        X,
        Y,
        SHARES,
    ),
}

GROUPS: dict[str, Rows] = {
    "reduced": REDUCED,
    "divergence": {
        how: row(
            lambda ms, x, t, how=how: ms.ops.kl_div(logits=x, labels=t, reduction=how), X, TARGETS
        )
        for how in ("none", "sum", "batchmean")
    },
    "weighted": {
        "cross_entropy": row(
            lambda ms, x, t, w: ms.ops.binary_cross_entropy(x, t, weight=w),
            SHARES,
            TARGETS,
            WEIGHTS,
        ),
        "logits": row(
            lambda ms, x, t, w, p: ms.ops.binary_cross_entropy_with_logits(
                x, t, weight=w, pos_weight=p, reduction="none"
            ),
            X,
            TARGETS,
            WEIGHTS,
            SHARES,
        ),
        "cross_entropy_sum": row(
            lambda ms, x, t, w: ms.ops.binary_cross_entropy(x, t, w, "sum"),
            SHARES,
            TARGETS,
            WEIGHTS,
        ),
    },
    "similar": {
        "cosine": row(lambda ms, x, y: ms.ops.cosine_similarity(x1=x, x2=y, dim=0, eps=1e-3), X, Y),
        "cosine_small": row(
            lambda ms, x, y: ms.ops.cosine_similarity(x, y, dim=-1, eps=0.5), X / 10, Y / 10
        ),
    },
    "speech": {
        "plain": row(
            lambda ms, x, t, n, m: ms.ops.ctc_loss(
                log_probs=x, targets=t, input_lengths=n, target_lengths=m
            )[0],
            LOGS,
            WORDS,
            LENGTHS,
            SPOKEN,
        ),
        "blank": row(
            lambda ms, x, t, n, m: ms.ops.ctc_loss(x, t - 1, n, m, blank=3, reduction="none")[0],
            LOGS,
            WORDS,
            LENGTHS,
            SPOKEN,
            grad=False,
        ),
        "infinite": row(
            finite,
            LOGS[:3],
            WORDS,
            np.array([3, 3], np.int32),
            SPOKEN,
        ),
    },
}
for _name, _rows in GROUPS.items():
    group(__name__, _name, _rows, jit=_name != "speech", rtol=1e-4, atol=1e-5)
