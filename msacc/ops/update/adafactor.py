"""AdaFactor: Adam whose second moment of a matrix is kept as row and column means."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from msacc.ops.update.tensor_lists import Tensors


@dataclass(frozen=True)
class Factors:
    """The coefficients of `adafactor`; `beta1=0`: no first moment."""

    eps: tuple[float, float]
    clip: float
    beta1: float
    decay: float
    scale_by_size: bool


def adafactor(
    params: Tensors,
    grads: Tensors,
    means: Tensors,
    rows: Tensors,
    columns: Tensors,
    squares: Tensors,
    lr: torch.Tensor,
    beta2: torch.Tensor,
    factors: Factors,
) -> None:
    """u = g / sqrt(v), divided by max(1, rms(u) / clip), times lr; m = beta1 * m + (1 - beta1) * u;
    p -= decay * lr * p + m (Shazeer and Stern, 2018).

    v averages g² + eps[0] with `beta2`: for a matrix as the outer product of `rows` and `columns`,
    otherwise in `squares`. `scale_by_size`: lr is multiplied by max(rms(p), eps[1]). `means` is
    empty for `beta1=0`.
    """
    for i, (param, grad) in enumerate(zip(params, grads, strict=True)):
        p, g = param.float(), grad.float()
        rate = lr * _rms(p).clamp(min=factors.eps[1]) if factors.scale_by_size else lr
        square = g * g + factors.eps[0]
        if g.ndim < 2:
            unit = g * _update_average(squares[i], square, beta2).rsqrt()
        else:
            row, column = (
                _update_average(rows[i], square.mean(-1), beta2),
                _update_average(columns[i], square.mean(-2), beta2),
            )
            by_row = (row / row.mean(-1, keepdim=True)).rsqrt().unsqueeze(-1)
            unit = g * by_row * column.rsqrt().unsqueeze(-2)
        step = unit / (_rms(unit) / factors.clip).clamp(min=1.0) * rate
        if factors.beta1:
            step = _update_average(means[i], step, factors.beta1)
        param.copy_(p - factors.decay * rate * p - step)


def _update_average(
    average: torch.Tensor, value: torch.Tensor, beta: float | torch.Tensor
) -> torch.Tensor:
    """Updates the running `average` in float32, whatever its dtype; returns it as float32."""
    average.copy_(average.float() * beta + value * (1 - beta))
    return average.float()


def _rms(t: torch.Tensor) -> torch.Tensor:
    return t.square().mean().sqrt()


def relative_rate(step: torch.Tensor, warmup: bool) -> torch.Tensor:
    """min(0.01, 1 / sqrt(step)); `warmup`: min(1e-6 * step, 1 / sqrt(step))."""
    return torch.minimum(1e-6 * step if warmup else step * 0 + 0.01, step.rsqrt())


def falling_beta2(step: torch.Tensor, decay_rate: float) -> torch.Tensor:
    """1 - step^-decay_rate."""
    return 1.0 - step.pow(-decay_rate)
