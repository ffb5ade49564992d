"""Additional outputs of loss Primitives: gradients and weights."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op
from msacc.ops.nn.loss.classes import (
    nll_loss,
    softmax_cross_entropy_dense,
    softmax_cross_entropy_sparse,
)
from msacc.ops.nn.loss.elementwise import same


@bindings(PrimitiveClass("SoftmaxCrossEntropyWithLogits"))
@op
def softmax_cross_entropy_and_gradient(
    logits: torch.Tensor, labels: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """The cross entropy between `softmax(logits)` and the rows of `labels`, with its gradient.

    `logits` and `labels` are Tensors of one shape (N, C) and float dtype; a row of labels is a
    distribution over the C classes, such as one-hot. The result is a pair in that dtype: the loss
    of each row (N,), and the gradient by the logits (N, C). Raises ValueError for other shapes,
    TypeError for two dtypes. As in MindSpore.
    """
    loss = softmax_cross_entropy_dense.raw(logits, labels, "none")
    return loss, torch.softmax(logits, -1).detach() - labels.detach()


@bindings(
    PrimitiveClass(
        "SparseSoftmaxCrossEntropyWithLogits", settings={"is_grad": Setting(False, checks.boolean)}
    )
)
@op
def sparse_softmax_cross_entropy(
    logits: torch.Tensor, labels: torch.Tensor, is_grad: bool = False
) -> torch.Tensor:
    """The mean loss or, with `is_grad`, its gradient by the logits.

    `logits`: a float Tensor (N, C), whose dtype the result, a scalar or (N, C), has; `labels`: integers (N,),
    the classes.
    """
    if not is_grad:
        return softmax_cross_entropy_sparse.raw(logits, labels, "mean")
    hits = F.one_hot(labels.long(), logits.shape[-1])
    return (torch.softmax(logits, -1) - hits) / labels.numel()


@bindings(PrimitiveClass("SigmoidCrossEntropyWithLogits"))
@op
def sigmoid_cross_entropy(logits: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
    """The binary cross entropy between `sigmoid(logits)` and `label`, element by element.

    `logits` and `label` are Tensors of one shape and float dtype, labels from 0 to 1. The result
    has both: nothing is reduced. Raises ValueError for two shapes, TypeError for two dtypes or
    integers, and gives no gradient to `label`. As in MindSpore.
    """
    same("SigmoidCrossEntropyWithLogits", logits, label)
    return F.binary_cross_entropy_with_logits(logits, label.detach(), reduction="none")


@bindings(
    PrimitiveClass(
        "NLLLoss",
        inputs=("logits", "labels", "weight"),
        settings={
            "reduction": Setting("mean", checks.word_any_case_or_none("none", "mean", "sum")),
            "ignore_index": Setting(-100),
        },
    )
)
@op
def nll_loss_and_weight(
    logits: torch.Tensor,
    labels: torch.Tensor,
    weight: torch.Tensor,
    reduction: str = "mean",
    ignore_index: int = -100,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(loss, sum of the weights that counted).

    `logits` are float log-probabilities (N, C), `labels` Int32 or Int64 (N,), `weight` (C,) of the
    logits' dtype; the loss is a scalar, or (N,) for `reduction` 'none', of that dtype.
    """
    weight = weight.detach()  # no gradient, in MindSpore zeros
    loss = nll_loss.raw(logits, labels, weight, ignore_index, reduction)
    valid = labels != ignore_index
    total = (weight[torch.where(valid, labels, 0).long()] * valid).sum()
    return loss, total


@bindings(
    PrimitiveClass(
        "MultiMarginLoss",
        inputs=("x", "target", "weight"),
        settings={
            "p": Setting(1, checks.int_of(1, 2)),
            "margin": Setting(1.0, checks.floating),
            "reduction": Setting("mean", checks.one_of("none", "mean", "sum")),
        },
    )
)
@op
def multi_margin_loss_weighted(
    x: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None = None,
    p: int = 1,
    margin: float = 1.0,
    reduction: str = "mean",
) -> torch.Tensor:
    """`multi_margin_loss` with the Primitive's order of arguments.

    `x`: scores, floats (N, C); `target`: classes, ints (N,); `weight`: floats (C,), or None for ones, to which
    no gradient goes. `p`: the exponent, 1 or 2; `margin`: a float; `reduction`: 'mean', 'sum' or 'none'. The
    result has the dtype of `x`; it is a scalar, of shape (N,) for 'none'. Raises ValueError for another
    `reduction`.
    """
    check.reduction("MultiMarginLoss", reduction)
    weight = weight if weight is None else weight.detach()
    return F.multi_margin_loss(x, target.long(), p, margin, weight, reduction=reduction)
