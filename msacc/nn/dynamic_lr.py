"""Learning rates as lists, one value per step (the step-wise Cells are in learning_rate_schedule)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msacc.common import checks as check
from msacc.common.keyword_hints import hints_keywords
from msacc.ops.core.op import exported_names


def _per_step(rule: Callable[[int], float], total_step: int, step_per_epoch: int) -> list[float]:
    """`rule(epoch)` for each step; the epoch is 0-based."""
    return [rule(step // step_per_epoch) for step in range(total_step)]


def _check_counts(where: str, **counts: int) -> None:
    for name, value in counts.items():
        check.positive_int(where, name, value)


def _check_decay(
    where: str, learning_rate: float, decay_rate: float, is_stair: bool, **counts: int
) -> None:
    check.positive_float(where, "learning_rate", learning_rate)
    check.positive_float(where, "decay_rate", decay_rate)
    check.boolean(where, "is_stair", is_stair)
    _check_counts(where, **counts)


@hints_keywords
def piecewise_constant_lr(milestone: Sequence[int], learning_rates: Sequence[float]) -> list[float]:
    """A list of rates: learning_rates[i] up to step milestone[i], from where the one before ended.

    `milestone`: ints > 0 that do not fall, a tuple or list.
    `learning_rates`: floats, as many.

    Returns milestone[-1] floats, one per step, which optimizers take as `learning_rate`.

    Raises TypeError for other types, ValueError for other values and numbers of them.

    As in MindSpore.
    """
    where = "piecewise_constant_lr"
    check.instance(where, "milestone", milestone, (tuple, list))
    check.instance(where, "learning_rates", learning_rates, (tuple, list))
    if len(milestone) != len(learning_rates):
        raise ValueError(
            f"For '{where}', 'milestone' and 'learning_rates' must be of one size, but got "
            f"{len(milestone)} and {len(learning_rates)}."
        )
    rates: list[float] = []
    for i, (end, rate) in enumerate(zip(milestone, learning_rates, strict=True)):
        check.positive_int(where, f"milestone[{i}]", end)
        check.floating(where, f"learning_rates[{i}]", rate)
        if end < len(rates):
            raise ValueError(
                f"For '{where}', milestone[{i}] must not be below the one before: {milestone}."
            )
        rates += [rate] * (end - len(rates))
    return rates


@hints_keywords
def exponential_decay_lr(
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool = False,
) -> list[float]:
    """A list of rates, one per step: learning_rate * decay_rate^(epoch / decay_epoch), the epoch being step //
    step_per_epoch.

    `learning_rate`, `decay_rate`: floats > 0.
    `total_step`, `step_per_epoch`, `decay_epoch`: ints > 0.
    `is_stair`: floor the quotient.

    TypeError for other types, ValueError for values out of these ranges.
    """
    _check_decay(
        "exponential_decay_lr",
        learning_rate,
        decay_rate,
        is_stair,
        total_step=total_step,
        step_per_epoch=step_per_epoch,
        decay_epoch=decay_epoch,
    )

    def rule(epoch: int) -> float:
        exponent = epoch // decay_epoch if is_stair else epoch / decay_epoch
        return learning_rate * decay_rate**exponent

    return _per_step(rule, total_step, step_per_epoch)


@hints_keywords
def natural_exp_decay_lr(
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool = False,
) -> list[float]:
    """A list of rates, one per step: learning_rate * e^(-decay_rate * epoch), the epoch being step //
    step_per_epoch.

    `learning_rate`, `decay_rate`: floats > 0.
    `total_step`, `step_per_epoch`, `decay_epoch`: ints > 0.
    `is_stair`: take the epoch in whole multiples of decay_epoch.

    TypeError for other types, ValueError for values out of these ranges.
    """
    _check_decay(
        "natural_exp_decay_lr",
        learning_rate,
        decay_rate,
        is_stair,
        total_step=total_step,
        step_per_epoch=step_per_epoch,
        decay_epoch=decay_epoch,
    )

    def rule(epoch: int) -> float:
        reached = epoch // decay_epoch * decay_epoch if is_stair else epoch
        return learning_rate * math.e ** (-decay_rate * reached)

    return _per_step(rule, total_step, step_per_epoch)


@hints_keywords
def inverse_decay_lr(
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool = False,
) -> list[float]:
    """A list of rates, one per step: learning_rate / (1 + decay_rate * epoch / decay_epoch), the epoch being
    step // step_per_epoch.

    `learning_rate`, `decay_rate`: floats > 0.
    `total_step`, `step_per_epoch`, `decay_epoch`: ints > 0.
    `is_stair`: floor the quotient.

    TypeError for other types, ValueError for values out of these ranges.
    """
    _check_decay(
        "inverse_decay_lr",
        learning_rate,
        decay_rate,
        is_stair,
        total_step=total_step,
        step_per_epoch=step_per_epoch,
        decay_epoch=decay_epoch,
    )

    def rule(epoch: int) -> float:
        reached = epoch // decay_epoch if is_stair else epoch / decay_epoch
        return learning_rate / (1 + decay_rate * reached)

    return _per_step(rule, total_step, step_per_epoch)


@hints_keywords
def cosine_decay_lr(
    min_lr: float, max_lr: float, total_step: int, step_per_epoch: int, decay_epoch: int
) -> list[float]:
    """A list of rates, one per step: half a cosine from max_lr to min_lr over decay_epoch epochs, then min_lr.

    `min_lr`: a float >= 0.
    `max_lr`: a float > min_lr.
    `total_step`, `step_per_epoch`, `decay_epoch`: ints > 0.

    TypeError for other types, ValueError for values out of these ranges.
    """
    where = "cosine_decay_lr"
    check.non_negative_float(where, "min_lr", min_lr)
    check.positive_float(where, "max_lr", max_lr)
    _check_counts(
        where, total_step=total_step, step_per_epoch=step_per_epoch, decay_epoch=decay_epoch
    )
    if min_lr >= max_lr:
        raise ValueError(
            f"For '{where}', the 'max_lr' must be greater than the 'min_lr', but got 'max_lr' value: "
            f"{max_lr}, 'min_lr' value: {min_lr}."
        )

    def rule(epoch: int) -> float:
        share = min(epoch, decay_epoch) / decay_epoch
        return min_lr + 0.5 * (max_lr - min_lr) * (1 + math.cos(math.pi * share))

    return _per_step(rule, total_step, step_per_epoch)


@hints_keywords
def polynomial_decay_lr(
    learning_rate: float,
    end_learning_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    power: float,
    update_decay_epoch: bool = False,
) -> list[float]:
    """A list of rates, one per step: (learning_rate - end_learning_rate) * (1 - epoch / decay_epoch)^power +
    end_learning_rate, then end_learning_rate.

    `learning_rate`: a float > 0.
    `end_learning_rate`: a float >= 0.
    `total_step`, `step_per_epoch`, `decay_epoch`: ints > 0.
    `power`: a float > 0.
    `update_decay_epoch`: start over with the next multiple of decay_epoch.

    TypeError for other types, ValueError for values out of these ranges.
    """
    where = "polynomial_decay_lr"
    check.positive_float(where, "learning_rate", learning_rate)
    check.non_negative_float(where, "end_learning_rate", end_learning_rate)
    check.positive_float(where, "power", power)
    check.boolean(where, "update_decay_epoch", update_decay_epoch)
    _check_counts(
        where, total_step=total_step, step_per_epoch=step_per_epoch, decay_epoch=decay_epoch
    )

    def rule(epoch: int) -> float:
        span, reached = decay_epoch, min(epoch, decay_epoch)
        if update_decay_epoch:
            span, reached = decay_epoch * max(math.ceil(epoch / decay_epoch), 1), epoch
        return (learning_rate - end_learning_rate) * (
            1 - reached / span
        ) ** power + end_learning_rate

    return _per_step(rule, total_step, step_per_epoch)


@hints_keywords
def warmup_lr(
    learning_rate: float, total_step: int, step_per_epoch: int, warmup_epoch: int
) -> list[float]:
    """A list of rates, one per step: linear from 0 to learning_rate over warmup_epoch epochs, then constant.

    `learning_rate`: a float >= 0.
    `total_step`, `step_per_epoch`, `warmup_epoch`: ints > 0.

    TypeError for other types, ValueError for values out of these ranges.
    """
    where = "warmup_lr"
    check.non_negative_float(where, "learning_rate", learning_rate)
    _check_counts(
        where, total_step=total_step, step_per_epoch=step_per_epoch, warmup_epoch=warmup_epoch
    )
    return _per_step(
        lambda epoch: learning_rate * min(epoch, warmup_epoch) / warmup_epoch,
        total_step,
        step_per_epoch,
    )


__all__ = exported_names(globals())
