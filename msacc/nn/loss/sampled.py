"""SampledSoftmaxLoss."""

from __future__ import annotations

import math
from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.loss.loss import LossBase, tensors
from msacc.ops.core.op import op


def uniform_candidates(
    count: int, classes: int, labels: torch.Tensor
) -> tuple[torch.Tensor, float, float]:
    """`count` different classes, and how often a true and a sampled one is expected to be drawn."""
    drawn = torch.randperm(classes, device=labels.device)[:count]
    expected = count / classes
    return drawn, expected, expected


@op
def _sampled_softmax(
    weights: torch.Tensor,
    biases: torch.Tensor,
    labels: torch.Tensor,
    inputs: torch.Tensor,
    num_true: int,
    candidates: Any,
    remove_hits: bool,
) -> torch.Tensor:
    """The loss of each sample: softmax over its true classes and the sampled ones."""
    labels = labels.long().reshape(-1, num_true)
    sampled, true_expected, sampled_expected = candidates
    sampled = sampled.long()
    true_logits = (inputs[:, None, :] * weights[labels]).sum(-1) + biases[labels]
    sampled_logits = inputs @ weights[sampled].T + biases[sampled]
    if remove_hits:
        hits = (labels[:, :, None] == sampled).any(1)
        sampled_logits = sampled_logits.masked_fill(hits, torch.finfo(inputs.dtype).min)
    # The chance of being drawn is divided out.
    true_logits = true_logits - _log(true_expected, true_logits)
    sampled_logits = sampled_logits - _log(sampled_expected, sampled_logits)
    logits = torch.cat([true_logits, sampled_logits], 1)
    return -F.log_softmax(logits, 1)[:, :num_true].sum(1) / num_true


def _log(expected: Any, like: torch.Tensor) -> Any:
    return (
        expected.to(like.dtype).log() if isinstance(expected, torch.Tensor) else math.log(expected)
    )


class SampledSoftmaxLoss(LossBase):
    """Softmax cross entropy over the true classes and `num_sampled` random others.

    Called with (weights (classes, dim), biases (classes,), labels (N, num_true), inputs (N, dim)).
    `sampled_values` fixes (candidates, expected count of true, of sampled classes).
    """

    def __init__(
        self,
        num_sampled: int,
        num_classes: int,
        num_true: int = 1,
        sampled_values: Any = None,
        remove_accidental_hits: bool = True,
        seed: int = 0,
        reduction: str = "none",
    ):
        super().__init__(reduction)
        check.positive_int(self.cls_name, "num_true", num_true)
        check.non_negative_int(self.cls_name, "seed", seed)
        if num_sampled > num_classes or num_true > num_classes:
            raise ValueError(
                f"For 'SampledSoftmaxLoss', 'num_sampled' {num_sampled} and 'num_true' {num_true} must not "
                f"exceed 'num_classes' {num_classes}."
            )
        if sampled_values is not None:
            check.instance(self.cls_name, "sampled_values", sampled_values, (list, tuple))
            if len(sampled_values) != 3:
                raise ValueError(
                    f"For 'SampledSoftmaxLoss', 'sampled_values' must hold 3 things, but got {len(sampled_values)}."
                )
        self.num_sampled, self.num_classes, self.num_true = num_sampled, num_classes, num_true
        self.sampled_values, self.remove_accidental_hits = sampled_values, remove_accidental_hits
        self.seed = seed

    def construct(self, weights: Tensor, biases: Tensor, labels: Tensor, logits: Tensor) -> Tensor:
        tensors(self.cls_name, weights=weights, biases=biases, labels=labels, logits=logits)
        given = self.sampled_values
        candidates = given or uniform_candidates(self.num_sampled, self.num_classes, labels._t)
        remove = self.remove_accidental_hits and given is None
        # As MindSpore: one value per sample, whatever the reduction.
        return _sampled_softmax(weights, biases, labels, logits, self.num_true, candidates, remove)


__all__ = ["SampledSoftmaxLoss"]
