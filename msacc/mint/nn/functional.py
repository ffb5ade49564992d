"""mint.nn.functional: torch's functions under torch's names and defaults, for Tensors.

Where mint and torch agree, the function is torch's own with the Tensor skin; the lambda gives mint's
signature. Differs from MindSpore: they run on CPU too, where mint mostly has no kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import dtype as mstype
from msacc.mint._functions import flatten as flatten
from msacc.ops.core.op import op
from msacc.ops.nn import activation as nn_activation
from msacc.ops.nn import conv as nn_conv
from msacc.ops.nn import resize as nn_resize


def _door(name: str, body: Callable[..., Any]) -> Any:
    """`body` over torch tensors with the Tensor skin and a name; its signature is mint's."""
    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"torch.nn.functional.{name.rstrip('_')} for Tensors."
    return op(body)


# -- activations -----------------------------------------------------------------------------------
elu = _door(
    "elu", lambda input, alpha=1.0, inplace=False: F.elu(input, alpha=alpha, inplace=inplace)
)
gelu = _door("gelu", lambda input, *, approximate="none": F.gelu(input, approximate=approximate))
glu = _door("glu", lambda input, dim=-1: F.glu(input, dim=dim))
hardshrink = _door("hardshrink", lambda input, lambd=0.5: F.hardshrink(input, lambd=lambd))
hardsigmoid = _door("hardsigmoid", lambda input: F.hardsigmoid(input))
hardswish = _door("hardswish", lambda input: F.hardswish(input))
hardtanh = _door(
    "hardtanh",
    lambda input, min_val=-1.0, max_val=1.0, inplace=False: F.hardtanh(
        input, min_val=min_val, max_val=max_val, inplace=inplace
    ),
)
leaky_relu = _door(
    "leaky_relu",
    lambda input, negative_slope=0.01: F.leaky_relu(input, negative_slope=negative_slope),
)
logsigmoid = _door("logsigmoid", lambda input: F.logsigmoid(input))
mish = nn_activation.mish
prelu = nn_activation.prelu
relu = nn_activation.relu
relu6 = _door("relu6", lambda input, inplace=False: F.relu6(input, inplace=inplace))
selu = nn_activation.selu
sigmoid = nn_activation.sigmoid
silu = _door("silu", lambda input, inplace=False: F.silu(input, inplace=inplace))
softplus = _door(
    "softplus",
    lambda input, beta=1, threshold=20: F.softplus(input, beta=beta, threshold=threshold),
)
softshrink = _door("softshrink", lambda input, lambd=0.5: F.softshrink(input, lambd=lambd))
tanh = nn_activation.tanh
threshold = _door(
    "threshold",
    lambda input, threshold, value, inplace=False: F.threshold(
        input, threshold=threshold, value=value, inplace=inplace
    ),
)
sigmoid_ = _door("sigmoid_", lambda input: torch.sigmoid_(input))
relu_ = _door("relu_", lambda input: torch.relu_(input))
elu_ = _door("elu_", lambda input, alpha=1.0: F.elu_(input, alpha=alpha))
hardtanh_ = _door(
    "hardtanh_",
    lambda input, min_val=-1, max_val=1: F.hardtanh_(input, min_val=min_val, max_val=max_val),
)
threshold_ = _door(
    "threshold_",
    lambda input, threshold, value: torch.threshold_(input, threshold=threshold, value=value),
)


def _default_dim(ndim: int) -> int:
    # torch's historical choice where no dimension is given.
    return 0 if ndim in (0, 1, 3) else 1


@op
def softmax(input: torch.Tensor, dim: int | None = None, dtype: Any = None) -> torch.Tensor:
    """exp(x) over its sum along `dim`."""
    dim = _default_dim(input.ndim) if dim is None else dim
    return torch.softmax(input, dim, None if dtype is None else mstype.to_torch(dtype))


@op
def log_softmax(input: torch.Tensor, dim: int | None = None, *, dtype: Any = None) -> torch.Tensor:
    """Logarithm of the softmax along `dim`."""
    dim = _default_dim(input.ndim) if dim is None else dim
    return torch.log_softmax(input, dim, None if dtype is None else mstype.to_torch(dtype))


