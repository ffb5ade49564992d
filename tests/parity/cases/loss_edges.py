"""Losses at the edges of their domains: zeros, ones, negative numbers, margins, infinities; with gradients.

Left out is what MindSpore leaves undefined on the CPU: losses of nothing, which are what lay in the memory, and
products of 0 and infinity where it multiplies by a one-hot row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge

INF, NAN = np.inf, np.nan
X = np.array([-INF, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, INF], np.float32)
FINITE = X[1:-1]
T = np.array([-2.0, -1.0, 0.0, 0.0, 1.0, 1.0, 2.0], np.float32)
SIGNS = np.array([-1.0, 1.0, -1.0, 1.0, 0.0, 1.0, -1.0], np.float32)
ODDS = np.array([0.0, 1.0, 0.0, 1.0, 0.5, 1e-12, 1.0], np.float32)
BITS = np.array([0.0, 0.0, 1.0, 1.0, 0.5, 1.0, 2.0], np.float32)
LOGITS = np.array([[1, 2, 3], [0, 0, 0], [100, -100, 0], [-1, 0, 1]], np.float32)
CLASSES = np.array([0, 2, 1, 0], np.int32)
IGNORED = np.array([0, -100, 1, -100], np.int32)
REDUCTIONS = ("none", "mean", "sum")


def at(run: Any, fn: Callable[..., Any], *inputs: Any) -> Arrays:
    """Outputs and gradients, or the class of what is raised."""
    try:
        return dict(run(fn, *inputs))
    except Exception as error:
        return {"raises": np.array(type(error).__name__)}


def of_pairs(run: Any, fn: Callable[..., Any], pairs: dict[str, Any]) -> Arrays:
    """`fn(x, y, reduction=…)` for each pair and reduction."""
    parts = {
        f"{name}_{reduction}": at(run, lambda x, y, r=reduction: fn(x, y, reduction=r), *pair)
        for name, pair in pairs.items()
        for reduction in REDUCTIONS
    }
    return merge(**parts)


NUMBERS = {
    "finite": (FINITE, T),
    "equal": (FINITE, FINITE),
    "infinite": (X, np.zeros_like(X)),
}


@case(jit=False)
def kl_div(ms: Any, run: Any) -> Arrays:
    pairs = {**NUMBERS, "impossible": (X, np.array([0, 0, 0, 1, 0, 0, 1, 0, 0], np.float32))}
    return of_pairs(run, ms.ops.kl_div, pairs)


@case(jit=False)
def kl_div_layer(ms: Any, run: Any) -> Arrays:
    return of_pairs(run, lambda x, y, reduction: ms.nn.KLDivLoss(reduction)(x, y), NUMBERS)


@case(jit=False)
def distances(ms: Any, run: Any) -> Arrays:
    fns = {
        "mse": ms.ops.mse_loss,
        "l1": ms.ops.l1_loss,
        "smooth": ms.ops.smooth_l1_loss,
        "huber": ms.ops.huber_loss,
    }
    return merge(**{name: of_pairs(run, fn, NUMBERS) for name, fn in fns.items()})


@case(jit=False)
def at_their_bends(ms: Any, run: Any) -> Arrays:
    """Differences that are exactly beta, or delta."""
    zeros = np.zeros_like(FINITE)
    ops = ms.ops
    return merge(
        smooth=at(run, lambda x, y: ops.smooth_l1_loss(x, y, 0.5), FINITE, zeros),
        huber=at(run, lambda x, y: ops.huber_loss(x, y, delta=0.5), FINITE, zeros),
        rmse=at(run, lambda x, y: ms.nn.RMSELoss()(x, y), FINITE, FINITE),
        mae=at(run, lambda x, y: ms.nn.MAELoss()(x, y), FINITE, FINITE),
    )


@case(jit=False)
def cross_entropy_of_odds(ms: Any, run: Any) -> Arrays:
    weight = np.array([0.0, 1.0, 2.0, -1.0, 1.0, 1.0, 1.0], np.float32)
    parts = {}
    for name, labels in {"edges": BITS, "certain": ODDS}.items():
        y = ms.Tensor(labels)  # its gradient is infinite in MindSpore
        for reduction in REDUCTIONS:
            layer = ms.nn.BCELoss(reduction=reduction)
            parts[f"{name}_{reduction}"] = at(
                run,
                lambda x, y=y, r=reduction: ms.ops.binary_cross_entropy(x, y, reduction=r),
                ODDS,
            )
            parts[f"layer_{name}_{reduction}"] = at(run, lambda x, y=y, f=layer: f(x, y), ODDS)
    y, w = ms.Tensor(BITS), ms.Tensor(weight)
    parts["weighted"] = at(run, lambda x: ms.ops.binary_cross_entropy(x, y, w), ODDS)
    inner = np.array([1e-3, 0.3, 0.999], np.float32)
    parts["labels"] = at(
        run, ms.ops.binary_cross_entropy, inner, np.array([0.0, 0.5, 1.0], np.float32)
    )
    return merge(**parts)


@case(jit=False)
def cross_entropy_of_bits(ms: Any, run: Any) -> Arrays:
    ones = ms.Tensor(np.ones(7, np.float32))
    fn = ms.ops.binary_cross_entropy_with_logits
    large = np.array([-1e4, -100, -20, 0, 20, 100, 1e4], np.float32)
    return merge(
        edges=at(run, lambda x, y: fn(x, y, ones, ones, "none"), FINITE, BITS),
        large=at(run, lambda x, y: fn(x, y, ones, ones, "none"), large, BITS),
        layer=at(run, lambda x, y: ms.nn.BCEWithLogitsLoss("none")(x, y), large, BITS),
        sigmoid=at(run, lambda x, y: ms.ops.SigmoidCrossEntropyWithLogits()(x, y), large, BITS),
    )


@case(jit=False)
def of_classes(ms: Any, run: Any) -> Arrays:
    parts = {}
    w = ms.Tensor(np.array([0.0, 1.0, 2.0], np.float32))
    for name, labels in {
        "all": CLASSES,
        "some": IGNORED,
        "none": np.full(4, -100, np.int32),
    }.items():
        for reduction in REDUCTIONS:
            y = ms.Tensor(labels)
            parts[f"cross_{name}_{reduction}"] = at(
                run, lambda x, y=y, r=reduction: ms.ops.cross_entropy(x, y, reduction=r), LOGITS
            )
            parts[f"nll_{name}_{reduction}"] = at(
                run, lambda x, y=y, r=reduction: ms.ops.nll_loss(x, y, reduction=r), LOGITS
            )
            parts[f"smooth_{name}_{reduction}"] = at(
                run,
                lambda x, y=y, r=reduction: ms.ops.cross_entropy(
                    x, y, reduction=r, label_smoothing=0.2
                ),
                LOGITS,
            )
            parts[f"weighted_{name}_{reduction}"] = at(
                run,
                lambda x, y=y, r=reduction: ms.ops.cross_entropy(x, y, w, reduction=r),
                LOGITS,
            )
    return merge(**parts)


@case(jit=False)
def of_probabilities(ms: Any, run: Any) -> Arrays:
    odds = np.array([[1, 0, 0], [0, 0, 0], [0.5, 0.5, 0], [0, -1, 2]], np.float32)
    dense = ms.nn.SoftmaxCrossEntropyWithLogits()
    sparse = ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True)
    parts = {
        f"cross_{reduction}": at(
            run, lambda x, y, r=reduction: ms.ops.cross_entropy(x, y, reduction=r), LOGITS, odds
        )
        for reduction in REDUCTIONS
    }
    return merge(
        **parts,
        dense=at(run, dense, LOGITS[:3], odds[:3]),
        sparse=at(run, lambda x: sparse(x, ms.Tensor(CLASSES[:3])), LOGITS[:3]),
    )


@case(jit=False)
def margins(ms: Any, run: Any) -> Arrays:
    ops = ms.ops
    signs = ms.Tensor(SIGNS)
    x, y = (
        np.array([[1, 2], [0, 0], [3, 3], [1, 1]], np.float32),
        np.array([[0, 2], [0, 0], [3, 4], [1, 1]], np.float32),
    )
    sign = np.array([1, -1, 1, -1], np.int32)
    return merge(
        hinge=at(run, lambda x: ops.hinge_embedding_loss(x, signs, 1.0, "none"), FINITE),
        hinge_mean=at(run, lambda x: ops.hinge_embedding_loss(x, signs, 0.5, "mean"), FINITE),
        ranking=at(
            run,
            lambda x, y, s: ops.margin_ranking_loss(x, y, s, 1.0, "none"),
            FINITE,
            np.zeros_like(FINITE),
            SIGNS,
        ),
        cosine=at(
            run, lambda x, y: ops.cosine_embedding_loss(x, y, ms.Tensor(sign), 0.0, "none"), x, y
        ),
        cosine_of_zeros=at(
            run,
            lambda x, y: ops.cosine_embedding_loss(x, y, ms.Tensor(sign), 0.0, "none"),
            np.zeros_like(x),
            y,
        ),
        multi=at(
            run,
            lambda x: ops.multi_margin_loss(
                x, ms.Tensor(np.array([0, 2, 1], np.int64)), reduction="none"
            ),
            np.array([[1, 2, 0], [0, 0, 0], [1, 1, 2]], np.float32),
        ),
        multilabel_soft=of_pairs(
            run,
            lambda x, y, reduction: ops.multilabel_soft_margin_loss(x, y, reduction=reduction),
            {"edges": (np.array([[0, 5, -5]], np.float32), np.array([[0, 1, 1]], np.float32))},
        ),
    )


@case(jit=False)
def likelihoods(ms: Any, run: Any) -> Arrays:
    var = np.array([0.0, 1e-9, 1.0, 2.0, 1.0, 0.0, 4.0], np.float32)
    ops = ms.ops
    return merge(
        gaussian=at(
            run, lambda x, y, v: ops.gaussian_nll_loss(x, y, v, reduction="none"), FINITE, T, var
        ),
        gaussian_full=at(run, lambda x, y, v: ops.gaussian_nll_loss(x, y, v, True), FINITE, T, var),
        gaussian_negative=at(run, lambda x, y, v: ops.gaussian_nll_loss(x, y, v), FINITE, T, -var),
        poisson=at(
            run, lambda x, y: ops.poisson_nll_loss(x, y, reduction="none"), FINITE, np.abs(T)
        ),
        poisson_log=at(
            run,
            lambda x, y: ops.poisson_nll_loss(x, y, log_input=False, reduction="none"),
            np.abs(FINITE),
            np.abs(T),
        ),
        poisson_full=at(
            run,
            lambda x, y: ops.poisson_nll_loss(x, y, full=True, reduction="none"),
            FINITE,
            np.abs(T),
        ),
    )


@case(jit=False)
def overlaps(ms: Any, run: Any) -> Arrays:
    zeros, ones = np.zeros((2, 3), np.float32), np.ones((2, 3), np.float32)
    logits = np.array([[0.0, 100.0], [-100.0, 0.0]], np.float32)
    return merge(
        dice_of_zeros=at(run, lambda x, y: ms.nn.DiceLoss()(x, y), zeros, zeros),
        dice_of_ones=at(run, lambda x, y: ms.nn.DiceLoss()(x, y), ones, ones),
        focal=at(
            run, lambda x: ms.nn.FocalLoss()(x, ms.Tensor(np.array([[0], [1]], np.int32))), logits
        ),
    )
