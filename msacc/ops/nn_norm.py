"""Normalisation."""

from __future__ import annotations

import torch

from msacc.ops import nn_check as check
from msacc.ops._op import op


def batch_normalize(
    x: torch.Tensor,
    gamma: torch.Tensor,
    beta: torch.Tensor,
    mean: torch.Tensor,
    variance: torch.Tensor,
    training: bool,
    rate: float,
    eps: float,
) -> torch.Tensor:
    """Normalise each channel. In training `mean` and `variance` move towards the batch's by `rate`."""
    if x.ndim < 2 or x.shape[1] != gamma.shape[0]:
        raise ValueError(
            f"For 'BatchNorm', scale.shape[0] {gamma.shape[0]} should be equal to the input's channel "
            f"dimension, but got an input of {tuple(x.shape)}."
        )
    if x.dtype is not gamma.dtype and x.dtype not in (torch.float16, torch.bfloat16):
        raise TypeError(
            f"For 'BatchNorm', the input must be float16, bfloat16 or of the parameters' {gamma.dtype}, "
            f"but got {x.dtype}."
        )
    if mean.requires_grad or variance.requires_grad:
        # Someone asked for a gradient of every parameter; the running statistics have none.
        mean, variance = mean.detach(), variance.detach()
    cudnn = torch.backends.cudnn.enabled
    return torch.batch_norm(x, gamma, beta, mean, variance, training, rate, eps, cudnn)


run_batch_norm = op(batch_normalize)


@op
def batch_norm(
    input_x: torch.Tensor,
    running_mean: torch.Tensor,
    running_var: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> torch.Tensor:
    """Normalise each channel; `momentum` is the weight of the new batch in the running statistics."""
    check.boolean("batch_norm", "training", training)
    return batch_normalize(
        input_x, weight, bias, running_mean, running_var, training, momentum, eps
    )


__all__ = ["batch_norm"]
