"""Losses of special kinds: dice, focal, sampled softmax, and triplets with a distance of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc import ops
from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.activation import LogSoftmax, get_activation
from msacc.nn.layer.layer_primitives import holds
from msacc.nn.loss.loss import LossBase, tensors
from msacc.ops.nn.loss import overlap
from msacc.ops.nn.loss.margin import triplet_distance, triplet_hinge


@holds("reshape")
class DiceLoss(LossBase):
    """1 - 2 |logits * label| / (|logits|^2 + |label|^2 + smooth).

    `smooth`: a float > 0. Called with two float Tensors of one shape; returns a scalar.
    """

    def __init__(self, smooth: float = 1e-5):
        super().__init__()
        if check.instance(self.cls_name, "smooth", smooth, float) <= 0:
            raise ValueError(f"For 'DiceLoss', 'smooth' must be positive, but got {smooth}.")
        self.smooth = smooth

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        tensors(self.cls_name, logits=logits, labels=label)
        return overlap.dice(logits, label, self.smooth)


@holds("reshape")
class MultiClassDiceLoss(LossBase):
    """Mean of the DiceLoss of each class (dimension 1), after `activation`.

    `weights`: a Tensor (C, C) or None.
    `ignore_indiex`: a class that does not count.
    `activation`: a name or a Cell.

    Called with two float Tensors (N, C, …); returns a scalar, or one number a class with `weights`.
    """

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
        self.binarydiceloss = DiceLoss(1e-5)
        self.activation, self.weights, self.ignore_indiex = activation, weights, ignore_indiex

    def construct(self, logits: Tensor, label: Tensor) -> Tensor:
        tensors(self.cls_name, logits=logits, labels=label)
        if self.activation is not None:
            logits = self.activation(logits)
        return overlap.dice_per_class(logits, label, self.weights, self.ignore_indiex)


@holds("dtype", "expand_dims", "tile", gather_d=ops.GatherD(), squeeze=ops.Squeeze(1))
class FocalLoss(LossBase):
    """Cross entropy times (1 - p)^gamma; labels are indices (N, 1, …) or one-hot (N, C, …).

    `weight`: a Tensor (C,) or None.
    `gamma`: a float.
    `reduction`: 'mean', 'sum' or 'none'.

    Called with float logits (N, C, …) and labels; returns a scalar, or a Tensor for 'none'.
    """

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
        self.logsoftmax = LogSoftmax(1)

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
        return self.get_loss(overlap.focal(logits, labels, self.weight, self.gamma))


@holds("maximum", "minimum")
class TripletMarginWithDistanceLoss(LossBase):
    """max(d(x, positive) - d(x, negative) + margin, 0); the 2-norm if no distance is given.

    `distance_function`: of two Tensors, gives a Tensor.
    `swap`: take the distance of positive and negative where it is smaller.
    `margin`: a number.
    `reduction`: 'mean', 'sum' or 'none'.

    Called with three float Tensors of one shape (N, …) and dtype, which the result, a scalar, or what the
    distance gives for 'none', has.

    Raises TypeError or ValueError for others.
    """

    def __init__(
        self,
        distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
        swap: bool = False,
        reduction: str = "mean",
        margin: float = 1.0,
    ):
        super().__init__(reduction)
        check.boolean(self.cls_name, "swap", swap)
        self.distance_function, self.swap = distance_function or triplet_distance, swap
        self.margin = check.instance(self.cls_name, "margin", margin, (float, int))

    def construct(self, x: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        far = self.distance_function(x, negative)
        swapped = self.distance_function(positive, negative) if self.swap else far
        return triplet_hinge(
            self.distance_function(x, positive), far, swapped, self.margin, self.reduction
        )


__all__ = ["DiceLoss", "FocalLoss", "MultiClassDiceLoss", "TripletMarginWithDistanceLoss"]