# -- linear, convolution, embedding, dropout -------------------------------------------------------
linear = nn_conv.dense
conv1d = _door(
    "conv1d",
    lambda input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1: F.conv1d(
        input,
        weight=weight,
        bias=bias,
        stride=stride,
        padding=padding,
        dilation=dilation,
        groups=groups,
    ),
)
conv2d = _door(
    "conv2d",
    lambda input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1: F.conv2d(
        input,
        weight=weight,
        bias=bias,
        stride=stride,
        padding=padding,
        dilation=dilation,
        groups=groups,
    ),
)
conv3d = _door(
    "conv3d",
    lambda input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1: F.conv3d(
        input,
        weight=weight,
        bias=bias,
        stride=stride,
        padding=padding,
        dilation=dilation,
        groups=groups,
    ),
)
conv_transpose2d = _door(
    "conv_transpose2d",
    lambda input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1: (
        F.conv_transpose2d(
            input,
            weight=weight,
            bias=bias,
            stride=stride,
            padding=padding,
            output_padding=output_padding,
            groups=groups,
            dilation=dilation,
        )
    ),
)
fold = _door(
    "fold",
    lambda input, output_size, kernel_size, dilation=1, padding=0, stride=1: F.fold(
        input,
        output_size=output_size,
        kernel_size=kernel_size,
        dilation=dilation,
        padding=padding,
        stride=stride,
    ),
)
unfold = _door(
    "unfold",
    lambda input, kernel_size, dilation=1, padding=0, stride=1: F.unfold(
        input, kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride
    ),
)
pixel_shuffle = _door(
    "pixel_shuffle",
    lambda input, upscale_factor: F.pixel_shuffle(input, upscale_factor=upscale_factor),
)
dropout = _door(
    "dropout",
    lambda input, p=0.5, training=True, inplace=False: F.dropout(
        input, p=p, training=training, inplace=inplace
    ),
)
dropout2d = _door(
    "dropout2d",
    lambda input, p=0.5, training=True, inplace=False: F.dropout2d(
        input, p=p, training=training, inplace=inplace
    ),
)


@op
def embedding(
    input: torch.Tensor,
    weight: torch.Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
) -> torch.Tensor:
    """Rows of `weight` at `input`."""
    return F.embedding(input, weight, padding_idx, max_norm, norm_type, scale_grad_by_freq)


@op
def one_hot(tensor: torch.Tensor, num_classes: int = -1) -> torch.Tensor:
    """Ones at the given classes along a new last dimension, Int64."""
    return F.one_hot(tensor.long(), num_classes)


# -- pooling ---------------------------------------------------------------------------------------
adaptive_avg_pool1d = _door(
    "adaptive_avg_pool1d",
    lambda input, output_size: F.adaptive_avg_pool1d(input, output_size=output_size),
)
adaptive_avg_pool2d = _door(
    "adaptive_avg_pool2d",
    lambda input, output_size: F.adaptive_avg_pool2d(input, output_size=output_size),
)
adaptive_avg_pool3d = _door(
    "adaptive_avg_pool3d",
    lambda input, output_size: F.adaptive_avg_pool3d(input, output_size=output_size),
)
adaptive_max_pool1d = _door(
    "adaptive_max_pool1d",
    lambda input, output_size, return_indices=False: F.adaptive_max_pool1d(
        input, output_size=output_size, return_indices=return_indices
    ),
)
adaptive_max_pool2d = _door(
    "adaptive_max_pool2d",
    lambda input, output_size, return_indices=False: F.adaptive_max_pool2d(
        input, output_size=output_size, return_indices=return_indices
    ),
)
avg_pool1d = _door(
    "avg_pool1d",
    lambda input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True: (
        F.avg_pool1d(
            input,
            kernel_size=kernel_size,
            stride=stride,
            padding=padding,
            ceil_mode=ceil_mode,
            count_include_pad=count_include_pad,
        )
    ),
)
avg_pool2d = _door(
    "avg_pool2d",
    lambda input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None: (
        F.avg_pool2d(
            input,
            kernel_size=kernel_size,
            stride=stride,
            padding=padding,
            ceil_mode=ceil_mode,
            count_include_pad=count_include_pad,
            divisor_override=divisor_override,
        )
    ),
)
avg_pool3d = _door(
    "avg_pool3d",
    lambda input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None: (
        F.avg_pool3d(
            input,
            kernel_size=kernel_size,
            stride=stride,
            padding=padding,
            ceil_mode=ceil_mode,
            count_include_pad=count_include_pad,
            divisor_override=divisor_override,
        )
    ),
)
max_pool2d = _door(
    "max_pool2d",
    lambda input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False: (
        F.max_pool2d(
            input,
            kernel_size=kernel_size,
            stride=stride,
            padding=padding,
            dilation=dilation,
            ceil_mode=ceil_mode,
            return_indices=return_indices,
        )
    ),
)
max_unpool2d = _door(
    "max_unpool2d",
    lambda input, indices, kernel_size, stride=None, padding=0, output_size=None: F.max_unpool2d(
        input,
        indices=indices,
        kernel_size=kernel_size,
        stride=stride,
        padding=padding,
        output_size=output_size,
    ),
)

