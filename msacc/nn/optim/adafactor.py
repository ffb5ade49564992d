"""AdaFactor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register
from msacc.ops.update.adafactor import Factors, adafactor, falling_beta2, relative_rate
from msacc.ops.update.step_counters import advance, scalar

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.optim._learning_rates import LearningRate


class AdaFactor(Optimizer):
    """Adam whose second moment of a matrix is kept as its row and column means (Shazeer and Stern, 2018).

    u = g / sqrt(v), divided by max(1, rms(u) / clip_threshold), times lr; m = beta1 * m + (1 - beta1) * u; p
    -= weight_decay * lr * p + m; v averages g² + eps[0] by 1 - t^-decay_rate.

    `params`: Parameters, or groups of them (see `Optimizer`).
    `learning_rate`: as in `Optimizer`, or None with `relative_step`: min(0.01, 1 / sqrt(t)), or 1e-6 * t at
      first with `warmup_init`.
    `eps`: two floats >= 0; `clip_threshold` >= 0.
    `decay_rate`: a float in (0, 1); `beta1` >= 0, or None for no first moment.
    `weight_decay`: in [0, 1).
    `scale_parameter`: times max(rms(p), eps[1]).
    `compression`: second moments of vectors in float16.
    `loss_scale` > 0: checked; the step does not depend on the scale of g.

    TypeError for other types, ValueError for values out of these ranges and for options that exclude each
    other.
    """

    # The axis that each of these is a mean over.
    state_axes = {"exp_avg_sq_row": -1, "exp_avg_sq_col": -2}
    parameterwise = True

    @opt_init_args_register
    def __init__(
        self,
        params: Params,
        learning_rate: LearningRate | None = None,
        eps: tuple[float, float] = (1e-30, 0.001),
        clip_threshold: float = 1.0,
        decay_rate: float = 0.8,
        beta1: float | None = 0.9,
        weight_decay: float = 0.0,
        scale_parameter: bool = True,
        relative_step: bool = True,
        warmup_init: bool = False,
        compression: bool = False,
        loss_scale: float = 1.0,
    ):
        _check_rate(learning_rate, relative_step, warmup_init)
        numeric = learning_rate is None or isinstance(learning_rate, (float, int))
        super().__init__(0.0 if learning_rate is None else learning_rate, params, 0.0, loss_scale)
        where = "AdaFactor"
        self._msacc_eps = _check_eps(eps)
        self._msacc_clip = check.non_negative_float(where, "clip_threshold", clip_threshold)
        self._msacc_decay_rate = check.in_range(where, "decay_rate", decay_rate, 0, 1)
        self._msacc_wd = check.in_range(
            where, "weight_decay", weight_decay, 0, 1, closed="l", also_int=True
        )
        self._msacc_b1 = check.non_negative_float(where, "beta1", beta1 or 0.0, also_int=True)
        self.relative_step = check.boolean(where, "relative_step", relative_step) and numeric
        self.scale_parameter = check.boolean(where, "scale_parameter", scale_parameter) and numeric
        self.compression = check.boolean(where, "compression", compression)
        self.warmup_init, self.use_first_moment = warmup_init, self._msacc_b1 > 0
        self._msacc_make_state()
        self.step = Parameter(initializer("zeros", [1], mstype.float32), name="afactor_step")

    def _msacc_make_state(self) -> None:
        if self.use_first_moment:
            self.exp_avg = self._parameters.clone(prefix="exp_avg", init="zeros")
        rows, columns, squares = [], [], []
        for p in self._parameters:
            matrix, shape = p.ndim > 1, tuple(p.shape)
            rows.append(self._msacc_zeros("row_", shape[:-1] if matrix else (1,), p.dtype, p.name))
            column = shape[:-2] + shape[-1:] if matrix else (1,)
            columns.append(self._msacc_zeros("col_", column, p.dtype, p.name))
            small = mstype.float16 if self.compression and not matrix else p.dtype
            squares.append(self._msacc_zeros("", (1,) if matrix else shape, small, p.name))
        self.exp_avg_sq_row, self.exp_avg_sq_col = ParameterTuple(rows), ParameterTuple(columns)
        self.exp_avg_sq = ParameterTuple(squares)

    @staticmethod
    def _msacc_zeros(kind: str, shape: tuple[int, ...], dtype: mstype.Type, name: str) -> Parameter:
        return Parameter(initializer("zeros", shape, dtype), name=f"exp_avg_sq_{kind}{name}")

    @property
    def supports_memory_efficient_fp16(self) -> bool:
        """True."""
        return True

    @property
    def supports_flat_params(self) -> bool:
        """False: rows and columns need the parameters' own shapes."""
        return False

    def _msacc_prepared(self, grads: Tensors) -> Tensors:
        return grads

    def _msacc_begin_step(self) -> None:
        advance(self.step._t)

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        step = scalar(self.step._t)
        if self.relative_step:
            lr = relative_rate(step, self.warmup_init)
        means = self._msacc_pick(self.exp_avg, at) if self.use_first_moment else []
        states = (self.exp_avg_sq_row, self.exp_avg_sq_col, self.exp_avg_sq)
        rows, columns, squares = (self._msacc_pick(state, at) for state in states)
        factors = Factors(
            self._msacc_eps, self._msacc_clip, self._msacc_b1, self._msacc_wd, self.scale_parameter
        )
        beta2 = falling_beta2(step, self._msacc_decay_rate)
        adafactor(params, grads, means, rows, columns, squares, lr, beta2, factors)


def _check_rate(rate: LearningRate | None, relative: bool, warmup: bool) -> None:
    if rate is not None and relative:
        raise ValueError(
            f"For 'AdaFactor', give learning_rate ({rate}) or relative_step=True, not both."
        )
    if warmup and not relative:
        raise ValueError("For 'AdaFactor', warmup_init=True requires relative_step=True.")
    if rate is None and not relative:
        raise ValueError("For 'AdaFactor', learning_rate is needed with relative_step=False.")


def _check_eps(eps: Sequence[float]) -> tuple[float, float]:
    if len(check.instance("AdaFactor", "eps", eps, (list, tuple))) != 2:
        raise ValueError(f"For 'AdaFactor', eps must have 2 values, but got {eps!r}.")
    first, second = (check.non_negative_float("AdaFactor", "eps", e) for e in eps)
    return first, second


__all__ = ["AdaFactor"]
