"""Losses: every reduction, gradients by predictions and targets."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand
from tests.parity.nets import cells

LOGITS = rand(4, 5)
LABELS = np.array([1, 0, 4, 2], np.int32)
SOFT = (lambda p: p / p.sum(1, keepdims=True))(rand(4, 5, seed=3, low=0.1, high=1)).astype(
    np.float32
)
REDUCTIONS = ("mean", "sum", "none")
A, B = rand(3, 4), rand(3, 4, seed=1)
SIGNS = np.array([1, -1, 1], np.int32)


@case
def softmax_cross_entropy(ms: Any, run: Any) -> Any:
    loss = ms.nn.SoftmaxCrossEntropyWithLogits
    sparse = [loss(True, reduction) for reduction in REDUCTIONS]
    dense = [loss(False, reduction) for reduction in REDUCTIONS]
    return merge(
        sparse=cells(ms, run, sparse, LOGITS, LABELS),
        longs=cells(ms, run, sparse, LOGITS, LABELS.astype(np.int64)),
        dense=run(lambda x, y: tuple([net(x, y) for net in dense]), LOGITS, SOFT),
        outside=run(
            lambda x, y: (sparse[1](x, y), sparse[2](x, y)),
            LOGITS,
            np.array([1, 9, -1, -100], np.int32),
        ),
    )


@case
def cross_entropy(ms: Any, run: Any) -> Any:
    loss = ms.nn.CrossEntropyLoss
    weight = ms.Tensor(rand(5, low=0.2, high=1))
    nets = [loss(reduction=reduction) for reduction in REDUCTIONS]
    nets += [
        loss(weight, 2),
        loss(weight, reduction="sum", label_smoothing=0.2),
        loss(label_smoothing=0.1),
    ]
    nets += [loss(weight, 0, "none", 0.3)]
    image, places = rand(2, 3, 2, 2), np.array([[[0, 2], [1, 1]], [[2, 2], [0, 1]]], np.int32)
    plain = [loss(), loss(reduction="none"), loss(label_smoothing=0.1)]
    return merge(
        classes=cells(ms, run, nets, LOGITS, LABELS),
        soft=run(lambda x, y: tuple([net(x, y) for net in [*nets[:3], *nets[4:6]]]), LOGITS, SOFT),
        image=cells(ms, run, plain, image, places),
        image_soft=run(
            lambda x, y: (plain[0](x, y), plain[1](x, y)), image, rand(2, 3, 2, 2, seed=2)
        ),
    )


@case
def nll(ms: Any, run: Any) -> Any:
    loss = ms.nn.NLLLoss
    weight = ms.Tensor(rand(5, low=0.2, high=1))
    nets = [loss(reduction=reduction) for reduction in REDUCTIONS] + [
        loss(weight),
        loss(weight, 2, "sum"),
    ]
    return merge(
        layers=cells(ms, run, nets, LOGITS, LABELS),
        smooth=run(
            lambda x, y: (
                ms.ops.nll_loss(x, y, weight, 2, "mean", 0.3),
                ms.ops.nll_loss(x, y, None, -100, "none", 0.3),
            ),
            LOGITS, LABELS,
        ),
    )  # fmt: skip


@case
def regression(ms: Any, run: Any) -> Any:
    nn = ms.nn
    nets = [kind(r) for kind in (nn.L1Loss, nn.MSELoss, nn.MAELoss) for r in REDUCTIONS]
    nets += [
        nn.RMSELoss(),
        nn.SmoothL1Loss(),
        nn.SmoothL1Loss(0.5, "mean"),
        nn.HuberLoss(),
        nn.HuberLoss("none", 0.4),
    ]
    wide = [nn.MSELoss(), nn.L1Loss(), nn.HuberLoss("sum")]
    return merge(
        same=run(lambda x, y: tuple([net(x, y) for net in nets]), A, B),
        spread=run(lambda x, y: tuple([net(x, y) for net in wide]), A, B[:, :1]),
        ints=run(
            lambda x, y: (nn.MSELoss()(x, y), nn.L1Loss()(x, y)), A, np.ones((3, 4), np.int32)
        ),
    )


@case
def binary(ms: Any, run: Any) -> Any:
    nn = ms.nn
    p, y = rand(3, 4, low=0.05, high=0.95), rand(3, 4, seed=2, low=0, high=1)
    w = ms.Tensor(rand(3, 4, seed=3, low=0.1, high=1))
    plain = [nn.BCELoss(reduction=r) for r in REDUCTIONS] + [nn.BCELoss(w)]
    logits = [nn.BCEWithLogitsLoss(r) for r in REDUCTIONS] + [
        nn.BCEWithLogitsLoss(weight=w, pos_weight=w)
    ]
    fixed = ms.Tensor(y)
    ends = np.array([0.0, 1.0, 0.5], np.float32), np.array([1.0, 0.0, 1.0], np.float32)
    return merge(
        plain=run(lambda a, b: tuple([net(a, b) for net in plain]), p, y),
        logits=run(lambda a: tuple([net(a, fixed) for net in logits]), A),
        ends=run(lambda a, b: ms.ops.binary_cross_entropy(a, b, None, "none"), *ends, grad=False),
    )


@case
def divergence(ms: Any, run: Any) -> Any:
    nets = [ms.nn.KLDivLoss(r) for r in (*REDUCTIONS, "batchmean")]
    target = np.array([[0.0, 0.5, 0.5], [-1.0, 0.2, 0.3]], np.float32)
    first = ms.Tensor(np.array([[0.0, 0.5, 0.5], [0.1, 0.2, 0.3]], np.float32))
    second = ms.Tensor(target)
    return merge(
        usual=run(lambda x: tuple([net(x, first) for net in nets]), rand(2, 3)),
        negative=run(lambda x: tuple([net(x, second) for net in nets]), rand(2, 3), grad=False),
    )


@case
def margins(ms: Any, run: Any) -> Any:
    nn = ms.nn
    signs = np.where(rand(3, 4, seed=5) > 0, 1, -1).astype(np.float32)
    side = ms.Tensor(signs)
    return merge(
        cosine=run(
            lambda x, y, s: tuple([nn.CosineEmbeddingLoss(0.1, r)(x, y, s) for r in REDUCTIONS]), A, B, SIGNS
        ),
        ranking=run(lambda x, y: nn.MarginRankingLoss(0.3)(x, y, side), A, B),
        hinge=run(lambda x: nn.HingeEmbeddingLoss(0.5)(x, side), A),
        gauss=run(lambda x, y, v: nn.GaussianNLLLoss(full=True)(x, y, v), A, B, rand(3, 4, low=0.5)),
        multi=run(lambda x, t: nn.MultiLabelSoftMarginLoss()(x, t), A, np.abs(signs)),
    )  # fmt: skip


@case
def special(ms: Any, run: Any) -> Any:
    nn = ms.nn
    weight = ms.Tensor(np.array([0.2, 0.3, 0.5], np.float32))
    classes = np.array([[0], [1], [2], [0]], np.int32)
    hot = np.eye(3, dtype=np.float32)[classes[:, 0]]
    one_hot, nowhere = ms.Tensor(hot), ms.Tensor(np.zeros((2, 1, 2, 2), np.int32))
    picked = (
        ms.Tensor(np.array([0, 3], np.int32)),
        ms.Tensor(np.array([[0.5], [0.4]], np.float32)),
        ms.Tensor(np.array([0.3, 0.2], np.float32)),
    )
    sampled = nn.SampledSoftmaxLoss(2, 5, 1, picked)
    return merge(
        dice=run(lambda x, y: nn.DiceLoss()(x, y), A, B),
        dices=run(lambda x, y: nn.MultiClassDiceLoss(activation="sigmoid")(x, y), A, np.abs(B)),
        focal=run(lambda x, y: nn.FocalLoss(weight)(x, y), rand(4, 3), classes),
        focal_hot=run(lambda x: nn.FocalLoss(gamma=1.5, reduction="none")(x, one_hot), rand(4, 3)),
        focal_image=run(lambda x: nn.FocalLoss()(x, nowhere), rand(2, 3, 2, 2)),
        sampled=run(
            lambda w, b, y, x: sampled(w, b, y, x),
            rand(5, 2), rand(5), np.array([[1], [3]], np.int32), rand(2, 2), grad=False,
        ),
    )  # fmt: skip


@case
def ctc(ms: Any, run: Any) -> Any:
    targets = np.array([[1, 2], [3, 0]], np.int32)
    lengths = ms.Tensor(np.array([5, 4], np.int32)), ms.Tensor(np.array([2, 1], np.int32))
    classes = ms.Tensor(targets)
    nets = [ms.nn.CTCLoss(reduction=r) for r in REDUCTIONS]
    return run(
        lambda x: tuple([net(ms.ops.log_softmax(x), classes, *lengths) for net in nets]),
        rand(5, 2, 4), grad=False,
    )  # fmt: skip


@case(jit=False)
def ctc_primitive(ms: Any, run: Any) -> Any:
    where = np.array([[0, 0], [0, 1], [1, 0]])
    what, steps = np.array([1, 0, 1], np.int32), np.array([4, 3], np.int32)
    return run(
        lambda x, i, v, n: ms.ops.CTCLoss()(x, i, v, n),
        rand(4, 2, 3),
        where,
        what,
        steps,
        grad=False,
    )


@case
def primitives(ms: Any, run: Any) -> Any:
    ops = ms.ops
    weight = rand(5, low=0.2, high=1)
    other, positive, soft = ms.Tensor(B), ms.Tensor(np.abs(B)), ms.Tensor(SOFT)
    sparse = ops.SparseSoftmaxCrossEntropyWithLogits
    return merge(
        dense=run(lambda x, y: ops.SoftmaxCrossEntropyWithLogits()(x, y), LOGITS, SOFT, grad=False),
        sparse=run(lambda x, y: sparse()(x, y), LOGITS, LABELS),
        gradient=run(lambda x, y: sparse(is_grad=True)(x, y), LOGITS, LABELS, grad=False),
        sigmoid=run(lambda x: ops.SigmoidCrossEntropyWithLogits()(x, other), A),
        smooth=run(lambda x, y: ops.SmoothL1Loss(0.5, "sum")(x, y), A, B),
        nll=run(lambda x, y, w: ops.NLLLoss()(x, y, w), LOGITS, LABELS, weight, grad=False),
        kl=run(lambda x: ops.KLDivLoss("sum")(x, positive), A),
        bce=run(lambda x: ops.BinaryCrossEntropy()(x, soft, soft), SOFT),
    )


@case(jit=False)
def own_loss(ms: Any, run: Any) -> Any:
    class Weighted(ms.nn.LossBase):
        def construct(self, x: Any, y: Any, w: Any) -> Any:
            return self.get_loss(ms.ops.abs(x - y), w)

    nets = [Weighted(r) for r in REDUCTIONS]
    axis = np.array(Weighted().get_axis(ms.Tensor(A)))
    return {
        **run(lambda x, y, w: tuple([net(x, y, w) for net in nets]), A, B, rand(3, 1)),
        "axis": axis,
    }


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    nn = ms.nn
    sce, ce = nn.SoftmaxCrossEntropyWithLogits, nn.CrossEntropyLoss
    return merge(
        reduction=run.raises(lambda: sce(True, "foo")),
        sparse=run.raises(lambda: sce(1)),
        float_labels=run.raises(sce(True, "mean"), LOGITS, np.ones(4, np.float32)),
        dense_shape=run.raises(sce(False, "mean"), LOGITS, LOGITS[:, :3]),
        dense_int=run.raises(sce(False, "mean"), LOGITS, np.ones((4, 5), np.int32)),
        batch=run.raises(sce(True, "mean"), LOGITS, LABELS[:2]),
        ce_shape=run.raises(ce(), LOGITS, LABELS[:2]),
        ce_rank=run.raises(ce(), LOGITS, np.ones((4, 5, 2), np.int32)),
        ce_number=run.raises(lambda x: ce()(x, 1), LOGITS),
        ce_smoothing=run.raises(lambda: ce(label_smoothing=2.0)),
        ce_smoothing_int=run.raises(lambda: ce(label_smoothing=1)),
        mse_number=run.raises(lambda x: nn.MSELoss()(x, 1), A),
        mse_shape=run.raises(nn.MSELoss(), A, B[:, :3]),
        bce_shape=run.raises(nn.BCELoss(), SOFT, SOFT[:2]),
        smooth_shape=run.raises(nn.SmoothL1Loss(), A, B[:2]),
        smooth_beta=run.raises(nn.SmoothL1Loss(0.0), A, B),
        huber_delta=run.raises(nn.HuberLoss(delta=0.0), A, B),
        kl=run.raises(nn.KLDivLoss("foo"), A, B),
        cosine=run.raises(lambda: nn.CosineEmbeddingLoss(2.0)),
        focal=run.raises(lambda: nn.FocalLoss(weight=1)),
        sampled=run.raises(lambda: nn.SampledSoftmaxLoss(9, 5)),
    )
