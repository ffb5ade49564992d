"""Loss layers."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops import nn_check as check
from msacc.ops import nn_loss as F
from msacc.ops._op import op


def tensors(where: str, **given: Any) -> None:
    """TypeError for an argument that is no Tensor."""
    for name, value in given.items():
        if not isinstance(value, Tensor):
            raise TypeError(
                f"For '{where}', the '{name}' must be a Tensor, but got {value!r} "
                f"of type {type(value).__name__}."
            )


@op
def _weighted(x: torch.Tensor, weights: Any, reduction: str) -> torch.Tensor:
    weighted = x.float()
    if isinstance(weights, torch.Tensor) or weights != 1.0:
        weighted = weighted * (weights.float() if isinstance(weights, torch.Tensor) else weights)
    return F.reduced(weighted, reduction).to(x.dtype)


class LossBase(Cell):
    """Base of losses: `reduction` is 'mean', 'sum' or 'none'; subclasses end with `get_loss`."""

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        check.reduction(self.cls_name, reduction)
        self.reduction = reduction
        self.average, self.reduce = reduction != "sum", reduction != "none"

    def get_axis(self, x: Tensor) -> tuple[int, ...]:
        """Every axis of `x`."""
        return tuple(range(x.ndim))

    def get_loss(self, x: Tensor, weights: Any = 1.0) -> Tensor:
        """`x * weights`, reduced in float32 and given back in the dtype of `x`."""
        reduction = ("mean" if self.average else "sum") if self.reduce else "none"
        return _weighted(x, weights, reduction)

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        raise NotImplementedError


class L1Loss(LossBase):
    """Mean of |logits - labels|."""

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return F.l1_loss(logits, labels, self.reduction)


class MSELoss(LossBase):
    """Mean of (logits - labels)^2; shapes broadcast."""

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return F.mse_loss(logits, labels, self.reduction)


class SoftmaxCrossEntropyWithLogits(LossBase):
    """Cross entropy of logits (N, C) with distributions (N, C) or, if `sparse`, indices (N,).

    The default reduction is 'none'.
    """

    def __init__(self, sparse: bool = False, reduction: str = "none"):
        super().__init__(reduction)
        self.sparse = check.boolean(self.cls_name, "sparse", sparse)

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        if self.sparse:
            return F.softmax_cross_entropy_sparse(logits, labels, self.reduction)
        return F.softmax_cross_entropy_dense(logits, labels, self.reduction)


class CrossEntropyLoss(LossBase):
    """Cross entropy of logits (N, C, …) with class indices (N, …) or probabilities (N, C, …).

    Differs from MindSpore: int64 indices are accepted too.
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ):
        super().__init__(reduction)
        check.instance(self.cls_name, "ignore_index", ignore_index, int)
        check.instance(self.cls_name, "label_smoothing", label_smoothing, float)
        if not 0.0 <= label_smoothing <= 1.0:
            raise ValueError(
                f"For 'CrossEntropyLoss', 'label_smoothing' must be in [0.0, 1.0], but got {label_smoothing}."
            )
        if weight is not None:
            check.instance(self.cls_name, "weight", weight, Tensor)
        self.weight, self.ignore_index, self.label_smoothing = weight, ignore_index, label_smoothing

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return F.cross_entropy(
            logits, labels, self.weight, self.ignore_index, self.reduction, self.label_smoothing
        )


__all__ = ["CrossEntropyLoss", "L1Loss", "LossBase", "MSELoss", "SoftmaxCrossEntropyWithLogits"]
