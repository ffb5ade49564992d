"""mint.nn.functional: torch's functions under torch's names and defaults, for Tensors. Doors to msacc.ops.

Differs from MindSpore: they run on CPU too, where mint mostly has no kernels.
"""

# ruff: noqa: F401
from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.mint._door import door as _door
from msacc.ops.array.creation import one_hot_int64 as one_hot
from msacc.ops.array.shaping import flatten_from_first as flatten
from msacc.ops.nn import activation as _activation
from msacc.ops.nn import adaptive_pool as _adaptive
from msacc.ops.nn import pad as _pad
from msacc.ops.nn import pool as _pool
from msacc.ops.nn.activation import glu_by_torch as glu
from msacc.ops.nn.activation import (
    hardshrink,
    hardsigmoid,
    hardswish,
    prelu,
    relu,
    sigmoid,
    softplus,
    softshrink,
    tanh,
)
from msacc.ops.nn.activation import leaky_relu_of_floats as leaky_relu
from msacc.ops.nn.activation import log_softmax_by_rank as log_softmax
from msacc.ops.nn.activation import softmax_by_rank as softmax
from msacc.ops.nn.adaptive_pool import (
    adaptive_avg_pool1d,
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
    adaptive_max_pool1d,
    adaptive_max_pool2d,
)
from msacc.ops.nn.conv import conv1d_padded as conv1d
from msacc.ops.nn.conv import conv2d_padded as conv2d
from msacc.ops.nn.conv import conv3d_padded as conv3d
from msacc.ops.nn.conv import dense as _dense
from msacc.ops.nn.conv_transpose import conv_transpose2d
from msacc.ops.nn.embedding import embedding
from msacc.ops.nn.image import fold, pixel_shuffle, unfold
from msacc.ops.nn.inplace_activations import (
    dropout,
    dropout2d,
    elu,
    elu_,
    hardtanh,
    hardtanh_,
    relu6,
    relu_,
    sigmoid_,
    silu,
    threshold,
    threshold_,
)
from msacc.ops.nn.loss import classes as _classes
from msacc.ops.nn.loss import elementwise as _losses
from msacc.ops.nn.loss.classes import cross_entropy
from msacc.ops.nn.loss.elementwise import kl_div_with_logs as kl_div
from msacc.ops.nn.loss.elementwise import l1_loss, mse_loss
from msacc.ops.nn.loss.margin import cosine_embedding_loss, soft_margin_loss
from msacc.ops.nn.norm import batch_norm_without as batch_norm
from msacc.ops.nn.norm import group_norm, layer_norm, normalize
from msacc.ops.nn.pool import avg_pool1d_by_window as avg_pool1d
from msacc.ops.nn.pool import avg_pool2d_by_window as avg_pool2d
from msacc.ops.nn.pool import avg_pool3d_by_window as avg_pool3d
from msacc.ops.nn.resize import grid_sample
from msacc.ops.nn.resize import interpolate_by_torch as interpolate

linear = _door("linear", _dense)
logsigmoid = _door("logsigmoid", _activation.logsigmoid, input="x")
max_unpool2d = _door("max_unpool2d", _adaptive.max_unpool2d, input="x")
mish = _door("mish", _activation.mish, input="x")
pad = _door("pad", _pad.pad, input="input_x", pad="padding")
selu = _door("selu", _activation.selu, input="input_x")
binary_cross_entropy = _door(
    "binary_cross_entropy", _losses.binary_cross_entropy, input="logits", target="labels"
)


def gelu(input: Tensor, *, approximate: str = "none") -> Tensor:
    """x * Phi(x), exact or, with `approximate` 'tanh', by tanh.

    input: floats of any shape. Raises ValueError for another `approximate`, TypeError for integers.
    """
    return _activation.gelu(input, approximate)


def max_pool2d(
    input: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    dilation: Any = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Maximum over windows of (N, C, H, W) or (C, H, W); the stride is the window unless given.

    kernel_size, stride, padding, dilation: an int or a pair; padding at most half a window. ceil_mode: windows may
    stand over the edge. With `return_indices` also each maximum's flat position in its plane (Int64). Raises
    ValueError for another rank and for sizes that do not fit. `ops.max_pool2d` has the last two the other way.
    """
    return _pool.max_pool2d(
        input, kernel_size, stride, padding, dilation, return_indices, ceil_mode
    )


def upsample(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """`interpolate` under its older name; arguments and errors are the same."""
    return interpolate(input, size, scale_factor, mode, align_corners)


def smooth_l1_loss(
    input: Tensor, target: Tensor, reduction: str = "mean", beta: float = 1.0
) -> Tensor:
    """0.5 d^2 / beta where d = |input - target| < beta, d - 0.5 beta elsewhere.

    input, target: floats of one shape and dtype. reduction: 'mean', 'sum' or 'none'. Raises ValueError for two
    shapes or another `reduction`, TypeError for two dtypes, RuntimeError for a negative `beta`.
    """
    return _losses.smooth_l1_loss(input, target, beta, reduction)


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """Binary cross entropy of sigmoid(input).

    input, target: floats of one shape. weight, pos_weight: Tensors that broadcast to it; the latter weighs the
    positive targets. reduction: 'mean', 'sum' or 'none'. Raises ValueError for two shapes or another `reduction`.
    """
    return _losses.binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction)


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Tensor:
    """Negative log likelihood of log-probabilities (N, C, …) at class indices (N, …).

    weight: (C,), of each class. ignore_index: a class that does not count. reduction: 'mean', over what counts,
    'sum' or 'none'. Raises ValueError for shapes that do not fit or another `reduction`.
    """
    return _classes.nll_loss(input, target, weight, ignore_index, reduction)


_inner = ("Any", "Tensor", "annotations")
__all__ = [name for name in dir() if not name.startswith("_") and name not in _inner]
