"""Normalization."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common.tensor_marks import WIDENED_FROM
from msacc.common.torch_private import lacks_values
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, bindings
from msacc.ops.core.narrow_inputs import keeping_narrow
from msacc.ops.core.op import exported_ops, op, with_name

if TYPE_CHECKING:
    import numpy as np

    from msacc.common.argument_types import Axis, Ints
    from msacc.common.parameter import Parameter

_HALVES = (torch.float16, torch.bfloat16)


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
    if x.dtype is not gamma.dtype and x.dtype not in _HALVES:
        raise TypeError(
            f"For 'BatchNorm', the input must be float16, bfloat16 or of the parameters' {gamma.dtype}, "
            f"but got {x.dtype}."
        )
    if mean.requires_grad or variance.requires_grad:
        # `grad` over all parameters sets requires_grad on the running statistics too; they have no gradient.
        mean, variance = mean.detach(), variance.detach()
    cudnn = torch.backends.cudnn.enabled
    if training and lacks_values(x) and x.numel() == x.shape[1]:
        _follow_one_value(x, mean, variance, rate)
        return torch.batch_norm(x, gamma, beta, None, None, True, rate, eps, cudnn)
    with keeping_narrow(x):
        return torch.batch_norm(x, gamma, beta, mean, variance, training, rate, eps, cudnn)


def _follow_one_value(
    x: torch.Tensor, mean: torch.Tensor, variance: torch.Tensor, rate: float
) -> None:
    """What torch's kernels do to running statistics with one value for each channel, which it cannot record."""
    with torch.no_grad():
        mean.mul_(1 - rate).add_(x.reshape(mean.shape).to(mean.dtype), alpha=rate)
        variance.fill_(torch.nan)


run_batch_norm = op(batch_normalize)


@op
def run_batch_norm_last(x: torch.Tensor, *settings: Any) -> torch.Tensor:
    """`batch_normalize` of an input with its channels last."""
    return batch_normalize(x.movedim(-1, 1), *settings).movedim(1, -1)


