"""Sampled softmax: over the true classes and a sample of the others."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F

from msacc.common.settings import settings
from msacc.ops.core.op import op
from msacc.ops.nn.loss.elementwise import reduce_loss

if TYPE_CHECKING:
    from collections.abc import Sequence


@op
def random_keys(classes: int, seed: int = 0) -> torch.Tensor:
    """Two rows of random numbers in [0, 1), from which `uniform_candidates` chooses; anew for the seed 0."""
    if not seed:
        return torch.rand(2, classes, device=settings.device)
    keys = torch.rand(2, classes, generator=torch.Generator().manual_seed(seed))
    return keys.to(settings.device)


@op
def uniform_candidates(
    keys: torch.Tensor, labels: torch.Tensor, count: int, remove_hits: bool
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """`count` different classes, and how often a true and a sampled one is expected to be drawn.

    With `remove_hits` none is among `labels`, unless so many others do not exist. Classes are drawn
    one after the other and kept where they are new: the number of tries it takes is random.
    """
    classes = keys.shape[1]
    free = torch.ones_like(keys[0])
    if remove_hits:
        free = free.index_fill(0, labels.long().reshape(-1), 0)
        free = torch.where(free.sum() < count, 1, free)
    sampled = (keys[0] + free).topk(count).indices
    chances = (free.sum() - torch.arange(count, device=keys.device)) / classes
    tries = (1 + (torch.log1p(-keys[1, :count]) / torch.log1p(-chances)).floor()).sum()
    expected = -torch.expm1(tries * math.log1p(-1 / classes)) if classes > 1 else tries / tries
    expected = torch.where(tries == count, count / classes, expected)
    return sampled, expected, expected


@op
def sampled_softmax(
    weights: torch.Tensor,
    biases: torch.Tensor,
    labels: torch.Tensor,
    inputs: torch.Tensor,
    num_true: int,
    candidates: Sequence[torch.Tensor],
    reduction: str,
) -> torch.Tensor:
    """The loss of each sample, reduced: softmax over its true classes and the sampled ones."""
    labels = labels.long().reshape(-1, num_true)
    sampled, true_expected, sampled_expected = candidates
    sampled = sampled.long()
    true_logits = (inputs[:, None, :] * weights[labels]).sum(-1) + biases[labels]
    sampled_logits = inputs @ weights[sampled].T + biases[sampled]
    # The chance of being drawn is divided out.
    true_logits = true_logits - true_expected.to(true_logits.dtype).log()
    sampled_logits = sampled_logits - sampled_expected.to(sampled_logits.dtype).log()
    logits = torch.cat([true_logits, sampled_logits], 1)
    return reduce_loss(-F.log_softmax(logits, 1)[:, :num_true].sum(1) / num_true, reduction)
