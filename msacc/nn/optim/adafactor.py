"""AdaFactor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.nn.optim.optimizer import Optimizer, Tensors, opt_init_args_register


def _rms(t: torch.Tensor) -> torch.Tensor:
    return t.square().mean().sqrt()


class AdaFactor(Optimizer):
    """Adam whose second moment is kept as its row and column means (Shazeer and Stern, 2018).

    `learning_rate=None` with `relative_step`: min(0.01, 1 / sqrt(t)), or 1e-6 * t at first with
    `warmup_init`. `scale_parameter`: times the root mean square of the parameter. `beta1=None`: no
    first moment. `compression`: second moments of vectors in float16. ValueError for options that
    exclude each other.
    """

    @opt_init_args_register
    def __init__(
        self,
        params: Any,
        learning_rate: Any = None,
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
        self._eps = _check_eps(eps)
        self._clip = check.non_negative_float(where, "clip_threshold", clip_threshold)
        self._decay_rate = check.in_range(where, "decay_rate", decay_rate, 0, 1)
        self._wd = check.in_range(
            where, "weight_decay", weight_decay, 0, 1, closed="l", also_int=True
        )
        self._b1 = check.non_negative_float(where, "beta1", beta1 or 0.0, also_int=True)
        self.relative_step = check.boolean(where, "relative_step", relative_step) and numeric
        self.scale_parameter = check.boolean(where, "scale_parameter", scale_parameter) and numeric
        self.compression = check.boolean(where, "compression", compression)
        self.warmup_init, self.use_first_moment = warmup_init, self._b1 > 0
        self._make_state()
        self.step = Parameter(initializer("zeros", [1], mstype.float32), name="afactor_step")

    def _make_state(self) -> None:
        if self.use_first_moment:
            self.exp_avg = self._parameters.clone(prefix="exp_avg", init="zeros")
        rows, columns, squares = [], [], []
        for p in self._parameters:
            matrix, shape = p.ndim > 1, tuple(p.shape)
            rows.append(self._zeros("row_", shape[:-1] if matrix else (1,), p.dtype, p.name))
            column = shape[:-2] + shape[-1:] if matrix else (1,)
            columns.append(self._zeros("col_", column, p.dtype, p.name))
            small = mstype.float16 if self.compression and not matrix else p.dtype
            squares.append(self._zeros("", (1,) if matrix else shape, small, p.name))
        self.exp_avg_sq_row, self.exp_avg_sq_col = ParameterTuple(rows), ParameterTuple(columns)
        self.exp_avg_sq = ParameterTuple(squares)

    @staticmethod
    def _zeros(kind: str, shape: tuple[int, ...], dtype: mstype.Type, name: str) -> Parameter:
        return Parameter(initializer("zeros", shape, dtype), name=f"exp_avg_sq_{kind}{name}")

    @property
    def supports_memory_efficient_fp16(self) -> bool:
        """True."""
        return True

    @property
    def supports_flat_params(self) -> bool:
        """False: rows and columns need the parameters' own shapes."""
        return False

    def _prepared(self, grads: Tensors) -> Tensors:
        return grads

    def _begin_step(self) -> None:
        self.step._t.add_(1)

    def _update(self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors) -> None:
        step = self.step._t.reshape(())
        if self.relative_step:
            lr = torch.minimum(1e-6 * step if self.warmup_init else step * 0 + 0.01, step.rsqrt())
        beta2 = 1.0 - step.pow(-self._decay_rate)
        for i, p, g in zip(at, params, grads):
            self._update_one(i, p, g.float(), lr, beta2)

    def _update_one(
        self, i: int, param: torch.Tensor, g: torch.Tensor, lr: torch.Tensor, beta2: torch.Tensor
    ) -> None:
        p = param.float()
        if self.scale_parameter:
            lr = lr * _rms(p).clamp(min=self._eps[1])
        update = self._normalised(i, g, beta2)
        update = update / (_rms(update) / self._clip).clamp(min=1.0) * lr
        if self.use_first_moment:
            mean = self.exp_avg[i]._t
            mean.copy_(mean.float() * self._b1 + update * (1 - self._b1))
            update = mean.float()
        param.copy_(p - self._wd * lr * p - update)

    def _normalised(self, i: int, g: torch.Tensor, beta2: torch.Tensor) -> torch.Tensor:
        square = g * g + self._eps[0]
        if g.ndim < 2:
            held = self.exp_avg_sq[i]._t
            held.copy_(held.float() * beta2 + square * (1 - beta2))
            return g * held.float().rsqrt()
        row, column = self.exp_avg_sq_row[i]._t, self.exp_avg_sq_col[i]._t
        row.copy_(row.float() * beta2 + square.mean(-1) * (1 - beta2))
        column.copy_(column.float() * beta2 + square.mean(-2) * (1 - beta2))
        by_row = (row / row.mean(-1, keepdim=True)).rsqrt().unsqueeze(-1)
        return g * by_row * column.rsqrt().unsqueeze(-2)


def _check_rate(rate: Any, relative: bool, warmup: bool) -> None:
    if rate is not None and relative:
        raise ValueError(
            f"For 'AdaFactor', give learning_rate ({rate}) or relative_step=True, not both."
        )
    if warmup and not relative:
        raise ValueError("For 'AdaFactor', warmup_init=True requires relative_step=True.")
    if rate is None and not relative:
        raise ValueError("For 'AdaFactor', learning_rate is needed with relative_step=False.")


def _check_eps(eps: Any) -> tuple[float, float]:
    if len(check.instance("AdaFactor", "eps", eps, (list, tuple))) != 2:
        raise ValueError(f"For 'AdaFactor', eps must have 2 values, but got {eps!r}.")
    first, second = (check.non_negative_float("AdaFactor", "eps", e) for e in eps)
    return first, second


__all__ = ["AdaFactor"]
