"""Learning rates as functions of the 0-based step: Float32 Tensors, computed inside the step's graph."""

from __future__ import annotations

import math

import torch

from msacc.ops.core.op import op


def _float_step(step: torch.Tensor) -> torch.Tensor:
    return torch.as_tensor(step).to(torch.float32)


def _progress(step: torch.Tensor, decay_steps: int, is_stair: bool) -> torch.Tensor:
    progress = _float_step(step) / decay_steps
    return torch.floor(progress) if is_stair else progress


@op
def exponential_decay(
    step: torch.Tensor, rate: float, decay_rate: float, decay_steps: int, is_stair: bool
) -> torch.Tensor:
    """rate * decay_rate^(step / decay_steps); the exponent is floored if `is_stair`."""
    return rate * decay_rate ** _progress(step, decay_steps, is_stair)


@op
def natural_exp_decay(
    step: torch.Tensor, rate: float, decay_rate: float, decay_steps: int, is_stair: bool
) -> torch.Tensor:
    """rate * e^(-decay_rate * step); `is_stair`: the step in whole multiples of decay_steps."""
    reached = _float_step(step)
    if is_stair:
        reached = torch.floor(reached / decay_steps) * decay_steps
    return rate * torch.exp(-decay_rate * reached)


@op
def inverse_decay(
    step: torch.Tensor, rate: float, decay_rate: float, decay_steps: int, is_stair: bool
) -> torch.Tensor:
    """rate / (1 + decay_rate * step / decay_steps); the quotient is floored if `is_stair`."""
    return rate / (1.0 + decay_rate * _progress(step, decay_steps, is_stair))


@op
def cosine_decay(step: torch.Tensor, low: float, high: float, decay_steps: int) -> torch.Tensor:
    """Half a cosine from `high` at step 0 to `low` at `decay_steps`, then `low`."""
    share = _float_step(step).clamp(max=float(decay_steps)) / decay_steps
    return low + 0.5 * (high - low) * (1.0 + torch.cos(share * math.pi))


@op
def polynomial_decay(
    step: torch.Tensor, first: float, last: float, decay_steps: int, power: float, again: bool
) -> torch.Tensor:
    """(first - last) * (1 - step / decay_steps)^power + last, then `last`.

    `again`: decay_steps is the next multiple of itself that the step has not passed.
    """
    current_step, length = _float_step(step), float(decay_steps)
    if again:
        span = length * torch.ceil(current_step / length).clamp(min=1.0)
    else:
        span, current_step = torch.full_like(current_step, length), current_step.clamp(max=length)
    return (first - last) * (1.0 - current_step / span) ** power + last


@op
def warm_up(step: torch.Tensor, rate: float, warmup_steps: int) -> torch.Tensor:
    """rate * step / warmup_steps, then `rate`."""
    return rate * (_float_step(step).clamp(max=float(warmup_steps)) / warmup_steps)


@op
def rate_at_step(step: torch.Tensor, rates: torch.Tensor) -> torch.Tensor:
    """rates[step], of shape [1], from the end for a negative step; RuntimeError when the list is too short."""
    index = step.reshape(1)
    try:
        return torch.index_select(rates, 0, torch.where(index < 0, index + rates.shape[0], index))
    except IndexError:
        raise RuntimeError(
            f"The learning_rate holds {rates.shape[0]} values, one per step, and step "
            f"{int(step) + 1} was reached. Give a longer list."
        ) from None


@op
def scalar(rate: torch.Tensor) -> torch.Tensor:
    """A rate of one value as a 0-d Tensor."""
    return rate.reshape(())


def decayed_rate(lr: torch.Tensor, decay: float, steps: torch.Tensor) -> torch.Tensor:
    """lr / (1 + steps * decay): Adagrad's own decay of the rate."""
    return lr / (1 + steps * decay)
