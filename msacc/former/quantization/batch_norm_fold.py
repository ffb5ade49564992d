"""Batch normalization whose factor lies in the weight of the convolution before it, as in MindSpore 1.x."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msacc import ops
from msacc.former.quantization.straight_through import along


@dataclass(frozen=True)
class Statistics:
    """How a batch's mean and deviation are found: `freeze_bn`: the step from which the running ones stand for them."""

    momentum: float = 0.9
    epsilon: float = 1e-5
    is_training: bool = True
    freeze_bn: int = 0


def batch_norm_fold(
    how: Statistics, x: Any, mean: Any, variance: Any, step: Any
) -> tuple[Any, ...]:
    """Mean and deviation of each channel of x, and the running ones before this x; updates `mean` and `variance`.

    Without training, and from the step `freeze_bn` on, those of x are 0 and 1.
    """
    running_mean = ops.stop_gradient(mean) + 0.0  # not the Parameter, which changes below
    running_std = ops.sqrt(ops.stop_gradient(variance) + how.epsilon)
    nothing, one = ops.zeros_like(running_mean), ops.ones_like(running_std)
    if not how.is_training:
        return nothing, one, running_mean, running_std
    counts = step < how.freeze_bn
    axes = tuple(axis for axis in range(x.ndim) if axis != 1)
    batch_mean = x.mean(axes)
    spread = ops.square(x - along(batch_mean, x, 1)).mean(axes)
    _follow(how, counts, x, (mean, batch_mean), (variance, spread))
    batch_std = ops.sqrt(spread + how.epsilon)
    return (
        ops.where(counts, batch_mean, nothing),
        ops.where(counts, batch_std, one),
        running_mean,
        running_std,
    )


def _follow(
    how: Statistics,
    counts: Any,
    x: Any,
    means: tuple[Any, Any],
    variances: tuple[Any, Any],
) -> None:
    """The running mean and variance move towards those of x, the variance towards the unbiased one."""
    n = x.size // x.shape[1]
    unbiased = n / (n - 1) if n > 1 else 0.0
    for (running, now), factor in ((means, 1.0), (variances, unbiased)):
        before = ops.stop_gradient(running)
        after = before * how.momentum + ops.stop_gradient(now) * (factor * (1 - how.momentum))
        ops.assign(running, ops.where(counts, after, before))


def batch_norm_fold2(
    freeze_bn: int,
    x: Any,
    beta: Any,
    gamma: Any,
    of_batch: tuple[Any, Any],
    of_running: tuple[Any, Any],
    step: Any,
) -> Any:
    """What a convolution with the folded weight gives, moved from the running deviation to the batch's, and shifted.

    `of_batch`, `of_running`: deviation and mean. From the step `freeze_bn` on the running ones alone are used.
    """
    (std, mean), (running_std, running_mean) = of_batch, map(ops.stop_gradient, of_running)
    counts = step < freeze_bn
    factor = ops.where(counts, running_std / std, ops.ones_like(std))
    shift = ops.where(counts, mean / std, running_mean / running_std)
    return x * along(factor, x, 1) + along(beta - gamma * shift, x, 1)


def correction_mul(x: Any, gamma: Any, running_std: Any, axis: int) -> Any:
    """The weight `x` with the factor of the normalization behind it."""
    return x * along(gamma / ops.stop_gradient(running_std), x, axis)
