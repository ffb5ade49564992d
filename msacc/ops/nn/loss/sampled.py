"""Softmax over the true classes and a sample of the others."""

from __future__ import annotations

import math
from typing import Any

import torch
import torch.nn.functional as F

from msacc.common.settings import settings
from msacc.ops.core.op import op


@op
def uniform_candidates(
    count: int, classes: int, seed: int = 0
) -> tuple[torch.Tensor, float, float]:
    """`count` different classes, and how often a true and a sampled one is expected to be drawn.

    The same ones for the same `seed`; 0 draws anew each time.
    """
    if seed:
        drawn = torch.randperm(classes, generator=torch.Generator().manual_seed(seed))[:count]
        drawn = drawn.to(settings.device)
    else:
        drawn = torch.randperm(classes, device=settings.device)[:count]
    expected = count / classes
    return drawn, expected, expected


@op
def sampled_softmax(
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
