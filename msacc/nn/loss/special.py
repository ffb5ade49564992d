"""Losses of special kinds: dice, focal, sampled softmax, and triplets with a distance of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.activation import get_activation
from msacc.nn.loss.loss import LossBase, tensors
from msacc.ops.core.op import op
from msacc.ops.nn.loss.elementwise import reduced


@op
def _dice(logits: torch.Tensor, label: torch.Tensor, smooth: float) -> torch.Tensor:
    if logits.shape != label.shape:
        raise ValueError(
            f"For 'DiceLoss', both shapes must be equal, but got {tuple(logits.shape)} and {tuple(label.shape)}."
        )
    for name, value in (("logits", logits), ("labels", label)):
        if value.dtype is torch.uint8:
            raise TypeError(f"For 'DiceLoss', the dtype of '{name}' can not be uint8.")
    union = logits.square().sum() + label.square().sum()
    return 1 - 2 * (logits * label).sum() / (union + smooth)


class DiceLoss(LossBase):
    """1 - 2 |logits * label| / (|logits|^2 + |label|^2 + smooth)."""

    def __init__(self, smooth: float = 1e-5):
        super().__init__()
        if check.instance(self.cls_name, "smooth", smooth, float) <= 0:
            raise ValueError(f"For 'DiceLoss', 'smooth' must be positive, but got {smooth}.")
        self.smooth = smooth

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        tensors(self.cls_name, logits=logits, labels=label)
        return _dice(logits, label, self.smooth)


@op
def _dice_per_class(
    logits: torch.Tensor, label: torch.Tensor, weights: torch.Tensor | None, ignored: int | None
) -> torch.Tensor:
    if logits.shape != label.shape or logits.ndim < 2:
        raise ValueError(
            f"For 'MultiClassDiceLoss', both shapes must be equal with two dims or more, but got "
            f"{tuple(logits.shape)} and {tuple(label.shape)}."
        )
    losses = [
        _dice.raw(logits[:, i], label[:, i], 1e-5) * (1 if weights is None else weights[i])
        for i in range(label.shape[1])
        if i != ignored
    ]
    return torch.stack(losses).sum(0) / label.shape[1]


class MultiClassDiceLoss(LossBase):
    """Mean of the DiceLoss of each class (dimension 1), after `activation`."""

    def __init__(
        self,
        weights: Tensor | None = None,
        ignore_indiex: int | None = None,
        activation: Any = "softmax",
    ):
        super().__init__()
        if weights is not None:
            check.instance(self.cls_name, "weights", weights, Tensor)
            if weights.ndim != 2:
                raise ValueError(
                    f"For 'MultiClassDiceLoss', 'weights' must have 2 dims, but got {weights.ndim}."
                )
        if ignore_indiex is not None:
            check.instance(self.cls_name, "ignore_indiex", ignore_indiex, int)
        if isinstance(activation, str):
            allowed = ["softmax", "logsoftmax", "relu", "relu6", "tanh", "sigmoid"]
            check.choice(self.cls_name, "activation", activation, allowed)
            activation = get_activation(activation)
        if activation is not None:
            check.instance(self.cls_name, "activation", activation, Cell)
        self.activation, self.weights, self.ignore_indiex = activation, weights, ignore_indiex

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        tensors(self.cls_name, logits=logits, labels=label)
        if self.activation is not None:
            logits = self.activation(logits)
        return _dice_per_class(logits, label, self.weights, self.ignore_indiex)


@op
def _focal(
    logits: torch.Tensor, labels: torch.Tensor, weight: torch.Tensor | None, gamma: float
) -> torch.Tensor:
    """One value per sample, or per place if labels are indices of several samples (as MindSpore's)."""
    logits, labels = logits.reshape(*logits.shape[:2], -1), labels.reshape(*labels.shape[:2], -1)
    log_p = F.log_softmax(logits, 1)
    indexed = labels.shape[1] == 1
    weights = None if weight is None else weight[None, :, None].expand_as(log_p)
    if indexed:
        places = labels.long()
        log_p = log_p.gather(1, places)[:, 0]
        weights = None if weights is None else weights.gather(1, places)[:, 0]
    focus = (1 - log_p.exp()) ** gamma
    if weights is not None:
        log_p = log_p * weights
    loss = -focus * log_p
    return loss.mean(1) if indexed else (loss * labels).mean(-1)


class FocalLoss(LossBase):
    """Cross entropy times (1 - p)^gamma; labels are indices (N, 1, …) or one-hot (N, C, …)."""

    def __init__(self, weight: Tensor | None = None, gamma: float = 2.0, reduction: str = "mean"):
        super().__init__(reduction)
        self.gamma = check.instance(self.cls_name, "gamma", gamma, float)
        if weight is not None:
            check.instance(self.cls_name, "weight", weight, Tensor)
            if weight.ndim != 1:
                raise ValueError(
                    f"For 'FocalLoss', 'weight' must have 1 dim, but got {weight.ndim}."
                )
        self.weight = weight

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        tensors(self.cls_name, logits=logits, labels=labels)
        if logits.ndim != labels.ndim or logits.ndim not in (2, 3, 4):
            raise ValueError(
                f"For 'FocalLoss', both inputs must have the same 2 to 4 dims, but got {logits.shape} and "
                f"{labels.shape}."
            )
        if logits.shape[1] == 1 or labels.shape[1] not in (1, logits.shape[1]):
            raise ValueError(
                f"For 'FocalLoss', labels.shape[1] must be 1 or logits.shape[1] (which cannot be 1), but got "
                f"{labels.shape} and {logits.shape}."
            )
        return self.get_loss(_focal(logits, labels, self.weight, self.gamma))


class TripletMarginWithDistanceLoss(LossBase):
    """max(d(x, positive) - d(x, negative) + margin, 0); the 2-norm if no distance is given."""

    def __init__(
        self,
        distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
        swap: bool = False,
        reduction: str = "mean",
        margin: float = 1.0,
    ):
        super().__init__(reduction)
        check.boolean(self.cls_name, "swap", swap)
        self.distance_function, self.swap = distance_function or _distance, swap
        self.margin = check.instance(self.cls_name, "margin", margin, (float, int))

    def construct(self, x: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        far = self.distance_function(x, negative)
        swapped = self.distance_function(positive, negative) if self.swap else far
        return _hinge(
            self.distance_function(x, positive), far, swapped, self.margin, self.reduction
        )


@op
def _distance(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.linalg.vector_norm(x - y + 1e-6, dim=-1)


@op
def _hinge(
    near: torch.Tensor, far: torch.Tensor, swapped: torch.Tensor, margin: float, reduction: str
) -> torch.Tensor:
    return reduced((near - torch.minimum(far, swapped) + margin).clamp(min=0), reduction)


__all__ = ["DiceLoss", "FocalLoss", "MultiClassDiceLoss", "TripletMarginWithDistanceLoss"]