@op
def note_batch(counters: Any, x: torch.Tensor, features: int) -> None:
    """Add the elements per channel of `x`, and one call, to the two counts in `counters`."""
    with torch.no_grad():
        counters[0].add_(x.numel() // features)
        counters[1].add_(1)


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
    """Normalise each channel by a mean and a variance.

    `momentum` is the weight of the new batch in the running statistics.
    `input_x` is a float Tensor (N, C, …).
    `running_mean`, `running_var`, `weight` and `bias` are (C,).
    `training`: by the batch's mean and variance, which the running ones follow, else by the running ones.
    `eps` is added to the variance.

    The result has its shape and dtype.

    Raises TypeError for a `training` that is no bool.
    """
    check.boolean("batch_norm", "training", training)
    return batch_normalize(
        input_x, weight, bias, running_mean, running_var, training, momentum, eps
    )


@bindings(MintFunction("nn.functional.batch_norm"))
@op
@with_name("batch_norm")
def batch_norm_without(
    input: torch.Tensor,
    running_mean: torch.Tensor | None,
    running_var: torch.Tensor | None,
    weight: torch.Tensor | None = None,
    bias: torch.Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> torch.Tensor:
    """Normalise each channel of (N, C, …): mint's, where weight, bias and running statistics may be missing.

    input: a float Tensor, whose shape and dtype the result has. running_mean, running_var, weight and bias:
      (C,), or None.
    momentum: the weight of the new batch in the running statistics, which follow in training.
    eps: added to the variance.

    Raises ValueError for shapes that do not fit, and for missing statistics outside training.
    """
    if running_mean is not None and running_mean.requires_grad:
        # `grad` over all parameters sets requires_grad on the running statistics too; they have no gradient.
        running_mean = running_mean.detach()
    if running_var is not None and running_var.requires_grad:
        running_var = running_var.detach()
    with keeping_narrow(input):
        return F.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def count_batch(counter: Parameter, momentum: float | None) -> float:
    """Count a batch in the Parameter `counter`; the weight of its statistics, 1 / batches for momentum None."""
    with torch.no_grad():
        counter._t.add_(1)
    return 1.0 / float(counter._t) if momentum is None else momentum


@bindings(MintFunction("nn.functional.layer_norm"))
@op
def layer_norm(
    input: torch.Tensor,
    normalized_shape: Ints,
    weight: torch.Tensor | None = None,
    bias: torch.Tensor | None = None,
    eps: float = 1e-5,
) -> torch.Tensor:
    """Normalise over the trailing dimensions `normalized_shape`.

    `input` is a float Tensor of any shape, which the result has with its dtype; `weight` and
    `bias`, of shape `normalized_shape` (a tuple of ints), multiply and shift; `eps` is added to the
    variance.
    """
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    if input.dtype in _HALVES and weight is not None and bias is not None:
        weight, bias = _fitting(input, weight, bias)
    if not hasattr(input, WIDENED_FROM):
        return torch.layer_norm(input, shape, weight, bias, eps)
    with keeping_narrow(input):
        return torch.layer_norm(input, shape, weight, bias, eps)


@op
def layer_norm_from(
    x: torch.Tensor,
    gamma: torch.Tensor,
    beta: torch.Tensor,
    begin_norm_axis: int,
    begin_params_axis: int,
    eps: float,
) -> torch.Tensor:
    """Normalise over the dimensions from `begin_norm_axis`; parameters span those from their axis."""
    if gamma.dtype is not x.dtype or x.dtype in _HALVES:
        gamma, beta = _fitting(x, gamma, beta)
    shape = gamma.shape
    if begin_norm_axis == begin_params_axis == -len(shape):
        try:
            if not hasattr(x, WIDENED_FROM):
                return torch.layer_norm(x, shape, gamma, beta, eps)  # nearly every call
            with keeping_narrow(x):
                return torch.layer_norm(x, shape, gamma, beta, eps)
        except RuntimeError:
            pass  # what does not fit is said below
    norm, params = _axis(x, begin_norm_axis), _axis(x, begin_params_axis)
    if x.shape[params:] != shape:
        raise ValueError(
            f"For 'LayerNorm', gamma and beta must have the input's shape from axis {params}, but got "
            f"{tuple(gamma.shape)} for an input of {tuple(x.shape)}."
        )
    if norm == params:
        with keeping_narrow(x):
            return torch.layer_norm(x, x.shape[norm:], gamma, beta, eps)
    return torch.layer_norm(x, x.shape[norm:], None, None, eps) * gamma.to(x.dtype) + beta.to(
        x.dtype
    )


def _fitting(x: torch.Tensor, *parameters: torch.Tensor) -> list[torch.Tensor]:
    """The parameters in the type of `x`; Float32 beside halves on a CPU: torch keeps the statistics in it."""
    dtype = torch.float32 if x.dtype in _HALVES and x.device.type == "cpu" else x.dtype
    return [parameter.to(dtype) for parameter in parameters]


def _axis(x: torch.Tensor, axis: int) -> int:
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"For 'LayerNorm', the axis {axis} is out of range for {x.ndim} dims.")
    return axis % x.ndim


@bindings(MintFunction("nn.functional.group_norm"))
@op
def group_norm(
    input: torch.Tensor,
    num_groups: int,
    weight: torch.Tensor | None = None,
    bias: torch.Tensor | None = None,
    eps: float = 1e-5,
) -> torch.Tensor:
    """Normalise each of `num_groups` groups of channels.

    `input` is a float Tensor (N, C, …), which the result is too, of its dtype; `weight` and `bias` (C,)
      multiply and shift.
    `eps` is added to the variance.
    """
    for parameter in (weight, bias):
        if parameter is not None and parameter.shape != input.shape[1:2]:
            raise ValueError(
                f"For 'GroupNorm', weight and bias should have shape ({input.shape[1]},) for an input of "
                f"{tuple(input.shape)}, but got {tuple(parameter.shape)}."
            )
    if weight is not None and weight.dtype is not input.dtype:
        weight = weight.to(input.dtype)
        bias = bias if bias is None else bias.to(input.dtype)
    with keeping_narrow(input):
        return F.group_norm(input, num_groups, weight, bias, eps)


@op
def instance_norm_with(
    x: torch.Tensor,
    gamma: torch.Tensor,
    beta: torch.Tensor,
    mean: torch.Tensor,
    variance: torch.Tensor,
    rate: float,
    eps: float,
) -> torch.Tensor:
    """Normalise each channel of each sample; the running statistics follow, and are not used."""
    return F.instance_norm(x, mean.detach(), variance.detach(), gamma, beta, True, rate, eps)


def check_lrn(depth_radius: int, norm_region: str) -> None:
    """The settings of `lrn`: TypeError for no int or str, ValueError for another value."""
    check.instance("LRN", "norm_region", norm_region, str)
    check.choice("LRN", "norm_region", norm_region, ["ACROSS_CHANNELS"])
    check.non_negative_int("LRN", "depth_radius", depth_radius)


@bindings(
    PrimitiveClass(
        "LRN",
        settings={
            "depth_radius": Setting(5, checks.non_negative_int),
            "bias": Setting(1.0, checks.floating),
            "alpha": Setting(1.0, checks.floating),
            "beta": Setting(0.5, checks.floating),
            "norm_region": Setting("ACROSS_CHANNELS", checks.word("ACROSS_CHANNELS")),
        },
    )
)
@op
def lrn(
    x: torch.Tensor,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    norm_region: str = "ACROSS_CHANNELS",
) -> torch.Tensor:
    """Local response normalisation over 2 * depth_radius + 1 neighbouring channels.

    `x` is a float Tensor (N, C, H, W); the result has its shape and dtype.
    `bias`, `alpha`, `beta`: floats in x / (bias + alpha * sum of squares)^beta.
    `norm_region`: 'ACROSS_CHANNELS', the only one.
    """
    check_lrn(depth_radius, norm_region)
    check.rank("LRN", x, 4)
    window = 2 * depth_radius + 1
    padded = F.pad(x.square().unsqueeze(1), (0, 0, 0, 0, depth_radius, depth_radius))
    total = F.avg_pool3d(padded.float(), (window, 1, 1), stride=1).squeeze(1).to(x.dtype) * window
    return x / (bias + alpha * total) ** beta


@bindings(PrimitiveClass("L2Normalize", settings={"axis": Setting(0), "epsilon": Setting(0.0001)}))
@op
def l2_normalize(x: torch.Tensor, axis: Ints = 0, epsilon: float = 1e-4) -> torch.Tensor:
    """Each element over the 2-norm along `axis`: `x / sqrt(max(sum(x * x), epsilon))`.

    `x` is a Tensor of any shape and float dtype, `axis` an int or a tuple or list of int, `epsilon`
    a float that keeps zeros from dividing. The result has the shape and dtype of `x`. Raises
    ValueError for an axis that `x` lacks. Differs from MindSpore: it takes no more than one axis,
    and refuses integers.
    """
    axes = tuple(axis) if isinstance(axis, (list, tuple)) else (axis,)
    return x / x.square().sum(axes, keepdim=True).clamp(min=epsilon).sqrt()


@bindings(MintFunction("nn.functional.normalize"))
@op
def normalize(
    input: torch.Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12
) -> torch.Tensor:
    """`input` over its p-norm along `dim`, which counts as `eps` where it is smaller.

    input: floats.
    dim: an int, or several.

    Raises ValueError for a dimension out of range.
    """
    return F.normalize(input, p, dim, eps)


@bindings(
    PrimitiveClass(
        "LpNorm",
        settings={
            "axis": Setting(check=checks.axes),
            "p": Setting(2, checks.non_negative_int),
            "keep_dims": Setting(False, checks.boolean),
            "epsilon": Setting(1e-12, checks.floating),
        },
    )
)
@op
def lp_norm(
    x: torch.Tensor, axis: Ints, p: int = 2, keep_dims: bool = False, epsilon: float = 1e-12
) -> torch.Tensor:
    """(sum of |x|^p along `axis`)^(1/p), at least `epsilon`.

    `x` is a float Tensor, `axis` an int or a tuple of ints; the result has its dtype and its shape
    without them, or with length 1 there for `keep_dims`.
    """
    axes = tuple(axis) if isinstance(axis, (list, tuple)) else (axis,)
    norm = torch.linalg.vector_norm(x, p, axes, keep_dims)
    total = x.abs().pow(p).sum(axes, keepdim=keep_dims)
    # As in MindSpore a norm below epsilon has the gradient of |x|^p / (p epsilon^(p - 1)).
    small = epsilon + (total - total.detach()) / (p * epsilon ** (p - 1))
    return torch.where(norm < epsilon, small, norm)


@op
def clip_to_norm(
    x: torch.Tensor, clip_norm: torch.Tensor | float | np.number, axis: Axis = None
) -> torch.Tensor:
    """x scaled down to the 2-norm `clip_norm` (along `axis`, or as a whole) where it is longer."""
    axes = tuple(range(x.ndim)) if axis is None else axis
    axes = (axes,) if isinstance(axes, int) else tuple(axes)
    squares = x.float().square().sum(axes, keepdim=True)
    norm = torch.where(squares > 0, squares, 1).sqrt()
    limit = torch.as_tensor(clip_norm, dtype=norm.dtype, device=x.device)
    return (x.float() * limit / torch.maximum(norm, limit)).to(x.dtype)


@bindings(
    PrimitiveClass(
        "BatchNorm",
        settings={
            "is_training": Setting(False),
            "epsilon": Setting(1e-5),
            "momentum": Setting(0.1),
            "data_format": Setting("NCHW", checks.word_any_case_or_none("nchw", "nhwc", "ncdhw")),
        },
    )
)
@op
def batch_norm_all(
    x: torch.Tensor,
    scale: torch.Tensor,
    bias: torch.Tensor,
    mean: torch.Tensor,
    variance: torch.Tensor,
    is_training: bool = False,
    epsilon: float = 1e-5,
    momentum: float = 0.1,
    data_format: str = "NCHW",
) -> tuple[torch.Tensor, ...]:
    """(output, mean, variance, mean, variance): those of the batch in training.

    `x`: a float Tensor (N, C, …), whose shape and dtype the output has; `scale`, `bias`, `mean`, `variance`:
    (C,). `is_training`: by the batch's statistics, which `mean` and `variance` follow with the weight
    `momentum`; `epsilon` is added to the variance; `data_format`: 'NCHW', or 'NHWC' with the channels last
    (ValueError for another).
    """
    last = check.choice("BatchNorm", "data_format", data_format, ["NCHW", "NHWC"]) == "NHWC"
    channels_first = x.movedim(-1, 1) if last else x
    out = batch_normalize(
        channels_first, scale, bias, mean, variance, is_training, momentum, epsilon
    )
    if is_training:
        axes = (0, *range(2, channels_first.ndim))
        variance, mean = torch.var_mean(channels_first.detach().to(scale.dtype), axes, correction=0)
    return (out.movedim(1, -1) if last else out), mean, variance, mean, variance


@bindings(
    PrimitiveClass(
        "LayerNorm",
        inputs=("input_x", "gamma", "beta"),
        settings={
            "begin_norm_axis": Setting(1),
            "begin_params_axis": Setting(1),
            "epsilon": Setting(1e-07),
        },
    )
)
@op
def layer_norm_all(
    x: torch.Tensor,
    gamma: torch.Tensor,
    beta: torch.Tensor,
    begin_norm_axis: int = 1,
    begin_params_axis: int = 1,
    epsilon: float = 1e-7,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """(output, mean, variance), the latter two with sizes of one where normalised.

    `x`: a float Tensor, whose shape and dtype the output has; `gamma`, `beta`: of its shape from
    `begin_params_axis` on; it is normalised from the dimension `begin_norm_axis` on. `epsilon`: a number added
    to the variance. The statistics are Float32 and have no gradient.
    """
    out = layer_norm_from.raw(x, gamma, beta, begin_norm_axis, begin_params_axis, epsilon)
    axes = tuple(range(_axis(x, begin_norm_axis), x.ndim))
    # As in MindSpore no gradient goes through the statistics.
    variance, mean = torch.var_mean(x.detach().float(), axes, correction=0, keepdim=True)
    return out, mean, variance


__all__ = exported_ops(
    globals(),
    "run_batch_norm",
    "run_batch_norm_last",
    "note_batch",
    "batch_norm_without",
    "layer_norm_from",
    "instance_norm_with",
    "l2_normalize",
    "normalize",
    "lp_norm",
    "clip_to_norm",
    "batch_norm_all",
    "layer_norm_all",
)
