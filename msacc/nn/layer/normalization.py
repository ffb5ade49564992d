"""Normalisation layers."""

from __future__ import annotations

from typing import Any

from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops import nn_check as check
from msacc.ops.nn_norm import run_batch_norm


class _BatchNorm(Cell):
    """Batch normalisation over every dimension but the second."""

    _keeps_parameter_dtype = True
    _ranks: tuple[int, ...] = ()

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        moving_mean_init: Any = "zeros",
        moving_var_init: Any = "ones",
        use_batch_statistics: bool | None = None,
        data_format: str = "NCHW",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self._check(num_features, momentum, use_batch_statistics)
        self.format = check.choice(self.cls_name, "format", data_format, ["NCHW", "NHWC"])
        self.use_batch_statistics = use_batch_statistics
        self.num_features, self.eps = num_features, eps
        self.gamma_init, self.beta_init = gamma_init, beta_init
        self.moving_mean_init, self.moving_var_init = moving_mean_init, moving_var_init

        def make(init: Any, name: str, requires_grad: bool) -> Parameter:
            return Parameter(initializer(init, num_features, dtype), name, requires_grad)

        # MindSpore's own names where the layer stands alone; in a net the attributes' names count.
        self.moving_mean = make(moving_mean_init, "mean", False)
        self.moving_variance = make(moving_var_init, "variance", False)
        self.gamma = make(gamma_init, "gamma", affine)
        self.beta = make(beta_init, "beta", affine)
        # MindSpore stores the weight of the new batch here: 0.1 for the argument's 0.9.
        self.momentum = 1.0 - momentum

    def _check(self, num_features: Any, momentum: Any, use_batch_statistics: Any) -> None:
        check.instance(self.cls_name, "num_features", num_features, int)
        if num_features < 1:
            raise ValueError(
                f"For '{self.cls_name}', the 'num_features' must be at least 1, but got {num_features}."
            )
        if not 0 <= momentum <= 1:
            raise ValueError(
                f"For '{self.cls_name}', the 'momentum' must be a number in range [0, 1], but got {momentum}."
            )
        if use_batch_statistics not in (None, True, False):
            raise ValueError(
                f"For '{self.cls_name}', the 'use_batch_statistics' must be a boolean value or None, "
                f"but got {use_batch_statistics!r}."
            )

    def construct(self, x: Tensor) -> Tensor:
        ndim = x.ndim
        if self._ranks and ndim not in self._ranks:
            check.rank(self.cls_name, x._t, *self._ranks)
        of_batch = self.training if self.use_batch_statistics is None else self.use_batch_statistics
        args = (self.gamma, self.beta, self.moving_mean, self.moving_variance)
        if self.format == "NHWC":
            last = Tensor(x._t.movedim(-1, 1))
            return Tensor(
                run_batch_norm(last, *args, of_batch, self.momentum, self.eps)._t.movedim(1, -1)
            )
        return run_batch_norm(x, *args, of_batch, self.momentum, self.eps)

    def extend_repr(self) -> str:
        return (
            f"num_features={self.num_features}, eps={self.eps}, momentum={1.0 - self.momentum}, "
            f"gamma={self.gamma}, beta={self.beta}, moving_mean={self.moving_mean}, "
            f"moving_variance={self.moving_variance}"
        )


class BatchNorm1d(_BatchNorm):
    """Batch normalisation of (N, C) or (N, C, L).

    In training `moving = momentum * moving + (1 - momentum) * batch` (unbiased variance).
    `use_batch_statistics`: None follows `set_train`, True and False decide by themselves.
    """

    _ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch normalisation of (N, C, H, W); see `BatchNorm1d`."""

    _ranks = (4,)


__all__ = ["BatchNorm1d", "BatchNorm2d"]
