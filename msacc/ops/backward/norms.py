"""First and second gradients of normalizations, from the mean and variance of the forward op."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.ops.backward.autograd_backward import vjp
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints

# The constant that MindSpore's kernel adds to the variance.
_ADDED = 1e-7


def _layer(
    x: torch.Tensor, dy: torch.Tensor, mean: torch.Tensor, rstd: torch.Tensor, gamma: torch.Tensor,
    norm_axis: int, params_axis: int,
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """The gradients of a layer norm by x, gamma and beta."""
    axes = tuple(range(norm_axis % x.dim(), x.dim()))
    outer = tuple(range(params_axis % x.dim()))
    unit, g = (x - mean) * rstd, dy * gamma
    centred = unit - unit.mean(axes, keepdim=True)
    dx = rstd * (g - g.mean(axes, keepdim=True) - centred * (g * unit).mean(axes, keepdim=True))
    summed = (dy * unit, dy)
    dgamma, dbeta = (v.sum(outer) if outer else v for v in summed)
    return dx, dgamma.reshape(gamma.shape), dbeta.reshape(gamma.shape)


@bindings(
    PrimitiveClass(
        "LayerNormGrad",
        settings={"begin_norm_axis": Setting(1), "begin_params_axis": Setting(1)},
        module="ops.operations._grad_ops",
    )
)
@op
def layer_norm_grad(
    x: torch.Tensor, dy: torch.Tensor, variance: torch.Tensor, mean: torch.Tensor, gamma: torch.Tensor,
    begin_norm_axis: int = 1, begin_params_axis: int = 1,
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """The gradients of LayerNorm by x, gamma and beta, from the variance and the mean it gave.

    `x` and `dy`: floats of one shape; `variance` and `mean`: of its dimensions before `begin_norm_axis`;
    `gamma`: of those from `begin_params_axis` on, whose shape the two last results have; the first has that of
    `x`.
    """
    v, m = _expand_statistic(variance, x), _expand_statistic(mean, x)
    return _layer(x, dy, m, torch.rsqrt(v + _ADDED), gamma, begin_norm_axis, begin_params_axis)


def _expand_statistic(statistic: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """A statistic with as many axes as x."""
    return statistic.reshape(*statistic.shape, *([1] * (x.dim() - statistic.dim())))


@bindings(
    PrimitiveClass(
        "LayerNormGradGrad",
        settings={"begin_norm_axis": Setting(1), "begin_params_axis": Setting(1)},
        module="ops.operations._grad_ops",
    )
)
@op
def layer_norm_grad_grad(
    x: torch.Tensor, dy: torch.Tensor, variance: torch.Tensor, mean: torch.Tensor, gamma: torch.Tensor,
    d_dx: torch.Tensor, d_dg: torch.Tensor, d_db: torch.Tensor,
    begin_norm_axis: int = 1, begin_params_axis: int = 1,
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """The gradients of `layer_norm_grad` by x, dy and gamma, along those of its three results.

    `d_dx`, `d_dg` and `d_db`: floats of the shapes of those results; the others are the arguments of
    `layer_norm_grad`.
    """
    axes = tuple(range(begin_norm_axis % x.dim(), x.dim()))

    def weighted(x: torch.Tensor, dy: torch.Tensor, gamma: torch.Tensor) -> torch.Tensor:
        row_variance = x.var(axes, unbiased=False, keepdim=True)
        rstd = torch.rsqrt(row_variance + _ADDED)
        mean = x.mean(axes, keepdim=True)
        result = _layer(x, dy, mean, rstd, gamma, begin_norm_axis, begin_params_axis)
        return (result[0] * d_dx).sum() + (result[1] * d_dg).sum() + (result[2] * d_db).sum()

    return vjp(weighted, (x, dy, gamma), torch.ones((), dtype=x.dtype, device=x.device))


def _channels(x: torch.Tensor, last: bool) -> tuple[list[int], list[int]]:
    """The axes of x but its channels, and the shape of a value per channel beside x."""
    channel_axis = x.dim() - 1 if last else 1
    beside = [1] * x.dim()
    beside[channel_axis] = x.shape[channel_axis]
    return [i for i in range(x.dim()) if i != channel_axis], beside


def _batch(
    dout: torch.Tensor, x: torch.Tensor, scale: torch.Tensor, mean: torch.Tensor, rstd: torch.Tensor,
    training: bool, last: bool,
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """The gradients of a batch norm by x, scale and bias; mean and rstd are per channel."""
    axes, beside = _channels(x, last)
    unit = (x - mean.reshape(beside)) * rstd.reshape(beside)
    dscale, dbias = (dout * unit).sum(axes), dout.sum(axes)
    count = x.numel() // max(mean.numel(), 1)
    within = dout
    if training:
        within = dout - (dbias.reshape(beside) + unit * dscale.reshape(beside)) / count
    return within * (scale * rstd).reshape(beside), dscale, dbias


@bindings(
    PrimitiveClass(
        "BatchNormGrad",
        settings={
            "is_training": Setting(False),
            "epsilon": Setting(1e-5),
            "data_format": Setting("NCHW"),
        },
        module="ops.operations._grad_ops",
    )
)
@op
def batch_norm_grad(
    dout: torch.Tensor, x: torch.Tensor, scale: torch.Tensor, saved_mean: torch.Tensor,
    saved_variance: torch.Tensor, reserve: torch.Tensor | None = None, is_training: bool = False,
    epsilon: float = 1e-5, data_format: str = "NCHW",
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """The gradients of BatchNorm by x, scale and bias, from the mean and the variance it used.

    `x` and `dout`: floats of one shape, with the channels C in dimension 1, in the last for 'NHWC'; `scale`,
    `saved_mean`, `saved_variance`: floats (C,). The results have the shapes of `x`, (C,) and (C,). `reserve` is
    what the forward op gave for Ascend's kernels; it is not read.
    """
    rstd = torch.rsqrt(saved_variance + epsilon)
    return _batch(dout, x, scale, saved_mean, rstd, is_training, data_format == "NHWC")


@bindings(
    PrimitiveClass(
        "BatchNormGradGrad",
        settings={
            "is_training": Setting(False),
            "epsilon": Setting(1e-5),
            "data_format": Setting("NCHW"),
        },
        module="ops.operations._grad_ops",
    )
)
@op
def batch_norm_grad_grad(
    x: torch.Tensor, dy: torch.Tensor, scale: torch.Tensor, saved_mean: torch.Tensor,
    saved_variance: torch.Tensor, dout_dx: torch.Tensor, dout_dscale: torch.Tensor,
    dout_dbias: torch.Tensor, is_training: bool = False, epsilon: float = 1e-5, data_format: str = "NCHW",
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """The gradients of `batch_norm_grad` by x, dy and scale, along those of its three results.

    `x`, `dy` and `dout_dx`: floats of one shape; `scale`, `saved_mean`, `saved_variance`, `dout_dscale` and
    `dout_dbias`: floats (C,). The settings are those of `batch_norm_grad`.
    """
    last = data_format == "NHWC"
    axes, _ = _channels(x, last)

    def weighted(x: torch.Tensor, dy: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
        mean, variance = saved_mean, saved_variance
        if is_training:
            mean, variance = x.mean(axes), x.var(axes, unbiased=False)
        rstd = torch.rsqrt(variance + epsilon)
        dx, dscale, dbias = _batch(dy, x, scale, mean, rstd, is_training, last)
        return (dx * dout_dx).sum() + (dscale * dout_dscale).sum() + (dbias * dout_dbias).sum()

    return vjp(weighted, (x, dy, scale), torch.ones((), dtype=x.dtype, device=x.device))


@bindings(
    PrimitiveClass(
        "BiasAddGrad", settings={"data_format": Setting("NCHW")}, module="ops.operations._grad_ops"
    )
)
@op
def bias_add_grad(dout: torch.Tensor, data_format: str = "NCHW") -> torch.Tensor:
    """The sum of dout over all axes but that of the channels.

    `dout`: numbers with the channels C in dimension 1, in the last for 'NHWC'; the result is (C,).
    """
    return dout.sum(_channels(dout, data_format == "NHWC")[0])


@bindings(
    PrimitiveClass(
        "InstanceNormV2Grad",
        settings={"is_training": Setting(True), "epsilon": Setting(1e-5)},
        module="ops.operations._grad_ops",
    )
)
@op
def instance_norm_grad(
    dy: torch.Tensor, x: torch.Tensor, gamma: torch.Tensor, mean: torch.Tensor, variance: torch.Tensor,
    save_mean: torch.Tensor, save_variance: torch.Tensor, is_training: bool = True, epsilon: float = 1e-5,
) -> tuple[torch.Tensor, ...]:  # fmt: skip
    """The gradients of InstanceNormV2 by x, gamma and beta.

    In training `save_mean` and `save_variance`, where one over the deviation stands, are those of the samples; else
    `mean` and `variance` are used.
    """
    axes = tuple(range(2, x.dim()))
    count = x[0, 0].numel()
    centre = save_mean if is_training else mean
    rstd = save_variance if is_training else torch.rsqrt(variance + epsilon)
    unit = (x - centre) * rstd
    dgamma, dbeta = (dy * unit).sum(axes, keepdim=True), dy.sum(axes, keepdim=True)
    within = dy - (dbeta + unit * dgamma) / count if is_training else dy
    return within * gamma * rstd, dgamma, dbeta


@bindings(
    PrimitiveClass(
        "L2NormalizeGrad",
        settings={"axis": Setting(0), "epsilon": Setting(0.0001)},
        module="ops.operations._grad_ops",
    )
)
@op
def l2_normalize_grad(
    x: torch.Tensor, out: torch.Tensor, dout: torch.Tensor, axis: Ints = 0, epsilon: float = 1e-4
) -> torch.Tensor:
    """The gradient of L2Normalize by x, with what it gave."""
    length = torch.sqrt((x * x).sum(axis, keepdim=True).clamp(min=epsilon))
    return (dout - out * (out * dout).sum(axis, keepdim=True)) / length
