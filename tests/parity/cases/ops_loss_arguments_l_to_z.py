"""Arguments of the loss functions of mindspore.ops, l to z."""

from __future__ import annotations

import numpy as np

from tests.parity.harness import rand
from tests.parity.table import Rows, group, row

X, Y = rand(2, 3), rand(2, 3, seed=1)
SIGNS = np.array([[1, -1, 1], [-1, -1, 1]], np.float32)
BITS = np.array([[1, 0, 1], [0, 0, 1]], np.float32)
WEIGHT = np.array([0.5, 1.5, 2.0], np.float32)
CLASSES = np.array([2, 0], np.int64)
# Labels up to the first -1 count.
LABELS = np.array([[2, 0, -1], [1, -1, 0]], np.int32)
A, P, N = rand(4, 5), rand(4, 5, seed=2), rand(4, 5, seed=3)


def soft_margin(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.log1p(np.exp(-y * x))


def distance(x: np.ndarray, y: np.ndarray, p: int, eps: float) -> np.ndarray:
    return (np.abs(x - y + eps) ** p).sum(1) ** (1 / p)


def swapped_triplet(a: np.ndarray, p: np.ndarray, n: np.ndarray) -> np.ndarray:
    far = np.minimum(distance(a, n, 3, 0.01), distance(p, n, 3, 0.01))
    return np.maximum(distance(a, p, 3, 0.01) - far + 3.0, 0).sum()


def triplet(a: np.ndarray, p: np.ndarray, n: np.ndarray) -> np.ndarray:
    return np.maximum(distance(a, p, 1, 0.1) - distance(a, n, 1, 0.1) + 1.0, 0)


def multilabel(x: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Each label before the first -1 against each class that is no label."""
    result = []
    for scores, marks in zip(x, labels, strict=True):
        own = marks[: list(marks).index(-1)].tolist()
        others = [c for c in range(len(scores)) if c not in own]
        total = sum(max(0.0, 1 - (scores[j] - scores[i])) for j in own for i in others)
        result.append(total / len(scores))
    return np.array(result, np.float32)


ELEMENTWISE: Rows = {
    "l1_sum": row(lambda ms, x, y: ms.ops.l1_loss(input=x, target=y, reduction="sum"), X, Y),
    "l1_none": row(lambda ms, x, y: ms.ops.l1_loss(x, y, reduction="none"), X, Y),
    "mse_sum": row(lambda ms, x, y: ms.ops.mse_loss(input=x, target=y, reduction="sum"), X, Y),
    "mse_none": row(lambda ms, x, y: ms.ops.mse_loss(x, y, reduction="none"), X, Y[:1]),
    "smooth_l1": row(
        lambda ms, x, y: ms.ops.smooth_l1_loss(input=x, target=y, beta=0.3, reduction="sum"), X, Y
    ),
    "smooth_l1_mean": row(
        lambda ms, x, y: ms.ops.smooth_l1_loss(x, y, beta=2.5, reduction="mean"), X, Y
    ),
    "soft_margin": row(
        lambda ms, x, y: ms.ops.soft_margin_loss(input=x, target=y, reduction="sum"),
        X,
        SIGNS,
        formula=lambda x, y: soft_margin(x, y).sum(),
    ),
    "soft_margin_none": row(
        lambda ms, x, y: ms.ops.soft_margin_loss(x, y, reduction="none"),
        X,
        SIGNS,
        formula=soft_margin,
    ),
}

MARGINS: Rows = {
    "ranking": row(
        lambda ms, x, y, t: ms.ops.margin_ranking_loss(
            input1=x, input2=y, target=t, margin=0.7, reduction="sum"
        ),
        X,
        Y,
        SIGNS,
    ),
    "ranking_none": row(
        lambda ms, x, y, t: ms.ops.margin_ranking_loss(x, y, t, 0.2, reduction="none"), X, Y, SIGNS
    ),
    "triplet": row(
        lambda ms, a, p, n: ms.ops.triplet_margin_loss(
            anchor=a, positive=p, negative=n, margin=3.0, p=3, eps=0.01, swap=True, reduction="sum"
        ),
        A,
        P,
        N,
        formula=swapped_triplet,
    ),
    "triplet_none": row(
        lambda ms, a, p, n: ms.ops.triplet_margin_loss(a, p, n, p=1, eps=0.1, reduction="none"),
        A,
        P,
        N,
        formula=triplet,
    ),
    "soft_labels": row(
        lambda ms, x, y, w: ms.ops.multilabel_soft_margin_loss(
            input=x, target=y, weight=w, reduction="sum"
        ),
        X,
        BITS,
        WEIGHT,
    ),
    "soft_labels_none": row(
        lambda ms, x, y: ms.ops.multilabel_soft_margin_loss(x, y, reduction="none"), X, BITS
    ),
}

CLASSED: Rows = {
    "multi_margin_none": row(
        lambda ms, x, t: ms.ops.multi_margin_loss(x, t, margin=2, reduction="none"), X, CLASSES
    ),
    "multilabel": row(
        lambda ms, x, t: ms.ops.multilabel_margin_loss(input=x, target=t, reduction="sum"),
        X,
        LABELS,
        formula=lambda x, t: multilabel(x, t).sum(),
    ),
    "multilabel_none": row(
        lambda ms, x, t: ms.ops.multilabel_margin_loss(x, t, reduction="none"),
        X,
        LABELS,
        formula=multilabel,
    ),
}

WEIGHTED: Rows = {
    "multi_margin": row(
        lambda ms, x, t, w: ms.ops.multi_margin_loss(
            input=x, target=t, p=2, margin=3, weight=w, reduction="sum"
        ),
        X,
        CLASSES,
        WEIGHT,
    ),
}

group(__name__, "elementwise", ELEMENTWISE, rtol=1e-4)
group(__name__, "margins", MARGINS, rtol=1e-4, atol=1e-5)
group(__name__, "classed", CLASSED, rtol=1e-4)
group(__name__, "weighted", WEIGHTED, grad=False, rtol=1e-4)
