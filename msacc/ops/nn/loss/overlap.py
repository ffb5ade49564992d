"""Segmentation losses: dice and focal."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from msacc.ops.core.op import op


@op
def dice(logits: torch.Tensor, label: torch.Tensor, smooth: float) -> torch.Tensor:
    """1 - 2 |logits * label| / (|logits|^2 + |label|^2 + smooth), a scalar."""
    if logits.shape != label.shape:
        raise ValueError(
            f"For 'DiceLoss', both shapes must be equal, but got {tuple(logits.shape)} and {tuple(label.shape)}."
        )
    for name, value in (("logits", logits), ("labels", label)):
        if value.dtype is torch.uint8:
            raise TypeError(f"For 'DiceLoss', the dtype of '{name}' can not be uint8.")
    union = logits.square().sum() + label.square().sum()
    return 1 - 2 * (logits * label).sum() / (union + smooth)


@op
def dice_per_class(
    logits: torch.Tensor, label: torch.Tensor, weights: torch.Tensor | None, ignored: int | None
) -> torch.Tensor:
    """The mean over classes (dimension 1) of `dice`, times each class's weight; `ignored` counts as 0."""
    if logits.shape != label.shape or logits.ndim < 2:
        raise ValueError(
            f"For 'MultiClassDiceLoss', both shapes must be equal with two dims or more, but got "
            f"{tuple(logits.shape)} and {tuple(label.shape)}."
        )
    losses = [
        dice.raw(logits[:, i], label[:, i], 1e-5) * (1 if weights is None else weights[i])
        for i in range(label.shape[1])
        if i != ignored
    ]
    return torch.stack(losses).sum(0) / label.shape[1]


@op
def focal(
    logits: torch.Tensor, labels: torch.Tensor, weight: torch.Tensor | None, gamma: float
) -> torch.Tensor:
    """One value per sample, or per place if labels are indices of several samples (as MindSpore's)."""
    logits, labels = logits.reshape(*logits.shape[:2], -1), labels.reshape(*labels.shape[:2], -1)
    log_p = F.log_softmax(logits, 1)
    indexed = labels.shape[1] == 1
    weights = None if weight is None else weight[None, :, None].expand_as(log_p)
    if indexed:
        classes = labels.long()
        log_p = log_p.gather(1, classes)[:, 0]
        weights = None if weights is None else weights.gather(1, classes)[:, 0]
    focus = (1 - log_p.exp()) ** gamma
    if weights is not None:
        log_p = log_p * weights
    loss = -focus * log_p
    return loss.mean(1) if indexed else (loss * labels).mean(-1)