# -- normalisation ---------------------------------------------------------------------------------
batch_norm = _door(
    "batch_norm",
    lambda input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05: (
        F.batch_norm(
            input,
            running_mean=running_mean,
            running_var=running_var,
            weight=weight,
            bias=bias,
            training=training,
            momentum=momentum,
            eps=eps,
        )
    ),
)
group_norm = _door(
    "group_norm",
    lambda input, num_groups, weight=None, bias=None, eps=1e-05: F.group_norm(
        input, num_groups=num_groups, weight=weight, bias=bias, eps=eps
    ),
)
layer_norm = _door(
    "layer_norm",
    lambda input, normalized_shape, weight=None, bias=None, eps=1e-05: F.layer_norm(
        input, normalized_shape=normalized_shape, weight=weight, bias=bias, eps=eps
    ),
)
normalize = _door(
    "normalize", lambda input, p=2.0, dim=1, eps=1e-12: F.normalize(input, p=p, dim=dim, eps=eps)
)

# -- padding and images ----------------------------------------------------------------------------
pad = _door(
    "pad",
    lambda input, pad, mode="constant", value=None: F.pad(input, pad=pad, mode=mode, value=value),
)
grid_sample = nn_resize.grid_sample
interpolate = _door(
    "interpolate",
    lambda input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None: (
        F.interpolate(
            input,
            size=size,
            scale_factor=scale_factor,
            mode=mode,
            align_corners=align_corners,
            recompute_scale_factor=recompute_scale_factor,
        )
    ),
)
upsample = _door(
    "upsample",
    lambda input, size=None, scale_factor=None, mode="nearest", align_corners=None: F.interpolate(
        input, size=size, scale_factor=scale_factor, mode=mode, align_corners=align_corners
    ),
)


@op
def upsample_bilinear_corners(
    input: torch.Tensor, size: Any = None, scale_factor: Any = None
) -> torch.Tensor:
    """Bilinear resize with aligned corners, what `UpsamplingBilinear2d` does."""
    return F.interpolate(input, size, scale_factor, "bilinear", True)


# -- losses ----------------------------------------------------------------------------------------
def _loss(name: str, fn: Callable[..., Any]) -> Any:
    """A loss whose third argument is the reduction, which torch takes by keyword."""
    return _door(
        name, lambda input, target, reduction="mean": fn(input, target, reduction=reduction)
    )


l1_loss = _loss("l1_loss", F.l1_loss)
mse_loss = _loss("mse_loss", F.mse_loss)
soft_margin_loss = _loss("soft_margin_loss", F.soft_margin_loss)


@op
def smooth_l1_loss(
    input: torch.Tensor, target: torch.Tensor, reduction: str = "mean", beta: float = 1.0
) -> torch.Tensor:
    """0.5 d^2 / beta where d = |input - target| < beta, d - 0.5 beta elsewhere."""
    return F.smooth_l1_loss(input, target, reduction=reduction, beta=beta)


@op
def binary_cross_entropy(
    input: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None = None,
    reduction: str = "mean",
) -> torch.Tensor:
    """Binary cross entropy of probabilities; logarithms stop at -100."""
    return F.binary_cross_entropy(input, target, weight, reduction=reduction)


@op
def binary_cross_entropy_with_logits(
    input: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None = None,
    reduction: str = "mean",
    pos_weight: torch.Tensor | None = None,
) -> torch.Tensor:
    """Binary cross entropy of sigmoid(input)."""
    return F.binary_cross_entropy_with_logits(
        input, target, weight, reduction=reduction, pos_weight=pos_weight
    )


@op
def kl_div(
    input: torch.Tensor, target: torch.Tensor, reduction: str = "mean", log_target: bool = False
) -> torch.Tensor:
    """target * (log(target) - input)."""
    return F.kl_div(input, target, reduction=reduction, log_target=log_target)


@op
def cosine_embedding_loss(
    input1: torch.Tensor,
    input2: torch.Tensor,
    target: torch.Tensor,
    margin: float = 0.0,
    reduction: str = "mean",
) -> torch.Tensor:
    """1 - cos where target is 1, max(0, cos - margin) where it is -1."""
    return F.cosine_embedding_loss(input1, input2, target, margin, reduction=reduction)


def _index(target: torch.Tensor) -> torch.Tensor:
    return target if target.is_floating_point() else target.long()


@op
def cross_entropy(
    input: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> torch.Tensor:
    """Cross entropy of logits (N, C, …) with class indices (N, …) or probabilities (N, C, …)."""
    return F.cross_entropy(
        input, _index(target), weight, ignore_index=ignore_index, reduction=reduction,
        label_smoothing=label_smoothing,
    )  # fmt: skip


@op
def nll_loss(
    input: torch.Tensor,
    target: torch.Tensor,
    weight: torch.Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> torch.Tensor:
    """Negative log likelihood of log-probabilities (N, C, …) at class indices (N, …)."""
    return F.nll_loss(input, target.long(), weight, ignore_index=ignore_index, reduction=reduction)


_private = {"annotations", "Callable", "Any", "torch", "F", "mstype", "op"}
_private |= {"nn_activation", "nn_conv", "nn_resize"}
__all__ = [name for name in dir() if not name.startswith("_") and name not in _private]
